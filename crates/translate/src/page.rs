//! Entries that are translated, pages and reusable contents, as their titles and their Markdown.
//!
//! The invariant: what [`write`] returns is read again as the blocks of the source with exactly the given segments; an
//! entry that would not be is refused.

use quire_content::document::model::{Anchor, Document};
use quire_content::document::{Unresolved, normalize, parse, splice};
use quire_content::title::title_of;

use crate::segments::{self, Content};

/// The texts of an entry that are translated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// The title.
    pub title: Option<String>,
    /// The title in the navigation.
    pub nav_title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The Markdown, without front matter; `None` if there is none, or none that can be read.
    pub body: Option<String>,
}

/// The error for segments that do not fit into an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the translated page would not be read again as the blocks of its source")]
pub struct Unfit;

impl Entry {
    fn labels(&self) -> impl Iterator<Item = &String> {
        [&self.title, &self.nav_title, &self.description].into_iter().flatten()
    }

    fn labels_mut(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.title, &mut self.nav_title, &mut self.description].into_iter().flatten()
    }
}

/// Returns the segments of an entry: its titles and description, then those of its document.
pub fn read(entry: &Entry) -> Vec<Content> {
    let mut all: Vec<Content> = entry.labels().map(|text| Content::Label(text.clone())).collect();
    if let Some(body) = &entry.body {
        all.extend(segments::read(&parse(body, &Unresolved).document));
    }
    all
}

/// Returns the entry of the source with other segments, as many as [`read`] returns.
pub fn write(source: &Entry, contents: &[Content]) -> Result<Entry, Unfit> {
    let mut out = source.clone();
    let labels = source.labels().count();
    if contents.len() < labels {
        return Err(Unfit);
    }
    for (label, content) in out.labels_mut().zip(contents) {
        if let Content::Label(text) = content {
            label.clone_from(text);
        }
    }
    if let Some(body) = &source.body {
        out.body = Some(body_with(body, &contents[labels..])?);
    }
    Ok(out)
}

/// The number of attempts to keep the names of headings.
const ATTEMPTS: usize = 4;

fn body_with(body: &str, contents: &[Content]) -> Result<String, Unfit> {
    let parsed = parse(body, &Unresolved);
    if parsed.cut.is_some() {
        // Only a part of the text is in the document.
        return Err(Unfit);
    }
    let mut wanted: Document = parsed.document.clone();
    segments::write(&mut wanted, contents);
    normalize(&mut wanted, &Unresolved);
    let names: Vec<_> = segments::anchors(&mut parsed.document.clone()).iter().map(|it| (**it).clone()).collect();
    for _ in 0..ATTEMPTS {
        let text = splice(body, &parsed, &wanted, &Unresolved);
        let mut read = parse(&text, &Unresolved).document;
        if !keep_names(&names, &mut read, &mut wanted) {
            let is_whole = title_of(&text) == title_of(body) && read == wanted && segments::read(&read) == contents;
            return if is_whole { Ok(text) } else { Err(Unfit) };
        }
    }
    Err(Unfit)
}

/// Has headings keep the names by which links lead to them: those that would have another one now get theirs written, and
/// those that have theirs anyhow do not. Returns true if that changed anything.
fn keep_names(names: &[Anchor], read: &mut Document, wanted: &mut Document) -> bool {
    let mut changed = false;
    for ((name, read), wanted) in names.iter().zip(segments::anchors(read)).zip(segments::anchors(wanted)) {
        let Anchor::Derived(name) = name else { continue };
        let right = match read {
            Anchor::Derived(now) if now == name => Anchor::Absent,
            _ => Anchor::Given(name.clone()),
        };
        if right != *wanted {
            *wanted = right;
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests;
