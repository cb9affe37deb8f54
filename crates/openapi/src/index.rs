//! An index of a bundled document: what it describes, and where each operation and each shared object stands in its
//! bytes.
//!
//! With it [`slice`](crate::slice) reads one operation or schema without parsing the rest. The bytes must be those that
//! the index was made of; others yield wrong slices, but no panic.

mod aliases;

use std::collections::HashMap;
use std::ops::Range;

use serde_json::{Map, Value};

use crate::hidden::{Hidden, is_marked};
use crate::place::METHODS;
use crate::pointer::of_parts as pointer;
use crate::scan::members;

/// The maximum number of references from one path item to the next.
const MOST_HOPS: usize = 8;
/// The maximum size of a member of the root that every slice has, in bytes.
const MOST_HEAD: usize = 64 << 10;
/// The maximum length of a text of an operation or a tag that is kept, in bytes; a longer one counts as absent.
const MOST_TEXT: usize = 16 << 10;

/// The maximum number of tags; further ones count as not declared.
const MOST_TAGS: usize = 5_000;

/// The longest summary that is a title, in bytes.
const MOST_TITLE: usize = 160;

/// The members of the root that operations depend on.
const HEAD: [&str; 9] =
    ["openapi", "swagger", "host", "basePath", "schemes", "consumes", "produces", "servers", "security"];

/// The members of the root with operations, and true for those with webhooks.
const GROUPS: [(&str, bool); 3] = [("paths", false), ("webhooks", true), ("x-webhooks", true)];

/// An index of a bundled document.
#[derive(Debug, Default)]
pub struct Index {
    /// The title of the document.
    pub title: Option<String>,
    /// The description of the document, in Markdown.
    pub description: Option<String>,
    /// The tags, in the order in which the document declares them.
    pub tags: Vec<Tag>,
    /// The operations of paths, then those of webhooks.
    pub operations: Vec<Operation>,
    /// The schemas.
    pub schemas: Vec<Schema>,
    by_call: HashMap<Call, usize>,
    /// The operations by their identifiers; `None` for an identifier that several have.
    by_identifier: HashMap<String, Option<usize>>,
    pub(crate) head: Map<String, Value>,
    /// The places of path items' members and of shared objects, by their pointers.
    units: HashMap<String, Range<usize>>,
    /// The parts of the document that are not for readers.
    pub(crate) hidden: Hidden,
}

/// A tag that a document declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag {
    /// The name, by which operations refer to it.
    pub name: String,
    /// The description in Markdown.
    pub description: Option<String>,
    /// The name of the tag above it.
    pub parent: Option<String>,
    /// The texts for its page.
    pub page: PageTexts,
    /// True if the tag is not for readers.
    pub is_internal: bool,
}

/// The texts that a document gives for a page of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageTexts {
    /// The title.
    pub title: Option<String>,
    /// The name of the icon.
    pub icon: Option<String>,
    /// The description in one line.
    pub description: Option<String>,
}

/// An operation or a webhook of an indexed document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The path and method.
    pub call: Call,
    /// The identifier that the document gives it.
    pub operation_id: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
    /// The summary in one line.
    pub summary: Option<String>,
    /// The description in Markdown.
    pub description: Option<String>,
    /// True if the operation should not be used any more.
    pub is_deprecated: bool,
    /// True if the operation is not for readers, or its path or its first tag is not.
    pub is_internal: bool,
    /// The texts for its page.
    pub page: PageTexts,
    pub(crate) item: Range<usize>,
    pub(crate) at: Range<usize>,
}

/// The name of an operation or a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Call {
    /// True for a webhook.
    pub is_webhook: bool,
    /// The path, or the name of the webhook.
    pub path: String,
    /// The method in lower case.
    pub method: String,
}

/// A schema of an indexed document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    /// The name.
    pub name: String,
    /// True if the schema is not for readers.
    pub is_internal: bool,
    pub(crate) pointer: String,
}

/// A path or a webhook of a document.
struct PathItem {
    /// The name without a method.
    path: Call,
    pointer: String,
    at: Range<usize>,
}

