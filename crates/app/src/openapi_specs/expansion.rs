//! Page trees with the pages of specifications in the places of computed pages.
//!
//! A computed page without a title is replaced by the pages of its specification; one with a title, or with pages below
//! it, stays and has them below it. Pages that writers made keep their paths. A page of a specification is named by what
//! it shows, so it keeps its identifier in every version.

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::document::conditions;
use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::outline::Outline;
use quire_content::record::{PageKind, PageRecord};
use quire_content::slug::{Siblings, slug};
use quire_model::language::Language;
use quire_openapi::pages::{Content, FurtherPages, Page, Titles, count_operations, pages_within};
use quire_openapi::{Call, Index};

use super::addresses::Addresses;
use super::computed::{ComputedPage, Shown};
use super::latest::{LatestVersion, LatestVersions, Used};
use super::titles;
use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The maximum number of computed pages of a space that are replaced by those of their specifications.
const MOST_COMPUTED: usize = 50;
/// The maximum number of parts of a path from which on a former address is looked for.
const MOST_STEPS: usize = 20;
/// The maximum number of pages of specifications in a space.
pub(super) const MOST_PAGES: usize = 10_000;

/// A page tree with the pages of specifications.
#[derive(Clone)]
pub struct Expanded {
    /// The tree.
    pub outline: Arc<Outline>,
    /// A hash of the content and the versions that the tree depends on.
    pub key: Hash,
    /// The specifications that the tree was made of.
    pub used: Vec<Used>,
}

impl App {
    /// Returns the page tree of a view with the pages of specifications as they are now.
    pub fn expanded_outline(&self, view: &View) -> Result<Expanded, Error> {
        let outline = self.outline(view)?;
        if outline.computed().is_empty() {
            return Ok(Expanded { outline, key: view.revision.root, used: Vec::new() });
        }
        let latest = self.specifications_of(view)?;
        self.expanded(outline, view.revision.root, &latest, view.space.language)
    }

    /// Returns the page tree of the content with this root, with the pages of these versions of specifications, whose
    /// titles are in the language of the space where the documents give none.
    pub(crate) fn expanded(
        &self,
        outline: Arc<Outline>,
        root: Hash,
        latest: &LatestVersions,
        language: Option<Language>,
    ) -> Result<Expanded, Error> {
        if outline.computed().is_empty() {
            return Ok(Expanded { outline, key: root, used: Vec::new() });
        }
        let caches = &self.inner.caches.specifications;
        let computed = caches.computed.get_or_insert_with(&root, || Ok::<_, Error>(computed_pages(&outline)))?;
        let used = used(&computed, latest);
        let titles = titles::of(language);
        let key = Hash::of(format!("{root} {used:?} {}", titles.schemas).as_bytes());
        let outline = caches.expanded.get_or_insert_with(&key, || {
            let mut expansion = Expansion::new(&outline, titles);
            for (id, page) in computed.iter() {
                self.go_on()?;
                let version = match page {
                    ComputedPage::Specification { spec, .. } => self.version_shown(latest, spec)?,
                    ComputedPage::Unknown => None,
                };
                let source = version.map(|version| self.source(version)).transpose()?;
                expansion.add(*id, page, source.as_ref());
            }
            Ok::<_, Error>(Arc::new(expansion.finish()))
        })?;
        Ok(Expanded { outline, key, used })
    }
}

/// A page of a specification that a former address leads to.
pub(crate) struct FormerPage {
    /// The page.
    pub(crate) page: PageId,
    /// The operation on the page that the address led to, if the page has others too.
    pub(crate) operation: Option<Call>,
}

/// A version that pages are made of.
struct PagesSource {
    version: LatestVersion,
    index: Arc<Index>,
    addresses: Arc<Addresses>,
}

impl App {
    fn source(&self, version: LatestVersion) -> Result<PagesSource, Error> {
        let index = self.specification_index(&version)?;
        // Those of a version that stays do not depend on later ones.
        let addresses = if version.is_latest { self.addresses(&version)? } else { Arc::default() };
        Ok(PagesSource { version, index, addresses })
    }

    /// Returns the addresses that pages of a specification have and had.
    fn addresses(&self, version: &LatestVersion) -> Result<Arc<Addresses>, Error> {
        let Some(hash) = version.addresses else { return Ok(Arc::default()) };
        self.inner.caches.specifications.addresses.get_or_insert_with(&hash, || self.read_addresses(hash).map(Arc::new))
    }

