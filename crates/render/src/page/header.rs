//! The header of all pages: preview and announcement lines, the site's name and links, search, pickers, tabs.

use maud::{Markup, html};

use super::{Frame, Preview, anchor, glyphs, picture, sign, tag};
use crate::site::{HeaderLink, LinkLook, Mark, Section, Site, Tab, Variant};
use crate::words::fill;

/// Draws the lines over the header: the notice of a preview and the announcement.
pub(super) fn lines(frame: &Frame<'_>) -> Markup {
    html! {
        @if let Some(preview) = frame.preview { (preview_line(frame, preview)) }
        @if let Some(announcement) = &frame.site.announcement {
            div class={ "line " (announcement.style.as_str()) } role="region" aria-label=(frame.words.announcement) {
                p {
                    (announcement.message)
                    @if let Some(to) = &announcement.link { " " (anchor(&to.title, &to.href, to.external, frame)) }
                }
            }
        }
    }
}

fn preview_line(frame: &Frame<'_>, preview: Preview<'_>) -> Markup {
    let words = frame.words;
    let (text, subject, leave) = match preview {
        Preview::Change { number, subject, leave } => {
            (fill(words.preview_change, &number.to_string()), Some(subject), leave)
        }
        Preview::Revision { leave } => (words.preview_revision.to_owned(), None, leave),
    };
    html! {
        div.line.preview role="region" aria-label=(words.preview) {
            p {
                (glyphs::EYE) (text)
                @if let Some(subject) = subject.filter(|it| !it.is_empty()) { " " strong { (subject) } }
                " " a href=(leave) { (words.preview_leave) }
            }
        }
    }
}

/// Draws the header with the tabs below it.
pub(super) fn header(frame: &Frame<'_>) -> Markup {
    let Frame { site, words, .. } = frame;
    html! {
        header.top {
            div.bar {
                a.icon-button.menu-open href="#~contents" aria-label=(words.menu) { (glyphs::MENU) }
                (brand(site))
                (variants(frame))
                (search(frame))
                nav.links aria-label=(words.main_navigation) {
                    @if !site.links.is_empty() { ul { @for link in &site.links { li { (header_link(frame, link)) } } } }
                }
                (theme_switch(frame))
            }
            @if !frame.tabs.is_empty() { (tabs(frame)) }
        }
    }
}

/// Draws the logo, or the mark with the name of the site.
fn brand(site: &Site) -> Markup {
    html! {
        a.brand href=(site.home) {
            @if let Some(logo) = &site.logo {
                (picture(logo, "logo", &site.title))
            } @else {
                (mark(site)) span.name { (site.title) }
            }
        }
    }
}

fn mark(site: &Site) -> Markup {
    let initial = || html! { span.mark.initial aria-hidden="true" { (site.title.chars().next().unwrap_or('·')) } };
    match &site.mark {
        Mark::Initial => initial(),
        Mark::Emoji(emoji) => html! { span.mark aria-hidden="true" { (emoji) } },
        Mark::Picture(themed) => picture(themed, "mark", ""),
        Mark::Icon(name) if crate::icons::icon(name).is_some() => html! { span.mark { (sign(None, Some(name))) } },
        Mark::Icon(_) => initial(),
    }
}

/// Draws the search form; a script replaces it with a dialog.
fn search(frame: &Frame<'_>) -> Markup {
    let Frame { site, words, .. } = frame;
    let class = if site.prominent_search { "search prominent" } else { "search" };
    html! {
        @if let Some(address) = &site.search {
            form class=(class) role="search" action=(address) data-found=(words.search_found)
                data-part=(words.search_part) data-more=(words.search_more)
                data-nothing=(words.search_nothing) data-failed=(words.search_failed) data-keys=(words.search_keys)
                data-results=(words.search_results) data-for=(words.search_for) data-close=(words.close) {
                (glyphs::SEARCH)
                @if let Some(language) = &site.search_in { input type="hidden" name="in" value=(language); }
                input type="search" name="q" aria-label=(words.search_for) placeholder=(if site.prominent_search { words.search_for } else { words.search })
                    autocomplete="off" maxlength="200";
            }
            a.icon-button.search-link href=(address) aria-label=(words.search) { (glyphs::SEARCH) }
        }
    }
}

fn header_link(frame: &Frame<'_>, link: &HeaderLink) -> Markup {
    let class = match link.style {
        LinkLook::Plain => "plain",
        LinkLook::Primary => "button primary",
        LinkLook::Secondary => "button secondary",
    };
    html! {
        @if !link.links.is_empty() {
            details.picker {
                summary { (link.title) (glyphs::DOWN) }
                ul {
                    @if let Some(href) = &link.href { li { (anchor(&link.title, href, link.external, frame)) } }
                    @for to in &link.links { li { (anchor(&to.title, &to.href, to.external, frame)) } }
                }
            }
        } @else if let Some(href) = &link.href {
            span class=(class) { (anchor(&link.title, href, link.external, frame)) }
        } @else {
            span class=(class) { (link.title) }
        }
    }
}

/// Draws the picker of variants: of languages if each variant has another language, else of versions.
fn variants(frame: &Frame<'_>) -> Markup {
    let Frame { variants, words, .. } = frame;
    let Some(current) = variants.iter().find(|it| it.current).filter(|_| variants.len() > 1) else { return html! {} };
    let tongues = |it: &&Variant| variants.iter().filter(|other| other.language == it.language).count() == 1;
    let languages = variants.iter().all(|it| tongues(&it));
    let label = if languages { words.language } else { words.version };
    html! {
        details.picker.variants.languages[languages] {
            summary {
                @if languages { (glyphs::GLOBE) }
                span.unseen { (label) ": " } span { (current.title) } (glyphs::DOWN)
            }
            ul {
                @for it in *variants {
                    li {
                        a href=(it.href) hreflang=(tag(it.language)) lang=[languages.then(|| tag(it.language))]
                            aria-current=[it.current.then_some("true")] { (it.title) }
                    }
                }
            }
        }
    }
}

/// Draws the switch of colour schemes, hidden until a script shows it.
fn theme_switch(frame: &Frame<'_>) -> Markup {
    let words = frame.words;
    html! {
        @if frame.site.switchable {
            button.icon-button.theme type="button" hidden aria-label=(words.theme) data-label=(words.theme)
                data-system=(words.theme_system) data-light=(words.theme_light) data-dark=(words.theme_dark) {
                span.of-system { (glyphs::SCREEN) } span.of-light { (glyphs::SUN) } span.of-dark { (glyphs::MOON) }
            }
        }
    }
}

fn tabs(frame: &Frame<'_>) -> Markup {
    html! {
        nav.tabs aria-label=(frame.words.sections) {
            ul {
                @for tab in frame.tabs {
                    @match tab {
                        Tab::Section(section) => li { (section_link(section)) },
                        Tab::Group { title, icon, sections } => li { (group(title, icon.as_deref(), sections)) },
                    }
                }
            }
        }
    }
}

fn group(title: &str, icon: Option<&str>, sections: &[Section]) -> Markup {
    let current = sections.iter().any(|it| it.current);
    html! {
        details.picker.sections {
            summary class=[current.then_some("current")] { (sign(None, icon)) span { (title) } (glyphs::DOWN) }
            ul {
                @for section in sections {
                    li {
                        (section_link(section))
                        @if let Some(text) = &section.description { p { (text) } }
                    }
                }
            }
        }
    }
}

fn section_link(section: &Section) -> Markup {
    html! {
        a href=(section.href) aria-current=[section.current.then_some("true")] {
            (sign(None, section.icon.as_deref())) span { (section.title) }
        }
    }
}
