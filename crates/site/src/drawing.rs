//! Rendering of one requested entity of a site, on a thread that may block.

use axum::http::StatusCode;
use quire_app::Error;
use quire_app::content::downloads::Download;
use quire_app::content::pictures::{self, InWidth};
use quire_app::prints::Options;
use quire_app::published::Found;
use quire_content::id::FileId;
use quire_model::customization::fonts::KeptFont;
use quire_model::ids::SpaceId;
use quire_model::site_structure::SiteSpace;

use crate::location::Location;
use crate::pages::{self, Reading};
use crate::references::VERSION_CHARS;
use crate::request_context::RequestContext;
use crate::route::{Part, Path, Thing};
use crate::{appearance, languages, missing, printing, texts};

/// The outcome of a request.
pub(crate) enum DrawOutcome {
    /// A document, which stays the same until its key changes. If it is lasting, it is the same for ever at its address.
    Document { status: StatusCode, content_type: &'static str, bytes: Vec<u8>, indexed: bool, lasting: bool },
    /// A redirect to another address.
    Elsewhere { location: Location, lasting: bool },
    /// The bytes of a file.
    File(Box<File>),
    /// No page at this path: to be answered by a page with suggestions.
    Missing(String),
    /// An empty response that the address does not exist.
    Nothing,
}

/// A file of the content.
pub(crate) struct File {
    pub(crate) bytes: Download,
    /// The entity tag without quotes.
    pub(crate) tag: String,
    pub(crate) name: String,
    /// True if the address changes with the bytes.
    pub(crate) lasting: bool,
    /// The width in which it was asked for, if that has to be made first.
    pub(crate) unmade: Option<u32>,
}

impl File {
    /// Returns what is sent of a picture that was asked for in a width.
    pub(crate) fn in_width(mut self, width: u32, found: InWidth) -> Self {
        self.unmade = None;
        if let InWidth::Smaller { path, content_type, extension } = found {
            self.tag = format!("{}-{width}", self.bytes.hash);
            self.bytes = Download { path, content_type: content_type.to_owned(), ..self.bytes };
            let stem = self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem);
            self.name = format!("{stem}.{extension}");
        }
        self
    }
}

pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const MARKDOWN: &str = "text/markdown; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";
const XML: &str = "application/xml; charset=utf-8";
const RSS: &str = "application/rss+xml; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

/// Renders an entity. `query` is added to the address of redirects to a page.
///
/// # Errors
/// Includes a fault during the lookup of something that may be absent: a rendered document is always complete.
pub(crate) fn draw(context: &RequestContext, thing: &Thing, markdown: bool, query: &str) -> Result<DrawOutcome, Error> {
    outcome(context, thing, markdown, query).and_then(|outcome| context.whole(outcome))
}

fn outcome(context: &RequestContext, thing: &Thing, markdown: bool, query: &str) -> Result<DrawOutcome, Error> {
    Ok(match thing {
        Thing::Page(path) if markdown => page(context, path, query, Form::Negotiated)?,
        Thing::Page(path) => page(context, path, query, Form::Html)?,
        Thing::Markdown(path) => page(context, path, query, Form::Markdown)?,
        Thing::Feed(path) => page(context, path, query, Form::Feed)?,
        Thing::Card(path) => page(context, path, query, Form::Card)?,
        Thing::Print(path, part) => print(context, path, part)?,
        Thing::Pdf(path, part) => found(pdf(context, path, part)?),
        Thing::File { key, name } => found(file(context, key, name)?),
        Thing::Picture { key, name, width } => found(picture(context, key, name, *width)?),
        Thing::Theme(name) => theme(context, name),
        Thing::Font(font) => found(self::font(context, *font)?),
        Thing::Icon(None) => text(SVG, appearance::icon(context, None)),
        Thing::Icon(Some(space)) => match context.site_view.site_space(*space) {
            Some((_, space)) => text(SVG, appearance::icon(context, Some(space))),
            None => DrawOutcome::Nothing,
        },
        Thing::Robots => text(PLAIN, texts::robots_txt(context)),
        Thing::Sitemap => text(XML, texts::sitemap_xml(context)),
        Thing::SitemapPages => text(XML, texts::sitemap_pages(context)?),
        Thing::Llms => text(MARKDOWN, texts::llms_txt(context)?),
        Thing::Asset(_)
        | Thing::Search
        | Thing::Feedback
        | Thing::SignIn
        | Thing::SignOut
        | Thing::LlmsFull
        | Thing::Nothing => missing(""),
    })
}

/// The requested form of a page.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Html,
    /// Markdown at the page's own address.
    Negotiated,
    Markdown,
    Feed,
    Card,
}

