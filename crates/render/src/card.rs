//! Social cards: the preview image of a link to a page, with its title in the colours of the site.
//!
//! The image is drawn without a browser, 1200 by 630 pixels. The font covers Latin, Greek and Cyrillic; a text in
//! another script is left out of the image.

mod canvas;
mod png;

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};
use canvas::Canvas;

use crate::theme::Theme;
use crate::theme::color::{READABLE, Rgb, WHITE};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
const MARGIN: f32 = 84.0;
/// The greatest width of a line, in pixels.
const MEASURE: f32 = 940.0;

static BOLD: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(notosans::BOLD_TTF).expect("the font of the crate is one"));
static REGULAR: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(notosans::REGULAR_TTF).expect("the font of the crate is one"));

/// The content of a social card.
#[derive(Debug, Clone, Copy)]
pub struct Card<'a> {
    /// The name of the site.
    pub site: &'a str,
    /// The title of the page.
    pub title: &'a str,
    /// The description of the page.
    pub description: Option<&'a str>,
    /// The theme of the site.
    pub theme: &'a Theme,
}

/// The font, size in pixels, number of lines and colour of a text.
struct Style<'a> {
    font: &'a FontRef<'static>,
    size: f32,
    lines: usize,
    color: Rgb,
}

/// Draws a social card and returns it as PNG.
pub fn card(card: &Card<'_>) -> Vec<u8> {
    let primary = card.theme.primary.light;
    let ground = WHITE.mix(primary, 0.06);
    let text = Rgb([0x16, 0x1a, 0x19]);
    let mut canvas = Canvas::new(WIDTH, HEIGHT, ground);
    leaves(&mut canvas, primary);
    let site = Style { font: &REGULAR, size: 40.0, lines: 1, color: primary.readable(&[ground], READABLE) };
    write(&mut canvas, &site, card.site, MARGIN + 20.0);
    let title = Style { font: &BOLD, size: title_size(card.title), lines: 3, color: text };
    let below = write(&mut canvas, &title, card.title, 210.0);
    if let Some(description) = card.description {
        let about = Style { font: &REGULAR, size: 36.0, lines: 2, color: ground.mix(text, 0.72) };
        write(&mut canvas, &about, description, below + 24.0);
    }
    png::encode(WIDTH, HEIGHT, canvas.pixels())
}

/// Returns the font size of a title in pixels; long titles are smaller.
fn title_size(title: &str) -> f32 {
    match title.chars().count() {
        0..=24 => 92.0,
        25..=48 => 76.0,
        _ => 60.0,
    }
}

/// Draws three leaves of paper, fanned out at the lower right, and a bar along the left edge.
fn leaves(canvas: &mut Canvas, color: Rgb) {
    for (at, strength) in [(0.0_f32, 0.14), (1.0, 0.22), (2.0, 0.9)] {
        let lean = 70.0 - at * 34.0;
        let left = 985.0 + at * 44.0;
        let corners = [
            (left + lean, 400.0 + at * 28.0),
            (left + lean + 250.0, 370.0 + at * 28.0),
            (left + 300.0, 720.0),
            (left, 720.0),
        ];
        canvas.polygon(&corners, color, strength);
    }
    canvas.polygon(&[(0.0, 0.0), (18.0, 0.0), (18.0, HEIGHT as f32), (0.0, HEIGHT as f32)], color, 1.0);
}

/// Writes a text below `top` and returns the vertical position of its end.
fn write(canvas: &mut Canvas, style: &Style<'_>, text: &str, top: f32) -> f32 {
    let Some(text) = drawable(style.font, text) else { return top };
    let leading = style.size * 1.04;
    let mut baseline = top + style.size * 0.8;
    for line in wrap(style, &text) {
        write_line(canvas, style, &line, baseline);
        baseline += leading;
    }
    baseline - style.size * 0.8
}

fn write_line(canvas: &mut Canvas, style: &Style<'_>, line: &str, baseline: f32) {
    let scaled = style.font.as_scaled(PxScale::from(style.size));
    let mut x = MARGIN;
    let mut before = None;
    for c in line.chars() {
        let id = scaled.glyph_id(c);
        x += before.map_or(0.0, |before| scaled.kern(before, id));
        let glyph = id.with_scale_and_position(style.size, ab_glyph::point(x, baseline));
        if let Some(outline) = style.font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|dx, dy, strength| {
                canvas.blend(corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy), style.color, strength);
            });
        }
        x += scaled.h_advance(id);
        before = Some(id);
    }
}

/// Returns a text without symbols that the font lacks, or `None` if letters are missing or nothing remains.
fn drawable(font: &FontRef<'_>, text: &str) -> Option<String> {
    let has = |c: char| c == ' ' || font.glyph_id(c).0 != 0;
    if text.chars().any(|c| c.is_alphanumeric() && !has(c)) {
        return None;
    }
    let kept: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| has(*c)).collect();
    let words: Vec<_> = kept.split(' ').filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Breaks a text into lines; the last is truncated if the text does not fit.
fn wrap(style: &Style<'_>, text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full = lines.len() == style.lines;
        let last = lines.last_mut().expect("there is a first line");
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        if last.is_empty() || width(style, &longer) <= MEASURE {
            *last = longer;
        } else if full {
            *last = format!("{last}…");
            break;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter_mut().for_each(|line| cut(style, line));
    lines
}

/// Truncates a line that consists of one word that is too long.
fn cut(style: &Style<'_>, line: &mut String) {
    if width(style, line) <= MEASURE + style.size {
        return;
    }
    while width(style, line) > MEASURE {
        line.pop();
    }
    line.push('…');
}

fn width(style: &Style<'_>, text: &str) -> f32 {
    let scaled = style.font.as_scaled(PxScale::from(style.size));
    text.chars().map(|c| scaled.h_advance(scaled.glyph_id(c))).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BOLD, Card, HEIGHT, Style, WIDTH, card, drawable, wrap};
    use crate::theme::Theme;
    use crate::theme::color::BLACK;

    #[test]
    fn a_card_is_a_picture_of_its_size() {
        let png = card(&Card { site: "Acme", title: "Getting started", description: None, theme: &Theme::default() });
        let size = imagesize::blob_size(&png).unwrap();
        assert_eq!((size.width, size.height), (WIDTH as usize, HEIGHT as usize));
        assert!(png.len() < 100_000, "{} bytes", png.len());
    }

    #[test]
    fn text_that_cannot_be_drawn_is_left_out() {
        assert_eq!(drawable(&BOLD, "Quick start 🚀").as_deref(), Some("Quick start"));
        assert_eq!(drawable(&BOLD, "Привет, κόσμε").as_deref(), Some("Привет, κόσμε"));
        assert_eq!(drawable(&BOLD, "はじめに"), None);
        assert_eq!(drawable(&BOLD, "  "), None);
    }

    proptest! {
        #[test]
        fn lines_are_few_and_narrow(text in "[a-z]{1,90}( [a-z]{1,14}){0,60}") {
            let style = Style { font: &BOLD, size: 60.0, lines: 3, color: BLACK };
            let lines = wrap(&style, &text);
            prop_assert!(lines.len() <= 3 && lines.iter().all(|line| super::width(&style, line) < 1_080.0));
        }
    }
}
