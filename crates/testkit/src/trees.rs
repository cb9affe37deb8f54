//! Directories in memory, and ZIP archives of them.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use quire_convert::{Archive, Entry, Limits, Tree, Zip};

/// A directory in memory.
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
    entries: Vec<Entry>,
}

impl Files {
    /// Returns a directory with these files, by path.
    pub fn of<B: AsRef<[u8]>>(files: &[(&str, B)]) -> Self {
        let files: BTreeMap<String, Vec<u8>> =
            files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.as_ref().to_vec())).collect();
        let entries = files.iter().map(|(path, bytes)| Entry { path: path.clone(), size: bytes.len() as u64 });
        Self { entries: entries.collect(), files }
    }
}

impl Tree for Files {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> quire_convert::Warnings {
        quire_convert::Warnings::default()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        Ok(Box::new(self.files[path].as_slice()))
    }
}

/// Returns a ZIP archive of these texts, each with the time at which it was last written, in milliseconds since 1970.
pub fn dated_zip(files: &[(&str, &str, Option<i64>)]) -> Vec<u8> {
    let mut zip = Zip::new().unwrap();
    for (path, text, written_at) in files {
        zip.start_written(path, text.len() as u64, *written_at).unwrap();
        zip.write(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap()
}

/// Returns a ZIP archive of these files, stored without compression (PKWARE APPNOTE 4.3).
pub fn zip<B: AsRef<[u8]>>(files: &[(&str, B)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (path, bytes) in files {
        let bytes = bytes.as_ref();
        let offset = archive.len() as u32;
        let mut common = Vec::new();
        for half in [20u16, 0x0800, 0, 0, 0x21] {
            common.extend(half.to_le_bytes());
        }
        for word in [crc32(bytes), bytes.len() as u32, bytes.len() as u32] {
            common.extend(word.to_le_bytes());
        }
        common.extend((path.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());

        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(path.as_bytes());
        archive.extend(bytes);

        directory.extend(b"PK\x01\x02");
        directory.extend(20u16.to_le_bytes());
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(path.as_bytes());
    }
    let (start, length, count) = (archive.len() as u32, directory.len() as u32, files.len() as u16);
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06");
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1)))
    })
}

/// Returns the files of a ZIP archive, read as an import does.
pub fn unzip(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let archive = Archive::open(Cursor::new(archive), &Limits::default()).unwrap();
    let read = |entry: &Entry| {
        let mut bytes = Vec::new();
        archive.open(&entry.path).unwrap().read_to_end(&mut bytes).unwrap();
        (entry.path.clone(), bytes)
    };
    archive.entries().iter().map(read).collect()
}
