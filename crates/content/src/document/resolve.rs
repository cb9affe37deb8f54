//! Conversion of targets in Markdown to references and back.
//!
//! A target is the destination of a link or image: an address, a path from the page, `#anchor`. Paths are resolved
//! outside of this module, behind [`Resolve`]. An unknown path stays an address as it was
//! written (`broken-reference`, too), so that it is printed unchanged. A reference that has no path is written
//! as an address of the scheme `quire:`, so that nothing is lost.

use std::fmt::Write as _;

use super::model::ContentRef;
use crate::path::has_scheme;

/// Resolves the paths of a space relative to one page. Paths are as they were written, without `#anchor`.
///
/// A reference that a path is resolved to must have that or another path that is resolved to the same reference.
pub trait Resolve {
    /// Returns the identifier of the page at a path.
    fn page(&self, _path: &str) -> Option<String> {
        None
    }

    /// Returns the identifier of the file at a path.
    fn file(&self, _path: &str) -> Option<String> {
        None
    }

    /// Returns the identifier of the reusable content at a path.
    fn reusable(&self, _path: &str) -> Option<String> {
        None
    }

    /// Returns the path or address of a page, of another space if one is given.
    fn page_path(&self, _page: &str, _space: Option<&str>) -> Option<String> {
        None
    }

    /// Returns the path of a file.
    fn file_path(&self, _file: &str) -> Option<String> {
        None
    }

    /// Returns the path of reusable content.
    fn reusable_path(&self, _content: &str) -> Option<String> {
        None
    }
}

/// Resolves nothing: every path stays as it was written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unresolved;

impl Resolve for Unresolved {}

/// The prefix of a space's address in the hosted service's Markdown.
const HOSTED: &str = "https://app.gitbook.com/s/";

/// Converts a target, as it is written in a text, to a reference.
pub fn read(target: &str, resolve: &dyn Resolve) -> ContentRef {
    if let Some(anchor) = target.strip_prefix('#')
        && super::anchors::is_anchor(anchor)
    {
        return ContentRef::Anchor { anchor: anchor.to_owned(), page: None, space: None };
    }
    let known = if let Some(own) = target.strip_prefix("quire:") {
        read_own(own)
    } else if let Some(space) = target.strip_prefix(HOSTED) {
        let space = space.strip_suffix('/').unwrap_or(space);
        plain_id(space).then(|| ContentRef::Space { space: space.to_owned() })
    } else if has_scheme(target) || target.is_empty() {
        None
    } else {
        read_path(target, resolve)
    };
    known.unwrap_or_else(|| ContentRef::url(target))
}

fn read_path(target: &str, resolve: &dyn Resolve) -> Option<ContentRef> {
    match target.split_once('#') {
        Some((path, anchor)) if super::anchors::is_anchor(anchor) => {
            let page = resolve.page(path)?;
            Some(ContentRef::Anchor { anchor: anchor.to_owned(), page: Some(page), space: None })
        }
        Some(_) => None,
        None => {
            let page = resolve.page(target).map(|page| ContentRef::Page { page, space: None });
            page.or_else(|| resolve.file(target).map(|file| ContentRef::File { file }))
        }
    }
}

fn plain_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Converts a reference to a target.
pub(super) fn write(reference: &ContentRef, resolve: &dyn Resolve) -> String {
    match reference {
        ContentRef::Url { url } => url.clone(),
        ContentRef::File { file } => resolve.file_path(file).unwrap_or_else(|| own(&[("file", file)], "")),
        ContentRef::Page { page, space } => page_target(page, space.as_deref(), "", resolve),
        ContentRef::Anchor { anchor, page: None, space: None } => format!("#{anchor}"),
        ContentRef::Anchor { anchor, page: Some(page), space } => page_target(page, space.as_deref(), anchor, resolve),
        ContentRef::Anchor { anchor, page: None, space: Some(space) } => own(&[("space", space)], anchor),
        ContentRef::Space { space } if plain_id(space) => format!("{HOSTED}{space}/"),
        ContentRef::Space { space } => own(&[("space", space)], ""),
        ContentRef::User { user } => own(&[("user", user)], ""),
        ContentRef::Collection { collection } => own(&[("collection", collection)], ""),
        ContentRef::ReusableContent { reusable_content, space: None } => own(&[("reusable", reusable_content)], ""),
        ContentRef::ReusableContent { reusable_content, space: Some(space) } => {
            own(&[("space", space), ("reusable", reusable_content)], "")
        }
        ContentRef::Openapi { spec } => own(&[("openapi", spec)], ""),
    }
}

fn page_target(page: &str, space: Option<&str>, anchor: &str, resolve: &dyn Resolve) -> String {
    match (resolve.page_path(page, space), space) {
        (Some(path), _) if anchor.is_empty() => path,
        (Some(path), _) => format!("{path}#{anchor}"),
        (None, None) => own(&[("page", page)], anchor),
        (None, Some(space)) => own(&[("space", space), ("page", page)], anchor),
    }
}

/// Returns `quire:space/…/page/…#anchor`.
fn own(parts: &[(&str, &str)], anchor: &str) -> String {
    let mut target = String::from("quire:");
    for (n, (kind, id)) in parts.iter().enumerate() {
        let joint = if n == 0 { "" } else { "/" };
        target.push_str(joint);
        target.push_str(kind);
        target.push('/');
        encode(id, &mut target);
    }
    if !anchor.is_empty() {
        target.push('#');
        target.push_str(anchor);
    }
    target
}

fn encode(id: &str, out: &mut String) {
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            // Writing to a `String` does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn read_own(target: &str) -> Option<ContentRef> {
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let parts: Vec<&str> = path.split('/').collect();
    let (space, kind, id) = match parts.as_slice() {
        ["space", space, kind, id] => (Some(decode(space)?), *kind, decode(id)?),
        ["space", space] if anchor.is_some() => (Some(decode(space)?), "", String::new()),
        [kind, id] => (None, *kind, decode(id)?),
        _ => return None,
    };
    let reference = match (kind, space, anchor) {
        ("page", space, Some(anchor)) => ContentRef::Anchor { anchor: anchor.to_owned(), page: Some(id), space },
        ("", space, Some(anchor)) => ContentRef::Anchor { anchor: anchor.to_owned(), page: None, space },
        ("page", space, None) => ContentRef::Page { page: id, space },
        ("reusable", space, None) => ContentRef::ReusableContent { reusable_content: id, space },
        ("file", None, None) => ContentRef::File { file: id },
        ("space", None, None) => ContentRef::Space { space: id },
        ("user", None, None) => ContentRef::User { user: id },
        ("collection", None, None) => ContentRef::Collection { collection: id },
        ("openapi", None, None) => ContentRef::Openapi { spec: id },
        _ => return None,
    };
    // Only the canonical spelling is accepted.
    (write(&reference, &Unresolved).strip_prefix("quire:") == Some(target)).then_some(reference)
}
