//! Pictures with captions, files, drawings, diagrams, and what is embedded from elsewhere.

use std::sync::Arc;

use quire_content::document::model::{Block, ContentRef, Image, Kind as BlockKind, Length, Node, Side};

use crate::composer::Composer;
use crate::picture::{PIXEL, Picture};
use crate::rows::{Item, Mark, MarkKind, Row, shift, side_by_side};
use crate::spans::{Alignment, Setting, Span};
use crate::structure::PartKind as Kind;
use crate::style::{BODY, FAINT, INK, MUTED, SMALL, Style};
use crate::surroundings::{Link, LinkTarget, PictureSource};
use crate::words::{Words, filled};

/// The largest share of the height of a sheet that a picture takes.
const MOST_OF_HEIGHT: f32 = 0.78;

impl Composer<'_, '_> {
    pub(crate) fn media(&mut self, block: &Block, width: f32) -> Vec<Item> {
        match &block.kind {
            BlockKind::Images { align, images, with_frame, .. } => {
                let images: Vec<&Image> = images
                    .iter()
                    .filter_map(|image| match &image.kind {
                        BlockKind::Image(image) => Some(&**image),
                        _ => None,
                    })
                    .collect();
                self.images(&images, *align, *with_frame, width)
            }
            BlockKind::Image(image) => self.images(&[image], None, false, width),
            BlockKind::Drawing { source, alt, caption } => {
                let Some(source) = source else { return Vec::new() };
                let alt = alt.clone().unwrap_or_default();
                let found = self.picture(source, &alt);
                self.figure(found, None, &alt, caption, (Some(Side::Center), false), width)
            }
            BlockKind::File { source, caption } => self.file(source, caption, width),
            BlockKind::Embed { url, caption, .. } => {
                let mut items = self.reference(&ContentRef::url(url), width);
                items.extend(self.caption(caption, width));
                items
            }
            _ => Vec::new(),
        }
    }

    fn images(&mut self, images: &[&Image], align: Option<Side>, frame: bool, width: f32) -> Vec<Item> {
        let one = |it: &mut Self, image: &Image, width: f32| {
            let alt = image.alt.clone().unwrap_or_default();
            let found = it.picture(&image.source, &alt);
            it.figure(found, image.width.as_ref(), &alt, &image.caption, (align, frame), width)
        };
        if images.len() < 2 {
            return images.first().map(|image| one(self, image, width)).unwrap_or_default();
        }
        let gap = 12.0;
        let each = images.len().min(3);
        let own = (width - gap * (each as f32 - 1.0)) / each as f32;
        let mut all = Vec::new();
        for row in images.chunks(each) {
            let columns = row.iter().enumerate().map(|(n, image)| (n as f32 * (own + gap), one(self, image, own)));
            let columns = columns.collect();
            if !all.is_empty() {
                all.push(Item::Gap(gap));
            }
            all.extend(side_by_side(columns, self.most_height).into_iter().map(Item::Row));
        }
        all
    }

    /// Lays out a picture with its caption.
    fn figure(
        &mut self,
        found: Option<(Picture, (f32, f32))>,
        asked: Option<&Length>,
        alt: &str,
        caption: &[Node],
        (align, frame): (Option<Side>, bool),
        width: f32,
    ) -> Vec<Item> {
        let Some((picture, (w, h))) = found else {
            let text = filled(self.words().picture, if alt.is_empty() { "–" } else { alt });
            let style = Style { italic: true, ..Style::plain(SMALL).colored(MUTED) };
            let mut items = self.plain(&text, style, Setting::new(width, SMALL), Kind::P);
            items.extend(self.caption(caption, width));
            return items;
        };
        let natural = (w * PIXEL, h * PIXEL);
        let wanted = asked.and_then(|length| match length.unit.as_deref() {
            None | Some("px") => Some(length.value.value() as f32 * PIXEL),
            Some("%") => Some(length.value.value() as f32 / 100.0 * width),
            _ => None,
        });
        let wanted = wanted.filter(|it| it.is_finite() && *it >= 4.0).unwrap_or(natural.0);
        let mut shown = wanted.min(width);
        let most = self.most_height * MOST_OF_HEIGHT;
        if natural.1 * shown / natural.0 > most {
            shown = most * natural.0 / natural.1;
        }
        let height = natural.1 * shown / natural.0;
        let x = match align {
            Some(Side::Left) => 0.0,
            Some(Side::Right) => width - shown,
            Some(Side::Center) | None => (width - shown) / 2.0,
        };
        let tag = self.structure.add(self.parent, Kind::Figure(Some(alt.to_owned())));
        let mut row = Row { height: height + 1.0, keep: !caption.is_empty(), ..Row::default() };
        row.marks.push(Mark { x, y: 0.5, tag: Some(tag), kind: MarkKind::Picture { width: shown, height, picture } });
        if frame {
            let kind = MarkKind::Frame { width: shown, height, color: FAINT, line: 0.7, radius: 2.0 };
            row.marks.push(Mark::ornament(x, 0.5, kind));
        }
        let mut items = vec![Item::Row(row)];
        items.extend(self.caption(caption, width));
        items
    }

