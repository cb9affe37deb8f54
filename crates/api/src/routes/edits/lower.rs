//! Conversion of a call's changes to those of the application.

use quire_app::content::edits::{self as app, Edit as Change};
use quire_content::edit::{Attributes, Patch as Field};
use quire_content::incoming::Variable;
use quire_content::record::Layout;

use super::blocks;
use super::files::Gathering;
use crate::endpoint::Patch;
use crate::error::Problem;
use crate::types::{
    CoverInput, CoverSize, Edit, ImageTarget, InsertFile, InsertPage, LayoutInput, LinkTarget, NewPageType, OnConflict,
    PageAttributes, Text, UpdateFile, UpdatePage, VariableInput, Width,
};

/// Converts the change at the path `at` in the body, and stores the bytes of its files.
pub(super) async fn lower(edit: Edit, at: &str, files: &mut Gathering<'_>) -> Result<Change, Problem> {
    Ok(match edit {
        Edit::InsertPage(page) => Change::InsertPage(Box::new(insert_page(*page, at)?)),
        Edit::UpdatePage(change) => Change::UpdatePage(Box::new(update_page(*change, at)?)),
        Edit::DeletePage(it) => Change::DeletePage { page: it.page },
        Edit::RevertPage(it) if it.block.is_some() => {
            let message = "single blocks are not restored: restore the page, or change its blocks with update_page";
            return Err(Problem::bad_request(format!("{at}.block: {message}")));
        }
        Edit::RevertPage(it) => Change::RevertPage { page: it.page, revision: it.revision },
        Edit::InsertFiles(it) => {
            let mut taken = Vec::with_capacity(it.files.len());
            for (n, file) in it.files.into_iter().enumerate() {
                taken.push(insert_file(file, &format!("{at}.files[{n}]"), files).await?);
            }
            Change::InsertFiles(taken)
        }
        Edit::UpdateFile(change) => Change::UpdateFile(Box::new(update_file(change, at, files).await?)),
        Edit::DeleteFile(it) => Change::DeleteFile { file: it.file },
        Edit::SetVariable(it) => Change::SetVariable { name: it.name, value: variable(it.value) },
        Edit::DeleteVariable(it) => Change::DeleteVariable { name: it.name },
        Edit::InsertReusableContent(it) => Change::InsertReusable(app::InsertReusable {
            reference: it.reference,
            title: it.title,
            text: text(it.document),
        }),
        Edit::UpdateReusableContent(it) => Change::UpdateReusable(app::UpdateReusable {
            content: it.reusable_content,
            title: it.title,
            text: blocks::text(it.document, it.blocks, at)?,
            base: base(it.base, it.on_conflict),
        }),
        Edit::DeleteReusableContent(it) => Change::DeleteReusable { content: it.reusable_content },
    })
}

fn text(text: Option<Text>) -> Option<app::Text> {
    text.map(|text| text.0)
}

fn insert_page(mut page: InsertPage, at: &str) -> Result<app::InsertPage, Problem> {
    let said = page.take_attributes();
    let only =
        |field: &str, kind: &str| Problem::bad_request(format!("{at}.{field}: only a page of type {kind} has one"));
    let kind = match (page.kind, page.target) {
        (NewPageType::Link, Some(LinkTarget::Url { url })) => app::NewPage::Link { href: url },
        (NewPageType::Link, None) => {
            return Err(Problem::bad_request(format!("{at}.target: is required for a page of type link")));
        }
        (_, Some(_)) => return Err(only("target", "link")),
        (NewPageType::Group, None) => app::NewPage::Group,
        (NewPageType::Document, None) => app::NewPage::Document(text(page.document.take())),
    };
    if page.document.is_some() {
        return Err(only("document", "document"));
    }
    let (attributes, cover) = attributes(said);
    Ok(app::InsertPage { reference: page.reference, kind, attributes, cover, into: page.into, at: page.at })
}

fn update_page(mut change: UpdatePage, at: &str) -> Result<app::UpdatePage, Problem> {
    let (attributes, cover) = attributes(change.take_attributes());
    let href = change.target.map(|LinkTarget::Url { url }| url);
    let text = blocks::text(change.document, change.blocks, at)?;
    let (page, base) = (change.page, base(change.base, change.on_conflict));
    Ok(app::UpdatePage { page, attributes, cover, text, href, into: field(change.into), at: change.at, base })
}

fn base(revision: Option<String>, on_conflict: OnConflict) -> app::Base {
    app::Base { revision, refuses_conflicts: on_conflict == OnConflict::Refuse }
}

fn attributes(said: PageAttributes) -> (Attributes, Field<app::Cover>) {
    let attributes = Attributes {
        title: said.title,
        slug: field(said.slug),
        emoji: field(said.emoji.map(String::from)),
        icon: field(said.icon.map(String::from)),
        description: field(said.description),
        hidden: said.hidden,
        no_index: said.no_index,
        no_robots_index: said.no_robots_index,
        condition: field(said.condition),
        variables: said.variables.map(|all| all.into_iter().map(|(name, value)| (name, variable(value))).collect()),
        layout: field(said.layout.map(layout)),
        cover: Field::Keep,
    };
    (attributes, field(said.cover.map(cover)))
}

fn field<T>(patch: Patch<T>) -> Field<T> {
    match patch {
        Patch::Keep => Field::Keep,
        Patch::Clear => Field::Clear,
        Patch::Set(value) => Field::Set(value),
    }
}

fn variable(value: VariableInput) -> Variable {
    match value {
        VariableInput::Bool(truth) => Variable::Bool(truth),
        VariableInput::Number(number) => Variable::Number(number),
        VariableInput::Text(text) => Variable::Text(text),
    }
}

/// Converts a layout; a default width or cover size is left unset.
fn layout(said: LayoutInput) -> Layout {
    Layout {
        width: said.width.and_then(|width| match width {
            Width::Default => None,
            Width::Wide => Some("wide".to_owned()),
        }),
        cover: said.cover,
        cover_size: said.cover_size.and_then(|size| match size {
            CoverSize::Hero => None,
            CoverSize::Full => Some("full".to_owned()),
        }),
        title: said.title,
        description: said.description,
        table_of_contents: said.table_of_contents,
        outline: said.outline,
        pagination: said.pagination,
        metadata: said.metadata,
    }
}

fn cover(said: CoverInput) -> app::Cover {
    let image = |target| match target {
        ImageTarget::File { file } => app::Image::File(file),
        ImageTarget::Url { url } => app::Image::Url(url),
    };
    app::Cover { image: image(said.image), dark: said.ref_dark.map(image), y_pos: said.y_pos }
}

async fn insert_file(file: InsertFile, at: &str, files: &Gathering<'_>) -> Result<app::InsertFile, Problem> {
    let taken = files.take(at, file.url, file.base64).await?;
    let bytes = taken.ok_or_else(|| Problem::bad_request(format!("{at}: must have either url or base64")))?;
    Ok(app::InsertFile { name: file.name, reference: file.reference, content_type: file.content_type, bytes })
}

async fn update_file(change: UpdateFile, at: &str, files: &Gathering<'_>) -> Result<app::UpdateFile, Problem> {
    let bytes = files.take(at, change.url, change.base64).await?;
    Ok(app::UpdateFile { file: change.file, name: change.name, content_type: change.content_type, bytes })
}
