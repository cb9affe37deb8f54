//! Elements that are no content: scripts, navigation, buttons, marks beside headings.

use crate::dom::{Dom, Id};

/// Classes of what generators add to pages.
const CLASSES: [&str; 62] = [
    "headerlink",
    "hash-link",
    "header-anchor",
    "anchorjs-link",
    "anchor-link",
    "heading-anchor",
    "sl-anchor-link",
    "headerlink-link",
    "mw-editsection",
    "mw-jump-link",
    "printfooter",
    "catlinks",
    "mw-indicators",
    "noprint",
    "navbox",
    "mw-empty-elt",
    "secedit",
    "toc-title",
    "dokuwiki-toc",
    "wrap_toc",
    "copybtn",
    "copy-button",
    "md-clipboard",
    "md-content__button",
    "clipboard-button",
    "theme-doc-breadcrumbs",
    "pagination-nav",
    "theme-doc-footer",
    "theme-doc-version-badge",
    "theme-doc-version-banner",
    "theme-doc-toc-mobile",
    "table-of-contents",
    "breadcrumbs",
    "breadcrumb",
    "page-metadata",
    "nav-wrapper",
    "mobile-nav-chapters",
    "nav-chapters",
    "navheader",
    "navfooter",
    "edit-this-page",
    "edit-page-link",
    "page-nav",
    "prev-next",
    "prev-next-area",
    "prev-next-footer",
    "rst-footer-buttons",
    "related",
    "sphinxsidebar",
    "viewcode-link",
    "toc-backref-link",
    "rustdoc-toolbar",
    "out-of-band",
    "copy-path",
    "srclink",
    "expand-control-icon",
    "confluence-information-macro-icon",
    "aui-icon",
    "admonition-icon",
    "katex-html",
    "MathJax_Preview",
    "mdl-button",
];

/// Names of what generators add to pages.
const IDS: [&str; 14] = [
    "toc",
    "dw__toc",
    "siteSub",
    "contentSub",
    "jump-to-nav",
    "mw-navigation",
    "catlinks",
    "footer",
    "copy-path",
    "breadcrumb-section",
    "breadcrumbs",
    "likes-and-labels-container",
    "searchbox",
    "sidebar",
];

/// Returns the kind of an element that is left out although it may have text of the author.
pub(super) fn lost(dom: &Dom, id: Id) -> Option<(&'static str, String)> {
    let kind = match dom.name(id) {
        "button" => "a button",
        "select" => "a list of choices of a form",
        "canvas" => "a drawing by a script",
        "dialog" => "a window that a script opens",
        "template" => "a template",
        "svg" => "a drawing within the page",
        "input" => "a field of a form",
        _ => return None,
    };
    let text = match dom.name(id) {
        // Shapes have no text of their own, icons only a title.
        "svg" => {
            let texts = dom.below(id).filter(|id| matches!(dom.name(*id), "text" | "foreignobject" | "foreignObject"));
            texts.map(|id| dom.line(id)).collect::<Vec<_>>().join(" ")
        }
        "input" => {
            let is_seen = !matches!(dom.attr(id, "type"), Some("hidden" | "checkbox" | "radio"));
            let said = ["value", "placeholder"].iter().find_map(|name| dom.attr(id, name));
            said.filter(|_| is_seen).unwrap_or_default().to_owned()
        }
        "select" => {
            dom.below(id).filter(|id| dom.name(*id) == "option").map(|id| dom.line(id)).collect::<Vec<_>>().join(", ")
        }
        _ => dom.line(id),
    };
    let text = text.trim();
    let has_words = text.chars().filter(|c| c.is_alphanumeric()).count() > 1;
    (has_words && !is_of_generator(dom, id, text)).then(|| (kind, text.to_owned()))
}

/// Returns true for what generators add to pages beside their text.
fn is_of_generator(dom: &Dom, id: Id, text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "copy",
        "copied",
        "copied!",
        "copy code",
        "copy to clipboard",
        "copy page",
        "search",
        "menu",
        "toggle",
        "edit",
        "edit this page",
        "expand",
        "collapse",
        "show more",
    ];
    let said = ["aria-label", "title"].iter().filter_map(|name| dom.attr(id, name));
    let is_word = |text: &str| WORDS.contains(&text.trim().to_lowercase().as_str());
    is_word(text)
        || said.into_iter().any(is_word)
        || dom.has_any_class(id, &CLASSES)
        || dom.parent(id).is_some_and(|parent| matches!(dom.name(parent), "nav" | "header" | "footer"))
}

/// Returns true if an element and all that is in it is no content.
pub(super) fn is_left_out(dom: &Dom, id: Id) -> bool {
    let name = dom.name(id);
    match name {
        "dialog" if dom.attr(id, "open").is_some() => {}
        "script" if super::math::is_script(dom, id) => {}
        "script" | "style" | "template" | "noscript" | "head" | "svg" | "button" | "nav" | "canvas" | "link"
        | "meta" | "dialog" | "rp" | "mjx-container" | "mjx-assistive-mml" | "select" | "progress" => {
            // The assistive form of MathJax has no TeX; its text is better than nothing.
            return name != "mjx-container" || dom.find(id, |id| dom.name(id) == "math").is_none();
        }
        "a" => {
            if super::notes::is_back_link(dom, id) || dom.has_class(id, "src") {
                return true;
            }
            // A mark beside a heading by which its address is copied.
            let to_self = dom.attr(id, "href").is_some_and(|href| href.starts_with('#'));
            if to_self && dom.elements(id).all(|child| dom.name(child) != "img") {
                let text = dom.text(id);
                let only_mark = text
                    .trim()
                    .chars()
                    .all(|c| matches!(c, '¶' | '#' | '§' | '🔗' | '\u{200b}' | '\u{a0}' | '\u{f0c1}'));
                if only_mark && (!text.trim().is_empty() || dom.attr(id, "class").is_some()) {
                    return true;
                }
            }
        }
        _ => {}
    }
    if dom.attr(id, "class").is_some() {
        if dom.has_any_class(id, &CLASSES) || super::notes::is_back_link(dom, id) {
            return true;
        }
        if dom.has_class(id, "contents") && dom.has_any_class(id, &["topic", "local"]) {
            return true;
        }
        if dom.has_class(id, "label") && dom.parent(id).is_some_and(|parent| dom.has_any_class(parent, &["footnote"])) {
            return true;
        }
        if dom.classes(id).any(|class| class.starts_with("tocCollapsible")) {
            return true;
        }
    }
    if dom.attr(id, "id").is_some_and(|id| IDS.contains(&id))
        && !matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "section")
    {
        return true;
    }
    dom.attr(id, "role").is_some_and(|role| matches!(role, "navigation" | "search" | "menu" | "dialog"))
        || dom.attr(id, "style").is_some_and(|style| style.replace(' ', "").contains("display:none"))
            && dom.attr(id, "role") != Some("tabpanel")
}
