//! Emphasis, formulas, links and tags inside a block that cross each other.

use std::collections::HashSet;

use super::words;

/// The mark around a formula.
const FORMULA: &str = "$$";

/// Returns true if a merged block has more marks that cross each other, or are inside of their own kind, or stay open,
/// than both sides account for, or a formula that no side has.
pub(super) fn is_crossed(texts: [&str; 3], merged: &str) -> bool {
    let known: HashSet<&str> = texts.into_iter().flat_map(formulas).collect();
    if formulas(merged).any(|formula| !known.contains(formula)) {
        return true;
    }
    let count = faults(merged);
    if count == 0 {
        return false;
    }
    let [base, main, change] = texts.map(faults);
    count > main.max(change).max((main + change).saturating_sub(base))
}

/// Returns the number of marks that have no counterpart, cross others, or are inside of their own kind.
fn faults(text: &str) -> usize {
    let words = words(text);
    let mut open: Vec<&str> = Vec::new();
    let mut faults = 0;
    for (at, word) in words.iter().enumerate() {
        let is_space = |word: Option<&&str>| word.is_none_or(|word| word.trim().is_empty());
        let opens = !is_space(words.get(at + 1));
        let closes = at > 0 && !is_space(words.get(at - 1));
        match *word {
            "[" => {
                // An image may be inside of a link, another link may not.
                let is_image = at > 0 && words[at - 1].ends_with('!');
                let mark = if is_image { "![" } else { "[" };
                faults += usize::from(!is_image && open.contains(&"["));
                open.push(mark);
            }
            word if word.starts_with("](") => {
                let mark = open.iter().rev().find(|mark| mark.ends_with('[')).copied().unwrap_or("[");
                faults += closed(&mut open, mark);
            }
            word if word.starts_with("</") => {
                let name = word[2..].trim_end_matches('>');
                faults += closed(&mut open, name);
            }
            word if word.starts_with('<') && !word.ends_with("/>") => {
                if let Some(name) = word[1..].split([' ', '>']).next().filter(|name| !name.contains([':', '@'])) {
                    faults += usize::from(open.contains(&name));
                    open.push(name);
                }
            }
            FORMULA if open.contains(&FORMULA) => faults += closed(&mut open, FORMULA),
            FORMULA => open.push(FORMULA),
            word if word.starts_with(['*', '~', '_']) || word.ends_with('_') => {
                let (before, after) = underscores(word);
                let marks = if before.is_empty() { after } else { before };
                let is_word = marks.len() < word.len();
                // A word has the underscores at one of its ends: before it they open, after it they close.
                let (opens, closes) = if is_word { (!before.is_empty(), !after.is_empty()) } else { (opens, closes) };
                // As many marks close as are open, the rest opens.
                if opens && closes && is_word {
                    continue;
                } else if closes && open.contains(&marks) {
                    faults += closed(&mut open, marks);
                } else if opens {
                    faults += usize::from(open.contains(&marks));
                    open.push(marks);
                } else {
                    faults += usize::from(closes);
                }
            }
            _ => {}
        }
    }
    faults + open.len()
}

/// Returns the marks at both ends of a word: all of it, if it has nothing else.
fn underscores(word: &str) -> (&str, &str) {
    if !word.contains('_') {
        return (word, "");
    }
    let (start, end) = (word.trim_start_matches('_'), word.trim_end_matches('_'));
    (&word[..word.len() - start.len()], &word[end.len()..])
}

/// Returns the texts of the formulas of a block.
fn formulas(text: &str) -> impl Iterator<Item = &str> {
    text.split(FORMULA).skip(1).step_by(2)
}

/// Closes the last open mark of a kind, and returns the number of marks that this crosses.
fn closed(open: &mut Vec<&str>, mark: &str) -> usize {
    match open.iter().rposition(|other| *other == mark) {
        Some(at) => {
            open.remove(at);
            open.len() - at
        }
        None => 1,
    }
}
