//! The form that sends a request of an operation. It is hidden without the script, which it needs.

use maud::{Markup, html};
use serde_json::Value;

use super::example;
use super::operation::Operation;

/// Renders the form of an operation, filled with an example.
pub(super) fn form(operation: &Operation<'_>) -> Markup {
    let method = operation.method.to_ascii_uppercase();
    html! {
        details.try hidden {
            summary { "Try it" }
            form data-method=(method) data-path=(operation.path) {
                @for parameter in operation.content["parameters"].as_array().into_iter().flatten() { (field(parameter)) }
                @for (media_type, content) in operation.content["requestBody"]["content"].as_object().into_iter().flatten() {
                    @if media_type == "application/json" {
                        label { "Body" textarea name="json" rows="6" spellcheck="false" { (example::json(operation.document, &content["schema"])) } }
                    } @else {
                        label { "Body" input name="file" type="file"; }
                    }
                }
                div { button { "Send " (method) } }
                p role="status" {}
                pre tabindex="0" aria-label="Answer" hidden {}
            }
        }
    }
}

fn field(parameter: &Value) -> Markup {
    let (name, place) = (parameter["name"].as_str().unwrap_or_default(), parameter["in"].as_str().unwrap_or_default());
    html! {
        label {
            (name)
            @if place != "path" { span.kind { " " (place) } }
            input name=(name) data-in=(place) spellcheck="false" autocomplete="off" required[parameter["required"] == true];
        }
    }
}
