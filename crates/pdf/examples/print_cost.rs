//! The cost of printing a documentation: without kept layouts, step by step; with all that is kept; and after an edit of
//! one page.
//!
//! Takes directories of Markdown, whose files are the pages, and `--pages N`, which repeats them until there are so many.
//! Times are those that the thread ran, where the system tells, so that a busy machine does not change them.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use quire_content::budget::Budget;
use quire_content::document::{Unresolved, parse_within};
use quire_content::hash::Hash;
use quire_pdf::{Book, Entry, Fonts, Layouts, Nothing, Sheet, Unkept, draw};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut texts, mut count) = (Vec::new(), 0);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--pages" => count = arguments.next().ok_or("--pages needs a number")?.parse()?,
            _ => add(Path::new(&argument), &mut texts)?,
        }
    }
    if texts.is_empty() {
        return Err("no files of Markdown".into());
    }
    let entry = |at: usize| Entry {
        id: at.to_string(),
        title: format!("Page {at}"),
        emoji: None,
        depth: usize::from(!at.is_multiple_of(10)),
        is_page: true,
    };
    let pages = count.max(texts.len());
    let mut texts: Vec<String> = texts.iter().cycle().take(pages).cloned().collect();
    let entries: Vec<Entry> = (0..pages).map(entry).collect();
    let book = Book { title: "Cost".to_owned(), language: "en".to_owned(), front: true, entries, ..Book::default() };
    let fonts = Fonts::new(Vec::new());
    let memory = Memory::default();
    let plain = print(&book, &fonts, &texts, &Unkept, "without kept layouts")?;
    print(&book, &fonts, &texts, &memory, "all layouts made and kept")?;
    let kept: usize = memory.0.borrow().values().map(Vec::len).sum();
    println!("kept {kept} bytes");
    let again = print(&book, &fonts, &texts, &memory, "all layouts kept before")?;
    if plain != again {
        return Err("the files differ".into());
    }
    texts[pages / 2].push_str("\n\nAn edit.\n");
    print(&book, &fonts, &texts, &memory, "after an edit of one page")?;
    Ok(())
}

/// Keeps layouts in memory.
#[derive(Default)]
struct Memory(RefCell<HashMap<Hash, Vec<u8>>>);

impl Layouts<Infallible> for Memory {
    fn find(&self, key: Hash) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.0.borrow().get(&key).cloned())
    }

    fn keep(&self, key: Hash, bytes: &[u8]) {
        self.0.borrow_mut().insert(key, bytes.to_vec());
    }
}

/// Prints the book and what that cost.
fn print(
    book: &Book,
    fonts: &Fonts,
    texts: &[String],
    layouts: &dyn Layouts<Infallible>,
    name: &str,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut passes, mut reading, mut turns) = (Vec::new(), Duration::ZERO, spent());
    let began = turns;
    let mut read = |at: usize| {
        let start = spent();
        if at == 0 {
            passes.push(start);
        }
        let document = parse_within(&texts[at], &Unresolved, &Budget::page()).document;
        turns = spent();
        reading += turns - start;
        Ok::<_, Infallible>(Sheet { document, description: None, around: Box::new(Nothing) })
    };
    let pdf = draw(book, fonts, layouts, &mut read).map_err(|e| e.to_string())?;
    let end = spent();
    println!("{name}: {} pages, {} sheets, {} bytes", texts.len(), pdf.sheets, pdf.bytes.len());
    println!("  all                            {:>9.1} ms", milliseconds(end - began));
    println!("  reading documents              {:>9.1} ms", milliseconds(reading));
    if let [first, second] = passes[..] {
        println!("  first pass                     {:>9.1} ms", milliseconds(second - first));
        println!("  second pass and the file       {:>9.1} ms", milliseconds(end - second));
    } else {
        println!("  first pass, but the last page  {:>9.1} ms", milliseconds(turns - began));
        println!("  second pass and the file       {:>9.1} ms", milliseconds(end - turns));
    }
    Ok(pdf.bytes)
}

/// Returns the time that this thread ran, or the time as such where the system does not tell.
fn spent() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
    told.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Adds the texts of all files of Markdown below a path, in the order of their names.
fn add(path: &Path, texts: &mut Vec<String>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut paths: Vec<PathBuf> =
            path.read_dir()?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
        paths.sort();
        return paths.iter().try_for_each(|path| add(path, texts));
    }
    if path.extension().is_some_and(|it| it == "md") {
        texts.push(std::fs::read_to_string(path)?);
    }
    Ok(())
}
