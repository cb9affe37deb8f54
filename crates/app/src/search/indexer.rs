//! Incremental updates of the search index from the database.
//!
//! The index stores a note for each space that names the content its pages are of: the root of the content map, the
//! language, and the versions of the OpenAPI specifications that its pages show. A space with a note that differs from the database is updated by the difference between the two maps, and
//! one without a note is indexed as a whole. So the index is right by comparison, even after an interruption at any
//! point; pages and notes are published and committed together, and what was published alone is compared again after a
//! stop. The event log only tells which spaces to compare, so that this costs
//! nothing if nothing changed: it is read from the process's last position, and at the start every space is compared
//! once. Deleted spaces stay indexed until they are purged, because they may be restored: meanwhile no search scope
//! contains them.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use quire_content::document::Document;
use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::objects::ObjectError;
use quire_content::outline::Outline;
use quire_model::events::EventKind;
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use quire_model::openapi_specs::slug_of;
use quire_model::text::OpenApiSlug;
use quire_search::{Index, Page, Writer, sections};
use quire_store::events::{self, Logged};
use quire_store::objects::Stored;
use quire_store::search::{self, Source};

use super::contents::{self, Delta, Text};
use super::pending::PendingChanges;
use crate::App;
use crate::core::errors::Error;
use crate::openapi_specs::latest::{LatestVersions, Used};
use crate::openapi_specs::parts::Part;

/// The maximum number of pages indexed in one step, before they are published.
const SLICE: usize = 256;
/// The number of pages read in one transaction.
const CHUNK: usize = 32;
/// The number of events, or of spaces, read in one transaction.
const BATCH: i64 = 500;
/// The number of steps without a change after which the index is at rest.
const QUIET: u32 = 4;
/// The number of pages indexed between two log messages.
const STEP: usize = 5_000;
/// The language assumed for texts without one: its stemming does little harm to others.
const USUAL: Language = Language::En;

/// The state of the index after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// More changes are known, so the next step can follow at once.
    Further,
    /// The index contains everything committed so far.
    UpToDate,
}

/// The progress of indexing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The number of pages indexed.
    pub pages: usize,
    /// The number of spaces completed.
    pub spaces: usize,
    /// The number of spaces to compare.
    pub of: usize,
}

/// The reason why a step failed.
pub(super) enum Fault {
    /// The index failed and must be opened again.
    Index(quire_search::Error),
    /// The database failed; the next step starts again with a comparison of all spaces.
    Database(Error),
}

impl From<quire_search::Error> for Fault {
    fn from(error: quire_search::Error) -> Self {
        Self::Index(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

/// Updates an index to the committed state of the database, step by step.
pub(super) struct Indexer {
    index: Index,
    writer: Writer,
    /// The sequence number read up to in each event stream; `None` until all spaces are queued for comparison.
    streams: Option<HashMap<Uid, i64>>,
    /// The spaces to compare.
    open: VecDeque<SpaceId>,
    /// The spaces whose update takes several steps.
    works: VecDeque<Work>,
    /// Spaces with changes that are not published. Their stored notes are out of date, so they are compared only after that.
    changed: HashSet<SpaceId>,
    /// The number of steps in a row before which nothing had changed.
    quiet: u32,
    progress: Progress,
}

/// The update of a space to one content.
struct Work {
    source: Source,
    /// The pages still to be indexed.
    pages: Vec<PageId>,
    /// True if the space changed again meanwhile.
    again: bool,
    /// The specifications as they are shown.
    latest: Arc<LatestVersions>,
    /// The page tree, if it has pages of specifications.
    expanded: Option<Arc<Outline>>,
    /// The slugs of the specifications that the pages show.
    used: BTreeSet<String>,
}

/// The note in the index of what the pages of a space are of: content, language, and versions of specifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) language: Language,
    root: Hash,
    /// The specifications that the pages show or were made of.
    used: Vec<Used>,
    /// True if there are computed pages.
    is_computed: bool,
}

impl Note {
    /// Returns true if the pages are of this content in this language and of the latest versions of specifications.
    pub(super) fn is_of(&self, root: Hash, language: Option<Language>, latest: &LatestVersions) -> bool {
        self.root == root && self.language == indexed_in(language) && latest.are_latest(&self.used)
    }

    /// Parses a note; one of another form counts as none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let (language, root) = (Language::parse(words.next()?)?, words.next()?.parse().ok()?);
        let mut note = Self { language, root, used: Vec::new(), is_computed: false };
        for word in words {
            match word.split_once('=') {
                Some((slug, "")) => note.used.push((slug.to_owned(), None)),
                Some((slug, version)) => note.used.push((slug.to_owned(), Some(version.parse().ok()?))),
                None => note.is_computed |= word == COMPUTED,
            }
        }
        Some(note)
    }
}

/// The word in a note that there are computed pages.
const COMPUTED: &str = "computed";

/// Returns the language in which texts are indexed.
pub(super) fn indexed_in(language: Option<Language>) -> Language {
    language.unwrap_or(USUAL)
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.language.as_str(), self.root)?;
        if self.is_computed {
            write!(f, " {COMPUTED}")?;
        }
        for (slug, version) in &self.used {
            write!(f, " {slug}={}", version.map(|version| version.to_string()).unwrap_or_default())?;
        }
        Ok(())
    }
}

