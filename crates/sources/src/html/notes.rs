//! Footnotes: references to a note of the page, and the notes, which stand with their references afterwards.

use std::collections::HashMap;

use quire_content::document::model::{Block, Kind, Node};

use super::read::{Flow, Read, Style};
use crate::dom::{Dom, Id};

/// The notes of a page by the names that references use.
#[derive(Default)]
pub(super) struct Notes {
    by_name: HashMap<String, Id>,
    /// The number of notes that were read, repeated ones included.
    read: usize,
}

/// The most notes of a page.
const MOST: usize = 5_000;

impl Read<'_> {
    /// Finds the notes of a page, which are left out where they stand.
    pub(super) fn find_notes(&mut self, top: Id) {
        let dom = self.dom;
        let comments: Vec<Id> = dom.below(top).filter(|id| dom.attr(*id, "id").is_some_and(is_comment)).collect();
        for comment in comments {
            let note = note_of(dom, comment);
            self.report.drop("a comment", dom.line(note));
            self.skipped.insert(note);
        }
        let mut references: HashMap<&str, Id> = HashMap::new();
        for id in dom.below(top) {
            if let Some(name) = reference(dom, id) {
                references.entry(name).or_insert(id);
            }
        }
        if references.is_empty() {
            return;
        }
        let mut containers: Vec<Id> = Vec::new();
        for id in dom.below(top) {
            let name = dom.attr(id, "id").or_else(|| dom.attr(id, "name"));
            let Some(name) = name.filter(|name| references.contains_key(name)) else { continue };
            let note = note_of(dom, id);
            if references.values().any(|reference| *reference == note || dom.is_below(*reference, note)) {
                continue;
            }
            self.notes.by_name.insert(name.to_owned(), note);
            self.skipped.insert(note);
            containers.extend(dom.parent(note));
            // Sphinx before 5: the text follows the term that has the name.
            if dom.name(note) == "dt" {
                let mut after = dom
                    .parent(note)
                    .into_iter()
                    .flat_map(|list| dom.elements(list))
                    .skip_while(|id| *id != note)
                    .skip(1);
                if let Some(text) = after.next().filter(|id| dom.name(*id) == "dd") {
                    self.skipped.insert(text);
                    self.notes.by_name.insert(name.to_owned(), text);
                }
            }
        }
        // What held nothing but notes holds nothing any more; its heading and rule go with them.
        for container in containers {
            self.leave_out_empty(container);
            self.leave_out_rule(container);
        }
    }

    /// Leaves out the rule that stands between a page and its notes, after which nothing else is.
    fn leave_out_rule(&mut self, container: Id) {
        let dom = self.dom;
        let outer = dom.parent(container).filter(|_| self.skipped.contains(&container));
        for around in [Some(container), outer].into_iter().flatten() {
            let elements: Vec<Id> = dom.elements(around).collect();
            let last = elements.iter().rposition(|id| !self.skipped.contains(id));
            if let Some(last) = last.filter(|last| last + 1 < elements.len() && dom.name(elements[*last]) == "hr") {
                self.skipped.insert(elements[last]);
            }
        }
    }

    fn leave_out_empty(&mut self, container: Id) {
        let dom = self.dom;
        let mut at = container;
        for _ in 0..3 {
            let is_notes = dom.has_any_class(
                at,
                &["footnotes", "references", "footnote-list", "mw-references-wrap", "footnotes-list"],
            ) || matches!(dom.name(at), "ol" | "ul" | "dl" | "div" | "section" | "aside");
            let is_left = |id: Id| {
                dom.name(id).is_empty() && !dom.own_text(id).trim().is_empty()
                    || !dom.name(id).is_empty()
                        && !self.skipped.contains(&id)
                        && !matches!(dom.name(id), "hr" | "br")
                        && !dom.has_any_class(id, &["sr-only", "footnotes-title"])
            };
            if !is_notes || dom.children(at).iter().any(|id| is_left(*id)) {
                break;
            }
            self.skipped.insert(at);
            let Some(parent) = dom.parent(at) else { break };
            at = parent;
        }
    }

    /// Reads a reference to a note; returns false if the element is none.
    pub(super) fn note_reference(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        if self.notes.by_name.is_empty() || style.note {
            return false;
        }
        let dom = self.dom;
        // `<sup>` around a reference goes with it.
        let at = match dom.name(id) {
            "sup" | "span" => dom.elements(id).next().filter(|_| dom.elements(id).count() == 1),
            "a" => Some(id),
            _ => None,
        };
        let Some(note) = at.and_then(|at| reference(dom, at)).and_then(|name| self.notes.by_name.get(name)).copied()
        else {
            return false;
        };
        self.notes.read += 1;
        if self.notes.read > MOST {
            return false;
        }
        self.skipped.remove(&note);
        let inner = Style { note: true, nested: 6, ..Style::default() };
        let mut body: Vec<Block> = self.blocks(note, &inner);
        if let Some(Block { kind: Kind::Paragraph { nodes, .. }, .. }) = body.first_mut()
            && let Some(Node::Leaf(first)) = nodes.first_mut()
        {
            // Google Docs has a blank between the number and the text.
            first.text = first.text.trim_start_matches(['\u{a0}', ' ']).to_owned();
        }
        self.skipped.insert(note);
        self.settle_names();
        if body.is_empty() {
            return false;
        }
        self.report.mapped("footnote");
        flow.line.annotate(body);
        true
    }
}

