//! Pagination of lists: the two query parameters that every list takes, and the cursors in its responses.
//!
//! A cursor is opaque to the caller and authenticated: it has a keyed hash of its content and of the name of its list,
//! so a cursor that this server did not issue, or issued for another list, is refused. The meaning of the key values is
//! defined by each list.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::Problem;

/// The query parameters of every list. A handler takes them as a `Query` of their own, beside its filters.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Paging {
    /// The cursor of the page, from an earlier response of the same list; the first page if absent.
    #[serde(default)]
    pub page: Option<String>,
    /// The maximum number of items of the page.
    #[serde(default)]
    pub limit: Limit,
}

impl Paging {
    /// Returns the cursor that the caller sent, if any; 400 unless `cursors` issued it for the list of this name.
    pub fn cursor(&self, cursors: &Cursors, list: &str) -> Result<Option<Cursor>, Problem> {
        self.page.as_deref().map(|page| cursors.read(list, page)).transpose()
    }
}

/// The maximum number of items of a page: 0 to 1000, by default 50.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Limit(u16);

impl Limit {
    const MAX: u16 = 1000;
    const DEFAULT: u16 = 50;

    /// Returns the number of items.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(Self::DEFAULT)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let limit = text.parse().ok().filter(|limit| *limit <= Self::MAX);
        limit.map(Self).ok_or_else(|| serde::de::Error::custom("must be an integer from 0 to 1000"))
    }
}

impl JsonSchema for Limit {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Limit".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": Self::MAX })
    }
}

/// A position in a list: the key values of an item, and the side of the item that the page is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The side of the item that the page is on.
    pub direction: Direction,
    /// The item's values of the keys that the list is ordered by.
    pub keys: Vec<Key>,
}

/// The side of an item that a page is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The items that follow.
    After,
    /// The items that come before.
    Before,
}

/// The value of one key that a list is ordered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// An integer, such as a timestamp.
    Int(i64),
    /// A text, such as a title.
    Text(String),
    /// Bytes, such as those of an identifier.
    Bytes(Vec<u8>),
}

/// The issuer and verifier of cursors, with the server's key.
#[derive(Clone)]
pub struct Cursors {
    key: [u8; 32],
}

const TAG: usize = 16;

impl Cursors {
    /// Creates an issuer with this key, which all processes of one server share.
    pub fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// Returns the text of a cursor of the list of this name. The name includes everything else that the order depends
    /// on, such as the sort key and its direction.
    pub fn issue(&self, list: &str, cursor: &Cursor) -> String {
        let payload = encode(cursor);
        let mut bytes = self.tag(list, &payload).to_vec();
        bytes.extend_from_slice(&payload);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Parses a text that [`issue`](Self::issue) returned for the same list; 400 for any other.
    pub fn read(&self, list: &str, page: &str) -> Result<Cursor, Problem> {
        self.authentic(list, page).ok_or_else(|| {
            Problem::bad_request(
                "query parameter \"page\": must be a cursor that an earlier response of this list gave as next.page or \
                 previous.page",
            )
        })
    }

    fn authentic(&self, list: &str, page: &str) -> Option<Cursor> {
        let bytes = URL_SAFE_NO_PAD.decode(page).ok()?;
        let (tag, payload) = bytes.split_at_checked(TAG)?;
        // Hashes are compared in constant time.
        let (sent, own) = (blake3::hash(tag), blake3::hash(&self.tag(list, payload)));
        (sent == own).then(|| decode(payload))?
    }

    fn tag(&self, list: &str, payload: &[u8]) -> [u8; TAG] {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(&(list.len() as u64).to_be_bytes()).update(list.as_bytes()).update(payload);
        let mut tag = [0; TAG];
        hasher.finalize_xof().fill(&mut tag);
        tag
    }
}

fn encode(cursor: &Cursor) -> Vec<u8> {
    let mut out = vec![u8::from(cursor.direction == Direction::Before)];
    for key in &cursor.keys {
        let (kind, bytes) = match key {
            Key::Int(number) => (0, number.to_be_bytes().to_vec()),
            Key::Text(text) => (1, text.clone().into_bytes()),
            Key::Bytes(bytes) => (2, bytes.clone()),
        };
        out.push(kind);
        out.extend_from_slice(&(bytes.len() as u64).to_be_bytes()[4..]);
        out.extend_from_slice(&bytes);
    }
    out
}

fn decode(payload: &[u8]) -> Option<Cursor> {
    let (&direction, mut rest) = payload.split_first()?;
    let direction = if direction == 0 { Direction::After } else { Direction::Before };
    let mut keys = Vec::new();
    while let Some((&kind, tail)) = rest.split_first() {
        let (len, tail) = tail.split_first_chunk::<4>()?;
        let (bytes, tail) = tail.split_at_checked(u32::from_be_bytes(*len) as usize)?;
        keys.push(match kind {
            0 => Key::Int(i64::from_be_bytes(bytes.try_into().ok()?)),
            1 => Key::Text(String::from_utf8(bytes.to_vec()).ok()?),
            _ => Key::Bytes(bytes.to_vec()),
        });
        rest = tail;
    }
    Some(Cursor { direction, keys })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> impl Strategy<Value = Key> {
        prop_oneof![
            any::<i64>().prop_map(Key::Int),
            any::<String>().prop_map(Key::Text),
            any::<Vec<u8>>().prop_map(Key::Bytes),
        ]
    }

    proptest! {
        #[test]
        fn a_cursor_comes_back_only_to_its_list(keys in proptest::collection::vec(key(), 0..4), before: bool) {
            let cursors = Cursors::new([7; 32]);
            let direction = if before { Direction::Before } else { Direction::After };
            let cursor = Cursor { direction, keys };
            let page = cursors.issue("spaces", &cursor);
            prop_assert_eq!(cursors.read("spaces", &page).unwrap(), cursor);
            prop_assert!(cursors.read("sites", &page).is_err());
            prop_assert!(Cursors::new([8; 32]).read("spaces", &page).is_err());
        }

        #[test]
        fn any_other_text_is_refused(page: String) {
            prop_assert!(Cursors::new([7; 32]).read("spaces", &page).is_err());
        }
    }

    #[test]
    fn a_changed_cursor_is_refused() {
        let cursors = Cursors::new([7; 32]);
        let page = cursors.issue("spaces", &Cursor { direction: Direction::After, keys: vec![Key::Int(1)] });
        for place in 0..page.len() {
            let mut bytes = page.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(cursors.read("spaces", &changed).is_err(), "{changed}");
        }
    }
}
