//! Inline content as spans: marked text, links, mentions, icons, pictures, notes, formulas.

use std::rc::Rc;

use quire_content::document::model::{
    ButtonKind, ContentRef, ImageSize, Inline, InlineImage, InlineKind, Leaf, Mark, Marks, Node,
};

use crate::composer::Composer;
use crate::picture::PIXEL;
use crate::raw;
use crate::spans::{InlinePicture, Linked, Shown, Span};
use crate::structure::PartKind as Kind;
use crate::style::{self, CHIP, LINK, MUTED, Style};
use crate::surroundings::Link;
use crate::words::filled;

/// The deepest nesting of links and notes in a line.
const MOST_DEPTH: usize = 8;

impl Composer<'_, '_> {
    /// Returns the spans of a line.
    pub(crate) fn spans(&mut self, nodes: &[Node], base: Style, width: f32) -> Vec<Span> {
        let mut spans = Vec::new();
        self.add_spans(nodes, base, width, 0, &mut spans);
        spans
    }

    fn add_spans(&mut self, nodes: &[Node], base: Style, width: f32, depth: usize, spans: &mut Vec<Span>) {
        if depth > MOST_DEPTH {
            return;
        }
        for node in nodes {
            match node {
                Node::Leaf(leaf) => spans.extend(leaf_span(leaf, base)),
                Node::Inline(inline) => self.add_inline(inline, base, width, depth, spans),
            }
        }
    }

    fn add_inline(&mut self, inline: &Inline, base: Style, width: f32, depth: usize, spans: &mut Vec<Span>) {
        match &inline.kind {
            InlineKind::Link { target, nodes } => {
                let link = self.around.link(target);
                let mut inner = Vec::new();
                let linked = link.as_ref().and_then(|link| self.linked(link));
                let style = if linked.is_some() { base.colored(LINK) } else { base };
                self.add_spans(nodes, style, width, depth + 1, &mut inner);
                if inner.iter().all(|span| span.text.trim().is_empty() && span.picture.is_none()) {
                    inner = link.map(|link| Span::new(link.title, style)).into_iter().collect();
                }
                spans.extend(inner.into_iter().map(|span| Span { link: span.link.or(linked.clone()), ..span }));
            }
            InlineKind::Mention { target } => self.mention(target, base, spans),
            InlineKind::Emoji { code } => spans.extend(emoji(code).map(|text| Span::new(text, base))),
            InlineKind::Icon { icon } => spans.extend(self.icon_span(icon, base)),
            InlineKind::Math { formula } => {
                let tag = self.structure.add(self.parent, Kind::Formula(Some(formula.clone())));
                let span = self.formula_span(formula, base, false, Some(tag)).filter(|(_, wide)| *wide <= width);
                spans.push(span.map_or_else(
                    || {
                        let style = Style { italic: true, ..base };
                        Span { tag: Some(tag), ..Span::new(raw::formula(formula), style) }
                    },
                    |(span, _)| span,
                ));
            }
            InlineKind::Image(image) => self.inline_image(image, base, width, spans),
            InlineKind::Annotation { nodes, body } => {
                self.add_spans(nodes, base, width, depth + 1, spans);
                if !self.aside && !body.is_empty() {
                    self.notes.push(body.clone());
                    let number = self.notes.len();
                    let small = Style { size: base.size * 0.65, rise: base.size * 0.35, color: LINK, ..base };
                    let link = self.linked(&Link {
                        target: crate::surroundings::LinkTarget::Anchor(format!("~note-{number}")),
                        title: filled(self.words().note, number),
                        emoji: None,
                        icon: None,
                        description: None,
                    });
                    spans.push(Span { link, ..Span::new(number.to_string(), small) });
                }
            }
            InlineKind::Button(button) => {
                let link = button.target.as_ref().and_then(|target| self.around.link(target));
                let Some(link) = link.and_then(|link| self.linked(&link)) else { return };
                let primary = button.kind == ButtonKind::Primary;
                let style = Style { bold: true, color: LINK, back: primary.then_some(CHIP), ..base };
                if let Some(icon) = &button.icon {
                    let icon = self.icon_span(icon, style);
                    spans.extend(icon.into_iter().map(|span| Span { link: Some(link.clone()), ..span }));
                }
                spans.push(Span { link: Some(link), ..Span::new(format!("\u{00A0}{}\u{00A0}", button.label), style) });
            }
            InlineKind::Expression { .. } => {}
        }
    }

