//! Export as a ZIP archive, written incrementally.
//!
//! The same files give the same bytes: times and permissions are fixed, and all files use one compression
//! level. Files that [`crate::Archive`] could reject for their compression ratio are not compressed, so that
//! every export can be imported.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::archive::{MARK, RATIO_FLOOR};
use crate::times;

/// The extensions of files that are compressed already.
const PACKED: [&str; 12] =
    [".avif", ".gif", ".gz", ".jpeg", ".jpg", ".mp3", ".mp4", ".png", ".webm", ".webp", ".woff2", ".zip"];
const LEVEL: i64 = 6;
const MODE: u32 = 0o644;

/// An archive that is being written. The caller takes its bytes out as they come, so only the bytes since the last time
/// and the list of files are held in memory.
pub struct Zip {
    writer: ZipWriter<StreamWriter<Pipe>>,
    pipe: Pipe,
}

impl Zip {
    /// Creates an archive without files.
    ///
    /// # Errors
    /// None that is known.
    pub fn new() -> io::Result<Self> {
        let pipe = Pipe::default();
        let mut writer = ZipWriter::new_stream(pipe.clone());
        writer.set_comment(MARK)?;
        Ok(Self { writer, pipe })
    }

    /// Starts the next file. The size decides whether it is compressed.
    ///
    /// # Errors
    /// The path was used before.
    pub fn start(&mut self, path: &str, size: u64) -> io::Result<()> {
        self.start_written(path, size, None)
    }

    /// Starts the next file with the time at which it was last written, in milliseconds since 1970, if it is known.
    ///
    /// # Errors
    /// The path was used before.
    pub fn start_written(&mut self, path: &str, size: u64, written_at: Option<i64>) -> io::Result<()> {
        let is_packed = || PACKED.iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
        let compressed = size <= RATIO_FLOOR && !is_packed();
        let method = if compressed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .compression_level(compressed.then_some(LEVEL))
            .last_modified_time(times::written(written_at))
            .unix_permissions(MODE)
            .large_file(size >= u64::from(u32::MAX));
        Ok(self.writer.start_file(path, options)?)
    }

    /// Appends bytes to the file started last.
    ///
    /// # Errors
    /// No file was started, or the file exceeds the declared size.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Takes out the bytes written since the last time.
    pub fn take(&mut self) -> Vec<u8> {
        self.pipe.take()
    }

    /// Ends the archive and returns the rest of its bytes.
    ///
    /// # Errors
    /// None that is known.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let Self { writer, pipe } = self;
        writer.finish()?;
        Ok(pipe.take())
    }
}

/// The buffer between the writer and [`Zip::take`]; the writer does not give access to its target.
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
