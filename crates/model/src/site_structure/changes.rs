//! The changes of a structure. Each keeps the invariants, or refuses and changes nothing.

use quire_content::slug::{slug, unique};

use super::list::{insert, push, side};
use super::{Group, Item, Section, SiteSpace, SiteSpaces, Structure};
use crate::ids::{SiteSectionGroupId, SiteSectionId, SiteSpaceId, SpaceId};
use crate::patch::Patch;
use crate::places::Beside;
use crate::text::{IconName, SitePath, SiteSectionDescription, SiteSectionGroupTitle, SiteSectionTitle};

/// The most spaces, sections and groups of a site, together.
const MOST_ITEMS: usize = 2_000;

/// The most former paths that lead on to one thing; the oldest go first.
const MOST_OLD_PATHS: usize = 50;

/// The fewest and most characters of a section's title (gaps.md, "section title").
const TITLE: (usize, usize) = (2, 128);

/// A structure can't be changed like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such thing on the site.
    #[error("{0} not found")]
    Missing(&'static str),
    /// Nothing can be put beside this.
    #[error("must be {0}")]
    Neighbour(&'static str),
    /// A default is none of the spaces that it is to come before.
    #[error("must be a space in this section")]
    Elsewhere,
    /// Something else in the list has this path.
    #[error("the path {0} is taken")]
    PathTaken(String),
    /// A space is on a site once.
    #[error("the space is on the site already")]
    SpaceThere,
    /// The site would begin with nothing.
    #[error("the section has no space: a section with spaces has to be the default")]
    EmptyDefault,
    /// There is too much on the site.
    #[error("a site has at most {MOST_ITEMS} spaces, sections and groups")]
    Full,
}

/// A space to put on a site.
#[derive(Debug, Clone)]
pub struct NewSpace<'a> {
    /// What it is to be called on the site.
    pub id: SiteSpaceId,
    /// The space.
    pub space: SpaceId,
    /// Its title, of which its path is made.
    pub title: &'a str,
}

/// A section to put on a site.
#[derive(Debug, Clone)]
pub struct NewSection<'a> {
    /// The section.
    pub id: SiteSectionId,
    /// Its title; that of its space where it is too short for one.
    pub title: &'a str,
    /// Shown beside the title.
    pub icon: Option<IconName>,
}

/// A group to put on a site.
#[derive(Debug, Clone)]
pub struct NewGroup {
    /// The group.
    pub id: SiteSectionGroupId,
    /// Its title.
    pub title: SiteSectionGroupTitle,
    /// Shown beside the title.
    pub icon: Option<IconName>,
}

/// What is to change of a space on a site; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct SpaceChanges {
    /// Its path.
    pub path: Option<SitePath>,
    /// Which visitors see it; clear for all.
    pub condition: Patch<String>,
    /// The space that it shows.
    pub space: Option<SpaceId>,
}

/// What is to change of a section; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct SectionChanges {
    /// Its title.
    pub title: Option<SiteSectionTitle>,
    /// Its description; clear for none.
    pub description: Patch<SiteSectionDescription>,
    /// Its icon; clear for none.
    pub icon: Patch<IconName>,
    /// Its path.
    pub path: Option<SitePath>,
    /// Which visitors see it; clear for all.
    pub condition: Patch<String>,
    /// The space that it begins with.
    pub default: Option<SiteSpaceId>,
}

/// What is to change of a group; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct GroupChanges {
    /// Its title.
    pub title: Option<SiteSectionGroupTitle>,
    /// Its icon; clear for none.
    pub icon: Patch<IconName>,
}

/// A section or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// A section.
    Section(SiteSectionId),
    /// A group.
    Group(SiteSectionGroupId),
}

/// Spaces.
impl Structure {
    /// Puts a space last in a section, in the default one without a choice, or at the root of a site without sections.
    pub fn insert_space(&mut self, new: &NewSpace<'_>, into: Option<SiteSectionId>) -> Result<(), Refusal> {
        self.welcome(new.space)?;
        self.room(1)?;
        let before = self.addresses();
        let list = match into.or(self.default_section) {
            Some(section) => &mut self.section_mut(section)?.spaces,
            None => &mut self.spaces,
        };
        list.push(new);
        self.settle(0);
        self.remember(&before);
        Ok(())
    }

