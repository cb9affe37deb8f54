//! Readers with byte counts: no file gives more bytes than its bound, whatever a header claims.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};
use std::sync::{Mutex, PoisonError};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use crate::error::Error;

/// A reader that fails after more than `bound` bytes.
pub(crate) struct Bounded<R> {
    inner: R,
    path: String,
    bound: u64,
    count: u64,
}

impl<R: Read> Bounded<R> {
    pub(crate) fn new(inner: R, path: &str, bound: u64) -> Self {
        Self { inner, path: path.to_owned(), bound, count: 0 }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += read as u64;
        if self.count > self.bound {
            let (path, size, bound) = (self.path.clone(), self.count, self.bound);
            return Err(io::Error::other(Error::TooLarge { path, what: "file", size, bound }));
        }
        Ok(read)
    }
}

/// A reader with a position of its own over a reader that several entries share.
pub(crate) struct Shared<'a, R> {
    pub(crate) reader: &'a Mutex<R>,
    pub(crate) position: u64,
}

impl<R: Read + Seek> Read for Shared<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.seek(SeekFrom::Start(self.position))?;
        let read = reader.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

/// The path, size and checksum that the archive's directory declares for an entry.
pub(crate) struct Declared {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) crc: u32,
}

/// The inflated bytes of an entry before they are checked.
pub(crate) enum Packed<R> {
    Stored(Take<R>),
    Deflated(Box<DeflateDecoder<BufReader<Take<R>>>>),
}

impl<R: Read> Packed<R> {
    pub(crate) fn deflated(raw: Take<R>) -> Self {
        Self::Deflated(Box::new(DeflateDecoder::new(BufReader::new(raw))))
    }
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(reader) => reader.read(buffer),
            Self::Deflated(reader) => reader.read(buffer),
        }
    }
}

/// A reader that checks an entry's bytes against the declared size and checksum.
pub(crate) struct Checked<R> {
    inner: R,
    declared: Declared,
    crc: Crc,
    count: u64,
}

impl<R: Read> Checked<R> {
    pub(crate) fn new(inner: R, declared: Declared) -> Self {
        Self { inner, declared, crc: Crc::new(), count: 0 }
    }

    fn refuse(&self, reason: String) -> io::Error {
        io::Error::other(Error::Entry { path: self.declared.path.clone(), reason })
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += read as u64;
        self.crc.update(&buffer[..read]);
        let size = self.declared.size;
        if self.count > size {
            return Err(self.refuse(format!("unpacks to more than the {size} bytes that it declares")));
        }
        if read == 0 && !buffer.is_empty() {
            if self.count < size {
                let reason = format!("unpacks to {} bytes but declares {size}", self.count);
                return Err(self.refuse(reason));
            }
            if self.crc.sum() != self.declared.crc {
                return Err(self.refuse("does not have the checksum that it declares".to_owned()));
            }
        }
        Ok(read)
    }
}
