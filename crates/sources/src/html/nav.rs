//! The navigation of a page as a tree of titles and targets.

use url::Url;

use super::NavItem;
use super::main_content::heading_line;
use crate::dom::{Dom, Id};

/// The deepest navigation.
const MOST_DEPTH: usize = 12;
/// The most entries.
const MOST_ITEMS: usize = 50_000;

/// Reads the navigation that is most likely that of the whole documentation: the most links in a list within what is
/// marked as navigation.
pub(super) fn read(dom: &Dom, base: Option<&Url>) -> Vec<NavItem> {
    let best =
        candidates(dom).into_iter().max_by_key(|(id, weight)| (links(dom, *id) * weight, std::cmp::Reverse(*id)));
    let Some((top, _)) = best.filter(|(id, _)| links(dom, *id) > 1) else { return Vec::new() };
    let mut left = MOST_ITEMS;
    let mut items = Vec::new();
    children(dom, top, base, 0, &mut left, &mut items);
    items
}

fn links(dom: &Dom, id: Id) -> usize {
    dom.below(id).filter(|id| dom.name(*id) == "a" && dom.attr(*id, "href").is_some()).count()
}

/// Returns elements that may hold the navigation, each with a weight.
fn candidates(dom: &Dom) -> Vec<(Id, usize)> {
    const KNOWN: [&str; 12] = [
        "wy-menu-vertical",
        "md-nav--primary",
        "theme-doc-sidebar-menu",
        "VPSidebar",
        "sphinxsidebarwrapper",
        "bd-links",
        "chapter",
        "sidebar-tree",
        "sidebar-links",
        "toctree",
        "starlight-sidebar",
        "book-summary",
    ];
    let mut found = Vec::new();
    for id in dom.below(Dom::TOP) {
        let name = dom.name(id);
        if name.is_empty() {
            continue;
        }
        let known = dom.has_any_class(id, &KNOWN);
        let is_nav = matches!(name, "nav" | "aside") || dom.attr(id, "role") == Some("navigation");
        let is_side = dom.classes(id).any(|class| class.to_ascii_lowercase().contains("sidebar"))
            || dom.attr(id, "id").is_some_and(|id| id.to_ascii_lowercase().contains("sidebar"));
        let docbook = dom.has_class(id, "toc") && name == "div";
        // A table of contents of the page itself leads nowhere else.
        let links = dom.below(id).filter(|id| dom.name(*id) == "a").take(40);
        let hrefs: Vec<&str> = links.filter_map(|id| dom.attr(id, "href")).collect();
        let inside = hrefs.iter().filter(|href| href.starts_with('#')).count();
        if (known || is_nav || is_side || docbook) && inside * 2 <= hrefs.len() {
            found.push((
                id,
                if known {
                    8
                } else if is_side {
                    3
                } else {
                    2
                },
            ));
        }
    }
    found
}

/// Appends the entries in an element: those of lists nested, others one after the other.
pub(crate) fn children(
    dom: &Dom,
    id: Id,
    base: Option<&Url>,
    depth: usize,
    left: &mut usize,
    items: &mut Vec<NavItem>,
) {
    for child in dom.elements(id) {
        if *left == 0
            || matches!(dom.name(child), "script" | "style" | "svg" | "form" | "input" | "button" | "template")
                && links(dom, child) == 0
        {
            continue;
        }
        match dom.name(child) {
            "li" => item(dom, child, base, depth, left, items),
            "a" => push(dom, child, base, left, items),
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "summary" => {
                let link = dom.find(child, |id| dom.name(id) == "a" && dom.attr(id, "href").is_some());
                match link {
                    Some(link) => push(dom, link, base, left, items),
                    None => {
                        let title = heading_line(dom, child);
                        if !title.is_empty() {
                            *left -= 1;
                            items.push(NavItem { title, href: None, items: Vec::new() });
                        }
                    }
                }
            }
            // A list after a heading or an entry that is alone belongs to it.
            "ul" | "ol" | "dl" | "dd"
                if depth < MOST_DEPTH
                    && items.last().is_some_and(|last| last.href.is_none() && last.items.is_empty()) =>
            {
                let mut inner = Vec::new();
                children(dom, child, base, depth + 1, left, &mut inner);
                if let Some(last) = items.last_mut() {
                    last.items = inner;
                }
            }
            _ => children(dom, child, base, depth, left, items),
        }
    }
}

fn item(dom: &Dom, id: Id, base: Option<&Url>, depth: usize, left: &mut usize, items: &mut Vec<NavItem>) {
    let nested = |id: Id| matches!(dom.name(id), "ul" | "ol");
    // mdBook puts the entries below into an item of their own.
    let own = dom.find(id, |at| !nested(at) && dom.name(at) == "a" && dom.attr(at, "href").is_some());
    let list = dom.find(id, nested);
    let own = own.filter(|own| list.is_none_or(|list| !dom.is_below(*own, list)));
    let mut below = Vec::new();
    if depth < MOST_DEPTH {
        let mut nodes = dom.below(id);
        while let Some(node) = nodes.next() {
            if nested(node) {
                children(dom, node, base, depth + 1, left, &mut below);
                nodes.leave_out(node);
            }
        }
    }
    let title = own.map(|own| heading_line(dom, own)).unwrap_or_else(|| text_before_list(dom, id));
    let href = own.and_then(|own| target(dom, own, base));
    if title.is_empty() {
        match items.last_mut() {
            Some(last) if last.items.is_empty() => last.items = below,
            _ => items.append(&mut below),
        }
        return;
    }
    if *left > 0 && (href.is_some() || !below.is_empty()) {
        *left -= 1;
        items.push(NavItem { title, href, items: below });
    }
}

fn text_before_list(dom: &Dom, id: Id) -> String {
    let mut text = String::new();
    let mut below = dom.below(id);
    while let Some(node) = below.next() {
        if matches!(dom.name(node), "ul" | "ol" | "button" | "svg") {
            below.leave_out(node);
            continue;
        }
        text.push_str(dom.own_text(node));
    }
    quire_content::title::one_line(&text)
}

fn push(dom: &Dom, link: Id, base: Option<&Url>, left: &mut usize, items: &mut Vec<NavItem>) {
    let title = heading_line(dom, link);
    if let Some(href) = target(dom, link, base).filter(|_| !title.is_empty() && *left > 0) {
        *left -= 1;
        items.push(NavItem { title, href: Some(href), items: Vec::new() });
    }
}

fn target(dom: &Dom, link: Id, base: Option<&Url>) -> Option<String> {
    let href = dom.attr(link, "href")?.trim();
    match base {
        Some(base) => base.join(href).ok().map(String::from),
        None => Some(href.to_owned()),
    }
}
