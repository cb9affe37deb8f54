//! Compressed forms of answers: created when a client first accepts them, and cached.
//!
//! A page is read far more often than it is rendered, so it is compressed well and once. A client that accepts neither
//! form gets the plain one, which outer layers may compress in their own way.

use std::io::Write as _;

use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, HeaderValue};
use bytes::Bytes;

use crate::headers;

/// A content coding for compressed answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
}

/// The Brotli quality; it compresses pages of text to about a fifth, at some 50 MB/s.
const BROTLI_QUALITY: i32 = 5;
/// The binary logarithm of the Brotli window: 4 MiB.
const BROTLI_WINDOW: i32 = 22;
const BUFFER: usize = 16 << 10;

impl Coding {
    /// All codings, the preferred one first.
    pub(crate) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Returns the coding that a request prefers, by its `Accept-Encoding`.
    pub(crate) fn accepted(asked: &HeaderMap) -> Option<Self> {
        let accepted = asked.get(ACCEPT_ENCODING)?.to_str().ok()?;
        let mut best = (None, 0.0);
        for coding in Self::ALL {
            let liked = headers::quality(accepted, coding.name()).unwrap_or(0.0);
            if liked > best.1 {
                best = (Some(coding), liked);
            }
        }
        best.0
    }

    /// Returns the coding's name in headers.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    pub(crate) fn value(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// Returns the compressed form of bytes.
    pub(crate) fn compress(self, plain: &[u8]) -> Bytes {
        let written = match self {
            Self::Brotli => {
                let small = Vec::with_capacity(plain.len() / 4);
                let mut writer = brotli::CompressorWriter::with_params(small, BUFFER, &brotli_params(plain.len()));
                writer.write_all(plain).map(|()| writer.into_inner())
            }
            Self::Gzip => {
                let small = Vec::with_capacity(plain.len() / 4);
                let mut writer = flate2::write::GzEncoder::new(small, flate2::Compression::default());
                writer.write_all(plain).and_then(|()| writer.finish())
            }
        };
        written.expect("memory can be written to").into_boxed_slice().into()
    }
}

fn brotli_params(size: usize) -> brotli::enc::BrotliEncoderParams {
    brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: size,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_best_coding_that_is_liked_is_taken() {
        let accepted = |value: &'static str| {
            Coding::accepted(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert_eq!(accepted("gzip, deflate, br, zstd"), Some(Coding::Brotli));
        assert_eq!(accepted("gzip, deflate"), Some(Coding::Gzip));
        assert_eq!(accepted("BR;q=0.5, gzip;q=0.8"), Some(Coding::Gzip));
        assert_eq!(accepted("br;q=0, gzip;q=0"), None);
        assert_eq!(accepted("zstd"), None);
        assert_eq!(accepted(""), None);
    }

    #[test]
    fn compressed_bytes_are_the_same_bytes() {
        let plain = "Pages repeat what pages say. ".repeat(500);
        let (brotli, gzip) = (Coding::Brotli.compress(plain.as_bytes()), Coding::Gzip.compress(plain.as_bytes()));
        assert!(brotli.len() < 200 && gzip.len() < 300, "{} and {}", brotli.len(), gzip.len());
        let mut text = String::new();
        brotli::Decompressor::new(brotli.as_ref(), BUFFER).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain);
        text.clear();
        flate2::read::GzDecoder::new(gzip.as_ref()).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain);
    }
}
