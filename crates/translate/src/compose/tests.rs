use std::collections::HashMap;

use super::*;
use crate::memory::key;

/// A memory that translates by upper case, and counts what it is asked.
#[derive(Default)]
struct Upper {
    asked: Vec<String>,
    refused: HashMap<String, String>,
}

impl Memory for Upper {
    fn key(&self, source: &Content) -> Hash {
        key(&source.marked_up(), ("en", "es"), &[])
    }

    fn find(&mut self, source: &Content, _: Hash) -> Known {
        let text = source.marked_up();
        self.asked.push(text.clone());
        match self.refused.get(&text) {
            Some(reason) => Known::Refused(reason.clone()),
            None => Known::Text(Content::Label(text.to_uppercase()), Origin::Machine),
        }
    }
}

fn labels(texts: &[&str]) -> Vec<Content> {
    texts.iter().map(|text| Content::Label((*text).to_owned())).collect()
}

struct Step {
    source: Vec<Content>,
    plan: Plan,
}

fn first(source: &[&str]) -> Step {
    let source = labels(source);
    let plan = plan(None, &[], &source, &mut Upper::default());
    Step { source, plan }
}

fn next(before: &Step, head: &[&str], source: &[&str]) -> (Step, Vec<String>) {
    let source = labels(source);
    let mut memory = Upper::default();
    let known = Before { source: &before.source, written: &before.plan.contents, states: &before.plan.states };
    let plan = plan(Some(known), &labels(head), &source, &mut memory);
    (Step { source, plan }, memory.asked)
}

fn shown(step: &Step) -> Vec<(String, Origin, bool)> {
    let pairs = step.plan.contents.iter().zip(&step.plan.states);
    pairs.map(|(content, state)| (content.marked_up(), state.origin, state.is_stale())).collect()
}

#[test]
fn only_what_changed_is_asked_for() {
    let one = first(&["one", "two", "7"]);
    assert_eq!(one.plan.states[2].origin, Origin::Fixed);
    let (same, asked) = next(&one, &["ONE", "TWO", "7"], &["one", "two", "7"]);
    assert!(asked.is_empty() && same.plan.contents == one.plan.contents);
    let (_, asked) = next(&one, &["ONE", "TWO", "7"], &["one", "more", "two", "7"]);
    assert_eq!(asked, ["more"]);
}

#[test]
fn texts_of_people_stay_and_become_stale() {
    let one = first(&["one", "two"]);
    let (two, _) = next(&one, &["UNO!", "TWO"], &["one", "two"]);
    assert_eq!(shown(&two)[0], ("UNO!".to_owned(), Origin::Human, false));
    let (three, asked) = next(&two, &["UNO!", "TWO"], &["one more", "two"]);
    assert!(asked.is_empty());
    assert_eq!(shown(&three)[0], ("UNO!".to_owned(), Origin::Human, true));
    let (four, _) = next(&three, &["UNO MAS", "TWO"], &["one more", "two"]);
    assert_eq!(shown(&four)[0], ("UNO MAS".to_owned(), Origin::Human, false));
    let (five, _) = next(&four, &["UNO MAS", "TWO"], &["two"]);
    assert_eq!(five.plan.orphans, [0]);
}

#[test]
fn an_edit_while_the_source_changes_is_stale() {
    let one = first(&["one", "two"]);
    let (two, _) = next(&one, &["UNO", "TWO"], &["one more", "two"]);
    assert_eq!(shown(&two)[0], ("UNO".to_owned(), Origin::Human, true));
}

#[test]
fn refused_replies_leave_the_source() {
    let mut memory = Upper::default();
    memory.refused.insert("one".to_owned(), "empty".to_owned());
    let source = labels(&["one"]);
    let plan = plan(None, &[], &source, &mut memory);
    assert_eq!((plan.contents, plan.states[0].origin), (source, Origin::Refused));
    let text = serde_json::to_string(&plan.states).unwrap();
    assert_eq!(serde_json::from_str::<Vec<State>>(&text).unwrap(), plan.states);
}
