//! The representation of merge conflicts, with all of their sides.

use std::cell::Cell;

use quire_app::Error;
use quire_app::change_requests::conflicts::{Choice, ConflictSide, Place, Record, Surroundings};
use quire_content::id::{ConflictId, PageId};
use quire_content::record::{EntryKey, Field, FileRecord, PageKind, PageRecord, Placement};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::pages::cover;
use super::{ConflictObject, File, GitBlob, Pages, RichText, Showing, VariableValue};

/// A conflict between the main content and a change request, which both changed the same content differently.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Conflict {
    object: ConflictObject,
    id: String,
    kind: ConflictKind,
    /// The name of the attribute in conflict; present only if the kind is `field`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The page in conflict, as the change request has it; absent if the conflict is not about one page.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<ConflictPage>,
    /// The file, reusable content, variable or other file in conflict; absent for pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Subject>,
    /// The heading that the conflict is under; absent if there is none, and if the kind is not `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    /// The line, from 1, of the Markdown that `format=markdown` returns at which the conflict begins; present only if the
    /// kind is `text`, and not in front matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The last line of text before the conflict, at most 200 characters; absent at the start, and if the kind is not
    /// `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The first line of text after the conflict, at most 200 characters; absent at the end, and if the kind is not
    /// `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    /// The common ancestor's side.
    base: Side,
    /// The main content's side.
    main: Side,
    /// The change request's side.
    change_request: Side,
    /// The ways in which the conflict can be resolved.
    choices: Vec<ConflictChoice>,
}

/// A way in which a conflict can be resolved.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ConflictChoice {
    /// `resolution` with `ours`: the change request's side.
    Ours,
    /// `resolution` with `theirs`: the main content's side.
    Theirs,
    /// `resolution` with `both`: main's text and then the change request's.
    Both,
    /// A new text in `markdown`.
    Markdown,
    /// A new text in `document`.
    Document,
}

/// The kind of a conflict.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ConflictKind {
    /// Both sides edited the same part of a text.
    Text,
    /// Both sides changed the same attribute.
    Field,
    /// One side deleted what the other edited.
    Deletion,
    /// Both sides moved pages to places in the page tree that cannot be combined.
    Place,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ConflictPage {
    id: String,
    title: String,
    /// The path of the page; absent if the change request does not have the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// Something in conflict that is not a page.
#[derive(Debug, Serialize, JsonSchema)]
struct Subject {
    kind: SubjectKind,
    /// The identifier of a file or reusable content, the name of a variable, or the path of another file.
    id: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SubjectKind {
    File,
    ReusableContent,
    Variable,
    /// A file of the directory that is none of the resources of the API.
    Other,
}

/// One side of a conflict.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Side {
    /// True if this side has the content in conflict; false if it was deleted or never existed there.
    exists: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    /// The text as a rich-text document; absent where the sides of an answer are too long for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<RichText>,
    /// The value of the attribute; for a place, the pages concerned, each with its parent and the sibling that it comes
    /// after; for a file, its description.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
}

/// The cost of the documents in one answer: the bytes of their texts, and [`LINE`] for each line, as a line of code or a
/// row of a table takes some hundred bytes of JSON however short it is.
const MOST_COST: usize = 512 << 10;
const LINE: usize = 64;

/// The content of the change request, from which representations of conflicts are made.
pub(crate) struct Telling<'a> {
    pages: &'a Pages<'a>,
    showing: Showing,
    /// The cost of the documents that may still be in the answer.
    cost_left: Cell<usize>,
}

impl<'a> Telling<'a> {
    /// Begins an answer.
    pub(crate) fn new(pages: &'a Pages<'a>, showing: Showing) -> Self {
        Self { pages, showing, cost_left: Cell::new(MOST_COST) }
    }

    /// Takes the cost of a text from what is left; returns false if that is too little.
    fn pays_for(&self, text: &str) -> bool {
        let left = self.cost_left.get().checked_sub(text.len() + LINE * text.lines().count());
        self.cost_left.set(left.unwrap_or_default());
        left.is_some()
    }
}

