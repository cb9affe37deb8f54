//! Pictures and players among the lines of MDX, whose targets are found where they are blocks of their own.

use super::jsx::PLACED;
use crate::formats::markdown;

/// The most lines that a player has.
const MOST_LINES: usize = 50;

/// Sets lines that are pictures apart from the tags around them: there the text of a component is text, and here it is part of
/// a block of HTML up to a blank line.
#[derive(Default)]
pub(super) struct Pictures {
    /// True after a line with text.
    is_open: bool,
    /// True within the lines of a block that begins with a component which is not mapped.
    in_component: bool,
    /// True after a picture of the block that was set apart.
    is_apart: bool,
    was_picture: bool,
}

impl Pictures {
    /// Returns a line, without the indentation that it has in a component where that would make it code, after a blank line if
    /// it needs one.
    pub(super) fn apart<'l>(&mut self, line: &'l str, out: &mut Vec<String>) -> &'l str {
        let text = line.trim();
        if text.is_empty() {
            *self = Self::default();
            return line;
        }
        let begins = !std::mem::replace(&mut self.is_open, true);
        if begins {
            let is_component = text.starts_with('<') && text[1..].starts_with(|c: char| c.is_ascii_uppercase());
            self.in_component = is_component && !PLACED.iter().any(|name| text[1..].starts_with(name));
        }
        let is_tag = text.starts_with("<img ") && text.ends_with('>');
        let is_picture = is_tag && (begins || self.in_component) || text.starts_with("![") && self.in_component;
        let was_picture = std::mem::replace(&mut self.was_picture, is_picture);
        let behind = was_picture && (self.in_component || !text.starts_with('<'));
        if !begins && (is_picture || behind) {
            out.push(String::new());
            self.is_apart = true;
        }
        if self.in_component && self.is_apart && text.starts_with(['<', '!']) { text } else { line }
    }
}

/// Returns the block of a file for a player of a video or of sound that lines begin with, and the number of its lines.
pub(super) fn player(lines: &[&str]) -> Option<(Vec<String>, usize)> {
    let first = lines.first()?.trim();
    let name = ["video", "audio"].into_iter().find(|name| {
        first
            .strip_prefix('<')
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with([' ', '>']) || rest.is_empty())
    })?;
    let close = format!("</{name}>");
    let ends = |line: &&str| line.contains(&close) || line.trim_end().ends_with("/>") && !line.contains("<source");
    let count = lines.iter().take(MOST_LINES).position(ends)? + 1;
    let whole = lines[..count].join(" ");
    if !whole.trim_end().ends_with(['>']) || whole.matches(&format!("<{name}")).count() != 1 {
        return None;
    }
    let rest = &whole[whole.find(" src=\"")? + 6..];
    let source = rest.split('"').next().filter(|source| !source.is_empty() && !markdown::is_elsewhere(source))?;
    Some((vec![format!("{{% file src=\"{source}\" %}}"), "{% endfile %}".to_owned()], count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(text: &str) -> String {
        let mut pictures = Pictures::default();
        let mut out = Vec::new();
        for line in text.lines() {
            let line = pictures.apart(line, &mut out).to_owned();
            out.push(line);
        }
        out.join("\n")
    }

    #[test]
    fn pictures_are_blocks() {
        for (text, expected) in [
            ("<Card>\n  <img src=\"a\" />\n</Card>", "<Card>\n\n<img src=\"a\" />\n\n</Card>"),
            ("<img src=\"a\" />\n![b](c)\nd", "<img src=\"a\" />\n\n![b](c)\nd"),
            ("<p>\n  <img src=\"a\" />\n</p>", "<p>\n  <img src=\"a\" />\n</p>"),
            ("text\n![b](c)\ntext", "text\n![b](c)\ntext"),
        ] {
            assert_eq!(apart(text), expected);
        }
    }

    #[test]
    fn players_are_files() {
        let file = vec!["{% file src=\"./v.mp4\" %}".to_owned(), "{% endfile %}".to_owned()];
        assert_eq!(player(&["<video src=\"./v.mp4\" controls />", "x"]), Some((file.clone(), 1)));
        assert_eq!(player(&["<video controls>", "  <source src=\"./v.mp4\" />", "</video>"]), Some((file, 3)));
        assert_eq!(player(&["<video src=\"https://a.b/c\" />"]), None);
        assert_eq!(player(&["<video>", "text"]), None);
    }
}
