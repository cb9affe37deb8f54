//! Translation of the changes of a call to operations of the engine: names become identifiers, documents are parsed,
//! and errors of an operation are reported at the change that it came from.

use std::collections::HashMap;

use quire_content::document::{Document, normalize};
use quire_content::edit::bounds::MOST_TITLE_CHARS;
use quire_content::edit::{self as engine, Attributes, Body, EditError, Operation, Patch, Problem};
use quire_content::id::PageId;
use quire_content::map::Map;
use quire_content::outline::Outline;
use quire_content::record;

use super::blocks::operations;
use super::linking::Linking;
use super::names::Names;
use super::words::{Cover, Edit, Image, InsertPage, NewPage, Text, UpdatePage};
use crate::content::targets::{Before, LinkContext};
use crate::core::errors::Error;

/// The inputs of the translation of changes to operations.
pub(super) struct Lowering<'a> {
    pub(super) before: &'a Before<'a>,
    pub(super) names: &'a Names,
    /// The contents of the revisions that changes name, by the index of the change.
    pub(super) revisions: &'a HashMap<usize, Map>,
    /// The page tree after the call, if link targets need it.
    pub(super) after: Option<&'a Outline>,
}

/// Operations of the engine, each with the path in the request of the change that it came from.
#[derive(Default)]
pub(super) struct Lowered<'s> {
    pub(super) operations: Vec<Operation<'s>>,
    /// The index of the change that each operation came from.
    pub(super) changes: Vec<usize>,
    paths: Vec<String>,
    /// The numbers of pages, files and reusable contents inserted so far.
    pages: usize,
    files: usize,
    reusables: usize,
}

