//! Exports of content as a ZIP archive in the directory format.
//!
//! The archive is built while it is sent: each piece takes one short hop to a thread that may block, so a slow client
//! holds no more than the memory of a piece. The revision determines the bytes, so its identifier is their entity tag.

use std::io;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, ETAG};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::Error;
use quire_app::content::export::Packing;
use quire_content::slug::slug;
use serde_json::json;

use super::scope::Scope;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Media, MediaType, Op, OperationDescription, Output, Schemas, op};
use crate::error::Problem;

pub(super) fn endpoints() -> Endpoints<Context> {
    let under = |prefix: &str, id| Endpoints::new().get(&format!("{prefix}/export"), export, described(id));
    under("/v1/spaces/{spaceId}/content", "exportContent")
        .merge(under("/v1/spaces/{spaceId}/revisions/{revisionId}", "exportContentInRevision"))
        .merge(under("/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content", "exportContentInChangeRequest"))
}

fn described(id: &'static str) -> Op {
    op(id, "Space content", "Export all content as a ZIP archive in the directory format.")
        .details(
            "Content that was imported and not changed since is exported byte for byte, under the same paths. The same \
             revision gives the same bytes. A truncated archive means that the export failed on the server.",
        )
        .untimed()
}

/// The version of the archive's form, a part of the entity tag: another form of a revision needs another tag.
const FORM: u32 = 1;

async fn export(State(context): State<Context>, scope: Scope) -> Result<Archive, Problem> {
    let view = scope.view(&context).await?;
    let etag = HeaderValue::try_from(format!("\"{}-zip{FORM}\"", view.revision.id)).map_err(Problem::internal)?;
    let disposition = HeaderValue::try_from(disposition(&view.space.title)).map_err(Problem::internal)?;
    let packing = context.run_in(WorkKind::Long, move |app| Packing::new(app.export(&view)?, view)).await?;
    let media = Media::new(body(context, packing)).header(ETAG, etag).header(CONTENT_DISPOSITION, disposition);
    Ok(Archive(media.header(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))))
}

fn body(context: Context, packing: Packing) -> Body {
    Body::from_stream(stream::try_unfold((context, packing), |(context, mut packing)| async move {
        let piece = context.run_in(WorkKind::Long, move |app| {
            let piece = packing.next(app).inspect_err(|e| match e {
                // Nobody reads it any more.
                Error::Stopped => tracing::debug!("an export was broken off"),
                e => tracing::error!(error = e as &dyn std::error::Error, "an export ended early"),
            })?;
            Ok(piece.map(|piece| (Bytes::from(piece), packing)))
        });
        match piece.await {
            Ok(piece) => Ok(piece.map(|(piece, packing)| (piece, (context, packing)))),
            Err(_) => Err(io::Error::other("the export ended early")),
        }
    }))
}

/// Returns a `Content-Disposition` with an ASCII file name, and in `filename*` (RFC 6266) one with all letters.
fn disposition(title: &str) -> String {
    let name = slug(title);
    let plain = slug(&name.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect::<String>());
    let name = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    format!("attachment; filename=\"{plain}.zip\"; filename*=UTF-8''{name}.zip")
}

/// A ZIP archive that is built while it is sent, with its strong entity tag.
struct Archive(Media<Zip>);

struct Zip;

impl MediaType for Zip {
    const NAME: &'static str = "application/zip";
}

impl IntoResponse for Archive {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl Output for Archive {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        let known = "Entity tags that the caller has: 304 if the content still has one of them.";
        operation.header_parameter("If-None-Match", false, json!({ "type": "string", "description": known }));
        let headers =
            [("ETag", "The version of the content."), ("Content-Disposition", "A file name for the archive.")];
        operation.response(StatusCode::OK, "OK", Some((Zip::NAME, Zip::schema())), &headers);
        operation.response(StatusCode::NOT_MODIFIED, "The caller has the current content", None, &headers[..1]);
    }
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn names_of_archives() {
        for (title, plain, all) in [
            ("My Docs", "my-docs", "my%2Ddocs"),
            ("Über \"uns\"\r\n", "ber-uns", "%C3%BCber%2Duns"),
            ("日本", "page", "%E6%97%A5%E6%9C%AC"),
        ] {
            let expected = format!("attachment; filename=\"{plain}.zip\"; filename*=UTF-8''{all}.zip");
            assert_eq!(disposition(title), expected);
        }
    }
}