    /// Takes a space off the site. Another one becomes the default where it was. Whether it was there.
    pub fn remove_space(&mut self, id: SiteSpaceId) -> bool {
        let (at, before) = (self.place_of_list(id), self.addresses());
        let taken = self.list_of(id).is_some_and(|list| list.take(id).is_some());
        self.settle(at);
        self.remember(&before);
        taken
    }

    /// Changes a space on the site.
    pub fn update_space(&mut self, id: SiteSpaceId, changes: &SpaceChanges) -> Result<(), Refusal> {
        let now = self.site_space(id).ok_or(Refusal::Missing("site space"))?.1.space;
        if let Some(space) = changes.space.filter(|space| *space != now) {
            self.welcome(space)?;
        }
        let before = self.addresses();
        let list = self.list_of(id).ok_or(Refusal::Missing("site space"))?;
        if let Some(path) = &changes.path {
            repath(list.list.iter_mut().map(|it| (it.id == id, &mut it.path, &mut it.old_paths)), path.as_str())?;
        }
        for it in list.list.iter_mut().filter(|it| it.id == id) {
            it.space = changes.space.unwrap_or(it.space);
            if !changes.condition.is_keep() {
                it.condition = changes.condition.clone().value();
            }
        }
        self.remember(&before);
        Ok(())
    }

    /// Makes a space what its section, or the site without sections, begins with.
    pub fn set_default_space(&mut self, id: SiteSpaceId) -> Result<(), Refusal> {
        let before = self.addresses();
        let list = self.list_of(id).ok_or(Refusal::Missing("site space"))?;
        list.default = Some(id);
        self.remember(&before);
        Ok(())
    }

    /// Moves a space beside another one, in that one's section; last in its own without a choice. Where its path is
    /// taken there, it gets a number.
    pub fn move_space(&mut self, id: SiteSpaceId, to: Option<Beside<SiteSpaceId>>) -> Result<(), Refusal> {
        if self.site_space(id).is_none() {
            return Err(Refusal::Missing("site space"));
        }
        let no_neighbour = Refusal::Neighbour("another space of the site");
        if to.is_some_and(|to| to.target() == id || self.site_space(to.target()).is_none()) {
            return Err(no_neighbour);
        }
        let (at, before) = (self.place_of_list(id), self.addresses());
        let stays = to.is_none_or(|to| self.section_of(to.target()) == self.section_of(id));
        let list = self.list_of(id).ok_or(Refusal::Missing("site space"))?;
        if stays {
            list.shift(id, to);
            return Ok(());
        }
        let moved = list.take(id);
        let target = to.map_or(id, |to| to.target());
        if let (Some(moved), Some(to), Some(list)) = (moved, to, self.list_of(target)) {
            list.accept(moved, to);
        }
        self.settle(at);
        self.remember(&before);
        Ok(())
    }

    fn welcome(&self, space: SpaceId) -> Result<(), Refusal> {
        if self.site_spaces().any(|(_, it)| it.space == space) { Err(Refusal::SpaceThere) } else { Ok(()) }
    }

    fn room(&self, more: usize) -> Result<(), Refusal> {
        let there = self.site_spaces().count() + self.sections().count() + self.groups().count();
        if there + more > MOST_ITEMS { Err(Refusal::Full) } else { Ok(()) }
    }

    fn section_of(&self, id: SiteSpaceId) -> Option<SiteSectionId> {
        self.site_space(id).and_then(|(section, _)| section).map(|section| section.id)
    }

    fn place_of_list(&self, id: SiteSpaceId) -> usize {
        let section = self.section_of(id);
        self.sections().position(|(_, it)| Some(it.id) == section).unwrap_or(0)
    }

    fn list_of(&mut self, id: SiteSpaceId) -> Option<&mut SiteSpaces> {
        let holds = |list: &SiteSpaces| list.list.iter().any(|it| it.id == id);
        if holds(&self.spaces) {
            return Some(&mut self.spaces);
        }
        self.sections_mut().map(|section| &mut section.spaces).find(|list| holds(list))
    }
}

