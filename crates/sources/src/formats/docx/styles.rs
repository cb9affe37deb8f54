//! Styles: what their names and properties say of a paragraph or a run.

use std::collections::HashMap;

use quire_content::document::model::{Mark, Marks};

use crate::xml::Element;

#[derive(Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// The style of paragraphs that name none.
    default: Option<String>,
}

#[derive(Default, Clone)]
struct Style {
    name: String,
    base: Option<String>,
    outline: Option<u8>,
    numbering: Option<(String, u8)>,
    marks: Vec<(Mark, bool)>,
}

/// What a paragraph is by its style.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Text,
    Title,
    Subtitle,
    Heading(u8),
    Quote,
    Code,
    /// A line of a table of contents that Word made.
    Contents,
    /// A paragraph that goes on in the item before it.
    Continued,
    Caption,
}

impl Styles {
    pub(super) fn read(root: &Element) -> Self {
        let mut styles = Self::default();
        for element in root.elements().filter(|element| &*element.name == "w:style") {
            let Some(id) = element.attr("w:styleId") else { continue };
            let properties = element.child("w:pPr");
            let numbering = properties.and_then(|properties| properties.child("w:numPr")).and_then(|numbering| {
                let id = numbering.of("w:numId", "w:val")?;
                Some((id.to_owned(), numbering.of("w:ilvl", "w:val").and_then(|level| level.parse().ok()).unwrap_or(0)))
            });
            let style = Style {
                name: element.of("w:name", "w:val").unwrap_or_default().to_lowercase(),
                base: element.of("w:basedOn", "w:val").map(str::to_owned),
                outline: properties.and_then(|it| it.of("w:outlineLvl", "w:val")).and_then(|level| level.parse().ok()),
                numbering,
                marks: element.child("w:rPr").map(marks_of).unwrap_or_default(),
            };
            if element.attr("w:default").is_some_and(is_on) && element.attr("w:type") == Some("paragraph") {
                styles.default = Some(id.to_owned());
            }
            styles.by_id.insert(id.to_owned(), style);
        }
        styles
    }

    /// Returns a style and those that it is based on.
    fn chain<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s Style> {
        let mut next = self.by_id.get(id);
        let mut left = 20;
        std::iter::from_fn(move || {
            let style = next.filter(|_| left > 0)?;
            left -= 1;
            next = style.base.as_ref().and_then(|base| self.by_id.get(base));
            Some(style)
        })
    }

    pub(super) fn role(&self, id: Option<&str>) -> Role {
        let Some(id) = id.or(self.default.as_deref()) else { return Role::Text };
        let by_id = id.to_lowercase();
        let named = self
            .chain(id)
            .find_map(|style| role_of(&style.name))
            .or_else(|| if self.by_id.contains_key(id) { None } else { role_of(&by_id) });
        let outline = || {
            self.chain(id)
                .find_map(|style| style.outline)
                .filter(|level| *level < 9)
                .map(|level| Role::Heading(level + 1))
        };
        named.or_else(outline).unwrap_or_default()
    }

    pub(super) fn numbering(&self, id: Option<&str>) -> Option<(String, u8)> {
        self.chain(id.or(self.default.as_deref())?).find_map(|style| style.numbering.clone())
    }

    /// Adds the marks of a style of runs.
    pub(super) fn mark(&self, id: &str, marks: &mut Marks) {
        let styles: Vec<&Style> = self.chain(id).collect();
        for style in styles.into_iter().rev() {
            if is_code_name(&style.name) {
                *marks = marks.with(Mark::Code);
            }
            apply(&style.marks, marks);
        }
    }
}

/// Returns what a name says; `None` for a name that says nothing.
fn role_of(name: &str) -> Option<Role> {
    let level = |rest: &str| rest.trim().parse::<u8>().ok().filter(|level| (1..=9).contains(level));
    if let Some(level) = name.strip_prefix("heading").and_then(level) {
        return Some(Role::Heading(level));
    }
    if name.strip_prefix("toc").and_then(level).is_some() || name == "toc heading" || name == "tocheading" {
        return Some(Role::Contents);
    }
    if name.starts_with("list continue") || name.starts_with("listcontinue") {
        return Some(Role::Continued);
    }
    match name {
        "title" => Some(Role::Title),
        "subtitle" => Some(Role::Subtitle),
        "quote" | "intense quote" | "block text" | "quotations" | "blockquote" | "block quote" | "intensequote" => {
            Some(Role::Quote)
        }
        "caption" | "image caption" | "table caption" => Some(Role::Caption),
        "html preformatted" | "preformatted text" | "source code" | "sourcecode" | "macro" | "macro text"
        | "verbatim" | "plain text" | "code block" | "codeblock" => Some(Role::Code),
        name if is_code_name(name) => Some(Role::Code),
        _ => None,
    }
}

fn is_code_name(name: &str) -> bool {
    [
        "code",
        "html code",
        "verbatim char",
        "source text",
        "inline code",
        "html typewriter",
        "html sample",
        "htmlcode",
        "verbatimchar",
        "codechar",
        "code char",
        "inlinecode",
        "teletype",
    ]
    .contains(&name)
}

/// Returns true for a property that is set, or whose value is not that of off.
pub(super) fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "off" | "none")
}

/// Returns the marks that properties of a run set or take away.
pub(super) fn marks_of(properties: &Element) -> Vec<(Mark, bool)> {
    let mut marks = Vec::new();
    for property in properties.elements() {
        let value = property.attr("w:val");
        let on = value.is_none_or(is_on);
        match &*property.name {
            "w:b" => marks.push((Mark::Bold, on)),
            "w:i" => marks.push((Mark::Italic, on)),
            "w:strike" | "w:dstrike" => marks.push((Mark::Strikethrough, on)),
            "w:vertAlign" => match value {
                Some("superscript") => marks.push((Mark::Superscript, true)),
                Some("subscript") => marks.push((Mark::Subscript, true)),
                _ => marks.extend([(Mark::Superscript, false), (Mark::Subscript, false)]),
            },
            "w:rFonts" => {
                let font =
                    property.attr("w:ascii").or_else(|| property.attr("w:hAnsi")).unwrap_or_default().to_lowercase();
                let fixed = [
                    "courier",
                    "consolas",
                    "menlo",
                    "monaco",
                    "mono",
                    "lucida console",
                    "source code",
                    "cascadia",
                    "typewriter",
                ];
                if fixed.iter().any(|name| font.contains(name)) {
                    marks.push((Mark::Code, true));
                }
            }
            _ => {}
        }
    }
    marks
}

pub(super) fn apply(said: &[(Mark, bool)], marks: &mut Marks) {
    for (mark, on) in said {
        *marks = if *on { marks.with(*mark) } else { marks.without(*mark) };
    }
}
