//! `{% name … %}` tags with their content.

use std::ops::Range;

use quire_markdown::tree::{Block as Syntax, BlockKind, Tag};
use serde_json::{Map, Value};

use super::{BlockReader, is_comment};
use crate::document::anchors::is_anchor;
use crate::document::html::text::decode;
use crate::document::model::{
    Anchor, Block, Code, HintStyle, Integration, Kind, Length, Lines, More, Node, Overflow, Swagger, Vertical, Word,
};
use crate::document::{normal, print};

/// The attributes of a tag that were not read yet.
struct Attributes {
    values: Vec<(String, String)>,
}

impl Attributes {
    fn new(tag: &Tag<'_>) -> Self {
        let named = tag.attributes.iter().filter_map(|attribute| {
            let value = attribute.value.unwrap_or("true").replace("\\\"", "\"");
            Some((attribute.name?.to_owned(), normal::one_line(&decode(&value))))
        });
        Self { values: named.collect() }
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.values.iter().position(|(known, _)| known == name)?;
        Some(self.values.remove(at).1)
    }

    fn some(&mut self, name: &str) -> Option<String> {
        self.take(name).filter(|value| !value.is_empty())
    }

    fn flag(&mut self, name: &str) -> bool {
        self.take(name).is_some_and(|value| value == "true")
    }

    fn switch(&mut self, name: &str) -> Option<bool> {
        self.take(name).map(|value| value == "true")
    }

    /// Returns the remaining attributes as unknown data.
    fn more(self) -> More {
        let mut fields = Map::new();
        for (name, value) in self.values {
            if print::is_attribute(&name) && !fields.contains_key(&name) {
                fields.insert(name, Value::String(value));
            }
        }
        More::new(fields)
    }
}

impl<'s> BlockReader<'s> {
    pub(super) fn tag(&mut self, tag: &Tag<'s>, span: &Range<usize>, out: &mut Vec<Block>) {
        if tag.name == "if" && tag.end.is_none() && self.tree.cut.is_some() {
            // Its end tag may be in the part that was not parsed, so its content is unknown.
            self.cut = Some(self.cut.map_or(span.start, |cut| cut.min(span.start)));
            return;
        }
        let mut attributes = Attributes::new(tag);
        let block = match self.known(tag, &mut attributes) {
            Some(Kind::Integration(integration)) => Some(Block::new(Kind::Integration(integration))),
            Some(kind) => {
                let mut block = Block::new(kind);
                if crate::document::json::has_anchor(&block.kind)
                    && let Some(id) = attributes.take("id").filter(|id| is_anchor(id))
                {
                    block.anchor = Anchor::Given(id.into());
                }
                block.more = match &block.kind {
                    Kind::If { .. } | Kind::Reusable { .. } => More::default(),
                    Kind::Code(code) if matches!(code.lines, Lines::Rich(_)) => More::default(),
                    _ => attributes.more(),
                };
                // The second occurrence of a repeated attribute is not unknown data.
                normal::keep_known(&mut block);
                Some(block)
            }
            None => None,
        };
        let block = block.unwrap_or_else(|| {
            self.warn(span, format!("this `{}` is not understood and kept as it is", tag.name));
            self.raw(&self.written(span))
        });
        out.push(block);
    }

    fn known(&mut self, tag: &Tag<'s>, attributes: &mut Attributes) -> Option<Kind> {
        match tag.name {
            "include" => self.include(tag),
            "file" => {
                let caption = self.tag_caption(tag)?;
                Some(Kind::File { source: self.target(&attributes.take("src")?), caption })
            }
            "embed" => {
                let caption = self.tag_caption(tag)?;
                let url = attributes.take("url")?;
                Some(Kind::Embed { url, full_width: attributes.flag("fullWidth"), caption })
            }
            name if name.starts_with('@') => integration(tag, attributes),
            _ => {
                tag.end.as_ref()?;
                self.containing(tag, attributes)
            }
        }
    }

    /// Converts tags that have an end tag.
    fn containing(&mut self, tag: &Tag<'s>, attributes: &mut Attributes) -> Option<Kind> {
        Some(match tag.name {
            "hint" => {
                let style = attributes.take("style").and_then(|style| HintStyle::of(&style));
                Kind::Hint { style: style.unwrap_or(HintStyle::Info), nodes: self.blocks(&tag.blocks) }
            }
            "if" => {
                let expression = normal::one_line(tag.arguments).trim().to_owned();
                Kind::If { expression, nodes: self.blocks(&tag.blocks) }
            }
            "code" => self.code(tag, attributes)?,
            "tabs" => {
                let full_width = attributes.flag("fullWidth");
                Kind::Tabs { full_width, tabs: self.parts(tag, "tab")? }
            }
            "stepper" => Kind::Stepper { steps: self.parts(tag, "step")? },
            "columns" => {
                let full_width = attributes.flag("fullWidth");
                Kind::Columns { full_width, columns: self.parts(tag, "column")? }
            }
            "updates" => Kind::Updates { format: attributes.some("format"), updates: self.parts(tag, "update")? },
            "prompt" => Kind::Prompt {
                description: attributes.some("description"),
                icon: attributes.some("icon"),
                nodes: self.blocks(&tag.blocks),
            },
            "content-ref" => Kind::ContentRef { target: self.target(&attributes.take("url")?) },
            "openapi" | "swagger" => Kind::Swagger(Box::new(Swagger {
                source: self.target(&attributes.take("src")?),
                path: attributes.take("path").unwrap_or_default(),
                method: attributes.take("method").unwrap_or_default(),
                expanded: attributes.switch("expanded"),
                full_width: attributes.flag("fullWidth"),
            })),
            "openapi-operation" => Kind::Operation {
                spec: attributes.take("spec")?,
                path: attributes.take("path")?,
                method: attributes.take("method")?,
            },
            "openapi-schemas" => Kind::Schemas {
                spec: attributes.take("spec")?,
                schemas: names(&attributes.take("schemas").unwrap_or_default()),
                grouped: attributes.flag("grouped"),
            },
            "openapi-webhook" => Kind::Webhook {
                spec: attributes.take("spec")?,
                name: attributes.take("name")?,
                method: attributes.take("method")?,
            },
            _ => return None,
        })
    }

