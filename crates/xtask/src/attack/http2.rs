//! The subset of HTTP/2 (RFC 9113) for a client that sends one request and then answers pings.

/// Returns the first bytes of a client: the preface, empty settings, and one GET of `/healthz`.
pub(super) fn hello() -> Vec<u8> {
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    bytes.extend(frame(SETTINGS, 0, 0, &[]));
    // HPACK: `:method: GET` and `:scheme: http` are indexed, `:authority` and `:path` literal.
    let mut head = vec![0x82, 0x86, 0x01, 6];
    head.extend(b"attack");
    head.extend([0x04, 8]);
    head.extend(b"/healthz");
    bytes.extend(frame(HEADERS, END_STREAM | END_HEADERS, 1, &head));
    bytes
}

const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GO_AWAY: u8 = 7;
const ACK: u8 = 1;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const HEAD: usize = 9;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut frame = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A parser of the frames that a server sends.
#[derive(Debug, Default)]
pub(super) struct Frames {
    pending: Vec<u8>,
}

impl Frames {
    /// Takes in bytes read from the connection and returns the bytes to answer. `None` once the server sends GOAWAY.
    pub(super) fn answer(&mut self, read: &[u8]) -> Option<Vec<u8>> {
        self.pending.extend(read);
        let mut answers = Vec::new();
        while let Some(&[a, b, c, kind, flags, ..]) = self.pending.first_chunk::<HEAD>() {
            let end = HEAD + u32::from_be_bytes([0, a, b, c]) as usize;
            if self.pending.len() < end {
                break;
            }
            let whole: Vec<u8> = self.pending.drain(..end).collect();
            match kind {
                SETTINGS | PING if flags & ACK == 0 => {
                    let payload = if kind == PING { &whole[HEAD..] } else { &[] };
                    answers.extend(frame(kind, ACK, 0, payload));
                }
                GO_AWAY => return None,
                _ => {}
            }
        }
        Some(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pings_are_answered_once_they_are_whole() {
        let mut frames = Frames::default();
        let ping = frame(PING, 0, 0, b"12345678");
        assert_eq!(frames.answer(&ping[..11]), Some(Vec::new()));
        assert_eq!(frames.answer(&ping[11..]), Some(frame(PING, ACK, 0, b"12345678")));
        assert_eq!(frames.answer(&frame(SETTINGS, 0, 0, &[0; 6])), Some(frame(SETTINGS, ACK, 0, &[])));
        assert_eq!(frames.answer(&frame(SETTINGS, ACK, 0, &[])), Some(Vec::new()));
        assert_eq!(frames.answer(&frame(GO_AWAY, 0, 0, &[0; 8])), None);
    }
}