fn page(context: &RequestContext, path: &Path, query: &str, form: Form) -> Result<DrawOutcome, Error> {
    let place = match context.app.find(&context.site_view, &path.text)? {
        Found::Page(place) if path.canonical || form == Form::Card => place,
        // Forms other than HTML have all slugs in their address, even those of the first page.
        Found::Moved(moved)
            if form != Form::Html && form != Form::Negotiated && is_full(context, moved.page, &path.text)? =>
        {
            moved.page
        }
        Found::Page(place) => return elsewhere(context, place, form, query),
        Found::Moved(moved) => {
            let anchor = if form == Form::Html { moved.fragment() } else { String::new() };
            return elsewhere(context, moved.page, form, &format!("{query}{anchor}"));
        }
        Found::Entry(to) => return Ok(sent(&context.href_at(&to), query, false)),
        Found::Led(to) => return Ok(sent(&context.href_at(&to), "", true)),
        Found::Away(to) => return Ok(DrawOutcome::Elsewhere { location: Location::configured(&to), lasting: true }),
        Found::Nothing => return untranslated(context, path, form),
    };
    let guessed = context.site().structure.locate(&path.segments());
    if guessed.is_none_or(|guessed| guessed.space.id != place.site_space) {
        // The answer would be cached under the content of another space than the page's.
        context.cross();
    }
    let reading = Reading::new(context, place)?;
    let indexed = pages::is_indexed(context, reading.record()?);
    let (content_type, bytes) = match form {
        Form::Html => (HTML, pages::html(context, place, None)?.into_bytes()),
        Form::Markdown | Form::Negotiated => (MARKDOWN, reading.markdown()?.into_bytes()),
        Form::Card => (PNG, texts::picture(context, place)?),
        Form::Feed => match texts::feed(context, place)? {
            Some(feed) => (RSS, feed.into_bytes()),
            None => return Ok(missing(&path.text)),
        },
    };
    Ok(DrawOutcome::Document { status: StatusCode::OK, content_type, bytes, indexed, lasting: false })
}

/// Renders the page of the default variant for a path of a variant in another language that lacks it, with a notice.
fn untranslated(context: &RequestContext, path: &Path, form: Form) -> Result<DrawOutcome, Error> {
    let found = if form == Form::Html { languages::untranslated(context, path)? } else { None };
    let Some((place, language)) = found else { return Ok(missing(&path.text)) };
    // The answer would be cached under the content of the variant alone.
    context.cross();
    let bytes = pages::html(context, place, Some(language))?.into_bytes();
    Ok(DrawOutcome::Document { status: StatusCode::OK, content_type: HTML, bytes, indexed: false, lasting: false })
}

/// Renders pages of the space at a path, for printing.
fn print(context: &RequestContext, path: &Path, part: &Part) -> Result<DrawOutcome, Error> {
    let space = space_at(context, path).filter(|space| appearance::offers_pdf(context, space));
    let Some(space) = space else { return Ok(missing("")) };
    if !path.canonical || context.path_below(space, "") != quire_app::published::path_of([], &path.text) {
        return Ok(sent(&context.print_href(space, part), "", true));
    }
    let Some(html) = printing::html(context, space, part)? else { return Ok(missing("")) };
    Ok(DrawOutcome::Document {
        status: StatusCode::OK,
        content_type: HTML,
        bytes: html.into_bytes(),
        indexed: false,
        lasting: false,
    })
}

/// Prints pages of the space at a path as PDF, for the visitor: what the site hides from them is not in it.
fn pdf(context: &RequestContext, path: &Path, part: &Part) -> Result<Option<File>, Error> {
    let space = space_at(context, path).filter(|space| appearance::prints_pdf(context, space));
    let Some(space) = space else { return Ok(None) };
    let options = match &part.page {
        Some(page) => match page.parse() {
            Ok(page) => Options { page: Some(page), only: part.only, ..Options::default() },
            Err(_) => return Ok(None),
        },
        None => Options::default(),
    };
    let app = &context.app;
    let pass = app.print_on_site(&context.site_view, space, options, app.passes_expire());
    let pass = match pass {
        Ok(pass) => pass,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let bytes = app.printed(&pass)?;
    let tag = bytes.hash.to_string();
    Ok(Some(File { bytes, tag, name: pass.name, lasting: false, unmade: None }))
}

/// Returns the visible space whose own path this is.
fn space_at<'a>(context: &'a RequestContext, path: &Path) -> Option<&'a SiteSpace> {
    let segments = path.segments();
    let located = context.site().structure.locate(&segments).filter(|it| it.used == segments.len())?;
    Some(located.space).filter(|space| context.site_view.sees(space.id))
}

