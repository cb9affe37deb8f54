//! MathML from a library: elements and attributes of a list, everything else as text.
//!
//! The library writes some characters of a formula without escape. Here, what is no tag of the list is text, and what
//! is not well nested is not drawn at all. Styles are not allowed on the page: colours become attributes.

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

/// The MathML, checked; `None` if its elements are not well nested.
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

/// A tag behind its `<`, and what follows.
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

/// Text that may have character references already.
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

/// The colours of a style.
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

/// `rgb(255 0 0)` as `#ff0000`.
fn hex(color: &str) -> Option<String> {
    let parts = color.trim().strip_prefix("rgb(")?.strip_suffix(')')?;
    let parts: Vec<u8> = parts.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let [red, green, blue] = parts.as_slice() else { return None };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
