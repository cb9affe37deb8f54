//! Rendering of Mermaid diagrams as SVG, without a browser and within bounds.
//!
//! [`mermaid_svg`] parses the source into a tree. Graphs are drawn by this crate, the other kinds by that one. The
//! result is parsed again and rewritten from an allow list of elements and attributes. Whatever an author writes, a
//! drawing has no links, no handlers, no style sheets and no external addresses; nevertheless it is meant for `<img>`,
//! where nothing of it could run.
//!
//! Pages, HTML, the clock and the network are not known here.

mod diagrams;
mod graph;
mod kinds;
pub mod limits;
mod svg;
mod text;
mod theme;

use std::thread;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use thiserror::Error;

pub use self::diagrams::Diagrams;

/// A diagram rendered as SVG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The SVG document, with a transparent background and dark ink.
    pub svg: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The author's accessible title and description, else the diagram's title.
    pub title: Option<String>,
    /// The texts in the drawing, in its order and each once, up to a bound.
    pub words: Vec<String>,
}

/// The characters to be percent-encoded in a drawing's address, which are also those not allowed in an HTML attribute.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'&').add(b'`');

impl Drawing {
    /// Returns the drawing as a `data:` address for `<img>`: percent-encoded rather than base64, so that pages compress
    /// well. Double quotes become single ones, which need no escape; those in texts are entities already.
    pub fn address(&self) -> String {
        let svg = self.svg.replace('"', "'");
        format!("data:image/svg+xml,{}", utf8_percent_encode(&svg, ESCAPED))
    }
}

/// The reason why a diagram is not drawn.
#[derive(Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum NotDrawn {
    /// The diagram exceeds one of the [`limits`].
    #[error("the diagram is too large")]
    TooLarge,
    /// The source cannot be parsed.
    #[error("the diagram can't be read")]
    Syntax(#[from] mermaid_svg::ParseError),
    /// Diagrams of this kind are not supported.
    #[error("diagrams of this kind are not drawn")]
    Kind,
    /// The drawing has no text.
    #[error("there is nothing in the diagram")]
    Empty,
    /// An edge connects a group with its own content, or refers to something that does not exist.
    #[error("the edges of the diagram lead nowhere")]
    Tangled,
    /// Drawing failed unexpectedly, for example by a panic.
    #[error("drawing the diagram failed")]
    Failed,
}

/// The name of the rendering threads, by which their panics are recognized.
const THREAD: &str = "diagram";

/// The stack size of a rendering thread, in bytes. The deepest input within the limits needs a fraction of it.
const STACK: usize = 16 * 1024 * 1024;

/// Draws a diagram as SVG.
///
/// It is drawn on a separate thread, so that a panic of the parser or the layout becomes an error.
pub fn draw(source: &str) -> Result<Drawing, NotDrawn> {
    limits::check_source(source)?;
    let source = source.to_owned();
    apart(move || draw_here(&source))
}

/// Runs a function on a separate thread with a large stack.
fn apart(work: impl FnOnce() -> Result<Drawing, NotDrawn> + Send + 'static) -> Result<Drawing, NotDrawn> {
    let thread = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn(work);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or(Err(NotDrawn::Failed))
}

fn draw_here(source: &str) -> Result<Drawing, NotDrawn> {
    let (diagram, meta) = mermaid_svg::parse_with_meta(source)?;
    let raw = kinds::draw(diagram, &meta)?;
    let clean = svg::clean(&raw)?;
    if clean.words.is_empty() {
        return Err(NotDrawn::Empty);
    }
    let said = [meta.acc_title, meta.acc_descr].into_iter().flatten();
    let said: Vec<String> = said.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    let title = (!said.is_empty()).then(|| said.join(". ")).or(meta.title);
    Ok(Drawing { svg: clean.svg, width: clean.width, height: clean.height, title, words: clean.words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let _ = Diagrams::new(0);
        assert_eq!(apart(|| panic!("this is not printed")), Err(NotDrawn::Failed));
    }
}
