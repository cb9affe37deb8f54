//! Pages of a site: the document with everything around it.

use std::sync::Arc;

use quire_app::Error;
use quire_app::content::View;
use quire_app::published::{SitePage, VisiblePages};
use quire_content::budget::Budget;
use quire_content::document::Document;
use quire_content::document::model::ContentRef;
use quire_content::id::PageId;
use quire_content::record::PageRecord;
use quire_model::language::Language;
use quire_model::site_structure::SiteSpace;
use quire_model::text::emoji_text;
use quire_render::body::{Body, Options, body};
use quire_render::labels::Labels;
use quire_render::page::{Actions, Article, Cover, Crumb, Feedback, Layout, Meta, Page, page};
use quire_render::reference_resolver::{FileView, ReferenceResolver as _};
use quire_render::words::Words;

use crate::appearance;
use crate::contents;
use crate::frame::Surround;
use crate::references::PageReferences;
use crate::request_context::RequestContext;
use crate::route::{self, Part};

/// A page with the space that contains it.
pub(crate) struct Reading<'a> {
    pub(crate) context: &'a RequestContext,
    pub(crate) space: &'a SiteSpace,
    pub(crate) visible_pages: Arc<VisiblePages>,
    pub(crate) view: Arc<View>,
    pub(crate) id: PageId,
    /// The remaining budget of the page.
    pub(crate) budget: Budget,
}

/// Renders a page as HTML.
///
/// `instead_of` is the language that was asked for, if the page is not there in that language.
pub(crate) fn html(context: &RequestContext, place: SitePage, instead_of: Option<Language>) -> Result<String, Error> {
    let reading = Reading::new(context, place)?;
    let record = reading.record()?;
    let surround = Surround::new(context, Some(reading.space), &|space| reading.same_in(space))?;
    let body = reading.body(&surround.words.labels)?;
    context.connects(&body.connects);
    let addresses = Addresses::new(&reading, &body)?;
    let (covers, crumbs) = (reading.covers()?, reading.crumbs());
    let (previous, next) = reading.neighbours();
    let children = contents::links_below(context, reading.space, &reading.visible_pages, reading.id);
    let markdown = appearance::shows_markdown(context).then_some(addresses.markdown.as_str());
    let assistants =
        appearance::opens_in_assistants(context).then(|| context.absolute_in(reading.space, &reading.markdown_path()));
    let emoji = record.emoji.as_deref().map(emoji_text);
    let pdf = appearance::offers_pdf(context, reading.space).then(|| {
        let part = Part { page: Some(reading.id.to_string()), only: true, from: None };
        context.print_href(reading.space, &part)
    });
    let edit = match appearance::links_to_source(context, reading.space) {
        true => context.app.edit_address(&reading.view, reading.id, record)?,
        false => None,
    };
    let asked = appearance::asks_for_feedback(context, reading.space)
        .then(|| (context.href(route::FEEDBACK), route::page_name(reading.space.id, reading.id)));
    let article = Article {
        title: &record.title,
        emoji: emoji.as_deref(),
        icon: record.icon.as_deref(),
        description: record.description.as_deref().filter(|text| !text.is_empty()),
        notice: instead_of.map(Words::of).map(|words| (words.not_translated, words)),
        cover: covers.as_ref().map(|covers| covers.cover(record)),
        layout: layout(record, appearance::shows_pagination(context)),
        breadcrumbs: &crumbs,
        body: &body,
        children: &children,
        previous,
        next,
        updated_at: record.written_at(),
        actions: Actions { markdown, assistants: assistants.as_deref() },
        pdf: pdf.as_deref(),
        edit: edit.as_deref(),
        feedback: asked.as_ref().map(|(action, page)| Feedback { action, page }),
    };
    let way = contents::way(&reading.visible_pages, reading.id);
    let (frame, mut meta) = (surround.frame(&context.site_view), addresses.meta(context, record));
    meta.index &= instead_of.is_none();
    Ok(page(&Page { frame, meta, article, way: &way }))
}

impl<'a> Reading<'a> {
    /// Creates the reading of a page, with a full budget.
    pub(crate) fn new(context: &'a RequestContext, place: SitePage) -> Result<Self, Error> {
        let (space, visible_pages) = context.space(place.site_space)?;
        let view = Arc::new(context.site_view.view(space.space).ok_or(Error::NotFound("space"))?);
        Ok(Self { context, space, visible_pages, view, id: place.page, budget: context.app.page_budget() })
    }

