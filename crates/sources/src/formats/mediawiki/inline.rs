//! Wikitext within a line as HTML: marks, links, images.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::pairs::Pairs;
use super::wikitext::{Aside, escaped};
use crate::report::PageReport;

const IN_LINK: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'%').add(b'<').add(b'>').add(b'&').add(b'?');

/// Tags that may be in wikitext; others are text.
const TAGS: [&str; 38] = [
    "b",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "em",
    "strong",
    "code",
    "tt",
    "kbd",
    "samp",
    "var",
    "sub",
    "sup",
    "small",
    "big",
    "br",
    "hr",
    "p",
    "div",
    "span",
    "blockquote",
    "center",
    "table",
    "tr",
    "td",
    "th",
    "caption",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "q",
    "h2",
    "h3",
];

/// Converts text within a line.
pub(super) fn to_html(text: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    if aside.depth > MOST_DEPTH {
        return escaped(text);
    }
    aside.depth += 1;
    let text = links(text, aside, report);
    aside.depth -= 1;
    marks(&tags(&text))
}

/// Escapes what is no tag of wikitext.
fn tags(text: &str) -> String {
    let last = text.rfind('>').unwrap_or(0);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..].trim_start_matches('/');
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        let known = TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        let begins_before_end = || text.len() - rest.len() < last;
        match (known && begins_before_end()).then(|| rest.find('>')).flatten() {
            Some(end) => {
                out.push_str(&rest[..=end]);
                rest = &rest[end + 1..];
            }
            None => {
                out.push_str("&lt;");
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Converts quotes into bold and italic, line by line.
fn marks(text: &str) -> String {
    let mut out = Vec::new();
    for line in text.split('\n') {
        let mut html = String::with_capacity(line.len());
        let (mut bold, mut italic) = (false, false);
        let mut rest = line;
        while let Some(at) = rest.find("''") {
            html.push_str(&rest[..at]);
            rest = &rest[at..];
            let count = rest.bytes().take_while(|byte| *byte == b'\'').count();
            let used = match count {
                2 => 2,
                3 | 4 => 3,
                _ => 5,
            };
            html.extend(std::iter::repeat_n('\'', count - used));
            if used != 2 {
                html.push_str(if bold { "</b>" } else { "<b>" });
                bold = !bold;
            }
            if used != 3 {
                html.push_str(if italic { "</i>" } else { "<i>" });
                italic = !italic;
            }
            rest = &rest[count..];
        }
        html.push_str(rest);
        if italic {
            html.push_str("</i>");
        }
        if bold {
            html.push_str("</b>");
        }
        out.push(html);
    }
    out.join("\n")
}

/// The deepest caption of a picture in a caption.
const MOST_DEPTH: usize = 3;

/// The longest link to a page that is read, in bytes.
const MOST_LINK: usize = 20_000;

/// The beginnings of addresses to which links in single brackets lead.
const SCHEMES: [&str; 5] = ["http://", "https://", "mailto:", "ftp://", "//"];

/// Sets aside links as elements, whose targets have no marks.
fn links(text: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    let pairs = Pairs::of(text, *b"[[", *b"]]", MOST_LINK);
    let last = text.rfind(']').unwrap_or(0);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("[[") {
            if let Some(end) = pairs.length(text.len() - rest.len()) {
                let html = internal(&rest[2..end - 2], aside, report);
                out.push_str(&html);
                rest = &rest[end..];
                continue;
            }
        } else if SCHEMES.iter().any(|scheme| rest[1..].starts_with(scheme))
            && text.len() - rest.len() < last
            && let Some(end) = rest.find(']')
        {
            let inner = &rest[1..end];
            let (url, label) = inner.split_once(char::is_whitespace).unwrap_or((inner, inner));
            let begin = aside.put(format!("<a href=\"{}\">", escaped(url).replace('"', "%22")));
            let finish = aside.put("</a>".to_owned());
            out.push_str(&format!("{begin}{label}{finish}"));
            rest = &rest[end + 1..];
            continue;
        }
        out.push('[');
        rest = &rest[1..];
    }
    out.push_str(rest);
    bare(&out, aside)
}

/// Makes links of bare addresses.
fn bare(text: &str, aside: &mut Aside) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("http") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_start = rest.starts_with("http://") || rest.starts_with("https://");
        let in_word = out.chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '"' | '\'' | '='));
        if !is_start || in_word {
            out.push_str("http");
            rest = &rest[4..];
            continue;
        }
        let end = rest
            .find(|c: char| c.is_whitespace() || "<>[]|{}\"".contains(c) || ('\u{e000}'..='\u{e001}').contains(&c))
            .unwrap_or(rest.len());
        let url = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'']);
        let html = format!("<a href=\"{0}\">{0}</a>", escaped(url));
        out.push_str(&aside.put(html));
        rest = &rest[url.len()..];
        if url.is_empty() {
            break;
        }
    }
    out.push_str(rest);
    out
}

