//! The pages of a specification: one for each tag, for each operation of a tag that has many, and one for the schemas.
//!
//! Pages are named by what they show, so that a page keeps its name as long as the specification has that. What is
//! marked as internal has no page. Texts are as the document has them; they are untrusted.

use std::collections::{HashMap, HashSet};

use crate::index::{Call, Index, Operation, PageTexts, Tag};

/// The number of operations from which on each operation of a tag has a page of its own.
const MOST_TOGETHER: usize = 10;
/// The maximum number of pages of a specification.
pub const MOST_PAGES: usize = 5_000;
/// The maximum number of schemas on one page; further ones are on further pages.
pub const MOST_SCHEMAS: usize = 300;
/// The maximum size of the method and the path of an operation that has a place on a page, in bytes.
pub const MOST_CALL: usize = 2_048;
/// The maximum length of a title, in characters.
const MOST_TITLE: usize = 160;
/// The maximum length of a description in one line, in characters.
const MOST_DESCRIPTION: usize = 300;

/// A page of a specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of the page: no other page of the specification has it.
    pub name: String,
    /// The name of the page above it; it comes before this one.
    pub parent: Option<String>,
    /// The title.
    pub title: String,
    /// The text that the page's part of the path is made of.
    pub slug: String,
    /// The name of the icon.
    pub icon: Option<String>,
    /// The description in one line.
    pub description: Option<String>,
    /// The operation that the page is about, if it is that of one operation.
    pub operation: Option<Call>,
    /// The content of the page.
    pub content: Content,
    /// The number of operations that the page would have, on itself or below it, and that are on no page; on the first
    /// page, of all of them.
    pub left_out: usize,
}

/// The content of a page of a specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The operations of a tag, which begins with a text in Markdown.
    Operations {
        /// The description of the tag in Markdown.
        text: Option<String>,
        /// The operations that have no page of their own.
        calls: Vec<Call>,
    },
    /// A page with some of the schemas.
    Schemas {
        /// The number of the page among those with schemas, from 1.
        part: usize,
        /// The names of the schemas.
        names: Vec<String>,
    },
    /// The changes of each version.
    Changes,
}

/// The titles of pages that a document gives no title.
#[derive(Debug, Clone, Copy)]
pub struct Titles {
    /// The page of operations without a tag.
    pub operations: &'static str,
    /// The page of webhooks without a tag.
    pub webhooks: &'static str,
    /// The page of schemas.
    pub schemas: &'static str,
    /// The page of changes.
    pub changes: &'static str,
}

/// The titles in English, from which addresses are made in every language.
pub const TITLES: Titles =
    Titles { operations: "Operations", webhooks: "Webhooks", schemas: "Models", changes: "Changes" };

/// The pages that a specification may have besides those of its operations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FurtherPages {
    /// True for pages of schemas.
    pub schemas: bool,
    /// True for a page of changes.
    pub changes: bool,
}

/// Returns the pages of a specification, parents before children.
pub fn pages(index: &Index, titles: &Titles, further: FurtherPages) -> Vec<Page> {
    pages_within(index, titles, further, MOST_PAGES)
}

/// Returns the number of operations that have a place on pages, if there are enough.
pub fn count_operations(index: &Index) -> usize {
    groups(index).iter().map(|group| group.operations.len()).sum()
}

/// Returns the first pages of a specification, parents before children: at most `most`, and at most [`MOST_PAGES`].
pub fn pages_within(index: &Index, titles: &Titles, further: FurtherPages, most: usize) -> Vec<Page> {
    let most = most.min(MOST_PAGES);
    let groups = groups(index);
    let mut pages = Vec::new();
    for group in &groups {
        group.pages(index, titles, &mut pages);
    }
    pages.truncate(most);
    let plain = |name: String, title: String, slug: String, content| Page {
        name,
        parent: None,
        title,
        slug,
        icon: None,
        description: None,
        operation: None,
        content,
        left_out: 0,
    };
    let mut last = Vec::new();
    if further.schemas {
        for (at, names) in schema_names(index).chunks(MOST_SCHEMAS).enumerate() {
            let part = at + 1;
            let numbered = |text: &str| if part == 1 { text.to_owned() } else { format!("{text} {part}") };
            let content = Content::Schemas { part, names: names.to_vec() };
            last.push(plain(numbered("models"), numbered(titles.schemas), numbered(TITLES.schemas), content));
        }
    }
    last.truncate(most / 2);
    if further.changes {
        let (title, slug) = (titles.changes.to_owned(), TITLES.changes.to_owned());
        last.push(plain("changes".to_owned(), title, slug, Content::Changes));
    }
    pages.truncate(most.saturating_sub(last.len()));
    pages.extend(last);
    pages.truncate(most);
    note_left_out(&mut pages, &groups);
    pages
}

