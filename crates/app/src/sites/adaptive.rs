//! Adaptive schemas, which declare the claims that visitors of a site may carry, and the conditions suggested from
//! them.

use quire_model::adaptive_schema::{AdaptiveSchema, TemplateCondition};
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;
use quire_store::sites::{self, Site};

use crate::App;
use crate::access::{self, ViewSite};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The adaptive schema of a site, as returned to callers.
#[derive(Debug, Clone)]
pub struct ShownSchema {
    /// The schema of visitor claims; empty if none was ever stored.
    pub schema: AdaptiveSchema,
    /// The time of the last replacement, or of the site's creation if there was none.
    pub updated_at: Timestamp,
}

impl App {
    /// Returns the adaptive schema of a site.
    pub fn get_adaptive_schema(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
    ) -> Result<ShownSchema, Error> {
        self.inner.db.read(|tx| shown(&*access::site::<ViewSite>(tx, caller, organization, site)?))
    }

    /// Replaces the adaptive schema of a site and returns it.
    pub fn put_adaptive_schema(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        schema: &AdaptiveSchema,
    ) -> Result<ShownSchema, Error> {
        let now = self.now();
        self.write(caller, |change| {
            // The schema decides which conditions visitors can meet, so changing it needs the right to publish.
            let mut site = access::site_to_publish(change.tx, caller, organization, site)?.into_inner();
            let text = schema.to_json();
            site.adaptive_schema = Some(text.to_string());
            (site.adaptive_updated_at, site.updated_at) = (Some(now), now);
            sites::update(change.tx, &site)?;
            change.record(organization.0, EventKind::AdaptiveSchemaUpdated, site.id.0, &text)?;
            shown(&site)
        })
    }

    /// Returns the conditions that the schema of a site suggests.
    pub fn template_conditions(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
    ) -> Result<Vec<TemplateCondition>, Error> {
        Ok(self.get_adaptive_schema(caller, organization, site)?.schema.template_conditions())
    }
}

fn shown(site: &Site) -> Result<ShownSchema, Error> {
    let schema = match &site.adaptive_schema {
        Some(text) => AdaptiveSchema::from_stored(text)
            .ok_or_else(|| Error::internal("reading an adaptive schema", "what is stored is none"))?,
        None => AdaptiveSchema::default(),
    };
    Ok(ShownSchema { schema, updated_at: site.adaptive_updated_at.unwrap_or(site.created_at) })
}
