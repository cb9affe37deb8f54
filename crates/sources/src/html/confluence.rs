//! Pages that Confluence wrote as HTML: what its macros become there. Its storage format is read by [`storage`](super::storage).

use quire_content::document::model::{Block, HintStyle, Kind, Node};

use super::read::{Flow, MOST_NESTED, Read, Style};
use crate::dom::{Dom, Id};

/// Returns true for a page of an export.
pub(super) fn is_page(dom: &Dom) -> bool {
    dom.find(Dom::TOP, |id| dom.attr(id, "id") == Some("main-content") && dom.has_class(id, "wiki-content")).is_some()
}

impl Read<'_> {
    /// Reads what a macro of Confluence became; returns false if the element is none.
    pub(super) fn of_confluence(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        if !self.is_confluence || dom.attr(id, "class").is_none() {
            return false;
        }
        if dom.name(id) == "img" && dom.has_class(id, "emoticon") {
            flow.line.flow(&emoticon(dom, id), style.marks, style.link.as_ref());
            return true;
        }
        if dom.name(id) != "div" || style.only_line {
            return false;
        }
        if dom.has_class(id, "toc-macro") {
            // The headings of the page, which readers get beside it.
            return true;
        }
        let shallow = style.nested < MOST_NESTED;
        if dom.has_class(id, "expand-container") && shallow {
            return self.part_of_macro(id, "expand-content", "expand-control-text", style, flow, |title, body| {
                let title = if title.is_empty() { vec![Node::text("Details")] } else { title };
                Kind::Expandable { title, body, open: false }
            });
        }
        if dom.has_class(id, "panel") && !dom.has_any_class(id, &["code", "preformatted"]) && shallow {
            return self.part_of_macro(id, "panelContent", "panelHeader", style, flow, |title, mut nodes| {
                if !title.is_empty() {
                    nodes.insert(0, Block::new(Kind::Heading { level: 3, align: None, nodes: title }));
                }
                Kind::Hint { style: HintStyle::Info, nodes }
            });
        }
        false
    }

    fn part_of_macro(
        &mut self,
        id: Id,
        body: &str,
        title: &str,
        style: &Style,
        flow: &mut Flow,
        kind: impl FnOnce(Vec<Node>, Vec<Block>) -> Kind,
    ) -> bool {
        let dom = self.dom;
        let Some(body) = dom.find(id, |id| dom.has_class(id, body)) else { return false };
        let title = dom.find(id, |id| dom.has_class(id, title)).filter(|title| !dom.is_below(*title, body));
        let title = title.map(|title| dom.line(title)).filter(|title| !title.trim().is_empty());
        let title = title.map(|title| vec![Node::text(title.trim())]).unwrap_or_default();
        let is_heading = !title.is_empty() && dom.has_class(id, "panel");
        self.flush(style, flow);
        if is_heading {
            self.begin_heading(None);
        }
        let nodes = self.blocks(body, &style.deeper());
        if !nodes.is_empty() || is_heading {
            self.push(kind(title, nodes), style, flow);
        }
        true
    }

    /// Notes what stands below the text of a page and is no part of it.
    pub(super) fn note_below_page(&mut self) {
        let dom = self.dom;
        if !self.is_confluence {
            return;
        }
        for (name, kind) in
            [("comments", "the comments of a page"), ("attachments", "the list of the attachments of a page")]
        {
            if let Some(section) = below_page(dom, name) {
                let text: String = dom.line(section).chars().take(200).collect();
                self.report.drop(kind, text);
            }
        }
    }
}

/// Returns the part below the text of a page that has a name, such as its attachments.
fn below_page(dom: &Dom, name: &str) -> Option<Id> {
    let title = dom.find(Dom::TOP, |id| dom.name(id) == "h2" && dom.attr(id, "id") == Some(name))?;
    let section = dom.parent(dom.parent(title)?)?;
    dom.has_class(section, "pageSection").then_some(section)
}

/// Returns the targets and the names of the attachments that a page lists below its text.
pub(crate) fn attachments(dom: &Dom) -> Vec<(String, String)> {
    let Some(section) = below_page(dom, "attachments").filter(|_| is_page(dom)) else { return Vec::new() };
    let links = dom.below(section).filter(|id| dom.name(*id) == "a");
    let named = |id| Some((dom.attr(id, "href")?.to_owned(), dom.line(id).trim().to_owned()));
    links.filter_map(named).filter(|(_, name)| !name.is_empty()).collect()
}

/// Returns the emoji of an emoticon, or its name as text.
fn emoticon(dom: &Dom, id: Id) -> String {
    let fallback = dom.attr(id, "data-emoji-fallback").filter(|text| !text.is_empty() && !text.starts_with(':'));
    let by_class = || dom.classes(id).find_map(|class| super::storage::emoticon(class.strip_prefix("emoticon-")?));
    fallback.or_else(by_class).or_else(|| dom.attr(id, "alt")).unwrap_or_default().to_owned()
}
