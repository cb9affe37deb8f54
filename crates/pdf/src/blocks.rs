//! Blocks as rows, by kind; families of blocks have modules of their own.

use std::num::NonZeroU16;

use quire_content::budget::Budget;
use quire_content::document::model::{
    Align, Block, ContentRef, Integration, Kind as BlockKind, Lines, ListStyle, Node,
};
use quire_content::document::{self, anchors};

use crate::boxes::title_span;
use crate::composer::{Composer, MOST_DEPTH};
use crate::raw;
use crate::rows::{Item, Mark, MarkKind, Row, shift, trim};
use crate::spans::{Alignment, Setting, Span};
use crate::structure::{Numbering, PartKind as Kind};
use crate::style::{BODY, FAINT, INK, MUTED, NARROW, PARAGRAPH, Style, heading_size};

/// The distance of the text of a list from its edge.
const LIST: f32 = 17.0;

impl Composer<'_, '_> {
    /// Lays out blocks below each other.
    pub(crate) fn inside(&mut self, blocks: &[Block], width: f32) -> Vec<Item> {
        if self.depth >= MOST_DEPTH {
            self.is_cut |= !blocks.is_empty();
            return Vec::new();
        }
        self.depth += 1;
        let mut all = Vec::new();
        let mut after = 0.0;
        for block in blocks {
            let before = all.len();
            let (above, below) = distances(&block.kind);
            let mut items = self.block(block, width);
            trim(&mut items);
            if items.is_empty() {
                continue;
            }
            if !self.spend(items.len()) {
                break;
            }
            if before > 0 {
                all.push(Item::Gap(above.max(after)));
            }
            all.extend(items);
            after = below;
        }
        self.depth -= 1;
        all
    }

    fn block(&mut self, block: &Block, width: f32) -> Vec<Item> {
        match &block.kind {
            BlockKind::Paragraph { align, nodes } => {
                let setting = Setting { align: alignment(*align), ..Setting::new(width, BODY) };
                self.text(nodes, Style::plain(BODY), setting, Kind::P)
            }
            BlockKind::Raw { source } => self.raw(source, width),
            BlockKind::Heading { level, align, nodes } => self.heading(block, *level, *align, nodes, width),
            BlockKind::List { style, items } => self.list(*style, items, width),
            BlockKind::Divider => {
                vec![Item::Row(Row { height: 7.0, marks: vec![Mark::rule(0.0, 3.5, width, FAINT)], ..Row::default() })]
            }
            BlockKind::Quote { nodes } => match document::alert(nodes) {
                Some((style, content)) => self.hint(style, &content, width),
                None => self.quote(nodes, width),
            },
            BlockKind::Hint { style, nodes } => self.hint(*style, nodes, width),
            BlockKind::If { .. } => Vec::new(),
            BlockKind::Code(code) => match (&code.syntax, &code.lines) {
                (Some(syntax), Lines::Plain(source)) if syntax.eq_ignore_ascii_case("mermaid") => {
                    self.diagram(source, width)
                }
                _ => self.code(code, width),
            },
            BlockKind::Math { formula } => {
                let setting = Setting { align: Alignment::Center, ..Setting::new(width, BODY) };
                let style = Style::plain(BODY + 0.5);
                self.within(Kind::Formula(Some(formula.clone())), |it, tag| {
                    let made = it.formula_span(formula.trim(), style, true, Some(tag));
                    let span = made.filter(|(_, wide)| *wide <= width).map(|(span, _)| span);
                    let as_text = || Span::new(raw::formula(formula.trim()), Style { italic: true, ..style });
                    it.paragraph(&[span.unwrap_or_else(as_text)], setting, Some(tag))
                })
            }
            BlockKind::Expandable { title, body, .. } => {
                let mut spans = self.spans(title, Style::bold(BODY), width);
                spans.retain(|span| !span.text.is_empty());
                let anchor = self.anchor_of(block);
                self.titled(&spans, anchor, body, width)
            }
            BlockKind::Tabs { tabs, .. } => self.several(tabs, width, |it, tab| {
                let BlockKind::Tab { title, icon, nodes } = &tab.kind else { return Vec::new() };
                let mut spans: Vec<Span> =
                    icon.as_deref().and_then(|icon| it.icon_span(icon, Style::bold(BODY))).into_iter().collect();
                spans.push(title_span(title.as_deref().unwrap_or("…")));
                let anchor = it.anchor_of(tab);
                it.titled(&spans, anchor, nodes, width)
            }),
            BlockKind::Stepper { steps } => self.stepper(steps, width),
            BlockKind::Columns { columns, .. } => self.columns(columns, width),
            BlockKind::ListItem { nodes, .. }
            | BlockKind::Tab { nodes, .. }
            | BlockKind::Step { nodes, .. }
            | BlockKind::Column { nodes, .. } => self.inside(nodes, width),
            BlockKind::ContentRef { target } => self.reference(target, width),
            BlockKind::Table(table) => self.table(table, width),
            BlockKind::Integration(integration) => self.integration(integration, width),
            BlockKind::Reusable { content, space, .. } => self.reusable(content, space.as_deref(), width),
            BlockKind::Updates { updates, .. } => self.several(updates, width, |it, update| it.block(update, width)),
            BlockKind::Update { date, tags, nodes } => self.update(block, date, tags, nodes, width),
            BlockKind::Prompt { description, nodes, .. } => {
                let title = description.as_deref().unwrap_or(self.words().prompt);
                self.titled(&[title_span(title)], None, nodes, width)
            }
            BlockKind::Swagger(_)
            | BlockKind::Operation { .. }
            | BlockKind::Schemas { .. }
            | BlockKind::Webhook { .. } => self.described(block, width),
            BlockKind::Images { .. }
            | BlockKind::Image(_)
            | BlockKind::File { .. }
            | BlockKind::Drawing { .. }
            | BlockKind::Embed { .. } => self.media(block, width),
        }
    }

