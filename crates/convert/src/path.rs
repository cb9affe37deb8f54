//! Normalized paths: relative, `/` between parts, no `.`, no `..`, no empty part.

use std::borrow::Cow;

/// The longest path in bytes, which is also the limit of file systems.
pub(crate) const MOST_BYTES: usize = 4096;

/// Normalizes the name of an archive's entry as a path. The error is the reason why it must not be used.
pub(crate) fn from_archive(name: &str) -> Result<String, &'static str> {
    if name.len() > MOST_BYTES {
        return Err("is longer than 4096 bytes");
    }
    if name.contains(char::is_control) {
        return Err("holds a control character");
    }
    // Old archivers on Windows write `\` between the parts, so it is validated as a separator.
    let name = if name.contains('\\') { Cow::Owned(name.replace('\\', "/")) } else { Cow::Borrowed(name) };
    if name.starts_with('/') || has_drive(&name) {
        return Err("is absolute");
    }
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => return Err("leads upwards"),
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err("is empty");
    }
    Ok(parts.join("/"))
}

fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// Returns the reason why a file of a disk cannot be imported under a path, if there is one.
pub(crate) fn objection(path: &str) -> Option<&'static str> {
    if path.len() > MOST_BYTES {
        return Some("is longer than 4096 bytes");
    }
    if path.contains(char::is_control) {
        return Some("holds a control character");
    }
    path.contains('\\').then_some("holds a backslash")
}

/// Resolves `relative` from the folder `base` (empty for the root); a leading `/` starts from the root. `None` if it
/// leads out of the root.
pub(crate) fn join(base: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    if !relative.starts_with('/') {
        parts.extend(base.split('/').filter(|part| !part.is_empty()));
    }
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the folder that contains `path`; empty for the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last part of a path.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the last part of a path without its extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = name(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Returns true if the extension is one of Markdown.
pub fn is_markdown(path: &str) -> bool {
    name(path)
        .rsplit_once('.')
        .is_some_and(|(_, extension)| ["md", "markdown"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns true for the name of a file or folder that is no content: it begins with a dot, and not as those of the format.
pub(crate) fn is_private(name: &str) -> bool {
    name.starts_with('.') && !name.starts_with(".gitbook")
}

/// Returns true if a part of the path starts with a dot.
pub(crate) fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_names() {
        assert_eq!(from_archive("a/./b//c.md").as_deref(), Ok("a/b/c.md"));
        assert_eq!(from_archive("a\\b.md").as_deref(), Ok("a/b.md"));
        for bad in ["../a", "a/../b", "..\\a", "/a", "\\a", "C:\\a", "c:a", "a\0b", "", "./"] {
            assert!(from_archive(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn joining_stays_inside() {
        assert_eq!(join("a/b", "../c.md").as_deref(), Some("a/c.md"));
        assert_eq!(join("a", "/c.md").as_deref(), Some("c.md"));
        assert_eq!(join("a", "../../c.md"), None);
        assert_eq!(join("", "./").as_deref(), Some(""));
    }
}
