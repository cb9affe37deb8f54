//! Public keys as COSE writes them (RFC 9053): ES256, EdDSA and RS256.

use minicbor::Decoder;
use minicbor::data::Type;

use crate::keys::{Hash, MIN_RSA_BITS, PublicKey, Scheme};

/// The algorithms that are offered to devices, in the order of preference.
pub(super) const ALGORITHMS: [i64; 3] = [-7, -8, -257];

/// Reads a key and the one scheme that it is for.
pub(super) fn read(bytes: &[u8]) -> Option<(PublicKey, Scheme)> {
    let mut decoder = Decoder::new(bytes);
    let fields = Fields::read(&mut decoder).filter(|_| decoder.position() == bytes.len())?;
    match (fields.number(1)?, fields.number(3)?) {
        (2, -7) if fields.number(-1) == Some(1) => {
            let (x, y) = (fields.bytes(-2)?, fields.bytes(-3)?);
            let point = (x.len() == 32 && y.len() == 32).then(|| [&[4], x, y].concat())?;
            Some((PublicKey::P256(point), Scheme::Ecdsa(Hash::Sha256)))
        }
        (1, -8) if fields.number(-1) == Some(6) => {
            let key = fields.bytes(-2).filter(|it| it.len() == 32)?;
            Some((PublicKey::Ed25519(key.to_vec()), Scheme::EdDsa))
        }
        (3, -257) => {
            let whole = |number: &[u8]| number.iter().copied().skip_while(|byte| *byte == 0).collect::<Vec<u8>>();
            let (modulus, exponent) = (whole(fields.bytes(-1)?), whole(fields.bytes(-2)?));
            let enough = modulus.len() * 8 >= MIN_RSA_BITS && !exponent.is_empty();
            enough.then_some((PublicKey::Rsa { modulus, exponent }, Scheme::Rsa(Hash::Sha256)))
        }
        _ => None,
    }
}

/// The fields of a key, by their numbers.
struct Fields<'b>(Vec<(i64, Field<'b>)>);

enum Field<'b> {
    Number(i64),
    Bytes(&'b [u8]),
}

impl<'b> Fields<'b> {
    fn read(decoder: &mut Decoder<'b>) -> Option<Self> {
        let count = decoder.map().ok()?.filter(|it| *it <= 16)?;
        let mut fields: Vec<(i64, Field<'b>)> = Vec::new();
        for _ in 0..count {
            let label = decoder.i64().ok()?;
            let value = match decoder.datatype().ok()? {
                Type::Bytes => Field::Bytes(decoder.bytes().ok()?),
                _ => Field::Number(decoder.i64().ok()?),
            };
            if fields.iter().any(|(it, _)| *it == label) {
                return None;
            }
            fields.push((label, value));
        }
        Some(Self(fields))
    }

    fn number(&self, label: i64) -> Option<i64> {
        self.0.iter().find_map(|(it, value)| match value {
            Field::Number(number) if *it == label => Some(*number),
            _ => None,
        })
    }

    fn bytes(&self, label: i64) -> Option<&'b [u8]> {
        self.0.iter().find_map(|(it, value)| match value {
            Field::Bytes(bytes) if *it == label => Some(*bytes),
            _ => None,
        })
    }
}