    /// Lays out parts of a block below each other.
    fn several(&mut self, parts: &[Block], _: f32, mut one: impl FnMut(&mut Self, &Block) -> Vec<Item>) -> Vec<Item> {
        let mut all = Vec::new();
        for part in parts {
            let items = one(self, part);
            if !items.is_empty() && !all.is_empty() {
                all.push(Item::Gap(PARAGRAPH + 2.0));
            }
            all.extend(items);
        }
        all
    }

    /// Returns the marks of the names that links have for a block.
    fn anchor_of(&self, block: &Block) -> Option<Mark> {
        let anchor = block.anchor.as_str()?;
        Some(self.anchor(anchor))
    }

    pub(crate) fn anchor(&self, name: &str) -> Mark {
        Mark::ornament(0.0, 0.0, MarkKind::Anchor(format!("{}#{name}", self.page).into()))
    }

    fn heading(&mut self, block: &Block, level: u8, align: Option<Align>, nodes: &[Node], width: f32) -> Vec<Item> {
        let size = heading_size(level);
        let setting = Setting { align: alignment(align), leading: 1.3, ..Setting::new(width, size) };
        let outer = (self.level + u16::from(level)).clamp(1, 6);
        let kind = Kind::Hn(NonZeroU16::new(outer).unwrap_or(NonZeroU16::MIN), None);
        let mut items = self.text(nodes, Style::bold(size).colored(INK), setting, kind);
        let names: Vec<Mark> = anchors::aliases(block).iter().map(|alias| self.anchor(alias)).collect();
        let anchor = self.anchor_of(block);
        for item in &mut items {
            if let Item::Row(row) = item {
                row.keep = true;
            }
        }
        if let Some(Item::Row(row)) = items.first_mut() {
            row.marks.extend(anchor.into_iter().chain(names));
        }
        items
    }

    fn list(&mut self, style: ListStyle, items: &[Block], width: f32) -> Vec<Item> {
        let numbering = match style {
            ListStyle::Unordered => Numbering::Disc,
            ListStyle::Ordered { .. } => Numbering::Decimal,
            ListStyle::Tasks => Numbering::None,
        };
        let mut number = match style {
            ListStyle::Ordered { start } => start.unwrap_or(1),
            _ => 1,
        };
        let last = number.saturating_add(items.len() as u32);
        let indent = if last > 99 && numbering == Numbering::Decimal { LIST + 9.0 } else { LIST };
        let indent = if width - indent < NARROW { 10.0 } else { indent };
        let loose = items.iter().any(|item| {
            item.children().iter().filter(|block| !matches!(block.kind, BlockKind::List { .. })).count() > 1
        });
        self.within(Kind::L(numbering), |it, _| {
            let mut all = Vec::new();
            for item in items {
                let label = match (&item.kind, style) {
                    (BlockKind::ListItem { checked: Some(true), .. }, _) => "☑".to_owned(),
                    (BlockKind::ListItem { checked: Some(false), .. }, _) => "☐".to_owned(),
                    (_, ListStyle::Ordered { .. }) => format!("{number}."),
                    (_, ListStyle::Tasks) => "☐".to_owned(),
                    (_, ListStyle::Unordered) => "•".to_owned(),
                };
                number = number.saturating_add(1);
                let laid = it.within(Kind::LI, |it, _| it.item(item, &label, indent, width));
                if !all.is_empty() {
                    all.push(Item::Gap(if loose { 6.0 } else { 2.5 }));
                }
                all.extend(laid);
            }
            all
        })
    }

