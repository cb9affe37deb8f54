//! The representation of the changes that a revision or a change request made.

use std::collections::BTreeMap;

use quire_app::Error;
use quire_app::change_requests::conflicts::Record;
use quire_app::content::View;
use quire_app::content::changes::{Change, PageAttribute, Told};
use quire_app::content::paths::Paths;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::incoming::Variable;
use quire_content::record::{FileRecord, PageKind, PageRecord, ReusableRecord};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::pages::cover;
use super::{ChangeRequest, File, Showing, VariableValue};
use crate::context::Context;

/// The changes that a revision or a change request made to content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SemanticChanges {
    /// The change request that was merged, if the revision is a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) merged_from: Option<ChangeRequest>,
    pub(crate) changes: Vec<SemanticChange>,
    /// The number of further changes that are not listed; absent if all are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) more: Option<usize>,
}

/// A change of a page, a file, a reusable content or the variables.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum SemanticChange {
    PageCreated { page: ChangedPage },
    PageEdited { page: ChangedPage, attributes: Attributes },
    PageMoved { page: ChangedPage, parent: Parents },
    PageDeleted { page: ChangedPage },
    FileCreated { file: ChangedFile },
    FileEdited { file: ChangedFile, attributes: Attributes },
    FileDeleted { file: ChangedFile },
    ReusableContentCreated { reusable_content: ChangedReusable },
    ReusableContentEdited { reusable_content: ChangedReusable, attributes: Attributes },
    ReusableContentDeleted { reusable_content: ChangedReusable },
    VariablesEdited { variables: Attributes },
}

impl SemanticChange {
    /// Returns the approximate size of the change in bytes of text.
    pub(crate) fn weight(&self) -> usize {
        let text = |value: &Value| value.as_str().map_or(64, str::len);
        match self {
            Self::PageEdited { attributes, .. }
            | Self::FileEdited { attributes, .. }
            | Self::ReusableContentEdited { attributes, .. }
            | Self::VariablesEdited { variables: attributes } => {
                attributes.values().map(|attribute| text(&attribute.before) + text(&attribute.after)).sum()
            }
            _ => 64,
        }
    }
}

/// The attributes that differ, by name.
type Attributes = BTreeMap<String, Attribute>;

/// The value of an attribute before and after the change; absent where the attribute had or has no value.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Attribute {
    #[serde(skip_serializing_if = "Value::is_null")]
    before: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    after: Value,
}

/// The page that a change concerns.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedPage {
    id: String,
    /// `document`, `group`, `link` or `computed`.
    #[serde(rename = "type")]
    kind: &'static str,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// The parent page before and after a move; absent for the top level.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Parents {
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<ChangedPage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<ChangedPage>,
}

/// The file that a change concerns.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedFile {
    id: String,
    name: String,
    content_type: String,
    #[serde(rename = "downloadURL")]
    download_url: String,
}

/// The reusable content that a change concerns.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedReusable {
    id: String,
    title: String,
}

/// The content and options from which representations of changes are made.
pub(crate) struct Teller<'a> {
    pub(crate) context: &'a Context,
    /// The content after the changes.
    pub(crate) view: &'a View,
    /// The resolution of file paths, needed if a cover changed.
    pub(crate) paths: Option<&'a Paths>,
    pub(crate) showing: Showing,
}

