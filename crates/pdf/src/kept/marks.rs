//! Sheets of marks and the structure of a page as bytes, and back.
//!
//! Bytes are not trusted: whatever is read can be drawn, or nothing is read.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::rc::Rc;

use crate::fonts::FaceId;
use crate::kept::bytes::{Reader, Writer};
use crate::picture::{PictureName, Pictures};
use crate::rows::{Mark, MarkKind, Run, Target};
use crate::shape::Glyph;
use crate::structure::{Numbering, PartKind, Structure, Tag};
use crate::style::Rgb;

/// A glyph without its place in a text, by which it is found again.
type Form = (u32, [u32; 3]);

/// Writes sheets, each with its marks.
pub(super) fn write(sheets: &[Vec<Mark>], structure: &Structure, out: &mut Writer) {
    let parts: Vec<_> = structure.parts().collect();
    out.count(parts.len());
    for (parent, kind) in parts {
        out.option(parent, |out, tag| out.count(tag.index()));
        write_kind(kind, out);
    }
    let mut forms: HashMap<Form, usize> = HashMap::new();
    out.count(sheets.len());
    for sheet in sheets {
        out.count(sheet.len());
        for mark in sheet {
            out.floats(&[mark.x, mark.y]);
            out.option(mark.tag, |out, tag| out.count(tag.index()));
            write_mark(&mark.kind, &mut forms, out);
        }
    }
}

/// Reads sheets, and puts their structure in place of one that is empty.
pub(super) fn read(
    from: &mut Reader<'_>,
    pictures: &mut Pictures,
    structure: &mut Structure,
) -> Option<Vec<Vec<Mark>>> {
    let mut made = Structure::default();
    let count = from.count()?;
    for at in 0..count {
        let parent = from.option(|from| tag(from, at))?;
        made.add(parent, read_kind(from)?);
    }
    let mut forms = Vec::new();
    let sheets = from.list(|from| {
        from.list(|from| {
            let [x, y] = from.floats()?;
            let tag = from.option(|from| tag(from, count))?;
            Some(Mark { x, y, tag, kind: read_mark(from, &mut forms, pictures)? })
        })
    })?;
    *structure = made;
    Some(sheets)
}

fn tag(from: &mut Reader<'_>, bound: usize) -> Option<Tag> {
    let index = usize::try_from(from.number()?).ok().filter(|index| *index < bound)?;
    Tag::at(index)
}

fn write_kind(kind: &PartKind, out: &mut Writer) {
    let name = |out: &mut Writer, name: &Option<String>| out.option(name.as_deref(), Writer::text);
    match kind {
        PartKind::Div => out.0.push(0),
        PartKind::P => out.0.push(1),
        PartKind::BlockQuote => out.0.push(2),
        PartKind::Caption => out.0.push(3),
        PartKind::Code => out.0.push(4),
        PartKind::Link => out.0.push(5),
        PartKind::LI => out.0.push(6),
        PartKind::Lbl => out.0.push(7),
        PartKind::LBody => out.0.push(8),
        PartKind::Table => out.0.push(9),
        PartKind::TR => out.0.push(10),
        PartKind::TH => out.0.push(11),
        PartKind::TD => out.0.push(12),
        PartKind::Toc => out.0.push(13),
        PartKind::TocItem => out.0.push(14),
        PartKind::Figure(alt) => {
            out.0.push(15);
            name(out, alt);
        }
        PartKind::Formula(alt) => {
            out.0.push(16);
            name(out, alt);
        }
        PartKind::Hn(level, title) => {
            out.0.push(17);
            out.number(u64::from(level.get()));
            name(out, title);
        }
        PartKind::L(numbering) => {
            out.0.push(18);
            out.0.push(match numbering {
                Numbering::None => 0,
                Numbering::Disc => 1,
                Numbering::Decimal => 2,
            });
        }
    }
}

fn read_kind(from: &mut Reader<'_>) -> Option<PartKind> {
    let name = |from: &mut Reader<'_>| from.option(|from| from.text().map(str::to_owned));
    Some(match from.byte()? {
        0 => PartKind::Div,
        1 => PartKind::P,
        2 => PartKind::BlockQuote,
        3 => PartKind::Caption,
        4 => PartKind::Code,
        5 => PartKind::Link,
        6 => PartKind::LI,
        7 => PartKind::Lbl,
        8 => PartKind::LBody,
        9 => PartKind::Table,
        10 => PartKind::TR,
        11 => PartKind::TH,
        12 => PartKind::TD,
        13 => PartKind::Toc,
        14 => PartKind::TocItem,
        15 => PartKind::Figure(name(from)?),
        16 => PartKind::Formula(name(from)?),
        17 => PartKind::Hn(NonZeroU16::new(u16::try_from(from.number()?).ok()?)?, name(from)?),
        18 => PartKind::L(match from.byte()? {
            0 => Numbering::None,
            1 => Numbering::Disc,
            2 => Numbering::Decimal,
            _ => return None,
        }),
        _ => return None,
    })
}

fn write_color(Rgb(r, g, b): Rgb, out: &mut Writer) {
    out.0.extend([r, g, b]);
}

fn read_color(from: &mut Reader<'_>) -> Option<Rgb> {
    let [r, g, b] = from.take(3)?.try_into().ok()?;
    Some(Rgb(r, g, b))
}

