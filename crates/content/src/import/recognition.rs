//! Recognition of pages: which page of the content an incoming entry is.
//!
//! A page is known by the identifier that its source gave it, then by the name of its file in the source, then by the path
//! of its file here, and at last by its text. Paths are the weakest of the names: a source in which pages have equal titles
//! numbers them, so a new page may get the path of another one, and must not get its text or its readers' remarks.

use std::collections::{HashMap, HashSet};
use std::hash::Hash as Hashable;

use crate::front_matter;
use crate::hash::Hash;
use crate::id::PageId;
use crate::import::flat::{Document, IncomingEntry, What};
use crate::import::pairing::Queues;
use crate::import::{Absent, Origins};
use crate::objects::{ObjectError, Objects};
use crate::origin::Origin;
use crate::outline::Outline;
use crate::page_file;
use crate::record::PageKind;

/// Returns, for each incoming entry, the existing page that it is recognised as. Existing pages have these names in the
/// source.
pub(super) fn recognise(
    objects: &dyn Objects,
    outline: &Outline,
    arrivals: &[IncomingEntry<'_>],
    named: &Origins,
    absent: Absent,
) -> Result<Vec<Option<PageId>>, ObjectError> {
    let mut matched = documents(objects, outline, arrivals, named, absent)?;
    let others = outline.walk().filter_map(|id| {
        let page = outline.page(id).filter(|page| page.came_from_import())?;
        Some(((page.parent, sort_of_page(&page.kind)?, page.title.as_str()), id))
    });
    let mut others = Queues::new(others);
    for (at, arrival) in arrivals.iter().enumerate() {
        // An entry below a new one is new.
        let parent = match arrival.parent {
            None => Some(None),
            Some(above) => matched[above].map(Some),
        };
        if let Some((parent, sort)) = parent.zip(sort(&arrival.what)) {
            matched[at] = others.next(&(parent, sort, arrival.title.as_str()));
        }
    }
    Ok(matched)
}

/// Recognises the pages that have files.
fn documents(
    objects: &dyn Objects,
    outline: &Outline,
    arrivals: &[IncomingEntry<'_>],
    named: &Origins,
    absent: Absent,
) -> Result<Vec<Option<PageId>>, ObjectError> {
    let there = outline.walk().filter_map(|id| existing(outline, named, id)).collect();
    let mut pairs = Pairs { there, taken: HashSet::new(), found: vec![None; arrivals.len()], arrivals };
    let identifier = |origin: Option<&Origin>| origin.filter(|it| matches!(it, Origin::Identifier(_))).cloned();
    let name = |origin: Option<&Origin>| origin.filter(|it| matches!(it, Origin::Name(_))).cloned();
    pairs.by(|page| identifier(page.origin), |document| identifier(document.origin.as_ref()));
    if absent == Absent::Delete {
        pairs.moved(objects)?;
    }
    pairs.by(|page| name(page.origin), |document| name(document.origin.as_ref()));
    let is_identified = |origin: Option<&Origin>| identifier(origin).is_some();
    pairs.by(|page| (!is_identified(page.origin)).then_some(page.path), |document| Some(document.path));
    // Two identifiers are those of two pages, whatever their paths are.
    pairs.by(|page| Some(page.path), |document| (!is_identified(document.origin.as_ref())).then_some(document.path));
    if absent == Absent::Delete {
        pairs.by(|page| Some(page.content), |document| Some(document.hash));
    }
    let Pairs { there, found, .. } = pairs;
    Ok(found.into_iter().map(|found| found.map(|at: usize| there[at].id)).collect())
}

/// A page with a file.
struct Existing<'a> {
    id: PageId,
    path: &'a str,
    content: Hash,
    origin: Option<&'a Origin>,
}

fn existing<'a>(outline: &'a Outline, named: &'a Origins, id: PageId) -> Option<Existing<'a>> {
    let page = outline.page(id)?;
    match (&page.kind, &page.git) {
        (PageKind::Document { source, .. }, Some(git)) => {
            Some(Existing { id, path: &git.path, content: *source, origin: named.get(&id) })
        }
        _ => None,
    }
}

/// The pairs of incoming and existing pages that were found so far.
struct Pairs<'a> {
    there: Vec<Existing<'a>>,
    /// The indices of existing pages that were recognised.
    taken: HashSet<usize>,
    /// The indices of existing pages, by incoming entry.
    found: Vec<Option<usize>>,
    arrivals: &'a [IncomingEntry<'a>],
}

impl<'a> Pairs<'a> {
    fn free(&self) -> impl Iterator<Item = (usize, &Existing<'a>)> {
        self.there.iter().enumerate().filter(|(at, _)| !self.taken.contains(at))
    }