impl Teller<'_> {
    /// Returns the representation of a change.
    pub(crate) fn tell(&self, told: Told) -> Result<SemanticChange, Error> {
        let Told { change, path, parents: [from, to] } = told;
        Ok(match change {
            Change::PageCreated { id, page } => SemanticChange::PageCreated { page: shown(id, &page, path) },
            Change::PageEdited { id, before, after, attributes } => SemanticChange::PageEdited {
                page: shown(id, &after, path),
                attributes: attributes
                    .into_iter()
                    .map(|name| self.page(name, &before, &after))
                    .collect::<Result<_, _>>()?,
            },
            Change::PageMoved { id, page, .. } => {
                let above = |place: Option<(PageId, PageRecord)>| place.map(|(id, page)| shown(id, &page, None));
                let parent = Parents { before: above(from), after: above(to) };
                SemanticChange::PageMoved { page: shown(id, &page, path), parent }
            }
            Change::PageDeleted { id, page } => SemanticChange::PageDeleted { page: shown(id, &page, path) },
            Change::FileCreated { id, file } => SemanticChange::FileCreated { file: self.file(id, &file) },
            Change::FileEdited { id, before, after } => SemanticChange::FileEdited {
                file: self.file(id, &after),
                attributes: self.file_attributes(&before, &after),
            },
            Change::FileDeleted { id, file } => SemanticChange::FileDeleted { file: self.file(id, &file) },
            Change::ReusableCreated { id, content } => {
                SemanticChange::ReusableContentCreated { reusable_content: reusable(id, &content) }
            }
            Change::ReusableEdited { id, before, after, text_changed } => SemanticChange::ReusableContentEdited {
                reusable_content: reusable(id, &after),
                attributes: self.reusable_attributes(before, after, text_changed)?,
            },
            Change::ReusableDeleted { id, content } => {
                SemanticChange::ReusableContentDeleted { reusable_content: reusable(id, &content) }
            }
            Change::VariablesEdited(variables) => SemanticChange::VariablesEdited {
                variables: variables.into_iter().map(|(name, values)| (name, variable(&values))).collect(),
            },
        })
    }

    fn page(&self, name: PageAttribute, before: &PageRecord, after: &PageRecord) -> Result<(String, Attribute), Error> {
        let (before, after) = (self.attribute(name, before)?, self.attribute(name, after)?);
        Ok((word(name).to_owned(), Attribute { before, after }))
    }

    fn attribute(&self, name: PageAttribute, page: &PageRecord) -> Result<Value, Error> {
        Ok(match name {
            PageAttribute::Title => json!(page.title),
            PageAttribute::NavTitle => json!(page.nav_title),
            PageAttribute::Slug => json!(page.slug),
            PageAttribute::Emoji => json!(page.emoji),
            PageAttribute::Icon => json!(page.icon),
            PageAttribute::Description => json!(page.description),
            PageAttribute::Document => json!(self.text(&Record::Page(Box::new(page.clone())))?),
            PageAttribute::Target => match &page.kind {
                PageKind::Link { href } => json!({ "kind": "url", "url": href }),
                _ => Value::Null,
            },
            PageAttribute::Kind => json!(kind(page)),
            PageAttribute::Layout => json!(super::pages::layout(page.layout.as_ref())),
            PageAttribute::Cover => json!(page.cover.as_ref().map(|image| cover(page, image, self.paths))),
            PageAttribute::Variables => {
                let values = page.variables.iter().map(|(name, value)| (name, VariableValue::from(value)));
                json!(values.collect::<BTreeMap<_, _>>())
            }
            PageAttribute::Hidden => json!(page.hidden),
            PageAttribute::NoIndex => json!(page.no_index),
            PageAttribute::NoRobotsIndex => json!(page.no_robots_index),
            PageAttribute::Condition => json!(page.condition),
        })
    }

    fn text(&self, record: &Record) -> Result<Option<String>, Error> {
        self.context.app().text_of(self.view, record)
    }

    fn file(&self, id: FileId, file: &FileRecord) -> ChangedFile {
        let (name, content_type) = (file.name.clone(), file.content_type.clone());
        ChangedFile { id: id.to_string(), name, content_type, download_url: self.address(file) }
    }

    fn address(&self, file: &FileRecord) -> String {
        super::files::address(file, self.view, self.context.app(), self.showing.passes_expire)
    }

    fn file_attributes(&self, before: &FileRecord, after: &FileRecord) -> Attributes {
        let of = |file: &FileRecord| {
            let described = File::described(file, self.view, self.context.app(), self.showing);
            let mut all = json!(described);
            all.as_object_mut().map(std::mem::take).unwrap_or_default()
        };
        let (mut before, after) = (of(before), of(after));
        let mut differing = Attributes::new();
        for (name, after) in after {
            let before = before.remove(&name).unwrap_or_default();
            if before != after {
                differing.insert(name, Attribute { before, after });
            }
        }
        let gone = before.into_iter().map(|(name, before)| (name, Attribute { before, after: Value::Null }));
        differing.extend(gone);
        differing
    }

    fn reusable_attributes(
        &self,
        before: ReusableRecord,
        after: ReusableRecord,
        text_changed: bool,
    ) -> Result<Attributes, Error> {
        let mut differing = Attributes::new();
        if before.title != after.title {
            let (before, after) = (json!(before.title), json!(after.title));
            differing.insert("title".to_owned(), Attribute { before, after });
        }
        if text_changed {
            let text = |content| self.text(&Record::Reusable(content)).map(|text| json!(text));
            let (before, after) = (text(before)?, text(after)?);
            differing.insert("document".to_owned(), Attribute { before, after });
        }
        Ok(differing)
    }
}

fn shown(id: PageId, page: &PageRecord, path: Option<String>) -> ChangedPage {
    ChangedPage { id: id.to_string(), kind: kind(page), title: page.title.clone(), path }
}

fn kind(page: &PageRecord) -> &'static str {
    match page.kind {
        PageKind::Document { .. } => "document",
        PageKind::Group => "group",
        PageKind::Link { .. } => "link",
        PageKind::Computed { .. } => "computed",
    }
}

fn reusable(id: ReusableId, content: &ReusableRecord) -> ChangedReusable {
    ChangedReusable { id: id.to_string(), title: content.title.clone() }
}

fn variable((before, after): &(Option<Variable>, Option<Variable>)) -> Attribute {
    let value = |variable: &Option<Variable>| json!(variable.as_ref().map(VariableValue::from));
    Attribute { before: value(before), after: value(after) }
}

fn word(name: PageAttribute) -> &'static str {
    match name {
        PageAttribute::Title => "title",
        PageAttribute::NavTitle => "navigationTitle",
        PageAttribute::Slug => "slug",
        PageAttribute::Emoji => "emoji",
        PageAttribute::Icon => "icon",
        PageAttribute::Description => "description",
        PageAttribute::Document => "document",
        PageAttribute::Target => "target",
        PageAttribute::Kind => "type",
        PageAttribute::Layout => "layout",
        PageAttribute::Cover => "cover",
        PageAttribute::Variables => "variables",
        PageAttribute::Hidden => "hidden",
        PageAttribute::NoIndex => "noIndex",
        PageAttribute::NoRobotsIndex => "noRobotsIndex",
        PageAttribute::Condition => "condition",
    }
}
