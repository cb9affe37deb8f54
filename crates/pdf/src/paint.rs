//! Sheets as pages of a file: marks are drawn, links lead to their places, pieces join the structure.

use std::collections::HashMap;

use krilla::Document;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target as Destination};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::fonts::{FaceId, Fonts};
use crate::picture::{Look, Picture};
use crate::rows::{Mark, MarkKind, Run, Target};
use crate::structure::{Structure, Tag};
use crate::style::Rgb;
use crate::vector;

/// A place in the book: the number of its sheet, from 0, and the distance from the upper edge of the paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) sheet: usize,
    pub(crate) y: f32,
}

/// The places that links lead to, by the names of anchors.
pub(crate) type Places = HashMap<Box<str>, Place>;

/// Returns the place that an anchor stands for: itself, or the page that it is on.
pub(crate) fn find(places: &Places, name: &str) -> Option<Place> {
    let page = || name.split_once('#').and_then(|(page, _)| places.get(&*format!("{page}#")));
    places.get(name).or_else(page).copied()
}

/// Writes the pages of a file.
pub(crate) struct Painter<'f> {
    pub(crate) document: Document,
    fonts: &'f Fonts,
    loaded: HashMap<FaceId, Option<Font>>,
    size: (f32, f32),
    pub(crate) sheets: usize,
}

impl<'f> Painter<'f> {
    pub(crate) fn new(fonts: &'f Fonts, size: (f32, f32)) -> Self {
        Self { document: Document::new(), fonts, loaded: HashMap::new(), size, sheets: 0 }
    }

    /// Draws a sheet of marks, whose places are relative to the upper left corner of the paper.
    pub(crate) fn sheet(&mut self, marks: &[Mark], places: &Places, structure: &mut Structure) {
        let Some(settings) = PageSettings::from_wh(self.size.0, self.size.1) else { return };
        self.sheets += 1;
        for mark in marks {
            if let MarkKind::Text(run) = &mark.kind {
                let (fonts, face) = (self.fonts, run.face);
                self.loaded.entry(face).or_insert_with(|| fonts.data(face)?.embedded(face));
            }
        }
        let loaded = &self.loaded;
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        let mut drawing = Drawing { surface: &mut surface, structure, open: None };
        // What is behind the text comes first, so that it does not cut the text into pieces of the structure.
        for mark in marks.iter().filter(|mark| is_behind(mark)).chain(marks.iter().filter(|mark| !is_behind(mark))) {
            drawing.mark(mark, loaded);
        }
        drawing.close();
        surface.finish();
        for mark in marks {
            let MarkKind::Link { width, height, target, alt } = &mark.kind else { continue };
            let Some(rect) = Rect::from_xywh(mark.x, mark.y, width.max(1.0), height.max(1.0)) else { continue };
            let destination = match &**target {
                Target::Inside(name, elsewhere) => match (find(places, name), elsewhere) {
                    (Some(place), _) => {
                        let point = Point::from_xy(0.0, (place.y - 12.0).max(0.0));
                        Destination::Destination(XyzDestination::new(place.sheet, point).into())
                    }
                    (None, Some(url)) => Destination::Action(Action::Link(LinkAction::new(url.clone()))),
                    (None, None) => continue,
                },
                Target::Address(url) => Destination::Action(Action::Link(LinkAction::new(url.clone()))),
            };
            let annotation = Annotation::new_link(LinkAnnotation::new(rect, destination), Some(alt.to_string()));
            match mark.tag {
                Some(tag) => structure.piece(tag, page.add_tagged_annotation(annotation)),
                None => page.add_annotation(annotation),
            }
        }
        page.finish();
    }
}

struct Drawing<'a, 'd> {
    surface: &'a mut Surface<'d>,
    structure: &'a mut Structure,
    /// The part of the structure that the pieces being drawn belong to; the outer `None` before the first one.
    open: Option<Option<Tag>>,
}

impl Drawing<'_, '_> {
    fn close(&mut self) {
        if self.open.take().is_some() {
            self.surface.end_tagged();
        }
    }

