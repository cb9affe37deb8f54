//! Files of a space's content.

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
    /// The media type.
    content_type: String,
    /// Where the bytes are, for a day or two, without a token.
    #[serde(rename = "downloadURL")]
    download_url: String,
    /// In bytes.
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

/// Where something came from in a directory or a repository.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GitBlob {
    /// Git's name of the bytes, in hexadecimal.
    oid: String,
    /// The path from the content's root.
    path: String,
}

impl GitBlob {
    pub(crate) fn of(git: &quire_content::record::GitBlob) -> Self {
        let oid = git.oid.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { oid, path: git.path.clone() }
    }
}

/// How files are shown: with their git metadata or without, their addresses good until a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Showing {
    pub(crate) metadata: bool,
    pub(crate) passes_expire: Timestamp,
}

/// What a file is, apart from which one.
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
    /// What a file is, apart from which one.
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

/// Where a file's bytes are: `…/v1/spaces/<space>/files/<hash>/<name>?…`: the name stands there for whoever saves the file, and
/// is signed like all else.
pub(super) fn address(file: &FileRecord, view: &View, app: &App, expires: Timestamp) -> String {
    let pass = app.pass(view, file, expires);
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let base = &app.options().public_url;
    let (space, hash, name) = (pass.space, pass.hash, encode(&pass.name));
    let (kind, expires, signature) = (encode(&pass.content_type), pass.expires.0, pass.signature);
    format!("{base}/v1/spaces/{space}/files/{hash}/{name}?type={kind}&expires={expires}&signature={signature}")
}
