//! Tags: `{% name attribute="value" %}` and `<name attribute="value">`.

use serde_json::Value;

use crate::document::html::text::encode;
use crate::document::model::More;

/// A tag under construction.
pub(super) struct Tag {
    out: String,
    end: &'static str,
}

impl Tag {
    /// Begins `{% name %}`.
    pub(super) fn block(name: &str) -> Self {
        Self { out: format!("{{% {name}"), end: " %}" }
    }

    /// Begins `<name>`.
    pub(super) fn html(name: &str) -> Self {
        Self { out: format!("<{name}"), end: ">" }
    }

    /// Adds an attribute.
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

    /// Adds an attribute, if there is a value.
    pub(super) fn some(self, name: &str, value: Option<impl AsRef<str>>) -> Self {
        match value {
            Some(value) => self.with(name, value.as_ref()),
            None => self,
        }
    }

    /// Adds `name="true"`, if the value is true.
    pub(super) fn flag(self, name: &str, value: bool) -> Self {
        if value { self.with(name, "true") } else { self }
    }

    /// Adds an attribute without a value, if `value` is true.
    pub(super) fn bare(mut self, name: &str, value: bool) -> Self {
        if value {
            self.out.push(' ');
            self.out.push_str(name);
        }
        self
    }

    /// Adds the text values of unknown data as attributes.
    pub(super) fn more(self, more: &More) -> Self {
        more.iter().fold(self, |tag, (name, value)| match value {
            Value::String(text) => tag.with(name, text),
            _ => tag,
        })
    }

    /// Adds the text values of unknown data as attributes of HTML: without a value, if the text is empty.
    pub(super) fn data(self, more: &More) -> Self {
        more.iter().fold(self, |tag, (name, value)| match value.as_str() {
            Some("") => tag.bare(name, true),
            Some(text) => tag.with(name, text),
            None => tag,
        })
    }

    /// Adds text verbatim.
    pub(super) fn verbatim(mut self, text: &str) -> Self {
        if !text.is_empty() {
            self.out.push(' ');
            self.out.push_str(text);
        }
        self
    }

    /// Returns the finished tag.
    pub(super) fn done(mut self) -> String {
        self.out.push_str(self.end);
        self.out
    }

    /// Returns `{% name %}`, a body, `{% endname %}`.
    pub(super) fn around(self, name: &str, body: &str) -> String {
        let line = if body.is_empty() { "" } else { "\n" };
        format!("{}\n{body}{line}{{% end{name} %}}", self.done())
    }
}
