//! Changes from one version of a document to the next, as those see them who use the API.
//!
//! Each change has a class. A change is breaking if a program that was right for the old document may fail with a server
//! that is right for the new one: requests may be refused that were accepted, or responses may have what the program
//! does not expect. So what a request may hold must not shrink, and what a response may hold must not grow. Webhooks and
//! callbacks are requests in the other direction. A shared object that several operations use is compared once for each
//! direction.
//!
//! The cost is bounded by a number of steps, whatever the documents are. Alternatives that only demand properties, and all
//! other keywords that are not understood, are compared as a whole. Not compared are names of shared objects where
//! they are no values, what links and encodings of forms mean, and extensions other than those for deprecation. Keywords
//! of JSON Schema that [`shape`] does not read are compared as a whole.

mod forms;
mod keywords;
mod node;
mod operations;
mod payloads;
mod rule;
mod schemas;
mod security;
mod shape;
mod subtypes;
mod values;

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use self::node::Node;
pub use self::rule::{Class, Rule};
use self::subtypes::{Subtypes, subtypes_in};
use crate::Version;
use crate::hidden::public;
use crate::index::Call;
use crate::read::fits;

/// The maximum number of changes of each class that are kept.
const MOST_KEPT: usize = 1_000;
/// The maximum number of objects that are compared.
const MOST_STEPS: usize = 4_000_000;

/// The changes from one version of a document to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changes, in order of importance, then of the document; at most 1,000.
    pub items: Vec<Change>,
    /// The number of all breaking changes that were found.
    pub breaking: usize,
    /// The number of all compatible changes that were found.
    pub compatible: usize,
    /// The number of all changes of texts that were found.
    pub documentation: usize,
    /// True if there are more changes than are listed.
    pub is_cut: bool,
    /// The class of the version: that of its most important change. Documents that were not compared to their end count
    /// as breaking.
    pub class: Class,
}

/// A difference between two versions of a document that a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The rule that found the change.
    pub rule: Rule,
    /// The object that changed.
    pub subject: Subject,
    /// The JSON pointer to the value that changed (RFC 6901), in the new document, or in the old one if it is gone.
    pub pointer: String,
    /// The beginning of the old value as JSON; `None` if there was none, or it says nothing by itself.
    pub before: Option<String>,
    /// The beginning of the new value as JSON; `None` if there is none, or it says nothing by itself.
    pub after: Option<String>,
    /// The change in a sentence without a full stop, as a line of plain text with names between backticks.
    pub sentence: String,
    /// True if readers, who do not get what is marked as internal, do not see the change.
    pub is_internal: bool,
}

/// An object that changes are listed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The document as a whole.
    Document,
    /// An operation or a webhook.
    Operation(Call),
    /// A shared object.
    Shared {
        /// The name of the group, such as `schemas`.
        group: String,
        /// The name in the group.
        name: String,
    },
}

impl Changes {
    /// Returns the number of all changes that were found.
    pub fn total(&self) -> usize {
        self.breaking + self.compatible + self.documentation
    }
}

/// Compares two bundled documents.
pub fn changes(before: &Value, after: &Value) -> Changes {
    if before == after {
        return Changes::default();
    }
    let mut found = of_any_versions(before, after);
    let shown = (public(before), public(after));
    if shown.0.is_some() || shown.1.is_some() {
        // Readers get the changes of what they get.
        let shown = of_any_versions(shown.0.as_ref().unwrap_or(before), shown.1.as_ref().unwrap_or(after));
        tell_apart(&mut found.items, &shown.items);
    }
    found
}

/// Marks the changes that are not among those of the documents for readers. The way to a shared value, and with it the
/// sentence, may be another one there.
fn tell_apart(all: &mut [Change], shown: &[Change]) {
    let sentences: HashMap<_, _> = shown.iter().map(|change| ((change.rule, &change.sentence), change)).collect();
    let pointers: HashMap<_, _> = shown.iter().map(|it| ((it.rule, &it.pointer), it)).collect();
    // Items have other places where one before them is hidden.
    let is_stable = |pointer: &str| {
        !pointer.split('/').any(|part| part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty())
    };
    for change in all {
        // The values as a whole may have more than readers get.
        if let Some(shown) = sentences.get(&(change.rule, &change.sentence)) {
            change.before.clone_from(&shown.before);
            change.after.clone_from(&shown.after);
            continue;
        }
        match pointers.get(&(change.rule, &change.pointer)).filter(|_| is_stable(&change.pointer)) {
            Some(shown) => change.clone_from(shown),
            None => change.is_internal = true,
        }
    }
}

