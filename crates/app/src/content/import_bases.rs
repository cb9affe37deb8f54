//! The states of imports as lines of content branch, merge and go back.
//!
//! A change request begins with the state of main content and takes it again with every update. A merge hands the state of
//! an import into the change request to main content.

use quire_content::hash::Hash;
use quire_content::map::Map;
use quire_model::ids::RevisionId;
use quire_store::branches::Branch;
use quire_store::revisions::{self, Revision};
use quire_store::{Read, Write, import_bases as store};

use crate::core::errors::Error;

/// Returns the state of the last import into a line; `None` if none is known.
pub(crate) fn known(tx: &mut Read<'_>, line: Branch) -> Result<Option<Map>, Error> {
    Ok(store::newest(tx, line)?.and_then(|row| row.root).map(Map::at))
}

/// Notes the state of an import into a line, which landed with a revision.
pub(crate) fn put(tx: &mut Write<'_>, line: Branch, revision: RevisionId, state: Map) -> Result<(), Error> {
    Ok(store::put(tx, line, revision, Some(state.root()))?)
}

/// Gives a line the state that another one has, from a revision of the first on.
pub(crate) fn inherit(tx: &mut Write<'_>, from: Branch, line: Branch, revision: RevisionId) -> Result<(), Error> {
    match store::newest(tx, from)? {
        Some(row) => Ok(store::put(tx, line, revision, row.root)?),
        None => Ok(()),
    }
}

/// Gives main content the state of an import into a change request that is merged, and forgets those of the latter.
pub(crate) fn hand_over(tx: &mut Write<'_>, line: Branch, main: Branch, revision: RevisionId) -> Result<(), Error> {
    let root = store::newest(tx, line)?.and_then(|row| row.root);
    if let Some(root) = root
        && !has(tx, main, root)?
    {
        store::put(tx, main, revision, Some(root))?;
    }
    Ok(store::delete_of_line(tx, line)?)
}

fn has(tx: &mut Read<'_>, line: Branch, root: Hash) -> Result<bool, Error> {
    Ok(store::of_line(tx, line)?.iter().any(|row| row.root == Some(root)))
}

/// Gives main content the state that it had at an earlier revision, from a new revision on.
pub(crate) fn go_back(tx: &mut Write<'_>, main: Branch, to: &Revision, revision: RevisionId) -> Result<(), Error> {
    let rows = store::of_line(tx, main)?;
    if rows.is_empty() {
        return Ok(());
    }
    let mut root = None;
    for row in rows {
        let from = revisions::get(tx, main.organization, main.space, row.revision)?;
        if row.revision == to.id || from.is_some_and(|from| from.created_at < to.created_at) {
            root = row.root;
            break;
        }
    }
    Ok(store::put(tx, main, revision, root)?)
}