/// Notes how many operations are on no page.
fn note_left_out(pages: &mut [Page], groups: &[Group<'_>]) {
    let mut shown: HashSet<Call> = HashSet::new();
    for page in &*pages {
        if let Content::Operations { calls, .. } = &page.content {
            shown.extend(calls.iter().cloned());
        }
    }
    let missing = |group: &Group<'_>| group.operations.iter().filter(|it| !shown.contains(&it.call)).count();
    let missing: HashMap<String, usize> = groups.iter().map(|group| (group.key.name(), missing(group))).collect();
    for page in &mut *pages {
        page.left_out = missing.get(&page.name).copied().unwrap_or(0);
    }
    if let Some(first) = pages.first_mut() {
        first.left_out = missing.values().sum();
    }
}

/// Returns true if the method and the path of an operation are short enough for a page.
fn is_short(call: &Call) -> bool {
    call.method.len() + call.path.len() <= MOST_CALL
}

/// Returns the names of the schemas that have a place on a page.
pub fn schema_names(index: &Index) -> Vec<String> {
    index.schemas.iter().filter(|schema| !schema.is_internal).map(|schema| schema.name.clone()).collect()
}

/// The operations of one tag, or those without one.
struct Group<'a> {
    key: Key<'a>,
    tag: Option<&'a Tag>,
    /// The name of the page above that of the group.
    parent: Option<String>,
    operations: Vec<&'a Operation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key<'a> {
    Tag(&'a str),
    Operations,
    Webhooks,
}

/// Returns the groups in order: declared tags, other tags, operations without a tag, webhooks without one. A declared
/// tag without operations is there if others are below it. Tags come after those above them.
fn groups(index: &Index) -> Vec<Group<'_>> {
    let internal: HashSet<&str> = index.tags.iter().filter(|tag| tag.is_internal).map(|tag| &*tag.name).collect();
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: HashMap<Key<'_>, usize> = HashMap::new();
    for tag in index.tags.iter().filter(|tag| !tag.is_internal) {
        places.entry(Key::Tag(&tag.name)).or_insert_with(|| {
            groups.push(Group { key: Key::Tag(&tag.name), tag: Some(tag), parent: None, operations: Vec::new() });
            groups.len() - 1
        });
    }
    let mut untagged = Vec::new();
    for operation in index.operations.iter().filter(|operation| !operation.is_internal) {
        let Some(tag) = operation.tags.first() else {
            untagged.push(operation);
            continue;
        };
        if internal.contains(tag.as_str()) {
            continue;
        }
        let place = *places.entry(Key::Tag(tag)).or_insert_with(|| {
            groups.push(Group { key: Key::Tag(tag), tag: None, parent: None, operations: Vec::new() });
            groups.len() - 1
        });
        groups[place].operations.push(operation);
    }
    for (key, is_webhook) in [(Key::Operations, false), (Key::Webhooks, true)] {
        let operations: Vec<_> = untagged.iter().copied().filter(|it| it.call.is_webhook == is_webhook).collect();
        if !operations.is_empty() {
            groups.push(Group { key, tag: None, parent: None, operations });
        }
    }
    in_order(groups)
}

/// Leaves out tags without content, and puts each tag behind the one above it.
fn in_order(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let parents = parents(&groups);
    let mut needed: Vec<bool> = groups.iter().map(|group| !group.operations.is_empty()).collect();
    for at in 0..groups.len() {
        let mut above = parents[at].filter(|_| !groups[at].operations.is_empty());
        while let Some(parent) = above.filter(|parent| !needed[*parent]) {
            needed[parent] = true;
            above = parents[parent];
        }
    }
    let depth = |at: usize| std::iter::successors(parents[at], |at| parents[*at]).count();
    let mut order: Vec<_> = (0..groups.len()).filter(|at| needed[*at]).map(|at| (depth(at), at)).collect();
    order.sort_unstable();
    let names: Vec<_> = groups.iter().map(|group| group.key.name()).collect();
    let mut groups: Vec<_> = groups.into_iter().map(Some).collect();
    let placed = |(_, at): (usize, usize)| {
        let parent = parents[at].map(|parent| names[parent].clone());
        groups[at].take().map(|group| Group { parent, ..group })
    };
    order.into_iter().filter_map(placed).collect()
}

/// Returns for each group the index of the one above it; none for those in a circle.
fn parents(groups: &[Group<'_>]) -> Vec<Option<usize>> {
    let places: HashMap<Key<'_>, usize> = groups.iter().enumerate().map(|(at, group)| (group.key, at)).collect();
    let above = |at: usize| {
        let name = groups[at].tag?.parent.as_deref()?;
        places.get(&Key::Tag(name)).copied()
    };
    let ends = |at: usize| std::iter::successors(above(at), |at| above(*at)).take(MOST_DEPTH + 1).count() <= MOST_DEPTH;
    (0..groups.len()).map(|at| above(at).filter(|_| ends(at))).collect()
}

/// The maximum number of tags above a tag; one with more is at the top.
const MOST_DEPTH: usize = 8;

impl Key<'_> {
    fn name(self) -> String {
        match self {
            Self::Tag(tag) => format!("tag {tag}"),
            Self::Operations => "operations".to_owned(),
            Self::Webhooks => "webhooks".to_owned(),
        }
    }
}

impl Group<'_> {
    fn pages(&self, index: &Index, titles: &Titles, pages: &mut Vec<Page>) {
        let nothing = PageTexts::default();
        let texts = self.tag.map_or(&nothing, |tag| &tag.page);
        let (given, slug) = match self.key {
            Key::Tag(tag) => (tag, tag),
            Key::Operations => (titles.operations, TITLES.operations),
            Key::Webhooks => (titles.webhooks, TITLES.webhooks),
        };
        let title = shortened(texts.title.as_deref().unwrap_or(given), MOST_TITLE);
        let short = || self.operations.iter().filter(|operation| is_short(&operation.call));
        let is_split = self.operations.len() > MOST_TOGETHER;
        let calls: Vec<_> = short().map(|operation| operation.call.clone()).collect();
        let name = self.key.name();
        pages.push(Page {
            name: name.clone(),
            parent: self.parent.clone(),
            slug: slug.to_owned(),
            title,
            icon: texts.icon.clone(),
            description: texts.description.as_deref().map(|text| shortened(text, MOST_DESCRIPTION)),
            operation: None,
            content: Content::Operations {
                text: self.tag.and_then(|tag| tag.description.clone()),
                calls: if is_split { Vec::new() } else { calls },
            },
            left_out: 0,
        });
        if is_split {
            let left = MOST_PAGES.saturating_sub(pages.len());
            pages.extend(short().take(left).map(|operation| operation.own_page(index, &name)));
        }
    }
}

