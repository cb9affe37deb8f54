//! Blobs: files of any size, named by their hash, in a directory beside the database.
//!
//! A blob is whole or absent: it is written to a temporary file, synced, and renamed into place. Rows record which
//! organizations hold a blob; a row is only written after the file is in place. A file without a row is removed once it
//! has not been touched for [`GRACE`], so that one whose row is about to be committed is never removed.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use sha1::{Digest, Sha1};

use crate::column::params;
use crate::kept_files::{make_dir, system_time};
use crate::ownership;
use crate::record::record;

/// The minimum age of a file without a row before it may be removed.
pub const GRACE: Duration = Duration::from_hours(1);

/// The number of leading bytes of a blob that are kept to detect its type and its size in pixels. In photographs, a
/// preview and colour profiles precede the latter.
const HEAD: usize = 256 * 1024;

record! {
    /// The row of a blob that an organization holds.
    Blob {
        /// The hash of the content, the blob's name.
        hash: Hash,
        /// The size in bytes.
        size: i64,
    }
}

statements! {
    GET: Query<Blob> = "select hash, size from blobs where organization = ?1 and hash = ?2";
    ALL_OF_ORG: Query<Blob> = "select hash, size from blobs where organization = ?1 order by hash";
    HELD: Query<Blob> = "select hash, size from blobs where hash = ?1 limit 1";
    INSERT: Execute = "insert into blobs (organization, hash, size) values (?1, ?2, ?3) on conflict do nothing";
    DELETE: Execute = "delete from blobs where organization = ?1 and hash = ?2";
    COPY: Execute =
        "insert into blobs (organization, hash, size)
         select ?2, hash, size from blobs where organization = ?1 and hash = ?3 on conflict do nothing";
}

/// Records that an organization holds a blob whose file is in place.
pub fn insert(tx: &mut Write<'_>, organization: OrganizationId, hash: Hash, size: u64) -> Result<(), Error> {
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    tx.execute(&INSERT, params![organization, hash, size])?;
    Ok(())
}

/// Returns the blob with this hash, if the organization holds it.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, hash: Hash) -> Result<Option<Blob>, Error> {
    tx.one(&GET, params![organization, hash])
}

/// Returns the blobs that an organization holds, in order of their hashes.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Blob>, Error> {
    tx.all(&ALL_OF_ORG, params![organization])
}

/// Returns true if any organization holds the blob.
pub fn held(tx: &mut Read<'_>, hash: Hash) -> Result<bool, Error> {
    Ok(tx.one(&HELD, params![hash])?.is_some())
}

/// Records that the organization no longer holds the blob.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, hash: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, hash])?;
    Ok(())
}

/// Records that `to` holds the named blobs that `from` holds.
pub fn copy(
    tx: &mut Write<'_>,
    from: OrganizationId,
    to: OrganizationId,
    names: impl Iterator<Item = Hash>,
) -> Result<(), Error> {
    ownership::copy(tx, &COPY, from, to, names)
}

/// The directory of blob files.
#[derive(Debug, Clone)]
pub struct Blobs {
    dir: PathBuf,
}

/// A file that was stored.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The hash of the content, the blob's name.
    pub hash: Hash,
    /// The size in bytes.
    pub size: u64,
    /// The SHA-1 object identifier of the file as a Git blob.
    pub oid: [u8; 20],
    /// The leading bytes, for detecting the file's type.
    pub head: Vec<u8>,
}

/// An error of storing a file.
#[derive(Debug, thiserror::Error)]
pub enum PutError {
    /// The file exceeds the allowed size.
    #[error("is larger than {bound} bytes")]
    TooLarge {
        /// The maximum size in bytes.
        bound: u64,
    },
    /// Reading the source failed.
    #[error("can't be read")]
    Source(#[source] io::Error),
    /// Writing to the directory failed.
    #[error("can't be stored")]
    Target(#[source] io::Error),
}

impl Blobs {
    /// Opens the directory of blobs, creating it if it is missing.
    pub fn open(dir: &Path) -> io::Result<Self> {
        make_dir(&dir.join("new"))?;
        Ok(Self { dir: dir.to_owned() })
    }

    /// Stores the bytes of `source`, at most `bound` of them. A blob that exists already is only touched.
    pub fn put(&self, source: &mut dyn io::Read, bound: u64, now: Timestamp) -> Result<Stored, PutError> {
        let mut file = tempfile::NamedTempFile::new_in(self.dir.join("new")).map_err(PutError::Target)?;
        let mut hasher = blake3::Hasher::new();
        let mut head = Vec::new();
        let mut size: u64 = 0;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let read = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(PutError::Source(e)),
            };
            size += read as u64;
            if size > bound {
                return Err(PutError::TooLarge { bound });
            }
            hasher.update(&buffer[..read]);
            let wanted = (HEAD - head.len()).min(read);
            head.extend_from_slice(&buffer[..wanted]);
            file.write_all(&buffer[..read]).map_err(PutError::Target)?;
        }
        let hash = Hash(*hasher.finalize().as_bytes());
        let stored = Stored { hash, size, oid: git_name(file.path(), size).map_err(PutError::Target)?, head };
        self.settle(file, hash, now).map_err(PutError::Target)?;
        Ok(stored)
    }

