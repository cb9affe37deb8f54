//! Former paths of pages in main content, which still resolve to the pages.
//!
//! A path is recorded when its page leaves it. The content decides if another page has the path now, and where the page
//! is.

use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId};

use crate::column::params;
use crate::record::record;

record! {
    /// The page that had a path.
    Had {
        /// The identifier of the page.
        page: PageId,
    }
}

statements! {
    BY_PATH: Query<Had> = "select page from old_paths where organization = ?1 and space = ?2 and path = ?3";
    NOTE: InsertMany =
        "insert into old_paths (organization, space, path, page) values (?, ?, ?, ?)
         on conflict (organization, space, path) do update set page = excluded.page";
}

/// Returns the page that last had this path.
pub fn find(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    path: &str,
) -> Result<Option<PageId>, Error> {
    Ok(tx.one(&BY_PATH, params![organization, space, Hash::of(path.as_bytes())])?.map(|had| had.page))
}

/// Records paths that pages leave; each path may occur once.
pub fn note<'a>(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    left: impl Iterator<Item = (&'a str, PageId)>,
) -> Result<(), Error> {
    let rows = left.map(|(path, page)| params![organization, space, Hash::of(path.as_bytes()), page].to_vec());
    tx.insert_many(&NOTE, rows)
}
