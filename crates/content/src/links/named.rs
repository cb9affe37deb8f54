//! Differences in the other spaces that links name.

use std::collections::BTreeSet;

use crate::links::{row, target};
use crate::map::Map;
use crate::objects::{ObjectError, Objects};

/// The changes in the set of named spaces, by their identifiers as written in texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedSpaces {
    /// The spaces that links name now, and none did before.
    pub come: BTreeSet<String>,
    /// The spaces that no link names any more.
    pub gone: BTreeSet<String>,
}

/// Returns the changes in the named spaces; without links before, all named spaces are new.
pub fn named_spaces(before: Option<&Map>, after: &Map, objects: &dyn Objects) -> Result<NamedSpaces, ObjectError> {
    let mut named = NamedSpaces::default();
    let start = row::clues_from(target::IN_SPACES);
    let Some(before) = before else {
        for entry in after.scan(objects, &start) {
            named.come.extend(space(&entry?.0));
        }
        return Ok(named);
    };
    for change in before.diff(after, objects) {
        let change = change?;
        let Some(space) = space(&change.key) else { continue };
        let (other, list) = match change.after {
            Some(_) => (before, &mut named.come),
            None => (after, &mut named.gone),
        };
        if other.scan(objects, &row::all_toward(&target::clue_in(&space))).next().transpose()?.is_none() {
            list.insert(space);
        }
    }
    Ok(named)
}

/// Returns the space that a row is about.
fn space(key: &[u8]) -> Option<String> {
    let (clue, _) = row::parse_toward(key)?;
    clue.strip_prefix(target::IN_SPACES).map(str::to_owned)
}
