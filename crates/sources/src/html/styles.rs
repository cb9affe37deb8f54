//! Marks that style sheets give: Google Docs and exports of Word write bold, italic and fixed-width text so.

use std::collections::HashMap;

use quire_content::document::model::{Color, Mark, Marks, Tint};

use crate::dom::{Dom, Id};

/// The colour of marked text.
pub(super) const MARKED: Color = Color { text: Tint::Default, background: Tint::Yellow };

/// The marks of classes.
#[derive(Default)]
pub(super) struct Styles {
    by_class: HashMap<String, Rule>,
    is_on: bool,
}

#[derive(Default, Clone, Copy)]
struct Rule {
    bold: Option<bool>,
    italic: Option<bool>,
    code: bool,
    strike: bool,
    script: Option<Mark>,
}

impl Styles {
    /// Reads the style sheets of a page of Google Docs.
    pub(super) fn of(dom: &Dom) -> Self {
        let mut by_class = HashMap::new();
        for id in dom.below(Dom::TOP).filter(|id| dom.name(*id) == "style") {
            let css: String = dom.children(id).iter().map(|id| dom.own_text(*id)).collect();
            for rule in css.split('}') {
                let Some((selectors, body)) = rule.split_once('{') else { continue };
                for selector in selectors.split(',') {
                    if let Some(class) =
                        selector.trim().strip_prefix('.').filter(|class| !class.contains([' ', ':', '>', '.']))
                    {
                        by_class.insert(class.to_owned(), Rule::read(body));
                    }
                }
            }
        }
        Self { by_class, is_on: true }
    }

    /// Adds the marks of an element's classes and of its own style.
    pub(super) fn apply(&self, dom: &Dom, id: Id, marks: &mut Marks) {
        if self.is_on {
            for class in dom.classes(id) {
                if let Some(rule) = self.by_class.get(class) {
                    rule.apply(marks);
                }
            }
        }
        if dom.name(id) == "span"
            && let Some(style) = dom.attr(id, "style")
        {
            Rule::read(style).apply(marks);
        }
    }
}

impl Rule {
    fn read(body: &str) -> Self {
        let mut rule = Self::default();
        for part in body.split(';') {
            let Some((name, value)) = part.split_once(':') else { continue };
            let value = value.trim().to_ascii_lowercase();
            match name.trim() {
                "font-weight" => rule.bold = Some(matches!(value.as_str(), "bold" | "600" | "700" | "800" | "900")),
                "font-style" => rule.italic = Some(value == "italic"),
                "text-decoration" | "text-decoration-line" => rule.strike |= value.contains("line-through"),
                "font-family" => {
                    rule.code |=
                        ["mono", "courier", "consolas", "menlo", "source code"].iter().any(|font| value.contains(font));
                }
                "vertical-align" if value == "super" => rule.script = Some(Mark::Superscript),
                "vertical-align" if value == "sub" => rule.script = Some(Mark::Subscript),
                _ => {}
            }
        }
        rule
    }

    fn apply(self, marks: &mut Marks) {
        for (said, mark) in [(self.bold, Mark::Bold), (self.italic, Mark::Italic)] {
            if said == Some(true) {
                *marks = marks.with(mark);
            }
        }
        if self.code {
            *marks = marks.with(Mark::Code);
        }
        if self.strike {
            *marks = marks.with(Mark::Strikethrough);
        }
        if let Some(mark) = self.script {
            *marks = marks.with(mark);
        }
    }
}
