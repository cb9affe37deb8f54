//! The blocks of a document after a patch.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::content::{self, Content, Names};
use super::places::{self, Path, Place};
use super::{Action, Operation, PatchError};
use crate::document::model::{Block, Document, Key, Kind, Row};

/// A patch whose operations have places in a document.
pub(super) struct Arrangement<'a> {
    old: &'a [Block],
    /// The place of the block that each operation names.
    places: Vec<Place>,
    /// The place of the block behind which each operation moves one, with `None` for the beginning.
    targets: HashMap<usize, Option<Place>>,
    /// The changes among the inner blocks of a block, or the rows of a table, by its path.
    levels: HashMap<Path, Level>,
    /// The paths of the blocks in which there are changes.
    touched: HashSet<Path>,
}

/// Returns the keys that operations name.
pub(super) fn named(operations: &[Operation]) -> BTreeSet<&str> {
    let keys = operations.iter().flat_map(|it| match &it.action {
        Action::MoveAfter(Some(after)) => vec![it.key.as_str(), after],
        _ => vec![it.key.as_str()],
    });
    keys.collect()
}

/// The changes among siblings.
#[derive(Debug, Default)]
struct Level {
    /// The siblings that are not in their place any more.
    gone: HashSet<usize>,
    /// The operations whose blocks come to a slot: before a sibling, in its place, or behind it.
    slots: BTreeMap<usize, Vec<usize>>,
}

impl Level {
    /// Returns the siblings after the changes, given those that stay and those that an operation brings.
    fn arranged<T>(
        &self,
        count: usize,
        mut stays: impl FnMut(usize) -> Result<T, PatchError>,
        mut brings: impl FnMut(usize) -> Result<Vec<T>, PatchError>,
    ) -> Result<Vec<T>, PatchError> {
        let mut out = Vec::with_capacity(count);
        for at in 0..count {
            for slot in [before(at), instead(at), behind(at)] {
                for operation in self.slots.get(&slot).into_iter().flatten() {
                    out.extend(brings(*operation)?);
                }
                if slot == before(at) && !self.gone.contains(&at) {
                    out.push(stays(at)?);
                }
            }
        }
        Ok(out)
    }
}

fn before(at: usize) -> usize {
    3 * at
}

fn instead(at: usize) -> usize {
    3 * at + 1
}

fn behind(at: usize) -> usize {
    3 * at + 2
}

