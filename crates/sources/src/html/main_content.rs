//! The main content of a page, found by what generators call it, then by structure; and the title.

use crate::dom::{Dom, Id};

/// Classes of the main content, most specific first.
const CLASSES: [&str; 24] = [
    "theme-doc-markdown",
    "md-content__inner",
    "vp-doc",
    "mw-parser-output",
    "wiki-content",
    "markdown-section",
    "bd-article",
    "sl-markdown-content",
    "rst-content",
    "documentwrapper",
    "markdown-body",
    "page-content",
    "post-content",
    "entry-content",
    "article-content",
    "docblock-content",
    "theme-default-content",
    "td-content",
    "book-body",
    "block-content",
    "document",
    "body",
    "dokuwiki-page",
    "notion-page-content",
];

/// Returns the element with the main content.
pub(super) fn main_content(dom: &Dom) -> Id {
    let by_id = |id: &str| dom.find(Dom::TOP, |at| dom.attr(at, "id") == Some(id));
    let generator = dom
        .find(Dom::TOP, |id| {
            dom.name(id) == "meta" && dom.attr(id, "name").is_some_and(|name| name.eq_ignore_ascii_case("generator"))
        })
        .and_then(|id| dom.attr(id, "content"))
        .unwrap_or_default();
    if generator.contains("DokuWiki")
        && let Some(page) =
            by_id("dokuwiki__content").and_then(|content| dom.find(content, |id| dom.has_class(id, "page")))
    {
        return page;
    }
    if let Some(content) = by_id("mw-content-text")
        .or_else(|| by_id("main-content").filter(|id| dom.name(*id) != "main" || dom.has_class(*id, "wiki-content")))
    {
        return dom.find(content, |id| dom.has_class(id, "mw-parser-output")).unwrap_or(content);
    }
    for class in CLASSES {
        let found: Vec<Id> = dom
            .below(Dom::TOP)
            .filter(|id| dom.has_class(*id, class) && matches!(dom.name(*id), "div" | "article" | "main" | "section"))
            .collect();
        let generic = matches!(class, "document" | "body" | "documentwrapper");
        let sphinx = || {
            generator.is_empty()
                && dom.find(Dom::TOP, |id| dom.has_any_class(id, &["sphinxsidebar", "bodywrapper"])).is_some()
        };
        if let [only] = found.as_slice()
            && (!generic || sphinx())
        {
            // The title stands above the content itself.
            return within(dom, *only);
        }
    }
    let named = |id: Id| dom.name(id) == "main" || dom.attr(id, "role") == Some("main");
    let found = dom.find(Dom::TOP, named);
    if let Some(main) = found {
        let articles: Vec<Id> = dom.below(main).filter(|id| dom.name(*id) == "article").collect();
        return match articles.as_slice() {
            [only] if !dom.line(*only).is_empty() => *only,
            _ => main,
        };
    }
    let articles: Vec<Id> = dom.below(Dom::TOP).filter(|id| dom.name(*id) == "article").collect();
    if let [only] = articles.as_slice() {
        return *only;
    }
    let body = dom.find(Dom::TOP, |id| dom.name(id) == "body").unwrap_or(Dom::TOP);
    by_id("content").filter(|content| dom.line(*content).len() * 2 > dom.line(body).len()).unwrap_or(body)
}

/// Widens the content to the article around it, where the heading of the page is.
fn within(dom: &Dom, content: Id) -> Id {
    let is_title = |id: Id| dom.name(id) == "h1";
    if dom.find(content, is_title).is_some() {
        return content;
    }
    let mut at = content;
    for _ in 0..4 {
        let Some(parent) = dom.parent(at) else { break };
        if matches!(dom.name(parent), "article" | "main") && dom.find(parent, is_title).is_some() {
            return parent;
        }
        at = parent;
    }
    content
}

/// Returns the heading that is the title of a page, and the title.
pub(super) fn title(dom: &Dom, content: Id) -> (Option<Id>, String) {
    let headings: Vec<Id> =
        dom.below(content).filter(|id| dom.name(*id) == "h1" && !heading_line(dom, *id).is_empty()).collect();
    // A heading after text is one among others, unless it is the only one.
    if let Some(first) = headings.first() {
        return (Some(*first), heading_line(dom, *first));
    }
    // DocBook begins a page with a heading of its level, in a part of its own.
    let part =
        |id: Id| dom.has_any_class(id, &["titlepage", "refnamediv"]) && dom.find(id, |id| is_level(dom, id)).is_some();
    if let Some(docbook) = dom.find(content, part).and_then(|part| dom.find(part, |id| is_level(dom, id))) {
        return (Some(docbook), heading_line(dom, docbook));
    }
    let meta = |name: &str| {
        let found = dom.find(Dom::TOP, |id| dom.name(id) == "meta" && dom.attr(id, "property") == Some(name))?;
        dom.attr(found, "content").map(quire_content::title::one_line)
    };
    let outside = dom.find(Dom::TOP, |id| {
        dom.name(id) == "h1" && dom.has_any_class(id, &["firstHeading", "page-title", "title"])
            || dom.attr(id, "id") == Some("title-text")
    });
    if let Some(outside) = outside {
        let title = heading_line(dom, outside);
        return (Some(outside), title.rsplit(" : ").next().unwrap_or(&title).to_owned());
    }
    let titled = dom.find(Dom::TOP, |id| dom.name(id) == "title").map(|id| dom.line(id));
    let title = titled.filter(|title| !title.is_empty()).or_else(|| meta("og:title")).unwrap_or_default();
    (None, without_site(&title))
}

fn is_level(dom: &Dom, id: Id) -> bool {
    matches!(dom.name(id), "h2" | "h3")
}

/// Returns the text of a heading without the marks beside it.
pub(super) fn heading_line(dom: &Dom, id: Id) -> String {
    let mut text = String::new();
    let mut below = dom.below(id);
    while let Some(id) = below.next() {
        if !dom.name(id).is_empty() && super::skip::is_left_out(dom, id) {
            below.leave_out(id);
            continue;
        }
        text.push_str(dom.own_text(id));
    }
    quire_content::title::one_line(text.replace('\u{200b}', "").trim().trim_end_matches(['¶', '#']))
}

/// Removes the name of the site after the last separator.
fn without_site(title: &str) -> String {
    for separator in [" — ", " | ", " · ", " – ", " - "] {
        if let Some((page, _)) = title.rsplit_once(separator).filter(|(page, _)| !page.trim().is_empty()) {
            return page.trim().to_owned();
        }
    }
    title.to_owned()
}
