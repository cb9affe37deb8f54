//! A book as a file, in two passes: the first finds out where everything is, the second draws it.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{Metadata, TextDirection};
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{Node, Tag as Kind, TagGroup, TagTree};
use quire_content::hash::Hash;

use crate::book::{Book, Pdf, Sheet};
use crate::composer::{Composer, MOST_ROWS, Problems};
use crate::error::Error;
use crate::fonts::Fonts;
use crate::front::on_paper;
use crate::kept::{self, Facts, Kept, Notes};
use crate::layouts::Layouts;
use crate::pager::{Placed, sheets};
use crate::paint::{Painter, Place, Places};
use crate::picture::Pictures;
use crate::rows::{Item, Mark, trim};
use crate::shape::Shaper;
use crate::structure::Structure;
use crate::style::{MARGIN_BOTTOM, MARGIN_TOP, MARGIN_X};
use crate::surroundings::{Nothing, Surroundings};

/// The maximum number of sheets of paper.
const MOST_SHEETS: usize = 20_000;
/// The bytes of code on one page of the book that get colours.
const MOST_COLORED: usize = 256 << 10;
/// The maximum number of pictures and of pages that the remarks at the end of the book name.
const MOST_NOTED: usize = 200;

/// Prints a book. `read` returns the page of an entry; it is called once for each entry that is a page, and once more with
/// the same result where its layout is not kept.
///
/// # Errors
/// A page can't be read, the book has too many sheets, or the layouts end the drawing.
pub fn draw<'s, E>(
    book: &Book,
    fonts: &Fonts,
    layouts: &dyn Layouts<E>,
    read: &mut dyn FnMut(usize) -> Result<Sheet<'s>, E>,
) -> Result<Pdf, Error<E>> {
    let mut press = Press {
        book,
        size: book.paper.size(),
        shaper: Shaper::new(fonts),
        pictures: Pictures::default(),
        structure: Structure::default(),
        problems: Problems::default(),
    };
    let front = press.front_sheets();
    let found = press.find(front, fonts, layouts, read)?;
    press.print(fonts, &found, layouts, read)
}

/// The first sheet of each entry.
type Starts = Vec<usize>;

/// The findings of the first pass.
struct Found {
    places: Places,
    starts: Starts,
    /// The keys of the layouts of pages that may be kept.
    keys: Vec<Option<Hash>>,
}

/// A page that was laid out: the marks on its sheets, relative to the corner of the paper.
struct Laid {
    sheets: Vec<Vec<Mark>>,
    facts: Facts,
}

struct Press<'b, 'f> {
    book: &'b Book,
    size: (f32, f32),
    shaper: Shaper<'f>,
    pictures: Pictures,
    structure: Structure,
    problems: Problems,
}