impl<'a> Arrangement<'a> {
    /// Finds the places of all operations, and checks that these go together.
    pub(super) fn of(old: &'a [Block], operations: &[Operation]) -> Result<Self, PatchError> {
        let found = places::places(old, &named(operations));
        let place = |operation: usize, field: &'static str, key: &str| {
            let unknown = || PatchError::Unknown { operation, field, key: key.to_owned() };
            found.get(key).cloned().ok_or_else(unknown)
        };
        let (mut all, mut targets) = (Vec::with_capacity(operations.len()), HashMap::new());
        for (n, it) in operations.iter().enumerate() {
            all.push(place(n, "key", &it.key)?);
            if let Action::MoveAfter(after) = &it.action {
                targets.insert(n, after.as_ref().map(|after| place(n, "after", after)).transpose()?);
            }
        }
        let mut arrangement = Self { old, places: all, targets, levels: HashMap::new(), touched: HashSet::new() };
        arrangement.check_removed(operations)?;
        arrangement.check_moves()?;
        for (n, it) in operations.iter().enumerate() {
            arrangement.enter(n, &it.action);
        }
        Ok(arrangement)
    }

    /// Checks that no block is removed twice, and that none is named in one that is removed.
    fn check_removed(&self, operations: &[Operation]) -> Result<(), PatchError> {
        let mut taken: HashMap<&Place, usize> = HashMap::new();
        let mut removed: HashMap<Path, usize> = HashMap::new();
        for (operation, (it, place)) in operations.iter().zip(&self.places).enumerate() {
            if matches!(it.action, Action::InsertAfter(_) | Action::InsertBefore(_)) {
                continue;
            }
            if let Some(other) = taken.insert(place, operation) {
                let message = format!("is the block that blocks[{other}] replaces, moves or deletes");
                return Err(PatchError::Invalid { operation, field: "key", message });
            }
            if !place.is_row && !matches!(it.action, Action::MoveAfter(_)) {
                removed.insert(place.path(), operation);
            }
        }
        for operation in 0..operations.len() {
            let target = self.targets.get(&operation).and_then(Option::as_ref);
            for (field, place) in [("key", Some(&self.places[operation])), ("after", target)] {
                let Some(place) = place else { continue };
                let above = (1..=place.parent.len()).find_map(|length| removed.get(&place.parent[..length]));
                if let Some(other) = above {
                    let message = format!("is in the block that blocks[{other}] replaces or deletes");
                    return Err(PatchError::Invalid { operation, field, message });
                }
            }
        }
        Ok(())
    }

    /// Checks that blocks are moved to where they can stand, and none into itself.
    fn check_moves(&self) -> Result<(), PatchError> {
        for (operation, target) in &self.targets {
            let (operation, place) = (*operation, &self.places[*operation]);
            let Some(target) = target else { continue };
            let invalid =
                |message: &str| PatchError::Invalid { operation, field: "after", message: message.to_owned() };
            if !self.can_stand(place, target) {
                return Err(invalid("is in a block of another kind, in which the block cannot stand"));
            }
            let (mut at, mut steps) = (target, 0);
            while let Some(next) = self.moved_around(at) {
                steps += 1;
                if next == operation || steps > self.targets.len() {
                    return Err(invalid("is in the block that is moved"));
                }
                at = self.targets.get(&next).and_then(Option::as_ref).unwrap_or(&self.places[next]);
            }
        }
        Ok(())
    }

    /// Returns the operation that moves the innermost block around a place that is moved.
    fn moved_around(&self, place: &Place) -> Option<usize> {
        let around = |operation: &usize| {
            let moved = &self.places[*operation];
            !moved.is_row && place.parent.starts_with(&moved.path())
        };
        self.targets.keys().copied().filter(around).max_by_key(|operation| self.places[*operation].parent.len())
    }

    fn can_stand(&self, place: &Place, target: &Place) -> bool {
        if place.is_row || target.is_row {
            return place.is_row == target.is_row && place.parent == target.parent;
        }
        let parts = |place: &Place| {
            places::block(self.old, &place.parent).map(|block| &block.kind).filter(|kind| content::has_parts(kind))
        };
        match (parts(place), parts(target)) {
            (None, None) => true,
            (Some(one), Some(other)) => content::is_same_kind(one, other),
            _ => false,
        }
    }

    /// Enters an operation into the level of its place.
    fn enter(&mut self, operation: usize, action: &Action) {
        let place = self.places[operation].clone();
        let level = self.level(&place.parent);
        match action {
            Action::InsertBefore(_) => level.add(before(place.at), operation),
            Action::InsertAfter(_) => level.add(behind(place.at), operation),
            Action::Replace(_) => {
                level.gone.insert(place.at);
                level.add(instead(place.at), operation);
            }
            Action::Delete => {
                level.gone.insert(place.at);
            }
            Action::MoveAfter(_) => {
                level.gone.insert(place.at);
                match self.targets.get(&operation).cloned().flatten() {
                    Some(target) => self.level(&target.parent).add(behind(target.at), operation),
                    None => self.level(&place.parent).add(before(0), operation),
                }
            }
        }
    }

    fn level(&mut self, parent: &Path) -> &mut Level {
        for length in 0..=parent.len() {
            self.touched.insert(parent[..length].to_vec());
        }
        self.levels.entry(parent.clone()).or_default()
    }

    /// Returns the document after the patch.
    pub(super) fn document(&self, contents: &[Option<Content>], names: Names) -> Result<Document, PatchError> {
        Building { arrangement: self, contents, names }.blocks(&[], self.old).map(Document::new)
    }

    /// Returns the blocks that an operation brings, if it brings new ones.
    pub(super) fn new_blocks(&self, operation: usize, content: &Content, names: Names) -> Option<Vec<Block>> {
        let place = &self.places[operation];
        let parent = places::block(self.old, &place.parent);
        if place.is_row { Some(Vec::new()) } else { content.within(operation, parent, names) }
    }

    /// Returns true if the Markdown of an operation can be written as it is: blocks, or the items of a list.
    pub(super) fn takes_markdown(&self, operation: usize) -> bool {
        let place = &self.places[operation];
        let parent = places::block(self.old, &place.parent).map(|parent| &parent.kind);
        let is_list = matches!(parent, Some(Kind::List { .. }));
        !place.is_row && (is_list || !parent.is_some_and(content::has_parts))
    }

    /// Returns the index of the block that an operation moves, if it stays among its siblings.
    pub(super) fn moved_among_siblings(&self, operation: usize) -> Option<usize> {
        let (place, target) = (&self.places[operation], self.targets.get(&operation)?);
        let stays = target.as_ref().is_none_or(|target| target.parent == place.parent);
        (stays && !place.is_row).then_some(place.at)
    }
}

