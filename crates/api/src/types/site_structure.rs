//! What docs sites are made of.

use quire_app::site_parts::{ShownGroup, ShownItem, ShownSection, ShownSpace, ShownStructure};
use quire_model::text::IconName;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    PublishedCustomizations, PublishedSiteObject, Site, SiteSectionGroupObject, SiteSectionObject, SiteSpaceObject,
    Space,
};
use crate::context::Context;

/// A space on a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteSpace {
    object: SiteSpaceObject,
    pub(crate) id: String,
    /// Its part of addresses; left out of them while it is a default.
    path: String,
    /// The section that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    /// The space itself, if the caller may read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<Space>,
    /// That of the space.
    title: String,
    /// Whether its section, or a site without sections, begins with it.
    default: bool,
    /// The expression that decides which visitors see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    urls: Urls,
}

/// A section of a site: one or more variants of the same content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteSection {
    object: SiteSectionObject,
    pub(crate) id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Whether the site begins with it.
    default: bool,
    /// Its part of addresses; left out of them while it is the default.
    path: String,
    /// The expression that decides which visitors see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The group that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    section_group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<IconName>,
    site_spaces: Vec<SiteSpace>,
    urls: Urls,
}

/// Sections that stand together under one title.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SiteSectionGroup {
    object: SiteSectionGroupObject,
    pub(crate) id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<IconName>,
    /// Its sections, in order.
    sections: Vec<SiteSection>,
    /// The same: groups have sections only.
    children: Vec<SiteSection>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// Where visitors find it while the site is published. Of a site with share links only with the key of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

/// What a site is made of: sections and groups of them, or spaces.
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
        /// Its spaces, in order.
        structure: Vec<SiteSpace>,
    },
}

/// A section or a group of them.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SectionOrGroup {
    /// A section that is in no group.
    Section(SiteSection),
    /// A group.
    Group(SiteSectionGroup),
}

/// A part of a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SitePart {
    /// A space on it.
    Space(Box<SiteSpace>),
    /// A section.
    Section(SiteSection),
    /// A group of sections.
    Group(SiteSectionGroup),
}

/// A site that is live, with everything that its pages are shown by.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PublishedSite {
    pub(crate) object: PublishedSiteObject,
    pub(crate) site: Site,
    pub(crate) structure: SiteStructure,
    pub(crate) customizations: PublishedCustomizations,
    /// Scripts of integrations: none, since published pages run nobody else's code.
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
