//! Boxes of formulas: letters and lines with a base line, and how they are put together.

use pulldown_latex::event::{Dimension, DimensionUnit, Grouping};

use crate::rows::{Mark, MarkKind};
use crate::style::INK;

/// A box with the base line of its content. Places of marks are relative to the left end of the base line.
#[derive(Debug, Clone, Default)]
pub(crate) struct MathBox {
    pub(crate) width: f32,
    pub(crate) above: f32,
    pub(crate) below: f32,
    pub(crate) marks: Vec<Mark>,
}

impl MathBox {
    pub(crate) fn space(width: f32) -> Self {
        Self { width, ..Self::default() }
    }

    /// Adds a box to the right.
    pub(crate) fn push(&mut self, other: Self, rise: f32) {
        let x = self.width;
        self.put(other, x, rise);
    }

    /// Adds a box at a place above the base line.
    pub(crate) fn put(&mut self, other: Self, x: f32, rise: f32) {
        self.marks.extend(other.marks.into_iter().map(|mark| Mark { x: mark.x + x, y: mark.y - rise, ..mark }));
        self.above = self.above.max(other.above + rise);
        self.below = self.below.max(other.below - rise);
        self.width = self.width.max(x + other.width);
    }

    pub(crate) fn line(&mut self, (x, y): (f32, f32), (dx, dy): (f32, f32), width: f32) {
        let kind = MarkKind::Line { dx, dy, color: INK, line: width };
        self.marks.push(Mark::ornament(x, -y, kind));
    }
}

pub(crate) fn fraction(top: MathBox, bottom: MathBox, size: f32, has_line: bool) -> MathBox {
    let axis = size * 0.28;
    let width = top.width.max(bottom.width) + size * 0.2;
    let mut made = MathBox::space(width);
    let (x, rise) = ((width - top.width) / 2.0, axis + top.below + size * 0.14);
    made.put(top, x, rise);
    let (x, fall) = ((width - bottom.width) / 2.0, bottom.above + size * 0.14 - axis);
    made.put(bottom, x, -fall);
    if has_line {
        made.line((size * 0.04, axis), (width - size * 0.08, 0.0), size * 0.05);
    }
    made.width = width + size * 0.08;
    made
}

pub(crate) fn root(inner: MathBox, index: Option<MathBox>, size: f32) -> MathBox {
    let (above, below, width) = (inner.above + size * 0.16, inner.below + size * 0.04, inner.width);
    let left = size * 0.5;
    let line = size * 0.05;
    let start = index.as_ref().map_or(0.0, |index| (index.width - left * 0.4).max(0.0));
    let mut made = MathBox { width: start + left + width + size * 0.08, above: above + line, below, marks: Vec::new() };
    let foot = -below;
    made.line((start, size * 0.22), (left * 0.3, -size * 0.04), line);
    made.line((start + left * 0.3, size * 0.26), (left * 0.3, size * 0.26 - foot), line * 1.6);
    made.line((start + left * 0.6, foot), (left * 0.4, foot - above), line);
    made.line((start + left, above), (width + size * 0.06, 0.0), line);
    made.put(inner, start + left, 0.0);
    if let Some(index) = index {
        made.put(index, 0.0, size * 0.38);
    }
    made
}

/// Stands rows of cells below each other.
pub(crate) fn table(rows: Vec<Vec<MathBox>>, grouping: &Grouping, size: f32) -> MathBox {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<f32> = (0..columns)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width).fold(0.0, f32::max))
        .collect();
    let aligned = matches!(
        grouping,
        Grouping::Align { .. }
            | Grouping::Aligned
            | Grouping::Alignat { .. }
            | Grouping::Alignedat { .. }
            | Grouping::Split
    );
    let heights: Vec<(f32, f32)> = rows
        .iter()
        .map(|row| {
            let most = |of: fn(&MathBox) -> f32, least: f32| row.iter().map(of).fold(least, f32::max);
            (most(|cell| cell.above, size * 0.7), most(|cell| cell.below, size * 0.22))
        })
        .collect();
    let gap = size * 0.3;
    let total: f32 =
        heights.iter().map(|(above, below)| above + below).sum::<f32>() + gap * heights.len().saturating_sub(1) as f32;
    let mut top = total / 2.0 + size * 0.28;
    let mut made = MathBox::default();
    for (row, (above, below)) in rows.into_iter().zip(heights) {
        let mut x = 0.0;
        for (at, cell) in row.into_iter().enumerate() {
            let free = widths[at] - cell.width;
            let shift = match grouping {
                _ if aligned => {
                    if at.is_multiple_of(2) {
                        free
                    } else {
                        0.0
                    }
                }
                Grouping::Cases { .. } => 0.0,
                _ => free / 2.0,
            };
            made.put(cell, x + shift, top - above);
            x += widths[at] + if aligned && at.is_multiple_of(2) { size * 0.15 } else { size * 0.8 };
        }
        top -= above + below + gap;
    }
    made
}

pub(crate) fn points(dimension: Dimension, size: f32) -> f32 {
    let unit = match dimension.unit {
        DimensionUnit::Em => size,
        DimensionUnit::Mu => size / 18.0,
        DimensionUnit::Ex => size * 0.5,
        DimensionUnit::Mm => 72.0 / 25.4,
        DimensionUnit::Cm => 720.0 / 25.4,
        DimensionUnit::In => 72.0,
        _ => 1.0,
    };
    (dimension.value * unit).clamp(-200.0, 200.0)
}
