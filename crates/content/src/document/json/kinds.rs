//! The kinds of blocks read from JSON, each from its `data`, `nodes` and `fragments`.

use serde_json::Value;

use super::fields::{At, Invalid, Object, num};
use super::inline::{Within, block_formula, reference, required_reference};
use super::read::{AllowedBlocks, JsonReader, key};
use crate::document::model::{
    Block, Code, ContentRef, HintStyle, Image, Integration, Kind, Length, Line, Lines, ListStyle, Marks, More, Node,
    Swagger,
};
use crate::expression::{Condition, Root};

type Data<'a, 'b> = &'a mut Object<'b>;

impl JsonReader {
    pub(super) fn kind(&mut self, name: &str, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        match name {
            "paragraph" => self.paragraph(object, data),
            "heading-1" => self.heading(1, object, data),
            "heading-2" => self.heading(2, object, data),
            "heading-3" => self.heading(3, object, data),
            "list-unordered" => self.list(ListStyle::Unordered, object),
            "list-ordered" => self.list(ListStyle::Ordered { start: start(data)? }, object),
            "list-tasks" => self.list(ListStyle::Tasks, object),
            "list-item" => Ok(Kind::ListItem { checked: data.flag("checked")?, nodes: self.flow(object)? }),
            "divider" => Ok(Kind::Divider),
            "blockquote" => Ok(Kind::Quote { nodes: self.flow(object)? }),
            "hint" => {
                let style = data.word("style")?.unwrap_or(HintStyle::Info);
                Ok(Kind::Hint { style, nodes: self.flow(object)? })
            }
            "if" => Ok(Kind::If { expression: condition(data)?, nodes: self.flow(object)? }),
            "code" => self.code(object, data),
            "math" => Ok(Kind::Math { formula: block_formula(data)? }),
            "table" => self.table(object, data),
            "images" | "image" | "file" | "drawing" | "embed" => self.media(name, object, data),
            "content-ref" => Ok(Kind::ContentRef { target: required_reference(data, "ref")? }),
            "swagger" | "openapi-operation" | "openapi-schemas" | "openapi-webhook" => openapi(name, data),
            "integration" => integration(data),
            "reusable-content" => reusable(data),
            _ => self.layout(name, object, data),
        }
    }

    fn flow(&mut self, object: Data<'_, '_>) -> Result<Vec<Block>, Invalid> {
        self.blocks(object, AllowedBlocks::Flow)
    }

    fn paragraph(&mut self, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        let nodes = self.text(object)?;
        let mut source = String::new();
        for node in &nodes {
            if let Node::Leaf(leaf) = node {
                source.push_str(&leaf.text);
            }
        }
        if data.raw(&mut source)? && !self.in_cell {
            return Ok(Kind::Raw { source });
        }
        Ok(Kind::Paragraph { align: data.word("align")?, nodes })
    }

    fn heading(&mut self, level: u8, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        // An older form of `meta.id`; clients are told not to read it.
        data.take("id");
        Ok(Kind::Heading { level, align: data.word("align")?, nodes: self.text(object)? })
    }

    fn list(&mut self, style: ListStyle, object: Data<'_, '_>) -> Result<Kind, Invalid> {
        let mut items = self.blocks(object, AllowedBlocks::Parts("list-item"))?;
        for item in &mut items {
            if let Kind::ListItem { checked, .. } = &mut item.kind {
                *checked = (style == ListStyle::Tasks).then_some(checked.unwrap_or(false));
            }
        }
        Ok(Kind::List { style, items })
    }

    fn code(&mut self, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        Ok(Kind::Code(Box::new(Code {
            syntax: data.some_text("syntax")?,
            info: data.some_text("info")?,
            title: data.some_text("title")?,
            overflow: data.word("overflow")?,
            line_numbers: data.flag("lineNumbers")?,
            full_width: data.flag("fullWidth")?.unwrap_or(false),
            lines: self.lines(object)?,
        })))
    }

