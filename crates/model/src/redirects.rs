//! Redirects of a site, from former paths to current destinations.
//!
//! A path has at most one redirect: the one whose source equals the path, else the wildcard with the longest matching
//! prefix. Rules that pass [`check`] have no two equal sources and no cycles. Callers of [`Rules::follow`] make content
//! take precedence over redirects, and resolve sections, spaces and pages to paths.

mod check;
mod destination;
mod source;

use std::collections::HashMap;

pub use check::{Refused, check};
pub use destination::{Address, Destination, RedirectLocation};
pub use source::{InvalidSource, Source, normal};

use crate::ids::SiteRedirectId;

/// The maximum number of redirects of a site.
pub const MOST_REDIRECTS: usize = 5_000;

/// The maximum length of a chain of redirects; a longer chain leads nowhere.
const MOST_HOPS: usize = 16;

/// A redirect of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The identifier of the redirect.
    pub id: SiteRedirectId,
    /// The paths that the redirect applies to.
    pub source: Source,
    /// The destination of these paths.
    pub destination: Destination,
    /// True if the part of the path that the wildcard matched is appended to the destination.
    pub captures: bool,
}

/// The redirects of a site, indexed by source.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    exact: HashMap<String, usize>,
    open: HashMap<String, usize>,
    /// The distinct lengths of the prefixes in `open`, in descending order.
    lengths: Vec<usize>,
}

/// The redirect that applies to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'a> {
    /// The matching rule.
    pub rule: &'a Rule,
    /// The offset in the path of what the wildcard matched; none if that is not appended to the destination.
    rest: Option<usize>,
}

impl Found<'_> {
    /// Returns the destination of the path, if that of the rule resolves to `place`.
    fn lead(&self, path: &str, place: RedirectLocation) -> RedirectLocation {
        match self.rest {
            Some(at) => place.join(&path[at..]),
            None => place,
        }
    }
}

impl Rules {
    /// Indexes rules. Of two with the same source the first one counts.
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

    /// Returns the rules, in the order in which they were given.
    pub fn list(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the redirect that applies to a path, in any spelling.
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

    /// Follows redirects from a path to the final destination. `locate` resolves a destination, and `exists` returns
    /// true if there is content at a path of the site. Returns `None` for a missing destination and an endless chain.
    pub fn follow(
        &self,
        path: &str,
        mut locate: impl FnMut(&Destination) -> Option<RedirectLocation>,
        mut exists: impl FnMut(&str) -> bool,
    ) -> Option<RedirectLocation> {
        let mut at = normal(path);
        for _ in 0..MOST_HOPS {
            let found = self.find_normal(&at)?;
            let place = found.lead(&at, locate(&found.rule.destination)?);
            let RedirectLocation::Here(next) = &place else { return Some(place) };
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