/// Returns true for the name of a comment of Google Docs.
fn is_comment(name: &str) -> bool {
    name.strip_prefix("cmnt").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns true if a link with this target on its page leads from a note to where the note is referred to.
fn leads_back(dom: &Dom, link: Id, target: &str) -> bool {
    const CLASSES: [&str; 5] = ["footnote-backref", "footnote-back", "fn-backref", "fn_bot", "data-footnote-backref"];
    const NAMES: [&str; 8] =
        ["fnref", "fnt__", "ftnt_ref", "ftnref", "_ftnref", "cite_ref", "user-content-fnref", "_footnoteref"];
    dom.has_any_class(link, &CLASSES)
        || dom.attr(link, "role") == Some("doc-backlink")
        || NAMES.iter().any(|back| target.starts_with(back))
}

/// Returns the name of the note that an element refers to.
fn reference(dom: &Dom, id: Id) -> Option<&str> {
    if dom.name(id) != "a" {
        return None;
    }
    let name = dom.attr(id, "href")?.strip_prefix('#').filter(|name| !name.is_empty())?;
    let by_name = ["fn:", "fn-", "fn_", "ftn", "cite_note", "footnote", "user-content-fn-", "_ftn", "_footnotedef"];
    let numbered = name.strip_prefix("fn").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let by_class = dom.has_any_class(id, &["footnote-reference", "footnote-ref", "footnote", "brackets"])
        && dom.attr(id, "class").is_some();
    let is_back = leads_back(dom, id, name);
    (!is_back && (by_class || numbered || by_name.iter().any(|start| name.starts_with(start)))).then_some(name)
}

/// Returns true for a link from a note back to its reference.
pub(super) fn is_back_link(dom: &Dom, id: Id) -> bool {
    if dom.name(id) != "a" {
        return dom.has_any_class(id, &["mw-cite-backlink", "backlinks", "fn-backref"]);
    }
    let href = dom.attr(id, "href").and_then(|href| href.strip_prefix('#')).unwrap_or_default();
    is_comment(href) || leads_back(dom, id, href)
}

/// Returns the element that is the whole note of which an element has the name.
fn note_of(dom: &Dom, id: Id) -> Id {
    if matches!(dom.name(id), "li" | "aside" | "div" | "dt" | "tr" | "section" | "p") {
        return id;
    }
    // The name is on a link at the beginning of the text.
    let mut at = id;
    for _ in 0..4 {
        let Some(parent) = dom.parent(at) else { return at };
        if matches!(dom.name(parent), "li" | "aside" | "tr" | "div") && !matches!(dom.name(parent), "body") {
            // A container of several notes is too much: then the paragraph is the note.
            let several = dom.elements(parent).filter(|id| matches!(dom.name(*id), "p" | "div" | "li")).count() > 1;
            return if several && dom.name(parent) == "div" && matches!(dom.name(at), "p" | "div") {
                at
            } else {
                parent
            };
        }
        at = parent;
    }
    id
}
