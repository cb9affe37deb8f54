//! HTML of authors, rebuilt from an allow list of elements and attributes.
//!
//! No part of the source is copied unchecked: names come from a table, texts and values are escaped, addresses are
//! checked, and open elements are closed in order, so that browsers parse exactly the intended tree. Unknown elements
//! are left out and their text stays; scripts, styles, frames and drawings are left out with their content. Styles,
//! classes and handlers of authors never reach the output.

mod element;
mod token;

use std::fmt::Write as _;

use quire_content::document::model::ContentRef;

use self::element::{Category, Element, is_dropped};
use self::token::{Tag, Token, reference_length};
use crate::html_renderer::HtmlRenderer;
use crate::safe;
use crate::text::escape;

/// The greatest nesting depth of elements.
const MOST_DEPTH: usize = 48;

/// The factor of the source's length that bounds the futile search for the end of tags.
const IN_VAIN: usize = 10;

/// The context of a piece of HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HtmlContext {
    /// Inline, where a link is possible.
    Line,
    /// Inline within a link or a note, where there can be no link.
    Linked,
    /// Between blocks, where any element is possible.
    Flow,
}

/// The state of HTML that comes in several pieces with other content between them.
#[derive(Debug, Default)]
pub(crate) struct Html {
    open: Vec<Open>,
    /// The name of the open element that is left out with its content.
    dropped: Option<String>,
}

#[derive(Debug)]
struct Open {
    element: &'static Element,
    /// The name of the drawn element, for its closing tag.
    drawn: &'static str,
}

/// Draws HTML that stands by itself.
pub(crate) fn block(source: &str, html_renderer: &mut HtmlRenderer<'_>, out: &mut String) {
    let mut html = Html::default();
    html.feed(source, HtmlContext::Flow, html_renderer, out);
    html.finish(out);
}

impl Html {
    /// Draws a piece of HTML.
    pub(crate) fn feed(
        &mut self,
        source: &str,
        place: HtmlContext,
        html_renderer: &mut HtmlRenderer<'_>,
        out: &mut String,
    ) {
        let mut rest = source;
        let (before, start) = (html_renderer.spent(), out.len());
        // A tag without an end is searched up to the end of the text, which is quadratic unless it is bounded.
        let mut in_vain = 1000 + IN_VAIN * source.len();
        while !rest.is_empty() && html_renderer.goes_on() {
            let (token, after) = token::first(rest, &mut in_vain);
            rest = after;
            if let Some(dropped) = &self.dropped {
                if matches!(token, Token::Close(name) if name.eq_ignore_ascii_case(dropped)) {
                    self.dropped = None;
                }
                continue;
            }
            match token {
                Token::Text(text) => self.text(text, out),
                Token::Open(tag) => self.tag(&tag, place, html_renderer, out),
                Token::Close(name) => self.close(name, out),
                Token::Nothing => {}
            }
            html_renderer.spend(before, out.len() - start);
        }
        if place != HtmlContext::Flow {
            self.dropped = None;
        }
    }

    /// Closes all open elements.
    pub(crate) fn finish(&mut self, out: &mut String) {
        self.truncate(0, out);
    }

    /// Returns true if a link of the author is open.
    pub(crate) fn is_in_link(&self) -> bool {
        self.open.iter().any(|open| open.drawn == "a")
    }