    /// Reads the parts of tabs, steppers, columns and updates; `None` if there is another block. A part without an end
    /// tag extends to the next one.
    fn parts(&mut self, tag: &Tag<'s>, name: &str) -> Option<Vec<Block>> {
        let mut parts = Vec::with_capacity(tag.blocks.len());
        let mut rest = tag.blocks.as_slice();
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            match &first.kind {
                BlockKind::Tag(part) if part.name == name && part.end.is_some() => {
                    parts.push(self.part(part, &part.blocks));
                }
                BlockKind::Tag(part) if part.name == name => {
                    let next = |block: &Syntax<'_>| matches!(&block.kind, BlockKind::Tag(next) if next.name == name);
                    let (content, after) = rest.split_at(rest.iter().position(next).unwrap_or(rest.len()));
                    parts.push(self.part(part, content));
                    rest = after;
                }
                BlockKind::Html(html) if is_comment(html) => {}
                _ => return None,
            }
        }
        Some(parts)
    }

    fn part(&mut self, tag: &Tag<'s>, content: &[Syntax<'s>]) -> Block {
        let mut attributes = Attributes::new(tag);
        let nodes = self.blocks(content);
        let mut anchor = Anchor::Absent;
        let kind = match tag.name {
            "tab" => {
                if let Some(id) = attributes.take("id").filter(|id| is_anchor(id)) {
                    anchor = Anchor::Given(id.into());
                }
                Kind::Tab { title: attributes.some("title"), icon: attributes.some("icon"), nodes }
            }
            "step" => Kind::Step { icon: attributes.some("icon"), nodes },
            "column" => Kind::Column {
                width: attributes.take("width").and_then(|width| Length::parse(&width)),
                vertical: attributes.take("valign").and_then(|word| Vertical::of(&word)),
                nodes,
            },
            _ => Kind::Update {
                date: attributes.take("date").unwrap_or_default(),
                tags: names(&attributes.take("tags").unwrap_or_default()),
                nodes,
            },
        };
        let mut block = Block { anchor, more: attributes.more(), ..Block::new(kind) };
        normal::keep_known(&mut block);
        block
    }

    /// Converts `{% code %}` around one code block.
    fn code(&mut self, tag: &Tag<'s>, attributes: &mut Attributes) -> Option<Kind> {
        let overflow = match attributes.take("overflow") {
            Some(word) => Some(Overflow::of(&word)?),
            None => None,
        };
        let only = <[Block; 1]>::try_from(self.blocks(&tag.blocks)).ok()?;
        let [Block { kind: Kind::Code(code), .. }] = only else { return None };
        Some(Kind::Code(Box::new(Code {
            title: attributes.some("title").or(code.title),
            overflow: overflow.or(code.overflow),
            line_numbers: attributes.switch("lineNumbers").or(code.line_numbers),
            full_width: attributes.flag("fullWidth") || code.full_width,
            ..*code
        })))
    }

    fn tag_caption(&mut self, tag: &Tag<'s>) -> Option<Vec<Node>> {
        super::html_block::joined(self.blocks(&tag.blocks))
    }

    fn include(&mut self, tag: &Tag<'_>) -> Option<Kind> {
        let target = tag.arguments.trim_matches('"');
        let target = normal::one_line(&decode(target));
        if let Some(rest) = target.strip_prefix("https://app.gitbook.com/s/") {
            let (space, rest) = rest.split_once("/~/reusable/")?;
            let content = rest.trim_end_matches('/').to_owned();
            return Some(Kind::Reusable { content, space: Some(space.to_owned()), token: None });
        }
        let content = self.resolve.reusable(&target).unwrap_or(target);
        (!content.is_empty()).then_some(Kind::Reusable { content, space: None, token: None })
    }
}

/// Converts `{% @integration/block … %}`.
fn integration(tag: &Tag<'_>, attributes: &mut Attributes) -> Option<Kind> {
    let (integration, block) = tag.name.strip_prefix('@')?.split_once('/')?;
    if tag.end.is_some() || integration.is_empty() || block.is_empty() {
        return None;
    }
    let mut props = match attributes.take("data-props") {
        Some(json) => serde_json::from_str(&json).ok()?,
        None => Map::new(),
    };
    let action = attributes.take("data-action").map(|json| serde_json::from_str(&json)).transpose().ok()?;
    let full_width = attributes.flag("fullWidth");
    let url = attributes.some("data-url");
    for (name, value) in attributes.values.drain(..) {
        props.insert(name, Value::String(value));
    }
    Some(Kind::Integration(Box::new(Integration {
        integration: integration.to_owned(),
        block: block.to_owned(),
        props: More::new(props),
        action,
        url,
        full_width,
    })))
}

fn names(list: &str) -> Vec<String> {
    list.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