/// Sections.
impl Structure {
    /// Puts a section with one space last on the site. On a site with spaces at its root, these become a section before
    /// it first: `first`, with the title of their default.
    pub fn insert_section(
        &mut self,
        new: &NewSection<'_>,
        space: &NewSpace<'_>,
        first: &NewSection<'_>,
    ) -> Result<(), Refusal> {
        self.welcome(space.space)?;
        self.room(3)?;
        let before = self.addresses();
        if !self.spaces.list.is_empty() {
            let spaces = std::mem::take(&mut self.spaces);
            self.push_section(first, spaces);
            self.settle(0);
        }
        let mut spaces = SiteSpaces::default();
        spaces.push(space);
        self.push_section(new, spaces);
        self.settle(0);
        self.remember(&before);
        Ok(())
    }

    fn push_section(&mut self, new: &NewSection<'_>, spaces: SiteSpaces) {
        // Variants at the site's own address keep theirs.
        let beside = self.default_list().filter(|_| self.has_sections()).unwrap_or(&spaces);
        let is_variant = |path: &str| beside.list.iter().any(|it| Some(it.id) != beside.default && it.leads(path));
        let is_taken = |path: &str| is_variant(path) || self.sections().any(|(_, it)| it.path == path || it.led(path));
        let path = free(new.title, is_taken);
        let section = Section {
            id: new.id,
            order: String::new(),
            title: fitting(new.title),
            description: None,
            icon: new.icon.clone(),
            path,
            condition: None,
            spaces,
            old_paths: Vec::new(),
        };
        push(&mut self.items, Item::Section(section));
    }

    /// Takes a section off the site, with the spaces in it. Another one becomes the default where it was. Whether it was
    /// there.
    pub fn remove_section(&mut self, id: SiteSectionId) -> bool {
        let at = self.sections().position(|(_, section)| section.id == id).unwrap_or(0);
        let before = self.addresses();
        let taken = self.take_section(id).is_some();
        self.settle(at);
        self.remember(&before);
        taken
    }

    /// Changes a section.
    pub fn update_section(&mut self, id: SiteSectionId, changes: &SectionChanges) -> Result<(), Refusal> {
        let section = self.section(id).ok_or(Refusal::Missing("site section"))?.1;
        if changes.default.is_some_and(|default| section.variants().all(|it| it.id != default)) {
            return Err(Refusal::Elsewhere);
        }
        let before = self.addresses();
        if let Some(path) = &changes.path {
            let paths = self.sections_mut().map(|it| (it.id == id, &mut it.path, &mut it.old_paths));
            repath(paths, path.as_str())?;
        }
        self.section_mut(id)?.apply(changes);
        self.remember(&before);
        Ok(())
    }

    /// Makes a section what the site begins with.
    pub fn set_default_section(&mut self, id: SiteSectionId) -> Result<(), Refusal> {
        let section = self.section(id).ok_or(Refusal::Missing("site section"))?.1;
        let is_empty = section.spaces.list.is_empty();
        if is_empty && self.sections().any(|(_, it)| !it.spaces.list.is_empty()) {
            return Err(Refusal::EmptyDefault);
        }
        let before = self.addresses();
        self.default_section = Some(id);
        self.remember(&before);
        Ok(())
    }

    /// Moves a section beside another one, into that one's group, or beside a group; last on the site without a choice.
    pub fn move_section(&mut self, id: SiteSectionId, to: Option<Beside<Pointer>>) -> Result<(), Refusal> {
        self.section(id).ok_or(Refusal::Missing("site section"))?;
        if to.is_some_and(|to| to.target() == Pointer::Section(id) || !self.has(to.target())) {
            return Err(Refusal::Neighbour("another section or a group of the site"));
        }
        let Some(section) = self.take_section(id) else { return Ok(()) };
        match to {
            None => push(&mut self.items, Item::Section(section)),
            Some(to) => self.place_section(section, to),
        }
        Ok(())
    }

    fn place_section(&mut self, section: Section, to: Beside<Pointer>) {
        if let Some(at) = self.item_at(to.target()) {
            return insert(&mut self.items, side(to.map(|_| at)), Item::Section(section));
        }
        for group in self.groups_mut() {
            let at = group.sections.iter().position(|it| Pointer::Section(it.id) == to.target());
            if let Some(at) = at {
                return insert(&mut group.sections, side(to.map(|_| at)), section);
            }
        }
        push(&mut self.items, Item::Section(section));
    }

    fn section_mut(&mut self, id: SiteSectionId) -> Result<&mut Section, Refusal> {
        self.sections_mut().find(|section| section.id == id).ok_or(Refusal::Missing("site section"))
    }

