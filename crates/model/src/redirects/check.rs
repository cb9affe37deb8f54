//! The validation of a set of redirects: no two of the same source, and no cycles.
//!
//! A redirect that appends what its wildcard matched counts as leading to every path below its destination, even where
//! a more specific redirect applies: an accepted set has no cycles, and a few sets without cycles are refused.

use super::{Destination, RedirectLocation, Rule, Rules};

/// An error for a set of redirects that is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Two redirects have the same source: the second one would never apply.
    #[error("the redirect from {shadowed} would never be used: redirect {by} is from there already")]
    Shadowed {
        /// The source that both have.
        shadowed: String,
        /// The identifier of the redirect that applies.
        by: String,
    },
    /// Redirects form a cycle.
    #[error("redirects would lead in a circle: {}", .0.join(" to "))]
    Circle(
        /// The sources on the cycle; the first one is repeated at the end.
        Vec<String>,
    ),
}

/// Checks that a set of redirects is allowed. `locate` resolves a destination.
pub fn check(rules: &[Rule], locate: impl Fn(&Destination) -> Option<RedirectLocation>) -> Result<(), Refused> {
    let all = Rules::new(rules.to_vec());
    for (at, rule) in rules.iter().enumerate() {
        let first = if rule.source.is_open() { &all.open } else { &all.exact }[rule.source.path()];
        if first != at {
            let by = rules[first].id.to_string();
            return Err(Refused::Shadowed { shadowed: rule.source.to_string(), by });
        }
    }
    match circle(rules.len(), |at| all.after(&rules[at], &locate)) {
        None => Ok(()),
        Some(circle) => Err(Refused::Circle(circle.into_iter().map(|at| rules[at].source.to_string()).collect())),
    }
}

impl Rules {
    /// Returns the indices of the redirects that a redirect may lead to.
    fn after(&self, rule: &Rule, locate: &impl Fn(&Destination) -> Option<RedirectLocation>) -> Vec<usize> {
        let Some(path) = locate(&rule.destination).and_then(|place| place.path()) else {
            return Vec::new();
        };
        if rule.captures {
            // A redirect to itself with an ever shorter path terminates.
            let shrinks = path.trim_end_matches('/').len() + 1 < rule.source.path().len();
            let may = |other: &Rule| meets(rule, &path, other) && !(shrinks && other.id == rule.id);
            return self.rules.iter().enumerate().filter(|(_, other)| may(other)).map(|(at, _)| at).collect();
        }
        let found = self.find_normal(&path);
        found
            .and_then(|found| self.rules.iter().position(|other| std::ptr::eq(other, found.rule)))
            .into_iter()
            .collect()
    }
}

/// Returns true if a redirect that appends to its destination, which is at `path`, may lead to a path of `other`.
fn meets(rule: &Rule, path: &str, other: &Rule) -> bool {
    let below = format!("{}/", path.trim_end_matches('/'));
    let itself = !rule.source.path().ends_with('/') && other.source.takes(path);
    let source = other.source.path();
    itself || source.starts_with(&below) || (other.source.is_open() && below.starts_with(source))
}

/// Finds a cycle in a graph of `nodes` nodes; its first node is repeated at the end.
fn circle(nodes: usize, next: impl Fn(usize) -> Vec<usize>) -> Option<Vec<usize>> {
    let (mut done, mut on_way) = (vec![false; nodes], vec![false; nodes]);
    for start in 0..nodes {
        if done[start] {
            continue;
        }
        on_way[start] = true;
        // The path from the start, each node with its neighbours that are still to be visited.
        let mut way = vec![(start, next(start))];
        while let Some((node, neighbours)) = way.last_mut() {
            let node = *node;
            match neighbours.pop() {
                None => {
                    (done[node], on_way[node]) = (true, false);
                    way.pop();
                }
                Some(neighbour) if on_way[neighbour] => {
                    let since = way.into_iter().map(|(node, _)| node).skip_while(|node| *node != neighbour);
                    return Some(since.chain([neighbour]).collect());
                }
                Some(neighbour) if done[neighbour] => {}
                Some(neighbour) => {
                    on_way[neighbour] = true;
                    way.push((neighbour, next(neighbour)));
                }
            }
        }
    }
    None
}
