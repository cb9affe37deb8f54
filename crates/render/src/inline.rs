//! Inline content: marked text, links, mentions, icons, images, notes, buttons.

use maud::{Markup, PreEscaped, html};
use quire_content::document::model::{
    Block, Button, ButtonKind, Color, ContentRef, Inline, InlineImage, InlineKind, Leaf, Mark, Marks, Node, Tint,
    Word as _,
};

use crate::html_renderer::{HtmlRenderer, Note};
use crate::raw::{Html, HtmlContext};
use crate::reference_resolver::Link;
use crate::text::{emoji, escape, fill, of_blocks};
use crate::{icons, math, safe};

impl HtmlRenderer<'_> {
    /// Draws inline nodes in a context that may hold links and notes.
    pub(crate) fn line(&mut self, nodes: &[Node]) -> Markup {
        self.line_in(nodes, HtmlContext::Line)
    }

    fn line_in(&mut self, nodes: &[Node], place: HtmlContext) -> Markup {
        let mut out = String::new();
        let mut html = Html::default();
        let before = self.spent();
        for node in nodes {
            if !self.goes_on() {
                break;
            }
            match node {
                Node::Leaf(leaf) if leaf.raw => html.feed(&leaf.text, place, self, &mut out),
                Node::Leaf(leaf) if self.text_fits(&leaf.text) => marked_leaf(leaf, &mut out),
                Node::Leaf(_) => break,
                Node::Inline(inline) => {
                    let place = if html.is_in_link() { HtmlContext::Linked } else { place };
                    out.push_str(&self.inline(inline, place).0);
                }
            }
            self.spend(before, out.len());
        }
        html.finish(&mut out);
        PreEscaped(out)
    }

    fn inline(&mut self, inline: &Inline, place: HtmlContext) -> Markup {
        match &inline.kind {
            InlineKind::Link { target, nodes } => self.link(target, nodes, place),
            InlineKind::Mention { target } => self.mention(target, place),
            InlineKind::Emoji { code } => {
                emoji(code).map_or_else(Markup::default, |text| html! { span.q-emoji { (text) } })
            }
            InlineKind::Icon { icon } => icons::icon(icon).unwrap_or_default(),
            InlineKind::Math { formula } => {
                self.body.uses.math = true;
                math::inline(formula)
            }
            InlineKind::Image(image) => self.inline_image(image),
            InlineKind::Annotation { nodes, body } => self.annotation(nodes, body, place),
            InlineKind::Button(button) => self.button(button, place),
            // Expressions are evaluated before drawing; a remaining one has no value.
            InlineKind::Expression { .. } => Markup::default(),
        }
    }

    fn link(&mut self, target: &ContentRef, nodes: &[Node], place: HtmlContext) -> Markup {
        let text = self.line_in(nodes, HtmlContext::Linked);
        if place == HtmlContext::Linked {
            return text;
        }
        let link = self.around.link(target);
        let Some((link, href)) = link.as_ref().and_then(|link| Some((link, safe::href(&link.href)?))) else {
            return html! { span.q-broken { (text) } };
        };
        html! {
            a.q-link.q-external[link.leads_away()] href=(href) rel=[link.rel()] {
                @if text.0.is_empty() { (link.title) } @else { (text) }
            }
        }
    }

    fn mention(&self, target: &ContentRef, place: HtmlContext) -> Markup {
        let Some(link) = self.around.link(target) else { return Markup::default() };
        match safe::href(&link.href).filter(|_| place == HtmlContext::Line) {
            Some(href) => html! {
                a.q-mention.q-external[link.leads_away()] href=(href) rel=[link.rel()] { (sign(&link)) (link.title) }
            },
            None => html! { span.q-mention { (sign(&link)) (link.title) } },
        }
    }

    fn inline_image(&self, image: &InlineImage) -> Markup {
        let alt = image.alt.as_deref().unwrap_or_default();
        let dark = image.dark.as_ref().and_then(|dark| self.around.file(dark));
        let dark = dark.filter(|file| safe::image(&file.url).is_some());
        let size = if image.size.word() == "line" { " q-line-high" } else { "" };
        let draw = |source: &ContentRef, variant: &str| -> Markup {
            let file = self.around.file(source);
            let Some((file, url)) = file.as_ref().and_then(|file| Some((file, safe::image(&file.url)?))) else {
                return Markup::default();
            };
            html! {
                img class={ "q-inline-image" (size) (variant) } src=(url) alt=(alt) title=[&image.caption] loading=[self.loading()] decoding="async"
                    width=[file.dimensions.map(|it| it.0)] height=[file.dimensions.map(|it| it.1)];
            }
        };
        match (&image.dark, dark) {
            (Some(source), Some(_)) => html! { (draw(&image.source, " q-only-light")) (draw(source, " q-only-dark")) },
            _ => draw(&image.source, ""),
        }
    }

    /// Draws text with a note, and adds the note to the end of the page; where notes cannot
    /// be, it follows in parentheses.
    pub(crate) fn annotation(&mut self, nodes: &[Node], body: &[Block], place: HtmlContext) -> Markup {
        let text = self.line_in(nodes, HtmlContext::Linked);
        if self.aside || place == HtmlContext::Linked {
            return html! { (text) @if !body.is_empty() { span.q-note-inline { " (" (of_blocks(body)) ")" } } };
        }
        self.note(&text, body)
    }

    /// Draws the reference to a note around a text, and keeps the note for the end of the page.
    pub(crate) fn note(&mut self, text: &Markup, body: &[Block]) -> Markup {
        let number = self.notes.len() + 1;
        let (id, back) = (self.ids.claim(&format!("note-{number}")), self.ids.claim(&format!("note-{number}-text")));
        // Reserve the number before the body is drawn, which may hold notes itself.
        self.notes.push(Note { id: id.clone(), back: back.clone(), html: Markup::default() });
        let html = self.apart(body);
        self.notes[number - 1].html = html;
        html! { a.q-note-ref id=(back) href={ "#" (id) } role="doc-noteref" { (text) sup { (number) } } }
    }

    fn button(&self, button: &Button, place: HtmlContext) -> Markup {
        let class = match button.kind {
            ButtonKind::Primary => "q-button q-primary",
            ButtonKind::Secondary => "q-button q-secondary",
        };
        let face = html! {
            @if let Some(icon) = button.icon.as_deref().and_then(icons::icon) { (icon) }
            (button.label)
        };
        if place == HtmlContext::Linked {
            return html! { span class=(class) { (face) } };
        }
        let action = button.action.as_deref().filter(|action| matches!(*action, "ask" | "search"));
        if let Some(action) = action {
            let query = button.query.as_deref().unwrap_or_default();
            return html! { button class=(class) type="button" hidden data-action=(action) data-query=(query) { (face) } };
        }
        let link = button.target.as_ref().and_then(|target| self.around.link(target));
        match link.as_ref().and_then(|link| Some((link, safe::href(&link.href)?))) {
            Some((link, href)) => html! { a class=(class) href=(href) rel=[link.rel()] { (face) } },
            None => Markup::default(),
        }
    }

    /// Returns the text of a rating, as in `3 of 5`.
    pub(crate) fn rating(&self, given: &str, most: &str) -> String {
        fill(self.labels.rating, &[given, most])
    }
}

