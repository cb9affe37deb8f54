//! The folder of cases: a base, main and a change request as files of a page, and the merged file or `conflict`.
//!
//! A case is a file of parts, each below a line `=== name`. `, unended` after a name takes the last line break away,
//! `, crlf` makes all of them CRLF. Where the expected outcome is a conflict, further parts may decide the first one:
//! `ours`, `theirs` and `both` with the file that they leave, and `own` (Markdown) or `document` (a printed document)
//! with the file below `decided`. `: refused` stands for a decision that is not taken, and `choices` are all that are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::*;

/// A part of a case: its name, the word after the colon, and the text below it.
struct Part {
    name: String,
    word: Option<String>,
    text: String,
}

fn parts(case: &str) -> Vec<Part> {
    let part = |section: &str| {
        let (head, text) = section.split_once('\n').unwrap();
        let (head, word) = head.split_once(": ").map_or((head, None), |(head, word)| (head, Some(word.to_owned())));
        let mut flags = head.split(", ");
        let name = flags.next().unwrap().to_owned();
        let mut text = text.to_owned();
        for flag in flags {
            text = match flag {
                "unended" => text.strip_suffix('\n').unwrap().to_owned(),
                "crlf" => text.replace('\n', "\r\n"),
                other => panic!("{other}"),
            };
        }
        Part { name, word, text }
    };
    let case = case.strip_prefix("=== ").unwrap();
    let sections: Vec<&str> = case.split("\n=== ").collect();
    let last = sections.len() - 1;
    let ended = |(at, section): (usize, &&str)| if at == last { (*section).to_owned() } else { format!("{section}\n") };
    sections.iter().enumerate().map(ended).map(|section| part(&section)).collect()
}

fn fork([base, main, change]: [&str; 3]) -> Outcome {
    let fork = Fork::new(|it| it.page(1, None, "V", base));
    let Fork { mut store, base, main, change } = fork.main(|it| it.write(1, main)).change(|it| it.write(1, change));
    let merged = commit(&mut store, |draft| merge(base, main, change, draft, 9)).unwrap();
    Outcome { store, main, map: merged.map }
}

impl Outcome {
    fn texts_in_conflict(&self) -> Vec<ConflictId> {
        let texts = self.conflicts().into_iter().filter(|(_, conflict)| matches!(conflict.place, Place::Text(_)));
        texts.map(|(id, _)| id).collect()
    }

    /// The file after all conflicts about texts were decided in the same way.
    fn decided(mut self, how: &Resolution) -> Result<String, ResolveError> {
        for id in self.texts_in_conflict() {
            self.try_resolve(id, how)?;
        }
        Ok(self.text(1))
    }
}

/// Openers of tags less their closers, and fences, by name.
fn openers(text: &str) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    let mut fenced = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            fenced = !fenced;
            *counts.entry("```".to_owned()).or_default() += if fenced { 1 } else { -1 };
        } else if let Some(tag) = line.strip_prefix("{% ").filter(|_| !fenced) {
            let name = tag.split(' ').next().unwrap();
            let (name, by) = name.strip_prefix("end").map_or((name, 1), |name| (name, -1));
            *counts.entry(name.to_owned()).or_default() += by;
        }
    }
    counts.retain(|_, count| *count != 0);
    counts
}

/// The first long line that a text has more often than each of the others.
fn repeated<'t>(text: &'t str, others: [&str; 2]) -> Option<&'t str> {
    let count = |text: &str, line: &str| text.lines().filter(|other| *other == line).count();
    let most = |line: &str| others.iter().map(|other| count(other, line)).max();
    text.lines().find(|line| line.len() > 30 && Some(count(text, line)) > most(line))
}

fn check(case: &str) -> Result<(), String> {
    let parts = parts(case);
    let [base, main, change, expected, more @ ..] = &parts[..] else { panic!("a case has four parts") };
    let sides = [&*base.text, &*main.text, &*change.text];
    let merged = fork(sides);
    if expected.word.as_deref() != Some("conflict") {
        let (count, text) = (merged.conflicts().len(), merged.text(1));
        return if (count, &text) == (0, &expected.text) {
            Ok(())
        } else {
            Err(format!("{count} conflicts in\n{text}"))
        };
    }
    if merged.conflicts().is_empty() {
        return Err(format!("no conflict in\n{}", merged.text(1)));
    }
    for how in [Resolution::Ours, Resolution::Theirs] {
        let text = fork(sides).decided(&how).map_err(|error| format!("{how:?}: {error}"))?;
        if openers(sides[1]).is_empty() && openers(sides[2]).is_empty() && !openers(&text).is_empty() {
            return Err(format!("{how:?} is not balanced\n{text}"));
        }
        if let Some(line) = repeated(&text, [sides[1], sides[2]]) {
            return Err(format!("{how:?} repeats {line:?}\n{text}"));
        }
    }
    let mut more = more.iter();
    while let Some(part) = more.next() {
        let (how, expected) = match &*part.name {
            "choices" => {
                let conflicts = merged.conflicts();
                let (_, conflict) = &conflicts[0];
                let found: Vec<&str> = conflict.choices.iter().map(|choice| choice.name()).collect();
                if Some(found.join(" ")) != part.word {
                    return Err(format!("choices are {found:?}"));
                }
                continue;
            }
            "ours" => (Resolution::Ours, part),
            "theirs" => (Resolution::Theirs, part),
            "both" => (Resolution::Both, part),
            "own" => (Resolution::Body(part.text.clone()), more.next().unwrap()),
            "document" => (Resolution::Printed(part.text.clone()), more.next().unwrap()),
            other => panic!("{other}"),
        };
        let decided = fork(sides).decided(&how);
        match (&expected.word, decided) {
            (Some(_), Ok(text)) => return Err(format!("{how:?} is not refused\n{text}")),
            (None, Err(error)) => return Err(format!("{how:?} is refused: {error}")),
            (None, Ok(text)) if text != expected.text => return Err(format!("{how:?} gives\n{text}")),
            (Some(_), Err(_)) | (None, Ok(_)) => {}
        }
    }
    Ok(())
}

fn folder() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/merge_cases");
    let mut files: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn all_are_as_expected() {
    let files = folder();
    let wrong = files.iter().filter_map(|file| {
        let problem = check(&std::fs::read_to_string(file).unwrap()).err()?;
        Some(format!("--- {}: {problem}\n", file.file_stem().unwrap().display()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), files.len(), wrong.concat());
}
