//! Resolution of the table of contents: its entries are matched with the files and nested as a tree.

use percent_encoding::percent_decode_str;
use quire_content::incoming::{Node, NodeKind};

use crate::content::Content;
use crate::path;
use crate::summary::{EntryTarget, Item};
use crate::warning::{Code, Warnings};

/// An entry before its page is read; a list of them is a tree in preorder.
#[derive(Debug)]
pub(crate) struct Step {
    /// The depth, 0 at the top.
    pub(crate) depth: usize,
    pub(crate) title: String,
    pub(crate) kind: EntryKind,
}

impl Step {
    /// Returns the path of the page, if the entry is one.
    pub(crate) fn page(&self) -> Option<&str> {
        match &self.kind {
            EntryKind::Page(path) => Some(path),
            _ => None,
        }
    }
}

/// The kind of an entry, with its target.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Group,
    /// The path of an existing file.
    Page(String),
    Link(String),
    Computed(String),
    /// An entry that is left out; the entries below it take its place.
    Nothing,
}

/// Resolves the entries of the table of contents at the path `summary`.
pub(crate) fn resolve(items: Vec<Item>, summary: &str, content: &Content<'_>, warnings: &mut Warnings) -> Vec<Step> {
    let mut below_heading = 0;
    let mut steps = Vec::with_capacity(items.len());
    for Item { line, level, title, target } in items {
        let kind = match target {
            EntryTarget::Nothing if title.is_empty() => EntryKind::Nothing,
            EntryTarget::Nothing => EntryKind::Group,
            EntryTarget::Yaml(yaml) => EntryKind::Computed(yaml),
            EntryTarget::Address(address) => match find(&address, summary, content) {
                Found { kind, remark: None } => kind,
                Found { kind, remark: Some(remark) } => {
                    warnings.add(summary, line, Code::DeadLink, format!("`{}`: {remark}", shortened(&address)));
                    kind
                }
            },
        };
        if level == 0 {
            below_heading = usize::from(!matches!(kind, EntryKind::Nothing));
            steps.push(Step { depth: 0, title, kind });
        } else {
            let title = if title.is_empty() { fallback_title(&kind) } else { title };
            steps.push(Step { depth: level - 1 + below_heading, title, kind });
        }
    }
    steps
}

fn shortened(address: &str) -> String {
    address.chars().take(200).collect()
}

fn fallback_title(kind: &EntryKind) -> String {
    match kind {
        EntryKind::Page(path) => crate::names::title(path::stem(path)),
        EntryKind::Link(href) => href.clone(),
        _ => String::new(),
    }
}

struct Found {
    kind: EntryKind,
    remark: Option<&'static str>,
}

impl Found {
    fn left_out(remark: &'static str) -> Self {
        Self { kind: EntryKind::Nothing, remark: Some(remark) }
    }
}

fn find(address: &str, summary: &str, content: &Content<'_>) -> Found {
    let scheme = scheme(address);
    if scheme.is_some_and(|scheme| ["https", "http", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known))) {
        return Found { kind: EntryKind::Link(address.to_owned()), remark: None };
    }
    let (before, anchor) = address.split_once('#').map_or((address, None), |(path, anchor)| (path, Some(anchor)));
    if before.is_empty() {
        return Found { kind: EntryKind::Group, remark: Some("names no file, so the entry is a heading") };
    }
    let mut inside = false;
    // A file name with a literal `#` or `%` takes precedence over an anchor or an escape.
    for (spelling, remark) in [(address, None), (before, anchor.map(|_| "the anchor is left out"))] {
        let decoded = percent_decode_str(spelling).decode_utf8().unwrap_or_else(|_| spelling.into());
        for spelling in [decoded.as_ref(), spelling] {
            for base in [path::folder(summary), ""] {
                let Some(path) = path::join(base, spelling) else { continue };
                inside = true;
                if let Some(path) = page(path, content) {
                    return judge(path, summary, remark);
                }
            }
        }
    }
    if scheme.is_some() {
        return Found::left_out("left out: an address of this scheme is not supported");
    }
    Found::left_out(if inside { "left out: there is no such file" } else { "left out: leads outside the root" })
}

/// Returns the path of a file, or of the page of a folder.
fn page(path: String, content: &Content<'_>) -> Option<String> {
    if content.contains(&path) { Some(path) } else { content.folder_page(&path) }
}

fn judge(path: String, summary: &str, remark: Option<&'static str>) -> Found {
    if path == summary {
        return Found::left_out("left out: the table of contents is no page");
    }
    if !path::is_markdown(&path) {
        return Found::left_out("left out: not a Markdown file");
    }
    Found { kind: EntryKind::Page(path), remark }
}

/// Returns the scheme of an absolute address; a single letter is a drive of Windows.
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let rest = scheme.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-');
    (!rest.is_empty() && rest.chars().all(valid)).then_some(scheme)
}

/// Builds a tree of entries in preorder. Where an entry is `None`, the entries below it take its place.
pub(crate) fn nest(entries: impl IntoIterator<Item = (usize, Option<Node>)>) -> Vec<Node> {
    let (mut open, mut done) = (Vec::new(), Vec::new());
    for (depth, node) in entries {
        close(&mut open, &mut done, depth);
        if let Some(node) = node {
            open.push((depth, node));
        }
    }
    close(&mut open, &mut done, 0);
    done
}

fn close(open: &mut Vec<(usize, Node)>, done: &mut Vec<Node>, depth: usize) {
    while let Some((_, node)) = open.pop_if(|(own, _)| *own >= depth) {
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(node),
            None => done.push(node),
        }
    }
}

/// Creates an entry without children.
pub(crate) fn node(title: String, kind: NodeKind) -> Node {
    Node { title, kind, children: Vec::new() }
}