impl ConflictChoice {
    fn of(choice: Choice) -> Self {
        match choice {
            Choice::Ours => Self::Ours,
            Choice::Theirs => Self::Theirs,
            Choice::Both => Self::Both,
            Choice::Markdown => Self::Markdown,
            Choice::Document => Self::Document,
        }
    }
}

impl Telling<'_> {
    /// Returns the representation of a conflict.
    pub(crate) fn conflict(
        &self,
        id: ConflictId,
        conflict: &quire_app::change_requests::conflicts::Conflict,
    ) -> Result<Conflict, Error> {
        let (kind, field) = match &conflict.place {
            Place::Text(_) => (ConflictKind::Text, None),
            Place::Field(field) => (ConflictKind::Field, Some(name(field))),
            Place::Whole => (ConflictKind::Deletion, None),
            Place::Tree => (ConflictKind::Place, None),
        };
        let side = |side| self.side(conflict, side);
        let Surroundings { heading, line, before, after } = conflict.surroundings.clone().unwrap_or_default();
        Ok(Conflict {
            object: ConflictObject::It,
            id: id.to_string(),
            kind,
            field,
            page: self.page(conflict),
            subject: conflict.subject.as_ref().and_then(subject),
            heading,
            line,
            before,
            after,
            base: side(&conflict.base)?,
            main: side(&conflict.main)?,
            change_request: side(&conflict.change)?,
            choices: conflict.choices.iter().map(|choice| ConflictChoice::of(*choice)).collect(),
        })
    }

    fn page(&self, conflict: &quire_app::change_requests::conflicts::Conflict) -> Option<ConflictPage> {
        let Some(EntryKey::Page(id)) = conflict.subject else { return None };
        let title = |side: &ConflictSide| match side {
            ConflictSide::Record(Record::Page(page)) => Some(page.title.clone()),
            _ => None,
        };
        let outline = self.pages.outline;
        let known = outline.page(id).map(|page| page.title.clone());
        let sides = [&conflict.change, &conflict.main, &conflict.base];
        let title = known.or_else(|| sides.into_iter().find_map(title)).unwrap_or_default();
        Some(ConflictPage { id: id.to_string(), title, path: outline.path(id).map(|path| path.to_string()) })
    }

    fn side(
        &self,
        conflict: &quire_app::change_requests::conflicts::Conflict,
        side: &ConflictSide,
    ) -> Result<Side, Error> {
        match side {
            ConflictSide::Absent => Ok(Side::default()),
            ConflictSide::Text(text) => self.text(conflict, text.clone()),
            ConflictSide::Places(places) => {
                Ok(of(json!(places.iter().map(|place| self.placement(place)).collect::<Vec<_>>())))
            }
            ConflictSide::Record(record) => match &conflict.place {
                Place::Field(field) => Ok(of(self.value(record, field))),
                _ => self.whole(conflict, record),
            },
        }
    }

    fn text(
        &self,
        conflict: &quire_app::change_requests::conflicts::Conflict,
        markdown: String,
    ) -> Result<Side, Error> {
        let document = match self.pays_for(&markdown) {
            true => Some(self.pages.context.app().piece(self.pages.view, conflict.subject.as_ref(), &markdown)?),
            false => None,
        };
        Ok(Side { exists: true, markdown: Some(markdown), document: document.map(RichText), value: None })
    }

    fn whole(
        &self,
        conflict: &quire_app::change_requests::conflicts::Conflict,
        record: &Record,
    ) -> Result<Side, Error> {
        if let Some(text) = self.pages.context.app().text_of(self.pages.view, record)? {
            return self.text(conflict, text);
        }
        Ok(of(match record {
            Record::File(file) => self.file(file),
            Record::Variable(variable) => json!(VariableValue::from(&variable.0)),
            Record::Page(page) => json!({ "title": page.title }),
            Record::Reusable(_) | Record::Meta(_) | Record::Aside(_) => Value::Null,
        }))
    }

    /// Returns the description of a file, with a signed download address.
    fn file(&self, file: &FileRecord) -> Value {
        let app = self.pages.context.app();
        json!(File::described(file, self.pages.view, app, self.showing))
    }

    /// Returns the place of a page: its parent, and the sibling in the change request that it follows.
    fn placement(&self, place: &Placement) -> Value {
        let outline = self.pages.outline;
        let siblings = place.parent.map_or_else(|| outline.roots(), |parent| outline.children(parent));
        let is_before =
            |id: &&PageId| **id != place.page && outline.page(**id).is_some_and(|sibling| sibling.order < place.order);
        let [parent, after] = [place.parent, siblings.iter().rfind(is_before).copied()];
        let text = |id: Option<PageId>| id.map(|id| id.to_string());
        json!({ "page": place.page.to_string(), "parent": text(parent), "after": text(after) })
    }

    fn value(&self, record: &Record, field: &Field) -> Value {
        match record {
            Record::Page(page) => self.attribute(page, field),
            Record::File(file) => match field {
                Field::Name => json!(file.name),
                Field::Git => git(file.git.as_ref()),
                _ => self.file(file),
            },
            Record::Reusable(content) => match field {
                Field::Title => json!(content.title),
                _ => git(content.git.as_ref()),
            },
            Record::Variable(variable) => json!(VariableValue::from(&variable.0)),
            Record::Meta(_) | Record::Aside(_) => Value::Null,
        }
    }

    fn attribute(&self, page: &PageRecord, field: &Field) -> Value {
        match field {
            Field::Kind => kind(&page.kind),
            Field::Title | Field::Name => json!(page.title),
            Field::NavTitle => json!(page.nav_title),
            Field::Slug => json!(page.slug),
            Field::Emoji => json!(page.emoji),
            Field::Icon => json!(page.icon),
            Field::Description => json!(page.description),
            Field::Layout => json!(super::pages::layout(page.layout.as_ref())),
            Field::Cover => json!(page.cover.as_ref().map(|image| cover(page, image, self.pages.paths))),
            Field::Variable { name } => json!(page.variables.get(name).map(VariableValue::from)),
            Field::Hidden => json!(page.hidden),
            Field::NoIndex => json!(page.no_index),
            Field::NoRobotsIndex => json!(page.no_robots_index),
            Field::Condition => json!(page.condition),
            Field::Git => git(page.git.as_ref()),
            Field::Content | Field::Value => Value::Null,
        }
    }
}

