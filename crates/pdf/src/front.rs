//! The surroundings of the pages of a book: the cover, the table of contents, running heads, and remarks at the end.

use std::num::NonZeroU16;
use std::rc::Rc;

use crate::book::Book;
use crate::composer::{Composer, Problems};
use crate::paint::Place;
use crate::rows::{Item, Mark, MarkKind, Row, Target, flatten, shift};
use crate::spans::{Alignment, Linked, Setting, Span};
use crate::structure::{Numbering, PartKind as Kind};
use crate::style::{BODY, FAINT, INK, LINK, MARGIN_BOTTOM, MARGIN_X, MUTED, Style};
use crate::words::filled;

/// The space for the number of a sheet in the table of contents.
const NUMBERS: f32 = 34.0;

impl Composer<'_, '_> {
    /// Lays out the cover.
    pub(crate) fn cover(&mut self, book: &Book, width: f32, height: f32) -> Vec<Item> {
        let kind = Kind::Hn(NonZeroU16::MIN, Some(book.title.clone()));
        let mut items = vec![Item::Row(Row::space(height * 0.24))];
        items.push(Item::Row(Row {
            height: 18.0,
            marks: vec![Mark::fill(0.0, 0.0, 44.0, 4.0, LINK)],
            ..Row::default()
        }));
        let setting = Setting { leading: 1.2, align: Alignment::Start, ..Setting::new(width, 32.0) };
        items.extend(self.plain(&book.title, Style::bold(32.0).colored(INK), setting, kind));
        items.push(Item::Row(Row::space(14.0)));
        for line in &book.lines {
            let setting = Setting::new(width, 12.0);
            items.extend(self.plain(line, Style::plain(12.0).colored(MUTED), setting, Kind::P));
        }
        items
    }

    /// Lays out the table of contents; `place` says where an entry is, if that is known yet.
    pub(crate) fn contents(&mut self, book: &Book, width: f32, place: &dyn Fn(usize) -> Option<Place>) -> Vec<Item> {
        let kind = Kind::Hn(NonZeroU16::new(2).unwrap_or(NonZeroU16::MIN), None);
        let setting = Setting { leading: 1.3, ..Setting::new(width, 20.0) };
        let mut items = self.plain(contents_word(&book.language), Style::bold(20.0), setting, kind);
        items.push(Item::Gap(14.0));
        let entries = self.within(Kind::Toc, |it, _| {
            let mut all = Vec::new();
            for (n, entry) in book.entries.iter().enumerate() {
                let indent = (entry.depth.min(8) as f32) * 14.0;
                let own = (width - indent - NUMBERS).max(80.0);
                let bold = entry.depth == 0 || !entry.is_page;
                let style = Style { bold, ..Style::plain(BODY) };
                let items = it.within(Kind::TocItem, |it, tag| {
                    let target = Rc::new(Target::Inside(format!("{}#", entry.id), None));
                    let link = it.structure.add(Some(tag), Kind::Link);
                    let linked = Rc::new(Linked { target, alt: entry.title.as_str().into(), tag: link });
                    let sign = entry.emoji.as_ref().map(|emoji| format!("{emoji} ")).unwrap_or_default();
                    let span =
                        Span { link: Some(linked.clone()), ..Span::new(format!("{sign}{}", entry.title), style) };
                    let setting =
                        Setting { leading: 1.45, hanging: 10.0, align: Alignment::Left, ..Setting::new(own, BODY) };
                    let mut rows = it.paragraph(&[span], setting, Some(tag));
                    shift(&mut rows, indent);
                    if let (Some(place), Some(Item::Row(row))) = (place(n), rows.last_mut()) {
                        let style = Style::plain(BODY).colored(MUTED);
                        let number = Span { link: Some(linked), ..Span::new((place.sheet + 1).to_string(), style) };
                        let setting = Setting { leading: 1.45, align: Alignment::Right, ..Setting::new(NUMBERS, BODY) };
                        let mut number = it.paragraph(&[number], setting, Some(tag));
                        shift(&mut number, width - NUMBERS);
                        row.marks.extend(flatten(number).marks);
                    }
                    rows
                });
                if entry.depth == 0 && n > 0 {
                    all.push(Item::Gap(5.0));
                }
                all.extend(items);
            }
            all
        });
        items.extend(entries);
        items
    }

