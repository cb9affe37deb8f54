//! Formulas: TeX as boxes of letters and lines.
//!
//! Letters are those of the text; fractions, roots, scripts, limits, matrices and large delimiters have their places. A
//! formula that can't be parsed, defines macros or exceeds the bounds is shown as it was written.

use pulldown_latex::event::{
    Content, EnvironmentFlow, Event, Font, Grouping, ScriptPosition, ScriptType, StateChange, Visual,
};
use pulldown_latex::{Parser, Storage};

use crate::composer::Composer;
use crate::math_boxes::{MathBox, fraction, points, root, table};
use crate::rows::{Item, MarkKind};
use crate::spans::{Alignment, Setting, Span};
use crate::structure::Tag;
use crate::style::Style;

/// The longest formula, in bytes.
const MOST_BYTES: usize = 4096;
/// The maximum number of events of a formula.
const MOST_EVENTS: usize = 4000;
/// The deepest nesting that is laid out.
const MOST_DEPTH: usize = 24;
/// Commands that define others, which could expand without end.
const DEFINITIONS: [&str; 8] = ["\\def", "\\gdef", "\\edef", "\\xdef", "\\let", "\\futurelet", "\\new", "\\provide"];

/// The state of laying out a part of a formula.
#[derive(Debug, Clone, Copy)]
struct State {
    size: f32,
    display: bool,
    font: Option<Font>,
    depth: usize,
}

impl State {
    fn script(self) -> Self {
        Self { size: (self.size * 0.7).max(4.5), display: false, depth: self.depth + 1, ..self }
    }

    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

type Events<'e, 'f> = std::iter::Peekable<std::slice::Iter<'e, Event<'f>>>;

impl Composer<'_, '_> {
    /// Lays out a formula; `None` if it can't be.
    pub(crate) fn formula(&mut self, tex: &str, size: f32, display: bool, tag: Option<Tag>) -> Option<MathBox> {
        let depth = tex.bytes().fold((0_usize, 0), |(now, most), byte| match byte {
            b'{' => (now + 1, most.max(now + 1)),
            b'}' => (now.saturating_sub(1), most),
            _ => (now, most),
        });
        let begins = tex.matches("\\begin").count() + tex.matches("\\left").count();
        let is_bounded = tex.len() <= MOST_BYTES && depth.1 + begins <= 200 && depth.1 <= MOST_DEPTH && begins <= 60;
        if !is_bounded || DEFINITIONS.iter().any(|name| tex.contains(name)) || tex.contains("\\renew") {
            return None;
        }
        let storage = Storage::new();
        let events: Vec<Event<'_>> = Parser::new(tex, &storage).take(MOST_EVENTS).collect::<Result<_, _>>().ok()?;
        if events.len() >= MOST_EVENTS {
            return None;
        }
        let mut all = events.iter().peekable();
        let mut whole = self.row(&mut all, State { size, display, font: None, depth: 0 })?;
        whole.marks.iter_mut().filter(|mark| matches!(mark.kind, MarkKind::Text(_))).for_each(|mark| mark.tag = tag);
        Some(whole)
    }

    /// Lays out elements beside each other, until the end of their group.
    fn row(&mut self, events: &mut Events<'_, '_>, mut state: State) -> Option<MathBox> {
        let mut row = MathBox::default();
        let mut after_operand = false;
        while let Some(event) = events.peek() {
            match event {
                Event::End | Event::EnvironmentFlow(_) => break,
                Event::StateChange(change) => {
                    match change {
                        StateChange::Font(font) => state.font = *font,
                        StateChange::Style(style) => {
                            state.display = matches!(style, pulldown_latex::event::Style::Display);
                        }
                        StateChange::Color(_) => {}
                    }
                    events.next();
                    continue;
                }
                _ => {}
            }
            // Signs between operands have space around them.
            let gap = match event {
                Event::Content(Content::BinaryOp { .. }) if after_operand => 0.22,
                Event::Content(Content::Relation { .. }) => 0.28,
                Event::Content(Content::Function(_) | Content::LargeOp { .. }) if after_operand => 0.15,
                _ => 0.0,
            } * state.size;
            let behind = match event {
                Event::Content(Content::Punctuation(_) | Content::Function(_) | Content::LargeOp { .. }) => {
                    0.15 * state.size
                }
                Event::Script { .. } => 0.06 * state.size,
                _ => gap,
            };
            after_operand = !matches!(event, Event::Content(Content::BinaryOp { .. } | Content::Relation { .. }));
            let element = self.element(events, state)?;
            row.width += gap;
            row.push(element, 0.0);
            row.width += behind;
        }
        Some(row)
    }

