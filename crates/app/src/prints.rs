//! PDF of content: of a page, a page with those below it, or a whole space, in any version.
//!
//! A document has what a visitor without claims gets: conditions are decided and expressions evaluated as in any other
//! answer, hidden pages and those that are not for such a visitor are left out unless they are asked for by name, and what
//! the caller may not see in other spaces is not there. It depends on nothing but that, the options and the fonts, by
//! whose hash it is kept: the second request for it draws nothing. The layouts of its pages are kept, too, so that after an
//! edit only the pages that it concerns are laid out.

mod around;
mod kept_layouts;
mod on_sites;
mod operations;
mod readers;

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use quire_content::document::{Document, conditions};
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::record::{PageKind, PageRecord};
use quire_content::slug::slug;
use quire_model::credentials::Proved;
use quire_model::ids::{SpaceId, UserId};
use quire_model::scopes::Scopes;
use quire_model::site_structure::SiteSpace;
use quire_model::time::Timestamp;
pub use quire_pdf::Paper;
use quire_pdf::words::filled;
use quire_pdf::{Book, Entry, Fonts, Sheet};
use quire_store::spaces::{self, Space};

use crate::App;
use crate::callers::{Asker, Caller};
use crate::content::documents::{Body, Form};
use crate::content::downloads::Download;
use crate::content::{Version, View};
use crate::core::errors::{Error, FirstFault};
use crate::core::processors;
use crate::openapi_specs::latest::LatestVersions;
use crate::prints::around::{Around, Elsewhere, Shared, words_of};
use crate::prints::kept_layouts::KeptLayouts;
use crate::prints::readers::Reader;
use crate::published::{SiteView, VisiblePages, path_of};

const PURPOSE: &str = "pdf";
const NOT_BUILT: Error = Error::NotBuilt("PDF");
/// The version of the layout: documents of another one are drawn again.
const FORM: u32 = 3;
/// The longest time that a document may take, in milliseconds.
const PATIENCE_MILLIS: i64 = 10 * 60 * 1000;
/// The stack of a thread that draws, in bytes.
const STACK: usize = 32 << 20;
/// How often work that waits for its turn looks if it was stopped.
const LOOK: std::time::Duration = std::time::Duration::from_millis(50);

/// The selection of pages to print, and the paper.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The page that is printed, with those below it; the whole space if `None`.
    pub page: Option<PageId>,
    /// True if the pages below the page are left out.
    pub only: bool,
    /// The format of the paper.
    pub paper: Paper,
}

/// The right to read one document, as encoded in a signed address.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The space whose content the document is of.
    pub space: SpaceId,
    /// The hash of what the document was made of.
    pub key: Hash,
    /// The name to save it under.
    pub name: String,
    /// The one for whom it was printed, if not everybody may read it. The pass works as long as they may.
    pub reader: Option<(UserId, Proved)>,
    /// The time from which the pass is invalid.
    pub expires: Timestamp,
    /// The signature over all other fields.
    pub signature: String,
}

/// The fonts, and turns for drawing: as many at once as there are processors for heavy work.
pub(crate) struct Press {
    fonts: Fonts,
    running: Mutex<usize>,
    freed: Condvar,
}

impl Press {
    pub(crate) fn new(fonts: Fonts) -> Self {
        Self { fonts, running: Mutex::new(0), freed: Condvar::new() }
    }

    /// Does work when it is its turn.
    fn in_turn<T>(&self, app: &App, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let mut running = self.running.lock();
        while *running >= processors::half() {
            app.go_on()?;
            self.freed.wait_for(&mut running, LOOK);
        }
        *running += 1;
        drop(running);
        let _turn = Turn(self);
        work()
    }
}

/// A turn, which ends when it is dropped.
struct Turn<'a>(&'a Press);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.running.lock() -= 1;
        self.0.freed.notify_one();
    }
}

impl App {
    /// Returns true if the program was built with the feature that prints documents.
    pub fn prints_documents(&self) -> bool {
        quire_pdf::IS_BUILT
    }

