//! The result of drawing a document, and the options for it.

use quire_content::budget::{Bound, Budget};

use crate::labels::Labels;

/// The options for drawing a document.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The texts of blocks, in the language of the page.
    pub labels: &'a Labels,
    /// The prefix of identifiers, if the document is one part of a printed document. In print, headings are one level
    /// deeper, nothing is folded, and images are not loaded lazily.
    pub part: Option<&'a str>,
    /// The budget of the page, part of which may be spent already. `None` stands for the full budget of a page.
    pub budget: Option<&'a Budget>,
    /// The title above the document, which a block that is all of the document does not repeat.
    pub title: Option<&'a str>,
    /// True if operations of APIs have forms that send requests.
    pub try_it: bool,
}

impl<'a> Options<'a> {
    /// Returns the options for a page by itself, with a full budget.
    pub fn page(labels: &'a Labels) -> Self {
        Self { labels, part: None, budget: None, title: None, try_it: false }
    }
}

/// A document drawn as HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// The HTML: a sequence of blocks without an element around it.
    pub html: String,
    /// The headings and operations in the page's outline, in document order.
    pub outline: Vec<OutlineEntry>,
    /// True if a block asks for the full width of the page.
    pub wide: bool,
    /// The updates, in document order.
    pub updates: Vec<Update>,
    /// The features that the page has to support with scripts and policies.
    pub uses: Uses,
    /// The origins of the APIs to which forms of the body send requests, with repetitions.
    pub connects: Vec<String>,
    /// The bound that was exceeded, if the page is truncated. A notice at the end of the HTML says so.
    pub cut: Option<Bound>,
}

/// An entry of a page's outline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The `id` of the element that the entry links to.
    pub id: String,
    /// The text of the heading, or the title of the operation.
    pub title: String,
    /// The level of the heading, 1 or 2; operations have 1.
    pub level: u8,
}

/// An entry of a page's list of updates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Update {
    /// The date, as it was written.
    pub date: String,
    /// The text of the first heading, or the date.
    pub title: String,
    /// The `id` of the update's element.
    pub anchor: String,
    /// The tags, in the author's order.
    pub tags: Vec<String>,
    /// The content as HTML.
    pub html: String,
}

/// The features that a body depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uses {
    /// True if the body contains tabs.
    pub tabs: bool,
    /// True if the body contains code with a copy button.
    pub code: bool,
    /// True if the body contains formulas, which are MathML.
    pub math: bool,
    /// True if the body contains frames with content of other hosts.
    pub frames: bool,
}
