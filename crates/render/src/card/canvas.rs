//! A bitmap with alpha blending of single pixels and of convex polygons.

use crate::theme::color::Rgb;

/// A bitmap of eight bits a channel that is drawn on.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    /// Creates a bitmap of one colour.
    pub(super) fn new(width: u32, height: u32, ground: Rgb) -> Self {
        Self { width, height, pixels: ground.0.repeat((width * height) as usize) }
    }

    /// Returns the pixels row by row, as three bytes each: red, green, blue.
    pub(super) fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Blends a colour into a pixel; a position outside of the bitmap is ignored.
    pub(super) fn blend(&mut self, x: i64, y: i64, color: Rgb, strength: f32) {
        if !(0..i64::from(self.width)).contains(&x) || !(0..i64::from(self.height)).contains(&y) {
            return;
        }
        let at = ((y * i64::from(self.width) + x) * 3) as usize;
        let strength = strength.clamp(0.0, 1.0);
        for (pixel, channel) in self.pixels[at..at + 3].iter_mut().zip(color.0) {
            let mixed = f32::from(*pixel) + (f32::from(channel) - f32::from(*pixel)) * strength;
            *pixel = mixed.round() as u8;
        }
    }

    /// Fills a convex polygon, given by its corners in clockwise order, with antialiased edges.
    pub(super) fn polygon(&mut self, corners: &[(f32, f32)], color: Rgb, strength: f32) {
        let fold =
            |pick: fn(&(f32, f32)) -> f32, by: fn(f32, f32) -> f32, first| corners.iter().map(pick).fold(first, by);
        let (left, right) = (fold(|it| it.0, f32::min, f32::MAX), fold(|it| it.0, f32::max, f32::MIN));
        let (top, bottom) = (fold(|it| it.1, f32::min, f32::MAX), fold(|it| it.1, f32::max, f32::MIN));
        for y in top as i64..=bottom as i64 {
            for x in left as i64..=right as i64 {
                let inside = coverage(corners, x as f32 + 0.5, y as f32 + 0.5);
                if inside > 0.0 {
                    self.blend(x, y, color, inside * strength);
                }
            }
        }
    }
}

/// Returns the approximate share of a pixel within a polygon, 0 to 1, from the distance to the nearest edge.
fn coverage(corners: &[(f32, f32)], x: f32, y: f32) -> f32 {
    let next = corners.iter().cycle().skip(1);
    let distances = corners.iter().zip(next).map(|(&(ax, ay), &(bx, by))| {
        let (dx, dy) = (bx - ax, by - ay);
        ((y - ay) * dx - (x - ax) * dy) / dx.hypot(dy).max(f32::EPSILON)
    });
    (distances.fold(f32::MAX, f32::min) + 0.5).clamp(0.0, 1.0)
}
