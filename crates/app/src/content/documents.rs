//! Bodies of pages and reusable contents, as Markdown or rich-text documents, with expressions evaluated on request.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use quire_content::budget::Budget;
pub use quire_content::document::Evaluate;
use quire_content::document::{self, Document, Unresolved, conditions};
use quire_content::expression::{Condition, Root, Scope, Value};
use quire_content::hash::Hash;
use quire_content::incoming::Variable;
use quire_content::record::{GitBlob, PageKind, PageRecord, ReusableRecord};

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The form of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Markdown as it was written.
    Markdown,
    /// A rich-text document, parsed from the Markdown.
    Document,
}

/// Options for reading a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The form of the body.
    pub form: Form,
    /// The expressions to replace by their values; none if `None`.
    pub evaluate: Option<Evaluate>,
}

/// The body of a page or of a reusable content.
#[derive(Debug, Clone)]
pub enum Body {
    /// A body in Markdown.
    Markdown(String),
    /// A document with a key for every node.
    Document(Document),
}

/// The source of a body: its text, its path, and the variables of its page.
struct Source<'a> {
    hash: Hash,
    body_at: u32,
    git: Option<&'a GitBlob>,
    variables: Option<&'a BTreeMap<String, Variable>>,
}

impl App {
    /// Returns the body of a page; `None` for kinds of pages without one.
    pub fn page_body(&self, view: &View, page: &PageRecord, reading: Reading) -> Result<Option<Body>, Error> {
        let PageKind::Document { source, body_at, .. } = &page.kind else { return Ok(None) };
        let variables = Some(&page.variables);
        let source = Source { hash: *source, body_at: *body_at, git: page.git.as_ref(), variables };
        self.body(view, &source, reading, &stranger()?, &self.page_budget()).map(Some)
    }

    /// Returns the body of a page for a visitor with these claims; `None` for kinds of pages without one.
    pub(crate) fn page_body_for(
        &self,
        view: &View,
        page: &PageRecord,
        form: Form,
        visitor: &Scope,
        budget: &Budget,
    ) -> Result<Option<Body>, Error> {
        let PageKind::Document { source, body_at, .. } = &page.kind else { return Ok(None) };
        let variables = Some(&page.variables);
        let source = Source { hash: *source, body_at: *body_at, git: page.git.as_ref(), variables };
        self.body(view, &source, Reading { form, evaluate: Some(Evaluate::All) }, visitor, budget).map(Some)
    }

    /// Returns the body of reusable content for a visitor of this page.
    pub(crate) fn reusable_body_for(
        &self,
        view: &View,
        content: &ReusableRecord,
        page: Option<&PageRecord>,
        visitor: &Scope,
        budget: &Budget,
    ) -> Result<Body, Error> {
        let variables = page.map(|page| &page.variables);
        let source = Source { hash: content.source, body_at: content.body_at, git: content.git.as_ref(), variables };
        self.body(view, &source, Reading { form: Form::Document, evaluate: Some(Evaluate::All) }, visitor, budget)
    }

    /// Returns the body of reusable content on a page, for callers of the API.
    pub(crate) fn reusable_body_on(
        &self,
        view: &View,
        content: &ReusableRecord,
        page: &PageRecord,
        reading: Reading,
    ) -> Result<Body, Error> {
        let variables = Some(&page.variables);
        let source = Source { hash: content.source, body_at: content.body_at, git: content.git.as_ref(), variables };
        self.body(view, &source, reading, &stranger()?, &self.page_budget())
    }

    /// Returns the body of reusable content.
    pub fn reusable_body(&self, view: &View, content: &ReusableRecord, reading: Reading) -> Result<Body, Error> {
        let source =
            Source { hash: content.source, body_at: content.body_at, git: content.git.as_ref(), variables: None };
        self.body(view, &source, reading, &stranger()?, &self.page_budget())
    }

