//! The cost of indexing a documentation and of queries over it, to be measured step by step with a profiler.
//!
//! Takes directories of Markdown and options: `--pages N` mixes sections of them into N pages, `--queries N` bounds the
//! number of titles that are asked, `--limit N` the pages of an answer, `--rounds N` the times that all are asked,
//! `--ask TEXT` asks one query instead, `--index DIR` keeps the index there and uses the one that is there, `--edits N`
//! adds a line to single pages, `--replaced N` gives single pages the text of others, `--batch N` of both with each publication, and `--answers FILE` writes all answers in full, so that two versions can be
//! compared.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quire_content::document::{Unresolved, parse};
use quire_content::id::{PageId, Uid};
use quire_content::{front_matter, title};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use quire_search::sections::{self, Section};
use quire_search::{Found, Index, Marked, Page, Query, Scope, Window, Writer};

const SPACE: SpaceId = SpaceId(Uid([1; 16]));

/// Sections of an answer's page, as the API asks for them.
const SECTIONS: usize = 5;

struct Options {
    dirs: Vec<PathBuf>,
    pages: usize,
    queries: usize,
    limit: usize,
    rounds: usize,
    edits: usize,
    replaced: usize,
    batch: usize,
    ask: Option<String>,
    index: Option<PathBuf>,
    answers: Option<PathBuf>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        dirs: Vec::new(),
        pages: 0,
        queries: usize::MAX,
        limit: 50,
        rounds: 1,
        edits: 0,
        replaced: 0,
        batch: 1,
        ask: None,
        index: None,
        answers: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--pages" => options.pages = value()?.parse()?,
            "--queries" => options.queries = value()?.parse()?,
            "--limit" => options.limit = value()?.parse()?,
            "--rounds" => options.rounds = value()?.parse()?,
            "--edits" => options.edits = value()?.parse()?,
            "--replaced" => options.replaced = value()?.parse()?,
            "--batch" => options.batch = value()?.parse::<usize>()?.max(1),
            "--ask" => options.ask = Some(value()?),
            "--index" => options.index = Some(value()?.into()),
            "--answers" => options.answers = Some(value()?.into()),
            _ => options.dirs.push(argument.into()),
        }
    }
    Ok(options)
}

/// A page of the documentation.
#[derive(Clone)]
struct Source {
    title: String,
    description: String,
    sections: Vec<Section>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let mut pages = Vec::new();
    for dir in &options.dirs {
        read(dir, &mut pages)?;
    }
    if options.pages > 0 {
        pages = mixed(&pages, options.pages);
    }
    let temporary = tempfile::tempdir()?;
    let dir = options.index.clone().unwrap_or_else(|| temporary.path().join("index"));
    let (index, mut writer) = quire_search::open(&dir)?;
    if index.entries() == 0 {
        let clock = Clock::start();
        for (n, page) in pages.iter().enumerate() {
            put(&mut writer, n, page)?;
        }
        writer.commit("all")?;
        clock.report("indexing", pages.len())?;
        writer.finish()?;
        writer = quire_search::open(&dir)?.1;
    }
    drop((index, writer));
    let (index, mut writer) = quire_search::open(&dir)?;
    println!("pages {}, entries {}, index {} KiB", pages.len(), index.entries(), size(&dir)? >> 10);
    let count = pages.len();
    let replaced = |n: usize| (n % count, pages[(n + 1) % count].clone());
    changes("replaced", &mut writer, options.replaced, options.batch, &replaced)?;
    let edited = |n: usize| (n % count, edited(&pages[n % count], n));
    changes("edits", &mut writer, options.edits, options.batch, &edited)?;
    let titles: Vec<&str> = match &options.ask {
        Some(text) => vec![text],
        None => pages.iter().map(|page| page.title.as_str()).take(options.queries).collect(),
    };
    ask(&index, &titles, &options)?;
    if let Some(file) = &options.answers {
        fs::write(file, answers(&index, &titles, &options)?)?;
    }
    Ok(())
}

fn read(dir: &Path, pages: &mut Vec<Source>) -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, pages)?;
        } else if path.extension().is_some_and(|it| it == "md") && !path.ends_with("SUMMARY.md") {
            let bytes = fs::read(&path)?;
            let front = front_matter::parse(&bytes);
            let body = String::from_utf8_lossy(&bytes[front.body_at..]).into_owned();
            pages.push(Source {
                title: title::title_of(&body).unwrap_or_else(|| path.display().to_string()),
                description: front.fields.description.unwrap_or_default(),
                sections: sections::of(&parse(&body, &Unresolved).document),
            });
        }
    }
    Ok(())
}

