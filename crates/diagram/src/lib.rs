//! Diagrams in the language of Mermaid as SVG, without a browser, within bounds.
//!
//! A source becomes a tree ([`mermaid_svg`] parses it), the tree a drawing (of ours for graphs, of that crate for the
//! other kinds), the drawing a document that is read once more, element by element, and written anew from a list of
//! what may be in it. Whatever an author writes, a drawing has no link, no handler, no style sheet and no address in
//! it; still it is meant for `<img>`, where nothing of it could run.
//!
//! Nothing here knows pages or HTML, the clock or the network.

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

/// A drawn diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The drawing: an SVG document on a transparent ground, in dark ink.
    pub svg: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What the author says that it shows: its title for readers who don't see it, or what describes it.
    pub title: Option<String>,
    /// What is written in it, from its first label on.
    pub words: Vec<String>,
}

/// What is not written as it is in an address of a drawing, nor in an attribute of HTML.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'&').add(b'`');

impl Drawing {
    /// The drawing as an address for `<img>`: not in base64, so that pages compress well. Quotes are single ones, which
    /// need no escape; those of texts are entities already.
    pub fn address(&self) -> String {
        let svg = self.svg.replace('"', "'");
        format!("data:image/svg+xml,{}", utf8_percent_encode(&svg, ESCAPED))
    }
}

/// Why a diagram is not drawn.
#[derive(Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum NotDrawn {
    /// It exceeds one of the [`limits`].
    #[error("the diagram is too large")]
    TooLarge,
    /// It can't be read.
    #[error("the diagram can't be read")]
    Syntax(#[from] mermaid_svg::ParseError),
    /// It is of a kind that is not drawn.
    #[error("diagrams of this kind are not drawn")]
    Kind,
    /// There is nothing in it.
    #[error("there is nothing in the diagram")]
    Empty,
    /// Edges lead from a group into itself or to what is not there.
    #[error("the edges of the diagram lead nowhere")]
    Tangled,
    /// Drawing it failed in a way that nobody thought of.
    #[error("drawing the diagram failed")]
    Failed,
}

/// The name of the threads that draw, by which the panics of others are told apart.
const THREAD: &str = "diagram";

/// What a drawing may need of stack. The deepest input within the limits takes a fraction.
const STACK: usize = 16 * 1024 * 1024;

/// Draws a diagram.
///
/// It is drawn on a thread of its own, so a panic of what parses or lays out is an error here.
pub fn draw(source: &str) -> Result<Drawing, NotDrawn> {
    limits::check_source(source)?;
    let source = source.to_owned();
    apart(move || draw_here(&source))
}

/// Does something on a thread of its own, with a stack that is large enough.
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
