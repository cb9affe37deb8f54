//! The `data` of blocks and inline nodes as JSON.
//!
//! It is always an object; fields that are absent or have their default are left out, except those that clients
//! require.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::document::model::{Block, Code, ContentRef, Image, Inline, InlineKind, Kind, Length, ListStyle, Num, Word};

/// Serializes the `data` of a block.
pub(super) struct BlockData<'a>(pub(super) &'a Block);

/// Serializes the `data` of an inline node.
pub(super) struct InlineData<'a>(pub(super) &'a Inline);

/// A map serializer that leaves out absent fields.
struct Fields<M>(M);

impl<M: SerializeMap> Fields<M> {
    fn put(&mut self, name: &str, value: &impl Serialize) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    fn some(&mut self, name: &str, value: Option<&impl Serialize>) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.put(name, value))
    }

    fn word(&mut self, name: &str, value: Option<impl Word>) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.put(name, &value.word()))
    }

    fn flag(&mut self, name: &str, value: bool) -> Result<(), M::Error> {
        if value { self.put(name, &true) } else { Ok(()) }
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithUnit<'a> {
            value: Num,
            unit: &'a str,
        }
        match &self.unit {
            Some(unit) => WithUnit { value: self.value, unit }.serialize(serializer),
            None => self.value.serialize(serializer),
        }
    }
}

impl Serialize for BlockData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = Fields(serializer.serialize_map(None)?);
        text_data(&self.0.kind, &mut fields)?;
        media_data(&self.0.kind, &mut fields)?;
        layout_data(&self.0.kind, &mut fields)?;
        api_data(&self.0.kind, &mut fields)?;
        for (name, value) in self.0.more.iter() {
            fields.put(name, value)?;
        }
        fields.0.end()
    }
}

/// Writes the data of paragraphs, headings, lists, hints, conditions, code and formulas.
fn text_data<M: SerializeMap>(kind: &Kind, fields: &mut Fields<M>) -> Result<(), M::Error> {
    match kind {
        Kind::Paragraph { align, .. } | Kind::Heading { align, .. } => fields.word("align", *align),
        Kind::Raw { source } if super::write::is_comment(source) => fields.put("raw", source),
        Kind::Raw { .. } => fields.flag("raw", true),
        Kind::List { style: ListStyle::Ordered { start }, .. } => fields.some("start", start.as_ref()),
        Kind::ListItem { checked, .. } => fields.some("checked", checked.as_ref()),
        Kind::Hint { style, .. } => fields.word("style", Some(*style)),
        Kind::If { expression, .. } => fields.put("expression", expression),
        Kind::Code(code) => code_data(code, fields),
        Kind::Math { formula } => fields.put("formula", formula),
        _ => Ok(()),
    }
}

fn code_data<M: SerializeMap>(code: &Code, fields: &mut Fields<M>) -> Result<(), M::Error> {
    fields.some("syntax", code.syntax.as_ref())?;
    fields.some("info", code.info.as_ref())?;
    fields.some("title", code.title.as_ref())?;
    fields.word("overflow", code.overflow)?;
    fields.some("lineNumbers", code.line_numbers.as_ref())?;
    fields.flag("fullWidth", code.full_width)
}

/// Writes the data of images, files, drawings and embeds.
fn media_data<M: SerializeMap>(kind: &Kind, fields: &mut Fields<M>) -> Result<(), M::Error> {
    match kind {
        Kind::Images { align, full_width, with_frame, .. } => {
            fields.word("align", *align)?;
            fields.flag("fullWidth", *full_width)?;
            fields.flag("withFrame", *with_frame)
        }
        Kind::Image(image) => image_data(image, fields),
        Kind::File { source, .. } => fields.put("ref", source),
        Kind::Drawing { source, alt, .. } => {
            fields.some("ref", source.as_ref())?;
            fields.some("alt", alt.as_ref())
        }
        Kind::Embed { url, full_width, .. } => {
            fields.put("url", url)?;
            fields.flag("fullWidth", *full_width)
        }
        _ => Ok(()),
    }
}

fn image_data<M: SerializeMap>(image: &Image, fields: &mut Fields<M>) -> Result<(), M::Error> {
    fields.put("ref", &image.source)?;
    fields.some("refDark", image.dark.as_ref())?;
    fields.some("width", image.width.as_ref())?;
    fields.some("height", image.height.as_ref())?;
    fields.some("alt", image.alt.as_ref())
}

