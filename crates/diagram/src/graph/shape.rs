//! The outlines of nodes as SVG elements.

use std::fmt::Write as _;

use super::{Area, Shape};

/// Writes the outline of a node. `paint` are its styling attributes, `ink` is the colour of solid shapes.
pub(super) fn draw(shape: Shape, area: &Area, paint: &str, ink: &str, out: &mut String) {
    let (left, top, width, height) = (area.left(), area.top(), area.width, area.height);
    let (right, bottom, x, y) = (left + width, top + height, area.x, area.y);
    let polygon = |out: &mut String, points: &[(f64, f64)]| {
        out.push_str("<polygon points=\"");
        points.iter().for_each(|(x, y)| _ = write!(out, "{x:.1},{y:.1} "));
        let _ = write!(out, "\" {paint}/>");
    };
    let rectangle = |out: &mut String, corner: f64| {
        let _ = write!(
            out,
            r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" rx="{corner:.1}" {paint}/>"#
        );
    };
    let circle = |out: &mut String, radius: f64, paint: &str| {
        let _ = write!(out, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" {paint}/>"#);
    };
    match shape {
        Shape::Rectangle | Shape::Note => rectangle(out, 2.0),
        Shape::Rounded => rectangle(out, 8.0),
        Shape::Stadium => rectangle(out, height / 2.0),
        Shape::Subroutine => {
            rectangle(out, 0.0);
            let _ = write!(
                out,
                r#"<path d="M{:.1} {top:.1}V{bottom:.1}M{:.1} {top:.1}V{bottom:.1}" {paint}/>"#,
                left + 8.0,
                right - 8.0
            );
        }
        Shape::Cylinder => cylinder(area, paint, out),
        Shape::Circle => circle(out, width / 2.0, paint),
        Shape::DoubleCircle => {
            circle(out, width / 2.0, paint);
            circle(out, width / 2.0 - 5.0, paint);
        }
        Shape::Rhombus => polygon(out, &[(x, top), (right, y), (x, bottom), (left, y)]),
        Shape::Hexagon => {
            let cut = 14.0;
            polygon(
                out,
                &[
                    (left + cut, top),
                    (right - cut, top),
                    (right, y),
                    (right - cut, bottom),
                    (left + cut, bottom),
                    (left, y),
                ],
            );
        }
        Shape::Leaning { right: true } => {
            polygon(out, &[(left + 16.0, top), (right, top), (right - 16.0, bottom), (left, bottom)]);
        }
        Shape::Leaning { right: false } => {
            polygon(out, &[(left, top), (right - 16.0, top), (right, bottom), (left + 16.0, bottom)]);
        }
        Shape::Trapezoid { wide_below: true } => {
            polygon(out, &[(left + 16.0, top), (right - 16.0, top), (right, bottom), (left, bottom)]);
        }
        Shape::Trapezoid { wide_below: false } => {
            polygon(out, &[(left, top), (right, top), (right - 16.0, bottom), (left + 16.0, bottom)]);
        }
        Shape::Flag => polygon(out, &[(left, top), (right, top), (right, bottom), (left, bottom), (left + 14.0, y)]),
        Shape::Document => document(area, paint, out),
        Shape::Start => circle(out, width / 2.0, &format!(r#"fill="{ink}""#)),
        Shape::End => {
            circle(out, width / 2.0 - 1.0, &format!(r#"fill="none" stroke="{ink}" stroke-width="1.5""#));
            circle(out, width / 2.0 - 5.0, &format!(r#"fill="{ink}""#));
        }
        Shape::Bar => {
            let _ = write!(
                out,
                r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" rx="2" fill="{ink}"/>"#
            );
        }
    }
}

fn cylinder(area: &Area, paint: &str, out: &mut String) {
    let (left, top, half, lid) = (area.left(), area.top(), area.width / 2.0, 8.0);
    let side = area.height - 2.0 * lid;
    let _ = write!(
        out,
        r#"<path d="M{left:.1} {y:.1}a{half:.1} {lid} 0 0 1 {w:.1} 0v{side:.1}a{half:.1} {lid} 0 0 1 -{w:.1} 0zm0 0a{half:.1} {lid} 0 0 0 {w:.1} 0" {paint}/>"#,
        y = top + lid,
        w = area.width,
    );
}

fn document(area: &Area, paint: &str, out: &mut String) {
    let (wave, quarter) = (9.0, area.width / 4.0);
    let _ = write!(
        out,
        r#"<path d="M{:.1} {:.1}h{:.1}v{:.1}q-{quarter:.1} -{wave} -{h:.1} 0t-{h:.1} 0z" {paint}/>"#,
        area.left(),
        area.top(),
        area.width,
        area.height - wave,
        h = area.width / 2.0,
    );
}
