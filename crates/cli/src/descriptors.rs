//! Descriptors: how many this process may have, and how many connections fit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors for what is no connection: databases, the search index, files that are received, what is fetched.
const OTHERS: u64 = 256;

/// The bounds of the number of connections, whatever the number of descriptors.
const CONNECTIONS: (u64, u64) = (16, 10_000);

/// Raises the number of descriptors to what the operating system allows this process, and returns it.
pub(crate) fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
    {
        tracing::warn!(%error, ?current, ?maximum, "the number of descriptors cannot be raised");
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// The number of connections that fit: each may have a file open that it is answered from.
pub(crate) fn connections(descriptors: u64) -> usize {
    let (least, most) = CONNECTIONS;
    usize::try_from((descriptors.saturating_sub(OTHERS) / 2).clamp(least, most)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_and_their_files_fit() {
        let fitting = [0, 1024, 4096, 65_536, u64::MAX].map(connections);
        assert_eq!(fitting, [16, 384, 1920, 10_000, 10_000]);
    }
}
