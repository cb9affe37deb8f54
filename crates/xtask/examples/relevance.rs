//! How good the answers of the search are, beside SQLite's FTS5 and PostgreSQL's full text search on the same sections.
//!
//! `relevance [--misses] (DIRECTORY QUERIES)...`: directories of Markdown, each with a file of queries. A line of that
//! is a query and the paths that are right, with `#anchor` where the section matters, separated by tabs; lines with
//! `#` in front name groups. A right answer in place n is worth 1/n, down to the tenth place.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use quire_content::document::{Unresolved, parse};
use quire_content::id::Uid;
use quire_content::{front_matter, title};
use quire_model::ids::{PageId, SpaceId};
use quire_model::language::Language;
use quire_search::sections::{self, Section};
use quire_search::{Index, Page, Query, Scope, Window, Writer};
use serde_json::json;

/// How many pages of an answer are looked at, and how many sections of a page.
const PAGES: usize = 10;
const SECTIONS: usize = 3;
const SPACE: SpaceId = SpaceId(Uid([1; 16]));
/// What a place in a title, a heading, the text or code is worth to the others.
const WEIGHTS: [f64; 4] = [6.0, 4.0, 1.0, 0.6];

fn main() -> Result<()> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let shows_misses = args.iter().any(|arg| arg == "--misses");
    args.retain(|arg| arg != "--misses");
    for pair in args.chunks(2) {
        let [dir, queries] = pair else { anyhow::bail!("each directory needs a file of queries") };
        let pages = read_pages(Path::new(dir))?;
        let questions = read_questions(Path::new(queries))?;
        let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Quire::new(&pages)?), Box::new(Sqlite::new(&pages)?)];
        match quire_testdb::postgres() {
            Some(database) => engines.push(Box::new(Postgres::new(&pages, database)?)),
            None => println!("PostgreSQL is not here"),
        }
        let name = Path::new(queries).file_stem().unwrap_or_default().to_string_lossy();
        for (n, engine) in engines.iter_mut().enumerate() {
            report(&name, engine.as_mut(), &questions, shows_misses && n == 0)?;
        }
    }
    Ok(())
}

/// A page of a directory.
struct Source {
    path: String,
    title: String,
    description: String,
    sections: Vec<Section>,
}

/// A query with what is right.
struct Question {
    group: String,
    text: String,
    right: Vec<String>,
}

/// A page that was found: its path, and the anchors of its best sections.
type Answer = (String, Vec<String>);

/// Something that searches.
trait Engine {
    fn name(&self) -> &'static str;
    fn search(&mut self, text: &str) -> Result<Vec<Answer>>;
}

fn read_pages(dir: &Path) -> Result<Vec<Source>> {
    let mut files = Vec::new();
    list(dir, &mut files)?;
    files.sort();
    let pages = files.into_iter().filter(|path| !path.ends_with("SUMMARY.md")).map(|file| {
        let bytes = std::fs::read(&file).with_context(|| format!("can't read {}", file.display()))?;
        let front = front_matter::parse(&bytes);
        let body = String::from_utf8_lossy(&bytes[front.body_at..]).into_owned();
        let path = file.strip_prefix(dir)?.to_string_lossy().into_owned();
        let title = title::title_of(&body).unwrap_or_else(|| path.clone());
        let sections = sections::of(&parse(&body, &Unresolved).document);
        Ok(Source { path, title, description: front.fields.description.unwrap_or_default(), sections })
    });
    pages.collect()
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| format!("can't read {}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    Ok(())
}

fn read_questions(path: &Path) -> Result<Vec<Question>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))?;
    let mut group = String::new();
    let mut questions = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            group = name.to_owned();
        } else if let Some((text, right)) = line.split_once('\t') {
            let right = right.split('\t').map(str::to_owned).collect();
            questions.push(Question { group: group.clone(), text: text.to_owned(), right });
        }
    }
    Ok(questions)
}

