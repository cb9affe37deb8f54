//! Access of audiences to files: an audience can get a file if visible content refers to it.
//!
//! A file is shown by the cover and the text of a page, and by reusable content that a text includes, even from another
//! space of the site. Text under a condition that does not hold shows nothing, nor does an invisible page. The index of
//! links gives the texts that may refer to a file, so the cost depends on the uses of the file and not on the size of
//! the space. The result is cached until the site changes.

use std::collections::{BTreeSet, HashSet};

use quire_content::budget::Budget;
use quire_content::document::model::ContentRef;
use quire_content::document::{Document, conditions, references};
use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::links::Entity;
use quire_content::record::{PageKind, PageRecord};
use quire_model::ids::SpaceId;

use super::SiteView;
use crate::App;
use crate::content::View;
use crate::content::downloads::Download;
use crate::core::errors::Error;

/// The cache key of a file's visibility: the site, the content of the file's space, the audience, and the file.
pub(crate) type ShownKey = (Hash, Hash, Hash, FileId);

/// The maximum depth of nested reusable contents.
const DEEPEST: usize = 8;

impl App {
    /// Returns a file of a space on a site: its bytes, and the name to save them under.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no content visible to the audience refers to the file.
    pub fn published_file(&self, site_view: &SiteView, view: &View, id: FileId) -> Result<(Download, String), Error> {
        if self.is_shown(site_view, view, id)? { self.file_of(view, id) } else { Err(Error::NotFound("file")) }
    }

    /// Returns a file of a space without checking the audience.
    pub(super) fn file_of(&self, view: &View, id: FileId) -> Result<(Download, String), Error> {
        let file = self.file(view, id)?;
        let path = self.inner.blobs.path(file.blob);
        Ok((Download { path, hash: file.blob, content_type: file.content_type }, file.name))
    }

    fn is_shown(&self, site_view: &SiteView, view: &View, id: FileId) -> Result<bool, Error> {
        if site_view.preview().is_some() {
            // A preview depends on the member and on unpublished content, which the key does not contain.
            return self.find_use(site_view, view, id);
        }
        let key = (site_view.site.whole(), view.revision.root, site_view.audience().key(), id);
        if let Some(known) = self.inner.caches.published.shown.get(&key) {
            return Ok(known);
        }
        let shown = self.find_use(site_view, view, id)?;
        self.inner.caches.published.shown.insert(key, shown);
        Ok(shown)
    }

    /// Returns true if a text visible to the audience refers to a file.
    fn find_use(&self, site_view: &SiteView, view: &View, file: FileId) -> Result<bool, Error> {
        let own = view.space.id;
        let search = Search { app: self, site_view, wanted: (own, file) };
        let mut open = Vec::new();
        for source in self.texts_with(view, Entity::File(file))? {
            match source {
                Entity::Page(page) if search.on_page(own, page, true)? => return Ok(true),
                Entity::Reusable(content) => open.push((own, content)),
                Entity::Page(_) | Entity::File(_) => {}
            }
        }
        // The pages that include a text with the file, directly or through other texts.
        let (mut known, mut pages) = (HashSet::new(), BTreeSet::new());
        while let Some((space, content)) = open.pop() {
            if !known.insert((space, content)) {
                continue;
            }
            for (_, it) in site_view.site_spaces() {
                let Some(other) = site_view.view(it.space) else { continue };
                for source in self.texts_with(&other, Entity::Reusable(content))? {
                    match source {
                        Entity::Page(page) if pages.insert((it.space, page)) => {
                            if search.on_page(it.space, page, false)? {
                                return Ok(true);
                            }
                        }
                        Entity::Reusable(around) => open.push((it.space, around)),
                        Entity::Page(_) | Entity::File(_) => {}
                    }
                }
            }
        }
        Ok(false)
    }

    /// Returns the pages and reusable contents of a space with texts that may refer to an entity.
    fn texts_with(&self, view: &View, entity: Entity) -> Result<BTreeSet<Entity>, Error> {
        self.with_links(view, |linked| Ok(linked.toward(entity)?.into_iter().map(|(source, _)| source).collect()))
    }
}

/// A search for a visible use of a file.
struct Search<'a> {
    app: &'a App,
    site_view: &'a SiteView,
    /// The file and its space.
    wanted: (SpaceId, FileId),
}

impl Search<'_> {
    /// Returns true if a visible page refers to the file. `directly` tells that its own text does, under any condition.
    fn on_page(&self, space: SpaceId, id: PageId, directly: bool) -> Result<bool, Error> {
        let Self { app, site_view, .. } = *self;
        let (Some(it), Some(view)) = (site_view.space_on_site(space), site_view.view(space)) else { return Ok(false) };
        let visible_pages = app.visible_pages(site_view, it)?;
        let Some(page) = visible_pages.page(id) else { return Ok(false) };
        let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(directly) };
        if directly && (self.is_cover(&view, page)? || !conditions::may_have(&app.text(&view, source, body_at)?)) {
            return Ok(true);
        }
        let budget = app.page_budget();
        let document = app.published_document(site_view, &view, page, &budget)?;
        self.in_document(&view, &document, &Inclusions { page, budget: &budget, depth: 0 }, &mut HashSet::new())
    }

    fn is_cover(&self, view: &View, page: &PageRecord) -> Result<bool, Error> {
        let Some(cover) = page.cover.as_ref().filter(|_| view.space.id == self.wanted.0) else { return Ok(false) };
        let paths = self.app.paths(view)?;
        let images = [Some(&cover.r#ref), cover.ref_dark.as_ref()].into_iter().flatten();
        Ok(images.into_iter().any(|image| paths.file_from(page, image) == Some(self.wanted.1)))
    }

    /// Returns true if a document refers to the file, itself or in content that it includes on this page. `read`
    /// collects the reusable contents examined already, so that each is read once however often it is included.
    fn in_document(
        &self,
        view: &View,
        document: &Document,
        at: &Inclusions<'_>,
        read: &mut HashSet<(SpaceId, ReusableId)>,
    ) -> Result<bool, Error> {
        let (space, file) = (self.wanted.0, self.wanted.1.to_string());
        let mut included = BTreeSet::new();
        for (reference, _) in references(document) {
            match reference {
                ContentRef::File { file: found } | ContentRef::Url { url: found }
                    if found == file && view.space.id == space =>
                {
                    return Ok(true);
                }
                ContentRef::ReusableContent { reusable_content, space } => {
                    let other = space.map_or(Some(view.space.id), |space| space.parse().ok());
                    included.extend(other.zip(reusable_content.parse().ok()));
                }
                _ => {}
            }
        }
        for (space, content) in included {
            if at.depth >= DEEPEST || !at.budget.goes_on() || !read.insert((space, content)) {
                continue;
            }
            let Some(view) = self.site_view.view(space) else { continue };
            let found = match self.app.published_reusable(self.site_view, &view, content, at.page, at.budget) {
                Ok(document) => document,
                Err(Error::NotFound(_)) => continue,
                Err(error) => return Err(error),
            };
            if self.in_document(&view, &found, &Inclusions { depth: at.depth + 1, ..*at }, read)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The page on which content is included, with the budget and the depth of inclusion.
struct Inclusions<'a> {
    page: &'a PageRecord,
    budget: &'a Budget,
    depth: usize,
}
