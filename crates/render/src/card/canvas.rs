//! Pixels to draw on: convex shapes and single pixels, mixed into what is there.

use crate::theme::color::Rgb;

/// A picture in the making.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn new(width: u32, height: u32, ground: Rgb) -> Self {
        Self { width, height, pixels: ground.0.repeat((width * height) as usize) }
    }

    /// Three bytes for each pixel, row by row.
    pub(super) fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Mixes a colour into a pixel; one beside the picture is none.
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

    /// A convex shape by its corners, clockwise; its edges are smooth.
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

/// How much of the pixel around a point is within the shape: by its distance from the nearest edge.
fn coverage(corners: &[(f32, f32)], x: f32, y: f32) -> f32 {
    let next = corners.iter().cycle().skip(1);
    let distances = corners.iter().zip(next).map(|(&(ax, ay), &(bx, by))| {
        let (dx, dy) = (bx - ax, by - ay);
        ((y - ay) * dx - (x - ax) * dy) / dx.hypot(dy).max(f32::EPSILON)
    });
    (distances.fold(f32::MAX, f32::min) + 0.5).clamp(0.0, 1.0)
}
