//! Import of files, reusable contents, variables, metadata files and asides.

use std::collections::{BTreeMap, HashSet};

use crate::front_matter;
use crate::hash::Hash;
use crate::id::{FileId, ReusableId};
use crate::import::pairing::{Thing, pair};
use crate::import::{Absent, Change, Counts};
use crate::incoming::{Aside, File, Incoming, Reusable, Variable};
use crate::page_file::bytes;
use crate::record::{AsideRecord, EntryKey, FileRecord, GitBlob, MetaRecord, Origin, ReusableRecord, VariableRecord};
use crate::snapshot::ContentSnapshot;
use crate::warnings::Code;

/// Imports files and counts the effects.
pub(super) fn import(change: &mut Change<'_, '_>, base: &ContentSnapshot, files: &[File]) -> Counts {
    let files = once_each(change, files, |file| &file.path);
    let there: Vec<_> = base.files.iter().filter(|(_, record)| record.git.is_some()).collect();
    let arriving: Vec<_> = files.iter().map(|file| Thing { path: &file.path, content: file.blob }).collect();
    let pairs = pair(&arriving, &things(&there, |it| (it.git.as_ref(), it.blob)), change.options.absent);
    let mut counts = Counts::default();
    for (file, found) in files.into_iter().zip(&pairs) {
        let before = found.map(|at| there[at]);
        let after = FileRecord {
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            size: file.size,
            dimensions: file.dimensions,
            blob: file.blob,
            git: Some(GitBlob { oid: file.oid, path: file.path.clone() }),
            created_at: before.map_or(change.options.now, |(_, before)| before.created_at),
            updated_at: before.map_or(change.options.now, |(_, before)| before.updated_at),
        };
        match before {
            Some((_, before)) if *before == after => {
                counts.unchanged += 1;
                continue;
            }
            Some((_, before)) if before.blob == after.blob => counts.moved += 1,
            Some(_) => counts.updated += 1,
            None => counts.created += 1,
        }
        let id = before.map_or_else(|| FileId((change.ids)()), |(id, _)| *id);
        let after = FileRecord { updated_at: change.options.now, ..after };
        change.set(&EntryKey::File(id), after.encode());
    }
    counts.deleted = delete_rest(change, &there, &pairs, |id| EntryKey::File(*id));
    counts
}

/// Imports reusable contents and counts the effects.
pub(super) fn import_reusable(change: &mut Change<'_, '_>, base: &ContentSnapshot, contents: &[Reusable]) -> Counts {
    let contents = once_each(change, contents, |content| &content.path);
    let hashes: Vec<Hash> = contents.iter().map(|content| Hash::of(&content.source)).collect();
    let there: Vec<_> = base.reusable.iter().filter(|(_, record)| record.git.is_some()).collect();
    let arriving = contents.iter().zip(&hashes).map(|(content, hash)| Thing { path: &content.path, content: *hash });
    let arriving: Vec<_> = arriving.collect();
    let pairs = pair(&arriving, &things(&there, |it| (it.git.as_ref(), it.source)), change.options.absent);
    let mut counts = Counts::default();
    for ((content, source), found) in contents.into_iter().zip(hashes).zip(&pairs) {
        let before = found.map(|at| there[at]);
        let front = front_matter::parse(&content.source);
        change.note_text(&content.path, &content.source, front.problem.as_deref());
        let after = ReusableRecord {
            title: content.title.clone(),
            source,
            body_at: bytes(front.body_at),
            git: Some(GitBlob::of(&content.path, &content.source)),
            created_at: before.map_or(change.options.now, |(_, before)| before.created_at),
            updated_at: before.map_or(change.options.now, |(_, before)| before.updated_at),
        };
        match before {
            Some((_, before)) if *before == after => {
                counts.unchanged += 1;
                continue;
            }
            Some((_, before)) if before.source == after.source && before.title == after.title => counts.moved += 1,
            Some(_) => counts.updated += 1,
            None => counts.created += 1,
        }
        change.keep(source, &content.source);
        let id = before.map_or_else(|| ReusableId((change.ids)()), |(id, _)| *id);
        let after = ReusableRecord { updated_at: change.options.now, ..after };
        change.set(&EntryKey::Reusable(id), after.encode());
    }
    counts.deleted = delete_rest(change, &there, &pairs, |id| EntryKey::Reusable(*id));
    counts
}

