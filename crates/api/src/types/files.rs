//! The representation of files of a space's content.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::App;
use quire_app::content::View;
use quire_content::id::FileId;
use quire_content::record::FileRecord;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

/// A file: an image or an attachment.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct File {
    id: String,
    name: String,
    /// The media type, such as `image/png`.
    content_type: String,
    /// A signed address of the bytes that needs no token and expires at the end of the next day (UTC).
    #[serde(rename = "downloadURL")]
    download_url: String,
    /// The size of the file in bytes.
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<Dimensions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    git: Option<GitBlob>,
}

/// The size of an image in pixels.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Dimensions {
    width: u32,
    height: u32,
}

/// The origin of content in an imported directory or Git repository.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GitBlob {
    /// The Git object identifier of the bytes, in hexadecimal.
    oid: String,
    /// The path from the root of the content.
    path: String,
}

impl GitBlob {
    pub(crate) fn of(git: &quire_content::record::GitBlob) -> Self {
        let oid = git.oid.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { oid, path: git.path.clone() }
    }
}

/// Options for the representation of files: whether Git metadata is included, and when download addresses expire.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Showing {
    pub(crate) metadata: bool,
    /// True if computed pages have the pages that they stand for.
    pub(crate) computed: bool,
    pub(crate) passes_expire: Timestamp,
}

/// The description of a file without its identifier and its origin.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileContent {
    name: String,
    content_type: String,
    #[serde(rename = "downloadURL")]
    download_url: String,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<Dimensions>,
}

impl File {
    /// Returns the description of a file.
    pub(crate) fn described(file: &FileRecord, view: &View, app: &App, showing: Showing) -> FileContent {
        FileContent {
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            download_url: address(file, view, app, showing.passes_expire),
            size: file.size,
            dimensions: file.dimensions.map(|(width, height)| Dimensions { width, height }),
        }
    }

    pub(crate) fn of(id: FileId, file: &FileRecord, view: &View, app: &App, showing: Showing) -> Self {
        Self {
            id: id.to_string(),
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            download_url: address(file, view, app, showing.passes_expire),
            size: file.size,
            dimensions: file.dimensions.map(|(width, height)| Dimensions { width, height }),
            git: file.git.as_ref().filter(|_| showing.metadata).map(GitBlob::of),
        }
    }
}

/// Returns the signed address of a file's bytes, `…/v1/spaces/<space>/files/<hash>/<name>?…`. The name is part of the
/// path so that downloads are saved under it, and is covered by the signature.
pub(super) fn address(file: &FileRecord, view: &View, app: &App, expires: Timestamp) -> String {
    let pass = app.pass(view, file, expires);
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let base = &app.options().public_url;
    let (space, hash, name) = (pass.space, pass.hash, encode(&pass.name));
    let (kind, expires, signature) = (encode(&pass.content_type), pass.expires.0, pass.signature);
    format!("{base}/v1/spaces/{space}/files/{hash}/{name}?type={kind}&expires={expires}&signature={signature}")
}
