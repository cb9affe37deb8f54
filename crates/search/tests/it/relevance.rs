//! How good answers are in languages without blanks between words, on pages of our own.
//!
//! Each language has a file of pages, which begin with their titles, and a file of queries with what is right: a
//! title, or a section of that page. What the search is worth in English is measured beside other engines, on real
//! manuals, by an example of `xtask`.

use quire_model::language::Language;

use crate::support::Library;

/// The mean reciprocal rank that answers must have.
const AT_LEAST: f64 = 0.85;

fn check(language: Language, pages: &str, queries: &str) {
    let mut library = Library::new();
    for page in pages.split("\n# ").map(|page| page.trim_start_matches("# ")) {
        let (title, text) = page.split_once('\n').unwrap();
        library.add(1, language, title, text);
    }
    library.commit();
    let mut values = Vec::new();
    let mut misses = String::new();
    for line in queries.lines() {
        let (query, right) = line.split_once('\t').unwrap();
        let found = library.find(query);
        let place = found.iter().take(10).position(|answer| {
            // A title alone asks for no section.
            answer == right || !right.contains('#') && answer.split('#').next() == Some(right)
        });
        let value = place.map_or(0.0, |place| 1.0 / (place + 1) as f64);
        if value < 1.0 {
            misses += &format!("{query}: {:?}\n", &found[..found.len().min(3)]);
        }
        values.push(value);
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!(mean >= AT_LEAST, "{mean}\n{misses}");
}

#[test]
fn chinese_answers_are_good() {
    check(Language::Zh, include_str!("../relevance/zh.md"), include_str!("../relevance/zh.tsv"));
}

#[test]
fn japanese_answers_are_good() {
    check(Language::Ja, include_str!("../relevance/ja.md"), include_str!("../relevance/ja.tsv"));
}

#[test]
fn korean_answers_are_good() {
    check(Language::Ko, include_str!("../relevance/ko.md"), include_str!("../relevance/ko.tsv"));
}

#[test]
fn thai_answers_are_good() {
    check(Language::Th, include_str!("../relevance/th.md"), include_str!("../relevance/th.tsv"));
}
