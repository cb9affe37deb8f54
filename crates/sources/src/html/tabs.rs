//! Tabs and columns of known generators, and tabs of any page that names their roles.

use quire_content::document::model::{Block, Kind, Length};

use super::read::{Flow, MOST_NESTED, Read, Style};
use crate::dom::Id;

impl Read<'_> {
    /// Reads a group of tabs; returns false if the element is none.
    pub(super) fn tabs(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        if style.nested >= MOST_NESTED || self.dom.name(id) != "div" || self.dom.attr(id, "class").is_none() {
            return false;
        }
        let Some((labels, panels)) = self.labels_and_panels(id) else { return false };
        if labels.is_empty() || labels.len() != panels.len() {
            return false;
        }
        let dom = self.dom;
        let mut tabs = Vec::new();
        for (label, panel) in labels.into_iter().zip(panels) {
            let title = Some(dom.line(label)).filter(|title| !title.is_empty());
            let nodes = self.blocks(panel, &style.deeper());
            tabs.push(Block::new(Kind::Tab { title, icon: None, nodes }));
        }
        self.push(Kind::Tabs { full_width: false, tabs }, style, flow);
        true
    }

    fn labels_and_panels(&self, id: Id) -> Option<(Vec<Id>, Vec<Id>)> {
        let dom = self.dom;
        let below = |top: Id, fits: &dyn Fn(Id) -> bool| {
            dom.below(top).filter(|id| !dom.name(*id).is_empty() && fits(*id)).collect::<Vec<_>>()
        };
        let child = |class: &str| dom.elements(id).find(|child| dom.has_class(*child, class));
        if dom.has_class(id, "tabbed-set") {
            let (labels, content) = (child("tabbed-labels")?, child("tabbed-content")?);
            return Some((dom.elements(labels).collect(), dom.elements(content).collect()));
        }
        if dom.has_class(id, "sd-tab-set") {
            let of = |class: &'static str| dom.elements(id).filter(|child| dom.has_class(*child, class)).collect();
            return Some((of("sd-tab-label"), of("sd-tab-content")));
        }
        if dom.has_class(id, "vp-code-group") {
            let (tabs, blocks) = (child("tabs")?, child("blocks")?);
            return Some((below(tabs, &|id| dom.name(id) == "label"), dom.elements(blocks).collect()));
        }
        let known = dom.has_any_class(
            id,
            &["tabs-container", "sphinx-tabs", "tabs", "tab-group", "tabgroup", "mdbook-tabs-container", "doc-tabs"],
        );
        let list = if known {
            dom.find(id, |id| dom.attr(id, "role") == Some("tablist"))
        } else {
            // Any other element right above the list of tabs.
            dom.elements(id).find(|child| dom.attr(*child, "role") == Some("tablist"))
        }?;
        let labels = below(list, &|id| dom.attr(id, "role") == Some("tab"));
        let mut panels: Vec<Id> = Vec::new();
        let mut nodes = dom.below(id);
        while let Some(node) = nodes.next() {
            if dom.attr(node, "role") == Some("tabpanel") {
                panels.push(node);
                nodes.leave_out(node);
            }
        }
        Some((labels, panels))
    }

    /// Reads a layout of columns; returns false if the element is none.
    pub(super) fn columns(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        let dom = self.dom;
        let (list, cell) =
            [("columnLayout", "cell"), ("column-list", "column"), ("ac:layout-section", "ac:layout-cell")]
                .into_iter()
                .find(|(list, _)| dom.has_class(id, list) || dom.name(id) == *list)
                .unwrap_or_default();
        if list.is_empty() {
            return false;
        }
        let cells: Vec<Id> =
            dom.elements(id).filter(|child| dom.has_class(*child, cell) || dom.name(*child) == cell).collect();
        if cells.len() < 2 || style.nested >= MOST_NESTED {
            return false;
        }
        let mut columns = Vec::new();
        for cell in cells {
            let css = dom.attr(cell, "style").unwrap_or_default().replace(' ', "");
            let width = css.split(';').find_map(|part| part.strip_prefix("width:")).and_then(Length::parse);
            let width = width.filter(|width| width.unit.as_deref() == Some("%"));
            let nodes = self.blocks(cell, &style.deeper());
            columns.push(Block::new(Kind::Column { width, vertical: None, nodes }));
        }
        self.push(Kind::Columns { full_width: false, columns }, style, flow);
        true
    }
}