    fn item(&mut self, item: &Block, label: &str, indent: f32, width: f32) -> Vec<Item> {
        let size = if matches!(label, "☑" | "☐") { BODY + 1.0 } else { BODY };
        let ordered = label.ends_with('.');
        let align = if ordered { Alignment::Right } else { Alignment::Left };
        let setting = Setting {
            align,
            leading: BODY * 1.5 / size,
            ..Setting::new(indent - if ordered { 5.0 } else { 2.0 }, size)
        };
        let mut marks = self.plain(label, Style::plain(size), setting, Kind::Lbl);
        if !ordered {
            shift(&mut marks, 3.0);
        }
        let mut body = self.within(Kind::LBody, |it, _| it.inside(item.children(), width - indent));
        trim(&mut body);
        let is_tight = item.children().iter().skip(1).all(|block| matches!(block.kind, BlockKind::List { .. }));
        for gap in body.iter_mut().filter(|_| is_tight) {
            if let Item::Gap(gap) = gap {
                *gap = gap.min(2.5);
            }
        }
        shift(&mut body, indent);
        let Some(Item::Row(label)) = marks.into_iter().next() else { return body };
        match body.first_mut() {
            Some(Item::Row(row)) => {
                row.marks.splice(0..0, label.marks);
                row.height = row.height.max(label.height);
            }
            _ => body.push(Item::Row(label)),
        }
        body
    }

    fn raw(&mut self, source: &str, width: f32) -> Vec<Item> {
        let text = if source.trim_start().starts_with("{%") { without_tags(source) } else { raw::text(source) };
        if text.trim().is_empty() {
            return Vec::new();
        }
        if source.trim_start().starts_with("{%") {
            let parsed = document::parse_foreign(&text, &Budget::page());
            return self.inside(&parsed.nodes, width);
        }
        self.plain(text.trim(), Style::plain(BODY), Setting::new(width, BODY), Kind::P)
    }

    fn reusable(&mut self, content: &str, space: Option<&str>, width: f32) -> Vec<Item> {
        let before = self.around;
        let around = match space {
            None => Some(before),
            Some(space) => before.of_space(space),
        };
        let Some(around) = around else { return Vec::new() };
        let reference = ContentRef::ReusableContent { reusable_content: content.to_owned(), space: None };
        let Some(document) = around.reusable(&reference) else { return Vec::new() };
        if self.depth > 10 {
            return Vec::new();
        }
        self.around = around;
        let items = self.inside(&document.nodes, width);
        self.around = before;
        items
    }

    fn update(&mut self, block: &Block, date: &str, tags: &[String], nodes: &[Block], width: f32) -> Vec<Item> {
        let mut spans = vec![title_span(date)];
        for tag in tags {
            let label = self.around.tag(tag).unwrap_or_else(|| tag.clone());
            spans.push(Span::new("  ", Style::plain(BODY)));
            let style = Style { back: Some(crate::style::CHIP), ..Style::plain(8.0).colored(MUTED) };
            spans.push(Span::new(format!("\u{00A0}{label}\u{00A0}"), style));
        }
        let anchor = self.anchor_of(block);
        self.titled(&spans, anchor, nodes, width)
    }

    fn described(&mut self, block: &Block, width: f32) -> Vec<Item> {
        let Some(document) = self.around.described(&block.kind) else { return Vec::new() };
        let aside = std::mem::replace(&mut self.aside, true);
        let mut items = self.inside(&document.nodes, width);
        self.aside = aside;
        if let (Some(anchor), Some(Item::Row(row))) = (self.anchor_of(block), items.first_mut()) {
            row.marks.push(anchor);
        }
        items
    }

    fn integration(&mut self, block: &Integration, width: f32) -> Vec<Item> {
        let text =
            |name: &str| block.props.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.as_str());
        let content = ["content", "code", "source"].into_iter().find_map(text);
        if block.integration == "mermaid"
            && let Some(source) = content
        {
            return self.diagram(source, width);
        }
        if let Some(url) = block.url.as_deref().or_else(|| text("url")) {
            return self.reference(&ContentRef::url(url), width);
        }
        match content {
            Some(content) => self.verbatim("", content, None, width),
            None => {
                self.plain(&block.integration, Style::plain(BODY).colored(MUTED), Setting::new(width, BODY), Kind::P)
            }
        }
    }
}

/// Returns the distances above and below a block.
fn distances(kind: &BlockKind) -> (f32, f32) {
    match kind {
        BlockKind::Heading { level: 1, .. } => (20.0, 6.0),
        BlockKind::Heading { level: 2, .. } => (15.0, 5.0),
        BlockKind::Heading { .. } => (12.0, 4.0),
        BlockKind::Paragraph { .. } | BlockKind::Raw { .. } => (PARAGRAPH, PARAGRAPH),
        BlockKind::List { .. } => (PARAGRAPH - 2.5, PARAGRAPH),
        _ => (PARAGRAPH + 3.0, PARAGRAPH + 3.0),
    }
}

pub(crate) fn alignment(align: Option<Align>) -> Alignment {
    match align {
        None | Some(Align::Start) => Alignment::Start,
        Some(Align::Center) => Alignment::Center,
        Some(Align::End) => Alignment::End,
    }
}

/// Returns a source without the tags in it.
fn without_tags(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("{%") {
        text.push_str(before);
        rest = after.split_once("%}").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text
}
