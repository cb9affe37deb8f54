//! The fields of the index, which has one entry for each section of a page, and one for the mark of each space.
//!
//! [`FORMAT`] must change with everything that makes an older index give other results: fields, tokens, stems.

use tantivy::schema::{BytesOptions, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

/// The version of the index format, as the content of the file `format`.
pub(crate) const FORMAT: &str = "quire-search 6\n";

/// The name of the tokenizer of all searched fields.
pub(crate) const TOKENIZER: &str = "packed";

/// The handles of the index's fields.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    /// The schema with all fields, for tantivy.
    pub(crate) schema: Schema,
    /// The identifier of the space, as bytes.
    pub(crate) space: Field,
    /// The identifiers of the space and the page, as bytes.
    pub(crate) page: Field,
    /// The key of the entry, as bytes.
    pub(crate) entry: Field,
    /// The language tag of the page.
    pub(crate) language: Field,
    /// The stored anchor, heading, body and code of the section.
    pub(crate) stored: [Field; 4],
    /// The mark of a space, in an entry without searched fields.
    pub(crate) mark: Field,
    /// The searched fields, indexed by [`Searched`].
    pub(crate) searched: [Field; Searched::COUNT],
}

/// A searched field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Searched {
    /// The page's title, in the entries of its first section.
    Title,
    /// The heading of the section.
    Heading,
    /// The page's title, in the entries of the other sections; its description, in those of the first one.
    Context,
    /// The section's text without code.
    Body,
    /// The section's code blocks.
    Code,
    /// The stems of the words in [`Self::Title`].
    TitleStems,
    /// The stems of the words in [`Self::Heading`].
    HeadingStems,
    /// The stems of the words in [`Self::Context`].
    ContextStems,
    /// The stems of the words in [`Self::Body`].
    BodyStems,
    /// The heading as a single token, and its stems as another one.
    Name,
    /// The page's title, in the entries of the first section, as [`Self::Name`].
    TitleName,
    /// The single glyphs of body and code.
    Glyphs,
}

impl Searched {
    /// The number of searched fields.
    pub(crate) const COUNT: usize = 12;
    /// All searched fields, in the order of their indices.
    pub(crate) const ALL: [Self; Self::COUNT] = [
        Self::Title,
        Self::Heading,
        Self::Context,
        Self::Body,
        Self::Code,
        Self::TitleStems,
        Self::HeadingStems,
        Self::ContextStems,
        Self::BodyStems,
        Self::Name,
        Self::TitleName,
        Self::Glyphs,
    ];
    /// The fields that contain words as they are written.
    pub(crate) const TEXTS: [Self; 5] = [Self::Title, Self::Heading, Self::Context, Self::Body, Self::Code];

    /// Returns the field with the stems of this field.
    pub(crate) fn stems(self) -> Option<Self> {
        match self {
            Self::Title => Some(Self::TitleStems),
            Self::Heading => Some(Self::HeadingStems),
            Self::Context => Some(Self::ContextStems),
            Self::Body => Some(Self::BodyStems),
            _ => None,
        }
    }

    /// Returns the weight of an occurrence in the field.
    pub(crate) fn weight(self) -> f32 {
        match self {
            Self::Title | Self::TitleStems => 6.0,
            Self::Heading | Self::HeadingStems => 4.0,
            Self::Context | Self::ContextStems => 1.0,
            Self::Body | Self::BodyStems | Self::Glyphs => 1.0,
            Self::Code => 0.6,
            Self::Name | Self::TitleName => 1.0,
        }
    }

    /// Returns the strength of length normalization, from 0 to 1 (the `b` of BM25).
    pub(crate) fn length_matters(self) -> f32 {
        match self {
            Self::Name | Self::TitleName | Self::Glyphs => 0.0,
            Self::Title | Self::TitleStems | Self::Heading | Self::HeadingStems => 0.4,
            Self::Context | Self::ContextStems => 0.4,
            Self::Body | Self::BodyStems | Self::Code => 0.6,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Heading => "heading",
            Self::Context => "context",
            Self::Body => "body",
            Self::Code => "code",
            Self::TitleStems => "title_stems",
            Self::HeadingStems => "heading_stems",
            Self::ContextStems => "context_stems",
            Self::BodyStems => "body_stems",
            Self::Name => "name",
            Self::TitleName => "title_name",
            Self::Glyphs => "glyphs",
        }
    }

    /// Returns true if the occurrences in a text are counted.
    pub(crate) fn has_frequencies(self) -> bool {
        !matches!(self, Self::Name | Self::TitleName | Self::Glyphs)
    }

    fn options(self) -> TextOptions {
        let record = match self {
            _ if !self.has_frequencies() => IndexRecordOption::Basic,
            _ if Self::TEXTS.contains(&self) => IndexRecordOption::WithFreqsAndPositions,
            _ => IndexRecordOption::WithFreqs,
        };
        let has_lengths = self.length_matters() > 0.0;
        let indexing = TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(record);
        TextOptions::default().set_indexing_options(indexing.set_fieldnorms(has_lengths))
    }
}

impl Fields {
    /// Creates the fields and the schema of this version.
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let space = builder.add_bytes_field("space", BytesOptions::default().set_indexed().set_fast());
        let page = builder.add_bytes_field("page", BytesOptions::default().set_indexed().set_fast());
        let entry = builder.add_bytes_field("entry", BytesOptions::default().set_indexed());
        let raw = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(IndexRecordOption::Basic);
        let language = TextOptions::default().set_indexing_options(raw.set_fieldnorms(false)).set_stored();
        let language = builder.add_text_field("language", language);
        let stored = ["anchor", "stored_heading", "stored_body", "stored_code"];
        let stored = stored.map(|name| builder.add_text_field(name, STORED));
        let mark = builder.add_text_field("mark", STORED);
        let searched = Searched::ALL.map(|it| builder.add_text_field(it.name(), it.options()));
        Self { schema: builder.build(), space, page, entry, language, stored, mark, searched }
    }

    /// Returns the handle of a searched field.
    pub(crate) fn get(&self, searched: Searched) -> Field {
        self.searched[searched as usize]
    }
}
