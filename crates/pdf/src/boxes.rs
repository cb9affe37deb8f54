//! Boxes around blocks: a background, a bar at the side, a frame. They break over sheets like what is in them.

use quire_content::document::model::{Block, HintStyle, Kind as BlockKind, Vertical};

use crate::composer::Composer;
use crate::rows::{Item, Mark, Row, height, shift, side_by_side, trim};
use crate::spans::{Setting, Span};
use crate::structure::PartKind as Kind;
use crate::style::{self, BODY, FAINT, INK, LINK, MUTED, NARROW, Rgb, SHADE, Style, WHITE};

/// The look of a box.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) bar: Option<Rgb>,
    pub(crate) back: Option<Rgb>,
    pub(crate) pad_x: f32,
    pub(crate) pad_y: f32,
}

/// How far a background reaches into the next row, so that no seam is seen.
const OVERLAP: f32 = 0.35;
const BAR: f32 = 2.4;

/// Puts a box of a width around items, which are laid out for that width without the space at its sides.
pub(crate) fn boxed(mut items: Vec<Item>, width: f32, look: Look) -> Vec<Item> {
    trim(&mut items);
    shift(&mut items, look.pad_x);
    let mut rows: Vec<Row> = Vec::with_capacity(items.len() + 2);
    if look.pad_y > 0.0 {
        rows.push(Row { keep: true, ..Row::space(look.pad_y) });
    }
    rows.extend(items.into_iter().map(|item| match item {
        Item::Row(row) => row,
        Item::Gap(gap) => Row::space(gap),
    }));
    if look.pad_y > 0.0 {
        if let Some(last) = rows.last_mut() {
            last.keep = true;
        }
        rows.push(Row::space(look.pad_y));
    }
    let count = rows.len();
    let behind = |(n, mut row): (usize, Row)| {
        let height = row.height + if n + 1 < count { OVERLAP } else { 0.0 };
        let bar = look.bar.map(|color| Mark::fill(0.0, 0.0, BAR, height, color));
        let back = look.back.map(|color| Mark::fill(0.0, 0.0, width, height, color));
        row.marks.splice(0..0, back.into_iter().chain(bar));
        Item::Row(row)
    };
    rows.into_iter().enumerate().map(behind).collect()
}

/// Returns the width inside of a box with this space at either side.
pub(crate) fn inner(width: f32, left: f32, right: f32) -> f32 {
    (width - left - right).max(NARROW.min(width))
}

impl Composer<'_, '_> {
    pub(crate) fn hint(&mut self, style: HintStyle, nodes: &[Block], width: f32) -> Vec<Item> {
        let words = self.words();
        let name = match style {
            HintStyle::Info => words.info,
            HintStyle::Warning => words.warning,
            HintStyle::Danger => words.danger,
            HintStyle::Success => words.success,
        };
        let (color, back, icon) = style::hint(style);
        let left = 30.0;
        self.within(Kind::Div, |it, _| {
            let mut items = it.inside(nodes, inner(width, left, 12.0));
            trim(&mut items);
            shift(&mut items, left - 12.0);
            if let Some((picture, ratio)) = it.pictures.icon(icon, color) {
                let tag = it.structure.add(it.parent, Kind::Figure(Some(name.to_owned())));
                let height = 11.0;
                let kind = crate::rows::MarkKind::Picture { width: height * ratio, height, picture };
                if let Some(Item::Row(row)) = items.first_mut() {
                    row.marks.insert(0, Mark { x: -1.0, y: 1.8, tag: Some(tag), kind });
                }
            }
            boxed(items, width, Look { bar: Some(color), back: Some(back), pad_x: 12.0, pad_y: 7.0 })
        })
    }

    pub(crate) fn quote(&mut self, nodes: &[Block], width: f32) -> Vec<Item> {
        self.within(Kind::BlockQuote, |it, _| {
            let items = it.inside(nodes, inner(width, 14.0, 0.0));
            boxed(items, width, Look { bar: Some(FAINT), back: None, pad_x: 14.0, pad_y: 0.0 })
        })
    }

    /// Lays out blocks below a title, with a bar beside them.
    pub(crate) fn titled(&mut self, spans: &[Span], anchor: Option<Mark>, nodes: &[Block], width: f32) -> Vec<Item> {
        self.within(Kind::Div, |it, _| {
            let mut title = it
                .within(Kind::P, |it, tag| it.paragraph(spans, Setting::new(inner(width, 12.0, 0.0), BODY), Some(tag)));
            for item in &mut title {
                if let Item::Row(row) = item {
                    row.keep = true;
                }
            }
            if let (Some(mark), Some(Item::Row(row))) = (anchor, title.first_mut()) {
                row.marks.push(mark);
            }
            let mut body = it.inside(nodes, inner(width, 12.0, 0.0));
            trim(&mut body);
            if !body.is_empty() {
                title.push(Item::Row(Row { keep: true, ..Row::space(3.0) }));
            }
            title.extend(body);
            boxed(title, width, Look { bar: Some(FAINT), back: None, pad_x: 12.0, pad_y: 0.0 })
        })
    }

