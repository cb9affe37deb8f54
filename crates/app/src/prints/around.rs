//! The references of a printed page, as one caller may know their targets: pages of the book and elsewhere, files, reusable content,
//! parts of specifications.
//!
//! A fault of the server is not an absence: it is kept, and the document is not used.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use quire_content::document::model::{ContentRef, Kind};
use quire_content::document::{Document, Evaluate};
use quire_content::front_matter;
use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId};
use quire_content::links::{Address, AddressTarget, LinkTarget as Written};
use quire_content::outline::Outline;
use quire_content::record::PageRecord;
use quire_model::ids::{SpaceId, UserId};
use quire_model::text::emoji_text;
use quire_pdf::words::Words;
use quire_pdf::{Drawing, FileFacts, Link, LinkTarget, PictureSource, Surroundings};
use quire_store::members;

use crate::App;
use crate::content::View;
use crate::content::documents::{Body, Form, Reading};
use crate::content::former_ids::FormerSpaces;
use crate::core::errors::{Error, FirstFault};
use crate::openapi_specs::latest::LatestVersions;
use crate::openapi_specs::parts::Part;
use crate::prints::operations;
use crate::prints::readers::{Known, Reader};

/// The size of the largest picture that is read, in bytes.
const MOST_PICTURE: u64 = 32 << 20;
/// The maximum number of other spaces whose content a document shows.
const MOST_SPACES: usize = 200;

/// Returns the address of a page that is not in the document; `None` where it has none for readers of the file.
pub(super) type Elsewhere<'a> = dyn Fn(SpaceId, PageId) -> Option<String> + Sync + 'a;

/// The facts that all pages of a document have in common.
pub(super) struct Shared<'a> {
    pub(super) app: &'a App,
    pub(super) view: &'a View,
    pub(super) outline: Arc<Outline>,
    pub(super) latest: Arc<LatestVersions>,
    /// The main contents of other spaces that the content names and the caller may read.
    others: HashMap<SpaceId, (View, Arc<Outline>)>,
    former: FormerSpaces,
    /// The one who reads the document.
    pub(super) reader: Reader<'a>,
    /// The pages that a document for this reader may name.
    known: Known,
    /// The address of a page that is not in the document, for those who have one.
    elsewhere: &'a Elsewhere<'a>,
    /// The names of members, once they were asked for.
    people: std::sync::Mutex<HashMap<UserId, Option<String>>>,
}

impl<'a> Shared<'a> {
    /// Loads what the pages of a document refer to in other spaces, as far as the caller may read these.
    pub(super) fn new(
        app: &'a App,
        reader: Reader<'a>,
        view: &'a View,
        latest: Arc<LatestVersions>,
        elsewhere: &'a Elsewhere<'a>,
    ) -> Result<Self, Error> {
        let expanded = app.expanded(app.outline(view)?, view.revision.root, &latest, view.space.language)?;
        let organization = view.space.organization;
        let former = app.inner.db.read_single(|tx| FormerSpaces::of(tx, organization))?;
        let named = app.with_links(view, |linked| {
            let mut named = BTreeSet::new();
            for link in linked.all() {
                let (_, link) = link?;
                let space = match &link.target {
                    Written::Page { space: Some(space), .. }
                    | Written::Reusable { space: Some(space), .. }
                    | Written::Space(space) => Some(space.clone()),
                    Written::Url(url) => Address::parse(url).and_then(|address| address.space().map(str::to_owned)),
                    _ => None,
                };
                named.extend(space);
            }
            Ok(named)
        })?;
        let mut others = HashMap::new();
        for space in named.iter().filter_map(|name| former.find(name)) {
            if space == view.space.id || others.len() >= MOST_SPACES || others.contains_key(&space) {
                continue;
            }
            if let Some(other) = reader.view(app, space)? {
                let outline = app.outline(&other)?;
                others.insert(space, (other, outline));
            }
        }
        let mut known = Known::default();
        known.add(view.space.id, reader.visible(app, view, expanded.outline.clone())?);
        for (space, (view, outline)) in &others {
            known.add(*space, reader.visible(app, view, outline.clone())?);
        }
        let (outline, people) = (expanded.outline, Default::default());
        Ok(Self { app, view, outline, latest, others, former, reader, known, elsewhere, people })
    }

