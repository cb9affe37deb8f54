//! A ZIP archive as a [`Tree`].
//!
//! Names are validated before anything is unpacked: one that would lead out of the top rejects the whole archive. Bytes
//! are inflated when an entry is opened, and never more than the directory declares, so bounds on declared sizes bound
//! the inflated sizes. Entries share the reader under a lock; any number may be open at once.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use zip::CompressionMethod;
use zip::read::{ZipArchiveMetadata, ZipReadOptions};

use crate::error::Error;
use crate::inflate::{Bounded, Checked, Declared, Packed, Shared};
use crate::limits::Limits;
use crate::path;
use crate::times;
use crate::tree::{Entry, Tree, position};
use crate::warning::{Code, HIDDEN, Warnings};

/// The size below which an entry is accepted whatever its compression ratio, in bytes: 1 MiB.
pub(crate) const RATIO_FLOOR: u64 = 1 << 20;
/// The comment of an archive made by an export: its paths are taken as they are.
pub(crate) const MARK: &str = "directory format";
/// The size of the end record with its longest comment and the ZIP64 locator before it.
const TAIL_BYTES: u64 = 22 + 65_535 + 20;
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";

/// An archive whose directory has been read.
pub struct Archive<R> {
    reader: Mutex<R>,
    metadata: Arc<ZipArchiveMetadata>,
    entries: Vec<Entry>,
    /// The index of each entry in the archive's directory, parallel to `entries`.
    indices: Vec<usize>,
    warnings: Warnings,
    max_file_bytes: u64,
    /// True if the times of the entries say when the files were last written.
    is_dated: bool,
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the archive's directory. A single top folder that contains everything, as code hosts add it, is removed
    /// from the paths, unless the archive was made by an export. Symbolic links are skipped with a warning.
    ///
    /// # Errors
    /// Not a ZIP; a ZIP64 directory (nothing within the bounds needs one); a name that is absolute, leads upwards or
    /// contains control characters; two entries with one path; encryption; a compression method other than deflate; an
    /// entry with a suspicious compression ratio; more entries than the bound.
    pub fn open(mut reader: R, limits: &Limits) -> Result<Self, Error> {
        let (metadata, is_marked) = directory(&mut reader, limits.max_entries)?;
        let mut warnings = Warnings::default();
        let mut files = list(&metadata, limits, &mut warnings)?;
        if !is_marked {
            leave_out_hidden(&mut files, &mut warnings);
            strip_top_folder(&mut files);
        }
        refuse_files_as_folders(&files)?;
        let (entries, indices) = files.into_iter().map(|(path, (size, index))| (Entry { path, size }, index)).unzip();
        Ok(Self {
            reader: Mutex::new(reader),
            metadata,
            entries,
            indices,
            warnings,
            max_file_bytes: limits.max_file_bytes,
            is_dated: false,
        })
    }

    /// Takes the times of the entries, in UTC, for those at which the files were last written. Most archives have other
    /// times: those at which files were copied, in an unknown zone.
    #[must_use]
    pub fn dated(self) -> Self {
        Self { is_dated: true, ..self }
    }

    fn data_start(&self, index: usize) -> Result<u64, Error> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = self.metadata.entry(index).map_err(Error::Archive)?;
        let file = entry.with_reader(&mut *reader, ZipReadOptions::new()).map_err(Error::Archive)?;
        file.data_start().ok_or(Error::ArchiveDirectory { reason: "does not say where an entry starts" })
    }
}

impl<R: Read + Seek + Send> Tree for Archive<R> {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn written_at(&self, path: &str) -> Option<i64> {
        let index = self.indices[position(&self.entries, path).ok().filter(|_| self.is_dated)?];
        times::read(self.metadata.entry(index).ok()?.last_modified()?)
    }

    fn warnings(&self) -> Warnings {
        self.warnings.clone()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        let index = self.indices[position(&self.entries, path)?];
        let start = self.data_start(index)?;
        let entry = self.metadata.entry(index).map_err(Error::Archive)?;
        let raw = Shared { reader: &self.reader, position: start }.take(entry.compressed_size());
        let packed = match entry.compression() {
            CompressionMethod::Stored => Packed::Stored(raw),
            _ => Packed::deflated(raw),
        };
        let declared = Declared { path: path.to_owned(), size: entry.size(), crc: entry.crc32() };
        Ok(Box::new(Bounded::new(Checked::new(packed, declared), path, self.max_file_bytes)))
    }
}

