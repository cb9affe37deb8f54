//! Files that programs of translators read and write: XLIFF 1.2, XLIFF 2.0, and PO.
//!
//! A file has the segments of entries with their names, and what stands inside of lines as inline elements (in PO, as the
//! placeholders themselves). What comes back is only read here: it is judged by [`crate::replies::accept`]. Files are
//! hostile: they are bounded in bytes, depth, units and the length of texts, and XML with a document type is refused.

pub mod po;
pub mod xliff;

/// The maximum size of a file in bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// The maximum number of units of a file.
pub const MOST_UNITS: usize = 100_000;
/// The maximum length of a text of a unit in bytes.
pub const MOST_TEXT: usize = 200_000;

/// The forms of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// XLIFF 1.2.
    Xliff12,
    /// XLIFF 2.0.
    Xliff20,
    /// The portable object files of gettext.
    Po,
}

/// The state of the text of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitState {
    /// There is no text.
    Untranslated,
    /// A machine wrote it.
    Machine,
    /// A person wrote it.
    Human,
    /// A person wrote it for another source.
    Stale,
}

/// A segment to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The name of the segment.
    pub id: String,
    /// The source, with placeholders.
    pub source: String,
    /// The translation, with the same placeholders; `None` if there is none.
    pub target: Option<String>,
    /// The state of the translation.
    pub state: UnitState,
    /// For a stale text, the source that it was written for.
    pub source_before: Option<String>,
    /// A note for translators.
    pub note: Option<String>,
}

/// The segments of an entry to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name of the entry.
    pub id: String,
    /// The title of the entry.
    pub title: String,
    /// Its segments.
    pub units: Vec<Unit>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The language of the sources, as a lower-case tag.
    pub from: String,
    /// The language of the translations.
    pub to: String,
    /// The time of the file, as `2026-01-31 09:30+0000`.
    pub at: String,
    /// The entries.
    pub groups: Vec<Group>,
}

/// A translation that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// The name of the segment.
    pub id: String,
    /// The source that it was written for, with placeholders.
    pub source: String,
    /// The text with placeholders; empty if there is none.
    pub target: String,
    /// True if the file says that a person has to finish it first.
    pub is_unfinished: bool,
}

/// The error for a file that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    /// It is larger than the bound.
    #[error("the file must have at most {MOST_BYTES} bytes")]
    TooLarge,
    /// It has too many units.
    #[error("the file must have at most {MOST_UNITS} units")]
    TooMany,
    /// A text is too long.
    #[error("{0}: a text must have at most {MOST_TEXT} bytes")]
    TooLong(String),
    /// It is nested too deeply.
    #[error("the file is nested deeper than {0} elements")]
    TooDeep(usize),
    /// It has a document type, which could define entities.
    #[error("the file must not have a document type")]
    DocType,
    /// It has an entity of its own.
    #[error("the file has the unknown entity `{0}`")]
    Entity(String),
    /// It is not well-formed.
    #[error("the file can't be read: {0}")]
    Malformed(String),
    /// Its root is another one.
    #[error("the file is not the {0} that was announced")]
    OtherForm(&'static str),
}

/// Returns a file in a form.
pub fn write(form: Form, sheet: &Sheet) -> String {
    match form {
        Form::Xliff12 => xliff::write_12(sheet),
        Form::Xliff20 => xliff::write_20(sheet),
        Form::Po => po::write(sheet),
    }
}

/// Returns the translations of a file.
pub fn read(form: Form, text: &str) -> Result<Vec<Incoming>, ExchangeError> {
    if text.len() > MOST_BYTES {
        return Err(ExchangeError::TooLarge);
    }
    let found = match form {
        Form::Xliff12 | Form::Xliff20 => xliff::read(form, text)?,
        Form::Po => po::read(text)?,
    };
    let long = found.iter().find(|it| it.source.len().max(it.target.len()) > MOST_TEXT);
    match long {
        Some(unit) => Err(ExchangeError::TooLong(unit.id.chars().take(100).collect())),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests;
