//! Edits of a page's file: body, front matter and heading, each only where it changes.

use std::borrow::Cow;

use crate::document::patch::patch;
use crate::document::{Document, Resolve, parse, splice};
use crate::edit::error::Fault;
use crate::edit::operation::{Attributes, Body};
use crate::edit::undecoded;
use crate::front_matter::{self, FrontMatter};
use crate::page_file;
use crate::record::PageRecord;
use crate::title::one_line;
use crate::utf8;

/// Applies a change to a page's file and returns the new file; the record is updated to match it.
pub(super) fn edit(
    record: &mut PageRecord,
    old: &[u8],
    attributes: &Attributes,
    body: Option<&Body<'_>>,
) -> Result<Vec<u8>, Fault> {
    let own = match body {
        Some(Body::Markdown(text)) => Some(FileText::of(without_mark(text).as_bytes())),
        _ => None,
    };
    let mut file = match (body, &own) {
        (None, _) => FileText::of(old),
        (Some(_), Some(own)) => with_markdown(old, own),
        (Some(body), None) => with_body(old, body)?,
    };
    attribute(record, attributes);
    let said = own.and_then(|own| sent(record, &own));
    let changed = page_file::say_over(&file.bytes, &file.front, record);
    if let Some(changed) = changed.map_err(|error| Fault::invalid("document", error.to_string()))? {
        file = FileText::of(changed);
    }
    let speaks = said.is_some() && said == page_file::title(&file.bytes, &file.front);
    if let Some(title) = attributes.title.as_ref().filter(|_| !speaks) {
        record.title = one_line(title);
        file = page_file::retitle(&file.bytes, &record.title).map_or(file, FileText::of);
    }
    page_file::derive_from(record, &file.bytes, &file.front);
    Ok(file.bytes.into_owned())
}

/// A page's file, or what is to be one, with its front matter.
#[derive(Clone)]
struct FileText<'a> {
    bytes: Cow<'a, [u8]>,
    front: FrontMatter,
}

impl<'a> FileText<'a> {
    fn of(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        let bytes = bytes.into();
        Self { front: front_matter::parse(&bytes), bytes }
    }
}

/// Replaces the body of a page's file by Markdown, or all of it if that has front matter of its own.
fn with_markdown<'a>(old: &[u8], own: &FileText<'a>) -> FileText<'a> {
    let head = &old[..front_matter::parse(old).body_at];
    let is_whole = own.front.body_at > 0 || head.is_empty();
    if is_whole { own.clone() } else { FileText::of([head, &own.bytes].concat()) }
}

/// Replaces the body of a page's file by a changed one.
fn with_body<'a>(old: &'a [u8], body: &Body<'_>) -> Result<FileText<'a>, Fault> {
    let file = FileText::of(old);
    let (head, tail) = old.split_at(file.front.body_at);
    let edited = edited(tail, body)?;
    if edited == tail {
        return Ok(file);
    }
    let source = FileText::of([head, &edited].concat());
    // The new beginning of the body must not be parsed as front matter.
    let is_same = source.front.body_at == head.len();
    Ok(if is_same { source } else { FileText::of([head, b"\n", &edited].concat()) })
}

/// Edits the body of a file as a change says; Markdown replaces it. Bytes that are no UTF-8 stay where nothing changes.
pub(super) fn edited(old: &[u8], body: &Body<'_>) -> Result<Vec<u8>, Fault> {
    let text = &*utf8::lossy(old);
    let edited = match body {
        Body::Markdown(markdown) => return Ok(markdown.clone().into_bytes()),
        Body::Document { document, resolve } => spliced(text, document, *resolve)?,
        Body::Blocks { operations, resolve } => patch(text, operations, *resolve)?,
    };
    let is_decoded = text.as_bytes() == old;
    Ok(if is_decoded { edited.into_bytes() } else { undecoded::encoded(old, &edited) })
}

/// Edits a text to yield another document. Refuses a text that was cut, as the part after its document would be lost.
fn spliced(text: &str, document: &Document, resolve: &dyn Resolve) -> Result<String, Fault> {
    let parsed = parse(text, resolve);
    if parsed.cut.is_some() {
        let message = "the text here is too long to be changed as a document; it can be changed as Markdown";
        return Err(Fault::invalid("document", message));
    }
    Ok(splice(text, &parsed, document, resolve))
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Writes the fields of a text's own front matter into the record; returns the title that the text gives.
fn sent(record: &mut PageRecord, text: &FileText<'_>) -> Option<String> {
    let mut said = record.clone();
    page_file::describe(&mut said, &text.front.fields);
    for name in front_matter::names(&text.bytes, &text.front) {
        match name.as_str() {
            "description" => record.description.clone_from(&said.description),
            "icon" => record.icon.clone_from(&said.icon),
            "emoji" => record.emoji.clone_from(&said.emoji),
            "cover" | "coverY" => record.cover.clone_from(&said.cover),
            "layout" => record.layout.clone_from(&said.layout),
            "vars" => record.variables.clone_from(&said.variables),
            "hidden" => record.hidden = said.hidden,
            "noIndex" => record.no_index = said.no_index,
            "noRobotsIndex" => record.no_robots_index = said.no_robots_index,
            name if name.trim().eq_ignore_ascii_case("if") => record.condition.clone_from(&said.condition),
            _ => {}
        }
    }
    page_file::title(&text.bytes, &text.front)
}

/// Writes attributes except title, slug and place into a record.
pub(super) fn attribute(record: &mut PageRecord, attributes: &Attributes) {
    attributes.emoji.apply(&mut record.emoji);
    attributes.icon.apply(&mut record.icon);
    attributes.description.apply(&mut record.description);
    attributes.condition.apply(&mut record.condition);
    attributes.layout.apply(&mut record.layout);
    attributes.cover.apply(&mut record.cover);
    record.hidden = attributes.hidden.unwrap_or(record.hidden);
    record.no_index = attributes.no_index.unwrap_or(record.no_index);
    record.no_robots_index = attributes.no_robots_index.unwrap_or(record.no_robots_index);
    if let Some(variables) = &attributes.variables {
        record.variables.clone_from(variables);
    }
    // A layout with only defaults is stored as none.
    record.layout = record.layout.take().filter(|layout| *layout != Default::default());
}

/// Returns true if any attribute other than the slug is set.
pub(super) fn concerns(attributes: &Attributes) -> bool {
    let Attributes { slug, .. } = attributes;
    *attributes != Attributes { slug: slug.clone(), ..Attributes::default() }
}
