//! Lists, definitions, sections that open, figures and embeds.

use quire_content::document::model::{Block, Kind, ListStyle, Mark, Node};

use super::read::{Flow, MOST_NESTED, Read, Style, figure_of};
use crate::dom::Id;

impl Read<'_> {
    pub(super) fn list(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        self.flush(style, flow);
        // Exports of Notion have a list around each section that opens.
        if style.nested >= MOST_NESTED || self.dom.has_class(id, "toggle") {
            self.children(id, style, flow);
            self.flush(style, flow);
            return;
        }
        let dom = self.dom;
        let inner = Style { align: None, ..style.deeper() };
        let mut items: Vec<Block> = Vec::new();
        for &child in dom.children(id) {
            if self.skipped.contains(&child) || dom.name(child).is_empty() && dom.own_text(child).trim().is_empty() {
                continue;
            }
            if dom.name(child) == "li" {
                if super::skip::is_left_out(dom, child) {
                    continue;
                }
                items.push(self.item(child, &inner));
                continue;
            }
            // What stands between items belongs to the one before it.
            let mut between = Flow::default();
            self.node(child, &inner, &mut between);
            self.flush(&inner, &mut between);
            match items.last_mut().map(|item| &mut item.kind) {
                Some(Kind::ListItem { nodes, .. }) => nodes.append(&mut between.blocks),
                _ if between.blocks.is_empty() => {}
                _ => items.push(Block::new(Kind::ListItem { checked: None, nodes: between.blocks })),
            }
        }
        items.retain(|item| !matches!(&item.kind, Kind::ListItem { nodes, .. } if nodes.is_empty()));
        let start: Option<u32> =
            dom.attr(id, "start").and_then(|start| start.parse().ok()).filter(|start| *start <= 999_999_999);
        let numbered = dom.name(id) == "ol";
        let style_of = |checked: bool, before: usize| match (checked, numbered) {
            (true, _) => ListStyle::Tasks,
            (false, false) => ListStyle::Unordered,
            (false, true) => {
                let first = start.unwrap_or(1).saturating_add(u32::try_from(before).unwrap_or(u32::MAX));
                ListStyle::Ordered { start: Some(first).filter(|first| *first != 1 && *first <= 999_999_999) }
            }
        };
        let mut before = 0;
        while !items.is_empty() {
            let is_task = |item: &Block| matches!(item.kind, Kind::ListItem { checked: Some(_), .. });
            let checked = is_task(&items[0]);
            let end = items.iter().position(|item| is_task(item) != checked).unwrap_or(items.len());
            let rest = items.split_off(end);
            let list = style_of(checked, before);
            if let Some(goes_on) = self.goes_on(id, list, flow) {
                goes_on.append(&mut items);
            } else {
                self.push(Kind::List { style: list, items }, style, flow);
            }
            before += end;
            items = rest;
        }
    }

    /// Returns the items of the list that an element goes on with: Notion writes a list for each item, and Google Docs one
    /// for each run of items of a level.
    fn goes_on<'f>(&self, id: Id, style: ListStyle, flow: &'f mut Flow) -> Option<&'f mut Vec<Block>> {
        let dom = self.dom;
        let level =
            dom.classes(id).find_map(|class| class.strip_prefix("lst-kix_")?.rsplit_once('-')?.1.parse::<usize>().ok());
        let of_notion = dom.has_any_class(id, &["bulleted-list", "numbered-list", "to-do-list"]);
        if level.is_none() && !of_notion || !flow.line.is_blank() {
            return None;
        }
        let mut list = flow.blocks.last_mut().filter(|last| matches!(last.kind, Kind::List { .. }))?;
        let mut left = level.unwrap_or(0);
        while left > 0 {
            let Kind::List { items, .. } = &mut list.kind else { return None };
            let Kind::ListItem { nodes, .. } = &mut items.last_mut()?.kind else { return None };
            if !matches!(nodes.last().map(|last| &last.kind), Some(Kind::List { .. })) {
                nodes.push(Block::new(Kind::List { style, items: Vec::new() }));
            }
            list = nodes.last_mut()?;
            left -= 1;
        }
        let Kind::List { style: known, items } = &mut list.kind else { return None };
        let same = match (*known, style) {
            (ListStyle::Ordered { .. }, ListStyle::Ordered { start }) => {
                items.is_empty() || start.is_some_and(|start| start > 1) || level.is_some()
            }
            (known, style) => known == style,
        };
        same.then_some(items)
    }

    fn item(&mut self, id: Id, style: &Style) -> Block {
        self.report.mapped("list item");
        let checked = self.check_box(id);
        let mut nodes = self.blocks(id, style);
        if checked.is_some() {
            self.report.mapped("task");
            if nodes.is_empty() {
                nodes.push(Block::paragraph(Vec::new()));
            }
        }
        Block::new(Kind::ListItem { checked, nodes })
    }

    /// Returns the state of the check box at the beginning of an item, or of the class that stands for one.
    fn check_box(&self, id: Id) -> Option<bool> {
        let dom = self.dom;
        let mut words = 0;
        for below in dom.below(id) {
            match dom.name(below) {
                "input" if dom.attr(below, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox")) => {
                    return Some(dom.attr(below, "checked").is_some());
                }
                "ul" | "ol" | "table" | "pre" => break,
                // Exports of Notion.
                "div" if dom.has_class(below, "checkbox") => return Some(dom.has_class(below, "checkbox-on")),
                _ => words += dom.own_text(below).trim().len(),
            }
            if words > 0 {
                break;
            }
        }
        // Confluence: a task that is done is an item with a class.
        let listed = dom.parent(id).is_some_and(|list| dom.has_class(list, "inline-task-list"));
        listed.then(|| dom.has_class(id, "checked"))
    }

    /// Reads a list of definitions: terms of programming interfaces become headings, as links lead to them; others are
    /// bold in an item, with what is said of them below.
    pub(super) fn definitions(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        self.flush(style, flow);
        self.report.mapped("definition list");
        let is_api = dom.elements(id).any(|child| dom.name(child) == "dt" && dom.has_any_class(child, &["sig"]))
            || dom.has_any_class(id, &["class", "function", "method", "attribute", "data", "exception", "describe"]);
        let nests = style.nested < MOST_NESTED && !is_api;
        let inner = if nests { style.deeper() } else { style.clone() };
        let mut items: Vec<Block> = Vec::new();
        let mut children: Vec<Id> = Vec::new();
        for child in dom.elements(id) {
            // HTML allows groups in `div`s.
            if dom.name(child) == "div" { children.extend(dom.elements(child)) } else { children.push(child) }
        }
        let mut described = true;
        for child in children {
            if self.skipped.contains(&child) || super::skip::is_left_out(dom, child) {
                continue;
            }
            let is_term = dom.name(child) == "dt";
            if is_term && is_api && style.nested == 0 && !style.only_line {
                let name = dom.attr(child, "id").map(str::to_owned);
                self.begin_heading(name.clone());
                name.iter().for_each(|name| self.names.meet(name));
                let nodes = self.line(child, &Style { heading: true, ..Style::default() });
                let text = super::read::text_of(&nodes);
                self.place.clone_from(&text);
                let code = vec![Node::Leaf(quire_content::document::model::Leaf {
                    text: quire_content::title::one_line(&text),
                    marks: quire_content::document::model::Marks::NONE.with(Mark::Code),
                    raw: false,
                })];
                self.push(Kind::Heading { level: 3, align: None, nodes: code }, style, flow);
                continue;
            }
            if is_term {
                if let Some(name) = dom.attr(child, "id") {
                    self.names.meet(name);
                }
                let nodes = self.line(child, &inner.with(Mark::Bold));
                let term = Block::paragraph(nodes);
                if nests && described {
                    items.push(Block::new(Kind::ListItem { checked: None, nodes: vec![term] }));
                } else if let Some(Kind::ListItem { nodes, .. }) = items.last_mut().map(|item| &mut item.kind) {
                    nodes.push(term);
                } else {
                    flow.blocks.push(term);
                }
                described = false;
                continue;
            }
            described = true;
            let mut blocks = self.blocks(child, &inner);
            match items.last_mut().map(|item| &mut item.kind) {
                Some(Kind::ListItem { nodes, .. }) => nodes.append(&mut blocks),
                _ => flow.blocks.append(&mut blocks),
            }
        }
        if !items.is_empty() {
            self.push(Kind::List { style: ListStyle::Unordered, items }, style, flow);
        }
    }

    pub(super) fn details(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        self.flush(style, flow);
        let summary = dom.elements(id).find(|child| dom.name(*child) == "summary");
        let title = summary.map(|summary| self.line(summary, &Style { heading: true, ..Style::default() }));
        let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| vec![Node::text("Details")]);
        self.skipped.extend(summary);
        if style.nested >= MOST_NESTED {
            flow.blocks.push(Block::paragraph(title));
            self.children(id, style, flow);
            self.flush(style, flow);
            return;
        }
        let body = self.blocks(id, &style.deeper());
        let open = dom.attr(id, "open").is_some();
        self.push(Kind::Expandable { title, body, open }, style, flow);
    }

    pub(super) fn figure(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let is_caption = |id: Id| dom.name(id) == "figcaption" || dom.name(id) == "p" && dom.has_class(id, "caption");
        let caption = dom.find(id, is_caption);
        let pictures: Vec<Id> = dom.below(id).filter(|id| dom.name(*id) == "img").collect();
        let other = dom
            .find(id, |id| matches!(dom.name(id), "pre" | "table" | "iframe" | "video" | "ul" | "ol" | "blockquote"));
        // A picture that leads elsewhere than to its own file is one of a line.
        let leads = |id: Id| {
            let href = dom.attr(id, "href").filter(|_| dom.name(id) == "a").unwrap_or_default();
            let is_picture = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif"]
                .iter()
                .any(|end| href.to_ascii_lowercase().contains(end));
            !href.is_empty() && !is_picture && dom.find(id, |id| dom.name(id) == "img").is_some()
        };
        if pictures.is_empty() || other.is_some() || dom.find(id, leads).is_some() {
            self.flush(style, flow);
            self.children(id, style, flow);
            self.flush(style, flow);
            return;
        }
        self.settle_names();
        let line = caption.map(|caption| self.line(caption, &Style::default())).unwrap_or_default();
        let mut images = Vec::new();
        for picture in pictures {
            let Some(found) = self.picture(picture) else { continue };
            let mut image = figure_of(&found);
            if let Kind::Image(image) = &mut image.kind
                && !line.is_empty()
            {
                image.caption.clone_from(&line);
            }
            images.push(image);
        }
        // Text of a figure that is not its caption.
        self.skipped.extend(caption);
        self.skipped.extend(dom.below(id).filter(|id| dom.name(*id) == "img"));
        if images.is_empty() {
            if !line.is_empty() {
                self.flush(style, flow);
                flow.blocks.push(Block::paragraph(line));
            }
        } else {
            self.push(Kind::Images { align: None, full_width: false, with_frame: false, images }, style, flow);
        }
        self.children(id, style, flow);
        self.flush(style, flow);
    }

    pub(super) fn embed(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        let source = dom.find(id, |id| dom.name(id) == "source").and_then(|id| dom.attr(id, "src"));
        let src = dom.attr(id, "src").or_else(|| dom.attr(id, "data-src")).or_else(|| dom.attr(id, "data")).or(source);
        let src = src.filter(|src| !src.is_empty());
        if let Some(src) = src {
            if matches!(dom.name(id), "video" | "audio") && !src.starts_with("http") && !src.starts_with("//") {
                if let Some(target) = self.targets.file(src) {
                    let kind = Kind::File {
                        source: quire_content::document::model::ContentRef::url(target),
                        caption: Vec::new(),
                    };
                    self.push(kind, style, flow);
                    return;
                }
            } else if let Some(url) = self.targets.link(src).filter(|url| url.starts_with("http")) {
                self.push(Kind::Embed { url: watched(&url), full_width: false, caption: Vec::new() }, style, flow);
                return;
            }
        }
        self.report.drop(format!("an element `{}`", dom.name(id)), src.unwrap_or_default());
        self.flush(style, flow);
        self.children(id, style, flow);
        self.flush(style, flow);
    }
}

/// Returns the address at which people watch what a player is for.
fn watched(url: &str) -> String {
    for player in ["https://www.youtube.com/embed/", "https://www.youtube-nocookie.com/embed/"] {
        if let Some(rest) = url.strip_prefix(player) {
            let video = rest.split(['?', '/', '#']).next().unwrap_or_default();
            return format!("https://www.youtube.com/watch?v={video}");
        }
    }
    if let Some(rest) = url.strip_prefix("https://player.vimeo.com/video/") {
        return format!("https://vimeo.com/{}", rest.split(['?', '#']).next().unwrap_or_default());
    }
    url.to_owned()
}
