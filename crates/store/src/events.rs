//! The event log: every change, in order, written in the transaction that made it.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::events::EventKind;
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;

/// An event that is not in the log yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The organization that the event concerns, or the user for events that concern a user alone.
    pub stream: Uid,
    /// The time of the event.
    pub at: Timestamp,
    /// The user who caused it; none for the server itself and its operator.
    pub actor: Option<UserId>,
    /// The kind of the event.
    pub kind: EventKind,
    /// The identifier of the entity that changed.
    pub subject: Uid,
    /// The details of the change, as JSON.
    pub detail: String,
}

record! {
    /// A position in a stream.
    Sequence {
        /// The position, counted from 1 without gaps.
        sequence: i64,
    }
}

record! {
    /// An event in the log.
    Logged {
        /// The position in the stream.
        sequence: i64,
        /// The time of the event.
        at: Timestamp,
        /// The user who caused it; none for the server itself and its operator.
        actor: Option<UserId>,
        /// The kind, a word of [`EventKind`].
        kind: String,
        /// The identifier of the entity that changed.
        subject: Uid,
        /// The details of the change, as JSON.
        detail: String,
    }
}

record! {
    /// The end of a stream.
    Stream {
        /// The identifier of the stream.
        id: Uid,
        /// The position of its last event.
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

/// Appends an event to its stream.
pub fn append(tx: &mut Write<'_>, event: &Event) -> Result<(), Error> {
    let place = tx.one(&NEXT, params![event.stream])?.map_or(1, |next| next.sequence);
    let kind = event.kind.as_str().to_owned();
    let values = params![event.stream, place, event.at, event.actor, kind, event.subject, event.detail];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Returns the end of every stream.
pub fn streams(tx: &mut Read<'_>) -> Result<Vec<Stream>, Error> {
    tx.all(&STREAMS, params![])
}

/// Returns the end of one stream, if it exists.
pub fn stream(tx: &mut Read<'_>, id: Uid) -> Result<Option<Stream>, Error> {
    tx.one(&STREAM, params![id])
}

/// Returns the events of a stream after a position, at most `limit`.
pub fn since(tx: &mut Read<'_>, stream: Uid, sequence: i64, limit: i64) -> Result<Vec<Logged>, Error> {
    tx.all(&SINCE, params![stream, sequence, limit])
}

/// Deletes a stream with all its events.
pub fn delete(tx: &mut Write<'_>, stream: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_STREAM, params![stream])?;
    tx.execute(&END, params![stream])?;
    Ok(())
}
