//! Print documents: several pages as one document with a cover, a table of contents, and each page on
//! a sheet of its own.
//!
//! The site's navigation is left out, and nothing is folded, so that a browser prints everything. The document is
//! complete without scripts: a script only adds the button to print. Bodies come drawn, as
//! [parts](crate::drawn::Options::part), and link to each other by the identifiers of their sheets.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use quire_model::language::Language;

use super::{glyphs, sign, tag};
use crate::assets;
use crate::safe;
use crate::site::{NavLink, Site};
use crate::words::{Direction, Words, fill};

/// One or several pages of a site as a document for print.
#[derive(Debug)]
pub struct Print<'a> {
    /// The site of the pages.
    pub site: &'a Site,
    /// The texts of the interface.
    pub words: &'a Words,
    /// The language of the content.
    pub language: Language,
    /// The names of the printed part of the site, from the outermost inwards; empty for a site as a whole.
    pub names: &'a [String],
    /// The address that a link on screen leads back to.
    pub back: &'a str,
    /// The address of the pages online, shown on the cover.
    pub address: &'a str,
    /// The links to alternative selections of pages, each with true if it is the current one.
    pub choices: &'a [(NavLink, bool)],
    /// The time of the last change of any page, in milliseconds since 1970.
    pub updated_at: Option<i64>,
    /// The entries of the table of contents.
    pub entries: &'a [Heading],
    /// The pages of the document.
    pub sheets: &'a [Sheet],
    /// The continuation in another document, if not all pages fit.
    pub more: Option<More>,
}

/// An entry of the table of contents.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    /// The title, as plain text.
    pub title: String,
    /// The identifier of the sheet; a group of pages has none.
    pub id: Option<String>,
    /// The level of the entry, 0 at the top.
    pub depth: usize,
}

/// A page of a print document.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// The identifier that links within the document refer to.
    pub id: String,
    /// The title, as plain text.
    pub title: String,
    /// The emoji before its title, as text.
    pub emoji: Option<String>,
    /// The name of the icon before its title.
    pub icon: Option<String>,
    /// The description of the page.
    pub description: Option<String>,
    /// The titles of its ancestors, from the root.
    pub above: Vec<String>,
    /// The drawn body, as HTML.
    pub html: String,
}

/// The pages that exceed the bounds of one print document.
#[derive(Debug, Clone, Default)]
pub struct More {
    /// The title of the first of them.
    pub title: String,
    /// The address of the document that begins with that page.
    pub href: String,
    /// The identifiers of missing sheets that links refer to; they become targets at the end of the document.
    pub ids: Vec<String>,
}

/// The greatest indentation of entries.
const MOST_DEPTH: usize = 4;

/// Returns the HTML of a print document.
pub fn print(view: &Print<'_>) -> String {
    let Print { site, words, language, sheets, .. } = view;
    let page = html! {
        (DOCTYPE)
        html lang=(tag(*language)) dir=(Direction::of(*language).as_str()) data-theme="light" data-fixed {
            head { (head(view)) }
            body.paper {
                (bar(view))
                main {
                    (cover(view))
                    @if sheets.len() > 1 { (contents(view)) }
                    @for sheet in *sheets { (draw_sheet(sheet)) }
                    @if let Some(more) = &view.more { (rest(more, words)) }
                }
                @if site.trademark { p.sheet-end { (fill(words.made_with, "Quire")) } }
            }
        }
    };
    page.into_string()
}

fn head(view: &Print<'_>) -> Markup {
    let Print { site, names, .. } = view;
    let title: Vec<_> = names.iter().rev().chain([&site.title]).map(String::as_str).collect();
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        title { (title.join(" | ")) }
        meta name="robots" content="noindex, nofollow";
        meta name="color-scheme" content="light";
        meta name="generator" content="Quire";
        link rel="icon" href=(site.favicon);
        @for style in [&assets::STYLE, &assets::PAPER] { link rel="stylesheet" href={ (site.assets) (style.name) }; }
        link rel="stylesheet" href=(site.stylesheet);
        script src={ (site.assets) (assets::PRINT.name) } defer {}
    }
}

/// Draws the bar that is visible on screen only: the way back, the alternative selections, and the print button.
fn bar(view: &Print<'_>) -> Markup {
    let Print { site, words, back, choices, .. } = view;
    html! {
        header.paper-bar {
            a.back href=(back) { (site.title) }
            @if choices.len() > 1 {
                nav aria-label=(words.print) {
                    @for (choice, chosen) in *choices {
                        a href=(choice.href) rel="nofollow" aria-current=[chosen.then_some("true")] { (choice.title) }
                    }
                }
            }
            button.button.primary type="button" data-print hidden { (glyphs::DOWNLOAD) (words.print) }
            p.by-browser { (words.print_by_browser) }
        }
    }
}

/// Draws the cover: a sheet of its own for several pages, a heading for one.
fn cover(view: &Print<'_>) -> Markup {
    let Print { site, words, names, address, sheets, .. } = view;
    let several = sheets.len() > 1;
    let date = view.updated_at.and_then(|at| Timestamp::from_millisecond(at).ok());
    let date = date.map(|at| at.to_zoned(TimeZone::UTC).date());
    let day =
        date.map(|day| (day, words.labels.dates.day(day.year(), day.month().unsigned_abs(), day.day().unsigned_abs())));
    html! {
        div class=(if several { "cover-sheet" } else { "cover-line" }) {
            h1 { (site.title) }
            @for name in *names { p.part { (name) } }
            ul.facts {
                @if let Some((day, shown)) = day { li { time datetime=(day) { (fill(words.last_updated, &shown)) } } }
                @if several { li { (fill(words.print_pages, &sheets.len().to_string())) } }
                @if several { @if let Some(href) = safe::href(address) { li { a href=(href) { (address) } } } }
            }
        }
    }
}

fn contents(view: &Print<'_>) -> Markup {
    html! {
        nav.paper-contents aria-labelledby="~contents" {
            h2 id="~contents" { (view.words.contents) }
            ul {
                @for entry in view.entries {
                    li class={ "depth-" (entry.depth.min(MOST_DEPTH)) } {
                        @if let Some(id) = &entry.id { a href={ "#" (id) } { (entry.title) } }
                        @else { span { (entry.title) } }
                    }
                }
            }
        }
    }
}

fn draw_sheet(sheet: &Sheet) -> Markup {
    html! {
        article.sheet id=(sheet.id) {
            header.page-head {
                @if !sheet.above.is_empty() { p.above { (sheet.above.join(" / ")) } }
                h2 {
                    (sign(sheet.emoji.as_deref(), sheet.icon.as_deref()))
                    span { (sheet.title) }
                }
                @if let Some(text) = &sheet.description { p.description { (text) } }
            }
            div.body { (PreEscaped(&sheet.html)) }
        }
    }
}

fn rest(more: &More, words: &Words) -> Markup {
    html! {
        p.more {
            @for id in &more.ids { span id=(id) {} }
            a href=(more.href) rel="nofollow" { (fill(words.print_more, &more.title)) }
        }
    }
}
