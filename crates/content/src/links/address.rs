//! Addresses of content on servers of this kind: of the API, and of the application that its clients know.
//!
//! Only the text is parsed. Whether an address is on this server, and whether its target exists, is decided
//! elsewhere.

use crate::document::anchors::is_anchor;

/// The address of the application that existing content refers to.
const APPLICATION: &str = "https://app.gitbook.com/";

/// A parsed address of content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The part before `/v1/`; `None` for addresses of the application.
    pub base: Option<String>,
    /// The target of the address.
    pub place: AddressTarget,
    /// The anchor within the target.
    pub anchor: Option<String>,
}

/// The target of an address. Identifiers are texts as they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressTarget {
    /// A space as a whole.
    Space(String),
    /// A page of a space.
    Page(String, String),
    /// A page of a space, by its path in the page tree.
    Path(String, String),
    /// A file of a space.
    File(String, String),
    /// A reusable content of a space.
    Reusable(String, String),
    /// A collection of spaces.
    Collection(String),
    /// A user by identifier.
    User(String),
    /// A target that is not content.
    Other,
}

impl Address {
    /// Parses an address; `None` if it is not of a server of this kind.
    pub fn parse(url: &str) -> Option<Self> {
        let (whole, anchor) = url.split_once('#').map_or((url, None), |(whole, anchor)| (whole, Some(anchor)));
        let anchor = anchor.filter(|anchor| is_anchor(anchor)).map(str::to_owned);
        let path = whole.split('?').next().unwrap_or(whole);
        if let Some(path) = path.strip_prefix(APPLICATION) {
            return Some(Self { base: None, place: application(path), anchor });
        }
        let at = path.find("/v1/").filter(|at| path[..*at].contains("://"))?;
        let base = Some(path[..at].to_owned());
        Some(Self { base, place: api(&path[at + "/v1/".len()..]), anchor })
    }

    /// Returns the identifier of the space, if the target is in one.
    pub fn space(&self) -> Option<&str> {
        match &self.place {
            AddressTarget::Space(space)
            | AddressTarget::Page(space, _)
            | AddressTarget::Path(space, _)
            | AddressTarget::File(space, _)
            | AddressTarget::Reusable(space, _) => Some(space),
            AddressTarget::Collection(_) | AddressTarget::User(_) | AddressTarget::Other => None,
        }
    }

    /// Returns the identifier of the target within its space.
    pub(super) fn id(&self) -> Option<String> {
        match &self.place {
            AddressTarget::Page(_, id) | AddressTarget::File(_, id) | AddressTarget::Reusable(_, id) => {
                Some(id.clone())
            }
            _ => None,
        }
    }
}

/// Parses the path after `/v1/`.
fn api(path: &str) -> AddressTarget {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (space, rest) = match parts.as_slice() {
        ["spaces", space, rest @ ..] => (space, rest),
        ["collections", collection] => return AddressTarget::Collection((*collection).to_owned()),
        ["users", user] => return AddressTarget::User((*user).to_owned()),
        _ => return AddressTarget::Other,
    };
    let within = match rest {
        [] | ["content"] => return AddressTarget::Space((*space).to_owned()),
        ["content", within @ ..] | ["revisions", _, within @ ..] | ["change-requests", _, "content", within @ ..] => {
            within
        }
        _ => return AddressTarget::Other,
    };
    let name = |id: &&str| ((*space).to_owned(), (*id).to_owned());
    match within {
        ["page", id] | ["page", id, "document"] => {
            let (space, id) = name(id);
            AddressTarget::Page(space, id)
        }
        ["files", id] => {
            let (space, id) = name(id);
            AddressTarget::File(space, id)
        }
        ["reusable-contents", id] => {
            let (space, id) = name(id);
            AddressTarget::Reusable(space, id)
        }
        ["path", path @ ..] if !path.is_empty() => AddressTarget::Path((*space).to_owned(), path.join("/")),
        _ => AddressTarget::Other,
    }
}

/// Parses the path after the application's host.
fn application(path: &str) -> AddressTarget {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (space, rest) = match parts.as_slice() {
        ["s", space, rest @ ..] | ["o", _, "s", space, rest @ ..] => ((*space).to_owned(), rest),
        _ => return AddressTarget::Other,
    };
    match rest {
        [] => AddressTarget::Space(space),
        ["~", "reusable", content] => AddressTarget::Reusable(space, (*content).to_owned()),
        ["pages", page] => AddressTarget::Page(space, (*page).to_owned()),
        ["files", file] => AddressTarget::File(space, (*file).to_owned()),
        [first, ..] if first.starts_with('~') => AddressTarget::Other,
        path => AddressTarget::Path(space, path.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let text = str::to_owned;
        let two = |make: fn(String, String) -> AddressTarget, id: &str| make(text("S"), text(id));
        for (url, place) in [
            ("https://x.test/v1/spaces/S", AddressTarget::Space(text("S"))),
            ("https://x.test/q/v1/spaces/S/content/page/P?format=markdown#a", two(AddressTarget::Page, "P")),
            ("https://x.test/v1/spaces/S/revisions/R/page/P", two(AddressTarget::Page, "P")),
            ("https://x.test/v1/spaces/S/change-requests/7/content/files/F", two(AddressTarget::File, "F")),
            ("https://x.test/v1/spaces/S/content/path/a/b", two(AddressTarget::Path, "a/b")),
            ("https://x.test/v1/spaces/S/comments", AddressTarget::Other),
            ("https://x.test/v1/collections/C", AddressTarget::Collection(text("C"))),
            ("https://app.gitbook.com/s/S/", AddressTarget::Space(text("S"))),
            ("https://app.gitbook.com/o/O/s/S/a/b", two(AddressTarget::Path, "a/b")),
            ("https://app.gitbook.com/s/S/~/reusable/R/", two(AddressTarget::Reusable, "R")),
            ("https://app.gitbook.com/s/S/~/settings", AddressTarget::Other),
            ("https://app.gitbook.com/account", AddressTarget::Other),
        ] {
            assert_eq!(Address::parse(url).map(|it| it.place), Some(place), "{url}");
        }
        for url in ["https://x.test/", "/v1/spaces/S", "mailto:a@b.c", "https://gitbook.com/s/S"] {
            assert_eq!(Address::parse(url), None, "{url}");
        }
        assert_eq!(Address::parse("https://app.gitbook.com/s/S/p#b").and_then(|it| it.anchor), Some(text("b")));
    }
}
