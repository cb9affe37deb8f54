//! The invariants after any sequence of changes, and the effects of single changes.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::ids::Uid;
use crate::places::Beside;
use crate::text::{SitePath, SiteSectionGroupTitle};

const TITLES: [&str; 5] = ["Guides", "API", "guides", "", "日本語"];

fn uid(n: u8) -> Uid {
    Uid([n; 16])
}

fn path(text: &str) -> SitePath {
    SitePath::try_from(text.to_owned()).unwrap()
}

fn space(n: u8) -> NewSpace<'static> {
    NewSpace { id: SiteSpaceId(uid(n)), space: SpaceId(uid(n)), title: TITLES[usize::from(n) % TITLES.len()] }
}

fn section(n: u8) -> NewSection<'static> {
    NewSection { id: SiteSectionId(uid(n)), title: TITLES[usize::from(n) % TITLES.len()], icon: None }
}

fn group(n: u8) -> NewGroup {
    let title = SiteSectionGroupTitle::try_from(format!("Group {n}")).unwrap();
    NewGroup { id: SiteSectionGroupId(uid(n)), title, icon: None }
}

/// Returns a structure with these spaces at its root.
fn with_spaces(range: std::ops::Range<u8>) -> Structure {
    let mut structure = Structure::default();
    for n in range {
        structure.insert_space(&space(n), None).unwrap();
    }
    structure
}

/// Returns a structure with these sections, each with the space of its number.
fn with_sections(range: std::ops::Range<u8>) -> Structure {
    let mut structure = Structure::default();
    for n in range {
        structure.insert_section(&section(n), &space(n), &section(100)).unwrap();
    }
    structure
}

fn paths_of(list: &SiteSpaces) -> Vec<&str> {
    list.list.iter().map(|it| it.path.as_str()).collect()
}

fn section_paths(structure: &Structure) -> Vec<&str> {
    structure.sections().map(|(_, it)| it.path.as_str()).collect()
}

fn ids_of(structure: &Structure) -> Vec<u8> {
    structure.sections().map(|(_, it)| it.id.0.0[0]).collect()
}