    /// Returns the incoming pages that were not recognised.
    fn unknown(&self) -> impl Iterator<Item = (usize, &'a Document<'a>)> {
        let arrivals = self.arrivals;
        let open = arrivals.iter().zip(&self.found).enumerate().filter(|(_, (_, found))| found.is_none());
        open.filter_map(|(at, (arrival, _))| Some((at, arrival.document()?)))
    }

    fn set(&mut self, arrival: usize, page: usize) {
        self.found[arrival] = Some(page);
        self.taken.insert(page);
    }

    /// Pairs the n-th of the remaining pages with a key with the n-th remaining incoming one.
    fn by<K: Eq + Hashable>(
        &mut self,
        of_page: impl Fn(&Existing<'a>) -> Option<K>,
        of_document: impl Fn(&'a Document<'a>) -> Option<K>,
    ) {
        let mut free = Queues::new(self.free().filter_map(|(at, page)| Some((of_page(page)?, at))));
        let pairs: Vec<_> =
            self.unknown().filter_map(|(at, document)| Some((at, free.next(&of_document(document)?)?))).collect();
        pairs.into_iter().for_each(|(arrival, page)| self.set(arrival, page));
    }

    /// Recognises pages whose files were moved in the source, and in whose place is another page now: the whole text is at
    /// a name that is new, and what is at the former name has next to nothing of it.
    fn moved(&mut self, objects: &dyn Objects) -> Result<(), ObjectError> {
        let place = |origin: Option<&Origin>, path: &str| match origin {
            Some(Origin::Name(name)) => (true, name.clone()),
            _ => (false, path.to_owned()),
        };
        let mut by_text: HashMap<Hash, Vec<usize>> = HashMap::new();
        let mut by_place = HashMap::new();
        let documents: HashMap<usize, &Document<'_>> = self.unknown().collect();
        for (at, document) in self.unknown() {
            by_text.entry(document.hash).or_default().push(at);
            by_place.insert(place(document.origin.as_ref(), document.path), at);
            by_place.entry((false, document.path.to_owned())).or_insert(at);
        }
        let mut places = HashSet::new();
        let mut texts: HashMap<Hash, usize> = HashMap::new();
        for (_, page) in self.free() {
            places.insert(place(page.origin, page.path));
            *texts.entry(page.content).or_default() += 1;
        }
        let mut pairs = Vec::new();
        for (at, page) in self.free().filter(|(_, page)| !matches!(page.origin, Some(Origin::Identifier(_)))) {
            let in_its_place = by_place.get(&place(page.origin, page.path)).and_then(|at| documents.get(at));
            let Some(other) = in_its_place.filter(|other| other.hash != page.content) else { continue };
            let Some([moved]) = by_text.get(&page.content).map(Vec::as_slice) else { continue };
            let target = documents[moved];
            let is_new = !places.contains(&place(target.origin.as_ref(), target.path));
            if is_new && texts[&page.content] == 1 && is_other(&objects.get(&page.content)?, other.source) {
                pairs.push((*moved, at));
            }
        }
        pairs.into_iter().for_each(|(arrival, page)| self.set(arrival, page));
        Ok(())
    }
}

/// The least numbers of lines of the former text and of the one in its place from which on they can be told apart.
const LEAST_LINES: (usize, usize) = (3, 2);

/// Returns true if a file is not a later version of another one: it has another title, and at most a quarter of the lines.
/// Texts of a line or two say too little: a path keeps its page.
fn is_other(former: &[u8], file: &[u8]) -> bool {
    let ((former_title, former), (title, text)) = (parts(former), parts(file));
    if former.len() < LEAST_LINES.0 || text.len() < LEAST_LINES.1 || former_title == title {
        return false;
    }
    let known: HashSet<&[u8]> = former.iter().copied().collect();
    let kept = text.iter().filter(|line| known.contains(*line)).count();
    kept * 4 <= former.len().min(text.len())
}

/// Returns the title of a file, and the lines below its front matter that are not blank.
fn parts(file: &[u8]) -> (Option<String>, Vec<&[u8]>) {
    let front = front_matter::parse(file);
    let body = file.get(front.body_at..).unwrap_or_default();
    let lines = body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    (page_file::title(file, &front), lines.collect())
}

/// The kinds of pages without a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Group,
    Link,
    Computed,
}

fn sort(what: &What<'_>) -> Option<Sort> {
    match what {
        What::Group => Some(Sort::Group),
        What::Link(_) => Some(Sort::Link),
        What::Computed(_) => Some(Sort::Computed),
        What::Document(_) => None,
    }
}

fn sort_of_page(kind: &PageKind) -> Option<Sort> {
    match kind {
        PageKind::Group => Some(Sort::Group),
        PageKind::Link { .. } => Some(Sort::Link),
        PageKind::Computed { .. } => Some(Sort::Computed),
        PageKind::Document { .. } => None,
    }
}
