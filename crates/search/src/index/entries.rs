//! The entries of a page in the index: one for each section, several for a long section.

use quire_content::id::{PageId, Uid};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use tantivy::TantivyDocument;

use super::packed::pack;
use crate::fields::{Fields, Searched};
use crate::sections::Section;
use crate::words::{Run, Singles, Stems, runs, tokens};

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

/// Creates the entries of a page.
pub(super) fn of(fields: &Fields, page: &Page<'_>) -> Vec<TantivyDocument> {
    let first = Section::default();
    let sections = if page.sections.is_empty() { std::slice::from_ref(&first) } else { page.sections };
    let mut entries = Vec::new();
    for (n, section) in sections.iter().enumerate() {
        let body = match n {
            0 => [page.description, &section.body].map(str::trim).join("\n"),
            _ => section.body.clone(),
        };
        let (bodies, codes) = (pieces(body.trim()), pieces(&section.code));
        for piece in 0..bodies.len().max(codes.len()).max(1) {
            let texts = [&bodies, &codes].map(|it| it.get(piece).copied().unwrap_or_default());
            entries.push(entry(fields, page, section, n == 0, texts));
        }
    }
    entries
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

fn entry(
    fields: &Fields,
    page: &Page<'_>,
    section: &Section,
    is_first: bool,
    [body, code]: [&str; 2],
) -> TantivyDocument {
    let mut entry = TantivyDocument::default();
    entry.add_bytes(fields.space, &page.space.bytes());
    entry.add_bytes(fields.page, &key(page.space, page.page));
    entry.add_text(fields.language, page.language.as_str());
    let anchor = section.anchor.as_deref().unwrap_or_default();
    for (field, text) in fields.stored.into_iter().zip([anchor, &section.heading, body, code]) {
        if !text.is_empty() {
            entry.add_text(field, text);
        }
    }
    let mut writer = Writing { fields, stems: Stems::of(page.language), entry };
    if is_first {
        writer.words(Searched::Title, page.title, Singles::Every);
        writer.words(Searched::Context, page.description, Singles::Every);
        writer.name(Searched::TitleName, page.title);
    } else {
        writer.words(Searched::Context, page.title, Singles::Every);
        writer.name(Searched::Name, &section.heading);
    }
    writer.words(Searched::Heading, &section.heading, Singles::Every);
    writer.words(Searched::Body, body, Singles::Alone);
    writer.words(Searched::Code, code, Singles::Alone);
    let mut glyphs = glyphs(body);
    glyphs.extend(self::glyphs(code));
    glyphs.sort_unstable();
    glyphs.dedup();
    writer.texts(Searched::Glyphs, glyphs);
    writer.entry
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
    let glyphs = runs(text).into_iter().filter_map(|run| match run {
        Run::Glyphs(glyphs) => Some(glyphs),
        Run::Word(_) => None,
    });
    glyphs.flatten().map(|glyph| glyph.text).collect()
}

struct Writing<'a> {
    fields: &'a Fields,
    stems: Option<Stems>,
    entry: TantivyDocument,
}

impl Writing<'_> {
    fn words(&mut self, field: Searched, text: &str, singles: Singles) {
        let tokens = tokens(text, singles);
        if let (Some(stems), Some(field)) = (self.stems, field.stems()) {
            self.texts(field, tokens.iter().filter(|token| token.is_word).map(|token| stems.stem(&token.text)));
        }
        self.add(field, &pack(tokens.iter().map(|token| (token.position, token.text.as_str()))));
    }

    /// Writes a title or a heading as a whole.
    fn name(&mut self, field: Searched, text: &str) {
        let of_stems = self.stems.and_then(|stems| name_of_stems(text, stems));
        self.texts(field, name(text).into_iter().chain(of_stems));
    }

    fn texts(&mut self, field: Searched, texts: impl IntoIterator<Item = String>) {
        let texts: Vec<String> = texts.into_iter().collect();
        self.add(field, &pack(texts.iter().map(String::as_str).enumerate()));
    }

    fn add(&mut self, field: Searched, packed: &str) {
        if !packed.is_empty() {
            self.entry.add_text(self.fields.get(field), packed);
        }
    }
}
