//! Changes of the values that a schema allows: types, formats, enumerations, bounds, patterns and null.

use std::collections::BTreeSet;

use serde_json::Value;

use super::node::Node;
use super::shape::Shape;
use super::{Comparison, Direction, Rule};

/// The keywords that bound a value, and true for those that bound it from above.
const BOUNDS: [(&str, bool); 8] = [
    ("maximum", true),
    ("maxLength", true),
    ("maxItems", true),
    ("maxProperties", true),
    ("minimum", false),
    ("minLength", false),
    ("minItems", false),
    ("minProperties", false),
];

/// Formats of which the second allows every value of the first.
const WIDER: [(&str, &str); 4] = [("int32", "int64"), ("float", "double"), ("int8", "int32"), ("int16", "int32")];

/// The result of comparing what two schemas allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trend {
    Same,
    /// The new schema allows more, and all that the old one allowed.
    Wider,
    /// The new schema does not allow all that the old one allowed.
    Narrower,
}

impl Direction {
    /// Returns the rule for a trend, out of those for requests, narrower and wider, and those for responses, wider and
    /// narrower.
    fn rule(self, trend: Trend, sent: [Rule; 2], received: [Rule; 2]) -> Option<Rule> {
        match (self, trend) {
            (_, Trend::Same) => None,
            (Self::Sent, Trend::Narrower) => Some(sent[0]),
            (Self::Sent, Trend::Wider) => Some(sent[1]),
            (Self::Received, Trend::Wider) => Some(received[0]),
            (Self::Received, Trend::Narrower) => Some(received[1]),
        }
    }
}

impl<'a> Comparison<'a> {
    /// Compares the values that two schemas allow. Returns false if they have no type in common.
    pub(super) fn values(
        &mut self,
        at: &Node<'a>,
        before: &Shape<'a>,
        after: &Shape<'a>,
        direction: Direction,
    ) -> bool {
        self.null(at, before, after, direction);
        if !self.types(at, before, after, direction) {
            return false;
        }
        self.format(at, before, after, direction);
        self.enumeration(at, before, after, direction);
        self.bounds(at, before, after, direction);
        self.pattern(at, before, after, direction);
        if direction == Direction::Sent {
            self.default_value(at, before, after);
        }
        true
    }

    fn null(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let rule = match (before.allows_null(), after.allows_null(), direction) {
            (true, false, Direction::Sent) => Rule::RequestNullRefused,
            (false, true, Direction::Sent) => Rule::RequestNullAccepted,
            (true, false, Direction::Received) => Rule::ResponseIsNotNull,
            (false, true, Direction::Received) => Rule::ResponseMayBeNull,
            _ => return,
        };
        if before.is_nullable || after.is_nullable {
            self.added(rule, at, "");
        }
    }

    fn types(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) -> bool {
        if before.types == after.types {
            return true;
        }
        // Where programs receive what is sometimes of another type, that is more than they expect.
        let trend = match (direction, after.covers(before), before.covers(after)) {
            (Direction::Sent, true, _) => Trend::Wider,
            (Direction::Sent, false, _) => Trend::Narrower,
            (Direction::Received, _, true) => Trend::Narrower,
            (Direction::Received, _, false) => Trend::Wider,
        };
        let sent = [Rule::RequestTypeNarrowed, Rule::RequestTypeWidened];
        let received = [Rule::ResponseTypeWidened, Rule::ResponseTypeNarrowed];
        if let Some(rule) = direction.rule(trend, sent, received) {
            self.tell_texts(rule, at, "", (Some(before.types_shown()), Some(after.types_shown())));
        }
        after.covers(before) || before.covers(after)
    }

    fn format(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let format = |shape: &Shape<'a>| shape.first("format").and_then(|node| node.value.as_str());
        let (old, new) = (format(before), format(after));
        let trend = match (old, new) {
            (old, new) if old == new => return,
            (Some(_), None) => Trend::Wider,
            (Some(old), Some(new)) if WIDER.contains(&(old, new)) => Trend::Wider,
            (Some(old), Some(new)) if WIDER.contains(&(new, old)) => Trend::Narrower,
            (None, Some(_)) => Trend::Narrower,
            // One format for another is neither; it breaks in both directions.
            _ if direction == Direction::Sent => Trend::Narrower,
            _ => Trend::Wider,
        };
        let sent = [Rule::RequestFormatNarrowed, Rule::RequestFormatWidened];
        let received = [Rule::ResponseFormatWidened, Rule::ResponseFormatNarrowed];
        if let Some(rule) = direction.rule(trend, sent, received) {
            self.tell_texts(rule, at, "", (old.map(str::to_owned), new.map(str::to_owned)));
        }
    }

    fn enumeration(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let (old, new) = (before.values.as_ref(), after.values.as_ref());
        if old == new {
            return;
        }
        let gone = |one: Option<&BTreeSet<String>>, other: Option<&BTreeSet<String>>| match (one, other) {
            // Without an enumeration every value is allowed.
            (None, Some(_)) => Some("all others".to_owned()),
            (_, None) => None,
            (Some(one), Some(other)) => listed(one.difference(other)),
        };
        let (fewer, more) = (gone(old, new), gone(new, old));
        let sent = [Rule::RequestEnumNarrowed, Rule::RequestEnumWidened];
        let received = [Rule::ResponseEnumWidened, Rule::ResponseEnumNarrowed];
        for (trend, values) in [(Trend::Narrower, fewer), (Trend::Wider, more)] {
            let Some(values) = values else { continue };
            let texts = if trend == Trend::Narrower { (Some(values), None) } else { (None, Some(values)) };
            if let Some(rule) = direction.rule(trend, sent, received) {
                self.tell_texts(rule, at, "", texts);
            }
        }
    }

