//! Writing of fields into the front matter of a file, without other changes.
//!
//! Entries whose value changed are rewritten, emptied ones are removed, new ones are appended; every
//! other byte stays, if the YAML is in block style. Otherwise (a mapping in braces, say), it is
//! rewritten as a whole, and only comments are lost. The result is parsed again before it is returned.

use std::collections::BTreeMap;

use super::{Fields, FrontMatter, MOST_BYTES, find, parse};
use crate::incoming::Variable;
use crate::record::Layout;
use crate::yaml::{self, Node};

/// The reason why fields can't be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The existing front matter is not valid YAML, or too long: it is left unchanged.
    #[error("the front matter can't be read")]
    Broken,
    /// The front matter would be too long.
    #[error("must fit into front matter of {MOST_BYTES} bytes")]
    TooLong,
    /// The existing front matter has a form to which these fields can't be added, or a value can't be written.
    #[error(
        "can't be written into the front matter as it stands: it has to be `name: value` lines between two lines of `---`"
    )]
    Unsaid,
}

/// Returns the file with front matter that has these fields. It is unchanged if it has them already; front matter is
/// added if there is none, and removed if it becomes empty.
pub fn write(source: &[u8], fields: &Fields) -> Result<Vec<u8>, Unwritable> {
    write_over(source, &parse(source), fields)
}

/// Returns the file as [`write()`] does, if this is its front matter now.
pub(crate) fn write_over(source: &[u8], front: &FrontMatter, fields: &Fields) -> Result<Vec<u8>, Unwritable> {
    if front.fields == *fields {
        return Ok(source.to_vec());
    }
    if !front.is_readable {
        return Err(Unwritable::Broken);
    }
    let matter = Matter::of(source, front.body_at);
    let root = yaml::parse(&matter.yaml).ok().flatten();
    let edits = edits(root.as_ref(), &front.fields, fields);
    let entries = yaml::entries(&matter.yaml);
    let careful = |tight| entries.as_ref().map(|entries| matter.replaced(entries, &edits, tight));
    let bold = || Some(matter.written(root.as_ref(), &edits));
    let says = |yaml: String| matter.assembled(&yaml).filter(|file| is_said(file, fields, root.as_ref(), &edits));
    let said = careful(false).and_then(says).or_else(|| careful(true).and_then(says)).or_else(|| bold().and_then(says));
    let too_long = || bold().is_some_and(|yaml| yaml.len() > MOST_BYTES);
    said.ok_or_else(|| if too_long() { Unwritable::TooLong } else { Unwritable::Unsaid })
}

/// Returns the names of all fields in the front matter of a file, known or not, with repetitions.
pub fn names(source: &[u8], front: &FrontMatter) -> Vec<String> {
    let matter = Matter::of(source, front.body_at);
    let root = yaml::parse(&matter.yaml).ok().flatten();
    let pairs = root.as_ref().and_then(Node::map).unwrap_or_default();
    pairs.iter().map(|(name, _)| name.clone()).collect()
}

/// The name of an entry with its new value; `None` removes it.
type Edit = (&'static str, Option<Node>);

/// The parts of a file.
struct Matter<'a> {
    /// The byte order mark, or nothing.
    mark: &'a [u8],
    /// The lines `---` with their line ends; `None` if there is no front matter.
    rules: Option<(&'a [u8], &'a [u8])>,
    yaml: String,
    body: &'a [u8],
    ending: &'static str,
}

impl<'a> Matter<'a> {
    fn of(source: &'a [u8], body_at: usize) -> Self {
        let start = if source.starts_with(super::BOM) { super::BOM.len() } else { 0 };
        let first = source.iter().position(|&byte| byte == b'\n').unwrap_or(source.len());
        let ending = if source[..first].ends_with(b"\r") { "\r\n" } else { "\n" };
        let none = Self { mark: &source[..start], rules: None, yaml: String::new(), body: &source[body_at..], ending };
        let block = find(source, start).filter(|block| block.end == body_at);
        let Some(block) = block else { return none };
        let from = first + 1;
        let to = from + block.yaml.len();
        let rules = Some((&source[start..from], &source[to..body_at]));
        Self { rules, yaml: String::from_utf8_lossy(block.yaml).into_owned(), ..none }
    }

