//! Settings of the installation as a whole, as named values.

use quire_db::{Error, Read, Write, statements};

use crate::column::params;
use crate::record::record;

record! {
    /// The row of a setting.
    Setting {
        /// The value, as bytes.
        value: Vec<u8>,
    }
}

statements! {
    /// Selects the value of a name.
    GET: Query<Setting> = "select value from settings where name = ?1";
    /// Sets a value that is not set yet.
    INIT: Execute = "insert into settings (name, value) values (?1, ?2) on conflict (name) do nothing";
}

/// Returns the value of this name.
pub fn get(tx: &mut Read<'_>, name: &str) -> Result<Option<Vec<u8>>, Error> {
    Ok(tx.one(&GET, params![name.to_owned()])?.map(|setting| setting.value))
}

/// Returns the value of this name, after setting it to `first` if it had none.
pub fn init(tx: &mut Write<'_>, name: &str, first: Vec<u8>) -> Result<Vec<u8>, Error> {
    tx.execute(&INIT, params![name.to_owned(), first])?;
    Ok(get(tx, name)?.unwrap_or(first))
}