/// Writes the data of expandables, tabs, steps, columns, tables, updates and prompts.
fn layout_data<M: SerializeMap>(kind: &Kind, fields: &mut Fields<M>) -> Result<(), M::Error> {
    match kind {
        Kind::Expandable { open, .. } => fields.flag("defaultExpanded", *open),
        Kind::Tabs { full_width, .. } | Kind::Columns { full_width, .. } => fields.flag("fullWidth", *full_width),
        Kind::Tab { title, icon, .. } => {
            fields.some("title", title.as_ref())?;
            fields.some("icon", icon.as_ref())
        }
        Kind::Step { icon, .. } => fields.some("icon", icon.as_ref()),
        Kind::Column { width, vertical, .. } => {
            fields.some("width", width.as_ref())?;
            fields.word("verticalAlignment", *vertical)
        }
        Kind::Table(table) => {
            fields.put("view", &super::table::ViewOf(table))?;
            fields.put("definition", &super::table::Definitions(table))?;
            fields.put("records", &super::table::Records(table))?;
            fields.flag("fullWidth", table.full_width)
        }
        Kind::Updates { format, .. } => fields.some("format", format.as_ref()),
        Kind::Update { date, tags, .. } => {
            fields.put("date", date)?;
            fields.some("tags", (!tags.is_empty()).then_some(tags))
        }
        Kind::Prompt { description, icon, .. } => {
            fields.some("description", description.as_ref())?;
            fields.some("icon", icon.as_ref())
        }
        _ => Ok(()),
    }
}

/// Writes the data of references, OpenAPI blocks, integrations and reusable content.
fn api_data<M: SerializeMap>(kind: &Kind, fields: &mut Fields<M>) -> Result<(), M::Error> {
    let openapi = |spec: &String| ContentRef::Openapi { spec: spec.clone() };
    match kind {
        Kind::ContentRef { target } => fields.put("ref", target),
        Kind::Swagger(swagger) => {
            fields.put("ref", &swagger.source)?;
            fields.put("path", &swagger.path)?;
            fields.put("method", &swagger.method)?;
            fields.some("expanded", swagger.expanded.as_ref())?;
            fields.flag("fullWidth", swagger.full_width)
        }
        Kind::Operation { spec, path, method } => {
            fields.put("ref", &openapi(spec))?;
            fields.put("path", path)?;
            fields.put("method", method)
        }
        Kind::Schemas { spec, schemas, grouped } => {
            fields.put("ref", &openapi(spec))?;
            fields.put("schemas", schemas)?;
            fields.put("grouped", grouped)
        }
        Kind::Webhook { spec, name, method } => {
            fields.put("ref", &openapi(spec))?;
            fields.put("name", name)?;
            fields.put("method", method)
        }
        Kind::Integration(integration) => {
            fields.put("integration", &integration.integration)?;
            fields.put("block", &integration.block)?;
            fields.put("props", &integration.props)?;
            fields.some("action", integration.action.as_ref())?;
            fields.some("url", integration.url.as_ref())?;
            fields.flag("fullWidth", integration.full_width)
        }
        Kind::Reusable { content, space, .. } => {
            fields.put("ref", &ContentRef::ReusableContent { reusable_content: content.clone(), space: space.clone() })
        }
        _ => Ok(()),
    }
}

impl Serialize for crate::document::model::More {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Serialize for InlineData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = Fields(serializer.serialize_map(None)?);
        match &self.0.kind {
            InlineKind::Link { target, .. } | InlineKind::Mention { target } => fields.put("ref", target)?,
            InlineKind::Emoji { code } => fields.put("code", code)?,
            InlineKind::Icon { icon } => fields.put("icon", icon)?,
            InlineKind::Math { formula } => fields.put("formula", formula)?,
            InlineKind::Image(image) => {
                fields.put("ref", &image.source)?;
                fields.some("refDark", image.dark.as_ref())?;
                fields.some("alt", image.alt.as_ref())?;
                fields.some("caption", image.caption.as_ref())?;
                fields.word("size", Some(image.size))?;
            }
            InlineKind::Annotation { .. } => {}
            InlineKind::Button(button) => {
                fields.put("label", &button.label)?;
                fields.word("kind", Some(button.kind))?;
                fields.some("icon", button.icon.as_ref())?;
                fields.some("ref", button.target.as_ref())?;
                fields.some("action", button.action.as_ref())?;
                fields.some("query", button.query.as_ref())?;
            }
            InlineKind::Expression { expression } => fields.put("expression", expression)?,
        }
        for (name, value) in self.0.more.iter() {
            fields.put(name, value)?;
        }
        fields.0.end()
    }
}