    /// Returns the page's record, or [`Error::NotFound`] if it is not visible.
    pub(crate) fn record(&self) -> Result<&PageRecord, Error> {
        self.visible_pages.page(self.id).ok_or(Error::NotFound("page"))
    }

    /// Renders the page's document as HTML.
    pub(crate) fn body(&self, labels: &Labels) -> Result<Body, Error> {
        let title = Some(self.record()?.title.as_str());
        let try_it = appearance::tries_requests(self.context, self.space);
        self.drawn(&self.references()?, &Options { budget: Some(&self.budget), title, try_it, ..Options::page(labels) })
    }

    /// Renders the page's document as HTML with the given options.
    pub(crate) fn drawn(&self, references: &PageReferences<'_>, options: &Options<'_>) -> Result<Body, Error> {
        let body = body(&self.document()?, references, options);
        self.context.app.go_on()?;
        if let Some(bound) = body.cut {
            let (space, page) = (self.space.space, self.id);
            tracing::warn!(%space, %page, %bound, "a page exceeds its budget and is shown in part");
        }
        Ok(body)
    }

    /// Returns the page's document, for the reader's audience.
    pub(crate) fn document(&self) -> Result<Document, Error> {
        self.context.app.published_document(&self.context.site_view, &self.view, self.record()?, &self.budget)
    }

    /// Returns the page's Markdown, for the reader's audience, with links that lead to this site.
    pub(crate) fn markdown(&self) -> Result<String, Error> {
        let references = self.references()?;
        let address = |reference: &ContentRef| references.absolute(reference);
        let shows = |slug: &str| self.context.shows(slug);
        self.context.app.published_markdown(&self.context.site_view, &self.view, self.record()?, &address, &shows)
    }

    /// Returns the page's path within the site.
    pub(crate) fn path(&self) -> String {
        self.context.path(self.space, &self.visible_pages, self.id).unwrap_or_default()
    }

    /// Returns the path of the page's Markdown, with all slugs even for the first page.
    pub(crate) fn markdown_path(&self) -> String {
        let full = self.visible_pages.full_path(self.id).unwrap_or_default();
        format!("{}.md", self.context.path_below(self.space, &full))
    }

    pub(crate) fn references(&self) -> Result<PageReferences<'_>, Error> {
        let Self { context, space, view, visible_pages, budget, .. } = self;
        Ok(PageReferences::new(context, space, view.clone(), visible_pages.clone(), self.record()?, budget))
    }

    /// Returns the path of the same page in another space: the page at the same path, else the one from the same file.
    fn same_in(&self, other: &SiteSpace) -> Option<String> {
        if other.id == self.space.id {
            return Some(self.path());
        }
        let RequestContext { app, site_view, .. } = self.context;
        let visible_pages = self.context.there(app.visible_pages(site_view, other))?;
        let by_path =
            visible_pages.find(&self.visible_pages.full_path(self.id)?).filter(|id| visible_pages.page(*id).is_some());
        let by_file = || {
            let file = self.record().ok()?.git.as_ref()?;
            let paths = self.context.there(app.paths(&site_view.view(other.space)?))?;
            paths.page_at(&file.path).filter(|id| visible_pages.page(*id).is_some())
        };
        self.context.path(other, &visible_pages, by_path.or_else(by_file)?)
    }

    /// Returns the breadcrumbs: the ancestors from the top level.
    fn crumbs(&self) -> Vec<Crumb> {
        let above = self.visible_pages.above(self.id).into_iter();
        let crumb = |id| {
            let title = self.visible_pages.entry(id)?.short_title().to_owned();
            Some(Crumb { title, href: self.context.page_href(self.space, &self.visible_pages, id) })
        };
        above.filter_map(crumb).collect()
    }

    fn neighbours(&self) -> (Option<Crumb>, Option<Crumb>) {
        let crumb = |id: PageId| {
            let title = self.visible_pages.page(id)?.short_title().to_owned();
            Some(Crumb { title, href: self.context.page_href(self.space, &self.visible_pages, id) })
        };
        let (previous, next) = self.visible_pages.neighbours(self.id);
        (previous.and_then(crumb), next.and_then(crumb))
    }

    fn covers(&self) -> Result<Option<Covers>, Error> {
        let record = self.record()?;
        let Some(cover) = &record.cover else { return Ok(None) };
        let references = self.references()?;
        let paths = self.context.app.paths(&self.view)?;
        let find = |target: &str| {
            let reference = match paths.file_from(record, target) {
                Some(file) => ContentRef::File { file: file.to_string() },
                None => ContentRef::url(target),
            };
            references.file(&reference)
        };
        let dark = cover.ref_dark.as_deref().and_then(find);
        Ok(find(&cover.r#ref).map(|light| Covers { light, dark }))
    }
}

/// The cover images of a page.
struct Covers {
    light: FileView,
    dark: Option<FileView>,
}

impl Covers {
    fn cover(&self, record: &PageRecord) -> Cover<'_> {
        let size = record.layout.as_ref().and_then(|layout| layout.cover_size.as_deref());
        let y = record.cover.as_ref().map_or(0.0, |cover| cover.y_pos);
        Cover { light: &self.light, dark: self.dark.as_ref(), full: size == Some("full"), y }
    }
}

