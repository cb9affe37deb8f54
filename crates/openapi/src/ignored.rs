//! Parts of a text that reading passes over: they are no errors of the notation, and their authors should know.

use std::collections::HashSet;
use std::fmt;

use saphyr_parser::{Event, Parser};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::read::text;
use crate::{Format, Issue, Pointer};

/// The maximum number of problems that are listed.
const MOST_LISTED: usize = 100;

/// Returns a problem for each part of a document that [`read`](crate::read()) passed over: members of JSON objects that
/// stand there again, and YAML documents after the first one.
pub fn ignored(bytes: &[u8], format: Format) -> Vec<Issue> {
    let Ok(text) = text(bytes) else { return Vec::new() };
    match format {
        Format::Json => repeated_members(text),
        Format::Yaml => later_documents(text).into_iter().collect(),
    }
}

fn repeated_members(text: &str) -> Vec<Issue> {
    let (mut at, mut found) = (Pointer::default(), Vec::new());
    let walk = Walk { at: &mut at, found: &mut found };
    // The text was read before, so this does not fail.
    let _ = walk.deserialize(&mut serde_json::Deserializer::from_str(text));
    found
}

fn later_documents(text: &str) -> Option<Issue> {
    // Most texts have no line that could end their first document, and need not be parsed again.
    if !["\n---", "\n...", "\r---", "\r..."].iter().any(|end| text.contains(end)) {
        return None;
    }
    let starts = Parser::new_from_str(text).map_while(Result::ok);
    let (_, span) = starts.filter(|(event, _)| matches!(event, Event::DocumentStart(_))).nth(1)?;
    let message = "the text has another YAML document here; only the first one is read";
    Some(Issue::listed("", message).at_line(span.start.line()))
}

/// A walk through the values of a JSON text.
struct Walk<'a> {
    at: &'a mut Pointer,
    found: &'a mut Vec<Issue>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let mut known = HashSet::new();
        while let Some(key) = members.next_key::<String>()? {
            let Self { at, found } = &mut self;
            at.within(&key, |at| {
                if known.contains(&key) && found.len() < MOST_LISTED {
                    let message = "stands twice in one object; the last one is read";
                    found.push(Issue::listed(at.as_str(), message));
                }
                members.next_value_seed(Walk { at, found })
            })?;
            known.insert(key);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        for index in 0_usize.. {
            let next = self.at.within(&index.to_string(), |at| items.next_element_seed(Walk { at, found: self.found }));
            if next?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
