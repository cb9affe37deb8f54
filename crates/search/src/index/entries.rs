//! The entries of a page in the index: one for each section, several for a long section.
//!
//! The key of an entry names the page and, by a hash, everything that the entry is made of. So an entry that is in the
//! index under its key is as it would be written, and a page that changes in one section has one new entry. An [`Entry`]
//! has its tokens already, so that it can be searched in memory and be written later.

use std::collections::HashMap;

use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use tantivy::TantivyDocument;

use super::packed::Packing;
use crate::fields::{Fields, Searched};
use crate::sections::Section;
use crate::words::{Run, Singles, StemMemo, Stems, each_token, runs};

/// The most bytes of body in an entry, and of code; snippets are cut out of them for every query.
const MOST_BYTES: usize = 8 * 1024;

/// A page to be indexed.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// The space of the page.
    pub space: SpaceId,
    /// The identifier of the page.
    pub page: PageId,
    /// The language of the page.
    pub language: Language,
    /// The title, as plain text.
    pub title: &'a str,
    /// The description, or an empty text.
    pub description: &'a str,
    /// The sections; the first is the text before any heading.
    pub sections: &'a [Section],
}

/// Returns the key of a page in the index. Duplicated spaces share page identifiers, so the key includes the space.
pub(super) fn key(space: SpaceId, page: PageId) -> [u8; 32] {
    let mut key = [0; 32];
    key[..16].copy_from_slice(&space.bytes());
    key[16..].copy_from_slice(&page.bytes());
    key
}

/// Returns the key of a space's mark in the index. No page has this identifier.
pub(super) fn mark_key(space: SpaceId) -> [u8; 32] {
    key(space, PageId(Uid([0; 16])))
}

/// Creates the entry of a space's mark.
pub(super) fn mark(fields: &Fields, space: SpaceId, mark: &str) -> TantivyDocument {
    let mut entry = TantivyDocument::default();
    entry.add_bytes(fields.space, &space.bytes());
    entry.add_bytes(fields.page, &mark_key(space));
    entry.add_text(fields.mark, mark);
    entry
}

/// The key of an entry: the identifiers of its space and page, and half of the hash of its content.
pub(super) type EntryKey = [u8; 48];

/// An entry that is still to be created.
pub(super) struct Draft<'a> {
    pub(super) key: EntryKey,
    section: &'a Section,
    /// True for the text before the first heading.
    is_first: bool,
    body: &'a str,
    code: &'a str,
}

/// Returns the body of a page's first section: its description, and the text before the first heading.
pub(super) fn first_body(page: &Page<'_>) -> String {
    let body = page.sections.first().map_or("", |section| &section.body);
    [page.description, body].map(str::trim).join("\n")
}

/// Returns the entries of a page, without their tokens. `first_body` is what [`first_body`] returns.
pub(super) fn drafts<'a>(page: &Page<'a>, first_body: &'a str) -> Vec<Draft<'a>> {
    const EMPTY: &[Section] = &[Section::EMPTY];
    let sections = if page.sections.is_empty() { EMPTY } else { page.sections };
    let mut drafts = Vec::with_capacity(sections.len());
    let mut keys = Keys { page, of_page: key(page.space, page.page), known: HashMap::new(), hashed: Vec::new() };
    for (n, section) in sections.iter().enumerate() {
        let is_first = n == 0;
        let body = if is_first { first_body } else { &section.body };
        let (bodies, codes) = (pieces(body.trim()), pieces(&section.code));
        for piece in 0..bodies.len().max(codes.len()).max(1) {
            let [body, code] = [&bodies, &codes].map(|it| it.get(piece).copied().unwrap_or_default());
            let key = keys.key(section, is_first, body, code);
            drafts.push(Draft { key, section, is_first, body, code });
        }
    }
    drafts
}

