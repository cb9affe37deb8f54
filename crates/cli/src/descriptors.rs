//! The file descriptors of the process, and the number of connections that they suffice for.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The descriptors reserved for databases, the search index, uploads and fetched files.
const OTHERS: u64 = 256;

/// The least and the greatest default of the number of connections.
const CONNECTIONS: (u64, u64) = (16, 10_000);

/// Raises the limit of descriptors to the maximum that the operating system allows, and returns it.
pub(crate) fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
    {
        tracing::warn!(%error, ?current, ?maximum, "the number of descriptors cannot be raised");
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// Returns the number of connections that fit: each may have a file open for its answer.
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
