//! Checks that Quire can use a server's database.

use postgres::Client;

use super::failed;
use crate::error::Error;

/// The oldest supported version, as `server_version_num`.
const OLDEST: i32 = 150_000;

const FACTS: &str = "select current_setting('server_version_num')::int4, current_database()::text,
    pg_encoding_to_char(encoding)::text, datcollate::text, datctype::text,
    'B' < 'a' and 'z' < 'é' and 'a-c' < 'ab'
    from pg_database where datname = current_database()";

/// Returns an error for a server that is too old, and for a database that orders texts otherwise than SQLite does.
pub(crate) fn suitable(client: &mut Client) -> Result<(), Error> {
    let row = client.query_one(FACTS, &[]).map_err(|e| failed(FACTS, e))?;
    let version: i32 = row.get(0);
    let [name, encoding, collate, ctype]: [String; 4] = [row.get(1), row.get(2), row.get(3), row.get(4)];
    if version < OLDEST {
        return Err(Error::Unsuitable(format!("PostgreSQL 15 or newer is needed, this is {version}")));
    }
    let plain = |collation: &str| matches!(collation, "C" | "POSIX" | "C.UTF-8" | "C.utf8");
    // The names are not sufficient: a database may order by ICU instead.
    let ordered: bool = row.get(5);
    if encoding == "UTF8" && plain(&collate) && plain(&ctype) && ordered {
        return Ok(());
    }
    Err(Error::Unsuitable(format!(
        "the database {name} has encoding {encoding}, collation {collate} and character type {ctype}; quire needs UTF8 \
         and C. Create it so: create database quire template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'"
    )))
}

/// Returns a name that is unique among processes.
pub(crate) fn instance(client: &mut Client) -> Result<String, Error> {
    const UNIQUE: &str = "select gen_random_uuid()::text";
    let row = client.query_one(UNIQUE, &[]).map_err(|e| failed(UNIQUE, e))?;
    Ok(row.get(0))
}