    fn bounds(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        for (name, is_upper) in BOUNDS {
            let (old, new) = (bound(before, name, is_upper), bound(after, name, is_upper));
            self.bound(at, name, trend_of(old, new), (before, after), direction);
        }
        let step = |shape: &Shape<'a>| shape.first("multipleOf").and_then(|node| node.value.as_f64());
        let trend = match (step(before), step(after)) {
            (old, new) if old == new => Trend::Same,
            (Some(_), None) => Trend::Wider,
            (Some(old), Some(new)) if (old / new).fract() == 0.0 => Trend::Wider,
            _ => Trend::Narrower,
        };
        self.bound(at, "multipleOf", trend, (before, after), direction);
        let unique =
            |shape: &Shape<'a>| shape.first("uniqueItems").is_some_and(|node| node.value == &Value::Bool(true));
        let trend = match (unique(before), unique(after)) {
            (true, false) => Trend::Wider,
            (false, true) => Trend::Narrower,
            _ => Trend::Same,
        };
        self.bound(at, "uniqueItems", trend, (before, after), direction);
    }

    fn bound(
        &mut self,
        at: &Node<'a>,
        name: &str,
        trend: Trend,
        (before, after): (&Shape<'a>, &Shape<'a>),
        direction: Direction,
    ) {
        let sent = [Rule::RequestBoundsTightened, Rule::RequestBoundsLoosened];
        let received = [Rule::ResponseBoundsLoosened, Rule::ResponseBoundsTightened];
        if let Some(rule) = direction.rule(trend, sent, received) {
            let (old, new) = (before.first(name), after.first(name));
            self.tell(rule, at, name, (old.as_ref().map(|it| it.value), new.as_ref().map(|it| it.value)));
        }
    }

    fn pattern(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let pattern = |shape: &Shape<'a>| shape.first("pattern").map(|node| node.value);
        let (old, new) = (pattern(before), pattern(after));
        if old == new {
            return;
        }
        let rule = match (direction, new) {
            (Direction::Received, Some(_)) if old.is_none() => Rule::ResponsePatternAdded,
            (Direction::Received, _) => Rule::ResponsePatternChanged,
            (Direction::Sent, None) => Rule::RequestPatternRemoved,
            (Direction::Sent, Some(_)) => Rule::RequestPatternChanged,
        };
        self.tell(rule, at, "", (old, new));
    }

    fn default_value(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>) {
        let default = |shape: &Shape<'a>| shape.first("default").map(|node| node.value);
        let values = (default(before), default(after));
        let rule = match values {
            (old, new) if old == new => return,
            (None, _) => Rule::DefaultAdded,
            (_, None) => Rule::DefaultRemoved,
            _ => Rule::DefaultChanged,
        };
        self.tell(rule, at, "", values);
    }
}

/// Returns a bound so that a greater one allows more: the value, or its opposite, and true if the value itself is
/// allowed.
fn bound(shape: &Shape<'_>, name: &str, is_upper: bool) -> Option<(f64, bool)> {
    let number = |name: &str| shape.first(name).and_then(|node| node.value.as_f64());
    let allowing = |value: f64| if is_upper { value } else { -value };
    let exclusive = match name {
        "maximum" => shape.first("exclusiveMaximum"),
        "minimum" => shape.first("exclusiveMinimum"),
        // A length of zero bounds nothing.
        _ => return number(name).filter(|value| is_upper || *value > 0.0).map(|value| (allowing(value), true)),
    };
    // It is a word about the bound in OpenAPI 3.0, and a bound of its own in OpenAPI 3.1.
    let is_word = exclusive.as_ref().is_some_and(|node| node.value == &Value::Bool(true));
    let own = number(name).map(|value| (allowing(value), !is_word));
    let other = exclusive.and_then(|node| node.value.as_f64()).map(|value| (allowing(value), false));
    match (own, other) {
        (Some(one), Some(other)) => Some(if trend_of(Some(one), Some(other)) == Trend::Narrower { other } else { one }),
        (one, other) => one.or(other),
    }
}

fn trend_of(old: Option<(f64, bool)>, new: Option<(f64, bool)>) -> Trend {
    match (old, new) {
        (None, None) => Trend::Same,
        (None, Some(_)) => Trend::Narrower,
        (Some(_), None) => Trend::Wider,
        (Some(old), Some(new)) if old == new => Trend::Same,
        (Some(old), Some(new)) if old < new => Trend::Wider,
        _ => Trend::Narrower,
    }
}

/// Returns values in one text, the first ones if they are many; `None` if there are none.
fn listed<'v>(values: impl Iterator<Item = &'v String>) -> Option<String> {
    let mut text = String::new();
    for value in values {
        if text.len() > 200 {
            text.push_str(", …");
            break;
        }
        let comma = if text.is_empty() { "" } else { ", " };
        text.push_str(comma);
        text.extend(value.chars().take(200));
    }
    (!text.is_empty()).then_some(text)
}
