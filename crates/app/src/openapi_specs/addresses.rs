//! The addresses of the pages of a specification: those that they have, and all that they had.
//!
//! An address belongs to the operation that had it first, and never passes to another one: whoever would get it next gets
//! one with a few characters more, which follow from what the page shows. So addresses do not depend on the order of a
//! document or on other operations, but for which of them was there first. A tag's page goes where most of its operations
//! went.

use std::collections::{BTreeMap, HashMap, HashSet};

use quire_content::hash::Hash;
use quire_content::slug::{MOST_CHARS, slug};
use quire_openapi::index::Operation;
use quire_openapi::pages::{FurtherPages, Page, TITLES, pages};
use quire_openapi::{Call, Identity, Index};
use serde::{Deserialize, Serialize};

/// The maximum number of addresses that are kept for a specification; former ones without a page go first.
const MOST: usize = 20_000;
/// The number of characters that tell pages apart whose parts of the path are the same otherwise.
const DISTINCT_CHARS: usize = 6;

/// The addresses of a specification, as paths below the place where its pages are.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Addresses {
    by_path: BTreeMap<String, Owner>,
}

/// The page or the operation that has or had an address.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
enum Owner {
    Operation {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        method: String,
        path: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        webhook: bool,
    },
    Page {
        page: String,
    },
}

impl Owner {
    fn of(page: &Page, index: &Index) -> Self {
        match page.operation.as_ref().and_then(|call| index.operation(call)) {
            Some(operation) => Self::identified(index.identity(operation)),
            None => Self::Page { page: page.name.clone() },
        }
    }

    fn identified(Identity { id, call: Call { is_webhook, path, method } }: Identity) -> Self {
        Self::Operation { id, method, path, webhook: is_webhook }
    }

    fn identity(&self) -> Option<Identity> {
        match self {
            Self::Operation { id, method, path, webhook } => {
                Some(Identity { id: id.clone(), call: Call::new(*webhook, path, method) })
            }
            Self::Page { .. } => None,
        }
    }
}

impl Addresses {
    /// Returns the addresses of the first version of a specification.
    pub(crate) fn first(index: &Index) -> Self {
        let mut addresses = Self::default();
        addresses.claim(index);
        addresses
    }

    /// Returns the addresses after a new version.
    pub(crate) fn after(&self, (before, after): (&Index, &Index)) -> Self {
        let groups = Groups::of(before, after);
        let carried = |owner: &Owner| match owner.identity() {
            Some(identity) => after.successor(&identity, before).map(Owner::identified),
            None => groups.carried(owner),
        };
        let by_path = self.by_path.iter();
        let by_path = by_path.map(|(path, owner)| (path.clone(), carried(owner).unwrap_or_else(|| owner.clone())));
        let mut addresses = Self { by_path: by_path.collect() };
        addresses.claim(after);
        addresses
    }

    /// Notes the addresses of all pages of a version.
    fn claim(&mut self, index: &Index) {
        let mut all = pages(index, &TITLES, FurtherPages::default());
        let paths = self.give(&mut all, index);
        let current: HashSet<&String> = paths.iter().collect();
        let excess = (self.by_path.len() + paths.len()).saturating_sub(MOST);
        if excess > 0 {
            let gone = self.by_path.iter().filter(|(path, _)| !current.contains(path));
            let (lost, known): (Vec<_>, Vec<_>) =
                gone.partition(|(_, owner)| owner.identity().is_some_and(|it| index.identified(&it).is_none()));
            let gone: Vec<String> = lost.into_iter().chain(known).take(excess).map(|(path, _)| path.clone()).collect();
            gone.iter().for_each(|path| drop(self.by_path.remove(path)));
        }
        for (page, path) in all.iter().zip(paths) {
            self.by_path.insert(path, Owner::of(page, index));
        }
    }

