//! SVG as paths: read by `usvg`, drawn as vectors.
//!
//! Texts become outlines in the fonts that ship with the program. Filters and masks are left out; no file and no address
//! that a drawing names is read.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, Stroke, StrokeDash,
};
use krilla::surface::Surface;
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, Node, Options, Tree};

use crate::fonts::BUNDLED;
use crate::style::Rgb;

/// The deepest nesting of groups that is drawn.
const MOST_DEPTH: usize = 64;
/// The size of the largest drawing, in bytes.
const MOST_BYTES: usize = 4 << 20;

fn options() -> Options<'static> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        BUNDLED.iter().for_each(|bytes| fonts.load_font_data(bytes.to_vec()));
        fonts.set_sans_serif_family("Noto Sans");
        fonts.set_serif_family("Noto Sans");
        fonts.set_cursive_family("Noto Sans");
        fonts.set_fantasy_family("Noto Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        Arc::new(fonts)
    });
    Options {
        font_family: "Noto Sans".to_owned(),
        fontdb: fonts.clone(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Reads a drawing, and returns it with its size in pixels.
pub(crate) fn read(bytes: &[u8]) -> Option<(Rc<Tree>, (f32, f32))> {
    let looks_right =
        bytes.len() <= MOST_BYTES && String::from_utf8_lossy(bytes.get(..4096.min(bytes.len()))?).contains("<svg");
    let tree = looks_right.then(|| Tree::from_data(bytes, &options()).ok())??;
    let size = (tree.size().width(), tree.size().height());
    Some((Rc::new(tree), size))
}

/// Returns an icon in a colour, and its width as a part of its height.
pub(crate) fn icon(name: &str, color: Rgb) -> Option<(Rc<Tree>, f32)> {
    let shape = quire_icons::shape(name)?;
    let Rgb(r, g, b) = color;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\"><path fill=\"#{r:02x}{g:02x}{b:02x}\" d=\"{}\"/></svg>",
        shape.view_box, shape.path
    );
    let (tree, (width, height)) = read(svg.as_bytes())?;
    Some((tree, width / height))
}

/// Draws a drawing in its own size in pixels.
pub(crate) fn draw(surface: &mut Surface<'_>, tree: &Tree) {
    group(surface, tree.root(), 0);
    surface.set_fill(None);
    surface.set_stroke(None);
}

fn group(surface: &mut Surface<'_>, of: &Group, depth: usize) {
    if depth > MOST_DEPTH {
        return;
    }
    let mut pushed = 0;
    let ts = of.transform();
    surface.push_transform(&transform(ts));
    pushed += 1;
    if let Some(clip) = of.clip_path() {
        let mut builder = PathBuilder::new();
        outline(clip.root(), clip.transform(), &mut builder, 0);
        match builder.finish() {
            Some(path) => {
                surface.push_clip_path(&path, &FillRule::NonZero);
                pushed += 1;
            }
            None => {
                surface.pop();
                return;
            }
        }
    }
    if of.opacity().get() < 1.0
        && let Some(opacity) = NormalizedF32::new(of.opacity().get())
    {
        surface.push_opacity(opacity);
        pushed += 1;
    }
    for node in of.children() {
        match node {
            Node::Group(inner) => group(surface, inner, depth + 1),
            Node::Path(it) if it.is_visible() => path(surface, it),
            Node::Text(text) => group(surface, text.flattened(), depth + 1),
            Node::Image(it) if it.is_visible() => image(surface, it, depth),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
    (0..pushed).for_each(|_| surface.pop());
}

/// Adds the outlines of all paths of a group, as a clip path has them.
fn outline(of: &Group, outer: usvg::Transform, builder: &mut PathBuilder, depth: usize) {
    if depth > MOST_DEPTH {
        return;
    }
    let ts = outer.pre_concat(of.transform());
    for node in of.children() {
        match node {
            Node::Group(inner) => outline(inner, ts, builder, depth + 1),
            Node::Path(path) => {
                if let Some(path) = path.data().clone().transform(ts) {
                    add(&path, builder);
                }
            }
            Node::Text(text) => outline(text.flattened(), ts, builder, depth + 1),
            Node::Image(_) => {}
        }
    }
}

fn add(path: &usvg::tiny_skia_path::Path, builder: &mut PathBuilder) {
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => builder.move_to(p.x, p.y),
            PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => builder.close(),
        }
    }
}

fn converted(path: &usvg::tiny_skia_path::Path) -> Option<Path> {
    let mut builder = PathBuilder::new();
    add(path, &mut builder);
    builder.finish()
}

fn path(surface: &mut Surface<'_>, it: &usvg::Path) {
    let Some(shape) = converted(it.data()) else { return };
    let fill = it.fill().and_then(|fill| {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        Some(Fill { paint: paint(fill.paint())?, opacity: NormalizedF32::new(fill.opacity().get())?, rule })
    });
    let stroke = it.stroke().and_then(stroke);
    if fill.is_none() && stroke.is_none() {
        return;
    }
    let passes = match it.paint_order() {
        usvg::PaintOrder::FillAndStroke => [(fill, None), (None, stroke)],
        usvg::PaintOrder::StrokeAndFill => [(None, stroke), (fill, None)],
    };
    for (fill, stroke) in passes {
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&shape);
        }
    }
}

