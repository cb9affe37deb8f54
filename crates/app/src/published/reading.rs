//! Content as one audience reads it: page trees, documents, Markdown, files.

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::budget::Budget;
use quire_content::document::model::ContentRef;
use quire_content::document::{self, Document};
use quire_content::expression::{Condition, Expression, Root, Scope};
use quire_content::front_matter;
use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, MetaRecord, PageKind, PageRecord};
use quire_model::site_structure::SiteSpace;
use serde_json::Value;

use super::visible_pages::PageListing;
use super::{SiteView, VisiblePages};
use crate::App;
use crate::content::View;
use crate::content::documents::{Body, Form, page_in_scope, stranger};
use crate::core::errors::Error;
use crate::openapi_specs::caches::weight;
use crate::openapi_specs::expansion::Expanded;
use crate::openapi_specs::markdown::SpecificationTexts;

/// The cache key of a visible page tree: the content, and the claims of the audience that its conditions read.
pub(crate) type VisiblePagesKey = (Hash, Hash);

/// The cache key of lists of visible pages with their titles: a content in which the lists are the same, and the claims of
/// the audience that its conditions read.
pub type ListingKey = (Hash, Hash);

/// The cache key of the visible pages of a structure: a content in which it is the same, and the claims of the audience
/// that its conditions read.
pub(crate) type StructureKey = (Hash, Hash);

/// The maximum size of an API description to render, in bytes.
const MOST_SPECIFICATION_BYTES: u64 = 8 << 20;

/// An API description parsed from a file; `None` if the file is none.
#[derive(Clone)]
pub(crate) struct Specification(Option<Arc<Value>>);

impl Specification {
    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.0.as_deref().map_or(0, weight)
    }
}

/// Returns the content by which something is cached that only depends on what outlines with this hash have in common. What
/// conditions read may change where that does not.
fn shown_as(expanded: &Expanded, alike: Option<Hash>, conditions: &[Expression]) -> Hash {
    alike.filter(|_| conditions.is_empty()).unwrap_or(expanded.key)
}

/// The file in which a space declares the tags of updates.
const TAGS: &str = ".gitbook/tags.yaml";

impl App {
    /// Returns a key by which lists of the visible pages of a space on a site can be cached: equal for contents that
    /// differ in nothing that lists show.
    pub fn listing_key(&self, site_view: &SiteView, space: &SiteSpace) -> Result<ListingKey, Error> {
        let view = site_view.view(space.space).ok_or(Error::NotFound("space"))?;
        let expanded = self.outline_on_site(site_view, &view)?;
        let conditions = conditions(&expanded.outline);
        let audience = site_view.audience().key_for(conditions.iter().flat_map(Expression::paths));
        Ok((shown_as(&expanded, expanded.outline.listing(), &conditions), audience))
    }

    /// Returns the visible pages of a space on a site.
    pub fn visible_pages(&self, site_view: &SiteView, space: &SiteSpace) -> Result<Arc<VisiblePages>, Error> {
        let view = site_view.view(space.space).ok_or(Error::NotFound("space"))?;
        let expanded = self.outline_on_site(site_view, &view)?;
        let conditions = conditions(&expanded.outline);
        let audience = site_view.audience().key_for(conditions.iter().flat_map(Expression::paths));
        let caches = &self.inner.caches.published;
        // Concurrent requests for the same pages wait for one computation.
        caches.visible_pages.get_or_insert_with(&(expanded.key, audience), || {
            let key = (shown_as(&expanded, expanded.outline.structure(), &conditions), audience);
            let listing = caches.listings.get_or_insert_with(&key, || {
                let scope = if conditions.is_empty() {
                    Scope::default()
                } else {
                    site_view.audience().scope().with(Root::Space, self.space_in_scope(&view)?)
                };
                let holds = |condition: &str, page: &PageRecord| holds(condition, page, &scope);
                Ok::<_, Error>(Arc::new(PageListing::new(&expanded.outline, holds)))
            })?;
            Ok(Arc::new(VisiblePages::new(expanded.outline.clone(), listing).made_of(expanded.used.clone())))
        })
    }

