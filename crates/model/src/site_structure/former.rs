//! Former addresses of spaces, which still resolve after a space moves or the items around it change.
//!
//! Every change that moves an address records the previous one. An address resolves to the space that had it last,
//! until another space gets it: then the record is deleted. Former paths of a single section or variant are kept
//! separately, and count after former addresses.

use std::collections::{HashMap, HashSet};

use super::{Located, SiteSpace, Structure};
use crate::ids::SiteSpaceId;

/// The maximum number of former addresses of one space; the oldest are dropped first.
const MOST: usize = 50;

/// The path segments of all spaces.
pub(super) type Addresses = HashMap<SiteSpaceId, Vec<String>>;

impl Structure {
    /// Returns every space that the first segments of an address may mean, the most likely first: by current paths, by
    /// a former address, by former paths.
    pub fn ways<'a>(&'a self, segments: &[&str]) -> Vec<Located<'a>> {
        let (located, once) = (self.locate(segments), self.once_at(segments));
        let today = located.filter(|located| !located.former);
        let formerly = located.filter(|located| located.former);
        today.into_iter().chain(once).chain(formerly).collect()
    }

    /// Returns the space with the longest former address that the segments begin with.
    fn once_at<'a>(&'a self, segments: &[&str]) -> Option<Located<'a>> {
        let leads = |old: &Vec<String>| old.len() <= segments.len() && old.iter().zip(segments).all(|(a, b)| a == b);
        let found = self.site_spaces().filter_map(|(section, space)| {
            let used = space.old_addresses.iter().filter(|old| leads(old)).map(Vec::len).max()?;
            Some(Located { section, space, used, former: true })
        });
        found.max_by_key(|located| located.used)
    }

    /// Returns the current address of every space.
    pub(super) fn addresses(&self) -> Addresses {
        self.site_spaces().map(|(section, space)| (space.id, self.segments_in(section, space))).collect()
    }

    /// Records the addresses that changed since `before`, and deletes the records of those that a space has now.
    pub(super) fn remember(&mut self, before: &Addresses) {
        let now = self.addresses();
        let taken: HashSet<_> = now.values().collect();
        for space in self.site_spaces_mut() {
            if let Some(left) = before.get(&space.id).filter(|left| now.get(&space.id) != Some(left)) {
                space.old_addresses.retain(|old| old != left);
                space.old_addresses.push(left.clone());
            }
            space.old_addresses.retain(|old| !old.is_empty() && !taken.contains(old));
            let most = space.old_addresses.len().saturating_sub(MOST);
            space.old_addresses.drain(..most);
        }
    }

    fn site_spaces_mut(&mut self) -> impl Iterator<Item = &mut SiteSpace> {
        let Self { spaces, items, .. } = self;
        let inside = items.iter_mut().flat_map(super::Item::sections_mut);
        spaces.list.iter_mut().chain(inside.flat_map(|section| section.spaces.list.iter_mut()))
    }
}