/// Reads the central directory, with a bound on the bytes read before any entry is known. The second value is true if
/// an export made the archive.
fn directory<R: Read + Seek>(reader: &mut R, max_entries: usize) -> Result<(Arc<ZipArchiveMetadata>, bool), Error> {
    refuse_zip64(reader)?;
    let left = (max_entries as u64).saturating_mul(1024).saturating_add(1 << 20);
    let mut metered = Metered { inner: reader, left };
    let opened = zip::ZipArchive::new(&mut metered).map(|archive| {
        let is_marked = archive.comment() == MARK.as_bytes();
        (archive.has_duplicate_names(), is_marked, archive.metadata())
    });
    match opened {
        Ok((true, ..)) => Err(Error::ArchiveDirectory { reason: "names an entry twice" }),
        Ok((_, is_marked, metadata)) if metadata.len() <= max_entries => Ok((metadata, is_marked)),
        Err(error) if metered.left > 0 => Err(Error::Archive(error)),
        _ => Err(Error::TooMany { what: "entries", bound: max_entries }),
    }
}

/// Rejects archives with a ZIP64 end record, which may claim any number of entries, for which memory would be
/// allocated; without one the format is limited to 65,535.
fn refuse_zip64<R: Read + Seek>(reader: &mut R) -> Result<(), Error> {
    let failed = |source| Error::Io { path: "archive".to_owned(), source };
    let length = reader.seek(SeekFrom::End(0)).map_err(failed)?;
    reader.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES))).map_err(failed)?;
    let mut tail = Vec::new();
    reader.take(TAIL_BYTES).read_to_end(&mut tail).map_err(failed)?;
    if tail.windows(ZIP64_LOCATOR.len()).any(|window| window == ZIP64_LOCATOR) {
        return Err(Error::ArchiveDirectory { reason: "is in the ZIP64 form, which is for more than 65,535 entries" });
    }
    Ok(())
}

type Files = BTreeMap<String, (u64, usize)>;

fn list(metadata: &ZipArchiveMetadata, limits: &Limits, warnings: &mut Warnings) -> Result<Files, Error> {
    let mut files = Files::new();
    for index in 0..metadata.len() {
        let entry = metadata.entry(index).map_err(Error::Archive)?;
        let name = entry.name().map_err(Error::Archive)?;
        let path = path::from_archive(&name).map_err(|reason| Error::Name { name: name.to_string(), reason })?;
        if name.ends_with(['/', '\\']) || is_junk(&path) {
            continue;
        }
        if entry.is_symlink() {
            warnings.add(&path, None, Code::LeftOut, "left out: a symbolic link");
            continue;
        }
        let refuse = |reason: String| Error::Entry { path: path.clone(), reason };
        if entry.encrypted() {
            return Err(refuse("is encrypted".to_owned()));
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(refuse("is compressed otherwise than with deflate".to_owned()));
        }
        let most = entry.compressed_size().saturating_mul(limits.max_ratio).saturating_add(RATIO_FLOOR);
        if entry.size() > most {
            return Err(refuse(format!("expands more than {}-fold", limits.max_ratio)));
        }
        if files.insert(path.clone(), (entry.size(), index)).is_some() {
            return Err(refuse("is there twice".to_owned()));
        }
    }
    Ok(files)
}

/// Returns true for a repository's internal files, and for the metadata that macOS adds to archives.
fn is_junk(path: &str) -> bool {
    path.starts_with("__MACOSX/") || path.split('/').any(|part| part == ".git")
}

/// Leaves out the files and folders whose names begin with a dot, but for those of the format.
fn leave_out_hidden(files: &mut Files, warnings: &mut Warnings) {
    let mut noted = BTreeSet::new();
    files.retain(|path, _| {
        let mut ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        let hidden = ends.find(|end| path::is_private(path::name(&path[..*end])));
        if let Some(end) = hidden
            && noted.insert(path[..end].to_owned())
        {
            warnings.add(&path[..end], None, Code::LeftOut, HIDDEN);
        }
        hidden.is_none()
    });
}

fn strip_top_folder(files: &mut Files) {
    let Some((top, _)) = files.keys().next().and_then(|path| path.split_once('/')) else {
        return;
    };
    let prefix = format!("{top}/");
    if top.starts_with('.') || !files.keys().all(|path| path.starts_with(&prefix)) {
        return;
    }
    *files = std::mem::take(files).into_iter().map(|(path, file)| (path[prefix.len()..].to_owned(), file)).collect();
}

fn refuse_files_as_folders(files: &Files) -> Result<(), Error> {
    for path in files.keys() {
        let inside = format!("{path}/");
        let mut after = files.range(inside.clone()..);
        if after.next().is_some_and(|(next, _)| next.starts_with(&inside)) {
            return Err(Error::Entry { path: path.clone(), reason: "is both a file and a folder".to_owned() });
        }
    }
    Ok(())
}

/// A reader that fails after a number of bytes.
struct Metered<'a, R> {
    inner: &'a mut R,
    left: u64,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("the directory is too large"));
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<'_, R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}
