//! The structure of a site as one value: sections, groups of sections, the spaces in them, their order, defaults and
//! paths.
//!
//! The invariants, kept by the functions that change it: there is a default section exactly while there are sections,
//! with spaces in it if any section has some, and in each list of spaces a default exactly while it is not empty. A site
//! has spaces at its root or sections, never both. A path is used once in its list, and a path that was left leads on
//! until something else takes it. A space is on a site once. The `order` of things in a list grows. Who may change it,
//! and what a visitor sees of it, is not here.

mod changes;
mod former;
mod list;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub use self::changes::{GroupChanges, NewGroup, NewSection, NewSpace, Pointer, Refusal, SectionChanges, SpaceChanges};
use crate::ids::{SiteSectionGroupId, SiteSectionId, SiteSpaceId, SpaceId};
use crate::text::IconName;

/// Everything that a site is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Structure {
    /// The section that the site begins with.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub default_section: Option<SiteSectionId>,
    /// The spaces of a site without sections.
    #[serde(default)]
    pub spaces: SiteSpaces,
    /// Sections and groups of them, in order.
    #[serde(default)]
    pub items: Vec<Item>,
}

/// A section or a group of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Item {
    /// A section that is in no group.
    Section(Section),
    /// A group.
    Group(Group),
}

/// Sections that stand together under one title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The group.
    #[serde(with = "text")]
    pub id: SiteSectionGroupId,
    /// Its place among what is beside it.
    pub order: String,
    /// Shown to visitors.
    pub title: String,
    /// Shown beside the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<IconName>,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A part of a site with one or more variants of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// The section.
    #[serde(with = "text")]
    pub id: SiteSectionId,
    /// Its place among what is beside it.
    pub order: String,
    /// Shown to visitors.
    pub title: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Shown beside the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<IconName>,
    /// Its part of addresses; left out while it is the default.
    pub path: String,
    /// The expression that decides which visitors see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Its variants.
    #[serde(default)]
    pub spaces: SiteSpaces,
    /// Its former paths, which lead to it; the last one left last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_paths: Vec<String>,
}

/// Variants of the same content: languages, versions, products.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteSpaces {
    /// The one that is shown first.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub default: Option<SiteSpaceId>,
    /// All of them, in order.
    #[serde(default)]
    pub list: Vec<SiteSpace>,
}

/// A space on a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteSpace {
    /// The space on the site.
    #[serde(with = "text")]
    pub id: SiteSpaceId,
    /// Its place among what is beside it.
    pub order: String,
    /// The space itself.
    #[serde(with = "text")]
    pub space: SpaceId,
    /// Its part of addresses; left out while it is the default.
    pub path: String,
    /// The expression that decides which visitors see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Its former paths, which lead to it; the last one left last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_paths: Vec<String>,
    /// The parts of its former addresses, with those of sections that it was in; the last one left last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_addresses: Vec<Vec<String>>,
}

/// Where the parts of an address lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<'a> {
    /// The section, if the site has some.
    pub section: Option<&'a Section>,
    /// The space on the site.
    pub space: &'a SiteSpace,
    /// How many parts led there; the others are the page's.
    pub used: usize,
    /// Whether one of them is of former times.
    pub former: bool,
}

impl Structure {
    /// The value that is stored as this text.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The text that it is stored as.
    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether it is made of sections, be they empty, and not of spaces alone.
    pub fn has_sections(&self) -> bool {
        self.default_section.is_some()
    }

    /// Every section with the group that it is in, in order.
    pub fn sections(&self) -> impl Iterator<Item = (Option<&Group>, &Section)> {
        self.items.iter().flat_map(|item| {
            let (group, sections) = match item {
                Item::Section(section) => (None, std::slice::from_ref(section)),
                Item::Group(group) => (Some(group), group.sections.as_slice()),
            };
            sections.iter().map(move |section| (group, section))
        })
    }

