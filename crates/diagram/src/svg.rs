//! The sanitizer of drawings: SVG is parsed and rewritten from an allow list.
//!
//! Everything that is not on the lists is removed: links (their content stays), handlers, style sheets, scripts,
//! images, and all addresses except `#names` within the drawing. The canvas is enlarged to fit all text, since some
//! kinds leave too little room for it.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::limits::{MOST_PIXELS, MOST_SVG};
use crate::{NotDrawn, text, theme};

/// The elements that are kept with their content.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "defs",
    "marker",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "stop",
    "clipPath",
];

/// The elements that are removed while their content stays.
const TRANSPARENT: &[&str] = &["a"];

/// The attributes that are kept, if their values are harmless.
const ATTRIBUTES: &[&str] = &[
    "id",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "dx",
    "dy",
    "d",
    "points",
    "width",
    "height",
    "transform",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "text-decoration",
    "dominant-baseline",
    "marker-start",
    "marker-mid",
    "marker-end",
    "viewBox",
    "refX",
    "refY",
    "markerWidth",
    "markerHeight",
    "markerUnits",
    "orient",
    "offset",
    "stop-color",
    "clip-path",
];

/// The most texts that are returned with a drawing.
const MOST_WORDS: usize = 60;

/// A zero-width space, which lengthens names for the layout; it is removed from every drawing.
pub(crate) const UNSEEN: char = '\u{200b}';

/// A sanitized drawing with its size and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clean {
    pub(crate) svg: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) words: Vec<String>,
}

/// Escapes a text for SVG, without control characters.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() && c != '\n' => {}
            c => out.push(c),
        }
    }
    out
}