impl Operation {
    /// Returns the name of the page of the operation alone, where it has one.
    pub fn page_name(&self, index: &Index) -> String {
        let Call { is_webhook, path, method } = &self.call;
        // Identifiers should be unique. Where they are not, the page is named by its call.
        match index.identity(self).id {
            Some(id) => format!("operation {id}"),
            None if *is_webhook => format!("webhook {method} {path}"),
            None => format!("call {method} {path}"),
        }
    }

    /// Returns the name of the page with all operations that have the same first tag, or none.
    pub fn group_name(&self) -> String {
        match (self.tags.first(), self.call.is_webhook) {
            (Some(tag), _) => Key::Tag(tag),
            (None, false) => Key::Operations,
            (None, true) => Key::Webhooks,
        }
        .name()
    }

    fn own_page(&self, index: &Index, parent: &str) -> Page {
        let Call { path, method, .. } = &self.call;
        Page {
            name: self.page_name(index),
            parent: Some(parent.to_owned()),
            title: shortened(&self.shown_title(), MOST_TITLE),
            slug: self.operation_id.clone().unwrap_or_else(|| format!("{method} {path}")),
            icon: self.page.icon.clone(),
            description: self.page.description.as_deref().map(|text| shortened(text, MOST_DESCRIPTION)),
            operation: Some(self.call.clone()),
            content: Content::Operations { text: None, calls: vec![self.call.clone()] },
            left_out: 0,
        }
    }
}

/// Returns a text in one line of at most so many characters.
fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
