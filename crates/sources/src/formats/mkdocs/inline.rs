//! Constructs within the text of MkDocs: attribute lists, keys, marks, icons, formulas, expressions of macros.
//!
//! A text is that of a paragraph, or of a line that is none. It is read once from its beginning to its end: the end of a
//! construct that was not found is not looked for again, so that the cost grows with the text and no faster.

use std::collections::{HashMap, HashSet};

use super::config::Extensions;
use crate::report::PageReport;

/// The most environments of formulas in a text that have no end.
const MOST_OPEN: usize = 16;

/// The longest combination of keys, in bytes.
const LONGEST_KEYS: usize = 200;

/// Rewrites what stands within a text.
pub(super) fn inline(text: &str, on: Extensions, report: &mut PageReport) -> String {
    let mut reader = Reader {
        text,
        on,
        missing: HashSet::new(),
        ticks: ticks(text),
        open: 0,
        out: String::with_capacity(text.len()),
    };
    reader.read(report);
    reader.out
}

/// Returns the places of the runs of backticks, by their lengths.
fn ticks(text: &str) -> HashMap<usize, Vec<usize>> {
    let mut all: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while let Some(next) = text[at..].find('`') {
        at += next;
        let length = run(&text[at..], b'`');
        all.entry(length).or_default().push(at);
        at += length;
    }
    all
}

/// Returns the number of equal signs that a text begins with.
fn run(text: &str, sign: u8) -> usize {
    text.bytes().take_while(|byte| *byte == sign).count()
}

struct Reader<'t> {
    text: &'t str,
    on: Extensions,
    /// The ends of constructs that are not behind.
    missing: HashSet<&'static str>,
    /// The places of the runs of backticks, by their lengths.
    ticks: HashMap<usize, Vec<usize>>,
    /// The number of environments without an end.
    open: usize,
    out: String,
}

impl<'t> Reader<'t> {
    fn read(&mut self, report: &mut PageReport) {
        let text = self.text;
        let mut at = 0;
        while let Some(next) = text[at..].find(['`', '$', '<', ']', '\\', '=', '~', '^', ':', '{', ')', '+']) {
            self.out.push_str(&text[at..at + next]);
            at += next;
            let end = match text.as_bytes()[at] {
                b'`' => self.code(at),
                b'<' => self.tag(at),
                b']' => self.target(at),
                b')' | b'{' if self.on.only_marks => None,
                b')' => self.behind_link(at, report),
                b'{' => self.expression(at, report),
                b'$' | b'\\' => self.formula(at, report),
                b'+' => self.keys(at),
                b':' => self.colon(at, report),
                _ => self.mark(at, report),
            };
            at = end.unwrap_or_else(|| {
                // Nothing begins here: the signs are text.
                let signs = run(&text[at..], text.as_bytes()[at]);
                self.raw(at, at + signs)
            });
        }
        self.out.push_str(&text[at..]);
    }

    /// Appends a part of the text as it is, and returns its end.
    fn raw(&mut self, from: usize, to: usize) -> usize {
        self.out.push_str(&self.text[from..to]);
        to
    }

    fn find(&mut self, from: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(end) {
            return None;
        }
        let found = self.text.get(from..).and_then(|rest| rest.find(end));
        if found.is_none() {
            self.missing.insert(end);
        }
        found.map(|found| from + found)
    }

    /// Returns true if what was written ends with a letter or a digit.
    fn is_behind_word(&self) -> bool {
        self.out.ends_with(char::is_alphanumeric)
    }

    fn code(&mut self, at: usize) -> Option<usize> {
        let length = run(&self.text[at..], b'`');
        let all = self.ticks.get(&length)?;
        let end = *all.get(all.partition_point(|place| *place <= at))?;
        Some(self.raw(at, end + length))
    }

    fn tag(&mut self, at: usize) -> Option<usize> {
        let rest = &self.text[at + 1..];
        let end = match rest.chars().next()? {
            '!' if rest.starts_with("!--") => self.find(at, "-->")? + 3,
            c if c.is_ascii_alphabetic() || c == '/' || c == '!' => self.find(at, ">")? + 1,
            _ => return None,
        };
        Some(self.raw(at, end))
    }

