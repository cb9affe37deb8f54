//! The files of a source: those of a folder, of an archive, or a single one.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{Read, SeekFrom};
use std::path::Path;

use quire_content::stop::Stop;
use quire_convert::{Archive, Disk, Entry, Limits, Tree, Warnings};
use tempfile::TempDir;

use crate::error::Error;
use crate::input::{Input, Reader};
use crate::site::{copy, decoded};

/// The files of a source.
pub(crate) struct Origin {
    tree: Box<dyn Tree + Send>,
    /// The name of the input.
    pub(crate) name: String,
    /// True if the input is one file that is no archive.
    pub(crate) is_single: bool,
    index: HashMap<String, usize>,
    /// The files that were opened, by their places in the tree.
    read: Vec<Cell<bool>>,
    limits: Limits,
    stop: Stop,
}

impl Origin {
    /// Opens an input. An archive is known by its first bytes; its entries may have `largest` bytes each.
    pub(crate) fn open(
        input: Input,
        limits: &Limits,
        largest: u64,
        scratch: &Path,
        stop: &Stop,
    ) -> Result<Self, Error> {
        let (tree, name, is_single): (Box<dyn Tree + Send>, _, _) = match input {
            Input::Folder(folder) => {
                let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                (Box::new(Disk::open(&folder, limits)?), name, false)
            }
            Input::File { name, mut reader } => {
                let failed = |source| Error::Tree(quire_convert::Error::Io { path: name.clone(), source });
                let mut start = [0; 4];
                let mut read = 0;
                while read < start.len() {
                    match reader.read(&mut start[read..]).map_err(failed)? {
                        0 => break,
                        more => read += more,
                    }
                }
                reader.seek(SeekFrom::Start(0)).map_err(failed)?;
                if start.starts_with(b"PK") {
                    let limits = Limits { max_file_bytes: largest, ..limits.clone() };
                    (Box::new(Archive::<Box<dyn Reader>>::open(reader, &limits)?), name, false)
                } else {
                    let single = Single::new(&name, reader, limits, scratch)?;
                    (Box::new(single), name, true)
                }
            }
        };
        Ok(Self::of(tree, name, is_single, limits, stop))
    }

    pub(crate) fn of(tree: Box<dyn Tree + Send>, name: String, is_single: bool, limits: &Limits, stop: &Stop) -> Self {
        let index = tree.entries().iter().enumerate().map(|(at, entry)| (entry.path.clone(), at)).collect();
        let read = tree.entries().iter().map(|_| Cell::new(false)).collect();
        Self { tree, name, is_single, index, read, limits: limits.clone(), stop: stop.clone() }
    }

    /// Returns true if the input is one document of an office program, whose parts are an archive.
    pub(crate) fn is_document(&self) -> bool {
        quire_convert::is_document(&*self.tree)
    }

    /// Returns an error for a document of an office program: its parts are no pages.
    pub(crate) fn expect_files(&self) -> Result<(), Error> {
        let is_document = self.is_document();
        let expected = "an archive of pages: it is a document of an office program, as the source docx reads";
        if is_document { Err(Error::Not { path: self.name.clone(), expected }) } else { Ok(()) }
    }

    pub(crate) fn into_tree(self) -> Box<dyn Tree + Send> {
        self.tree
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.tree.entries().iter().map(|entry| entry.path.as_str())
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.index.contains_key(path)
    }

    /// Returns the files that nobody opened so far, in order.
    pub(crate) fn unread(&self) -> Vec<String> {
        let mut unread: Vec<String> =
            self.paths().zip(&self.read).filter(|(_, read)| !read.get()).map(|(path, _)| path.to_owned()).collect();
        unread.sort_unstable();
        unread
    }

    pub(crate) fn open_file(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        if self.stop.is_requested() {
            return Err(Error::Stopped);
        }
        if let Some(at) = self.index.get(path) {
            self.read[*at].set(true);
        }
        Ok(self.tree.open(path)?)
    }

    /// Reads a file as a text of at most so many bytes; what is no UTF-8 is replaced.
    pub(crate) fn text(&self, path: &str, most: u64) -> Result<String, Error> {
        let bytes = self.bytes(path, most)?;
        Ok(match bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            _ => match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => legacy(error.as_bytes()),
            },
        })
    }

    pub(crate) fn bytes(&self, path: &str, most: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = self.open_file(path)?.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| quire_convert::Error::from_read(path, error))?;
        let size = bytes.len() as u64;
        if size > most {
            return Err(
                quire_convert::Error::TooLarge { path: path.to_owned(), what: "page", size, bound: most }.into()
            );
        }
        Ok(bytes)
    }

    /// Reads a page or another text of a page's size. HTML is larger than the page that it becomes.
    pub(crate) fn page_text(&self, path: &str) -> Result<String, Error> {
        self.text(path, self.limits.max_page_bytes.saturating_mul(4))
    }

    /// Returns the path to which a target in a file leads: escapes, queries and anchors are removed.
    pub(crate) fn resolve(&self, from: &str, target: &str) -> Option<String> {
        let (path, _) = quire_content::path::split_suffix(target.trim());
        if path.is_empty() || quire_content::path::has_scheme(path) || path.starts_with("//") {
            return None;
        }
        let folder = quire_content::path::folder(from);
        let path = path.replace('\\', "/");
        let spelled = [quire_content::path::join(folder, &decoded(&path)), quire_content::path::join(folder, &path)];
        spelled.into_iter().find(|path| self.has(path))
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
}

/// Reads a text of an older encoding. Where it says one of Western Europe, its bytes are characters.
fn legacy(bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_ascii_lowercase();
    let western = ["iso-8859-1", "windows-1252", "latin1", "iso8859-1"].iter().any(|name| head.contains(name));
    if western {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    } else {
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// A tree of one file, which is copied, as the input may be read once only.
struct Single {
    disk: Disk,
    _dir: TempDir,
}

impl Single {
    fn new(name: &str, mut reader: Box<dyn Reader>, limits: &Limits, scratch: &Path) -> Result<Self, Error> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).trim_start_matches('.');
        let name: String = name.chars().filter(|c| !c.is_control() && *c != ':').collect();
        let name = if name.is_empty() { "page".to_owned() } else { name };
        let dir = tempfile::tempdir_in(scratch).map_err(Error::Scratch)?;
        let path = dir.path().join(&name);
        let mut file = std::fs::File::create(&path).map_err(Error::Scratch)?;
        let most = limits.max_file_bytes;
        let copied = copy(&name, &mut reader, &mut file, most)?;
        if copied > most {
            return Err(quire_convert::Error::TooLarge { path: name, what: "file", size: copied, bound: most }.into());
        }
        Ok(Self { disk: Disk::of_file(&path, limits)?, _dir: dir })
    }
}

impl Tree for Single {
    fn entries(&self) -> &[Entry] {
        self.disk.entries()
    }

    fn warnings(&self) -> Warnings {
        self.disk.warnings()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        self.disk.open(path)
    }
}
