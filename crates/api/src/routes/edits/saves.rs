//! The texts of a call's changes with a base, as they are after the call: what was sent, merged with what was saved
//! since the base.

use std::collections::BTreeMap;

use quire_app::change_requests::conflicts::Conflict;
use quire_app::content::documents::{Body, Form, Reading};
use quire_app::content::{Version, View};
use quire_app::{App, Caller, Error};
use quire_content::document::{Document, keys};
use quire_content::id::ConflictId;
use quire_content::record::EntryKey;
use quire_model::ids::{RevisionId, SpaceId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::context::Context;
use crate::types::{RichText, Showing, Telling};

/// A change with a base in a request.
#[derive(Debug, Clone)]
pub(super) struct Based {
    /// The index of the change.
    change: usize,
    /// The key of the page or reusable content in the content map.
    entry: EntryKey,
    /// The document that was sent; null for Markdown, and none for a change that sets no text.
    sent: Option<Value>,
}

impl Based {
    /// Returns the changes of a request that have a base.
    pub(super) fn of(changes: &[Value]) -> Vec<Self> {
        let based = |(change, value): (usize, &Value)| {
            value.get("base").filter(|base| !base.is_null())?;
            let id = |field: &str| value.get(field).and_then(Value::as_str);
            let page = id("page").and_then(|id| id.parse().ok()).map(EntryKey::Page);
            let reusable = || id("reusableContent").and_then(|id| id.parse().ok()).map(EntryKey::Reusable);
            let document = value.get("document").filter(|document| !document.is_null());
            let sent = document.map(|document| match document.get("markdown") {
                Some(_) => Value::Null,
                None => document.clone(),
            });
            Some(Self { change, entry: page.or_else(reusable)?, sent })
        };
        changes.iter().enumerate().filter_map(based).collect()
    }
}

/// A text that a change with a base sent, as it is after the call.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Saved {
    /// The index of the change in the request.
    change: usize,
    /// The text after the call, in the form in which it was sent; absent if the change sent none.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<SavedText>,
    /// The keys of blocks after the call, by the keys that they had in the document that was sent.
    keys: BTreeMap<String, String>,
    /// The identifiers of the conflicts about the page or the reusable content, in the list of the change request.
    conflicts: Vec<String>,
}

/// The text of a page or a reusable content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum SavedText {
    Document(RichText),
    Markdown { markdown: String },
}

/// Returns the texts that changes with a base sent, in the revision after the call.
pub(super) fn saved(
    app: &App,
    caller: &Caller,
    space: SpaceId,
    revision: RevisionId,
    changes: &[Based],
) -> Result<Vec<Saved>, Error> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let view = app.view(caller, space, Version::Revision(revision))?;
    let conflicts = app.all_conflicts(&view)?;
    let saved = |based: &Based| {
        let about = |(id, conflict): &(ConflictId, Conflict)| {
            (conflict.subject.as_ref() == Some(&based.entry)).then(|| id.to_string())
        };
        let body = match based.sent {
            Some(_) => body(app, &view, based)?,
            None => None,
        };
        let sent = based.sent.as_ref().and_then(|sent| Document::from_json(sent.clone()).ok());
        let keys = match (&sent, &body) {
            (Some(sent), Some(Body::Document(now))) => keys::renamed(sent, now),
            _ => BTreeMap::new(),
        };
        let document = body.map(|body| match body {
            Body::Document(document) => SavedText::Document(RichText(document)),
            Body::Markdown(markdown) => SavedText::Markdown { markdown },
        });
        Ok(Saved { change: based.change, document, keys, conflicts: conflicts.iter().filter_map(about).collect() })
    };
    changes.iter().map(saved).collect()
}

/// Returns the body of what a change was about; `None` if it does not exist any more.
fn body(app: &App, view: &View, based: &Based) -> Result<Option<Body>, Error> {
    let form = if based.sent == Some(Value::Null) { Form::Markdown } else { Form::Document };
    let reading = Reading { form, evaluate: None };
    let found = match &based.entry {
        EntryKey::Page(id) => match app.outline(view)?.page(*id) {
            Some(page) => app.page_body(view, page, reading),
            None => Ok(None),
        },
        EntryKey::Reusable(id) => {
            app.reusable(view, *id).and_then(|content| app.reusable_body(view, &content, reading)).map(Some)
        }
        _ => Ok(None),
    };
    match found {
        Err(Error::NotFound(_)) => Ok(None),
        found => found,
    }
}

/// Returns the conflicts that a call was refused for, as the conflicts of a change request are listed.
pub(super) fn refused(context: &Context, view: &View, found: &[(ConflictId, Conflict)]) -> Result<Vec<Value>, Error> {
    let showing = Showing { metadata: true, passes_expire: context.app().passes_expire() };
    context.with_pages(view, showing, |pages| {
        let told = found.iter().map(|(id, conflict)| Ok(json!(Telling { pages, showing }.conflict(*id, conflict)?)));
        told.collect()
    })
}
