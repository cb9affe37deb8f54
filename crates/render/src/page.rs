//! The page around a body: everything a visitor sees and a machine reads of a published page.
//!
//! A page is complete without scripts: navigation is links and `<details>`, search is a form. It has no inline script,
//! no inline style and no event handler, so that the strictest policy holds. Text is escaped by construction. What
//! stands in a page is decided by who fills in [`Page`]; nothing here asks for anything.

mod article;
mod contents;
mod footer;
mod glyphs;
mod head;
mod header;
mod other;
mod print;

use maud::{DOCTYPE, Markup, html};
use quire_model::language::Language;

use crate::body::Body;
use crate::site::{Site, Tab, Variant};
use crate::surroundings::FileView;
use crate::words::{Direction, Words};
use crate::{icons, safe};

pub use contents::{Contents, Entry};
pub use other::{Found, Place, Snippet, not_found, search_page, sign_in_needed};
pub use print::{Heading, More, Print, Sheet, print};

/// A page of a site.
#[derive(Debug)]
pub struct Page<'a> {
    /// The site around it.
    pub frame: Frame<'a>,
    /// What machines read.
    pub meta: Meta<'a>,
    /// The page itself.
    pub article: Article<'a>,
    /// The pages of its space.
    pub contents: &'a Contents,
    /// Where the page is in them: its position among its siblings, after those of its ancestors. Empty for a page that
    /// is not shown there.
    pub path: &'a [usize],
}

/// What is around every page of a site, whether it has content or not.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The site.
    pub site: &'a Site,
    /// The words of the interface.
    pub words: &'a Words,
    /// The language of the content.
    pub language: Language,
    /// The tabs.
    pub tabs: &'a [Tab],
    /// The spaces of the section, if there are several.
    pub variants: &'a [Variant],
    /// Says that this is a preview.
    pub preview: Option<Preview<'a>>,
}

/// What is shown before it is published, or again.
#[derive(Debug, Clone, Copy)]
pub enum Preview<'a> {
    /// A change request.
    Change {
        /// Its number.
        number: i64,
        /// Its subject.
        subject: &'a str,
        /// The address of what is published.
        leave: &'a str,
    },
    /// Some revision.
    Revision {
        /// The address of what is published.
        leave: &'a str,
    },
}

/// What machines read of a page. Addresses are absolute.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meta<'a> {
    /// Its one address.
    pub canonical: Option<&'a str>,
    /// Whether search engines may list it.
    pub index: bool,
    /// A picture of 1200 by 630 pixels for those who link to it.
    pub image: Option<&'a str>,
    /// Its Markdown.
    pub markdown: Option<&'a str>,
    /// The feed of its updates.
    pub feed: Option<&'a str>,
    /// The same page in each language that has it, its own too.
    pub languages: &'a [(Language, String)],
}

/// The content of a page with its title.
#[derive(Debug)]
pub struct Article<'a> {
    /// Its title.
    pub title: &'a str,
    /// The emoji before its title, as text.
    pub emoji: Option<&'a str>,
    /// The name of the icon before its title.
    pub icon: Option<&'a str>,
    /// What it is about.
    pub description: Option<&'a str>,
    /// The picture on top.
    pub cover: Option<Cover<'a>>,
    /// What is shown.
    pub layout: Layout,
    /// The pages and groups above it, from the root.
    pub breadcrumbs: &'a [Crumb],
    /// The document.
    pub body: &'a Body,
    /// The page before.
    pub previous: Option<Crumb>,
    /// The page after.
    pub next: Option<Crumb>,
    /// When it was changed, in milliseconds since 1970.
    pub updated_at: Option<i64>,
    /// The address of its Markdown, to be shown.
    pub markdown: Option<&'a str>,
    /// Where it is printed, or saved as PDF.
    pub pdf: Option<&'a str>,
    /// Where its source is edited.
    pub edit: Option<&'a str>,
}

/// A picture on top of a page.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// The picture.
    pub light: &'a FileView,
    /// The same on dark ground.
    pub dark: Option<&'a FileView>,
    /// Whether it reaches from edge to edge of the window; else of the text.
    pub full: bool,
    /// How far it is shifted down, in pixels.
    pub y: f64,
}

/// Which parts of a page are shown. The default is all, on a page of common width.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Whether the text may be as wide as the window.
    pub wide: bool,
    /// The title; else only screen readers are told.
    pub title: bool,
    /// The description.
    pub description: bool,
    /// The table of contents.
    pub contents: bool,
    /// The outline.
    pub outline: bool,
    /// The pages before and after.
    pub pagination: bool,
    /// The date of the last change and the like.
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

/// A title that leads somewhere; a group of pages does not.
#[derive(Debug, Clone, Default)]
pub struct Crumb {
    /// What is shown.
    pub title: String,
    /// Where it leads.
    pub href: Option<String>,
}

/// The HTML of a page.
pub fn page(view: &Page<'_>) -> String {
    let Page { frame, meta, article, contents, path } = view;
    let layout = article.layout;
    let described = head::Described {
        title: article.title,
        description: article.description,
        meta: *meta,
        is_home: article.breadcrumbs.is_empty() && article.previous.is_none(),
    };
    let wide = layout.wide || article.body.wide;
    let outlined = layout.outline && article.body.outline.len() > 1;
    let contents = layout.contents.then(|| contents.draw(path, frame.words)).flatten();
    let columns = Columns { contents, outline: outlined.then(|| article::outline(article, frame.words)), wide };
    shell(frame, &described, &columns, &article::article(article, frame))
}

/// What is beside the text.
#[derive(Debug, Default)]
struct Columns {
    contents: Option<Markup>,
    outline: Option<Markup>,
    wide: bool,
}

/// The document around a main part.
fn shell(frame: &Frame<'_>, described: &head::Described<'_>, columns: &Columns, main: &Markup) -> String {
    let Frame { site, words, language, .. } = frame;
    let classes = [
        (columns.contents.is_some(), "has-contents"),
        (columns.outline.is_some(), "has-outline"),
        (columns.wide, "wide"),
    ];
    let classes: Vec<_> = classes.iter().filter(|(is, _)| *is).map(|(_, class)| *class).collect();
    let page = html! {
        (DOCTYPE)
        html lang=(tag(*language)) dir=(Direction::of(*language).as_str()) data-theme=(site.mode.as_str())
            data-fixed[!site.switchable] {
            head { (head::head(frame, described)) }
            body class=(classes.join(" ")) {
                a.skip href="#~content" { (words.skip) }
                (header::lines(frame))
                (header::header(frame, columns.contents.is_some()))
                div.frame {
                    @if let Some(contents) = &columns.contents { (contents) }
                    main id="~content" tabindex="-1" { (main) }
                    @if let Some(outline) = &columns.outline { (outline) }
                }
                (footer::footer(frame))
            }
        }
    };
    page.into_string()
}

/// A language's tag as browsers write it.
fn tag(language: Language) -> &'static str {
    match language {
        Language::PtBr => "pt-BR",
        other => other.as_str(),
    }
}

/// A picture that is one of two on light and dark ground.
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

/// The icon of this name before a title, or an emoji.
fn sign(emoji: Option<&str>, icon: Option<&str>) -> Markup {
    html! {
        @if let Some(emoji) = emoji {
            span.sign aria-hidden="true" { (emoji) }
        } @else if let Some(drawing) = icon.and_then(icons::icon) {
            span.sign { (drawing) }
        }
    }
}

/// A link that may lead to another site; its text alone if the address is one that does harm.
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