    pub(crate) fn stepper(&mut self, steps: &[Block], width: f32) -> Vec<Item> {
        let left = 28.0;
        let count = steps.len();
        let mut all = Vec::new();
        for (n, step) in steps.iter().enumerate() {
            let items = self.within(Kind::Div, |it, _| {
                let tag = it.structure.add(it.parent, Kind::P);
                let mut items = it.inside(step.children(), inner(width, left, 0.0));
                trim(&mut items);
                if items.is_empty() {
                    items.push(Item::Row(Row::space(18.0)));
                }
                shift(&mut items, left);
                let first = items.iter().position(|item| matches!(item, Item::Row(_))).unwrap_or(0);
                let style = Style { color: WHITE, ..Style::bold(8.5) };
                let number = Span::new((n + 1).to_string(), style);
                let mut setting = Setting::new(17.0, 8.5);
                setting.align = crate::spans::Alignment::Center;
                let mut label = it.paragraph(&[number], setting, Some(tag));
                if let (Some(Item::Row(label)), Item::Row(row)) = (label.pop(), &mut items[first]) {
                    let kind = crate::rows::MarkKind::Fill { width: 17.0, height: 17.0, color: LINK, radius: 8.5 };
                    row.marks.push(Mark::ornament(0.0, 0.6, kind));
                    row.marks.extend(label.marks.into_iter().map(|mark| Mark { y: mark.y + 2.7, ..mark }));
                }
                items
            });
            let mut line_from = 18.5;
            for item in items {
                let row = match item {
                    Item::Row(row) => row,
                    Item::Gap(gap) => Row::space(gap),
                };
                all.push(Item::Row(beside(row, &mut line_from, n + 1 < count)));
            }
            if n + 1 < count {
                all.push(Item::Row(beside(Row::space(11.0), &mut line_from, true)));
            }
        }
        all
    }

    pub(crate) fn columns(&mut self, columns: &[Block], width: f32) -> Vec<Item> {
        let gap = 18.0;
        let count = columns.len().max(1);
        if count > 6 || (width - gap * (count as f32 - 1.0)) / count as f32 <= NARROW {
            let nodes: Vec<Block> = columns.iter().flat_map(|column| column.children().to_vec()).collect();
            return self.inside(&nodes, width);
        }
        let room = width - gap * (count as f32 - 1.0);
        let given: Vec<Option<f32>> = columns.iter().map(share).collect();
        let known: f32 = given.iter().flatten().sum();
        let others = given.iter().filter(|it| it.is_none()).count().max(1) as f32;
        let rest = ((1.0 - known) / others).max(0.12);
        let shares: Vec<f32> = given.into_iter().map(|it| it.unwrap_or(rest).clamp(0.12, 0.9)).collect();
        let sum: f32 = shares.iter().sum();
        let mut x = 0.0;
        let mut laid = Vec::new();
        for (column, share) in columns.iter().zip(&shares) {
            let own = room * share / sum;
            let mut items = self.within(Kind::Div, |it, _| it.inside(column.children(), own));
            trim(&mut items);
            laid.push((x, items, column));
            x += own + gap;
        }
        let tallest = laid.iter().map(|(_, items, _)| height(items)).fold(0.0, f32::max);
        let placed = laid.into_iter().map(|(x, mut items, column)| {
            let free = tallest - height(&items);
            let down = match &column.kind {
                BlockKind::Column { vertical: Some(Vertical::Middle), .. } => free / 2.0,
                BlockKind::Column { vertical: Some(Vertical::Bottom), .. } => free,
                _ => 0.0,
            };
            if down > 0.0 && tallest < self.most_height * 0.7 {
                items.insert(0, Item::Row(Row::space(down)));
            }
            (x, items)
        });
        let rows = side_by_side(placed.collect(), self.most_height * 0.7);
        rows.into_iter().map(Item::Row).collect()
    }

    /// Lays out a card that links to something: its title, and what is said of it.
    pub(crate) fn card(&mut self, mut title: Vec<Span>, text: Option<&str>, width: f32) -> Vec<Item> {
        for span in &mut title {
            span.style.bold = true;
        }
        let room = inner(width, 11.0, 11.0);
        self.within(Kind::Div, |it, _| {
            let mut items = it.within(Kind::P, |it, tag| {
                title.iter_mut().filter_map(|span| span.link.as_ref()).for_each(|_| {});
                it.paragraph(&title, Setting::new(room, BODY), Some(tag))
            });
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                let style = Style::plain(9.0).colored(MUTED);
                items.extend(it.plain(text, style, Setting::new(room, 9.0), Kind::P));
            }
            framed(items, width, 11.0, 7.0)
        })
    }
}

/// Puts a frame around items that are one row.
pub(crate) fn framed(mut items: Vec<Item>, width: f32, pad_x: f32, pad_y: f32) -> Vec<Item> {
    shift(&mut items, pad_x);
    let inside = crate::rows::flatten(items);
    let height = inside.height + 2.0 * pad_y;
    let kind = crate::rows::MarkKind::Frame { width, height, color: FAINT, line: 0.7, radius: 4.0 };
    let mut marks = vec![Mark::ornament(0.0, 0.0, kind)];
    marks.extend(inside.marks.into_iter().map(|mark| Mark { y: mark.y + pad_y, ..mark }));
    vec![Item::Row(Row { height, marks, ..Row::default() })]
}

/// Draws the line beside a step, from below its number.
fn beside(mut row: Row, from: &mut f32, goes_on: bool) -> Row {
    let start = from.min(row.height);
    *from -= start;
    if goes_on && row.height > start {
        row.marks.push(Mark::fill(8.0, start, 1.0, row.height - start + OVERLAP, FAINT));
    }
    row
}

/// Returns the share of the width that a column asks for.
fn share(column: &Block) -> Option<f32> {
    let BlockKind::Column { width: Some(length), .. } = &column.kind else { return None };
    (length.unit.as_deref() == Some("%")).then_some(length.value.value() as f32 / 100.0).filter(|it| it.is_finite())
}

/// The look of a box with code in it.
pub(crate) const CODE_LOOK: Look = Look { bar: None, back: Some(SHADE), pad_x: 10.0, pad_y: 7.0 };

/// Returns the spans of a title in bold.
pub(crate) fn title_span(text: &str) -> Span {
    Span::new(text, Style::bold(BODY).colored(INK))
}
