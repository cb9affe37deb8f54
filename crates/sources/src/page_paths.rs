//! The paths of Markdown files, which follow from the addresses of pages alone, and relative paths between them.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use url::Url;

/// The most bytes of a segment of a path.
const MOST_BYTES: usize = 100;

/// The extensions of pages, which are taken off.
const EXTENSIONS: [&str; 8] = ["html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "md"];

/// TakenPaths that are taken: no page has them.
#[derive(Debug)]
pub(crate) struct TakenPaths(HashSet<String>);

impl TakenPaths {
    /// Returns the names that have a meaning of their own.
    pub(crate) fn new() -> Self {
        Self(HashSet::from(["summary.md".to_owned()]))
    }

    /// Returns a path, or another one like it if it is taken; file systems may not tell capitals from small letters.
    pub(crate) fn take(&mut self, path: String, of: &str) -> String {
        if self.0.insert(path.to_lowercase()) {
            return path;
        }
        let hash = blake3::hash(of.as_bytes()).to_hex();
        let (stem, extension) = path.rsplit_once('.').unwrap_or((&path, ""));
        let other = format!("{stem}-{}.{extension}", &hash[..8]);
        self.0.insert(other.to_lowercase());
        other
    }
}

/// Returns the path of the file of a page in the folder `prefix` of its server.
pub(crate) fn path_of(address: &Url, prefix: &str) -> String {
    let rest = address.path().strip_prefix(prefix).unwrap_or_default();
    let (folders, name) = rest.rsplit_once('/').unwrap_or(("", rest));
    let mut path = String::new();
    for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
        path.push_str(&segment(&percent_decode_str(folder).decode_utf8_lossy()));
        path.push('/');
    }
    let name = percent_decode_str(name).decode_utf8_lossy();
    let stem = match name.rsplit_once('.') {
        Some((stem, extension)) if EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()) => stem,
        _ => &name,
    };
    let query = address.query().map(|query| format!("-{}", &blake3::hash(query.as_bytes()).to_hex()[..8]));
    match (stem, query) {
        ("" | "index", None) => path.push_str("README"),
        (stem, query) => {
            path.push_str(&segment(stem));
            path.push_str(&query.unwrap_or_default());
        }
    }
    path.push_str(".md");
    path
}

/// Returns a text as a segment of a path: letters, digits and a few signs, never hidden and never empty.
pub(crate) fn segment(text: &str) -> String {
    let mut segment = String::with_capacity(text.len());
    for c in text.chars() {
        let kept = c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~' | '+');
        match kept {
            true if segment.len() + c.len_utf8() <= MOST_BYTES => segment.push(c),
            false if !segment.ends_with('-') => segment.push('-'),
            _ => {}
        }
    }
    let segment = segment.trim_matches(['-', '.']);
    if segment.is_empty() { "page".to_owned() } else { segment.to_owned() }
}

/// Returns the path from one file to another.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = &from[..from.len() - 1];
    let common = folders.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let mut path = "../".repeat(folders.len() - common);
    path.push_str(&to[common..].join("/"));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_follow_from_addresses() {
        for (address, expected) in [
            ("https://example.org/docs/", "README.md"),
            ("https://example.org/docs/index.html", "README.md"),
            ("https://example.org/docs/a/b.html", "a/b.md"),
            ("https://example.org/docs/a/", "a/README.md"),
            ("https://example.org/docs/a%20b/c%3Fd", "a-b/c-d.md"),
            ("https://example.org/docs/std::vec.Vec.html", "std-vec.Vec.md"),
            ("https://example.org/docs/.hidden/%2e%2e", "README.md"),
            ("https://example.org/docs/.hidden/b", "hidden/b.md"),
        ] {
            assert_eq!(path_of(&Url::parse(address).unwrap(), "/docs/"), expected, "{address}");
        }
        let mut names = TakenPaths::new();
        assert_eq!(names.take("a.md".to_owned(), "x"), "a.md");
        assert!(names.take("A.md".to_owned(), "x").starts_with("A-"));
        assert_ne!(names.take("SUMMARY.md".to_owned(), "x"), "SUMMARY.md");
    }

    #[test]
    fn paths_lead_from_one_file_to_another() {
        assert_eq!(relative("a/b.md", "a/c.md"), "c.md");
        assert_eq!(relative("a/b.md", "c.md"), "../c.md");
        assert_eq!(relative("README.md", "a/b/c.md"), "a/b/c.md");
        assert_eq!(relative("a/b/c.md", "a/README.md"), "../README.md");
    }
}
