//! Pages and reusable contents as rich-text documents, and as a reader gets them.

use std::collections::BTreeMap;

pub use quire_content::document::Evaluate;
use quire_content::document::{self, Document, Unresolved};
use quire_content::expression::{Root, Scope, Value};
use quire_content::hash::Hash;
use quire_content::incoming::Variable;
use quire_content::record::{GitBlob, PageKind, PageRecord, ReusableRecord};

use crate::App;
use crate::content::View;
use crate::errors::Error;

/// In which form a body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// As it was written.
    Markdown,
    /// As a rich-text document.
    Document,
}

/// How a body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// In which form.
    pub form: Form,
    /// Which expressions are replaced by their values.
    pub evaluate: Option<Evaluate>,
}

/// A body that was read.
#[derive(Debug, Clone)]
pub enum Body {
    /// Markdown.
    Markdown(String),
    /// A document, every node with its key.
    Document(Document),
}

/// Text that has a body: where it is, and what it is seen from.
struct Source<'a> {
    hash: Hash,
    body_at: u32,
    git: Option<&'a GitBlob>,
    variables: Option<&'a BTreeMap<String, Variable>>,
}

impl App {
    /// The body of a page; none for kinds of pages without one.
    pub fn page_body(&self, view: &View, page: &PageRecord, reading: Reading) -> Result<Option<Body>, Error> {
        let PageKind::Document { source, body_at, .. } = &page.kind else { return Ok(None) };
        let variables = Some(&page.variables);
        let source = Source { hash: *source, body_at: *body_at, git: page.git.as_ref(), variables };
        self.body(view, &source, reading).map(Some)
    }

    /// The body of reusable content.
    pub fn reusable_body(&self, view: &View, content: &ReusableRecord, reading: Reading) -> Result<Body, Error> {
        let source = Source { hash: content.source, body_at: 0, git: content.git.as_ref(), variables: None };
        self.body(view, &source, reading)
    }

    fn body(&self, view: &View, source: &Source<'_>, reading: Reading) -> Result<Body, Error> {
        let text = self.text(view, source.hash, source.body_at)?;
        if reading == (Reading { form: Form::Markdown, evaluate: None }) {
            return Ok(Body::Markdown(text));
        }
        let paths = self.paths(view)?;
        let seen = paths.seen_from(source.git);
        let parsed = document::parse(&text, &seen);
        let mut found = parsed.document.clone();
        if let Some(which) = reading.evaluate {
            let scope = self.scope(view, source)?;
            document::evaluate(&mut found, &scope, which, &seen);
        }
        Ok(match reading.form {
            Form::Markdown => Body::Markdown(document::splice(&text, &parsed, &found, &seen)),
            Form::Document => {
                document::keys::fresh(&mut found);
                Body::Document(found)
            }
        })
    }

    /// What expressions of a body are evaluated in. A reader of the API is a visitor without claims.
    fn scope(&self, view: &View, source: &Source<'_>) -> Result<Scope, Error> {
        let of_space: BTreeMap<_, _> = self.variables(view)?.into_iter().collect();
        let nothing = BTreeMap::new();
        let of_page = source.variables.unwrap_or(&nothing);
        let unsigned = object([("unsigned", object([])?)])?;
        let scope = Scope::default().with(Root::Visitor, object([("claims", unsigned)])?);
        let scope = scope.with(Root::Space, object([("vars", variables(&of_space)?)])?);
        Ok(scope.with(Root::Page, object([("vars", variables(of_page)?)])?))
    }
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Result<Value, Error> {
    Value::object(fields).map_err(|e| Error::internal("building what expressions see", e))
}

fn variables(all: &BTreeMap<String, Variable>) -> Result<Value, Error> {
    let values = all.iter().map(|(name, variable)| {
        let value = match variable {
            Variable::Text(text) => text.as_str().into(),
            Variable::Number(number) => (*number).into(),
            Variable::Bool(truth) => (*truth).into(),
        };
        (name.as_str(), value)
    });
    Value::object(values).map_err(|e| Error::internal("building what expressions see", e))
}

/// Text that belongs to no page, as a document: paths in it stay addresses, and a heading at its start is no title.
pub fn plain(text: &str) -> Document {
    let mut found = document::parse(&format!("#\n\n{text}"), &Unresolved).document;
    document::keys::fresh(&mut found);
    found
}

/// A document that belongs to no page, as Markdown.
pub fn plain_markdown(document: &Document) -> String {
    document::print(document, &Unresolved)
}
