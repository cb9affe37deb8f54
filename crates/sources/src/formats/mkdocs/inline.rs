//! What stands within the lines of MkDocs: attribute lists, keys, marks, icons, expressions of macros.

use crate::formats::markdown;
use crate::report::PageReport;

/// Rewrites what stands within a line: attribute lists, keys, marked text.
pub(super) fn inline(line: &str, report: &mut PageReport) -> String {
    if let Some(anchored) = markdown::anchored(line) {
        report.mapped("anchor");
        return anchored;
    }
    let mut text = line.to_owned();
    // An attribute list on a line of its own belongs to the block before it.
    let bare = text.trim();
    if bare.starts_with("{:") && bare.ends_with('}') {
        report.drop("an attribute list", bare);
        return String::new();
    }
    while let Some(at) = text.find("){").or_else(|| text.find(") {:")).or_else(|| text.find("){:")) {
        let Some(end) = text[at..].find('}') else { break };
        let inner = &text[at + 1..at + end + 1];
        if !inner.contains(['.', '#', '=', ':']) || text[..at].matches('`').count() % 2 == 1 {
            break;
        }
        report.drop("an attribute list", inner);
        text.replace_range(at + 1..at + end + 1, "");
    }
    marks(&keys(&text), report)
}

/// Rewrites `++ctrl+alt+del++`.
fn keys(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("++") {
        let inner = &rest[at + 2..];
        let end = inner.find("++").filter(|end| {
            let keys = &inner[..*end];
            !keys.is_empty()
                && keys.split('+').all(|key| {
                    !key.is_empty()
                        && key.len() < 30
                        && key.chars().all(|c| c.is_alphanumeric() || "-_\"\\".contains(c))
                })
        });
        let in_code = rest[..at].matches('`').count() % 2 == 1;
        let Some(end) = end.filter(|_| !in_code) else {
            out.push_str(&rest[..at + 2]);
            rest = inner;
            continue;
        };
        out.push_str(&rest[..at]);
        let keys = inner[..end].split('+').map(|key| {
            let key = key.trim_matches('"');
            let mut chars = key.chars();
            let name: String =
                chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default();
            format!("<kbd>{name}</kbd>")
        });
        out.push_str(&keys.collect::<Vec<_>>().join("+"));
        rest = &inner[end + 2..];
    }
    out.push_str(rest);
    out
}

/// Rewrites `==marked==`, `~lowered~` and `^raised^`, and icons whose drawing is known; reports what stays as text.
fn marks(line: &str, report: &mut PageReport) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '$', '<', ']', '\\', '=', '~', '^', ':', '{', ')']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let before = out.chars().next_back();
        let kept = match rest.as_bytes()[0] {
            b'`' => code(rest),
            b'$' => formula(rest),
            b'<' => rest.find('>').map_or(1, |end| end + 1),
            // The target of a link.
            b']' if rest.starts_with("](") => rest.find(')').map_or(2, |end| end + 1),
            b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            b'{' => expression(rest, report),
            b')' => {
                let number = out.rsplit('(').next().unwrap_or_default();
                if rest.starts_with(")!") && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                    report.keep("a mark of an annotation, as text", format!("({number})!"));
                }
                1
            }
            _ => match mark(rest, before, report) {
                Some((html, end)) => {
                    out.push_str(&html);
                    rest = &rest[end..];
                    continue;
                }
                None => rest.chars().take_while(|c| rest.starts_with(*c)).map(char::len_utf8).sum(),
            },
        };
        out.push_str(&rest[..kept]);
        rest = &rest[kept..];
    }
    out.push_str(rest);
    out
}

/// Returns the length of code that a text begins with, or of its signs.
fn code(text: &str) -> usize {
    let ticks = text.bytes().take_while(|byte| *byte == b'`').count();
    let fence = &text[..ticks];
    text[ticks..].find(fence).map_or(ticks, |end| 2 * ticks + end)
}

/// Returns the length of a formula that a text begins with, or of its sign.
fn formula(text: &str) -> usize {
    let signs = if text.starts_with("$$") { 2 } else { 1 };
    let end = text[signs..].find(&text[..signs]);
    let is_formula = !text[signs..].starts_with(char::is_whitespace);
    end.filter(|_| is_formula).map_or(signs, |end| 2 * signs + end)
}