    fn lines(&mut self, object: Data<'_, '_>) -> Result<Lines, Invalid> {
        let at = object.at;
        let field = at.field("nodes");
        let mut lines = Vec::new();
        for (n, value) in object.list("nodes")?.into_iter().enumerate() {
            let at = field.item(n);
            self.count(&at)?;
            let mut line = Object::new(value, at)?;
            if line.required_text("type")? != "code-line" {
                return Err(at.field("type").invalid("must be code-line"));
            }
            lines.push(self.code_line(line)?);
        }
        Ok(crate::document::normal::lines(lines))
    }

    fn code_line(&mut self, mut line: Object<'_>) -> Result<Line, Invalid> {
        let at = line.at;
        let highlighted = match line.take("data") {
            Some(data) => Object::new(data, at.field("data"))?.flag("highlighted")?.unwrap_or(false),
            None => false,
        };
        let nodes = self.line(&mut line, Within::CodeLine)?;
        Ok(Line { key: key(&mut line)?, highlighted, nodes })
    }

    fn media(&mut self, name: &str, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        if name == "images" {
            return Ok(Kind::Images {
                align: data.word("align")?,
                full_width: data.flag("fullWidth")?.unwrap_or(false),
                with_frame: data.flag("withFrame")?.unwrap_or(false),
                images: self.blocks(object, AllowedBlocks::Parts("image"))?,
            });
        }
        let caption = self.fragment_line(object, "caption")?;
        Ok(match name {
            "image" => Kind::Image(Box::new(Image {
                source: required_reference(data, "ref")?,
                dark: reference(data, "refDark")?,
                width: length(data, "width")?,
                height: length(data, "height")?,
                alt: data.some_text("alt")?,
                caption,
            })),
            "file" => Kind::File { source: required_reference(data, "ref")?, caption },
            "drawing" => Kind::Drawing { source: reference(data, "ref")?, alt: data.some_text("alt")?, caption },
            _ => {
                let full_width = data.flag("fullWidth")?.unwrap_or(false);
                Kind::Embed { url: data.required_text("url")?, full_width, caption }
            }
        })
    }

    fn layout(&mut self, name: &str, object: Data<'_, '_>, data: Data<'_, '_>) -> Result<Kind, Invalid> {
        let full_width = |data: Data<'_, '_>| data.flag("fullWidth").map(|flag| flag.unwrap_or(false));
        Ok(match name {
            "expandable" => Kind::Expandable {
                title: self.fragment_line(object, "expandable-title")?,
                body: self.fragment(object, "expandable-body")?.unwrap_or_default(),
                open: data.flag("defaultExpanded")?.unwrap_or(false),
            },
            "tabs" => Kind::Tabs {
                full_width: full_width(data)?,
                tabs: self.blocks(object, AllowedBlocks::Parts("tabs-item"))?,
            },
            "tabs-item" => {
                let (title, icon) = (data.some_text("title")?, data.some_text("icon")?);
                Kind::Tab { title, icon, nodes: self.flow(object)? }
            }
            "stepper" => Kind::Stepper { steps: self.blocks(object, AllowedBlocks::Parts("stepper-step"))? },
            "stepper-step" => Kind::Step { icon: data.some_text("icon")?, nodes: self.flow(object)? },
            "columns" => Kind::Columns {
                full_width: full_width(data)?,
                columns: self.blocks(object, AllowedBlocks::Parts("column"))?,
            },
            "column" => Kind::Column {
                width: length(data, "width")?,
                vertical: data.word("verticalAlignment")?,
                nodes: self.flow(object)?,
            },
            "updates" => {
                let format = data.some_text("format")?;
                Kind::Updates { format, updates: self.blocks(object, AllowedBlocks::Parts("update"))? }
            }
            "update" => Kind::Update {
                date: data.text("date")?.unwrap_or_default(),
                tags: data.texts("tags")?,
                nodes: self.flow(object)?,
            },
            "prompt" => Kind::Prompt {
                description: data.some_text("description")?,
                icon: data.some_text("icon")?,
                nodes: self.flow(object)?,
            },
            other => return Err(object.at.field("type").invalid(format!("`{other}` is no block"))),
        })
    }
}

/// Reads an expression and requires it to be valid as a condition.
fn condition(data: Data<'_, '_>) -> Result<String, Invalid> {
    let expression = data.required_text("expression")?;
    match Condition::parse(&expression, &Root::OF_SITES) {
        Ok(_) => Ok(expression),
        Err(error) => Err(data.at.field("expression").invalid(format!("must be a condition: {error}"))),
    }
}

