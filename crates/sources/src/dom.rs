//! HTML as a tree in an arena, built by html5ever's algorithm, which is that of browsers.
//!
//! Depth and number of nodes are bounded while the tree is built: some of the algorithm's steps cost as much as the tree is
//! deep, and some tags are repeated for each paragraph.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName};

/// The deepest tree.
const MOST_DEPTH: usize = 200;
/// The most nodes of a tree.
const MOST_NODES: usize = 3_000_000;
/// The most attributes of a tag: the parser looks for each of them among those before it.
const MOST_ATTRIBUTES: usize = 2_000;
/// The bytes that are handed to the parser at once; between two pieces the bounds are checked.
const PIECE: usize = 4096;

/// The index of a node; 0 is the document.
pub(crate) type Id = usize;

/// A parsed document.
pub(crate) struct Dom {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    parent: Option<Id>,
    children: Vec<Id>,
    depth: usize,
    data: Data,
}

#[derive(Default)]
enum Data {
    /// The document, comments and the like.
    #[default]
    Other,
    Element {
        name: Box<str>,
        attributes: Vec<(Box<str>, Box<str>)>,
    },
    Text(StrTendril),
}

/// Parses a text. The error is the bound that it exceeds.
pub(crate) fn parse(html: &str) -> Result<Dom, &'static str> {
    if has_more_attributes(html.as_bytes(), MOST_ATTRIBUTES) {
        return Err("a tag has too many attributes");
    }
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    let mut parser = html5ever::parse_document(Sink::default(), options);
    let mut rest = html.strip_prefix('\u{feff}').unwrap_or(html);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE.min(rest.len())));
        parser.process(StrTendril::from(piece));
        let sink = &parser.tokenizer.sink.sink;
        if sink.deepest.get() > MOST_DEPTH {
            return Err("elements are nested too deeply");
        }
        if sink.nodes.borrow().len() > MOST_NODES {
            return Err("there are too many elements");
        }
        rest = after;
    }
    Ok(parser.finish())
}

/// Returns true if a tag may have more attributes than that. What ends one attribute or could begin another is counted, so
/// that the number is never too small.
fn has_more_attributes(html: &[u8], most: usize) -> bool {
    let mut at = 0;
    while let Some(found) = html[at..].windows(2).position(|it| it[0] == b'<' && it[1].is_ascii_alphabetic()) {
        at += found + 1;
        let (mut count, mut quote, mut before) = (0, None, b' ');
        while let Some(&byte) = html.get(at) {
            at += 1;
            match quote {
                Some(open) if byte == open => quote = None,
                Some(_) => continue,
                None if matches!(byte, b'"' | b'\'') && before == b'=' => quote = Some(byte),
                None if byte == b'>' => break,
                None => {}
            }
            let ends = byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
            count += usize::from(ends && !(byte.is_ascii_whitespace() && before.is_ascii_whitespace()));
            if count > most {
                return true;
            }
            // Blanks may stand between the sign and the quote.
            if !(before == b'=' && byte.is_ascii_whitespace()) {
                before = byte;
            }
        }
    }
    false
}

impl Dom {
    pub(crate) const TOP: Id = 0;

    pub(crate) fn parent(&self, id: Id) -> Option<Id> {
        self.nodes[id].parent
    }

    pub(crate) fn children(&self, id: Id) -> &[Id] {
        &self.nodes[id].children
    }

    /// Returns the name of an element; empty for all else.
    pub(crate) fn name(&self, id: Id) -> &str {
        match &self.nodes[id].data {
            Data::Element { name, .. } => name,
            _ => "",
        }
    }

    pub(crate) fn is_text(&self, id: Id) -> bool {
        matches!(self.nodes[id].data, Data::Text(_))
    }

    /// Returns the text of a text node; empty for all else.
    pub(crate) fn own_text(&self, id: Id) -> &str {
        match &self.nodes[id].data {
            Data::Text(text) => text,
            _ => "",
        }
    }

    pub(crate) fn attr(&self, id: Id, name: &str) -> Option<&str> {
        match &self.nodes[id].data {
            Data::Element { attributes, .. } => {
                attributes.iter().find(|(known, _)| &**known == name).map(|(_, value)| &**value)
            }
            _ => None,
        }
    }

