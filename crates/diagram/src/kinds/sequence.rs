//! Diagrams of sequences: participants stand as far apart as messages between them are long.
//!
//! What draws them sets participants apart by the number of characters of their names alone. So names get characters that
//! are counted and not seen, which are taken out again when the drawing is written anew.

use std::collections::HashMap;

use mermaid_svg::ast::{Message, Participant, SequenceDiagram, SequenceItem};

use crate::{svg, text};

/// What a participant takes beside its name, at least, and at most.
const BESIDE_NAME: f64 = 40.0;
const LEAST_WIDTH: f64 = 110.0;
const MOST_WIDTH: f64 = 340.0;
/// What a half-width character of a name counts for.
const CHARACTER: f64 = 8.0;
/// From one participant to the next.
const GAP: f64 = 50.0;
/// The size of letters of messages, and the room that one needs beside its text.
const SIZE: f64 = 12.0;
const BESIDE_TEXT: f64 = 34.0;

/// The diagram with room for its messages.
pub(super) fn widened(mut diagram: SequenceDiagram) -> SequenceDiagram {
    let mut spans = Vec::new();
    let places = diagram.participants.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
    gather(&diagram.items, &places, &mut spans);
    let before: Vec<f64> = diagram.participants.iter().map(width).collect();
    let after = widths(before.clone(), spans);
    for ((participant, before), after) in diagram.participants.iter_mut().zip(before).zip(after) {
        if after > before && !participant.display.contains('<') {
            widen(participant, after);
        }
    }
    diagram
}

/// The widths of participants so that each span has the room that it needs, short spans first.
fn widths(mut widths: Vec<f64>, mut spans: Vec<(usize, usize, f64)>) -> Vec<f64> {
    spans.sort_by_key(|(from, to, _)| to - from);
    for (from, to, needed) in spans {
        let apart: f64 = (from..to).map(|at| (widths[at] + widths[at + 1]) / 2.0 + GAP).sum();
        if needed > apart {
            let more = (needed - apart) / (to - from) as f64;
            widths[from..=to].iter_mut().for_each(|width| *width = (*width + more).min(MOST_WIDTH));
        }
    }
    widths
}

/// What is drawn for a participant, as wide as the other crate makes it.
fn width(participant: &Participant) -> f64 {
    (units(&participant.display) * CHARACTER + BESIDE_NAME).max(LEAST_WIDTH)
}

/// A text in half-width characters.
fn units(text: &str) -> f64 {
    text.chars().map(|c| if text::is_wide(c) { 2.0 } else { 1.0 }).sum()
}

fn widen(participant: &mut Participant, width: f64) {
    let missing = (width - BESIDE_NAME) / CHARACTER - units(&participant.display);
    participant.display.extend(std::iter::repeat_n(svg::UNSEEN, missing.ceil().max(0.0) as usize));
}

/// Gathers between which participants there are messages, and what room each needs.
fn gather(items: &[SequenceItem], places: &HashMap<&str, usize>, spans: &mut Vec<(usize, usize, f64)>) {
    for item in items {
        match item {
            SequenceItem::Message(message) => spans.extend(span(message, places)),
            SequenceItem::Alt(branches) | SequenceItem::Par(branches) | SequenceItem::Critical(branches) => {
                branches.iter().for_each(|branch| gather(&branch.items, places, spans));
            }
            SequenceItem::Loop(block) | SequenceItem::Opt(block) | SequenceItem::Break(block) => {
                gather(&block.items, places, spans);
            }
            SequenceItem::Rect(rect) => gather(&rect.items, places, spans),
            _ => {}
        }
    }
}

/// From where to where a message goes. One to oneself is written in the room before the next participant.
fn span(message: &Message, places: &HashMap<&str, usize>) -> Option<(usize, usize, f64)> {
    let (from, to) = (*places.get(message.from.as_str())?, *places.get(message.to.as_str())?);
    let lines = message.text.split("<br");
    let needed = lines.map(|line| text::width(line, SIZE)).fold(0.0, f64::max) + BESIDE_TEXT;
    match (from.min(to), from.max(to)) {
        (one, other) if one < other => Some((one, other, needed)),
        (one, _) if one + 1 < places.len() => Some((one, one + 1, needed + BESIDE_TEXT)),
        _ => None,
    }
}