    /// Lays out the running head and the number of a sheet. Places are relative to the corner of the paper.
    pub(crate) fn running(&mut self, left: &str, right: &str, number: usize, size: (f32, f32)) -> Vec<Mark> {
        let style = Style::plain(8.0).colored(MUTED);
        let width = size.0 - 2.0 * MARGIN_X;
        let mut marks = Vec::new();
        let half = width * 0.5 - 8.0;
        let mut add = |it: &mut Self, text: &str, align, x: f32, y: f32, room: f32| {
            let text = it.fitting(text, style, room);
            let setting = Setting { align, ..Setting::new(room, 8.0) };
            let row = flatten(it.ornament(&text, style, setting));
            marks.extend(row.marks.into_iter().map(|mark| Mark { x: mark.x + x, y: mark.y + y, ..mark }));
        };
        add(self, left, Alignment::Left, MARGIN_X, 34.0, half);
        if right != left {
            add(self, right, Alignment::Right, MARGIN_X + width - half, 34.0, half);
        }
        add(self, &number.to_string(), Alignment::Right, MARGIN_X, size.1 - MARGIN_BOTTOM + 26.0, width);
        marks.push(Mark::rule(MARGIN_X, 50.0, width, FAINT));
        marks
    }

    /// Returns a text that fits one line, with an ellipsis if something is left out.
    fn fitting(&mut self, text: &str, style: Style, room: f32) -> String {
        let mut shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect();
        let is_whole = shown.len() >= text.trim().len();
        if is_whole && self.measure(&[Span::new(shown.clone(), style)]).1 <= room {
            return shown;
        }
        while !shown.is_empty() {
            let cut = shown.chars().count() * 9 / 10;
            shown = shown.chars().take(cut).collect();
            let candidate = format!("{}…", shown.trim_end());
            if self.measure(&[Span::new(candidate.clone(), style)]).1 <= room {
                return candidate;
            }
        }
        String::new()
    }

    /// Lays out the title of a page, and what it says below it.
    pub(crate) fn title(
        &mut self,
        title: &str,
        emoji: Option<&str>,
        description: Option<&str>,
        width: f32,
    ) -> Vec<Item> {
        let level = NonZeroU16::new(self.level.clamp(1, 6)).unwrap_or(NonZeroU16::MIN);
        let text = emoji.map_or_else(|| title.to_owned(), |emoji| format!("{emoji} {title}"));
        let setting = Setting { leading: 1.22, ..Setting::new(width, 23.0) };
        let kind = Kind::Hn(level, Some(title.to_owned()));
        let mut items = self.plain(&text, Style::bold(23.0).colored(INK), setting, kind);
        if let Some(description) = description.filter(|text| !text.trim().is_empty()) {
            items.push(Item::Row(Row { keep: true, ..Row::space(5.0) }));
            let style = Style::plain(11.5).colored(MUTED);
            items.extend(self.plain(description, style, Setting::new(width, 11.5), Kind::P));
        }
        for item in &mut items {
            if let Item::Row(row) = item {
                row.keep = true;
            }
        }
        items.push(Item::Row(Row { keep: true, ..Row::space(14.0) }));
        items
    }

