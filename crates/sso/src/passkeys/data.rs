//! The data that a device signs (Web Authentication, section 6.1).

use minicbor::Decoder;

use super::Refusal;

/// The parts of authenticator data.
pub(super) struct Data<'b> {
    /// The SHA-256 of the domain.
    pub(super) party: &'b [u8],
    flags: u8,
    pub(super) sign_count: u32,
    pub(super) credential: Option<Credential<'b>>,
}

/// A passkey that was just made.
pub(super) struct Credential<'b> {
    pub(super) aaguid: [u8; 16],
    pub(super) id: &'b [u8],
    pub(super) key: &'b [u8],
}

impl<'b> Data<'b> {
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self, Refusal> {
        let wrong = Refusal::Form("authenticator data");
        let (party, rest) = bytes.split_at_checked(32).ok_or(wrong)?;
        let (&flags, rest) = rest.split_first().ok_or(wrong)?;
        let (count, rest) = rest.split_first_chunk::<4>().ok_or(wrong)?;
        let mut data = Self { party, flags, sign_count: u32::from_be_bytes(*count), credential: None };
        let mut rest = rest;
        if data.has(6) {
            let (credential, behind) = credential(rest).ok_or(wrong)?;
            data.credential = Some(credential);
            rest = behind;
        }
        if data.has(7) {
            rest = item(rest).ok_or(wrong)?.1;
        }
        // A passkey that is on several devices can be there.
        if !rest.is_empty() || data.backed_up() && !data.backup_eligible() {
            return Err(wrong);
        }
        Ok(data)
    }

    fn has(&self, bit: u8) -> bool {
        self.flags >> bit & 1 == 1
    }

    pub(super) fn user_present(&self) -> bool {
        self.has(0)
    }

    pub(super) fn user_verified(&self) -> bool {
        self.has(2)
    }

    pub(super) fn backup_eligible(&self) -> bool {
        self.has(3)
    }

    pub(super) fn backed_up(&self) -> bool {
        self.has(4)
    }
}

fn credential(bytes: &[u8]) -> Option<(Credential<'_>, &[u8])> {
    let (aaguid, rest) = bytes.split_first_chunk::<16>()?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (id, rest) = rest.split_at_checked(length).filter(|_| (1..=1023).contains(&length))?;
    let (key, rest) = item(rest)?;
    Some((Credential { aaguid: *aaguid, id, key }, rest))
}

/// Splits the bytes of one CBOR item off.
fn item(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut decoder = Decoder::new(bytes);
    decoder.skip().ok()?;
    bytes.split_at_checked(decoder.position())
}

/// Returns the authenticator data of an attestation, whose statement has no meaning here.
pub(super) fn of_attestation(bytes: &[u8]) -> Result<&[u8], Refusal> {
    let wrong = |_| Refusal::Form("attestation object");
    let mut decoder = Decoder::new(bytes);
    let count = decoder.map().map_err(wrong)?.filter(|it| *it <= 8).ok_or(Refusal::Form("attestation object"))?;
    let mut found = None;
    for _ in 0..count {
        match decoder.str().map_err(wrong)? {
            "authData" if found.is_none() => found = Some(decoder.bytes().map_err(wrong)?),
            _ => decoder.skip().map_err(wrong)?,
        }
    }
    found.filter(|_| decoder.position() == bytes.len()).ok_or(Refusal::Form("attestation object"))
}
