//! Reading of sources in the background: fetching, checking and bundling, and what comes of it.
//!
//! A source is read by one process at a time, which holds it: see [`super::holding`]. What was found counts only while the
//! source is the one that was read and is still held, so a process that was slow or whose source was replaced changes
//! nothing. An unchanged source makes no version, and a source that can't be used leaves the versions as they are.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::OpenApiVersionId;
use quire_model::openapi_specs::{SpecError, SpecErrorCode, SpecFormat, SpecState};
use quire_model::time::Timestamp;
use quire_openapi::bundle::{self, Loaded};
use quire_openapi::changes::Changes;
use quire_openapi::pages::FurtherPages;
use quire_openapi::{Format, Issue, Limits, Severity, check, contents, ignored, locate, read};
use quire_store::Read;
use quire_store::blobs::{self, Stored};
use quire_store::openapi_specs::{self as specs, OpenApiSpec};
use quire_store::openapi_versions::{self as versions, OpenApiVersion};
use serde_json::{Value, json};
use url::Url;

use super::bodies::all_left_out;
use super::carrying::Carried;
use super::changes::{listed, word};
use super::holding;
use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::superseding::collect_later;
use crate::core::errors::Error;

/// The time within which a source and all that it refers to must have been fetched.
const PATIENCE: Duration = Duration::from_secs(60);
/// The number of sources at addresses that are read at the same time for an organization.
const MOST_AT_ONCE: i64 = 4;
/// The pause before a source at an address is read again.
const PAUSE: Duration = Duration::from_hours(6);
/// The number of times that a version is recorded again when others change the notes at the same time.
const ATTEMPTS: usize = 50;
/// The number of versions of a specification that are kept.
const KEPT: i64 = 200;
/// The maximum number of problems that are kept.
const MOST_ERRORS: usize = 100;
/// The maximum length of a problem's message, in characters.
const MOST_SHOWN: usize = 500;

/// Access to documents of other servers.
///
/// They come from strangers: they are bounded in size but otherwise untrusted.
pub trait Documents: Send + Sync {
    /// Returns the document at an address, of at most `most` bytes; `None` if it has the entity tag `known`. A document
    /// that is not there as a whole after the time `within` is too slow.
    fn get(
        &self,
        address: &str,
        most: u64,
        known: Option<&str>,
        within: Duration,
    ) -> Result<Option<Document>, Unreachable>;
}

/// A document that was fetched.
#[derive(Debug, Clone)]
pub struct Document {
    /// The address after all redirects.
    pub address: String,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
    /// The entity tag, as the server states it.
    pub entity_tag: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A failed fetch. The texts are for whoever set the source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The server took too long.
    #[error("the server takes too long")]
    TooSlow,
    /// The document can't be fetched, for this reason.
    #[error("{0}")]
    Failed(String),
}

/// A source that can't be used.
#[derive(Debug)]
struct Unusable {
    code: SpecErrorCode,
    errors: Vec<SpecError>,
    total: usize,
}

/// The bytes of a source with what is known of them.
struct Source {
    address: Option<Url>,
    bytes: Vec<u8>,
    entity_tag: Option<String>,
}

/// A source that can be used.
struct Usable {
    raw: Stored,
    format: SpecFormat,
    bundled: Stored,
    operations: usize,
    schemas: usize,
    errors: Vec<SpecError>,
    total: usize,
    /// The entity tag of the source, if no other document is a part of it.
    entity_tag: Option<String>,
    /// The changes against the latest version.
    compared: Option<Compared>,
    /// The notes and the addresses after this version.
    carried: Carried,
    /// The document without what is not for readers; the source itself if all of it is for them.
    public: Stored,
}

/// The changes of a source against a version.
struct Compared {
    base: OpenApiVersionId,
    found: Changes,
    list: Stored,
}

/// The outcome of reading a source.
enum Outcome {
    /// The server says that the source is what it was.
    Same,
    /// The source can be used.
    Usable(Box<Usable>),
    /// The source can't be used.
    Unusable(Unusable),
}

/// The kinds of sources, which are read apart from each other: other servers may take their time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// The source was sent.
    Sent,
    /// The source is at an address. Of an organization a few such sources are read at a time.
    Fetched,
}

impl SourceKind {
    /// Both kinds of sources.
    pub const ALL: [Self; 2] = [Self::Sent, Self::Fetched];

    fn due(self, tx: &mut Read<'_>, now: Timestamp) -> Result<Option<OpenApiSpec>, quire_store::Error> {
        match self {
            Self::Sent => specs::due_sent(tx, now),
            Self::Fetched => specs::due_fetched(tx, now, now.plus(holding::LONGEST), MOST_AT_ONCE),
        }
    }
}

