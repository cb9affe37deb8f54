//! Merging of files, reusable contents, variables, metadata files of the space and asides.

use super::Merge;
use super::entry::Sides;
use super::fields::Fields;
use crate::front_matter;
use crate::map::Value;
use crate::objects::ObjectError;
use crate::record::{AsideRecord, Field, FileRecord, GitBlob, MetaRecord, ReusableRecord, VariableRecord};

pub(super) fn file(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, FileRecord::decode)?;
    let mut fields = Fields::new(base.as_ref(), &main, &change);
    let content = |file: &FileRecord| (file.blob, file.size, file.content_type.clone(), file.dimensions);
    let (blob, size, content_type, dimensions) = fields.merge(Field::Content, content);
    let path = fields.merge(Field::Git, |file| file.git.as_ref().map(|git| git.path.clone()));
    let oid = |file: &FileRecord| file.git.as_ref().map_or([0; 20], |git| git.oid);
    let mut merged = FileRecord {
        name: fields.merge(Field::Name, |file| file.name.clone()),
        content_type,
        size,
        dimensions,
        blob,
        git: path.map(|path| GitBlob { path, oid: if blob == main.blob { oid(&main) } else { oid(&change) } }),
        created_at: main.created_at.min(change.created_at),
        updated_at: merge.now,
    };
    fields.date(&mut merged, merge.now);
    let conflicts = fields.conflicts;
    sides.field_conflicts(merge, conflicts);
    Ok(merged.encode())
}

pub(super) fn reusable(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, ReusableRecord::decode)?;
    let mut fields = Fields::new(base.as_ref(), &main, &change);
    let sources = [base.as_ref().map(|base| base.source), Some(main.source), Some(change.source)];
    let file = merge.merge_file(sides.key, sources)?;
    let path = fields.merge(Field::Git, |content| content.git.as_ref().map(|git| git.path.clone()));
    let known = [&main, &change].into_iter().find(|side| side.source == file.hash);
    let known = known.and_then(|side| side.git.as_ref()).map(|git| git.oid);
    let mut merged = ReusableRecord {
        title: fields.merge(Field::Title, |content| content.title.clone()),
        source: file.hash,
        body_at: u32::try_from(front_matter::parse(&file.bytes).body_at).unwrap_or(u32::MAX),
        git: path.map(|path| {
            known.map_or_else(|| GitBlob::of(&path, &file.bytes), |oid| GitBlob { oid, path: path.clone() })
        }),
        created_at: main.created_at.min(change.created_at),
        updated_at: merge.now,
    };
    fields.date(&mut merged, merge.now);
    let conflicts = fields.conflicts;
    sides.field_conflicts(merge, conflicts);
    Ok(merged.encode())
}

pub(super) fn variable(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, VariableRecord::decode)?;
    let mut fields = Fields::new(base.as_ref(), &main, &change);
    let value = fields.merge(Field::Value, |variable| variable.0.clone());
    let merged = VariableRecord(value, fields.quietly(|variable| variable.1));
    let conflicts = fields.conflicts;
    sides.field_conflicts(merge, conflicts);
    Ok(merged.encode())
}

pub(super) fn meta(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, MetaRecord::decode)?;
    let sources = [base.map(|base| base.source), Some(main.source), Some(change.source)];
    let file = merge.merge_file(sides.key, sources)?;
    Ok(MetaRecord { source: file.hash, dead: main.dead.max(change.dead) }.encode())
}

pub(super) fn aside(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, AsideRecord::decode)?;
    let mut fields = Fields::new(base.as_ref(), &main, &change);
    let merged = fields.merge(Field::Content, Clone::clone);
    let conflicts = fields.conflicts;
    sides.field_conflicts(merge, conflicts);
    Ok(merged.encode())
}
