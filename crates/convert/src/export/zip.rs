//! An export as a ZIP archive, written piece by piece.
//!
//! The same files give the same bytes: times and permissions are fixed, and one setting compresses all. What
//! [`crate::Archive`] could take for a bomb is not compressed at all, so that what is exported can be imported.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::archive::{MARK, RATIO_FLOOR};

/// Endings of files that are compressed already.
const PACKED: [&str; 12] =
    [".avif", ".gif", ".gz", ".jpeg", ".jpg", ".mp3", ".mp4", ".png", ".webm", ".webp", ".woff2", ".zip"];
const LEVEL: i64 = 6;
const MODE: u32 = 0o644;

/// An archive that is being written. Its bytes are taken out as they come, so no more is held than came of the calls
/// since, and the list of files.
pub struct Zip {
    writer: ZipWriter<StreamWriter<Pipe>>,
    pipe: Pipe,
}

impl Zip {
    /// An archive without files.
    ///
    /// # Errors
    /// None that is known.
    pub fn new() -> io::Result<Self> {
        let pipe = Pipe::default();
        let mut writer = ZipWriter::new_stream(pipe.clone());
        writer.set_comment(MARK)?;
        Ok(Self { writer, pipe })
    }

    /// Starts the next file. The size decides how it is written.
    ///
    /// # Errors
    /// The path was there before.
    pub fn start(&mut self, path: &str, size: u64) -> io::Result<()> {
        let is_packed = || PACKED.iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
        let compressed = size <= RATIO_FLOOR && !is_packed();
        let method = if compressed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .compression_level(compressed.then_some(LEVEL))
            .last_modified_time(DateTime::default())
            .unix_permissions(MODE)
            .large_file(size >= u64::from(u32::MAX));
        Ok(self.writer.start_file(path, options)?)
    }

    /// Appends to the file that was started last.
    ///
    /// # Errors
    /// No file was started, or it is larger than was said.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Takes out what has been made.
    pub fn take(&mut self) -> Vec<u8> {
        self.pipe.take()
    }

    /// Ends the archive; what is left of its bytes.
    ///
    /// # Errors
    /// None that is known.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let Self { writer, pipe } = self;
        writer.finish()?;
        Ok(pipe.take())
    }
}

/// Where the writer's bytes are until they are taken out; the writer itself does not let them be reached.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