impl App {
    /// Returns true if a source of a kind is due. Finding none costs no write.
    pub fn has_due_openapi_spec(&self, kind: SourceKind) -> Result<bool, Error> {
        let now = self.now();
        self.inner.db.read_single(|tx| Ok(kind.due(tx, now)?.is_some()))
    }

    /// Reads a source of a kind that is due; returns false if none is.
    pub fn process_openapi_spec(&self, kind: SourceKind, documents: &dyn Documents) -> Result<bool, Error> {
        let Some(begun) = self.begin_openapi_spec(kind)? else { return Ok(false) };
        let (begun, read) = self.while_held(&begun, |begun| self.read_source(begun, documents));
        let mut outcome = match read? {
            Ok(outcome) => outcome,
            Err(unusable) => Outcome::Unusable(unusable),
        };
        for _ in 0..ATTEMPTS {
            if self.write(&Caller::operator(), |change| self.settle_openapi_spec(change, &begun, &outcome))? {
                return Ok(true);
            }
            if let Outcome::Usable(usable) = &mut outcome {
                usable.carried = self.carried(&begun, usable.bundled.hash)?;
            }
        }
        Err(Error::Conflict("others change the notes at the same time, try again".to_owned()))
    }

    /// Takes the source that is due first, before it is read: one that ends the process is not read over and over.
    fn begin_openapi_spec(&self, kind: SourceKind) -> Result<Option<OpenApiSpec>, Error> {
        if !self.has_due_openapi_spec(kind)? {
            return Ok(None);
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let Some(spec) = kind.due(change.tx, now)? else { return Ok(None) };
            let begun = holding::taken(spec, now);
            specs::update(change.tx, &begun)?;
            Ok(Some(begun))
        })
    }

    fn read_source(&self, spec: &OpenApiSpec, documents: &dyn Documents) -> Result<Result<Outcome, Unusable>, Error> {
        let mut network = Network { documents, deadline: self.now().plus(PATIENCE), now: &|| self.now(), asked: 0 };
        let source = match (&spec.source_url, spec.source_blob) {
            (Some(address), _) => match fetch(&network, address, spec.entity_tag.as_deref()) {
                Ok(Some(source)) => source,
                Ok(None) => return Ok(Ok(Outcome::Same)),
                Err(unusable) => return Ok(Err(unusable)),
            },
            (None, Some(hash)) => Source { address: None, bytes: self.sent(hash)?, entity_tag: None },
            (None, None) => return Err(Error::internal("reading an OpenAPI specification", "it has no source")),
        };
        match understand(&source, &mut network) {
            Err(unusable) => Ok(Err(unusable)),
            Ok(mut understood) => {
                let raw = self.keep_bytes(&source.bytes)?;
                drop(source);
                let bundled = self.keep_bytes(&understood.bundled)?;
                let further = FurtherPages { schemas: true, changes: false };
                if let Some(message) = all_left_out(&*self.bundle_index(bundled.hash)?, further) {
                    understood.errors.insert(0, SpecError { message, code: None });
                    understood.errors.truncate(MOST_ERRORS);
                    understood.total += 1;
                }
                let public = match &understood.public {
                    Some(public) => self.keep_bytes(public)?,
                    None => raw.clone(),
                };
                Ok(Ok(Outcome::Usable(Box::new(Usable {
                    compared: self.compared(spec, &understood.bundled, bundled.hash)?,
                    carried: self.carried(spec, bundled.hash)?,
                    public,
                    raw,
                    bundled,
                    format: understood.format,
                    operations: understood.operations,
                    schemas: understood.schemas,
                    errors: understood.errors,
                    total: understood.total,
                    entity_tag: understood.entity_tag,
                }))))
            }
        }
    }

    /// Compares a bundled document with that of the latest version.
    fn compared(&self, spec: &OpenApiSpec, bundled: &[u8], hash: Hash) -> Result<Option<Compared>, Error> {
        let Some(base) = spec.last_version else { return Ok(None) };
        let known =
            self.inner.db.read_single(|tx| Ok::<_, Error>(versions::get(tx, spec.organization, spec.id, base)?))?;
        let Some(known) = known else { return Ok(None) };
        let found = self.compared_with(&known, bundled, hash)?;
        let list = serde_json::to_vec(&listed(&found));
        let list = list.map_err(|e| Error::internal("writing the changes of a specification", e))?;
        Ok(Some(Compared { base, found, list: self.keep_bytes(&list)? }))
    }

    fn sent(&self, hash: Hash) -> Result<Vec<u8>, Error> {
        std::fs::read(self.inner.blobs.path(hash)).map_err(|e| Error::internal("reading an OpenAPI specification", e))
    }

    /// Stores bytes as a blob.
    pub(super) fn keep_bytes(&self, mut bytes: &[u8]) -> Result<Stored, Error> {
        let stored = self.inner.blobs.put(&mut bytes, u64::MAX, self.now());
        stored.map_err(|e| Error::internal("storing an OpenAPI specification", e))
    }

    /// Records what was found, if the source is still the one that was read. Returns false if the notes changed meanwhile.
    fn settle_openapi_spec(
        &self,
        change: &mut Change<'_, '_>,
        begun: &OpenApiSpec,
        outcome: &Outcome,
    ) -> Result<bool, Error> {
        let held = |spec: &OpenApiSpec| holding::is_held(spec, begun);
        let Some(spec) = specs::get(change.tx, begun.organization, begun.id)?.filter(held) else { return Ok(true) };
        if let Outcome::Usable(usable) = outcome
            && !usable.carried.is_of(&spec)
        {
            return Ok(false);
        }
        let now = self.now();
        let next_at = spec.source_url.is_some().then(|| now.plus(PAUSE));
        let spec = OpenApiSpec { state: SpecState::Complete, processed_at: Some(now), next_at, ..spec };
        let after = match outcome {
            Outcome::Same => spec,
            Outcome::Unusable(unusable) => OpenApiSpec {
                entity_tag: None,
                error_code: Some(unusable.code),
                errors: written(&unusable.errors)?,
                error_count: number(unusable.total),
                ..spec
            },
            Outcome::Usable(usable) => {
                let latest = self.land_version(change, &spec, usable, now)?;
                let is_new = latest != spec.last_version;
                if is_new && (spec.addresses.is_some() || usable.carried.notes.is_some() && spec.notes.is_some()) {
                    collect_later(change.tx, spec.organization, now)?;
                }
                let carried = &usable.carried;
                let notes = carried.notes.as_ref().filter(|_| is_new).map(|notes| notes.hash);
                OpenApiSpec {
                    notes: notes.or(spec.notes),
                    addresses: if is_new { Some(carried.addresses.hash) } else { spec.addresses },
                    entity_tag: usable.entity_tag.clone(),
                    error_code: None,
                    errors: written(&usable.errors)?,
                    error_count: number(usable.total),
                    updated_at: if is_new { now } else { spec.updated_at },
                    last_version: latest,
                    ..spec
                }
            }
        };
        specs::update(change.tx, &after)?;
        Ok(true)
    }

    /// Inserts a version, unless the latest one has the same bytes. Returns the identifier of the latest one.
    fn land_version(
        &self,
        change: &mut Change<'_, '_>,
        spec: &OpenApiSpec,
        usable: &Usable,
        now: Timestamp,
    ) -> Result<Option<OpenApiVersionId>, Error> {
        let latest = match spec.last_version {
            Some(id) => versions::get(change.tx, spec.organization, spec.id, id)?,
            None => None,
        };
        if latest.is_some_and(|it| (it.raw, it.bundled) == (usable.raw.hash, usable.bundled.hash)) {
            return Ok(spec.last_version);
        }
        // Another version may have become the latest one meanwhile.
        let compared = usable.compared.as_ref().filter(|it| Some(it.base) == spec.last_version);
        let carried = [Some(&usable.carried.addresses), usable.carried.notes.as_ref()].into_iter().flatten();
        let own = [&usable.raw, &usable.bundled, &usable.public].into_iter().chain(compared.map(|it| &it.list));
        for stored in own.chain(carried) {
            blobs::insert(change.tx, spec.organization, stored.hash, stored.size)?;
        }
        let version = OpenApiVersion {
            organization: spec.organization,
            specification: spec.id,
            id: OpenApiVersionId(self.fresh_id()),
            created_at: now,
            raw: usable.raw.hash,
            format: usable.format,
            bundled: usable.bundled.hash,
            operations: number(usable.operations),
            schemas: number(usable.schemas),
            base: compared.map(|it| it.base),
            change: compared.map(|it| word(it.found.class)),
            breaking: compared.map_or(0, |it| number(it.found.breaking)),
            compatible: compared.map_or(0, |it| number(it.found.compatible)),
            documentation: compared.map_or(0, |it| number(it.found.documentation)),
            changes: compared.map(|it| it.list.hash),
            public: Some(usable.public.hash),
        };
        versions::insert(change.tx, &version)?;
        if versions::prune(change.tx, spec.organization, spec.id, KEPT)? > 0 {
            collect_later(change.tx, spec.organization, now)?;
        }
        let detail = json!({ "version": version.id.to_string(), "change": version.change });
        change.record(spec.organization.0, EventKind::OpenApiSpecVersioned, spec.id.0, &detail)?;
        Ok(Some(version.id))
    }
}