    /// Begins pieces of a part of the structure, or ornaments.
    fn begin(&mut self, tag: Option<Tag>, is_text: bool) {
        if self.open == Some(tag) {
            return;
        }
        self.close();
        self.open = Some(tag);
        let content = match (tag, is_text) {
            (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Other)),
            (Some(_), true) => ContentTag::Span(SpanTag::empty()),
            (Some(_), false) => ContentTag::Other,
        };
        let piece = self.surface.start_tagged(content);
        if let Some(tag) = tag {
            self.structure.piece(tag, piece);
        }
    }

    fn mark(&mut self, mark: &Mark, fonts: &HashMap<FaceId, Option<Font>>) {
        let (x, y) = (mark.x, mark.y);
        match &mark.kind {
            MarkKind::Text(run) => {
                if let Some(Some(font)) = fonts.get(&run.face) {
                    self.begin(mark.tag, true);
                    self.text(x, y, run, font);
                }
            }
            MarkKind::Fill { width, height, color, radius } => {
                if let Some(path) = rounded(x, y, *width, *height, *radius) {
                    self.begin(None, false);
                    self.surface.set_fill(Some(fill(*color)));
                    self.surface.set_stroke(None);
                    self.surface.draw_path(&path);
                }
            }
            MarkKind::Frame { width, height, color, line, radius } => {
                if let Some(path) = rounded(x, y, *width, *height, *radius) {
                    self.begin(None, false);
                    self.stroke(&path, *color, *line);
                }
            }
            MarkKind::Line { dx, dy, color, line } => {
                let mut builder = PathBuilder::new();
                builder.move_to(x, y);
                builder.line_to(x + dx, y + dy);
                if let Some(path) = builder.finish() {
                    self.begin(None, false);
                    self.stroke(&path, *color, *line);
                }
            }
            MarkKind::Picture { width, height, picture } => {
                self.begin(mark.tag, false);
                self.picture(x, y, *width, *height, picture);
            }
            MarkKind::Empty => {
                if let Some(tag) = mark.tag {
                    self.structure.join(tag);
                }
            }
            MarkKind::Link { .. } | MarkKind::Anchor(_) => {}
        }
    }

    fn stroke(&mut self, path: &Path, color: Rgb, width: f32) {
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke { paint: ink(color).into(), width, ..Stroke::default() }));
        self.surface.draw_path(path);
        self.surface.set_stroke(None);
    }

    fn text(&mut self, x: f32, y: f32, run: &Run, font: &Font) {
        let glyph = |glyph: &crate::shape::Glyph| {
            let range = glyph.start as usize..glyph.end as usize;
            KrillaGlyph::new(GlyphId::new(glyph.id), glyph.advance, glyph.x, glyph.y, 0.0, range, None)
        };
        let glyphs: Vec<_> = run.glyphs.iter().map(glyph).collect();
        self.surface.set_fill(Some(fill(run.color)));
        self.surface.set_stroke(None);
        self.surface.draw_glyphs(Point::from_xy(x, y), &glyphs, font.clone(), &run.text, run.size, false);
    }

    fn picture(&mut self, x: f32, y: f32, width: f32, height: f32, picture: &Picture) {
        self.surface.push_transform(&Transform::from_translate(x, y));
        match &picture.look {
            Look::Pixels(image) => {
                if let Some(size) = Size::from_wh(width, height) {
                    self.surface.draw_image(image.clone(), size);
                }
            }
            Look::Vector(tree) => {
                let (w, h) = (tree.size().width(), tree.size().height());
                self.surface.push_transform(&Transform::from_scale(width / w, height / h));
                let edge = Rect::from_xywh(0.0, 0.0, w, h);
                let mut builder = PathBuilder::new();
                edge.into_iter().for_each(|edge| builder.push_rect(edge));
                let clip = builder.finish();
                if let Some(clip) = &clip {
                    self.surface.push_clip_path(clip, &FillRule::NonZero);
                }
                vector::draw(self.surface, tree);
                if clip.is_some() {
                    self.surface.pop();
                }
                self.surface.pop();
            }
        }
        self.surface.pop();
    }
}

fn is_behind(mark: &Mark) -> bool {
    matches!(mark.kind, MarkKind::Fill { .. } | MarkKind::Frame { .. } | MarkKind::Line { .. })
}

fn ink(Rgb(r, g, b): Rgb) -> rgb::Color {
    rgb::Color::new(r, g, b)
}

fn fill(color: Rgb) -> Fill {
    Fill { paint: ink(color).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

/// Returns a rectangle with round corners.
fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    if radius <= 0.0 {
        path.push_rect(Rect::from_xywh(x, y, width, height)?);
        return path.finish();
    }
    let r = radius.min(width / 2.0).min(height / 2.0);
    let (right, bottom, k) = (x + width, y + height, r * 0.448);
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish()
}