    /// Reads the target of a link, up to the parenthesis that ends it.
    fn target(&mut self, at: usize) -> Option<usize> {
        if !self.text[at..].starts_with("](") {
            return None;
        }
        let end = self.find(at + 2, ")")?;
        Some(self.raw(at, end))
    }

    /// Reads the address that a colon is in, or an icon.
    fn colon(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        let rest = &self.text[at..];
        if rest.starts_with("://") {
            let end = rest.find(|c: char| c.is_whitespace() || "<>)]\"'".contains(c)).unwrap_or(rest.len());
            return Some(self.raw(at, at + end));
        }
        if self.on.only_marks {
            return None;
        }
        let (icon, length) = icon(rest, report)?;
        self.out.push_str(&icon);
        Some(at + length)
    }

    /// Leaves out the attribute list behind a link or a picture, and reports the marks of annotations.
    fn behind_link(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        let rest = &self.text[at + 1..];
        let digits = self.out.bytes().rev().take_while(u8::is_ascii_digit).count();
        if rest.starts_with('!') && digits > 0 && self.out[..self.out.len() - digits].ends_with('(') {
            let number = &self.out[self.out.len() - digits..];
            report.keep("a mark of an annotation, as text", format!("({number})!"));
        }
        let is_list = rest.starts_with('{') && !rest.starts_with("{{") || rest.starts_with(" {:");
        if !is_list {
            return None;
        }
        let end = self.find(at, "}")? + 1;
        let list = &self.text[at + 1..end];
        if !list.contains(['.', '#', '=', ':']) {
            return None;
        }
        report.drop("an attribute list", list.trim());
        self.raw(at, at + 1);
        Some(end)
    }

    /// Reads what stands in braces and means something to a tool.
    fn expression(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        const REVISIONS: [(&str, &str); 5] =
            [("{++", "++}"), ("{--", "--}"), ("{~~", "~~}"), ("{==", "==}"), ("{>>", "<<}")];
        let rest = &self.text[at..];
        let revision = REVISIONS.iter().find(|(open, _)| rest.starts_with(open));
        let (what, close) = match revision {
            _ if rest.starts_with("{{") => ("an expression of a macro, as text", "}}"),
            _ if rest.starts_with("{\u{fdd0}") => ("a tag of a macro, as text", "%}"),
            Some((_, close)) if self.on.critic => ("a mark of a revision, as text", *close),
            _ => return None,
        };
        let open: usize = rest.chars().take(2).map(char::len_utf8).sum();
        let end = self.find(at + open, close)? + close.len();
        report.keep(what, &self.text[at..end]);
        Some(self.raw(at, end))
    }

    /// Reads a formula, in which nothing is marked, or a sign that is escaped.
    fn formula(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        let rest = &self.text[at..];
        let (open, close, is_known) = if rest.starts_with("$$") {
            ("$$", self.find(at + 2, "$$"), true)
        } else if rest.starts_with('$') {
            ("$", self.find(at + 1, "$").filter(|end| is_formula(&self.text[at + 1..*end])), false)
        } else if rest.starts_with("\\(") {
            ("\\(", self.find(at + 2, "\\)"), false)
        } else if rest.starts_with("\\[") {
            ("\\[", self.find(at + 2, "\\]"), false)
        } else if rest.starts_with("\\begin{") {
            return self.environment(at);
        } else {
            let escaped = rest[1..].chars().next().filter(|_| rest.starts_with('\\'))?;
            return Some(self.raw(at, at + 1 + escaped.len_utf8()));
        };
        let Some(end) = close else {
            // An escaped parenthesis, or the sign of a currency.
            return Some(self.raw(at, at + open.len()));
        };
        let whole = end + open.len();
        if !self.on.formulas || is_known {
            return Some(self.raw(at, whole));
        }
        report.mapped("formula");
        self.out.push_str("$$");
        self.out.push_str(self.text[at + open.len()..end].trim());
        self.out.push_str("$$");
        Some(whole)
    }