impl<'f> Press<'_, 'f> {
    fn width(&self) -> f32 {
        self.size.0 - 2.0 * MARGIN_X
    }

    fn height(&self) -> f32 {
        self.size.1 - MARGIN_TOP - MARGIN_BOTTOM
    }

    /// Lays something out that is about one page of the book.
    fn compose<T>(
        &mut self,
        (page, level): (&str, u16),
        around: &dyn Surroundings,
        work: impl FnOnce(&mut Composer<'_, 'f>) -> T,
    ) -> T {
        let most_height = self.height();
        work(&mut Composer {
            shaper: &mut self.shaper,
            pictures: &mut self.pictures,
            structure: &mut self.structure,
            problems: &mut self.problems,
            around,
            parent: None,
            page,
            language: &self.book.language,
            level,
            most_height,
            depth: 0,
            rows_left: MOST_ROWS,
            is_cut: false,
            aside: false,
            notes: Vec::new(),
            colored_left: MOST_COLORED,
        })
    }

    /// Returns the sheets of the table of contents, with numbers where places are known.
    fn contents(&mut self, place: &dyn Fn(usize) -> Option<Place>) -> Vec<Placed> {
        let (book, width, height) = (self.book, self.width(), self.height());
        let items = self.compose(("", 1), &Nothing, |it| it.contents(book, width, place));
        sheets(items, height)
    }

    /// Returns the number of sheets before the first page.
    fn front_sheets(&mut self) -> usize {
        if !self.book.front {
            return 0;
        }
        let contents = self.contents(&|_| None).len();
        self.structure.take();
        1 + contents
    }

    /// Lays out a page of the book.
    fn page(&mut self, at: usize, sheet: &Sheet<'_>, around: &dyn Surroundings) -> Laid {
        let entry = &self.book.entries[at];
        let (width, height) = (self.width(), self.height());
        let level = entry.depth as u16 + 1 + u16::from(self.book.front);
        let before = (std::mem::take(&mut self.problems), std::mem::take(&mut self.shaper.missing));
        let (items, is_whole) = self.compose((&entry.id, level), around, |it| {
            let mut items = it.title(&entry.title, entry.emoji.as_deref(), sheet.description.as_deref(), width);
            if let Some(Item::Row(row)) = items.first_mut() {
                row.marks.push(it.anchor(""));
            }
            let mut body = it.inside(&sheet.document.nodes, width);
            trim(&mut body);
            if body.is_empty()
                && let Some(Item::Row(row)) = items.last_mut()
            {
                row.keep = false;
            }
            items.extend(body);
            items.extend(it.notes(width));
            (items, it.rows_left > 0 && !it.is_cut)
        });
        let sheets: Vec<Vec<Mark>> = sheets(items, height).into_iter().map(|rows| on_paper(rows, MARGIN_TOP)).collect();
        let own =
            (std::mem::replace(&mut self.problems, before.0), std::mem::replace(&mut self.shaper.missing, before.1));
        let is_cut = !is_whole || sheet.document.cut.is_some();
        let mut facts = Facts { pictures: own.0.pictures, scripts: own.1, is_cut, ..Facts::default() };
        facts.locate(&sheets);
        Laid { sheets, facts }
    }

    /// Notes what a page says of itself for the end of the book.
    fn note(&mut self, at: usize, facts: &Facts) {
        for name in &facts.pictures {
            if self.problems.pictures.len() < MOST_NOTED {
                self.problems.pictures.insert(name.clone());
            }
        }
        if facts.is_cut && self.problems.cut.len() < MOST_NOTED {
            self.problems.cut.insert(self.book.entries[at].title.clone());
        }
        self.shaper.missing.extend(&facts.scripts);
    }

    /// Returns the facts about a page from a kept layout, or lays it out and keeps that.
    fn facts<E>(
        &mut self,
        at: usize,
        sheet: &Sheet<'_>,
        key: Hash,
        layouts: &dyn Layouts<E>,
    ) -> Result<Facts, Error<E>> {
        let bytes = layouts.find(key).map_err(Error::Page)?;
        if let Some(kept) = bytes.as_deref().and_then(|bytes| Kept::read(key, bytes))
            && kept.holds(&sheet.document, &*sheet.around, &mut self.pictures)
        {
            return Ok(kept.facts);
        }
        self.pictures.reads();
        let notes = Notes::default();
        let Laid { sheets, facts } = self.page(at, sheet, &notes.around(&*sheet.around));
        let reads = self.pictures.reads();
        if let Some(bytes) = notes.layout(key, &facts, &reads, &sheets, &self.structure) {
            layouts.keep(key, &bytes);
        }
        Ok(facts)
    }

    /// Finds the places of all anchors and the first sheet of each entry.
    fn find<'s, E>(
        &mut self,
        front: usize,
        fonts: &Fonts,
        layouts: &dyn Layouts<E>,
        read: &mut dyn FnMut(usize) -> Result<Sheet<'s>, E>,
    ) -> Result<Found, Error<E>> {
        let of_book = layouts.is_keeping().then(|| kept::key_of_book(self.book, fonts));
        let mut places = Places::new();
        let mut starts = Vec::with_capacity(self.book.entries.len());
        let mut keys = Vec::with_capacity(self.book.entries.len());
        let mut number = front;
        for at in 0..self.book.entries.len() {
            let entry = &self.book.entries[at];
            starts.push(number);
            if !entry.is_page {
                places.insert(format!("{}#", entry.id).into(), Place { sheet: number, y: MARGIN_TOP });
                keys.push(None);
                continue;
            }
            let sheet = read(at).map_err(Error::Page)?;
            let key = of_book.map(|of_book| kept::key(of_book, self.book, at, &sheet));
            keys.push(key);
            let facts = match key {
                Some(key) => self.facts(at, &sheet, key, layouts)?,
                None => self.page(at, &sheet, &*sheet.around).facts,
            };
            self.structure.take();
            self.note(at, &facts);
            for (name, sheet, y) in facts.anchors {
                places.entry(name.into()).or_insert(Place { sheet: number + sheet, y });
            }
            number += facts.sheets;
            if number > MOST_SHEETS {
                return Err(Error::TooLong { bound: MOST_SHEETS });
            }
        }
        // A group at the end without pages.
        let last = number.saturating_sub(1);
        starts.iter_mut().for_each(|start| *start = (*start).min(last));
        places.values_mut().for_each(|place| place.sheet = place.sheet.min(last));
        Ok(Found { places, starts, keys })
    }

    /// Returns the sheets of a page, from its kept layout if there is one.
    fn sheets_of<'s, E>(
        &mut self,
        at: usize,
        key: Option<Hash>,
        layouts: &dyn Layouts<E>,
        read: &mut dyn FnMut(usize) -> Result<Sheet<'s>, E>,
    ) -> Result<Vec<Vec<Mark>>, Error<E>> {
        if let Some(key) = key {
            let bytes = layouts.find(key).map_err(Error::Page)?;
            let kept = bytes.as_deref().and_then(|bytes| Kept::read(key, bytes));
            if let Some(sheets) = kept.and_then(|kept| kept.sheets(&mut self.pictures, &mut self.structure)) {
                return Ok(sheets);
            }
        }
        let sheet = read(at).map_err(Error::Page)?;
        Ok(self.page(at, &sheet, &*sheet.around).sheets)
    }

    fn print<'s, E>(
        &mut self,
        fonts: &'f Fonts,
        Found { places, starts, keys }: &Found,
        layouts: &dyn Layouts<E>,
        read: &mut dyn FnMut(usize) -> Result<Sheet<'s>, E>,
    ) -> Result<Pdf, Error<E>> {
        let mut painter = Painter::new(fonts, self.size);
        let mut tree = TagTree::new().with_lang(Some(self.book.language.clone()));
        let book = self.book;
        if book.front {
            let (width, height) = (self.width(), self.height());
            let cover = self.compose(("", 1), &Nothing, |it| it.cover(book, width, height));
            let cover = sheets(cover, f32::INFINITY).into_iter().flat_map(|rows| on_paper(rows, MARGIN_TOP)).collect();
            self.sheet(&mut painter, cover, None, places);
            let contents = self.contents(&|at| Some(Place { sheet: *starts.get(at)?, y: MARGIN_TOP }));
            for rows in contents {
                self.sheet(&mut painter, on_paper(rows, MARGIN_TOP), Some(""), places);
            }
            self.collect(&mut tree);
        }
        for (at, key) in keys.iter().copied().enumerate() {
            if !book.entries[at].is_page {
                continue;
            }
            for marks in self.sheets_of(at, key, layouts, read)? {
                self.sheet(&mut painter, marks, Some(&book.entries[at].title), places);
            }
            self.collect(&mut tree);
        }
        self.remarks(&mut painter, places);
        self.collect(&mut tree);
        if painter.sheets == 0 {
            self.sheet(&mut painter, Vec::new(), None, places);
        }
        let sheets = painter.sheets;
        let mut document = painter.document;
        document.set_metadata(metadata(book));
        document.set_outline(outline(book, starts, sheets));
        document.set_tag_tree(tree);
        let bytes = document.finish().map_err(|e| Error::Write(format!("{e:?}")))?;
        Ok(Pdf { bytes, sheets })
    }

    /// Draws a sheet, with a running head if it has one.
    fn sheet(&mut self, painter: &mut Painter<'f>, mut marks: Vec<Mark>, head: Option<&str>, places: &Places) {
        if let Some(title) = head {
            let (book, size, number) = (self.book, self.size, painter.sheets + 1);
            let running = self.compose(("", 1), &Nothing, |it| it.running(&book.title, title, number, size));
            marks.splice(0..0, running);
        }
        painter.sheet(&marks, places, &mut self.structure);
    }

    /// Adds the structure of what was drawn to that of the file.
    fn collect(&mut self, tree: &mut TagTree) {
        let parts: Vec<Node> = self.structure.take();
        if !parts.is_empty() {
            tree.push(TagGroup::with_children(Kind::Section, parts));
        }
    }

    fn remarks(&mut self, painter: &mut Painter<'f>, places: &Places) {
        let (width, height) = (self.width(), self.height());
        let problems = std::mem::take(&mut self.problems);
        let items = self.compose(("~notes", 2), &Nothing, |it| it.remarks(&problems, width));
        for rows in items.map(|items| sheets(items, height)).unwrap_or_default() {
            self.sheet(painter, on_paper(rows, MARGIN_TOP), Some(""), places);
        }
    }
}

