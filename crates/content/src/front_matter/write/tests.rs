//! Tests of written front matter: the changed entries, and the bytes that stay.

use super::*;
use proptest::prelude::*;

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn check(source: &str, change: impl Fn(&mut Fields), expected: &str) {
    let mut fields = parse(source.as_bytes()).fields;
    change(&mut fields);
    let written = write(source.as_bytes(), &fields).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}

#[test]
fn one_entry_changes() {
    let source = "---\n# Why\ntitle: 'A'   # quoted\n\nunknown: [1,  2] # odd\nicon: bolt # why\n# End\n---\n\n# A\n";
    let icon = |icon: &'static str| move |fields: &mut Fields| fields.icon = some(icon);
    check(source, icon("bolt"), source);
    check(source, icon("a: b"), &source.replace("icon: bolt #", "icon: \"a: b\" #"));
    check(source, |fields| fields.icon = None, &source.replace("icon: bolt # why\n", ""));
    check(source, |fields| fields.hidden = true, &source.replace("# End\n", "# End\nhidden: true\n"));
    check("---\r\nicon: bolt\r\n---\r\nText", icon("x"), "---\r\nicon: x\r\n---\r\nText");
    check("---\n  icon: bolt\n---\n", |fields| fields.title = some("T"), "---\n  icon: bolt\n  title: T\n---\n");
    check("---\nicon: a\nicon: b\n---\n", icon("c"), "---\nicon: a\nicon: c\n---\n");
    check("---\nicon: a\nicon: b\n---\n", |fields| fields.icon = None, "");
}

#[test]
fn long_values_are_whole_entries() {
    let source = "---\ndescription: >-\n  Two\n\n  # lines\n# Comment\ntitle: \"a\n  # b\"\nvars:\n  a: 1\n---\nBody";
    let shorter = |fields: &mut Fields| (fields.description, fields.title) = (some("D"), some("T"));
    check(source, shorter, "---\ndescription: D\n# Comment\ntitle: T\nvars:\n  a: 1\n---\nBody");
    check(source, |fields| fields.vars.clear(), &source.replace("vars:\n  a: 1\n", ""));
}

#[test]
fn front_matter_comes_and_goes() {
    let title = |fields: &mut Fields| fields.title = some("T");
    let none = |fields: &mut Fields| *fields = Fields::default();
    check("# T\n", title, "---\ntitle: T\n---\n# T\n");
    check("# T\r\n", title, "---\r\ntitle: T\r\n---\r\n# T\r\n");
    check("\u{feff}Text", title, "\u{feff}---\ntitle: T\n---\nText");
    check("\u{feff}---\ntitle: T\n---\nText", none, "\u{feff}Text");
    check("---\ntitle: T\n# Comment\n---\nText", none, "---\n# Comment\n---\nText");
    check("---\ntitle: T\nunknown: 1\n---\nText", none, "---\nunknown: 1\n---\nText");
    check("---\ntitle: T\n---\n---\na: b\n---\n", none, "---\n---\n---\na: b\n---\n");
    check("---\nProse\n---\n", title, "---\ntitle: T\n---\n---\nProse\n---\n");
    check("---\n---\n", title, "---\ntitle: T\n---\n");
}

#[test]
fn parts_that_are_not_understood_stay() {
    let source = "---\nlayout:\n  width: wide\n  tags:\n    visible: true\n  title:\n    visible: true\n    size: 3\nvars:\n  a: [1]\n  b: x\n---\n";
    let change = |fields: &mut Fields| {
        fields.layout = Some(Layout { title: Some(false), cover: Some(true), ..Layout::default() });
        fields.vars = BTreeMap::from([("c".to_owned(), Variable::Text("3".to_owned()))]);
    };
    let expected = "---\nlayout:\n  tags:\n    visible: true\n  title:\n    visible: false\n    size: 3\n  cover:\n    visible: true\nvars:\n  a: [1]\n  c: \"3\"\n---\n";
    check(source, change, expected);
}

