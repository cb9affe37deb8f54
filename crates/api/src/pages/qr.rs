//! QR codes (ISO/IEC 18004) as pictures within a page, which need neither a script nor a request.

use std::fmt::Write as _;

use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

/// The empty margin around a code, in modules.
const MARGIN: i32 = 4;

/// Draws a text that a camera reads, with a name for those who do not see it; nothing if the text is too long.
pub(super) fn picture(text: &str, name: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return html! {} };
    let side = code.size() + 2 * MARGIN;
    html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(name) shape-rendering="crispEdges" {
            path fill="#fff" d={ "M0 0h" (side) "v" (side) "H0z" } {}
            path fill="#000" d=(dark(&code)) {}
        }
    }
}

/// Returns the path of the dark modules, a rectangle for each run of them in a row.
fn dark(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).zip(1..).last().map_or(0, |(_, run)| run);
            if run > 0 {
                // Writing into a string does not fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + MARGIN, y + MARGIN);
            }
            x += run.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_as_its_modules() {
        let code = QrCode::encode_text("otpauth://totp/Quire", QrCodeEcc::Medium).unwrap();
        let path = dark(&code);
        let drawn: i32 =
            path.split('h').filter_map(|run| run.split_once('v')?.0.parse::<i32>().ok()).filter(|run| *run > 0).sum();
        let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let dark = dark.filter(|(x, y)| code.get_module(*x, *y)).count();
        assert_eq!(usize::try_from(drawn).unwrap(), dark);
        assert!(path.starts_with(&format!("M{MARGIN} {MARGIN}h7")), "the first finder pattern: {path}");
        assert_eq!(picture(&"x".repeat(5000), "a").into_string(), "");
    }
}