    /// Lays out the next element.
    fn element(&mut self, events: &mut Events<'_, '_>, state: State) -> Option<MathBox> {
        if state.depth > MOST_DEPTH {
            return None;
        }
        match events.next()? {
            Event::Content(content) => Some(self.content(content, state)),
            Event::Begin(grouping) => self.group(grouping, events, state.deeper()),
            Event::Visual(Visual::Fraction(line)) => {
                let inner = if state.display { State { display: false, ..state.deeper() } } else { state.script() };
                let top = self.element(events, inner)?;
                let bottom = self.element(events, inner)?;
                let has_line = line.is_none_or(|line| line.value > 0.0);
                Some(fraction(top, bottom, state.size, has_line))
            }
            Event::Visual(Visual::SquareRoot) => {
                let inner = self.element(events, state.deeper())?;
                Some(root(inner, None, state.size))
            }
            Event::Visual(Visual::Root) => {
                let inner = self.element(events, state.deeper())?;
                let index = self.element(events, state.script().script())?;
                Some(root(inner, Some(index), state.size))
            }
            Event::Visual(Visual::Negation) => {
                let mut inner = self.element(events, state.deeper())?;
                let (width, height) = (inner.width, inner.above);
                inner.line((width * 0.2, -state.size * 0.05), (width * 0.6, -height * 0.8), state.size * 0.06);
                Some(inner)
            }
            Event::Script { ty, position } => self.scripts(*ty, *position, events, state),
            Event::Space { width, .. } => Some(MathBox::space(width.map_or(0.0, |it| points(it, state.size)))),
            Event::StateChange(_) => Some(MathBox::default()),
            Event::End | Event::EnvironmentFlow(_) => Some(MathBox::default()),
        }
    }

    fn content(&mut self, content: &Content<'_>, state: State) -> MathBox {
        let size = state.size;
        let upright = Style::plain(size);
        match content {
            Content::Text(text) => self.letters(text, upright),
            Content::Number(text) => self.letters(text, styled(state.font, upright, false)),
            Content::Function(text) => self.letters(text, upright),
            Content::Ordinary { content, .. } => {
                let style = styled(state.font, upright, content.is_alphabetic());
                self.letters(&content.to_string(), style)
            }
            Content::LargeOp { content, small } => {
                let scale = if *small || !state.display { 1.15 } else { 1.6 };
                let mut sign = self.letters(&content.to_string(), Style::plain(size * scale));
                let down = size * (scale - 1.0) * 0.28;
                sign.marks.iter_mut().for_each(|mark| mark.y += down);
                sign.above -= down;
                sign.below += down;
                sign
            }
            Content::BinaryOp { content, .. } => self.letters(&content.to_string(), upright),
            Content::Relation { content, .. } => {
                let mut buffer = [0; 8];
                let text = String::from_utf8_lossy(content.encode_utf8_to_buf(&mut buffer)).into_owned();
                self.letters(&text, upright)
            }
            Content::Delimiter { content, size: asked, .. } => {
                let most = asked.map_or(size, |asked| {
                    size * match asked {
                        pulldown_latex::event::DelimiterSize::Big => 1.2,
                        pulldown_latex::event::DelimiterSize::BIG => 1.8,
                        pulldown_latex::event::DelimiterSize::Bigg => 2.4,
                        pulldown_latex::event::DelimiterSize::BIGG => 3.0,
                    }
                });
                self.delimiter(*content, most * 0.75, most * 0.25, size)
            }
            Content::Punctuation(content) => self.letters(&content.to_string(), upright),
        }
    }

