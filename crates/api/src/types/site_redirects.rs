//! The representation of redirects of sites and of host names.

use quire_app::sites::site_hostnames::ShownHostname;
use quire_app::sites::site_redirects::RedirectOutcome;
use quire_model::redirects::{Destination, Rule, Source};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ClaimProof, ClaimStatus, CustomHostnameObject, SiteRedirectObject, SubdomainObject};
use crate::context::Context;

/// A redirect of a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteRedirect {
    object: SiteRedirectObject,
    id: String,
    /// The path to redirect, or a prefix of paths followed by `*`.
    source: Source,
    destination: Destination,
    /// True if the part of the path that the wildcard matches is appended to the destination.
    capture_wildcard: bool,
}

impl From<Rule> for SiteRedirect {
    fn from(rule: Rule) -> Self {
        Self {
            object: SiteRedirectObject::It,
            id: rule.id.to_string(),
            source: rule.source,
            destination: rule.destination,
            capture_wildcard: rule.captures,
        }
    }
}

/// A redirect and its target.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FoundRedirect {
    pub(crate) redirect: SiteRedirect,
    /// The address that the redirect leads to.
    pub(crate) target: String,
}

/// The results of a batch of changes, in the order of the request.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedRedirects {
    pub(crate) items: Vec<ChangedRedirect>,
}

/// The result of one change of a batch.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedRedirect {
    status: RedirectStatus,
    /// The redirect after the change, or before its deletion; absent if there was none to delete.
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<SiteRedirect>,
}

/// The effect of a change on a redirect.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RedirectStatus {
    Created,
    Updated,
    Unchanged,
    Deleted,
}

impl ChangedRedirect {
    pub(crate) fn of((rule, outcome): (Option<Rule>, RedirectOutcome)) -> Self {
        let status = match outcome {
            RedirectOutcome::Created => RedirectStatus::Created,
            RedirectOutcome::Updated => RedirectStatus::Updated,
            RedirectOutcome::Unchanged => RedirectStatus::Unchanged,
            RedirectOutcome::Deleted => RedirectStatus::Deleted,
        };
        Self { status, redirect: rule.map(SiteRedirect::from) }
    }
}

/// A custom host name of a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomHostname {
    object: CustomHostnameObject,
    hostname: String,
    target: SiteTarget,
    /// The state of the claim; the name has an effect once it is proven.
    status: ClaimStatus,
    /// True if the site is served at this name: it is published, and the name is proven.
    is_active: bool,
    /// The time of the last search for a proof; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_at: Option<Timestamp>,
    /// The proof to publish; present only while the claim is not proven and if the caller manages the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ClaimProof>,
    urls: HostnameUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct HostnameUrls {
    /// The address of the host name in this API.
    location: String,
}

/// The site that a host name belongs to.
#[derive(Debug, Serialize, JsonSchema)]
struct SiteTarget {
    #[serde(rename = "type")]
    kind: SiteKind,
    organization: String,
    site: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum SiteKind {
    Site,
}

impl CustomHostname {
    pub(crate) fn of(found: ShownHostname, context: &Context) -> Self {
        let location = context.url(format_args!("/v1/custom-hostnames/{}", found.hostname));
        let (organization, site) = (found.organization.to_string(), found.site.to_string());
        Self {
            object: CustomHostnameObject::It,
            hostname: found.hostname,
            target: SiteTarget { kind: SiteKind::Site, organization, site },
            status: ClaimStatus::of(found.is_proven),
            is_active: found.is_active,
            checked_at: found.checked_at,
            proof: found.challenge.map(ClaimProof::from),
            urls: HostnameUrls { location },
        }
    }
}

/// The label of the default host name under which an organization publishes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Subdomain {
    object: SubdomainObject,
    subdomain: String,
    target: OrganizationTarget,
    is_active: bool,
}

/// The organization that a label belongs to.
#[derive(Debug, Serialize, JsonSchema)]
struct OrganizationTarget {
    #[serde(rename = "type")]
    kind: OrganizationKind,
    organization: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum OrganizationKind {
    Organization,
}

impl Subdomain {
    pub(crate) fn of(subdomain: &str, organization: quire_model::ids::OrganizationId) -> Self {
        let target =
            OrganizationTarget { kind: OrganizationKind::Organization, organization: organization.to_string() };
        Self { object: SubdomainObject::It, subdomain: subdomain.to_owned(), target, is_active: true }
    }
}
