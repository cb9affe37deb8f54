//! Changes from one version of a specification to another: found when a version is made, and kept as a list beside it.
//!
//! A list against the version before is read as it was found. Others are found when they are asked for, within a bound on
//! the size of both documents, and cached: versions never change. Breaking changes wait for somebody to acknowledge them,
//! on which a merge rule depends.

use std::sync::Arc;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{OpenApiVersionId, OrganizationId};
use quire_model::openapi_changes::{ChangeList, ChangedObject, ChangedOperation, ListedChange};
use quire_model::openapi_specs::SpecChange;
use quire_openapi::changes::{self, Changes, Class, Subject};
use quire_store::openapi_versions::{self as versions, OpenApiVersion};
use quire_store::{Read, openapi_specs as specs};
use serde_json::json;

use super::{NO_VERSION, OpenApiSpec, ShownSpec, ShownVersion, VersionName, version};
use crate::App;
use crate::access::{self, ManageSpecification};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The maximum size of two documents together that are compared on request, in bytes.
const MOST_BYTES: u64 = 32 << 20;

/// The changes of a version against another one.
pub struct ShownChanges {
    /// The specification that both versions are of.
    pub spec: ShownSpec,
    /// The later version, whose changes these are.
    pub version: OpenApiVersion,
    /// The version that it is compared with; `None` for the first one.
    pub base: Option<OpenApiVersionId>,
    /// The differences, with the number of each class; empty for the first version.
    pub list: Arc<ChangeList>,
}

impl App {
    /// Returns the changes of a version against another one, or against the one before it.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the list is not kept and the two documents are too large to be compared on request.
    pub fn openapi_changes(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        name: VersionName,
        base: Option<OpenApiVersionId>,
    ) -> Result<ShownChanges, Error> {
        let (ShownVersion { spec, version }, base) = self.inner.db.read(|tx| {
            let spec = access::openapi_spec(tx, caller, organization, slug)?;
            let version = version(tx, &spec, name)?;
            let base = base_of(tx, &version, base)?;
            Ok::<_, Error>((ShownVersion { spec, version }, base))
        })?;
        let list = match (&base, version.changes) {
            (Base::None, _) => Arc::default(),
            (Base::Known, Some(list)) => self.kept_changes(list)?,
            (Base::Known, None) => Arc::default(),
            (Base::Other(other), _) => self.compared_on_request(other.bundled, version.bundled)?,
        };
        let base = match base {
            Base::None => None,
            Base::Known => version.base,
            Base::Other(other) => Some(other.id),
        };
        Ok(ShownChanges { spec, version, base, list })
    }

    /// Notes that somebody has seen the breaking changes of all versions up to this one.
    pub fn acknowledge_openapi_version(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        id: OpenApiVersionId,
    ) -> Result<ShownSpec, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let spec = access::openapi_spec::<ManageSpecification>(change.tx, caller, organization, slug)?;
            let version = versions::get(change.tx, organization, spec.id, id)?.ok_or(NO_VERSION)?;
            if spec.acknowledged.is_none_or(|known| known < version.id) {
                let after = OpenApiSpec { acknowledged: Some(version.id), updated_at: now, ..spec.into_inner() };
                specs::update(change.tx, &after)?;
                let detail = json!({ "acknowledged": version.id.to_string() });
                change.record(organization.0, EventKind::OpenApiSpecUpdated, after.id.0, &detail)?;
            }
            access::openapi_spec(change.tx, caller, organization, slug)
        })
    }

    /// Returns a list that is kept.
    pub(crate) fn kept_changes(&self, list: Hash) -> Result<Arc<ChangeList>, Error> {
        self.inner.caches.specifications.changes.get_or_insert_with(&(list, list), || {
            let bytes = std::fs::read(self.inner.blobs.path(list)).map_err(unreadable)?;
            serde_json::from_slice(&bytes).map(Arc::new).map_err(unreadable)
        })
    }

    fn compared_on_request(&self, before: Hash, after: Hash) -> Result<Arc<ChangeList>, Error> {
        self.inner.caches.specifications.changes.get_or_insert_with(&(before, after), || {
            let size = |hash| std::fs::metadata(self.inner.blobs.path(hash)).map(|it| it.len()).map_err(unreadable);
            if size(before)? + size(after)? > MOST_BYTES {
                let most = MOST_BYTES >> 20;
                let message =
                    format!("base: the two documents have more than {most} MiB and are not compared on request");
                return Err(Error::TooLarge(message));
            }
            let read = |hash| std::fs::read(self.inner.blobs.path(hash)).map_err(unreadable);
            Ok(Arc::new(listed(&compare(&read(before)?, &read(after)?)?)))
        })
    }

    /// Compares a bundled document that may become a version with that of a version.
    pub(super) fn compared_with(&self, base: &OpenApiVersion, after: &[u8], hash: Hash) -> Result<Changes, Error> {
        if base.bundled == hash {
            return Ok(Changes::default());
        }
        compare(&std::fs::read(self.inner.blobs.path(base.bundled)).map_err(unreadable)?, after)
    }
}

