//! An allow list for the MathML of a library: other elements become text, other attributes are dropped.
//!
//! The library writes some characters of a formula without escaping them. Here, every tag that is not on the list is
//! text, and MathML that is not well nested is rejected. The page's policy forbids styles: colours become attributes.

use std::fmt::Write as _;

use crate::text::escape;

const ELEMENTS: [&str; 32] = [
    "annotation",
    "math",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mlabeledtr",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
    "semantics",
    "maction",
];

const ATTRIBUTES: [&str; 27] = [
    "accent",
    "accentunder",
    "class",
    "columnalign",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "encoding",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "rowspan",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "width",
];

/// Returns the checked MathML, or `None` if its elements are not well nested.
pub(super) fn checked(mathml: &str) -> Option<String> {
    let mut out = String::with_capacity(mathml.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = mathml;
    while let Some(at) = rest.find('<') {
        text(&rest[..at], &mut out);
        rest = &rest[at + 1..];
        if let Some((tag, after)) = tag(rest) {
            rest = after;
            if tag.closing {
                let last = open.pop()?;
                (last == tag.name).then_some(())?;
                let _ = write!(out, "</{}>", tag.name);
            } else {
                element(&tag, &mut out);
                if !tag.empty {
                    open.push(tag.name);
                }
            }
        } else {
            out.push_str("&lt;");
        }
    }
    text(rest, &mut out);
    open.is_empty().then_some(out)
}

struct Tag<'a> {
    name: &'static str,
    attributes: &'a str,
    closing: bool,
    empty: bool,
}

/// Parses a tag after its `<`, and returns it with the text that follows.
fn tag(text: &str) -> Option<(Tag<'_>, &str)> {
    let (closing, inner) = text.strip_prefix('/').map_or((false, text), |inner| (true, inner));
    let length = inner.find(|c: char| !c.is_ascii_alphanumeric())?;
    let name = ELEMENTS.into_iter().find(|known| *known == &inner[..length])?;
    let (attributes, after) = inner[length..].split_once('>')?;
    let (attributes, empty) = attributes.strip_suffix('/').map_or((attributes, false), |it| (it, true));
    let fits = attributes.is_empty() || attributes.starts_with(' ');
    (fits && !(closing && empty)).then_some((Tag { name, attributes, closing, empty }, after))
}

fn element(tag: &Tag<'_>, out: &mut String) {
    let _ = write!(out, "<{}", tag.name);
    let mut rest = tag.attributes;
    while let Some((name, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else { break };
        rest = after;
        let name = name.trim();
        if name == "style" {
            colors(value, out);
        } else if let Some(name) = ATTRIBUTES.into_iter().find(|known| *known == name) {
            attribute(name, value, out);
        }
    }
    out.push_str(if tag.empty { "/>" } else { ">" });
}

fn attribute(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, " {name}=\"");
    escape(value, out);
    out.push('"');
}

/// Writes text that may contain character references already.
fn text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        escape(&rest[..at], out);
        rest = &rest[at + 1..];
        let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| rest.starts_with(name));
        out.push_str(if known { "&" } else { "&amp;" });
    }
    escape(rest, out);
}

/// Writes the colours of a style as MathML attributes.
fn colors(style: &str, out: &mut String) {
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let name = match property.trim() {
            "color" => "mathcolor",
            "background-color" | "background" => "mathbackground",
            _ => continue,
        };
        if let Some(color) = hex(value) {
            attribute(name, &color, out);
        }
    }
}

/// Converts `rgb(255 0 0)` into `#ff0000`.
fn hex(color: &str) -> Option<String> {
    let parts = color.trim().strip_prefix("rgb(")?.strip_suffix(')')?;
    let parts: Vec<u8> = parts.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let [red, green, blue] = parts.as_slice() else { return None };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
