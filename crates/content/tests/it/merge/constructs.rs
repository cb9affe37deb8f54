//! What holds of merges of texts with lists, tables, tags, code, HTML and front matter, in which blocks and words repeat:
//! the outcome is balanced where both sides are, what is inserted stays under its heading or is in a conflict, and what is
//! written is for the readers for whom its side wrote it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use quire_content::merge::text::{self, Hunk, Side};

use super::*;

#[derive(Debug, Clone, PartialEq)]
enum Block {
    Paragraph(Vec<String>),
    List(char, Vec<String>),
    /// Rows of cells, the first of which is the header.
    Table(Vec<Vec<String>>),
    Code(Vec<String>),
    Quote(Vec<Self>),
    /// A line that opens, what is inside, and a line that closes.
    Tag(&'static str, Vec<Self>, &'static str),
}

#[derive(Debug, Clone, PartialEq)]
struct Text {
    keys: Vec<String>,
    sections: Vec<(String, Vec<Block>)>,
}

#[derive(Debug, Clone)]
enum Step {
    Key(Index),
    Section(Index),
    DropSection(Index),
    Insert(Index, Index, u8),
    Drop(Index, Index),
    Wrap(Index, Index, u8),
    Unwrap(Index, Index),
    Word(Index, Index, Index),
    Line(Index, Index, Index),
    DropLine(Index, Index, Index),
    Column(Index, Index, Index),
    Swap(Index, Index),
    Marker(Index, Index),
    Condition(Index, Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let at = || any::<Index>();
    let step = prop_oneof![
        1 => at().prop_map(Step::Key),
        2 => at().prop_map(Step::Section),
        1 => at().prop_map(Step::DropSection),
        3 => (at(), at(), 0u8..8).prop_map(|(section, block, kind)| Step::Insert(section, block, kind)),
        1 => (at(), at()).prop_map(|(section, block)| Step::Drop(section, block)),
        2 => (at(), at(), 0u8..5).prop_map(|(section, block, kind)| Step::Wrap(section, block, kind)),
        1 => (at(), at()).prop_map(|(section, block)| Step::Unwrap(section, block)),
        2 => (at(), at(), at()).prop_map(|(section, block, word)| Step::Word(section, block, word)),
        2 => (at(), at(), at()).prop_map(|(section, block, line)| Step::Line(section, block, line)),
        1 => (at(), at(), at()).prop_map(|(section, block, line)| Step::DropLine(section, block, line)),
        2 => (at(), at(), at()).prop_map(|(section, block, column)| Step::Column(section, block, column)),
        1 => (at(), at()).prop_map(|(section, block)| Step::Swap(section, block)),
        1 => (at(), at()).prop_map(|(section, block)| Step::Marker(section, block)),
        1 => (at(), at()).prop_map(|(section, block)| Step::Condition(section, block)),
    ];
    prop::collection::vec(step, 0..5)
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A block of a kind that says a word, and much that others say too.
fn block(kind: u8, word: &str) -> Block {
    match kind {
        0 => Block::List('*', strings(&["same", word, "last"])),
        1 => Block::Table(vec![strings(&["Name", "Type"]), strings(&["same", "int"]), strings(&[word, "text"])]),
        2 => Block::Code(strings(&["begin", word, "end"])),
        3 => wrapped(2, vec![Block::Paragraph(strings(&["Note:", word]))]),
        4 => Block::Paragraph(strings(&["Parameters:"])),
        6 => Block::Quote(vec![block(0, word)]),
        5 => wrapped(3, vec![Block::Paragraph(strings(&["Only", word, "may", "see", "this", "text"]))]),
        _ => Block::Paragraph(strings(&["There", "is", "the", word, "in", "all", "of", "them"])),
    }
}

const CONDITIONS: [&str; 2] = ["{% if visitor.claims.a %}", "{% if visitor.claims.b %}"];

fn wrapped(kind: u8, inside: Vec<Block>) -> Block {
    match kind {
        0 => Block::Tag("{% hint style=\"info\" %}", inside, "{% endhint %}"),
        1 => Block::Tag("{% hint style=\"danger\" %}", inside, "{% endhint %}"),
        3 => Block::Tag(CONDITIONS[0], inside, "{% endif %}"),
        4 => Block::Tag(CONDITIONS[1], inside, "{% endif %}"),
        _ => Block::Tag("<details>\n\n<summary>More</summary>\n", inside, "\n</details>"),
    }
}

impl Text {
    fn base(kinds: &[Vec<u8>]) -> Self {
        let blocks = |(section, kinds): (usize, &Vec<u8>)| {
            let block = |(at, kind): (usize, &u8)| block(*kind, &format!("b{section}x{at}"));
            (format!("## Section {section}"), kinds.iter().enumerate().map(block).collect())
        };
        Self { keys: strings(&["title: T"]), sections: kinds.iter().enumerate().map(blocks).collect() }
    }

    fn block(&mut self, section: &Index, block: &Index) -> Option<&mut Block> {
        let section = section.index(self.sections.len().max(1));
        let blocks = &mut self.sections.get_mut(section)?.1;
        let block = block.index(blocks.len().max(1));
        blocks.get_mut(block)
    }

    /// Makes an edit that says a new word.
    fn edit(&mut self, step: &Step, word: &str) {
        let count = self.sections.len();
        match step {
            Step::Key(at) => self.keys.insert(at.index(self.keys.len() + 1), format!("k{word}: {word}")),
            Step::Section(at) => {
                let blocks = vec![Block::Paragraph(strings(&["Parameters:"])), block(0, word)];
                self.sections.insert(at.index(count + 1), (format!("## New {word}"), blocks));
            }
            Step::DropSection(at) if count > 1 => drop(self.sections.remove(at.index(count))),
            Step::DropSection(_) => {}
            Step::Insert(section, at, kind) => {
                if let Some((_, blocks)) = self.sections.get_mut(section.index(count.max(1))) {
                    blocks.insert(at.index(blocks.len() + 1), block(*kind, word));
                }
            }
            Step::Drop(section, at) => {
                if let Some((_, blocks)) = self.sections.get_mut(section.index(count.max(1)))
                    && !blocks.is_empty()
                {
                    blocks.remove(at.index(blocks.len()));
                }
            }
            Step::Wrap(section, at, kind) => {
                if let Some(block) = self.block(section, at) {
                    *block = wrapped(*kind, vec![block.clone()]);
                }
            }
            Step::Unwrap(section, at) => {
                if let Some(block) = self.block(section, at)
                    && let Block::Tag(_, inside, _) = block
                    && let [inner] = &inside[..]
                {
                    *block = inner.clone();
                }
            }
            Step::Word(section, at, line)
            | Step::Line(section, at, line)
            | Step::DropLine(section, at, line)
            | Step::Column(section, at, line) => {
                if let Some(block) = self.block(section, at) {
                    block.edit(step, line, word);
                }
            }
            Step::Swap(section, at) | Step::Marker(section, at) | Step::Condition(section, at) => {
                match self.block(section, at) {
                    Some(Block::Tag(open, ..)) if matches!(step, Step::Condition(..)) && *open == CONDITIONS[0] => {
                        *open = CONDITIONS[1];
                    }
                    Some(Block::Table(rows)) if matches!(step, Step::Swap(..)) => {
                        rows.iter_mut().for_each(|row| row.reverse());
                    }
                    Some(Block::List(marker, _)) if matches!(step, Step::Marker(..)) => *marker = '-',
                    _ => {}
                }
            }
        }
    }

    fn edited(&self, steps: &[Step], side: &str) -> Self {
        let mut text = self.clone();
        for (n, step) in steps.iter().enumerate() {
            text.edit(step, &format!("{side}{n}"));
        }
        text
    }

    fn body(&self) -> String {
        let mut out = String::new();
        for (heading, blocks) in &self.sections {
            out.extend([heading, "\n\n"]);
            for block in blocks {
                block.write(&mut out);
                out.push('\n');
            }
        }
        out
    }

    fn file(&self) -> String {
        ["---\n", &self.keys.join("\n"), "\n---\n\n", &self.body()].concat()
    }
}

impl Block {
    fn edit(&mut self, step: &Step, at: &Index, word: &str) {
        match (self, step) {
            (Self::Paragraph(words) | Self::List(_, words) | Self::Code(words), Step::Word(..))
                if !words.is_empty() =>
            {
                let at = at.index(words.len());
                words[at] = word.to_owned();
            }
            (Self::List(_, lines) | Self::Code(lines), Step::Line(..)) => {
                lines.insert(at.index(lines.len() + 1), word.to_owned());
            }
            (Self::List(_, lines) | Self::Code(lines), Step::DropLine(..)) if lines.len() > 1 => {
                lines.remove(at.index(lines.len()));
            }
            (Self::Table(rows), Step::Word(..)) => {
                let width = rows[0].len();
                let cell = at.index(rows.len() * width);
                rows[cell / width][cell % width] = word.to_owned();
            }
            (Self::Table(rows), Step::Line(..)) => {
                let row = vec![word.to_owned(); rows[0].len()];
                rows.insert(1 + at.index(rows.len()), row);
            }
            (Self::Table(rows), Step::DropLine(..)) if rows.len() > 1 => {
                rows.remove(1 + at.index(rows.len() - 1));
            }
            (Self::Table(rows), Step::Column(..)) => {
                let column = at.index(rows[0].len() + 1);
                let cell = |(n, row): (usize, &mut Vec<String>)| row.insert(column, format!("{word}x{n}"));
                rows.iter_mut().enumerate().for_each(cell);
            }
            (Self::Tag(_, inside, _) | Self::Quote(inside), _) => {
                if let [inner] = &mut inside[..] {
                    inner.edit(step, at, word);
                }
            }
            _ => {}
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Paragraph(words) => out.extend([words.join(" "), "\n".to_owned()]),
            Self::List(marker, items) => items.iter().for_each(|item| out.push_str(&format!("{marker} {item}\n"))),
            Self::Table(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    out.push_str(&format!("| {} |\n", row.join(" | ")));
                    if at == 0 {
                        out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
                    }
                }
            }
            Self::Code(lines) => out.push_str(&format!("```\n{}\n```\n", lines.join("\n"))),
            Self::Quote(inside) => {
                let mut quoted = String::new();
                inside.iter().for_each(|block| block.write(&mut quoted));
                quoted.lines().for_each(|line| out.push_str(&format!("> {line}\n")));
            }
            Self::Tag(open, inside, close) => {
                out.extend([open, "\n"]);
                for (at, block) in inside.iter().enumerate() {
                    out.push_str(if at > 0 { "\n" } else { "" });
                    block.write(out);
                }
                out.extend([close, "\n"]);
            }
        }
    }
}

/// The first thing that is wrong with a text: tags that cross or miss their counterpart, open code, uneven tables.
fn imbalance(text: &str) -> Option<String> {
    let (mut open, mut fenced, mut width) = (Vec::new(), false, None);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            continue;
        }
        let begun = |tags: [(&'static str, &'static str); 3]| tags.into_iter().find(|(tag, _)| line.starts_with(tag));
        let opened = begun([("{% hint", "hint"), ("{% if", "if"), ("<details>", "details")]);
        let closed = begun([("{% endhint", "hint"), ("{% endif", "if"), ("</details>", "details")]);
        open.extend(opened.map(|(_, name)| name));
        if closed.is_some_and(|(_, name)| open.pop() != Some(name)) {
            return Some(format!("{line} without its beginning"));
        }
        let cells = line.starts_with('|').then(|| line.matches('|').count());
        if cells.is_some() && width.is_some() && cells != width {
            return Some(format!("{line} is not as wide as its table"));
        }
        width = cells;
    }
    if fenced {
        Some("code without an end".to_owned())
    } else {
        open.pop().map(|name| format!("{name} without its end"))
    }
}

