//! Visitor authentication of sites: the sign-in address, the private key for tokens, and the rules that verify them.
//!
//! Visitors sign in with a program of the site's owner, or by an identity provider of the organization
//! ([`crate::sso::visits`]). The key is derived from the secret of the installation, the site and a generation number. It is stored nowhere, and
//! can be shown again to callers who manage the site and all its content, because its owner can read as any visitor.
//! Tokens signed by the key of an earlier generation are invalid.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::adaptive_schema::AdaptiveSchema;
use quire_model::addresses::WebAddress;
use quire_model::events::EventKind;
use quire_model::ids::{OidcProviderId, OrganizationId, SamlProviderId, SiteId};
use quire_model::patch::Patch;
use quire_model::sso::ClaimNames;
use quire_model::text::IntegrationName;
pub use quire_store::publishing_auth::PublishingAuth;
use quire_store::sites::Site;
use quire_store::{Read, oidc_providers, publishing_auth, saml_providers, visitor_sessions};
use serde_json::json;

use crate::App;
use crate::access;
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::visitors::{Gate, Keys};

/// The system that signs visitors in.
#[derive(Debug, Clone)]
pub enum Backend {
    /// A program of the site's owner.
    Custom,
    /// An integration, by its name.
    Integration(IntegrationName),
    /// An identity provider of the organization.
    Provider(Uid),
}

/// Changes to visitor authentication; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct AuthChanges {
    /// The system that signs visitors in.
    pub backend: Option<Backend>,
    /// The address where visitors without a token sign in; cleared for none.
    pub fallback: Patch<WebAddress>,
    /// The names of claims at the identity provider.
    pub claim_names: Option<ClaimNames>,
}

/// The settings of visitor authentication, for callers who manage the site.
pub struct ShownAuth {
    /// The stored settings, without keys.
    pub auth: PublishingAuth,
    private_key: String,
}

impl ShownAuth {
    /// Returns the key that signs tokens of visitors, as text.
    pub fn private_key(&self) -> &str {
        &self.private_key
    }
}

impl App {
    /// Returns the settings of visitor authentication.
    pub fn get_publishing_auth(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
    ) -> Result<ShownAuth, Error> {
        self.inner.db.read(|tx| {
            let site = access::site_to_publish(tx, caller, organization, site)?;
            Ok(self.shown_auth(publishing_auth::get(tx, organization, site.id)?))
        })
    }

    /// Changes the settings of visitor authentication.
    pub fn update_publishing_auth(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        changes: &AuthChanges,
    ) -> Result<ShownAuth, Error> {
        self.change_auth(caller, organization, site, |change, before| {
            let mut after = before.clone();
            if let Some(backend) = &changes.backend {
                (after.integration, after.provider) = match backend {
                    Backend::Custom => (None, None),
                    Backend::Integration(name) => (Some(name.as_str().to_owned()), None),
                    Backend::Provider(provider) => (None, Some(*provider)),
                };
            }
            if let Some(provider) = after.provider.filter(|it| before.provider != Some(*it)) {
                check_provider(change.tx, organization, provider)?;
            }
            if let Some(names) = &changes.claim_names {
                after.claim_names.clone_from(names);
            }
            let fallback = changes.fallback.as_ref().map(|address| address.as_str().to_owned());
            after.fallback = fallback.after(after.fallback.take());
            if after.provider != before.provider {
                end_visits(change, organization, site)?;
            }
            if after != *before {
                let detail = json!({ "before": settings(before), "after": settings(&after) });
                change.record(organization.0, EventKind::PublishingAuthUpdated, site.0, &detail)?;
            }
            Ok(after)
        })
    }

    /// Replaces the private key, which invalidates tokens signed with the old one, and ends the sessions of visitors.
    pub fn regenerate_publishing_auth(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
    ) -> Result<ShownAuth, Error> {
        self.change_auth(caller, organization, site, |change, before| {
            end_visits(change, organization, site)?;
            change.record(organization.0, EventKind::PublishingAuthRegenerated, site.0, &json!({}))?;
            Ok(PublishingAuth { generation: before.generation + 1, ..before.clone() })
        })
    }

    fn change_auth(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        mut apply: impl FnMut(&mut Change<'_, '_>, &PublishingAuth) -> Result<PublishingAuth, Error>,
    ) -> Result<ShownAuth, Error> {
        self.write(caller, |change| {
            access::site_to_publish(change.tx, caller, organization, site)?;
            let before = publishing_auth::get(change.tx, organization, site)?;
            let after = apply(change, &before)?;
            if after != before {
                publishing_auth::put(change.tx, &after)?;
            }
            Ok(self.shown_auth(after))
        })
    }

    fn shown_auth(&self, auth: PublishingAuth) -> ShownAuth {
        ShownAuth { private_key: self.private_key(&auth), auth }
    }

    fn private_key(&self, auth: &PublishingAuth) -> String {
        Hash(self.key(&format!("visitor-auth/{}/{}", auth.site, auth.generation))).to_string()
    }

    /// Returns the key that signs claims of an organization's members.
    pub(crate) fn member_claims_key(&self, organization: OrganizationId) -> [u8; 32] {
        self.key(&format!("visitor-claims/{organization}"))
    }

    /// Returns the key that signs preview tokens of a site.
    pub(crate) fn preview_key(&self, site: SiteId) -> [u8; 32] {
        self.key(&format!("site-preview/{site}"))
    }

    /// Returns the rules of admission to a site.
    pub(crate) fn gate_of(&self, tx: &mut Read<'_>, site: &Site) -> Result<Gate, Error> {
        let auth = publishing_auth::get(tx, site.organization, site.id)?;
        let schema = site.adaptive_schema.as_deref().and_then(AdaptiveSchema::from_stored);
        Ok(Gate {
            visibility: site.visibility,
            published: site.published,
            adaptive: site.adaptive.then(|| schema.unwrap_or_default()),
            keys: Keys {
                site: self.private_key(&auth),
                members: self.member_claims_key(site.organization),
                previews: self.preview_key(site.id),
            },
            secrets: self.secrets_of(tx, site)?,
            provider: auth.provider,
            fallback: auth.fallback.and_then(|address| address.try_into().ok()),
        })
    }
}

/// Returns an error unless a provider is one of the organization's.
fn check_provider(tx: &mut Read<'_>, organization: OrganizationId, provider: Uid) -> Result<(), Error> {
    let is_there = saml_providers::get(tx, organization, SamlProviderId(provider))?.is_some()
        || oidc_providers::get(tx, organization, OidcProviderId(provider))?.is_some();
    let missing = || Error::Missing("provider: there is no such identity provider in this organization".to_owned());
    is_there.then_some(()).ok_or_else(missing)
}

/// Ends the sessions of all visitors of a site.
fn end_visits(change: &mut Change<'_, '_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    visitor_sessions::delete_of_site(change.tx, organization, site)?;
    change.touch(callers::EVERYBODY);
    Ok(())
}

/// Returns the event detail for the settings.
fn settings(auth: &PublishingAuth) -> serde_json::Value {
    json!({
        "integration": auth.integration,
        "fallbackURL": auth.fallback,
        "provider": auth.provider.map(|it| it.to_string()),
        "claimNames": auth.claim_names.to_stored(),
    })
}
