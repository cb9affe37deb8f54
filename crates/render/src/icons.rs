//! Icons by their Font Awesome names, as SVG in the colour of the text.
//!
//! The shapes are those of Font Awesome Free (CC BY 4.0, © Fonticons, Inc.). Other names, those of the
//! paid sets too, draw nothing.

use font_awesome_as_a_crate::{Type, svg};
use maud::{Markup, html};

/// Names of other versions of Font Awesome, each with its name here.
const ALIASES: &[(&str, &str)] = &[
    ("ad", "rectangle-ad"),
    ("birthday-cake", "cake-candles"),
    ("chart-mixed", "chart-column"),
    ("check-circle", "circle-check"),
    ("cog", "gear"),
    ("cogs", "gears"),
    ("edit", "pen-to-square"),
    ("exclamation-circle", "circle-exclamation"),
    ("exclamation-triangle", "triangle-exclamation"),
    ("external-link", "arrow-up-right-from-square"),
    ("external-link-alt", "up-right-from-square"),
    ("file-alt", "file-lines"),
    ("file-archive", "file-zipper"),
    ("home", "house"),
    ("info-circle", "circle-info"),
    ("map-marker-alt", "location-dot"),
    ("mobile-alt", "mobile-screen-button"),
    ("play-circle", "circle-play"),
    ("plus-circle", "circle-plus"),
    ("question-circle", "circle-question"),
    ("save", "floppy-disk"),
    ("search", "magnifying-glass"),
    ("shield-alt", "shield-halved"),
    ("sign-in-alt", "right-to-bracket"),
    ("sign-out-alt", "right-from-bracket"),
    ("sparkles", "wand-magic-sparkles"),
    ("sync", "arrows-rotate"),
    ("tachometer-alt", "gauge-high"),
    ("times", "xmark"),
    ("times-circle", "circle-xmark"),
    ("tools", "screwdriver-wrench"),
    ("trash-alt", "trash-can"),
    ("user-circle", "circle-user"),
    ("x-twitter", "twitter"),
];

/// Returns the icon of a name, if it exists. The icon is hidden from assistive technology.
pub fn icon(name: &str) -> Option<Markup> {
    let (view, path) = shape(name)?;
    Some(
        html! { svg.q-icon viewBox=(view) aria-hidden="true" focusable="false" { path fill="currentColor" d=(path) {} } },
    )
}

/// Returns the view box and the path of an icon.
fn shape(name: &str) -> Option<(&'static str, &'static str)> {
    let name = name.strip_prefix("fa-").unwrap_or(name);
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    let found = [Type::Solid, Type::Brands, Type::Regular].into_iter().find_map(|set| svg(set, name).ok())?;
    Some((between(found, "viewBox=\"")?, between(found, " d=\"")?))
}

fn between(text: &'static str, start: &str) -> Option<&'static str> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_found_by_name_and_by_older_names() {
        for name in ["rocket", "github", "fa-book", "cog"] {
            assert!(icon(name).unwrap().0.starts_with("<svg class=\"q-icon\" viewBox=\"0 0 "), "{name}");
        }
        assert!(icon("no-such-icon").is_none());
        assert!(icon("../rocket").is_none());
    }

    #[test]
    fn every_older_name_leads_somewhere() {
        for (alias, _) in ALIASES {
            assert!(icon(alias).is_some(), "{alias}");
        }
    }
}
