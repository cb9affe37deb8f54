//! Password hashing: Argon2id (RFC 9106), slow on purpose.
//!
//! Verification takes the same time for users with and without a password: tens of milliseconds, and 19 MiB of memory.
//! The memory is reused, and there are at most [`AT_ONCE`] blocks of it: further calls wait. Callers must limit the
//! number of waiting calls. Nothing is stored here.

use argon2::password_hash::Error as HashError;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use parking_lot::{Condvar, Mutex};
use quire_model::people::Password;

use crate::core::errors::Error;

/// Memory in KiB, passes over it, and lanes: the minimum that OWASP's cheat sheet on password storage recommends.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// The maximum number of hashes computed at the same time.
pub const AT_ONCE: usize = 4;

/// Computes password hashes in reusable memory.
#[derive(Default)]
pub(crate) struct Hasher {
    memory: Mutex<Memory>,
    returned: Condvar,
}

#[derive(Default)]
struct Memory {
    spare: Vec<Vec<Block>>,
    counts: Counts,
}

/// The numbers of hashes computed, for monitoring and tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of hashes being computed.
    pub running: usize,
    /// The maximum of `running` so far, which is the number of memory blocks.
    pub most: usize,
    /// The number of hashes begun so far.
    pub begun: u64,
}

impl Hasher {
    /// Hashes a password; returns a PHC string.
    pub(crate) fn hash(&self, password: &Password, salt: [u8; 16]) -> Result<String, Error> {
        let argon2 = argon2()?;
        let hash = self.compute(&argon2, password.reveal().as_bytes(), &salt, Params::DEFAULT_OUTPUT_LEN);
        let written = hash.and_then(|hash| {
            Ok(PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(argon2.params())?,
                salt: Some(Salt::new(&salt)?),
                hash: Some(hash),
            })
        });
        written.map(|hash| hash.to_string()).map_err(|e| Error::internal("hashing a password", e.to_string()))
    }

    /// Returns true if `stored` is the hash of this password. Without a stored hash, returns false after the same time.
    pub(crate) fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, Error> {
        let failed = |e: HashError| Error::internal("checking a password", e.to_string());
        let password = password.as_bytes();
        let Some(stored) = stored else {
            self.compute(&argon2()?, password, &[0; 16], Params::DEFAULT_OUTPUT_LEN).map_err(failed)?;
            return Ok(false);
        };
        self.is_of(password, stored).map_err(failed)
    }

    /// Returns the numbers of hashes computed.
    pub(crate) fn counts(&self) -> Counts {
        self.memory.lock().counts
    }

    fn is_of(&self, password: &[u8], stored: &str) -> Result<bool, HashError> {
        let stored = PasswordHash::new(stored)?;
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return Err(HashError::Algorithm) };
        let algorithm = Algorithm::try_from(stored.algorithm.as_str())?;
        let version = stored.version.map(Version::try_from).transpose()?.unwrap_or_default();
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored)?);
        // Outputs are compared in constant time.
        Ok(self.compute(&argon2, password, salt, expected.len())? == *expected)
    }

    fn compute(&self, argon2: &Argon2<'_>, password: &[u8], salt: &[u8], length: usize) -> Result<Output, HashError> {
        let mut blocks = Borrowed::take(self);
        let needed = argon2.params().block_count();
        if blocks.memory.len() < needed {
            blocks.memory.resize(needed, Block::new());
        }
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(HashError::OutputSize)?;
        argon2.hash_password_into_with_memory(password, salt, output, &mut blocks.memory)?;
        Ok(Output::new(output)?)
    }
}

/// A memory block in use for one hash.
struct Borrowed<'a> {
    hasher: &'a Hasher,
    memory: Vec<Block>,
}

impl<'a> Borrowed<'a> {
    fn take(hasher: &'a Hasher) -> Self {
        let mut state = hasher.memory.lock();
        while state.counts.running >= AT_ONCE {
            hasher.returned.wait(&mut state);
        }
        state.counts.running += 1;
        state.counts.begun += 1;
        state.counts.most = state.counts.most.max(state.counts.running);
        let memory = state.spare.pop().unwrap_or_default();
        Self { hasher, memory }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let mut state = self.hasher.memory.lock();
        state.counts.running -= 1;
        state.spare.push(std::mem::take(&mut self.memory));
        self.hasher.returned.notify_one();
    }
}

fn argon2() -> Result<Argon2<'static>, Error> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None);
    let params = params.map_err(|e| Error::internal("choosing the cost of hashes", e.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::PasswordHasher as _;

    #[test]
    fn a_hash_is_of_its_password_only_and_salted() {
        let hasher = Hasher::default();
        let password = Password::try_from("correct horse".to_owned()).unwrap();
        let (one, other) = (hasher.hash(&password, [1; 16]).unwrap(), hasher.hash(&password, [2; 16]).unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert!(hasher.verify("correct horse", Some(&one)).unwrap());
        assert!(!hasher.verify("correct horsf", Some(&one)).unwrap());
        assert!(!hasher.verify("correct horse", None).unwrap());
        assert!(hasher.verify("correct horse", Some("nonsense")).is_err());
    }

    #[test]
    fn memory_that_was_used_before_changes_no_hash() {
        let hasher = Hasher::default();
        let password = Password::try_from("correct horse".to_owned()).unwrap();
        let first = hasher.hash(&password, [1; 16]).unwrap();
        hasher.verify("something else", None).unwrap();
        assert_eq!(hasher.hash(&password, [1; 16]).unwrap(), first);
        let whole = argon2().unwrap().hash_password_with_salt(b"correct horse", &[1; 16]).unwrap();
        assert_eq!(whole.to_string(), first);
        assert_eq!(hasher.counts(), Counts { running: 0, most: 1, begun: 3 });
        assert_eq!(hasher.memory.lock().spare.len(), 1);
    }

    #[test]
    fn no_more_than_the_bound_are_computed_at_once() {
        let hasher = Hasher::default();
        std::thread::scope(|scope| {
            for _ in 0..3 * AT_ONCE {
                scope.spawn(|| hasher.verify("a password", None).unwrap());
            }
        });
        let counts = hasher.counts();
        assert!(counts.most <= AT_ONCE && counts.begun == 3 * AT_ONCE as u64, "{counts:?}");
        assert!(hasher.memory.lock().spare.len() <= AT_ONCE);
    }
}
