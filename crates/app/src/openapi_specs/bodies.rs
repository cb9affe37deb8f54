//! Bodies of computed pages: the text of a tag or of the whole specification, and blocks with operations or schemas.

use quire_content::budget::Budget;
use quire_content::document::model::{Block, HintStyle, Kind, Node};
use quire_content::document::{self, Document, Unresolved, anchors};
use quire_content::record::{PageKind, PageRecord};
use quire_openapi::index::Operation;
use quire_openapi::pages::{FurtherPages, MOST_CALL, MOST_PAGES, MOST_SCHEMAS, TITLES, pages, schema_names};
use quire_openapi::{Call, Index};

use super::computed::{ComputedPage, Shown};
use super::expansion::MOST_PAGES as MOST_OF_SPACE;
use super::latest::LatestVersions;
use super::parts::Part;
use crate::App;
use crate::content::View;
use crate::content::documents::{Body, Form, Reading};
use crate::core::errors::Error;

/// The maximum number of operations on one page.
const MOST_OPERATIONS: usize = 50;

/// The content of a computed page.
#[derive(Debug, Clone, Default)]
pub struct ComputedBody {
    /// The text at its beginning, in Markdown, from the specification.
    pub text: Option<String>,
    /// The blocks below the text.
    pub blocks: Vec<Kind>,
}

impl App {
    /// Returns the content of a computed page that shows a specification; `None` for other pages.
    pub fn computed_body(&self, latest: &LatestVersions, page: &PageRecord) -> Result<Option<ComputedBody>, Error> {
        let PageKind::Computed { yaml } = &page.kind else { return Ok(None) };
        let ComputedPage::Specification { spec, shows, left_out } = ComputedPage::read(yaml) else { return Ok(None) };
        let Some(version) = &self.version_shown(latest, &spec)? else {
            // A block says that the specification is not there.
            return Ok(Some(ComputedBody { text: None, blocks: vec![schemas(spec, Vec::new())] }));
        };
        if shows == Shown::Changes {
            let blocks = latest.organization().map(|it| self.change_blocks(it, version)).transpose()?;
            return Ok(Some(ComputedBody { text: None, blocks: blocks.into_iter().collect() }));
        }
        let index = self.specification_index(version)?;
        let mut body = shows.body(&spec, &index);
        let of_page = if let Shown::Operations { .. } = shows { left_out_of_page(&shows, &index) } else { 0 };
        let notices =
            [(of_page, format!("a page has at most {MOST_OPERATIONS} operations")), (left_out, bound_of_pages())];
        let notices = notices.into_iter().filter(|(count, _)| *count > 0);
        body.blocks.splice(0..0, notices.map(|(count, bound)| notice(&left_out_text(count, "left out here", &bound))));
        Ok(Some(body))
    }

    /// Returns the document of a computed page; `None` for other pages.
    pub fn computed_document(
        &self,
        latest: &LatestVersions,
        page: &PageRecord,
        budget: &Budget,
    ) -> Result<Option<Document>, Error> {
        Ok(self.computed_body(latest, page)?.map(|body| body.document(budget)))
    }

    /// Returns the anchor of an operation on a computed page; `None` if the page does not show it.
    pub(crate) fn operation_anchor(
        &self,
        latest: &LatestVersions,
        page: &PageRecord,
        call: &Call,
    ) -> Result<Option<String>, Error> {
        let document = self.computed_document(latest, page, &self.page_budget())?;
        let blocks = document.iter().flat_map(|document| &document.nodes);
        let mut shown = blocks.filter(|block| match Part::of(&block.kind) {
            Some((_, Part::Operation(shown))) => shown == *call,
            _ => false,
        });
        Ok(shown.next().and_then(|block| block.anchor.as_str()).map(str::to_owned))
    }
}

impl App {
    /// Returns the body of a page as it is now: what a computed page shows, or the page's own text; `None` for kinds of
    /// pages without one.
    pub fn page_body_now(&self, view: &View, page: &PageRecord, reading: Reading) -> Result<Option<Body>, Error> {
        if !matches!(page.kind, PageKind::Computed { .. }) {
            return self.page_body(view, page, reading);
        }
        let latest = self.specifications_of(view)?;
        let document = self.computed_document(&latest, page, &self.page_budget())?;
        Ok(document.map(|document| match reading.form {
            Form::Document => Body::Document(document),
            Form::Markdown => Body::Markdown(document::print(&document, &Unresolved)),
        }))
    }
}

