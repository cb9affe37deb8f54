//! Directories in Git repositories on the web: where the source of a space is read and edited by people.
//!
//! Two families of hosts are known by the shape of their addresses: that of GitHub, `HOST/OWNER/REPOSITORY/tree/BRANCH/…`,
//! and that of GitLab, `HOST/GROUP/…/REPOSITORY/-/tree/BRANCH/…`. Nothing here talks to a host, and no value has
//! credentials.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::addresses::WebAddress;
use crate::time::Timestamp;

/// The characters that stand for themselves in a segment of a path (RFC 3986, section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The family of a host of repositories (gaps.md, `gitSync.installationProvider`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RepositoryProvider {
    /// Hosts with addresses as those of GitHub.
    Github,
    /// Hosts with addresses as those of GitLab.
    Gitlab,
}

/// A directory on a branch of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RepositoryDirectory {
    /// The scheme and the host, such as `https://github.com`.
    origin: String,
    provider: RepositoryProvider,
    /// The path of the repository, such as `owner/repository`.
    name: String,
    branch: String,
    /// The path of the directory, without slashes around it; empty for the whole repository.
    directory: String,
}

/// The repository of a space, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GitSync {
    /// The directory that has the content of the space.
    pub url: RepositoryDirectory,
    /// The time at which the directory was set.
    pub updated_at: Timestamp,
}

impl GitSync {
    /// Returns the form in which it is stored.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Reads the stored form; `None` if it is damaged.
    pub fn from_stored(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }
}

/// An error for an address that is not one of a directory in a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be the address of a directory in a repository, without user name or password, such as \
     https://github.com/owner/repository/tree/main/docs or https://gitlab.com/group/repository/-/tree/main"
)]
pub struct InvalidRepositoryDirectory;

impl RepositoryDirectory {
    /// Returns a directory of a repository that is cloned from `remote`, an address of `git` in any spelling; `None`
    /// unless its host is named after GitHub or GitLab. User names, passwords and the ports of SSH are left out.
    pub fn cloned_from(remote: &str, branch: &str, directory: &str) -> Option<Self> {
        let (scheme, authority, path) = match remote.split_once("://") {
            Some((scheme, rest)) => {
                let (authority, path) = rest.split_once('/')?;
                (scheme, authority, path)
            }
            None => {
                let (authority, path) = remote.split_once(':')?;
                ("ssh", authority, path)
            }
        };
        let host = authority.rsplit('@').next()?.to_ascii_lowercase();
        let (scheme, host) = match scheme {
            "https" | "http" => (scheme, host.as_str()),
            "ssh" | "git" | "git+ssh" | "ssh+git" => ("https", host.split(':').next()?),
            _ => return None,
        };
        // Hosts that serve SSH at the port of HTTPS have a name of their own for it.
        let host = host.strip_prefix("altssh.").or(host.strip_prefix("ssh.")).unwrap_or(host);
        let provider = provider_named(host)?;
        let name = path.trim_matches('/');
        let name = name.strip_suffix(".git").unwrap_or(name);
        let directory = directory.trim_matches('/').to_owned();
        let origin = format!("{scheme}://{host}");
        let found = Self { origin, provider, name: name.to_owned(), branch: branch.to_owned(), directory };
        // What the address says is what is kept, so that both ways to a directory agree.
        Self::try_from(String::from(found.clone())).ok().filter(|read| *read == found)
    }

    /// Returns the family of the host.
    pub fn provider(&self) -> RepositoryProvider {
        self.provider
    }

