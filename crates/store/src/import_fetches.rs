//! Answers of other servers to running imports, so that an import whose process died goes on where it was.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ImportId, OrganizationId, SpaceId};

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a file that was fetched, or of a failure that stays one.
    ImportFetch in import_fetches {
        /// The organization of the import.
        organization: OrganizationId as key,
        /// The space that the import is for.
        space: SpaceId as fixed,
        /// The import.
        import: ImportId as key,
        /// The hash of the address that was asked for.
        address: Hash as key,
        /// The address after all redirects.
        answered: String as fixed,
        /// The media type that the server stated.
        content_type: Option<String> as fixed,
        /// The blob with the bytes; `None` for a failure.
        body: Option<Hash> as fixed,
        /// The size in bytes.
        size: i64 as fixed,
        /// The failure, as the program writes it.
        failure: Option<String> as fixed,
    }
}

record! {
    /// The blob of a file.
    Fetched {
        /// The hash of the bytes.
        body: Hash,
    }
}

statements! {
    ONE: Query<ImportFetch> = select!(ImportFetch, "where organization = ?1 and import = ?2 and address = ?3");
    BLOBS: Query<Fetched> = "select body from import_fetches where organization = ?1 and body is not null";
    INSERT: Execute = insert!(ImportFetch);
    DELETE: Execute = "delete from import_fetches where organization = ?1 and import = ?2";
    DELETE_OF_ORG: Execute = "delete from import_fetches where organization = ?1";
}

/// Returns what an import fetched from an address, named by its hash.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    import: ImportId,
    address: Hash,
) -> Result<Option<ImportFetch>, Error> {
    tx.one(&ONE, params![organization, import, address])
}

/// Returns the blobs that the imports of an organization fetched.
pub fn blobs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let fetched = tx.all(&BLOBS, params![organization])?;
    Ok(fetched.into_iter().map(|row| row.body).collect())
}

/// Inserts what was fetched.
pub fn insert(tx: &mut Write<'_>, fetched: &ImportFetch) -> Result<(), Error> {
    tx.execute(&INSERT, &fetched.inserted())?;
    Ok(())
}

/// Deletes what an import fetched.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, import: ImportId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, import])?;
    Ok(())
}

/// Deletes what all imports of an organization fetched.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
