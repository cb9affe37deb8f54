//! Values of the installation as a whole.

use quire_db::{Error, Read, Write, statements};

use crate::column::{params, record};

record! {
    /// One value.
    Setting {
        /// Its bytes.
        value: Vec<u8>,
    }
}

statements! {
    /// The value of a name.
    GET: Query<Setting> = "select value from settings where name = ?1";
    /// Sets a value that is not set yet.
    INIT: Execute = "insert into settings (name, value) values (?1, ?2) on conflict (name) do nothing";
}

/// The value of this name.
pub fn get(tx: &mut Read<'_>, name: &str) -> Result<Option<Vec<u8>>, Error> {
    Ok(tx.one(&GET, params![name.to_owned()])?.map(|setting| setting.value))
}

/// The value of this name, which is `first` from now on if it had none.
pub fn init(tx: &mut Write<'_>, name: &str, first: Vec<u8>) -> Result<Vec<u8>, Error> {
    tx.execute(&INIT, params![name.to_owned(), first])?;
    Ok(get(tx, name)?.unwrap_or(first))
}