    fn top(&self) -> Option<&'static Element> {
        self.open.last().map(|open| open.element)
    }

    fn truncate(&mut self, length: usize, out: &mut String) {
        for open in self.open.drain(length..).rev() {
            // Writing to a `String` does not fail.
            let _ = write!(out, "</{}>", open.drawn);
            if open.element.name == "table" {
                out.push_str("</div>");
            }
        }
    }

    fn push(&mut self, name: &'static str, out: &mut String) {
        if let Some(element) = Element::of(name) {
            let _ = write!(out, "<{name}>");
            self.open.push(Open { element, drawn: name });
        }
    }

    fn text(&mut self, text: &str, out: &mut String) {
        let framed = self.top().is_some_and(|top| top.is_frame_of_table() || top.is_list());
        if framed && text.trim_ascii().is_empty() {
            return;
        }
        self.enter(out);
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            escape(&rest[..at], out);
            rest = &rest[at + 1..];
            match reference_length(rest) {
                Some(length) => {
                    out.push('&');
                    out.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
                None => out.push_str("&amp;"),
            }
        }
        escape(rest, out);
    }

    /// Opens the missing elements between a table or a list and its content.
    fn enter(&mut self, out: &mut String) {
        while let Some(top) = self.top() {
            match top {
                _ if top.kind == Category::Row => self.push("td", out),
                _ if top.is_frame_of_table() => self.push("tr", out),
                _ if top.name == "dl" => self.push("dd", out),
                _ if top.is_list() => self.push("li", out),
                _ => return,
            }
        }
    }

    fn tag(&mut self, tag: &Tag<'_>, place: HtmlContext, html_renderer: &mut HtmlRenderer<'_>, out: &mut String) {
        let Some(element) = Element::of(tag.name) else {
            if is_dropped(tag.name) {
                self.dropped = Some(tag.name.to_owned());
            }
            return;
        };
        let phrase = matches!(element.kind, Category::Phrase | Category::Void);
        let fits = phrase || place == HtmlContext::Flow;
        if !fits || self.open.len() >= MOST_DEPTH || (place == HtmlContext::Linked && element.name == "a") {
            return;
        }
        if !self.make_room(element, out) || (element.name == "a" && self.is_in_link()) {
            return;
        }
        match element.name {
            "img" => image(tag, html_renderer, out),
            "a" => self.anchor(element, tag, html_renderer, out),
            name => {
                if name == "table" {
                    open_box(html_renderer, out);
                }
                let drawn = if html_renderer.printed { below(name) } else { name };
                let _ = write!(out, "<{drawn}");
                attributes(element, tag, html_renderer, out);
                out.push('>');
                if !matches!(element.kind, Category::Void | Category::VoidBlock) {
                    self.open.push(Open { element, drawn });
                }
            }
        }
    }

    /// Closes and opens elements as needed before an element. Returns false if the element cannot occur here.
    fn make_room(&mut self, element: &'static Element, out: &mut String) -> bool {
        match element.kind {
            Category::Group | Category::Row | Category::Cell => return self.make_room_in_table(element.kind, out),
            Category::Item => self.end_alike(element, out),
            Category::Caption => {}
            _ => {
                self.enter(out);
                if element.ends_paragraph() {
                    self.end_paragraph(out);
                }
                self.end_alike(element, out);
                return true;
            }
        }
        let around = self.top().map_or("", |top| top.name);
        match element.name {
            "li" => matches!(around, "ul" | "ol"),
            "dt" | "dd" => around == "dl",
            "summary" => around == "details",
            _ => around == "figure",
        }
    }

    fn make_room_in_table(&mut self, kind: Category, out: &mut String) -> bool {
        let Some(table) = self.open.iter().rposition(|open| open.element.name == "table") else { return false };
        let holds = |open: &Open| match kind {
            Category::Group => false,
            Category::Row => open.element.kind == Category::Group,
            _ => open.element.kind == Category::Row,
        };
        let inner = self.open[table..].iter().rposition(holds).map_or(table, |at| table + at);
        self.truncate(inner + 1, out);
        if kind == Category::Cell && self.top().is_some_and(|top| top.kind != Category::Row) {
            self.push("tr", out);
        }
        true
    }

    fn end_paragraph(&mut self, out: &mut String) {
        let open = self.open.iter().rposition(|open| open.element.name == "p" || open.element.is_apart());
        if let Some(at) = open.filter(|at| self.open[*at].element.name == "p") {
            self.truncate(at, out);
        }
    }

    fn end_alike(&mut self, element: &Element, out: &mut String) {
        let stops = |open: &Open| open.element.is_apart() || open.element.is_list() || element.ends(open.element);
        let open = self.open.iter().rposition(stops);
        if let Some(at) = open.filter(|at| element.ends(self.open[*at].element)) {
            self.truncate(at, out);
        }
    }

    fn close(&mut self, name: &str, out: &mut String) {
        let Some(element) = Element::of(name) else { return };
        let wanted = |open: &Open| std::ptr::eq(open.element, element);
        let Some(at) = self.open.iter().rposition(wanted) else { return };
        let framed = element.is_frame_of_table() || element.kind == Category::Cell;
        if framed || !self.open[at + 1..].iter().any(|open| open.element.is_apart()) {
            self.truncate(at, out);
        }
    }

    fn anchor(
        &mut self,
        element: &'static Element,
        tag: &Tag<'_>,
        html_renderer: &mut HtmlRenderer<'_>,
        out: &mut String,
    ) {
        let target = tag.attribute("href").and_then(|href| html_renderer.around.link(&ContentRef::url(href)));
        let href = target.as_ref().and_then(|link| safe::href(&link.href));
        let drawn = if href.is_some() { "a" } else { "span" };
        let _ = write!(out, "<{drawn}");
        if let (Some(href), Some(link)) = (href, &target) {
            attribute("href", href, out);
            out.push_str(" class=\"q-link");
            out.push_str(if link.leads_away() { " q-external\" rel=\"noopener noreferrer\"" } else { "\"" });
        }
        attributes(element, tag, html_renderer, out);
        out.push('>');
        self.open.push(Open { element, drawn });
    }
}