    /// Returns the YAML with entries replaced. If `tight`, blank lines and indented comments after them are removed
    /// too: a multi-line text above would include them.
    fn replaced(&self, entries: &[yaml::Entry], edits: &[Edit], tight: bool) -> String {
        let lines: Vec<&str> = self.yaml.split_inclusive('\n').collect();
        let indent = entries.first().map_or(0, |entry| entry.indent);
        let mut new: BTreeMap<usize, String> = BTreeMap::new();
        let mut gone = vec![false; lines.len()];
        let mut last = String::new();
        for (key, node) in edits {
            let mut found: Vec<_> = entries.iter().filter(|entry| entry.key == *key).collect();
            let text = node.as_ref().map(|node| yaml::entry(key, node, indent));
            // Of equal keys the last one is effective.
            if let Some(text) = text {
                match found.pop() {
                    Some(entry) => {
                        gone[entry.start..entry.end].fill(true);
                        new.insert(entry.start, with_comment(text, &entry.comment));
                    }
                    None => last.push_str(&text),
                }
            } else {
                found.iter().for_each(|entry| gone[entry.start..entry.end].fill(true));
            }
        }
        for at in 1..lines.len() {
            gone[at] |= tight && gone[at - 1] && is_loose(lines[at]);
        }
        let mut out = String::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(text) = new.get(&at) {
                out.push_str(&self.endings(text));
            }
            if !gone[at] {
                out.push_str(line);
            }
        }
        out + &self.endings(&last)
    }

    /// Returns the YAML rewritten as a whole.
    fn written(&self, root: Option<&Node>, edits: &[Edit]) -> String {
        let pairs = expected(root, edits);
        let text: String = pairs.iter().map(|(key, node)| yaml::entry(key, node, 0)).collect();
        self.endings(&text)
    }

    fn endings(&self, text: &str) -> String {
        if self.ending == "\n" { text.to_owned() } else { text.replace('\n', self.ending) }
    }

    /// Returns the file with this YAML; `None` if that would change its body.
    fn assembled(&self, yaml: &str) -> Option<Vec<u8>> {
        let rule = format!("---{}", self.ending);
        let (open, close) = self.rules.unwrap_or((rule.as_bytes(), rule.as_bytes()));
        let bare = [self.mark, self.body].concat();
        if yaml.trim().is_empty() && parse(&bare).body_at == self.mark.len() {
            return Some(bare);
        }
        let file = [self.mark, open, yaml.as_bytes(), close, self.body].concat();
        let body_at = parse(&file).body_at;
        (file[body_at..] == *self.body).then_some(file)
    }
}

/// Returns true for blank lines and indented comments, which may belong to a text above.
fn is_loose(line: &str) -> bool {
    let text = line.trim();
    text.is_empty() || (text.starts_with('#') && line.starts_with([' ', '\t']))
}

/// Appends the comment of the replaced value to a single line.
fn with_comment(text: String, comment: &str) -> String {
    match text.strip_suffix('\n') {
        Some(line) if !line.contains('\n') => format!("{line}{comment}\n"),
        _ => text,
    }
}

/// Returns the entries after the edits.
fn expected(root: Option<&Node>, edits: &[Edit]) -> Vec<(String, Node)> {
    let mut pairs = root.and_then(Node::map).unwrap_or_default().to_vec();
    for (key, node) in edits {
        match (pairs.iter().rposition(|(name, _)| name == key), node) {
            (Some(at), Some(node)) => pairs[at].1 = node.clone(),
            (None, Some(node)) => pairs.push(((*key).to_owned(), node.clone())),
            (_, None) => pairs.retain(|(name, _)| name != key),
        }
    }
    pairs
}

/// Returns true if a file has the fields, and all other entries are unchanged.
fn is_said(file: &[u8], fields: &Fields, root: Option<&Node>, edits: &[Edit]) -> bool {
    let front = parse(file);
    if !front.is_readable || front.fields != *fields {
        return false;
    }
    let matter = Matter::of(file, front.body_at);
    let Ok(found) = yaml::parse(&matter.yaml) else { return false };
    let found = found.as_ref().and_then(Node::map).unwrap_or_default();
    let untouched = |name: &str| edits.iter().all(|(key, _)| *key != name);
    let before = root.and_then(Node::map).unwrap_or_default().iter().filter(|(name, _)| untouched(name));
    let after = found.iter().filter(|(name, _)| untouched(name));
    before.clone().count() == after.clone().count()
        && before.zip(after).all(|((a, x), (b, y))| a == b && yaml::same(x, y))
}

