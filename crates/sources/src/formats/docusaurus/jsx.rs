//! Tags of MDX whose attributes are expressions: pictures become tags of HTML, as which they are shown; all else that only a
//! program could work out stays as text, and the report names it.

use std::collections::{BTreeSet, HashMap};

use crate::formats::markdown::Fences;
use crate::formats::rest::extension;
use crate::report::PageReport;

/// The longest tag that is read, in bytes.
const LONGEST_TAG: usize = 16 << 10;

/// The components that are mapped wherever they stand.
pub(super) const PLACED: [&str; 3] = ["Tabs", "TabItem", "Admonition"];

/// The most bytes of a text that are looked at more than once.
const MOST_LOOKED_AT: usize = 4 << 20;

/// Rewrites the tags of a text outside of code.
pub(super) fn rewritten(text: &str, report: &mut PageReport) -> String {
    let imports = imports(text);
    let mut used = BTreeSet::new();
    let mut out = String::with_capacity(text.len());
    let mut fences = Fences::default();
    let mut flow = String::new();
    for line in text.split_inclusive('\n') {
        if fences.is_code(line) || line.starts_with("import ") || line.starts_with("export ") {
            tags(&std::mem::take(&mut flow), &imports, &mut used, report, &mut out);
            out.push_str(line);
        } else {
            flow.push_str(line);
        }
    }
    tags(&flow, &imports, &mut used, report, &mut out);
    if used.is_empty() {
        return out;
    }
    // What was imported for pictures is in the page, so that its import says nothing more.
    let is_used = |line: &str| import(line).is_some_and(|(name, _)| used.contains(name));
    let mut fences = Fences::default();
    out.split_inclusive('\n').filter(|line| fences.is_code(line) || !is_used(line)).collect()
}

/// Returns the files that a text imports, by their names in it.
fn imports(text: &str) -> HashMap<&str, &str> {
    let mut fences = Fences::default();
    text.lines().filter(|line| !fences.is_code(line)).filter_map(import).collect()
}

/// Returns the name and the address of a line that imports one thing.
fn import(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.trim_end().strip_prefix("import ")?.split_once(" from ")?;
    let address = rest.trim().trim_end_matches(';').trim_end();
    let quote = address.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let address = address[1..].strip_suffix(quote)?;
    let name = name.trim();
    is_name(name).then(|| (name, without_loaders(address)))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Returns an address without the loaders that a bundler is told of before it.
fn without_loaders(address: &str) -> &str {
    address.rsplit('!').next().unwrap_or(address)
}

fn is_picture(address: &str) -> bool {
    let bare = address.split(['?', '#']).next().unwrap_or(address);
    ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "ico"].contains(&extension(bare).as_str())
}

