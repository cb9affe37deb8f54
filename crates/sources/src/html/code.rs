//! Code: its text without line numbers and buttons, its language and its title.

use quire_content::document::model::{Code, Kind, Lines};

use super::read::{Flow, Read, Style, is_block};
use crate::dom::{Dom, Id};

/// Classes of line numbers, buttons and the like within code.
const APART: [&str; 15] = [
    "linenos",
    "lineno",
    "lnt",
    "gutter",
    "linenodiv",
    "line-numbers-rows",
    "hljs-ln-numbers",
    "line-number",
    "line-numbers",
    "line-numbers-wrapper",
    "headerlink",
    "copybtn",
    "buttons",
    "rouge-gutter",
    "code-line-number",
];

impl Read<'_> {
    /// Returns true for an element of which all text is code, with line numbers beside it or a title above.
    pub(super) fn is_code(&self, id: Id) -> bool {
        let dom = self.dom;
        let wraps = [
            "highlight",
            "code-block",
            "codeHeader",
            "codeContent",
            "literal-block-wrapper",
            "highlighter-rouge",
            "sourceCode",
        ];
        let docusaurus = || dom.classes(id).any(|class| class.starts_with("codeBlockContainer"));
        if !(dom.has_any_class(id, &wraps)
            || dom.has_class(id, "code") && dom.has_class(id, "panel")
            || dom.classes(id).any(|class| class.starts_with("language-"))
            || docusaurus())
        {
            return false;
        }
        dom.below(id).filter(|id| dom.name(*id) == "pre").count() >= 1
            && dom.find(id, |id| matches!(dom.name(id), "p" | "ul" | "h2" | "h3" | "h4")).is_none()
    }

    pub(super) fn code(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let text = text(dom, id);
        if text.trim().is_empty() {
            return;
        }
        self.settle_names();
        let syntax = language(dom, id);
        let title = title(dom, id);
        let lines = Lines::Plain(text);
        let (info, overflow, line_numbers, full_width) = (None, None, None, false);
        let code = Code { syntax, info, title, overflow, line_numbers, full_width, lines };
        self.push(Kind::Code(Box::new(code)), style, flow);
    }
}

/// Returns the text of code.
pub(super) fn text(dom: &Dom, id: Id) -> String {
    // Tables with numbers beside the code: the last cell is the code.
    let table = if dom.name(id) == "table" { Some(id) } else { dom.find(id, |id| dom.name(id) == "table") };
    if let Some(table) = table
        && let Some(cell) = dom.find(table, |id| {
            dom.name(id) == "td" && dom.has_any_class(id, &["code", "rouge-code", "hljs-ln-code"])
                || dom.name(id) == "td"
                    && !dom.has_any_class(id, &APART)
                    && dom.find(id, |id| dom.name(id) == "pre" && !dom.has_any_class(id, &APART)).is_some()
                    && dom.elements(dom.parent(id).unwrap_or(id)).last() == Some(id)
        })
        && dom.find(table, |id| dom.has_class(id, "hljs-ln-code")).is_none()
    {
        return text_in(dom, cell);
    }
    text_in(dom, id)
}

fn text_in(dom: &Dom, id: Id) -> String {
    let mut text = String::new();
    let mut below = dom.below(id);
    let mut line: Option<Id> = None;
    while let Some(id) = below.next() {
        let name = dom.name(id);
        if name == "br" {
            if !text.ends_with('\n') || line.is_none() {
                text.push('\n');
            }
            continue;
        }
        let apart = dom.has_any_class(id, &APART)
            || dom.has_any_class(id, &["ln"]) && name == "span" && is_number(dom, id)
            || dom.attr(id, "data-line-number").is_some()
                && dom.elements(id).next().is_none()
                && dom.text(id).is_empty()
            || matches!(name, "button" | "script" | "style" | "svg")
            || matches!(name, "figcaption")
            || dom.classes(id).any(|class| {
                ["code-block-caption", "filename", "name", "codeHeader"].contains(&class) && name != "span"
                    || class.starts_with("codeBlockTitle")
            });
        if apart && !name.is_empty() {
            below.leave_out(id);
            continue;
        }
        // Each line of the code in an element of its own.
        let is_line = is_block(dom, id) && !matches!(name, "pre" | "table" | "tbody" | "td" | "figure")
            || dom.has_any_class(id, &["token-line", "hljs-ln-line"]) && name != "td";
        if is_line {
            line = Some(id);
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
        text.push_str(dom.own_text(id));
    }
    let text = text.replace("\r\n", "\n").replace(['\u{200b}', '\u{feff}'], "");
    let text = text.trim_end_matches(['\n', ' ', '\t', '\r']);
    // Blank lines at the start, but no indentation of the first line.
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            break;
        }
        start += line.len();
    }
    text[start..].to_owned()
}