/// Opens the scrollable box of a table, as the table block has it.
fn open_box(html_renderer: &HtmlRenderer<'_>, out: &mut String) {
    out.push_str("<div class=\"q-table-box\" role=\"group\" tabindex=\"0\"");
    attribute("aria-label", html_renderer.labels.table, out);
    out.push('>');
}

fn attribute(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, " {name}=\"");
    escape(value, out);
    out.push('"');
}

fn image(tag: &Tag<'_>, html_renderer: &HtmlRenderer<'_>, out: &mut String) {
    let file = tag.attribute("src").and_then(|src| html_renderer.around.file(&ContentRef::url(src)));
    let Some(source) = file.as_ref().and_then(|file| safe::image(&file.url)) else { return };
    out.push_str("<img class=\"q-inline-image\"");
    if let Some(loading) = html_renderer.loading() {
        attribute("loading", loading, out);
    }
    out.push_str(" decoding=\"async\"");
    attribute("src", source, out);
    attribute("alt", &tag.attribute("alt").unwrap_or_default(), out);
    for name in ["width", "height"] {
        number(name, tag, 1..=10_000, out);
    }
    out.push('>');
}

fn number(name: &str, tag: &Tag<'_>, range: std::ops::RangeInclusive<i32>, out: &mut String) {
    let value = tag.attribute(name).and_then(|value| value.trim().trim_end_matches("px").parse().ok());
    if let Some(value) = value.filter(|value| range.contains(value)) {
        let _ = write!(out, " {name}=\"{value}\"");
    }
}

/// Writes the allowed attributes of an element.
fn attributes(element: &Element, tag: &Tag<'_>, html_renderer: &mut HtmlRenderer<'_>, out: &mut String) {
    let id = tag.attribute("id").or_else(|| tag.attribute("name").filter(|_| element.name == "a"));
    if let Some(id) = id.filter(|id| quire_content::document::anchors::is_anchor(id)) {
        attribute("id", &html_renderer.ids.claim(&id), out);
    }
    if let Some(dir) = tag.attribute("dir").filter(|dir| matches!(dir.as_str(), "ltr" | "rtl" | "auto")) {
        attribute("dir", &dir, out);
    }
    if let Some(lang) = tag.attribute("lang").filter(|lang| is_language(lang)) {
        attribute("lang", &lang, out);
    }
    if let Some(title) = tag.attribute("title") {
        attribute("title", &title, out);
    }
    class(element, tag, out);
    match element.name {
        "td" | "th" => ["colspan", "rowspan"].iter().for_each(|name| number(name, tag, 1..=100, out)),
        "ol" => number("start", tag, -1_000_000..=1_000_000, out),
        "li" => number("value", tag, -1_000_000..=1_000_000, out),
        "details" if html_renderer.printed || tag.attribute("open").is_some() => out.push_str(" open"),
        _ => {}
    }
}

/// Returns the heading one level deeper, or another element's name unchanged.
fn below(name: &'static str) -> &'static str {
    match name {
        "h2" => "h3",
        "h3" => "h4",
        "h4" => "h5",
        "h5" => "h6",
        name => name,
    }
}

/// Writes the classes of the equivalent block and of the alignment.
fn class(element: &Element, tag: &Tag<'_>, out: &mut String) {
    let own = match element.name {
        "p" => "q-p",
        "h2" | "h3" | "h4" | "h5" | "h6" => "q-h",
        "ul" => "q-ul",
        "ol" => "q-ol",
        "blockquote" => "q-quote",
        "table" => "q-table",
        "details" => "q-expandable",
        "pre" => "q-pre",
        "hr" => "q-hr",
        "code" => "q-c",
        _ => "",
    };
    let aligns = matches!(element.kind, Category::Block | Category::Cell);
    let align = match tag.attribute("align").filter(|_| aligns).as_deref() {
        Some("center") => "q-align-center",
        Some("right") => "q-align-right",
        _ => "",
    };
    let joint = if own.is_empty() || align.is_empty() { "" } else { " " };
    if !own.is_empty() || !align.is_empty() {
        attribute("class", &format!("{own}{joint}{align}"), out);
    }
}

fn is_language(lang: &str) -> bool {
    (1..=35).contains(&lang.len()) && lang.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