/// The addresses of a page in metadata for machines.
struct Addresses {
    canonical: String,
    markdown: String,
    image: String,
    feed: Option<String>,
    languages: Vec<(Language, String)>,
    default_language: Option<String>,
}

impl Addresses {
    fn new(reading: &Reading<'_>, body: &Body) -> Result<Self, Error> {
        let context = reading.context;
        let path = reading.path();
        let full = context.path_below(reading.space, &reading.visible_pages.full_path(reading.id).unwrap_or_default());
        let feed = (!body.updates.is_empty())
            .then(|| context.absolute_in(reading.space, &format!("{}/rss.xml", path.trim_end_matches('/'))));
        Ok(Self {
            canonical: context.canonical(&path),
            markdown: context.href_in(reading.space, &reading.markdown_path()),
            image: appearance::picture_of_all(context)
                .unwrap_or_else(|| context.absolute_in(reading.space, &format!("/~card{full}.png"))),
            feed,
            languages: languages(reading),
            default_language: default_language(reading),
        })
    }

    fn meta(&self, context: &RequestContext, record: &PageRecord) -> Meta<'_> {
        Meta {
            canonical: (!context.secret).then_some(self.canonical.as_str()),
            index: is_indexed(context, record),
            image: context.is_public().then_some(self.image.as_str()),
            markdown: Some(&self.markdown),
            feed: self.feed.as_deref(),
            languages: &self.languages,
            default_language: self.default_language.as_deref().filter(|_| !self.languages.is_empty()),
        }
    }
}

/// Returns true if search engines may index a page.
pub(crate) fn is_indexed(context: &RequestContext, record: &PageRecord) -> bool {
    context.site().is_indexed() && context.version.is_empty() && !record.hidden && !record.no_robots_index
}

/// Returns the addresses of the page in each language that has it, if there are several.
fn languages(reading: &Reading<'_>) -> Vec<(Language, String)> {
    let context = reading.context;
    let section = context.site_view.site_space(reading.space.id).and_then(|(section, _)| section);
    let variants: Vec<_> = context.site_view.variants(section).collect();
    if variants.len() < 2 {
        return Vec::new();
    }
    let mut found: Vec<(Language, String)> = Vec::new();
    for space in variants {
        let language = context.site().language_of(space.space);
        if found.iter().all(|(known, _)| *known != language)
            && let Some(path) = reading.same_in(space)
        {
            found.push((language, context.canonical(&path)));
        }
    }
    if found.len() < 2 { Vec::new() } else { found }
}

/// Returns the address of the page in the default variant, for readers of a language that no variant has.
fn default_language(reading: &Reading<'_>) -> Option<String> {
    let context = reading.context;
    let section = context.site_view.site_space(reading.space.id).and_then(|(section, _)| section);
    let path = reading.same_in(context.site_view.first_of(section)?)?;
    Some(context.canonical(&path))
}

fn layout(record: &PageRecord, pagination: bool) -> Layout {
    let layout = record.layout.clone().unwrap_or_default();
    let usual = Layout::default();
    Layout {
        wide: layout.width.as_deref() == Some("wide"),
        title: layout.title.unwrap_or(usual.title),
        description: layout.description.unwrap_or(usual.description),
        contents: layout.table_of_contents.unwrap_or(usual.contents),
        outline: layout.outline.unwrap_or(usual.outline),
        pagination: layout.pagination.unwrap_or(pagination),
        metadata: layout.metadata.unwrap_or(usual.metadata),
    }
}
