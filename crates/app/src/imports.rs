//! Imports as runs: asked for, carried out, ended early, and taken back.
//!
//! An import is a row, which a process holds while it carries it out. The invariant: its content lands once, in the
//! transaction that notes its revision, and only while the process that computed it still holds the import. A process that
//! dies loses its hold after a while; the next one goes on with what was fetched.

mod fetches;
mod reading;
pub mod report;
mod reverting;
pub mod running;
pub(crate) mod scratch;
mod watch;

use std::time::Duration;

use quire_model::change_requests::ChangeRequestName;
use quire_model::events::EventKind;
use quire_model::ids::{ImportId, OrganizationId, SpaceId};
use quire_model::imports::{ImportStage, ImportState};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;
pub use quire_sources::Source;
pub use quire_store::imports::Import;
use quire_store::imports::{self as store, Which};
use quire_store::{blobs, import_fetches};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;

use crate::App;
use crate::access::{self, EditSpace, ViewOrganization, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Target, writable};
use crate::content::files::StoredFile;
use crate::content::import::{Absent, Manner, importing};
use crate::content::superseding::collect_later;
use crate::content::uploads::Ticket;
use crate::core::errors::Error;
pub use quire_store::users::User;

/// The time for which a process holds an import after it last said how far it is.
const LEASE: Duration = Duration::from_mins(2);

/// The maximum number of imports of an organization that have not ended.
const MOST_UNFINISHED: u64 = 100;

/// The number of imports of an organization that are kept, with their reports.
const KEPT: i64 = 500;

/// The maximum length of an address, in bytes.
const MOST_ADDRESS_BYTES: usize = 2_048;

/// The origin of the bytes of an import.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A file that was uploaded.
    Upload(Ticket),
    /// An address of another server.
    Address(String),
    /// A file that is stored already, under a name.
    Stored(StoredFile, String),
}

/// The options of an import, as they are stored. Those that say what is deleted and changed are never assumed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// True if what an earlier import brought and this one lacks is kept.
    pub keep: bool,
    /// True if the import is only tried.
    pub dry_run: bool,
    /// True if the times of the files in an archive count.
    #[serde(default)]
    pub file_times: bool,
    /// True if a document is split into pages at its headings of level 1.
    #[serde(default)]
    pub split: bool,
    /// True if authors and dates are written into front matter.
    #[serde(default)]
    pub authors: bool,
    /// The maximum number of pages of a site; the usual one if `None`.
    pub most_pages: Option<u32>,
    /// The maximum number of links from the first page of a site to any other; the usual one if `None`.
    pub most_depth: Option<u32>,
}

impl Options {
    fn manner(self) -> Manner {
        let absent = if self.keep { Absent::Keep } else { Absent::Delete };
        Manner { absent, dry_run: self.dry_run, file_times: self.file_times }
    }
}

/// An import that somebody asks for.
#[derive(Debug, Clone)]
pub struct NewImport {
    /// The kind of source.
    pub source: Source,
    /// The origin of its bytes.
    pub origin: Origin,
    /// The secret that lets the server of the source be read.
    pub secret: Option<String>,
    /// The options.
    pub options: Options,
}

/// An import as a caller sees it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The import.
    pub import: Import,
    /// The user who asked for it.
    pub created_by: Option<User>,
    /// The user who took it back.
    pub reverted_by: Option<User>,
}

/// The way in which an import is carried out: by the one who asks for it, or later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The caller carries it out at once, and holds it.
    Now,
    /// Any process carries it out later.
    Later,
}

const UNKNOWN: Error = Error::NotFound("import");

/// Returns the line of content that an import is for.
fn target(import: &Import) -> Target {
    import.change_request.map_or(Target::Main, |id| Target::ChangeRequest(ChangeRequestName::Id(id)))
}

/// Returns the options that an import was asked for with.
///
/// # Errors
/// They are not those of this version. Nothing is assumed in their place, as it might delete what should be kept.
pub fn options(import: &Import) -> Result<Options, Error> {
    serde_json::from_str(&import.options).map_err(|e| {
        Error::Invalid(format!("the options of the import were written by another version of the server: {e}"))
    })
}

