//! Front matter: the YAML at the start of a page's file.
//!
//! YAML that can't be understood stays in the bytes, and is reported as a problem. The meaning of the fields for a page
//! is defined elsewhere.

mod lead;
mod write;

use std::collections::BTreeMap;

use crate::incoming::Variable;
use crate::record::Layout;
use crate::yaml::{self, Node, Value};

pub(crate) use write::write_over;
pub use write::{Unwritable, names, write};

/// The maximum number of bytes between the two rules.
pub const MOST_BYTES: usize = 64 * 1024;
/// The maximum length of a text variable in characters.
pub const MOST_VARIABLE_CHARS: usize = 256;

/// The condition of a page whose file has a condition that is not understood. It is not valid, so it never holds.
pub const UNKNOWN_CONDITION: &str = "?";

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The front matter of a file and the position of its body.
#[derive(Debug, Clone, PartialEq)]
pub struct FrontMatter {
    /// The byte offset of the Markdown: after byte order mark and front matter.
    pub body_at: usize,
    /// The fields that were understood.
    pub fields: Fields,
    /// True if the front matter can be parsed, or there is none.
    pub is_readable: bool,
    /// The first problem, with its line in the file.
    pub problem: Option<String>,
}

/// The fields that have a meaning. Other fields are kept in the file and ignored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    /// `title`: the title of the page.
    pub title: Option<String>,
    /// `description`: shown below the title.
    pub description: Option<String>,
    /// `icon`: the name of an icon.
    pub icon: Option<String>,
    /// `emoji`: code points in hexadecimal or the character.
    pub emoji: Option<String>,
    /// `cover`, or its `light`: the path or address of the cover image.
    pub cover: Option<String>,
    /// The `dark` of `cover`: the path or address for dark mode.
    pub cover_dark: Option<String>,
    /// `coverY`: the vertical offset of the cover in pixels.
    pub cover_y: Option<f64>,
    /// `layout`: the options for which parts are shown.
    pub layout: Option<Layout>,
    /// `hidden`: true if the page is left out of the navigation.
    pub hidden: bool,
    /// `noIndex`: true if the page is left out of the site's search.
    pub no_index: bool,
    /// `noRobotsIndex`: true if search engines are asked not to index the page.
    pub no_robots_index: bool,
    /// `vars`: the page's own variables.
    pub vars: BTreeMap<String, Variable>,
    /// `if`: the condition; [`UNKNOWN_CONDITION`] if there is something like one that can't be read.
    pub if_: Option<String>,
}

/// Parses the front matter of a file: YAML between two lines `---`, the first of which starts the file, after an
/// optional byte order mark. If there is no second line, or something other than a mapping between them (prose between
/// two rules), there is no front matter.
///
/// If the rest of the file begins with what looks like front matter with a condition in a wrong place, the condition
/// never holds.
pub fn parse(source: &[u8]) -> FrontMatter {
    let start = if source.starts_with(BOM) { BOM.len() } else { 0 };
    let found = parse_at(source, start);
    if found.fields.if_.as_deref() == Some(UNKNOWN_CONDITION) {
        return found;
    }
    let (front, rest) = source.split_at(found.body_at);
    match lead::condition(rest, found.body_at > start) {
        Some(line) => {
            let line = line + lead::lines(front).count() - 1;
            let misplaced = || describe(line, "`if` is not in front matter that can be read: the page is hidden");
            let problem = found.problem.or_else(|| Some(misplaced()));
            FrontMatter { fields: unknown_condition(), is_readable: false, problem, ..found }
        }
        None => found,
    }
}

/// Returns true if the front matter of a file says `translate: false`.
pub fn is_kept_in_its_language(source: &[u8]) -> bool {
    let start = if source.starts_with(BOM) { BOM.len() } else { 0 };
    let Some(block) = find(source, start).filter(|block| block.yaml.len() <= MOST_BYTES) else { return false };
    let root = str::from_utf8(block.yaml).ok().and_then(|text| yaml::parse(text).ok().flatten());
    root.and_then(|root| root.get("translate")?.boolean()) == Some(false)
}

