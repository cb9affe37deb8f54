//! Colours: contrast, mixing, and adjustment for readability.
//!
//! Contrast is that of WCAG 2.2 (relative luminance). Colours are mixed, lightened and darkened in Oklab (Björn
//! Ottosson, 2020), which keeps their perceived hue.

use std::fmt;

/// The least contrast of text of normal size (WCAG 2.2, 1.4.3, level AA).
pub const READABLE: f64 = 4.5;

/// Black, `#000000`.
pub const BLACK: Rgb = Rgb([0, 0, 0]);
/// White, `#ffffff`.
pub const WHITE: Rgb = Rgb([255, 255, 255]);

/// The number of bisections between a colour and black or white: finer than a step of a channel.
const HALVINGS: u32 = 12;

/// An sRGB colour: red, green and blue, 0 to 255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Rgb {
    /// Parses a colour like `#346ddb` or `#36d`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: Option<Vec<u8>> =
            text.strip_prefix('#')?.chars().map(|it| it.to_digit(16).map(|it| it as u8)).collect();
        match digits?[..] {
            [r, g, b] => Some(Self([r * 17, g * 17, b * 17])),
            [a, b, c, d, e, f] => Some(Self([a * 16 + b, c * 16 + d, e * 16 + f])),
            _ => None,
        }
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn from_linear(linear: [f64; 3]) -> Self {
        Self(linear.map(|value| {
            let value = value.clamp(0.0, 1.0);
            let value = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
            (value * 255.0).round() as u8
        }))
    }

    fn oklab(self) -> [f64; 3] {
        let [r, g, b] = self.linear();
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    fn from_oklab([lightness, a, b]: [f64; 3]) -> Self {
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        Self::from_linear([
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ])
    }

    /// Returns the relative luminance (WCAG 2.2), from 0 for black to 1 for white.
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Returns the contrast ratio of two colours (WCAG 2.2), from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Mixes this colour with a share, 0 to 1, of another.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let (from, to) = (self.oklab(), other.oklab());
        Self::from_oklab(std::array::from_fn(|at| from[at] + (to[at] - from[at]) * share))
    }

    /// Returns black or white, whichever has more contrast. The contrast is at least 4.58.
    pub fn ink(self) -> Self {
        if self.contrast(WHITE) >= self.contrast(BLACK) { WHITE } else { BLACK }
    }

    /// Returns this colour, or the nearest one towards black or white that has a contrast of `least` on every ground.
    /// If there is none, the result is black or white.
    #[must_use]
    pub fn readable(self, grounds: &[Self], least: f64) -> Self {
        let fits = |color: Self| grounds.iter().all(|ground| color.contrast(*ground) >= least);
        if fits(self) {
            return self;
        }
        let brightness = grounds.iter().map(|ground| ground.luminance()).sum::<f64>() / grounds.len().max(1) as f64;
        // The luminance at which black and white have equal contrast.
        let end = if brightness > 0.179 { BLACK } else { WHITE };
        let (mut near, mut far) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(near, far);
            if fits(self.mix(end, middle)) { far = middle } else { near = middle }
        }
        self.mix(end, far)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLACK, READABLE, Rgb, WHITE};

    #[test]
    fn colors_are_read_and_written() {
        assert_eq!(Rgb::parse("#346ddb").unwrap().to_string(), "#346ddb");
        assert_eq!(Rgb::parse("#36d").unwrap().to_string(), "#3366dd");
        assert!(["346ddb", "#", "#12345", "#12345g", "#ééé"].iter().all(|it| Rgb::parse(it).is_none()));
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        assert!((Rgb([0x76, 0x76, 0x76]).contrast(WHITE) - 4.54).abs() < 0.01);
    }

    proptest! {
        #[test]
        fn oklab_comes_back(rgb: [u8; 3]) {
            prop_assert_eq!(Rgb::from_oklab(Rgb(rgb).oklab()), Rgb(rgb));
        }

        #[test]
        fn ink_is_readable(rgb: [u8; 3]) {
            prop_assert!(Rgb(rgb).ink().contrast(Rgb(rgb)) >= READABLE);
        }

        #[test]
        fn any_color_is_made_readable(rgb: [u8; 3], ground: [u8; 3]) {
            let ground = Rgb(ground);
            prop_assert!(Rgb(rgb).readable(&[ground], READABLE).contrast(ground) >= READABLE);
        }
    }
}
