//! JSON pointers (RFC 6901) as they are built during a walk through a document.

use percent_encoding::percent_decode_str;

/// A pointer under construction, whose last part can be taken back.
#[derive(Debug, Clone, Default)]
pub struct Pointer {
    text: String,
}

impl Pointer {
    /// Calls `work` with the pointer extended by a member or an index.
    pub fn within<T>(&mut self, part: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.text.len();
        self.text.push('/');
        push_escaped(&mut self.text, part);
        let done = work(self);
        self.text.truncate(before);
        done
    }

    /// Returns the text of the pointer.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Appends a part of a pointer in its escaped form.
pub(crate) fn push_escaped(text: &mut String, part: &str) {
    for character in part.chars() {
        match character {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            other => text.push(other),
        }
    }
}

/// Returns the pointer that leads through members of these names.
pub(crate) fn of_parts(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push('/');
        push_escaped(&mut text, part);
    }
    text
}

/// Returns the pointer that the fragment of an address has, without percent-encoding; `None` if it is not a pointer.
pub(crate) fn of_fragment(fragment: &str) -> Option<String> {
    let text = percent_decode_str(fragment).decode_utf8().ok()?;
    (text.is_empty() || text.starts_with('/')).then(|| text.into_owned())
}

/// Returns the last part of a pointer, without escapes.
pub(crate) fn last(pointer: &str) -> Option<String> {
    let (_, part) = pointer.rsplit_once('/')?;
    Some(part.replace("~1", "/").replace("~0", "~"))
}
