//! The structure of a site as one value: sections, groups of sections, the spaces in them, their order, defaults and
//! paths.
//!
//! Invariants, which the functions that change a structure keep: a default section exists if and only if there are
//! sections, and has spaces if any section has some; each list of spaces has a default if and only if it is not empty.
//! A site has spaces at its root or sections, never both. A path is unique in its list, and a former path resolves
//! until another item takes it. A space occurs on a site at most once. The `order` of the items in a list increases.
//! Permission to change a structure, and what a visitor sees of it, are not here.

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

/// The sections, groups and spaces of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Structure {
    /// The section at the root of the site's addresses; none without sections.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub default_section: Option<SiteSectionId>,
    /// The spaces of a site without sections.
    #[serde(default)]
    pub spaces: SiteSpaces,
    /// The sections and groups, in order.
    #[serde(default)]
    pub items: Vec<Item>,
}

/// A top-level item of a site with sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Item {
    /// A section outside of all groups.
    Section(Section),
    /// A group of sections.
    Group(Group),
}

/// A titled group of sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The identifier of the group.
    #[serde(with = "text")]
    pub id: SiteSectionGroupId,
    /// The sort key among its siblings.
    pub order: String,
    /// The title that visitors see.
    pub title: String,
    /// The icon beside the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<IconName>,
    /// The sections of the group, in order.
    pub sections: Vec<Section>,
}

/// A section of a site, with one or more variants of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// The identifier of the section.
    #[serde(with = "text")]
    pub id: SiteSectionId,
    /// The sort key among its siblings.
    pub order: String,
    /// The title that visitors see.
    pub title: String,
    /// The description of the section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The icon beside the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<IconName>,
    /// The path segment in addresses; left out while the section is the default.
    pub path: String,
    /// The expression that decides which visitors see the section; all of them without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The variants of the section's content.
    #[serde(default)]
    pub spaces: SiteSpaces,
    /// The former paths, which still resolve to the section; the most recent one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_paths: Vec<String>,
}

/// Variants of the same content, such as languages, versions or products.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteSpaces {
    /// The default variant; none if the list is empty.
    #[serde(default, with = "optional", skip_serializing_if = "Option::is_none")]
    pub default: Option<SiteSpaceId>,
    /// The spaces, in order.
    #[serde(default)]
    pub list: Vec<SiteSpace>,
}

/// A space on a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteSpace {
    /// The identifier of the space's place on the site.
    #[serde(with = "text")]
    pub id: SiteSpaceId,
    /// The sort key among its siblings.
    pub order: String,
    /// The identifier of the space itself.
    #[serde(with = "text")]
    pub space: SpaceId,
    /// The path segment in addresses; left out while the space is the default.
    pub path: String,
    /// The expression that decides which visitors see the space; all of them without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The former paths, which still resolve to the space; the most recent one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_paths: Vec<String>,
    /// The segments of the former addresses, those of its former sections included; the most recent one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_addresses: Vec<Vec<String>>,
}

/// The result of resolving the segments of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<'a> {
    /// The section, if the site has sections.
    pub section: Option<&'a Section>,
    /// The space on the site.
    pub space: &'a SiteSpace,
    /// The number of segments that named section and space; the others belong to the page.
    pub used: usize,
    /// True if one of these segments is a former path.
    pub former: bool,
}

impl Structure {
    /// Parses the JSON text of the database.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns true if the site has sections, even if these are empty.
    pub fn has_sections(&self) -> bool {
        self.default_section.is_some()
    }

    /// Returns every section with the group that contains it, in order.
    pub fn sections(&self) -> impl Iterator<Item = (Option<&Group>, &Section)> {
        self.items.iter().flat_map(|item| {
            let (group, sections) = match item {
                Item::Section(section) => (None, std::slice::from_ref(section)),
                Item::Group(group) => (Some(group), group.sections.as_slice()),
            };
            sections.iter().map(move |section| (group, section))
        })
    }