    fn take_section(&mut self, id: SiteSectionId) -> Option<Section> {
        if let Some(at) = self.item_at(Pointer::Section(id)) {
            return match self.items.remove(at) {
                Item::Section(section) => Some(section),
                Item::Group(_) => None,
            };
        }
        self.groups_mut().find_map(|group| {
            let at = group.sections.iter().position(|section| section.id == id)?;
            Some(group.sections.remove(at))
        })
    }
}

/// Groups.
impl Structure {
    /// Puts a group last on the site, with these sections in it, wherever they are.
    pub fn insert_group(&mut self, new: &NewGroup, sections: &[SiteSectionId]) -> Result<(), Refusal> {
        self.room(1)?;
        if sections.iter().any(|id| self.section(*id).is_none()) {
            return Err(Refusal::Missing("site section"));
        }
        let mut members = Vec::new();
        for section in sections.iter().filter_map(|id| self.take_section(*id)) {
            push(&mut members, section);
        }
        let title = new.title.as_str().to_owned();
        let group = Group { id: new.id, order: String::new(), title, icon: new.icon.clone(), sections: members };
        push(&mut self.items, Item::Group(group));
        Ok(())
    }

    /// Changes a group.
    pub fn update_group(&mut self, id: SiteSectionGroupId, changes: &GroupChanges) -> Result<(), Refusal> {
        let group = self.group_mut(id)?;
        if let Some(title) = &changes.title {
            title.as_str().clone_into(&mut group.title);
        }
        if !changes.icon.is_keep() {
            group.icon = changes.icon.clone().value();
        }
        Ok(())
    }

    /// Takes a group away; its sections stand where it was. Whether it was there.
    pub fn remove_group(&mut self, id: SiteSectionGroupId) -> bool {
        let Some(at) = self.item_at(Pointer::Group(id)) else { return false };
        if let Item::Group(group) = self.items.remove(at) {
            for (n, section) in group.sections.into_iter().enumerate() {
                insert(&mut self.items, at + n, Item::Section(section));
            }
        }
        true
    }

    /// Puts a section last in a group, wherever it is. One that is in it stays where it is.
    pub fn add_to_group(&mut self, id: SiteSectionGroupId, section: SiteSectionId) -> Result<(), Refusal> {
        self.group(id).ok_or(Refusal::Missing("site section group"))?;
        let (now, _) = self.section(section).ok_or(Refusal::Missing("site section"))?;
        if now.is_some_and(|group| group.id == id) {
            return Ok(());
        }
        if let Some(section) = self.take_section(section) {
            push(&mut self.group_mut(id)?.sections, section);
        }
        Ok(())
    }

    /// Takes a section out of a group; it stands right after it. Whether it was in it.
    pub fn take_from_group(&mut self, id: SiteSectionGroupId, section: SiteSectionId) -> bool {
        let is_in = self.group(id).is_some_and(|group| group.sections.iter().any(|it| it.id == section));
        if is_in && let Some(section) = self.take_section(section) {
            self.place_section(section, Beside::After(Pointer::Group(id)));
        }
        is_in
    }

    /// Moves a group beside another one, or beside a section that is in no group; last on the site without a choice.
    pub fn move_group(&mut self, id: SiteSectionGroupId, to: Option<Beside<Pointer>>) -> Result<(), Refusal> {
        let from = self.item_at(Pointer::Group(id)).ok_or(Refusal::Missing("site section group"))?;
        let target = to.map(|to| to.target());
        if target.is_some_and(|it| it == Pointer::Group(id) || self.item_at(it).is_none()) {
            return Err(Refusal::Neighbour("another group of the site, or a section that is in no group"));
        }
        let group = self.items.remove(from);
        let at = to.and_then(|to| Some(side(to.map(|_| 0)) + self.item_at(to.target())?));
        insert(&mut self.items, at.unwrap_or(usize::MAX), group);
        Ok(())
    }

    fn has(&self, pointer: Pointer) -> bool {
        match pointer {
            Pointer::Section(id) => self.section(id).is_some(),
            Pointer::Group(id) => self.group(id).is_some(),
        }
    }

    fn item_at(&self, pointer: Pointer) -> Option<usize> {
        self.items.iter().position(|item| match item {
            Item::Section(section) => pointer == Pointer::Section(section.id),
            Item::Group(group) => pointer == Pointer::Group(group.id),
        })
    }

