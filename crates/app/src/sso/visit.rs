//! The visit of a site that waits while an identity provider is asked.

use quire_model::ids::{OrganizationId, SiteId};
use quire_model::locations::local_below;
use quire_store::sso_attempts::SsoAttempt;
use serde::{Deserialize, Serialize};

use crate::core::errors::Error;

/// A visitor's way to a site, kept while the provider is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    pub(super) organization: String,
    pub(super) site: String,
    /// The hash of the cookie at the site.
    pub(super) browser: String,
    /// Scheme, host and port of the site.
    pub(super) origin: String,
    /// The path of the site.
    pub(super) base: String,
    /// The path below it, with its query, to show afterwards.
    pub(super) next: String,
}

impl Visit {
    /// Returns the visit that an attempt is for, if it is for one.
    pub(super) fn of(attempt: &SsoAttempt) -> Result<Option<Self>, Error> {
        let read = |text: &String| serde_json::from_str(text).map_err(|e| Error::internal("reading a visit", e));
        attempt.visit.as_ref().map(read).transpose()
    }

    /// Returns the text that is stored.
    pub(super) fn to_stored(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|e| Error::internal("storing a visit", e))
    }

    /// Returns the address of the page that the visitor wants to read.
    pub fn address(&self) -> String {
        format!("{}{}", self.origin, local_below(&self.base, &self.next))
    }

    /// Returns the organization and the site.
    pub(super) fn ids(&self) -> Option<(OrganizationId, SiteId)> {
        Some((self.organization.parse().ok()?, self.site.parse().ok()?))
    }
}
