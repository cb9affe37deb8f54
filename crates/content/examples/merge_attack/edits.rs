//! Random edits of one side. Each writes a word of its own, by which it is found again.

use super::pages::{Block, Corpus, Kind, STYLES, Text, heading};
use super::random::Random;

/// An edit. What it does follows from the text that it meets.
#[derive(Clone)]
pub(crate) struct Step {
    what: usize,
    at: usize,
    numbers: [usize; 3],
    sentence: String,
}

/// The kinds of edits, by the share that they have.
const WHATS: usize = 26;

/// Words that a side inserted.
#[derive(Default)]
pub(crate) struct New {
    /// The first word of each block that was inserted as a whole.
    pub(crate) blocks: Vec<String>,
    /// A word of each item of a list.
    pub(crate) items: Vec<String>,
    /// All words.
    pub(crate) words: Vec<String>,
}

impl Step {
    /// Makes an edit that is often near a block.
    pub(crate) fn new(corpus: &Corpus, focus: usize, random: &mut Random) -> Self {
        let near = focus.saturating_sub(2) + random.below(5);
        let at = if random.below(10) < 7 { near } else { random.below(40) };
        let numbers = [0; 3].map(|_| random.below(1 << 20));
        Self { what: random.below(WHATS), at, numbers, sentence: corpus.sentence(random).to_owned() }
    }
}

/// Returns a text after edits of a side, and what they wrote.
pub(crate) fn edited(base: &Text, steps: &[Step], side: char) -> (Text, New) {
    let (mut text, mut new) = (base.clone(), New::default());
    for (n, step) in steps.iter().enumerate() {
        let word = format!("z{side}{n}");
        let at = step.at % (text.len() + 1);
        match step.what {
            0..=4 => insert_text(&mut text, at, step, &word, &mut new),
            5 | 6 => insert_section(&mut text, at, step, &word, &mut new),
            7 => insert_other(&mut text, at, step, &word, &mut new),
            8 => drop(remove(&mut text, at, 1)),
            9 => {
                let end = section_end(&text, at);
                drop(remove(&mut text, at, end.saturating_sub(at)));
            }
            10 | 11 => {
                let count = if step.what == 10 { 1 } else { section_end(&text, at).saturating_sub(at) };
                relocate(&mut text, at, count, step.numbers[0]);
            }
            12 => split(&mut text, at, step),
            13 => join(&mut text, at),
            14 | 15 => retitle(&mut text, at, step, &word, &mut new),
            16..=18 => edit_word(&mut text, at, step, &word, &mut new),
            19 => append(&mut text, at, step, &word, &mut new),
            20..=22 => {
                let inner =
                    text.iter().skip(at).position(|it| matches!(it.kind, Kind::Table | Kind::List | Kind::Code));
                if let Some(block) = inner.and_then(|inner| text.get_mut(at + inner)) {
                    inside(block, step, &word, &mut new);
                }
            }
            23 => restyle(&mut text, step),
            24 => wrap(&mut text, at, step),
            _ => swap_sections(&mut text, at),
        }
    }
    (text, new)
}

fn insert_text(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let line = format!("{word}t {}", step.sentence);
    text.insert(at, Block::new(Kind::Text, &[line.trim()]));
    new.blocks.push(format!("{word}t"));
    new.words.push(format!("{word}t"));
}

fn insert_section(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let style = step.numbers[0] % STYLES;
    let line = format!("{word}s {}", step.sentence);
    let blocks = [heading(&format!("{word}h"), style), Block::new(Kind::Text, &[line.trim()])];
    text.splice(at..at, blocks);
    new.blocks.push(format!("{word}s"));
    new.words.extend([format!("{word}s"), format!("{word}h")]);
}

fn insert_other(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let said = format!("{word}o {word}x {word}y");
    let block = match step.numbers[0] % 4 {
        0 => Block::new(Kind::List, &[&format!("* {said}"), &format!("* {word}p")]),
        1 => Block::new(Kind::Table, &["| A | B |", "|---|---|", &format!("| {word}o | {word}p |")]),
        2 => Block::new(Kind::Code, &["```", &said, "```"]),
        _ => Block::new(Kind::Other, &["{% hint style=\"info\" %}", &said, "{% endhint %}"]),
    };
    text.insert(at, block);
    new.blocks.push(format!("{word}o"));
    new.words.push(format!("{word}o"));
}

/// Returns the block after the section that begins at a block, or after the block itself if none does.
fn section_end(text: &Text, at: usize) -> usize {
    let rest = text.iter().skip(at + 1).position(|block| block.kind == Kind::Heading);
    rest.map_or(text.len(), |rest| at + 1 + rest)
}

/// Removes blocks up to the first tag among them, so that all tags keep their counterparts.
fn remove(text: &mut Text, at: usize, count: usize) -> Vec<Block> {
    let end = text.len().min(at + count);
    let tag = text.iter().take(end).skip(at).position(|block| block.kind == Kind::Tag);
    let end = tag.map_or(end, |tag| at + tag);
    text.drain(at.min(end)..end).collect()
}

fn relocate(text: &mut Text, at: usize, count: usize, to: usize) {
    let blocks = remove(text, at, count);
    let to = to % (text.len() + 1);
    text.splice(to..to, blocks);
}

fn swap_sections(text: &mut Text, at: usize) {
    let Some(first) = text.iter().take(at + 1).rposition(|block| block.kind == Kind::Heading) else { return };
    let end = section_end(text, first);
    let count = section_end(text, end.min(text.len())).saturating_sub(end);
    let blocks = remove(text, end, count);
    text.splice(first..first, blocks);
}

