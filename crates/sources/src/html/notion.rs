//! Exports of Notion: the constructs that other HTML lacks.
//!
//! Its text keeps white space, so that a new line within a paragraph is one. Icons stand before what they belong to.

use quire_content::document::model::{Color, HintStyle, Kind, Tint};

use super::read::{Flow, MOST_NESTED, Read, Style};
use crate::dom::{Dom, Id};

/// Returns true for a page of an export.
pub(super) fn is_page(dom: &Dom) -> bool {
    let article = dom.find(Dom::TOP, |id| dom.name(id) == "article" && dom.has_class(id, "page"));
    article.is_some_and(|article| dom.find(article, |id| dom.has_class(id, "page-body")).is_some())
}

/// Returns the style that the emoji of a callout stands for; `None` for emojis that say nothing of the kind.
pub(crate) fn style_of(text: &str) -> Option<HintStyle> {
    let begins = |all: &[&str]| all.iter().any(|emoji| text.starts_with(emoji));
    if begins(&["⚠", "🚧", "❗", "⚡"]) {
        Some(HintStyle::Warning)
    } else if begins(&["🚨", "❌", "🛑", "🔥", "⛔", "☠"]) {
        Some(HintStyle::Danger)
    } else if begins(&["✅", "✔", "🎉", "👍"]) {
        Some(HintStyle::Success)
    } else if begins(&["💡", "ℹ", "📌", "📝"]) {
        Some(HintStyle::Info)
    } else {
        None
    }
}

/// Returns the colour of marked text by its class.
pub(super) fn marked(dom: &Dom, id: Id) -> Option<Color> {
    let name = dom.classes(id).find_map(|class| class.strip_prefix("highlight-"))?;
    let (name, is_background) = name.strip_suffix("_background").map_or((name, false), |name| (name, true));
    let tint = match name {
        "default" | "gray" => Tint::Default,
        "brown" | "orange" => Tint::Orange,
        "yellow" => Tint::Yellow,
        "teal" | "green" => Tint::Green,
        "blue" => Tint::Blue,
        "purple" => Tint::Purple,
        "pink" | "red" => Tint::Red,
        _ => return None,
    };
    let (text, background) = if is_background { (Tint::Default, tint) } else { (tint, Tint::Default) };
    Some(Color { text, background })
}

impl Read<'_> {
    /// Reads a construct of Notion; returns false if the element is none.
    pub(super) fn of_notion(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        if !self.is_notion {
            return false;
        }
        if dom.name(id) == "figure" && !style.only_line {
            let bookmark = dom.elements(id).find(|id| dom.name(*id) == "a" && dom.has_class(*id, "bookmark"));
            if let Some(bookmark) = bookmark {
                return self.bookmark(bookmark, style, flow);
            }
        }
        match dom.name(id) {
            "figure" if dom.has_class(id, "callout") && !style.only_line => self.notion_callout(id, style, flow),
            "div" if dom.has_class(id, "page-header-icon") => {
                self.report.drop("the icon of a page", icon_in(dom, id));
                true
            }
            "div" if dom.has_class(id, "checkbox") => {
                let in_list = dom.parent(id).is_some_and(|parent| dom.name(parent) == "li");
                if !in_list {
                    let sign = if dom.has_class(id, "checkbox-on") { "☑" } else { "☐" };
                    flow.line.flow(sign, style.marks, style.link.as_ref());
                }
                true
            }
            "span" if dom.has_class(id, "icon") => {
                let emoji = icon(dom, id);
                if !emoji.is_empty() {
                    flow.line.flow(&format!("{emoji} "), style.marks, style.link.as_ref());
                }
                true
            }
            "img" => dom.has_class(id, "icon"),
            _ => false,
        }
    }

    fn notion_callout(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let holder = dom.elements(id).next().filter(|first| {
            let is_icon = |id: Id| dom.has_class(id, "icon");
            dom.find(*first, is_icon).is_some() && dom.find(*first, |id| dom.name(id) == "p").is_none()
        });
        let emoji = holder.map(|holder| icon_in(dom, holder)).unwrap_or_default();
        let by_color = dom.classes(id).find_map(|class| {
            Some(match class.strip_prefix("block-color-")?.trim_end_matches("_background") {
                "red" | "pink" => HintStyle::Danger,
                "orange" | "yellow" => HintStyle::Warning,
                "green" | "teal" => HintStyle::Success,
                _ => return None,
            })
        });
        let by_emoji = style_of(&emoji);
        if by_emoji.is_none() && !emoji.is_empty() {
            self.report.drop("the icon of a callout", emoji.as_str());
        }
        self.skipped.extend(holder);
        self.flush(style, flow);
        let mut nodes = self.blocks(id, &style.deeper());
        if nodes.is_empty() {
            return true;
        }
        if style.nested >= MOST_NESTED {
            flow.blocks.append(&mut nodes);
        } else {
            let kind = by_emoji.or(by_color).unwrap_or(HintStyle::Info);
            self.push(Kind::Hint { style: kind, nodes }, style, flow);
        }
        true
    }

    /// Reads a bookmark: its title as a link, and the description below it. The rest is fetched from the other site.
    fn bookmark(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let part = |class: &str| dom.find(id, |id| dom.has_class(id, class)).map(|id| dom.line(id)).unwrap_or_default();
        let Some(href) = dom.attr(id, "href").and_then(|href| self.targets.link(href)) else { return false };
        let (title, description) = (part("bookmark-title"), part("bookmark-description"));
        let title = if title.trim().is_empty() { href.clone() } else { title };
        self.flush(style, flow);
        self.settle_names();
        self.report.mapped("link");
        flow.line.flow(&title, style.marks, Some(&std::rc::Rc::from(href)));
        if !description.trim().is_empty() {
            flow.line.line_break(None);
            flow.line.flow(&description, style.marks, None);
        }
        self.flush(style, flow);
        true
    }
}

/// Returns the emoji of the icon in an element; nothing for an icon that is an image.
fn icon_in(dom: &Dom, id: Id) -> String {
    dom.find(id, |id| dom.has_class(id, "icon")).map(|found| icon(dom, found)).unwrap_or_default()
}

/// Returns the emoji of an icon, which newer exports have in an attribute.
fn icon(dom: &Dom, id: Id) -> String {
    let text = dom.line(id);
    let text = text.trim();
    if text.is_empty() { dom.attr(id, "data-emoji").unwrap_or_default().trim().to_owned() } else { text.to_owned() }
}
