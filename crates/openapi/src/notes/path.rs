//! The paths of JSONPath (RFC 9535) that name what a note is about, and nothing else: members one by one, and parameters
//! by `[?@.name == 'limit' && @.in == 'query']`.

use serde_json::Value;

use crate::index::Call;
use crate::notes::{Parameter, Target};

/// The maximum length of a path, in bytes.
const MOST_BYTES: usize = 4_000;

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Member(String),
    /// The items with these members, as texts.
    Filter(Vec<(String, String)>),
    /// The item at a place.
    Item,
}

/// Returns the target that a path names, with true if the path names its description.
///
/// # Errors
/// The path is none, or names something else; the message says what it may be.
pub(super) fn read(text: &str) -> Result<(Target, bool), String> {
    if text.len() > MOST_BYTES {
        return Err(format!("the path is longer than {MOST_BYTES} bytes"));
    }
    let mut steps = Reader { rest: text.trim() }.steps()?;
    let of_description = target(&steps).is_none() && steps.last() == Some(&Step::Member("description".to_owned()));
    if of_description {
        steps.pop();
    }
    let found = target(&steps).ok_or_else(|| {
        "the path must name an operation ($.paths['/pets'].get), a webhook ($.webhooks.sold.post), a parameter \
         ($.paths['/pets'].get.parameters[?@.name == 'limit' && @.in == 'query']), a schema or a property of one \
         ($.components.schemas.Pet.properties.name), or the description of one of these"
            .to_owned()
    })?;
    Ok((found, of_description))
}

fn target(steps: &[Step]) -> Option<Target> {
    let members: Vec<&str> = steps
        .iter()
        .map_while(|step| match step {
            Step::Member(name) => Some(name.as_str()),
            Step::Filter(_) | Step::Item => None,
        })
        .collect();
    if let [first @ ("components" | "definitions"), ..] = *members {
        return schema(first, &steps[1..]);
    }
    let filter = match steps.get(members.len()..)? {
        [] => None,
        [Step::Filter(filter)] => Some(filter),
        _ => return None,
    };
    match (members.as_slice(), filter) {
        ([group @ ("paths" | "webhooks"), path, method], None) => {
            let call = Call::new(*group == "webhooks", path, method);
            Some(Target::Operation { id: None, call: Some(call), parameter: None })
        }
        ([group @ ("paths" | "webhooks"), path, method, "parameters"], Some(filter)) => {
            let value = |name: &str| filter.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
            let parameter = Parameter { place: value("in")?, name: value("name")? };
            let call = Call::new(*group == "webhooks", path, method);
            Some(Target::Operation { id: None, call: Some(call), parameter: Some(parameter) })
                .filter(|_| filter.len() == 2)
        }
        _ => None,
    }
}

/// Returns the schema or the property that steps lead to: through items and parts, which have no name of their own.
fn schema(first: &str, steps: &[Step]) -> Option<Target> {
    let member = |step: &Step| match step {
        Step::Member(name) => Some(name.clone()),
        Step::Filter(_) | Step::Item => None,
    };
    let mut steps = steps.iter();
    if first == "components" && member(steps.next()?)? != "schemas" {
        return None;
    }
    let name = member(steps.next()?)?;
    let (mut property, mut is_named) = (Vec::new(), true);
    while let Some(step) = steps.next() {
        is_named = false;
        match member(step)?.as_str() {
            "properties" => {
                property.push(member(steps.next()?)?);
                is_named = true;
            }
            "items" => {}
            "allOf" | "anyOf" | "oneOf" if steps.next() == Some(&Step::Item) => {}
            _ => return None,
        }
    }
    is_named.then_some(Target::Schema { name, property })
}

/// Writes the path that a pointer to a value of a document is.
pub(super) fn of_pointer(document: &Value, pointer: &str) -> String {
    let (mut path, mut at, mut is_name) = ("$".to_owned(), Some(document), false);
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        at = match at {
            Some(Value::Array(items)) => {
                path.push_str(&format!("[{part}]"));
                part.parse::<usize>().ok().and_then(|at| items.get(at))
            }
            value => {
                path.push_str(&if is_name { format!("[{}]", quoted(&part)) } else { member(&part) });
                value.and_then(|value| value.get(&part))
            }
        };
        is_name = !is_name && ["schemas", "definitions", "properties"].contains(&part.as_str());
    }
    path
}

