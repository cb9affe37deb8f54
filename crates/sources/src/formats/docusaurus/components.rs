//! Callouts of Docusaurus, and the components that are mapped: tabs and callouts.

use super::jsx::tag_end;
use crate::formats::markdown;
use crate::report::PageReport;

/// Returns the lines that begin and end a callout.
pub(super) fn callout(rest: &str) -> Option<(Vec<String>, Vec<&'static str>)> {
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
    let (kind, title) = rest.split_at(end);
    let title = title.trim();
    let title = title.strip_prefix('[').and_then(|title| title.split(']').next()).unwrap_or(title).trim();
    let title = title.split('{').next().unwrap_or_default().trim();
    if kind == "details" {
        let title = if title.is_empty() { "Details" } else { title };
        let mut lines = markdown::details(title, false, &[]);
        lines.truncate(4);
        return Some((lines, vec!["", "</details>"]));
    }
    crate::html::style_of(kind)?;
    let mut lines = markdown::hint(kind, Some(title), &[]);
    lines.pop();
    Some((lines, vec!["{% endhint %}"]))
}

/// Rewrites a line of tags of tabs, with the text between them, or of one known component; `None` for all else.
pub(super) fn components(line: &str, report: &mut PageReport) -> Option<Vec<String>> {
    let pieces = tab_pieces(line);
    if pieces.len() < 2 {
        return component(line, report);
    }
    let rewritten = |piece: &str| component(piece, report).unwrap_or_else(|| vec![piece.to_owned()]);
    Some(pieces.into_iter().flat_map(rewritten).collect())
}

/// Returns the tags of tabs in a line and the text between them, without blank text. Code in the line is not looked for.
fn tab_pieces(line: &str) -> Vec<&str> {
    const TAGS: [&str; 4] = ["<Tabs", "</Tabs", "<TabItem", "</TabItem"];
    let is_tag = |at: &usize, rest: &str| TAGS.iter().any(|tag| rest[*at..].starts_with(tag));
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.match_indices('<').map(|(at, _)| at).find(|at| is_tag(at, rest)) {
        let (before, tag) = rest.split_at(at);
        pieces.push(before);
        let (tag, behind) = tag.split_at(tag_end(tag));
        pieces.push(tag);
        rest = behind;
    }
    pieces.push(rest);
    pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()).collect()
}

/// Rewrites a line that is a tag of a known component; `None` for all else.
fn component(line: &str, report: &mut PageReport) -> Option<Vec<String>> {
    if !line.starts_with('<') || !line.ends_with('>') {
        return None;
    }
    let name =
        line.trim_start_matches(['<', '/']).split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let attribute = |name: &str| {
        let at = line.find(&format!("{name}="))? + name.len() + 1;
        let rest = line[at..].trim_start_matches('{');
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        rest[1..].split(quote).next().map(str::to_owned)
    };
    let is_end = line.starts_with("</");
    let block = |line: &str| Some(vec![String::new(), line.to_owned(), String::new()]);
    match (name, is_end) {
        ("Tabs", false) => {
            report.mapped("tabs");
            block("{% tabs %}")
        }
        ("Tabs", true) => block("{% endtabs %}"),
        ("TabItem", false) => {
            let title = attribute("label").or_else(|| attribute("value")).unwrap_or_default();
            block(&format!("{{% tab title=\"{}\" %}}", markdown::attribute(&title)))
        }
        ("TabItem", true) => block("{% endtab %}"),
        ("Admonition", false) => {
            let (mut lines, _) = callout(&format!(
                "{} {}",
                attribute("type").unwrap_or_else(|| "note".to_owned()),
                attribute("title").unwrap_or_default()
            ))?;
            lines.insert(0, String::new());
            Some(lines)
        }
        ("Admonition", true) => block("{% endhint %}"),
        (name, _) if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
            report.keep(format!("the component `{name}`, as it was"), line);
            None
        }
        _ => None,
    }
}
