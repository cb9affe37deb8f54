//! Pages without content of authors: page not found, search results, sign-in required.

use maud::{Markup, html};

use super::{Columns, Frame, head, shell};
use crate::page::Meta;
use crate::words::{Words, fill};

/// A page that another one links to.
#[derive(Debug, Clone, Default)]
pub struct LinkedPage {
    /// The title, as plain text.
    pub title: String,
    /// The address of the page.
    pub href: String,
    /// The titles of its ancestors, from the root.
    pub breadcrumbs: Vec<String>,
}

/// A page that matches a search.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The page that matches.
    pub place: LinkedPage,
    /// The matching sections of the page: title, address, snippet.
    pub sections: Vec<(String, String, Vec<Snippet>)>,
}

/// A piece of a snippet.
#[derive(Debug, Clone, Default)]
pub struct Snippet {
    /// The text of the piece.
    pub text: String,
    /// True if the piece matches the query.
    pub marked: bool,
}

/// Returns the page for addresses that do not exist, with suggestions that the caller has chosen for this visitor.
pub fn not_found(frame: &Frame<'_>, suggestions: &[LinkedPage]) -> String {
    let words = frame.words;
    let main = html! {
        article.plain {
            h1 { (words.not_found_title) }
            p { (words.not_found_text) }
            @if !suggestions.is_empty() {
                h2 { (words.not_found_maybe) }
                ul.places { @for it in suggestions { li { (draw_place(it)) } } }
            }
            p { a href=(frame.site.home) { (words.home) } }
        }
    };
    plain(frame, words.not_found_title, &main)
}

/// An answer to a search: some of the pages that match, best first.
#[derive(Debug, Clone, Default)]
pub struct Results<'a> {
    /// The query, as the visitor wrote it.
    pub query: &'a str,
    /// True if these are the best pages, false if others came before.
    pub first: bool,
    /// The pages.
    pub found: Vec<Found>,
    /// The address of further pages, if there are some.
    pub more: Option<String>,
}

/// Returns the page of search results, for visitors without scripts and for links to a search.
pub fn search_page(frame: &Frame<'_>, results: &Results<'_>) -> String {
    let words = frame.words;
    let main = html! {
        article.plain.results {
            h1 { (words.search_results) }
            (again(frame, results.query))
            @if let Some(text) = count(results, words) { p role="status" { (text) } }
            @if !results.found.is_empty() { ol { @for it in &results.found { li { (draw_found(it)) } } } }
            @if let Some(href) = &results.more { p { a.button href=(href) rel="next nofollow" { (words.search_more) } } }
        }
    };
    plain(frame, words.search_results, &main)
}

/// Returns how many pages match, as far as that is known: an answer with others before or after it says nothing of all.
fn count(results: &Results<'_>, words: &Words) -> Option<String> {
    let number = results.found.len().to_string();
    match (results.first, &results.more) {
        _ if results.query.trim().is_empty() => None,
        _ if results.found.is_empty() => Some(fill(words.search_nothing, results.query)),
        (true, None) => Some(fill(words.search_found, &number)),
        (true, Some(_)) => Some(fill(words.search_part, &number)),
        (false, _) => None,
    }
}

/// Returns the page for visitors who must authenticate, with the sign-in address if there is one.
pub fn sign_in_needed(frame: &Frame<'_>, location: Option<&str>) -> String {
    let words = frame.words;
    let main = html! {
        article.plain {
            h1 { (words.sign_in_title) }
            p { (words.sign_in_text) }
            @if let Some(location) = location { p { a.button.primary href=(location) { (words.sign_in) } } }
        }
    };
    plain(frame, words.sign_in_title, &main)
}

fn again(frame: &Frame<'_>, query: &str) -> Markup {
    let Frame { site, words, .. } = frame;
    html! {
        @if let Some(address) = &site.search {
            form.again action=(address) {
                input type="search" name="q" value=(query) aria-label=(words.search_for) maxlength="200";
                button.button.primary type="submit" { (words.search) }
            }
        }
    }
}

fn draw_place(place: &LinkedPage) -> Markup {
    html! {
        a href=(place.href) { (place.title) }
        @if !place.breadcrumbs.is_empty() { span.above { (place.breadcrumbs.join(" / ")) } }
    }
}

fn draw_found(found: &Found) -> Markup {
    html! {
        h2 { (draw_place(&found.place)) }
        @for (title, href, text) in &found.sections {
            div.section {
                @if !title.is_empty() { a href=(href) { (title) } }
                p { @for it in text { @if it.marked { mark { (it.text) } } @else { (it.text) } } }
            }
        }
    }
}

/// Returns a page without content of authors.
pub(super) fn plain(frame: &Frame<'_>, title: &str, main: &Markup) -> String {
    let described = head::Described { title, description: None, meta: Meta::default(), is_home: false };
    shell(frame, &described, &Columns::default(), main)
}