fn internal(inner: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    let (target, label) = inner.split_once('|').map_or((inner, None), |(target, label)| (target, Some(label)));
    let target = target.trim();
    let (space, name) = target.split_once(':').map_or(("", target), |(space, name)| (space.trim(), name.trim()));
    let space = space.to_lowercase();
    match space.as_str() {
        "category" | "kategorie" | "catégorie" | "categoría" => {
            report.drop("a category", name);
            return String::new();
        }
        "file" | "image" | "datei" | "bild" | "fichier" | "archivo" if !target.starts_with(':') => {
            let html = picture(name, label.unwrap_or_default(), aside, report);
            return aside.put(html);
        }
        // A link to the file itself.
        "media" | "medium" | "média" | "medio" => {
            return link(&format!("{}{name}", super::MEDIA), label.unwrap_or(name), aside);
        }
        _ => {}
    }
    let target = target.trim_start_matches(':');
    link(target, label.filter(|label| !label.trim().is_empty()).unwrap_or(target), aside)
}

/// Returns a link to a page or a file of the wiki, whose text is wikitext.
fn link(target: &str, shown: &str, aside: &mut Aside) -> String {
    let begin = aside.put(format!("<a href=\"{}{}\">", super::SCHEME, utf8_percent_encode(target, IN_LINK)));
    let finish = aside.put("</a>".to_owned());
    format!("{begin}{shown}{finish}")
}

/// The words of pictures that say how they look.
const LOOKS: [&str; 14] = [
    "thumb",
    "thumbnail",
    "frame",
    "frameless",
    "border",
    "left",
    "right",
    "center",
    "none",
    "mini",
    "hochkant",
    "upright",
    "miniatur",
    "gerahmt",
];
/// The words of pictures whose captions stand below them.
const FRAMED: [&str; 6] = ["thumb", "thumbnail", "frame", "mini", "miniatur", "gerahmt"];
/// The settings of pictures that say how they look.
const SETTINGS: [&str; 5] = ["upright=", "class=", "page=", "lang=", "thumb="];

/// Returns the element of a picture with its options: what it leads to, its text for who does not see it, its caption.
fn picture(name: &str, options: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    let (mut alt, mut target, mut caption, mut is_framed) = (None, None, "", false);
    for option in options_of(options) {
        let option = option.trim();
        if let Some(text) = option.strip_prefix("alt=").or_else(|| option.strip_prefix("alternativtext=")) {
            alt = Some(text.trim());
        } else if let Some(to) = option.strip_prefix("link=").or_else(|| option.strip_prefix("verweis=")) {
            target = Some(to.trim());
        } else if LOOKS.contains(&option) || SETTINGS.iter().any(|start| option.starts_with(start)) {
            is_framed |= FRAMED.contains(&option) || option.starts_with("thumb=");
        } else if !option.strip_suffix("px").is_some_and(|size| size.bytes().all(|b| b.is_ascii_digit() || b == b'x')) {
            caption = option;
        }
    }
    let mut html = image(name, alt.unwrap_or(caption));
    if let Some(target) = target.filter(|target| !target.is_empty()) {
        let is_address = SCHEMES.iter().any(|scheme| target.starts_with(scheme));
        let href = if is_address {
            escaped(target).replace('"', "%22")
        } else {
            format!("{}{}", super::SCHEME, utf8_percent_encode(target, IN_LINK))
        };
        html = format!("<a href=\"{href}\">{html}</a>");
    }
    if is_framed && !caption.is_empty() {
        let caption = to_html(caption, aside, report);
        return format!("<figure>{html}<figcaption>{caption}</figcaption></figure>");
    }
    if !caption.is_empty() && (alt.is_some() || caption.contains('[')) {
        report.drop("the caption of a picture that shows none", caption);
    }
    html
}

/// Splits the options of a picture at the bars that are in no link.
fn options_of(options: &str) -> Vec<&str> {
    let (mut all, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, sign) in options.char_indices() {
        match sign {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                all.push(&options[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&options[from..]);
    all
}

/// Returns the element of a file of the wiki.
pub(super) fn image(name: &str, caption: &str) -> String {
    let caption = caption.replace(['[', ']', '\''], "");
    let (name, caption) = (escaped(name).replace('"', ""), escaped(&caption).replace('"', "&quot;"));
    format!("<img src=\"{name}\" alt=\"{caption}\">")
}
