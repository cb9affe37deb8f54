//! The conflicts of a content map, with the content of their sides.

use std::ops::Range;

use super::alignment::Alignments;
use super::entry::damaged;
use super::surroundings::{Surroundings, TextIndexes};
use super::text;
use crate::front_matter;
use crate::hash::Hash;
use crate::id::ConflictId;
use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use crate::record::{
    AsideRecord, ConflictPlace, ConflictRecord, EntryKey, Field, FileRecord, MetaRecord, PageKind, PageRecord,
    Placement, Placements, RecordError, ReusableRecord, VariableRecord,
};

/// A part of the content that both sides of a merge changed differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The entry that is in conflict; `None` if its kind is only known to a newer version.
    pub subject: Option<EntryKey>,
    /// The part of the entry that is in conflict.
    pub place: Place,
    /// The common base of both sides.
    pub base: ConflictSide,
    /// The version of main.
    pub main: ConflictSide,
    /// The version of the change request.
    pub change: ConflictSide,
    /// The ways in which it can be resolved.
    pub choices: Vec<Choice>,
    /// The byte offset in the file as it was when the conflict arose, which later edits do not move; 0 if the conflict
    /// is not about a text.
    pub offset: u32,
    /// The text around a conflict about a text.
    pub surroundings: Option<Surroundings>,
}

/// A way in which a conflict can be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The version of the change request.
    Ours,
    /// The version of main.
    Theirs,
    /// Main's text, followed by the change request's.
    Both,
    /// A new text in Markdown.
    Markdown,
    /// A new text as a rich-text document.
    Document,
}

/// The part of an entry that is in conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A byte range of its file as the file is now; `None` if it has no file any more.
    Text(Option<Range<usize>>),
    /// A single field of the record.
    Field(Field),
    /// The whole entry: one side deleted it, the other edited it. Where the change request has deleted it while another
    /// conflict about it was open, the sides are those of that conflict.
    Whole,
    /// The position in the page tree, possibly together with other pages.
    Tree,
}

/// The version of one side.
#[derive(Debug, Clone, PartialEq)]
pub enum ConflictSide {
    /// The entry does not exist on this side.
    Absent,
    /// The text of a range of a file.
    Text(String),
    /// The record, for a conflict about a field or a whole entry; in the former case only the field is relevant.
    Record(Record),
    /// The positions of pages in the page tree.
    Places(Vec<Placement>),
}

/// A decoded record of an entry, by kind.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "each is named like its record")]
pub enum Record {
    Page(Box<PageRecord>),
    File(FileRecord),
    Reusable(ReusableRecord),
    Variable(VariableRecord),
    Meta(MetaRecord),
    Aside(AsideRecord),
}

/// Returns all conflicts of a map, in order of identifier.
pub fn conflicts(map: &Map, objects: &dyn Objects) -> Result<Vec<(ConflictId, Conflict)>, ObjectError> {
    let mut found = Vec::new();
    let (mut indexes, alignments) = (TextIndexes::default(), Alignments::default());
    for entry in map.scan(objects, EntryKey::CONFLICTS) {
        let (key, value) = entry?;
        let record = ConflictRecord::decode(&value).map_err(|error| damaged(map.root(), &key, &error))?;
        if let Some(EntryKey::Conflict(id)) = EntryKey::parse(&key) {
            found.push((id, decoded(map, objects, &record, &mut indexes, &alignments)?));
        }
    }
    Ok(found)
}

/// Returns the number of conflicts of a map.
pub fn count_conflicts(map: &Map, objects: &dyn Objects) -> Result<usize, ObjectError> {
    map.scan(objects, EntryKey::CONFLICTS).try_fold(0, |count, entry| entry.map(|_| count + 1))
}

/// Returns true if two maps have the same conflicts, with the same sides.
pub fn has_same_conflicts(maps: [&Map; 2], objects: &dyn Objects) -> Result<bool, ObjectError> {
    let [before, after] = maps.map(|map| map.scan(objects, EntryKey::CONFLICTS).collect::<Result<Vec<_>, _>>());
    Ok(before? == after?)
}

