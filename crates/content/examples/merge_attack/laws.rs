//! What has to hold of a merge of texts.

use std::collections::{HashMap, HashSet};

use quire_content::merge::text::{Hunk, Side, TextMerge};

use super::edits::New;
use super::pages::is_fence;

/// Returns the first law that an outcome breaks, with what it is about.
pub(crate) fn broken(texts: &[String; 3], new: [&New; 2], merged: &TextMerge) -> Option<(&'static str, String)> {
    let (mut clean, mut disputed) = (String::new(), String::new());
    for hunk in &merged.hunks {
        match hunk {
            Hunk::Clean(text) => clean.push_str(text),
            Hunk::Conflict { main, change, .. } => disputed.extend([main, "\n", change, "\n"]),
        }
    }
    let (in_clean, in_disputed) = (counts(&clean), counts(&disputed));
    for word in new.iter().flat_map(|new| &new.words) {
        let is_in_side = texts.iter().any(|text| text.contains(word.as_str()));
        if is_in_side && !in_clean.contains_key(word.as_str()) && !in_disputed.contains_key(word.as_str()) {
            return Some(("what was written is there", word.clone()));
        }
    }
    let outcomes = [Side::Main, Side::Change].map(|side| merged.with(side));
    let law = |law: &'static str, found: Option<String>| found.map(|found| (law, found));
    law("what was deleted is gone", back(texts, &in_clean))
        .or_else(|| outcomes.iter().find_map(|outcome| law("what both kept is there once", lost(texts, outcome))))
        .or_else(|| {
            let places = [0, 1].into_iter().flat_map(|side| new[side].blocks.iter().map(move |word| (side, word)));
            let places = places.filter(|(_, word)| in_clean.contains_key(word.as_str()));
            places
                .flat_map(|place| outcomes.iter().map(move |outcome| (place, outcome)))
                .find_map(|((side, word), outcome)| misplaced([&texts[0], &texts[side + 1]], outcome, word))
        })
        .or_else(|| {
            let items = [0, 1].into_iter().flat_map(|side| new[side].items.iter().map(move |word| (side, word)));
            let items = items.filter(|(_, word)| in_clean.contains_key(word.as_str()));
            let mut of = items.flat_map(|place| outcomes.iter().map(move |outcome| (place, outcome)));
            let found = of.find_map(|((side, word), outcome)| nested(&texts[side + 1], outcome, word));
            law("an item is below its item", found)
        })
        .or_else(|| {
            let sides = [&texts[1], &texts[2]];
            let is_balanced = sides.iter().all(|text| faults(text) == (0, 0));
            let broken = outcomes.iter().find(|outcome| is_balanced && faults(outcome) != (0, 0));
            law("constructs are whole", broken.map(|outcome| format!("{:?}", faults(outcome))))
        })
}

