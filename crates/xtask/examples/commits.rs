//! How many transactions of one row a bare loop on SQLite makes durable in a second: what this disk can do.
//!
//! `commits DIRECTORY SECONDS` prints one number.
#![expect(clippy::print_stdout, reason = "the figure goes to whoever started it")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use rusqlite::Connection;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let dir = PathBuf::from(arguments.next().ok_or("a directory")?);
    let seconds: f64 = arguments.next().and_then(|text| text.into_string().ok()).ok_or("seconds")?.parse()?;
    let database = Connection::open(dir.join("bare.db"))?;
    database.pragma_update(None, "journal_mode", "wal")?;
    database.pragma_update(None, "synchronous", "full")?;
    database.execute_batch("create table if not exists rows (id integer primary key, value blob not null)")?;
    let mut insert = database.prepare("insert into rows (value) values (?1)")?;
    let value = [7_u8; 200];
    let began = Instant::now();
    let mut count = 0_u32;
    while began.elapsed().as_secs_f64() < seconds {
        insert.execute([&value[..]])?;
        count += 1;
    }
    println!("{}", f64::from(count) / began.elapsed().as_secs_f64());
    Ok(())
}