impl App {
    /// Asks for an import into a line of a space's content.
    ///
    /// # Errors
    /// The caller may not import there, the origin does not fit the source, or too many imports wait.
    pub fn create_import(
        &self,
        caller: &Caller,
        space: SpaceId,
        to: Target,
        new: &NewImport,
        start: Start,
    ) -> Result<Import, Error> {
        let commit = importing(caller, space, to);
        let line = self.may_write(&commit)?;
        let found = self.found(new, line.organization)?;
        let now = self.now();
        let (hold, held_until) = match start {
            Start::Now => (1, now.plus(LEASE)),
            Start::Later => (0, Timestamp(0)),
        };
        let options = serde_json::to_string(&new.options).map_err(|e| Error::internal("writing an import", e))?;
        let import = Import {
            organization: line.organization,
            id: ImportId(self.fresh_id()),
            space,
            change_request: line.change_request,
            source: new.source.name().to_owned(),
            name: found.name,
            address: found.address,
            secret: new.secret.clone(),
            input: found.input.map(|(hash, _)| hash),
            options,
            state: if start == Start::Now { ImportState::Running } else { ImportState::Queued },
            stage: ImportStage::Waiting,
            done: 0,
            total: 0,
            pages: 0,
            files: 0,
            bytes: 0,
            hold,
            held_until,
            created_by: caller.user(),
            session: caller.session(),
            token: caller.token(),
            scopes: caller.scopes(),
            created_at: now,
            updated_at: now,
            ended_at: None,
            failure: None,
            revision: None,
            outcome: None,
            report: None,
            reverted_at: None,
            reverted_by: None,
            reverted_to: None,
        };
        self.write(caller, |change| {
            let line = writable(change.tx, &commit)?;
            if line.organization != import.organization {
                return Err(Error::Conflict("the space was transferred to another organization: try again".to_owned()));
            }
            if store::unfinished(change.tx, import.organization)? >= MOST_UNFINISHED {
                let message = format!("at most {MOST_UNFINISHED} imports of an organization wait or run: wait for one");
                return Err(Error::Conflict(message));
            }
            if store::prune(change.tx, import.organization, KEPT)? > 0 {
                collect_later(change.tx, import.organization, now)?;
            }
            if let Some((hash, size)) = found.input {
                blobs::insert(change.tx, import.organization, hash, size)?;
            }
            store::insert(change.tx, &import)?;
            let detail = json!({ "space": space.to_string(), "source": import.source });
            change.record(import.organization.0, EventKind::ImportCreated, import.id.0, &detail)
        })?;
        Ok(import)
    }

    /// Returns what is known of the origin of an import before anything is fetched.
    fn found(&self, new: &NewImport, organization: OrganizationId) -> Result<FoundOrigin, Error> {
        let is_file = new.source.is_file();
        if new.secret.is_some() && is_file {
            return Err(Error::Invalid("token: is only for the source gitbook".to_owned()));
        }
        if new.options.split && new.source != Source::Docx {
            return Err(Error::Invalid("split: is only for the source docx".to_owned()));
        }
        let has_bounds = new.options.most_pages.is_some() || new.options.most_depth.is_some();
        if has_bounds && new.source != Source::Website {
            return Err(Error::Invalid("maxPages, maxDepth: are only for the source website".to_owned()));
        }
        match &new.origin {
            Origin::Address(address) => {
                if address.len() > MOST_ADDRESS_BYTES {
                    return Err(Error::Invalid(format!("url: must be at most {MOST_ADDRESS_BYTES} bytes long")));
                }
                if !is_file {
                    let parsed = Url::parse(address).ok().filter(|it| matches!(it.scheme(), "http" | "https"));
                    let parsed = parsed.filter(|it| it.username().is_empty() && it.password().is_none());
                    if parsed.is_none() {
                        let message = "url: must begin with https:// or http://, without a user name";
                        return Err(Error::Invalid(message.to_owned()));
                    }
                }
                Ok(FoundOrigin { name: String::new(), address: Some(address.clone()), input: None })
            }
            _ if !is_file => {
                let source = new.source.name();
                Err(Error::Invalid(format!("url: the source {source} is read from a server, not from an upload")))
            }
            Origin::Stored(file, name) => {
                Ok(FoundOrigin { name: name.clone(), address: None, input: Some(file.blob()) })
            }
            Origin::Upload(ticket) => {
                let upload = self.redeem(ticket)?;
                if upload.organization != organization {
                    return Err(Error::NotFound("upload"));
                }
                let nothing = || Error::Invalid("url: nothing was uploaded there yet".to_owned());
                let hash = upload.hash.ok_or_else(nothing)?;
                Ok(FoundOrigin { name: upload.name, address: None, input: Some((hash, upload.size.unsigned_abs())) })
            }
        }
    }