/// Returns the source of a computed page as JSON; `None` for other pages, and if the source can't be read.
pub fn source_of(page: &PageRecord) -> Option<serde_json::Value> {
    let PageKind::Computed { yaml } = &page.kind else { return None };
    quire_convert::specification(yaml.as_bytes()).filter(serde_json::Value::is_object)
}

/// Returns the bounds beyond which operations are on no page.
fn bound_of_pages() -> String {
    format!(
        "a specification has at most {MOST_PAGES} pages, all specifications of a space {MOST_OF_SPACE}, and an operation's \
         path at most {MOST_CALL} bytes"
    )
}

/// Returns a sentence about operations that are left out; `how` says where.
fn left_out_text(count: usize, how: &str, bound: &str) -> String {
    let (noun, verb) = if count == 1 { ("operation", "is") } else { ("operations", "are") };
    format!("{count} {noun} of the OpenAPI specification {verb} {how}: {bound}.")
}

/// Returns a sentence about the operations of a specification that are on no page, if there are any.
pub(super) fn all_left_out(index: &Index, further: FurtherPages) -> Option<String> {
    let pages = pages(index, &TITLES, further);
    let count = pages.first().map_or(0, |first| first.left_out);
    (count > 0).then(|| left_out_text(count, "on no page", &bound_of_pages()))
}

fn left_out_of_page(shows: &Shown, index: &Index) -> usize {
    let Shown::Operations { tag, calls } = shows else { return 0 };
    let count = calls.as_ref().map_or_else(|| of_tag(tag.as_ref(), index).count(), Vec::len);
    count.saturating_sub(MOST_OPERATIONS)
}

fn of_tag<'i>(tag: Option<&'i String>, index: &'i Index) -> impl Iterator<Item = &'i Operation> {
    index.operations.iter().filter(move |it| !it.is_internal && it.tags.first() == tag)
}

fn notice(text: &str) -> Kind {
    let text = block(Kind::Paragraph { align: None, nodes: vec![Node::text(text)] });
    Kind::Hint { style: HintStyle::Warning, nodes: vec![text] }
}

impl Shown {
    fn body(&self, spec: &str, index: &Index) -> ComputedBody {
        match self {
            Self::Everything { .. } | Self::Description => {
                ComputedBody { text: index.description.clone(), blocks: Vec::new() }
            }
            Self::Schemas { part } => {
                let names = schema_names(index);
                let names = names.chunks(MOST_SCHEMAS).nth(part.saturating_sub(1)).unwrap_or_default().to_vec();
                ComputedBody { text: None, blocks: vec![schemas(spec.to_owned(), names)] }
            }
            Self::Changes => ComputedBody::default(),
            Self::Operations { tag, calls } => {
                let of_tag = || of_tag(tag.as_ref(), index).map(|operation| operation.call.clone()).collect();
                let calls = calls.clone().unwrap_or_else(of_tag);
                let declared = tag.as_deref().and_then(|tag| index.tag(tag)).filter(|tag| !tag.is_internal);
                ComputedBody {
                    text: declared.and_then(|tag| tag.description.clone()),
                    blocks: calls.into_iter().take(MOST_OPERATIONS).map(|call| operation(spec, call)).collect(),
                }
            }
        }
    }
}

impl ComputedBody {
    /// Returns the body as a document with keys and anchors.
    pub fn document(&self, budget: &Budget) -> Document {
        let text = self.text.as_deref().unwrap_or_default();
        let mut document = document::parse_foreign(text, budget);
        document.nodes.extend(self.blocks.iter().cloned().map(block));
        anchors::derive(&mut document);
        document::keys::fresh(&mut document);
        document
    }
}

/// Returns a block without key and anchor.
pub(super) fn block(kind: Kind) -> Block {
    Block { key: Default::default(), anchor: Default::default(), kind, more: Default::default() }
}

fn operation(spec: &str, Call { is_webhook, path, method }: Call) -> Kind {
    let spec = spec.to_owned();
    if is_webhook { Kind::Webhook { spec, name: path, method } } else { Kind::Operation { spec, path, method } }
}

fn schemas(spec: String, schemas: Vec<String>) -> Kind {
    Kind::Schemas { spec, schemas, grouped: true }
}
