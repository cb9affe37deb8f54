//! Operations on files, variables and reusable contents.

use super::page_text::edited;
use crate::edit::Editing;
use crate::edit::bounds::{self, MOST_NAME_CHARS, MOST_TITLE_CHARS, MOST_VARIABLES};
use crate::edit::error::Fault;
use crate::edit::operation::{Body, FileBytes, InsertFile, InsertReusable, UpdateFile, UpdateReusable};
use crate::front_matter;
use crate::id::{FileId, ReusableId};
use crate::incoming::Variable;
use crate::map::Value;
use crate::objects::{ObjectError, Objects as _};
use crate::page_file::bytes;
use crate::record::{EntryKey, FileRecord, GitBlob, Origin, RecordError, ReusableRecord, VariableRecord};
use crate::title::one_line;

impl Editing<'_, '_> {
    pub(super) fn insert_file(&mut self, file: &InsertFile) -> Result<(), Fault> {
        bounds::text("name", &file.name, 1, MOST_NAME_CHARS)?;
        let id = file.id.unwrap_or_else(|| FileId((self.ids)()));
        let key = EntryKey::File(id);
        if self.value(&key)?.is_some() {
            return Err(Fault::taken("id", "the identifier"));
        }
        let FileBytes { blob, size, content_type, dimensions, .. } = file.bytes.clone();
        let record = FileRecord {
            name: file.name.clone(),
            content_type,
            size,
            dimensions,
            blob,
            git: None,
            created_at: self.now,
            updated_at: self.now,
        };
        self.set(&key, record.encode());
        self.outcome.files.push(id);
        Ok(())
    }

    pub(super) fn update_file(&mut self, change: &UpdateFile) -> Result<(), Fault> {
        let key = EntryKey::File(change.file);
        let before = self.record(&key, FileRecord::decode)?.ok_or(Fault::unknown("file", "file"))?;
        let mut after = before.clone();
        if let Some(name) = &change.name {
            bounds::text("name", name, 1, MOST_NAME_CHARS)?;
            after.name.clone_from(name);
        }
        if let Some(FileBytes { blob, size, content_type, dimensions, oid }) = change.bytes.clone() {
            let git = before.git.as_ref().map(|git| GitBlob { oid, path: git.path.clone() });
            after = FileRecord { content_type, size, dimensions, blob, git, ..after };
        }
        if before != after {
            after.updated_at = self.now;
            self.set(&key, after.encode());
        }
        Ok(())
    }

    pub(super) fn set_variable(&mut self, name: &str, value: &Variable) -> Result<(), Fault> {
        bounds::variable("variables", name, value)?;
        let key = EntryKey::Variable(name.to_owned());
        let before = self.record(&key, VariableRecord::decode)?;
        if before.is_none() && self.variables()? >= MOST_VARIABLES {
            return Err(Fault::invalid("variables", format!("must be at most {MOST_VARIABLES}")));
        }
        if before.is_none_or(|before| before.0 != *value) {
            self.set(&key, VariableRecord(value.clone(), Origin::Written).encode());
        }
        Ok(())
    }

    /// Returns the number of variables of the space.
    fn variables(&self) -> Result<usize, Fault> {
        let mut count = 0;
        for entry in self.base.scan(self.draft, EntryKey::VARIABLES) {
            let (key, _) = entry?;
            count += usize::from(!self.edits.contains_key(&key));
        }
        let set = self.edits.iter().filter(|(key, value)| value.is_some() && key.starts_with(EntryKey::VARIABLES));
        Ok(count + set.count())
    }

    pub(super) fn insert_reusable(&mut self, content: &InsertReusable<'_>) -> Result<(), Fault> {
        let id = content.id.unwrap_or_else(|| ReusableId((self.ids)()));
        let key = EntryKey::Reusable(id);
        if self.value(&key)?.is_some() {
            return Err(Fault::taken("id", "the identifier"));
        }
        let source = with_body(&[], 0, &content.body)?;
        let record = ReusableRecord {
            title: title(&content.title)?,
            source: crate::hash::Hash::of(&source),
            body_at: 0,
            git: None,
            created_at: self.now,
            updated_at: self.now,
        };
        self.write_reusable(&key, record, source)?;
        self.outcome.reusable.push(id);
        Ok(())
    }

    pub(super) fn update_reusable(&mut self, change: &UpdateReusable<'_>) -> Result<(), Fault> {
        let key = EntryKey::Reusable(change.content);
        let unknown = Fault::unknown("reusableContent", "reusable content");
        let before = self.record(&key, ReusableRecord::decode)?.ok_or(unknown)?;
        let mut after = before.clone();
        if let Some(new) = &change.title {
            after.title = title(new)?;
        }
        let old = match &change.body {
            Some(_) => self.draft.get(&before.source)?,
            None => std::sync::Arc::from([]),
        };
        let source = change.body.as_ref().map(|body| with_body(&old, before.body_at as usize, body)).transpose()?;
        match source.filter(|source| **source != *old) {
            Some(source) => self.write_reusable(&key, ReusableRecord { updated_at: self.now, ..after }, source)?,
            None if before != after => {
                self.set(&key, ReusableRecord { updated_at: self.now, ..after }.encode());
            }
            None => {}
        }
        Ok(())
    }

    /// Writes a reusable content with this file.
    fn write_reusable(&mut self, key: &EntryKey, mut record: ReusableRecord, source: Vec<u8>) -> Result<(), Fault> {
        bounds::source(&source)?;
        record.body_at = bytes(front_matter::parse(&source).body_at);
        record.git = record.git.map(|git| GitBlob::of(&git.path, &source));
        record.source = self.draft.put(source);
        self.set(key, record.encode());
        Ok(())
    }

    fn value(&self, key: &EntryKey) -> Result<Option<Value>, ObjectError> {
        let bytes = key.to_bytes();
        match self.edits.get(&bytes) {
            Some(value) => Ok(value.clone()),
            None => self.base.get(self.draft, &bytes),
        }
    }

    fn record<T>(
        &self,
        key: &EntryKey,
        decode: impl Fn(&[u8]) -> Result<T, RecordError>,
    ) -> Result<Option<T>, ObjectError> {
        let decoded = self.value(key)?.map(|value| decode(&value)).transpose();
        decoded.map_err(|error| error.in_map(self.base.root(), key))
    }

    fn set(&mut self, key: &EntryKey, value: Value) {
        self.edits.insert(key.to_bytes(), Some(value));
    }

    pub(super) fn delete(&mut self, key: &EntryKey) {
        self.edits.insert(key.to_bytes(), None);
    }
}

fn title(title: &str) -> Result<String, Fault> {
    let title = one_line(title);
    bounds::text("title", &title, 1, MOST_TITLE_CHARS)?;
    Ok(title)
}

/// Replaces the body of a file; its front matter stays.
fn with_body(old: &[u8], body_at: usize, body: &Body<'_>) -> Result<Vec<u8>, Fault> {
    let (head, tail) = old.split_at(body_at.min(old.len()));
    Ok(match body {
        Body::Markdown(text) => [head, text.as_bytes()].concat(),
        Body::Document { .. } | Body::Blocks { .. } => [head, &edited(tail, body)?].concat(),
    })
}