    /// Reads an environment of formulas, such as `\begin{align}`.
    fn environment(&mut self, at: usize) -> Option<usize> {
        let rest = &self.text[at + "\\begin{".len()..];
        let name = &rest[..rest.bytes().take(40).position(|byte| byte == b'}')?];
        if self.open > MOST_OPEN {
            return None;
        }
        let close = format!("\\end{{{name}}}");
        let Some(end) = rest.find(&close) else {
            self.open += 1;
            return None;
        };
        Some(self.raw(at, at + "\\begin{".len() + end + close.len()))
    }

    /// Rewrites a combination of keys, such as `++ctrl+alt+del++`, as the elements of its keys.
    fn keys(&mut self, at: usize) -> Option<usize> {
        let inner = self.text[at..].strip_prefix("++").filter(|_| self.on.keys && !self.out.ends_with('{'))?;
        let end = inner[..inner.floor_char_boundary(LONGEST_KEYS)].find("++")?;
        let is_sign = |c: char| c.is_alphanumeric() || "-_\"\\".contains(c);
        let is_key = |key: &str| !key.is_empty() && key.chars().all(is_sign);
        if !inner[..end].split('+').all(is_key) {
            return None;
        }
        let keys = inner[..end].split('+').map(|key| {
            let mut chars = key.trim_matches('"').chars();
            let name: String =
                chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default();
            format!("<kbd>{name}</kbd>")
        });
        self.out.push_str(&keys.collect::<Vec<_>>().join("+"));
        Some(at + end + 4)
    }

    /// Rewrites `==marked==`, `~lowered~` and `^raised^`; reports what is inserted.
    fn mark(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        let rest = &self.text[at..];
        if rest.starts_with("==") {
            return self.marked(at, report);
        }
        if rest.starts_with("^^") && self.on.inserted && !rest.starts_with("^^^") {
            let end = self.find(at + 2, "^^").filter(|end| is_formula(&self.text[at + 2..*end]))? + 2;
            report.keep("inserted text, as it was", &self.text[at..end]);
            return Some(self.raw(at, end));
        }
        let (sign, tag, kind, is_on) = match rest.as_bytes()[0] {
            b'~' => ('~', "sub", "subscript", self.on.lowered),
            b'^' => ('^', "sup", "superscript", self.on.raised),
            _ => return None,
        };
        let inner = &rest[1..];
        // Signs behind a blank, and those of another construct, end nothing.
        let end = inner.find(|c: char| c == sign || c.is_whitespace()).filter(|end| *end > 0);
        let end = match end {
            Some(end) if inner[..end].ends_with('\\') => {
                let stop = |c: char| c == sign || c == '\n';
                inner.find(stop).filter(|end| !inner[..*end].replace("\\ ", "").contains(char::is_whitespace))
            }
            end => end,
        }?;
        if !is_on
            || !inner[end..].starts_with(sign)
            || inner[end + 1..].starts_with(sign)
            || self.out.ends_with([sign, '['])
        {
            return None;
        }
        let set = inner[..end].replace("\\ ", " ");
        let is_set = set.chars().all(|c| c.is_alphanumeric() || "+-\u{2212}()=,.* '/!?;%_".contains(c));
        if !is_set || set.starts_with([',', '.']) || set.ends_with([',', '.']) {
            return None;
        }
        report.mapped(kind);
        self.out.push_str(&format!("<{tag}>{set}</{tag}>"));
        Some(at + end + 2)
    }

    fn marked(&mut self, at: usize, report: &mut PageReport) -> Option<usize> {
        let end = self.find(at + 2, "==").filter(|_| self.on.marked)?;
        let marked = &self.text[at + 2..end];
        let after = self.text[end + 2..].chars().next();
        let is_mark = !marked.is_empty()
            && !marked.starts_with(|c: char| c.is_whitespace() || c == '=')
            && !marked.ends_with(char::is_whitespace)
            && !self.is_behind_word()
            && after.is_none_or(|after| !after.is_alphanumeric() && after != '=');
        if !is_mark {
            return None;
        }
        report.mapped("mark");
        let on = Extensions { marked: false, ..self.on };
        let marked = inline(marked, on, report);
        self.out.push_str(&format!("<mark style=\"background-color:yellow;\">{marked}</mark>"));
        Some(end + 2)
    }
}

