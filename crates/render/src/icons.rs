//! Icons as SVG in the colour of the text.

use maud::{Markup, html};
use quire_icons::{Shape, shape};

/// Returns the icon of a name, if it exists. The icon is hidden from assistive technology.
pub fn icon(name: &str) -> Option<Markup> {
    let Shape { view_box, path } = shape(name)?;
    Some(html! {
        svg.q-icon viewBox=(view_box) aria-hidden="true" focusable="false" { path fill="currentColor" d=(path) {} }
    })
}

#[cfg(test)]
mod tests {
    use super::icon;

    #[test]
    fn icons_are_drawings_of_one_path() {
        assert!(icon("fa-book").unwrap().0.starts_with("<svg class=\"q-icon\" viewBox=\"0 0 "));
        assert!(icon("no-such-icon").is_none());
    }
}