    /// Gives pages parts of the path that lead to no other page and never did, and returns their paths. Of those that want
    /// the same part the one that has it keeps it.
    pub(crate) fn give(&self, pages: &mut [Page], index: &Index) -> Vec<String> {
        let mut wanted: HashMap<(Option<String>, String), usize> = HashMap::new();
        for page in pages.iter() {
            *wanted.entry((page.parent.clone(), slug(&page.slug))).or_default() += 1;
        }
        let fixed: HashSet<String> = [TITLES.schemas, TITLES.changes].into_iter().map(slug).collect();
        let mut paths: HashMap<String, String> = HashMap::new();
        let mut all = Vec::with_capacity(pages.len());
        for page in pages {
            let plain = slug(&page.slug);
            let above = page.parent.as_ref().and_then(|parent| paths.get(parent)).map(|path| format!("{path}/"));
            let above = above.unwrap_or_default();
            let is_of_operations = matches!(page.content, quire_openapi::pages::Content::Operations { .. });
            let number = wanted.get(&(page.parent.clone(), plain.clone())).copied().unwrap_or_default();
            let is_own = match self.by_path.get(&format!("{above}{plain}")) {
                Some(owner) => *owner == Owner::of(page, index),
                None => number <= 1 && !(above.is_empty() && fixed.contains(&plain)),
            };
            page.slug = if is_own || !is_of_operations { plain } else { distinct(&plain, &page.name) };
            let path = format!("{above}{}", page.slug);
            paths.insert(page.name.clone(), path.clone());
            all.push(path);
        }
        all
    }

    /// Returns the names of the pages that now show what an address led to, the best one first, each with the operation on
    /// it that the address led to if the page has others too.
    pub(crate) fn pages_at(&self, path: &str, index: &Index) -> Vec<(String, Option<Call>)> {
        match self.by_path.get(path) {
            Some(Owner::Page { page }) => vec![(page.clone(), None)],
            Some(owner @ Owner::Operation { .. }) => {
                let found = owner.identity().and_then(|identity| index.identified(&identity));
                let found = found.filter(|operation| !operation.is_internal);
                let pages =
                    |it: &Operation| vec![(it.page_name(index), None), (it.group_name(), Some(it.call.clone()))];
                found.map(pages).unwrap_or_default()
            }
            None => Vec::new(),
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        let texts = |owner: &Owner| match owner {
            Owner::Operation { id, method, path, .. } => id.as_ref().map_or(0, String::len) + method.len() + path.len(),
            Owner::Page { page } => page.len(),
        };
        self.by_path.iter().map(|(path, owner)| path.len() + texts(owner) + 200).sum()
    }
}

/// Returns a part of the path with a few characters that follow from the name of the page.
fn distinct(plain: &str, name: &str) -> String {
    let hash = Hash::of(name.as_bytes()).to_string();
    let head: String = plain.chars().take(MOST_CHARS - DISTINCT_CHARS - 1).collect();
    slug(&format!("{head} {}", &hash[..DISTINCT_CHARS]))
}

/// The operations of pages of tags in a version, and where they are in the next one.
struct Groups {
    /// The names of the pages of the next version.
    there: HashSet<String>,
    /// The page with most of the operations that were on a page.
    successors: HashMap<String, String>,
}

impl Groups {
    fn of(before: &Index, after: &Index) -> Self {
        let there = after.operations.iter().filter(|it| !it.is_internal).map(Operation::group_name).collect();
        let mut counts: HashMap<String, Vec<(String, usize)>> = HashMap::new();
        for operation in &before.operations {
            let next = after.successor(&before.identity(operation), before);
            let Some(next) = next.and_then(|identity| after.identified(&identity)) else { continue };
            let (from, to) = (operation.group_name(), next.group_name());
            let known = counts.entry(from).or_default();
            match known.iter_mut().find(|(name, _)| *name == to) {
                Some((_, count)) => *count += 1,
                None => known.push((to, 1)),
            }
        }
        // Of several with as many operations, the first one counts.
        let most =
            |all: Vec<(String, usize)>| all.into_iter().rev().max_by_key(|(_, count)| *count).map(|(name, _)| name);
        let successors = counts.into_iter().filter_map(|(from, all)| Some((from, most(all)?))).collect();
        Self { there, successors }
    }

    fn carried(&self, owner: &Owner) -> Option<Owner> {
        let Owner::Page { page } = owner else { return None };
        let next = self.successors.get(page).filter(|_| !self.there.contains(page))?;
        Some(Owner::Page { page: next.clone() })
    }
}