/// Returns the entries whose value changes.
fn edits(root: Option<&Node>, before: &Fields, after: &Fields) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut texts = |key, before: &Option<String>, after: &Option<String>| {
        if before != after {
            edits.push((key, after.as_deref().map(yaml::text)));
        }
    };
    texts("title", &before.title, &after.title);
    texts("description", &before.description, &after.description);
    texts("icon", &before.icon, &after.icon);
    texts("emoji", &before.emoji, &after.emoji);
    texts("if", &before.if_, &after.if_);
    for (key, before, after) in [
        ("hidden", before.hidden, after.hidden),
        ("noIndex", before.no_index, after.no_index),
        ("noRobotsIndex", before.no_robots_index, after.no_robots_index),
    ] {
        if before != after {
            edits.push((key, after.then(|| yaml::plain(&true))));
        }
    }
    if (&before.cover, &before.cover_dark) != (&after.cover, &after.cover_dark) {
        edits.push(("cover", cover(after)));
    }
    if before.cover_y != after.cover_y {
        edits.push(("coverY", after.cover_y.map(|y| yaml::plain(&y))));
    }
    if before.layout != after.layout {
        edits.push(("layout", layout(root.and_then(|root| root.get("layout")), after.layout.as_ref())));
    }
    if before.vars != after.vars {
        edits.push(("vars", vars(root.and_then(|root| root.get("vars")), before, after)));
    }
    edits
}

fn cover(fields: &Fields) -> Option<Node> {
    let Some(dark) = &fields.cover_dark else { return fields.cover.as_deref().map(yaml::text) };
    let light = fields.cover.as_deref().map(|light| ("light".to_owned(), yaml::text(light)));
    Some(yaml::mapping(light.into_iter().chain([("dark".to_owned(), yaml::text(dark))]).collect()))
}

/// Returns the layout, including unknown keys that it had.
fn layout(before: Option<&Node>, layout: Option<&Layout>) -> Option<Node> {
    let default = Layout::default();
    let layout = layout.unwrap_or(&default);
    let mut pairs = before.and_then(Node::map).unwrap_or_default().to_vec();
    set(&mut pairs, "width", layout.width.as_deref().map(yaml::text));
    for (key, visible, size) in [
        ("cover", layout.cover, &layout.cover_size),
        ("title", layout.title, &None),
        ("description", layout.description, &None),
        ("tableOfContents", layout.table_of_contents, &None),
        ("outline", layout.outline, &None),
        ("pagination", layout.pagination, &None),
        ("metadata", layout.metadata, &None),
    ] {
        let there = pairs.iter().rfind(|(name, _)| name == key).and_then(|(_, node)| node.map());
        let mut part = there.unwrap_or_default().to_vec();
        set(&mut part, "visible", visible.map(|is| yaml::plain(&is)));
        if key == "cover" {
            set(&mut part, "size", size.as_deref().map(yaml::text));
        }
        set(&mut pairs, key, (!part.is_empty()).then(|| yaml::mapping(part)));
    }
    (!pairs.is_empty()).then(|| yaml::mapping(pairs))
}

fn set(pairs: &mut Vec<(String, Node)>, key: &str, node: Option<Node>) {
    match (pairs.iter().rposition(|(name, _)| name == key), node) {
        (Some(at), Some(node)) => pairs[at].1 = node,
        (None, Some(node)) => pairs.push((key.to_owned(), node)),
        (_, None) => pairs.retain(|(name, _)| name != key),
    }
}

/// Returns the variables, including those that are not understood.
fn vars(there: Option<&Node>, before: &Fields, after: &Fields) -> Option<Node> {
    let mut pairs = there.and_then(Node::map).unwrap_or_default().to_vec();
    for name in before.vars.keys().filter(|name| !after.vars.contains_key(*name)) {
        set(&mut pairs, name, None);
    }
    for (name, value) in after.vars.iter().filter(|(name, value)| before.vars.get(*name) != Some(value)) {
        let node = match value {
            Variable::Text(value) => yaml::text(value),
            Variable::Number(value) => yaml::plain(value),
            Variable::Bool(value) => yaml::plain(value),
        };
        set(&mut pairs, name, Some(node));
    }
    (!pairs.is_empty()).then(|| yaml::mapping(pairs))
}

#[cfg(test)]
mod tests;
