//! Mapping between a page's file and its record: the fields of the record that are derived from the file.
//!
//! Code that changes a file has to derive the record from it again by these functions. The place of a page is never in
//! its file.

use crate::front_matter::{self, Fields, FrontMatter, Unwritable};
use crate::hash::Hash;
use crate::record::{Cover, GitBlob, PageKind, PageRecord};
use crate::title::{self, title_of};
use crate::utf8;

/// Returns the title in a page's file: from the front matter, else from the leading heading.
pub fn title(source: &[u8], front: &FrontMatter) -> Option<String> {
    let titled = front.fields.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    titled.map(str::to_owned).or_else(|| title_of(&utf8::lossy(&source[front.body_at..])))
}

/// Writes the fields of front matter into the record of its page, except the title.
pub fn describe(record: &mut PageRecord, fields: &Fields) {
    record.description.clone_from(&fields.description);
    record.icon.clone_from(&fields.icon);
    record.emoji.clone_from(&fields.emoji);
    record.cover = cover(fields);
    record.layout.clone_from(&fields.layout);
    record.variables.clone_from(&fields.vars);
    record.hidden = fields.hidden;
    record.no_index = fields.no_index;
    record.no_robots_index = fields.no_robots_index;
    record.condition.clone_from(&fields.if_);
}

/// Returns the cover image in front matter.
pub fn cover(fields: &Fields) -> Option<Cover> {
    fields.cover.as_ref().map(|path| Cover {
        r#ref: path.clone(),
        ref_dark: fields.cover_dark.clone(),
        y_pos: fields.cover_y.unwrap_or(0.0),
    })
}

/// Assigns another file to a page, and derives the record from it. Fields that the file lacks stay: the title if it has
/// none, and all if its front matter can't be read, except for a condition that it seems to have, which never holds.
pub fn derive(record: &mut PageRecord, source: &[u8]) {
    derive_from(record, source, &front_matter::parse(source));
}

/// Assigns another file to a page as [`derive`] does, if this is the front matter of the file.
pub(crate) fn derive_from(record: &mut PageRecord, source: &[u8], front: &FrontMatter) {
    if front.is_readable {
        describe(record, &front.fields);
    } else if front.fields.if_.is_some() {
        record.condition.clone_from(&front.fields.if_);
    }
    if let Some(title) = title(source, front) {
        record.title = title;
    }
    if record.nav_title.as_ref() == Some(&record.title) {
        record.nav_title = None;
    }
    record.kind =
        PageKind::Document { source: Hash::of(source), size: bytes(source.len()), body_at: bytes(front.body_at) };
    if let Some(git) = &mut record.git {
        *git = GitBlob::of(&git.path, source);
    }
}

/// Converts a length in bytes to a record's field; lengths that exceed it are refused earlier.
pub(crate) fn bytes(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The error if a file can't express the fields of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what is said of a page {0}")]
pub struct Unsaid(#[from] Unwritable);

/// Returns the file with front matter that has the fields of the record, except the title. A file whose front matter
/// can't be read is unchanged.
pub fn say(source: &[u8], record: &PageRecord) -> Result<Vec<u8>, Unsaid> {
    let front = front_matter::parse(source);
    Ok(say_over(source, &front, record)?.unwrap_or_else(|| source.to_vec()))
}

/// Returns the file as [`say`] does, if this is its front matter now; `None` if it is unchanged.
pub(crate) fn say_over(source: &[u8], front: &FrontMatter, record: &PageRecord) -> Result<Option<Vec<u8>>, Unsaid> {
    if !front.is_readable {
        return Ok(None);
    }
    let mut fields = Fields {
        description: record.description.clone(),
        icon: record.icon.clone(),
        emoji: record.emoji.clone(),
        layout: record.layout.clone(),
        hidden: record.hidden,
        no_index: record.no_index,
        no_robots_index: record.no_robots_index,
        vars: record.variables.clone(),
        if_: record.condition.clone(),
        ..front.fields.clone()
    };
    if record.cover != cover(&fields) {
        let cover = record.cover.as_ref();
        let shift = cover.map(|cover| cover.y_pos).filter(|y| *y != 0.0 || fields.cover_y.is_some());
        fields.cover = cover.map(|cover| cover.r#ref.clone());
        fields.cover_dark = cover.and_then(|cover| cover.ref_dark.clone());
        fields.cover_y = shift;
    }
    let is_said = fields == front.fields;
    Ok(if is_said { None } else { Some(front_matter::write_over(source, front, &fields)?) })
}

/// Replaces the title in a file: in its front matter, else in its leading heading. Returns `None` if the file has no
/// title.
pub fn retitle(source: &[u8], new: &str) -> Option<Vec<u8>> {
    let front = front_matter::parse(source);
    let old = title(source, &front)?;
    if old == new {
        return Some(source.to_vec());
    }
    let in_front = || {
        let fields = Fields { title: Some(new.to_owned()), ..front.fields.clone() };
        front_matter::write(source, &fields).ok()
    };
    if front.fields.title.as_deref().is_some_and(|title| !title.trim().is_empty()) {
        return in_front();
    }
    let (head, body) = source.split_at(front.body_at);
    let heading = str::from_utf8(body).ok().and_then(|body| title::rewrite(body, new));
    match heading {
        Some(body) => Some([head, body.as_bytes()].concat()),
        None => in_front(),
    }
}