/// Returns true if a path is that of the page with all of its slugs.
fn is_full(context: &RequestContext, place: quire_app::published::SitePage, text: &str) -> Result<bool, Error> {
    let (space, visible_pages) = context.space(place.site_space)?;
    let full = visible_pages.full_path(place.page).unwrap_or_default();
    Ok(context.path_below(space, &full) == quire_app::published::path_of([], text))
}

/// Redirects to a page at its current path. `rest` is what follows the path: the query, and the anchor if there is one.
fn elsewhere(
    context: &RequestContext,
    place: quire_app::published::SitePage,
    form: Form,
    rest: &str,
) -> Result<DrawOutcome, Error> {
    let reading = Reading::new(context, place)?;
    let path = match form {
        Form::Html | Form::Negotiated | Form::Card => reading.path(),
        Form::Markdown => reading.markdown_path(),
        Form::Feed => format!("{}/rss.xml", reading.path().trim_end_matches('/')),
    };
    Ok(sent(&context.href_in(reading.space, &path), rest, true))
}

fn sent(location: &str, query: &str, lasting: bool) -> DrawOutcome {
    DrawOutcome::Elsewhere { location: Location::here(&format!("{location}{query}")), lasting }
}

fn missing(path: &str) -> DrawOutcome {
    DrawOutcome::Missing(path.to_owned())
}

/// Renders the page for a path that does not exist.
pub(crate) fn not_found(context: &RequestContext, path: &str) -> Result<DrawOutcome, Error> {
    let bytes = context.whole(missing::html(context, path)?)?.into_bytes();
    Ok(DrawOutcome::Document {
        status: StatusCode::NOT_FOUND,
        content_type: HTML,
        bytes,
        indexed: false,
        lasting: false,
    })
}

fn text(content_type: &'static str, text: String) -> DrawOutcome {
    let (status, bytes) = (StatusCode::OK, text.into_bytes());
    DrawOutcome::Document { status, content_type, bytes, indexed: true, lasting: false }
}

/// Returns the site's style sheet at an address that contains its hash, which lasts; for an unknown hash, the default one.
fn theme(context: &RequestContext, name: &str) -> DrawOutcome {
    let spaces = context.site_view.site_spaces().map(|(_, space)| Some(space));
    let styles = std::iter::once(None).chain(spaces).map(|space| appearance::style(context, space));
    let mut styles: Vec<_> = styles.collect();
    let known = styles.iter().position(|(known, _)| known == name);
    let css = styles.swap_remove(known.unwrap_or_default()).1;
    let (status, bytes, lasting) = (StatusCode::OK, css.into_bytes(), known.is_some());
    DrawOutcome::Document { status, content_type: CSS, bytes, indexed: true, lasting }
}

/// Returns a file of a font that the site, or a space on it, brings.
fn font(context: &RequestContext, font: KeptFont) -> Result<Option<File>, Error> {
    if !appearance::has_font(context, font) {
        return Ok(None);
    }
    let bytes = context.app.font_file(context.site().organization.id, font)?;
    Ok(bytes.map(|bytes| File { tag: bytes.hash.to_string(), bytes, name: font.name(), lasting: true, unmade: None }))
}

fn found(file: Option<File>) -> DrawOutcome {
    file.map_or(DrawOutcome::Nothing, |file| DrawOutcome::File(Box::new(file)))
}

/// Returns a file of a space, by the key `space-file-version`.
fn file(context: &RequestContext, key: &str, name: &str) -> Result<Option<File>, Error> {
    let Some((space, id, version)) = read_key(key) else { return Ok(None) };
    let Some(view) = context.site_view.view(space) else { return Ok(None) };
    let (bytes, own_name) = match context.app.published_file(&context.site_view, &view, id) {
        Ok(found) => found,
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let tag = bytes.hash.to_string();
    let lasting = tag.get(..VERSION_CHARS) == Some(version) && own_name == name;
    Ok(Some(File { bytes, tag, name: own_name, lasting, unmade: None }))
}

/// Returns a picture of a space in a width; the picture itself, if the width was not made yet. There are no other widths
/// than those that pages name.
fn picture(context: &RequestContext, key: &str, name: &str, width: u32) -> Result<Option<File>, Error> {
    if !pictures::WIDTHS.contains(&width) {
        return Ok(None);
    }
    let Some(file) = file(context, key, name)? else { return Ok(None) };
    Ok(Some(match context.app.known_in_width(&file.bytes, width) {
        Some(known) => file.in_width(width, known),
        None => File { unmade: Some(width), ..file },
    }))
}

fn read_key(key: &str) -> Option<(SpaceId, FileId, &str)> {
    let mut parts = key.split('-');
    let (space, file, version) = (parts.next()?, parts.next()?, parts.next()?);
    Some((space.parse().ok()?, file.parse().ok()?, version)).filter(|_| parts.next().is_none())
}