impl Work {
    fn note(&self) -> Note {
        Note {
            language: indexed_in(self.source.language),
            root: self.source.root,
            used: self.used.iter().map(|slug| self.latest.used(slug)).collect(),
            is_computed: self.expanded.is_some(),
        }
    }

    /// Completes a text by the sections of its document. Parts of specifications that can't be read have no words.
    fn complete(&mut self, app: &App, text: Text, document: &Document) -> Text {
        let (used, latest, space) = (&mut self.used, &self.latest, self.source.id);
        let sections = sections::of_described(document, &mut |kind| {
            let (slug, _) = Part::of(kind)?;
            // Other texts are no slugs, and never will be.
            if OpenApiSlug::try_from(slug_of(slug).to_owned()).is_ok() {
                used.insert(slug.to_owned());
            }
            shown(app.described(latest, kind), space).flatten()
        });
        Text { sections, ..text }
    }

    /// Returns the text of a page of a specification; `None` for other pages.
    fn computed_text(&mut self, app: &App, id: PageId) -> Option<Text> {
        let outline = self.expanded.clone()?;
        let page = outline.page(id)?;
        let document = app.computed_document(&self.latest, page, &app.page_budget());
        let document = shown(document, self.source.id).flatten()?;
        Some(self.complete(app, Text::of(id, page), &document))
    }
}

