//! The representation of templates.

use quire_app::spaces::templates;
use schemars::JsonSchema;
use serde::Serialize;

use super::TemplateObject;
use crate::context::Context;

/// A template: initial content for a space.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Template {
    object: TemplateObject,
    /// The identifier by which requests apply the template.
    id: String,
    title: String,
    /// The purpose of the template; empty for templates that are spaces.
    subtitle: String,
    emoji: String,
    /// The space whose content is the template; absent for templates that ship with the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<Urls>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TemplateUrls")]
struct Urls {
    /// The address of the template's space in this API.
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
