//! Idempotency keys: under one key, a call is done once in a day.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};
use quire_model::time::Timestamp;
use quire_store::idempotency::{self, Answered, Owner};
use serde_json::{Value, json};

use super::Done;
use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The time for which a call is remembered.
const LIFETIME: Duration = Duration::from_hours(24);

/// An idempotency key chosen by a caller, and the hash of the request made with it.
#[derive(Debug, Clone)]
pub struct Key {
    /// The key as the caller sent it.
    pub name: String,
    /// The hash of the request.
    pub request: Hash,
}

/// A key and its owner.
pub(super) type Owned<'a> = (Owner, &'a Key);

/// Returns the owner of the caller's keys; `None` if the caller is not a user.
pub(super) fn owner(caller: &Caller, organization: OrganizationId, space: SpaceId) -> Option<Owner> {
    caller.user().map(|user| Owner { organization, space, user })
}

impl App {
    /// Returns the outcome of the call made under this key, or a conflict if the key was used for a different request.
    pub(super) fn recall_key(&self, owner: Owner, key: &Key) -> Result<Option<Done>, Error> {
        let since = self.now().minus(LIFETIME);
        let found = self.inner.db.read_single(|tx| Ok::<_, Error>(idempotency::get(tx, owner, &key.name, since)?))?;
        let Some(found) = found else { return Ok(None) };
        if found.request != key.request {
            let message = "the idempotency key was used for another call in the last 24 hours: choose another one";
            return Err(Error::Conflict(message.to_owned()));
        }
        read(&found.outcome).map(Some)
    }
}

/// Stores the outcome of a call in the transaction that commits it. Fails if the same key was used meanwhile.
pub(super) fn note(
    change: &mut Change<'_, '_>,
    (owner, key): Owned<'_>,
    done: &Done,
    now: Timestamp,
) -> Result<(), Error> {
    let since = now.minus(LIFETIME);
    let call = Answered { request: key.request, outcome: written(done) };
    idempotency::delete_old(change.tx, owner.organization, since)?;
    if idempotency::insert(change.tx, owner, &key.name, &call, now, since)? {
        return Ok(());
    }
    Err(Error::Conflict("another call is made with the same idempotency key".to_owned()))
}

fn written(done: &Done) -> String {
    fn all<I: std::fmt::Display>(made: &[(I, Option<String>)]) -> Vec<Value> {
        made.iter().map(|(id, name)| json!([id.to_string(), name])).collect()
    }
    let Done { revision, changed, superseded, pages, files, reusables } = done;
    let (pages, files, reusables) = (all(pages), all(files), all(reusables));
    json!({
        "revision": revision.to_string(),
        "changed": changed,
        "superseded": superseded.map(|id| id.to_string()),
        "pages": pages,
        "files": files,
        "reusables": reusables,
    })
    .to_string()
}

fn read(outcome: &str) -> Result<Done, Error> {
    let damaged = || Error::internal("reading what came of a call", "it is damaged");
    let value: Value = serde_json::from_str(outcome).map_err(|e| Error::internal("reading what came of a call", e))?;
    let id = |value: &Value| value.as_str()?.parse::<Uid>().ok();
    let all = |field: &str| -> Option<Vec<(Uid, Option<String>)>> {
        let made = value[field].as_array()?.iter();
        made.map(|pair| Some((id(&pair[0])?, pair[1].as_str().map(str::to_owned)))).collect()
    };
    fn typed<I>(made: Vec<(Uid, Option<String>)>, wrap: fn(Uid) -> I) -> Vec<(I, Option<String>)> {
        made.into_iter().map(|(id, name)| (wrap(id), name)).collect()
    }
    Ok(Done {
        revision: RevisionId(id(&value["revision"]).ok_or_else(damaged)?),
        changed: value["changed"].as_bool().ok_or_else(damaged)?,
        superseded: id(&value["superseded"]).map(RevisionId),
        pages: typed(all("pages").ok_or_else(damaged)?, quire_content::id::PageId),
        files: typed(all("files").ok_or_else(damaged)?, quire_content::id::FileId),
        reusables: typed(all("reusables").ok_or_else(damaged)?, quire_content::id::ReusableId),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quire_content::id::{FileId, PageId, ReusableId};

    #[test]
    fn what_came_of_a_call_is_read_as_it_was_written() {
        let done = Done {
            revision: RevisionId(Uid([1; 16])),
            changed: true,
            superseded: Some(RevisionId(Uid([6; 16]))),
            pages: vec![(PageId(Uid([2; 16])), Some("a".to_owned())), (PageId(Uid([3; 16])), None)],
            files: vec![(FileId(Uid([4; 16])), None)],
            reusables: vec![(ReusableId(Uid([5; 16])), Some("\"".to_owned()))],
        };
        assert_eq!(read(&written(&done)).unwrap(), done);
        assert!(read("{}").is_err() && read("").is_err());
    }
}