/// Fetches a source; `None` if it has the entity tag `known`.
fn fetch(network: &Network<'_>, address: &str, known: Option<&str>) -> Result<Option<Source>, Unusable> {
    let most = Limits::default().bytes as u64;
    let Some(document) = network.get(address, most, known).map_err(|e| unreachable(&e, &e.to_string()))? else {
        return Ok(None);
    };
    if document.content_type.as_deref().is_some_and(is_web_page) {
        let message = "the address leads to a web page (text/html), not to an OpenAPI document";
        return Err(unusable(SpecErrorCode::ParseError, message));
    }
    let address = Url::parse(&document.address).ok();
    Ok(Some(Source { address, bytes: document.bytes, entity_tag: document.entity_tag }))
}

fn is_web_page(content_type: &str) -> bool {
    content_type.trim_start().to_ascii_lowercase().starts_with("text/html")
}

fn unreachable(failure: &Unreachable, message: &str) -> Unusable {
    let code = match failure {
        Unreachable::TooSlow => SpecErrorCode::FetchTimeout,
        Unreachable::Failed(_) => SpecErrorCode::FetchError,
    };
    unusable(code, message)
}

fn unusable(code: SpecErrorCode, message: &str) -> Unusable {
    Unusable { code, errors: vec![SpecError { message: shortened(message), code: Some(code) }], total: 1 }
}

