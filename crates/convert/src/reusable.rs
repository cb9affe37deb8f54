//! The titles of reusable contents: from the front matter, else the leading heading, else the file name.

use crate::inline;
use crate::names;
use crate::path;
use crate::yaml::{self, Kind};

pub(crate) const FOLDER: &str = ".gitbook/includes/";

/// Returns the title of a reusable content.
pub(crate) fn title(path: &str, source: &[u8]) -> String {
    let text = String::from_utf8_lossy(source);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (matter, body) = front_matter(text);
    let written = matter.and_then(|matter| titled(path, matter));
    let title = written.or_else(|| leading_heading(body)).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| names::title(path::stem(path)))
}

fn front_matter(text: &str) -> (Option<&str>, &str) {
    let Some(after) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return (None, text);
    };
    let mut at = 0;
    for line in after.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return (Some(&after[..at]), &after[at + line.len()..]);
        }
        at += line.len();
    }
    (None, text)
}

/// Returns the title in front matter. Invalid front matter has none; the file is kept nevertheless.
fn titled(path: &str, matter: &str) -> Option<String> {
    let top = yaml::parse(path, matter.as_bytes()).ok()?;
    match &top.get("title")?.kind {
        Kind::Text(title) => Some(title.trim().to_owned()),
        _ => None,
    }
}

fn leading_heading(body: &str) -> Option<String> {
    let line = body.lines().find(|line| !line.trim().is_empty())?;
    let text = line.trim().trim_start_matches('#');
    (line.trim().starts_with('#') && text.starts_with(' ')).then(|| inline::plain(text.trim_end_matches('#')))
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles() {
        for (source, expected) in [
            ("---\ntitle: \"A: b\"\n---\n\n# Other\n", "A: b"),
            ("---\r\ndescription: x\r\n---\r\n\r\n## Head\r\n", "Head"),
            ("\n# Head #\n", "Head"),
            ("---\ntitle: [\n---\ntext\n", "My note"),
            ("text\n# Later\n", "My note"),
            ("", "My note"),
        ] {
            assert_eq!(title(".gitbook/includes/my-note.md", source.as_bytes()), expected, "{source:?}");
        }
    }
}
