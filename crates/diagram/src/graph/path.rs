//! The paths of edges: their intersections with outlines, and the curve through their points.

use std::fmt::Write as _;

use super::{Area, Point, Shape};

/// Cuts off the part of a path within the outline that it starts from.
pub(super) fn trim_start(points: &mut Vec<Point>, (shape, area): (Shape, Area)) {
    let out = points.iter().position(|point| !covers(shape, &area, *point)).unwrap_or(points.len());
    let Some(toward) = points.get(out).or(points.last()).copied() else { return };
    let meets = border(shape, &area, toward);
    points.drain(..out.min(points.len()));
    points.insert(0, meets);
}

/// Returns true if a point is within an outline or on it, with a tolerance of 2 %.
fn covers(shape: Shape, area: &Area, point: Point) -> bool {
    reach(shape, area, point.x - area.x, point.y - area.y) <= 1.02
}

/// Returns the intersection of an outline with the line from its centre to a point.
fn border(shape: Shape, area: &Area, toward: Point) -> Point {
    let (x, y) = (toward.x - area.x, toward.y - area.y);
    let reach = reach(shape, area, x, y);
    if reach < 1e-6 {
        return Point { x: area.x, y: area.y + area.height / 2.0 };
    }
    Point { x: area.x + x / reach, y: area.y + y / reach }
}

/// Returns the relative distance of a point from the centre: 1 on the outline, less inside.
fn reach(shape: Shape, area: &Area, x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs() / (area.width / 2.0).max(0.5), y.abs() / (area.height / 2.0).max(0.5));
    match shape {
        Shape::Circle | Shape::DoubleCircle | Shape::Start | Shape::End => x.hypot(y),
        Shape::Rhombus => x + y,
        _ => x.max(y),
    }
}

/// Returns a smooth curve as path data: a uniform cubic B-spline clamped to the first and the last point.
pub(super) fn curve(points: &[Point]) -> String {
    let mut out = String::new();
    let Some((first, rest)) = points.split_first() else { return out };
    let _ = write!(out, "M{:.1} {:.1}", first.x, first.y);
    let Some((last, _)) = rest.split_last() else { return out };
    if rest.len() == 1 {
        let _ = write!(out, "L{:.1} {:.1}", last.x, last.y);
        return out;
    }
    let near = mix(*first, rest[0], 1.0 / 6.0);
    let _ = write!(out, "L{:.1} {:.1}", near.x, near.y);
    let mut all = points.to_vec();
    all.push(*last);
    for three in all.windows(3) {
        let (a, b, c) = (three[0], three[1], three[2]);
        let (one, two) = (mix(a, b, 1.0 / 3.0), mix(a, b, 2.0 / 3.0));
        let end = Point { x: (a.x + 4.0 * b.x + c.x) / 6.0, y: (a.y + 4.0 * b.y + c.y) / 6.0 };
        let _ = write!(out, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", one.x, one.y, two.x, two.y, end.x, end.y);
    }
    let _ = write!(out, "L{:.1} {:.1}", last.x, last.y);
    out
}

fn mix(a: Point, b: Point, part: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { x: 0.0, y: 0.0, width: 20.0, height: 10.0 };

    #[test]
    fn ways_begin_at_the_outline() {
        for (shape, at) in [(Shape::Rectangle, 10.0), (Shape::Circle, 10.0), (Shape::Rhombus, 10.0)] {
            let mut points = vec![Point { x: 1.0, y: 0.0 }, Point { x: 30.0, y: 0.0 }];
            trim_start(&mut points, (shape, AREA));
            assert_eq!(points, [Point { x: at, y: 0.0 }, Point { x: 30.0, y: 0.0 }]);
        }
        let mut points = vec![Point { x: 0.0, y: 0.0 }];
        trim_start(&mut points, (Shape::Rectangle, AREA));
        assert_eq!(points, [Point { x: 0.0, y: 5.0 }]);
    }

    #[test]
    fn curves_begin_and_end_at_their_points() {
        let points = [Point { x: 0.0, y: 0.0 }, Point { x: 5.0, y: 5.0 }, Point { x: 10.0, y: 0.0 }];
        let curve = curve(&points);
        assert!(curve.starts_with("M0.0 0.0") && curve.ends_with("L10.0 0.0"), "{curve}");
    }
}