    /// Returns the path of the repository on its host, such as `owner/repository`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if both are directories of the same repository.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.origin == other.origin && self.name.eq_ignore_ascii_case(&other.name)
    }

    /// Returns the address at which people edit a file, whose path is relative to the directory.
    pub fn edit_address(&self, file: &str) -> String {
        self.address("edit", &encoded(&self.branch), [self.directory.as_str(), file])
    }

    fn address(&self, verb: &str, branch: &str, below: [&str; 2]) -> String {
        let Self { origin, name, .. } = self;
        let between = match self.provider {
            RepositoryProvider::Github => "",
            RepositoryProvider::Gitlab => "/-",
        };
        let mut address = format!("{origin}/{}{between}/{verb}/{branch}", encoded(name));
        for path in below.into_iter().filter(|path| !path.is_empty()) {
            address.push('/');
            address.push_str(&encoded(path));
        }
        address
    }
}

impl fmt::Display for RepositoryDirectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The slashes of a branch are encoded, as what follows the next one is the directory.
        let branch = utf8_percent_encode(&self.branch, ENCODED).to_string();
        f.write_str(&self.address("tree", &branch, [&self.directory, ""]))
    }
}

impl From<RepositoryDirectory> for String {
    fn from(directory: RepositoryDirectory) -> Self {
        directory.to_string()
    }
}

impl TryFrom<String> for RepositoryDirectory {
    type Error = InvalidRepositoryDirectory;

    fn try_from(address: String) -> Result<Self, InvalidRepositoryDirectory> {
        let address = WebAddress::try_from(address).map_err(|_| InvalidRepositoryDirectory)?;
        read(address.as_str()).ok_or(InvalidRepositoryDirectory)
    }
}

impl JsonSchema for RepositoryDirectory {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RepositoryDirectory".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WebAddress::json_schema(generator)
    }
}

/// Returns the family that a host is of, by a label of its name.
fn provider_named(host: &str) -> Option<RepositoryProvider> {
    let known = |label| match label {
        "github" => Some(RepositoryProvider::Github),
        "gitlab" => Some(RepositoryProvider::Gitlab),
        _ => None,
    };
    host.contains('.').then(|| host.split('.').find_map(known)).flatten()
}

fn read(address: &str) -> Option<RepositoryDirectory> {
    let (scheme, rest) = address.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    if host.contains('@') || path.contains(['?', '#']) {
        return None;
    }
    let segments: Option<Vec<String>> = path.trim_end_matches('/').split('/').map(segment).collect();
    let segments = segments?;
    let dash = segments.iter().position(|segment| segment == "-");
    let (provider, name, rest) = match dash {
        Some(at) if at >= 2 => (RepositoryProvider::Gitlab, &segments[..at], &segments[at + 1..]),
        None if segments.len() > 2 => (RepositoryProvider::Github, &segments[..2], &segments[2..]),
        _ => return None,
    };
    let [verb, branch, directory @ ..] = rest else { return None };
    let plain = name.iter().chain(directory).all(|segment| !segment.contains('/'));
    (verb == "tree" && plain).then(|| RepositoryDirectory {
        origin: format!("{scheme}://{}", host.to_ascii_lowercase()),
        provider,
        name: name.join("/"),
        branch: branch.clone(),
        directory: directory.join("/"),
    })
}

/// Returns a segment of a path without encoding, unless it would mean another place.
fn segment(written: &str) -> Option<String> {
    let text = percent_decode_str(written).decode_utf8().ok()?;
    let odd = text.contains(char::is_control) || text.split('/').any(|part| matches!(part, "" | "." | ".."));
    (!odd).then(|| text.into_owned())
}

