//! Parsing of adaptive schemas. An error names the place in the schema.

use std::fmt;

use serde_json::{Map, Value};

use super::{
    AdaptiveSchema, Claim, MOST_CHOICES, MOST_CLAIMS, MOST_DEPTH, MOST_DESCRIPTION, MOST_NAME, MOST_TEXT, Properties,
    Shape, UNSIGNED,
};

/// The only accepted value of `$schema`, which is optional.
pub(super) const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// An error for JSON that is not an adaptive schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct InvalidSchema {
    /// The path to the error: names joined by dots; empty for the schema itself.
    pub place: String,
    /// The rule that is violated there.
    pub message: String,
}

impl fmt::Display for InvalidSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.place.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.place, self.message)
    }
}

/// An object of the schema, with its path.
struct At<'a> {
    place: String,
    members: &'a Map<String, Value>,
}

/// A parser with the number of claims read so far.
struct ClaimReader {
    claims: usize,
}

impl TryFrom<Value> for AdaptiveSchema {
    type Error = InvalidSchema;

    fn try_from(schema: Value) -> Result<Self, InvalidSchema> {
        let at = At::new(String::new(), &schema)?;
        at.only(&["$schema", "type", "properties", "additionalProperties"])?;
        if at.members.get("$schema").is_some_and(|draft| draft != DRAFT) {
            return at.wrong("$schema", format!("must be {DRAFT}"));
        }
        if at.text("type")? != "object" {
            return at.wrong("type", "must be object");
        }
        let mut properties = ClaimReader { claims: 0 }.properties(&at, MOST_DEPTH)?;
        let position = properties.iter().position(|(name, _)| name == UNSIGNED);
        let unsigned = position.map(|position| properties.remove(position).1);
        if unsigned.as_ref().is_some_and(|claim| !matches!(claim.shape, Shape::Object(_))) {
            return at.wrong("properties.unsigned.type", "must be object");
        }
        Ok(Self { signed: properties, unsigned })
    }
}

impl ClaimReader {
    /// Parses the `properties` of an object; arrays and objects nest at most `depth` levels deeper.
    fn properties(&mut self, at: &At<'_>, depth: usize) -> Result<Properties, InvalidSchema> {
        if at.members.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false)) {
            return at.wrong("additionalProperties", "must be false");
        }
        let inside = at.object("properties")?;
        let mut found = Vec::with_capacity(inside.members.len());
        for (name, schema) in inside.members {
            self.claims += 1;
            if self.claims > MOST_CLAIMS {
                return inside.wrong(name, format!("there are more than {MOST_CLAIMS} claims"));
            }
            if !(1..=MOST_NAME).contains(&name.chars().count()) || name.contains(char::is_control) {
                return inside.wrong(name, format!("a name must be 1 to {MOST_NAME} characters long"));
            }
            found.push((name.clone(), self.claim(&At::new(inside.place_of(name), schema)?, depth)?));
        }
        Ok(found)
    }

    fn claim(&mut self, at: &At<'_>, depth: usize) -> Result<Claim, InvalidSchema> {
        let kind = at.text("type")?;
        let (shape, own): (_, &[&str]) = match kind {
            "boolean" => (Shape::Boolean, &[]),
            "number" => (Shape::Number, &[]),
            "string" => (Shape::Text(at.choices()?), &["enum"]),
            "array" | "object" if depth == 0 => {
                return at.wrong("type", format!("arrays and objects may be {MOST_DEPTH} deep in one another"));
            }
            "array" => (Shape::Array(Box::new(self.claim(&at.object("items")?, depth - 1)?)), &["items"]),
            "object" => (Shape::Object(self.properties(at, depth - 1)?), &["properties", "additionalProperties"]),
            _ => return at.wrong("type", "must be boolean, number, string, array or object"),
        };
        at.only(&[&["type", "description"], own].concat())?;
        let description = at.members.contains_key("description").then(|| at.text("description")).transpose()?;
        if description.is_some_and(|text| text.chars().count() > MOST_DESCRIPTION) {
            return at.wrong("description", format!("must be at most {MOST_DESCRIPTION} characters long"));
        }
        Ok(Claim { description: description.map(str::to_owned), shape })
    }
}

impl<'a> At<'a> {
    fn new(place: String, value: &'a Value) -> Result<Self, InvalidSchema> {
        match value {
            Value::Object(members) => Ok(Self { place, members }),
            _ => Err(InvalidSchema { place, message: "must be an object".to_owned() }),
        }
    }

    fn place_of(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }

    fn wrong<T>(&self, name: &str, message: impl Into<String>) -> Result<T, InvalidSchema> {
        Err(InvalidSchema { place: self.place_of(name), message: message.into() })
    }

    fn only(&self, known: &[&str]) -> Result<(), InvalidSchema> {
        match self.members.keys().find(|name| !known.contains(&name.as_str())) {
            Some(other) => self.wrong(other, "this keyword can't be used here"),
            None => Ok(()),
        }
    }

    fn object(&self, name: &str) -> Result<At<'a>, InvalidSchema> {
        match self.members.get(name) {
            Some(value) => At::new(self.place_of(name), value),
            None => self.wrong(name, "must be there"),
        }
    }

    fn text(&self, name: &str) -> Result<&'a str, InvalidSchema> {
        match self.members.get(name) {
            Some(Value::String(text)) if !text.contains('\0') => Ok(text),
            Some(_) => self.wrong(name, "must be a text"),
            None => self.wrong(name, "must be there"),
        }
    }

    /// Returns the values of `enum`, or `None` if the keyword is absent.
    fn choices(&self) -> Result<Option<Vec<String>>, InvalidSchema> {
        let Some(found) = self.members.get("enum") else { return Ok(None) };
        let fits = |text: &&str| text.chars().count() <= MOST_TEXT && !text.contains('\0');
        let texts = found.as_array().map(|values| values.iter().map(|value| value.as_str().filter(fits)));
        let texts: Option<Vec<&str>> = texts.and_then(Iterator::collect);
        let Some(texts) = texts.filter(|texts| (1..=MOST_CHOICES).contains(&texts.len())) else {
            let rule = format!("must be 1 to {MOST_CHOICES} texts of at most {MOST_TEXT} characters");
            return self.wrong("enum", rule);
        };
        if let Some(twice) = (1..texts.len()).find(|&at| texts[..at].contains(&texts[at])) {
            return self.wrong(&format!("enum[{twice}]"), "is there twice");
        }
        Ok(Some(texts.into_iter().map(str::to_owned).collect()))
    }
}