/// Returns the path items of a member of the root.
fn path_items(text: &[u8], root: &[(String, Range<usize>)], (group, is_webhook): (&str, bool)) -> Vec<PathItem> {
    let items = root.iter().filter(|(name, _)| name == group).flat_map(|(_, at)| members(text, at.clone()));
    let items = items.filter(|(path, _)| !path.starts_with("x-"));
    let item = |(path, at): (String, Range<usize>)| PathItem {
        pointer: pointer(&[group, &path]),
        path: Call::new(is_webhook, &path, ""),
        at,
    };
    items.map(item).collect()
}

impl Call {
    /// Creates the name of an operation, or of a webhook if `is_webhook`.
    pub fn new(is_webhook: bool, path: &str, method: &str) -> Self {
        Self { is_webhook, path: path.to_owned(), method: method.to_ascii_lowercase() }
    }
}

impl Index {
    /// Creates the index of a bundled document.
    pub fn of(text: &[u8]) -> Self {
        let mut index = Self::default();
        let root = members(text, 0..text.len());
        index.hidden = Hidden::in_text(text);
        for (name, at) in &root {
            index.shared(text, name, at);
        }
        index.hide_aliases(text);
        let items: Vec<PathItem> = GROUPS.iter().flat_map(|group| path_items(text, &root, *group)).collect();
        // One path may refer to another.
        let places: HashMap<String, Range<usize>> =
            items.iter().map(|it| (it.pointer.clone(), it.at.clone())).collect();
        for item in items {
            index.path_item(text, item, &places);
        }
        // References may lead into operations, too.
        index.hide_aliases(text);
        index.hide_operations();
        index
    }

    /// Returns the operation or webhook of a name.
    pub fn operation(&self, call: &Call) -> Option<&Operation> {
        self.by_call.get(call).map(|at| &self.operations[*at])
    }

    /// Returns the operation or webhook of a name, if it is for readers.
    pub fn shown_operation(&self, call: &Call) -> Option<&Operation> {
        self.operation(call).filter(|operation| !operation.is_internal)
    }

    /// Returns true if an operation has this identifier.
    pub(crate) fn has_identifier(&self, identifier: &str) -> bool {
        self.by_identifier.contains_key(identifier)
    }

    /// Returns the operation with an identifier that no other one has.
    pub(crate) fn only(&self, identifier: &str) -> Option<&Operation> {
        self.by_identifier.get(identifier)?.map(|at| &self.operations[at])
    }

    /// Returns the first operation with an identifier.
    pub(crate) fn first(&self, identifier: &str) -> Option<&Operation> {
        match self.by_identifier.get(identifier)? {
            Some(at) => self.operations.get(*at),
            None => self.operations.iter().find(|it| it.operation_id.as_deref() == Some(identifier)),
        }
    }

    /// Returns the schema of a name.
    pub fn schema(&self, name: &str) -> Option<&Schema> {
        self.schemas.iter().find(|schema| schema.name == name)
    }

    /// Returns the schema of a name, if it is for readers.
    pub fn shown_schema(&self, name: &str) -> Option<&Schema> {
        self.schema(name).filter(|schema| !schema.is_internal)
    }

    /// Returns the declaration of a tag.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Returns true if the document may have parts that are not for readers.
    pub fn has_marks(&self) -> bool {
        self.hidden.has_marks
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn weight(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let operations: usize = self
            .operations
            .iter()
            .map(|it| {
                let texts = length(&it.summary) + length(&it.description) + length(&it.operation_id);
                2 * size_of::<Operation>() + 3 * it.call.path.len() + texts + 64
            })
            .sum();
        let units: usize = self.units.keys().map(|pointer| pointer.len() + 64).sum();
        let schemas: usize = self.schemas.iter().map(|it| 2 * it.name.len() + size_of::<Schema>() + 48).sum();
        let tags: usize = self.tags.iter().map(|it| length(&it.description) + size_of::<Tag>()).sum();
        size_of::<Self>() + operations + units + schemas + tags + MOST_HEAD
    }

    /// Returns the pointer and the place of the indexed object that a pointer leads to or into.
    pub(crate) fn unit<'p>(&self, pointer: &'p str) -> Option<(&'p str, Range<usize>)> {
        let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
        let mut prefixes: Vec<_> = ends.skip(1).map(|end| &pointer[..end]).collect();
        prefixes.truncate(4);
        prefixes.into_iter().rev().find_map(|prefix| Some((prefix, self.units.get(prefix)?.clone())))
    }