/// Appends a text whose tags are rewritten.
fn tags<'t>(
    text: &str,
    imports: &HashMap<&'t str, &'t str>,
    used: &mut BTreeSet<&'t str>,
    report: &mut PageReport,
    out: &mut String,
) {
    let mut rest = text;
    // The bytes that may still be looked at more than once, so that signs without ends cost no more than their text.
    let mut left = MOST_LOOKED_AT;
    while let Some(at) = rest.find(['<', '`', '\\', '{']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let near = near(rest);
        let Some(less) = left.checked_sub(near.len()) else {
            report.keep("tags and expressions of MDX of which there are too many, as text", near);
            break;
        };
        let end = match rest.as_bytes()[0] {
            b'`' => code_end(near),
            b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            b'{' => {
                let end = braces_end(near, &['"', '`']).unwrap_or(1);
                let inner = rest[1..end.max(2) - 1].trim();
                if end > 2 && !inner.is_empty() && !inner.starts_with(['#', '/', '{', ':']) {
                    report.keep("an expression of MDX, as text", &rest[..end]);
                }
                end
            }
            _ => match tag(near) {
                Some((name, end)) => {
                    let tag = &rest[..end];
                    let is_within = !out.rsplit('\n').next().unwrap_or_default().trim().is_empty();
                    if is_within && name.starts_with(|c: char| c.is_ascii_uppercase()) && !PLACED.contains(&name) {
                        report.keep(format!("the component `{name}` within a line, as it was"), tag);
                    }
                    match html(tag, name, imports, used, report) {
                        Some(html) => out.push_str(&html),
                        None => out.push_str(tag),
                    }
                    rest = &rest[end..];
                    continue;
                }
                None if rest.starts_with("<!--") => rest.find("-->").map_or(rest.len(), |end| end + 3),
                None => 1,
            },
        };
        if end < near.len() {
            left = less;
        }
        out.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    out.push_str(rest);
}

/// Returns the length of the code that a text begins with, or of its signs where no such sign ends it.
fn code_end(text: &str) -> usize {
    let ticks = text.bytes().take_while(|byte| *byte == b'`').count();
    let mut at = ticks;
    while let Some(next) = text[at..].find('`') {
        let length = text[at + next..].bytes().take_while(|byte| *byte == b'`').count();
        at += next + length;
        if length == ticks {
            return at;
        }
    }
    ticks
}

/// Returns the part of a text in which its first braces or tag have to end: that of its paragraph.
fn near(text: &str) -> &str {
    let most = text.floor_char_boundary(text.len().min(LONGEST_TAG));
    &text[..text[..most].find("\n\n").unwrap_or(most)]
}

/// Returns the length of the expression in braces that a text begins with, in which the given signs are quotes.
fn braces_end(text: &str, quotes: &[char]) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, c) if quotes.contains(&c) => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}

/// Returns the name and the length of the tag that a text begins with.
fn tag(text: &str) -> Option<(&str, usize)> {
    let name = &text[1..];
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))).unwrap_or(name.len());
    let name = name[..end].starts_with(|c: char| c.is_ascii_alphabetic()).then_some(&name[..end])?;
    let end = tag_end(text);
    text[..end].ends_with('>').then_some((name, end))
}

/// Returns the length of the tag that a text begins with, whose attributes may have `>` in quotes or braces.
pub(super) fn tag_end(text: &str) -> usize {
    let (mut quote, mut depth) = (None, 0_usize);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), character) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(character),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, '>') if depth == 0 => return at + 1,
            (None, _) => {}
        }
    }
    text.len()
}

/// The quotes of JavaScript.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// An attribute of a tag.
struct Attribute<'t> {
    name: &'t str,
    value: Value<'t>,
}