/// Returns a path with its slashes, and all else encoded.
fn encoded(path: &str) -> String {
    let parts: Vec<_> = path.split('/').map(|part| utf8_percent_encode(part, ENCODED).to_string()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(address: &str) -> Option<RepositoryDirectory> {
        RepositoryDirectory::try_from(address.to_owned()).ok()
    }

    #[test]
    fn files_are_edited_at_the_address_of_their_host() {
        for (address, edit) in [
            ("https://github.com/o/r/tree/main/docs", "https://github.com/o/r/edit/main/docs/a/b%20c.md"),
            ("https://GitHub.com/o/r/tree/main/", "https://github.com/o/r/edit/main/a/b%20c.md"),
            ("https://git.example:8443/o/r/tree/v1.2", "https://git.example:8443/o/r/edit/v1.2/a/b%20c.md"),
            (
                "https://github.com/o/r/tree/feature%2Fx/a%20%26%20b",
                "https://github.com/o/r/edit/feature/x/a%20%26%20b/a/b%20c.md",
            ),
            (
                "https://gitlab.example/g/sub/r/-/tree/main/docs",
                "https://gitlab.example/g/sub/r/-/edit/main/docs/a/b%20c.md",
            ),
        ] {
            let read = directory(address).unwrap();
            assert_eq!(read.edit_address("a/b c.md"), edit);
            assert_eq!(directory(&read.to_string()), Some(read.clone()));
            let stored = GitSync { url: read, updated_at: Timestamp(7) };
            assert_eq!(GitSync::from_stored(&stored.to_stored()), Some(stored));
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for address in [
            "https://github.com/o/r",
            "https://github.com/o/r/tree",
            "https://github.com/o/r/blob/main/a.md",
            "https://github.com/o/tree/main",
            "https://user:secret@github.com/o/r/tree/main",
            "https://github.com/o/r/tree/main?tab=1",
            "https://github.com/o/r/tree/main#a",
            "https://github.com/o/r/tree/main/../..",
            "https://github.com/o/r/tree/main/%2e%2e",
            "https://github.com/o/r/tree/main/a%2Fb",
            "https://github.com/o/r/tree/main/a%0Ab",
            "https://gitlab.com/r/-/tree/main",
            "https://gitlab.com/g/r/-/tree",
            "git@github.com:o/r.git",
            "javascript:alert(1)",
            "",
        ] {
            assert_eq!(directory(address), None, "{address}");
        }
        assert!(directory(&format!("https://github.com/o/r/tree/main/{}", "x".repeat(2048))).is_none());
    }

    #[test]
    fn remotes_are_read_in_every_spelling_and_lose_their_credentials() {
        for remote in [
            "git@github.com:o/r.git",
            "github.com:o/r",
            "ssh://git@github.com/o/r.git",
            "ssh://git@ssh.github.com:443/o/r.git",
            "git+ssh://git@github.com/o/r",
            "git://github.com/o/r.git/",
            "https://github.com/o/r.git",
            "https://user:secret@github.com/o/r",
            "https://token@GitHub.com/o/r.git",
        ] {
            let read = RepositoryDirectory::cloned_from(remote, "main", "docs/").map(String::from);
            assert_eq!(read.as_deref(), Some("https://github.com/o/r/tree/main/docs"), "{remote}");
        }
        let read = |remote| RepositoryDirectory::cloned_from(remote, "a/b", "").map(String::from);
        let gitlab = Some("https://gitlab.example.org/g/s/r/-/tree/a%2Fb".to_owned());
        assert_eq!(read("ssh://git@gitlab.example.org:2222/g/s/r.git"), gitlab);
        for remote in [
            "/srv/git/r.git",
            "../r",
            "C:\\r",
            "file:///srv/r.git",
            "work:o/r.git",
            "git@gist.github.com:abcdef.git",
            "git@example.org:o/r.git",
            "git@notgithub.com:o/r.git",
            "https://github.com/o/r/../../x.git",
            "",
        ] {
            assert_eq!(read(remote), None, "{remote}");
        }
    }

    #[test]
    fn directories_of_one_repository_are_beside_each_other() {
        let beside = |a, b| directory(a).unwrap().is_beside(&directory(b).unwrap());
        assert!(beside("https://github.com/o/r/tree/main/docs", "https://github.com/O/R/tree/v2"));
        assert!(!beside("https://github.com/o/r/tree/main", "https://github.com/fork/r/tree/main"));
        assert!(!beside("https://github.com/o/r/tree/main", "https://git.example/o/r/tree/main"));
    }
}