    /// Lays out letters in a line.
    fn letters(&mut self, text: &str, style: Style) -> MathBox {
        let setting =
            Setting { leading: 1.0, align: Alignment::Left, verbatim: true, ..Setting::new(10_000.0, style.size) };
        let span = Span::new(text, style);
        let width = self.measure(std::slice::from_ref(&span)).1;
        let mut marks = Vec::new();
        for item in self.paragraph(&[span], setting, None) {
            if let Item::Row(row) = item {
                marks.extend(row.marks);
            }
        }
        marks.iter_mut().for_each(|mark| mark.y = 0.0);
        let tall = text.chars().any(|c| c.is_uppercase() || c.is_ascii_digit() || "bdfhklt()[]{}|∑∏∫√".contains(c));
        let above = style.size * if tall { 0.74 } else { 0.56 };
        let below = style.size * if text.chars().any(|c| "gjpqy()[]{}|∑∏∫,;".contains(c)) { 0.22 } else { 0.02 };
        MathBox { width, above, below, marks }
    }

    /// Lays out a delimiter of a height, drawn as lines where it is higher than a letter.
    fn delimiter(&mut self, sign: char, above: f32, below: f32, size: f32) -> MathBox {
        if above + below <= size * 1.15 {
            return self.letters(&sign.to_string(), Style::plain(size));
        }
        let (width, line) = (size * 0.38, size * 0.055);
        let mut made = MathBox { width, above, below, marks: Vec::new() };
        let height = above + below;
        match sign {
            '[' | ']' | '⌈' | '⌉' | '⌊' | '⌋' => {
                let (x, tick) = if matches!(sign, '[' | '⌈' | '⌊') {
                    (width * 0.35, width * 0.5)
                } else {
                    (width * 0.65, -width * 0.5)
                };
                made.line((x, above), (0.0, height), line);
                if !matches!(sign, '⌊' | '⌋') {
                    made.line((x, above), (tick, 0.0), line);
                }
                if !matches!(sign, '⌈' | '⌉') {
                    made.line((x, -below), (tick, 0.0), line);
                }
            }
            '|' | '∣' => made.line((width * 0.5, above), (0.0, height), line),
            '‖' | '∥' => {
                made.line((width * 0.38, above), (0.0, height), line);
                made.line((width * 0.62, above), (0.0, height), line);
            }
            _ => {
                // Scaled letters: as high as what is between them.
                let scale = height / (size * 0.98);
                let mut letter = self.letters(&sign.to_string(), Style::plain(size * scale));
                let down = below - size * scale * 0.23;
                letter.marks.iter_mut().for_each(|mark| mark.y += down);
                return MathBox { above, below, ..letter };
            }
        }
        made
    }

    fn scripts(
        &mut self,
        kind: ScriptType,
        position: ScriptPosition,
        events: &mut Events<'_, '_>,
        state: State,
    ) -> Option<MathBox> {
        let is_operator = matches!(events.peek(), Some(Event::Content(Content::LargeOp { .. } | Content::Function(_))));
        let is_integral = matches!(events.peek(), Some(Event::Content(Content::LargeOp { content: '∫'..='∳', .. })));
        let base = self.element(events, state.deeper())?;
        let small = state.script();
        let (sub, sup) = match kind {
            ScriptType::Subscript => (Some(self.element(events, small)?), None),
            ScriptType::Superscript => (None, Some(self.element(events, small)?)),
            ScriptType::SubSuperscript => (Some(self.element(events, small)?), Some(self.element(events, small)?)),
        };
        let stacked = match position {
            ScriptPosition::AboveBelow => true,
            ScriptPosition::Movable => state.display && is_operator && !is_integral,
            ScriptPosition::Right => false,
        };
        let size = state.size;
        let (base_above, base_below, base_width) = (base.above, base.below, base.width);
        let mut made = MathBox::default();
        if stacked {
            let widths = [Some(base_width), sub.as_ref().map(|it| it.width), sup.as_ref().map(|it| it.width)];
            let width = widths.into_iter().flatten().fold(0.0, f32::max);
            made.put(base, (width - base_width) / 2.0, 0.0);
            if let Some(sup) = sup {
                let (x, rise) = ((width - sup.width) / 2.0, base_above + sup.below + size * 0.12);
                made.put(sup, x, rise);
            }
            if let Some(sub) = sub {
                let (x, fall) = ((width - sub.width) / 2.0, base_below + sub.above + size * 0.12);
                made.put(sub, x, -fall);
            }
        } else {
            made.push(base, 0.0);
            let x = base_width + size * 0.04;
            if let Some(sup) = sup {
                let rise = (base_above - small.size * 0.35).max(size * 0.36);
                made.put(sup, x, rise);
            }
            if let Some(sub) = sub {
                let fall = (base_below + small.size * 0.12).max(size * 0.18);
                made.put(sub, x, -fall);
            }
        }
        Some(made)
    }