/// Returns how often a text has each word.
fn counts(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

/// Returns a word that the base has once, and the outcome without a conflict, though a side has it not.
fn back(texts: &[String; 3], clean: &HashMap<&str, usize>) -> Option<String> {
    let [base, main, change] = texts.each_ref().map(|text| counts(text));
    let is_back = |word: &&str| {
        let sides = [&main, &change].map(|side| side.get(word).copied().unwrap_or(0));
        base[word] == 1 && sides.iter().sum::<usize>() == 1 && clean.contains_key(word)
    };
    let mut words: Vec<&str> = base.keys().copied().filter(is_back).collect();
    words.sort_unstable();
    words.first().map(|word| (*word).to_owned())
}

/// The number of words in a row that are known to be the same where a paragraph was split or joined by one side and
/// edited by the other.
const FEW_WORDS: usize = 3;

/// Returns a word that all have once, and the outcome not, or more often. In prose, a word that is in no row of
/// [`FEW_WORDS`] that all have may be written anew.
fn lost(texts: &[String; 3], outcome: &str) -> Option<String> {
    let all = texts.each_ref().map(|text| counts(text));
    let outcome = counts(outcome);
    let is_wrong = |word: &&str| all.iter().all(|text| text.get(word) == Some(&1)) && outcome.get(word) != Some(&1);
    let mut words: Vec<&str> = all[0].keys().copied().filter(is_wrong).collect();
    words.retain(|word| is_in_construct(&texts[0], word) || is_in_row(texts, word));
    words.sort_unstable();
    words.first().map(|word| (*word).to_owned())
}

/// Returns true if a word is in a table, a heading or a tag, or in code.
fn is_in_construct(text: &str, word: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = lines.iter().position(|line| has_word(line, word)) else { return false };
    let is_code = lines[..at].iter().filter(|line| is_fence(line)).count() % 2 == 1;
    is_code || is_title(&lines, at) || lines[at].starts_with('|') || lines[at].starts_with("{%")
}

/// Returns true if a word is in a row of words that all texts have.
fn is_in_row(texts: &[String; 3], word: &str) -> bool {
    let rows = |text: &String| -> HashSet<Vec<String>> {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let rows = words.windows(FEW_WORDS).filter(|row| row.contains(&word));
        rows.map(|row| row.iter().map(|word| (*word).to_owned()).collect()).collect()
    };
    let [base, main, change] = texts.each_ref().map(rows);
    base.iter().any(|row| main.contains(row) && change.contains(row))
}

/// Returns the law that is broken where a word stands under another heading, or outside of a container.
fn misplaced([base, own]: [&str; 2], outcome: &str, word: &str) -> Option<(&'static str, String)> {
    let (before, after) = (Place::of(own, word)?, Place::of(outcome, word)?);
    let is_once = |text: &str, line: &str| text.lines().filter(|other| *other == line).count() == 1;
    let is_title_once = |text: &str, title: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let mut places = (0..lines.len()).filter(|at| lines[*at] == title);
        places.next().is_some_and(|at| is_title(&lines, at)) && places.next().is_none()
    };
    let what = || format!("{word}: {before:?} is {after:?}");
    if before.title != after.title && !is_version(base, own, word) {
        let has = |line: &str| is_once(own, line) && is_once(outcome, line);
        let is_wrong = match &before.title {
            Some(title) => is_title_once(own, title) && is_title_once(outcome, title),
            // A heading that the other side puts over all that was there is over what is inserted among it, too.
            None => before.above.as_deref().is_none_or(|above| {
                has(above) && line_of(outcome, above).is_some_and(|at| Place::at(outcome, at).title != after.title)
            }),
        };
        if is_wrong {
            return Some(("an insertion is under its heading", what()));
        }
    }
    let mut around = after.containers.iter();
    let has_left = !before.containers.iter().all(|name| around.any(|other| other == name));
    has_left.then(|| ("an insertion is in its container", what()))
}

/// Returns true if the paragraph of a word is a version of one in the base: it has a line of the base, or is alone between
/// the lines between which the base has another paragraph. Such a one stays where the other side has that.
fn is_version(base: &str, own: &str, word: &str) -> bool {
    let blocks = |text: &str| -> Vec<Vec<String>> {
        let blocks = text.split("\n\n").map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
        blocks.filter(|block| block.iter().any(|line| !line.is_empty())).collect()
    };
    let (base, own) = (blocks(base), blocks(own));
    let Some(at) = own.iter().position(|block| block.iter().any(|line| has_word(line, word))) else { return false };
    let beside = |blocks: &[Vec<String>], at: usize| {
        let above = at.checked_sub(1).and_then(|above| blocks[above].last().cloned());
        (above, blocks.get(at + 1).and_then(|below| below.first().cloned()))
    };
    let is_prose = |block: &[String]| block[0].starts_with(|c: char| c.is_alphanumeric());
    let mut replaced = (0..base.len()).filter(|n| is_prose(&base[*n]) && beside(&base, *n) == beside(&own, at));
    own[at].iter().any(|line| base.iter().flatten().any(|old| old == line)) || replaced.next().is_some()
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric()).any(|other| other == word)
}

fn line_of(text: &str, line: &str) -> Option<usize> {
    text.lines().position(|other| other == line)
}

/// What is around a word in a text.
#[derive(Debug)]
struct Place {
    /// The nearest heading above it.
    title: Option<String>,
    /// The last line above it that is not blank.
    above: Option<String>,
    /// The tags around it, outermost first.
    containers: Vec<String>,
}

