//! Texts in another form, without saving them: Markdown, rich-text documents and HTML of clipboards.
//!
//! Links are read and written as on a page of the content, so what is converted there and back means the same. HTML goes
//! the way that imports go.

use quire_content::document::{self, Document};
use quire_model::ids::PageId;
use quire_sources::html;

use super::documents::{Body, Form};
use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// A text to convert.
#[derive(Debug, Clone)]
pub enum SourceText {
    /// Markdown.
    Markdown(String),
    /// A rich-text document.
    Document(Document),
    /// HTML, such as a clipboard has.
    Html(String),
}

/// A text in its new form.
#[derive(Debug, Clone)]
pub struct ConvertedText {
    /// The text.
    pub body: Body,
    /// The parts of HTML that were left out: what they are, and where.
    pub dropped: Vec<(String, String)>,
}

/// The maximum size of a text to convert, in bytes.
pub const MOST_BYTES: usize = 4 << 20;

impl App {
    /// Converts a text as one of a page of the content, or of the content as a whole.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the text exceeds what a page may have.
    pub fn convert_text(
        &self,
        view: &View,
        page: Option<PageId>,
        from: SourceText,
        form: Form,
    ) -> Result<ConvertedText, Error> {
        let size = match &from {
            SourceText::Markdown(text) | SourceText::Html(text) => text.len(),
            SourceText::Document(_) => 0,
        };
        if size > MOST_BYTES {
            return Err(Error::TooLarge(format!("a text to convert has at most {MOST_BYTES} bytes, not {size}")));
        }
        self.expect_text(size)?;
        let paths = self.paths(view)?;
        let outline = page.map(|_| self.outline(view)).transpose()?;
        let record = page.zip(outline.as_ref()).map(|(id, outline)| super::page(outline, id)).transpose()?;
        let seen = paths.seen_from(record.and_then(|page| page.git.as_ref()));
        let mut dropped = Vec::new();
        let from = match from {
            SourceText::Html(html) => {
                let read = html::fragment(&html);
                dropped.extend(read.report.dropped.into_iter().map(|part| (part.what, part.place)));
                SourceText::Markdown(read.markdown)
            }
            other => other,
        };
        let body = match (from, form) {
            (SourceText::Markdown(text) | SourceText::Html(text), Form::Markdown) => Body::Markdown(text),
            (SourceText::Markdown(text) | SourceText::Html(text), Form::Document) => {
                // A heading at the beginning of a fragment is no title.
                let parsed = document::parse_within(&format!("#\n\n{text}"), &seen, &self.page_budget());
                self.go_on()?;
                let mut found = parsed.document;
                if parsed.cut.is_some() || found.cut.is_some() {
                    return Err(Error::TooLarge("the text exceeds what a page may have".to_owned()));
                }
                document::keys::fresh(&mut found);
                Body::Document(found)
            }
            (SourceText::Document(document), Form::Markdown) => Body::Markdown(document::print(&document, &seen)),
            (SourceText::Document(mut document), Form::Document) => {
                document::keys::fresh(&mut document);
                Body::Document(document)
            }
        };
        self.go_on()?;
        Ok(ConvertedText { body, dropped })
    }
}