fn parse_at(source: &[u8], start: usize) -> FrontMatter {
    let Some(block) = find(source, start) else {
        return match unended_condition(&source[start..]) {
            Some(line) => FrontMatter {
                fields: unknown_condition(),
                problem: Some(describe(line, "`if` is in front matter that has no end")),
                ..nothing(start)
            },
            None => nothing(start),
        };
    };
    let problem = |line: usize, message: &str| FrontMatter {
        is_readable: false,
        problem: Some(describe(line, message)),
        fields: if has_condition(block.yaml) { unknown_condition() } else { Fields::default() },
        ..nothing(block.end)
    };
    if block.yaml.len() > MOST_BYTES {
        return problem(1, &format!("front matter is longer than {MOST_BYTES} bytes"));
    }
    let text = match str::from_utf8(block.yaml) {
        Ok(text) => text,
        Err(error) => {
            let before = &block.yaml[..error.valid_up_to()];
            return problem(2 + before.iter().filter(|&&byte| byte == b'\n').count(), "front matter is not UTF-8");
        }
    };
    match yaml::parse(text) {
        Ok(None) => nothing(block.end),
        Ok(Some(root)) if root.map().is_none() => {
            if says_within(&root) || has_condition(block.yaml) {
                let problem = Some(describe(root.line + 1, "`if` is in front matter that is no mapping"));
                return FrontMatter { fields: unknown_condition(), problem, ..nothing(start) };
            }
            nothing(start)
        }
        Ok(Some(root)) => {
            if let Some(line) = doubtful_condition(&root) {
                return problem(line + 1, "`if` is there twice, or written otherwise");
            }
            let mut reader = FieldReader { root: &root, problem: None };
            let fields = reader.fields();
            FrontMatter { body_at: block.end, fields, is_readable: true, problem: reader.problem }
        }
        Err(error) => problem(error.line + 1, &error.message),
    }
}

/// Returns empty front matter, with a body that begins at an offset.
fn nothing(body_at: usize) -> FrontMatter {
    FrontMatter { body_at, fields: Fields::default(), is_readable: true, problem: None }
}

/// Returns the line of a repeated condition, of one whose key is not exactly `if`, or of one that is merged with `<<`.
fn doubtful_condition(root: &Node) -> Option<usize> {
    let pairs = root.map().unwrap_or_default();
    if let Some((_, merged)) = pairs.iter().find(|(name, value)| name == "<<" && says_within(value)) {
        return Some(merged.line);
    }
    let all: Vec<_> = pairs.iter().filter(|(name, _)| names_condition(name)).collect();
    all.iter().enumerate().find(|(at, (name, _))| *at > 0 || name != "if").map(|(_, (_, value))| value.line)
}

/// Returns true if the letters and digits of a key are `if`, in any case.
fn names_condition(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    letters.next() == Some('i') && letters.next() == Some('f') && letters.next().is_none()
}

/// Returns true if a node contains a mapping with a condition at any depth.
fn says_within(node: &Node) -> bool {
    match &node.value {
        Value::Scalar(_) | Value::Alias(_) => false,
        Value::List(items) => items.iter().any(says_within),
        Value::Map(pairs) => pairs.iter().any(|(name, value)| names_condition(name) || says_within(value)),
    }
}

/// Returns fields with only a condition that never holds.
fn unknown_condition() -> Fields {
    Fields { if_: Some(UNKNOWN_CONDITION.to_owned()), ..Fields::default() }
}

fn has_condition(yaml: &[u8]) -> bool {
    lead::lines(yaml).any(lead::says_condition)
}

/// Returns the line of a condition in unterminated front matter: before the first blank line.
fn unended_condition(source: &[u8]) -> Option<usize> {
    let mut lines = lead::lines(source).map(<[u8]>::trim_ascii);
    lines.next().filter(|first| *first == b"---")?;
    let at = lines.take_while(|line| !line.is_empty()).position(lead::says_condition)?;
    Some(at + 2)
}

fn describe(line: usize, message: &str) -> String {
    format!("line {line}: {message}")
}

struct Block<'a> {
    yaml: &'a [u8],
    /// The byte offset after the second rule.
    end: usize,
}

fn find(source: &[u8], start: usize) -> Option<Block<'_>> {
    let mut at = start;
    let mut opened = None;
    for line in source[start..].split_inclusive(|&byte| byte == b'\n') {
        let end = at + line.len();
        let rule = line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
        match opened {
            None if !rule => return None,
            None => opened = Some(end),
            Some(from) if rule => return Some(Block { yaml: &source[from..at], end }),
            Some(_) => {}
        }
        at = end;
    }
    None
}

/// Reads fields from the mapping, and records the first problem.
struct FieldReader<'a> {
    root: &'a Node,
    problem: Option<String>,
}