/// Imports variables; deletes imported ones that are absent, if the options say so.
pub(super) fn import_variables(
    change: &mut Change<'_, '_>,
    base: &ContentSnapshot,
    variables: &BTreeMap<String, Variable>,
) {
    for (name, variable) in variables {
        if matches!(variable, Variable::Number(number) if !number.is_finite()) {
            change.note(name, Code::LeftOut, "the variable is not a finite number: left out".to_owned());
            continue;
        }
        let record = VariableRecord(variable.clone(), Origin::Imported);
        if base.variables.get(name) != Some(&record) {
            change.set(&EntryKey::Variable(name.clone()), record.encode());
        }
    }
    if change.options.absent == Absent::Delete {
        let imported = base.variables.iter().filter(|(_, record)| record.1 == Origin::Imported);
        for (name, _) in imported.filter(|(name, _)| !variables.contains_key(*name)) {
            change.delete(&EntryKey::Variable(name.clone()));
        }
    }
}

/// Imports the metadata files of the space.
pub(super) fn import_meta(change: &mut Change<'_, '_>, base: &ContentSnapshot, incoming: &Incoming) {
    let meta = &incoming.meta;
    for (path, source) in meta {
        let record = MetaRecord { source: Hash::of(source), dead: incoming.dead.get(path).copied() };
        if base.meta.get(path) != Some(&record) {
            change.keep(record.source, source);
            change.set(&EntryKey::Meta(path.clone()), record.encode());
        }
    }
    if change.options.absent == Absent::Delete {
        for path in base.meta.keys().filter(|path| !meta.contains_key(*path)) {
            change.delete(&EntryKey::Meta(path.clone()));
        }
    }
}

/// Imports files outside of the content.
pub(super) fn import_asides(change: &mut Change<'_, '_>, base: &ContentSnapshot, asides: &BTreeMap<String, Aside>) {
    for (path, Aside { blob, size }) in asides {
        let record = AsideRecord { blob: *blob, size: *size };
        if base.asides.get(path) != Some(&record) {
            change.set(&EntryKey::Aside(path.clone()), record.encode());
        }
    }
    if change.options.absent == Absent::Delete {
        for path in base.asides.keys().filter(|path| !asides.contains_key(*path)) {
            change.delete(&EntryKey::Aside(path.clone()));
        }
    }
}

/// Returns the items without those whose path occurred before: they could not be told apart by the next import.
fn once_each<'a, T>(change: &mut Change<'_, '_>, things: &'a [T], path: impl Fn(&T) -> &str) -> Vec<&'a T> {
    let mut seen = HashSet::new();
    let mut first = Vec::with_capacity(things.len());
    for thing in things {
        if seen.insert(path(thing)) {
            first.push(thing);
        } else {
            change.note(path(thing), Code::LeftOut, "found twice: only the first is kept".to_owned());
        }
    }
    first
}

fn things<'a, I, R>(there: &[&'a (I, R)], of: impl Fn(&'a R) -> (Option<&'a GitBlob>, Hash)) -> Vec<Thing<'a>> {
    let thing = |record| {
        let (git, content) = of(record);
        Thing { path: git.map_or("", |git| git.path.as_str()), content }
    };
    there.iter().map(|(_, record)| thing(record)).collect()
}

/// Deletes the items that were not found again, unless absent ones are kept; returns their number.
fn delete_rest<I, R>(
    change: &mut Change<'_, '_>,
    there: &[&(I, R)],
    pairs: &[Option<usize>],
    key: impl Fn(&I) -> EntryKey,
) -> u64 {
    if change.options.absent == Absent::Keep {
        return 0;
    }
    let found: HashSet<usize> = pairs.iter().flatten().copied().collect();
    let rest = there.iter().enumerate().filter(|(at, _)| !found.contains(at));
    let mut deleted = 0;
    for (_, (id, _)) in rest {
        change.delete(&key(id));
        deleted += 1;
    }
    deleted
}
