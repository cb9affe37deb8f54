//! The printer of a table of contents: the inverse of [`crate::summary`] and [`crate::outline`].
//!
//! Groups at the top are headings, everything else is a list item. The output of [`print`] is read as the
//! same steps, except for repeated blanks in titles, a group without a title, addresses with an unsupported
//! scheme, and levels below [`MOST_LEVELS`].

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use quire_content::title::one_line;

use crate::inline;
use crate::outline::{EntryKind, Step};
use crate::path;

/// The greatest nesting depth of list items that can be read.
pub(super) const MOST_LEVELS: usize = 100;

/// The characters that would end an address or have a special meaning in it.
const IN_ADDRESS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'\'')
    .add(b'(')
    .add(b')')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'`');

/// Prints steps as the table of contents at the path `summary`; a step is at most one level
/// deeper than the previous one.
pub(super) fn print(steps: &[Step], summary: &str) -> String {
    let mut out = String::from("# Table of contents\n");
    let mut is_list = false;
    let mut in_group = false;
    for step in steps {
        let is_heading = step.depth == 0 && matches!(step.kind, EntryKind::Group);
        if is_heading || step.depth == 0 && in_group {
            // A heading without a title ends the preceding group.
            let title = if is_heading { heading(&step.title) } else { String::new() };
            let _ = write!(out, "\n{}\n", format!("## {title}").trim_end());
            (is_list, in_group) = (false, is_heading);
        }
        if is_heading {
            continue;
        }
        if !is_list {
            out.push('\n');
        }
        is_list = true;
        let level = (step.depth - usize::from(in_group)).min(MOST_LEVELS - 1);
        item(step, level, summary, &mut out);
    }
    out
}

fn item(step: &Step, level: usize, summary: &str, out: &mut String) {
    let indent = "  ".repeat(level);
    let title = one_line(&step.title);
    let _ = match &step.kind {
        EntryKind::Page(path) => {
            let address = relative(path, path::folder(summary));
            writeln!(out, "{indent}* [{}]({})", escaped(&title), encoded(&address))
        }
        EntryKind::Link(href) => {
            let title = if title.is_empty() { href.clone() } else { title };
            writeln!(out, "{indent}* [{}]({})", escaped(&title), destination(href))
        }
        EntryKind::Computed(yaml) => {
            computed(&title, yaml, &indent, out);
            Ok(())
        }
        EntryKind::Group | EntryKind::Nothing => writeln!(out, "{indent}* {}", plain(&title)),
    };
}

/// Prints YAML within a code fence that is longer than any run of backticks at the start of its lines.
fn computed(title: &str, yaml: &str, indent: &str, out: &mut String) {
    let longest = yaml.lines().map(|line| line.trim_start().bytes().take_while(|&byte| byte == b'`').count()).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    let _ = if title.is_empty() {
        writeln!(out, "{indent}* {fence}yaml")
    } else {
        writeln!(out, "{indent}* {}\n{indent}  {fence}yaml", plain(title))
    };
    for line in yaml.lines() {
        let _ = if line.is_empty() { writeln!(out) } else { writeln!(out, "{indent}  {line}") };
    }
    let _ = writeln!(out, "{indent}  {fence}");
}

/// Escapes a title without a link. A bare address would become a link, and an empty title no entry.
fn plain(title: &str) -> String {
    let title = one_line(title);
    let text = escaped(if title.is_empty() { "Untitled" } else { &title });
    match text.split_once(':') {
        Some((scheme @ ("http" | "https"), rest)) => format!("{scheme}\\:{rest}"),
        _ => text,
    }
}

fn heading(title: &str) -> String {
    let text = plain(title);
    let kept = text.trim_end_matches('#');
    let closing = text.len() - kept.len();
    format!("{kept}{}", "\\#".repeat(closing))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        // `<!--` opens a comment even after a backslash.
        let means_something = matches!(c, '\\' | '[' | ']' | '<' | '>' | '&' | '`' | '*' | '_' | '~');
        if means_something || (c == '!' && before == '<') {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// Returns an address unchanged if it is parsed as the same, else with character references.
fn destination(href: &str) -> String {
    let is_plain = !href.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '\\'));
    let read = inline::parse(&format!("[x]({href})"));
    if is_plain && read.address.as_deref() == Some(href) && !read.stray {
        return href.to_owned();
    }
    let mut out = String::with_capacity(href.len());
    for c in href.chars() {
        let stands = !(c.is_whitespace() || c.is_control() || "\\&<>()[]\"'`".contains(c));
        if stands {
            out.push(c);
        } else {
            let _ = write!(out, "&#x{:x};", u32::from(c));
        }
    }
    out
}

/// Percent-encodes a path as an address. Letters of all scripts are kept.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for part in path.split_inclusive(|c: char| !c.is_ascii()) {
        let ascii = part.trim_end_matches(|c: char| !c.is_ascii());
        out.extend(utf8_percent_encode(ascii, IN_ADDRESS));
        out.push_str(&part[ascii.len()..]);
    }
    out
}

/// Returns a path relative to a folder.
fn relative(path: &str, folder: &str) -> String {
    let mut from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = from.split_off(shared).len();
    let mut parts = vec![".."; up];
    parts.append(&mut to.split_off(shared));
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(depth: usize, title: &str, kind: EntryKind) -> Step {
        Step { depth, title: title.to_owned(), kind }
    }

    fn page(depth: usize, title: &str, path: &str) -> Step {
        step(depth, title, EntryKind::Page(path.to_owned()))
    }

    #[test]
    fn the_canonical_form() {
        let steps = [
            page(0, "Start", "README.md"),
            step(0, "Guides & more", EntryKind::Group),
            page(1, "A_b", "guides/a (1).md"),
            page(2, "[C]", "c.md"),
            step(2, "https://x.y", EntryKind::Group),
            step(1, "Elsewhere", EntryKind::Link("https://example.com/?a=1&b=2".to_owned())),
            step(1, "", EntryKind::Computed("type: builtin:openapi\nprops:\n  models: true\n".to_owned())),
            page(0, "Last", "docs/last.md"),
            step(0, "C #", EntryKind::Group),
            step(1, "API", EntryKind::Computed("a: |\n  ```\n".to_owned())),
        ];
        let expected = "\
# Table of contents

* [Start](../README.md)

## Guides \\& more

* [A\\_b](../guides/a%20%281%29.md)
  * [\\[C\\]](../c.md)
  * https\\://x.y
* [Elsewhere](https://example.com/?a=1&b=2)
* ```yaml
  type: builtin:openapi
  props:
    models: true
  ```

##

* [Last](last.md)

## C \\#

* API
  ````yaml
  a: |
    ```
  ````
";
        assert_eq!(print(&steps, "docs/SUMMARY.md"), expected);
    }

    #[test]
    fn addresses() {
        for (href, expected) in [
            ("https://a.b/c?d=e&f=g#h", "https://a.b/c?d=e&f=g#h"),
            ("https://a.b/(c)", "https://a.b/(c)"),
            ("https://a.b/)", "https://a.b/&#x29;"),
            ("https://a.b/&amp;", "https://a.b/&#x26;amp;"),
            ("https://a.b/c d", "https://a.b/c&#x20;d"),
            ("https://a.b/<!--", "https://a.b/&#x3c;!--"),
        ] {
            assert_eq!(destination(href), expected);
        }
    }
}