fn metadata(book: &Book) -> Metadata {
    let is_rtl = matches!(book.language.split('-').next().unwrap_or_default(), "ar" | "he" | "fa" | "ur");
    let direction = if is_rtl { TextDirection::RightToLeft } else { TextDirection::LeftToRight };
    Metadata::new().title(book.title.clone()).language(book.language.clone()).text_direction(direction)
}

/// Returns the outline: the page tree.
fn outline(book: &Book, starts: &Starts, sheets: usize) -> Outline {
    let mut open: Vec<(usize, OutlineNode)> = Vec::new();
    let mut outline = Outline::new();
    let close = |open: &mut Vec<(usize, OutlineNode)>, outline: &mut Outline| {
        let Some((_, node)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.push_child(node),
            None => outline.push_child(node),
        }
    };
    for (entry, start) in book.entries.iter().zip(starts) {
        while open.last().is_some_and(|(depth, _)| *depth >= entry.depth) {
            close(&mut open, &mut outline);
        }
        let place = XyzDestination::new((*start).min(sheets.saturating_sub(1)), Point::from_xy(0.0, 0.0));
        open.push((entry.depth, OutlineNode::new(entry.title.clone(), place)));
    }
    while !open.is_empty() {
        close(&mut open, &mut outline);
    }
    outline
}