/// Returns the length of what stands in braces, if it means something to a tool.
fn expression(text: &str, report: &mut PageReport) -> usize {
    let (what, close) = match () {
        () if text.starts_with("{{") => ("an expression of a macro, as text", "}}"),
        () if text.starts_with("{\u{fdd0}") => ("a tag of a macro, as text", "%}"),
        () if ["{++", "{--", "{~~", "{==", "{>>"].iter().any(|sign| text.starts_with(sign)) => {
            ("a mark of a revision, as text", "}")
        }
        () => return 1,
    };
    let Some(end) = text.find(close) else { return 1 };
    let end = end + close.len();
    report.keep(what, &text[..end]);
    end
}

/// Returns the tag for marked text or an icon that a text begins with, and the length of what it stands for.
fn mark(text: &str, before: Option<char>, report: &mut PageReport) -> Option<(String, usize)> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    if let Some(inner) = text.strip_prefix("==") {
        let end = inner.find("==").filter(|end| *end > 0)?;
        let marked = &inner[..end];
        let is_mark = !marked.starts_with([' ', '=']) && !marked.ends_with(' ') && !is_word(before);
        let after = inner[end + 2..].chars().next();
        if !is_mark || is_word(after) || after == Some('=') {
            return None;
        }
        report.mapped("mark");
        let html = format!("<mark style=\"background-color:yellow;\">{marked}</mark>");
        return Some((html, end + 4));
    }
    if text.starts_with(':') {
        return icon(text, report);
    }
    let (sign, tag) = if text.starts_with('~') { ('~', "sub") } else { ('^', "sup") };
    let inner = text.strip_prefix(sign)?;
    let end = inner.find(sign).filter(|end| *end > 0)?;
    if inner[end + 1..].starts_with(sign) || before == Some(sign) || before == Some('[') {
        return None;
    }
    let set = inner[..end].replace("\\ ", " ");
    let is_set = set.chars().all(|c| c.is_alphanumeric() || "+-\u{2212}()=,.* '".contains(c))
        && !set.starts_with([',', '.', ' '])
        && !set.ends_with([',', '.', ' '])
        && (!inner[..end].contains(' ') || inner[..end].contains("\\ "));
    is_set.then(|| {
        report.mapped(if tag == "sub" { "subscript" } else { "superscript" });
        (format!("<{tag}>{set}</{tag}>"), end + 2)
    })
}

/// Returns the tag for an icon.
fn icon(text: &str, report: &mut PageReport) -> Option<(String, usize)> {
    let end = text[1..].find(':')? + 1;
    let name = &text[1..end];
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let sets = ["material-", "fontawesome-", "octicons-", "simple-"];
    if !is_name || !sets.iter().any(|set| name.starts_with(set)) {
        return None;
    }
    let known = ["fontawesome-solid-", "fontawesome-regular-", "fontawesome-brands-"];
    match known.iter().find_map(|set| name.strip_prefix(set)) {
        Some(name) => {
            report.mapped("icon");
            Some((format!("<i class=\"fa-{name}\">:{name}:</i>"), end + 1))
        }
        None => {
            report.keep("an icon, as its name", &text[..=end]);
            Some((text[..=end].to_owned(), end + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_tags() {
        for (text, expected) in [
            ("a ==b c== d", "a <mark style=\"background-color:yellow;\">b c</mark> d"),
            ("H~2~O and x^2^, CO~2~", "H<sub>2</sub>O and x<sup>2</sup>, CO<sub>2</sub>"),
            ("the 4^th\\ part^", "the 4<sup>th part</sup>"),
            ("see :fontawesome-solid-house:", "see <i class=\"fa-house\">:house:</i>"),
        ] {
            assert_eq!(marks(text, &mut PageReport::default()), expected);
        }
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "a == b and c == d",
            "if (a==b && c==d)",
            "`==a==` ``~b~`` $x^2^ + y^2^$ <a~b~c>",
            "~/a and ~/b, ~~gone~~ ~~one~~",
            "[a](b~c~d) [^1][^2] [^3]: x",
            "\\==a== \\~b~",
            "======",
            "10:30 and 11:40",
            "é`",
            "$",
            "==",
        ] {
            assert_eq!(marks(text, &mut PageReport::default()), text);
        }
        let mut report = PageReport::default();
        let text = "{{ page.title }} {++new++} :material-home: see (1)!";
        assert_eq!(marks(text, &mut report), text);
        assert_eq!(report.kept.len(), 4, "{report:?}");
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_a_panic(line in "(==|=|~|\\^|`|\\$|<|>|\\[|\\]\\(|\\)|\\\\|\\{\\{|\\}\\}|é|:|a| |material-|1\\)!){0,24}") {
            inline(&line, &mut PageReport::default());
        }
    }
}