    /// Returns every group, in order.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.items.iter().filter_map(|item| match item {
            Item::Group(group) => Some(group),
            Item::Section(_) => None,
        })
    }

    /// Returns every space with the section that contains it, in order.
    pub fn site_spaces(&self) -> impl Iterator<Item = (Option<&Section>, &SiteSpace)> {
        let at_root = self.spaces.list.iter().map(|space| (None, space));
        let inside = |section| Section::variants(section).map(move |space| (Some(section), space));
        at_root.chain(self.sections().flat_map(move |(_, section)| inside(section)))
    }

    /// Returns the spaces that this structure may show to visitors to whom `before` did not: their conditions are fewer
    /// or others. Spaces that are not in `before` are left out.
    pub fn widened_since(&self, before: &Self) -> Vec<SpaceId> {
        let guarded: HashMap<SpaceId, Vec<&str>> = before.guarded().collect();
        let wider = |space: &SpaceId, now: &[&str]| {
            guarded.get(space).is_some_and(|then| then.iter().any(|condition| !now.contains(condition)))
        };
        self.guarded().filter(|(space, now)| wider(space, now)).map(|(space, _)| space).collect()
    }

    /// Returns every space with the conditions that must all hold for a visitor to see it.
    fn guarded(&self) -> impl Iterator<Item = (SpaceId, Vec<&str>)> {
        self.site_spaces().map(|(section, it)| {
            let of_section = section.and_then(|section| section.condition.as_deref());
            (it.space, of_section.into_iter().chain(it.condition.as_deref()).collect())
        })
    }

    /// Returns a section and the group that contains it.
    pub fn section(&self, id: SiteSectionId) -> Option<(Option<&Group>, &Section)> {
        self.sections().find(|(_, section)| section.id == id)
    }

    /// Returns a group by its identifier.
    pub fn group(&self, id: SiteSectionGroupId) -> Option<&Group> {
        self.groups().find(|group| group.id == id)
    }

    /// Returns a space on the site and the section that contains it.
    pub fn site_space(&self, id: SiteSpaceId) -> Option<(Option<&Section>, &SiteSpace)> {
        self.site_spaces().find(|(_, space)| space.id == id)
    }

    /// Returns true if a space is the default of its list.
    pub fn is_default(&self, id: SiteSpaceId) -> bool {
        let list = self.site_space(id).map(|(section, _)| section.map_or(&self.spaces, |section| &section.spaces));
        list.is_some_and(|list| list.default == Some(id))
    }

    /// Returns the space at the root of the site's addresses.
    pub fn first(&self) -> Option<&SiteSpace> {
        self.default_list().and_then(SiteSpaces::first)
    }

    /// Returns the spaces at the root, or those of the default section.
    fn default_list(&self) -> Option<&SiteSpaces> {
        match self.default_section {
            None => Some(&self.spaces),
            Some(id) => self.section(id).map(|(_, section)| &section.spaces),
        }
    }

    /// Returns the path segment of a section, none for the default one.
    pub fn segment_of_section(&self, section: &Section) -> Option<String> {
        (self.default_section != Some(section.id)).then(|| section.path.clone())
    }

    /// Returns the path segments of a space: its section's path and its own, without those of defaults. The default
    /// section's path is included nevertheless if the space's path equals that of a section.
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

    /// Resolves the first segments of an address, by current or former paths, to a space. Returns `None` if the site,
    /// or the section that is named, has no space.
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

    /// Returns the section with this path. A variant of the default section takes precedence over a former path.
    fn section_at(&self, path: &str, beside: &SiteSpaces) -> Option<&Section> {
        let now = self.sections().find(|(_, section)| section.path == path);
        let is_variant = beside.list.iter().any(|space| space.path == path);
        let led = || self.sections().find(|(_, section)| !is_variant && section.led(path));
        now.or_else(led).map(|(_, section)| section)
    }

    /// Returns the structure with only the spaces that `keep` selects. A default that is removed is replaced by the
    /// first one left.
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

    /// Chooses a default section if there is none, or if the default is empty beside others with spaces: the first
    /// section with spaces from index `at` on, else the last one with spaces before it, else any.
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

    /// Returns a text that sorts the section among all sections of the site.
    pub fn place(&self, group: Option<&Group>) -> String {
        group.map_or_else(|| self.order.clone(), |group| format!("{}/{}", group.order, self.order))
    }
}

impl SiteSpaces {
    /// Returns the default space.
    pub fn first(&self) -> Option<&SiteSpace> {
        self.list.iter().find(|space| Some(space.id) == self.default)
    }

    /// Returns the space that the first segment names, else the default, with the number of segments used and true for
    /// a former path.
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

/// Serialization of identifiers as texts.
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

/// Serialization of optional identifiers as texts.
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
