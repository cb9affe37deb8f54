//! Notes of writers on specifications: kept per specification, added to descriptions of whatever version is shown.
//!
//! All notes of a specification are one value, which is kept as a blob: so what pages show follows from hashes, and
//! nothing is lost when two writers save at once. A note whose target is not in the latest version is an orphan: it is
//! listed, and shown again when the target is back.

use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{OpenApiNoteId, OrganizationId};
use quire_model::openapi_notes::{MOST_NOTES, NoteCall, NoteParameter, NotePlacement, NoteTarget, SpecNote};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::text::{InvalidText, OpenApiName, OpenApiNoteText};
use quire_openapi::notes::{Note, Parameter, Placed, Placement, Target, overlay, place};
use quire_openapi::{Call, Index};
use quire_store::blobs;
use quire_store::{Read, openapi_specs as specs};
use serde_json::{Value, json};

use super::latest::LatestVersion;
use super::parts::Part;
use super::{OpenApiSpec, ShownSpec};
use crate::App;
use crate::access::{self, ManageSpecification, Permit};
use crate::callers::Caller;
use crate::content::superseding::collect_later;
use crate::core::errors::Error;

/// The maximum size of all notes of a specification, in bytes.
const MOST_BYTES: usize = 4 << 20;
/// The maximum number of properties in each other that lead to the one that a note is about.
const MOST_PROPERTIES: usize = 20;
/// The number of times that an edit is tried again when others edit at the same time.
const ATTEMPTS: usize = 50;

/// A note with what is known of its target.
#[derive(Debug, Clone)]
pub struct ShownNote {
    /// The note as it is kept.
    pub note: SpecNote,
    /// True if the latest version does not have what the note is about.
    pub is_orphan: bool,
}

impl App {
    /// Lists the notes on a specification, in order of creation.
    pub fn list_openapi_notes(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        paging: &Paging,
    ) -> Result<Listing<ShownNote>, Error> {
        let spec: ShownSpec = self.inner.db.read(|tx| access::openapi_spec(tx, caller, organization, slug))?;
        let mut notes: Vec<_> = self.kept_notes(&spec)?.into_iter().map(|note| (id_of(&note), note)).collect();
        notes.sort_by_key(|(id, _)| *id);
        let version = self.latest_versions(organization)?.get(slug).copied();
        let placed = self.placed_in(version.as_ref(), notes.iter().map(|(_, note)| note))?;
        let notes: Vec<_> = notes.into_iter().enumerate().collect();
        let page = Listing::slice(&notes, paging, Order::Ascending, |(_, (id, _))| id.0);
        page.try_map(|(at, (_, note))| {
            self.go_on()?;
            let is_orphan = !self.has_target(version.as_ref(), &placed, at)?;
            Ok(ShownNote { note, is_orphan })
        })
    }

    /// Sets the note on a target. Returns true with it if there was none.
    pub fn put_openapi_note(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        (target, markdown, placement): (&NoteTarget, &OpenApiNoteText, NotePlacement),
    ) -> Result<(ShownNote, bool), Error> {
        check(target)?;
        let id = OpenApiNoteId(self.fresh_id());
        let (note, created) = self.edit_notes(caller, organization, slug, |notes, index| {
            let wanted = completed(target_of(target), index);
            let known = notes.iter().position(|note| is_same(&target_of(&note.target), &wanted, index));
            let now = self.now();
            let before = known.map(|at| notes.remove(at));
            let note = SpecNote {
                id: before.as_ref().map_or_else(|| id.to_string(), |note| note.id.clone()),
                target: named(wanted).map_err(|e| Error::Invalid(format!("target: {e}")))?,
                markdown: markdown.clone(),
                placement,
                created_at: before.as_ref().map_or(now, |note| note.created_at),
                updated_at: now,
            };
            notes.push(note.clone());
            Ok((note, before.is_none()))
        })?;
        let version = self.latest_versions(organization)?.get(slug).copied();
        let placed = self.placed_in(version.as_ref(), std::iter::once(&note))?;
        let is_orphan = !self.has_target(version.as_ref(), &placed, 0)?;
        Ok((ShownNote { note, is_orphan }, created))
    }

