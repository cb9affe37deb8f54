//! The representation of the structure of sites: sections, groups of sections, and spaces.

use quire_app::sites::site_parts::{ShownGroup, ShownItem, ShownSection, ShownSpace, ShownStructure};
use quire_model::text::IconName;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    PublishedCustomizations, PublishedSiteObject, Site, SiteSectionGroupObject, SiteSectionObject, SiteSpaceObject,
    Space,
};
use crate::context::Context;

/// A site space: a space that is published on a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteSpace {
    object: SiteSpaceObject,
    pub(crate) id: String,
    /// The segment of the space in addresses, which omit it while the space is a default.
    path: String,
    /// The identifier of the section that the space is in; absent on a site without sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    /// The space; absent if the caller may not read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<Space>,
    /// The title of the space.
    title: String,
    /// True if the space is the default of its section, or of a site without sections.
    default: bool,
    /// The expression that decides which visitors see this part of the site; absent if all do.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    urls: Urls,
}

/// A section of a site: one or more spaces, which are variants of the same content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteSection {
    object: SiteSectionObject,
    pub(crate) id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// True if the section is the default of the site.
    default: bool,
    /// The segment of the section in addresses, which omit it while the section is the default.
    path: String,
    /// The expression that decides which visitors see this part of the site; absent if all do.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The identifier of the group that the section is in; absent if it is in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    section_group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<IconName>,
    site_spaces: Vec<SiteSpace>,
    urls: Urls,
}

/// A group of sections under one title.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SiteSectionGroup {
    object: SiteSectionGroupObject,
    pub(crate) id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<IconName>,
    /// The sections of the group, in order.
    sections: Vec<SiteSection>,
    /// The same as `sections`, since groups contain nothing else.
    children: Vec<SiteSection>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SitePartUrls")]
struct Urls {
    /// The address for visitors while the site is published. With share links it has the secret of one, or is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

/// The structure of a site: sections and groups of sections, or spaces.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum SiteStructure {
    /// A site with sections.
    Sections {
        /// Sections and groups, in order.
        structure: Vec<SectionOrGroup>,
    },
    /// A site without sections.
    SiteSpaces {
        /// The spaces of the site, in order.
        structure: Vec<SiteSpace>,
    },
}

/// A section, or a group of sections.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SectionOrGroup {
    /// A section that belongs to no group.
    Section(SiteSection),
    /// A group of sections.
    Group(SiteSectionGroup),
}

/// A space, a section or a group of sections of a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SitePart {
    /// A space on the site.
    Space(Box<SiteSpace>),
    /// A section of the site.
    Section(SiteSection),
    /// A group of sections.
    Group(SiteSectionGroup),
}

/// A published site with its structure and customizations.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PublishedSite {
    pub(crate) object: PublishedSiteObject,
    pub(crate) site: Site,
    pub(crate) structure: SiteStructure,
    pub(crate) customizations: PublishedCustomizations,
    /// The scripts of integrations; always empty, since published pages run no third-party code.
    pub(crate) scripts: [Script; 0],
}

/// A script of an integration.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Script {}

impl SiteSpace {
    pub(crate) fn of(found: &ShownSpace, context: &Context) -> Self {
        Self {
            object: SiteSpaceObject::It,
            id: found.it.id.to_string(),
            path: found.it.path.clone(),
            section: found.section.map(|section| section.to_string()),
            space: found.space.as_ref().map(|space| Space::of(space, context)),
            title: found.title.clone(),
            default: found.is_default,
            condition: found.it.condition.clone(),
            urls: Urls { published: found.published.clone() },
        }
    }
}

impl SiteSection {
    pub(crate) fn of(found: &ShownSection, context: &Context) -> Self {
        let section = &found.section;
        Self {
            object: SiteSectionObject::It,
            id: section.id.to_string(),
            title: section.title.clone(),
            description: section.description.clone(),
            default: found.is_default,
            path: section.path.clone(),
            condition: section.condition.clone(),
            section_group: found.group.map(|group| group.to_string()),
            icon: section.icon.clone(),
            site_spaces: found.spaces.iter().map(|space| SiteSpace::of(space, context)).collect(),
            urls: Urls { published: found.published.clone() },
        }
    }
}

impl SiteSectionGroup {
    pub(crate) fn of(found: &ShownGroup, context: &Context) -> Self {
        let sections = || found.sections.iter().map(|section| SiteSection::of(section, context)).collect();
        Self {
            object: SiteSectionGroupObject::It,
            id: found.group.id.to_string(),
            title: found.group.title.clone(),
            icon: found.group.icon.clone(),
            sections: sections(),
            children: sections(),
        }
    }
}

impl SiteStructure {
    pub(crate) fn of(found: &ShownStructure, context: &Context) -> Self {
        let item = |item: &ShownItem| match item {
            ShownItem::Section(section) => SectionOrGroup::Section(SiteSection::of(section, context)),
            ShownItem::Group(group) => SectionOrGroup::Group(SiteSectionGroup::of(group, context)),
        };
        match found {
            ShownStructure::Sections(items) => Self::Sections { structure: items.iter().map(item).collect() },
            ShownStructure::Spaces(spaces) => {
                let structure = spaces.iter().map(|space| SiteSpace::of(space, context)).collect();
                Self::SiteSpaces { structure }
            }
        }
    }
}