enum Value<'t> {
    None,
    Text(&'t str),
    Expression(&'t str),
}

/// Returns a tag of HTML for one that has expressions, or for a component that is a picture; `None` if the tag stays.
fn html<'t>(
    tag: &str,
    name: &str,
    imports: &HashMap<&'t str, &'t str>,
    used: &mut BTreeSet<&'t str>,
    report: &mut PageReport,
) -> Option<String> {
    let inner = tag[1 + name.len()..tag.len() - 1].trim();
    let is_closed = inner.ends_with('/');
    let attributes = attributes(inner.trim_end_matches('/'));
    let mut value = |value: &Value<'_>| match value {
        Value::None => None,
        Value::Text(text) => Some((*text).to_owned()),
        Value::Expression(expression) => evaluated(expression, imports, used),
    };
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        let said = |of: &str| attributes.iter().find(|attribute| attribute.name == of);
        let alt = said("alt").or_else(|| said("title")).and_then(|alt| value(&alt.value)).unwrap_or_default();
        if let Some(sources) = said("sources").and_then(|sources| themed(&sources.value)) {
            let light = sources.0.and_then(|light| value(&Value::Expression(light)));
            let dark = sources.1.and_then(|dark| value(&Value::Expression(dark)));
            report.mapped("image");
            let dark = dark
                .map(|dark| format!("<source srcset=\"{}\" media=\"(prefers-color-scheme: dark)\">", escaped(&dark)));
            let light = light?;
            let img = format!("<img src=\"{}\" alt=\"{}\">", escaped(&light), escaped(&alt));
            return Some(dark.map_or(img.clone(), |dark| format!("<picture>{dark}{img}</picture>")));
        }
        let source = imports.get_key_value(name).filter(|(_, address)| is_picture(address));
        let source = match source {
            Some((name, address)) => {
                used.insert(name);
                Some((*address).to_owned())
            }
            None => ["src", "img", "image"]
                .iter()
                .find_map(|of| said(of).and_then(|it| value(&it.value)))
                .filter(|address| is_closed && is_picture(address)),
        }?;
        report.mapped("image");
        report.keep(format!("the component `{name}`, as the picture that it shows"), tag);
        return Some(format!("<img src=\"{}\" alt=\"{}\">", escaped(&source), escaped(&alt)));
    }
    if !attributes
        .iter()
        .any(|attribute| matches!(attribute.value, Value::Expression(_)) || attribute.name == "className")
    {
        return None;
    }
    let mut out = format!("<{name}");
    for attribute in &attributes {
        let of = match attribute.name {
            "className" => "class",
            "htmlFor" => "for",
            "srcSet" => "srcset",
            other => other,
        };
        match (&attribute.value, value(&attribute.value)) {
            (_, Some(value)) => out.push_str(&format!(" {of}=\"{}\"", escaped(&value))),
            (Value::None, _) => out.push_str(&format!(" {of}")),
            (Value::Expression(expression), _) => {
                report.drop(format!("the attribute `{}`, which a program works out", attribute.name), *expression);
            }
            (Value::Text(_), None) => {}
        }
    }
    if name == "img" {
        report.mapped("image");
    }
    out.push_str(if is_closed { " />" } else { ">" });
    Some(out)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('\n', " ")
}

fn attributes(text: &str) -> Vec<Attribute<'_>> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if rest.starts_with('{') {
            // Properties that a program spreads.
            let end = braces_end(rest, &QUOTES).unwrap_or(rest.len());
            all.push(Attribute { name: "{…}", value: Value::Expression(&rest[..end]) });
            rest = rest[end..].trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = &rest[..end];
        let Some(after) = rest[end..].trim_start().strip_prefix('=') else {
            all.push(Attribute { name, value: Value::None });
            rest = rest[end.max(1)..].trim_start();
            continue;
        };
        let after = after.trim_start();
        let (value, end) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let end = after[1..].find(quote).map_or(after.len(), |end| end + 1);
                (Value::Text(&after[1..end]), (end + 1).min(after.len()))
            }
            Some('{') => {
                let end = braces_end(after, &QUOTES).unwrap_or(after.len());
                (Value::Expression(after[1..end].strip_suffix('}').unwrap_or(&after[1..end]).trim()), end)
            }
            _ => {
                let end = after.find(char::is_whitespace).unwrap_or(after.len());
                (Value::Text(&after[..end]), end)
            }
        };
        all.push(Attribute { name, value });
        rest = after[end..].trim_start();
    }
    all
}

/// Returns the expressions of the pictures for light and for dark looks.
fn themed<'t>(value: &Value<'t>) -> Option<(Option<&'t str>, Option<&'t str>)> {
    let Value::Expression(object) = value else { return None };
    let object = object.trim().strip_prefix('{')?.strip_suffix('}')?;
    let of = |name: &str| {
        let rest = object[object.find(name)? + name.len()..].trim_start().strip_prefix(':')?;
        let mut depth = 0_i32;
        let end = rest.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        });
        Some(rest[..end.unwrap_or(rest.len())].trim())
    };
    let (light, dark) = (of("light"), of("dark"));
    (light.is_some() || dark.is_some()).then_some((light, dark))
}