/// The keys of the entries of one page.
struct Keys<'a, 'p> {
    page: &'a Page<'p>,
    of_page: [u8; 32],
    /// The number of entries with each content.
    known: HashMap<u128, u128>,
    hashed: Vec<u8>,
}

impl Keys<'_, '_> {
    /// Returns a key that follows from all that [`Entry`] has, and from how many entries before have the same.
    fn key(&mut self, section: &Section, is_first: bool, body: &str, code: &str) -> EntryKey {
        let Self { page, of_page, known, hashed } = self;
        let description = if is_first { page.description } else { "" };
        let anchor = section.anchor.as_deref().unwrap_or_default();
        hashed.clear();
        hashed.push(u8::from(is_first));
        for text in [page.language.as_str(), page.title, description, anchor, &section.heading, body, code] {
            hashed.extend_from_slice(&(text.len() as u64).to_le_bytes());
            hashed.extend_from_slice(text.as_bytes());
        }
        let content = half(&Hash::of(hashed));
        // Entries with the same content differ by their number.
        let before = known.entry(content).or_default();
        let content = content.wrapping_add(*before);
        *before += 1;
        let mut key = [0; 48];
        key[..32].copy_from_slice(of_page);
        key[32..].copy_from_slice(&content.to_be_bytes());
        key
    }
}

/// Returns the first half of a hash.
fn half(Hash(bytes): &Hash) -> u128 {
    let mut half = [0; 16];
    half.copy_from_slice(&bytes[..16]);
    u128::from_be_bytes(half)
}

/// An entry with its tokens.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(super) key: EntryKey,
    pub(super) space: SpaceId,
    pub(super) page: PageId,
    pub(super) language: Language,
    /// The anchor, heading, body and code of the section.
    pub(super) texts: [String; 4],
    /// The packed tokens of the searched fields that have any.
    pub(super) tokens: Vec<(Searched, String)>,
}

impl Entry {
    /// Returns the entry as it is written to files.
    pub(super) fn document(&self, fields: &Fields) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_bytes(fields.space, &self.space.bytes());
        document.add_bytes(fields.page, &key(self.space, self.page));
        document.add_bytes(fields.entry, &self.key);
        document.add_text(fields.language, self.language.as_str());
        for (field, text) in fields.stored.into_iter().zip(&self.texts) {
            if !text.is_empty() {
                document.add_text(field, text);
            }
        }
        for (field, packed) in &self.tokens {
            document.add_text(fields.get(*field), packed);
        }
        document
    }

    /// Returns about the number of bytes that the entry takes.
    pub(super) fn size(&self) -> usize {
        let tokens: usize = self.tokens.iter().map(|(_, packed)| packed.len()).sum();
        let texts: usize = self.texts.iter().map(String::len).sum();
        size_of::<Self>() + tokens + texts
    }
}

/// Creates entries of a page.
pub(super) fn of<'a>(page: &Page<'_>, drafts: impl IntoIterator<Item = Draft<'a>>, memo: &mut StemMemo) -> Vec<Entry> {
    let mut texts = Texts { stems: Stems::of(page.language), memo };
    let mut drafts = drafts.into_iter().peekable();
    if drafts.peek().is_none() {
        return Vec::new();
    }
    // The title is in each of them.
    let title = texts.words(page.title, Singles::Every);
    drafts.map(|draft| entry(page, &draft, &title, &mut texts)).collect()
}

/// Splits a text into pieces of at most [`MOST_BYTES`], at the ends of lines or words if there are any.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > MOST_BYTES {
        let most = rest.floor_char_boundary(MOST_BYTES);
        let end = rest[..most].rfind('\n').or_else(|| rest[..most].rfind(' ')).filter(|at| *at > 0).unwrap_or(most);
        pieces.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

