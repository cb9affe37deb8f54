//! The representation of SAML providers, and of the ways to sign in to an organization.

use std::collections::BTreeMap;

use quire_app::sso::saml_providers::ShownProvider;
use quire_app::sso::ways::SignInWay;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_sso::certificate::Certificate;
use schemars::JsonSchema;
use serde::Serialize;

use super::oidc_providers::group_teams;
use super::{SamlProviderObject, Team};
use crate::context::Context;

/// A SAML identity provider, by which members of an organization sign in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SAMLProvider")]
pub(crate) struct SamlProvider {
    object: SamlProviderObject,
    id: String,
    /// The name on the sign-in page.
    label: String,
    /// The address to which people are sent to sign in.
    #[serde(rename = "ssoURL", skip_serializing_if = "Option::is_none")]
    sso_url: Option<String>,
    /// The address at which people are signed out there.
    #[serde(rename = "sloURL", skip_serializing_if = "Option::is_none")]
    slo_url: Option<String>,
    /// The address for answers to its requests of sign-out, if it is another one.
    #[serde(rename = "sloResponseURL", skip_serializing_if = "Option::is_none")]
    slo_response_url: Option<String>,
    /// The entity identifier of the provider.
    #[serde(rename = "entityID", skip_serializing_if = "Option::is_none")]
    entity_id: Option<String>,
    /// The certificates in PEM, one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    /// The certificates, read.
    certificates: Vec<SamlCertificate>,
    /// The team that new members join.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_team: Option<Team>,
    /// The role of new members; null for guests.
    default_role: Option<Role>,
    /// The identifiers of teams by the groups of the provider.
    group_teams: BTreeMap<String, String>,
    /// True if sign-ins that begin at the provider are accepted.
    idp_initiated: bool,
    created_at: Timestamp,
    status: SamlProviderStatus,
    service: SamlService,
    /// Sentences about what will stop working soon.
    warnings: Vec<String>,
    urls: SamlProviderUrls,
}

/// The state of a provider.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SAMLProviderStatus")]
enum SamlProviderStatus {
    /// Members can sign in.
    Active,
    /// The entity identifier, the certificate or the address is not set.
    Pending,
}

/// A certificate of a provider.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SAMLCertificate")]
struct SamlCertificate {
    subject: String,
    /// The SHA-256 hash of the certificate in hexadecimal.
    fingerprint: String,
    not_before: Timestamp,
    not_after: Timestamp,
}

/// Our side of a provider, which the identity provider has to know.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SAMLService")]
struct SamlService {
    /// The address that responses are posted to.
    #[serde(rename = "acsURL")]
    acs_url: String,
    /// The address at which a sign-in begins.
    #[serde(rename = "startURL")]
    start_url: String,
    /// The address to which browsers bring the provider's messages of single logout.
    #[serde(rename = "sloURL")]
    slo_url: String,
    /// Our entity identifier, which is the address of our metadata.
    #[serde(rename = "entityID")]
    entity_id: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SAMLProviderUrls")]
struct SamlProviderUrls {
    /// The address of the provider in this API.
    location: String,
}

impl SamlProvider {
    pub(crate) fn of(shown: &ShownProvider, context: &Context) -> Self {
        let ShownProvider { provider, team, certificates, service, warnings } = shown;
        let location = context.url(format_args!("/v1/orgs/{}/saml/{}", provider.organization, provider.id));
        Self {
            object: SamlProviderObject::It,
            id: provider.id.to_string(),
            label: provider.label.clone(),
            sso_url: provider.sso_url.clone(),
            slo_url: provider.slo_url.clone(),
            slo_response_url: provider.slo_response_url.clone(),
            entity_id: provider.entity_id.clone(),
            certificate: provider.certificates.clone(),
            certificates: certificates.iter().map(SamlCertificate::of).collect(),
            default_team: team.as_ref().map(Team::of),
            default_role: provider.default_role,
            group_teams: group_teams(&provider.group_teams),
            idp_initiated: provider.idp_initiated,
            created_at: provider.created_at,
            status: if provider.is_active() { SamlProviderStatus::Active } else { SamlProviderStatus::Pending },
            service: SamlService {
                acs_url: service.acs_url.clone(),
                start_url: service.start_url.clone(),
                slo_url: service.slo_url.clone(),
                entity_id: service.entity_id.clone(),
            },
            warnings: warnings.clone(),
            urls: SamlProviderUrls { location },
        }
    }
}

impl SamlCertificate {
    fn of(certificate: &Certificate) -> Self {
        let at = |seconds: i64| Timestamp(seconds.saturating_mul(1000));
        Self {
            subject: certificate.subject.clone(),
            fingerprint: certificate.fingerprint.clone(),
            not_before: at(certificate.not_before),
            not_after: at(certificate.not_after),
        }
    }
}

/// The ways to sign in to an organization.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SignInWays {
    items: Vec<SignInProvider>,
}

/// A provider by which members of an organization sign in.
#[derive(Debug, Serialize, JsonSchema)]
struct SignInProvider {
    id: String,
    label: String,
    /// The address at which a sign-in begins, in a browser.
    #[serde(rename = "startURL")]
    start_url: String,
}

impl SignInWays {
    pub(crate) fn of(ways: Vec<SignInWay>) -> Self {
        let provider = |way: SignInWay| SignInProvider { id: way.id, label: way.label, start_url: way.start_url };
        Self { items: ways.into_iter().map(provider).collect() }
    }
}
