//! Lines, leaves, marks, inline nodes and references read from JSON.

use serde_json::Value;

use super::fields::{At, Invalid, Object};
use super::read::JsonReader;
use crate::document::model::{
    Button, ButtonKind, Color, ContentRef, ImageSize, Inline, InlineImage, InlineKind, Leaf, Mark, Marks, More, Node,
    Tint,
};
use crate::document::normal;

/// The nodes that a line may contain.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Within {
    /// All nodes, except annotations in the note of another.
    Text,
    /// Leaves, and inline nodes without children.
    Link,
    /// Leaves only.
    Annotation,
    /// Leaves, annotations and expressions.
    CodeLine,
}

impl Within {
    fn allows(self, kind: &str) -> bool {
        match self {
            Self::Text => true,
            Self::Link => matches!(kind, "inline-image" | "emoji" | "icon" | "inline-math" | "expression"),
            Self::Annotation => false,
            Self::CodeLine => matches!(kind, "annotation" | "expression"),
        }
    }
}

impl JsonReader {
    /// Reads the `nodes` of a line.
    pub(super) fn line(&mut self, object: &mut Object<'_>, within: Within) -> Result<Vec<Node>, Invalid> {
        let mut nodes = Vec::new();
        let at = object.at;
        let field = at.field("nodes");
        for (n, value) in object.list("nodes")?.into_iter().enumerate() {
            self.in_line(value, field.item(n), within, &mut nodes)?;
        }
        Ok(nodes)
    }

    fn in_line(&mut self, value: Value, at: At<'_>, within: Within, nodes: &mut Vec<Node>) -> Result<(), Invalid> {
        self.count(&at)?;
        let mut object = Object::new(value, at)?;
        match object.text("object")?.as_deref() {
            Some("text") => self.leaves(&mut object, nodes),
            Some("inline") => {
                let inline = self.inline(object, within)?;
                nodes.push(Node::Inline(Box::new(inline)));
                Ok(())
            }
            _ => Err(at.field("object").invalid("must be one of text, inline")),
        }
    }

    fn leaves(&mut self, text: &mut Object<'_>, nodes: &mut Vec<Node>) -> Result<(), Invalid> {
        let at = text.at;
        let field = at.field("leaves");
        for (n, value) in text.list("leaves")?.into_iter().enumerate() {
            let at = field.item(n);
            self.count(&at)?;
            let mut leaf = Object::new(value, at)?;
            let mut text = leaf.required_text("text")?;
            let marks = marks(&mut leaf)?;
            let raw = leaf.raw(&mut text)?;
            nodes.push(Node::Leaf(Leaf { text, marks, raw }));
        }
        Ok(())
    }

    fn inline(&mut self, mut object: Object<'_>, within: Within) -> Result<Inline, Invalid> {
        let at = object.at;
        let kind = object.required_text("type")?;
        let data = object.take("data").unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let mut data = Object::new(data, at.field("data"))?;
        let build = match kind.as_str() {
            "link" => InlineKind::Link {
                target: required_reference(&mut data, "ref")?,
                nodes: self.line(&mut object, Within::Link)?,
            },
            "mention" => InlineKind::Mention { target: required_reference(&mut data, "ref")? },
            "emoji" => InlineKind::Emoji { code: emoji_code(&mut data)? },
            "icon" => InlineKind::Icon { icon: icon(&mut data)? },
            "inline-math" => InlineKind::Math { formula: formula(&mut data)? },
            "inline-image" => InlineKind::Image(Box::new(image(&mut data)?)),
            "annotation" => {
                let nodes = self.line(&mut object, Within::Annotation)?;
                InlineKind::Annotation { nodes, body: self.note(&mut object)? }
            }
            "button" => InlineKind::Button(Box::new(button(&mut data)?)),
            "expression" => InlineKind::Expression { expression: data.required_text("expression")? },
            other => return Err(at.field("type").invalid(format!("`{other}` is no inline node"))),
        };
        if !within.allows(&kind) || self.in_note && kind == "annotation" {
            return Err(at.field("type").invalid(format!("`{kind}` may not stand here")));
        }
        Ok(Inline { key: super::read::key(&mut object)?, kind: build, more: More::new(data.rest()) })
    }

    /// Reads the blocks of an annotation's note.
    fn note(&mut self, object: &mut Object<'_>) -> Result<Vec<crate::document::model::Block>, Invalid> {
        let outer = (self.in_note, self.in_cell);
        (self.in_note, self.in_cell) = (true, false);
        let body = self.fragment(object, "annotation-body");
        (self.in_note, self.in_cell) = outer;
        body.map(Option::unwrap_or_default)
    }
}

fn marks(leaf: &mut Object<'_>) -> Result<Marks, Invalid> {
    let at = leaf.at;
    let field = at.field("marks");
    let mut marks = Marks::NONE;
    for (n, value) in leaf.list("marks")?.into_iter().enumerate() {
        let at = field.item(n);
        let mut object = Object::new(value, at)?;
        let name = object.required_text("type")?;
        match Mark::ALL.iter().find(|(_, known)| *known == name) {
            Some((mark, _)) => marks = marks.with(*mark),
            None if name == "color" => marks.color = color(object.take("data"), &at)?,
            None => return Err(at.field("type").invalid(format!("`{name}` is no mark"))),
        }
    }
    Ok(marks)
}

