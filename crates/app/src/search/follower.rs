//! Making the index follow the database.
//!
//! The index notes of each space which content its pages are of: the root of the content map and the language. A space
//! whose note is another than what the database says is brought up to date by the difference between the two maps, and
//! one without a note as a whole. So the index is right by comparison, whatever happened and whoever stopped in the
//! middle; a page and the note are committed together. The event log only says which spaces to compare, so that this
//! costs nothing where nothing changed: it is read from where the process stood, and at the start every space is
//! compared once. Deleted spaces stay until they are purged, since they may come back: no scope has them meanwhile.

use std::collections::{HashMap, HashSet, VecDeque};

use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::objects::ObjectError;
use quire_model::events::EventKind;
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use quire_search::{Index, Page, Writer};
use quire_store::events::{self, Logged};
use quire_store::objects::Stored;
use quire_store::search::{self, Source};

use super::contents::{self, Delta};
use super::keeper::Wakes;
use crate::App;
use crate::errors::Error;

/// Pages that are indexed before what was done is committed, and others get their turn.
const SLICE: usize = 256;
/// Pages that are read in one transaction.
const CHUNK: usize = 32;
/// Events, or spaces, that are read in one transaction.
const BATCH: i64 = 500;
/// Pages between two lines of the log.
const STEP: usize = 5_000;
/// What texts without a language are taken for: its stems do little harm to others.
const USUAL: Language = Language::En;

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// At once.
    Further,
    /// Not before something is committed.
    UpToDate,
}

/// How far indexing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Pages that were indexed.
    pub pages: usize,
    /// Spaces that are done.
    pub spaces: usize,
    /// Spaces that were to be looked at.
    pub of: usize,
}

/// Why a step was not done.
pub(super) enum Fault {
    /// The index can't be used any more.
    Index(quire_search::Error),
    /// The next step begins again.
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

/// Brings an index to what is committed.
pub(super) struct Follower {
    index: Index,
    writer: Writer,
    /// How far each stream is read; none before every space was compared.
    streams: Option<HashMap<Uid, i64>>,
    /// Spaces to be compared.
    open: VecDeque<SpaceId>,
    /// Spaces that take several steps.
    works: VecDeque<Work>,
    /// Spaces of which something is not committed yet. What the index notes of them is not what it will have, so they
    /// are compared only after that.
    changed: HashSet<SpaceId>,
    progress: Progress,
}

/// A space on its way to a content.
struct Work {
    source: Source,
    /// The pages that are still to be indexed.
    pages: Vec<PageId>,
    /// Whether something happened to the space meanwhile.
    again: bool,
}

/// What the index notes of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) language: Language,
    root: Hash,
}

impl Note {
    fn of(source: &Source) -> Self {
        Self::at(source.root, source.language)
    }

    /// What the index notes of a space with this content in this language.
    pub(super) fn at(root: Hash, language: Option<Language>) -> Self {
        Self { language: language.unwrap_or(USUAL), root }
    }

    fn parse(text: &str) -> Option<Self> {
        let (language, root) = text.split_once(' ')?;
        Some(Self { language: Language::parse(language)?, root: root.parse().ok()? })
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.language.as_str(), self.root)
    }
}

