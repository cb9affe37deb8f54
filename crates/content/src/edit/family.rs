//! The children of one page, in order: the positions and slugs of new ones among them.

use crate::id::PageId;
use crate::import::place;
use crate::order::{self, is_key};
use crate::slug::Siblings;

/// The children of one page, in order.
#[derive(Default)]
pub(super) struct Family {
    members: Vec<Member>,
    slugs: Siblings,
}

struct Member {
    id: PageId,
    order: String,
    slug: String,
}

impl Family {
    /// Appends a page.
    pub(super) fn push(&mut self, id: PageId, order: String, slug: String) {
        self.slugs.claim(&slug);
        self.members.push(Member { id, order, slug });
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = PageId> {
        self.members.iter().map(|member| member.id)
    }

    pub(super) fn position(&self, id: PageId) -> Option<usize> {
        self.members.iter().rposition(|member| member.id == id)
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Removes a page.
    pub(super) fn remove(&mut self, id: PageId) {
        if let Some(at) = self.position(id) {
            let member = self.members.remove(at);
            self.slugs.release(&member.slug);
        }
    }

    /// Returns true if a sibling has the slug.
    pub(super) fn is_taken(&self, slug: &str) -> bool {
        self.slugs.has(slug)
    }

    /// Inserts a page at an index, or at the end if the index is too large. Returns its slug and order key, and the new
    /// order keys of siblings whose keys were unusable.
    pub(super) fn insert(&mut self, id: PageId, at: Option<usize>, slug: &str) -> Seat {
        let at = at.unwrap_or(usize::MAX).min(self.members.len());
        self.insert_with(id, at, slug, order::between)
    }

    /// Inserts a page by its order key, which it keeps if it is valid and free.
    pub(super) fn restore(&mut self, id: PageId, order: &str, slug: &str) -> Seat {
        let at = self.members.partition_point(|member| (&*member.order, member.id) < (order, id));
        self.insert_with(id, at, slug, |after, before| {
            let fits = after.is_none_or(|after| after < order) && before.is_none_or(|before| order < before);
            if fits && is_key(order) { order.to_owned() } else { order::between(after, before) }
        })
    }

    fn insert_with(
        &mut self,
        id: PageId,
        at: usize,
        slug: &str,
        between: impl Fn(Option<&str>, Option<&str>) -> String,
    ) -> Seat {
        let slug = self.slugs.claim(slug);
        let after = at.checked_sub(1).map(|before| self.members[before].order.as_str());
        let before = self.members.get(at).map(|member| member.order.as_str());
        let usable = after.is_none_or(is_key) && before.is_none_or(is_key);
        let apart = usable && after.zip(before).is_none_or(|(after, before)| after < before);
        let order = if apart { between(after, before) } else { String::new() };
        self.members.insert(at, Member { id, order, slug: slug.clone() });
        let others = if apart { Vec::new() } else { self.spread(id) };
        Seat { order: self.members[at].order.clone(), slug, others }
    }

    /// Assigns order keys to all members whose keys are unusable; returns those of members other than `newcomer`.
    fn spread(&mut self, newcomer: PageId) -> Vec<(PageId, String)> {
        let current: Vec<_> = self.members.iter().map(|member| Some(member.order.as_str())).collect();
        let places = place::place(&current, &[]);
        let mut others = Vec::new();
        for (member, place) in self.members.iter_mut().zip(places) {
            let Some(place) = place else { continue };
            if member.id != newcomer {
                others.push((member.id, place.clone()));
            }
            member.order = place;
        }
        others
    }

    /// Changes the slug of a page; a number is appended if it is taken. Returns the new slug.
    pub(super) fn rename(&mut self, id: PageId, slug: &str) -> String {
        let Some(at) = self.position(id) else { return slug.to_owned() };
        self.slugs.release(&self.members[at].slug);
        let slug = self.slugs.claim(slug);
        self.members[at].slug.clone_from(&slug);
        slug
    }
}

/// The position of an inserted page.
pub(super) struct Seat {
    pub(super) order: String,
    pub(super) slug: String,
    /// The siblings whose order keys changed, with the new keys.
    pub(super) others: Vec<(PageId, String)>,
}
