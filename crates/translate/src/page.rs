//! Entries that are translated, pages and reusable contents, as their titles and their Markdown.
//!
//! The invariant: what [`write`] returns is read again as the blocks of the source with exactly the given segments; an
//! entry that would not be is refused, and [`write_fitting`] finds out which segments are to blame. [`insert`] adds blocks
//! of one translation to another one, and [`arranged`] gives it another order.

use std::collections::HashSet;

use quire_content::document::model::{Anchor, Document};
use quire_content::document::{Unresolved, normalize, parse, splice};
use quire_content::title::title_of;

use crate::segments::{self, Content};

mod arrange;
mod insert;

pub use arrange::{Changed, arranged};
pub use insert::insert;

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

/// Returns the words in the Markdown of an entry.
pub fn words(entry: &Entry) -> HashSet<String> {
    let body = entry.body.as_deref().unwrap_or_default();
    body.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
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

/// The maximum number of attempts to find the segments of an entry that do not fit.
const MOST_SEARCHES: usize = 64;

/// Returns the entry of the source with as many other segments as fit into it, and the indices of those that do not and
/// stay as in the source. `own` are the segments of the source. Where two segments fit only without each other, the
/// `preferred` one is there.
pub fn write_fitting(
    source: &Entry,
    own: &[Content],
    contents: &[Content],
    preferred: impl Fn(usize) -> bool,
) -> (Entry, Vec<usize>) {
    if let Ok(entry) = write(source, contents) {
        return (entry, Vec::new());
    }
    let mut wanted: Vec<usize> = (0..own.len()).filter(|at| own[*at] != contents[*at]).collect();
    wanted.sort_by_key(|at| !preferred(*at));
    let Ok(mut entry) = write(source, own) else { return (source.clone(), wanted) };
    let (mut now, mut unfit) = (own.to_vec(), Vec::new());
    let first = wanted.partition_point(|at| preferred(*at));
    let mut ranges = vec![first..wanted.len(), 0..first];
    let mut searches = 0;
    while let Some(range) = ranges.pop() {
        let part = &wanted[range.clone()];
        if part.is_empty() || searches == MOST_SEARCHES {
            unfit.extend_from_slice(part);
            continue;
        }
        searches += 1;
        let mut next = now.clone();
        part.iter().for_each(|at| next[*at] = contents[*at].clone());
        match write(source, &next) {
            Ok(found) => (now, entry) = (next, found),
            Err(Unfit) if part.len() < 2 => unfit.extend_from_slice(part),
            Err(Unfit) => {
                let middle = range.start + range.len() / 2;
                ranges.extend([middle..range.end, range.start..middle]);
            }
        }
    }
    unfit.sort_unstable();
    (entry, unfit)
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
