//! Rich-text documents.

use std::borrow::Cow;

use quire_content::document::Document;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

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
