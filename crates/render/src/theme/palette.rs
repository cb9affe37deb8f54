//! The complete palette of a site, derived from the few colours of its theme.
//!
//! Every text colour is readable on its backgrounds; the accent colour is readable on every background it is used on.

use super::color::{BLACK, READABLE, Rgb, WHITE};
use super::{Preset, Theme};

/// The contrast of text, which exceeds the standard because backgrounds are tinted once more under a pointer.
const COMFORT: f64 = READABLE + 0.2;
/// The least contrast of the edges of controls (WCAG 2.2, 1.4.11).
const VISIBLE: f64 = 3.0;

/// The colours of one site: name and value, on light and on dark backgrounds.
pub(super) struct Palette {
    light: Vec<(&'static str, Rgb)>,
    dark: Vec<(&'static str, Rgb)>,
}

impl Palette {
    pub(super) fn of(theme: &Theme) -> Self {
        Self { light: Side::light(theme).colors(theme.preset), dark: Side::dark(theme).colors(theme.preset) }
    }

    /// Returns the colours as custom properties with `light-dark()`, which the browser resolves by `color-scheme`.
    pub(super) fn css(&self) -> String {
        let pairs = self.light.iter().zip(&self.dark);
        let values: Vec<_> =
            pairs.map(|((name, light), (_, dark))| format!("--{name}:light-dark({light},{dark})")).collect();
        format!(":root{{{}}}\n", values.join(";"))
    }
}

/// The base colours of the light or the dark palette.
struct Side {
    ground: Rgb,
    text: Rgb,
    primary: Rgb,
    semantic: [Rgb; 4],
}

impl Side {
    fn light(theme: &Theme) -> Self {
        let lean = theme.tint.map_or(Rgb([0x6b, 0x72, 0x70]), |tint| tint.light);
        let share = match (theme.tint, theme.preset) {
            (_, Preset::Muted) => 0.045,
            (Some(_), _) => 0.02,
            (None, _) => 0.0,
        };
        Self {
            ground: WHITE.mix(lean, share),
            text: BLACK.mix(lean, 0.28).readable(&[WHITE], 13.0),
            primary: theme.primary.light,
            semantic: [theme.info, theme.success, theme.warning, theme.danger].map(|it| it.light),
        }
    }

    fn dark(theme: &Theme) -> Self {
        let lean = theme.tint.map_or(Rgb([0x7a, 0x84, 0x82]), |tint| tint.dark);
        let ground = if theme.preset == Preset::Muted { Rgb([0x1d, 0x1f, 0x1f]) } else { Rgb([0x14, 0x16, 0x16]) };
        Self {
            ground: if theme.tint.is_some() { ground.mix(lean, 0.05) } else { ground },
            text: WHITE.mix(lean, 0.16).readable(&[ground], 12.0),
            primary: theme.primary.dark,
            semantic: [theme.info, theme.success, theme.warning, theme.danger].map(|it| it.dark),
        }
    }

    fn colors(&self, preset: Preset) -> Vec<(&'static str, Rgb)> {
        let Self { ground, text, primary, .. } = *self;
        let surface = ground.mix(text, 0.04);
        let soft = self.soft(primary);
        let grounds = [ground, surface, soft];
        let accent = primary.readable(&grounds, COMFORT);
        let mut colors = vec![
            ("bg", ground),
            ("surface", surface),
            ("raised", if ground.luminance() > 0.5 { ground.mix(WHITE, 0.6) } else { ground.mix(text, 0.06) }),
            ("hover", ground.mix(text, 0.065)),
            ("line", ground.mix(text, 0.13)),
            ("edge", ground.mix(text, 0.3).readable(&[ground], VISIBLE)),
            ("text", text),
            ("muted", ground.mix(text, 0.62).readable(&grounds, COMFORT)),
            ("primary", primary),
            ("on-primary", primary.ink()),
            ("accent", accent),
            ("link", accent),
            ("soft", soft),
        ];
        let semantic = [
            ("info", "info-soft", "info-line"),
            ("success", "success-soft", "success-line"),
            ("warning", "warning-soft", "warning-line"),
            ("danger", "danger-soft", "danger-line"),
        ];
        for ((name, soft_name, line), color) in semantic.into_iter().zip(self.semantic) {
            let soft = self.soft(color);
            let text = color.readable(&[ground, surface, soft], COMFORT);
            colors.extend([(name, text), (soft_name, soft), (line, soft.mix(text, 0.3))]);
        }
        colors.extend(self.header(preset, accent));
        colors
    }

    /// Returns the background tinted with a colour, faintly enough that text stays readable on it.
    fn soft(&self, color: Rgb) -> Rgb {
        let share = if self.ground.luminance() > 0.5 { 0.09 } else { 0.17 };
        let soft = self.ground.mix(color, share);
        // A colour with nearly the contrast of text would turn the background grey.
        if soft.contrast(self.text) < 9.0 { self.ground.mix(color, share / 2.0) } else { soft }
    }

    fn header(&self, preset: Preset, accent: Rgb) -> [(&'static str, Rgb); 5] {
        let Self { ground, text, primary, .. } = *self;
        let muted = ground.mix(text, 0.7).readable(&[ground, ground.mix(text, 0.04)], COMFORT);
        if preset != Preset::Bold {
            let line = ground.mix(text, 0.13);
            let names = ["header-bg", "header-text", "header-muted", "header-line", "header-accent"];
            return std::array::from_fn(|at| (names[at], [ground, text, muted, line, accent][at]));
        }
        let ink = primary.ink();
        [
            ("header-bg", primary),
            ("header-text", ink),
            ("header-muted", ink),
            ("header-line", primary.mix(ink, 0.25)),
            ("header-accent", ink),
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::color::{READABLE, Rgb};
    use super::super::{Pair, Preset, Theme};
    use super::Palette;

    fn pair() -> impl Strategy<Value = Pair> {
        any::<([u8; 3], [u8; 3])>().prop_map(|(light, dark)| Pair { light: Rgb(light), dark: Rgb(dark) })
    }

    fn preset() -> impl Strategy<Value = Preset> {
        prop::sample::select(vec![Preset::Clean, Preset::Muted, Preset::Bold, Preset::Gradient])
    }

    prop_compose! {
        fn theme()(
            preset in preset(), primary in pair(), tint in prop::option::of(pair()), info in pair(),
            success in pair(), warning in pair(), danger in pair(),
        ) -> Theme {
            Theme { preset, primary, tint, info, success, warning, danger, ..Theme::default() }
        }
    }

    /// Each text colour with the backgrounds that it is used on.
    const TEXTS: &[(&str, &[&str])] = &[
        (
            "text",
            &["bg", "surface", "raised", "hover", "soft", "info-soft", "success-soft", "warning-soft", "danger-soft"],
        ),
        ("muted", &["bg", "surface", "soft"]),
        ("accent", &["bg", "surface", "soft"]),
        ("on-primary", &["primary"]),
        ("info", &["bg", "surface", "info-soft"]),
        ("success", &["bg", "surface", "success-soft"]),
        ("warning", &["bg", "surface", "warning-soft"]),
        ("danger", &["bg", "surface", "danger-soft"]),
        ("header-text", &["header-bg"]),
        ("header-muted", &["header-bg"]),
        ("header-accent", &["header-bg"]),
    ];

    fn unreadable(colors: &[(&'static str, Rgb)]) -> Vec<String> {
        let of = |name: &str| colors.iter().find(|(known, _)| *known == name).unwrap().1;
        let pairs = TEXTS.iter().flat_map(|(text, grounds)| grounds.iter().map(move |ground| (*text, *ground)));
        let bad = pairs.filter(|(text, ground)| of(text).contrast(of(ground)) < READABLE);
        bad.map(|(text, ground)| format!("{text} {} on {ground} {}", of(text), of(ground))).collect()
    }

    proptest! {
        #[test]
        fn whatever_a_site_chooses_is_readable(theme in theme()) {
            let palette = Palette::of(&theme);
            prop_assert_eq!(unreadable(&palette.light), Vec::<String>::new());
            prop_assert_eq!(unreadable(&palette.dark), Vec::<String>::new());
        }
    }
}