/// Returns the value of an expression that needs no program: a text, a number, a file that is required or was imported.
fn evaluated<'t>(
    expression: &str,
    imports: &HashMap<&'t str, &'t str>,
    used: &mut BTreeSet<&'t str>,
) -> Option<String> {
    let expression = expression.trim();
    let literal = |text: &str| {
        let text = text.trim();
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        let inner = text[1..].strip_suffix(quote)?;
        let is_program = inner.contains(quote) || quote == '`' && inner.contains("${");
        (!is_program).then(|| inner.to_owned())
    };
    let called = |name: &str, expression: &str| {
        let rest = expression.strip_prefix(name)?.trim_start().strip_prefix('(')?;
        literal(rest.strip_suffix(')')?.split(',').next()?)
    };
    let bare = ["default", "src"]
        .iter()
        .find_map(|end| expression.strip_suffix(end)?.trim_end().strip_suffix('.'))
        .unwrap_or(expression)
        .trim();
    if let Some(path) = called("require", bare) {
        return Some(without_loaders(&path).to_owned());
    }
    if let Some(path) = called("useBaseUrl", expression) {
        let is_whole = path.starts_with('/') || path.contains("://");
        return Some(if is_whole { path } else { format!("/{path}") });
    }
    if let Some((name, address)) = imports.get_key_value(bare) {
        used.insert(name);
        return Some((*address).to_owned());
    }
    let is_number = !expression.is_empty() && expression.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    literal(expression).or_else(|| is_number.then(|| expression.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(rewritten(text, &mut PageReport::default()), expected, "{text}");
    }

    #[test]
    fn pictures_are_tags_of_html() {
        for (text, expected) in [
            ("<img src={require('./a.png').default} alt=\"A\" />", "<img src=\"./a.png\" alt=\"A\" />"),
            ("<img\n  src={useBaseUrl('img/a.png')}\n  width={20}/>", "<img src=\"/img/a.png\" width=\"20\" />"),
            ("<img src=\"/a.png\" style={{width: '1px'}}/>", "<img src=\"/a.png\" />"),
            ("<a href={`/x`} className=\"b\">t</a>", "<a href=\"/x\" class=\"b\">t</a>"),
            (
                "<ThemedImage alt=\"x\" sources={{light: useBaseUrl('/l.svg'), dark: useBaseUrl('/d.svg')}} />",
                "<picture><source srcset=\"/d.svg\" media=\"(prefers-color-scheme: dark)\"><img src=\"/l.svg\" alt=\"x\"></picture>",
            ),
            ("<Image img={require('./a.jpg')} />", "<img src=\"./a.jpg\" alt=\"\">"),
            ("import a from './a.png';\n\n<img src={a} />\n", "\n<img src=\"./a.png\" />\n"),
            ("import Logo from '!!x!./l.svg'\n<Logo title=\"L\"/>\n", "<img src=\"./l.svg\" alt=\"L\">\n"),
        ] {
            check(text, expected);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_a_panic(text in "(<a |<Img |src=|x=|\\{|\\}|'|\"|`|>|/>|é|import a from './a.png'\n|\n| |require\\('|'\\)|\\\\|sources=\\{\\{light:|<!--){0,30}") {
            rewritten(&text, &mut PageReport::default());
        }
    }

    #[test]
    fn signs_without_ends_end() {
        for sign in ["<a ", "<a {", "{", "`", "` `` ", "<a b=\"", "<a '", "<!--", "\\", "{\""] {
            rewritten(&sign.repeat(20_000), &mut PageReport::default());
        }
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "`<img src={a} />` and ``` ` <img src={b}/> ```",
            "```\n<img src={require('a.png')} />\n```\n",
            "<Card a={{b: 1}}>text</Card>",
            "<!-- <img src={a}/> -->",
            "a < b, {x} \\<img src={c}/>",
            "<img src={",
            "<https://a.b/{c}>",
            "{",
            "<a {",
            "<a b={",
            "import x from './y.png'\n\ntext\n",
        ] {
            check(text, text);
        }
        let mut report = PageReport::default();
        rewritten("<div style={{a: 1}} onClick={() => f()}>x</div> {1 + 1}", &mut report);
        assert_eq!((report.dropped.len(), report.kept.len()), (2, 1), "{report:?}");
    }
}
