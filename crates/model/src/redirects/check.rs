//! Which redirects may be together: no two of the same source, and none that lead in a circle.
//!
//! A redirect that adds what its wildcard stood for counts as leading to every path below its destination, whether a
//! more special redirect would come first there or not: what is accepted never leads in a circle, and a few rules are
//! refused that would not.

use super::{Destination, Place, Rule, Rules};

/// Redirects may not be together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Two have the same source: the second one would never be used.
    #[error("the redirect from {shadowed} would never be used: redirect {by} is from there already")]
    Shadowed {
        /// The source.
        shadowed: String,
        /// The one that is used, by its identifier.
        by: String,
    },
    /// Some lead in a circle.
    #[error("redirects would lead in a circle: {}", .0.join(" to "))]
    Circle(
        /// The sources, the first one again at the end.
        Vec<String>,
    ),
}

/// Whether redirects may be together. `locate` says where a destination is.
pub fn check(rules: &[Rule], locate: impl Fn(&Destination) -> Option<Place>) -> Result<(), Refused> {
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
    /// The redirects that a redirect may lead to.
    fn after(&self, rule: &Rule, locate: &impl Fn(&Destination) -> Option<Place>) -> Vec<usize> {
        let Some(path) = locate(&rule.destination).and_then(|place| place.path()) else {
            return Vec::new();
        };
        if rule.captures {
            // What comes back to itself ever shorter comes to an end.
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

/// Whether a redirect that adds to its destination, which is at `path`, may lead to a path that another is about.
fn meets(rule: &Rule, path: &str, other: &Rule) -> bool {
    let below = format!("{}/", path.trim_end_matches('/'));
    let itself = !rule.source.path().ends_with('/') && other.source.takes(path);
    let source = other.source.path();
    itself || source.starts_with(&below) || (other.source.is_open() && below.starts_with(source))
}

/// A circle in a graph of so many nodes, its first node again at the end.
fn circle(nodes: usize, next: impl Fn(usize) -> Vec<usize>) -> Option<Vec<usize>> {
    let (mut done, mut on_way) = (vec![false; nodes], vec![false; nodes]);
    for start in 0..nodes {
        if done[start] {
            continue;
        }
        on_way[start] = true;
        // The way from the start, each node with its neighbours that are still to be looked at.
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