impl<'a> FieldReader<'a> {
    fn fields(&mut self) -> Fields {
        let (cover, cover_dark) = self.cover();
        Fields {
            title: self.text("title"),
            description: self.text("description"),
            icon: self.text("icon"),
            emoji: self.text("emoji"),
            cover,
            cover_dark,
            cover_y: self.pick(self.root, "coverY", "a number", Node::number),
            layout: self.layout(),
            hidden: self.flag("hidden"),
            no_index: self.flag("noIndex"),
            no_robots_index: self.flag("noRobotsIndex"),
            vars: self.vars(),
            if_: self.condition(),
        }
    }

    /// Reads the value of a key; `None`, and a problem, if it has another type.
    fn pick<T>(&mut self, node: &'a Node, key: &str, what: &str, read: impl Fn(&'a Node) -> Option<T>) -> Option<T> {
        let value = node.get(key).filter(|value| !value.is_null())?;
        let found = read(value);
        if found.is_none() {
            self.complain(value, &format!("`{key}` has to be {what}"));
        }
        found
    }

    fn complain(&mut self, node: &Node, message: &str) {
        // The rule at the start takes one line before the YAML.
        self.problem.get_or_insert_with(|| describe(node.line + 1, message));
    }

    fn text(&mut self, key: &str) -> Option<String> {
        self.pick(self.root, key, "a text", Node::text).map(str::to_owned)
    }

    /// Returns the text of `if`. A value of another type is a condition that never holds.
    fn condition(&mut self) -> Option<String> {
        let value = self.root.get("if")?;
        let text = value.text().filter(|_| !value.is_null());
        if text.is_none() {
            self.complain(value, "`if` has to be a text: the page is hidden");
        }
        Some(text.unwrap_or(UNKNOWN_CONDITION).to_owned())
    }

    /// Reads a text, or `light` and `dark`.
    fn cover(&mut self) -> (Option<String>, Option<String>) {
        match self.root.get("cover") {
            Some(cover) if cover.map().is_some() => {
                let light = self.pick(cover, "light", "a text", Node::text).map(str::to_owned);
                (light, self.pick(cover, "dark", "a text", Node::text).map(str::to_owned))
            }
            _ => (self.text("cover"), None),
        }
    }

    fn flag(&mut self, key: &str) -> bool {
        self.pick(self.root, key, "true or false", Node::boolean).unwrap_or_default()
    }

    fn layout(&mut self) -> Option<Layout> {
        let layout = self.pick(self.root, "layout", "a mapping", |node| node.map().map(|_| node))?;
        let mut visible = |key: &str| {
            let part = self.pick(layout, key, "a mapping", |node| node.map().map(|_| node))?;
            self.pick(part, "visible", "true or false", Node::boolean)
        };
        let read = Layout {
            width: None,
            cover: visible("cover"),
            cover_size: None,
            title: visible("title"),
            description: visible("description"),
            table_of_contents: visible("tableOfContents"),
            outline: visible("outline"),
            pagination: visible("pagination"),
            metadata: visible("metadata"),
        };
        let width = self.pick(layout, "width", "a text", Node::text).map(str::to_owned);
        let cover_size = match layout.get("cover") {
            Some(cover) => self.pick(cover, "size", "a text", Node::text).map(str::to_owned),
            None => None,
        };
        Some(Layout { width, cover_size, ..read }).filter(|layout| *layout != Layout::default())
    }

    fn vars(&mut self) -> BTreeMap<String, Variable> {
        let pairs = self.pick(self.root, "vars", "a mapping", Node::map).unwrap_or_default();
        let mut vars = BTreeMap::new();
        for (name, node) in pairs.iter().filter(|(_, node)| !node.is_null()) {
            match variable(node) {
                Ok(variable) => {
                    vars.insert(name.clone(), variable);
                }
                Err(what) => self.complain(node, &format!("the variable `{name}` {what}: it is left out")),
            }
        }
        vars
    }
}

