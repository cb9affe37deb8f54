//! The titles of reusable contents: from the front matter, else the leading heading, else the file name.

use quire_content::front_matter;

use crate::inline;
use crate::names;
use crate::path;

pub(crate) const FOLDER: &str = ".gitbook/includes/";

/// Returns the title of a reusable content.
pub(crate) fn title(path: &str, source: &[u8]) -> String {
    let front = front_matter::parse(source);
    let written = front.fields.title.map(|title| title.trim().to_owned());
    let body = || String::from_utf8_lossy(&source[front.body_at..]);
    let title = written.or_else(|| leading_heading(&body())).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| names::title(path::stem(path)))
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