    fn body(
        &self,
        view: &View,
        source: &Source<'_>,
        reading: Reading,
        visitor: &Scope,
        budget: &Budget,
    ) -> Result<Body, Error> {
        let written = self.text(view, source.hash, source.body_at)?;
        let constant = (source.hash, source.body_at);
        let is_constant = || is_plain(&written) || self.inner.caches.content.constant.get(&constant).is_some();
        if reading.form == Form::Markdown && (reading.evaluate.is_none() || is_constant()) {
            return Ok(Body::Markdown(written));
        }
        self.expect_text(written.len())?;
        self.inner.parsed.fetch_add(1, Ordering::Relaxed);
        let paths = self.paths(view)?;
        let seen = paths.seen_from(source.git);
        let scope = reading.evaluate.map(|_| self.scope(view, source, visitor)).transpose()?;
        let text = match reading.evaluate.zip(scope.as_ref()) {
            Some((which, scope)) => {
                conditions::reduce(&written, &mut |condition| decide(condition, scope, which, budget))
            }
            None => Cow::Borrowed(&*written),
        };
        let parsed = match (reading.form, reading.evaluate) {
            (Form::Document, None) => document::shared_with_keys(&text, &seen, budget),
            _ => document::shared_within(&text, &seen, budget),
        };
        let mut found = parsed.document.clone();
        if let Some((which, scope)) = reading.evaluate.zip(scope.as_ref()) {
            document::evaluate_within(&mut found, scope, which, &seen, budget);
        }
        // A result cut short by the end of the request must not be returned or cached.
        self.go_on()?;
        let is_whole = found.cut.is_none() && parsed.cut.is_none();
        if reading.evaluate == Some(Evaluate::All) && is_whole && text == written && found == parsed.document {
            // Every expression and every condition would have been replaced, so the text has none.
            self.inner.caches.content.constant.insert(constant, ());
        }
        if let Some(bound) = found.cut {
            let source = source.hash;
            tracing::warn!(space = %view.space.id, %source, %bound, "a text exceeds the budget of a page and is read in part");
        }
        Ok(match reading.form {
            Form::Markdown => {
                let cut = found.cut.take();
                let text = &text[..parsed.cut.unwrap_or(text.len())];
                let mut markdown = document::splice(text, &parsed, &found, &seen);
                markdown.push_str(cut.map_or("", |_| MARKDOWN_NOTICE));
                Body::Markdown(markdown)
            }
            Form::Document => {
                if reading.evaluate.is_some() {
                    document::keys::fresh(&mut found);
                }
                Body::Document(found)
            }
        })
    }

    /// Does work on this thread that parses each of its texts once, and none that was saved a short while ago.
    pub fn sharing_texts<T>(&self, work: impl FnOnce() -> T) -> T {
        self.inner.caches.content.parsed.during(work)
    }

    /// Returns the number of texts parsed since the start, for tests of the cost of reading.
    pub fn parsed_texts(&self) -> u64 {
        self.inner.parsed.load(Ordering::Relaxed)
    }

    /// Returns the variables for evaluating the expressions of a body.
    fn scope(&self, view: &View, source: &Source<'_>, visitor: &Scope) -> Result<Scope, Error> {
        let nothing = BTreeMap::new();
        let of_page = source.variables.unwrap_or(&nothing);
        let scope = visitor.clone().with(Root::Space, self.space_in_scope(view)?);
        Ok(scope.with(Root::Page, page_in_scope(of_page)?))
    }

    /// Returns the value of `space` for expressions.
    pub(crate) fn space_in_scope(&self, view: &View) -> Result<Value, Error> {
        let of_space: BTreeMap<_, _> = self.variables(view)?.into_iter().collect();
        object([("vars", variables(&of_space)?)])
    }
}

/// Returns true if a text has no tag at all, and so neither a condition nor an expression.
fn is_plain(text: &str) -> bool {
    !text.contains('<') && !text.contains("{%") && !conditions::may_have(text)
}

/// Returns the value of `page` for expressions.
pub(crate) fn page_in_scope(of_page: &BTreeMap<String, Variable>) -> Result<Value, Error> {
    object([("vars", variables(of_page)?)])
}

/// Evaluates a condition; `None` if it is not valid, or is not to be decided now.
fn decide(condition: &str, scope: &Scope, which: Evaluate, budget: &Budget) -> Option<bool> {
    let condition = Condition::parse(condition, &Root::OF_SITES).ok()?;
    let waits = which == Evaluate::Deterministic && condition.expression().reads(Root::Visitor);
    (!waits).then(|| document::decide_within(&condition, scope, budget))
}

/// Returns the variables for callers of the API, who count as visitors without claims.
pub(crate) fn stranger() -> Result<Scope, Error> {
    let unsigned = object([("unsigned", object([])?)])?;
    Ok(Scope::default().with(Root::Visitor, object([("claims", unsigned)])?))
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

/// The notice at the end of Markdown that exceeds the budget of a page.
const MARKDOWN_NOTICE: &str = "\n\n<!-- This page is too long to be shown whole. It ends here. -->\n";

/// Parses text that belongs to no page: paths in it stay addresses, and a heading at its start is no title. Parsing
/// stops at the budget of a comment.
pub fn plain(text: &str) -> Document {
    let mut found = document::parse_within(&format!("#\n\n{text}"), &Unresolved, &Budget::comment()).document;
    document::keys::fresh(&mut found);
    found
}

/// Returns the Markdown of a document that belongs to no page.
pub fn plain_markdown(document: &Document) -> String {
    document::print(document, &Unresolved)
}