/// Makes pages out of the sections of others: titles are headings, each with a word of another one.
fn mixed(pages: &[Source], count: usize) -> Vec<Source> {
    let all: Vec<&Section> = pages.iter().flat_map(|page| &page.sections).collect();
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut made = pages.to_vec();
    made.truncate(count);
    while made.len() < count {
        let (one, other) = (&all[next(all.len())].heading, &all[next(all.len())].heading);
        let title = format!("{one} {}", other.split(' ').next_back().unwrap_or_default());
        let count = 1 + next(9);
        let mut sections: Vec<Section> = (0..count).map(|_| all[next(all.len())].clone()).collect();
        sections[0] = Section { anchor: None, heading: String::new(), ..sections[0].clone() };
        made.push(Source { title, description: String::new(), sections });
    }
    made
}

fn put(writer: &mut Writer, n: usize, page: &Source) -> Result<(), Box<dyn Error>> {
    let Source { title, description, sections } = page;
    let page = PageId(Uid((n as u128).to_be_bytes()));
    writer.put(&Page { space: SPACE, page, language: Language::En, title, description, sections })?;
    Ok(())
}

/// Returns a page with a line more in its last section.
fn edited(page: &Source, n: usize) -> Source {
    let mut page = page.clone();
    if let Some(last) = page.sections.last_mut() {
        last.body += &format!("\nChanged for the {n}th time.");
    }
    page
}

/// Writes changed pages, which are made by their number.
fn changes(
    name: &str,
    writer: &mut Writer,
    count: usize,
    batch: usize,
    change: &dyn Fn(usize) -> (usize, Source),
) -> Result<(), Box<dyn Error>> {
    if count == 0 {
        return Ok(());
    }
    let clock = Clock::start();
    for n in 0..count {
        let (page, source) = change(n);
        put(writer, page, &source)?;
        if (n + 1) % batch == 0 {
            writer.publish("change")?;
        }
    }
    writer.commit("changes")?;
    clock.report(name, count)
}

fn found(index: &Index, text: &str, options: &Options) -> Result<Found, Box<dyn Error>> {
    let window = Window { offset: 0, limit: options.limit, sections: SECTIONS };
    Ok(index.search(&Query::parse(text), &[SPACE].into_iter().collect::<Scope>(), window)?)
}

fn ask(index: &Index, titles: &[&str], options: &Options) -> Result<(), Box<dyn Error>> {
    for round in 0..options.rounds {
        let mut times = Vec::new();
        let clock = Clock::start();
        for title in titles {
            let began = Instant::now();
            black_box(found(index, title, options)?);
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
        clock.report(&format!("round {round}"), titles.len())?;
        times.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!("  p50 {:.3} ms, p99 {:.3} ms, most {:.3} ms", at(0.5), at(0.99), at(1.0));
    }
    Ok(())
}

/// Returns everything that the answers say, as text.
fn answers(index: &Index, titles: &[&str], options: &Options) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    let marked = |it: &Marked| format!("{:?} {:?}", it.text, it.marks);
    for title in titles {
        let found = found(index, title, options)?;
        writeln!(out, "== {title}: {}", found.total)?;
        for page in &found.pages {
            writeln!(out, "{} {}", page.page, page.score)?;
            for section in &page.sections {
                let (heading, snippet) = (marked(&section.heading), marked(&section.snippet));
                writeln!(out, "  {:?} {} {heading} {snippet}", section.anchor, section.score)?;
            }
        }
    }
    Ok(out)
}

fn size(dir: &Path) -> Result<u64, std::io::Error> {
    fs::read_dir(dir)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}

/// Time on the processor, of this process.
struct Clock {
    began: u64,
}

impl Clock {
    fn start() -> Self {
        Self { began: spent() }
    }

    fn report(&self, name: &str, count: usize) -> Result<(), Box<dyn Error>> {
        let ms = (spent() - self.began) as f64 / 1e6;
        println!("{name}: {ms:.0} ms of CPU, {:.3} ms each", ms / count.max(1) as f64);
        Ok(())
    }
}

/// Returns the nanoseconds that the threads of this process, running or ended, have spent; 0 where that is not known.
fn spent() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    // The times in user and in kernel mode, in hundredths of a second.
    fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum::<u64>() * 10_000_000
}
