//! Files of fonts in folders: which characters they have is read at once, their bytes when they are first used.
//!
//! Of a file only its directory and its table of characters are read for the list. A file that can't be understood is
//! left out. Numbers and sizes are bounded.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustybuzz::ttf_parser;

/// The maximum number of files that are listed.
const MOST_FILES: usize = 4000;
/// The deepest folder below a given one.
const MOST_DEPTH: usize = 6;
/// The size of the largest table of characters that is read, in bytes.
const MOST_TABLE: u32 = 4 << 20;
/// The size of the largest font that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// The maximum number of fonts of a collection.
const MOST_OF_COLLECTION: u32 = 16;

/// A font that was loaded.
pub(crate) struct Found<'a> {
    pub(crate) bytes: &'a Arc<Vec<u8>>,
    pub(crate) index: u32,
}

/// The fonts in some folders, ordered by how well they fit running text.
pub(crate) struct SystemFonts {
    files: Vec<FontFile>,
    faces: Vec<Face>,
}

struct FontFile {
    path: PathBuf,
    size: u64,
    bytes: OnceLock<Option<Arc<Vec<u8>>>>,
}

struct Face {
    file: usize,
    index: u32,
    name: String,
    bold: bool,
    /// The table of characters, as in the file.
    characters: Arc<Vec<u8>>,
}

impl SystemFonts {
    /// Lists the fonts in these folders.
    pub(crate) fn list(folders: &[PathBuf]) -> Self {
        let mut paths = Vec::new();
        folders.iter().for_each(|folder| gather(folder, 0, &mut paths));
        paths.sort();
        paths.dedup();
        let mut fonts = Self { files: Vec::new(), faces: Vec::new() };
        for path in paths {
            let faces = faces(&path, fonts.files.len());
            let Some((faces, size)) = faces.filter(|(faces, _)| !faces.is_empty()) else { continue };
            fonts.faces.extend(faces);
            fonts.files.push(FontFile { path, size, bytes: OnceLock::new() });
        }
        fonts.faces.sort_by(|a, b| (rank(&a.name), &a.name, a.index).cmp(&(rank(&b.name), &b.name, b.index)));
        fonts
    }

    /// Returns a name of the list, which differs where the names or sizes of files do.
    pub(crate) fn name(&self) -> String {
        let all = self.files.iter().map(|file| format!("{} {}\n", file.path.display(), file.size));
        quire_content::hash::Hash::of(all.collect::<String>().as_bytes()).to_string()
    }

    /// Returns the first font that has a character.
    pub(crate) fn find(&self, c: char, bold: bool, language: &str) -> Option<usize> {
        let fits = |face: &&(usize, &Face)| face.1.has(c);
        let all: Vec<_> = self.faces.iter().enumerate().filter(|face| fits(&face)).collect();
        let wanted = place_in_collection(language);
        let better = |(_, face): &&(usize, &Face)| {
            let other_language = face.name.contains("CJK") && face.index != wanted;
            (other_language, face.bold != bold)
        };
        all.iter().min_by_key(better).map(|(at, _)| *at)
    }

    /// Returns a font of the list; `None` if its file can't be read any more.
    pub(crate) fn load(&self, at: usize) -> Option<Found<'_>> {
        let face = self.faces.get(at)?;
        let file = &self.files[face.file];
        let bytes = file.bytes.get_or_init(|| {
            let mut bytes = Vec::new();
            File::open(&file.path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
            rustybuzz::Face::from_slice(&bytes, face.index).is_some().then(|| Arc::new(bytes))
        });
        Some(Found { bytes: bytes.as_ref()?, index: face.index })
    }
}

impl Face {
    fn has(&self, c: char) -> bool {
        let Some(table) = ttf_parser::cmap::Table::parse(&self.characters) else { return false };
        let mut tables = table.subtables.into_iter().filter(ttf_parser::cmap::Subtable::is_unicode);
        tables.any(|table| table.glyph_index(c as u32).is_some_and(|glyph| glyph.0 != 0))
    }
}

/// Returns the place of the font for a language in the collections of Noto CJK.
fn place_in_collection(language: &str) -> u32 {
    match language {
        "ja" => 0,
        "ko" => 1,
        "zh-Hant" | "zh-TW" => 3,
        _ => 2,
    }
}

/// Returns how well a font fits running text by its name; less is better.
fn rank(name: &str) -> u32 {
    let has = |word: &str| u32::from(name.contains(word));
    let weights = ["Light", "Thin", "Black", "Medium", "DemiLight", "SemiBold", "ExtraBold", "Condensed", "Narrow"];
    let other = weights.iter().map(|weight| has(weight)).sum::<u32>();
    other * 8
        + has("Mono") * 6
        + has("Serif") * 4
        + has("Display") * 4
        + has("UI") * 3
        + has("Color") * 2
        + has("Italic") * 8
        + has("Oblique") * 8
        + u32::from(!name.contains("Noto"))
}

fn gather(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
        if paths.len() >= MOST_FILES {
            return;
        }
        if path.is_dir() && depth < MOST_DEPTH {
            gather(&path, depth + 1, paths);
        } else if matches!(extension.as_str(), "ttf" | "otf" | "ttc" | "otc") {
            paths.push(path);
        }
    }
}

/// Returns the fonts of a file, and its size.
fn faces(path: &Path, number: usize) -> Option<(Vec<Face>, u64)> {
    let mut file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    if size > MOST_BYTES {
        return None;
    }
    let mut read = |at: u64, length: usize| {
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(at)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    };
    let head = read(0, 12)?;
    let starts: Vec<u64> = if head.starts_with(b"ttcf") {
        let count = number_at(&head, 8)?.min(MOST_OF_COLLECTION) as usize;
        let all = read(12, count * 4)?;
        (0..count).filter_map(|n| number_at(&all, n * 4)).map(u64::from).collect()
    } else {
        vec![0]
    };
    let name = path.file_stem()?.to_str()?.to_owned();
    let bold = name.contains("Bold") && !name.contains("SemiBold") && !name.contains("ExtraBold");
    let mut faces: Vec<Face> = Vec::new();
    let mut known: Vec<(u32, Arc<Vec<u8>>)> = Vec::new();
    for (index, start) in starts.into_iter().enumerate() {
        let head = read(start, 12)?;
        let tables = read(start + 12, usize::from(u16::from_be_bytes([head[4], head[5]])).min(256) * 16)?;
        let mut entries = tables.chunks_exact(16);
        let Some(entry) = entries.find(|entry| entry.starts_with(b"cmap")) else { continue };
        let (at, length) = (number_at(entry, 8)?, number_at(entry, 12)?);
        if length > MOST_TABLE {
            continue;
        }
        let characters = match known.iter().find(|(known, _)| *known == at) {
            Some((_, characters)) => characters.clone(),
            None => {
                let read = Arc::new(read(u64::from(at), length as usize)?);
                known.push((at, read.clone()));
                read
            }
        };
        faces.push(Face { file: number, index: index as u32, name: name.clone(), bold, characters });
    }
    Some((faces, size))
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