    fn caption(&mut self, caption: &[Node], width: f32) -> Vec<Item> {
        if caption.is_empty() {
            return Vec::new();
        }
        let setting = Setting { align: Alignment::Center, leading: 1.4, ..Setting::new(width, SMALL - 0.5) };
        let mut items = vec![Item::Row(Row { keep: true, ..Row::space(4.0) })];
        items.extend(self.text(caption, Style::plain(SMALL - 0.5).colored(MUTED), setting, Kind::Caption));
        items
    }

    fn file(&mut self, source: &ContentRef, caption: &[Node], width: f32) -> Vec<Item> {
        let Some(file) = self.around.file(source) else { return Vec::new() };
        let link = file.address.map(|address| Link {
            target: LinkTarget::Address(address),
            title: file.name.clone(),
            emoji: None,
            icon: None,
            description: None,
        });
        let linked = link.and_then(|link| self.linked(&link));
        let mut spans: Vec<Span> = self.icon_span("file-lines", Style::plain(BODY)).into_iter().collect();
        spans.push(Span::new(" ", Style::plain(BODY)));
        spans.push(Span { link: linked, ..Span::new(file.name, Style::plain(BODY)) });
        let size = (file.size > 0).then(|| size(file.size, self.words()));
        let mut items = self.card(spans, size.as_deref(), width);
        items.extend(self.caption(caption, width));
        items
    }

    /// Lays out a card for the target of a reference.
    pub(crate) fn reference(&mut self, target: &ContentRef, width: f32) -> Vec<Item> {
        let Some(link) = self.around.link(target) else { return Vec::new() };
        let linked = self.linked(&link);
        let color = if linked.is_some() { crate::style::LINK } else { INK };
        let style = Style::bold(BODY).colored(color);
        let mut spans = Vec::new();
        if let Some(emoji) = &link.emoji {
            spans.push(Span::new(format!("{emoji} "), style));
        } else if let Some(icon) = &link.icon {
            spans.extend(self.icon_span(icon, style));
            spans.push(Span::new(" ", style));
        }
        let title = if link.title.is_empty() {
            match &link.target {
                LinkTarget::Address(url) => url.clone(),
                _ => return Vec::new(),
            }
        } else {
            link.title.clone()
        };
        spans.push(Span { link: linked, ..Span::new(title, style) });
        self.card(spans, link.description.as_deref(), width)
    }

    /// Lays out a diagram, or its source where it can't be drawn.
    pub(crate) fn diagram(&mut self, source: &str, width: f32) -> Vec<Item> {
        let drawn = self.around.diagram(source);
        let found = drawn.as_ref().and_then(|drawn| self.drawing(&drawn.svg));
        match (drawn, found) {
            (Some(drawn), Some(found)) => {
                let mut items = self.figure(Some(found), None, &drawn.alt, &[], (Some(Side::Center), false), width);
                shift(&mut items, 0.0);
                items
            }
            _ => self.verbatim("mermaid", source, Some(self.words().diagram), width),
        }
    }
}

impl Composer<'_, '_> {
    /// Returns a picture of the page with its size in pixels. One that can't be printed is noted.
    pub(crate) fn picture(&mut self, source: &ContentRef, alt: &str) -> Option<(Picture, (f32, f32))> {
        let named = |it: &mut Self, name: String| {
            if it.problems.pictures.len() < 200 {
                it.problems.pictures.insert(name);
            }
            None
        };
        match self.around.picture(source) {
            PictureSource::Bytes(bytes) => match self.pictures.read(&bytes) {
                Some(picture) => Some(picture),
                None => {
                    let name = self.around.file(source).map_or_else(|| alt.to_owned(), |file| file.name);
                    named(self, name)
                }
            },
            PictureSource::Elsewhere(url) => named(self, url),
            PictureSource::Missing => None,
        }
    }

    /// Returns a drawing in SVG with its size in pixels.
    pub(crate) fn drawing(&mut self, svg: &str) -> Option<(Picture, (f32, f32))> {
        self.pictures.read(&Arc::from(svg.as_bytes()))
    }
}

/// Returns a size in bytes as people read it.
fn size(bytes: u64, words: &Words) -> String {
    match bytes {
        0..1_000 => filled(words.bytes, bytes),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
