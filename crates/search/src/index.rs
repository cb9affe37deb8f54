//! An index in a directory: opening, validation, and access for readers.
//!
//! A directory holds one index, of the version in its file `format`, and one process writes to it. Opening reads every
//! file once to verify its checksum; damage is reported, never repaired, because the index can be rebuilt. A panic of
//! tantivy counts as damage too: it trusts its files.

mod entries;
mod expand;
mod filtered;
mod merging;
mod packed;
mod postings;
mod recent;
mod remembered;
mod segment;
mod snapshot;
mod writer;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use quire_model::ids::SpaceId;
use tantivy::TantivyError;
use tantivy::directory::error::LockError;
use tantivy::directory::{Directory as _, DirectoryLock, INDEX_WRITER_LOCK, MmapDirectory};
use tantivy::index::IndexSettings;

use crate::error::Error;
use crate::fields::{FORMAT, Fields, TOKENIZER};
use crate::words::StemMemo;

pub use entries::Page;
pub(crate) use entries::{name, name_of_stems};
pub(crate) use expand::{Expansion, Length, errors, prefixed};
pub(crate) use filtered::Answers;
pub(crate) use postings::{Place, Postings};
pub(crate) use segment::{Segment, Texts, With};
pub(crate) use snapshot::{Deletions, Snapshot, entries_with};
pub use writer::Writer;

const FORMAT_FILE: &str = "format";
/// The size of a block of stored texts before compression, in bytes.
const BLOCK: usize = 1 << 10;

/// A handle for searching an index. Clones share it.
#[derive(Clone)]
pub struct Index {
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) fields: Fields,
    pub(crate) current: RwLock<Arc<Snapshot>>,
    /// Stems of words in the texts of answers.
    pub(crate) stems: Mutex<StemMemo>,
}

impl Index {
    /// Returns the mark of a space as of the last commit or publication.
    pub fn mark(&self, space: SpaceId) -> Result<Option<String>, Error> {
        let snapshot = self.snapshot();
        guarded(|| snapshot.mark(space).map_err(|error| Error::reading(&error)))
    }

    /// Returns every space with an entry in the index. Some entries may be deleted already.
    pub fn spaces(&self) -> BTreeSet<SpaceId> {
        let snapshot = self.snapshot();
        let spaces = snapshot.segments.iter().flat_map(|segment| segment.spaces.iter().copied());
        spaces.chain(snapshot.marked()).collect()
    }

    /// Returns true if a space has an entry in the index, which may be deleted already.
    pub fn has_space(&self, space: SpaceId) -> bool {
        let snapshot = self.snapshot();
        snapshot.segments.iter().any(|segment| segment.spaces.binary_search(&space).is_ok())
            || snapshot.marked().any(|marked| marked == space)
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.shared.current.read())
    }

    /// Returns the position that the caller gave with the last commit or publication; `None` before the first.
    pub fn position(&self) -> Option<String> {
        self.shared.current.read().position.clone()
    }

    /// Returns a number that stays the same until a commit or a publication, and is then one that no index had before in
    /// this process.
    pub fn state(&self) -> u64 {
        self.snapshot().number
    }

    /// Returns the number of entries: parts of sections, and marks of spaces that are in files.
    pub fn entries(&self) -> u64 {
        self.shared.current.read().entries
    }
}

/// Opens the index of a directory, or creates one if the directory is missing or empty.
pub fn open(dir: &Path) -> Result<(Index, Writer), Error> {
    let format = match fs::read_to_string(dir.join(FORMAT_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_empty(dir)? => return recreate(dir),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => None,
        format => Some(format?),
    };
    if format.as_deref() != Some(FORMAT) {
        return Err(Error::OtherFormat);
    }
    guarded(|| attach(dir, Fields::new()))
}

/// Creates an empty index in a directory and removes the one in it. Files that belong to no index stay.
pub fn recreate(dir: &Path) -> Result<(Index, Writer), Error> {
    make_dir(dir)?;
    let fields = Fields::new();
    {
        let _lock = lock(dir)?;
        // The format file is removed first and written last, so that an incomplete index has none.
        let format = dir.join(FORMAT_FILE);
        if format.exists() {
            fs::remove_file(&format)?;
        }
        remove_files(dir)?;
        let index = tantivy::Index::builder().schema(fields.schema.clone()).settings(settings());
        index.create_in_dir(dir).map_err(Error::Write)?;
        fs::write(&format, FORMAT)?;
    }
    attach(dir, fields)
}

/// Returns the settings of the stored texts: in blocks so small that a single text costs little to read, compressed on the
/// thread that writes them.
fn settings() -> IndexSettings {
    IndexSettings { docstore_blocksize: BLOCK, docstore_compress_dedicated_thread: false, ..IndexSettings::default() }
}

/// Creates a directory and its parents with access for the user of this process only. The modes of the files in it
/// follow from the umask of the process.
fn make_dir(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Acquires the writer lock of a directory.
fn lock(dir: &Path) -> Result<DirectoryLock, Error> {
    let directory = MmapDirectory::open(dir).map_err(|error| Error::Write(error.into()))?;
    directory.acquire_lock(&INDEX_WRITER_LOCK).map_err(|error| match error {
        LockError::LockBusy => Error::InUse(dir.to_owned()),
        LockError::IoError(error) => Error::Io(io::Error::new(error.kind(), error)),
    })
}

fn remove_files(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_file() && is_of_an_index(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Returns true for the files of an index. Those of segments are named by 32 hexadecimal digits.
fn is_of_an_index(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let segment = name.split('.').next().unwrap_or_default();
    matches!(name, "meta.json" | ".managed.json")
        || segment.len() == 32 && segment.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_empty(dir: &Path) -> io::Result<bool> {
    match fs::read_dir(dir) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Acquires the writer lock, so that nobody changes the files, then validates and loads them.
fn attach(dir: &Path, fields: Fields) -> Result<(Index, Writer), Error> {
    let files = tantivy::Index::open_in_dir(dir).map_err(|error| Error::reading(&error))?;
    if files.schema() != fields.schema {
        return Err(Error::OtherFormat);
    }
    files.tokenizers().register(TOKENIZER, packed::Packed);
    let writer = writer::start(&files).map_err(|error| match error {
        TantivyError::LockFailure(..) => Error::InUse(dir.to_owned()),
        error => Error::reading(&error),
    })?;
    let damaged = files.validate_checksum().map_err(|error| Error::reading(&error))?;
    if let Some(path) = damaged.into_iter().min() {
        return Err(Error::Damaged(format!("{} is not what was written", path.display())));
    }
    let snapshot = Snapshot::load(&files, &fields, None)?;
    let shared = Arc::new(Shared { fields, current: RwLock::new(Arc::new(snapshot)), stems: Mutex::default() });
    let index = Index { shared: Arc::clone(&shared) };
    Ok((index, Writer::new(files, writer, shared)))
}

/// Runs a function that reads files through tantivy, and converts a panic into an error.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(Error::Damaged("a file makes no sense".to_owned())))
}