    /// Prints content, unless that was done before, and returns a pass for the document.
    ///
    /// # Errors
    /// The page does not exist, or the document would be too long; [`Error::NotBuilt`] in a program without PDF.
    pub fn print(&self, caller: &Caller, view: &View, options: Options, expires: Timestamp) -> Result<Pass, Error> {
        self.print_for(Reader::Caller(caller), view, options, expires, &|_, _| None)
    }

    /// Prints what a visitor of a site sees of one of its spaces, and returns a pass for the document. Links lead to pages
    /// that are not in it at the site.
    ///
    /// # Errors
    /// The space or the page is not visible to the visitor, or the document would be too long.
    pub fn print_on_site(
        &self,
        site_view: &SiteView,
        space: &SiteSpace,
        options: Options,
        expires: Timestamp,
    ) -> Result<Pass, Error> {
        let view = site_view.view(space.space).ok_or(Error::NotFound("space"))?;
        let elsewhere = |space: SpaceId, page: PageId| {
            let on_site = site_view.space_on_site(space)?;
            let visible = self.visible_pages(site_view, on_site).ok()?;
            visible.page(page)?;
            let segments = site_view.site.structure.segments(on_site.id);
            let path = path_of(segments.iter().map(String::as_str), &visible.path(page)?);
            Some(format!("{}{path}", site_view.site.address))
        };
        self.print_for(Reader::Visitor(site_view), &view, options, expires, &elsewhere)
    }

    fn print_for(
        &self,
        reader: Reader<'_>,
        view: &View,
        options: Options,
        expires: Timestamp,
        elsewhere: &Elsewhere<'_>,
    ) -> Result<Pass, Error> {
        if !self.prints_documents() {
            return Err(NOT_BUILT);
        }
        let latest = reader.latest(self, view)?;
        let plan = self.plan(reader, view, &latest, options)?;
        let shared = Shared::new(self, reader, view, latest, elsewhere)?;
        let key = self.print_key(&plan, &shared, options)?;
        if self.inner.prints.find(key, self.now()).is_none() {
            let press = &self.inner.press;
            let bytes = press.in_turn(self, || match self.inner.prints.find(key, self.now()) {
                Some(_) => Ok(None),
                None => self.draw(&plan, &shared).map(Some),
            })?;
            if let Some(bytes) = bytes {
                let stored = self.inner.prints.put(key, &bytes, self.now());
                stored.map_err(|e| Error::storing("storing a PDF", e))?;
            }
        }
        let name = format!("{}.pdf", slug(&plan.book.title));
        let (space, reader) = (view.space.id, reader.identity());
        let mut pass = Pass { space, key, name, reader, expires, signature: String::new() };
        pass.signature = self.inner.signer.sign(PURPOSE, &fields(&pass).each_ref().map(String::as_str), expires);
        Ok(pass)
    }

    /// Returns the bytes of a document as it is printed now, without keeping them.
    ///
    /// # Errors
    /// See [`Self::print`].
    pub fn print_bytes(&self, caller: &Caller, view: &View, options: Options) -> Result<Vec<u8>, Error> {
        let reader = Reader::Caller(caller);
        let latest = reader.latest(self, view)?;
        let plan = self.plan(reader, view, &latest, options)?;
        self.draw(&plan, &Shared::new(self, reader, view, latest, &|_, _| None)?)
    }

    /// Returns the document that a pass is for, or [`Error::NotFound`] if the pass is not valid, the one for whom it was
    /// issued may not read the space any more, or the document is not kept any more.
    pub fn printed(&self, pass: &Pass) -> Result<Download, Error> {
        let fields = fields(pass);
        let signed = fields.each_ref().map(String::as_str);
        if !self.inner.signer.verify(PURPOSE, &signed, pass.expires, &pass.signature, self.now()) {
            return Err(Error::NotFound("PDF"));
        }
        let space = self.inner.db.read_single(|tx| Ok::<_, Error>(spaces::get(tx, pass.space)?))?;
        let space = space.filter(|space| space.deleted_at.is_none()).ok_or(Error::NotFound("PDF"))?;
        if !self.may_still_read(&space, pass.reader)? {
            return Err(Error::NotFound("PDF"));
        }
        let path = self.inner.prints.find(pass.key, self.now()).ok_or(Error::NotFound("PDF"))?;
        Ok(Download { path, hash: pass.key, content_type: "application/pdf".to_owned() })
    }

