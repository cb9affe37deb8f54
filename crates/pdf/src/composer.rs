//! The state of laying out one page's document: fonts, pictures, the structure, and what is collected on the way.

use std::collections::BTreeSet;
use std::rc::Rc;

use quire_content::document::model::Block;

use crate::picture::Pictures;
use crate::rows::Target;
use crate::shape::Shaper;
use crate::structure::{PartKind, Structure, Tag};
use crate::surroundings::{Link, LinkTarget, Surroundings};
use crate::words::Words;

/// The deepest nesting of blocks that is laid out.
pub(crate) const MOST_DEPTH: usize = 40;
/// The maximum number of rows of one page of the book.
pub(crate) const MOST_ROWS: usize = 60_000;

/// The parts of a book that could not be printed.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// The names of pictures that could not be read, and addresses of those that are elsewhere.
    pub(crate) pictures: BTreeSet<String>,
    /// The titles of pages of which only a part was printed.
    pub(crate) cut: BTreeSet<String>,
}

/// Lays out the document of one page.
pub(crate) struct Composer<'a, 'f> {
    pub(crate) shaper: &'a mut Shaper<'f>,
    pub(crate) pictures: &'a mut Pictures,
    pub(crate) structure: &'a mut Structure,
    pub(crate) problems: &'a mut Problems,
    pub(crate) around: &'a dyn Surroundings,
    /// The part of the structure that new parts are below.
    pub(crate) parent: Option<Tag>,
    /// The name of the page in links.
    pub(crate) page: &'a str,
    /// The language of the book.
    pub(crate) language: &'a str,
    /// The level of the page's title in the structure.
    pub(crate) level: u16,
    /// The height of the space for text on a sheet.
    pub(crate) most_height: f32,
    pub(crate) depth: usize,
    pub(crate) rows_left: usize,
    /// True if something was left out, which the end of the document names.
    pub(crate) is_cut: bool,
    /// True while reusable content, notes or cells are laid out, which have no notes of their own.
    pub(crate) aside: bool,
    /// Notes for the end of the page.
    pub(crate) notes: Vec<Vec<Block>>,
    /// The bytes of code that still get colours.
    pub(crate) colored_left: usize,
}

impl Composer<'_, '_> {
    /// Creates a part of the structure, and lays out what is within it.
    pub(crate) fn within<T>(&mut self, kind: PartKind, work: impl FnOnce(&mut Self, Tag) -> T) -> T {
        let tag = self.structure.add(self.parent, kind);
        let before = self.parent.replace(tag);
        let result = work(self, tag);
        self.parent = before;
        result
    }

    /// Returns where a link leads in the book; `None` if it can't be followed on paper or screen.
    pub(crate) fn target(&self, link: &Link) -> Option<Rc<Target>> {
        let safe = |url: &str| {
            let lower = url.get(..8.min(url.len())).unwrap_or_default().to_ascii_lowercase();
            ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| lower.starts_with(scheme))
        };
        Some(Rc::new(match &link.target {
            LinkTarget::Page { id, anchor, elsewhere } => {
                Target::Inside(format!("{id}#{anchor}"), elsewhere.clone().filter(|url| safe(url)))
            }
            LinkTarget::Anchor(anchor) => Target::Inside(format!("{}#{anchor}", self.page), None),
            LinkTarget::Address(url) if safe(url) => Target::Address(url.clone()),
            LinkTarget::Address(_) | LinkTarget::Nowhere => return None,
        }))
    }

    /// Returns the words of the language of the book.
    pub(crate) fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// Returns the language that decides which font has the Han characters of a text.
    pub(crate) fn language_of(&self, text: &str) -> String {
        let mut of_text = text.chars().filter_map(|c| match c {
            '\u{3040}'..='\u{30FF}' => Some("ja"),
            '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7AF}' => Some("ko"),
            _ => None,
        });
        of_text.next().unwrap_or(self.language).to_owned()
    }

    /// Writes the name of an emoji in place of a character that no font has; false if the character is no emoji.
    pub(crate) fn emoji(&self, c: char, text: &mut String) -> bool {
        let name = emojis::get(c.encode_utf8(&mut [0; 4])).map(|emoji| emoji.shortcode().unwrap_or(emoji.name()));
        name.is_some_and(|name| {
            text.push(':');
            text.push_str(name);
            text.push(':');
            true
        })
    }

    /// Takes rows from what is left for the page; false if nothing is.
    pub(crate) fn spend(&mut self, rows: usize) -> bool {
        let left = self.rows_left.checked_sub(rows);
        self.rows_left = left.unwrap_or(0);
        left.is_some()
    }
}
