//! Shapes of icons by their Font Awesome names.
//!
//! The shapes are those of Font Awesome Free (CC BY 4.0, © Fonticons, Inc.). Some names of the paid sets draw the
//! nearest of these; other names draw nothing.

use font_awesome_as_a_crate::{Type, svg};

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

/// Names of the paid sets, each with the nearest icon here.
const NEAREST: &[(&str, &str)] = &[
    ("ballot-check", "list-check"),
    ("book-open-lines", "book-open"),
    ("books", "book-bookmark"),
    ("box-check", "box-archive"),
    ("brackets-curly", "code"),
    ("browser", "window-maximize"),
    ("browsers", "window-restore"),
    ("bullseye-arrow", "bullseye"),
    ("calendar-clock", "calendar-days"),
    ("chart-network", "circle-nodes"),
    ("chart-user", "chart-line"),
    ("circle-bolt", "bolt"),
    ("cloud-check", "cloud"),
    ("code-simple", "code"),
    ("coin", "coins"),
    ("comment-code", "comment-dots"),
    ("comments-question", "comments"),
    ("diagram-nested", "diagram-project"),
    ("display-code", "laptop-code"),
    ("file-check", "file-circle-check"),
    ("file-magnifying-glass", "magnifying-glass"),
    ("files", "copy"),
    ("folder-gear", "folder-tree"),
    ("folders", "folder-tree"),
    ("function", "code"),
    ("globe-pointer", "globe"),
    ("grid", "table-cells-large"),
    ("grid-2", "table-cells-large"),
    ("grid-2-plus", "table-cells-large"),
    ("hand-wave", "hand"),
    ("head-side-brain", "brain"),
    ("hexagon-nodes-bolt", "circle-nodes"),
    ("input-text", "i-cursor"),
    ("key-skeleton", "key"),
    ("lightbulb-on", "lightbulb"),
    ("list-tree", "folder-tree"),
    ("memo", "file-lines"),
    ("memo-circle-check", "file-circle-check"),
    ("merge", "code-merge"),
    ("message-bot", "robot"),
    ("messages", "comments"),
    ("messages-question", "comments"),
    ("microchip-ai", "microchip"),
    ("objects-column", "table-columns"),
    ("party-horn", "champagne-glasses"),
    ("pen-field", "pen-to-square"),
    ("phone-office", "phone"),
    ("pipe-section", "diagram-project"),
    ("puzzle", "puzzle-piece"),
    ("rectangle-code", "code"),
    ("rectangle-history", "clock-rotate-left"),
    ("rectangle-terminal", "terminal"),
    ("rocket-launch", "rocket"),
    ("screen-users", "users"),
    ("shield-check", "shield-halved"),
    ("shield-keyhole", "shield-halved"),
    ("sidebar", "table-columns"),
    ("sliders-simple", "sliders"),
    ("sparkle", "wand-magic-sparkles"),
    ("square-code", "code"),
    ("square-list", "rectangle-list"),
    ("square-question", "circle-question"),
    ("stars", "star"),
    ("swap", "right-left"),
    ("telescope", "binoculars"),
    ("toggle-large-on", "toggle-on"),
    ("user-robot", "robot"),
    ("waveform", "wave-square"),
    ("webhook", "link"),
    ("window", "window-maximize"),
];

/// The shape of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The value of the attribute `viewBox` of its SVG.
    pub view_box: &'static str,
    /// The value of the attribute `d` of its only path.
    pub path: &'static str,
}

/// Returns the shape of a name, with or without the prefix `fa-`; `None` if the name draws nothing.
pub fn shape(name: &str) -> Option<Shape> {
    let name = name.strip_prefix("fa-").unwrap_or(name);
    let other = |names: &[(&str, &'static str)]| names.iter().find(|(other, _)| *other == name).map(|(_, name)| *name);
    let found = free(other(ALIASES).unwrap_or(name)).or_else(|| free(other(NEAREST)?))?;
    Some(Shape { view_box: between(found, "viewBox=\"")?, path: between(found, " d=\"")? })
}

/// Returns the file of a free icon.
fn free(name: &str) -> Option<&'static str> {
    [Type::Solid, Type::Brands, Type::Regular].into_iter().find_map(|set| svg(set, name).ok())
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
            assert!(shape(name).unwrap().view_box.starts_with("0 0 "), "{name}");
        }
        assert!(shape("no-such-icon").is_none());
        assert!(shape("../rocket").is_none());
    }

    #[test]
    fn names_of_paid_sets_lead_to_free_icons() {
        for (name, nearest) in NEAREST {
            assert!(free(name).is_none(), "{name} is free itself");
            assert!(free(nearest).is_some(), "{nearest}");
        }
        assert_eq!(shape("fa-rocket-launch"), shape("rocket"));
    }

    #[test]
    fn every_older_name_leads_somewhere() {
        for (alias, _) in ALIASES {
            assert!(shape(alias).is_some(), "{alias}");
        }
    }
}
