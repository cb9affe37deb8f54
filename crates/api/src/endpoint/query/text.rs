//! A serde format for query strings, with repeated parameters as lists and errors that name the parameter.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::percent_decode_str;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

/// An error with the name of the parameter that caused it, if one did.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Error {
    parameter: Option<String>,
    message: String,
}

impl Error {
    fn of(parameter: &str, message: &str) -> Self {
        Self { parameter: Some(parameter.to_owned()), message: message.to_owned() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parameter {
            Some(name) => write!(f, "query parameter \"{name}\": {}", self.message),
            None => write!(f, "query: {}", self.message),
        }
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { parameter: None, message: message.to_string() }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(field, "is required")
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(format_args!("must be one of {}", expected.join(", ")))
    }
}

/// Deserializes a value from a query string.
pub(super) fn parse<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    T::deserialize(Parameters { groups: groups(query)? })
}

struct Group<'q> {
    name: Cow<'q, str>,
    values: Vec<Cow<'q, str>>,
}

/// Groups the parameters by name, in the order of their first appearance.
fn groups(query: &str) -> Result<Vec<Group<'_>>, Error> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let Some(name) = decode(name).map(without_brackets) else {
            continue;
        };
        let value = decode(value).ok_or_else(|| Error::of(&name, "must be UTF-8 when percent-decoded"))?;
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.values.push(value),
            None => groups.push(Group { name, values: vec![value] }),
        }
    }
    Ok(groups)
}

fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('+') {
        return percent_decode_str(text).decode_utf8().ok();
    }
    let spaced = text.replace('+', " ");
    Some(Cow::Owned(percent_decode_str(&spaced).decode_utf8().ok()?.into_owned()))
}

fn without_brackets(name: Cow<'_, str>) -> Cow<'_, str> {
    match name.strip_suffix("[]") {
        Some(bare) => Cow::Owned(bare.to_owned()),
        None => name,
    }
}

struct Parameters<'q> {
    groups: Vec<Group<'q>>,
}

impl<'de> de::Deserializer<'de> for Parameters<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Entries { groups: self.groups.into_iter(), current: None })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Entries<'q> {
    groups: std::vec::IntoIter<Group<'q>>,
    current: Option<Group<'q>>,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.current = self.groups.next();
        let Some(group) = &self.current else {
            return Ok(None);
        };
        let key: StrDeserializer<'_, Error> = group.name.as_ref().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let group = self.current.take().expect("serde asks for a key before its value");
        seed.deserialize(Values(&group.values)).map_err(|mut error| {
            error.parameter.get_or_insert(group.name.into_owned());
            error
        })
    }
}

/// The deserializer for all values of one parameter.
struct Values<'q>(&'q [Cow<'q, str>]);

impl Values<'_> {
    fn only(&self) -> Result<&str, Error> {
        match self.0 {
            [value] => Ok(value),
            _ => Err(de::Error::custom("must be given once")),
        }
    }
}

macro_rules! integers {
    ($($deserialize:ident $visit:ident $type:ty;)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let (min, max) = (<$type>::MIN, <$type>::MAX);
            let number = self.only()?.parse();
            visitor.$visit(number.map_err(|_| {
                <Error as de::Error>::custom(format_args!("must be an integer from {min} to {max}"))
            })?)
        }
    )*};
}

macro_rules! floats {
    ($($deserialize:ident $visit:ident;)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number = self.only()?.parse();
            visitor.$visit(number.map_err(|_| <Error as de::Error>::custom("must be a number"))?)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Values<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.only()?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.only()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(de::Error::custom("must be true or false")),
        }
    }

    integers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
    }

    floats! {
        deserialize_f32 visit_f32;
        deserialize_f64 visit_f64;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Items(self.0.iter()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.only()?.into_deserializer())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map struct identifier
    }
}

struct Items<'q>(std::slice::Iter<'q, Cow<'q, str>>);

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(Values(std::slice::from_ref(value)))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Asc,
        Desc,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Filter {
        query: String,
        #[serde(default)]
        authors: Vec<String>,
        order: Option<Order>,
        #[serde(default)]
        computed: bool,
        depth: Option<u8>,
    }

    fn error(query: &str) -> String {
        parse::<Filter>(query).unwrap_err().to_string()
    }

    #[test]
    fn reads_every_form() {
        let filter: Filter =
            parse("query=a+b%26c&authors=x&authors[]=y&authors%5B%5D=z&order=desc&computed=true&depth=3&other=1&other")
                .unwrap();
        let authors = ["x", "y", "z"].map(String::from).to_vec();
        let query = "a b&c".to_owned();
        assert_eq!(filter, Filter { query, authors, order: Some(Order::Desc), computed: true, depth: Some(3) });
    }

    #[test]
    fn names_what_is_wrong() {
        assert_eq!(error(""), "query parameter \"query\": is required");
        assert_eq!(error("query=a&query=b"), "query parameter \"query\": must be given once");
        assert_eq!(error("query=%ff"), "query parameter \"query\": must be UTF-8 when percent-decoded");
        assert_eq!(error("query=a&order=up"), "query parameter \"order\": must be one of asc, desc");
        assert_eq!(error("query=a&computed=1"), "query parameter \"computed\": must be true or false");
        assert_eq!(error("query=a&depth=300"), "query parameter \"depth\": must be an integer from 0 to 255");
        assert_eq!(error("query=a&depth="), "query parameter \"depth\": must be an integer from 0 to 255");
    }
}