/// Draws the emoji or icon of a link's target, followed by a space.
pub(crate) fn sign(link: &Link) -> Markup {
    html! {
        @if let Some(emoji) = &link.emoji { span.q-emoji aria-hidden="true" { (emoji) } " " }
        @else if let Some(icon) = link.icon.as_deref().and_then(icons::icon) { (icon) " " }
    }
}

const CODE: &str = "<code class=\"q-c\">";
const LONG_CODE: &str = "<code class=\"q-c q-long\">";

/// The longest inline code, in characters, that is not broken in a table cell on screen.
const LONG: usize = 40;

fn marked_leaf(leaf: &Leaf, out: &mut String) {
    let long = leaf.marks.has(Mark::Code) && leaf.text.chars().nth(LONG).is_some();
    let code = if long { LONG_CODE } else { CODE };
    marked_with(leaf.marks, code, out, |out| {
        for (n, line) in leaf.text.split('\n').enumerate() {
            if n > 0 {
                out.push_str("<br>");
            }
            escape(line, out);
        }
    });
}

/// Writes the output of `inside` within the elements of marks.
pub(crate) fn marked(marks: Marks, out: &mut String, inside: impl FnOnce(&mut String)) {
    marked_with(marks, CODE, out, inside);
}

fn marked_with(marks: Marks, code: &'static str, out: &mut String, inside: impl FnOnce(&mut String)) {
    let elements: [(Mark, &str, &str); 7] = [
        (Mark::Bold, "<strong>", "</strong>"),
        (Mark::Italic, "<em>", "</em>"),
        (Mark::Strikethrough, "<s>", "</s>"),
        (Mark::Superscript, "<sup>", "</sup>"),
        (Mark::Subscript, "<sub>", "</sub>"),
        (Mark::Keyboard, "<kbd>", "</kbd>"),
        (Mark::Code, code, "</code>"),
    ];
    if let Some(color) = marks.color {
        out.push_str(&format!("<span class=\"{}\">", color_classes(color)));
    }
    let set = || elements.iter().filter(|(mark, ..)| marks.has(*mark));
    set().for_each(|(_, open, _)| out.push_str(open));
    inside(out);
    set().rev().for_each(|(.., close)| out.push_str(close));
    if marks.color.is_some() {
        out.push_str("</span>");
    }
}

fn color_classes(color: Color) -> String {
    let class = |prefix: &str, tint: Tint| match tint {
        Tint::Default => String::new(),
        tint => format!("{prefix}{}", tint.word().trim_start_matches('$')),
    };
    let (text, background) = (class("q-fg-", color.text), class("q-bg-", color.background));
    let joint = if text.is_empty() || background.is_empty() { "" } else { " " };
    format!("{text}{joint}{background}")
}
