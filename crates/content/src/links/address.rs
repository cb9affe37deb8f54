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
    pub place: Place,
    /// The anchor within the target.
    pub anchor: Option<String>,
}

/// The target of an address. Identifiers are texts as they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
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
            Place::Space(space)
            | Place::Page(space, _)
            | Place::Path(space, _)
            | Place::File(space, _)
            | Place::Reusable(space, _) => Some(space),
            Place::Collection(_) | Place::User(_) | Place::Other => None,
        }
    }

    /// Returns the identifier of the target within its space.
    pub(super) fn id(&self) -> Option<String> {
        match &self.place {
            Place::Page(_, id) | Place::File(_, id) | Place::Reusable(_, id) => Some(id.clone()),
            _ => None,
        }
    }
}

/// Parses the path after `/v1/`.
fn api(path: &str) -> Place {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (space, rest) = match parts.as_slice() {
        ["spaces", space, rest @ ..] => (space, rest),
        ["collections", collection] => return Place::Collection((*collection).to_owned()),
        ["users", user] => return Place::User((*user).to_owned()),
        _ => return Place::Other,
    };
    let within = match rest {
        [] | ["content"] => return Place::Space((*space).to_owned()),
        ["content", within @ ..] | ["revisions", _, within @ ..] | ["change-requests", _, "content", within @ ..] => {
            within
        }
        _ => return Place::Other,
    };
    let name = |id: &&str| ((*space).to_owned(), (*id).to_owned());
    match within {
        ["page", id] | ["page", id, "document"] => {
            let (space, id) = name(id);
            Place::Page(space, id)
        }
        ["files", id] => {
            let (space, id) = name(id);
            Place::File(space, id)
        }
        ["reusable-contents", id] => {
            let (space, id) = name(id);
            Place::Reusable(space, id)
        }
        ["path", path @ ..] if !path.is_empty() => Place::Path((*space).to_owned(), path.join("/")),
        _ => Place::Other,
    }
}

/// Parses the path after the application's host.
fn application(path: &str) -> Place {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (space, rest) = match parts.as_slice() {
        ["s", space, rest @ ..] | ["o", _, "s", space, rest @ ..] => ((*space).to_owned(), rest),
        _ => return Place::Other,
    };
    match rest {
        [] => Place::Space(space),
        ["~", "reusable", content] => Place::Reusable(space, (*content).to_owned()),
        ["pages", page] => Place::Page(space, (*page).to_owned()),
        ["files", file] => Place::File(space, (*file).to_owned()),
        [first, ..] if first.starts_with('~') => Place::Other,
        path => Place::Path(space, path.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let text = str::to_owned;
        let two = |make: fn(String, String) -> Place, id: &str| make(text("S"), text(id));
        for (url, place) in [
            ("https://x.test/v1/spaces/S", Place::Space(text("S"))),
            ("https://x.test/q/v1/spaces/S/content/page/P?format=markdown#a", two(Place::Page, "P")),
            ("https://x.test/v1/spaces/S/revisions/R/page/P", two(Place::Page, "P")),
            ("https://x.test/v1/spaces/S/change-requests/7/content/files/F", two(Place::File, "F")),
            ("https://x.test/v1/spaces/S/content/path/a/b", two(Place::Path, "a/b")),
            ("https://x.test/v1/spaces/S/comments", Place::Other),
            ("https://x.test/v1/collections/C", Place::Collection(text("C"))),
            ("https://app.gitbook.com/s/S/", Place::Space(text("S"))),
            ("https://app.gitbook.com/o/O/s/S/a/b", two(Place::Path, "a/b")),
            ("https://app.gitbook.com/s/S/~/reusable/R/", two(Place::Reusable, "R")),
            ("https://app.gitbook.com/s/S/~/settings", Place::Other),
            ("https://app.gitbook.com/account", Place::Other),
        ] {
            assert_eq!(Address::parse(url).map(|it| it.place), Some(place), "{url}");
        }
        for url in ["https://x.test/", "/v1/spaces/S", "mailto:a@b.c", "https://gitbook.com/s/S"] {
            assert_eq!(Address::parse(url), None, "{url}");
        }
        assert_eq!(Address::parse("https://app.gitbook.com/s/S/p#b").and_then(|it| it.anchor), Some(text("b")));
    }
}
