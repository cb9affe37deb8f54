//! Redirects of a site: from paths where nothing is any more to where it is now.
//!
//! A path has at most one redirect: the one from exactly this path, else the one from the longest beginning of it.
//! Rules that pass [`check`] have no two of the same source, and none that lead in a circle. That content comes before
//! redirects is for the callers of [`Rules::follow`] to say; so is where sections, spaces and pages are.

mod check;
mod destination;
mod source;

use std::collections::HashMap;

pub use check::{Refused, check};
pub use destination::{Address, Destination, Place};
pub use source::{InvalidSource, Source, normal};

use crate::ids::SiteRedirectId;

/// The most redirects of a site.
pub const MOST_REDIRECTS: usize = 5_000;

/// So many redirects in a row are followed; a longer row ends nowhere.
const MOST_HOPS: usize = 16;

/// One redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The redirect.
    pub id: SiteRedirectId,
    /// Which paths it is about.
    pub source: Source,
    /// Where they lead.
    pub destination: Destination,
    /// Whether what the wildcard stood for is added to the destination.
    pub captures: bool,
}

/// The redirects of a site, ready to be asked.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    exact: HashMap<String, usize>,
    open: HashMap<String, usize>,
    /// How long the beginnings in `open` are, each once, the longest first.
    lengths: Vec<usize>,
}

/// The redirect of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'a> {
    /// The redirect.
    pub rule: &'a Rule,
    /// Where what the wildcard stands for begins in the path; none where it is not added to the destination.
    rest: Option<usize>,
}

impl Found<'_> {
    /// Where the path leads, if its destination is at `place`.
    fn lead(&self, path: &str, place: Place) -> Place {
        match self.rest {
            Some(at) => place.join(&path[at..]),
            None => place,
        }
    }
}

impl Rules {
    /// The rules. Of two with the same source the first one counts.
    pub fn new(rules: Vec<Rule>) -> Self {
        let (mut exact, mut open) = (HashMap::new(), HashMap::new());
        for (at, rule) in rules.iter().enumerate() {
            let map = if rule.source.is_open() { &mut open } else { &mut exact };
            map.entry(rule.source.path().to_owned()).or_insert(at);
        }
        let mut lengths: Vec<_> = open.keys().map(String::len).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        Self { rules, exact, open, lengths }
    }

    /// The rules, in the order in which they were given.
    pub fn list(&self) -> &[Rule] {
        &self.rules
    }

    /// The redirect of a path.
    pub fn find(&self, path: &str) -> Option<Found<'_>> {
        self.find_normal(&normal(path))
    }

    fn find_normal(&self, path: &str) -> Option<Found<'_>> {
        if let Some(at) = self.exact.get(path) {
            return Some(Found { rule: &self.rules[*at], rest: None });
        }
        let beginnings = self.lengths.iter().filter_map(|length| path.get(..*length));
        let at = beginnings.filter_map(|beginning| self.open.get(beginning)).next()?;
        let rule = &self.rules[*at];
        Some(Found { rule, rest: rule.captures.then_some(rule.source.path().len()) })
    }

    /// Where a path leads at last. `locate` says where a destination is, and `exists` whether there is something at a
    /// path of the site. A destination that is not there any more and redirects that never end lead nowhere.
    pub fn follow(
        &self,
        path: &str,
        mut locate: impl FnMut(&Destination) -> Option<Place>,
        mut exists: impl FnMut(&str) -> bool,
    ) -> Option<Place> {
        let mut at = normal(path);
        for _ in 0..MOST_HOPS {
            let found = self.find_normal(&at)?;
            let place = found.lead(&at, locate(&found.rule.destination)?);
            let Place::Here(next) = &place else { return Some(place) };
            let next = normal(destination::path_of(next));
            if next != at && (exists(&next) || self.find_normal(&next).is_none()) {
                return Some(place);
            }
            at = next;
        }
        None
    }
}

#[cfg(test)]
mod tests;
