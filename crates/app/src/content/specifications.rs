//! Parts of specifications that a change brings into main content, and the right to do so.
//!
//! Main content shows private specifications to everybody who reads it, so only those who may read them may bring parts
//! of them there. Whether there is a specification is no matter: whoever may not read it does not learn of it, and what
//! names one that is made later would show it then.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};

use quire_content::document::model::Kind;
use quire_content::document::{possible_parts, shown_parts};
use quire_content::links::Entity;
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::yaml::{self, Mode, Node, Typed, Value};
use quire_model::ids::OrganizationId;
use quire_model::openapi_specs::slug_of;
use quire_store::revisions::Revision;
use quire_store::{Read, openapi_specs};

use crate::access;
use crate::callers::Caller;
use crate::content::warnings::{Changed, MarkdownText, changed, place, source_of_computed};
use crate::core::errors::Error;

/// The references to specifications of which a change brings parts into content, each with the path of a text that shows
/// one. `None` is a reference that can't be told.
pub(crate) type NewlyShown = BTreeMap<Option<String>, String>;

/// Returns the parts of specifications that content shows and that what it is made from does not show in the same place;
/// none for callers who may read all specifications.
pub(crate) fn newly_shown(
    caller: &Caller,
    before: &Revision,
    after: &Map,
    objects: &dyn Objects,
) -> Result<NewlyShown, ObjectError> {
    let mut found = NewlyShown::new();
    if access::may_view_specifications(caller, before.organization) {
        return Ok(found);
    }
    for changed in changed(&Map::at(before.root), after, objects) {
        let Changed { entry, before, now } = changed?;
        for reference in of_entry(entry, before.as_deref(), &now, objects)? {
            if let Entry::Vacant(free) = found.entry(reference) {
                free.insert(place(entry, &now, after, objects)?);
            }
        }
    }
    Ok(found)
}

/// Returns the references to specifications of an entry of which it did not show these parts before.
fn of_entry(
    entry: Entity,
    before: Option<&[u8]>,
    now: &[u8],
    objects: &dyn Objects,
) -> Result<Vec<Option<String>>, ObjectError> {
    if let Some(yaml) = source_of_computed(entry, now) {
        let is_same = before.and_then(|before| source_of_computed(entry, before)).as_ref() == Some(&yaml);
        return Ok(if is_same { Vec::new() } else { named(&yaml).into_iter().map(Some).collect() });
    }
    let Some(text) = MarkdownText::of(entry, now) else { return Ok(Vec::new()) };
    let before = before.and_then(|before| MarkdownText::of(entry, before));
    if before.as_ref().is_some_and(|before| before.is_same(&text)) {
        return Ok(Vec::new());
    }
    let possible = possible_parts(&text.body(objects)?);
    if possible.is_empty() {
        return Ok(Vec::new());
    }
    let identity = |part: &Kind| format!("{part:?}");
    let known: HashSet<String> = match before {
        Some(before) => shown_parts(&before.body(objects)?).iter().map(identity).collect(),
        None => HashSet::new(),
    };
    let is_new = |part: &Option<Kind>| part.as_ref().is_none_or(|part| !known.contains(&identity(part)));
    Ok(possible.into_iter().filter(is_new).map(|part| part.as_ref().and_then(reference)).collect())
}

/// Returns the reference to the specification that a block shows a part of.
fn reference(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Operation { spec, .. } | Kind::Webhook { spec, .. } | Kind::Schemas { spec, .. } => Some(spec.clone()),
        _ => None,
    }
}

/// Returns what the source of a computed page says that a specification is called, wherever it says so.
fn named(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(Some(node)) = yaml::read(text, Mode::Lenient) {
        collect(&node, &mut found);
    }
    found
}

fn collect(node: &Node, found: &mut Vec<String>) {
    match &node.value {
        Value::Map(pairs) => {
            if let Some(Typed::Text(spec)) = node.get("spec").and_then(Node::typed) {
                found.push(spec.to_owned());
            }
            pairs.iter().for_each(|(_, node)| collect(node, found));
        }
        Value::List(items) => items.iter().for_each(|node| collect(node, found)),
        Value::Scalar(_) | Value::Alias(_) => {}
    }
}

/// Returns an error that names the first part of a specification that not everybody may read.
pub(crate) fn admit(tx: &mut Read<'_>, organization: OrganizationId, shown: &NewlyShown) -> Result<(), Error> {
    if shown.is_empty() {
        return Ok(());
    }
    let public = openapi_specs::public_slugs(tx, organization)?;
    let is_public = |slug: &str| public.iter().any(|known| known == slug);
    match shown.iter().find(|(reference, _)| !reference.as_deref().is_some_and(|it| is_public(slug_of(it)))) {
        None => Ok(()),
        Some((reference, place)) => {
            let named = reference.as_deref().map_or_else(String::new, |slug| format!(" `{slug}`"));
            Err(Error::Forbidden(format!(
                "content: {place} would show a part of the OpenAPI specification{named}, which is not public: \
                 only members of the organization with a role may bring it into main content"
            )))
        }
    }
}