    /// Every group, in order.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.items.iter().filter_map(|item| match item {
            Item::Group(group) => Some(group),
            Item::Section(_) => None,
        })
    }

    /// Every space with the section that it is in, in order.
    pub fn site_spaces(&self) -> impl Iterator<Item = (Option<&Section>, &SiteSpace)> {
        let at_root = self.spaces.list.iter().map(|space| (None, space));
        let inside = |section| Section::variants(section).map(move |space| (Some(section), space));
        at_root.chain(self.sections().flat_map(move |(_, section)| inside(section)))
    }

    /// The spaces of `before` that this structure may show to visitors to whom `before` did not: they stand under fewer
    /// conditions, or under others. Spaces that were not in `before` are not among them.
    pub fn widened_since(&self, before: &Self) -> Vec<SpaceId> {
        let guarded: HashMap<SpaceId, Vec<&str>> = before.guarded().collect();
        let wider = |space: &SpaceId, now: &[&str]| {
            guarded.get(space).is_some_and(|then| then.iter().any(|condition| !now.contains(condition)))
        };
        self.guarded().filter(|(space, now)| wider(space, now)).map(|(space, _)| space).collect()
    }

    /// Every space with the conditions that all have to hold for a visitor who sees it.
    fn guarded(&self) -> impl Iterator<Item = (SpaceId, Vec<&str>)> {
        self.site_spaces().map(|(section, it)| {
            let of_section = section.and_then(|section| section.condition.as_deref());
            (it.space, of_section.into_iter().chain(it.condition.as_deref()).collect())
        })
    }

    /// A section and the group that it is in.
    pub fn section(&self, id: SiteSectionId) -> Option<(Option<&Group>, &Section)> {
        self.sections().find(|(_, section)| section.id == id)
    }

    /// A group.
    pub fn group(&self, id: SiteSectionGroupId) -> Option<&Group> {
        self.groups().find(|group| group.id == id)
    }

    /// A space on the site and the section that it is in.
    pub fn site_space(&self, id: SiteSpaceId) -> Option<(Option<&Section>, &SiteSpace)> {
        self.site_spaces().find(|(_, space)| space.id == id)
    }

    /// Whether a space is the default of its list.
    pub fn is_default(&self, id: SiteSpaceId) -> bool {
        let list = self.site_space(id).map(|(section, _)| section.map_or(&self.spaces, |section| &section.spaces));
        list.is_some_and(|list| list.default == Some(id))
    }

    /// The space that the site begins with.
    pub fn first(&self) -> Option<&SiteSpace> {
        self.default_list().and_then(SiteSpaces::first)
    }

    /// The spaces at the root, or those of the default section.
    fn default_list(&self) -> Option<&SiteSpaces> {
        match self.default_section {
            None => Some(&self.spaces),
            Some(id) => self.section(id).map(|(_, section)| &section.spaces),
        }
    }

    /// The part of addresses that is a section's: none for the default one.
    pub fn segment_of_section(&self, section: &Section) -> Option<String> {
        (self.default_section != Some(section.id)).then(|| section.path.clone())
    }

    /// The parts of addresses that are a space's: its section's path and its own, without those of defaults. The
    /// default section's path is there after all where the space's path is also another section's.
    pub fn segments(&self, id: SiteSpaceId) -> Vec<String> {
        self.site_space(id).map_or_else(Vec::new, |(section, space)| self.segments_in(section, space))
    }

    fn segments_in(&self, section: Option<&Section>, space: &SiteSpace) -> Vec<String> {
        let list = section.map_or(&self.spaces, |section| &section.spaces);
        let own = (list.default != Some(space.id)).then(|| space.path.clone());
        let Some(section) = section else { return own.into_iter().collect() };
        let is_hidden = own.as_ref().is_some_and(|own| self.sections().any(|(_, other)| other.path == *own));
        let before = if is_hidden { Some(section.path.clone()) } else { self.segment_of_section(section) };
        before.into_iter().chain(own).collect()
    }

    /// The space that the first parts of an address lead to, by paths of today or former ones. Nothing where the site, or
    /// the section that is named, has no space.
    pub fn locate<'a>(&'a self, segments: &[&str]) -> Option<Located<'a>> {
        if !self.has_sections() {
            let found = self.spaces.locate(segments);
            return found.map(|(space, used, former)| Located { section: None, space, used, former });
        }
        let default = self.section(self.default_section?)?.1;
        let named = segments.first().and_then(|path| self.section_at(path, &default.spaces));
        let (section, before) = named.map_or((default, 0), |section| (section, 1));
        let renamed = named.is_some_and(|section| segments.first() != Some(&section.path.as_str()));
        let (space, used, former) = section.spaces.locate(&segments[before..])?;
        Some(Located { section: Some(section), space, used: before + used, former: renamed || former })
    }

    /// The section of this path. A former path gives way to a variant beside the pages that the site begins with.
    fn section_at(&self, path: &str, beside: &SiteSpaces) -> Option<&Section> {
        let now = self.sections().find(|(_, section)| section.path == path);
        let is_variant = beside.list.iter().any(|space| space.path == path);
        let led = || self.sections().find(|(_, section)| !is_variant && section.led(path));
        now.or_else(led).map(|(_, section)| section)
    }

    /// The structure with these spaces only. Where a default is not among them the first that is takes its place.
    #[must_use]
    pub fn keeping(&self, keep: impl Fn(&SiteSpace) -> bool) -> Self {
        let mut kept = self.clone();
        kept.spaces.retain(&keep);
        for section in kept.sections_mut() {
            section.spaces.retain(&keep);
        }
        kept.settle(0);
        kept
    }

    /// Chooses a default section where there is none, or an empty one beside others: the first with spaces from this
    /// place on, else the last one with some, else any.
    fn settle(&mut self, at: usize) {
        let holds = |section: &&Section| !section.spaces.list.is_empty();
        let sections: Vec<&Section> = self.sections().map(|(_, section)| section).collect();
        let stays = sections.iter().find(|section| Some(section.id) == self.default_section);
        let (before, after) = sections.split_at(at.min(sections.len()));
        let full =
            after.iter().find(|section| holds(section)).or_else(|| before.iter().rfind(|section| holds(section)));
        let chosen = match (stays, full) {
            (Some(section), _) if holds(section) => Some(section),
            (_, Some(full)) => Some(full),
            (Some(section), None) => Some(section),
            (None, None) => sections.first(),
        };
        self.default_section = chosen.map(|section| section.id);
    }

    fn sections_mut(&mut self) -> impl Iterator<Item = &mut Section> {
        self.items.iter_mut().flat_map(Item::sections_mut)
    }
}

