//! Rich-text documents in requests and responses.

use std::borrow::Cow;

use quire_app::content::documents::{self, Form};
use quire_content::document::Document;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A rich-text document. The schema describes what all blocks have in common; the manual describes each of them.
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

/// A text in a response, in the requested format.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Said {
    Document { document: RichText },
    Markdown { markdown: String },
}

impl Said {
    /// Returns a text that belongs to no page, such as a comment, in the requested format.
    pub(crate) fn of(text: &str, form: Form) -> Self {
        match form {
            Form::Document => Self::Document { document: RichText(documents::plain(text)) },
            Form::Markdown => Self::Markdown { markdown: text.to_owned() },
        }
    }
}

/// A text in a request: a rich-text document, either bare or as `{document}`, or Markdown as `{markdown}`.
#[derive(Debug)]
pub(crate) struct Prose(String);

impl Prose {
    /// Returns the text as Markdown.
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