    /// Deletes a note. Does nothing if there is none, or no such specification.
    pub fn delete_openapi_note(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        id: OpenApiNoteId,
    ) -> Result<(), Error> {
        let deleted = self.edit_notes(caller, organization, slug, |notes, _| {
            notes.retain(|note| id_of(note) != id);
            Ok(())
        });
        match deleted {
            Err(Error::NotFound(_)) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns the notes on a specification as an OpenAPI Overlay.
    pub fn get_openapi_overlay(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
    ) -> Result<Value, Error> {
        let spec: ShownSpec = self.inner.db.read(|tx| access::openapi_spec(tx, caller, organization, slug))?;
        let version = self.latest_versions(organization)?.get(slug).copied();
        let placed = self.placed_in(version.as_ref(), self.kept_notes(&spec)?.iter())?;
        overlay::write(&format!("Notes on {slug}"), &placed, &mut |target, call| {
            self.go_on()?;
            let Some(version) = &version else { return Ok(None) };
            part_of(target, call).map(|part| self.slice_of(version, &part)).transpose()
        })
    }

    /// Replaces all notes on a specification by those of an OpenAPI Overlay, and returns their number.
    pub fn put_openapi_overlay(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        document: &Value,
    ) -> Result<usize, Error> {
        let read = overlay::read(document, MOST_NOTES).map_err(|e| Error::Invalid(e.to_string()))?;
        let ids: Vec<_> = read.iter().map(|_| OpenApiNoteId(self.fresh_id())).collect();
        self.edit_notes(caller, organization, slug, |notes, index| {
            let now = self.now();
            let targets: Vec<_> = read.iter().map(|note| completed(note.target.clone(), index)).collect();
            let before: Vec<_> = notes.iter().map(|note| (target_of(&note.target), note)).collect();
            let mut made = Vec::with_capacity(read.len());
            for (at, ((note, id), target)) in read.iter().zip(&ids).zip(&targets).enumerate() {
                // Two actions may name one operation in two ways, of which the last one counts.
                if targets[at + 1..].iter().any(|later| is_same(later, target, index)) {
                    continue;
                }
                let refused = |e: InvalidText| Error::Invalid(format!("actions[{at}]: {e}"));
                let known = before.iter().find(|(known, _)| is_same(known, target, index)).map(|(_, note)| note);
                made.push(SpecNote {
                    id: known.map_or_else(|| id.to_string(), |known| known.id.clone()),
                    target: named(target.clone()).map_err(refused)?,
                    markdown: OpenApiNoteText::try_from(note.text.clone()).map_err(refused)?,
                    placement: placement_named(note.placement),
                    created_at: known.map_or(now, |known| known.created_at),
                    updated_at: now,
                });
            }
            *notes = made;
            Ok(notes.len())
        })
    }

    /// Changes the notes on a specification. `edit` gets the index of the latest version, and may run more than once.
    fn edit_notes<T>(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        edit: impl Fn(&mut Vec<SpecNote>, Option<&Index>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        for _ in 0..ATTEMPTS {
            let spec = self.inner.db.read(|tx| managed(tx, caller, organization, slug))?;
            let version = self.latest_versions(organization)?.get(slug).copied();
            let index = version.as_ref().map(|version| self.specification_index(version)).transpose()?;
            let mut notes = self.kept_notes(&spec)?;
            let outcome = edit(&mut notes, index.as_deref())?;
            let stored = self.stored_notes(&notes)?;
            let landed = self.write(caller, |change| {
                let now = managed(change.tx, caller, organization, slug)?;
                if (now.id, now.notes) != (spec.id, spec.notes) {
                    return Ok(false);
                }
                if let Some(stored) = &stored {
                    blobs::insert(change.tx, organization, stored.hash, stored.size)?;
                }
                let hash = stored.as_ref().map(|stored| stored.hash);
                if hash == spec.notes {
                    return Ok(true);
                }
                if spec.notes.is_some() {
                    collect_later(change.tx, organization, self.now())?;
                }
                let after = OpenApiSpec { notes: hash, updated_at: self.now(), ..now };
                specs::update(change.tx, &after)?;
                let detail = json!({ "notes": notes.len() });
                change.record(organization.0, EventKind::OpenApiSpecUpdated, after.id.0, &detail)?;
                Ok::<_, Error>(true)
            })?;
            if landed {
                return Ok(outcome);
            }
        }
        Err(Error::Conflict("others change the notes at the same time, try again".to_owned()))
    }

    /// Returns the notes on a specification as they are after a new version, if that changes any.
    pub(super) fn carried_notes(
        &self,
        spec: &OpenApiSpec,
        (before, after): (&Index, &Index),
    ) -> Result<Option<blobs::Stored>, Error> {
        let mut notes = self.kept_notes(spec)?;
        let mut is_changed = false;
        for note in &mut notes {
            let target = target_of(&note.target);
            let carried = target.clone().carried(after, before);
            // A name that is too long for a note leaves the note as it is.
            if carried != target
                && let Ok(named) = named(carried)
            {
                note.target = named;
                is_changed = true;
            }
        }
        if is_changed { self.stored_notes(&notes) } else { Ok(None) }
    }

    fn stored_notes(&self, notes: &[SpecNote]) -> Result<Option<blobs::Stored>, Error> {
        if notes.len() > MOST_NOTES {
            return Err(Error::Conflict(format!("the specification has {MOST_NOTES} notes already")));
        }
        if notes.is_empty() {
            return Ok(None);
        }
        let bytes = serde_json::to_vec(notes).map_err(|e| Error::internal("writing notes", e))?;
        if bytes.len() > MOST_BYTES {
            return Err(Error::Conflict(format!("the notes have more than {MOST_BYTES} bytes together")));
        }
        self.keep_bytes(&bytes).map(Some)
    }

    fn kept_notes(&self, spec: &OpenApiSpec) -> Result<Vec<SpecNote>, Error> {
        spec.notes.map_or(Ok(Vec::new()), |hash| self.read_notes(hash))
    }

    fn read_notes(&self, hash: Hash) -> Result<Vec<SpecNote>, Error> {
        let bytes = std::fs::read(self.inner.blobs.path(hash)).map_err(|e| Error::internal("reading notes", e))?;
        serde_json::from_slice(&bytes).map_err(|e| Error::internal("reading notes", e))
    }

    /// Returns the notes on a version with their places in it.
    pub(super) fn placed_notes(&self, version: &LatestVersion) -> Result<Option<Arc<Placed>>, Error> {
        let Some(hash) = version.notes else { return Ok(None) };
        let cache = &self.inner.caches.specifications.notes;
        let placed = cache.get_or_insert_with(&(version.bundled, hash), || {
            let notes = self.read_notes(hash)?.iter().map(note_of).collect();
            Ok::<_, Error>(Arc::new(Placed::of(&*self.specification_index(version)?, notes)))
        });
        placed.map(Some)
    }

    /// Finds the places of notes in a version; there are none without one.
    fn placed_in<'n>(
        &self,
        version: Option<&LatestVersion>,
        notes: impl Iterator<Item = &'n SpecNote>,
    ) -> Result<Placed, Error> {
        let index = version.map(|version| self.specification_index(version)).transpose()?;
        Ok(Placed::of(index.as_deref().unwrap_or(&Index::default()), notes.map(note_of).collect()))
    }

    /// Returns true if a version has what a note is about.
    fn has_target(&self, version: Option<&LatestVersion>, placed: &Placed, at: usize) -> Result<bool, Error> {
        let (Some(version), Some(note)) = (version, placed.notes().get(at)) else { return Ok(false) };
        let call = placed.call(at);
        let Some(part) = part_of(&note.target, call) else { return Ok(false) };
        Ok(place(&self.slice_of(version, &part)?, &note.target, call).is_some())
    }
}

/// Returns a target with identifier, path and method as a document has them, as far as it has them.
fn completed(target: Target, index: Option<&Index>) -> Target {
    match index {
        Some(index) => target.completed(index),
        None => target,
    }
}

/// Returns true if two targets are about the same thing, as far as it is known.
fn is_same(one: &Target, other: &Target, index: Option<&Index>) -> bool {
    index.map_or_else(|| one.is_same(other), |index| one.is_same_in(other, index))
}

fn managed(tx: &mut Read<'_>, caller: &Caller, organization: OrganizationId, slug: &str) -> Result<OpenApiSpec, Error> {
    fn proved<P: Permit>(found: access::Proof<OpenApiSpec, P>) -> OpenApiSpec {
        found.into_inner()
    }
    access::openapi_spec::<ManageSpecification>(tx, caller, organization, slug).map(proved)
}

fn part_of(target: &Target, call: Option<&Call>) -> Option<Part> {
    match target {
        Target::Operation { .. } => call.cloned().map(Part::Operation),
        Target::Schema { name, .. } => Some(Part::Schemas(vec![name.clone()])),
    }
}

/// Checks what the types of a target do not say.
fn check(target: &NoteTarget) -> Result<(), Error> {
    match target {
        NoteTarget::Operation { operation_id: None, call: None, .. } => {
            Err(Error::Invalid("target: must have operationId, or call with method and path".to_owned()))
        }
        NoteTarget::Schema { property, .. } if property.len() > MOST_PROPERTIES => {
            Err(Error::Invalid(format!("target.property: must be at most {MOST_PROPERTIES} names")))
        }
        _ => Ok(()),
    }
}

/// Returns the identifier of a note; notes are only made with one.
fn id_of(note: &SpecNote) -> OpenApiNoteId {
    note.id.parse().unwrap_or(OpenApiNoteId(Uid([0; 16])))
}

fn note_of(note: &SpecNote) -> Note {
    let placement = match note.placement {
        NotePlacement::After => Placement::After,
        NotePlacement::Before => Placement::Before,
        NotePlacement::Instead => Placement::Instead,
    };
    Note { target: target_of(&note.target), text: note.markdown.as_str().to_owned(), placement }
}

fn placement_named(placement: Placement) -> NotePlacement {
    match placement {
        Placement::After => NotePlacement::After,
        Placement::Before => NotePlacement::Before,
        Placement::Instead => NotePlacement::Instead,
    }
}

fn target_of(target: &NoteTarget) -> Target {
    let text = |name: &OpenApiName| name.as_str().to_owned();
    match target {
        NoteTarget::Operation { operation_id, call, parameter } => Target::Operation {
            id: operation_id.as_ref().map(text),
            call: call.as_ref().map(|call| Call::new(call.webhook, call.path.as_str(), call.method.as_str())),
            parameter: parameter.as_ref().map(|it| Parameter { place: text(&it.r#in), name: text(&it.name) }),
        },
        NoteTarget::Schema { schema, property } => {
            Target::Schema { name: text(schema), property: property.iter().map(text).collect() }
        }
    }
}

fn named(target: Target) -> Result<NoteTarget, InvalidText> {
    let name = OpenApiName::try_from;
    Ok(match target {
        Target::Operation { id, call, parameter } => NoteTarget::Operation {
            operation_id: id.map(name).transpose()?,
            call: match call {
                Some(Call { is_webhook, path, method }) => {
                    Some(NoteCall { method: name(method)?, path: name(path)?, webhook: is_webhook })
                }
                None => None,
            },
            parameter: match parameter {
                Some(Parameter { place, name: of }) => Some(NoteParameter { r#in: name(place)?, name: name(of)? }),
                None => None,
            },
        },
        Target::Schema { name: schema, property } => NoteTarget::Schema {
            schema: name(schema)?,
            property: property.into_iter().map(name).collect::<Result<_, _>>()?,
        },
    })
}