impl Place {
    fn of(text: &str, word: &str) -> Option<Self> {
        text.lines().position(|line| has_word(line, word)).map(|at| Self::at(text, at))
    }

    fn at(text: &str, at: usize) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let (mut title, mut containers, mut fenced) = (None, Vec::new(), false);
        for (n, line) in lines.iter().enumerate().take(at) {
            if line.trim_start().starts_with("```") && is_fence(line) {
                fenced = !fenced;
            }
            if fenced {
                continue;
            }
            if is_title(&lines, n) {
                title = Some((*line).to_owned());
            }
            for tag in line.split("{%").skip(1) {
                let name = tag.trim_start_matches(['-', ' ']).split([' ', '%']).next().unwrap_or_default();
                match name.strip_prefix("end") {
                    Some(_) => drop(containers.pop()),
                    None if ["embed", "file", "content-ref", "include"].contains(&name) => {}
                    None => containers.push(name.to_owned()),
                }
            }
            match line.trim() {
                "<details>" => containers.push("details".to_owned()),
                "</details>" => drop(containers.pop()),
                _ => {}
            }
        }
        let above = lines[..at].iter().rfind(|line| !line.is_empty()).map(|line| (*line).to_owned());
        Self { title, above, containers }
    }
}

/// Returns true if a line is a heading, however it is written.
fn is_title(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    let beside = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
    let (above, below) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
    if line.starts_with("<h3 a") {
        return false;
    }
    if line.starts_with('#') || line.starts_with("<h3>") || above.starts_with("<h3 a") {
        return true;
    }
    if !above.is_empty() {
        return false;
    }
    if below == "-----" {
        return true;
    }
    let text = line.trim_end_matches(':').trim_end();
    let is_wrapped = |open: &str, close: &str| {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).unwrap_or_default();
        !inner.trim().is_empty() && !inner.contains(open)
    };
    below.is_empty()
        && (is_wrapped("**", "**")
            || is_wrapped("<b>", "</b>")
            || is_wrapped("<p><strong>", "</strong></p>")
            || is_wrapped("<mark style=\"color:blue;\">**", "**</mark>")
            || is_wrapped("_", "_") && line.split(' ').count() <= 8 && !text.ends_with("._") && !text.ends_with("!_"))
}

/// Returns the word of an item, if it is below another item than in its side, though that is there once.
fn nested(own: &str, outcome: &str, word: &str) -> Option<String> {
    let parent = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.contains(word))?;
        let depth = |line: &str| line.len() - line.trim_start().len();
        let mut above =
            lines[..at].iter().rev().take_while(|line| depth(line) > 0 || line.starts_with(['*', '-', '+']));
        Some(above.find(|line| depth(line) < depth(lines[at])).map(|line| (*line).to_owned()))
    };
    let (before, after) = (parent(own)?, parent(outcome)?);
    let is_there = before.as_deref().is_none_or(|line| outcome.lines().filter(|other| *other == line).count() == 1);
    (before != after && is_there).then(|| format!("{word}: below {before:?} and {after:?}"))
}

/// Returns the number of tags that are open, and of rows that do not fit their table.
fn faults(text: &str) -> (i64, usize) {
    let (mut open, mut ragged, mut fenced, mut width) = (0, 0, false, None);
    for line in text.lines() {
        if line.trim_start().starts_with("```") && is_fence(line) {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        for name in ["hint", "tabs", "tab ", "details"] {
            open += (line.matches(&format!("{{% {name}")).count() + line.matches(&format!("<{name}>")).count()) as i64;
        }
        for name in ["endhint", "endtabs", "endtab ", "/details"] {
            open -= (line.matches(&format!("{{% {name}")).count() + line.matches(&format!("<{name}>")).count()) as i64;
        }
        let cells = line.starts_with('|').then(|| line.matches('|').count());
        ragged += usize::from(width.zip(cells).is_some_and(|(width, cells)| width != cells));
        width = cells.and(width.or(cells));
    }
    (open.abs() + i64::from(fenced), ragged)
}