impl Follower {
    pub(super) fn new(index: Index, writer: Writer) -> Self {
        Self {
            index,
            writer,
            streams: None,
            open: VecDeque::new(),
            works: VecDeque::new(),
            changed: HashSet::new(),
            progress: Progress::default(),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    /// Does what there is to do, or a part of it if that is much, and commits it. Where it fails, nothing is done.
    pub(super) fn step(&mut self, app: &App, wakes: &Wakes) -> Result<Followed, Fault> {
        let done = self.advance(app, wakes);
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

    fn advance(&mut self, app: &App, wakes: &Wakes) -> Result<Followed, Fault> {
        match self.streams.take() {
            None => self.begin(app)?,
            Some(mut streams) => {
                let heard = hear(app, &mut streams, wakes)?;
                match heard {
                    Heard::Spaces(spaces) => {
                        self.streams = Some(streams);
                        self.expect(app, spaces)?;
                    }
                    Heard::Lost => self.begin(app)?,
                }
            }
        }
        self.slice(app)?;
        if !self.changed.is_empty() {
            self.writer.commit("")?;
            self.changed.clear();
        }
        let is_done = self.open.is_empty() && self.works.is_empty();
        Ok(if is_done { Followed::UpToDate } else { Followed::Further })
    }

    /// Compares every space there is.
    fn begin(&mut self, app: &App) -> Result<(), Fault> {
        let streams = app.inner.db.read(|tx| Ok::<_, Error>(events::streams(tx)?))?;
        let mut gone = self.index.spaces();
        (self.open, self.works) = (VecDeque::new(), VecDeque::new());
        let mut after = None;
        loop {
            let sources = app.inner.db.glance(|tx| Ok::<_, Error>(search::sources(tx, after, BATCH)?))?;
            let Some(last) = sources.last() else { break };
            after = Some(last.id);
            for source in sources {
                gone.remove(&source.id);
                if self.note(source.id)? != Some(Note::of(&source)) {
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

    /// What the index has of a space. A note that is not understood is none.
    fn note(&self, space: SpaceId) -> Result<Option<Note>, Fault> {
        Ok(self.index.mark(space)?.as_deref().and_then(Note::parse))
    }

    /// Brings spaces to which something happened up to date at once, if that is little.
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

    /// Goes on with what takes longer.
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
                // A comparison is some work, too.
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

    /// While a space is neither here nor there, it has no note.
    fn lay_aside(&mut self, work: Work) {
        self.writer.unmark(work.source.id);
        self.changed.insert(work.source.id);
        self.works.push_back(work);
    }

    /// What there is to do for a space, with all removals done; nothing if it is as the index says.
    fn compare(&mut self, app: &App, space: SpaceId) -> Result<Option<Work>, Fault> {
        let note = self.note(space)?;
        let found = app.inner.db.read(|tx| {
            let Some(source) = search::source(tx, space)? else { return Ok::<_, Error>(None) };
            let stored = Stored::new(tx, source.organization, &app.inner.caches.objects);
            let (now, after) = (Note::of(&source), Map::at(source.root));
            if note == Some(now) {
                return Ok(Some((source, Difference::None)));
            }
            if let Some(note) = note.filter(|note| note.language == now.language)
                && let Some(delta) = readable(app.delta(&Map::at(note.root), &after, &stored), space)?
            {
                return Ok(Some((source, Difference::Some(delta))));
            }
            let outline = readable(app.outline_of(&after, &stored), space)?;
            let everything = outline.map_or(Difference::None, |it| Difference::Everything(contents::all(&it)));
            Ok(Some((source, everything)))
        })?;
        let Some((source, difference)) = found else {
            self.remove(space);
            return Ok(None);
        };
        let pages = match difference {
            Difference::None => return Ok(None),
            Difference::Some(delta) => {
                delta.remove.iter().for_each(|page| self.writer.remove_page(space, *page));
                delta.put.into_iter().collect()
            }
            Difference::Everything(pages) => {
                self.remove(space);
                pages
            }
        };
        self.changed.insert(space);
        Ok(Some(Work { source, pages, again: false }))
    }

    /// Indexes some pages of a space, at most so many; how many it were.
    fn index_pages(&mut self, app: &App, work: &mut Work, most: usize) -> Result<usize, Fault> {
        let (space, language) = (work.source.id, Note::of(&work.source).language);
        let mut done = 0;
        while done < most && !work.pages.is_empty() {
            let chunk = work.pages.split_off(work.pages.len().saturating_sub(CHUNK.min(most - done)));
            let texts = app.inner.db.read(|tx| {
                let stored = Stored::new(tx, work.source.organization, &app.inner.caches.objects);
                let map = Map::at(work.source.root);
                let texts = chunk.iter().map(|page| readable(contents::text(*page, &map, &stored), space));
                Ok::<_, Error>(texts.collect::<Result<Vec<_>, _>>()?)
            })?;
            for text in texts.iter().flatten().flatten() {
                let contents::Text { page, title, description, sections } = text;
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

    /// Notes what the pages of a space are of now, unless it was handed over meanwhile: then they could not all be read.
    fn finish(&mut self, app: &App, work: &Work) -> Result<(), Fault> {
        let space = work.source.id;
        let now = app.inner.db.glance(|tx| Ok::<_, Error>(search::source(tx, space)?))?;
        let is_there = now.is_some_and(|now| now.organization == work.source.organization);
        if is_there {
            self.writer.mark(space, &Note::of(&work.source).to_string())?;
            self.progress.spaces += 1;
        } else {
            self.remove(space);
        }
        self.changed.insert(space);
        if work.again || !is_there {
            self.open.push_back(space);
        }
        Ok(())
    }
}

/// What the index of a space lacks.
enum Difference {
    /// Nothing that could be had.
    None,
    Some(Delta),
    /// All there is: these pages.
    Everything(Vec<PageId>),
}

/// What was read of a space, unless it is damaged: then others are still found.
fn readable<T>(read: Result<T, ObjectError>, space: SpaceId) -> Result<Option<T>, ObjectError> {
    match read {
        Err(error @ (ObjectError::Missing(_) | ObjectError::Damaged { .. })) => {
            tracing::error!(%space, error = &error as &dyn std::error::Error, "content can't be read to be found");
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// What the log says.
enum Heard {
    /// Something happened to these spaces.
    Spaces(Vec<SpaceId>),
    /// A stream ended, with whatever it would have said.
    Lost,
}

/// Reads on in the log.
fn hear(app: &App, streams: &mut HashMap<Uid, i64>, wakes: &Wakes) -> Result<Heard, Error> {
    let mut moved: Vec<Uid> = wakes.streams.iter().copied().collect();
    if wakes.all {
        let now = app.inner.db.glance(|tx| Ok::<_, Error>(events::streams(tx)?))?;
        let names: HashSet<Uid> = now.iter().map(|stream| stream.id).collect();
        if streams.keys().any(|known| !names.contains(known)) {
            return Ok(Heard::Lost);
        }
        let ahead = now.into_iter().filter(|stream| streams.get(&stream.id) != Some(&stream.sequence));
        moved.extend(ahead.map(|stream| stream.id));
    }
    let mut spaces = Vec::new();
    for stream in moved {
        let known = streams.get(&stream).copied();
        let mut place = known.unwrap_or_default();
        loop {
            let events = app.inner.db.glance(|tx| Ok::<_, Error>(events::since(tx, stream, place, BATCH)?))?;
            let Some(last) = events.last() else { break };
            place = last.sequence;
            spaces.extend(events.iter().filter_map(concerned));
        }
        if known == Some(place) && app.inner.db.glance(|tx| Ok::<_, Error>(events::stream(tx, stream)?))?.is_none() {
            return Ok(Heard::Lost);
        }
        if place > 0 {
            streams.insert(stream, place);
        }
    }
    spaces.sort_unstable();
    spaces.dedup();
    Ok(Heard::Spaces(spaces))
}

/// The space whose main content, language or existence an event may have changed.
fn concerned(event: &Logged) -> Option<SpaceId> {
    const OF_SPACES: [EventKind; 5] = [
        EventKind::SpaceCreated,
        EventKind::SpaceUpdated,
        EventKind::SpaceRestored,
        EventKind::SpaceTransferred,
        EventKind::SpacePurged,
    ];
    if event.kind == EventKind::ContentUpdated.as_str() {
        // The branch of a change request is no space, and nothing is found under its name.
        let detail: serde_json::Value = serde_json::from_str(&event.detail).ok()?;
        return detail["branch"].as_str()?.parse().ok().map(SpaceId);
    }
    OF_SPACES.iter().any(|kind| event.kind == kind.as_str()).then_some(SpaceId(event.subject))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_back() {
        let note = Note { language: Language::PtBr, root: Hash::of(b"x") };
        assert_eq!(Note::parse(&note.to_string()), Some(note));
        assert_eq!(Note::parse(""), None);
        assert_eq!(Note::parse("en 0"), None);
    }
}