/// One change; the items that it names are chosen among all that exist.
#[derive(Debug, Clone)]
enum Step {
    InsertSpace(Option<Index>),
    RemoveSpace(Index),
    RenameSpace(Index, &'static str),
    PointSpace(Index, Index),
    DefaultSpace(Index),
    MoveSpace(Index, Option<(bool, Index)>),
    InsertSection,
    RemoveSection(Index),
    RenameSection(Index, &'static str),
    DefaultSection(Index),
    MoveSection(Index, Option<(bool, Index)>),
    InsertGroup(Vec<Index>),
    RemoveGroup(Index),
    AddToGroup(Index, Index),
    TakeFromGroup(Index, Index),
    MoveGroup(Index, Option<(bool, Index)>),
    Keep(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let at = any::<Index>;
    let beside = || prop::option::of((any::<bool>(), any::<Index>()));
    let word = || prop::sample::select(&["a", "b", "guides", "guides-1"][..]);
    let steps = vec![
        (3, prop::option::of(at()).prop_map(Step::InsertSpace).boxed()),
        (2, at().prop_map(Step::RemoveSpace).boxed()),
        (1, (at(), word()).prop_map(|(it, word)| Step::RenameSpace(it, word)).boxed()),
        (1, (at(), at()).prop_map(|(it, other)| Step::PointSpace(it, other)).boxed()),
        (1, at().prop_map(Step::DefaultSpace).boxed()),
        (2, (at(), beside()).prop_map(|(it, to)| Step::MoveSpace(it, to)).boxed()),
        (3, Just(Step::InsertSection).boxed()),
        (2, at().prop_map(Step::RemoveSection).boxed()),
        (2, (at(), word()).prop_map(|(it, word)| Step::RenameSection(it, word)).boxed()),
        (1, at().prop_map(Step::DefaultSection).boxed()),
        (2, (at(), beside()).prop_map(|(it, to)| Step::MoveSection(it, to)).boxed()),
        (2, prop::collection::vec(at(), 0..3).prop_map(Step::InsertGroup).boxed()),
        (1, at().prop_map(Step::RemoveGroup).boxed()),
        (2, (at(), at()).prop_map(|(group, it)| Step::AddToGroup(group, it)).boxed()),
        (1, (at(), at()).prop_map(|(group, it)| Step::TakeFromGroup(group, it)).boxed()),
        (1, (at(), beside()).prop_map(|(it, to)| Step::MoveGroup(it, to)).boxed()),
        (1, any::<u8>().prop_map(Step::Keep).boxed()),
    ];
    prop::collection::vec(prop::strategy::Union::new_weighted(steps), 0..40)
}

/// The identifiers of all items, to choose from.
struct Names {
    spaces: Vec<SiteSpaceId>,
    sections: Vec<SiteSectionId>,
    groups: Vec<SiteSectionGroupId>,
}

impl Names {
    /// Returns the identifiers that exist, and one of each kind that does not.
    fn of(structure: &Structure) -> Self {
        let spaces = structure.site_spaces().map(|(_, it)| it.id).chain([SiteSpaceId(uid(250))]).collect();
        let sections = structure.sections().map(|(_, it)| it.id).chain([SiteSectionId(uid(250))]).collect();
        let groups = structure.groups().map(|it| it.id).chain([SiteSectionGroupId(uid(250))]).collect();
        Self { spaces, sections, groups }
    }

    fn pointer(&self, at: Index) -> Pointer {
        let sections = self.sections.iter().map(|id| Pointer::Section(*id));
        *at.get(&sections.chain(self.groups.iter().map(|id| Pointer::Group(*id))).collect::<Vec<_>>())
    }
}

fn beside<T>((before, target): (bool, T)) -> Beside<T> {
    if before { Beside::Before(target) } else { Beside::After(target) }
}

/// Applies a step, and checks that a refused change has no effect.
fn apply(structure: &mut Structure, n: u8, step: &Step) {
    let names = Names::of(structure);
    let (spaces, sections, groups) = (&names.spaces, &names.sections, &names.groups);
    let before = structure.clone();
    let pointed = |to: &Option<(bool, Index)>| to.map(|(side, at)| beside((side, names.pointer(at))));
    let outcome = match step {
        Step::InsertSpace(into) => structure.insert_space(&space(n), into.map(|at| *at.get(sections))),
        Step::RemoveSpace(it) => Ok(_ = structure.remove_space(*it.get(spaces))),
        Step::RenameSpace(it, word) => {
            let changes = SpaceChanges { path: Some(path(word)), ..SpaceChanges::default() };
            structure.update_space(*it.get(spaces), &changes)
        }
        Step::PointSpace(it, other) => {
            let other = structure.site_space(*other.get(spaces)).map_or(SpaceId(uid(n)), |(_, it)| it.space);
            structure.update_space(*it.get(spaces), &SpaceChanges { space: Some(other), ..SpaceChanges::default() })
        }
        Step::DefaultSpace(it) => structure.set_default_space(*it.get(spaces)),
        Step::MoveSpace(it, to) => {
            structure.move_space(*it.get(spaces), to.map(|(side, at)| beside((side, *at.get(spaces)))))
        }
        Step::InsertSection => structure.insert_section(&section(n), &space(n), &section(n + 100)),
        Step::RemoveSection(it) => Ok(_ = structure.remove_section(*it.get(sections))),
        Step::RenameSection(it, word) => {
            let changes = SectionChanges { path: Some(path(word)), ..SectionChanges::default() };
            structure.update_section(*it.get(sections), &changes)
        }
        Step::DefaultSection(it) => structure.set_default_section(*it.get(sections)),
        Step::MoveSection(it, to) => structure.move_section(*it.get(sections), pointed(to)),
        Step::InsertGroup(members) => {
            structure.insert_group(&group(n), &members.iter().map(|at| *at.get(sections)).collect::<Vec<_>>())
        }
        Step::RemoveGroup(it) => Ok(_ = structure.remove_group(*it.get(groups))),
        Step::AddToGroup(group, it) => structure.add_to_group(*group.get(groups), *it.get(sections)),
        Step::TakeFromGroup(group, it) => Ok(_ = structure.take_from_group(*group.get(groups), *it.get(sections))),
        Step::MoveGroup(it, to) => structure.move_group(*it.get(groups), pointed(to)),
        Step::Keep(bits) => {
            *structure = structure.keeping(|it| it.id.0.0[0] & bits == 0);
            Ok(())
        }
    };
    if outcome.is_err() {
        assert_eq!(*structure, before, "{step:?} was refused");
    }
}

fn all_different<T: std::hash::Hash + Eq>(things: impl Iterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    things.into_iter().all(|thing| seen.insert(thing))
}

fn check_list(list: &SiteSpaces) {
    assert_eq!(list.default.is_some(), !list.list.is_empty());
    assert_eq!(list.first().is_some(), !list.list.is_empty(), "the default is one of the list");
    let paths = list.list.iter().flat_map(|it| it.old_paths.iter().chain([&it.path]));
    assert!(all_different(paths), "a path leads to one thing: {list:?}");
    assert!(list.list.is_sorted_by(|a, b| a.order < b.order));
}

fn check(structure: &Structure) {
    assert_eq!(structure.default_section.is_some(), structure.sections().next().is_some());
    assert!(!structure.has_sections() || structure.spaces.list.is_empty());
    if let Some(default) = structure.default_section {
        let (_, default) = structure.section(default).expect("the default is one of the sections");
        let is_empty = |section: &Section| section.spaces.list.is_empty();
        assert!(!is_empty(default) || structure.sections().all(|(_, it)| is_empty(it)));
    }
    check_list(&structure.spaces);
    for (_, section) in structure.sections() {
        check_list(&section.spaces);
        assert!((2..=128).contains(&section.title.chars().count()));
    }
    let paths = structure.sections().flat_map(|(_, it)| it.old_paths.iter().chain([&it.path]));
    assert!(all_different(paths), "a path leads to one section: {structure:?}");
    assert!(all_different(structure.site_spaces().map(|(_, it)| it.space)));
    let places: Vec<_> = structure.sections().map(|(group, it)| it.place(group)).collect();
    assert!(places.is_sorted_by(|a, b| a < b), "{places:?}");
    for (_, it) in structure.site_spaces() {
        check_address(structure, it);
    }
    assert_eq!(Structure::from_stored(&structure.to_stored()).as_ref(), Some(structure));
}

/// Checks that each space is found at its address.
fn check_address(structure: &Structure, it: &SiteSpace) {
    let segments = structure.segments(it.id);
    let found = structure.locate(&segments.iter().map(String::as_str).collect::<Vec<_>>());
    let found = found.expect("an address leads to a space");
    assert_eq!((found.space.id, found.used), (it.id, segments.len()), "{structure:?}");
}

/// Checks that every former address still resolves to its space, unless another space has it now.
fn check_former(structure: &Structure, had: &mut HashMap<Vec<String>, SiteSpaceId>) {
    had.retain(|_, id| structure.site_space(*id).is_some());
    had.extend(structure.site_spaces().map(|(_, it)| (structure.segments(it.id), it.id)));
    for (address, id) in had {
        let segments: Vec<&str> = address.iter().map(String::as_str).collect();
        let today = structure.locate(&segments).filter(|it| it.used == segments.len() && !it.former);
        let found = structure.ways(&segments).into_iter().find(|it| it.used == segments.len());
        let found = found.map(|it| it.space.id);
        assert!(found == Some(*id) || today.is_some(), "{address:?} leads to {found:?} and not to {id}: {structure:?}");
    }
}

proptest! {
    #[test]
    fn whatever_is_done_the_structure_holds(steps in steps()) {
        let (mut structure, mut had) = (Structure::default(), HashMap::new());
        for (n, step) in steps.iter().enumerate() {
            apply(&mut structure, u8::try_from(n).unwrap(), step);
            check(&structure);
            // A structure reduced for a visitor does not record former addresses.
            if matches!(step, Step::Keep(_)) {
                had.clear();
            }
            check_former(&structure, &mut had);
        }
    }
}

#[test]
fn the_first_section_takes_up_what_stood_at_the_root() {
    let mut structure = with_spaces(0..3);
    structure.insert_section(&section(6), &space(10), &section(101)).unwrap();
    assert_eq!(ids_of(&structure), [101, 6]);
    assert_eq!(section_paths(&structure), ["api-1", "api-2"]);
    assert_eq!(structure.default_section, Some(SiteSectionId(uid(101))));
    assert_eq!(paths_of(&structure.section(SiteSectionId(uid(101))).unwrap().1.spaces), ["guides", "api", "guides-1"]);
    assert_eq!(structure.segments(SiteSpaceId(uid(1))), ["api"], "addresses stay as they were");
    check(&structure);
}

#[test]
fn where_a_default_goes_the_next_one_takes_its_place() {
    let mut structure = with_spaces(0..3);
    structure.set_default_space(SiteSpaceId(uid(1))).unwrap();
    assert!(structure.remove_space(SiteSpaceId(uid(1))));
    assert_eq!(structure.spaces.default, Some(SiteSpaceId(uid(2))));
    assert!(!structure.remove_space(SiteSpaceId(uid(1))));

    let mut structure = with_sections(0..3);
    structure.set_default_section(SiteSectionId(uid(2))).unwrap();
    assert!(structure.remove_section(SiteSectionId(uid(2))));
    assert_eq!(structure.default_section, Some(SiteSectionId(uid(1))));
    for n in 0..2 {
        assert!(structure.remove_section(SiteSectionId(uid(n))));
        check(&structure);
    }
    assert_eq!(structure, Structure::default());
}

#[test]
fn an_empty_section_is_the_default_only_where_all_are_empty() {
    let mut structure = with_sections(0..2);
    assert!(structure.remove_space(SiteSpaceId(uid(0))));
    assert_eq!(structure.default_section, Some(SiteSectionId(uid(1))));
    assert_eq!(structure.set_default_section(SiteSectionId(uid(0))), Err(Refusal::EmptyDefault));
    assert!(structure.remove_space(SiteSpaceId(uid(1))));
    structure.set_default_section(SiteSectionId(uid(0))).unwrap();
    structure.insert_space(&space(7), Some(SiteSectionId(uid(1)))).unwrap();
    assert_eq!(structure.default_section, Some(SiteSectionId(uid(1))), "the site has content: it begins with it");
}

#[test]
fn a_former_path_leads_on_until_it_is_taken() {
    let mut structure = with_sections(0..2);
    assert_eq!(section_paths(&structure), ["guides", "api"]);
    let rename = |structure: &mut Structure, n, to| {
        let changes = SectionChanges { path: Some(path(to)), ..SectionChanges::default() };
        structure.update_section(SiteSectionId(uid(n)), &changes)
    };
    rename(&mut structure, 1, "reference").unwrap();
    let found = structure.locate(&["api", "page"]).unwrap();
    assert_eq!((found.section.map(|it| it.id), found.used), (Some(SiteSectionId(uid(1))), 1));
    assert_eq!(rename(&mut structure, 0, "reference"), Err(Refusal::PathTaken("reference".to_owned())));
    rename(&mut structure, 0, "api").unwrap();
    assert_eq!(structure.locate(&["api"]).unwrap().section.map(|it| it.id), Some(SiteSectionId(uid(0))));
    structure.insert_section(&section(5), &space(5), &section(100)).unwrap();
    assert_eq!(section_paths(&structure).last(), Some(&"guides-1"), "a new section leaves former paths alone");
}

#[test]
fn a_variant_whose_path_is_a_section_too_keeps_its_section_s_path() {
    let mut structure = with_sections(0..2);
    structure.insert_space(&space(6), Some(SiteSectionId(uid(0)))).unwrap();
    assert_eq!(structure.segments(SiteSpaceId(uid(6))), ["guides", "api"]);
    assert_eq!(structure.segments(SiteSpaceId(uid(1))), ["api"]);
    check(&structure);
}

#[test]
fn sections_move_into_groups_and_out_of_them() {
    let mut structure = with_sections(0..4);
    structure.insert_group(&group(9), &[SiteSectionId(uid(2)), SiteSectionId(uid(0))]).unwrap();
    assert_eq!(ids_of(&structure), [1, 3, 2, 0]);
    let to = Some(Beside::Before(Pointer::Section(SiteSectionId(uid(0)))));
    structure.move_section(SiteSectionId(uid(3)), to).unwrap();
    assert_eq!(ids_of(&structure), [1, 2, 3, 0]);
    assert_eq!(structure.section(SiteSectionId(uid(3))).unwrap().0.map(|it| it.id), Some(SiteSectionGroupId(uid(9))));
    let to = Some(Beside::Before(Pointer::Section(SiteSectionId(uid(3)))));
    assert!(matches!(structure.move_group(SiteSectionGroupId(uid(9)), to), Err(Refusal::Neighbour(_))));
    let to = Some(Beside::Before(Pointer::Section(SiteSectionId(uid(1)))));
    structure.move_group(SiteSectionGroupId(uid(9)), to).unwrap();
    assert_eq!(ids_of(&structure), [2, 3, 0, 1]);
    assert!(structure.take_from_group(SiteSectionGroupId(uid(9)), SiteSectionId(uid(2))));
    assert_eq!(ids_of(&structure), [3, 0, 2, 1]);
    assert!(structure.remove_group(SiteSectionGroupId(uid(9))));
    assert_eq!(ids_of(&structure), [3, 0, 2, 1]);
    assert!(structure.groups().next().is_none());
}

#[test]
fn a_space_that_moves_to_another_section_gets_a_free_path_there() {
    let mut structure = with_sections(0..2);
    structure.insert_space(&space(5), Some(SiteSectionId(uid(1)))).unwrap();
    structure.move_space(SiteSpaceId(uid(5)), Some(Beside::Before(SiteSpaceId(uid(0))))).unwrap();
    assert_eq!(paths_of(&structure.section(SiteSectionId(uid(0))).unwrap().1.spaces), ["guides-1", "guides"]);
    structure.move_space(SiteSpaceId(uid(5)), None).unwrap();
    assert_eq!(paths_of(&structure.section(SiteSectionId(uid(0))).unwrap().1.spaces), ["guides", "guides-1"]);
    assert!(structure.is_default(SiteSpaceId(uid(0))));
}

#[test]
fn an_address_that_a_space_left_leads_to_it_until_another_has_it() {
    let mut structure = with_sections(0..2);
    let (it, other) = (SiteSpaceId(uid(6)), SiteSpaceId(uid(11)));
    structure.insert_space(&space(6), Some(SiteSectionId(uid(1)))).unwrap();
    structure.insert_space(&space(11), Some(SiteSectionId(uid(1)))).unwrap();
    let left = structure.segments(it);
    assert_eq!(left, ["api", "api-1"]);
    let found = |structure: &Structure| {
        let way = structure.ways(&["api", "api-1", "page"]).into_iter().max_by_key(|it| it.used);
        way.map(|it| (it.space.id, it.used))
    };
    structure.move_space(it, Some(Beside::After(SiteSpaceId(uid(0))))).unwrap();
    assert_eq!(found(&structure), Some((it, 2)));
    let rename = SectionChanges { path: Some(path("reference")), ..SectionChanges::default() };
    structure.update_section(SiteSectionId(uid(1)), &rename).unwrap();
    assert_eq!(found(&structure), Some((it, 2)), "whatever becomes of the section");
    assert!(structure.remove_section(SiteSectionId(uid(1))));
    assert_eq!(found(&structure), Some((it, 2)), "even if it is gone");

    let mut structure = with_sections(0..2);
    structure.insert_space(&space(6), Some(SiteSectionId(uid(1)))).unwrap();
    structure.insert_space(&space(11), Some(SiteSectionId(uid(1)))).unwrap();
    structure.move_space(it, Some(Beside::After(SiteSpaceId(uid(0))))).unwrap();
    structure.update_space(other, &SpaceChanges { path: Some(path("api-1")), ..SpaceChanges::default() }).unwrap();
    assert_eq!(found(&structure), Some((other, 2)));
    assert!(structure.remove_space(other));
    assert_ne!(found(&structure), Some((it, 2)), "what another one had is forgotten");
}

#[test]
fn a_space_is_on_a_site_once() {
    let mut structure = with_sections(0..1);
    assert_eq!(
        structure.insert_space(&NewSpace { id: SiteSpaceId(uid(9)), ..space(0) }, None),
        Err(Refusal::SpaceThere)
    );
    structure.insert_space(&space(1), None).unwrap();
    let to = SpaceChanges { space: Some(SpaceId(uid(0))), ..SpaceChanges::default() };
    assert_eq!(structure.update_space(SiteSpaceId(uid(1)), &to), Err(Refusal::SpaceThere));
    structure.update_space(SiteSpaceId(uid(0)), &to).unwrap();
}