fn is_number(dom: &Dom, id: Id) -> bool {
    let text = dom.text(id);
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the language that classes and attributes around and below an element say.
fn language(dom: &Dom, id: Id) -> Option<String> {
    let mut places = vec![id];
    places.extend(dom.below(id).filter(|id| matches!(dom.name(*id), "code" | "pre")).take(4));
    let mut at = id;
    for _ in 0..3 {
        let Some(parent) = dom.parent(at).filter(|parent| {
            matches!(dom.name(*parent), "div" | "figure" | "pre" | "code" | "td" | "tr" | "tbody" | "table")
        }) else {
            break;
        };
        places.push(parent);
        at = parent;
    }
    let found = places.iter().find_map(|id| said(dom, *id));
    found.filter(|name| !is_plain(name))
}

/// Returns true for names that mean no language.
fn is_plain(name: &str) -> bool {
    [
        "",
        "default",
        "none",
        "text",
        "plain",
        "plaintext",
        "nohighlight",
        "no-highlight",
        "txt",
        "raw",
        "notranslate",
        "plain-text",
        "unknown",
    ]
    .contains(&name)
}

fn said(dom: &Dom, id: Id) -> Option<String> {
    for name in ["data-lang", "data-language", "syntax"] {
        if let Some(value) = dom.attr(id, name).filter(|value| !value.is_empty()) {
            return named(value);
        }
    }
    if let Some(brush) = dom.attr(id, "data-syntaxhighlighter-params") {
        let brush = brush.split(';').find_map(|part| part.trim().strip_prefix("brush:"));
        return brush.and_then(|brush| named(brush.trim()));
    }
    const PREFIXES: [&str; 6] =
        ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "mw-highlight-lang-"];
    for class in dom.classes(id) {
        if let Some(name) = PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)) {
            return named(name);
        }
    }
    // The name of the language is a class beside one that says what the element is.
    let beside = ["sourceCode", "hljs", "sh_main", "programlisting"];
    if dom.has_any_class(id, &beside) {
        let other = dom.classes(id).find(|class| {
            !beside.contains(class) && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#-".contains(&byte))
        });
        return other.and_then(named);
    }
    None
}

fn named(name: &str) -> Option<String> {
    let name = name.split([',', '{', ' ', ';']).next().unwrap_or_default().to_ascii_lowercase();
    let name = match name.as_str() {
        "python3" | "ipython3" | "py" | "py3" => "python",
        "shell-session" => "console",
        "golang" => "go",
        _ => &name,
    };
    let fits = name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#-._".contains(&byte));
    fits.then(|| name.to_owned())
}

/// Returns the title above code.
fn title(dom: &Dom, id: Id) -> Option<String> {
    let titled = |id: Id| {
        dom.has_any_class(id, &["filename", "code-block-caption", "codeHeader"])
            || dom.classes(id).any(|class| class.starts_with("codeBlockTitle"))
            || dom.name(id) == "figcaption"
    };
    let found = dom.find(id, titled).or_else(|| {
        let parent = dom.parent(id).filter(|parent| {
            dom.has_any_class(*parent, &["highlight", "code", "codeContent", "literal-block-wrapper"])
                || dom.name(*parent) == "figure"
        })?;
        dom.find(parent, titled)
    })?;
    let caption = dom.find(found, |id| dom.has_class(id, "caption-text")).unwrap_or(found);
    Some(dom.line(caption)).filter(|title| !title.is_empty())
}
