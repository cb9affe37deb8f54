//! `{% name attribute="value" %}` and `<name attribute="value">`.

use serde_json::Value;

use crate::document::html::text::encode;
use crate::document::model::More;

/// A tag under construction.
pub(super) struct Tag {
    out: String,
    end: &'static str,
}

impl Tag {
    /// `{% name %}`
    pub(super) fn block(name: &str) -> Self {
        Self { out: format!("{{% {name}"), end: " %}" }
    }

    /// `<name>`
    pub(super) fn html(name: &str) -> Self {
        Self { out: format!("<{name}"), end: ">" }
    }

    /// With an attribute.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        match value.strip_suffix('\\') {
            // A backslash before the quote would escape it.
            Some(head) => {
                encode(head, &mut self.out);
                self.out.push_str("&#x5C;");
            }
            None => encode(value, &mut self.out),
        }
        self.out.push('"');
        self
    }

    /// With an attribute, if there is a value.
    pub(super) fn some(self, name: &str, value: Option<impl AsRef<str>>) -> Self {
        match value {
            Some(value) => self.with(name, value.as_ref()),
            None => self,
        }
    }

    /// With `name="true"`, if it holds.
    pub(super) fn flag(self, name: &str, value: bool) -> Self {
        if value { self.with(name, "true") } else { self }
    }

    /// With an attribute that has no value, if it holds.
    pub(super) fn bare(mut self, name: &str, value: bool) -> Self {
        if value {
            self.out.push(' ');
            self.out.push_str(name);
        }
        self
    }

    /// With unknown data that is text.
    pub(super) fn more(self, more: &More) -> Self {
        more.iter().fold(self, |tag, (name, value)| match value {
            Value::String(text) => tag.with(name, text),
            _ => tag,
        })
    }

    /// With what is written as it is.
    pub(super) fn verbatim(mut self, text: &str) -> Self {
        if !text.is_empty() {
            self.out.push(' ');
            self.out.push_str(text);
        }
        self
    }

    /// The tag.
    pub(super) fn done(mut self) -> String {
        self.out.push_str(self.end);
        self.out
    }

    /// `{% name %}`, a body, `{% endname %}`.
    pub(super) fn around(self, name: &str, body: &str) -> String {
        let line = if body.is_empty() { "" } else { "\n" };
        format!("{}\n{body}{line}{{% end{name} %}}", self.done())
    }
}
