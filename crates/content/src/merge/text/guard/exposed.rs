//! Text that the outcome has inside of something else than the side that wrote it.
//!
//! Where one side removes a condition or changes it, what the other side wrote inside was meant for other readers: it
//! would be shown to all of them, or to none. The same holds for comments and code. Where one side removes a hint, a tab
//! or another container, what the other side inserted belongs to what is gone; edits of what was there before follow the
//! text. Where it gives a tab or an expandable another title, neither is known to be of what has that title now. A row
//! that is new in a table of HTML belongs to the columns that its side saw.

use std::collections::HashSet;

use super::candidate::Candidate;
use crate::merge::text::lines::{Kind, Line, Lines};
use crate::merge::text::structure::Structure;
use crate::merge::text::words::{says_something, words};

/// Finds text of one side that is inside of something else in the outcome. Returns the pieces to make a conflict of: from
/// that with the change around the text to the last text that it is about.
pub(super) fn exposed(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (pieces, texts) = (candidate.pieces, candidate.texts());
    let structure = |side: usize| candidate.sides.structure(side);
    let is_exposed = |at: &usize| {
        let piece = &pieces[*at];
        [1, 2].into_iter().filter(|side| is_written_by(candidate, *at, *side)).any(|side| {
            let Some(first) = texts[side].first_said(&piece.at[side]) else { return false };
            let own = (structure(side), &texts[side], first);
            let now = (candidate.structure(), &candidate.lines, candidate.first_said(*at));
            readers(own) != readers(now)
                || piece.changed_by(texts).is_some() && (has_become_code(own, now) || has_other_title(own, now))
                || piece.is_new_there(texts) && (has_left(own, now) || is_for_others(candidate, side, first))
        })
    };
    let changes = |at: &usize| {
        let encloses = |side: usize| {
            let lines = &pieces[*at].at[side];
            structure(side).enclosures.change_in(lines)
                || lines.clone().any(|at| matches!(texts[side].line(at), Some(Line::Start(Kind::Code))))
                || structure(side).table_over(lines.end).is_some_and(|table| lines.start < table.head.end)
        };
        [0, 1, 2].into_iter().any(encloses)
    };
    let found = candidate.changed().find(is_exposed)?;
    let first = candidate.changed().rfind(|at| *at < found && changes(at)).unwrap_or(found);
    let until = candidate.changed().find(|at| *at > found && changes(at)).unwrap_or(pieces.len());
    let last = candidate.changed().rfind(|at| (found..until).contains(at) && is_exposed(at)).unwrap_or(found);
    Some([first, last])
}

/// Returns true if both sides changed for whom a text is, and one of them moved it, so that it is not where the other one
/// left it. The text is given by its line in a side.
fn is_for_others(candidate: &Candidate<'_, '_, '_>, side: usize, line: usize) -> bool {
    let text = candidate.texts()[side].text(line..line + 1);
    let conditions = |of: usize| {
        let line = if of == side { Some(line) } else { candidate.sides.place_of(of, text) };
        line.map(|line| candidate.sides.structure(of).enclosures.conditions(line))
    };
    let [base, own, other] = [0, side, 3 - side].map(conditions);
    base.is_some() && other.is_some() && own != base && other != base && own != other
}

/// Returns true if the outcome of a piece has text of a side that is not in the base.
fn is_written_by(candidate: &Candidate<'_, '_, '_>, piece: usize, side: usize) -> bool {
    let (piece, texts, decided) = (&candidate.pieces[piece], candidate.texts(), candidate.decided);
    let lines = |side: usize| texts[side].text(piece.at[side].clone()).trim();
    let is_of_side = !piece.is_conflict() || side == decided;
    is_of_side && !piece.is_same() && lines(side) != lines(0) && !piece.with(texts, decided).trim().is_empty()
}