/// Parses a drawing and rewrites it with allowed elements and attributes only.
pub(crate) fn clean(svg: &str) -> Result<Clean, NotDrawn> {
    if svg.len() > 2 * MOST_SVG {
        return Err(NotDrawn::TooLarge);
    }
    let mut reader = Reader::from_str(svg);
    let mut cleaner = Cleaner::default();
    loop {
        match reader.read_event().map_err(|_| NotDrawn::Failed)? {
            Event::Start(start) => cleaner.start(&start, false)?,
            Event::Empty(start) => {
                cleaner.start(&start, true)?;
                cleaner.end();
            }
            Event::End(_) => cleaner.end(),
            Event::Text(text) => cleaner.text(&text.xml10_content()),
            Event::GeneralRef(name) => {
                let c = name.resolve_char_ref().ok().flatten().or_else(|| predefined(&name));
                cleaner.text(c.map(String::from).as_deref().unwrap_or_default());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    cleaner.finish()
}

/// Returns the character of a predefined XML entity.
fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// The state of an open element, inherited by its children.
#[derive(Debug, Clone, Default)]
struct Open {
    /// The name for the end tag; `None` if the element is removed.
    name: Option<String>,
    /// True if the content is removed as well.
    hides: bool,
    /// True if the element or one around it is transformed, or is not drawn on the canvas directly.
    moved: bool,
    is_text: bool,
    x: f64,
    y: f64,
    size: f64,
    bold: bool,
    anchor: Anchor,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// The area of the canvas, by its sides.
#[derive(Debug, Clone, Copy)]
struct Ground {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

#[derive(Default)]
struct Cleaner {
    open: Vec<Open>,
    body: String,
    /// The canvas: the `viewBox` of the source, enlarged for text and rectangles.
    ground: Option<Ground>,
    size: f64,
    words: Vec<String>,
    /// The text content of the current `text` element.
    word: String,
}

impl Cleaner {
    fn start(&mut self, start: &BytesStart<'_>, empty: bool) -> Result<(), NotDrawn> {
        let name = start.name();
        let name = name.as_ref().to_owned();
        let around = self.open.last().cloned().unwrap_or_default();
        let mut open = Open { name: None, ..around };
        let is_root = self.open.is_empty();
        if is_root {
            self.root(start, &mut open)?;
        } else if open.hides || (!ELEMENTS.contains(&name.as_str()) && !TRANSPARENT.contains(&name.as_str())) {
            open.hides = true;
        } else if ELEMENTS.contains(&name.as_str()) && name != "svg" {
            self.element(&name, start, empty, &mut open)?;
            open.name = (!empty).then(|| name.clone());
        }
        self.open.push(open);
        if self.open.len() > 64 {
            return Err(NotDrawn::TooLarge);
        }
        Ok(())
    }

    fn root(&mut self, start: &BytesStart<'_>, open: &mut Open) -> Result<(), NotDrawn> {
        let value = |name: &str| attribute(start, name);
        let view = value("viewBox").ok_or(NotDrawn::Failed)?;
        let numbers: Vec<f64> = view.split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
        let [left, top, width, height] = numbers[..] else { return Err(NotDrawn::Failed) };
        self.ground = Some(Ground { left, top, right: left + width, bottom: top + height });
        self.size = value("font-size").and_then(|size| number(&size)).unwrap_or(16.0);
        open.size = self.size;
        Ok(())
    }

    fn element(&mut self, name: &str, start: &BytesStart<'_>, empty: bool, open: &mut Open) -> Result<(), NotDrawn> {
        let _ = write!(self.body, "<{name}");
        if matches!(name, "defs" | "marker" | "clipPath") {
            open.moved = true;
        }
        if name == "text" {
            (open.is_text, open.x, open.y) = (true, 0.0, 0.0);
            self.word.clear();
        }
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|_| NotDrawn::Failed)?;
            let key = attribute.key.as_ref();
            let Some(value) = unescaped(&attribute.value) else { return Err(NotDrawn::Failed) };
            if key != "id" && (value.contains("NaN") || value.contains("inf")) {
                return Err(NotDrawn::TooLarge);
            }
            if ATTRIBUTES.contains(&key) && is_harmless(&value) {
                open.note(key, &value);
                let _ = write!(self.body, r#" {key}="{}""#, escape(&value));
            }
        }
        self.body.push_str(if empty { "/>" } else { ">" });
        if name == "rect" && !open.moved {
            self.make_room(start, open);
        }
        if self.body.len() > MOST_SVG { Err(NotDrawn::TooLarge) } else { Ok(()) }
    }

    /// Enlarges the canvas for a rectangle.
    fn make_room(&mut self, start: &BytesStart<'_>, open: &Open) {
        let Some(ground) = self.ground.as_mut() else { return };
        let value = |name: &str| attribute(start, name).and_then(|value| number(&value)).unwrap_or(0.0);
        ground.left = ground.left.min(open.x - 1.0);
        ground.top = ground.top.min(open.y - 1.0);
        ground.right = ground.right.max(open.x + value("width") + 1.0);
        ground.bottom = ground.bottom.max(open.y + value("height") + 1.0);
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if let Some(name) = &open.name {
            let _ = write!(self.body, "</{name}>");
            if name == "text" {
                let word = std::mem::take(&mut self.word);
                let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
                if !word.is_empty() && self.words.len() < MOST_WORDS && !self.words.contains(&word) {
                    self.words.push(word);
                }
            } else if name == "tspan" {
                self.word.push(' ');
            }
        }
    }

    fn text(&mut self, text: &str) {
        let Some(open) = self.open.last().filter(|open| open.is_text && !open.hides) else { return };
        let text = text.replace(UNSEEN, "");
        self.body.push_str(&escape(&text));
        self.word.push_str(&text);
        if let (false, Some(ground)) = (open.moved, self.ground.as_mut()) {
            let width = text::width(&text, open.size) * if open.bold { 1.1 } else { 1.0 };
            let left = match open.anchor {
                Anchor::Start => open.x,
                Anchor::Middle => open.x - width / 2.0,
                Anchor::End => open.x - width,
            };
            ground.left = ground.left.min(left - 4.0);
            ground.right = ground.right.max(left + width + 4.0);
            ground.top = ground.top.min(open.y - open.size);
            ground.bottom = ground.bottom.max(open.y + open.size * 0.4);
        }
    }

    fn finish(self) -> Result<Clean, NotDrawn> {
        let ground = self.ground.ok_or(NotDrawn::Failed)?;
        let (width, height) = ((ground.right - ground.left).ceil(), (ground.bottom - ground.top).ceil());
        if !self.open.is_empty() || !(1.0..=MOST_PIXELS).contains(&width) || !(1.0..=MOST_PIXELS).contains(&height) {
            return Err(NotDrawn::TooLarge);
        }
        let mut svg = String::with_capacity(self.body.len() + 200);
        let _ = write!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{} {} {width} {height}" font-family="{}" font-size="{}" fill="{}">{}</svg>"#,
            ground.left.floor(),
            ground.top.floor(),
            theme::FONTS,
            self.size,
            theme::TEXT,
            self.body,
        );
        Ok(Clean { svg, width: width as u32, height: height as u32, words: self.words })
    }
}

impl Open {
    /// Records the attributes that affect the position and size of text.
    fn note(&mut self, name: &str, value: &str) {
        match name {
            "transform" => self.moved = true,
            "x" => self.x = number(value).unwrap_or(self.x),
            "y" => self.y = number(value).unwrap_or(self.y),
            "dy" => self.y += number(value).unwrap_or(0.0),
            "font-size" => self.size = number(value).unwrap_or(self.size),
            "font-weight" => self.bold = value == "bold" || number(value).is_some_and(|weight| weight >= 600.0),
            "text-anchor" => {
                self.anchor = match value {
                    "middle" => Anchor::Middle,
                    "end" => Anchor::End,
                    _ => Anchor::Start,
                }
            }
            _ => {}
        }
    }
}

/// Returns true if a value refers to nothing outside of the drawing.
fn is_harmless(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    lower.match_indices("url(").all(|(at, _)| lower[at + 4..].starts_with('#')) && !lower.contains(['\\', '<'])
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    start.try_get_attribute(name).ok().flatten().and_then(|attribute| unescaped(&attribute.value))
}

/// Decodes the entities in an attribute's value.
fn unescaped(value: &str) -> Option<String> {
    quick_xml::escape::unescape(value).ok().map(std::borrow::Cow::into_owned)
}

fn number(value: &str) -> Option<f64> {
    value.trim().trim_end_matches("px").parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(inner: &str) -> String {
        let clean = clean(&format!(r#"<svg viewBox="0 0 10 10" onload="a()">{inner}</svg>"#)).unwrap();
        let (_, body) = clean.svg.split_once('>').unwrap();
        body.trim_end_matches("</svg>").to_owned()
    }

    #[test]
    fn what_could_act_is_left_out() {
        assert_eq!(
            body(r#"<a href="javascript:a()"><text x="1" onclick="b()">c</text></a>"#),
            r#"<text x="1">c</text>"#
        );
        assert_eq!(body("<script>a()</script><style>b</style><foreignObject><div>c</div></foreignObject>"), "");
        assert_eq!(body(r#"<rect fill="url(http://a.example)" x="1" style="fill:red" href="b"/>"#), r#"<rect x="1"/>"#);
        assert_eq!(body(r##"<path d="M0 0" marker-end="url(#a)"/>"##), r##"<path d="M0 0" marker-end="url(#a)"/>"##);
        assert_eq!(body("<text>a &lt;script&gt; &amp; b</text>"), "<text>a &lt;script&gt; &amp; b</text>");
    }

    #[test]
    fn there_is_room_for_all_text() {
        let clean =
            clean(r#"<svg viewBox="0 0 10 10"><text x="5" y="5" font-size="10">a long text</text></svg>"#).unwrap();
        assert!(clean.width > 40, "{clean:?}");
        assert_eq!(clean.words, ["a long text"]);
    }

    #[test]
    fn what_is_broken_is_no_drawing() {
        for broken in ["", "<svg>", r#"<svg viewBox="0 0 10 10"><g>"#, r#"<svg viewBox="0 0 1 1"><g></svg>"#, "text"] {
            assert!(super::clean(broken).is_err(), "{broken}");
        }
    }
}