fn color(data: Option<Value>, at: &At<'_>) -> Result<Option<Color>, Invalid> {
    let at = at.field("data");
    let mut data = Object::new(data.unwrap_or_default(), at)?;
    let text = data.word("text")?.unwrap_or(Tint::Default);
    let background = data.word("background")?.unwrap_or(Tint::Default);
    let plain = text == Tint::Default && background == Tint::Default;
    Ok((!plain).then_some(Color { text, background }))
}

fn emoji_code(data: &mut Object<'_>) -> Result<String, Invalid> {
    let code = data.required_text("code")?.to_ascii_lowercase();
    match crate::document::emoji::text(&code) {
        Some(_) => Ok(code),
        None => Err(data.at.field("code").invalid("must be hexadecimal code points, joined by -")),
    }
}

fn icon(data: &mut Object<'_>) -> Result<String, Invalid> {
    let icon = data.required_text("icon")?;
    match is_icon(&icon) {
        true => Ok(icon),
        false => Err(data.at.field("icon").invalid("must be 1 to 50 letters, digits and hyphens")),
    }
}

/// Returns true if a text is a valid icon name: 1 to 50 ASCII letters, digits and hyphens.
pub(in crate::document) fn is_icon(name: &str) -> bool {
    (1..=50).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Reads the formula of a block, trimmed. Refuses one with a line that would end it in Markdown; the first line is
/// exempt because it is indented.
pub(super) fn block_formula(data: &mut Object<'_>) -> Result<String, Invalid> {
    let formula = normal::clean(&data.required_text("formula")?);
    let formula = formula.trim();
    if formula.split('\n').skip(1).any(normal::ends_math) {
        return Err(data.at.field("formula").invalid("must not contain a line that is $$"));
    }
    Ok(formula.to_owned())
}

/// Reads an inline formula, trimmed. Refuses one with the delimiters that would end it in Markdown.
pub(super) fn formula(data: &mut Object<'_>) -> Result<String, Invalid> {
    let formula = data.required_text("formula")?;
    let formula = formula.trim();
    if formula.contains("$$") || formula.starts_with('$') || formula.ends_with('$') {
        return Err(data.at.field("formula").invalid("must not contain $$ nor begin or end with $"));
    }
    Ok(formula.to_owned())
}

fn image(data: &mut Object<'_>) -> Result<InlineImage, Invalid> {
    Ok(InlineImage {
        source: required_reference(data, "ref")?,
        dark: reference(data, "refDark")?,
        alt: data.some_text("alt")?,
        caption: data.some_text("caption")?,
        size: data.word("size")?.unwrap_or(ImageSize::Original),
    })
}

fn button(data: &mut Object<'_>) -> Result<Button, Invalid> {
    let button = Button {
        label: data.required_text("label")?,
        kind: data.word("kind")?.unwrap_or(ButtonKind::Primary),
        icon: data.some_text("icon")?,
        target: reference(data, "ref")?,
        action: data.some_text("action")?,
        query: data.some_text("query")?,
    };
    if button.target.is_none() && button.action.is_none() {
        return Err(data.missing("ref"));
    }
    Ok(button)
}

/// Reads the reference in a required field.
pub(super) fn required_reference(data: &mut Object<'_>, name: &str) -> Result<ContentRef, Invalid> {
    reference(data, name)?.ok_or_else(|| data.missing(name))
}

/// Reads the reference in an optional field.
pub(super) fn reference(data: &mut Object<'_>, name: &str) -> Result<Option<ContentRef>, Invalid> {
    let at = data.at;
    data.take(name).map(|value| content_ref(value, at.field(name))).transpose()
}

const KINDS: &str = "must be one of url, file, page, anchor, space, user, collection, reusable-content, openapi";

/// Reads a reference from its JSON.
pub(super) fn content_ref(value: Value, at: At<'_>) -> Result<ContentRef, Invalid> {
    let mut object = Object::new(value, at)?;
    let kind = object.required_text("kind")?;
    let reference = match kind.as_str() {
        "url" => ContentRef::Url { url: object.required_text("url")? },
        "file" => ContentRef::File { file: object.required_text("file")? },
        "page" => ContentRef::Page { page: object.required_text("page")?, space: object.some_text("space")? },
        "anchor" => ContentRef::Anchor {
            anchor: object.required_text("anchor")?,
            page: object.some_text("page")?,
            space: object.some_text("space")?,
        },
        "space" => ContentRef::Space { space: object.required_text("space")? },
        "user" => ContentRef::User { user: object.required_text("user")? },
        "collection" => ContentRef::Collection { collection: object.required_text("collection")? },
        "reusable-content" => ContentRef::ReusableContent {
            reusable_content: object.required_text("reusableContent")?,
            space: object.some_text("space")?,
        },
        "openapi" => ContentRef::Openapi { spec: object.required_text("spec")? },
        _ => return Err(at.field("kind").invalid(KINDS)),
    };
    Ok(reference)
}