/// What an answer in this place is worth.
fn value(question: &Question, answers: &[Answer]) -> f64 {
    let is_right = |(path, anchors): &Answer| {
        question.right.iter().any(|right| match right.split_once('#') {
            None => right == path,
            Some((page, anchor)) => page == path && anchors.iter().any(|found| found == anchor),
        })
    };
    answers.iter().position(is_right).map_or(0.0, |place| 1.0 / (place + 1) as f64)
}

fn report(name: &str, engine: &mut dyn Engine, questions: &[Question], shows_misses: bool) -> Result<()> {
    let mut groups: Vec<(&str, Vec<f64>)> = Vec::new();
    for question in questions {
        let answers = engine.search(&question.text)?;
        let value = value(question, &answers);
        match groups.last_mut().filter(|(group, _)| *group == question.group) {
            Some((_, values)) => values.push(value),
            None => groups.push((&question.group, vec![value])),
        }
        if shows_misses && value < 1.0 {
            let first = answers.iter().take(3).map(|(path, anchors)| format!("{path}#{}", anchors.join("#")));
            let first = first.collect::<Vec<_>>().join("  ");
            println!("{value:.2} {} -> {:?}, not {first}", question.text, question.right);
        }
    }
    let mean = |values: &[f64]| (values.iter().sum::<f64>() / values.len() as f64 * 1000.0).round() / 1000.0;
    let all: Vec<f64> = groups.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    let groups: Vec<_> = groups.iter().map(|(group, values)| json!({ *group: mean(values) })).collect();
    let engine = engine.name();
    println!(
        "{}",
        json!({ "name": name, "engine": engine, "queries": all.len(), "mrr": mean(&all), "groups": groups })
    );
    Ok(())
}

/// The search of this repository.
struct Quire<'a> {
    _dir: tempfile::TempDir,
    index: Index,
    _writer: Writer,
    pages: &'a [Source],
}

impl<'a> Quire<'a> {
    fn new(pages: &'a [Source]) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let (index, mut writer) = quire_search::open(dir.path())?;
        for (n, page) in pages.iter().enumerate() {
            let id = PageId(Uid((n as u128).to_be_bytes()));
            writer.put(&Page {
                space: SPACE,
                page: id,
                language: Language::En,
                title: &page.title,
                description: &page.description,
                sections: &page.sections,
            })?;
        }
        writer.commit("")?;
        Ok(Self { _dir: dir, index, _writer: writer, pages })
    }
}

impl Engine for Quire<'_> {
    fn name(&self) -> &'static str {
        "quire"
    }

    fn search(&mut self, text: &str) -> Result<Vec<Answer>> {
        let scope: Scope = [SPACE].into_iter().collect();
        let window = Window { offset: 0, limit: PAGES, sections: SECTIONS };
        let found = self.index.search(&Query::parse(text), &scope, window)?;
        let answers = found.pages.into_iter().map(|page| {
            let n = u128::from_be_bytes(page.page.bytes()) as usize;
            let anchors = page.sections.into_iter().map(|section| section.anchor.unwrap_or_default());
            (self.pages[n].path.clone(), anchors.collect())
        });
        Ok(answers.collect())
    }
}

/// Rows of sections, best first, as pages.
fn grouped(rows: impl Iterator<Item = (String, String)>) -> Vec<Answer> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut answers: Vec<Answer> = Vec::new();
    for (path, anchor) in rows {
        let place = *places.entry(path.clone()).or_insert_with(|| {
            answers.push((path, Vec::new()));
            answers.len() - 1
        });
        if answers[place].1.len() < SECTIONS {
            answers[place].1.push(anchor);
        }
    }
    answers.truncate(PAGES);
    answers
}

/// The rows that both databases get: path, anchor, title, heading, body, code.
fn rows(pages: &[Source]) -> impl Iterator<Item = [&str; 6]> {
    pages.iter().flat_map(|page| {
        page.sections.iter().map(|section| {
            let anchor = section.anchor.as_deref().unwrap_or_default();
            [&page.path, anchor, &page.title, &section.heading, &section.body, &section.code]
        })
    })
}

