//! Edits of a page's file: body, front matter and heading, each only where it changes.

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
    let front = front_matter::parse(old);
    let mut source = body.map_or_else(|| Ok(old.to_vec()), |body| with_body(old, &front, body))?;
    attribute(record, attributes);
    let said = match body {
        Some(Body::Markdown(text)) => sent(record, text),
        _ => None,
    };
    source = page_file::say(&source, record).map_err(|error| Fault::invalid("document", error.to_string()))?;
    let speaks = said.is_some() && said == page_file::title(&source, &front_matter::parse(&source));
    if let Some(title) = attributes.title.as_ref().filter(|_| !speaks) {
        record.title = one_line(title);
        source = page_file::retitle(&source, &record.title).unwrap_or(source);
    }
    page_file::derive(record, &source);
    Ok(source)
}

/// Replaces the body of a page's file.
fn with_body(old: &[u8], front: &FrontMatter, body: &Body<'_>) -> Result<Vec<u8>, Fault> {
    let (head, tail) = old.split_at(front.body_at);
    Ok(match body {
        Body::Markdown(text) => {
            let text = without_mark(text);
            let whole = front_matter::parse(text.as_bytes()).body_at > 0;
            if whole { text.as_bytes().to_vec() } else { [head, text.as_bytes()].concat() }
        }
        Body::Document { .. } | Body::Blocks { .. } => {
            let edited = edited(tail, body)?;
            if edited == tail {
                return Ok(old.to_vec());
            }
            let source = [head, &edited].concat();
            // The new beginning of the body must not be parsed as front matter.
            let same = front_matter::parse(&source).body_at == head.len();
            if same { source } else { [head, b"\n", &edited].concat() }
        }
    })
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
fn sent(record: &mut PageRecord, text: &str) -> Option<String> {
    let text = without_mark(text).as_bytes();
    let front = front_matter::parse(text);
    let mut said = record.clone();
    page_file::describe(&mut said, &front.fields);
    for name in front_matter::names(text) {
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
    page_file::title(text, &front)
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
