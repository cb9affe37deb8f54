//! The texts of a call's changes with a base or of single blocks, as they are after the call: what was sent, merged with
//! what was saved since the base.

use std::collections::BTreeMap;

use quire_app::change_requests::conflicts::Conflict;
use quire_app::content::documents::{Body, Form, Reading};
use quire_app::content::edits::{BlockAction, Done};
use quire_app::content::{Version, View};
use quire_app::{App, Caller, Error};
use quire_content::document::{Document, keys};
use quire_content::id::ConflictId;
use quire_content::record::EntryKey;
use quire_model::ids::{RevisionId, SpaceId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{blocks, conditions};
use crate::context::Context;
use crate::endpoint::part;
use crate::routes::content::entity_tag;
use crate::types::{RichText, Showing, Telling};

/// A change with a base, or of single blocks, in a request.
#[derive(Debug, Clone)]
pub(super) struct Based {
    /// The index of the change.
    change: usize,
    /// The key of the page or reusable content in the content map.
    entry: EntryKey,
    /// The document that was sent; null for Markdown, and none for a change that sets no text.
    sent: Option<Value>,
    /// The changes of blocks.
    blocks: Option<Value>,
    /// The revision that the change was made from.
    base: Option<RevisionId>,
}

impl Based {
    /// Returns the changes of a request that have a base or change single blocks.
    pub(super) fn of(changes: &[Value]) -> Vec<Self> {
        let based = |(change, value): (usize, &Value)| {
            let given = |field: &str| value.get(field).filter(|value| !value.is_null());
            let (base, blocks) = (given("base"), given("blocks").cloned());
            if base.is_none() && blocks.is_none() {
                return None;
            }
            let base = base.and_then(Value::as_str).and_then(|base| base.parse().ok());
            let sent = given("document").map(|document| match document.get("markdown") {
                Some(_) => Value::Null,
                None => document.clone(),
            });
            Some(Self { change, entry: conditions::entry(value)?, sent, blocks, base })
        };
        changes.iter().enumerate().filter_map(based).collect()
    }
}

/// A text that a change with a base sent, or whose blocks it changed, as it is after the call.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Saved {
    /// The index of the change in the request.
    change: usize,
    /// The text after the call, in the form in which it was sent; absent if the change sent none. For a change of
    /// blocks, present only if there is more in it than what they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<SavedText>,
    /// The keys of blocks after the call, by the keys that they had in the document that was sent. For a change of
    /// blocks, by the keys that they had before it or were sent with; those that are the same are left out.
    keys: BTreeMap<String, String>,
    /// For each change of blocks, the keys of the blocks that it brought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<Vec<String>>,
    /// The identifiers of the conflicts about the page or the reusable content, in the list of the change request.
    conflicts: Vec<String>,
    /// The entity tag of the page or the reusable content after the call, for `If-Match`; absent if it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
}

/// The text of a page or a reusable content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum SavedText {
    Document(RichText),
    Markdown { markdown: String },
}

/// Returns the texts that changes with a base sent, and those whose blocks they changed, in the revision after the call.
pub(super) fn saved(
    app: &App,
    caller: &Caller,
    space: SpaceId,
    done: &Done,
    changes: &[Based],
) -> Result<Vec<Saved>, Error> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let view = app.view(caller, space, Version::Revision(done.revision))?;
    let conflicts = app.all_conflicts(&view)?;
    let saved = |based: &Based| {
        let about = |(id, conflict): &(ConflictId, Conflict)| {
            (conflict.subject.as_ref() == Some(&based.entry)).then(|| id.to_string())
        };
        let conflicts = conflicts.iter().filter_map(about).collect();
        let etag = entity_tag(app, &view, &based.entry)?.map(|tag| format!("\"{tag}\""));
        let (keys, blocks) = (BTreeMap::new(), Vec::new());
        let empty = Saved { change: based.change, document: None, keys, blocks, conflicts, etag };
        match &based.blocks {
            Some(blocks) => {
                let step = done.superseded.or(view.revision.parents.0.first().copied().filter(|_| done.changed));
                let before = based.base.or(step);
                let before = app.view(caller, space, Version::Revision(before.unwrap_or(done.revision)))?;
                of_blocks(app, [&before, &view], based, blocks, empty)
            }
            None => of_text(app, &view, based, empty),
        }
    };
    changes.iter().map(saved).collect()
}

/// Adds the text that a change sent.
fn of_text(app: &App, view: &View, based: &Based, saved: Saved) -> Result<Saved, Error> {
    let body = match &based.sent {
        Some(sent) => body(app, view, &based.entry, if sent.is_null() { Form::Markdown } else { Form::Document })?,
        None => None,
    };
    let sent = based.sent.as_ref().and_then(|sent| Document::from_json(sent.clone()).ok());
    let keys = match (&sent, &body) {
        (Some(sent), Some(Body::Document(now))) => keys::renamed(sent, now),
        _ => BTreeMap::new(),
    };
    Ok(Saved { document: body.map(SavedText::of), keys, ..saved })
}

/// Adds the keys of the blocks that a change left and brought, and the text if it has more in it than that.
fn of_blocks(
    app: &App,
    [before, now]: [&View; 2],
    based: &Based,
    blocks: &Value,
    saved: Saved,
) -> Result<Saved, Error> {
    let Some(parsed) = app.shared_document(now, &based.entry)? else { return Ok(saved) };
    let document = &parsed.document;
    let whole = || SavedText::of(Body::Document(document.clone()));
    let changes = part(blocks.clone(), "").and_then(|changes| blocks::changes(changes, "")).unwrap_or_default();
    let Some(patched) = app.preview_blocks(before, &based.entry, &changes)? else {
        // Other changes of the call have come before.
        let old = app.shared_document(before, &based.entry)?;
        let keys = old.map(|old| keys::renamed(&old.document, document)).unwrap_or_default();
        return Ok(Saved { keys: changed(keys), document: Some(whole()), ..saved });
    };
    let (mut keys, blocks) = patched.keys_in(document);
    for (change, brought) in changes.iter().zip(&blocks) {
        if let (BlockAction::Replace(_), Some(first)) = (&change.action, brought.first()) {
            keys.entry(change.key.clone()).or_insert_with(|| first.clone());
        }
    }
    let document = (!patched.is(document)).then(whole);
    Ok(Saved { keys: changed(keys), blocks, document, ..saved })
}

/// Returns the keys that are others now.
fn changed(mut keys: BTreeMap<String, String>) -> BTreeMap<String, String> {
    keys.retain(|before, now| before != now);
    keys
}

impl SavedText {
    fn of(body: Body) -> Self {
        match body {
            Body::Document(document) => Self::Document(RichText(document)),
            Body::Markdown(markdown) => Self::Markdown { markdown },
        }
    }
}

/// Returns the body of what a change was about; `None` if it does not exist any more.
fn body(app: &App, view: &View, entry: &EntryKey, form: Form) -> Result<Option<Body>, Error> {
    let reading = Reading { form, evaluate: None };
    let found = match entry {
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
    let showing = Showing { metadata: true, computed: false, passes_expire: context.app().passes_expire() };
    context.with_pages(view, showing, |pages| {
        let telling = Telling::new(pages, showing);
        let told = found.iter().map(|(id, conflict)| Ok(json!(telling.conflict(*id, conflict)?)));
        told.collect()
    })
}
