//! Docs sites.

use quire_app::sites::ShownSite;
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SiteObject;
use crate::context::Context;

/// A docs site: spaces that are published together.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Site {
    object: SiteObject,
    id: String,
    #[serde(rename = "type")]
    kind: SiteType,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<Icon>,
    /// Its own host name.
    #[serde(skip_serializing_if = "Option::is_none")]
    hostname: Option<String>,
    /// Its part of addresses, unique in the organization.
    basename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<Proxy>,
    visibility: SiteVisibility,
    /// Whether it is live for its audience.
    published: bool,
    /// How many spaces are on it.
    site_spaces: usize,
    created_at: Timestamp,
    adaptive_content: AdaptiveContent,
    agents_context: AgentsContext,
    /// What sites of this server can do.
    features: Vec<Feature>,
    urls: Urls,
}

/// An icon: images, an emoji, or nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Icon {
    /// Images.
    Images {
        /// Their addresses.
        icon: Themed,
    },
    /// An emoji.
    Emoji {
        /// The emoji.
        emoji: String,
    },
    /// Nothing.
    None {},
}

/// An image for each theme.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Themed {
    light: String,
    dark: String,
}

/// How a proxy shows the site.
#[derive(Debug, Serialize, JsonSchema)]
struct Proxy {
    /// Where the proxy shows it: a host name and a path.
    origin: String,
    /// To where the proxy is to forward.
    target: String,
}

/// Whether content adapts to visitors.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AdaptiveContent {
    /// Whether it does.
    pub(crate) enabled: bool,
}

/// Something that a site can do.
#[derive(Debug, Serialize, JsonSchema)]
struct Feature {
    id: FeatureId,
    /// The kind of site that has it here: any.
    plan: SiteType,
    /// Whether it can't be changed: never.
    frozen: bool,
}

/// The features that this server has.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum FeatureId {
    #[serde(rename = "sites-adaptive-content")]
    AdaptiveContent,
    #[serde(rename = "sites-basic-customization")]
    BasicCustomization,
    #[serde(rename = "sites-custom-domain")]
    CustomDomain,
    #[serde(rename = "sites-custom-fonts")]
    CustomFonts,
    #[serde(rename = "sites-custom-subdirectory")]
    CustomSubdirectory,
    #[serde(rename = "sites-full-text-search")]
    FullTextSearch,
    #[serde(rename = "sites-multivariant-site")]
    MultivariantSite,
    #[serde(rename = "sites-pdf-export")]
    PdfExport,
    #[serde(rename = "sites-preview-deployments")]
    PreviewDeployments,
    #[serde(rename = "sites-public-visibility")]
    PublicVisibility,
    #[serde(rename = "sites-redirects")]
    Redirects,
    #[serde(rename = "sites-sections")]
    Sections,
    #[serde(rename = "sites-seo")]
    Seo,
    #[serde(rename = "sites-share-links")]
    ShareLinks,
    #[serde(rename = "sites-unlisted-visibility")]
    UnlistedVisibility,
    #[serde(rename = "sites-visitor-authentication")]
    VisitorAuthentication,
}

const FEATURES: [FeatureId; 16] = [
    FeatureId::AdaptiveContent,
    FeatureId::BasicCustomization,
    FeatureId::CustomDomain,
    FeatureId::CustomFonts,
    FeatureId::CustomSubdirectory,
    FeatureId::FullTextSearch,
    FeatureId::MultivariantSite,
    FeatureId::PdfExport,
    FeatureId::PreviewDeployments,
    FeatureId::PublicVisibility,
    FeatureId::Redirects,
    FeatureId::Sections,
    FeatureId::Seo,
    FeatureId::ShareLinks,
    FeatureId::UnlistedVisibility,
    FeatureId::VisitorAuthentication,
];

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// The site in this API.
    location: String,
    /// Where people find it.
    app: String,
    /// Where visitors find it while it is published. Of a site with share links only with the key of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

impl Site {
    pub(crate) fn of(found: &ShownSite, context: &Context) -> Self {
        let site = &found.site;
        let location = location(site.organization, site.id, context);
        let feature = |id| Feature { id, plan: SiteType::Basic, frozen: false };
        Self {
            object: SiteObject::It,
            id: site.id.to_string(),
            kind: site.kind,
            title: site.title.clone(),
            icon: site.icon.as_deref().and_then(|icon| serde_json::from_str(icon).ok()),
            hostname: found.hostname.clone(),
            basename: site.basename.clone(),
            proxy: site.proxy.clone().map(|origin| Proxy { origin, target: found.target.clone() }),
            visibility: site.visibility,
            published: site.published,
            site_spaces: found.structure.site_spaces().count(),
            created_at: site.created_at,
            adaptive_content: AdaptiveContent { enabled: site.adaptive },
            agents_context: site.agents_context,
            features: FEATURES.map(feature).into(),
            urls: Urls { app: location.clone(), location, published: found.published() },
        }
    }
}

/// The address of a site in this API.
pub(crate) fn location(
    organization: impl std::fmt::Display,
    site: impl std::fmt::Display,
    context: &Context,
) -> String {
    context.url(format_args!("/v1/orgs/{organization}/sites/{site}"))
}
