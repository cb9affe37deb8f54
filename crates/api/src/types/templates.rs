//! Templates.

use quire_app::templates;
use schemars::JsonSchema;
use serde::Serialize;

use super::TemplateObject;
use crate::context::Context;

/// Content that a space can begin with.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Template {
    object: TemplateObject,
    /// What it is applied by.
    id: String,
    title: String,
    /// What it is for.
    subtitle: String,
    emoji: String,
    /// The space that it is, if it does not ship with the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<Urls>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// The space in this API.
    preview: String,
}

impl Template {
    pub(crate) fn of(template: templates::Template, context: &Context) -> Self {
        let preview = template.space.map(|id| context.url(format_args!("/v1/spaces/{id}")));
        Self {
            object: TemplateObject::It,
            id: template.id,
            title: template.title,
            subtitle: template.description,
            emoji: template.emoji,
            space: template.space.map(|id| id.to_string()),
            urls: preview.map(|preview| Urls { preview }),
        }
    }
}