impl Indexer {
    pub(super) fn new(index: Index, writer: Writer) -> Self {
        Self {
            index,
            writer,
            streams: None,
            open: VecDeque::new(),
            works: VecDeque::new(),
            changed: HashSet::new(),
            quiet: 0,
            progress: Progress::default(),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    /// Writes to files what can be found and is not there yet.
    pub(super) fn settle(&mut self) -> Result<(), quire_search::Error> {
        self.writer.settle()
    }

    /// Processes pending changes, or a part of them if there are many, and publishes them. An error undoes the step.
    pub(super) fn step(&mut self, app: &App, pending: &PendingChanges) -> Result<Followed, Fault> {
        let done = self.advance(app, pending);
        if let Err(fault) = &done {
            self.streams = None;
            self.works.clear();
            self.changed.clear();
            if matches!(fault, Fault::Database(_)) {
                self.writer.rollback()?;
            }
        }
        done
    }

    fn advance(&mut self, app: &App, pending: &PendingChanges) -> Result<Followed, Fault> {
        match self.streams.take() {
            None => self.begin(app)?,
            Some(mut streams) => {
                let heard = hear(app, &mut streams, pending)?;
                match heard {
                    Heard::Spaces { mut spaces, has_specifications } => {
                        self.streams = Some(streams);
                        if has_specifications {
                            spaces.extend(self.with_specifications()?);
                            spaces.sort_unstable();
                            spaces.dedup();
                        }
                        self.expect(app, spaces)?;
                    }
                    Heard::Lost => self.begin(app)?,
                }
            }
        }
        self.slice(app)?;
        let is_done = self.open.is_empty() && self.works.is_empty();
        let is_quiet = is_done && pending.is_empty() && self.changed.is_empty();
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
        if !self.changed.is_empty() {
            self.writer.publish("")?;
            self.changed.clear();
        } else if self.quiet >= QUIET {
            self.writer.rest()?;
        }
        Ok(if is_done { Followed::UpToDate } else { Followed::Further })
    }

    /// Queues every space that differs from the index for comparison.
    fn begin(&mut self, app: &App) -> Result<(), Fault> {
        let streams = app.inner.db.read(|tx| Ok::<_, Error>(events::streams(tx)?))?;
        let mut gone = self.index.spaces();
        (self.open, self.works) = (VecDeque::new(), VecDeque::new());
        let mut after = None;
        loop {
            let sources = app.inner.db.read_single(|tx| Ok::<_, Error>(search::sources(tx, after, BATCH)?))?;
            let Some(last) = sources.last() else { break };
            after = Some(last.id);
            for source in sources {
                gone.remove(&source.id);
                let latest = app.latest_versions(source.organization)?;
                if !self.note(source.id)?.is_some_and(|note| note.is_of(source.root, source.language, &latest)) {
                    self.open.push_back(source.id);
                }
            }
        }
        for space in gone {
            self.remove(space);
        }
        self.streams = Some(streams.into_iter().map(|stream| (stream.id, stream.sequence)).collect());
        self.progress = Progress { of: self.open.len(), ..Progress::default() };
        if self.open.len() > 1 {
            tracing::info!(spaces = self.open.len(), "the search index is brought up to date");
        }
        Ok(())
    }

    /// Returns the note of a space in the index; a note that can't be parsed counts as none.
    fn note(&self, space: SpaceId) -> Result<Option<Note>, Fault> {
        Ok(self.index.mark(space)?.as_deref().and_then(Note::parse))
    }

    /// Returns the spaces whose pages show specifications.
    fn with_specifications(&self) -> Result<Vec<SpaceId>, Fault> {
        let mut found = Vec::new();
        for space in self.index.spaces() {
            if self.note(space)?.is_some_and(|note| !note.used.is_empty()) {
                found.push(space);
            }
        }
        Ok(found)
    }

    /// Updates changed spaces at once if the update is small, and queues the others.
    fn expect(&mut self, app: &App, spaces: Vec<SpaceId>) -> Result<(), Fault> {
        for space in spaces {
            if let Some(work) = self.works.iter_mut().find(|work| work.source.id == space) {
                work.again = true;
            } else if let Some(mut work) = self.compare(app, space)? {
                if work.pages.len() <= SLICE {
                    self.index_pages(app, &mut work, SLICE)?;
                    self.finish(app, &work)?;
                } else {
                    self.lay_aside(work);
                }
            }
        }
        Ok(())
    }

    /// Continues queued updates and comparisons, up to [`SLICE`] pages.
    fn slice(&mut self, app: &App) -> Result<(), Fault> {
        let mut left = SLICE;
        let mut later = Vec::new();
        while left > 0 {
            if let Some(mut work) = self.works.pop_front() {
                left = left.saturating_sub(self.index_pages(app, &mut work, left)?);
                if work.pages.is_empty() {
                    self.finish(app, &work)?;
                } else {
                    self.works.push_front(work);
                }
            } else if let Some(space) = self.open.pop_front() {
                // A comparison counts as one page.
                left -= 1;
                if self.changed.contains(&space) {
                    later.push(space);
                    continue;
                }
                match self.compare(app, space)? {
                    Some(work) => self.lay_aside(work),
                    None => self.progress.spaces += 1,
                }
            } else {
                break;
            }
        }
        self.open.extend(later);
        Ok(())
    }

    fn remove(&mut self, space: SpaceId) {
        if self.index.has_space(space) || self.changed.contains(&space) {
            self.writer.remove_space(space);
            self.changed.insert(space);
        }
    }

    /// Queues an update of several steps. The space has no note until it is complete.
    fn lay_aside(&mut self, work: Work) {
        self.writer.unmark(work.source.id);
        self.changed.insert(work.source.id);
        self.works.push_back(work);
    }

    /// Compares a space with the index and removes outdated pages; returns the pages to index, if there are any.
    fn compare(&mut self, app: &App, space: SpaceId) -> Result<Option<Work>, Fault> {
        let note = self.note(space)?;
        let Some(source) = app.inner.db.read_single(|tx| Ok::<_, Error>(search::source(tx, space)?))? else {
            self.remove(space);
            return Ok(None);
        };
        let latest = app.latest_versions(source.organization)?;
        if note.as_ref().is_some_and(|note| note.is_of(source.root, source.language, &latest)) {
            return Ok(None);
        }
        let language = indexed_in(source.language);
        let plain = note.filter(|note| note.language == language && !note.is_computed && latest.are_latest(&note.used));
        let found = app.inner.db.read(|tx| {
            let stored = Stored::new(tx, source.organization, &app.inner.caches.content.objects);
            let after = Map::at(source.root);
            if let Some(note) = &plain
                && let Some(delta) = readable(app.delta(&Map::at(note.root), &after, &stored), space)?
                && !delta.is_computed
            {
                return Ok::<_, Error>(Difference::Some(delta));
            }
            let outline = readable(app.outline_of(&after, &stored), space)?;
            Ok(outline.map_or(Difference::None, Difference::Everything))
        })?;
        let mut work = Work {
            source,
            pages: Vec::new(),
            again: false,
            latest,
            expanded: None,
            used: plain.into_iter().flat_map(|note| note.used).map(|(slug, _)| slug).collect(),
        };
        match found {
            Difference::None => return Ok(None),
            Difference::Some(delta) => {
                delta.remove.iter().for_each(|page| self.writer.remove_page(space, *page));
                work.pages = delta.put.into_iter().collect();
            }
            Difference::Everything(outline) => {
                self.remove(space);
                let is_computed = !outline.computed().is_empty();
                let expanded =
                    shown(app.expanded(outline.clone(), work.source.root, &work.latest, work.source.language), space);
                let (outline, used) = expanded.map_or((outline, Vec::new()), |it| (it.outline, it.used));
                work.pages = contents::all(&outline);
                work.used = used.into_iter().map(|(slug, _)| slug).collect();
                work.used.retain(|slug| OpenApiSlug::try_from(slug.clone()).is_ok());
                work.expanded = is_computed.then_some(outline);
            }
        }
        self.changed.insert(space);
        Ok(Some(work))
    }

    /// Indexes at most `most` pages of a space, and returns their number.
    fn index_pages(&mut self, app: &App, work: &mut Work, most: usize) -> Result<usize, Fault> {
        let (space, language) = (work.source.id, indexed_in(work.source.language));
        let mut done = 0;
        while done < most && !work.pages.is_empty() {
            let chunk = work.pages.split_off(work.pages.len().saturating_sub(CHUNK.min(most - done)));
            let texts = app.inner.db.read(|tx| {
                let stored = Stored::new(tx, work.source.organization, &app.inner.caches.content.objects);
                let map = Map::at(work.source.root);
                let texts = chunk.iter().map(|page| readable(contents::text(*page, &map, &stored), space));
                // A page that was saved a short while ago was parsed for that.
                Ok::<_, Error>(app.sharing_texts(|| texts.collect::<Result<Vec<_>, _>>())?)
            })?;
            for (id, text) in chunk.iter().zip(texts) {
                let text = match text.flatten() {
                    Some((text, parsed)) => Some(work.complete(app, text, &parsed.document)),
                    None => work.computed_text(app, *id),
                };
                let Some(Text { page, title, description, sections }) = &text else { continue };
                self.writer.put(&Page { space, page: *page, language, title, description, sections })?;
            }
            done += chunk.len();
        }
        let before = self.progress.pages;
        self.progress.pages += done;
        if before / STEP != self.progress.pages / STEP {
            let Progress { pages, spaces, of } = self.progress;
            tracing::info!(pages, spaces, of, "pages are indexed to be found");
        }
        Ok(done)
    }

    /// Stores the note of a space whose pages are all indexed. If the space was transferred to another organization
    /// meanwhile, its pages could not all be read, so it is removed and compared again.
    fn finish(&mut self, app: &App, work: &Work) -> Result<(), Fault> {
        let space = work.source.id;
        let now = app.inner.db.read_single(|tx| Ok::<_, Error>(search::source(tx, space)?))?;
        let is_there = now.is_some_and(|now| now.organization == work.source.organization);
        // While a space is indexed it has no note by which an event about specifications would find it.
        let note = work.note();
        let is_latest = app.latest_versions(work.source.organization)?.are_latest(&note.used);
        if is_there {
            self.writer.mark(space, &note.to_string());
            self.progress.spaces += 1;
        } else {
            self.remove(space);
        }
        self.changed.insert(space);
        if work.again || !is_there || !is_latest {
            self.open.push_back(space);
        }
        Ok(())
    }
}

/// The difference between the index and the content of a space.
enum Difference {
    /// No difference, or the content can't be read.
    None,
    Some(Delta),
    /// No usable note: all searchable pages of this tree must be indexed.
    Everything(Arc<Outline>),
}

/// Converts damaged or missing content to `None`, so that other spaces can still be indexed.
fn readable<T>(read: Result<T, ObjectError>, space: SpaceId) -> Result<Option<T>, ObjectError> {
    match read {
        Err(error @ (ObjectError::Missing(_) | ObjectError::Damaged { .. })) => {
            tracing::error!(%space, error = &error as &dyn std::error::Error, "content can't be read to be found");
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// Returns what was read of a specification; what can't be read is left out, so that all else can be found.
fn shown<T>(read: Result<T, Error>, space: SpaceId) -> Option<T> {
    let failed = |error: &Error| {
        let error = error as &dyn std::error::Error;
        tracing::error!(%space, error, "a specification can't be read to be found");
    };
    read.inspect_err(failed).ok()
}

/// The result of reading the event log.
enum Heard {
    /// The spaces that changed, and true if specifications did.
    Spaces { spaces: Vec<SpaceId>, has_specifications: bool },
    /// A stream was deleted, perhaps with unread events.
    Lost,
}

/// Reads new events and returns the spaces that they concern.
fn hear(app: &App, streams: &mut HashMap<Uid, i64>, pending: &PendingChanges) -> Result<Heard, Error> {
    let mut moved: Vec<Uid> = pending.streams.iter().copied().collect();
    if pending.all {
        let now = app.inner.db.read_single(|tx| Ok::<_, Error>(events::streams(tx)?))?;
        let names: HashSet<Uid> = now.iter().map(|stream| stream.id).collect();
        if streams.keys().any(|known| !names.contains(known)) {
            return Ok(Heard::Lost);
        }
        let ahead = now.into_iter().filter(|stream| streams.get(&stream.id) != Some(&stream.sequence));
        moved.extend(ahead.map(|stream| stream.id));
    }
    let (mut spaces, mut has_specifications) = (Vec::new(), false);
    for stream in moved {
        let known = streams.get(&stream).copied();
        let mut place = known.unwrap_or_default();
        loop {
            let events = app.inner.db.read_single(|tx| Ok::<_, Error>(events::since(tx, stream, place, BATCH)?))?;
            let Some(last) = events.last() else { break };
            place = last.sequence;
            spaces.extend(events.iter().filter_map(concerned));
            has_specifications |= events.iter().any(is_of_specifications);
        }
        if known == Some(place) && app.inner.db.read_single(|tx| Ok::<_, Error>(events::stream(tx, stream)?))?.is_none()
        {
            return Ok(Heard::Lost);
        }
        if place > 0 {
            streams.insert(stream, place);
        }
    }
    spaces.sort_unstable();
    spaces.dedup();
    Ok(Heard::Spaces { spaces, has_specifications })
}

/// Returns the space whose main content, language or existence an event may have changed.
fn concerned(event: &Logged) -> Option<SpaceId> {
    const OF_SPACES: [EventKind; 5] = [
        EventKind::SpaceCreated,
        EventKind::SpaceUpdated,
        EventKind::SpaceRestored,
        EventKind::SpaceTransferred,
        EventKind::SpacePurged,
    ];
    if event.kind == EventKind::ContentUpdated.as_str() {
        // The branch of a change request parses as a space identifier too, but no space has it.
        let detail: serde_json::Value = serde_json::from_str(&event.detail).ok()?;
        return detail["branch"].as_str()?.parse().ok().map(SpaceId);
    }
    OF_SPACES.iter().any(|kind| event.kind == kind.as_str()).then_some(SpaceId(event.subject))
}

/// Returns true if an event may have changed the latest version of a specification, or the notes on it.
fn is_of_specifications(event: &Logged) -> bool {
    let kinds = [EventKind::OpenApiSpecVersioned, EventKind::OpenApiSpecUpdated, EventKind::OpenApiSpecDeleted];
    kinds.iter().any(|kind| event.kind == kind.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_back() {
        let used = vec![("a-b".to_owned(), None), ("c".to_owned(), Some(Hash::of(b"y")))];
        for (used, is_computed) in [(Vec::new(), false), (used.clone(), false), (used, true), (Vec::new(), true)] {
            let note = Note { language: Language::PtBr, root: Hash::of(b"x"), used, is_computed };
            assert_eq!(Note::parse(&note.to_string()), Some(note));
        }
        assert_eq!(Note::parse(""), None);
        assert_eq!(Note::parse("en 0"), None);
    }
}
