//! A line of text as it is gathered from runs: white space as HTML collapses it, links over several runs, notes at words.

use std::rc::Rc;

use quire_content::document::model::{Block, ContentRef, InlineKind, Leaf, Mark, Marks, Node};

/// A line that is not finished.
#[derive(Default)]
pub(crate) struct Line {
    runs: Vec<Run>,
}

struct Run {
    node: Node,
    link: Option<Rc<str>>,
}

impl Line {
    /// Appends text in which white space is collapsed.
    pub(crate) fn flow(&mut self, text: &str, marks: Marks, link: Option<&Rc<str>>) {
        let mut out = String::with_capacity(text.len());
        let mut blank = self.ends_blank();
        for c in text.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                if !blank {
                    out.push(' ');
                }
                blank = true;
            } else if !matches!(c, '\u{200b}' | '\u{feff}') {
                out.push(c);
                blank = false;
            }
        }
        self.exact(&out, marks, link);
    }

    /// Appends text as it is; line breaks are hard breaks.
    pub(crate) fn exact(&mut self, text: &str, marks: Marks, link: Option<&Rc<str>>) {
        if text.is_empty() {
            return;
        }
        if let Some(Run { node: Node::Leaf(last), link: known }) = self.runs.last_mut()
            && last.marks == marks
            && !last.raw
            && known.as_ref() == link
        {
            last.text.push_str(text);
            return;
        }
        let leaf = Leaf { text: text.to_owned(), marks, raw: false };
        self.runs.push(Run { node: Node::Leaf(leaf), link: link.cloned() });
    }

    /// Appends a hard line break.
    pub(crate) fn line_break(&mut self, link: Option<&Rc<str>>) {
        if let Some(Run { node: Node::Leaf(last), .. }) = self.runs.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
        }
        let marks = match self.runs.last() {
            Some(Run { node: Node::Leaf(last), .. }) => last.marks,
            _ => Marks::NONE,
        };
        self.exact("\n", marks, link);
    }

    /// Appends an inline node.
    pub(crate) fn node(&mut self, kind: InlineKind, link: Option<&Rc<str>>) {
        self.runs.push(Run { node: Node::inline(kind), link: link.cloned() });
    }

    /// Attaches a note to the last word, also over the blank after it. A second note of a word is a part of the first one.
    /// Where no word can carry it, as after a link, a sign does that nobody sees.
    pub(crate) fn annotate(&mut self, mut body: Vec<Block>) {
        if let Some(Run { node: Node::Leaf(last), link: None }) = self.runs.last_mut()
            && !last.marks.has(Mark::Code)
            && !last.text.ends_with('\n')
        {
            last.text.truncate(last.text.trim_end_matches(' ').len());
        }
        while matches!(self.runs.last(), Some(Run { node: Node::Leaf(last), .. }) if last.text.is_empty()) {
            self.runs.pop();
        }
        if let Some(Run { node: Node::Inline(last), link: None }) = self.runs.last_mut()
            && let InlineKind::Annotation { body: known, .. } = &mut last.kind
        {
            known.append(&mut body);
            return;
        }
        let word = match self.runs.last_mut() {
            Some(Run { node: Node::Leaf(last), link: None }) if last.marks.has(Mark::Code) => {
                Some(Leaf { text: std::mem::take(&mut last.text), marks: last.marks, raw: false })
            }
            Some(Run { node: Node::Leaf(last), link: None }) if !last.text.ends_with(char::is_whitespace) => {
                let start = last
                    .text
                    .rfind(char::is_whitespace)
                    .map_or(0, |at| at + last.text[at..].chars().next().map_or(0, char::len_utf8));
                let word = last.text.split_off(start);
                Some(Leaf { text: word, marks: last.marks, raw: false })
            }
            _ => None,
        };
        if matches!(self.runs.last(), Some(Run { node: Node::Leaf(last), .. }) if last.text.is_empty()) {
            self.runs.pop();
        }
        let unseen = || Leaf { text: "\u{2060}".to_owned(), marks: Marks::NONE, raw: false };
        let leaf = word.unwrap_or_else(unseen);
        self.node(InlineKind::Annotation { nodes: vec![Node::Leaf(leaf)], body }, None);
    }

    /// Returns true if there is neither a node nor text other than white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.runs.iter().all(|run| match &run.node {
            Node::Leaf(leaf) => leaf.text.chars().all(char::is_whitespace),
            Node::Inline(_) => false,
        })
    }

    /// Returns the nodes so far, and begins a new line. Nothing is left of a line that is blank.
    pub(crate) fn finish(&mut self) -> Vec<Node> {
        let blank = self.is_blank();
        let mut runs = std::mem::take(&mut self.runs);
        if blank {
            return Vec::new();
        }
        trim(&mut runs);
        let mut nodes: Vec<Node> = Vec::new();
        let mut runs = runs.into_iter().peekable();
        while let Some(run) = runs.next() {
            let Some(link) = run.link else {
                push(&mut nodes, run.node);
                continue;
            };
            let mut inside = Vec::new();
            push(&mut inside, run.node);
            while let Some(next) = runs.next_if(|next| next.link.as_ref() == Some(&link)) {
                push(&mut inside, next.node);
            }
            linked(&mut nodes, &link, inside);
        }
        nodes
    }

    fn ends_blank(&self) -> bool {
        match self.runs.last() {
            None => true,
            Some(Run { node: Node::Leaf(last), .. }) => last.text.ends_with([' ', '\n']),
            Some(_) => false,
        }
    }
}

