//! The generated favicon of a site that has no image for it.

use maud::html;

use crate::site::Mark;
use crate::theme::Theme;

/// Returns an SVG of an emoji, or of the first letter of the site's name on its primary colour.
pub fn favicon(mark: &Mark, title: &str, theme: &Theme) -> String {
    let ground = theme.primary.light;
    let initial = title.trim().chars().next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    let drawn = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" {
            @if let Mark::Emoji(emoji) = mark {
                text x="32" y="34" font-size="54" text-anchor="middle" dominant-baseline="central" { (emoji) }
            } @else {
                rect width="64" height="64" rx="14" fill=(ground) {}
                text x="32" y="34" font-size="40" font-weight="700" font-family="system-ui, sans-serif"
                    text-anchor="middle" dominant-baseline="central" fill=(ground.ink()) { (initial) }
            }
        }
    };
    drawn.into_string()
}