/// Compares two documents: forms, which are parameters in Swagger 2.0 and bodies after it, as bodies where both occur.
fn of_any_versions(before: &Value, after: &Value) -> Changes {
    match (Version::of(before), Version::of(after)) {
        (Ok(Version::Swagger2), Ok(version)) if version > Version::Swagger2 => {
            let (before, moved) = forms::as_bodies(before);
            moved.restored(compared(&before, after), |pointer| after.pointer(pointer).is_none())
        }
        (Ok(version), Ok(Version::Swagger2)) if version > Version::Swagger2 => {
            let (after, moved) = forms::as_bodies(after);
            moved.restored(compared(before, &after), |pointer| after.pointer(pointer).is_some())
        }
        _ => compared(before, after),
    }
}

fn compared(before: &Value, after: &Value) -> Changes {
    let mut comparison = Comparison {
        before,
        after,
        call: None,
        labels: Vec::new(),
        compared: HashSet::new(),
        waiting: VecDeque::new(),
        told: HashSet::new(),
        counts: [0; 3],
        kept: Default::default(),
        steps_left: MOST_STEPS,
        depth: 0,
        subtypes: (subtypes_in(before), subtypes_in(after)),
    };
    comparison.document();
    comparison.shared();
    comparison.finish()
}

/// A pair of objects that stand for the same thing in both documents.
#[derive(Debug, Clone)]
struct Pair<'a> {
    before: Node<'a>,
    after: Node<'a>,
}

impl Pair<'_> {
    /// Returns the key under which it is kept that the pair was compared: the addresses of both values in memory.
    fn key(&self, direction: Direction) -> (usize, usize, Direction) {
        let address = |value: &Value| std::ptr::from_ref(value).addr();
        (address(self.before.value), address(self.after.value), direction)
    }
}

/// The direction of a value, as seen by the programs that use the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    /// Programs send it.
    Sent,
    /// Programs receive it.
    Received,
}

