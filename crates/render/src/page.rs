//! The page around a body: the complete HTML document of a published page.
//!
//! A page is complete without scripts: navigation is links and `<details>`, search is a form. It has no inline script,
//! no inline style and no event handler, so that the strictest Content-Security-Policy holds. Text is escaped by
//! construction. The caller decides the content of a page by the fields of [`Page`]; nothing here fetches anything.

mod actions;
mod article;
mod contents;
mod feedback;
mod footer;
mod glyphs;
mod head;
mod header;
mod menu;
mod other;
mod print;

use maud::{DOCTYPE, Markup, html};
use quire_content::id::PageId;
use quire_model::language::Language;

use crate::drawn::Body;
use crate::reference_resolver::{FileView, Link};
use crate::site::{Site, Tab, Variant};
use crate::words::{Direction, Words};
use crate::{icons, safe};

pub use actions::Actions;
pub use contents::{Branch, Entry, EntryTree, Tree};
pub use feedback::{Feedback, feedback_page};
pub use other::{Found, LinkedPage, Results, Snippet, not_found, search_page, sign_in_needed};
pub use print::{Heading, More, Print, Sheet, print};

/// A page of a site.
pub struct Page<'a> {
    /// The parts that all pages of a site share.
    pub frame: Frame<'a>,
    /// The metadata for machines.
    pub meta: Meta<'a>,
    /// The content of the page.
    pub article: Article<'a>,
    /// The page in the table of contents, after its ancestors. Empty for a page that is not listed there.
    pub way: &'a [PageId],
}

/// The parts around every page of a site, content pages and others.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The data that all pages of the site share.
    pub site: &'a Site,
    /// The texts of the interface.
    pub words: &'a Words,
    /// The language of the content.
    pub language: Language,
    /// The section tabs below the header.
    pub tabs: &'a [Tab],
    /// The spaces of the section; a picker is shown if there are several.
    pub variants: &'a [Variant],
    /// The table of contents of the space: beside a page, and in the menu of small screens. `None` without a space.
    pub contents: Option<&'a dyn Tree>,
    /// The preview that a line over the page announces.
    pub preview: Option<Preview<'a>>,
}

/// A preview of content that is not the published one.
#[derive(Debug, Clone, Copy)]
pub enum Preview<'a> {
    /// A preview of a change request.
    Change {
        /// The number of the change request.
        number: i64,
        /// The subject of the change request.
        subject: &'a str,
        /// The address of the published page.
        leave: &'a str,
    },
    /// A preview of a revision.
    Revision {
        /// The address of the published page.
        leave: &'a str,
    },
}

/// The metadata of a page for machines. Addresses are absolute.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meta<'a> {
    /// The canonical address of the page.
    pub canonical: Option<&'a str>,
    /// True if search engines may index the page.
    pub index: bool,
    /// The address of the preview image for social cards, 1200 by 630 pixels.
    pub image: Option<&'a str>,
    /// The address of the page's Markdown.
    pub markdown: Option<&'a str>,
    /// The address of the RSS feed of the page's updates.
    pub feed: Option<&'a str>,
    /// The addresses of the page in each language that it exists in, its own included.
    pub languages: &'a [(Language, String)],
    /// The address of the page for readers of other languages.
    pub default_language: Option<&'a str>,
}

/// The content of a page with its title.
#[derive(Debug)]
pub struct Article<'a> {
    /// The title, as plain text.
    pub title: &'a str,
    /// The emoji before its title, as text.
    pub emoji: Option<&'a str>,
    /// The name of the icon before its title.
    pub icon: Option<&'a str>,
    /// The description below the title, which is also the page's meta description.
    pub description: Option<&'a str>,
    /// A notice above the text, and the texts of the language that it is in.
    pub notice: Option<(&'a str, &'a Words)>,
    /// The cover image above the title.
    pub cover: Option<Cover<'a>>,
    /// The parts of the page that are shown.
    pub layout: Layout,
    /// The pages and groups above the page, from the root.
    pub breadcrumbs: &'a [Crumb],
    /// The document of the page, drawn.
    pub body: &'a Body,
    /// The entries below the page in its table of contents, which a page without text shows in its place.
    pub children: &'a [Link],
    /// The previous page in reading order.
    pub previous: Option<Crumb>,
    /// The next page in reading order.
    pub next: Option<Crumb>,
    /// The time of the last change, in milliseconds since 1970.
    pub updated_at: Option<i64>,
    /// The actions on the page beside its title.
    pub actions: Actions<'a>,
    /// The address of the print document.
    pub pdf: Option<&'a str>,
    /// The address at which the source can be edited.
    pub edit: Option<&'a str>,
    /// The question if the page was helpful.
    pub feedback: Option<Feedback<'a>>,
}

/// The cover image of a page.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// The image for light backgrounds, or for both.
    pub light: &'a FileView,
    /// The image for dark backgrounds, if it is another one.
    pub dark: Option<&'a FileView>,
    /// True if the image is as wide as the window, false if it is as wide as the text.
    pub full: bool,
    /// The vertical shift in pixels; positive values move the image down.
    pub y: f64,
}

