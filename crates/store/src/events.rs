//! The event log: every change, in order, in the transaction that made it.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::events::EventKind;
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::{params, record};

/// What happened, before it has its place in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The organization that it concerns, or the user for what concerns them alone.
    pub stream: Uid,
    /// When.
    pub at: Timestamp,
    /// Who did it; nobody for the server itself and its operator.
    pub actor: Option<UserId>,
    /// What.
    pub kind: EventKind,
    /// To which thing.
    pub subject: Uid,
    /// What changed, as JSON.
    pub detail: String,
}

record! {
    /// A place in a stream.
    Sequence {
        /// Counted from 1, without gaps.
        sequence: i64,
    }
}

record! {
    /// An event in the log.
    Logged {
        /// Its place in the stream.
        sequence: i64,
        /// When.
        at: Timestamp,
        /// Who.
        actor: Option<UserId>,
        /// What: a word of [`EventKind`].
        kind: String,
        /// To which thing.
        subject: Uid,
        /// What changed, as JSON.
        detail: String,
    }
}

record! {
    /// How far a stream goes.
    Stream {
        /// The stream.
        id: Uid,
        /// The place of its last event.
        sequence: i64,
    }
}

statements! {
    STREAMS: Query<Stream> = "select id, sequence from streams";
    STREAM: Query<Stream> = "select id, sequence from streams where id = ?1";
    NEXT: Query<Sequence> =
        "insert into streams (id, sequence) values (?1, 1)
         on conflict (id) do update set sequence = streams.sequence + 1 returning sequence";
    INSERT: Execute =
        "insert into events (stream, sequence, at, actor, kind, subject, detail) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    DELETE_OF_STREAM: Execute = "delete from events where stream = ?1";
    END: Execute = "delete from streams where id = ?1";
    SINCE: Query<Logged> =
        "select sequence, at, actor, kind, subject, detail from events
         where stream = ?1 and sequence > ?2 order by sequence limit ?3";
}

/// Writes an event at the end of its stream.
pub fn append(tx: &mut Write<'_>, event: &Event) -> Result<(), Error> {
    let place = tx.one(&NEXT, params![event.stream])?.map_or(1, |next| next.sequence);
    let kind = event.kind.as_str().to_owned();
    let values = params![event.stream, place, event.at, event.actor, kind, event.subject, event.detail];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Every stream.
pub fn streams(tx: &mut Read<'_>) -> Result<Vec<Stream>, Error> {
    tx.all(&STREAMS, params![])
}

/// One stream, if there is one of this name.
pub fn stream(tx: &mut Read<'_>, id: Uid) -> Result<Option<Stream>, Error> {
    tx.one(&STREAM, params![id])
}

/// The events of a stream after a place in it, at most `limit`.
pub fn since(tx: &mut Read<'_>, stream: Uid, sequence: i64, limit: i64) -> Result<Vec<Logged>, Error> {
    tx.all(&SINCE, params![stream, sequence, limit])
}

/// Forgets a stream with all of its events.
pub fn delete(tx: &mut Write<'_>, stream: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_STREAM, params![stream])?;
    tx.execute(&END, params![stream])?;
    Ok(())
}