/// The version that another one is compared with.
enum Base {
    /// There is none.
    None,
    /// The one whose list is kept.
    Known,
    /// A version whose documents are compared on request.
    Other(Box<OpenApiVersion>),
}

fn base_of(tx: &mut Read<'_>, of: &OpenApiVersion, asked: Option<OpenApiVersionId>) -> Result<Base, Error> {
    let (organization, specification) = (of.organization, of.specification);
    Ok(match asked.or(of.base) {
        Some(base) if of.change.is_some() && of.base == Some(base) => Base::Known,
        Some(base) => {
            let found = versions::get(tx, organization, specification, base)?;
            Base::Other(Box::new(found.ok_or(NO_VERSION)?))
        }
        None => match versions::predecessor(tx, organization, specification, of.id)? {
            Some(before) => Base::Other(Box::new(before)),
            None => Base::None,
        },
    })
}

fn compare(before: &[u8], after: &[u8]) -> Result<Changes, Error> {
    let read = |bytes| serde_json::from_slice(bytes).map_err(unreadable);
    Ok(changes::changes(&read(before)?, &read(after)?))
}

fn unreadable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::internal("comparing OpenAPI specifications", error)
}

/// Returns the word of the API for a class.
pub(super) fn word(class: Class) -> SpecChange {
    match class {
        Class::Breaking => SpecChange::Breaking,
        Class::Compatible => SpecChange::Compatible,
        Class::Documentation => SpecChange::Documentation,
    }
}

/// Returns the form in which changes are kept and sent.
pub(super) fn listed(found: &Changes) -> ChangeList {
    ChangeList {
        items: found.items.iter().map(item).collect(),
        breaking: found.breaking,
        compatible: found.compatible,
        documentation: found.documentation,
        is_cut: found.is_cut,
    }
}

fn item(change: &changes::Change) -> ListedChange {
    let (operation, shared) = match &change.subject {
        Subject::Document => (None, None),
        Subject::Shared { group, name } => (None, Some(ChangedObject { group: group.clone(), name: name.clone() })),
        Subject::Operation(call) => {
            let (path, method) = (call.path.clone(), call.method.clone());
            (Some(ChangedOperation { path, method, webhook: call.is_webhook }), None)
        }
    };
    ListedChange {
        rule: change.rule.name().to_owned(),
        class: word(change.rule.class()),
        operation,
        shared,
        pointer: change.pointer.clone(),
        before: change.before.clone(),
        after: change.after.clone(),
        sentence: change.sentence.clone(),
        internal: change.is_internal,
    }
}

/// Returns the approximate size of a list in memory, in bytes.
pub(super) fn weight(list: &ChangeList) -> usize {
    let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let texts = |it: &ListedChange| it.pointer.len() + it.sentence.len() + length(&it.before) + length(&it.after);
    list.items.iter().map(|it| size_of::<ListedChange>() + 2 * texts(it)).sum()
}