impl Level {
    fn add(&mut self, slot: usize, operation: usize) {
        self.slots.entry(slot).or_default().push(operation);
    }
}

/// The making of a document after a patch.
struct Building<'b, 'a> {
    arrangement: &'b Arrangement<'a>,
    contents: &'b [Option<Content>],
    names: Names,
}

impl Building<'_, '_> {
    /// Returns the inner blocks of the block at a path.
    fn blocks(&self, path: &[usize], old: &[Block]) -> Result<Vec<Block>, PatchError> {
        if !self.arrangement.touched.contains(path) {
            return Ok(old.to_vec());
        }
        let inside = |at: usize| self.block(&[path, &[at]].concat(), &old[at]);
        let Some(level) = self.arrangement.levels.get(path) else {
            return (0..old.len()).map(inside).collect();
        };
        level.arranged(old.len(), inside, |operation| self.brought(operation))
    }

    fn block(&self, path: &[usize], old: &Block) -> Result<Block, PatchError> {
        let mut block = old.clone();
        if !self.arrangement.touched.contains(path) {
            return Ok(block);
        }
        if let Kind::Table(table) = &mut block.kind {
            table.rows = self.rows(path, &table.rows)?;
        } else if let Some(inner) = block.inner_list() {
            *inner = self.blocks(path, old.inner())?;
        }
        Ok(block)
    }

    /// Returns the blocks that an operation brings to its place.
    fn brought(&self, operation: usize) -> Result<Vec<Block>, PatchError> {
        let place = &self.arrangement.places[operation];
        let Some(content) = &self.contents[operation] else {
            let path = place.path();
            let Some(old) = places::block(self.arrangement.old, &path) else { return Ok(Vec::new()) };
            let mut block = self.block(&path, old)?;
            if self.names == Names::Marks {
                block.key = Key(Some(content::mark(operation, 0)));
            }
            return Ok(vec![block]);
        };
        let blocks = self.arrangement.new_blocks(operation, content, self.names);
        blocks.ok_or_else(|| misfit(operation, content, places::block(self.arrangement.old, &place.parent)))
    }

    fn rows(&self, path: &[usize], old: &[Row]) -> Result<Vec<Row>, PatchError> {
        let Some(level) = self.arrangement.levels.get(path) else { return Ok(old.to_vec()) };
        let table = places::block(self.arrangement.old, path);
        level.arranged(
            old.len(),
            |at| Ok(old[at].clone()),
            |operation| {
                let Some(content) = &self.contents[operation] else {
                    return Ok(vec![old[self.arrangement.places[operation].at].clone()]);
                };
                let Some(Kind::Table(columns)) = table.map(|table| &table.kind) else { return Ok(Vec::new()) };
                content.rows(columns).ok_or_else(|| misfit(operation, content, table))
            },
        )
    }
}

/// Returns the error for blocks that cannot stand in a block.
fn misfit(operation: usize, content: &Content, parent: Option<&Block>) -> PatchError {
    let field = if content.markdown.is_some() { "markdown" } else { "document" };
    let message = match parent.map(|parent| &parent.kind) {
        Some(Kind::Table(table)) => {
            let columns = table.columns.len();
            format!("must be a table with {columns} columns, whose rows are taken: the key is of a row")
        }
        kind => {
            let kind = kind.map_or("block", Kind::name);
            format!("must be of type {kind}, of which the parts are taken: the key is of a part of such a block")
        }
    };
    PatchError::Invalid { operation, field, message }
}