    /// Returns a hash of all that pages show of what is beyond the content.
    pub(super) fn key(&self) -> Result<Hash, Error> {
        let mut facts: Vec<String> = self
            .others
            .values()
            .map(|(view, _)| format!("{} {} {}", view.space.id, view.revision.root, view.space.title))
            .collect();
        facts.push(self.reader.key().to_string());
        facts.sort();
        facts.push(format!("{:?}", self.latest));
        let users = self.app.with_links(self.view, |linked| {
            let mut users = BTreeSet::new();
            for link in linked.all() {
                if let (_, quire_content::links::Link { target: Written::User(user), .. }) = link? {
                    users.insert(user);
                }
            }
            Ok(users)
        })?;
        for user in users {
            facts.push(format!("{user} {:?}", self.person(&user)?));
        }
        Ok(Hash::of(facts.join("\n").as_bytes()))
    }

    /// Returns the name of a member of the organization.
    fn person(&self, id: &str) -> Result<Option<String>, Error> {
        let Some(id) = id.parse::<UserId>().ok().filter(|_| self.reader.knows_people()) else { return Ok(None) };
        let mut people = self.people.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = people.get(&id) {
            return Ok(known.clone());
        }
        let organization = self.view.space.organization;
        let found = self.app.inner.db.read(|tx| Ok::<_, Error>(members::get(tx, organization, id)?))?;
        let name = found.map(|member| member.user().display_name);
        people.insert(id, name.clone());
        Ok(name)
    }
}

/// The targets of one page's references.
pub(super) struct Around<'a> {
    shared: &'a Shared<'a>,
    view: &'a View,
    outline: &'a Outline,
    page: &'a PageRecord,
    in_book: &'a HashSet<PageId>,
    diagrams: &'a quire_diagram::Diagrams,
    faults: &'a FirstFault,
    /// The same for content of another space, in a chain.
    next: OnceCell<Box<Around<'a>>>,
}

