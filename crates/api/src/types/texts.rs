//! Texts of pages in requests: Markdown or rich-text documents.

use std::borrow::Cow;

use quire_app::content::edits;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::Value;

use super::RichText;

/// A text: `{markdown}`, `{document}`, or a bare rich-text document. The blocks of a document are validated later.
#[derive(Debug)]
pub(crate) struct Text(pub(crate) edits::Text);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Value::Object(mut fields) = Value::deserialize(deserializer)? else {
            return Err(D::Error::custom("must be an object with `markdown` or `document`"));
        };
        if fields.get("object").is_some_and(|object| object == "document") {
            return Ok(Self(edits::Text::Document(Value::Object(fields))));
        }
        match (fields.remove("markdown"), fields.remove("document")) {
            (Some(Value::String(markdown)), None) => Ok(Self(edits::Text::Markdown(markdown))),
            (Some(_), None) => Err(D::Error::custom("`markdown` must be text")),
            (None, Some(document)) => Ok(Self(edits::Text::Document(document))),
            _ => Err(D::Error::custom("must have either `markdown` or `document`")),
        }
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let document = generator.subschema_for::<RichText>();
        schemars::json_schema!({
            "description": "A text: Markdown as it is to be kept, or a rich-text document.",
            "anyOf": [
                {
                    "type": "object",
                    "properties": { "markdown": { "type": "string" } },
                    "required": ["markdown"],
                },
                {
                    "type": "object",
                    "properties": { "document": document },
                    "required": ["document"],
                },
                document,
            ],
        })
    }
}