/// The visible parts of a page. The default shows all of them, on a page of normal width.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// True if the text may be as wide as the window.
    pub wide: bool,
    /// True if the title is visible; else only screen readers read it.
    pub title: bool,
    /// True if the description is visible.
    pub description: bool,
    /// True if the table of contents is visible.
    pub contents: bool,
    /// True if the outline is visible.
    pub outline: bool,
    /// True if the links to the previous and next page are visible.
    pub pagination: bool,
    /// True if the date of the last change, the actions and the links to print and source are visible.
    pub metadata: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            wide: false,
            title: true,
            description: true,
            contents: true,
            outline: true,
            pagination: true,
            metadata: true,
        }
    }
}

/// A titled link; a group of pages has no address.
#[derive(Debug, Clone, Default)]
pub struct Crumb {
    /// The text of the link.
    pub title: String,
    /// The address of the link.
    pub href: Option<String>,
}

/// Returns the HTML document of a page.
pub fn page(view: &Page<'_>) -> String {
    let Page { frame, meta, article, way } = view;
    let layout = article.layout;
    let described = head::Described {
        title: article.title,
        description: article.description,
        meta: *meta,
        is_home: article.breadcrumbs.is_empty() && article.previous.is_none(),
    };
    let wide = layout.wide || article.body.wide;
    let outlined = layout.outline && article.body.outline.len() > 1;
    let columns = Columns {
        way,
        contents: layout.contents && frame.contents.is_some_and(contents::shows_some),
        outline: outlined,
        wide,
    };
    shell(frame, &described, &columns, &article::article(article, frame, outlined))
}

/// The columns beside the text.
#[derive(Debug, Default)]
struct Columns<'a> {
    /// The page in the table of contents, after its ancestors.
    way: &'a [PageId],
    /// True if the table of contents is beside the text on large screens, and not only in the menu of small ones.
    contents: bool,
    outline: bool,
    wide: bool,
}

/// Returns the HTML document around the content of `main`.
fn shell(frame: &Frame<'_>, described: &head::Described<'_>, columns: &Columns<'_>, main: &Markup) -> String {
    let Frame { site, words, language, .. } = frame;
    let classes = [(columns.contents, "has-contents"), (columns.outline, "has-outline"), (columns.wide, "wide")];
    let classes: Vec<_> = classes.iter().filter(|(is, _)| *is).map(|(_, class)| *class).collect();
    let page = html! {
        (DOCTYPE)
        html lang=(tag(*language)) dir=(Direction::of(*language).as_str()) data-theme=(site.mode.as_str())
            data-fixed[!site.switchable] {
            head { (head::head(frame, described)) }
            body class=(classes.join(" ")) {
                a.skip href="#~content" { (words.skip) }
                (header::lines(frame))
                (header::header(frame))
                div.frame {
                    (menu::menu(frame, columns.way))
                    main id="~content" tabindex="-1" data-copied=(words.copied) data-close=(words.close) { (main) }
                }
                (footer::footer(frame))
            }
        }
    };
    page.into_string()
}

/// Returns the language tag (BCP 47) in its canonical case.
fn tag(language: Language) -> &'static str {
    match language {
        Language::PtBr => "pt-BR",
        other => other.as_str(),
    }
}

/// Draws an image, or two of which the style sheet shows the one for the colour scheme.
fn picture(themed: &crate::site::Themed, class: &str, alt: &str) -> Markup {
    html! {
        @if let Some(dark) = &themed.dark {
            (image(&themed.light, &format!("{class} on-light"), alt))
            (image(dark, &format!("{class} on-dark"), alt))
        } @else {
            (image(&themed.light, class, alt))
        }
    }
}

fn image(file: &FileView, class: &str, alt: &str) -> Markup {
    let (width, height) = file.dimensions.unzip();
    html! { img class=(class) src=(file.url) alt=(alt) width=[width] height=[height]; }
}

/// Draws the emoji or else the icon before a title.
fn sign(emoji: Option<&str>, icon: Option<&str>) -> Markup {
    html! {
        @if let Some(emoji) = emoji {
            span.sign aria-hidden="true" { (emoji) }
        } @else if let Some(drawing) = icon.and_then(icons::icon) {
            span.sign { (drawing) }
        }
    }
}

/// Draws a link, which may lead to another site; an unsafe address leaves only its text.
fn anchor(title: &str, href: &str, external: bool, frame: &Frame<'_>) -> Markup {
    let Some(href) = safe::href(href) else { return html! { span { (title) } } };
    let beside = external && frame.site.new_tab;
    html! {
        a href=(href) target=[beside.then_some("_blank")] rel=[external.then_some("noopener noreferrer")] {
            (title)
            @if external { (glyphs::EXTERNAL) }
            @if beside { span.unseen { " (" (frame.words.external) ")" } }
        }
    }
}
