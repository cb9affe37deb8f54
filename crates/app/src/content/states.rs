//! States of single pages and reusable contents: a digest that stays the same while others change.
//!
//! The state of a page is its text, its attributes and its parent. Its place among its siblings and the time of its
//! last change are no part of it, as changes of other pages may change them. Equal states are equal in every revision,
//! branch and process.

use std::fmt;

use quire_content::hash::Hash;
use quire_content::map::Map;
use quire_content::objects::Objects;
use quire_content::record::{EntryKey, PageRecord, ReusableRecord};

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The state of a page or a reusable content: a part of a digest, as 32 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State(String);

impl State {
    /// Reads a state; `None` if the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 32 && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl App {
    /// Returns the state of a page or a reusable content; `None` if it is not there.
    pub fn state_of(&self, view: &View, entry: &EntryKey) -> Result<Option<State>, Error> {
        self.objects(view, |map, objects| state(&map, objects, entry))
    }
}

/// Returns the state of an entry of some content.
pub(crate) fn state(map: &Map, objects: &dyn Objects, entry: &EntryKey) -> Result<Option<State>, Error> {
    let Some(value) = map.get(objects, &entry.to_bytes())? else { return Ok(None) };
    let damaged = |error| Error::internal("reading the state of an entry", error);
    let record = match entry {
        EntryKey::Page(_) => {
            let page = PageRecord::decode(&value).map_err(damaged)?;
            PageRecord { order: String::new(), updated_at: 0, ..page }.encode()
        }
        EntryKey::Reusable(_) => {
            let content = ReusableRecord::decode(&value).map_err(damaged)?;
            ReusableRecord { updated_at: 0, ..content }.encode()
        }
        _ => return Ok(None),
    };
    Ok(Some(State(Hash::of(&record).to_string()[..32].to_owned())))
}