/// FTS5 with English stems.
struct Sqlite {
    connection: rusqlite::Connection,
}

impl Sqlite {
    fn new(pages: &[Source]) -> Result<Self> {
        let connection = rusqlite::Connection::open_in_memory()?;
        connection.execute_batch(
            "create virtual table sections using fts5(path unindexed, anchor unindexed, title, heading, body, code,
             tokenize = 'porter unicode61')",
        )?;
        for row in rows(pages) {
            connection.execute("insert into sections values (?1, ?2, ?3, ?4, ?5, ?6)", row)?;
        }
        Ok(Self { connection })
    }

    fn rows(&self, query: &str) -> Result<Vec<(String, String)>> {
        let [title, heading, body, code] = WEIGHTS;
        let mut statement = self.connection.prepare(&format!(
            "select path, anchor from sections where sections match ?1
             order by bm25(sections, 0, 0, {title}, {heading}, {body}, {code}) limit 200"
        ))?;
        let rows = statement.query_map([query], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Engine for Sqlite {
    fn name(&self) -> &'static str {
        "SQLite FTS5"
    }

    /// All words and phrases, the last word as a prefix; any of them if that finds nothing.
    fn search(&mut self, text: &str) -> Result<Vec<Answer>> {
        let mut parts = Vec::new();
        for (n, piece) in text.split('"').enumerate() {
            if n % 2 == 1 {
                parts.push(format!("\"{piece}\""));
            } else {
                parts.extend(piece.split_whitespace().map(|word| format!("\"{word}\"")));
            }
        }
        if !text.ends_with('"') {
            parts.last_mut().into_iter().for_each(|last| last.push('*'));
        }
        let mut found = self.rows(&parts.join(" AND "))?;
        if found.is_empty() {
            found = self.rows(&parts.join(" OR "))?;
        }
        Ok(grouped(found.into_iter()))
    }
}

/// PostgreSQL's full text search with English stems.
struct Postgres {
    client: postgres::Client,
    _database: quire_testdb::TestDatabase,
}

impl Postgres {
    fn new(pages: &[Source], database: quire_testdb::TestDatabase) -> Result<Self> {
        let mut client = postgres::Client::connect(database.url(), postgres::NoTls)?;
        client.batch_execute("create table sections (path text, anchor text, words tsvector)")?;
        let insert = client.prepare(
            "insert into sections values ($1, $2, setweight(to_tsvector('english', $3::text), 'A')
             || setweight(to_tsvector('english', $4::text), 'B') || setweight(to_tsvector('english', $5::text), 'C')
             || setweight(to_tsvector('english', $6::text), 'D'))",
        )?;
        for [path, anchor, title, heading, body, code] in rows(pages) {
            client.execute(&insert, &[&path, &anchor, &title, &heading, &body, &code])?;
        }
        Ok(Self { client, _database: database })
    }
}

impl Engine for Postgres {
    fn name(&self) -> &'static str {
        "PostgreSQL"
    }

    /// All words and phrases; any of them if that finds nothing.
    fn search(&mut self, text: &str) -> Result<Vec<Answer>> {
        let query: String = self.client.query_one("select websearch_to_tsquery('english', $1)::text", &[&text])?.get(0);
        let [title, heading, body, code] = WEIGHTS.map(|weight| weight / WEIGHTS[0]);
        let select = format!(
            "select path, anchor from sections, cast($1::text as tsquery) as query
             where words @@ query
             order by ts_rank(array[{code}, {body}, {heading}, {title}]::real[], words, query, 1) desc, path, anchor
             limit 200"
        );
        let mut found = self.client.query(&select, &[&query])?;
        if found.is_empty() {
            found = self.client.query(&select, &[&query.replace('&', "|")])?;
        }
        Ok(grouped(found.iter().map(|row| (row.get(0), row.get(1)))))
    }
}