impl<'a> Around<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        page: &'a PageRecord,
        in_book: &'a HashSet<PageId>,
        diagrams: &'a quire_diagram::Diagrams,
        faults: &'a FirstFault,
    ) -> Self {
        let (view, outline) = (shared.view, &*shared.outline);
        Self { shared, view, outline, page, in_book, diagrams, faults, next: OnceCell::new() }
    }

    fn at(&self, view: &'a View, outline: &'a Outline) -> Self {
        let Self { shared, page, in_book, diagrams, faults, .. } = *self;
        Self { shared, view, outline, page, in_book, diagrams, faults, next: OnceCell::new() }
    }

    fn is_own(&self) -> bool {
        self.view.space.id == self.shared.view.space.id
    }

    /// Returns the content of a space that a reference names: the document's own, or another one.
    fn space(&self, name: &str) -> Option<(&'a View, &'a Outline)> {
        let id = self.shared.former.find(name)?;
        if id == self.shared.view.space.id {
            return Some((self.shared.view, &self.shared.outline));
        }
        self.shared.others.get(&id).map(|(view, outline)| (view, &**outline))
    }

    fn page(&self, page: &str, space: Option<&str>, anchor: &str) -> Option<Link> {
        let (view, outline) = match space {
            None => (self.view, self.outline),
            Some(space) => self.space(space)?,
        };
        let id: PageId = page.parse().ok()?;
        let is_inside = view.space.id == self.shared.view.space.id && self.in_book.contains(&id);
        let record = outline.page(id).filter(|_| is_inside || self.shared.known.has(view.space.id, id))?;
        let target = if is_inside {
            LinkTarget::Page { id: id.to_string(), anchor: anchor.to_owned(), elsewhere: None }
        } else {
            let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            let address = (self.shared.elsewhere)(view.space.id, id);
            address.map_or(LinkTarget::Nowhere, |address| LinkTarget::Address(format!("{address}{anchor}")))
        };
        Some(Link {
            target,
            title: record.nav_title.clone().unwrap_or_else(|| record.title.clone()),
            emoji: record.emoji.as_deref().map(emoji_text),
            icon: record.icon.clone(),
            description: record.description.clone(),
        })
    }

    fn address(&self, url: &str) -> Option<Link> {
        let public = &self.shared.app.options().public_url;
        let own = Address::parse(url).filter(|it| it.base.as_ref().is_none_or(|base| base == public));
        if let Some(Address { place, anchor, .. }) = own {
            let anchor = anchor.unwrap_or_default();
            let known = match place {
                AddressTarget::Page(space, page) => self.page(&page, Some(&space), &anchor),
                AddressTarget::Path(space, path) => {
                    let (view, _) = self.space(&space)?;
                    let page = self.faults.there(self.shared.app.page_at(view, &path))??;
                    self.page(&page.to_string(), Some(&space), &anchor)
                }
                AddressTarget::Space(space) => self.titled(&space),
                _ => None,
            };
            if known.is_some() {
                return known;
            }
        }
        let (_, rest) = url.split_once(':')?;
        let shown = rest.trim_start_matches('/').split(['?', '#']).next().unwrap_or(rest).trim_end_matches('/');
        Some(plain(LinkTarget::Address(url.to_owned()), shown.to_owned()))
    }

    /// Returns an API description with the words of the document's language.
    fn api<'v>(&self, description: &'v serde_json::Value) -> operations::Api<'v> {
        operations::Api { description, words: words_of(self.shared.view) }
    }

    fn titled(&self, space: &str) -> Option<Link> {
        let (view, _) = self.space(space)?;
        Some(plain(LinkTarget::Nowhere, view.space.title.clone()))
    }

    fn read_picture(&self, id: FileId) -> Result<PictureSource, Error> {
        let file = self.shared.app.file(self.view, id)?;
        if file.size > MOST_PICTURE {
            return Ok(PictureSource::Elsewhere(file.name));
        }
        let path = self.shared.app.inner.blobs.path(file.blob);
        let bytes = std::fs::read(path).map_err(|e| Error::internal("reading a picture", e))?;
        Ok(PictureSource::Bytes(bytes.into()))
    }

    fn read_reusable(&self, id: &str) -> Result<Option<Document>, Error> {
        let Ok(id) = id.parse() else { return Ok(None) };
        let app = self.shared.app;
        let record = app.reusable(self.view, id)?;
        let file = app.objects(self.view, |_, objects| Ok(objects.get(&record.source)?))?;
        if let Reader::Visitor(site) = self.shared.reader {
            return app.published_reusable(site, self.view, id, self.page, &app.page_budget()).map(Some);
        }
        if front_matter::parse(&file)
            .fields
            .if_
            .is_some_and(|condition| !app.holds_for_stranger(self.view, &condition, self.page))
        {
            return Ok(None);
        }
        let reading = Reading { form: Form::Document, evaluate: Some(Evaluate::All) };
        match app.reusable_body_on(self.view, &record, self.page, reading)? {
            Body::Document(document) => Ok(Some(document)),
            Body::Markdown(_) => Ok(None),
        }
    }
}

/// Returns the words of a document of some content.
pub(super) fn words_of(view: &View) -> &'static Words {
    Words::of(view.space.language.map_or("en", |language| language.as_str()))
}

fn plain(target: LinkTarget, title: String) -> Link {
    Link { target, title, emoji: None, icon: None, description: None }
}