    /// Returns the classes of an element.
    pub(crate) fn classes(&self, id: Id) -> impl Iterator<Item = &str> {
        self.attr(id, "class").unwrap_or_default().split_ascii_whitespace()
    }

    pub(crate) fn has_class(&self, id: Id, class: &str) -> bool {
        self.classes(id).any(|known| known == class)
    }

    pub(crate) fn has_any_class(&self, id: Id, classes: &[&str]) -> bool {
        self.classes(id).any(|known| classes.contains(&known))
    }

    /// Returns all nodes below a node, in document order.
    pub(crate) fn below(&self, id: Id) -> Below<'_> {
        Below { dom: self, open: self.children(id).iter().rev().copied().collect() }
    }

    /// Returns the first element below a node that fits.
    pub(crate) fn find(&self, id: Id, fits: impl Fn(Id) -> bool) -> Option<Id> {
        self.below(id).find(|id| !self.name(*id).is_empty() && fits(*id))
    }

    /// Returns the text below a node, as it is.
    pub(crate) fn text(&self, id: Id) -> String {
        let mut text = self.own_text(id).to_owned();
        for id in self.below(id) {
            if !matches!(self.parent(id).map(|id| self.name(id)), Some("script" | "style")) {
                text.push_str(self.own_text(id));
            }
        }
        text
    }

    /// Returns the text below a node with single spaces.
    pub(crate) fn line(&self, id: Id) -> String {
        quire_content::title::one_line(&self.text(id))
    }

    pub(crate) fn elements(&self, id: Id) -> impl Iterator<Item = Id> {
        self.children(id).iter().copied().filter(|id| !self.name(*id).is_empty())
    }

    /// Returns true if a node is below another one.
    pub(crate) fn is_below(&self, mut id: Id, above: Id) -> bool {
        while let Some(parent) = self.parent(id) {
            if parent == above {
                return true;
            }
            id = parent;
        }
        false
    }

    /// Returns a flag for each node: true if an element that fits is below it.
    pub(crate) fn holding(&self, fits: impl Fn(Id) -> bool) -> Vec<bool> {
        let mut holds = vec![false; self.nodes.len()];
        for id in self.below(Self::TOP) {
            if !self.name(id).is_empty() && fits(id) {
                let mut at = id;
                while let Some(parent) = self.parent(at).filter(|parent| !holds[*parent]) {
                    holds[parent] = true;
                    at = parent;
                }
            }
        }
        holds
    }
}

/// The nodes below a node, in document order.
pub(crate) struct Below<'d> {
    dom: &'d Dom,
    open: Vec<Id>,
}

impl Below<'_> {
    /// Leaves out what is below the last node.
    pub(crate) fn leave_out(&mut self, last: Id) {
        let kept = self.open.len() - self.dom.children(last).len();
        self.open.truncate(kept);
    }
}

impl Iterator for Below<'_> {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let id = self.open.pop()?;
        self.open.extend(self.dom.children(id).iter().rev());
        Some(id)
    }
}

/// A node for the parser, which asks for names while it changes others.
#[derive(Clone)]
struct Handle {
    id: Id,
    name: Rc<QualName>,
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    deepest: Cell<usize>,
    /// The name of what is no element, which has none.
    nameless: Rc<QualName>,
}

impl Default for Sink {
    fn default() -> Self {
        let nameless = QualName::new(None, html5ever::ns!(), html5ever::local_name!(""));
        Self { nodes: RefCell::new(vec![Node::default()]), deepest: Cell::new(0), nameless: Rc::new(nameless) }
    }
}

