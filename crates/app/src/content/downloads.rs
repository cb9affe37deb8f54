//! Downloads: signed addresses of files, which work in an `<img>` and for one to two days.

use std::path::PathBuf;
use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::record::FileRecord;
use quire_model::ids::SpaceId;
use quire_model::time::Timestamp;
use quire_store::spaces;

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

const PURPOSE: &str = "download";
const DAY: Duration = Duration::from_hours(24);

/// The right to read one file, as encoded in a signed address.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The space whose content the file is in.
    pub space: SpaceId,
    /// The hash of the file's bytes.
    pub hash: Hash,
    /// The name to save it under.
    pub name: String,
    /// The media type to serve it as.
    pub content_type: String,
    /// The time from which the pass is invalid.
    pub expires: Timestamp,
    /// The signature over all other fields.
    pub signature: String,
}

/// A file to send.
#[derive(Debug, Clone)]
pub struct Download {
    /// The path of the file in the blob store.
    pub path: PathBuf,
    /// The hash of the file's bytes.
    pub hash: Hash,
    /// The media type to serve it as.
    pub content_type: String,
}

impl App {
    /// Returns the expiry of passes issued now: the end of the next day (UTC), so that answers with passes in them stay
    /// the same for a day.
    pub fn passes_expire(&self) -> Timestamp {
        let day = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
        Timestamp((self.now().0.div_euclid(day) + 2) * day)
    }

    /// Creates a pass for a file of content that the caller may read.
    pub fn pass(&self, view: &View, file: &FileRecord, expires: Timestamp) -> Pass {
        let mut pass = Pass {
            space: view.space.id,
            hash: file.blob,
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            expires,
            signature: String::new(),
        };
        pass.signature = self.inner.signer.sign(PURPOSE, &fields(&pass).each_ref().map(String::as_str), expires);
        pass
    }

    /// Returns the file that a pass is for, or [`Error::NotFound`] if the pass is not valid.
    pub fn download(&self, pass: Pass) -> Result<Download, Error> {
        let fields = fields(&pass);
        let signed = fields.each_ref().map(String::as_str);
        if !self.inner.signer.verify(PURPOSE, &signed, pass.expires, &pass.signature, self.now()) {
            return Err(Error::NotFound("file"));
        }
        let space = self.inner.db.read_single(|tx| Ok::<_, Error>(spaces::get(tx, pass.space)?))?;
        if space.is_none_or(|space| space.deleted_at.is_some()) {
            return Err(Error::NotFound("file"));
        }
        Ok(Download { path: self.inner.blobs.path(pass.hash), hash: pass.hash, content_type: pass.content_type })
    }
}

fn fields(pass: &Pass) -> [String; 4] {
    [pass.space.to_string(), pass.hash.to_string(), pass.content_type.clone(), pass.name.clone()]
}
