//! Paths of files: absolute from the content's root, or relative to a folder.

use std::fmt::Write as _;

/// Resolves a relative path in a folder. A leading slash means the root.
pub fn join(folder: &str, relative: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let start = if relative.starts_with('/') { "" } else { folder };
    for segment in start.split('/').chain(relative.split('/')) {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            name => segments.push(name),
        }
    }
    segments.join("/")
}

/// Returns the path relative to a folder.
pub fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| "..");
    up.chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Returns the folder of a file; empty for the root.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Percent-encodes a path so that it can be a target anywhere in a text.
pub fn encoded(path: &str) -> String {
    let mut target = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_control() || " ()<>\"'\\&`*[]|{}%#?".contains(c) {
            // Writing to a `String` does not fail.
            let _ = write!(target, "%{:02X}", u32::from(c));
        } else {
            target.push(c);
        }
    }
    target
}

/// Splits a target into its path and its query and anchor, with their marks.
pub fn split_suffix(target: &str) -> (&str, &str) {
    target.split_at(target.find(['?', '#']).unwrap_or(target.len()))
}

/// Parses the identifier in an address of one kind, such as `/pages/<id>`.
pub fn named<I: std::str::FromStr>(prefix: &str, address: &str) -> Option<I> {
    address.strip_prefix(prefix)?.parse().ok()
}

/// Returns true if a target begins with a URI scheme of at least two characters.
pub fn has_scheme(target: &str) -> bool {
    let scheme = target.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))).next();
    let length = scheme.map_or(0, str::len);
    length > 1 && target[length..].starts_with(':') && target.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_start_at_the_folder_of_the_page() {
        assert_eq!(join("a/b", "../.gitbook/assets/x.png"), "a/.gitbook/assets/x.png");
        assert_eq!(join("", ".gitbook/assets/x.png"), ".gitbook/assets/x.png");
        assert_eq!(join("a", "/x.png"), "x.png");
        assert_eq!(join("", "../../x.png"), "x.png");
    }

    #[test]
    fn a_relative_path_leads_back() {
        for (folder, path) in [("", "x.md"), ("a/b", "a/c/x.md"), ("a", "a/x.md"), ("a/b/c", "x.md"), ("a", "b/x.md")] {
            assert_eq!(join(folder, &relative(folder, path)), path);
        }
    }
}
