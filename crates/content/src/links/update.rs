//! Updates of the map of links after changes of content.

use std::collections::{BTreeMap, BTreeSet};

use crate::links::row::{self, Entity};
use crate::links::source::{Content, Source};
use crate::map::{Change, Key, Map, Value};
use crate::objects::{Draft, ObjectError, Objects};
use crate::record::{EntryKey, RecordError};

/// Builds the links of a whole content.
pub fn build(content: &Map, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    let empty = Map::empty(draft);
    let (key, version) = row::VERSION;
    let start = BTreeMap::from([(key.to_vec(), Some(version.to_vec()))]);
    let links = empty.apply(draft, start)?;
    let mut edits = BTreeMap::new();
    for change in empty.diff(content, &*draft) {
        catch_up(&change?, &links, content, &*draft, &mut edits)?;
    }
    links.apply(draft, edits)
}

/// Updates the links of some content to those of `after`, which differs by these changes. Nothing else is read.
pub fn follow(changes: &[Change], links: Map, after: &Map, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    if !is_current(&links, draft)? {
        return build(after, draft);
    }
    let mut edits = BTreeMap::new();
    for change in changes {
        catch_up(change, &links, after, &*draft, &mut edits)?;
    }
    links.apply(draft, edits)
}

/// Returns true if a map of links is as this version writes it; else it is built anew by the next change.
pub fn is_current(links: &Map, objects: &dyn Objects) -> Result<bool, ObjectError> {
    let (key, version) = row::VERSION;
    Ok(links.get(objects, key)?.as_deref() == Some(version))
}

/// Collects the edits of rows for a change that leads to the content `after`.
fn catch_up(
    change: &Change,
    links: &Map,
    after: &Map,
    objects: &dyn Objects,
    edits: &mut BTreeMap<Key, Option<Value>>,
) -> Result<(), ObjectError> {
    let Some(entity) = EntryKey::parse(&change.key).as_ref().and_then(Entity::of) else { return Ok(()) };
    let mut rows = Rows { links, objects, edits };
    let damaged = |error: RecordError| error.in_map(after.root(), &entity.key());
    rows.place(entity, change).map_err(damaged)?;
    rows.text(entity, change, &damaged)
}

/// The edits of rows for a change of content.
struct Rows<'c> {
    links: &'c Map,
    objects: &'c dyn Objects,
    edits: &'c mut BTreeMap<Key, Option<Value>>,
}

impl Rows<'_> {
    /// Updates the row for the path of an item's file.
    fn place(&mut self, entity: Entity, change: &Change) -> Result<(), RecordError> {
        let path = |record: &Option<Value>| record.as_deref().map(|record| entity.path(record)).transpose();
        let (old, new) = (path(&change.before)?.flatten(), path(&change.after)?.flatten());
        if old != new {
            self.edits.extend(old.map(|path| (row::place(&path, entity), None)));
            self.edits.extend(new.map(|path| (row::place(&path, entity), Some(Value::new()))));
        }
        Ok(())
    }

    /// Updates the rows for a text.
    fn text(
        &mut self,
        entity: Entity,
        change: &Change,
        damaged: &dyn Fn(RecordError) -> ObjectError,
    ) -> Result<(), ObjectError> {
        let source = |record: &Option<Value>| record.as_deref().map_or(Ok(None), |record| Source::of(entity, record));
        let (old, new) = (source(&change.before).map_err(damaged)?, source(&change.after).map_err(damaged)?);
        if old == new {
            return Ok(());
        }
        let before = self.known(entity)?;
        let after = new.map_or_else(|| Ok(Content::default()), |new| new.read(entity, self.objects))?;
        for link in before.links.difference(&after.links) {
            self.edits.insert(row::link(entity, link), None);
        }
        for link in after.links.difference(&before.links) {
            self.edits.insert(row::link(entity, link), Some(Value::new()));
        }
        let clues = |content: &Content| -> BTreeSet<String> {
            content.links.iter().flat_map(|link| link.target.clues()).collect()
        };
        let (old, new) = (clues(&before), clues(&after));
        for clue in old.difference(&new) {
            self.edits.insert(row::toward(clue, entity), None);
        }
        for clue in new.difference(&old) {
            self.edits.insert(row::toward(clue, entity), Some(Value::new()));
        }
        if before.names != after.names {
            self.edits.insert(row::names(entity), after.names);
        }
        Ok(())
    }

    /// Reads the stored links and anchors of a text.
    fn known(&self, entity: Entity) -> Result<Content, ObjectError> {
        let mut content = Content { names: self.links.get(self.objects, &row::names(entity))?, ..Content::default() };
        for entry in self.links.scan(self.objects, &row::links_of(entity)) {
            content.links.extend(row::parse_link(&entry?.0).map(|(_, link)| link));
        }
        Ok(content)
    }
}
