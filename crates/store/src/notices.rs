//! Mails to users about their accounts that are to be written and sent.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a mail.
    Notice in notices {
        /// The identifier, which is the subject of the job that sends the mail.
        id: Uid as key,
        /// The user to write to.
        user_id: UserId as fixed,
        /// The kind of the mail.
        kind: String as fixed,
        /// The subject of the mail as a value, as JSON.
        detail: String as fixed,
        /// The time of the change that the mail is about.
        created_at: Timestamp as fixed,
    }
}

statements! {
    BY_ID: Query<Notice> = select!(Notice, "where id = ?1");
    INSERT: Execute = insert!(Notice);
    DELETE: Execute = "delete from notices where id = ?1";
    DELETE_OF_USER: Execute = "delete from notices where user_id = ?1";
}

/// Returns a mail.
pub fn get(tx: &mut Read<'_>, id: Uid) -> Result<Option<Notice>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Inserts a mail.
pub fn insert(tx: &mut Write<'_>, notice: &Notice) -> Result<(), Error> {
    tx.execute(&INSERT, &notice.inserted())?;
    Ok(())
}

/// Deletes a mail that was sent, or is not worth sending any more.
pub fn delete(tx: &mut Write<'_>, id: Uid) -> Result<(), Error> {
    tx.execute(&DELETE, params![id])?;
    Ok(())
}

/// Deletes the mails to a user.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user])?;
    Ok(())
}