    fn groups_mut(&mut self) -> impl Iterator<Item = &mut Group> {
        self.items.iter_mut().filter_map(|item| match item {
            Item::Group(group) => Some(group),
            Item::Section(_) => None,
        })
    }

    fn group_mut(&mut self, id: SiteSectionGroupId) -> Result<&mut Group, Refusal> {
        self.groups_mut().find(|group| group.id == id).ok_or(Refusal::Missing("site section group"))
    }
}

impl Section {
    fn apply(&mut self, changes: &SectionChanges) {
        if let Some(title) = &changes.title {
            title.as_str().clone_into(&mut self.title);
        }
        if !changes.description.is_keep() {
            self.description = changes.description.as_ref().value().map(|text| text.as_str().to_owned());
        }
        if !changes.icon.is_keep() {
            self.icon = changes.icon.clone().value();
        }
        if !changes.condition.is_keep() {
            self.condition = changes.condition.clone().value();
        }
        self.spaces.default = changes.default.or(self.spaces.default);
    }
}

impl SiteSpace {
    /// Whether this is its path or was.
    fn leads(&self, path: &str) -> bool {
        self.path == path || self.old_paths.iter().any(|old| old == path)
    }
}

impl SiteSpaces {
    fn push(&mut self, new: &NewSpace<'_>) {
        let path = free(new.title, |path| self.knows(path));
        let (id, space) = (new.id, new.space);
        let (old_paths, old_addresses) = (Vec::new(), Vec::new());
        let order = String::new();
        let made = SiteSpace { id, order, space, path, condition: None, old_paths, old_addresses };
        push(&mut self.list, made);
        self.default = self.default.or(Some(id));
    }

    fn knows(&self, path: &str) -> bool {
        self.list.iter().any(|it| it.leads(path))
    }

    fn take(&mut self, id: SiteSpaceId) -> Option<SiteSpace> {
        let at = self.list.iter().position(|it| it.id == id)?;
        let taken = self.list.remove(at);
        if self.default == Some(id) {
            self.default = self.list.get(at).or(self.list.last()).map(|it| it.id);
        }
        Some(taken)
    }

    /// Moves one of these spaces beside another one of them, or to the end.
    fn shift(&mut self, id: SiteSpaceId, to: Option<Beside<SiteSpaceId>>) {
        let Some(at) = self.list.iter().position(|it| it.id == id) else { return };
        let moved = self.list.remove(at);
        let at = to.and_then(|to| self.beside(to));
        insert(&mut self.list, at.unwrap_or(usize::MAX), moved);
    }

    /// Takes a space over from another list.
    fn accept(&mut self, mut moved: SiteSpace, to: Beside<SiteSpaceId>) {
        moved.path = unique(&moved.path, |path| self.knows(path));
        moved.old_paths.retain(|old| !self.knows(old));
        let at = self.beside(to);
        self.default = self.default.or(Some(moved.id));
        insert(&mut self.list, at.unwrap_or(usize::MAX), moved);
    }

    fn beside(&self, to: Beside<SiteSpaceId>) -> Option<usize> {
        let at = self.list.iter().position(|it| it.id == to.target())?;
        Some(side(to.map(|_| at)))
    }
}

/// Gives one thing of a list another path. The one that it had leads on; the new one leads on to nothing else.
fn repath<'a>(
    list: impl Iterator<Item = (bool, &'a mut String, &'a mut Vec<String>)>,
    path: &str,
) -> Result<(), Refusal> {
    let list: Vec<_> = list.collect();
    if list.iter().any(|(is_it, taken, _)| !is_it && *taken == path) {
        return Err(Refusal::PathTaken(path.to_owned()));
    }
    for (is_it, now, old) in list {
        if is_it && now != path {
            old.push(std::mem::replace(now, path.to_owned()));
        }
        old.retain(|old| old != path);
        old.drain(..old.len().saturating_sub(MOST_OLD_PATHS));
    }
    Ok(())
}

/// A path of a title that is not taken.
fn free(title: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let whole = slug(title);
    // Room for the number.
    let stem: String = whole.chars().take(90).collect();
    unique(if is_taken(&whole) { &stem } else { &whole }, is_taken)
}

/// A title that is as long as a section's has to be.
fn fitting(title: &str) -> String {
    let title: String = title.chars().take(TITLE.1).collect();
    if title.chars().count() < TITLE.0 { "Section".to_owned() } else { title }
}