    fn group(&mut self, grouping: &Grouping, events: &mut Events<'_, '_>, state: State) -> Option<MathBox> {
        let size = state.size;
        match grouping {
            Grouping::Normal => {
                let row = self.row(events, state)?;
                close(events);
                Some(row)
            }
            Grouping::LeftRight(left, right) => {
                let inner = self.row(events, state)?;
                close(events);
                let (above, below) =
                    (inner.above.max(size * 0.7) + size * 0.04, inner.below.max(size * 0.2) + size * 0.04);
                let mut made = MathBox::default();
                if let Some(left) = left {
                    let left = self.delimiter(*left, above, below, size);
                    made.push(left, 0.0);
                }
                made.push(inner, 0.0);
                if let Some(right) = right {
                    let right = self.delimiter(*right, above, below, size);
                    made.push(right, 0.0);
                }
                Some(made)
            }
            _ => {
                let cells = self.cells(events, state)?;
                close(events);
                let table = table(cells, grouping, size);
                Some(match grouping {
                    Grouping::Cases { left: true } => {
                        let mut made = self.delimiter('{', table.above, table.below, size);
                        made.push(table, 0.0);
                        made
                    }
                    Grouping::Cases { left: false } => {
                        let (above, below) = (table.above, table.below);
                        let mut made = table;
                        let right = self.delimiter('}', above, below, size);
                        made.push(right, 0.0);
                        made
                    }
                    _ => table,
                })
            }
        }
    }

    /// Lays out the rows of an environment, each with its cells.
    fn cells(&mut self, events: &mut Events<'_, '_>, state: State) -> Option<Vec<Vec<MathBox>>> {
        let mut rows = vec![Vec::new()];
        loop {
            match events.peek() {
                None | Some(Event::End) => break,
                Some(Event::EnvironmentFlow(flow)) => {
                    match flow {
                        EnvironmentFlow::Alignment => {}
                        EnvironmentFlow::NewLine { .. } => rows.push(Vec::new()),
                        EnvironmentFlow::StartLines { .. } => {}
                    }
                    events.next();
                }
                Some(_) => {
                    let cell = self.row(events, State { display: false, ..state })?;
                    rows.last_mut()?.push(cell);
                }
            }
        }
        rows.retain(|row| !row.is_empty());
        Some(rows)
    }
}

fn close(events: &mut Events<'_, '_>) {
    if matches!(events.peek(), Some(Event::End)) {
        events.next();
    }
}

fn styled(font: Option<Font>, plain: Style, is_letter: bool) -> Style {
    match font {
        None => Style { italic: is_letter, ..plain },
        Some(Font::Bold | Font::BoldSymbol | Font::BoldSansSerif | Font::BoldFraktur | Font::BoldScript) => {
            Style { bold: true, ..plain }
        }
        Some(Font::BoldItalic | Font::SansSerifBoldItalic) => Style { bold: true, italic: true, ..plain },
        Some(Font::Italic | Font::SansSerifItalic | Font::DoubleStruckItalic) => Style { italic: true, ..plain },
        Some(Font::Monospace) => Style { mono: true, ..plain },
        Some(Font::Script | Font::Fraktur | Font::DoubleStruck | Font::SansSerif | Font::UpRight) => plain,
    }
}
