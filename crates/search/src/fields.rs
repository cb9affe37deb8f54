//! The fields of the index: one entry for each section of a page, and one for the mark of each space.
//!
//! [`FORMAT`] changes with everything that makes an older index find less or something else: fields, tokens, stems.

use tantivy::schema::{BytesOptions, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

/// The version of what is written.
pub(crate) const FORMAT: &str = "quire-search 3\n";

/// The fields of the index.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    /// All of them, as tantivy wants them.
    pub(crate) schema: Schema,
    /// The bytes of the space.
    pub(crate) space: Field,
    /// The bytes of the space and the page.
    pub(crate) page: Field,
    /// The tag of the page's language.
    pub(crate) language: Field,
    /// The stored anchor, heading, body and code of the section.
    pub(crate) stored: [Field; 4],
    /// What the caller notes about a space, in an entry without anything that is searched.
    pub(crate) mark: Field,
    /// What is searched, by [`Searched`].
    pub(crate) searched: [Field; Searched::COUNT],
}

/// A searched field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Searched {
    /// The page's title, in its first section.
    Title,
    /// The section's heading.
    Heading,
    /// The page's title, in the other sections.
    Context,
    /// The section's text.
    Body,
    /// The section's code.
    Code,
    /// Stems of the same.
    TitleStems,
    /// Stems of the same.
    HeadingStems,
    /// Stems of the same.
    ContextStems,
    /// Stems of the same.
    BodyStems,
    /// The whole title, in the first section, or the heading as one text.
    Name,
    /// Single glyphs of body and code.
    Glyphs,
}

impl Searched {
    /// How many there are.
    pub(crate) const COUNT: usize = 11;
    /// All, in order.
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
        Self::Glyphs,
    ];
    /// Those that have words as they are written.
    pub(crate) const TEXTS: [Self; 5] = [Self::Title, Self::Heading, Self::Context, Self::Body, Self::Code];

    /// The field with its stems.
    pub(crate) fn stems(self) -> Option<Self> {
        match self {
            Self::Title => Some(Self::TitleStems),
            Self::Heading => Some(Self::HeadingStems),
            Self::Context => Some(Self::ContextStems),
            Self::Body => Some(Self::BodyStems),
            _ => None,
        }
    }

    /// How much an occurrence counts.
    pub(crate) fn weight(self) -> f32 {
        match self {
            Self::Title | Self::TitleStems => 6.0,
            Self::Heading | Self::HeadingStems => 4.0,
            Self::Context | Self::ContextStems => 1.0,
            Self::Body | Self::BodyStems | Self::Glyphs => 1.0,
            Self::Code => 0.6,
            Self::Name => 1.0,
        }
    }

    /// How much the length of the field takes away, from 0 to 1.
    pub(crate) fn length_matters(self) -> f32 {
        match self {
            Self::Name | Self::Glyphs => 0.0,
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
            Self::Glyphs => "glyphs",
        }
    }

    fn options(self) -> TextOptions {
        let record = match self {
            Self::Name | Self::Glyphs => IndexRecordOption::Basic,
            _ if Self::TEXTS.contains(&self) => IndexRecordOption::WithFreqsAndPositions,
            _ => IndexRecordOption::WithFreqs,
        };
        let has_lengths = self.length_matters() > 0.0;
        let indexing = TextFieldIndexing::default().set_tokenizer(crate::index::TOKENIZER).set_index_option(record);
        TextOptions::default().set_indexing_options(indexing.set_fieldnorms(has_lengths))
    }
}

impl Fields {
    /// The fields of this version.
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let space = builder.add_bytes_field("space", BytesOptions::default().set_indexed().set_fast());
        let page = builder.add_bytes_field("page", BytesOptions::default().set_indexed().set_fast());
        let raw = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(IndexRecordOption::Basic);
        let language = TextOptions::default().set_indexing_options(raw.set_fieldnorms(false)).set_stored();
        let language = builder.add_text_field("language", language);
        let stored = ["anchor", "stored_heading", "stored_body", "stored_code"];
        let stored = stored.map(|name| builder.add_text_field(name, STORED));
        let mark = builder.add_text_field("mark", STORED);
        let searched = Searched::ALL.map(|it| builder.add_text_field(it.name(), it.options()));
        Self { schema: builder.build(), space, page, language, stored, mark, searched }
    }

    /// The field of what is searched.
    pub(crate) fn get(&self, searched: Searched) -> Field {
        self.searched[searched as usize]
    }
}
