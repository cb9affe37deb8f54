//! Resolution of references in a page's document, as its reader may see them.
//!
//! Links lead to pages of the same site; a target that is not on it, or not visible to this reader, has no link. The
//! same holds for reusable content of other spaces, in which references are those of its own space. Files are served
//! from the site's own origin. A fault of the server is not an absence: it is kept in the [`RequestContext`], and the rendered
//! page is not sent.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::content::{View, pictures};
use quire_app::openapi_specs::parts::Part;
use quire_app::published::Tag;
use quire_app::published::{Found, VisiblePages};
use quire_content::budget::Budget;
use quire_content::document::Document;
use quire_content::document::model::{ContentRef, Kind};
use quire_content::id::{FileId, PageId};
use quire_content::links::{Address, AddressTarget};
use quire_content::record::{FileRecord, PageRecord};
use quire_model::site_structure::SiteSpace;
use quire_model::text::emoji_text;
use quire_render::reference_resolver::{Diagram, FileView, Link, ReferenceResolver, TagStyle};

use crate::paper::Paper;
use crate::request_context::RequestContext;

/// Resolves the references of one page.
pub(crate) struct PageReferences<'a> {
    pub(crate) context: &'a RequestContext,
    pub(crate) space: &'a SiteSpace,
    pub(crate) view: Arc<View>,
    pub(crate) visible_pages: Arc<VisiblePages>,
    pub(crate) page: &'a PageRecord,
    /// The tags of updates that the space declares, once they were asked for.
    tags: OnceCell<HashMap<String, Tag>>,
    /// The remaining budget of the page.
    budget: &'a Budget,
    /// The document for printing that contains the page.
    paper: Option<Paper<'a>>,
    /// The resolver for content of another space that is included, in a chain.
    next: OnceCell<Box<PageReferences<'a>>>,
}

/// The characters to encode in a file's name in an address.
const NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The number of characters of a file's hash in its address, which change with its bytes.
pub(crate) const VERSION_CHARS: usize = 16;

impl ReferenceResolver for PageReferences<'_> {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        let link = self.target(reference)?;
        Some(match self.paper {
            Some(paper) => paper.link(self.context, link),
            None => link,
        })
    }

    fn file(&self, reference: &ContentRef) -> Option<FileView> {
        match reference {
            ContentRef::File { file } => {
                let id = file.parse().ok()?;
                let record = self.context.there(self.context.app.file(&self.view, id))?;
                Some(self.context.file_view(self.space, id, &record))
            }
            ContentRef::Url { url } if url.starts_with("https://") || url.starts_with("http://") => {
                let path = url.split(['?', '#']).next().unwrap_or(url);
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                Some(FileView { url: url.clone(), name, ..FileView::default() })
            }
            _ => None,
        }
    }

    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>> {
        let ContentRef::ReusableContent { reusable_content, space: None } = reference else { return None };
        let id = reusable_content.parse().ok()?;
        let RequestContext { app, site_view, .. } = self.context;
        self.context.there(app.published_reusable(site_view, &self.view, id, self.page, self.budget)).map(Arc::new)
    }

    fn of_space(&self, space: &str) -> Option<&dyn ReferenceResolver> {
        if space == self.space.space.to_string() {
            return Some(self);
        }
        let other = self.other(space)?;
        let mut at = self;
        loop {
            at = match at.next.get() {
                Some(next) => next,
                None => {
                    let made = Box::new(self.at(other)?);
                    at.next.get_or_init(|| made)
                }
            };
            if at.space.id == other.id {
                return Some(at);
            }
        }
    }

    fn specification(&self, block: &Kind) -> Option<Arc<serde_json::Value>> {
        let RequestContext { app, .. } = self.context;
        if let Kind::Swagger(swagger) = block {
            let ContentRef::File { file } = &swagger.source else { return None };
            return self.context.there(app.published_specification(&self.view, file.parse().ok()?)).flatten();
        }
        let (slug, part) = Part::of(block)?;
        self.context.shows(slug);
        let latest = &self.context.site().specifications;
        self.context.there(app.specification_part(latest, slug, &part)).flatten()
    }

    fn tag(&self, name: &str) -> Option<TagStyle> {
        let tags = match self.tags.get() {
            Some(tags) => tags,
            None => {
                let read = self.context.there(self.context.app.published_tags(&self.view)).unwrap_or_default();
                self.tags.get_or_init(|| read)
            }
        };
        let Tag { label, icon, color, .. } = tags.get(name)?.clone();
        Some(TagStyle { label, icon, color })
    }

    fn diagram(&self, source: &str) -> Option<Diagram> {
        let drawn = self.context.diagrams.get(source)?;
        Some(Diagram {
            address: drawn.address(),
            width: drawn.width,
            height: drawn.height,
            title: drawn.title.clone(),
            words: drawn.words.clone(),
        })
    }
}