#[test]
fn covers_have_two_sides() {
    let source = "---\ncover: a.png\ncoverY: -3.5\n---\n";
    let dark = |fields: &mut Fields| fields.cover_dark = some("b.png");
    let both = "---\ncover:\n  light: a.png\n  dark: b.png\ncoverY: -3.5\n---\n";
    check(source, dark, both);
    check(both, |fields| fields.cover_dark = None, source);
}

#[test]
fn unusual_yaml_is_written_anew() {
    let source = "---\n{title: a, unknown: [1, {b: c}], on: ~} # braces\n---\nText";
    let expected = "---\ntitle: b\nunknown: [1, {b: c}]\non: null\n---\nText";
    check(source, |fields| fields.title = some("b"), &expected.replace("on:", "\"on\":"));
    let anchors = "---\ntitle: &t a\nicon: *t\n---\n";
    check(anchors, |fields| fields.title = some("b"), "---\ntitle: b\nicon: a\n---\n");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let fields = Fields { title: some(&"x".repeat(MOST_BYTES)), ..Fields::default() };
    assert_eq!(write(b"Text", &fields), Err(Unwritable::TooLong));
    let fields = Fields { title: some("T"), ..Fields::default() };
    for text in ["---\n- if: a\n---\nText", "---\nif: a\n...\nText", "---\nif: a\nText"] {
        assert_eq!(write(text.as_bytes(), &fields), Err(Unwritable::Unsaid), "{text}");
    }
    assert_eq!(write(b"---\na: [\n---\n", &fields), Err(Unwritable::Broken));
    assert_eq!(write(b"---\na: \xff\n---\n", &fields), Err(Unwritable::Broken));
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[-a-c0-9:,.#'\"\\[\\]{}&*!|>%@~ \\n\\t\u{e9}\u{85}]{0,8}|true|null|1e3")
}

fn fields() -> impl Strategy<Value = Fields> {
    let layout = (text(), any::<[Option<bool>; 3]>(), text()).prop_map(|(width, visible, cover_size)| Layout {
        width,
        cover: visible[0],
        title: visible[1],
        metadata: visible[2],
        cover_size,
        ..Layout::default()
    });
    let variable = prop_oneof![
        "[a-c0-9:\\n ]{0,5}|true".prop_map(Variable::Text),
        (-1e300..1e300).prop_map(Variable::Number),
        any::<bool>().prop_map(Variable::Bool),
    ];
    let vars = prop::collection::btree_map("[a-c][a-c0-9_]{0,2}|no", variable, 0..3);
    let cover = (text(), text(), prop::option::of(-100.0..100.0));
    ((text(), text(), text(), text(), text()), cover, layout, vars, any::<[bool; 3]>()).prop_map(
        |((title, description, icon, emoji, if_), (cover, cover_dark, cover_y), layout, vars, flags)| Fields {
            title,
            description,
            icon,
            emoji,
            cover,
            cover_dark,
            cover_y,
            layout: Some(layout).filter(|layout| *layout != Layout::default()),
            hidden: flags[0],
            no_index: flags[1],
            no_robots_index: flags[2],
            vars,
            if_,
        },
    )
}

#[test]
fn a_text_of_several_lines_takes_no_others() {
    for (text, loose) in [("|+\n  Kept\n\n\n", "\n"), (">-\n  Two\n\n  # lines\n", "  # indented\n")] {
        let kept = format!("---\n# why\ndescription: {text}");
        let source = format!("{kept}title: a b\n{loose}---\n");
        let fields = Fields { title: None, ..parse(source.as_bytes()).fields };
        let written = write(source.as_bytes(), &fields).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), format!("{kept}---\n"));
    }
}

