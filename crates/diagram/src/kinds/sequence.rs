//! Preparation of sequence diagrams: participants are set far enough apart for the messages between them.
//!
//! The crate that draws them spaces participants by the number of characters in their names alone. So names are
//! extended by characters that are counted but invisible, and that are removed when the drawing is sanitized.

use std::collections::HashMap;

use mermaid_svg::ast::{Message, Participant, SequenceDiagram, SequenceItem};

use crate::{svg, text};

/// The width that a participant takes beside its name, its least width, and its greatest width, in pixels.
const BESIDE_NAME: f64 = 40.0;
const LEAST_WIDTH: f64 = 110.0;
const MOST_WIDTH: f64 = 340.0;
/// The width that the crate assumes for a half-width character of a name, in pixels.
const CHARACTER: f64 = 8.0;
/// The gap between participants, in pixels.
const GAP: f64 = 50.0;
/// The font size of messages, and the room that a message takes beside its text, in pixels.
const SIZE: f64 = 12.0;
const BESIDE_TEXT: f64 = 34.0;

/// Returns the diagram with participants widened for its messages.
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

/// Returns the widths of participants at which each span has the room it needs; short spans are widened first.
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

/// Returns the width that the crate gives a participant, in pixels.
fn width(participant: &Participant) -> f64 {
    (units(&participant.display) * CHARACTER + BESIDE_NAME).max(LEAST_WIDTH)
}

/// Returns the length of a text in half-width characters.
fn units(text: &str) -> f64 {
    text.chars().map(|c| if text::is_wide(c) { 2.0 } else { 1.0 }).sum()
}

fn widen(participant: &mut Participant, width: f64) {
    let missing = (width - BESIDE_NAME) / CHARACTER - units(&participant.display);
    participant.display.extend(std::iter::repeat_n(svg::UNSEEN, missing.ceil().max(0.0) as usize));
}

/// Collects the spans of messages between participants, with the width that each needs.
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

/// Returns the participants that a message spans and the width it needs. A message to oneself needs the
/// room before the next participant.
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
