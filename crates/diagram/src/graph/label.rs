//! Labels: lines of text, with the subset of HTML and Markdown that authors use in them.
//!
//! Line breaks are kept, emphasis makes the whole label bold or italic, other tags are removed, entities are decoded.

use crate::text;

/// The font size of graphs, in pixels.
pub(crate) const SIZE: f64 = 14.0;
/// The line height, in pixels.
pub(crate) const LINE: f64 = 19.0;
/// The width at which lines are broken, in pixels.
const MOST_WIDTH: f64 = 200.0;

/// A formatted text in lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) lines: Vec<String>,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
}

impl Label {
    /// Parses the source of a label.
    pub(crate) fn read(source: &str) -> Self {
        let (text, marked) = unfenced(source.trim());
        let (mut bold, mut italic) = (false, false);
        let plain = without_tags(text, |tag| match tag {
            "b" | "strong" => bold = true,
            "i" | "em" => italic = true,
            _ => {}
        });
        let mut plain = without_icons(&entities(&plain).replace("\\n", "\n"));
        if marked {
            bold |= plain.contains("**");
            plain = plain.replace("**", "").replace(['*', '_'], "");
        }
        let lines = plain.split('\n').map(str::trim).flat_map(|line| text::wrap(line, SIZE, MOST_WIDTH));
        let lines: Vec<String> = lines.collect();
        if lines.iter().all(String::is_empty) { Self::default() } else { Self { lines, bold, italic } }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(crate) fn width(&self) -> f64 {
        let wider = if self.bold { 1.08 } else { 1.0 };
        self.lines.iter().map(|line| text::width(line, SIZE)).fold(0.0, f64::max) * wider
    }

    pub(crate) fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE
    }
}

/// Removes the backticks that mark a text as Markdown. The second value is true if there were any.
fn unfenced(text: &str) -> (&str, bool) {
    text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).map_or((text, false), |text| (text, true))
}

/// Replaces `<br>` by line breaks and removes other tags, after passing their names to `tell`.
fn without_tags(text: &str, mut tell: impl FnMut(&str)) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tag = &rest[at + 1..];
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let Some(end) = tag.find('>').filter(|_| !name.is_empty()) else {
            out.push('<');
            rest = tag;
            continue;
        };
        let name = name.to_ascii_lowercase();
        if name == "br" {
            out.push('\n');
        }
        tell(&name);
        rest = &tag[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Removes the names of icons (`fa:fa-book`), whose font is not available.
fn without_icons(text: &str) -> String {
    let is_icon = |word: &str| word.split_once(":fa-").is_some_and(|(set, _)| set.len() <= 3 && set.starts_with("fa"));
    if !text.split_whitespace().any(is_icon) {
        return text.to_owned();
    }
    let words = |line: &str| line.split(' ').filter(|word| !is_icon(word)).collect::<Vec<_>>().join(" ");
    text.split('\n').map(words).collect::<Vec<_>>().join("\n")
}

/// Decodes the entities of HTML (`&lt;`) and of Mermaid (`#lt;`, `#35;`).
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '#']) {
        out.push_str(&rest[..at]);
        let found = rest[at..].get(1..).and_then(|name| name.split_once(';')).and_then(|(name, after)| {
            let short = name.len() <= 10;
            short.then(|| entity(name)).flatten().map(|c| (c, after))
        });
        if let Some((c, after)) = found {
            out.push(c);
            rest = after;
        } else {
            out.push_str(&rest[at..=at]);
            rest = &rest[at + 1..];
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    let digits = name.trim_start_matches('#');
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.parse().ok().and_then(char::from_u32).filter(|c| !c.is_control());
    }
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "semi" => ';',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<String> {
        Label::read(source).lines
    }

    #[test]
    fn breaks_tags_and_entities_are_read() {
        assert_eq!(lines("one<br/>two<BR>three"), ["one", "two", "three"]);
        assert_eq!(lines("a &lt; b #35;1 #quot;c#quot;"), ["a < b #1 \"c\""]);
        assert_eq!(lines("<script>x</script>"), ["x"]);
        assert_eq!(lines("a < b & c"), ["a < b & c"]);
        assert_eq!(lines("<br>"), Vec::<String>::new());
        assert_eq!(lines("a fa:fa-book book"), ["a book"]);
    }

    #[test]
    fn emphasis_is_of_the_whole_label() {
        assert!(Label::read("<b>one</b>").bold);
        assert_eq!(Label::read("`**one** _two_`"), Label { lines: vec!["one two".into()], bold: true, italic: false });
        assert_eq!(lines("snake_case"), ["snake_case"]);
    }
}