    /// Creates the link of a resolved reference, with its part of the structure.
    pub(crate) fn linked(&mut self, link: &Link) -> Option<Rc<Linked>> {
        let target = self.target(link)?;
        let tag = self.structure.add(self.parent, Kind::Link);
        let alt = if link.title.is_empty() { self.words().link } else { &link.title };
        Some(Rc::new(Linked { target, alt: alt.into(), tag }))
    }

    fn mention(&mut self, target: &ContentRef, base: Style, spans: &mut Vec<Span>) {
        let Some(link) = self.around.link(target) else { return };
        let linked = self.linked(&link);
        let style = if linked.is_some() { base.colored(LINK) } else { base };
        if let Some(emoji) = &link.emoji {
            spans.push(Span { link: linked.clone(), ..Span::new(format!("{emoji} "), style) });
        } else if let Some(icon) = &link.icon {
            let icon = self.icon_span(icon, style);
            spans.extend(icon.into_iter().map(|span| Span { link: linked.clone(), ..span }));
        }
        spans.push(Span { link: linked, ..Span::new(link.title, style) });
    }

    /// Returns a formula as one piece of a line, with its width; `None` if it can't be laid out.
    pub(crate) fn formula_span(
        &mut self,
        formula: &str,
        base: Style,
        display: bool,
        tag: Option<crate::structure::Tag>,
    ) -> Option<(Span, f32)> {
        let made = self.formula(formula, base.size, display, tag)?;
        let (width, height, below) = (made.width, made.above + made.below, made.below);
        let picture = InlinePicture { shown: Shown::Formula(Rc::new(made.marks)), width, height, below };
        Some((Span { tag, ..Span::picture(picture, base) }, width))
    }

    /// Returns an icon and the space after it.
    pub(crate) fn icon_span(&mut self, name: &str, style: Style) -> Option<Span> {
        let (picture, ratio) = self.pictures.icon(name, style.color)?;
        let height = style.size * 0.95;
        let shown = Shown::Picture(picture);
        let picture = InlinePicture { shown, width: height * ratio, height, below: style.size * 0.12 };
        Some(Span::picture(picture, style))
    }

    fn inline_image(&mut self, image: &InlineImage, base: Style, width: f32, spans: &mut Vec<Span>) {
        let alt = image.alt.clone().unwrap_or_default();
        let Some((picture, (w, h))) = self.picture(&image.source, &alt) else {
            if !alt.is_empty() {
                spans.push(Span::new(format!("[{alt}]"), Style { italic: true, ..base.colored(MUTED) }));
            }
            return;
        };
        let natural = (w * PIXEL, h * PIXEL);
        let scale = match image.size {
            ImageSize::Line => base.size * 1.25 / natural.1,
            ImageSize::Original => 1.0_f32.min(width / natural.0).min(self.most_height * 0.6 / natural.1),
        };
        let (w, h) = (natural.0 * scale, natural.1 * scale);
        let below = if h < base.size * 2.0 { base.size * 0.25 } else { 0.0 };
        let picture = InlinePicture { shown: Shown::Picture(picture), width: w, height: h, below };
        let tag = self.structure.add(self.parent, Kind::Figure(Some(alt)));
        spans.push(Span { tag: Some(tag), ..Span::picture(picture, base) });
    }
}

fn leaf_span(leaf: &Leaf, base: Style) -> Option<Span> {
    if leaf.raw {
        let text = raw::text(&leaf.text);
        return (!text.is_empty()).then(|| Span::new(text, base));
    }
    (!leaf.text.is_empty()).then(|| Span::new(leaf.text.clone(), marked(leaf.marks, base)))
}

/// Returns a style with marks.
pub(crate) fn marked(marks: Marks, base: Style) -> Style {
    let mut style = base;
    style.bold |= marks.has(Mark::Bold);
    style.italic |= marks.has(Mark::Italic);
    style.strike |= marks.has(Mark::Strikethrough);
    if marks.has(Mark::Code) || marks.has(Mark::Keyboard) {
        style.mono = true;
        style.size *= 0.88;
        style.back = marks.has(Mark::Code).then_some(CHIP);
        style.framed = marks.has(Mark::Keyboard);
    }
    if marks.has(Mark::Superscript) {
        style.rise += style.size * 0.35;
        style.size *= 0.7;
    } else if marks.has(Mark::Subscript) {
        style.rise -= style.size * 0.15;
        style.size *= 0.7;
    }
    if let Some(color) = marks.color {
        style.color = style::tint(color.text).unwrap_or(style.color);
        style.back = style::background(color.background).or(style.back);
    }
    style
}

/// Returns the text of an emoji by its code points.
fn emoji(code: &str) -> Option<String> {
    code.split('-').map(|part| u32::from_str_radix(part, 16).ok().and_then(char::from_u32)).collect()
}