    /// Takes in a member of the root, except for operations.
    fn shared(&mut self, text: &[u8], name: &str, at: &Range<usize>) {
        match name {
            "info" => {
                let info = members(text, at.clone());
                (self.title, self.description) = (string(text, &info, "title"), string(text, &info, "description"));
            }
            "tags" => {
                let tags = parsed(text, at);
                let tags = || tags.as_ref().and_then(Value::as_array).into_iter().flatten();
                self.tags = tags().take(MOST_TAGS).filter_map(Tag::of).collect();
                let hidden = tags().filter(|tag| is_marked(tag)).filter_map(|tag| tag.get("name")?.as_str());
                self.hidden.tags = hidden.map(str::to_owned).collect();
            }
            "components" => {
                for (kind, at) in members(text, at.clone()) {
                    self.family(text, &["components", &kind], kind == "schemas", &at);
                }
            }
            name if HEAD.contains(&name) => {
                if at.len() <= MOST_HEAD
                    && let Some(value) = parsed(text, at)
                {
                    self.head.insert(name.to_owned(), value);
                }
            }
            name if GROUPS.iter().any(|(group, _)| *group == name) => {}
            name => self.family(text, &[name], name == "definitions", at),
        }
    }

    /// Takes in the shared objects of one kind.
    fn family(&mut self, text: &[u8], above: &[&str], is_of_schemas: bool, at: &Range<usize>) {
        for (name, at) in members(text, at.clone()) {
            let mut parts = above.to_vec();
            parts.push(&name);
            let pointer = pointer(&parts);
            let is_internal = (is_of_schemas || self.hidden.has_marks) && has_mark(text, &members(text, at.clone()));
            if is_internal {
                self.hidden.units.insert(pointer.clone());
            }
            if is_of_schemas {
                self.schemas.push(Schema { name: name.clone(), is_internal, pointer: pointer.clone() });
            }
            self.units.insert(pointer, at);
        }
    }

    /// Notes the identifiers of operations that are not for readers, and of no other operation.
    fn hide_operations(&mut self) {
        let hidden = self.operations.iter().filter(|it| it.is_internal);
        let hidden = hidden.filter_map(|it| it.operation_id.clone()).filter(|id| self.only(id).is_some());
        self.hidden.operations = hidden.collect();
    }

    /// Takes in the operations of a path item, or of the one that it refers to.
    fn path_item(&mut self, text: &[u8], item: PathItem, places: &HashMap<String, Range<usize>>) {
        let PathItem { path, at, .. } = item;
        let is_marked = |at: &Range<usize>| has_mark(text, &members(text, at.clone()));
        let reference = string(text, &members(text, at.clone()), "$ref");
        let refers = reference.and_then(|it| crate::pointer::of_fragment(it.strip_prefix('#')?));
        let is_item_marked =
            self.hidden.has_marks && is_marked(&at) || refers.is_some_and(|it| self.hidden.units.contains(&it));
        let Some(item) = self.resolved(text, at, places) else { return };
        let group = if path.is_webhook { "webhooks" } else { "paths" };
        let parts = members(text, item.clone());
        let is_internal = is_item_marked || self.hidden.has_marks && has_mark(text, &parts);
        for (name, at) in &parts {
            let pointer = pointer(&[group, &path.path, name]);
            if is_internal || self.hidden.has_marks && is_marked(at) {
                self.hidden.units.insert(pointer.clone());
            }
            self.units.insert(pointer, at.clone());
        }
        let more = parts.iter().filter(|(name, _)| name == "additionalOperations");
        let more = more.flat_map(|(_, at)| members(text, at.clone()));
        let own = parts.iter().filter(|(name, _)| METHODS.contains(&name.as_str())).cloned();
        for (method, at) in own.chain(more).filter(|(_, at)| text.get(at.start) == Some(&b'{')) {
            let call = Call::new(path.is_webhook, &path.path, &method);
            self.by_call.entry(call.clone()).or_insert(self.operations.len());
            // Tags that are not read may be hidden ones.
            let has_long_tags = || find(&members(text, at.clone()), "tags").is_some_and(|at| at.len() > MOST_TEXT);
            let has_hidden_tags = !self.hidden.tags.is_empty() && has_long_tags();
            let mut operation = Operation::of(text, call, item.clone(), at);
            let tag = operation.tags.first();
            let has_hidden_tag = has_hidden_tags || tag.is_some_and(|tag| self.hidden.tags.contains(tag));
            operation.is_internal |= is_internal || has_hidden_tag;
            if operation.is_internal {
                self.hidden.units.insert(pointer(&[group, &path.path, &method]));
            }
            if let Some(id) = &operation.operation_id {
                let at = self.operations.len();
                self.by_identifier.entry(id.clone()).and_modify(|at| *at = None).or_insert(Some(at));
            }
            self.operations.push(operation);
        }
    }

