//! The incoming outline as a list: parents before children, siblings in order.

use crate::front_matter::{self, FrontMatter};
use crate::hash::Hash;
use crate::incoming::{Incoming, Node, NodeKind};
use crate::origin::Origin;
use crate::page_file;

/// An entry of the incoming navigation.
pub(super) struct IncomingEntry<'a> {
    /// The index of the parent entry.
    pub(super) parent: Option<usize>,
    pub(super) what: What<'a>,
    /// The title: the page's own, or else that of the navigation.
    pub(super) title: String,
    /// The title in the navigation, if it differs.
    pub(super) nav_title: Option<String>,
}

/// The kind of an entry, with its content.
pub(super) enum What<'a> {
    Group,
    /// A link with its address.
    Link(&'a str),
    /// A computed page with its YAML.
    Computed(&'a str),
    Document(Box<Document<'a>>),
}

impl<'a> IncomingEntry<'a> {
    pub(super) fn document(&self) -> Option<&Document<'a>> {
        match &self.what {
            What::Document(document) => Some(document),
            What::Group | What::Link(_) | What::Computed(_) => None,
        }
    }
}

/// A page with a file.
pub(super) struct Document<'a> {
    pub(super) path: &'a str,
    pub(super) source: &'a [u8],
    pub(super) hash: Hash,
    pub(super) front: FrontMatter,
    /// The time at which the file was last written, if it is known.
    pub(super) written_at: Option<i64>,
    /// The name in the source, as it is kept, if it is another one than the path.
    pub(super) origin: Option<Origin>,
}

/// Returns all entries of an outline as a list. It does not recurse, as outlines can be deeper than the stack.
pub(super) fn flatten(incoming: &Incoming) -> Vec<IncomingEntry<'_>> {
    let mut arrivals = Vec::new();
    let mut open: Vec<(Option<usize>, &Node)> = incoming.outline.iter().rev().map(|node| (None, node)).collect();
    while let Some((parent, node)) = open.pop() {
        let at = arrivals.len();
        open.extend(node.children.iter().rev().map(|child| (Some(at), child)));
        arrivals.push(arrival(incoming, parent, node));
    }
    arrivals
}

fn arrival<'a>(incoming: &'a Incoming, parent: Option<usize>, node: &'a Node) -> IncomingEntry<'a> {
    let shown = node.title.trim();
    let plain = |what| IncomingEntry { parent, what, title: shown.to_owned(), nav_title: None };
    match &node.kind {
        NodeKind::Group => plain(What::Group),
        NodeKind::Link { href } => plain(What::Link(href)),
        NodeKind::Computed { yaml } => plain(What::Computed(yaml)),
        NodeKind::Page { path, source } => {
            let front = front_matter::parse(source);
            let title = title(&front, source, shown, path);
            let nav_title = (!shown.is_empty() && shown != title).then(|| shown.to_owned());
            let written_at = incoming.written.get(path).copied();
            let origin = incoming.origins.get(path).map(Origin::kept);
            let document = Document { path, source, hash: Hash::of(source), front, written_at, origin };
            IncomingEntry { parent, what: What::Document(Box::new(document)), title, nav_title }
        }
    }
}

/// Returns the title from the front matter, heading, navigation, or file name, in this order of precedence.
fn title(front: &FrontMatter, source: &[u8], shown: &str, path: &str) -> String {
    if let Some(title) = page_file::title(source, front) {
        return title;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if shown.is_empty() { stem.to_owned() } else { shown.to_owned() }
}
