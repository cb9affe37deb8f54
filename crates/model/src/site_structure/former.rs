//! Where spaces of a site stood before: addresses that lead on when a space moves, or when what is around it changes.
//!
//! Every change that moves an address notes the one that was left. An address leads to the space that had it last, until
//! another one has it: then it is forgotten for good. Paths that a section or a variant had by itself are kept beside
//! them, and count after these.

use std::collections::{HashMap, HashSet};

use super::{Located, SiteSpace, Structure};
use crate::ids::SiteSpaceId;

/// The most former addresses that lead on to one space; the oldest go first.
const MOST: usize = 50;

/// The parts of addresses of all spaces.
pub(super) type Addresses = HashMap<SiteSpaceId, Vec<String>>;

impl Structure {
    /// Every space that the first parts of an address may mean, the likeliest first: by paths of today, by an address
    /// that it had, by former paths.
    pub fn ways<'a>(&'a self, segments: &[&str]) -> Vec<Located<'a>> {
        let (located, once) = (self.locate(segments), self.once_at(segments));
        let today = located.filter(|located| !located.former);
        let formerly = located.filter(|located| located.former);
        today.into_iter().chain(once).chain(formerly).collect()
    }

    /// The space that had an address: the one of which it had most parts.
    fn once_at<'a>(&'a self, segments: &[&str]) -> Option<Located<'a>> {
        let leads = |old: &Vec<String>| old.len() <= segments.len() && old.iter().zip(segments).all(|(a, b)| a == b);
        let found = self.site_spaces().filter_map(|(section, space)| {
            let used = space.old_addresses.iter().filter(|old| leads(old)).map(Vec::len).max()?;
            Some(Located { section, space, used, former: true })
        });
        found.max_by_key(|located| located.used)
    }

    /// Where all spaces stand.
    pub(super) fn addresses(&self) -> Addresses {
        self.site_spaces().map(|(section, space)| (space.id, self.segments_in(section, space))).collect()
    }

    /// Notes the addresses that were left since, and forgets those that something else has now.
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