impl Item {
    fn sections_mut(&mut self) -> &mut [Section] {
        match self {
            Self::Section(section) => std::slice::from_mut(section),
            Self::Group(group) => group.sections.as_mut_slice(),
        }
    }
}

impl Section {
    fn variants(&self) -> std::slice::Iter<'_, SiteSpace> {
        self.spaces.list.iter()
    }

    fn led(&self, path: &str) -> bool {
        self.old_paths.iter().any(|old| old == path)
    }

    /// Its place among all sections; texts in order.
    pub fn place(&self, group: Option<&Group>) -> String {
        group.map_or_else(|| self.order.clone(), |group| format!("{}/{}", group.order, self.order))
    }
}

impl SiteSpaces {
    /// The default.
    pub fn first(&self) -> Option<&SiteSpace> {
        self.list.iter().find(|space| Some(space.id) == self.default)
    }

    /// The space that a part of an address names, else the first; how many parts that took, and whether by a former path.
    fn locate(&self, segments: &[&str]) -> Option<(&SiteSpace, usize, bool)> {
        let named = segments.first().and_then(|path| {
            let now = self.list.iter().find(|space| space.path == *path).map(|space| (space, 1, false));
            let led = |space: &&SiteSpace| space.old_paths.iter().any(|old| old == path);
            now.or_else(|| self.list.iter().find(led).map(|space| (space, 1, true)))
        });
        named.or_else(|| Some((self.first()?, 0, false)))
    }

    fn retain(&mut self, keep: impl Fn(&SiteSpace) -> bool) {
        self.list.retain(|space| keep(space));
        if self.first().is_none() {
            self.default = self.list.first().map(|space| space.id);
        }
    }
}

/// Identifiers as texts.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(super) fn serialize<T: Display, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(|_| D::Error::custom("not an identifier"))
    }
}

/// Identifiers that may be absent, as texts.
mod optional {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<T: Display, S: Serializer>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        id.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(|_| D::Error::custom("not an identifier"))).transpose()
    }
}