/// Writes the path of an operation.
pub(super) fn of_operation(call: &Call) -> String {
    let group = if call.is_webhook { "webhooks" } else { "paths" };
    format!("$.{group}[{}]{}", quoted(&call.path), member(&call.method))
}

/// Writes the path of a target; `call` is its operation.
pub(super) fn written(target: &Target, call: Option<&Call>) -> Option<String> {
    Some(match target {
        Target::Operation { call: known, parameter, .. } => {
            let call = call.or(known.as_ref())?;
            let operation = of_operation(call);
            match parameter {
                None => operation,
                Some(Parameter { place, name }) => {
                    let (name, place) = (quoted(name), quoted(place));
                    format!("{operation}.parameters[?@.name == {name} && @.in == {place}]")
                }
            }
        }
        Target::Schema { name, property } => {
            let properties = property.iter().map(|name| format!(".properties[{}]", quoted(name)));
            format!("$.components.schemas[{}]{}", quoted(name), properties.collect::<String>())
        }
    })
}

fn member(name: &str) -> String {
    let is_word = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    if is_word { format!(".{name}") } else { format!("[{}]", quoted(name)) }
}

pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The rest of a path.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn steps(&mut self) -> Result<Vec<Step>, String> {
        if !self.takes("$") {
            return Err("the path must begin with $".to_owned());
        }
        let mut steps = Vec::new();
        while !self.rest.is_empty() {
            steps.push(self.step()?);
        }
        Ok(steps)
    }

    fn step(&mut self) -> Result<Step, String> {
        let known = "only members and the filters name and in of parameters are known";
        if self.rest.starts_with("..") || self.rest.starts_with(".*") || self.rest.starts_with("[*") {
            return Err(format!("the path must name one thing: {known}"));
        }
        if self.takes(".") {
            return Ok(Step::Member(self.word()?));
        }
        if !self.takes("[") {
            return Err(format!("{:?} is not understood: {known}", self.start()));
        }
        self.skip();
        let is_number = self.rest.starts_with(|c: char| c.is_ascii_digit());
        let step = match () {
            () if self.takes("?") => Step::Filter(self.filter()?),
            () if is_number => {
                self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
                Step::Item
            }
            () => Step::Member(self.quoted()?),
        };
        self.skip();
        if self.takes("]") { Ok(step) } else { Err(format!("{:?} is not understood: {known}", self.start())) }
    }

    fn filter(&mut self) -> Result<Vec<(String, String)>, String> {
        self.skip();
        let is_grouped = self.takes("(");
        let mut found = Vec::new();
        loop {
            self.skip();
            if !self.takes("@.") {
                return Err("a filter must be like [?@.name == 'limit' && @.in == 'query']".to_owned());
            }
            let name = self.word()?;
            self.skip();
            if !self.takes("==") {
                return Err("a filter must compare with ==".to_owned());
            }
            self.skip();
            found.push((name, self.quoted()?));
            self.skip();
            if !self.takes("&&") {
                break;
            }
        }
        if is_grouped && !self.takes(")") {
            return Err("a parenthesis of a filter is not closed".to_owned());
        }
        Ok(found)
    }

    /// Takes a name without quotes.
    fn word(&mut self) -> Result<String, String> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err("a name is missing after a dot".to_owned());
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word.to_owned())
    }

    /// Takes a text in single or double quotes.
    fn quoted(&mut self) -> Result<String, String> {
        let mut characters = self.rest.char_indices();
        let quote = characters.next().map(|(_, quote)| quote).filter(|it| matches!(it, '\'' | '"'));
        let Some(quote) = quote else { return Err("a name in brackets must be in quotes".to_owned()) };
        let mut text = String::new();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => text.extend(characters.next().map(|(_, next)| next)),
                end if end == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                other => text.push(other),
            }
        }
        Err("a quote is not closed".to_owned())
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn start(&self) -> String {
        self.rest.chars().take(20).collect()
    }
}
