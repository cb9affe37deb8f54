//! The latest versions of an organization's specifications: what content shows of them.
//!
//! A version that could not be used is none. They are read as a whole and at one moment, so that everything on a page
//! shows the same ones. [`App::specifications_of`] is the one place that decides which of them a reader of content gets.

use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_model::ids::{OpenApiSpecId, OpenApiVersionId, OrganizationId};
use quire_model::openapi_specs::{SpecVisibility, parts_of, slug_of};
use quire_model::time::Timestamp;
use quire_store::Read;
use quire_store::openapi_versions::{self as versions, Latest};

use crate::App;
use crate::content::View;
use crate::core::caches::Stamped;
use crate::core::errors::Error;

/// The latest versions of an organization's specifications, by slug.
#[derive(Debug, Default)]
pub struct LatestVersions {
    organization: Option<OrganizationId>,
    by_slug: BTreeMap<String, LatestVersion>,
    state: Option<Hash>,
    /// Those that everybody may read; `None` if these are all.
    public: Option<Arc<LatestVersions>>,
}

/// The latest version of a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatestVersion {
    /// The identifier of the version.
    pub id: OpenApiVersionId,
    /// The time of creation.
    pub created_at: Timestamp,
    pub(crate) bundled: Hash,
    pub(crate) specification: OpenApiSpecId,
    /// True if it is known what the version changed.
    pub(crate) has_changes: bool,
    /// The blob with the notes of writers.
    pub(crate) notes: Option<Hash>,
    /// The blob with the addresses that pages of the specification have and had.
    pub(crate) addresses: Option<Hash>,
    /// True if no reference says that this version is to stay.
    pub(crate) is_latest: bool,
}

impl LatestVersion {
    /// Returns a hash of all that pages show of the version: its document, and the notes.
    fn state(&self) -> Hash {
        let notes = self.notes.map(|notes| notes.to_string()).unwrap_or_default();
        Hash::of(format!("{} {notes}", self.id).as_bytes())
    }
}

/// A reference to a specification that something was made of, with a hash of its latest version and the notes on it.
pub type Used = (String, Option<Hash>);

impl LatestVersions {
    /// Reads the latest versions of an organization's specifications.
    pub(crate) fn read(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Self, Error> {
        let rows = versions::latest(tx, organization)?;
        let public = |row: &Latest| row.visibility == SpecVisibility::Public;
        let of_everybody = || Arc::new(Self::of(organization, rows.iter().filter(|row| public(row))));
        let public = (!rows.iter().all(public)).then(of_everybody);
        Ok(Self { public, ..Self::of(organization, rows.iter()) })
    }

    fn of<'r>(organization: OrganizationId, rows: impl Iterator<Item = &'r Latest>) -> Self {
        let by_slug: BTreeMap<_, _> = rows
            .map(|row| {
                let latest = LatestVersion {
                    id: row.id,
                    created_at: row.created_at,
                    bundled: row.bundled,
                    specification: row.specification,
                    has_changes: row.changes.is_some(),
                    notes: row.notes,
                    addresses: row.addresses,
                    is_latest: true,
                };
                (row.slug.clone(), latest)
            })
            .collect();
        let text = || by_slug.iter().map(|(slug, version)| format!("{slug} {}\n", version.state())).collect::<String>();
        let state = (!by_slug.is_empty()).then(|| Hash::of(text().as_bytes()));
        Self { organization: Some(organization), by_slug, state, public: None }
    }

    /// Returns those of the versions whose specifications everybody may read.
    pub(crate) fn public(self: &Arc<Self>) -> Arc<Self> {
        self.public.as_ref().unwrap_or(self).clone()
    }

    /// Returns the organization of the specifications.
    pub(crate) fn organization(&self) -> Option<OrganizationId> {
        self.organization
    }

    /// Returns the latest version of the specification with this slug.
    pub fn get(&self, slug: &str) -> Option<&LatestVersion> {
        self.by_slug.get(slug)
    }

    /// Returns the specification of a reference as one that is used.
    pub fn used(&self, reference: &str) -> Used {
        (reference.to_owned(), self.state_of(reference))
    }

    /// Returns a hash of the latest version and the notes. An older version that a reference names can only be gone when
    /// there is another latest one.
    fn state_of(&self, reference: &str) -> Option<Hash> {
        self.get(slug_of(reference)).map(LatestVersion::state)
    }

    /// Returns true if these are the latest versions still.
    pub fn are_latest(&self, used: &[Used]) -> bool {
        used.iter().all(|(reference, state)| self.state_of(reference) == *state)
    }

    /// Returns a hash of all slugs with their versions and notes; `None` if there are none.
    pub fn state(&self) -> Option<Hash> {
        self.state
    }
}

impl App {
    /// Returns the version that a reference names: the latest one, or the one with the identifier behind `@`. `None` if
    /// there is no such specification, or the version is gone.
    pub(crate) fn version_shown(
        &self,
        latest: &LatestVersions,
        reference: &str,
    ) -> Result<Option<LatestVersion>, Error> {
        let (slug, version) = parts_of(reference);
        let Some(newest) = latest.get(slug) else { return Ok(None) };
        let Some(id) = version else { return Ok(Some(*newest)) };
        let (Ok(id), Some(organization)) = (id.parse::<OpenApiVersionId>(), latest.organization()) else {
            return Ok(None);
        };
        let specification = newest.specification;
        let found =
            self.inner.db.read_single(|tx| Ok::<_, Error>(versions::get(tx, organization, specification, id)?))?;
        Ok(found.map(|version| LatestVersion {
            id,
            created_at: version.created_at,
            bundled: version.bundled,
            specification,
            has_changes: version.changes.is_some(),
            notes: newest.notes,
            addresses: newest.addresses,
            is_latest: false,
        }))
    }

    /// Returns the latest versions that content shows to its reader: for those who may not read private specifications,
    /// content that is not merged has none, as if they were not there.
    pub(crate) fn specifications_of(&self, view: &View) -> Result<Arc<LatestVersions>, Error> {
        let latest = self.latest_versions(view.space.organization)?;
        Ok(if view.shows_private_specifications() { latest } else { latest.public() })
    }

    /// Returns the latest versions of an organization's specifications, from the cache if possible, for whoever may read
    /// them all.
    pub(crate) fn latest_versions(&self, organization: OrganizationId) -> Result<Arc<LatestVersions>, Error> {
        let cache = &self.inner.caches.specifications.latest;
        if let Some(known) = cache.get(&organization).filter(|it| self.inner.epochs.fresh(organization.0, it.stamp)) {
            return Ok(known.fact.clone());
        }
        let stamp = self.inner.epochs.stamp();
        let fact = self.inner.db.read_single(|tx| LatestVersions::read(tx, organization)).map(Arc::new)?;
        cache.insert(organization, Arc::new(Stamped { stamp, fact: fact.clone() }));
        Ok(fact)
    }
}
