//! The lock of the server on its data directory: one server works on a SQLite database. Commands work beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process;

use anyhow::{Context as _, bail};

/// The name of the file in the data directory.
pub(crate) const NAME: &str = "server.lock";

/// The lock on a data directory. It ends with this value, or with the process in whatever way.
#[derive(Debug)]
pub(crate) struct ServerLock(#[expect(dead_code, reason = "the open file is the lock")] File);

impl ServerLock {
    /// Locks a data directory for the server at an address. An error names the server that has the lock.
    pub(crate) fn take(data: &Path, address: SocketAddr) -> anyhow::Result<Self> {
        let path = data.join(NAME);
        let locking = || format!("locking {}", path.display());
        let mut options = OpenOptions::new();
        let mut file = options.create(true).read(true).write(true).truncate(false).open(&path).with_context(locking)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                file.read_to_string(&mut holder).with_context(locking)?;
                let (data, holder) = (data.display(), holder.trim());
                bail!(
                    "data: {data} is served by another process ({holder}): stop that one, or give --data another directory"
                );
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(locking),
        }
        let holder = format!("process {} at http://{address}\n", process::id());
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(holder.as_bytes()))
            .with_context(locking)?;
        Ok(Self(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_has_the_lock_and_the_next_one_gets_it() {
        let data = tempfile::tempdir().unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let first = ServerLock::take(data.path(), address).unwrap();
        let refused = ServerLock::take(data.path(), address).unwrap_err().to_string();
        assert!(refused.contains(&format!("process {} at http://127.0.0.1:8080)", process::id())), "{refused}");
        drop(first);
        ServerLock::take(data.path(), address).unwrap();
    }
}
