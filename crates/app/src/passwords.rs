//! Hashes of passwords: Argon2id (RFC 9106), slow on purpose.
//!
//! A check takes the same time whether there is a password or not. It takes tens of milliseconds and 19 MiB: callers
//! bound how many run at once. Nothing is stored here.

use argon2::password_hash::{Error as HashError, PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use quire_model::people::Password;

use crate::errors::Error;

/// Memory in KiB, passes over it, lanes: the least that OWASP's cheat sheet on password storage recommends.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// The hash of a password as a PHC string.
pub(crate) fn hash(password: &Password, salt: [u8; 16]) -> Result<String, Error> {
    let hash = hasher()?.hash_password_with_salt(password.reveal().as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|e| Error::internal("hashing a password", e.to_string()))
}

/// Whether `stored` is the hash of this password. Where nothing is stored, the answer is no, and as slow.
pub(crate) fn verify(password: &str, stored: Option<&str>) -> Result<bool, Error> {
    let failed = |e: HashError| Error::internal("checking a password", e.to_string());
    let Some(stored) = stored else {
        hasher()?.hash_password_with_salt(password.as_bytes(), &[0; 16]).map_err(failed)?;
        return Ok(false);
    };
    match hasher()?.verify_password(password.as_bytes(), stored) {
        Ok(()) => Ok(true),
        Err(HashError::PasswordInvalid) => Ok(false),
        Err(e) => Err(failed(e)),
    }
}

fn hasher() -> Result<Argon2<'static>, Error> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None);
    let params = params.map_err(|e| Error::internal("choosing the cost of hashes", e.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_of_its_password_only_and_salted() {
        let password = Password::try_from("correct horse".to_owned()).unwrap();
        let (one, other) = (hash(&password, [1; 16]).unwrap(), hash(&password, [2; 16]).unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert!(verify("correct horse", Some(&one)).unwrap());
        assert!(!verify("correct horsf", Some(&one)).unwrap());
        assert!(!verify("correct horse", None).unwrap());
        assert!(verify("correct horse", Some("nonsense")).is_err());
    }
}