/// A step on the way from the subject of a change to the value that changed, for sentences.
#[derive(Debug, Clone, Copy)]
enum Label<'a> {
    Parameter(&'a str),
    Header(&'a str),
    Body,
    Response(&'a str),
    Property(&'a str),
    Items,
    Values,
}

/// A comparison under way.
struct Comparison<'a> {
    before: &'a Value,
    after: &'a Value,
    /// The operation that is compared.
    call: Option<Call>,
    labels: Vec<Label<'a>>,
    /// The pairs of schemas that were compared or wait for it, by their addresses in memory.
    compared: HashSet<(usize, usize, Direction)>,
    /// The pairs of shared schemas that are still to be compared, with the operation in which they were met.
    waiting: VecDeque<(Pair<'a>, Direction, Option<Call>)>,
    /// Hashes of the changes that were found: by rule, pointer and name.
    told: HashSet<u64>,
    /// The number of changes of each class.
    counts: [usize; 3],
    /// The changes of each class that are kept.
    kept: [Vec<Change>; 3],
    steps_left: usize,
    /// The depth of the schema that is compared.
    depth: usize,
    /// The subtypes of shared schemas in both documents.
    subtypes: (Subtypes<'a>, Subtypes<'a>),
}

impl<'a> Comparison<'a> {
    /// Pays for a number of steps; returns false if the comparison has to end.
    fn pay(&mut self, steps: usize) -> bool {
        self.steps_left = self.steps_left.saturating_sub(steps);
        self.steps_left > 0
    }

    /// Pays for all values in a value; returns false if the comparison has to end.
    fn pay_for(&mut self, value: &Value) -> bool {
        fits(value, usize::MAX, &mut self.steps_left)
    }

    /// Notes a change of a value, with the name of the thing that changed and the old and the new value.
    fn tell(&mut self, rule: Rule, at: &Node<'a>, name: &str, values: (Option<&Value>, Option<&Value>)) {
        self.tell_texts(rule, at, name, (values.0.map(node::shown), values.1.map(node::shown)));
    }

    /// Notes a change with texts for the old and the new value.
    fn tell_texts(&mut self, rule: Rule, at: &Node<'a>, name: &str, values: (Option<String>, Option<String>)) {
        let pointer = at.pointer();
        let mut hasher = DefaultHasher::new();
        (rule, &pointer, name).hash(&mut hasher);
        if !self.told.insert(hasher.finish()) {
            return;
        }
        self.counts[rule.class() as usize] += 1;
        let kept = &mut self.kept[rule.class() as usize];
        if kept.len() >= MOST_KEPT {
            return;
        }
        let (before, after) = values;
        let subject = subject(&pointer, self.call.as_ref());
        let sentence = rule.sentence(&subject, &self.labels, name, (before.as_deref(), after.as_deref()));
        kept.push(Change { rule, subject, pointer, before, after, sentence, is_internal: false });
    }

    /// Notes that something is there that was not there.
    fn added(&mut self, rule: Rule, at: &Node<'a>, name: &str) {
        self.tell(rule, at, name, (None, None));
    }

    /// Compares a part, with a step of the way to it.
    fn within(&mut self, label: Label<'a>, work: impl FnOnce(&mut Self)) {
        self.labels.push(label);
        work(self);
        self.labels.pop();
    }

    /// Returns true if two schemas are to be compared, and were not compared before in this direction.
    fn is_new(&mut self, pair: &Pair<'a>, direction: Direction) -> bool {
        self.pay(1) && self.compared.insert(pair.key(direction))
    }

    /// Compares the shared schemas that were met, in which further ones are met. Sentences begin at the shared schema.
    fn shared(&mut self) {
        while let Some((pair, direction, call)) = self.waiting.pop_front() {
            self.call = call;
            self.shapes(&pair, direction);
        }
        self.call = None;
        self.unused();
    }

    /// Notes shared schemas that changed and that no operation led to.
    fn unused(&mut self) {
        let (before, after) = (self.before, self.after);
        let old: HashMap<_, _> = shared_schemas(&Node::root(before)).into_iter().collect();
        for (name, is) in shared_schemas(&Node::root(after)) {
            let Some(was) = old.get(name) else { continue };
            let pair = Pair { before: was.clone(), after: is };
            let is_met = [Direction::Sent, Direction::Received].iter().any(|it| self.compared.contains(&pair.key(*it)));
            if !is_met && self.pay_for(pair.after.value) && pair.before.value != pair.after.value {
                self.added(Rule::UnusedSchemaChanged, &pair.after, name);
            }
        }
    }

    fn finish(self) -> Changes {
        let [documentation, compatible, breaking] = self.counts;
        let mut items: Vec<_> = self.kept.into_iter().rev().flatten().collect();
        items.truncate(MOST_KEPT);
        let is_whole = self.steps_left > 0;
        let class = match (breaking, compatible) {
            (0, 0) if is_whole => Class::Documentation,
            (0, _) if is_whole => Class::Compatible,
            _ => Class::Breaking,
        };
        let is_cut = !is_whole || breaking + compatible + documentation > items.len();
        Changes { items, breaking, compatible, documentation, is_cut, class }
    }
}

/// Returns the shared schemas of a document by name.
fn shared_schemas<'a>(root: &Node<'a>) -> Vec<(&'a str, Node<'a>)> {
    match root.get("components") {
        Some(components) => components.map("schemas"),
        None => root.map("definitions"),
    }
}

/// Returns the object that a pointer leads to or into: a shared one, else the operation that is compared.
fn subject(pointer: &str, call: Option<&Call>) -> Subject {
    let plain = |part: &str| part.replace("~1", "/").replace("~0", "~");
    let mut parts = pointer.split('/').skip(1);
    let (group, name) = match (parts.next(), parts.next(), parts.next()) {
        (Some("components"), Some(group), Some(name)) => (group, name),
        (Some("definitions"), Some(name), _) => ("schemas", name),
        (Some("securityDefinitions"), Some(name), _) => ("securitySchemes", name),
        (Some(group @ ("parameters" | "responses")), Some(name), _) => (group, name),
        _ => return call.map_or(Subject::Document, |call| Subject::Operation(call.clone())),
    };
    Subject::Shared { group: group.to_owned(), name: plain(name) }
}
