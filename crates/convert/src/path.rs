//! Paths as this crate uses them: relative, `/` between parts, no `.`, no `..`, no empty part.

use std::borrow::Cow;

/// Longest path in bytes; file systems end there too.
pub(crate) const MOST_BYTES: usize = 4096;

/// An archive's entry name as a path, or why it must not be used.
pub(crate) fn from_archive(name: &str) -> Result<String, &'static str> {
    if name.len() > MOST_BYTES {
        return Err("is longer than 4096 bytes");
    }
    if name.contains(char::is_control) {
        return Err("holds a control character");
    }
    // Old archivers of Windows write `\` between the parts, so it is judged as the separator that it would be there.
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

/// Why a file of a disk cannot be taken under this path, where it cannot.
pub(crate) fn objection(path: &str) -> Option<&'static str> {
    if path.len() > MOST_BYTES {
        return Some("is longer than 4096 bytes");
    }
    if path.contains(char::is_control) {
        return Some("holds a control character");
    }
    path.contains('\\').then_some("holds a backslash")
}

/// `relative` as seen from the folder `base` (empty for the root); a leading `/` starts from the root. `None` where
/// it leads out of the root.
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

/// The folder that holds `path`; empty for the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The last part without its extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = name(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Whether the name says Markdown.
pub(crate) fn is_markdown(path: &str) -> bool {
    name(path)
        .rsplit_once('.')
        .is_some_and(|(_, extension)| ["md", "markdown"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Whether a part of the path starts with a dot.
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
