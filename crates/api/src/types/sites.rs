//! The representation of docs sites.

use quire_app::sites::shown::ShownSite;
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
    /// The custom host name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    hostname: Option<String>,
    /// The segment of the site in default addresses, unique in the organization.
    basename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<Proxy>,
    visibility: SiteVisibility,
    /// True if the site is published.
    published: bool,
    /// The number of spaces on the site.
    site_spaces: usize,
    created_at: Timestamp,
    adaptive_content: AdaptiveContent,
    agents_context: AgentsContext,
    /// The features of sites on this server.
    features: Vec<Feature>,
    urls: Urls,
}

/// The icon of a site: images, an emoji, or nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Icon {
    /// Images for the light and the dark theme.
    Images {
        /// The addresses of the images.
        icon: Themed,
    },
    /// An emoji for all themes.
    Emoji {
        /// The emoji, or its code points in hexadecimal joined by `-`.
        emoji: String,
    },
    /// No icon: an empty object.
    None {},
}

/// The addresses of an image for the light and for the dark theme.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Themed {
    light: String,
    dark: String,
}

/// The settings for a proxy that serves the site under another address.
#[derive(Debug, Serialize, JsonSchema)]
struct Proxy {
    /// The host name and path under which the proxy serves the site.
    origin: String,
    /// The address that the proxy has to forward to.
    target: String,
}

/// The settings for content that adapts to visitors.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub(crate) struct AdaptiveContent {
    /// True if content adapts to visitors.
    pub(crate) enabled: bool,
}

/// A feature that the site has.
#[derive(Debug, Serialize, JsonSchema)]
struct Feature {
    id: FeatureId,
    /// The type of site that the feature needs; always the basic one, since every site has every feature.
    plan: SiteType,
    /// True if the feature cannot be changed; always false.
    frozen: bool,
}

/// The name of a feature.
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
    #[serde(rename = "sites-page-feedback")]
    PageFeedback,
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

const FEATURES: [FeatureId; 17] = [
    FeatureId::AdaptiveContent,
    FeatureId::BasicCustomization,
    FeatureId::CustomDomain,
    FeatureId::CustomFonts,
    FeatureId::CustomSubdirectory,
    FeatureId::FullTextSearch,
    FeatureId::MultivariantSite,
    FeatureId::PageFeedback,
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
#[schemars(rename = "SiteUrls")]
struct Urls {
    /// The address of the site in this API.
    location: String,
    /// The address to show to users; the same as `location`.
    app: String,
    /// The address for visitors while the site is published. With share links it has the secret of one, or is absent.
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

/// Returns the address of a site in this API.
pub(crate) fn location(
    organization: impl std::fmt::Display,
    site: impl std::fmt::Display,
    context: &Context,
) -> String {
    context.url(format_args!("/v1/orgs/{organization}/sites/{site}"))
}
