//! Changes of the values that a schema allows: types, formats, enumerations, bounds, patterns and null.

use std::collections::BTreeSet;

use serde_json::Value;

use super::node::Node;
use super::shape::{Shape, canonical};
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
        let formats = |shape: &Shape<'a>| -> BTreeSet<&'a str> {
            shape.all("format").into_iter().filter_map(|node| node.value.as_str()).collect()
        };
        let (old, new) = apart(&formats(before), &formats(after));
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
        let steps = |shape: &Shape<'a>| -> Vec<f64> {
            shape.all("multipleOf").into_iter().filter_map(|node| node.value.as_f64()).collect()
        };
        self.bound(at, "multipleOf", trend_of_steps(&steps(before), &steps(after)), (before, after), direction);
        let unique = |shape: &Shape<'a>| shape.parts().iter().any(|part| part.flag("uniqueItems"));
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
        let patterns = |shape: &Shape<'a>| -> BTreeSet<&'a str> {
            shape.all("pattern").into_iter().filter_map(|node| node.value.as_str()).collect()
        };
        let (old, new) = apart(&patterns(before), &patterns(after));
        if old == new {
            return;
        }
        let (old, new) = (old.map(Value::from), new.map(Value::from));
        let rule = match (direction, &new) {
            (Direction::Received, Some(_)) if old.is_none() => Rule::ResponsePatternAdded,
            (Direction::Received, _) => Rule::ResponsePatternChanged,
            (Direction::Sent, None) => Rule::RequestPatternRemoved,
            (Direction::Sent, Some(_)) => Rule::RequestPatternChanged,
        };
        self.tell(rule, at, "", (old.as_ref(), new.as_ref()));
    }

    fn default_value(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>) {
        let default = |shape: &Shape<'a>| shape.first("default").map(|node| node.value);
        let values = (default(before), default(after));
        let rule = match values {
            (old, new) if old.map(canonical) == new.map(canonical) => return,
            (None, _) => Rule::DefaultAdded,
            (_, None) => Rule::DefaultRemoved,
            _ => Rule::DefaultChanged,
        };
        self.tell(rule, at, "", values);
    }
}

/// A bound so that a greater one allows more: the value, or its opposite, once as it is near to and once exactly where
/// it is an integer, and true if the value itself is allowed.
type Bound = (f64, i128, bool);

/// Returns the bound that leaves the least, of those that the parts of a schema state.
fn bound(shape: &Shape<'_>, name: &str, is_upper: bool) -> Option<Bound> {
    let all = shape.parts().iter().flat_map(|part| bounds_in(part, name, is_upper));
    all.reduce(|one, other| if trend_of(Some(one), Some(other)) == Trend::Narrower { other } else { one })
}

/// Returns the bounds that one part states.
fn bounds_in(part: &Node<'_>, name: &str, is_upper: bool) -> impl Iterator<Item = Bound> {
    let stated = |name: &str, is_allowed: bool| {
        let number = part.value.get(name)?;
        let (near, exact) = (number.as_f64()?, number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)));
        let exact = exact.unwrap_or_default();
        Some(if is_upper { (near, exact, is_allowed) } else { (-near, -exact, is_allowed) })
    };
    let exclusive = match name {
        "maximum" => "exclusiveMaximum",
        "minimum" => "exclusiveMinimum",
        // A length of zero bounds nothing.
        _ => return [stated(name, true).filter(|(near, ..)| is_upper || *near < 0.0), None].into_iter().flatten(),
    };
    // It is a word about the bound in OpenAPI 3.0, and a bound of its own in OpenAPI 3.1.
    [stated(name, !part.flag(exclusive)), stated(exclusive, false)].into_iter().flatten()
}

/// Returns the trend of what a value may be a multiple of.
fn trend_of_steps(old: &[f64], new: &[f64]) -> Trend {
    let follows = |step: &f64, from: &[f64]| from.iter().any(|other| (other / step).fract() == 0.0);
    match (new.iter().all(|step| follows(step, old)), old.iter().all(|step| follows(step, new))) {
        (true, true) => Trend::Same,
        (true, false) => Trend::Wider,
        _ => Trend::Narrower,
    }
}

/// Returns the first text that only one of two sets has, for each of them.
fn apart<'a>(old: &BTreeSet<&'a str>, new: &BTreeSet<&'a str>) -> (Option<&'a str>, Option<&'a str>) {
    (old.difference(new).next().copied(), new.difference(old).next().copied())
}

fn trend_of(old: Option<Bound>, new: Option<Bound>) -> Trend {
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