    /// Returns the page tree of a view with the pages of the site's specifications.
    fn outline_on_site(&self, site_view: &SiteView, view: &View) -> Result<Expanded, Error> {
        self.expanded(self.outline(view)?, view.revision.root, &site_view.site.specifications, view.space.language)
    }

    /// Returns a page's document for the audience; empty if the page has no text.
    pub fn published_document(
        &self,
        site_view: &SiteView,
        view: &View,
        page: &PageRecord,
        budget: &Budget,
    ) -> Result<Document, Error> {
        if let Some(document) = self.computed_document(&site_view.site.specifications, page, budget)? {
            return Ok(document);
        }
        match self.page_body_for(view, page, Form::Document, &site_view.audience().scope(), budget)? {
            Some(Body::Document(document)) => Ok(document),
            Some(Body::Markdown(_)) | None => Ok(Document::default()),
        }
    }

    /// Returns a page's Markdown for the audience; empty if the page has no text. Links and images for which `address`
    /// returns one lead there; they are written as paths between files, which lead nowhere on a site. Blocks with parts
    /// of specifications have the text of these; `uses` is called with the specifications.
    pub fn published_markdown(
        &self,
        site_view: &SiteView,
        view: &View,
        page: &PageRecord,
        address: &dyn Fn(&ContentRef) -> Option<String>,
        uses: &dyn Fn(&str),
    ) -> Result<String, Error> {
        let specifications = SpecificationTexts { app: self, latest: &site_view.site.specifications, uses };
        if let Some(body) = self.computed_body(specifications.latest, page)? {
            return specifications.of_page(page, &body);
        }
        let scope = site_view.audience().scope();
        let Some(Body::Markdown(text)) = self.page_body_for(view, page, Form::Markdown, &scope, &self.page_budget())?
        else {
            return Ok(String::new());
        };
        self.expect_text(text.len())?;
        let paths = self.paths(view)?;
        let seen = paths.seen_from(page.git.as_ref());
        let led = document::retarget(&text, &|target| address(&document::read_target(target, &seen)));
        self.go_on()?;
        specifications.within(led.unwrap_or(text))
    }

    /// Returns reusable content on a page, for the audience; empty if the condition in its front matter does not hold.
    pub fn published_reusable(
        &self,
        site_view: &SiteView,
        view: &View,
        id: ReusableId,
        page: &PageRecord,
        budget: &Budget,
    ) -> Result<Document, Error> {
        let record = self.reusable(view, id)?;
        let visitor = site_view.audience().scope();
        let file = self.objects(view, |_, objects| Ok(objects.get(&record.source)?))?;
        if let Some(condition) = front_matter::parse(&file).fields.if_
            && !holds(&condition, page, &visitor.clone().with(Root::Space, self.space_in_scope(view)?))
        {
            return Ok(Document::default());
        }
        match self.reusable_body_for(view, &record, Some(page), &visitor, budget)? {
            Body::Document(document) => Ok(document),
            Body::Markdown(_) => Ok(Document::default()),
        }
    }

    /// Returns the OpenAPI document in a file of a space, without what is not for readers, if it is JSON or YAML of a bounded
    /// size.
    pub fn published_specification(&self, view: &View, id: FileId) -> Result<Option<Arc<Value>>, Error> {
        let (download, _) = self.file_of(view, id)?;
        if let Some(known) = self.inner.caches.published.specifications.get(&download.hash) {
            return Ok(known.0);
        }
        let failed = |e| Error::internal("reading a file", e);
        let size = std::fs::metadata(&download.path).map_err(failed)?.len();
        if size > MOST_SPECIFICATION_BYTES {
            return Ok(None);
        }
        let bytes = std::fs::read(&download.path).map_err(failed)?;
        let shown = |document: Value| quire_openapi::public(&document).unwrap_or(document);
        let read = Specification(quire_convert::specification(&bytes).map(shown).map(Arc::new));
        self.inner.caches.published.specifications.insert(download.hash, read.clone());
        Ok(read.0)
    }