impl Surroundings for Around<'_> {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        match reference {
            ContentRef::Url { url } => self.address(url),
            ContentRef::Page { page, space } => self.page(page, space.as_deref(), ""),
            ContentRef::Anchor { anchor, page: Some(page), space } => self.page(page, space.as_deref(), anchor),
            ContentRef::Anchor { anchor, page: None, space: None } => {
                Some(plain(LinkTarget::Anchor(anchor.clone()), anchor.clone()))
            }
            ContentRef::Anchor { page: None, space: Some(space), .. } | ContentRef::Space { space } => {
                self.titled(space)
            }
            ContentRef::File { .. } => self.file(reference).map(|file| plain(LinkTarget::Nowhere, file.name)),
            ContentRef::User { user } => {
                let name = self.faults.there(self.shared.person(user)).flatten()?;
                Some(plain(LinkTarget::Nowhere, name))
            }
            ContentRef::Collection { .. } | ContentRef::ReusableContent { .. } | ContentRef::Openapi { .. } => None,
        }
    }

    fn picture(&self, reference: &ContentRef) -> PictureSource {
        match reference {
            ContentRef::File { file } => {
                let read = file.parse().ok().and_then(|id| self.faults.there(self.read_picture(id)));
                read.unwrap_or(PictureSource::Missing)
            }
            ContentRef::Url { url } if url.contains("://") => PictureSource::Elsewhere(url.clone()),
            _ => PictureSource::Missing,
        }
    }

    fn file(&self, reference: &ContentRef) -> Option<FileFacts> {
        match reference {
            ContentRef::File { file } => {
                let file = self.faults.there(self.shared.app.file(self.view, file.parse().ok()?))?;
                Some(FileFacts { name: file.name, size: file.size, address: None })
            }
            ContentRef::Url { url } if url.contains("://") => {
                let path = url.split(['?', '#']).next().unwrap_or(url);
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                Some(FileFacts { name, size: 0, address: Some(url.clone()) })
            }
            _ => None,
        }
    }

    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>> {
        let ContentRef::ReusableContent { reusable_content, space: None } = reference else { return None };
        self.faults.there(self.read_reusable(reusable_content)).flatten().map(Arc::new)
    }

    fn of_space(&self, space: &str) -> Option<&dyn Surroundings> {
        let (view, outline) = self.space(space)?;
        if view.space.id == self.view.space.id {
            return Some(self);
        }
        let mut at = self;
        loop {
            at = match at.next.get() {
                Some(next) => next,
                None => {
                    let made = Box::new(self.at(view, outline));
                    at.next.get_or_init(|| made)
                }
            };
            if at.view.space.id == view.space.id {
                return Some(at);
            }
        }
    }

    fn described(&self, block: &Kind) -> Option<Document> {
        let app = self.shared.app;
        if let Kind::Swagger(swagger) = block {
            let ContentRef::File { file } = &swagger.source else { return None };
            let found = self.faults.there(app.published_specification(self.view, file.parse().ok()?)).flatten()?;
            return Some(operations::operation(self.api(&found), &swagger.method, &swagger.path, false));
        }
        if !self.is_own() {
            return None;
        }
        let (slug, part) = Part::of(block)?;
        let found = self.faults.there(app.specification_part(&self.shared.latest, slug, &part)).flatten()?;
        Some(operations::part(self.api(&found), &part))
    }

    fn tag(&self, name: &str) -> Option<String> {
        let tags = self.faults.there(self.shared.app.published_tags(self.view))?;
        tags.get(name).and_then(|tag| tag.label.clone())
    }

    fn diagram(&self, source: &str) -> Option<Drawing> {
        let drawn = self.diagrams.get(source)?;
        let alt = drawn.title.clone().unwrap_or_else(|| drawn.words.join(", "));
        Some(Drawing { svg: drawn.svg.clone(), alt })
    }
}