impl<'a> PageReferences<'a> {
    pub(crate) fn new(
        context: &'a RequestContext,
        space: &'a SiteSpace,
        view: Arc<View>,
        visible_pages: Arc<VisiblePages>,
        page: &'a PageRecord,
        budget: &'a Budget,
    ) -> Self {
        Self {
            context,
            space,
            view,
            visible_pages,
            page,
            budget,
            paper: None,
            next: OnceCell::new(),
            tags: OnceCell::new(),
        }
    }

    /// Returns the resolver for the same page, with content of another space.
    fn at(&self, other: &'a SiteSpace) -> Option<Self> {
        let view = Arc::new(self.context.site_view.view(other.space)?);
        let visible_pages = self.context.there(self.context.app.visible_pages(&self.context.site_view, other))?;
        Some(Self { paper: self.paper, ..Self::new(self.context, other, view, visible_pages, self.page, self.budget) })
    }

    /// Returns the resolver for the same page in a document for printing.
    pub(crate) fn on(self, paper: Paper<'a>) -> Self {
        Self { paper: Some(paper), ..self }
    }

    /// Returns the address of a page, a file or a place on one of them, with the origin; `None` for what stays as it is
    /// written.
    pub(crate) fn absolute(&self, reference: &ContentRef) -> Option<String> {
        let link = self.target(reference).filter(|link| !link.external && link.href.starts_with('/'))?;
        Some(format!("{}{}", self.context.origin, link.href))
    }

    /// Returns the link for a reference.
    fn target(&self, reference: &ContentRef) -> Option<Link> {
        match reference {
            ContentRef::Url { url } => self.address(url),
            ContentRef::Page { page, space } => self.page(page, space.as_deref(), ""),
            ContentRef::Anchor { anchor, page: Some(page), space } => self.page(page, space.as_deref(), anchor),
            ContentRef::Anchor { anchor, page: None, space: None } => {
                Some(Link { href: format!("#{anchor}"), title: anchor.clone(), ..Link::default() })
            }
            ContentRef::Anchor { page: None, space: Some(space), .. } | ContentRef::Space { space } => {
                self.space(space)
            }
            ContentRef::File { .. } => {
                let file = self.file(reference)?;
                Some(Link { href: file.url, title: file.name, ..Link::default() })
            }
            ContentRef::User { .. }
            | ContentRef::Collection { .. }
            | ContentRef::ReusableContent { .. }
            | ContentRef::Openapi { .. } => None,
        }
    }

    /// Returns the link to a page of this space, or of another one on the site.
    fn page(&self, page: &str, space: Option<&str>, anchor: &str) -> Option<Link> {
        let id: PageId = page.parse().ok()?;
        let mut link = match space.filter(|space| *space != self.space.space.to_string()) {
            None => self.context.page_link(self.space, &self.visible_pages, id)?,
            Some(space) => {
                let other = self.other(space)?;
                let visible_pages =
                    self.context.there(self.context.app.visible_pages(&self.context.site_view, other))?;
                self.context.page_link(other, &visible_pages, id)?
            }
        };
        if !anchor.is_empty() {
            link.href = format!("{}#{anchor}", link.href);
        }
        Some(link)
    }

    fn space(&self, space: &str) -> Option<Link> {
        let other = self.other(space)?;
        let title = self.context.site().space(other.space)?.title.clone();
        Some(Link { href: self.context.space_href(other), title, ..Link::default() })
    }

