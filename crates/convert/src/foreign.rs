//! Detection of the syntax of other tools, which stays in the text and is shown as such.

use crate::lines;

/// A kind of syntax: its name for writers, and a test of a line without indentation.
type Syntax = (&'static str, fn(&str) -> bool);

const SYNTAXES: [Syntax; 7] = [
    ("an admonition of Docusaurus or VitePress", |line| named(line.trim_start_matches(':'), line, ":::")),
    ("an admonition of MkDocs", |line| {
        ["!!! ", "??? ", "???+ "].iter().any(|mark| line.strip_prefix(mark).is_some_and(is_admonition))
    }),
    ("a tab of MkDocs", |line| line.strip_prefix("=== ").is_some_and(|rest| rest.starts_with(['"', '\'']))),
    ("a component of MDX", is_component),
    ("an import or export of MDX", is_module),
    ("a shortcode of Hugo", |line| line.starts_with("{{<") || line.starts_with("{{%")),
    ("an attribute list of MkDocs or kramdown", has_attributes),
];

/// The longest line that is looked at, in bytes.
const LINE_BYTES: usize = 1_000;

/// Returns the syntax of other tools outside of code: the number of the line from 1, its kind, and its beginning.
pub(crate) fn foreign(source: &[u8]) -> impl Iterator<Item = (u32, &'static str, String)> {
    let found = |(number, line): (u32, &[u8])| {
        let line = &line[..line.len().min(LINE_BYTES)];
        let indentation = line.iter().take_while(|byte| **byte == b' ').count();
        // Four spaces make code, or continue an item.
        let may_be = |first: &u8| b":!?=<ie".contains(first) || line.contains(&b'{');
        if indentation > 3 || !line.get(indentation).is_some_and(may_be) {
            return None;
        }
        let line = String::from_utf8_lossy(&line[indentation..]);
        let (kind, _) = SYNTAXES.iter().find(|(_, fits)| fits(&line))?;
        Some((number, *kind, line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")))
    };
    lines::outside_code(source).filter_map(found)
}

/// Returns true if a line starts with a mark, and a word follows its repetitions.
fn named(rest: &str, line: &str, mark: &str) -> bool {
    line.starts_with(mark) && starts_with_word(rest.trim_start())
}

fn starts_with_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Returns true for the rest of an admonition's first line: a word, its place, a title in quotes.
fn is_admonition(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let kind = words.next().is_some_and(starts_with_word);
    let title = words.find(|word| !matches!(*word, "inline" | "end"));
    kind && title.is_none_or(|title| title.starts_with('"'))
}

/// Returns true for a tag with the name of a component: `<Tabs …>`, `</Tabs>`, `<Tabs.Item>`.
fn is_component(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('<').map(|rest| rest.strip_prefix('/').unwrap_or(rest)) else { return false };
    let name = rest.find(|end: char| !(end.is_ascii_alphanumeric() || end == '.')).unwrap_or(rest.len());
    let has_small = rest[..name].contains(|letter: char| letter.is_ascii_lowercase());
    rest.starts_with(|first: char| first.is_ascii_uppercase()) && has_small && rest[name..].starts_with([' ', '>', '/'])
}

/// Returns true for a line with `{: #id .class name="value" }`, or with such a list after a link or picture, where the
/// colon may be missing.
fn has_attributes(line: &str) -> bool {
    line.match_indices('{').any(|(at, _)| {
        let (before, list) = (&line[..at], &line[at + 1..]);
        let Some((list, _)) = list.split_once('}') else { return false };
        let (marked, list) = list.trim_start().strip_prefix(':').map_or((false, list), |list| (true, list));
        let first = list.split_whitespace().next().unwrap_or_default();
        let named = |mark| first.strip_prefix(mark).is_some_and(starts_with_word);
        let valued = || first.split_once('=').is_some_and(|(name, _)| starts_with_word(name));
        let is_code = before.matches('`').count() % 2 == 1;
        (marked || before.ends_with(')')) && (named('.') || named('#') || valued()) && !is_code
    })
}

/// Returns true for `import … from "…"`, `import "…"` and `export const … = …`.
fn is_module(line: &str) -> bool {
    let quoted = |text: &str| text.starts_with(['"', '\'']);
    if let Some(rest) = line.strip_prefix("import ") {
        return quoted(rest) || rest.split_once(" from ").is_some_and(|(_, from)| quoted(from.trim_start()));
    }
    let exported = ["export const ", "export let ", "export function "];
    let names = |rest: &str| starts_with_word(rest) && rest.contains(['=', '(']);
    exported.iter().any(|mark| line.strip_prefix(mark).is_some_and(names)) || line.starts_with("export default {")
}

#[cfg(test)]
mod tests {
    use super::foreign;

    fn kinds(text: &str) -> Vec<(u32, &'static str)> {
        foreign(text.as_bytes()).map(|(line, kind, _)| (line, kind)).collect()
    }

    #[test]
    fn syntax_of_other_tools_is_found() {
        for (text, word) in [
            (":::note", "VitePress"),
            ("::: tip Title", "VitePress"),
            ("::::tabs", "VitePress"),
            ("!!! warning \"Look\"", "admonition of MkDocs"),
            ("??? note", "admonition of MkDocs"),
            ("???+ note", "admonition of MkDocs"),
            ("=== \"C\"", "tab of MkDocs"),
            ("<Tabs groupId=\"os\">", "component"),
            ("  </TabItem>", "component"),
            ("<CodeBlock/>", "component"),
            ("import Tabs from '@theme/Tabs';", "import"),
            ("import \"./style.css\"", "import"),
            ("export const meta = {", "import"),
            ("{{< note >}}", "Hugo"),
            ("## Install {: #install }", "attribute list"),
            ("{: .table }", "attribute list"),
            ("{:.table}", "attribute list"),
            ("[Start](start.md){ .md-button .md-button--primary }", "attribute list"),
            ("A picture ![x](x.png){ width=\"300\" } in a line", "attribute list"),
        ] {
            let found = kinds(text);
            assert!(found.len() == 1 && found[0].1.contains(word), "{text}: {found:?}");
        }
    }

    #[test]
    fn other_text_is_not() {
        for text in [
            ":::",
            "!!! ",
            "!!!",
            "??? what is this",
            "!!! Look here",
            "=== x",
            "====",
            "<T>",
            "<URL>",
            "<Https://x>",
            "<A B",
            "import data from the file",
            "export const values to a file",
            "{{ page.title }}",
            "## Install {#install}",
            "`{: .x }` is code",
            "fn f() { .. }",
            "call(){ return }",
            "a {: b",
            "GET /things/{id}",
            "```\n:::note\n```",
            "~~~~\n<Tabs>\n~~~\n:::note\n~~~~",
            "    :::note",
            "text :::note",
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
    }

    #[test]
    fn lines_are_those_of_the_file() {
        assert_eq!(
            foreign(b"---\na: b\n---\n\n:::note  Look here\n").map(|it| (it.0, it.2)).collect::<Vec<_>>(),
            [(5, ":::note Look".to_owned())]
        );
    }
}