impl Sink {
    fn new_node(&self, data: Data) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { data, ..Node::default() });
        nodes.len() - 1
    }

    /// Puts a node among the children of another one.
    fn put(&self, parent: Id, at: usize, child: Id) {
        self.detach(child);
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes[parent].depth + 1;
        nodes[child].parent = Some(parent);
        nodes[child].depth = depth;
        let children = &mut nodes[parent].children;
        let at = at.min(children.len());
        children.insert(at, child);
        self.deepest.set(self.deepest.get().max(depth));
    }

    fn put_text(&self, parent: Id, at: usize, text: &StrTendril) {
        let before = at.checked_sub(1).and_then(|at| self.nodes.borrow()[parent].children.get(at).copied());
        if let Some(before) = before
            && let Data::Text(known) = &mut self.nodes.borrow_mut()[before].data
        {
            known.push_tendril(text);
            return;
        }
        let id = self.new_node(Data::Text(text.clone()));
        self.put(parent, at, id);
    }

    fn put_any(&self, parent: Id, at: usize, child: NodeOrText<Handle>) {
        match child {
            NodeOrText::AppendNode(child) => self.put(parent, at, child.id),
            NodeOrText::AppendText(text) => self.put_text(parent, at, &text),
        }
    }

    fn place(&self, id: Id) -> Option<(Id, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[id].parent?;
        let at = nodes[parent].children.iter().rposition(|child| *child == id)?;
        Some((parent, at))
    }

    fn detach(&self, id: Id) {
        if let Some((parent, at)) = self.place(id) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(at);
            nodes[id].parent = None;
        }
    }

    fn len_of(&self, parent: Id) -> usize {
        self.nodes.borrow()[parent].children.len()
    }
}

fn attribute(attribute: &Attribute) -> (Box<str>, Box<str>) {
    ((*attribute.name.local).into(), (*attribute.value).into())
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Dom;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Dom {
        Dom { nodes: self.nodes.into_inner() }
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: 0, name: Rc::clone(&self.nameless) }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Handle {
        let data = Data::Element { name: (*name.local).into(), attributes: attributes.iter().map(attribute).collect() };
        Handle { id: self.new_node(data), name: Rc::new(name) }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        Handle { id: self.new_node(Data::Other), name: Rc::clone(&self.nameless) }
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        Handle { id: self.new_node(Data::Other), name: Rc::clone(&self.nameless) }
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.put_any(parent.id, self.len_of(parent.id), child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        match self.place(element.id) {
            Some((parent, at)) => self.put_any(parent, at, child),
            None => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &new {
            self.detach(node.id);
        }
        if let Some((parent, at)) = self.place(sibling.id) {
            self.put_any(parent, at, new);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<Attribute>) {
        if let Data::Element { attributes, .. } = &mut self.nodes.borrow_mut()[target.id].data {
            for (name, value) in more.iter().map(attribute) {
                if attributes.iter().all(|(known, _)| *known != name) {
                    attributes.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let children = std::mem::take(&mut self.nodes.borrow_mut()[node.id].children);
        for child in children {
            self.nodes.borrow_mut()[child].parent = None;
            self.put(new_parent.id, usize::MAX, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, _: &Handle) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_browsers_read_it() {
        let dom = parse("<p>a<b>c<p>d</b>e<table>x<tr><td>y</table>").unwrap();
        assert_eq!(dom.line(Dom::TOP), "acdexy");
        let cell = dom.find(Dom::TOP, |id| dom.name(id) == "td").unwrap();
        assert_eq!(dom.line(cell), "y");
    }

    #[test]
    fn tags_with_too_many_attributes_are_refused_however_these_are_parted() {
        for (one, most) in [
            (" a{}", MOST_ATTRIBUTES),
            (" a{}=1", MOST_ATTRIBUTES),
            ("/a{}", MOST_ATTRIBUTES),
            (" a{}='x'", MOST_ATTRIBUTES / 3),
        ] {
            let tag = |count: usize| {
                let all: String = (0..count).map(|n| one.replace("{}", &n.to_string())).collect();
                format!("<p>text</p><p{all}>x")
            };
            assert!(parse(&tag(most - 1)).is_ok(), "{one}");
            assert!(parse(&tag(MOST_ATTRIBUTES + 1)).is_err(), "{one}");
        }
        let hidden: String = (0..=MOST_ATTRIBUTES).map(|n| format!("a{n}\"=b ")).collect();
        assert!(parse(&format!("<p {hidden}>")).is_err());
        assert!(parse(&"<p a='> b c'>x</p> a < b ".repeat(MOST_ATTRIBUTES)).is_ok());
    }

    #[test]
    fn deep_and_large_trees_are_refused() {
        assert!(parse(&"<div>".repeat(100_000)).is_err());
        let many: String = (0..300).map(|n| format!("<b id={n}>")).collect();
        assert!(parse(&(many + &"<p>".repeat(200_000))).is_err());
    }
}