    /// Follows the references of a path item.
    fn resolved(
        &self,
        text: &[u8],
        mut at: Range<usize>,
        places: &HashMap<String, Range<usize>>,
    ) -> Option<Range<usize>> {
        for _ in 0..MOST_HOPS {
            let Some(reference) = string(text, &members(text, at.clone()), "$ref") else { return Some(at) };
            let pointer = reference.strip_prefix('#').and_then(crate::pointer::of_fragment);
            let target = pointer.and_then(|pointer| self.units.get(&pointer).or_else(|| places.get(&pointer)));
            let Some(target) = target else { return Some(at) };
            at = target.clone();
        }
        None
    }
}

impl Tag {
    fn of(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name)?.as_str().filter(|it| it.len() <= MOST_TEXT).map(str::to_owned);
        Some(Self {
            name: text("name")?,
            description: text("description"),
            parent: text("x-parent").or_else(|| text("parent")),
            page: PageTexts {
                title: text("x-page-title").or_else(|| text("x-displayName")),
                icon: text("x-page-icon"),
                description: text("x-page-description"),
            },
            is_internal: is_marked(value),
        })
    }
}

impl Operation {
    fn of(text: &[u8], call: Call, item: Range<usize>, at: Range<usize>) -> Self {
        let parts = members(text, at.clone());
        let string = |name: &str| string(text, &parts, name);
        let tags = find(&parts, "tags").filter(|at| at.len() <= MOST_TEXT).and_then(|at| parsed(text, at));
        let tags = tags.as_ref().and_then(Value::as_array).into_iter().flatten();
        Self {
            operation_id: string("operationId"),
            tags: tags.filter_map(Value::as_str).map(str::to_owned).collect(),
            summary: string("summary"),
            description: string("description"),
            is_deprecated: truth(text, &parts, "deprecated"),
            is_internal: has_mark(text, &parts),
            page: PageTexts {
                title: string("x-page-title"),
                icon: string("x-page-icon"),
                description: string("x-page-description"),
            },
            call,
            item,
            at,
        }
    }

    /// Returns the title for readers: the one for pages, else a summary in one line, else method and path.
    pub fn shown_title(&self) -> String {
        let summary = self.summary.as_deref().map(str::trim).filter(|it| it.len() <= MOST_TITLE && !it.contains('\n'));
        self.page.title.as_deref().or(summary).map_or_else(|| self.call.shown(), str::to_owned)
    }
}

impl Call {
    /// Returns the method in capitals and the path.
    pub fn shown(&self) -> String {
        format!("{} {}", self.method.to_ascii_uppercase(), self.path)
    }
}

fn find<'m>(members: &'m [(String, Range<usize>)], name: &str) -> Option<&'m Range<usize>> {
    members.iter().find(|(known, _)| known == name).map(|(_, at)| at)
}

fn parsed(text: &[u8], at: &Range<usize>) -> Option<Value> {
    serde_json::from_slice(text.get(at.clone())?).ok()
}

fn string(text: &[u8], members: &[(String, Range<usize>)], name: &str) -> Option<String> {
    let found = parsed(text, find(members, name).filter(|at| at.len() <= MOST_TEXT)?)?;
    found.as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

fn truth(text: &[u8], members: &[(String, Range<usize>)], name: &str) -> bool {
    find(members, name).and_then(|at| text.get(at.clone())) == Some(b"true")
}

/// Returns true if an object with some members is marked as one that is not for readers.
fn has_mark(text: &[u8], members: &[(String, Range<usize>)]) -> bool {
    find(members, "x-internal").is_some_and(|at| text.get(at.clone()) != Some(b"false"))
}