    /// Returns true if the one for whom something was printed may read the space now.
    fn may_still_read(&self, space: &Space, reader: Option<(UserId, Proved)>) -> Result<bool, Error> {
        let Some((user, by)) = reader else { return Ok(true) };
        let asker = Asker { user: Some(user), by: Some(by), scopes: Scopes::ALL, organization: space.organization };
        let read = self.on_behalf_of(asker).and_then(|caller| self.view(&caller, space.id, Version::Main));
        match read {
            Ok(_) => Ok(true),
            Err(Error::Unauthenticated(_) | Error::NotFound(_) | Error::Forbidden(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the book of what is printed.
    fn plan(&self, reader: Reader<'_>, view: &View, latest: &LatestVersions, options: Options) -> Result<Plan, Error> {
        let expanded = self.expanded(self.outline(view)?, view.revision.root, latest, view.space.language)?;
        let visible = reader.visible(self, view, expanded.outline.clone())?;
        let mut plan = Plan { book: Book::default(), pages: Vec::new(), key: expanded.key };
        let outline = &*expanded.outline;
        let title = match options.page {
            None => {
                plan.add_below(&visible, None, 0);
                view.space.title.clone()
            }
            Some(page) => {
                // Visitors don't learn of what is hidden from them by its name either.
                let is_known = matches!(reader, Reader::Caller(_)) || visible.entry(page).is_some();
                let record = outline.page(page).filter(|_| is_known).ok_or(Error::NotFound("page"))?;
                plan.add(page, record, 0);
                if !options.only {
                    plan.add_below(&visible, Some(page), 1);
                }
                record.title.clone()
            }
        };
        if plan.pages.len() > reader.most_pages() {
            let bound = reader.most_pages();
            return Err(Error::TooLarge(format!("page: the document has more than {bound} pages, print a part of it")));
        }
        let date = view.revision.created_at.to_string();
        let date = date.get(..10).unwrap_or_default().to_owned();
        let within = options.page.map(|_| view.space.title.clone());
        let words = words_of(view);
        // Readers of a site know no revisions.
        let revision = matches!(reader, Reader::Caller(_)).then(|| filled(words.revision, view.revision.id));
        let is_single = plan.book.entries.len() == 1;
        plan.book = Book {
            paper: options.paper,
            title: if title.trim().is_empty() { words.untitled.to_owned() } else { title },
            lines: within.into_iter().chain([date]).chain(revision).collect(),
            language: view.space.language.map_or("en", |language| language.as_str()).to_owned(),
            front: !is_single,
            entries: std::mem::take(&mut plan.book.entries),
        };
        Ok(plan)
    }

    /// Returns the hash of everything that a document depends on.
    fn print_key(&self, plan: &Plan, shared: &Shared<'_>, options: Options) -> Result<Hash, Error> {
        let facts = format!(
            "{FORM}\n{}\n{:?}\n{:?}\n{:?}\n{}\n{}",
            plan.key,
            plan.book,
            options.page,
            options.only,
            shared.key()?,
            self.inner.press.fonts.name(),
        );
        Ok(Hash::of(facts.as_bytes()))
    }

    /// Draws a document on a thread of its own, whose panics are errors.
    fn draw(&self, plan: &Plan, shared: &Shared<'_>) -> Result<Vec<u8>, Error> {
        let (faults, began) = (FirstFault::default(), self.now());
        let in_book: HashSet<PageId> = plan.pages.iter().flatten().copied().collect();
        let work = || {
            let diagrams = quire_diagram::Diagrams::new(8 << 20);
            let go_on = || {
                self.go_on()?;
                if self.now().0.saturating_sub(began.0) > PATIENCE_MILLIS {
                    let seconds = PATIENCE_MILLIS / 1000;
                    let message = format!("page: the document takes more than {seconds} seconds, print a part of it");
                    return Err(Error::TooLarge(message));
                }
                Ok(())
            };
            let mut read = |at: usize| {
                go_on()?;
                self.sheet(plan.pages[at], shared, &in_book, &diagrams, &faults)
            };
            let layouts = KeptLayouts::new(shared, &go_on);
            quire_pdf::draw(&plan.book, &self.inner.press.fonts, &layouts, &mut read)
                .map_err(failure)
                .map(|pdf| pdf.bytes)
        };
        let drawn = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("pdf".to_owned()).stack_size(STACK);
            let thread = thread.spawn_scoped(scope, work).map_err(|e| Error::internal("starting a thread", e))?;
            thread.join().map_err(|_| Error::internal("drawing a PDF", "the thread ended unexpectedly"))
        });
        let bytes = drawn??;
        faults.check()?;
        Ok(bytes)
    }

    fn sheet<'s>(
        &'s self,
        page: Option<PageId>,
        shared: &'s Shared<'s>,
        in_book: &'s HashSet<PageId>,
        diagrams: &'s quire_diagram::Diagrams,
        faults: &'s FirstFault,
    ) -> Result<Sheet<'s>, Error> {
        let record = page.and_then(|id| shared.outline.page(id)).ok_or(Error::NotFound("page"))?;
        let budget = self.page_budget();
        let document = match self.computed_document(&shared.latest, record, &budget)? {
            Some(document) => document,
            None => match self.page_body_for(shared.view, record, Form::Document, &shared.reader.scope()?, &budget)? {
                Some(Body::Document(document)) => document,
                Some(Body::Markdown(_)) | None => Document::default(),
            },
        };
        let around = Around::new(shared, record, in_book, diagrams, faults);
        // A description with a condition is one that a visitor may not see.
        let description = record.description.clone().filter(|text| !conditions::may_have(text));
        Ok(Sheet { document, description, around: Box::new(around) })
    }
}