/// Appends a link, with white space at its ends outside of it.
fn linked(nodes: &mut Vec<Node>, link: &str, mut inside: Vec<Node>) {
    let is_space = |node: &Node| matches!(node, Node::Leaf(leaf) if leaf.text.trim().is_empty());
    let first = inside.iter().position(|node| !is_space(node));
    let Some(first) = first else {
        nodes.extend(inside);
        return;
    };
    let after = inside.split_off(inside.iter().rposition(|node| !is_space(node)).map_or(0, |last| last + 1));
    let within = inside.split_off(first);
    nodes.append(&mut inside);
    nodes.push(Node::inline(InlineKind::Link { target: ContentRef::url(link), nodes: within }));
    nodes.extend(after);
}

/// Removes blanks and breaks at the ends.
fn trim(runs: &mut Vec<Run>) {
    while let Some(Run { node: Node::Leaf(last), .. }) = runs.last_mut() {
        last.text.truncate(last.text.trim_end_matches([' ', '\n']).len());
        if !last.text.is_empty() {
            break;
        }
        runs.pop();
    }
    let mut gone = 0;
    for run in runs.iter_mut() {
        let Node::Leaf(first) = &mut run.node else { break };
        first.text = first.text.trim_start_matches([' ', '\n']).to_owned();
        if !first.text.is_empty() {
            break;
        }
        gone += 1;
    }
    runs.drain(..gone);
}

/// Appends a node; blanks at the ends of marked text lose their marks, which nobody sees on them.
fn push(nodes: &mut Vec<Node>, node: Node) {
    let Node::Leaf(leaf) = node else {
        nodes.push(node);
        return;
    };
    if leaf.marks.is_empty() || leaf.raw {
        nodes.push(Node::Leaf(leaf));
        return;
    }
    let (blank, rest) = leaf.text.split_at(leaf.text.len() - leaf.text.trim_start_matches([' ', '\n']).len());
    let text = rest.trim_end_matches([' ', '\n']);
    let after = &rest[text.len()..];
    for (text, marks) in [(blank, Marks::NONE), (text, leaf.marks), (after, Marks::NONE)] {
        if !text.is_empty() {
            nodes.push(Node::Leaf(Leaf { text: text.to_owned(), marks, raw: false }));
        }
    }
}