/// Returns true for what may stand between two signs: it is not empty, and no blank is beside the signs.
fn is_formula(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(|c: char| c.is_whitespace() || c == '\\')
}

/// Returns the tag for an icon that a text begins with, or its name, and its length.
fn icon(text: &str, report: &mut PageReport) -> Option<(String, usize)> {
    let end = 1 + text[1..].bytes().position(|byte| !(byte.is_ascii_alphanumeric() || b"-_".contains(&byte)))?;
    let name = &text[1..end];
    let sets = ["material-", "fontawesome-", "octicons-", "simple-"];
    if !text[end..].starts_with(':') || !sets.iter().any(|set| name.starts_with(set)) {
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

    fn read(text: &str) -> (String, PageReport) {
        let mut report = PageReport::default();
        (inline(text, Extensions::ALL, &mut report), report)
    }

    #[test]
    fn marks_are_tags() {
        for (text, expected) in [
            ("a ==b c== d", "a <mark style=\"background-color:yellow;\">b c</mark> d"),
            ("==b\nc~2~==", "<mark style=\"background-color:yellow;\">b\nc<sub>2</sub></mark>"),
            ("H~2~O and x^2^, CO~2~", "H<sub>2</sub>O and x<sup>2</sup>, CO<sub>2</sub>"),
            ("the 4^th\\ part^", "the 4<sup>th part</sup>"),
            ("see :fontawesome-solid-house:", "see <i class=\"fa-house\">:house:</i>"),
            ("++ctrl+c++ ++a", "<kbd>Ctrl</kbd>+<kbd>C</kbd> ++a"),
            ("[a](b){ .c } ![d](e.png){ width=1 } (f){g}", "[a](b) ![d](e.png) (f){g}"),
            ("$a^2+b^2$ \\(c^2+d^2\\)", "$$a^2+b^2$$ $$c^2+d^2$$"),
        ] {
            assert_eq!(read(text).0, expected);
        }
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "a == b and c == d",
            "if (a==b && c==d)",
            "`==a==` ``~b~`` <a~b~c> <!-- ==a== > ==b== -->",
            "~/a and ~/b, ~~gone~~ ~~one~~",
            "2^10 and 3^4",
            "[a](b~c~d) [^1][^2] [^3]: x",
            "\\==a== \\~b~",
            "======",
            "10:30 and 11:40",
            "https://people.example/~alice/pub/~bob and ~c",
            "$$a^2+b^2$$ \\begin{align}a^2+b^2\\end{align} \\begin{x}",
            "$5 and $6",
            "\\`` a",
            "é`",
            "$",
            "==",
        ] {
            assert_eq!(read(text).0, text);
        }
        let text = "{{ page.title }} {\u{fdd0} x %} {++new++} {==a==} ^^in^^ :material-home: see (1)!";
        let (out, report) = read(text);
        assert_eq!(out, text);
        assert_eq!(report.kept.len(), 7, "{report:?}");
    }

    #[test]
    fn what_is_not_on_is_text() {
        let text = "a ==b== H~2~O x^2^ ^^y^^ ++ctrl+c++ {++new++} $a^2+b^2$ \\(a^2\\)";
        let mut report = PageReport::default();
        assert_eq!(inline(text, Extensions::default(), &mut report), text);
        assert_eq!(report, PageReport::default());
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_a_panic(text in "(==|=|~|\\^|`|\\$|<|>|\\[|\\]\\(|\\)|\\\\|\\{\\{|\\}\\}|\\{\\+\\+|\\\\begin\\{|\\\\\\(|é|:|a| |\n|material-|1\\)!){0,24}") {
            read(&text);
            inline(&text, Extensions::default(), &mut PageReport::default());
        }
    }
}