fn start(data: Data<'_, '_>) -> Result<Option<u32>, Invalid> {
    let at = data.at;
    let Some(number) = data.number("start")? else { return Ok(None) };
    let value = number.value();
    if value.fract() != 0.0 || !(0.0..=999_999_999.0).contains(&value) {
        return Err(at.field("start").invalid("must be a whole number from 0 to 999999999"));
    }
    Ok(Some(value as u32).filter(|start| *start != 1))
}

fn length(data: Data<'_, '_>, name: &str) -> Result<Option<Length>, Invalid> {
    let at = data.at;
    let field = at.field(name);
    match data.take(name) {
        None => Ok(None),
        Some(value @ Value::Object(_)) => with_unit(value, field).map(Some),
        Some(value) => {
            let plain = num(&value).map(|value| Length { value, unit: None });
            let written = || value.as_str().and_then(Length::parse);
            let length = plain.or_else(written);
            length.map(Some).ok_or_else(|| field.invalid("must be a number, or {value, unit}"))
        }
    }
}

fn with_unit(value: Value, at: At<'_>) -> Result<Length, Invalid> {
    let mut object = Object::new(value, at)?;
    let value = object.number("value")?.ok_or_else(|| object.missing("value"))?;
    let unit = object.required_text("unit")?;
    let unit = Length::unit(&unit).ok_or_else(|| at.field("unit").invalid("must be % or a unit of CSS"))?;
    Ok(Length { value, unit: Some(unit) })
}

fn openapi(name: &str, data: Data<'_, '_>) -> Result<Kind, Invalid> {
    if name == "swagger" {
        return Ok(Kind::Swagger(Box::new(Swagger {
            source: required_reference(data, "ref")?,
            path: data.text("path")?.unwrap_or_default(),
            method: data.text("method")?.unwrap_or_default(),
            expanded: data.flag("expanded")?,
            full_width: data.flag("fullWidth")?.unwrap_or(false),
        })));
    }
    let ContentRef::Openapi { spec } = required_reference(data, "ref")? else {
        return Err(data.at.field("ref").field("kind").invalid("must be openapi"));
    };
    Ok(match name {
        "openapi-operation" => {
            Kind::Operation { spec, path: data.required_text("path")?, method: data.required_text("method")? }
        }
        "openapi-schemas" => {
            Kind::Schemas { spec, schemas: data.texts("schemas")?, grouped: data.flag("grouped")?.unwrap_or(false) }
        }
        _ => Kind::Webhook { spec, name: data.required_text("name")?, method: data.required_text("method")? },
    })
}

fn integration(data: Data<'_, '_>) -> Result<Kind, Invalid> {
    let at = data.at;
    let name = |data: Data<'_, '_>, field: &str| {
        let name = data.required_text(field)?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let valid = !name.is_empty() && name.bytes().all(plain);
        valid.then_some(name).ok_or_else(|| at.field(field).invalid("must be letters, digits, hyphens and dots"))
    };
    let props = data.take("props").unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    Ok(Kind::Integration(Box::new(Integration {
        integration: name(data, "integration")?,
        block: name(data, "block")?,
        props: More::new(Object::new(props, at.field("props"))?.rest()),
        action: data.take("action"),
        url: data.some_text("url")?,
        full_width: data.flag("fullWidth")?.unwrap_or(false),
    })))
}

fn reusable(data: Data<'_, '_>) -> Result<Kind, Invalid> {
    match required_reference(data, "ref")? {
        ContentRef::ReusableContent { reusable_content: content, space } => {
            Ok(Kind::Reusable { content, space, token: None })
        }
        _ => Err(data.at.field("ref").field("kind").invalid("must be reusable-content")),
    }
}

/// Returns the text of a line that is unmarked text and nothing else.
pub(in crate::document) fn plain(line: &Line) -> Option<&str> {
    match line.nodes.as_slice() {
        _ if line.highlighted => None,
        [] => Some(""),
        [Node::Leaf(leaf)] if leaf.marks == Marks::NONE && !leaf.raw => Some(&leaf.text),
        _ => None,
    }
}