    /// Returns the page of a specification that formerly had a path in the tree of a view with the pages of specifications.
    pub fn specification_page_once_at(
        &self,
        view: &View,
        expanded: &Expanded,
        path: &str,
    ) -> Result<Option<PageId>, Error> {
        if expanded.used.is_empty() {
            return Ok(None);
        }
        let latest = self.specifications_of(view)?;
        let there = |page| expanded.outline.page(page).is_some();
        Ok(self.former_specification_page(&latest, &expanded.used, path, there)?.map(|former| former.page))
    }

    /// Returns the page of a specification that formerly had a path in a tree, where `there` says which pages there are.
    pub(crate) fn former_specification_page(
        &self,
        latest: &LatestVersions,
        used: &[Used],
        path: &str,
        there: impl Fn(PageId) -> bool,
    ) -> Result<Option<FormerPage>, Error> {
        for (spec, _) in used {
            let Some(version) = self.version_shown(latest, spec)? else { continue };
            let addresses = self.addresses(&version)?;
            let index = self.specification_index(&version)?;
            // The place of the pages in the tree may have changed.
            let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
            let names = starts.take(MOST_STEPS).flat_map(|start| addresses.pages_at(&path[start..], &index));
            for (name, operation) in names {
                let ids = (0..MOST_COMPUTED).map(|times| page_id(spec, times, &name));
                if let Some(page) = ids.into_iter().find(|id| there(*id)) {
                    return Ok(Some(FormerPage { page, operation }));
                }
            }
        }
        Ok(None)
    }
}

/// Returns the identifier of a page of a specification, in the tree that has so many computed pages of it before.
fn page_id(spec: &str, times: usize, name: &str) -> PageId {
    let hash = Hash::of(format!("page of a specification\0{spec}\0{times}\0{name}").as_bytes());
    PageId(Uid(std::array::from_fn(|at| hash.0[at])))
}

/// Returns the computed pages of a tree, in order.
fn computed_pages(outline: &Outline) -> Arc<[(PageId, ComputedPage)]> {
    let mut pages = Vec::new();
    for id in outline.walk() {
        if let Some(PageKind::Computed { yaml }) = outline.page(id).map(|page| &page.kind) {
            let is_beyond = pages.len() >= MOST_COMPUTED;
            pages.push((id, if is_beyond { ComputedPage::Unknown } else { ComputedPage::read(yaml) }));
        }
    }
    pages.into()
}

/// Returns the specifications of computed pages, without repetition.
fn used(computed: &[(PageId, ComputedPage)], latest: &LatestVersions) -> Vec<Used> {
    let mut used: Vec<Used> = Vec::new();
    for (_, page) in computed {
        if let ComputedPage::Specification { spec, .. } = page
            && !used.iter().any(|(known, _)| known == spec)
        {
            used.push(latest.used(spec));
        }
    }
    used
}

/// A tree that gets the pages of specifications.
struct Expansion<'o> {
    outline: &'o Outline,
    titles: &'static Titles,
    records: HashMap<PageId, PageRecord>,
    /// The slugs of siblings, by their parent.
    slugs: HashMap<Option<PageId>, Siblings>,
    /// The number of computed pages with the same specification so far.
    times: HashMap<String, usize>,
    left: usize,
}

impl<'o> Expansion<'o> {
    fn new(outline: &'o Outline, titles: &'static Titles) -> Self {
        let records = outline.walk().filter_map(|id| Some((id, outline.page(id)?.clone()))).collect();
        Self { outline, titles, records, slugs: HashMap::new(), times: HashMap::new(), left: MOST_PAGES }
    }