/// The documents of a source and what it refers to, within a deadline.
struct Network<'a> {
    documents: &'a dyn Documents,
    deadline: Timestamp,
    now: &'a dyn Fn() -> Timestamp,
    /// The number of documents that a source refers to and that were asked for.
    asked: usize,
}

impl Network<'_> {
    /// Returns a document within the time that is left for all of them.
    fn get(&self, address: &str, most: u64, known: Option<&str>) -> Result<Option<Document>, Unreachable> {
        let left = u64::try_from(self.deadline.0.saturating_sub((self.now)().0)).unwrap_or(0);
        if left == 0 {
            return Err(Unreachable::TooSlow);
        }
        self.documents.get(address, most, known, Duration::from_millis(left))
    }

    fn load(&mut self, url: &Url, most: usize) -> Result<Loaded, Unreachable> {
        self.asked += 1;
        let found = self.get(url.as_str(), most as u64, None)?;
        let document = found.ok_or_else(|| Unreachable::Failed("the server sent no document".to_owned()))?;
        let address = Url::parse(&document.address).map_err(|e| Unreachable::Failed(e.to_string()))?;
        Ok(Loaded { address, bytes: document.bytes })
    }
}

/// A source that was read.
struct Understood {
    format: SpecFormat,
    bundled: Vec<u8>,
    /// The document without what is not for readers, if there is such.
    public: Option<Vec<u8>>,
    operations: usize,
    schemas: usize,
    errors: Vec<SpecError>,
    total: usize,
    entity_tag: Option<String>,
}

/// Reads, bundles and checks a source.
fn understand(source: &Source, network: &mut Network<'_>) -> Result<Understood, Unusable> {
    let limits = Limits::default();
    let refused = |issue: Issue| unusable(SpecErrorCode::ParseError, &issue.to_string());
    let (document, format) = read(&source.bytes, &limits).map_err(refused)?;
    let size = source.bytes.len();
    let bundled = quire_openapi::bundle(document, size, source.address.as_ref(), &limits, &mut |url, most| {
        network.load(url, most)
    });
    let document = bundled.map_err(|error| match &error {
        bundle::Error::Issue(issue) => refused(issue.clone()),
        bundle::Error::Load { source, .. } => unreachable(source, &error.to_string()),
    })?;
    let mut report = check(&document);
    ignored(&source.bytes, format).into_iter().for_each(|issue| report.add(issue));
    locate(&String::from_utf8_lossy(&source.bytes), &mut report.issues);
    let errors = report.issues.iter().map(told).collect();
    if report.is_fatal() {
        return Err(Unusable { code: SpecErrorCode::ParseError, errors, total: report.total });
    }
    let found = contents(&document);
    let written = |document: &Value| {
        serde_json::to_vec(document).map_err(|e| unusable(SpecErrorCode::ParseError, &e.to_string()))
    };
    let bundled = written(&document)?;
    let public = quire_openapi::public(&document).as_ref().map(written).transpose()?;
    Ok(Understood {
        format: match format {
            Format::Json => SpecFormat::Json,
            Format::Yaml => SpecFormat::Yaml,
        },
        bundled,
        public,
        operations: found.operations.len(),
        schemas: found.schemas.len(),
        errors,
        total: report.total,
        entity_tag: source.entity_tag.clone().filter(|_| network.asked == 0),
    })
}

fn told(issue: &Issue) -> SpecError {
    let code = (issue.severity == Severity::Fatal).then_some(SpecErrorCode::ParseError);
    SpecError { message: shortened(&issue.to_string()), code }
}

fn shortened(message: &str) -> String {
    message.chars().take(MOST_SHOWN).collect()
}

fn written(errors: &[SpecError]) -> Result<String, Error> {
    serde_json::to_string(errors).map_err(|e| Error::internal("writing the problems of a specification", e))
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
