//! The representation of access to published sites: share links, sign-in of visitors, and adaptive content.

use std::collections::BTreeMap;

use quire_model::adaptive_schema::{AdaptiveSchema, TemplateCondition};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PublishingAuthObject, ShareLinkObject, SiteAdaptiveSchemaObject};

/// A share link: a link with a secret that gives access to a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareLink {
    object: ShareLinkObject,
    id: String,
    created_at: Timestamp,
    name: String,
    /// True if the link gives access to the site.
    active: bool,
    /// The addresses of the link; present only if the caller has the role `create` on every space of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<ShareLinkUrls>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ShareLinkUrls {
    /// The address of the site with the secret of the link.
    published: String,
}

impl From<quire_app::sites::share_links::ShownLink> for ShareLink {
    fn from(shown: quire_app::sites::share_links::ShownLink) -> Self {
        let quire_app::sites::share_links::ShownLink { link, address } = shown;
        Self {
            object: ShareLinkObject::It,
            id: link.id.to_string(),
            created_at: link.created_at,
            name: link.name,
            active: link.active,
            urls: address.map(|published| ShareLinkUrls { published }),
        }
    }
}

/// The kind of program that signs visitors in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AuthBackend {
    /// A program of the site's owner.
    Custom,
    /// An integration, identified by its name.
    Integration,
    /// An identity provider of the organization, with SAML or OpenID Connect.
    Provider,
}

/// The settings for signing visitors of a site in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishingAuth {
    object: PublishingAuthObject,
    backend: AuthBackend,
    /// The key that signs visitor tokens with HS256: the bytes of this text.
    private_key: String,
    /// The address to which visitors without a token are redirected.
    #[serde(rename = "fallbackURL", skip_serializing_if = "Option::is_none")]
    fallback_url: Option<String>,
    /// The name of the integration; present only if the backend is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    integration: Option<String>,
    /// The identifier of the identity provider; present only if the backend is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    /// The names at the identity provider of claims of the adaptive schema, where they differ; absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    claim_names: BTreeMap<String, String>,
}

impl From<quire_app::sites::publishing_auth::ShownAuth> for PublishingAuth {
    fn from(shown: quire_app::sites::publishing_auth::ShownAuth) -> Self {
        let private_key = shown.private_key().to_owned();
        let auth = shown.auth;
        let backend = match (&auth.integration, auth.provider) {
            (_, Some(_)) => AuthBackend::Provider,
            (Some(_), None) => AuthBackend::Integration,
            (None, None) => AuthBackend::Custom,
        };
        let names = auth.claim_names.iter().map(|(claim, name)| (claim.to_owned(), name.to_owned()));
        Self {
            object: PublishingAuthObject::It,
            backend,
            private_key,
            fallback_url: auth.fallback,
            claim_names: names.collect(),
            integration: auth.integration,
            provider: auth.provider.map(|id| id.to_string()),
        }
    }
}

/// The schema of the claims that a site accepts about its visitors.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteAdaptiveSchema {
    object: SiteAdaptiveSchemaObject,
    json_schema: AdaptiveSchema,
    updated_at: Timestamp,
}

impl From<quire_app::sites::adaptive::ShownSchema> for SiteAdaptiveSchema {
    fn from(shown: quire_app::sites::adaptive::ShownSchema) -> Self {
        Self { object: SiteAdaptiveSchemaObject::It, json_schema: shown.schema, updated_at: shown.updated_at }
    }
}

/// A condition on visitors that is suggested for the schema.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SiteAdaptiveTemplateCondition {
    /// A description of the condition for users.
    description: String,
    /// The expression, as conditions of pages and site parts have it.
    condition: String,
}

impl From<TemplateCondition> for SiteAdaptiveTemplateCondition {
    fn from(suggested: TemplateCondition) -> Self {
        Self { description: suggested.description, condition: suggested.condition }
    }
}

/// The content at an address of a published site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishedContent {
    organization: String,
    site: String,
    /// The identifier of the section; absent if the site has no sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_section: Option<String>,
    site_space: String,
    space: String,
    page: String,
    /// The change request that the address shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    /// The revision that the address shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
    /// The path of the page in the space, beginning with a slash.
    pathname: String,
    /// The prefix of paths of the space in the address, with a slash at both ends.
    base_path: String,
    /// The prefix of paths of the site in the address, with a slash at both ends.
    site_base_path: String,
    /// The secret of the share link in the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_key: Option<String>,
    /// False if the address could be extended to name another section or variant.
    complete: bool,
    /// A hash of the visitor's claims, which changes when they do; present only if the visitor showed a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    context_id: Option<String>,
    /// The canonical address for search engines.
    canonical_url: String,
}

impl From<quire_app::published::published_urls::Content> for PublishedContent {
    fn from(found: quire_app::published::published_urls::Content) -> Self {
        Self {
            organization: found.organization.to_string(),
            site: found.site.to_string(),
            site_section: found.section.map(|id| id.to_string()),
            site_space: found.site_space.to_string(),
            space: found.space.to_string(),
            page: found.page.to_string(),
            change_request: found.change_request.map(|id| id.to_string()),
            revision: found.revision.map(|id| id.to_string()),
            pathname: found.path,
            base_path: found.base,
            site_base_path: found.site_base,
            share_key: found.secret,
            complete: found.complete,
            context_id: found.context.map(|key| key.to_string()),
            canonical_url: found.canonical,
        }
    }
}
