//! Rich-text documents.

use std::borrow::Cow;

use quire_app::documents::{self, Form};
use quire_content::document::Document;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A rich-text document. Its blocks are described in the manual; the schema says what all of them have in common.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct RichText(pub(crate) Document);

impl JsonSchema for RichText {
    fn schema_name() -> Cow<'static, str> {
        "Document".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "A rich-text document: blocks, in them inline nodes and text.",
            "required": ["object", "data", "nodes"],
            "properties": {
                "object": { "const": "document" },
                "data": { "type": "object" },
                "nodes": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["object", "type", "key", "data"],
                        "properties": {
                            "object": { "const": "block" },
                            "type": { "type": "string" },
                            "key": { "type": "string" },
                            "data": { "type": "object" },
                            "nodes": { "type": "array", "items": { "type": "object" } },
                            "fragments": { "type": "array", "items": { "type": "object" } },
                            "isVoid": { "type": "boolean" },
                            "meta": { "type": "object" },
                        },
                    },
                },
            },
        })
    }
}

/// Text in an answer, in the form that was asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Said {
    Document { document: RichText },
    Markdown { markdown: String },
}

impl Said {
    /// Text that belongs to no page.
    pub(crate) fn of(text: &str, form: Form) -> Self {
        match form {
            Form::Document => Self::Document { document: RichText(documents::plain(text)) },
            Form::Markdown => Self::Markdown { markdown: text.to_owned() },
        }
    }
}

/// Text in a request: a rich-text document, by itself or in a field of this name, or Markdown in a field of this name.
#[derive(Debug)]
pub(crate) struct Prose(String);

impl Prose {
    /// The text, as Markdown.
    pub(crate) fn into_markdown(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for Prose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Markdown {
            markdown: String,
        }
        let mut value = serde_json::Value::deserialize(deserializer)?;
        if value.get("markdown").is_some() {
            return Markdown::deserialize(value).map(|text| Self(text.markdown)).map_err(D::Error::custom);
        }
        if value.get("object").is_none()
            && let Some(document) = value.get_mut("document")
        {
            value = document.take();
        }
        let document = Document::from_json(value).map_err(D::Error::custom)?;
        Ok(Self(documents::plain_markdown(&document)))
    }
}

impl JsonSchema for Prose {
    fn schema_name() -> Cow<'static, str> {
        "Prose".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let document = &generator.subschema_for::<RichText>();
        schemars::json_schema!({
            "description": "Markdown, or a rich-text document.",
            "anyOf": [
                document,
                { "type": "object", "required": ["document"], "properties": { "document": document } },
                { "type": "object", "required": ["markdown"], "properties": { "markdown": { "type": "string" } } },
            ],
        })
    }
}
