//! Normalization of tag attributes: single-line texts, and the unknown data that has a place in a tag.

use serde_json::Value;

use super::{one_line, tidy, words};
use crate::document::model::{Block, Kind, Lines, More};
use crate::document::print::{RESERVED, is_attribute};

/// Converts texts that are written as attributes to single lines.
pub(super) fn one_line_each(kind: &mut Kind) {
    match kind {
        Kind::Code(code) => {
            let syntax = code.syntax.take().map(|syntax| words(&syntax)).unwrap_or_default();
            let info = code.info.take().map(|info| words(&info)).unwrap_or_default();
            let both = format!("{syntax} {info}");
            let (syntax, info) = both.trim().split_once(' ').unwrap_or((both.trim(), ""));
            code.syntax = Some(syntax.to_owned()).filter(|syntax| !syntax.is_empty());
            code.info = Some(info.to_owned()).filter(|info| !info.is_empty());
            tidy(&mut code.title);
        }
        Kind::Image(image) => tidy(&mut image.alt),
        Kind::Drawing { alt, .. } => tidy(alt),
        Kind::Embed { url, .. } => *url = one_line(url),
        Kind::Tab { title, icon, .. } => {
            tidy(title);
            tidy(icon);
        }
        Kind::Step { icon, .. } => tidy(icon),
        Kind::Swagger(swagger) => {
            swagger.path = one_line(&swagger.path);
            swagger.method = one_line(&swagger.method);
        }
        Kind::Operation { spec, path, method } => [spec, path, method].into_iter().for_each(|it| *it = one_line(it)),
        Kind::Schemas { spec, .. } => *spec = one_line(spec),
        Kind::Webhook { spec, name, method } => [spec, name, method].into_iter().for_each(|it| *it = one_line(it)),
        Kind::Integration(integration) => tidy(&mut integration.url),
        Kind::Reusable { content, space, .. } => {
            *content = one_line(content);
            tidy(space);
        }
        Kind::Updates { format, .. } => tidy(format),
        Kind::Update { date, .. } => *date = one_line(date),
        Kind::Prompt { description, icon, .. } => {
            tidy(description);
            tidy(icon);
        }
        _ => {}
    }
}

/// Keeps only the unknown data of a block that its tag can express.
pub(in crate::document) fn keep_known(block: &mut Block) {
    let known: Option<&[&str]> = match &block.kind {
        Kind::Hint { .. } => Some(&["style"]),
        Kind::Tabs { .. } | Kind::Columns { .. } => Some(&["fullWidth"]),
        Kind::Tab { .. } => Some(&["title", "icon", "id"]),
        Kind::Stepper { .. } => Some(&[]),
        Kind::Step { .. } => Some(&["icon"]),
        Kind::Column { .. } => Some(&["width", "valign"]),
        Kind::Updates { .. } => Some(&["format"]),
        Kind::Update { .. } => Some(&["date", "tags"]),
        Kind::Prompt { .. } => Some(&["description", "icon"]),
        Kind::File { .. } => Some(&["src"]),
        Kind::Embed { .. } => Some(&["url", "fullWidth"]),
        Kind::ContentRef { .. } => Some(&["url"]),
        Kind::Code(code) if matches!(code.lines, Lines::Plain(_)) => {
            Some(&["title", "overflow", "lineNumbers", "fullWidth"])
        }
        Kind::Swagger(_) => Some(&["src", "path", "method", "expanded", "fullWidth", "id"]),
        Kind::Operation { .. } => Some(&["spec", "path", "method", "id"]),
        Kind::Schemas { .. } => Some(&["spec", "schemas", "grouped", "id"]),
        Kind::Webhook { .. } => Some(&["spec", "name", "method", "id"]),
        _ => None,
    };
    match known {
        Some(known) => keep_texts(&mut block.more, |name| is_attribute(name) && !known.contains(&name)),
        None => block.more = More::default(),
    }
    if let Kind::Integration(integration) = &mut block.kind {
        normal_props(&mut integration.props);
    }
}

fn normal_props(props: &mut More) {
    let Some(fields) = props.0.take() else { return };
    let line = |name: String, value| match value {
        Value::String(text) if is_attribute(&name) && !RESERVED.contains(&name.as_str()) => {
            (name, Value::String(one_line(&text)))
        }
        value => (name, value),
    };
    *props = More::new(fields.into_iter().map(|(name, value)| line(name, value)).collect());
}

/// The `data-` attributes of tables that mean something here.
pub(in crate::document) const TABLE_DATA: [&str; 5] =
    ["data-view", "data-card-size", "data-header-hidden", "data-column-title-hidden", "data-full-width"];

/// The `data-` attributes of a table's columns that mean something here.
pub(in crate::document) const COLUMN_DATA: [&str; 7] = [
    "data-type",
    "data-max",
    "data-multiple",
    "data-hidden",
    "data-card-target",
    "data-card-cover",
    "data-card-cover-dark",
];

/// Returns true if a name is that of a `data-` attribute, in lower case, which is none of the known ones.
pub(in crate::document) fn is_data(name: &str, known: &[&str]) -> bool {
    let lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    lower && name.len() > 5 && name.starts_with("data-") && is_attribute(name) && !known.contains(&name)
}

/// Keeps the fields with accepted names that are text, numbers or truth values, and converts them to text.
pub(super) fn keep_texts(more: &mut More, keeps: impl Fn(&str) -> bool) {
    let Some(fields) = more.0.take() else { return };
    let kept = fields.into_iter().filter(|(name, _)| keeps(name)).filter_map(|(name, value)| {
        let text = match value {
            Value::String(text) => one_line(&text),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Some((name, Value::String(text)))
    });
    *more = More::new(kept.collect());
}