    fn other(&self, space: &str) -> Option<&'a SiteSpace> {
        self.context.cross();
        self.context.site_view.space_named(space)
    }

    /// Returns the link for an address of the application that imported content comes from: to a space of this site, or
    /// to a page of one.
    fn of_application(&self, url: &str) -> Option<Link> {
        let Address { base: None, place, anchor } = Address::parse(url)? else { return None };
        let anchor = anchor.unwrap_or_default();
        match place {
            AddressTarget::Space(space) => self.space(&space),
            AddressTarget::Page(space, page) => self.page(&page, Some(&space), &anchor),
            AddressTarget::Path(space, path) => {
                let other = self.other(&space)?;
                let view = self.context.site_view.view(other.space)?;
                let page = self.context.there(self.context.app.page_at(&view, &path))??;
                self.page(&page.to_string(), Some(&space), &anchor)
            }
            _ => None,
        }
    }

    /// Returns the link for an address in the text: elsewhere, or a path of this site.
    fn address(&self, url: &str) -> Option<Link> {
        if has_scheme(url) {
            return Some(self.of_application(url).unwrap_or_else(|| Link::external(url)));
        }
        let path = url.strip_prefix('/').filter(|path| !path.starts_with(['/', '\\']))?;
        let (path, anchor) = path.find('#').map_or((path, ""), |at| path.split_at(at));
        self.context.cross();
        let found = self.context.there(self.context.app.find(&self.context.site_view, path.trim_end_matches('/')))?;
        let (place, former) = match &found {
            Found::Page(place) => (*place, String::new()),
            Found::Moved(moved) => (moved.page, moved.fragment()),
            _ => return None,
        };
        let anchor = if anchor.is_empty() { former.as_str() } else { anchor };
        let (space, visible_pages) = self.context.there(self.context.space(place.site_space))?;
        let link = self.context.page_link(space, &visible_pages, place.page)?;
        Some(Link { href: format!("{}{anchor}", link.href), ..link })
    }
}

impl RequestContext {
    /// Returns the link to a visible page.
    pub(crate) fn page_link(&self, space: &SiteSpace, visible_pages: &VisiblePages, id: PageId) -> Option<Link> {
        let page = visible_pages.page(id)?;
        Some(Link {
            href: self.page_href(space, visible_pages, id)?,
            title: page.nav_title.clone().unwrap_or_else(|| page.title.clone()),
            emoji: page.emoji.as_deref().map(emoji_text),
            icon: page.icon.clone(),
            description: page.description.clone(),
            external: false,
        })
    }

    /// Returns the address of a reference in the frame around pages, and true if it leads away from the site.
    pub(crate) fn target(&self, reference: &ContentRef) -> Option<(String, bool)> {
        let space = |name: &str| self.site_view.space_named(name);
        match reference {
            ContentRef::Url { url } if url.starts_with('/') && !url[1..].starts_with(['/', '\\']) => {
                Some((self.href_at(url), false))
            }
            ContentRef::Url { url } => is_harmless(url).then(|| (url.clone(), true)),
            ContentRef::Space { space: id } => Some((self.space_href(space(id)?), false)),
            ContentRef::Page { page, space: Some(id) } => self.page_target(space(id)?, page),
            ContentRef::Page { page, space: None } => {
                self.site_view.site_spaces().find_map(|(_, space)| self.page_target(space, page))
            }
            ContentRef::Anchor { anchor, page: Some(page), space: Some(id) } => {
                let (href, away) = self.page_target(space(id)?, page)?;
                Some((format!("{href}#{anchor}"), away))
            }
            _ => None,
        }
    }

    fn page_target(&self, space: &SiteSpace, page: &str) -> Option<(String, bool)> {
        self.cross();
        let visible_pages = self.there(self.app.visible_pages(&self.site_view, space))?;
        Some((self.page_href(space, &visible_pages, page.parse().ok()?)?, false))
    }

    /// Returns a file with its address on this site, which changes with its bytes.
    pub(crate) fn file_view(&self, space: &SiteSpace, id: FileId, file: &FileRecord) -> FileView {
        let hash = file.blob.to_string();
        let version = &hash[..VERSION_CHARS.min(hash.len())];
        let name = utf8_percent_encode(&file.name, NAME);
        let key = format!("/~files/{}-{id}-{version}", space.space);
        let widths = file.dimensions.map(|dimensions| pictures::widths(&file.content_type, file.size, dimensions));
        let smaller = |width| (width, self.href_in(space, &format!("{key}/{width}/{name}")));
        FileView {
            url: self.href_in(space, &format!("{key}/{name}")),
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            size: file.size,
            dimensions: file.dimensions,
            smaller: widths.into_iter().flatten().map(smaller).collect(),
        }
    }
}

/// Returns true if a browser that follows the address runs no code.
fn is_harmless(url: &str) -> bool {
    ["http://", "https://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme))
}

fn has_scheme(url: &str) -> bool {
    let end = url.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-')));
    end.is_some_and(|end| end > 1 && url[end..].starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_schemes() {
        assert!(has_scheme("https://x") && has_scheme("mailto:a@b"));
        assert!(!has_scheme("/a:b") && !has_scheme("a/b") && !has_scheme("c:x") && !has_scheme("broken-reference"));
    }
}