/// A line of a text with its structure.
type Spot<'s, 'a> = (&'s Structure, &'s Lines<'a>, usize);

/// Returns the conditions that a line is inside of, and whether it is in code or a comment.
fn readers((structure, lines, at): Spot<'_, '_>) -> (u64, bool) {
    (structure.enclosures.conditions(at), lines.line(at) == Some(Line::Inside(Kind::Code)))
}

/// Returns true if a line is code in the outcome, by its indentation, and is none in its side.
fn has_become_code(own: Spot<'_, '_>, now: Spot<'_, '_>) -> bool {
    let is_code = |(_, lines, at): Spot<'_, '_>| {
        matches!(lines.line(at), Some(Line::Start(Kind::Code) | Line::Inside(Kind::Code)))
    };
    is_code(now) && !is_code(own)
}

/// Returns true if the outcome has not the container around a place that its side has, or other columns.
fn has_left(own: Spot<'_, '_>, now: Spot<'_, '_>) -> bool {
    let has_no_container = || {
        own.0.enclosures.containers(own.2).next().is_some_and(|(name, line)| {
            let title = title(own.1, name, line);
            let mut around = now.0.enclosures.containers(now.2);
            !around.any(|(other, line)| other == name && are_alike(&title, &self::title(now.1, name, line)))
        })
    };
    has_no_container() || columns(own).zip(columns(now)).is_some_and(|(own, now)| are_rearranged(&own, &now))
}

/// Returns true if the innermost container with a title that a line of a side is inside of has another one in the
/// outcome.
fn has_other_title(own: Spot<'_, '_>, now: Spot<'_, '_>) -> bool {
    let titled = |(structure, lines, at): Spot<'_, '_>| {
        let (name, line) = structure.enclosures.containers(at).find(|(name, _)| TITLED.contains(name))?;
        Some((name, title(lines, name, line)))
    };
    titled(own).zip(titled(now)).is_some_and(|((name, own), (other, now))| name == other && !are_alike(&own, &now))
}

/// The containers that readers tell apart by their titles.
const TITLED: [&str; 2] = ["tab", "details"];

/// The most lines from the beginning of an expandable to the end of its title.
const MOST_LINES_OF_TITLE: usize = 5;

/// Returns the title of a container that begins at a line; none for those that have no title.
fn title(lines: &Lines<'_>, name: &str, line: usize) -> String {
    match name {
        "tab" => {
            let opener = lines.text(line..line + 1);
            opener.split_once("title=").map_or(String::new(), |(_, title)| quoted(title).to_owned())
        }
        "details" => {
            let text = lines.text(line..lines.len().min(line + MOST_LINES_OF_TITLE));
            let summary = text.split_once("<summary").and_then(|(_, rest)| rest.split_once("</summary>"));
            summary.map_or(String::new(), |(summary, _)| summary.to_owned())
        }
        _ => String::new(),
    }
}

/// Returns the value of an attribute that a text begins with, without its quotes and without what follows it.
fn quoted(text: &str) -> &str {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let end = |text: &str| text.find(|c: char| quote.map_or(c.is_whitespace(), |quote| c == quote));
    let value = &text[quote.map_or(0, char::len_utf8)..];
    &value[..end(value).unwrap_or(value.len())]
}

/// Returns true if two titles are the same, or have a common word.
fn are_alike(one: &str, other: &str) -> bool {
    let said = |title: &str| -> HashSet<String> {
        words(title).into_iter().filter(|word| says_something(word)).map(str::to_lowercase).collect()
    };
    one.trim() == other.trim() || !said(one).is_disjoint(&said(other))
}

/// Returns the cells in the first row of the table of HTML that a line is in.
fn columns((structure, lines, at): Spot<'_, '_>) -> Option<Vec<String>> {
    let table = structure.table_over(at).filter(|table| at >= table.head.end)?;
    let head = lines.text(table.head.clone());
    let cells = head.match_indices("<t").filter(|(at, _)| head[at + 2..].starts_with(['h', 'd']));
    let text = |(at, _): (usize, &str)| {
        let rest = head[at..].split_once('>').map_or("", |(_, rest)| rest);
        let cell = rest.split("</t").next().unwrap_or_default();
        cell.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    Some(cells.filter(|(at, _)| !head[*at..].starts_with("<thead")).map(text).collect())
}

/// Returns true if columns came, went, or have other places; new names in the old places are none of these.
fn are_rearranged(own: &[String], now: &[String]) -> bool {
    let is_elsewhere = |(at, name): (usize, &String)| now[at] != *name && now.contains(name);
    own.len() != now.len() || own.iter().enumerate().any(is_elsewhere)
}
