//! The representation of search results.

use quire_app::content::View;
use quire_app::published::encoded;
use quire_app::search::{PageFound, SpaceFound};
use quire_content::id::PageId;
use quire_search::{FoundSection, Marked};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::context::Context;

/// A space with pages that match a search.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchSpaceResult {
    id: String,
    title: String,
    /// The best matching pages of the space, best first; all matching pages if only this space was searched.
    pages: Vec<SearchPageResult>,
}

/// A page that matches a search.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchPageResult {
    id: String,
    title: String,
    path: String,
    /// The best matching sections of the page, best first.
    sections: Vec<SearchSectionResult>,
    urls: Urls,
}

/// A section of a page: a heading and the content below it, or the content before the first heading.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchSectionResult {
    /// The anchor of the heading; for the content before the first heading, the identifier of the page.
    id: String,
    /// The text of the heading; for the content before the first heading, the title of the page.
    title: String,
    /// The path of the page, followed by `#` and the anchor of the heading if there is one.
    path: String,
    /// An excerpt of the section with the most matches, as plain text.
    body: String,
    highlights: Highlights,
    urls: Urls,
}

/// The title and the excerpt split into pieces that match and pieces that do not. Joined, the pieces are the text.
#[derive(Debug, Serialize, JsonSchema)]
struct Highlights {
    #[serde(serialize_with = "in_pieces")]
    #[schemars(with = "Vec<Piece<'_>>")]
    title: Marked,
    #[serde(serialize_with = "in_pieces")]
    #[schemars(with = "Vec<Piece<'_>>")]
    body: Marked,
}

/// A piece of a text.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Piece<'a> {
    text: &'a str,
    /// True if the piece matches the search.
    r#match: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchResultUrls")]
struct Urls {
    /// The address to show to users: in the writers' app, or on the published site if the caller can read the space only there.
    app: String,
}

impl SearchSpaceResult {
    pub(crate) fn of(found: SpaceFound, context: &Context) -> Self {
        let SpaceFound { view, pages, address } = found;
        let page = |page: PageFound| match &address {
            Some(address) => {
                SearchPageResult::at(format!("{}/{}", address.trim_end_matches('/'), encoded(&page.path)), page)
            }
            None => SearchPageResult::of(page, &view, context),
        };
        let pages = pages.into_iter().map(page).collect();
        Self { id: view.space.id.to_string(), title: view.space.title.clone(), pages }
    }
}

impl SearchPageResult {
    pub(crate) fn of(found: PageFound, view: &View, context: &Context) -> Self {
        let path = format_args!("/spaces/{}/page/{}", view.space.id, found.id);
        Self::at(context.app_url(path), found)
    }

    /// Returns the representation of a page with this address for users.
    fn at(app: String, PageFound { id, title, path, sections }: PageFound) -> Self {
        let page = (id, &*title, &*path);
        let sections = sections.into_iter().map(|section| SearchSectionResult::of(section, page, &app)).collect();
        Self { id: id.to_string(), sections, urls: Urls { app }, title, path }
    }
}

impl SearchSectionResult {
    fn of(found: FoundSection, (page, title, path): (PageId, &str, &str), url: &str) -> Self {
        let FoundSection { anchor, heading, snippet, .. } = found;
        let under = |address: &str| match &anchor {
            Some(anchor) => format!("{address}#{anchor}"),
            None => address.to_owned(),
        };
        // Before the first heading the page's own title stands there, as it is now: the index may not know it yet.
        let title = match &anchor {
            Some(_) => heading,
            None => Marked { text: title.to_owned(), marks: Vec::new() },
        };
        Self {
            path: under(path),
            urls: Urls { app: under(url) },
            title: title.text.clone(),
            body: snippet.text.clone(),
            id: anchor.clone().unwrap_or_else(|| page.to_string()),
            highlights: Highlights { title, body: snippet },
        }
    }
}

fn in_pieces<S: Serializer>(marked: &Marked, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pieces(marked))
}

fn pieces(marked: &Marked) -> Vec<Piece<'_>> {
    let mut pieces = Vec::with_capacity(marked.marks.len() * 2 + 1);
    let mut cut = |from: usize, to: usize, is_match: bool| {
        if let Some(text) = marked.text.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push(Piece { text, r#match: is_match });
        }
    };
    let mut end = 0;
    for mark in &marked.marks {
        cut(end, mark.start, false);
        cut(mark.start, mark.end, true);
        end = mark.end;
    }
    cut(end, marked.text.len(), false);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text() {
        let shown = |marks: &[std::ops::Range<usize>]| {
            let marked = Marked { text: "über alles".to_owned(), marks: marks.to_vec() };
            pieces(&marked)
                .into_iter()
                .map(|it| if it.r#match { format!("[{}]", it.text) } else { it.text.to_owned() })
                .collect::<String>()
        };
        assert_eq!(shown(&[]), "über alles");
        assert_eq!(shown(&[0..5, 6..11]), "[über] [alles]");
        assert_eq!(shown(std::slice::from_ref(&(6..9))), "über [all]es");
    }
}
