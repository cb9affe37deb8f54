//! Formulas: TeX as MathML, which browsers render natively.
//!
//! A formula that cannot be parsed, defines macros (which could expand without end), or exceeds the bounds of size or
//! depth is shown as its source. The library's output passes an allow list, as HTML of authors does.

mod filter;

use maud::{Markup, PreEscaped, html};
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, mathml};

/// The size of the longest formula that is drawn, in bytes.
const MOST_BYTES: usize = 8 * 1024;

/// The greatest nesting depth of groups: braces, environments and delimiters.
const MOST_DEPTH: usize = 50;

/// Commands that define macros.
const DEFINITIONS: [&str; 7] = ["def", "edef", "gdef", "xdef", "let", "futurelet", "newcommand"];

/// Draws a formula as a block.
pub(crate) fn block(formula: &str) -> Markup {
    match draw(formula, DisplayMode::Block) {
        Some(math) => html! { div.q-math tabindex="0" { (math) } },
        None => html! { div.q-math { code.q-math-error { (formula) } } },
    }
}

/// Draws a formula in a line of text.
pub(crate) fn inline(formula: &str) -> Markup {
    match draw(formula, DisplayMode::Inline) {
        Some(math) => html! { span.q-math-inline { (math) } },
        None => html! { code.q-math-error { (formula) } },
    }
}

fn draw(formula: &str, display_mode: DisplayMode) -> Option<Markup> {
    if !is_bounded(formula) {
        return None;
    }
    let storage = Storage::new();
    let events: Vec<_> = Parser::new(formula, &storage).collect::<Result<_, _>>().ok()?;
    // The library writes the annotation without escaping it.
    let source = html! { (formula) }.0;
    let config = RenderConfig { display_mode, annotation: Some(&source), ..RenderConfig::default() };
    let mut out = String::new();
    let events = events.into_iter().map(Ok::<_, pulldown_latex::ParserError>);
    mathml::push_mathml(&mut out, events, config).ok()?;
    filter::checked(&out).map(PreEscaped)
}

/// Returns true if a formula keeps the bounds of size and depth and defines no macros.
fn is_bounded(formula: &str) -> bool {
    let mut depth = 0_usize;
    let mut deepest = 0;
    let mut rest = formula;
    while let Some(at) = rest.find(['{', '}', '\\', '^', '_']) {
        let sign = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match sign {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\\' => {
                let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                match &rest[..length] {
                    name if DEFINITIONS.contains(&name) || name.starts_with("renew") || name.starts_with("provide") => {
                        return false;
                    }
                    "begin" | "left" => depth += 1,
                    "end" | "right" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // An escaped brace is no group.
                rest = rest.get(length.max(1)..).unwrap_or_default();
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    formula.len() <= MOST_BYTES && deepest <= MOST_DEPTH
}