impl<'a> Lowering<'a> {
    /// Returns for each change the view of paths from the place where its text stands.
    pub(super) fn views(&self, edits: &[Edit]) -> Vec<LinkContext<'a>> {
        let view = |edit: &Edit| match edit {
            Edit::UpdatePage(change) if change.text.is_some() || matches!(change.cover, Patch::Set(_)) => {
                self.names.page(&change.page).map(|id| self.before.seen_from_page(id))
            }
            Edit::UpdateReusable(change) if change.text.is_some() => {
                self.names.reusable(&change.content).map(|id| self.before.seen_from_reusable(id))
            }
            _ => None,
        };
        edits.iter().map(|edit| view(edit).unwrap_or_else(|| self.before.seen_from_top())).collect()
    }

    /// Returns true if link targets in the Markdown of changes can only be resolved in the page tree after the call.
    pub(super) fn needs_tree(&self, edits: &[Edit], seen: &[LinkContext<'a>]) -> bool {
        edits.iter().zip(seen).any(|(edit, seen)| {
            let linking = Linking { after: None, ..self.linking(seen, None) };
            edit.markdown().into_iter().any(|text| linking.needs_tree(text))
        })
    }

    fn linking<'s>(&'s self, seen: &'s LinkContext<'a>, page: Option<PageId>) -> Linking<'s> {
        Linking { names: self.names, seen, after: self.after, page }
    }

    /// Translates changes to operations of the engine.
    pub(super) fn lower<'s>(&self, edits: &[Edit], seen: &'s [LinkContext<'a>]) -> Result<Lowered<'s>, Error> {
        let mut lowered = Lowered::default();
        for (n, (edit, seen)) in edits.iter().zip(seen).enumerate() {
            let at = format!("changes[{n}]");
            self.one(edit, n, &at, seen, &mut lowered)?;
            lowered.paths.resize(lowered.operations.len(), at);
            lowered.changes.resize(lowered.operations.len(), n);
        }
        Ok(lowered)
    }

    fn one<'s>(
        &self,
        edit: &Edit,
        n: usize,
        at: &str,
        seen: &'s LinkContext<'a>,
        lowered: &mut Lowered<'s>,
    ) -> Result<(), Error> {
        let operation = match edit {
            Edit::InsertPage(page) => {
                lowered.pages += 1;
                let id = self.names.nth_page(lowered.pages - 1);
                Operation::InsertPage(Box::new(self.insert_page(page, id, at, seen)?))
            }
            Edit::UpdatePage(change) => Operation::UpdatePage(Box::new(self.update_page(change, at, seen)?)),
            Edit::DeletePage { page } => Operation::DeletePage(self.page(page, at, "page")?.into()),
            Edit::RevertPage { page, .. } => {
                let to = *self.revisions.get(&n).unwrap_or(&self.before.map);
                Operation::RevertPage(engine::RevertPage { page: self.page(page, at, "page")?.into(), to })
            }
            Edit::InsertFiles(files) => {
                for (m, file) in files.iter().enumerate() {
                    lowered.files += 1;
                    let bytes = file.bytes.describe(file.name.as_str(), file.content_type.as_ref());
                    let id = self.names.nth_file(lowered.files - 1);
                    let name = file.name.as_str().to_owned();
                    lowered.operations.push(Operation::InsertFile(engine::InsertFile { id, name, bytes }));
                    lowered.paths.push(format!("{at}.files[{m}]"));
                }
                return Ok(());
            }
            Edit::UpdateFile(change) => {
                let file = self.names.file(&change.file).ok_or_else(|| missing(at, "file", "file"))?;
                let name = change.name.as_ref().map(|name| name.as_str().to_owned());
                let shown = name.clone().or_else(|| self.before.file_name(file)).unwrap_or_default();
                let describe =
                    |taken: &crate::content::files::StoredFile| taken.describe(&shown, change.content_type.as_ref());
                let bytes = change.bytes.as_ref().map(describe);
                Operation::UpdateFile(engine::UpdateFile { file, name, bytes })
            }
            Edit::DeleteFile { file } => match self.names.file(file) {
                Some(id) => Operation::DeleteFile(id),
                None => return Ok(()),
            },
            Edit::SetVariable { name, value } => Operation::SetVariable(name.clone(), value.clone()),
            Edit::DeleteVariable { name } => Operation::DeleteVariable(name.clone()),
            Edit::InsertReusable(content) => {
                lowered.reusables += 1;
                let id = self.names.nth_reusable(lowered.reusables - 1);
                let body = self.body(content.text.as_ref(), at, (seen, None))?;
                Operation::InsertReusable(engine::InsertReusable { id, title: content.title.clone(), body })
            }
            Edit::UpdateReusable(change) => {
                let what = "reusable content";
                let content = self.names.reusable(&change.content);
                let content = content.ok_or_else(|| missing(at, "reusableContent", what))?;
                let body = change.text.as_ref().map(|text| self.body(Some(text), at, (seen, None))).transpose()?;
                Operation::UpdateReusable(engine::UpdateReusable { content, title: change.title.clone(), body })
            }
            Edit::DeleteReusable { content } => match self.names.reusable(content) {
                Some(id) => Operation::DeleteReusable(id),
                None => return Ok(()),
            },
        };
        lowered.operations.push(operation);
        Ok(())
    }

    fn insert_page<'s>(
        &self,
        page: &InsertPage,
        id: Option<PageId>,
        at: &str,
        seen: &'s LinkContext<'a>,
    ) -> Result<engine::InsertPage<'s>, Error> {
        let kind = match &page.kind {
            NewPage::Document(text) => engine::NewPage::Document(self.body(text.as_ref(), at, (seen, id))?),
            NewPage::Group => engine::NewPage::Group,
            NewPage::Link { href } => engine::NewPage::Link { href: href.clone() },
        };
        Ok(engine::InsertPage {
            id,
            name: None,
            kind,
            attributes: self.attributes(&page.attributes, &page.cover, at, seen)?,
            into: page.into.as_deref().map(|into| self.page(into, at, "into")).transpose()?.map(Into::into),
            at: page.at,
        })
    }

    fn update_page<'s>(
        &self,
        change: &UpdatePage,
        at: &str,
        seen: &'s LinkContext<'a>,
    ) -> Result<engine::UpdatePage<'s>, Error> {
        let into = match &change.into {
            Patch::Keep => Patch::Keep,
            Patch::Clear => Patch::Clear,
            Patch::Set(into) => Patch::Set(self.page(into, at, "into")?.into()),
        };
        let page = self.page(&change.page, at, "page")?;
        let body = change.text.as_ref().map(|text| self.body(Some(text), at, (seen, Some(page))));
        Ok(engine::UpdatePage {
            page: page.into(),
            attributes: self.attributes(&change.attributes, &change.cover, at, seen)?,
            body: body.transpose()?,
            href: change.href.clone(),
            into,
            at: change.at,
        })
    }

    fn page(&self, name: &str, at: &str, field: &str) -> Result<PageId, Error> {
        self.names.page(name).ok_or_else(|| missing(at, field, "page"))
    }

    /// Returns the text of a page, or of a reusable content if there is no page.
    fn body<'s>(
        &self,
        text: Option<&Text>,
        at: &str,
        (seen, page): (&'s LinkContext<'a>, Option<PageId>),
    ) -> Result<Body<'s>, Error> {
        match text {
            None => Ok(Body::Markdown(String::new())),
            Some(Text::Markdown(text)) => Ok(Body::Markdown(self.linking(seen, page).linked(text))),
            Some(Text::Blocks(changes)) => {
                let linking = self.linking(seen, page);
                let operations = operations(changes, at, self.names, seen, &|text| linking.linked(text))?;
                Ok(Body::Blocks { operations, resolve: seen })
            }
            Some(Text::Document(value)) => {
                let mut value = value.clone();
                self.names.in_document(&mut value);
                let invalid = |error| Error::Invalid(format!("{at}.document: {error}"));
                let mut document = Document::from_json(value).map_err(invalid)?;
                normalize(&mut document, seen);
                Ok(Body::Document { document, resolve: seen })
            }
        }
    }

    fn attributes(
        &self,
        attributes: &Attributes,
        cover: &Patch<Cover>,
        at: &str,
        seen: &LinkContext<'_>,
    ) -> Result<Attributes, Error> {
        if attributes.title.as_deref().is_some_and(|title| title.trim().is_empty()) {
            let message = format!("{at}.title: must be 1 to {MOST_TITLE_CHARS} characters long, not 0");
            return Err(Error::Invalid(message));
        }
        let cover = match cover {
            Patch::Keep => Patch::Keep,
            Patch::Clear => Patch::Clear,
            Patch::Set(cover) => Patch::Set(record::Cover {
                r#ref: self.image(&cover.image, at, "cover.ref", seen)?,
                ref_dark: cover.dark.as_ref().map(|dark| self.image(dark, at, "cover.refDark", seen)).transpose()?,
                y_pos: cover.y_pos,
            }),
        };
        Ok(Attributes { cover, ..attributes.clone() })
    }

    /// Returns a cover image's address as front matter has it.
    fn image(&self, image: &Image, at: &str, field: &str, seen: &LinkContext<'_>) -> Result<String, Error> {
        let name = match image {
            Image::Url(url) if url.contains("://") => return Ok(url.clone()),
            Image::Url(_) => {
                return Err(Error::Invalid(format!("{at}.{field}.url: must be an address with a scheme")));
            }
            Image::File(name) => name,
        };
        let known = self.names.file(name).filter(|id| self.names.makes_file(*id) || self.before.has_file(*id));
        let id = known.ok_or_else(|| missing(at, &format!("{field}.file"), "file"))?;
        Ok(seen.address_of(id))
    }
}

impl Lowered<'_> {
    /// Converts an error of an operation to one at the path of its change, which was made from a base or not.
    pub(super) fn blame(&self, error: EditError, has_base: bool) -> Error {
        let (operation, field, problem) = match error {
            EditError::Refused { operation, field, problem } => (operation, field, problem),
            EditError::Object(error) => return error.into(),
        };
        let path = self.paths.get(operation).map_or("changes", String::as_str);
        let field = match (&*field, self.operations.get(operation)) {
            ("href", _) => "target.url",
            (_, Some(Operation::SetVariable(..))) => "value",
            (field, _) => field,
        };
        let message = format!("{path}.{field}: {problem}");
        match problem {
            Problem::NoBlock(_) if has_base => Error::Missing(message + " in the base"),
            Problem::NoBlock(_) => Error::Conflict(message + " now: read the text again, or send its revision as base"),
            Problem::Unknown(_) => Error::Missing(message),
            Problem::Taken(_) | Problem::Circular => Error::Conflict(message),
            Problem::Invalid(_) => Error::Invalid(message),
        }
    }
}

fn missing(at: &str, field: &str, what: &str) -> Error {
    Error::Missing(format!("{at}.{field}: there is no such {what}"))
}