/// A book with the identifiers of its pages.
struct Plan {
    book: Book,
    /// The identifiers of the entries.
    pages: Vec<Option<PageId>>,
    /// The hash of the content and the specifications.
    key: Hash,
}

impl Plan {
    fn add_below(&mut self, visible: &Arc<VisiblePages>, parent: Option<PageId>, depth: usize) {
        for (id, record) in visible.below(parent) {
            self.add(id, record, depth);
            self.add_below(visible, Some(id), depth + 1);
        }
    }

    fn add(&mut self, id: PageId, record: &PageRecord, depth: usize) {
        if matches!(record.kind, PageKind::Link { .. }) {
            return;
        }
        self.pages.push(Some(id));
        self.book.entries.push(Entry {
            id: id.to_string(),
            title: record.title.clone(),
            emoji: record.emoji.as_deref().map(quire_model::text::emoji_text),
            depth,
            is_page: !matches!(record.kind, PageKind::Group),
        });
    }
}

fn failure(error: quire_pdf::Error<Error>) -> Error {
    match error {
        quire_pdf::Error::Page(error) => error,
        quire_pdf::Error::TooLong { bound } => {
            Error::TooLarge(format!("page: the document has more than {bound} sheets of paper, print a part of it"))
        }
        quire_pdf::Error::NotBuilt => NOT_BUILT,
        error @ quire_pdf::Error::Write(_) => Error::internal("writing a PDF", error.to_string()),
    }
}

fn fields(pass: &Pass) -> [String; 4] {
    let reader = pass.reader.map(|(user, by)| format!("{user} {by}")).unwrap_or_default();
    [pass.space.to_string(), pass.key.to_string(), pass.name.clone(), reader]
}