fn decoded(
    map: &Map,
    objects: &dyn Objects,
    record: &ConflictRecord,
    indexes: &mut TextIndexes,
    alignments: &Alignments,
) -> Result<Conflict, ObjectError> {
    let subject = EntryKey::parse(&record.subject);
    let side = |hash: Option<Hash>| match hash {
        Some(hash) => side(objects, hash, subject.as_ref(), &record.place),
        None => Ok(ConflictSide::Absent),
    };
    let (base, main, mut change) = (side(record.base)?, side(record.main)?, side(record.change)?);
    let mut choices = vec![Choice::Ours, Choice::Theirs];
    let (mut offset, mut surroundings) = (0, None);
    let is_deleted = record.place != ConflictPlace::Whole && map.get(objects, &record.subject)?.is_none();
    if is_deleted && record.is_of_saves {
        // What was saved has no entry to stand in.
        choices.truncate(1);
    }
    let place = match &record.place {
        ConflictPlace::Text { .. } | ConflictPlace::Field { .. } if is_deleted => {
            change = ConflictSide::Absent;
            Place::Whole
        }
        ConflictPlace::Text { source, start, end } => {
            let stretch = Stretch::find(map, objects, alignments, &record.subject, &(*source, *start..*end))?;
            offset = *start;
            if let Some(stretch) = &stretch {
                surroundings = Some(indexes.around(stretch));
                change = ConflictSide::Text(String::from_utf8_lossy(&stretch.file[stretch.range.clone()]).into_owned());
                choices.extend(stretch.choices(&main));
            }
            Place::Text(stretch.map(|stretch| stretch.range))
        }
        ConflictPlace::Field { field } => Place::Field(field.clone()),
        ConflictPlace::Whole => Place::Whole,
        ConflictPlace::Tree => Place::Tree,
    };
    Ok(Conflict { subject, place, base, main, change, choices, offset, surroundings })
}

fn side(
    objects: &dyn Objects,
    hash: Hash,
    subject: Option<&EntryKey>,
    place: &ConflictPlace,
) -> Result<ConflictSide, ObjectError> {
    let bytes = objects.get(&hash)?;
    let damaged =
        |error: RecordError| ObjectError::Damaged { hash, reason: format!("as a side of a conflict it is {error}") };
    match place {
        ConflictPlace::Text { .. } => Ok(ConflictSide::Text(String::from_utf8_lossy(&bytes).into_owned())),
        ConflictPlace::Tree => Ok(ConflictSide::Places(Placements::decode(&bytes).map_err(damaged)?.pages)),
        ConflictPlace::Field { .. } | ConflictPlace::Whole => {
            let record = subject.and_then(|subject| Record::decode(subject, &bytes)).transpose().map_err(damaged)?;
            Ok(record.map_or(ConflictSide::Absent, ConflictSide::Record))
        }
    }
}

impl Record {
    /// Decodes the record of an entry; `None` if the key is of a conflict.
    pub fn decode(key: &EntryKey, value: &[u8]) -> Option<Result<Self, RecordError>> {
        Some(match key {
            EntryKey::Page(_) => PageRecord::decode(value).map(|page| Self::Page(Box::new(page))),
            EntryKey::File(_) => FileRecord::decode(value).map(Self::File),
            EntryKey::Reusable(_) => ReusableRecord::decode(value).map(Self::Reusable),
            EntryKey::Variable(_) => VariableRecord::decode(value).map(Self::Variable),
            EntryKey::Meta(_) => MetaRecord::decode(value).map(Self::Meta),
            EntryKey::Aside(_) => AsideRecord::decode(value).map(Self::Aside),
            EntryKey::Conflict(_) => return None,
        })
    }

    /// Encodes the record as it is stored in a map.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Page(record) => record.encode(),
            Self::File(record) => record.encode(),
            Self::Reusable(record) => record.encode(),
            Self::Variable(record) => record.encode(),
            Self::Meta(record) => record.encode(),
            Self::Aside(record) => record.encode(),
        }
    }

    /// Returns the hash of the object with the bytes of its file, if it has a file that is an object.
    pub fn source(&self) -> Option<Hash> {
        match self {
            Self::Page(page) => match page.kind {
                PageKind::Document { source, .. } => Some(source),
                PageKind::Group | PageKind::Link { .. } | PageKind::Computed { .. } => None,
            },
            Self::Reusable(ReusableRecord { source, .. }) | Self::Meta(MetaRecord { source, .. }) => Some(*source),
            Self::File(_) | Self::Variable(_) | Self::Aside(_) => None,
        }
    }
}

