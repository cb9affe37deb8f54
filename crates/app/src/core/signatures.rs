//! Signatures of addresses that work without a token.

use quire_model::time::Timestamp;
use quire_store::{Database, settings};

use crate::core::ambient::Ambient;
use crate::core::errors::Error;

const SETTING: &str = "signing_secret";

/// Signs with keys derived from one secret of the installation.
pub(crate) struct Signer {
    secret: [u8; 32],
}

impl Signer {
    /// Loads the signer of the installation; creates the secret at the first start.
    pub(crate) fn load(db: &Database, ambient: &Ambient) -> Result<Self, Error> {
        let fresh: [u8; 32] = ambient.random();
        let stored = db.write(|tx| settings::init(tx, SETTING, fresh.to_vec()))?;
        let secret = stored.try_into().map_err(|_| Error::internal("loading the secret", "it is not 32 bytes long"))?;
        Ok(Self { secret })
    }

    /// Derives the key for one purpose.
    pub(crate) fn key(&self, purpose: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.secret, purpose.as_bytes()).as_bytes()
    }

    /// Returns a keyed hash of `fields`, which is unforgeable and does not expire.
    pub(crate) fn tag(&self, purpose: &str, fields: &[&str]) -> blake3::Hash {
        self.hasher(purpose, fields).finalize()
    }

    /// Returns a signature of `fields` that is valid until `expires`.
    pub(crate) fn sign(&self, purpose: &str, fields: &[&str], expires: Timestamp) -> String {
        self.mac(purpose, fields, expires).to_hex().to_string()
    }

    /// Returns true if `signature` is genuine for `fields` and has not expired.
    pub(crate) fn verify(
        &self,
        purpose: &str,
        fields: &[&str],
        expires: Timestamp,
        signature: &str,
        now: Timestamp,
    ) -> bool {
        // blake3::Hash compares in constant time.
        let genuine = blake3::Hash::from_hex(signature).is_ok_and(|given| given == self.mac(purpose, fields, expires));
        genuine && now < expires
    }

    fn mac(&self, purpose: &str, fields: &[&str], expires: Timestamp) -> blake3::Hash {
        self.hasher(purpose, fields).update(&expires.0.to_be_bytes()).finalize()
    }

    fn hasher(&self, purpose: &str, fields: &[&str]) -> blake3::Hasher {
        let mut hasher = blake3::Hasher::new_keyed(&self.key(purpose));
        for field in fields {
            // Lengths keep ("ab", "c") apart from ("a", "bc").
            hasher.update(&(field.len() as u64).to_be_bytes());
            hasher.update(field.as_bytes());
        }
        hasher
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_fields_its_purpose_and_its_time_only() {
        let signer = Signer { secret: [7; 32] };
        let (now, end) = (Timestamp(1000), Timestamp(2000));
        let signature = signer.sign("download", &["a", "bc"], end);
        assert!(signer.verify("download", &["a", "bc"], end, &signature, now));
        assert!(!signer.verify("download", &["ab", "c"], end, &signature, now));
        assert!(!signer.verify("upload", &["a", "bc"], end, &signature, now));
        assert!(!signer.verify("download", &["a", "bc"], Timestamp(3000), &signature, now));
        assert!(!signer.verify("download", &["a", "bc"], end, &signature, end));
        assert!(!signer.verify("download", &["a", "bc"], end, "nonsense", now));
    }
}