    /// Returns the tags of updates that a space declares, by name.
    pub fn published_tags(&self, view: &View) -> Result<HashMap<String, quire_convert::Tag>, Error> {
        let key = EntryKey::Meta(TAGS.to_owned()).to_bytes();
        let file = self.objects(view, |map, objects| {
            let found = map.get(objects, &key)?.and_then(|value| MetaRecord::decode(&value).ok());
            Ok(found.map(|MetaRecord { source, .. }| objects.get(&source)).transpose()?)
        })?;
        let tags = file.map_or_else(Vec::new, |file| quire_convert::tags(&file));
        Ok(tags.into_iter().map(|tag| (tag.name.clone(), tag)).collect())
    }

    /// Returns the address at which a page is edited: that of its file in the repository of its space, or in the writers'
    /// app where no repository is set. `None` for a page that has no file in the repository.
    pub fn edit_address(&self, view: &View, id: PageId, page: &PageRecord) -> Result<Option<String>, Error> {
        let PageKind::Document { .. } = page.kind else { return Ok(None) };
        let Some(sync) = &view.space.git_sync else {
            let (origin, space) = (&self.options().public_url, view.space.id);
            return Ok(Some(format!("{origin}/app/spaces/{space}/page/{id}/edit")));
        };
        let Some(file) = &page.git else { return Ok(None) };
        let root = match self.configuration(view)? {
            Some(source) => quire_convert::root(&self.objects(view, |_, objects| Ok(objects.get(&source)?))?),
            None => String::new(),
        };
        let path = if root.is_empty() { file.path.clone() } else { format!("{root}/{}", file.path) };
        Ok(Some(sync.url.edit_address(&path)))
    }

    /// Returns the hash of the space's own `.gitbook.yaml`, if it has one.
    fn configuration(&self, view: &View) -> Result<Option<Hash>, Error> {
        self.objects(view, |map, objects| {
            for name in [".gitbook.yaml", ".gitbook.yml"] {
                let key = EntryKey::Meta(name.to_owned()).to_bytes();
                let Some(value) = map.get(objects, &key)? else { continue };
                let Ok(MetaRecord { source, .. }) = MetaRecord::decode(&value) else { continue };
                return Ok(Some(source));
            }
            Ok(None)
        })
    }

    /// Returns the path of the file that an old path leads to, by the space's own `.gitbook.yaml`.
    pub(crate) fn redirect_of_space(&self, view: &View, path: &str) -> Result<Option<String>, Error> {
        let Some(source) = self.configuration(view)? else { return Ok(None) };
        let redirects = self.inner.caches.published.redirects.get_or_insert_with(&source, || {
            let file = self.objects(view, |_, objects| Ok(objects.get(&source)?))?;
            let mut redirects = HashMap::new();
            for (from, to) in quire_convert::redirects(&file) {
                redirects.entry(from).or_insert(to);
            }
            Ok::<_, Error>(Arc::new(redirects))
        })?;
        Ok(redirects.get(path).cloned())
    }
}

impl VisiblePages {
    /// Returns the pages of a tree that visitors with this scope see.
    pub(crate) fn for_scope(outline: Arc<Outline>, scope: &Scope) -> Arc<Self> {
        let listing = PageListing::new(&outline, |condition, page| holds(condition, page, scope));
        Arc::new(Self::new(outline, Arc::new(listing)))
    }
}

impl App {
    /// Returns true if a condition on a page holds for callers of the API.
    pub(crate) fn holds_for_stranger(&self, view: &View, condition: &str, page: &PageRecord) -> bool {
        let scope = stranger().and_then(|scope| Ok(scope.with(Root::Space, self.space_in_scope(view)?)));
        scope.is_ok_and(|scope| holds(condition, page, &scope))
    }
}

/// Returns the valid conditions of pages.
fn conditions(outline: &Outline) -> Vec<Expression> {
    outline.conditions().filter_map(|text| Expression::parse(text).ok()).collect()
}

/// Returns true if a page's condition holds. An invalid condition never does.
fn holds(condition: &str, page: &PageRecord, scope: &Scope) -> bool {
    let Ok(condition) = Condition::parse(condition, &Root::OF_SITES) else { return false };
    let Ok(of_page) = page_in_scope(&page.variables) else { return false };
    condition.decide(&scope.clone().with(Root::Page, of_page))
}