    /// Lists the imports into the spaces of an organization that the caller may see, or into one of them, newest first.
    pub fn list_imports(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        space: Option<SpaceId>,
        paging: &Paging,
    ) -> Result<Listing<Shown>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let mut people = People::default();
            let which = space.map_or(Which::All, Which::OfSpace);
            let mut page = store::list(tx, organization, which, paging)?;
            // The number of all would tell about those in other spaces.
            page.count = None;
            page.try_filter_map(|import| match access::space::<ViewSpace>(tx, caller, import.space) {
                Ok(_) => shown(tx, import, &mut people).map(Some),
                Err(Error::NotFound(_) | Error::Forbidden(_)) => Ok(None),
                Err(e) => Err(e),
            })
        })
    }

    /// Returns an import into a space that the caller may see.
    pub fn get_import(&self, caller: &Caller, organization: OrganizationId, id: ImportId) -> Result<Shown, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let import = store::get(tx, organization, id)?.ok_or(UNKNOWN)?;
            match access::space::<ViewSpace>(tx, caller, import.space) {
                Err(Error::NotFound(_)) => Err(UNKNOWN),
                found => found.map(drop),
            }?;
            shown(tx, import, &mut People::default())
        })
    }

    /// Ends an import before its content lands. Does nothing if it has ended.
    pub fn cancel_import(&self, caller: &Caller, organization: OrganizationId, id: ImportId) -> Result<Shown, Error> {
        let now = self.now();
        self.write(caller, |change| {
            access::organization::<ViewOrganization>(change.tx, caller, organization)?;
            let import = store::get(change.tx, organization, id)?.ok_or(UNKNOWN)?;
            match access::space::<EditSpace>(change.tx, caller, import.space) {
                Err(Error::NotFound(_)) => Err(UNKNOWN),
                found => found.map(drop),
            }?;
            let has_landed = import.revision.is_some();
            if import.state.is_ended() || has_landed {
                return shown(change.tx, import, &mut People::default());
            }
            let import = Import { state: ImportState::Cancelled, ..import };
            let import = end(change, import, now)?;
            change.record(organization.0, EventKind::ImportCancelled, id.0, &json!({}))?;
            shown(change.tx, import, &mut People::default())
        })
    }
}

/// The facts about the origin of an import before anything is fetched.
struct FoundOrigin {
    name: String,
    address: Option<String>,
    input: Option<(quire_content::hash::Hash, u64)>,
}

/// Writes an import that has ended, without what it needed to run.
fn end(change: &mut Change<'_, '_>, import: Import, now: Timestamp) -> Result<Import, Error> {
    let ended =
        Import { ended_at: Some(now), updated_at: now, held_until: Timestamp(0), secret: None, input: None, ..import };
    store::update(change.tx, &ended)?;
    import_fetches::delete(change.tx, ended.organization, ended.id)?;
    collect_later(change.tx, ended.organization, now)?;
    Ok(ended)
}

fn shown(tx: &mut quire_store::Read<'_>, import: Import, people: &mut People) -> Result<Shown, Error> {
    let created_by = people.find(tx, import.created_by)?;
    let reverted_by = people.find(tx, import.reverted_by)?;
    Ok(Shown { import, created_by, reverted_by })
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn read(text: &str) -> Result<Options, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    #[test]
    fn options_are_never_assumed() {
        let asked = Options { keep: true, most_pages: Some(7), ..Options::default() };
        assert_eq!(read(&serde_json::to_string(&asked).unwrap()), Ok(asked));
        for (text, error) in [
            ("", "EOF"),
            ("{}", "missing field `keep`"),
            (r#"{"keep":"yes","dry_run":false}"#, "invalid type"),
            (r#"{"keep":true}"#, "missing field `dry_run`"),
            (r#"{"keep":true,"dry_run":false,"archive":true}"#, "unknown field `archive`"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.contains(error), "{text}: {found}");
        }
    }
}