fn write_mark(kind: &MarkKind, forms: &mut HashMap<Form, usize>, out: &mut Writer) {
    match kind {
        MarkKind::Text(run) => {
            out.0.push(0);
            write_run(run, forms, out);
        }
        MarkKind::Fill { width, height, color, radius } => {
            out.0.push(1);
            out.floats(&[*width, *height, *radius]);
            write_color(*color, out);
        }
        MarkKind::Frame { width, height, color, line, radius } => {
            out.0.push(2);
            out.floats(&[*width, *height, *line, *radius]);
            write_color(*color, out);
        }
        MarkKind::Line { dx, dy, color, line } => {
            out.0.push(3);
            out.floats(&[*dx, *dy, *line]);
            write_color(*color, out);
        }
        MarkKind::Picture { width, height, picture } => {
            out.0.push(4);
            out.floats(&[*width, *height]);
            match &picture.name {
                PictureName::Read(key) => {
                    out.0.push(0);
                    out.0.extend(key.0);
                }
                PictureName::Icon(name, color) => {
                    out.0.push(1);
                    out.text(name);
                    write_color(*color, out);
                }
            }
        }
        MarkKind::Link { width, height, target, alt } => {
            out.0.push(5);
            out.floats(&[*width, *height]);
            out.text(alt);
            match &**target {
                Target::Inside(name, elsewhere) => {
                    out.0.push(0);
                    out.text(name);
                    out.option(elsewhere.as_deref(), Writer::text);
                }
                Target::Address(url) => {
                    out.0.push(1);
                    out.text(url);
                }
            }
        }
        MarkKind::Anchor(name) => {
            out.0.push(6);
            out.text(name);
        }
        MarkKind::Empty => out.0.push(7),
    }
}

fn read_mark(from: &mut Reader<'_>, forms: &mut Vec<Form>, pictures: &mut Pictures) -> Option<MarkKind> {
    Some(match from.byte()? {
        0 => MarkKind::Text(Rc::new(read_run(from, forms)?)),
        1 => {
            let [width, height, radius] = from.floats()?;
            MarkKind::Fill { width, height, radius, color: read_color(from)? }
        }
        2 => {
            let [width, height, line, radius] = from.floats().filter(|[_, _, line, _]| *line >= 0.0)?;
            MarkKind::Frame { width, height, line, radius, color: read_color(from)? }
        }
        3 => {
            let [dx, dy, line] = from.floats().filter(|[_, _, line]| *line >= 0.0)?;
            MarkKind::Line { dx, dy, line, color: read_color(from)? }
        }
        4 => {
            let [width, height] = from.floats()?;
            let picture = match from.byte()? {
                0 => pictures.known(quire_content::hash::Hash::from_slice(from.take(32)?).ok()?)?.0,
                1 => {
                    let name = from.text()?;
                    pictures.icon(name, read_color(from)?)?.0
                }
                _ => return None,
            };
            MarkKind::Picture { width, height, picture }
        }
        5 => {
            let [width, height] = from.floats()?;
            let alt = from.text()?.into();
            let target = match from.byte()? {
                0 => Target::Inside(from.text()?.to_owned(), from.option(|from| from.text().map(str::to_owned))?),
                1 => Target::Address(from.text()?.to_owned()),
                _ => return None,
            };
            MarkKind::Link { width, height, alt, target: Rc::new(target) }
        }
        6 => MarkKind::Anchor(from.text()?.into()),
        7 => MarkKind::Empty,
        _ => return None,
    })
}

/// Writes a run. Most glyphs are one character that follows the last one, which is one number.
fn write_run(run: &Run, forms: &mut HashMap<Form, usize>, out: &mut Writer) {
    out.number(u64::from(run.face.0));
    out.float(run.size);
    write_color(run.color, out);
    out.text(&run.text);
    out.count(run.glyphs.len());
    let mut end = 0;
    for glyph in &run.glyphs {
        let form = (glyph.id, [glyph.advance, glyph.x, glyph.y].map(f32::to_bits));
        let next = forms.len();
        let index = *forms.entry(form).or_insert(next);
        let follows = glyph.start == end && glyph.end == end + 1;
        out.count(index * 2 + usize::from(follows));
        if index == next {
            out.number(u64::from(glyph.id));
            out.floats(&[glyph.advance, glyph.x, glyph.y]);
        }
        if !follows {
            out.number(u64::from(glyph.start));
            out.number(u64::from(glyph.end));
        }
        end = glyph.end;
    }
}

fn read_run(from: &mut Reader<'_>, forms: &mut Vec<Form>) -> Option<Run> {
    let face = FaceId(from.small()?);
    let size = from.float()?;
    let color = read_color(from)?;
    let text = from.text()?.to_owned();
    let mut end = 0;
    let glyphs = from.list(|from| {
        let number = usize::try_from(from.number()?).ok()?;
        let index = number / 2;
        if index == forms.len() {
            let id = from.small().filter(|id| *id <= u32::from(u16::MAX))?;
            forms.push((id, from.floats::<3>()?.map(f32::to_bits)));
        }
        let (id, form) = *forms.get(index)?;
        let range = if number % 2 == 1 { (end, end + 1) } else { (from.small()?, from.small()?) };
        let (start, stop) = (range.0 as usize, range.1 as usize);
        // The part of the text that it stands for.
        text.get(start..stop)?;
        end = range.1;
        let [advance, x, y] = form.map(f32::from_bits);
        Some(Glyph { id, advance, x, y, start: range.0, end: range.1 })
    })?;
    Some(Run { face, size, color, text, glyphs })
}
