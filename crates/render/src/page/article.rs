//! The article of a page: cover, title, body, pagination and metadata.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, PreEscaped, html};
use quire_content::document::anchors;

use super::actions::actions;
use super::feedback::form;
use super::{Article, Cover, Crumb, Frame, glyphs, sign};
use crate::blocks::card;
use crate::drawn::Body;
use crate::reference_resolver::FileView;
use crate::safe;
use crate::words::{Words, fill};

/// The greatest vertical shift of a cover, in pixels.
const FURTHEST: f64 = 990.0;
/// The granularity of the shift in pixels; each digit is a class, because the page has no inline styles.
const STEP: f64 = 10.0;

/// Draws the article with the links to the previous and next page.
pub(super) fn article(article: &Article<'_>, frame: &Frame<'_>, outlined: bool) -> Markup {
    let words = frame.words;
    html! {
        @if let Some(cover) = article.cover { (draw_cover(cover)) }
        article {
            (title(article, words))
            @if outlined { (outline(article, words)) }
            div.body {
                (PreEscaped(&article.body.html))
                @if is_empty(article.body) { @for child in article.children { (card(child, "")) } }
            }
        }
        @if let Some(feedback) = &article.feedback { (form(feedback, words)) }
        @if article.layout.pagination { (pagination(article, words)) }
        @if article.layout.metadata { (metadata(article, words)) }
    }
}

/// Returns true if a page has no text.
fn is_empty(body: &Body) -> bool {
    body.html.trim().is_empty()
}

fn title(article: &Article<'_>, words: &Words) -> Markup {
    let shown = article.layout.title;
    let mut names = names(article).into_iter();
    html! {
        header.page-head {
            @if shown && !article.breadcrumbs.is_empty() {
                nav.breadcrumbs aria-label=(words.breadcrumbs) {
                    ol { @for crumb in article.breadcrumbs { li { (draw_crumb(crumb)) } } }
                }
            }
            div.title-row {
                h1 id=[names.next()] class=[(!shown).then_some("unseen")] {
                    @if shown { (sign(article.emoji, article.icon)) }
                    span { @for name in names { span id=(name) {} } (article.title) }
                }
                @if shown && article.layout.metadata { (actions(&article.actions, words)) }
            }
            @if let Some(text) = article.description.filter(|_| article.layout.description) { p.description { (text) } }
            @if let Some((text, words)) = article.notice {
                p.notice role="note" lang=(words.tag) dir=(words.direction.as_str()) { (text) }
            }
        }
    }
}

/// Returns the names by which links may refer to the title, except those of elements of the body.
fn names(article: &Article<'_>) -> Vec<String> {
    let taken = |name: &str| article.body.html.contains(&format!(" id=\"{name}\""));
    anchors::names(article.title).into_iter().filter(|name| !taken(name)).collect()
}

fn draw_crumb(crumb: &Crumb) -> Markup {
    html! { @if let Some(href) = &crumb.href { a href=(href) { (crumb.title) } } @else { span { (crumb.title) } } }
}

fn draw_cover(cover: Cover<'_>) -> Markup {
    let Cover { light, dark, full, y } = cover;
    html! {
        div class=(if full { "cover full" } else { "cover" }) {
            @if let Some(dark) = dark {
                (cover_image(light, &format!("on-light {}", shift(y)), full))
                (cover_image(dark, &format!("on-dark {}", shift(y)), full))
            } @else {
                (cover_image(light, &shift(y), full))
            }
        }
    }
}

fn cover_image(file: &FileView, class: &str, full: bool) -> Markup {
    let (width, height) = file.dimensions.unzip();
    let srcset = file.srcset();
    let sizes = srcset.as_ref().map(|_| if full { "100vw" } else { "(max-width: 752px) 100vw, 752px" });
    html! { img class=(class.trim()) sizes=[sizes] srcset=[srcset] src=(file.url) alt="" width=[width] height=[height] fetchpriority="high"; }
}

/// Returns the classes that shift a cover: hundreds, tens, and the sign if it is negative.
fn shift(y: f64) -> String {
    let steps = (y.clamp(-FURTHEST, FURTHEST) / STEP).round() as i32;
    if steps == 0 {
        return String::new();
    }
    let sign = if steps < 0 { " up" } else { "" };
    format!("y{} t{}{sign}", steps.abs() / 10, steps.abs() % 10)
}

fn pagination(article: &Article<'_>, words: &Words) -> Markup {
    let side = |class: &str, label: &str, to: &Option<Crumb>| {
        let to = to.as_ref()?;
        let href = to.href.as_ref()?;
        Some(html! { a class=(class) href=(href) rel=(class) { span.label { (label) } span.title { (to.title) } } })
    };
    let (before, after) = (side("prev", words.previous, &article.previous), side("next", words.next, &article.next));
    html! {
        @if before.is_some() || after.is_some() {
            nav.pagination aria-label=(words.pagination) {
                @if let Some(link) = before { (link) }
                @if let Some(link) = after { (link) }
            }
        }
    }
}

fn metadata(article: &Article<'_>, words: &Words) -> Markup {
    let date = article.updated_at.and_then(|at| Timestamp::from_millisecond(at).ok());
    let links = [
        // Crawlers that follow this link would have every page drawn a second time.
        (article.pdf, glyphs::DOWNLOAD, words.print, Some("nofollow")),
        (article.edit, glyphs::PENCIL, words.edit_page, None),
    ];
    let links: Vec<_> =
        links.into_iter().filter_map(|(href, glyph, text, rel)| Some((safe::href(href?)?, glyph, text, rel))).collect();
    html! {
        @if date.is_some() || !links.is_empty() {
            div.metadata {
                @if let Some(date) = date { (changed(date, words)) }
                @for (href, glyph, text, rel) in links { a href=(href) rel=[rel] { (glyph) (text) } }
            }
        }
    }
}

fn changed(at: Timestamp, words: &Words) -> Markup {
    let day = at.to_zoned(TimeZone::UTC).date();
    let shown = words.labels.dates.day(day.year(), day.month().unsigned_abs(), day.day().unsigned_abs());
    html! { span { (glyphs::CLOCK) time datetime=(day) { (fill(words.last_updated, &shown)) } } }
}

/// Draws the outline: beside the text on large screens, folded above it on small ones.
fn outline(article: &Article<'_>, words: &Words) -> Markup {
    html! {
        nav.outline aria-label=(words.on_this_page) {
            details {
                summary { (words.on_this_page) (glyphs::DOWN) }
                ul {
                    @for entry in &article.body.outline {
                        li class={ "level-" (entry.level) } { a href={ "#" (entry.id) } { (entry.title) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shift;

    #[test]
    fn a_cover_is_shifted_by_digits() {
        assert_eq!(shift(0.0), "");
        assert_eq!(shift(128.0), "y1 t3");
        assert_eq!(shift(-57.0), "y0 t6 up");
        assert_eq!(shift(f64::NAN), "");
        assert_eq!(shift(1e9), "y9 t9");
    }
}
