//! Smaller forms of pictures: made when they are first asked for, and kept.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;

use quire_pictures::MOST_BYTES;
use quire_store::pictures::Known;

pub use quire_pictures::{WIDTHS, widths};

use crate::App;
use crate::content::downloads::Download;
use crate::core::errors::Error;

/// A picture in a width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InWidth {
    /// A file with the smaller form.
    Smaller {
        /// The path of the file.
        path: PathBuf,
        /// The media type.
        content_type: &'static str,
        /// The extension of its name.
        extension: &'static str,
    },
    /// The picture itself: a smaller form would have more bytes, or look different.
    Itself,
}

impl App {
    /// Returns a picture in a width, if that is known already; `None` if it has to be [made](Self::make_smaller).
    pub fn known_in_width(&self, picture: &Download, width: u32) -> Option<InWidth> {
        if !WIDTHS.contains(&width) {
            return Some(InWidth::Itself);
        }
        self.inner.pictures.find(picture.hash, width).map(|known| match known {
            Known::Itself => InWidth::Itself,
            Known::Smaller(path, extension) => {
                InWidth::Smaller { path, content_type: media_type(extension), extension }
            }
        })
    }

    /// Makes a picture smaller and keeps the outcome. It takes seconds at most, and memory within bounds.
    ///
    /// # Errors
    /// A file can't be read or written; a picture that can't be decoded is sent as it is.
    pub fn make_smaller(&self, picture: &Download, width: u32) -> Result<InWidth, Error> {
        if let Some(known) = self.known_in_width(picture, width) {
            return Ok(known);
        }
        let bytes = self.bytes_of(picture)?;
        let made = quire_pictures::smaller(&bytes, width).ok().filter(|made| made.bytes.len() < bytes.len());
        let (extension, made) = match made {
            Some(made) if made.content_type == "image/jpeg" => ("jpg", made.bytes),
            Some(made) => ("webp", made.bytes),
            None => ("webp", Vec::new()),
        };
        let stored = self.inner.pictures.put(picture.hash, width, extension, &made, self.now());
        stored.map_err(|e| Error::storing("storing a smaller picture", e))?;
        Ok(self.known_in_width(picture, width).unwrap_or(InWidth::Itself))
    }

    /// Returns the bytes of a picture; none of one that is too large to be made smaller.
    fn bytes_of(&self, picture: &Download) -> Result<Vec<u8>, Error> {
        let failed = |e| Error::internal("reading a picture", e);
        let mut bytes = Vec::new();
        let file = File::open(&picture.path).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() <= MOST_BYTES {
            file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        }
        Ok(bytes)
    }
}

fn media_type(extension: &str) -> &'static str {
    if extension == "jpg" { "image/jpeg" } else { "image/webp" }
}
