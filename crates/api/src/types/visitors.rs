//! Who may read published sites: share links, how visitors sign in, and what sites know of them.

use quire_model::adaptive_schema::{AdaptiveSchema, TemplateCondition};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PublishingAuthObject, ShareLinkObject, SiteAdaptiveSchemaObject};

/// A link with a secret by which a site is read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShareLink {
    object: ShareLinkObject,
    id: String,
    created_at: Timestamp,
    name: String,
    /// Whether it opens the site.
    active: bool,
    /// For callers who have the role create on every space of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<ShareLinkUrls>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ShareLinkUrls {
    /// The site, with the secret of the link.
    published: String,
}

impl From<quire_app::share_links::ShownLink> for ShareLink {
    fn from(shown: quire_app::share_links::ShownLink) -> Self {
        let quire_app::share_links::ShownLink { link, address } = shown;
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

/// What signs visitors in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AuthBackend {
    /// A program of the owner's.
    Custom,
    /// A program that has a name.
    Integration,
}

/// How visitors of a site sign in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishingAuth {
    object: PublishingAuthObject,
    backend: AuthBackend,
    /// Signs tokens of visitors, by HS256: the bytes of this text are the key.
    private_key: String,
    /// Where visitors without a token are sent.
    #[serde(rename = "fallbackURL", skip_serializing_if = "Option::is_none")]
    fallback_url: Option<String>,
    /// The name of what signs visitors in.
    #[serde(skip_serializing_if = "Option::is_none")]
    integration: Option<String>,
}

impl From<quire_app::publishing_auth::ShownAuth> for PublishingAuth {
    fn from(shown: quire_app::publishing_auth::ShownAuth) -> Self {
        let private_key = shown.private_key().to_owned();
        let auth = shown.auth;
        let backend = if auth.integration.is_some() { AuthBackend::Integration } else { AuthBackend::Custom };
        Self {
            object: PublishingAuthObject::It,
            backend,
            private_key,
            fallback_url: auth.fallback,
            integration: auth.integration,
        }
    }
}

/// What a site knows of its visitors.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteAdaptiveSchema {
    object: SiteAdaptiveSchemaObject,
    json_schema: AdaptiveSchema,
    updated_at: Timestamp,
}

impl From<quire_app::adaptive::ShownSchema> for SiteAdaptiveSchema {
    fn from(shown: quire_app::adaptive::ShownSchema) -> Self {
        Self { object: SiteAdaptiveSchemaObject::It, json_schema: shown.schema, updated_at: shown.updated_at }
    }
}

/// A condition that the schema suggests.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SiteAdaptiveTemplateCondition {
    /// What it says.
    description: String,
    /// The expression.
    condition: String,
}

impl From<TemplateCondition> for SiteAdaptiveTemplateCondition {
    fn from(suggested: TemplateCondition) -> Self {
        Self { description: suggested.description, condition: suggested.condition }
    }
}

/// Content at an address of a published site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishedContent {
    organization: String,
    site: String,
    /// Absent where the site has no sections.
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
    /// The path of the page in the space; begins with a slash.
    pathname: String,
    /// What paths of the space begin with in the address; a slash at both ends.
    base_path: String,
    /// What paths of the site begin with in the address; a slash at both ends.
    site_base_path: String,
    /// The secret of the share link in the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_key: Option<String>,
    /// Whether no more of the path could be a section or a variant.
    complete: bool,
    /// For a visitor with a token: changes with all that is known of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    context_id: Option<String>,
    /// The address that search engines are told.
    canonical_url: String,
}

impl From<quire_app::published_urls::Content> for PublishedContent {
    fn from(found: quire_app::published_urls::Content) -> Self {
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