    /// Moves a written file into place, or touches the one that exists.
    fn settle(&self, file: tempfile::NamedTempFile, hash: Hash, now: Timestamp) -> io::Result<()> {
        let place = self.path(hash);
        if touch(&place, now).is_ok() {
            return Ok(());
        }
        let shelf = place.parent().unwrap_or(&self.dir);
        if !shelf.is_dir() {
            make_dir(shelf)?;
            sync_dir(&self.dir)?;
        }
        file.as_file().set_modified(system_time(now))?;
        file.as_file().sync_all()?;
        file.persist(&place).map_err(|e| e.error)?;
        sync_dir(shelf)
    }

    /// Returns the path of the blob's file, which need not exist.
    pub fn path(&self, hash: Hash) -> PathBuf {
        let name = hash.to_string();
        self.dir.join(&name[..2]).join(&name[2..])
    }

    /// Opens the blob's file for reading.
    pub fn open_file(&self, hash: Hash) -> io::Result<File> {
        File::open(self.path(hash))
    }

    /// Returns true if the blob's file was touched within [`GRACE`].
    pub fn recent(&self, hash: Hash, now: Timestamp) -> bool {
        fs::metadata(self.path(hash)).is_ok_and(|file| age(&file, now).is_ok_and(|age| age < GRACE))
    }

    /// Removes the file of a blob without a row, unless it was touched within [`GRACE`]; returns true if it did.
    pub fn remove(&self, hash: Hash, now: Timestamp) -> io::Result<bool> {
        let place = self.path(hash);
        let aside = self.dir.join("new").join(format!("{hash}.old"));
        match fs::rename(&place, &aside) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(false),
            moved => moved?,
        }
        // The age is read after the move: a process that touched the file before it is about to commit its row.
        if age(&fs::metadata(&aside)?, now)? < GRACE {
            fs::rename(&aside, &place)?;
            return Ok(false);
        }
        fs::remove_file(&aside)?;
        Ok(true)
    }
}

fn age(file: &fs::Metadata, now: Timestamp) -> io::Result<Duration> {
    Ok(system_time(now).duration_since(file.modified()?).unwrap_or_default())
}

fn touch(place: &Path, now: Timestamp) -> io::Result<()> {
    File::options().append(true).open(place)?.set_modified(system_time(now))
}

fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Returns the Git object identifier of a file: the SHA-1 of `blob <size>\0` and its content.
fn git_name(path: &Path, size: u64) -> io::Result<[u8; 20]> {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {size}\0"));
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().into()),
            read => hasher.update(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_800_000_000_000);

    fn blobs() -> (tempfile::TempDir, Blobs) {
        let dir = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(dir.path()).unwrap();
        (dir, blobs)
    }

    #[test]
    fn what_was_put_is_read_and_named_as_git_does() {
        let (_dir, blobs) = blobs();
        let stored = blobs.put(&mut &b"hello\n"[..], 100, NOON).unwrap();
        assert_eq!(stored.hash, Hash::of(b"hello\n"));
        let oid: String = stored.oid.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(oid, "ce013625030ba8dba906f756967f9e9ca394464a");
        assert_eq!(fs::read(blobs.path(stored.hash)).unwrap(), b"hello\n");
        assert_eq!(blobs.put(&mut &b"hello\n"[..], 100, NOON).unwrap().hash, stored.hash);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_what_was_put() {
        use std::os::unix::fs::PermissionsExt as _;
        let (dir, _) = blobs();
        let blobs = Blobs::open(&dir.path().join("blobs")).unwrap();
        let place = blobs.path(blobs.put(&mut &b"x"[..], 100, NOON).unwrap().hash);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&blobs.dir), mode(&blobs.dir.join("new"))), (0o700, 0o700));
        assert_eq!((mode(place.parent().unwrap()), mode(&place)), (0o700, 0o600));
    }

    #[test]
    fn too_large_a_file_leaves_nothing_behind() {
        let (dir, blobs) = blobs();
        assert!(matches!(blobs.put(&mut &b"12345"[..], 4, NOON), Err(PutError::TooLarge { bound: 4 })));
        assert_eq!(fs::read_dir(dir.path().join("new")).unwrap().count(), 0);
    }

    #[test]
    fn a_file_is_removed_only_after_the_grace() {
        let (_dir, blobs) = blobs();
        let hash = blobs.put(&mut &b"x"[..], 100, NOON).unwrap().hash;
        assert!(!blobs.remove(hash, NOON.plus(Duration::from_mins(59))).unwrap());
        blobs.put(&mut &b"x"[..], 100, NOON.plus(Duration::from_mins(30))).unwrap();
        assert!(!blobs.remove(hash, NOON.plus(GRACE)).unwrap());
        assert!(blobs.remove(hash, NOON.plus(2 * GRACE)).unwrap());
        assert!(!blobs.remove(hash, NOON.plus(2 * GRACE)).unwrap());
    }
}
