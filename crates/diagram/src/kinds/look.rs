//! Styles of authors: first those of classes, then those of the element itself.

use std::collections::HashMap;

use mermaid_svg::ast::Style;

use crate::graph::Look;

/// Returns the style of an element: by the class `default`, by its own classes, and by its own properties.
pub(super) fn of(classes: &HashMap<String, Style>, names: &[String], own: &Style) -> Look {
    let mut look = Look::default();
    let named = std::iter::once("default").chain(names.iter().map(String::as_str));
    for style in named.filter_map(|name| classes.get(name)).chain([own]) {
        add(&mut look, style);
    }
    look
}

/// Adds properties to a style; unknown and invalid ones are ignored.
pub(super) fn add(look: &mut Look, style: &Style) {
    for (name, value) in style {
        let value = value.trim().trim_end_matches(';').trim_end_matches("!important").trim();
        match name.trim() {
            "fill" | "background" | "background-color" => set_color(&mut look.fill, value),
            "stroke" => set_color(&mut look.stroke, value),
            "color" => set_color(&mut look.color, value),
            "stroke-width" => look.stroke_width = pixels(value).or(look.stroke_width),
            "stroke-dasharray" => look.dashes = dashes(value).or(look.dashes.take()),
            "font-weight" => look.bold = value == "bold" || value.parse().is_ok_and(|weight: u32| weight >= 600),
            "font-style" => look.italic = value == "italic",
            _ => {}
        }
    }
}

fn set_color(slot: &mut Option<String>, value: &str) {
    if is_color(value) {
        *slot = Some(value.to_owned());
    }
}

/// Returns true if a value is a colour: a name, hexadecimal digits, or a function of numbers.
fn is_color(value: &str) -> bool {
    if let Some(digits) = value.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if let Some((name, rest)) = value.split_once('(') {
        let numbers = rest.strip_suffix(')').unwrap_or("(");
        return matches!(name, "rgb" | "rgba" | "hsl" | "hsla")
            && numbers.bytes().all(|byte| byte.is_ascii_digit() || b" ,.%/".contains(&byte));
    }
    (3..=24).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn pixels(value: &str) -> Option<f64> {
    let width: f64 = value.trim_end_matches("px").trim().parse().ok()?;
    (0.0..=20.0).contains(&width).then_some(width)
}

fn dashes(value: &str) -> Option<String> {
    let plain = value.len() <= 40 && value.bytes().all(|byte| byte.is_ascii_digit() || b" ,.".contains(&byte));
    plain.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_names_digits_and_functions() {
        for good in ["red", "#f9f", "#ff99ff", "rgb(1, 2, 3)", "hsla(120 50% 50% / 0.3)", "transparent"] {
            assert!(is_color(good), "{good}");
        }
        for bad in ["url(#x)", "url(http://a.example)", "red\"", "#ggg", "#12345", "expression(1)", "rgb(a)", "rgb(1"] {
            assert!(!is_color(bad), "{bad}");
        }
    }

    #[test]
    fn what_is_said_of_one_thing_counts_most() {
        let style = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let classes: HashMap<String, Style> =
            HashMap::from([("default".into(), style(&[("fill", "red")])), ("a".into(), style(&[("fill", "blue")]))]);
        let fill = |names: &[String], own: Style| of(&classes, names, &own).fill.unwrap_or_default();
        assert_eq!(fill(&[], Vec::new()), "red");
        assert_eq!(fill(&["a".into()], Vec::new()), "blue");
        assert_eq!(fill(&["a".into()], style(&[("fill", "#0f0")])), "#0f0");
        assert_eq!(fill(&["a".into()], style(&[("fill", "url(//x)")])), "blue");
    }
}