/// A text whose headings are written in another form.
fn with_headings(text: &str, form: [&str; 2]) -> String {
    let line = |line: &str| match line.strip_prefix("## ") {
        Some(title) => [form[0], title, form[1], "\n"].concat(),
        None => [line, "\n"].concat(),
    };
    text.lines().map(line).collect()
}

/// The heading over the first line that has a word.
fn heading_of<'t>(text: &'t str, word: &str, form: [&str; 2]) -> Option<&'t str> {
    let mut heading = "";
    for line in text.lines() {
        if line.starts_with(form[0]) && line.ends_with(form[1]) {
            heading = line;
        }
        if line.split([' ', '|']).any(|other| other == word) {
            return Some(heading);
        }
    }
    None
}

/// The conditions over the first line that has a word, outermost first.
fn conditions_of<'t>(text: &'t str, word: &str) -> Option<Vec<&'t str>> {
    let mut conditions = Vec::new();
    for line in text.lines() {
        if line.starts_with("{% if") {
            conditions.push(line);
        }
        if line.starts_with("{% endif") {
            conditions.pop();
        }
        if line.split([' ', '|']).any(|other| other == word) {
            return Some(conditions);
        }
    }
    None
}

/// Returns the merge of two edits of a page of blocks of these kinds.
fn merged(kinds: &[Vec<u8>], main: &[Step], change: &[Step]) -> Outcome {
    let base = Text::base(kinds);
    let [main, change] = [base.edited(main, "m"), base.edited(change, "c")].map(|text| text.file());
    let fork = Fork::new(|it| it.page(1, None, "V", &base.file()));
    let fork = fork.main(|it| it.write(1, &main)).change(|it| it.write(1, &change));
    let Fork { mut store, base, main, change } = fork;
    let merged = commit(&mut store, |draft| merge(base, main, change, draft, 9)).unwrap();
    Outcome { store, main, map: merged.map }
}