/// A byte range of a file, with the file.
pub(super) struct Stretch {
    pub(super) source: Hash,
    pub(super) file: std::sync::Arc<[u8]>,
    pub(super) range: Range<usize>,
    /// True for each end that a blank line separated from the text around it, if the file was changed since.
    pub(super) was_apart: [bool; 2],
}

impl Stretch {
    /// Finds the current range of a conflict in an entry's file; `None` if the entry has no file. `at` is the file in
    /// which the conflict arose, and its range there.
    pub(super) fn find(
        map: &Map,
        objects: &dyn Objects,
        alignments: &Alignments,
        subject: &[u8],
        at: &(Hash, Range<u32>),
    ) -> Result<Option<Self>, ObjectError> {
        let Some((key, value)) = EntryKey::parse(subject).zip(map.get(objects, subject)?) else { return Ok(None) };
        let record = Record::decode(&key, &value).transpose().map_err(|error| damaged(map.root(), subject, &error))?;
        let Some(now) = record.and_then(|record| record.source()) else { return Ok(None) };
        let (then, range) = (at.0, at.1.start as usize..at.1.end as usize);
        let (file, was_apart, range) = match now == then {
            true => (objects.get(&now)?, [false; 2], range),
            false => {
                let (before, file) = (objects.get(&then)?, objects.get(&now)?);
                let (was_apart, alignment) = (apart(&before, &range), alignments.of((then, &before), (now, &file)));
                (file, was_apart, alignment.carry(range))
            }
        };
        let end = range.end.min(file.len());
        Ok(Some(Self { source: now, range: range.start.min(end)..end, file, was_apart }))
    }
}

impl Choice {
    /// Returns its name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Theirs => "theirs",
            Self::Both => "both",
            Self::Markdown => "markdown",
            Self::Document => "document",
        }
    }
}

impl Stretch {
    /// Returns the new texts that can stand in the range.
    fn choices(&self, main: &ConflictSide) -> Vec<Choice> {
        let main = if let ConflictSide::Text(main) = main { main } else { "" };
        let both = self.takes_both(main.as_bytes()).then_some(Choice::Both);
        let document = (!self.is_in_front_matter()).then_some(Choice::Document);
        [both, Some(Choice::Markdown), document].into_iter().flatten().collect()
    }

    /// Returns true if the range is in the front matter.
    pub(super) fn is_in_front_matter(&self) -> bool {
        self.range.start < front_matter::parse(&self.file).body_at
    }

    /// Returns true if main's text can stand before the text of the range.
    pub(super) fn takes_both(&self, main: &[u8]) -> bool {
        if self.is_in_front_matter() {
            return false;
        }
        match (str::from_utf8(main), str::from_utf8(&self.file[self.range.clone()])) {
            (Ok(main), Ok(there)) => text::can_follow(main, there),
            _ => true,
        }
    }
}

/// Returns for each end of a range whether a blank line separates it from the text around it.
fn apart(file: &[u8], range: &Range<usize>) -> [bool; 2] {
    let end = range.end.min(file.len());
    let start = range.start.min(end);
    let (before, there, after) = (&file[..start], &file[start..end], &file[end..]);
    [ends_blank(before) || starts_blank(there), ends_blank(there) || starts_blank(after)]
}

/// Returns true if the first line of a text is blank.
pub(super) fn starts_blank(text: &[u8]) -> bool {
    let line = text.split_inclusive(|byte| *byte == b'\n').next();
    line.is_some_and(|line| line.trim_ascii().is_empty())
}

/// Returns true if the last line of a text is blank.
pub(super) fn ends_blank(text: &[u8]) -> bool {
    let line = text.split_inclusive(|byte| *byte == b'\n').next_back();
    line.is_some_and(|line| line.trim_ascii().is_empty())
}
