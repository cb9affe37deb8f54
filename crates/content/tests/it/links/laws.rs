//! The laws of links, over random content.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use quire_content::links::{End, Entity, Link, follow, newly_broken};

use super::{Space, file, linked, page, reusable, uid};
use crate::support::commit;

/// Something that is in content or not: where its file stands, and where its text leads.
type Thing = Option<(Option<usize>, Vec<usize>)>;

const PATHS: [&str; 5] = ["README.md", "a/README.md", "a/b.md", "a/c d.md", "x.md"];

/// What texts name, with what it means in a folder: which things, the first that is there counts.
fn targets() -> Vec<String> {
    let mut targets: Vec<String> =
        ["b.md", "../x.md", "/a", "a/b.md", "c%20d.md", "./", "none.md", "/x.md#there", "/x.md#not-there"]
            .map(str::to_owned)
            .to_vec();
    targets.extend([format!("/pages/{}", uid(1)), format!("/pages/{}", uid(9)), format!("/files/{}", uid(3))]);
    targets
}

fn entity(n: usize) -> Entity {
    [page(1), page(2), file(3), reusable(4), page(5)][n]
}

fn text(links: &[usize]) -> String {
    let targets = targets();
    let lines = links.iter().map(|link| format!("* [text](<{}>)\n", targets[*link]));
    format!("## There\n\n{}", lines.collect::<String>())
}

fn space(things: &[Thing]) -> Space {
    let mut space = Space::new();
    change(&mut space, things);
    space
}

fn change(space: &mut Space, things: &[Thing]) {
    for (n, thing) in things.iter().enumerate() {
        let path = thing.as_ref().and_then(|(path, _)| *path).map(|path| PATHS[path]);
        let text = thing.as_ref().map(|(_, links)| text(links));
        space.put(entity(n), path, text.as_deref());
    }
}

/// Where a target leads that is written in a folder: by going through everything.
fn naive(things: &[Thing], folder: &str, target: &str) -> Option<Entity> {
    let there = |n: usize| things[n].is_some().then(|| entity(n));
    let by_id = (0..5).find(|n| {
        [format!("/pages/{}", entity(*n).id()), format!("/files/{}", entity(*n).id())].contains(&target.to_owned())
    });
    if target.starts_with("/pages/") || target.starts_with("/files/") {
        return by_id.and_then(there);
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, "there"));
    let path = quire_content::path::join(folder, path).replace("%20", " ");
    let at = |path: &str, kind: fn(&Entity) -> bool| {
        let stands = |n: &usize| things[*n].as_ref().is_some_and(|(at, _)| at.is_some_and(|at| PATHS[at] == path));
        (0..5).filter(stands).map(entity).find(kind)
    };
    let is_page = |entity: &Entity| matches!(entity, Entity::Page(_));
    let is_file = |entity: &Entity| matches!(entity, Entity::File(_));
    let below = if path.is_empty() { "README.md".to_owned() } else { format!("{path}/README.md") };
    let found = at(&path, is_page).or_else(|| at(&below, is_page)).or_else(|| at(&path, is_file))?;
    (anchor == "there" || !is_page(&found)).then_some(found)
}

/// The broken links of content by their text and target.
fn naive_broken(things: &[Thing]) -> BTreeSet<(Entity, usize)> {
    let mut broken = BTreeSet::new();
    for (n, thing) in things.iter().enumerate().filter(|(n, _)| *n != 2) {
        let Some((path, links)) = thing else { continue };
        let folder = path.map_or("", |path| quire_content::path::folder(PATHS[path]));
        broken.extend(
            links.iter().filter(|it| naive(things, folder, &targets()[**it]).is_none()).map(|it| (entity(n), *it)),
        );
    }
    broken
}

fn things() -> impl Strategy<Value = Vec<Thing>> {
    let thing = (prop::option::of(0..PATHS.len()), prop::collection::vec(0..targets().len(), 0..4));
    prop::collection::vec(prop::option::weighted(0.8, thing), 5)
}

proptest! {
    #[test]
    fn links_follow_content(before in things(), after in things()) {
        let mut space = space(&before);
        let (old, links) = (space.map, space.links());
        change(&mut space, &after);
        let new = space.map;
        let changes: Vec<_> = old.diff(&new, &space.store).map(Result::unwrap).collect();
        let followed = commit(&mut space.store, |draft| follow(&changes, links, &new, draft)).unwrap();
        prop_assert_eq!(followed, space.links());
    }

    #[test]
    fn links_lead_where_they_should(things in things()) {
        let mut space = space(&things);
        let links = space.links();
        let linked = linked(&space, links);
        let mut leading: BTreeMap<Entity, BTreeSet<(Entity, Link)>> = BTreeMap::new();
        let mut broken = 0;
        for found in linked.all() {
            let (source, link) = found.unwrap();
            match linked.end(&link).unwrap() {
                End::Here(entity) => drop(leading.entry(entity).or_default().insert((source, link))),
                end if end.is_broken() => broken += 1,
                End::Missing | End::Unnamed(_) => {}
                End::Elsewhere => panic!("{link:?}"),
            }
        }
        for n in 0..5 {
            let toward = linked.toward(entity(n)).unwrap().into_iter();
            let ends = toward.filter(|(_, link)| linked.end(link).unwrap() == End::Here(entity(n)));
            prop_assert_eq!(ends.collect::<BTreeSet<_>>(), leading.remove(&entity(n)).unwrap_or_default());
        }
        // Two ways to write one target are one link.
        prop_assert!(broken <= naive_broken(&things).len());
        prop_assert_eq!(broken == 0, naive_broken(&things).is_empty());
        for (n, thing) in things.iter().enumerate().filter(|(n, _)| *n != 2) {
            let Some((path, targets_of)) = thing else { continue };
            let folder = path.map_or("", |path| quire_content::path::folder(PATHS[path]));
            let ends = linked.of(entity(n)).unwrap().into_iter().map(|link| linked.end(&link).unwrap()).map(|end| if end.is_broken() { End::Missing } else { end });
            let wanted = targets_of.iter().map(|it| naive(&things, folder, &targets()[*it]).map_or(End::Missing, End::Here));
            prop_assert_eq!(ends.collect::<BTreeSet<_>>(), wanted.collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn what_breaks_is_found(before in things(), after in things()) {
        let mut old = space(&before);
        let old_links = old.links();
        let mut new = old.clone();
        change(&mut new, &after);
        let new_links = new.links();
        let (old, new) = (
            quire_content::links::Linked { objects: &new.store, ..linked(&old, old_links) },
            linked(&new, new_links),
        );
        let broken = |linked: &quire_content::links::Linked<'_>| -> BTreeSet<(Entity, Link)> {
            let all = linked.all().map(Result::unwrap);
            all.filter(|(_, link)| linked.end(link).unwrap().is_broken()).collect()
        };
        let wanted: BTreeSet<_> = broken(&new).difference(&broken(&old)).cloned().collect();
        prop_assert_eq!(newly_broken(&old, &new).unwrap(), wanted);
    }
}
