//! The set of paths that are taken, and the choice of free ones.
//!
//! An imported path is rejected only if it conflicts with a taken path. A new one also avoids paths that differ in case
//! alone, because some file systems cannot distinguish them.

use std::collections::{HashMap, HashSet};

use quire_content::hash::Hash;

use crate::path;

/// The outcome of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReservationOutcome {
    /// The path was free.
    New,
    /// The path was taken for the same bytes.
    Shared,
    /// The path is taken for other bytes or cannot be used.
    Refused,
}

/// The path that is reserved for the table of contents.
#[derive(Debug)]
pub(super) enum Reserved {
    /// A path reserved in exactly this spelling.
    Exactly(String),
    /// A path reserved in any case of letters, since another case would be read as the table of contents.
    InAnyCase(String),
}

impl Reserved {
    fn covers(&self, path: &str) -> bool {
        match self {
            Self::Exactly(reserved) => path == reserved,
            Self::InAnyCase(reserved) => path.eq_ignore_ascii_case(reserved),
        }
    }

    fn path(&self) -> &str {
        let (Self::Exactly(path) | Self::InAnyCase(path)) = self;
        path
    }
}

/// The paths of an export, from the directory's top.
pub(super) struct PathReservations {
    taken: HashMap<String, Hash>,
    folders: HashSet<String>,
    folded: HashSet<String>,
    folded_folders: HashSet<String>,
    reserved: Reserved,
    /// The next number to try for a base path.
    numbers: HashMap<String, usize>,
}

impl PathReservations {
    pub(super) fn new(reserved: Reserved) -> Self {
        Self {
            taken: HashMap::new(),
            folders: HashSet::new(),
            folded: HashSet::new(),
            folded_folders: HashSet::new(),
            reserved,
            numbers: HashMap::new(),
        }
    }

    /// Claims a path for bytes with this hash.
    pub(super) fn claim(&mut self, path: &str, hash: Hash) -> ReservationOutcome {
        if self.reserved.covers(path) { ReservationOutcome::Refused } else { self.take(path, hash) }
    }

    /// Claims the reserved path.
    pub(super) fn claim_reserved(&mut self, hash: Hash) -> ReservationOutcome {
        let path = self.reserved.path().to_owned();
        self.take(&path, hash)
    }

    fn take(&mut self, path: &str, hash: Hash) -> ReservationOutcome {
        if let Some(held) = self.taken.get(path) {
            return if *held == hash { ReservationOutcome::Shared } else { ReservationOutcome::Refused };
        }
        let blocked = self.folders.contains(path) || folders(path).any(|folder| self.taken.contains_key(folder));
        if blocked || !is_safe(path) {
            return ReservationOutcome::Refused;
        }
        for folder in folders(path) {
            self.folded_folders.insert(folder.to_lowercase());
            self.folders.insert(folder.to_owned());
        }
        self.folded.insert(path.to_lowercase());
        self.taken.insert(path.to_owned(), hash);
        ReservationOutcome::New
    }

    /// Returns the first free one of the paths that `path` makes of `name`, `name-1`, `name-2`, …
    pub(super) fn free(&mut self, name: &str, path: impl Fn(&str) -> String) -> String {
        let plain = path(name);
        if self.is_free(&plain) {
            return plain;
        }
        let mut number = self.numbers.get(&plain).copied().unwrap_or(1);
        let numbered = loop {
            let numbered = path(&format!("{name}-{number}"));
            number += 1;
            if self.is_free(&numbered) {
                break numbered;
            }
        };
        self.numbers.insert(plain, number);
        numbered
    }

    /// Returns true if a path is free for something new.
    pub(super) fn is_free(&self, path: &str) -> bool {
        let folded = path.to_lowercase();
        let is_there = self.folded.contains(&folded) || self.folded_folders.contains(&folded);
        !is_there && !self.reserved.covers(path) && !folders(&folded).any(|folder| self.folded.contains(folder))
    }
}

/// Returns the folders that contain a path, outermost first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

/// Returns true if a path stays inside the directory and outside of any `.git` folder.
pub(super) fn is_safe(path: &str) -> bool {
    path::from_archive(path).is_ok_and(|clean| clean == path)
        && path::objection(path).is_none()
        && !path.split('/').any(|part| part.eq_ignore_ascii_case(".git"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> PathReservations {
        PathReservations::new(Reserved::InAnyCase("SUMMARY.md".to_owned()))
    }

    #[test]
    fn paths_differ_and_are_no_folders() {
        let mut claims = claims();
        let mut claim = |path: &str, bytes: &[u8]| claims.claim(path, Hash::of(bytes));
        assert_eq!(claim("a/b.md", b"1"), ReservationOutcome::New);
        assert_eq!(claim("a/b.md", b"1"), ReservationOutcome::Shared);
        assert_eq!(claim("a/B.md", b"1"), ReservationOutcome::New);
        for path in
            ["a/b.md", "a", "a/b.md/c", "summary.md", "SUMMARY.md", "../a", "/a", "x//y", ".GIT/config", "c:x", "a\nb"]
        {
            assert_eq!(claim(path, b"2"), ReservationOutcome::Refused, "{path}");
        }
        assert_eq!(claims.claim_reserved(Hash::of(b"")), ReservationOutcome::New);
    }

    #[test]
    fn new_paths_are_numbered() {
        let mut claims = claims();
        let mut make = |name: &str| {
            let path = claims.free(name, |name| format!("a/{name}.md"));
            assert_eq!(claims.claim(&path, Hash::of(b"")), ReservationOutcome::New);
            path
        };
        assert_eq!(["b", "B", "b", "c"].map(&mut make), ["a/b.md", "a/B-1.md", "a/b-2.md", "a/c.md"]);
        assert_eq!(claims.free("A", str::to_owned), "A-1");
        assert_eq!(claims.free("a/b.md", |name| format!("{name}/x")), "a/b.md-1/x");
    }
}