    /// Adds the pages of a computed page.
    fn add(&mut self, id: PageId, page: &ComputedPage, source: Option<&PagesSource>) {
        let Some(own) = self.records.get(&id).cloned() else { return };
        let ComputedPage::Specification { spec, shows, .. } = page else { return self.unknown(id, &own) };
        let Some(PagesSource { version, index, addresses }) = source else { return self.name(id, &own, spec) };
        let Shown::Everything { further } = shows else {
            return self.name(id, &own, index.title.as_deref().unwrap_or(spec));
        };
        let shown = FurtherPages { changes: further.changes && version.has_changes, ..*further };
        let mut pages = pages_within(index, self.titles, shown, self.left);
        let left_out = pages.first().map_or_else(|| count_operations(index), |first| first.left_out);
        // There must be a page that says what is left out.
        let says_all = pages.is_empty() && left_out > 0;
        let is_replaced = own.title.trim().is_empty() && self.outline.children(id).is_empty() && !says_all;
        let above = if is_replaced { own.parent } else { Some(id) };
        if is_replaced {
            self.records.remove(&id);
        } else {
            self.name(id, &own, index.title.as_deref().unwrap_or(spec));
            if let Some(record) = self.records.get_mut(&id).filter(|_| left_out > 0) {
                record.kind = PageKind::Computed { yaml: shows.yaml(spec, left_out) };
            }
        }
        let times = self.times.entry(spec.clone()).or_default();
        let made = Made { spec, times: *times, own: &own, version, above, is_replaced };
        *times += 1;
        addresses.give(&mut pages, index);
        for (at, page) in pages.into_iter().enumerate() {
            let (id, record) = made.page(at, page);
            let record = PageRecord { slug: self.claim(record.parent, &record.slug), ..record };
            self.records.insert(id, record);
            self.left -= 1;
        }
    }

    /// Hides a page of an unknown kind that has no title: there is nothing that it could show.
    fn unknown(&mut self, id: PageId, own: &PageRecord) {
        if own.title.trim().is_empty() {
            self.records.insert(id, PageRecord { hidden: true, ..own.clone() });
        }
    }

    /// Gives a title to a page that has none.
    fn name(&mut self, id: PageId, own: &PageRecord, title: &str) {
        if own.title.trim().is_empty() {
            let slug = self.claim(own.parent, title);
            self.records.insert(id, PageRecord { title: plain(title), slug, ..own.clone() });
        }
    }

    /// Returns a free slug among the pages below one.
    fn claim(&mut self, parent: Option<PageId>, text: &str) -> String {
        let outline = self.outline;
        let siblings = self.slugs.entry(parent).or_insert_with(|| {
            let mut siblings = Siblings::default();
            let there = parent.map_or(outline.roots(), |parent| outline.children(parent));
            for record in there.iter().filter_map(|id| outline.page(*id)) {
                siblings.claim(&record.slug);
            }
            siblings
        });
        siblings.claim(&slug(text))
    }

    fn finish(self) -> Outline {
        Outline::of(self.records)
    }
}

/// Returns a text of a specification as one without conditions: it is a title as it is written.
fn plain(text: &str) -> String {
    if conditions::may_have(text) { text.replace("{%", "{ %") } else { text.to_owned() }
}

/// The pages that are made of a computed page.
struct Made<'a> {
    spec: &'a str,
    times: usize,
    own: &'a PageRecord,
    version: &'a LatestVersion,
    above: Option<PageId>,
    is_replaced: bool,
}

impl Made<'_> {
    fn id(&self, name: &str) -> PageId {
        page_id(self.spec, self.times, name)
    }

    fn page(&self, at: usize, page: Page) -> (PageId, PageRecord) {
        let parent = page.parent.as_deref().map(|name| self.id(name)).or(self.above);
        let is_top = page.parent.is_none() && self.is_replaced;
        // The pages stand where the computed page stands: no order that writers give begins in this way.
        let order = if is_top { format!("{}\u{1}{at:06}", self.own.order) } else { format!("{at:06}") };
        let shows = match page.content {
            Content::Operations { text, calls } => {
                let tag = page.name.strip_prefix("tag ").filter(|_| text.is_some()).map(str::to_owned);
                Shown::Operations { tag, calls: Some(calls) }
            }
            Content::Schemas { part, .. } => Shown::Schemas { part },
            Content::Changes => Shown::Changes,
        };
        let own = self.own;
        let record = PageRecord {
            parent,
            order,
            kind: PageKind::Computed { yaml: shows.yaml(self.spec, page.left_out) },
            title: plain(&page.title),
            nav_title: None,
            slug: page.slug,
            emoji: None,
            icon: page.icon,
            description: page.description.as_deref().map(plain),
            layout: None,
            cover: None,
            variables: own.variables.clone(),
            hidden: own.hidden,
            no_index: own.no_index,
            no_robots_index: own.no_robots_index,
            condition: own.condition.clone().filter(|_| is_top),
            git: None,
            created_at: own.created_at,
            updated_at: own.updated_at.max(self.version.created_at.0),
            imported: own.imported,
            imported_at: own.imported_at,
            source_written_at: own.source_written_at,
        };
        (self.id(&page.name), record)
    }
}
