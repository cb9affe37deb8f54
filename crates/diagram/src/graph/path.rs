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

    /// An area with its centre away from the origin.
    const AREA: Area = Area { x: 100.0, y: 50.0, width: 20.0, height: 10.0 };

    /// Asserts the rest of a path, with points relative to the centre, after its start is trimmed.
    #[track_caller]
    fn check(shape: Shape, path: &[(f64, f64)], expected: &[(f64, f64)]) {
        let mut points: Vec<_> = path.iter().map(|(x, y)| Point { x: AREA.x + x, y: AREA.y + y }).collect();
        trim_start(&mut points, (shape, AREA));
        let rest: Vec<_> = points.iter().map(|point| (point.x - AREA.x, point.y - AREA.y)).collect();
        let is_near = |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
        assert!(rest.len() == expected.len() && rest.iter().zip(expected).all(is_near), "{rest:?}");
    }

    #[test]
    fn each_shape_is_left_at_its_own_outline() {
        let (inside, away) = ((1.0, 1.0), (30.0, 20.0));
        check(Shape::Rectangle, &[inside, away], &[(7.5, 5.0), away]);
        check(Shape::Rhombus, &[inside, away], &[(30.0 / 7.0, 20.0 / 7.0), away]);
        for shape in [Shape::Circle, Shape::DoubleCircle, Shape::Start, Shape::End] {
            check(shape, &[inside, away], &[(6.0, 4.0), away]);
        }
        check(Shape::Rhombus, &[(0.0, 0.0), (-30.0, 20.0)], &[(-30.0 / 7.0, 20.0 / 7.0), (-30.0, 20.0)]);
        check(Shape::Circle, &[(0.0, 0.0), (0.0, -20.0)], &[(0.0, -5.0), (0.0, -20.0)]);
    }

    #[test]
    fn all_points_that_a_shape_covers_are_cut_off() {
        // The rectangle covers three points, the circle two, the rhombus one.
        let path = [(0.0, 0.0), (6.0, 4.0), (8.0, 4.0), (30.0, 20.0)];
        check(Shape::Rectangle, &path, &[(7.5, 5.0), path[3]]);
        check(Shape::Circle, &path, &[(8.0 / 1.28_f64.sqrt(), 4.0 / 1.28_f64.sqrt()), path[2], path[3]]);
        check(Shape::Rhombus, &path, &[(30.0 / 7.0, 20.0 / 7.0), path[1], path[2], path[3]]);
    }

    #[test]
    fn a_path_within_a_shape_becomes_one_point_of_the_outline() {
        check(Shape::Rectangle, &[(1.0, 0.0), (5.0, 0.0)], &[(10.0, 0.0)]);
        check(Shape::Rectangle, &[(0.0, 0.0)], &[(0.0, 5.0)]);
        check(Shape::Rectangle, &[], &[]);
    }

    #[test]
    fn curves_begin_and_end_at_their_points() {
        let points = [Point { x: 0.0, y: 0.0 }, Point { x: 5.0, y: 5.0 }, Point { x: 10.0, y: 0.0 }];
        let curve = curve(&points);
        assert!(curve.starts_with("M0.0 0.0") && curve.ends_with("L10.0 0.0"), "{curve}");
    }
}