fn split(text: &mut Text, at: usize, step: &Step) {
    let Some(block) = text.get_mut(at).filter(|block| block.kind == Kind::Text) else { return };
    let words: Vec<String> = block.lines.join(" ").split(' ').map(str::to_owned).collect();
    if words.len() < 2 {
        return;
    }
    let (head, tail) = words.split_at(1 + step.numbers[0] % (words.len() - 1));
    block.lines = vec![head.join(" ")];
    text.insert(at + 1, Block { kind: Kind::Text, lines: vec![tail.join(" ")] });
}

fn join(text: &mut Text, at: usize) {
    if text.len() > at + 1 && text[at].kind == Kind::Text && text[at + 1].kind == Kind::Text {
        let next = text.remove(at + 1);
        text[at].lines.extend(next.lines);
    }
}

fn retitle(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let Some(heading) = text.iter_mut().skip(at).find(|block| block.kind == Kind::Heading) else { return };
    let line = if heading.lines[0].starts_with("<h3 a") { 1 } else { 0 };
    let line = &mut heading.lines[line];
    let said: Vec<String> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|it| it.len() > 3).map(str::to_owned).collect();
    let titles: Vec<&String> =
        said.iter().filter(|it| !["strong", "style", "color", "blue", "mark"].contains(&it.as_str())).collect();
    if titles.is_empty() {
        return;
    }
    let which = titles[step.numbers[0] % titles.len()];
    *line = line.replacen(which.as_str(), &format!("{word}r"), 1);
    new.words.push(format!("{word}r"));
}

fn edit_word(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let Some(block) = text.get_mut(at).filter(|block| block.kind == Kind::Text) else { return };
    let line = step.numbers[0] % block.lines.len();
    let mut words: Vec<String> = block.lines[line].split(' ').map(str::to_owned).collect();
    let which = step.numbers[1] % words.len();
    if !words[which].chars().all(char::is_alphanumeric) {
        return;
    }
    words[which] = format!("{word}w");
    block.lines[line] = words.join(" ");
    new.words.push(format!("{word}w"));
}

fn append(text: &mut Text, at: usize, step: &Step, word: &str, new: &mut New) {
    let Some(block) = text.get_mut(at).filter(|block| block.kind == Kind::Text) else { return };
    if let Some(line) = block.lines.last_mut() {
        *line = format!("{line} {word}a: {}", step.sentence);
        new.words.push(format!("{word}a"));
    }
}

/// Edits a list, a table or code.
fn inside(block: &mut Block, step: &Step, word: &str, new: &mut New) {
    let [what, one, other] = step.numbers;
    let head = match block.kind {
        Kind::Table => 2,
        Kind::Code => 1,
        _ => 0,
    };
    let tail = usize::from(block.kind == Kind::Code);
    let count = block.lines.len().saturating_sub(head + tail);
    let line = head + one % (count + 1);
    let word = format!("{word}i");
    let columns = block.lines[0].matches('|').count().saturating_sub(1);
    match (what % 7, block.kind) {
        (0 | 1, kind) => {
            let (text, items) = match kind {
                Kind::Table => (format!("| {word} {}", "| x ".repeat(columns.saturating_sub(1)) + "|"), false),
                Kind::Code => (format!("{word}()"), false),
                _ => (format!("{}* {word} {word}n", "  ".repeat(other % 2 * usize::from(line > 0))), true),
            };
            block.lines.insert(line, text);
            if items {
                new.items.push(word.clone());
            }
            new.words.push(word);
        }
        (2, _) if count > 1 && line < block.lines.len() - tail => drop(block.lines.remove(line)),
        (3, _) if count > 1 && line < block.lines.len() - tail => {
            let moved = block.lines.remove(line);
            block.lines.insert(head + other % count, moved);
        }
        (4, Kind::Table) if columns > 0 => {
            for (n, row) in block.lines.iter_mut().enumerate() {
                let cell = match n {
                    0 => format!(" {word} |"),
                    1 => "---|".to_owned(),
                    _ => format!(" c{n} |"),
                };
                row.push_str(&cell);
            }
            new.words.push(word);
        }
        (5, Kind::Table) if columns > 1 => {
            for row in &mut block.lines {
                let mut cells: Vec<&str> = row.trim_end_matches('|').split('|').collect();
                if cells.len() > 2 {
                    cells.remove(1 + other % 2);
                }
                *row = cells.join("|") + "|";
            }
        }
        (5 | 6, Kind::List) => {
            if let Some(line) = block.lines.get_mut(line.max(1)) {
                *line = line.strip_prefix("  ").map_or_else(|| format!("  {line}"), str::to_owned);
            }
        }
        (_, Kind::Code) => block.lines[0] = format!("```{}", ["go", "ts", "rust"][other % 3]),
        _ => {}
    }
}

/// Changes the style of a hint, or the title of a tab.
fn restyle(text: &mut Text, step: &Step) {
    let openers: Vec<&mut String> = text
        .iter_mut()
        .filter(|block| block.kind == Kind::Tag)
        .flat_map(|block| &mut block.lines)
        .filter(|line| line.contains("hint style") || line.contains("tab title") || line.contains("<summary"))
        .collect();
    let count = openers.len();
    for (n, line) in openers.into_iter().enumerate() {
        if n == step.numbers[0] % count {
            *line = line.replace("info", "warning").replace("First", "Erste").replace("More", "Further");
        }
    }
}

fn wrap(text: &mut Text, at: usize, step: &Step) {
    let Some(block) = text.get(at).filter(|block| block.kind == Kind::Text) else { return };
    let block = block.clone();
    let open = ["{% hint style=\"success\" %}", "{% hint style=\"info\" %}"][step.numbers[0] % 2];
    text.splice(at..=at, [Block::new(Kind::Tag, &[open]), block, Block::new(Kind::Tag, &["{% endhint %}"])]);
}