fn stroke(of: &usvg::Stroke) -> Option<Stroke> {
    Some(Stroke {
        paint: paint(of.paint())?,
        width: of.width().get(),
        miter_limit: of.miterlimit().get(),
        line_cap: match of.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match of.linejoin() {
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
        },
        opacity: NormalizedF32::new(of.opacity().get())?,
        dash: of.dasharray().map(|array| StrokeDash { array: array.to_vec(), offset: of.dashoffset() }),
    })
}

fn paint(of: &usvg::Paint) -> Option<Paint> {
    Some(match of {
        usvg::Paint::Color(color) => rgb::Color::new(color.red, color.green, color.blue).into(),
        usvg::Paint::LinearGradient(of) => LinearGradient {
            x1: of.x1(),
            y1: of.y1(),
            x2: of.x2(),
            y2: of.y2(),
            transform: transform(of.transform()),
            spread_method: spread(of.spread_method()),
            stops: stops(of.stops())?,
            anti_alias: false,
        }
        .into(),
        usvg::Paint::RadialGradient(of) => RadialGradient {
            fx: of.fx(),
            fy: of.fy(),
            fr: of.fr().get(),
            cx: of.cx(),
            cy: of.cy(),
            cr: of.r().get(),
            transform: transform(of.transform()),
            spread_method: spread(of.spread_method()),
            stops: stops(of.stops())?,
            anti_alias: false,
        }
        .into(),
        usvg::Paint::Pattern(_) => return None,
    })
}

fn stops(of: &[usvg::Stop]) -> Option<Vec<Stop>> {
    let stop = |stop: &usvg::Stop| {
        let color = stop.color();
        Some(Stop {
            offset: NormalizedF32::new(stop.offset().get())?,
            color: rgb::Color::new(color.red, color.green, color.blue).into(),
            opacity: NormalizedF32::new(stop.opacity().get())?,
        })
    };
    of.iter().map(stop).collect()
}

fn spread(of: usvg::SpreadMethod) -> SpreadMethod {
    match of {
        usvg::SpreadMethod::Pad => SpreadMethod::Pad,
        usvg::SpreadMethod::Reflect => SpreadMethod::Reflect,
        usvg::SpreadMethod::Repeat => SpreadMethod::Repeat,
    }
}

fn transform(of: usvg::Transform) -> Transform {
    Transform::from_row(of.sx, of.ky, of.kx, of.sy, of.tx, of.ty)
}

fn image(surface: &mut Surface<'_>, it: &usvg::Image, depth: usize) {
    let data = |bytes: &Arc<Vec<u8>>| krilla::Data::from(bytes.clone());
    let image = match it.kind() {
        usvg::ImageKind::SVG(tree) => return group(surface, tree.root(), depth + 1),
        usvg::ImageKind::PNG(bytes) => Image::from_png(data(bytes), false),
        usvg::ImageKind::JPEG(bytes) => Image::from_jpeg(data(bytes), false),
        usvg::ImageKind::GIF(bytes) => Image::from_gif(data(bytes), false),
        usvg::ImageKind::WEBP(bytes) => Image::from_webp(data(bytes), false),
    };
    if let (Ok(image), Some(size)) = (image, Size::from_wh(it.size().width(), it.size().height())) {
        surface.draw_image(image, size);
    }
}