fn of(value: Value) -> Side {
    Side { exists: true, value: Some(value), ..Side::default() }
}

fn git(git: Option<&quire_content::record::GitBlob>) -> Value {
    json!(git.map(GitBlob::of))
}

fn kind(kind: &PageKind) -> Value {
    match kind {
        PageKind::Document { .. } => json!({ "type": "document" }),
        PageKind::Group => json!({ "type": "group" }),
        PageKind::Link { href } => json!({ "type": "link", "href": href }),
        PageKind::Computed { .. } => json!({ "type": "computed" }),
    }
}

fn subject(key: &EntryKey) -> Option<Subject> {
    let (kind, id) = match key {
        EntryKey::File(id) => (SubjectKind::File, id.to_string()),
        EntryKey::Reusable(id) => (SubjectKind::ReusableContent, id.to_string()),
        EntryKey::Variable(name) => (SubjectKind::Variable, name.clone()),
        EntryKey::Meta(path) | EntryKey::Aside(path) => (SubjectKind::Other, path.clone()),
        EntryKey::Page(_) | EntryKey::Conflict(_) => return None,
    };
    Some(Subject { kind, id })
}

/// Returns the name of a field in this API.
fn name(field: &Field) -> String {
    let word = match field {
        Field::Kind => "type",
        Field::Title => "title",
        Field::NavTitle => "navigationTitle",
        Field::Slug => "slug",
        Field::Emoji => "emoji",
        Field::Icon => "icon",
        Field::Description => "description",
        Field::Layout => "layout",
        Field::Cover => "cover",
        Field::Variable { name } => return format!("variables.{name}"),
        Field::Hidden => "hidden",
        Field::NoIndex => "noIndex",
        Field::NoRobotsIndex => "noRobotsIndex",
        Field::Condition => "condition",
        Field::Git => "git",
        Field::Name => "name",
        Field::Content => "content",
        Field::Value => "value",
    };
    word.to_owned()
}