    /// Lays out the notes of a page.
    pub(crate) fn notes(&mut self, width: f32) -> Vec<Item> {
        let notes = std::mem::take(&mut self.notes);
        if notes.is_empty() {
            return Vec::new();
        }
        self.aside = true;
        let rule = Mark::rule(0.0, 4.0, width.min(120.0), FAINT);
        let mut items =
            vec![Item::Gap(16.0), Item::Row(Row { height: 8.0, marks: vec![rule], keep: true, ..Row::default() })];
        let list = self.within(Kind::L(Numbering::Decimal), |it, _| {
            let mut all = Vec::new();
            for (n, note) in notes.iter().enumerate() {
                let mut body = it.within(Kind::LI, |it, _| {
                    let setting = Setting { leading: 1.7, ..Setting::new(16.0, 8.5) };
                    let label = it.plain(&format!("{}", n + 1), Style::plain(8.5).colored(MUTED), setting, Kind::Lbl);
                    let mut body = it.within(Kind::LBody, |it, _| it.inside(note, width - 18.0));
                    shift(&mut body, 18.0);
                    if let Some(Item::Row(row)) = body.first_mut() {
                        row.marks.extend(flatten(label).marks);
                    }
                    body
                });
                let anchor = it.anchor(&format!("~note-{}", n + 1));
                if let Some(Item::Row(row)) = body.first_mut() {
                    row.marks.push(anchor);
                }
                if !all.is_empty() {
                    all.push(Item::Gap(3.0));
                }
                all.extend(body);
            }
            all
        });
        items.extend(list);
        self.aside = false;
        items
    }

    /// Lays out what could not be printed as it was written; `None` if there is nothing to say.
    pub(crate) fn remarks(&mut self, problems: &Problems, width: f32) -> Option<Vec<Item>> {
        let scripts: Vec<&str> = self.shaper.missing.iter().copied().collect();
        if scripts.is_empty() && problems.pictures.is_empty() && problems.cut.is_empty() {
            return None;
        }
        let (words, missing) = (self.words(), scripts.join(", "));
        let mut items = self.title(self.words().remarks, None, None, width);
        let mut say = |it: &mut Self, text: String| {
            items.push(Item::Gap(6.0));
            items.extend(it.plain(&text, Style::plain(BODY), Setting::new(width, BODY), Kind::P));
        };
        if !scripts.is_empty() {
            say(self, filled(words.no_font, &missing));
        }
        let list =
            |all: &std::collections::BTreeSet<String>| all.iter().map(|name| format!("• {name}")).collect::<Vec<_>>();
        if !problems.cut.is_empty() {
            say(self, words.cut.to_owned());
            list(&problems.cut).into_iter().for_each(|line| say(self, line));
        }
        if !problems.pictures.is_empty() {
            say(self, words.pictures.to_owned());
            list(&problems.pictures).into_iter().for_each(|line| say(self, line));
        }
        Some(items)
    }
}

/// Returns the heading of the table of contents in a language.
fn contents_word(language: &str) -> &'static str {
    match language.split('-').next().unwrap_or_default() {
        "de" => "Inhalt",
        "fr" => "Table des matières",
        "es" => "Contenido",
        "pt" => "Sumário",
        "it" => "Indice",
        "nl" => "Inhoud",
        "ja" => "目次",
        "zh" => "目录",
        "ko" => "목차",
        "ar" => "المحتويات",
        "he" => "תוכן העניינים",
        "ru" => "Содержание",
        "pl" => "Spis treści",
        _ => "Contents",
    }
}

/// Returns the marks of rows on a sheet, relative to the corner of the paper.
pub(crate) fn on_paper(rows: Vec<(f32, Row)>, top: f32) -> Vec<Mark> {
    let placed = |(y, row): (f32, Row)| {
        row.marks.into_iter().map(move |mark| Mark { x: mark.x + MARGIN_X, y: mark.y + y + top, ..mark })
    };
    rows.into_iter().flat_map(placed).collect()
}

/// Returns the names of the anchors among marks, with their heights.
pub(crate) fn anchors(marks: &[Mark]) -> impl Iterator<Item = (&str, f32)> {
    marks.iter().filter_map(|mark| match &mark.kind {
        MarkKind::Anchor(name) => Some((&**name, mark.y)),
        _ => None,
    })
}
