//! Inline nodes other than marked text, printed as Markdown.

use super::Printer;
use super::escape::{self, TextContext};
use super::line::append;
use super::tag::Tag;
use crate::document::model::{Button, ContentRef, Inline, InlineImage, InlineKind, More, Word};
use crate::document::{emoji, resolve};

impl Printer<'_> {
    pub(super) fn link_end(&self, inline: &Inline) -> String {
        let InlineKind::Link { target, .. } = &inline.kind else { return String::new() };
        let target = destination(&resolve::write(target, self.resolve));
        match title_of(&inline.more) {
            Some(title) => format!("]({target} {})", quoted(title)),
            None => format!("]({target})"),
        }
    }

    /// Prints a node without children.
    pub(super) fn atom(&self, inline: &Inline, place: TextContext) -> String {
        match &inline.kind {
            InlineKind::Mention { target } => {
                let target = resolve::write(target, self.resolve);
                let mut text = String::new();
                append(&mut text, &target, place.in_link(), Some(']'));
                format!("[{text}]({} \"mention\")", destination(&target))
            }
            InlineKind::Emoji { code } => emoji_text(code, false),
            InlineKind::Icon { icon } => {
                Tag::html("i").with("class", &format!("fa-{icon}")).more(&inline.more).done() + &format!(":{icon}:</i>")
            }
            InlineKind::Math { formula } => format!("$${formula}$$"),
            InlineKind::Image(image) => self.inline_image(image),
            InlineKind::Button(button) => {
                let mut label = String::new();
                escape::text(&mut label, &button.label, place, Some('<'));
                format!("{}{label}{}", self.button_open(button), button_end(button))
            }
            InlineKind::Expression { expression } => {
                format!("<code class=\"expression\">{}</code>", expression_text(expression))
            }
            InlineKind::Link { .. } | InlineKind::Annotation { .. } => String::new(),
        }
    }

    /// Prints `<img …>` within a line.
    pub(super) fn inline_image(&self, image: &InlineImage) -> String {
        let tag = Tag::html("img")
            .with("src", &resolve::write(&image.source, self.resolve))
            .with("alt", image.alt.as_deref().unwrap_or_default())
            .some("title", image.caption.as_ref())
            .with("data-size", image.size.word())
            .done();
        self.picture(image.dark.as_ref(), tag)
    }

    /// Wraps an image in `<picture>` if it has a dark-mode image.
    pub(super) fn picture(&self, dark: Option<&ContentRef>, image: String) -> String {
        let Some(dark) = dark else { return image };
        let source = Tag::html("source")
            .with("srcset", &resolve::write(dark, self.resolve))
            .with("media", "(prefers-color-scheme: dark)")
            .done();
        format!("<picture>{source}{image}</picture>")
    }

    /// Prints the opening tag of a button.
    pub(super) fn button_open(&self, button: &Button) -> String {
        let tag = match (&button.target, &button.action) {
            (Some(target), _) => Tag::html("a").with("href", &resolve::write(target, self.resolve)),
            (None, _) => Tag::html("button").with("type", "button"),
        };
        tag.with("class", &format!("button {}", button.kind.word()))
            .some("data-icon", button.icon.as_ref())
            .some("data-action", button.action.as_ref())
            .some("data-query", button.query.as_ref())
            .done()
    }
}

/// Prints a code span: its fence is longer than every run of backticks in the text, and padded where necessary.
pub(super) fn code_span(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let blank = text.starts_with(' ') && text.ends_with(' ') && !text.trim_matches(' ').is_empty();
    let pad = if blank || text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Prints an emoji by its shortcode, or as a tag if it has none or `html` is set.
pub(super) fn emoji_text(code: &str, html: bool) -> String {
    match emoji::name(code) {
        Some(name) if !html => format!(":{name}:"),
        _ => {
            let tag = Tag::html("span").bare("data-gb-custom-inline", true).with("data-tag", "emoji");
            let tag = tag.with("data-code", code).done();
            format!("{tag}{}</span>", emoji::text(code).unwrap_or_default())
        }
    }
}

/// Returns the closing tag of a button.
pub(super) fn button_end(button: &Button) -> &'static str {
    if button.target.is_some() { "</a>" } else { "</button>" }
}

/// Prints an expression between tags: characters that could be markup become character references.
fn expression_text(expression: &str) -> String {
    let mut out = String::new();
    let mut previous = ' ';
    for (at, c) in expression.char_indices() {
        let next = expression[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '_' if escape::is_letter(previous) && escape::is_letter(next) => out.push(c),
            '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '$' | '{' | '|' => {
                out.push_str(&format!("&#x{:X};", u32::from(c)));
            }
            c => out.push(c),
        }
        previous = c;
    }
    out
}

/// Prints the destination of a link within parentheses.
fn destination(target: &str) -> String {
    let mut out = String::new();
    let angled = target.is_empty() || target.contains([' ', '<', '>']) || target.contains(char::is_control);
    if angled {
        out.push('<');
    }
    let balanced = is_balanced(target);
    let last_semicolon = target.rfind(';');
    for (at, c) in target.char_indices() {
        let escaped = match c {
            '\\' | '<' | '>' => true,
            '(' | ')' => !angled && !balanced,
            '&' => last_semicolon.is_some_and(|last| last > at),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(c);
    }
    if angled {
        out.push('>');
    }
    out
}

/// Returns true if parentheses are balanced and nest at most 8 deep.
fn is_balanced(target: &str) -> bool {
    let mut depth = 0usize;
    for c in target.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
        if depth > 8 {
            return false;
        }
    }
    depth == 0
}

/// Returns the title of a link, which is kept in its unknown data.
pub(in crate::document) fn title_of(more: &More) -> Option<&str> {
    more.iter().find(|(name, _)| *name == "title").and_then(|(_, value)| value.as_str())
}

fn quoted(title: &str) -> String {
    let mut out = String::from("\"");
    for c in title.chars() {
        if matches!(c, '\\' | '"' | '&' | '<' | '`' | '$' | '*' | '_' | '[' | ']' | ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}