/// Generates front matter in common and in odd styles.
fn source() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("title: a b\n"),
        Just("title: 'It''s' # why\n"),
        Just("description: >-\n  Two\n\n  # lines\n"),
        Just("description: |+\n  Kept\n\n\n"),
        Just("icon: \"x\n  # y\"\n"),
        Just("# comment\n"),
        Just("\n"),
        Just("  # indented\n"),
        Just("hidden: true\n"),
        Just("hidden: perhaps\n"),
        Just("vars: {a: 1, b: [2]}\n"),
        Just("vars:\n  # first\n  a: 1 # one\n\n  b: x\n"),
        Just("layout:\n    width: wide\n    other: {x: y}\n"),
        Just("unknown:\n- 1\n- {a: b}\n# in\n- 3\n"),
        Just("? odd\n: value\n"),
        Just("cover:\n  light: a.png\n  dark: b.png\n"),
        Just("emoji: &e 1f680\nif: *e\n"),
        Just("a: \"b\\\n  c\"\n"),
    ];
    let yaml = prop::collection::vec(line, 0..6).prop_map(|lines| lines.concat());
    let rules = prop_oneof![4 => Just(("---\n", "---\n")), 1 => Just(("", ""))];
    let body = prop_oneof![Just(""), Just("# Title\n\nText\n"), Just("---\na: b\n---\n"), Just("---\n")];
    (any::<bool>(), rules, yaml, body, any::<bool>()).prop_map(|(mark, (open, close), yaml, body, crlf)| {
        let yaml = if open.is_empty() { String::new() } else { yaml };
        let text = format!("{}{open}{yaml}{close}{body}", if mark { "\u{feff}" } else { "" });
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

/// Returns the entries with unknown names, printed as YAML.
fn kept(source: &[u8]) -> Vec<String> {
    let front = parse(source);
    let yaml = Matter::of(source, front.body_at).yaml;
    let root = yaml::parse(&yaml).ok().flatten();
    let pairs = root.as_ref().and_then(Node::map).unwrap_or_default().to_vec();
    let known = |name: &str| {
        ["title", "description", "icon", "emoji", "if", "hidden", "noIndex", "noRobotsIndex"].contains(&name)
            || ["cover", "coverY", "layout", "vars"].contains(&name)
    };
    pairs.into_iter().filter(|(name, _)| !known(name)).map(|(name, node)| yaml::entry(&name, &node, 0)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn what_is_written_is_read(source in source(), fields in fields()) {
        let front = parse(source.as_bytes());
        match write(source.as_bytes(), &fields) {
            Ok(written) => {
                let now = parse(&written);
                prop_assert_eq!(&now.fields, &fields);
                prop_assert_eq!(&written[now.body_at..], &source.as_bytes()[front.body_at..]);
                prop_assert_eq!(kept(&written), kept(source.as_bytes()));
                prop_assert_eq!(write(&written, &fields), Ok(written));
            }
            Err(_) => prop_assert!(!front.is_readable, "{source}"),
        }
    }

    #[test]
    fn any_text_is_written_or_refused(yaml in "[-a-c:\\[\\]{}#&*'\"| \\n]{0,60}", fields in fields()) {
        let source = format!("---\n{yaml}\n---\nText");
        if let Ok(written) = write(source.as_bytes(), &fields) {
            prop_assert_eq!(parse(&written).fields, fields);
        }
    }

    #[test]
    fn one_change_leaves_the_other_lines(source in source(), title in text()) {
        let mut fields = parse(source.as_bytes()).fields;
        fields.title = title;
        let Ok(written) = write(source.as_bytes(), &fields) else { return Ok(()) };
        let written = String::from_utf8(written).unwrap();
        let odd = source.contains("? odd") || source.contains("&e");
        if !odd && source.contains("---\na") == written.contains("---\na") {
            for line in source.lines().filter(|line| line.starts_with(['#', 'h', 'u', 'v', 'l'])) {
                prop_assert!(written.lines().any(|other| other.trim_start_matches('\u{feff}') == line), "{source}\n{written}");
            }
        }
    }
}