fn variable(node: &Node) -> Result<Variable, String> {
    if let Some(value) = node.boolean() {
        return Ok(Variable::Bool(value));
    }
    if let Some(number) = node.number() {
        return Ok(Variable::Number(number));
    }
    let text = node.text().ok_or("is neither a text, a number, true nor false")?;
    if text.chars().count() > MOST_VARIABLE_CHARS {
        return Err(format!("is longer than {MOST_VARIABLE_CHARS} characters"));
    }
    Ok(Variable::Text(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn body(source: &str) -> &str {
        &source[parse(source.as_bytes()).body_at..]
    }

    fn problem(source: &str) -> String {
        parse(source.as_bytes()).problem.unwrap()
    }

    #[test]
    fn all_fields() {
        let source = "---\ntitle: 1.10\ndescription: >-\n  Two\n  lines\nicon: bolt\nemoji: '1f680'\ncover: .gitbook/assets/a b.png\ncoverY: -12.5\nlayout:\n  width: wide\n  cover:\n    visible: true\n    size: full\n  title:\n    visible: false\n  tableOfContents:\n    visible: true\nhidden: true\nnoIndex: true\nnoRobotsIndex: false\nvars:\n  name: x\n  version: 3\n  quoted: '3'\n  on: true\nif: visitor.claims.unsigned.a == \"b\"\nunknown: [1, 2]\n---\n# Title\n";
        let found = parse(source.as_bytes());
        let text = |text: &str| Some(text.to_owned());
        let expected = Fields {
            title: text("1.10"),
            description: text("Two lines"),
            icon: text("bolt"),
            emoji: text("1f680"),
            cover: text(".gitbook/assets/a b.png"),
            cover_dark: None,
            cover_y: Some(-12.5),
            layout: Some(Layout {
                width: text("wide"),
                cover: Some(true),
                cover_size: text("full"),
                title: Some(false),
                table_of_contents: Some(true),
                ..Layout::default()
            }),
            hidden: true,
            no_index: true,
            no_robots_index: false,
            vars: BTreeMap::from([
                ("name".to_owned(), Variable::Text("x".to_owned())),
                ("version".to_owned(), Variable::Number(3.0)),
                ("quoted".to_owned(), Variable::Text("3".to_owned())),
                ("on".to_owned(), Variable::Bool(true)),
            ]),
            if_: text("visitor.claims.unsigned.a == \"b\""),
        };
        assert_eq!(found.fields, expected);
        assert_eq!(found.problem, None);
        assert_eq!(body(source), "# Title\n");
    }

    #[test]
    fn a_condition_whose_name_is_escaped_is_one() {
        for key in ["\"\\x69f\"", "\"i\\u0066\"", "\"\\U00000069\\x66\""] {
            let readable = format!("---\n{key}: visitor.claims.x\n---\nBody");
            assert_eq!(parse(readable.as_bytes()).fields.if_.as_deref(), Some("visitor.claims.x"), "{key}");
            // What can't be read, has no end, or is not where it has to be, hides the page.
            for source in ["---\nKEY: a\nb: [\n---\nBody", "---\nKEY: a\nBody", "\n---\nKEY: a\n---\nBody"] {
                let source = source.replace("KEY", key);
                assert_eq!(parse(source.as_bytes()).fields.if_.as_deref(), Some(UNKNOWN_CONDITION), "{source}");
            }
        }
    }

    #[test]
    fn where_the_body_begins() {
        assert_eq!(body("---\r\ntitle: a\r\n---\r\nBody"), "Body");
        assert_eq!(body("\u{feff}---\ntitle: a\n---\nBody"), "Body");
        assert_eq!(body("\u{feff}Body"), "Body");
        assert_eq!(body("---\n---\nBody"), "Body");
        assert_eq!(body("--- \n# nothing\n---"), "");
        for whole in
            ["", "Body", "---", "---\ntitle: a\n", "----\na: b\n----\n", " ---\na: b\n---\n", "---\nProse\n---\n"]
        {
            assert_eq!(body(whole), whole);
            assert_eq!(parse(whole.as_bytes()).problem, None);
        }
    }

    #[test]
    fn what_is_broken_is_named_and_passed_over() {
        let source = "---\ntitle: a\ndescription: [\n---\nBody";
        let found = parse(source.as_bytes());
        assert_eq!(found.fields, Fields::default());
        assert!(found.problem.unwrap().starts_with("line "));
        assert_eq!(body(source), "Body");
        assert_eq!(problem("---\ntitle: [a]\nicon: b\n---\n"), "line 2: `title` has to be a text");
        assert_eq!(problem("---\nicon: b\nhidden: perhaps\n---\n"), "line 3: `hidden` has to be true or false");
        assert_eq!(
            problem("---\nvars:\n  a: [1]\n---\n"),
            "line 3: the variable `a` is neither a text, a number, true nor false: it is left out"
        );
        let long = format!("---\ntitle: {}\n---\nBody", "x".repeat(MOST_BYTES));
        assert_eq!(problem(&long), "line 1: front matter is longer than 65536 bytes");
        assert_eq!(body(&long), "Body");
        let binary = parse(b"---\na: b\ntitle: \xff\n---\nBody");
        assert_eq!(binary.problem.unwrap(), "line 3: front matter is not UTF-8");
    }

    #[test]
    fn a_condition_that_is_not_understood_never_holds() {
        let unknown = [
            "---\nif: [a]\n---\n",
            "---\nif:\n---\n",
            "---\nIF: visitor.claims.a\n---\n",
            "---\nIf: visitor.claims.a\nif: visitor.claims.b\n---\n",
            "---\nif: \"a\n---\nBody",
            "---\ntitle: [\n\"if\": a\n---\nBody",
            "---\nif: visitor.claims.a\n# Title\n\nBody",
        ];
        for source in unknown {
            let found = parse(source.as_bytes());
            assert_eq!(found.fields.if_.as_deref(), Some(UNKNOWN_CONDITION), "{source}");
            assert!(found.problem.is_some(), "{source}");
        }
        for source in ["---\niffy: a\n---\n", "---\ntitle: [\nno: if\n---\n", "---\n\nif: a\n", "if: a\n"] {
            assert_eq!(parse(source.as_bytes()).fields.if_, None, "{source}");
        }
    }

    #[test]
    fn a_condition_outside_of_readable_front_matter_never_holds() {
        for source in [
            "---\n- if: a\n---\nBody",
            "---\n- title: b\n  if: a\n---\nBody",
            "---\rif: a\r---\rBody",
            "---\rif: a\r\rBody",
            "---\n%YAML 1.2\n---\nif: a\n---\nBody",
            "%YAML 1.2\n---\nif: a\n---\nBody",
            "---\n<<: {if: a}\n---\nBody",
            "---\n<<: [{title: b}, {if: a}]\n---\nBody",
            "---\nbase: &a {if: a}\n<<: *a\n---\nBody",
            "---\ni\u{200b}f: a\n---\nBody",
            "---\ntitle: [\ni\u{200b}f: a\n---\nBody",
            "---\ntitle: [\n!!str if: a\n---\nBody",
            "---\ntitle: [\n? if\n: a\n---\nBody",
            "\n---\nif: a\n---\nBody",
            "\r\n---\r\ntitle: b\r\n\r\nif: a\r\n---\r\nBody",
            " ---\nif: a\n---\nBody",
            "--- # front matter\nif: a\n---\nBody",
            "---\nif: a\n...\nBody",
            "<!-- a comment -->\n---\nif: a\n---\nBody",
            "<!--\na comment\n-->\n\n---\ntitle: b\nif: a\n---\nBody",
            "# a comment\n---\nif: a\n---\nBody",
            "\u{200b}---\nif: a\n---\nBody",
            "\u{feff}\u{feff}---\nif: a\n---\nBody",
            "\n---\nif: a\n# Title\n\nBody",
            "---\ntitle: a\n---\n---\nif: a\n---\nBody",
            "---\ntitle: a\n---\n\n---\nif: a\n---\nBody",
            "---\n---\nif: a\n---\nBody",
            "---\nif: b\n---\n---\nif: a\n---\nBody",
        ] {
            let found = parse(source.as_bytes());
            assert_eq!(found.fields.if_.as_deref(), Some(UNKNOWN_CONDITION), "{source:?}");
            assert!(found.problem.is_some_and(|it| it.starts_with("line ")), "{source:?}");
        }
        for source in [
            "# Title\n\n---\n\nif: you like\n\n---\n",
            "---\n\nProse, and what if: this\n\n---\nBody",
            "---\ntitle: a\n---\n\n# Title\n\nif: this\n\n---\n",
            "---\ntitle: a\n---\n\n---\n\n```yaml\nif: this\n```\n\n---\n",
            "\n---\n\nText\n\nif: this\n",
            "---\ntitle: a\nlayout: {if: b}\ndescription: |\n  if: c\n---\nBody",
            "Text\nif: this\n",
        ] {
            assert_eq!(parse(source.as_bytes()).fields.if_, None, "{source:?}");
        }
    }

    #[test]
    fn null_is_nothing() {
        assert_eq!(parse(b"---\ntitle:\nlayout: ~\nvars: {a: null}\nhidden:\n---\n").fields, Fields::default());
    }

    proptest! {
        #[test]
        fn any_bytes_have_a_body(bytes: Vec<u8>, yaml in "[a-c:\\[\\]{} \\n'-]{0,60}") {
            prop_assert!(parse(&bytes).body_at <= bytes.len());
            let source = format!("---\n{yaml}\n---\n");
            prop_assert!(parse(source.as_bytes()).body_at <= source.len());
        }
    }
}
