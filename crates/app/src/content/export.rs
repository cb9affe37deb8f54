//! Exports: content of a space as the directory format, in a folder or as a ZIP archive.
//!
//! The files of an export are listed first, then opened one by one: memory holds the list and the current page, never
//! a whole file. A revision is immutable, so the export is consistent however long it takes.

use std::fs::File;
use std::io::{Cursor, Read};
use std::sync::Arc;

use quire_content::snapshot::ContentSnapshot;
pub use quire_convert::{Counts, Existing, Export, Folder, FolderError};
use quire_convert::{Outgoing, Source, Zip, export};

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The number of bytes of a file read at once.
const PIECE_BYTES: usize = 256 * 1024;

impl App {
    /// Lists the files of an export of this content.
    pub fn export(&self, view: &View) -> Result<Export, Error> {
        self.objects(view, |map, objects| {
            let whole = ContentSnapshot::load(&map, objects)?;
            self.go_on()?;
            export(&whole, objects).map_err(|e| match e {
                quire_convert::ExportError::Object(e) => e.into(),
                e @ quire_convert::ExportError::Described(_) => Error::internal("listing the files of an export", e),
            })
        })
    }

    /// Writes an export into a folder, and reports after each file the number written.
    pub fn export_into(
        &self,
        view: &View,
        export: &Export,
        folder: &Folder,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), ExportError> {
        for (done, file) in export.files.iter().enumerate() {
            let mut opened = self.open_outgoing(view, file)?;
            folder.write(&file.path, &mut opened.reader)?;
            progress(done + 1);
        }
        Ok(())
    }

    fn open_outgoing(&self, view: &View, file: &Outgoing) -> Result<Opened, Error> {
        let in_memory = |bytes: Arc<[u8]>| Opened { size: bytes.len() as u64, reader: Box::new(Cursor::new(bytes)) };
        match &file.source {
            Source::Text(bytes) => Ok(in_memory(bytes.clone())),
            Source::Object(hash) => self.objects(view, |_, objects| Ok(in_memory(objects.get(hash)?))),
            Source::Page(hash, placed) => {
                let bytes = self.objects(view, |_, objects| Ok(objects.get(hash)?))?;
                self.expect_text(bytes.len())?;
                Ok(in_memory(placed.relinked(&bytes).map_or(bytes, Arc::from)))
            }
            Source::Blob(hash) => {
                let failed = |e| Error::internal("opening a blob", e);
                let blob = File::open(self.inner.blobs.path(*hash)).map_err(failed)?;
                let size = blob.metadata().map_err(failed)?.len();
                Ok(Opened { size, reader: Box::new(blob) })
            }
        }
    }
}

/// A file of an export, opened for reading.
struct Opened {
    size: u64,
    reader: Box<dyn Read + Send>,
}

/// The reason why an export into a folder ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The content could not be read.
    #[error(transparent)]
    Content(#[from] Error),
    /// The folder could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// An export as a ZIP archive that is produced on demand, so that a slow reader holds no thread.
pub struct Packing {
    view: View,
    files: std::vec::IntoIter<Outgoing>,
    current: Option<Box<dyn Read + Send>>,
    zip: Option<Zip>,
}

impl Packing {
    /// Starts the archive of an export of this content.
    pub fn new(export: Export, view: View) -> Result<Self, Error> {
        let zip = Zip::new().map_err(packing)?;
        Ok(Self { view, files: export.files.into_iter(), current: None, zip: Some(zip) })
    }

    /// Returns the next bytes, at least 256 KiB unless the archive ends; `None` after its end.
    pub fn next(&mut self, app: &App) -> Result<Option<Vec<u8>>, Error> {
        let Some(mut zip) = self.zip.take() else { return Ok(None) };
        let mut out = Vec::new();
        let mut buffer = vec![0; PIECE_BYTES];
        while out.len() < PIECE_BYTES {
            app.go_on()?;
            if !self.advance(app, &mut zip, &mut buffer)? {
                out.extend(zip.finish().map_err(packing)?);
                return Ok(Some(out));
            }
            out.extend(zip.take());
        }
        self.zip = Some(zip);
        Ok(Some(out))
    }

    /// Packs a piece of the current file, or opens the next one. Returns false when all files are packed.
    fn advance(&mut self, app: &App, zip: &mut Zip, buffer: &mut [u8]) -> Result<bool, Error> {
        let Some(current) = &mut self.current else {
            let Some(file) = self.files.next() else { return Ok(false) };
            let opened = app.open_outgoing(&self.view, &file)?;
            zip.start(&file.path, opened.size).map_err(packing)?;
            self.current = Some(opened.reader);
            return Ok(true);
        };
        match current.read(buffer).map_err(packing)? {
            0 => self.current = None,
            read => zip.write(&buffer[..read]).map_err(packing)?,
        }
        Ok(true)
    }
}

fn packing(error: std::io::Error) -> Error {
    Error::internal("packing an export", error)
}
