//! PDF of content, and the signed addresses at which the documents are.

use axum::extract::State;
use axum::http::HeaderMap;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::prints::{Options, Paper, Pass};
use quire_app::{App, Error};
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_model::ids::{SiteSpaceId, SpaceId, UserId};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::downloads::send;
use super::scope::Scope;
use super::sites::SitePath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{AnyMedia, Endpoints, Json, Media, Op, Path, Query, op};
use crate::error::Problem;

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get("/v1/spaces/{spaceId}/pdf", print, described("getSpacePdf", "Print a space, or pages of it, as PDF."))
        .get(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
            print,
            described("getChangeRequestPdf", "Print the content of a change request as PDF."),
        )
        .get(
            "/v1/spaces/{spaceId}/revisions/{revisionId}/pdf",
            print,
            described("getRevisionPdf", "Print a revision as PDF."),
        )
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/pdf",
            print_site,
            op("getSitePdf", super::sites::TAG, "Print a space of a published site, or pages of it, as PDF.")
                .details(
                    "The document has what the site shows to everybody. Readers who see more print at the addresses of the \
                     site. The answer comes when the document is ready. `url` works without a token until the end of the \
                     next day.",
                )
                .untimed(),
        )
        .get(
            "/v1/spaces/{spaceId}/prints/{hash}/{name}",
            download,
            op("downloadPdf", "Space content", "Download a PDF, at the `url` that printing answers.")
                .details("The address works without a token until it expires, one to two days after it was issued.")
                .public()
                .partial()
                .untimed(),
        )
}

fn described(id: &'static str, says: &'static str) -> Op {
    op(id, "Space content", says)
        .details(
            "The answer comes when the document is ready, which takes seconds for hundreds of pages. The document has \
             what visitors without claims see: hidden pages, and pages whose condition does not hold, are left out \
             unless `page` names them. The same content gives the same bytes. `url` works without a token until the end \
             of the next day, as long as the caller may read the space and the token that asked for it works.",
        )
        .untimed()
}

/// The selection of pages to print, and the paper.
#[derive(Debug, Deserialize, JsonSchema)]
struct Wanted {
    /// The page to print, with those below it; the whole space without one.
    page: Option<Named<PageId>>,
    /// True to leave out the pages below `page`.
    #[serde(default)]
    only: bool,
    /// The format of the paper.
    #[serde(default)]
    format: Format,
}

impl Wanted {
    fn options(&self) -> Result<Options, Error> {
        if self.only && self.page.is_none() {
            return Err(Error::Invalid("only: name the page in `page`".to_owned()));
        }
        let paper = match self.format {
            Format::A4 => Paper::A4,
            Format::Letter => Paper::Letter,
        };
        Ok(Options { page: self.page.as_ref().map(|page| page.0), only: self.only, paper })
    }
}

/// The characters of names that addresses escape: all but letters, digits, hyphens and the like.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A format of paper.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PaperFormat")]
enum Format {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

/// The address of a document.
#[derive(Debug, Serialize, JsonSchema)]
struct Printed {
    /// The address of the document.
    url: String,
}

async fn print(
    State(context): State<Context>,
    scope: Scope,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Printed>, Problem> {
    let work = move |app: &App| {
        let options = wanted.options()?;
        let (caller, view) = scope.read(app)?;
        app.print(&caller, &view, options, app.passes_expire())
    };
    let pass = context.run_in(WorkKind::Long, work).await?;
    Ok(Json(Printed { url: address(&context, &pass) }))
}

/// The space of a site to print.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WantedSpace {
    /// The space of the site to print; its first one without one.
    site_space: Option<Named<SiteSpaceId>>,
}

async fn print_site(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(space): Query<WantedSpace>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Printed>, Problem> {
    let site = path.parse();
    let space = space.site_space.map(|space| space.0);
    let work = move |app: &App| app.print_site(&caller, site, space, wanted.options()?, app.passes_expire());
    let pass = context.run_in(WorkKind::Long, work).await?;
    Ok(Json(Printed { url: address(&context, &pass) }))
}

fn address(context: &Context, pass: &Pass) -> String {
    let name = utf8_percent_encode(&pass.name, ESCAPED);
    let Pass { space, key, reader, expires, signature, .. } = pass;
    let reader = reader.map(|(user, by)| {
        let by = by.to_string();
        format!("reader={user}&by={}&", utf8_percent_encode(&by, ESCAPED))
    });
    let reader = reader.unwrap_or_default();
    context.url(format!("/v1/spaces/{space}/prints/{key}/{name}?{reader}expires={}&signature={signature}", expires.0))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PrintPath {
    space_id: Named<SpaceId>,
    hash: Named<Hash>,
    name: String,
}

/// The signed part of a document's address.
#[derive(Debug, Deserialize, JsonSchema)]
struct Signed {
    /// The time at which the address expires, in milliseconds since 1970-01-01 UTC.
    expires: i64,
    /// The user for whom it was printed; absent where everybody may read it.
    reader: Option<Named<UserId>>,
    /// The credential by which they asked for it.
    by: Option<String>,
    signature: String,
}

async fn download(
    State(context): State<Context>,
    Path(path): Path<PrintPath>,
    Query(signed): Query<Signed>,
    headers: HeaderMap,
) -> Result<Media<AnyMedia>, Problem> {
    let by = signed.by.as_deref().map(str::parse).transpose().map_err(|_| Error::NotFound("PDF"))?;
    let pass = Pass {
        reader: signed.reader.map(|reader| reader.0).zip(by),
        space: path.space_id.0,
        key: path.hash.0,
        name: path.name.clone(),
        expires: Timestamp(signed.expires),
        signature: signed.signature,
    };
    let printed = context.run(move |app| app.printed(&pass)).await?;
    send(&printed, &path.name, &headers).await
}