fn kinds() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(0u8..8, 0..4), 1..4)
}

proptest! {
    #[test]
    fn balanced_sides_make_a_balanced_outcome(kinds in kinds(), main in steps(), change in steps()) {
        let base = Text::base(&kinds);
        let [base, main, change] = [base.clone(), base.edited(&main, "m"), base.edited(&change, "c")];
        let merged = text::merge(&base.body(), &main.body(), &change.body());
        for side in [Side::Main, Side::Change] {
            let outcome = merged.with(side);
            prop_assert_eq!(imbalance(&outcome), None, "{:?}\n{}", side, outcome);
        }
        // Each conflict can be decided alone.
        for decided in 0..merged.hunks.len() {
            let hunk = |(at, hunk): (usize, &Hunk)| hunk.with(if at == decided { Side::Main } else { Side::Change }).to_owned();
            let outcome: String = merged.hunks.iter().enumerate().map(hunk).collect();
            prop_assert_eq!(imbalance(&outcome), None, "piece {}\n{}", decided, outcome);
        }
    }

    #[test]
    fn what_is_inserted_stays_under_its_heading(
        kinds in kinds(), main in steps(), change in steps(), form in prop::sample::select(&headings::FORMS),
    ) {
        let written = |text: &Text| with_headings(&text.body(), form);
        let text = Text::base(&kinds);
        let (base, bodies) = (written(&text), [(&main, "m"), (&change, "c")].map(|(steps, side)| written(&text.edited(steps, side))));
        let merged = text::merge(&base, &bodies[0], &bodies[1]);
        let in_conflict = |hunk: &Hunk| match hunk {
            Hunk::Clean(_) => String::new(),
            Hunk::Conflict { base, main, change } => [base.as_str(), "\n", main, "\n", change, "\n"].concat(),
        };
        let in_conflict: String = merged.hunks.iter().map(in_conflict).collect();
        let disputed: BTreeSet<&str> = in_conflict.split_whitespace().collect();
        let outcome = merged.with(Side::Change);
        for (side, other, steps, name) in [(0, 1, &main, "m"), (1, 0, &change, "c")] {
            for word in (0..steps.len()).map(|n| format!("{name}{n}")).filter(|word| !disputed.contains(&**word)) {
                let Some(heading) = heading_of(&bodies[side], &word, form) else { continue };
                // A heading that the other side wrote anew is another one.
                let is_renamed = base.contains(heading) && !bodies[other].contains(heading);
                let found = heading_of(&outcome, &word, form);
                let is_listed = found.is_some_and(|found| in_conflict.lines().any(|line| line == found));
                let holds = found == Some(heading) || is_renamed || is_listed;
                prop_assert!(holds, "{} is under {:?} in\n{}", word, found, outcome);
            }
        }
    }

    #[test]
    fn what_is_written_has_the_readers_for_whom_it_is(kinds in kinds(), main in steps(), change in steps()) {
        let base = Text::base(&kinds);
        let sides = [base.edited(&main, "m"), base.edited(&change, "c")].map(|text| text.body());
        let merged = text::merge(&base.body(), &sides[0], &sides[1]);
        let outcomes = [Side::Main, Side::Change].map(|side| merged.with(side));
        for outcome in &outcomes {
            for (side, steps, name) in [(0, &main, "m"), (1, &change, "c")] {
                for word in (0..steps.len()).map(|n| format!("{name}{n}")) {
                    let (Some(own), Some(now)) = (conditions_of(&sides[side], &word), conditions_of(outcome, &word)) else {
                        continue;
                    };
                    prop_assert_eq!(now, own, "{} in\n{}", word, outcome);
                }
            }
        }
    }

    #[test]
    fn files_keep_their_front_matter(kinds in kinds(), main in steps(), change in steps()) {
        let merged = merged(&kinds, &main, &change);
        for how in [Resolution::Ours, Resolution::Theirs] {
            let mut outcome = merged.clone();
            for (id, _) in outcome.conflicts() {
                outcome.try_resolve(id, &how).unwrap();
            }
            let file = outcome.text(1);
            let front = front_matter::parse(file.as_bytes());
            prop_assert!(front.problem.is_none() && front.body_at > 0, "{}", file);
            prop_assert_eq!(imbalance(&file[front.body_at..]), None, "{}", file);
        }
    }

    #[test]
    fn the_document_of_a_side_is_that_side(kinds in kinds(), main in steps(), change in steps()) {
        let merged = merged(&kinds, &main, &change);
        for (id, conflict) in merged.conflicts() {
            let text = |side: &ConflictSide| match side {
                ConflictSide::Text(text) => text.clone(),
                _ => String::new(),
            };
            let sides = [&conflict.change, &conflict.main, &conflict.base].map(text);
            let sides = sides.each_ref().map(|side| &**side);
            for (side, how) in sides.iter().zip([Resolution::Ours, Resolution::Theirs]) {
                let document = parse_excerpt(side, &Unresolved);
                let decided = |how: &Resolution| {
                    let mut outcome = merged.clone();
                    outcome.try_resolve(id, how).map(|()| outcome.text(1)).map_err(|error| error.to_string())
                };
                let expected = decided(&how);
                let markdown = decided(&Resolution::Body((*side).to_owned()));
                prop_assert_eq!(&markdown, &expected, "Markdown {:?}", side);
                if !conflict.choices.contains(&Choice::Document) {
                    continue;
                }
                let found = decided(&Resolution::Printed(print_excerpt(&document, &sides, &Unresolved)));
                // A side that reads as the other one has its text.
                let other = sides[..2].iter().find(|other| parse_excerpt(other, &Unresolved) == document && *other != side);
                let other = other.map(|other| if *other == sides[0] { Resolution::Ours } else { Resolution::Theirs });
                let same = found == expected || other.is_some_and(|other| found == decided(&other));
                prop_assert!(same, "{:?} of {:?}: {:?}, not {:?}", how, sides, found, expected);
            }
        }
    }
}
