//! Parts of specifications as Markdown, for programs that read pages: a heading, the address, the description, and the
//! part of the document as JSON.

use std::cell::Cell;

use quire_content::document::model::Kind;
use quire_content::document::{self, Document, Unresolved, api_blocks};
use quire_content::record::PageRecord;
use quire_openapi::Call;
use serde_json::Value;

use super::bodies::{ComputedBody, block};
use super::latest::LatestVersions;
use super::parts::Part;
use crate::App;
use crate::core::errors::Error;

/// The maximum size of the JSON of a part, in bytes; a larger one is written without shared objects.
const MOST_JSON: usize = 64 << 10;
/// The maximum size of all JSON on a page, in bytes; further parts have none.
const MOST_JSON_OF_PAGE: usize = 1 << 20;

/// The specifications that the Markdown of a page shows.
pub(crate) struct SpecificationTexts<'a> {
    pub(crate) app: &'a App,
    pub(crate) latest: &'a LatestVersions,
    /// Called with the slug of each specification.
    pub(crate) uses: &'a dyn Fn(&str),
}

impl SpecificationTexts<'_> {
    /// Returns the Markdown of a computed page.
    pub(crate) fn of_page(&self, page: &PageRecord, body: &ComputedBody) -> Result<String, Error> {
        let mut text = format!("# {}\n\n", page.title);
        for part in [&page.description, &body.text].into_iter().flatten() {
            text.push_str(part.trim());
            text.push_str("\n\n");
        }
        let left = Cell::new(MOST_JSON_OF_PAGE);
        for kind in &body.blocks {
            let of_part = self.block(kind, &left)?;
            let written = || document::print(&Document::new(vec![block(kind.clone())]), &Unresolved);
            text.push_str(&if Part::of(kind).is_some() { of_part } else { written() });
            text.push_str("\n\n");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        Ok(text)
    }

    /// Returns a text with parts of specifications in place of the blocks that show them.
    pub(crate) fn within(&self, text: String) -> Result<String, Error> {
        let blocks = api_blocks(&text);
        if blocks.is_empty() {
            return Ok(text);
        }
        let (mut written, mut kept) = (String::with_capacity(text.len()), 0);
        let left = Cell::new(MOST_JSON_OF_PAGE);
        for block in blocks {
            self.app.go_on()?;
            written.push_str(&text[kept..block.span.start]);
            let line = text[..block.span.start].rfind('\n').map_or(0, |at| at + 1);
            let before = &text[line..block.span.start];
            let shown = self.block(&block.kind, &left)?;
            written.push_str(&shown.replace('\n', &format!("\n{}", continued(before))));
            kept = block.span.end;
            if text[..kept].ends_with('\n') {
                written.push('\n');
            }
        }
        written.push_str(&text[kept..]);
        Ok(written)
    }

    /// Returns the text of a part of a specification.
    fn block(&self, kind: &Kind, left: &Cell<usize>) -> Result<String, Error> {
        let Some((slug, part)) = Part::of(kind) else { return Ok(String::new()) };
        (self.uses)(slug);
        let Some(found) = self.app.specification_part(self.latest, slug, &part)? else {
            return Ok(format!("The OpenAPI specification `{slug}` is not available."));
        };
        let lines = match &part {
            Part::Operation(call) => match operation(&found, call) {
                Some(operation) => head(call, &found, operation),
                None => return Ok(format!("`{}` is not in the OpenAPI specification `{slug}`.", call.shown())),
            },
            Part::Schemas(names) => {
                let missing = names.iter().filter(|name| schema(&found, name).is_none());
                let missing = missing.map(|name| format!("`{name}` is not in the OpenAPI specification `{slug}`."));
                std::iter::once(format!("## {}", names.join(", "))).chain(missing).collect()
            }
        };
        Ok(lines.into_iter().chain(json(&found, left)).collect::<Vec<_>>().join("\n\n"))
    }
}

/// Returns what the lines after the first one of a nested block begin with.
fn continued(before: &str) -> String {
    before.chars().map(|c| if c == '>' { '>' } else { ' ' }).collect()
}

/// Returns an operation of a document.
pub(super) fn operation<'v>(document: &'v Value, call: &Call) -> Option<&'v Value> {
    let group = if call.is_webhook { "webhooks" } else { "paths" };
    document.get(group)?.get(&call.path)?.get(&call.method)
}

fn schema<'v>(document: &'v Value, name: &str) -> Option<&'v Value> {
    document.pointer("/components/schemas").or_else(|| document.get("definitions"))?.get(name)
}

/// Returns the heading, the address and the description of an operation.
fn head(call: &Call, document: &Value, operation: &Value) -> Vec<String> {
    let text = |name: &str| operation.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let title = text("summary").map_or_else(|| call.shown(), |title| title.replace('\n', " "));
    let server = document.pointer("/servers/0/url").and_then(Value::as_str).filter(|_| !call.is_webhook);
    let address = format!("{}{}", server.unwrap_or_default().trim_end_matches('/'), call.path);
    let mut lines = vec![format!("## {title}"), format!("`{}` `{address}`", call.method.to_ascii_uppercase())];
    if operation.get("deprecated").and_then(Value::as_bool) == Some(true) {
        lines.push("Deprecated.".to_owned());
    }
    lines.extend(text("description").map(str::to_owned));
    lines
}

/// Returns a code block with a document, if it is within what is left for a page.
fn json(document: &Value, left: &Cell<usize>) -> Option<String> {
    let whole = serde_json::to_string_pretty(document).ok()?;
    let text = if whole.len() <= MOST_JSON { whole } else { without_shared(document)? };
    let rest = left.get().checked_sub(text.len())?;
    left.set(rest);
    Some(format!("```json\n{text}\n```"))
}

fn without_shared(document: &Value) -> Option<String> {
    let members = document.as_object()?.iter();
    let kept = members.filter(|(name, _)| !matches!(name.as_str(), "components" | "definitions"));
    let text = serde_json::to_string_pretty(&kept.collect::<std::collections::BTreeMap<_, _>>()).ok()?;
    (text.len() <= 4 * MOST_JSON).then_some(text)
}