fn entry(page: &Page<'_>, draft: &Draft<'_>, title: &Words, texts: &mut Texts<'_>) -> Entry {
    let Draft { key, section, is_first, body, code } = *draft;
    let mut tokens = Tokens(Vec::new());
    if is_first {
        tokens.words(Searched::Title, title.clone());
        tokens.words(Searched::Context, texts.words(page.description, Singles::Every));
        tokens.add(Searched::TitleName, texts.name(page.title));
    } else {
        tokens.words(Searched::Context, title.clone());
        tokens.add(Searched::Name, texts.name(&section.heading));
    }
    tokens.words(Searched::Heading, texts.words(&section.heading, Singles::Every));
    tokens.words(Searched::Body, texts.words(body, Singles::Alone));
    tokens.words(Searched::Code, texts.words(code, Singles::Alone));
    let mut glyphs = glyphs(body);
    glyphs.extend(self::glyphs(code));
    glyphs.sort_unstable();
    glyphs.dedup();
    tokens.add(Searched::Glyphs, packed(glyphs));
    Entry {
        key,
        space: page.space,
        page: page.page,
        language: page.language,
        texts: [section.anchor.as_deref().unwrap_or_default(), &section.heading, body, code].map(str::to_owned),
        tokens: tokens.0,
    }
}

/// Returns a heading as a single token: its words, joined. `None` if it has no words or is longer than 400 bytes.
pub(crate) fn name(text: &str) -> Option<String> {
    joined(&runs(text), str::to_owned)
}

/// Returns the stems of a heading as a single token.
pub(crate) fn name_of_stems(text: &str, stems: Stems) -> Option<String> {
    joined(&runs(text), |word| stems.stem(word))
}

fn joined(runs: &[Run], form: impl Fn(&str) -> String) -> Option<String> {
    let mut name = String::new();
    for run in runs {
        let parts = match run {
            Run::Word(compound) => &compound.parts,
            Run::Glyphs(glyphs) => glyphs,
        };
        for part in parts {
            name.push_str(&form(&part.text));
            name.push(' ');
        }
    }
    (!name.is_empty() && name.len() <= 400).then_some(name)
}

fn glyphs(text: &str) -> Vec<String> {
    if text.is_ascii() {
        return Vec::new();
    }
    let glyphs = runs(text).into_iter().filter_map(|run| match run {
        Run::Glyphs(glyphs) => Some(glyphs),
        Run::Word(_) => None,
    });
    glyphs.flatten().map(|glyph| glyph.text).collect()
}

fn packed(texts: impl IntoIterator<Item = String>) -> String {
    let mut packing = Packing::default();
    texts.into_iter().for_each(|text| packing.push_next(&text));
    packing.finish()
}

/// The words of a text and their stems, both encoded.
#[derive(Clone)]
struct Words {
    words: String,
    stems: String,
}

/// The encoding of texts in one language.
struct Texts<'a> {
    stems: Option<Stems>,
    memo: &'a mut StemMemo,
}

impl Texts<'_> {
    fn words(&mut self, text: &str, singles: Singles) -> Words {
        let (mut words, mut stems) = (Packing::default(), Packing::default());
        each_token(text, singles, &mut |token| {
            words.push(token.position, token.text);
            if let Some(language) = self.stems.filter(|_| token.is_word) {
                stems.push_next(self.memo.stem(language, token.text));
            }
        });
        Words { words: words.finish(), stems: stems.finish() }
    }

    /// Encodes a title or a heading as a whole.
    fn name(&self, text: &str) -> String {
        let of_stems = self.stems.and_then(|stems| name_of_stems(text, stems));
        packed(name(text).into_iter().chain(of_stems))
    }
}

/// The packed tokens of an entry.
struct Tokens(Vec<(Searched, String)>);

impl Tokens {
    fn words(&mut self, field: Searched, Words { words, stems }: Words) {
        if let Some(field) = field.stems() {
            self.add(field, stems);
        }
        self.add(field, words);
    }

    fn add(&mut self, field: Searched, packed: String) {
        if !packed.is_empty() {
            self.0.push((field, packed));
        }
    }
}
