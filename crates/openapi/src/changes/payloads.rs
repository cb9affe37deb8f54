//! Changes of what operations send and receive: parameters, bodies, responses and their headers.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::node::Node;
use super::operations::{Operation, names_in};
use super::{Comparison, Direction, Label, Pair, Rule};

/// The members of a parameter that say how its value is written.
const FORM: [&str; 6] = ["style", "explode", "allowReserved", "allowEmptyValue", "collectionFormat", "content"];

/// A parameter or a header.
#[derive(Clone)]
struct Parameter<'a> {
    name: &'a str,
    /// The location, such as `query`.
    place: &'a str,
    required: bool,
    /// The parameter as it is listed, possibly as a reference.
    listed: Node<'a>,
    node: Node<'a>,
}

/// The body of a request or a response, by media type.
struct Payload<'a> {
    required: bool,
    node: Node<'a>,
    contents: Vec<(String, Node<'a>)>,
}

impl<'a> Comparison<'a> {
    pub(super) fn parameters(&mut self, before: &Operation<'a>, after: &Operation<'a>, direction: Direction) {
        let old = parameters(before, self.before);
        let listed = parameters(after, self.after);
        if !self.pay(old.len() * (listed.len() + old.len())) {
            return;
        }
        let (mut gone, mut new) = (old.clone(), Vec::new());
        // Parameters of a path are known by their place in it, as its parameters may have other names.
        let (names, names_before) = (names_in(&after.call.path), names_in(&before.call.path));
        let was = |parameter: &Parameter<'a>| {
            let at = names.iter().position(|name| *name == parameter.name).filter(|_| parameter.place == "path");
            let name = at.and_then(|at| names_before.get(at).copied()).unwrap_or(parameter.name);
            old.iter().find(|old| old.place == parameter.place && is_same(old.place, old.name, name))
        };
        for parameter in listed {
            match was(&parameter) {
                None => new.push(parameter),
                Some(was) => {
                    gone.retain(|it| (it.place, it.name) != (was.place, was.name));
                    self.within(Label::Parameter(parameter.name), |it| it.parameter(was, &parameter, direction));
                }
            }
        }
        for parameter in new {
            let moved = gone.iter().position(|it| it.name == parameter.name).map(|at| gone.remove(at));
            self.within(Label::Parameter(parameter.name), |it| match &moved {
                Some(was) => {
                    let place = |name: &str| Some(name.to_owned());
                    it.tell_texts(
                        Rule::ParameterMoved,
                        &parameter.listed,
                        "",
                        (place(was.place), place(parameter.place)),
                    );
                    it.parameter(was, &parameter, direction);
                }
                None if parameter.required && direction == Direction::Sent => {
                    it.added(Rule::RequiredParameterAdded, &parameter.listed, parameter.name);
                }
                None => it.added(Rule::OptionalParameterAdded, &parameter.listed, parameter.name),
            });
        }
        for parameter in gone {
            self.within(Label::Parameter(parameter.name), |it| {
                it.added(Rule::ParameterRemoved, &parameter.listed, parameter.name);
            });
        }
    }

    fn parameter(&mut self, before: &Parameter<'a>, after: &Parameter<'a>, direction: Direction) {
        let pair = Pair { before: before.node.clone(), after: after.node.clone() };
        let rule = match (direction, before.required, after.required) {
            (Direction::Sent, false, true) => Some(Rule::ParameterBecameRequired),
            (Direction::Sent, true, false) => Some(Rule::ParameterBecameOptional),
            (Direction::Received, false, true) => Some(Rule::WebhookParameterBecameRequired),
            (Direction::Received, true, false) => Some(Rule::WebhookParameterBecameOptional),
            _ => None,
        };
        if let Some(rule) = rule {
            self.added(rule, &after.node, after.name);
        }
        for name in FORM {
            let value = |node: &Node<'a>| match name {
                // A parameter may have one media type; its schema is compared below.
                "content" => node.map("content").first().map(|(media, _)| Value::from(*media)),
                _ => node.value.get(name).cloned().or_else(|| usual(name, after.place, node)),
            };
            let (old, new) = (value(&pair.before), value(&pair.after));
            let is_looser = name == "allowEmptyValue" && new == Some(Value::Bool(true));
            if old != new && !is_looser {
                self.tell(Rule::ParameterFormChanged, &after.node, name, (old.as_ref(), new.as_ref()));
            }
        }
        self.value(&pair, direction);
    }

    /// Compares the value of a parameter or a header.
    fn value(&mut self, pair: &Pair<'a>, direction: Direction) {
        self.texts(pair, &["description"]);
        self.examples(pair);
        self.deprecation(pair);
        let (before, after) = (schema_of(&pair.before), schema_of(&pair.after));
        self.schemas(&Pair { before, after }, direction);
    }

    /// Notes a field that became deprecated.
    pub(super) fn deprecation(&mut self, pair: &Pair<'a>) {
        match (pair.before.flag("deprecated"), pair.after.flag("deprecated")) {
            (false, true) => self.added(Rule::FieldDeprecated, &pair.after, ""),
            (true, false) => self.added(Rule::FieldUndeprecated, &pair.after, ""),
            _ => {}
        }
    }

    pub(super) fn bodies(&mut self, before: &Operation<'a>, after: &Operation<'a>, direction: Direction) {
        let is_sent = direction == Direction::Sent;
        match (body(before, self.before), body(after, self.after)) {
            (None, None) => {}
            (Some(was), None) => self.added(Rule::RequestBodyRemoved, &was.node, ""),
            (None, Some(is)) if is.required && is_sent => self.added(Rule::RequiredRequestBodyAdded, &is.node, ""),
            (None, Some(is)) => self.added(Rule::OptionalRequestBodyAdded, &is.node, ""),
            (Some(was), Some(is)) => self.within(Label::Body, |it| {
                match (was.required, is.required) {
                    (false, true) if is_sent => it.added(Rule::RequestBodyBecameRequired, &is.node, ""),
                    (true, false) if is_sent => it.added(Rule::RequestBodyBecameOptional, &is.node, ""),
                    (false, true) => it.added(Rule::WebhookBodyBecameRequired, &is.node, ""),
                    (true, false) => it.added(Rule::WebhookBodyBecameOptional, &is.node, ""),
                    _ => {}
                }
                it.texts(&Pair { before: was.node.clone(), after: is.node.clone() }, &["description"]);
                it.contents(&was, &is, direction);
            }),
        }
    }

    pub(super) fn responses(&mut self, before: &Operation<'a>, after: &Operation<'a>, direction: Direction) {
        let (old, new) = (responses(before, self.before), responses(after, self.after));
        let known: HashMap<String, &Payload<'a>> =
            old.iter().map(|(status, it)| (status.to_ascii_uppercase(), it)).collect();
        let there: HashSet<String> = new.iter().map(|(status, _)| status.to_ascii_uppercase()).collect();
        for (status, was) in old.iter().filter(|(status, _)| !there.contains(&status.to_ascii_uppercase())) {
            let is_error = status.starts_with(['4', '5']);
            let rule = if is_error { Rule::ResponseErrorRemoved } else { Rule::ResponseStatusRemoved };
            self.added(rule, &was.node, status);
        }
        for (status, is) in &new {
            let Some(was) = known.get(&status.to_ascii_uppercase()) else {
                self.added(Rule::ResponseStatusAdded, &is.node, status);
                continue;
            };
            self.within(Label::Response(status), |it| {
                it.texts(&Pair { before: was.node.clone(), after: is.node.clone() }, &["description"]);
                it.contents(was, is, direction);
                it.headers(was, is, direction);
                it.links(was, is);
            });
        }
    }

    fn contents(&mut self, before: &Payload<'a>, after: &Payload<'a>, direction: Direction) {
        let (removed, added) = match direction {
            Direction::Sent => (Rule::RequestMediaTypeRemoved, Rule::RequestMediaTypeAdded),
            Direction::Received => (Rule::ResponseMediaTypeRemoved, Rule::ResponseMediaTypeAdded),
        };
        if !self.pay(before.contents.len() * after.contents.len()) {
            return;
        }
        for (media, node) in &before.contents {
            let covers = |range: &str| direction == Direction::Sent && is_in(media, range);
            if !after.contents.iter().any(|(it, _)| it == media || covers(it)) {
                self.added(removed, node, media);
            }
        }
        for (media, node) in &after.contents {
            let Some((_, was)) = before.contents.iter().find(|(it, _)| it == media) else {
                self.added(added, node, media);
                continue;
            };
            let pair = Pair { before: was.clone(), after: node.clone() };
            self.examples(&pair);
            let encodings = (was.value.get("encoding"), node.value.get("encoding"));
            if encodings.0 != encodings.1 {
                self.tell(Rule::SchemaKeywordChanged, node, "encoding", encodings);
            }
            // The second is the schema of each item of a sequence, since OpenAPI 3.2.
            for name in ["schema", "itemSchema"] {
                let (before, after) = (was.get(name), node.get(name));
                if before.is_some() || after.is_some() {
                    // Without a schema, everything is allowed.
                    let before = before.unwrap_or_else(|| was.anything());
                    let after = after.unwrap_or_else(|| node.anything());
                    self.schemas(&Pair { before, after }, direction);
                }
            }
        }
    }

    fn links(&mut self, before: &Payload<'a>, after: &Payload<'a>) {
        let values = (before.node.value.get("links"), after.node.value.get("links"));
        if values.0 != values.1 {
            self.tell(Rule::LinksChanged, &after.node, "", values);
        }
    }

    fn headers(&mut self, before: &Payload<'a>, after: &Payload<'a>, direction: Direction) {
        let headers = |payload: &Payload<'a>| payload.node.map("headers");
        let (old, new) = (headers(before), headers(after));
        if !self.pay(old.len() * new.len()) {
            return;
        }
        for (name, node) in &old {
            if !new.iter().any(|(it, _)| it.eq_ignore_ascii_case(name)) {
                self.within(Label::Header(name), |it| it.added(Rule::ResponseHeaderRemoved, node, name));
            }
        }
        for (name, node) in &new {
            let was = old.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
            let is_demanded = |node: &Node<'a>, document: &'a Value| {
                direction == Direction::Sent && node.resolved(document).flag("required")
            };
            self.within(Label::Header(name), |it| match was {
                None if is_demanded(node, it.after) => it.added(Rule::WebhookHeaderRequired, node, name),
                None => it.added(Rule::ResponseHeaderAdded, node, name),
                Some((_, was)) => {
                    let pair = Pair { before: was.resolved(it.before), after: node.resolved(it.after) };
                    let required = (pair.before.flag("required"), pair.after.flag("required"));
                    if direction == Direction::Received && required == (true, false) {
                        it.added(Rule::ResponseHeaderBecameOptional, &pair.after, name);
                    }
                    if direction == Direction::Sent && required == (false, true) {
                        it.added(Rule::WebhookHeaderRequired, &pair.after, name);
                    }
                    it.value(&pair, direction);
                }
            });
        }
    }
}

/// Returns the parameters of an operation, then those of its path item that it does not override, without bodies.
fn parameters<'a>(operation: &Operation<'a>, document: &'a Value) -> Vec<Parameter<'a>> {
    let mut found: Vec<Parameter<'a>> = Vec::new();
    let mut known = HashSet::new();
    for listed in operation.node.list("parameters").into_iter().chain(operation.item.list("parameters")) {
        let node = listed.resolved(document);
        let (Some(name), Some(place)) = (node.text("name"), node.text("in").filter(|it| *it != "body")) else {
            continue;
        };
        if has_no_effect(name, place) && document.get("openapi").is_some() {
            continue;
        }
        if known.insert((place, name)) {
            let required = node.flag("required") || place == "path";
            found.push(Parameter { name, place, required, listed, node });
        }
    }
    found
}

/// Returns true for a header that OpenAPI 3 describes elsewhere and ignores among parameters.
fn has_no_effect(name: &str, place: &str) -> bool {
    place == "header" && ["accept", "content-type", "authorization"].contains(&&*name.to_ascii_lowercase())
}

fn is_same(place: &str, one: &str, other: &str) -> bool {
    if place == "header" { one.eq_ignore_ascii_case(other) } else { one == other }
}

/// Returns the value that a member of a parameter has where it is not stated.
fn usual(name: &str, place: &str, node: &Node<'_>) -> Option<Value> {
    let style = || node.text("style").unwrap_or(if matches!(place, "query" | "cookie") { "form" } else { "simple" });
    match name {
        "style" => Some(Value::from(style())),
        "explode" => Some(Value::from(style() == "form")),
        "allowReserved" | "allowEmptyValue" => Some(Value::from(false)),
        "collectionFormat" => Some(Value::from("csv")),
        _ => None,
    }
}

/// Returns the schema of a parameter or a header, which in Swagger 2.0 is itself one.
fn schema_of<'a>(node: &Node<'a>) -> Node<'a> {
    let of_content = || node.map("content").into_iter().next().and_then(|(_, content)| content.get("schema"));
    node.get("schema").or_else(of_content).unwrap_or_else(|| node.clone())
}

fn body<'a>(operation: &Operation<'a>, document: &'a Value) -> Option<Payload<'a>> {
    if let Some(body) = operation.node.get("requestBody") {
        let node = body.resolved(document);
        return Some(Payload { required: node.flag("required"), contents: contents(&node), node });
    }
    let listed = operation.node.list("parameters").into_iter().chain(operation.item.list("parameters"));
    let node = listed.map(|it| it.resolved(document)).find(|it| it.text("in") == Some("body"))?;
    let contents = media(operation, document, "consumes").into_iter().map(|media| (media, node.clone())).collect();
    Some(Payload { required: node.flag("required"), contents, node })
}

fn responses<'a>(operation: &Operation<'a>, document: &'a Value) -> Vec<(&'a str, Payload<'a>)> {
    let all = operation.node.map("responses").into_iter().filter(|(status, _)| !status.starts_with("x-"));
    let payload = |(status, response): (&'a str, Node<'a>)| {
        let node = response.resolved(document);
        let mut contents = contents(&node);
        if node.get("schema").is_some() {
            contents.extend(media(operation, document, "produces").into_iter().map(|media| (media, node.clone())));
        }
        (status, Payload { required: false, contents, node })
    };
    all.map(payload).collect()
}

/// Returns the bodies of an object by media type.
fn contents<'a>(node: &Node<'a>) -> Vec<(String, Node<'a>)> {
    node.map("content").into_iter().map(|(media, content)| (plain(media), content)).collect()
}

/// Returns true if a media type is in a range such as `application/*`.
fn is_in(media: &str, range: &str) -> bool {
    range == "*/*" || range.strip_suffix('*').is_some_and(|group| group.ends_with('/') && media.starts_with(group))
}

fn plain(media: &str) -> String {
    media.split_whitespace().collect::<String>().to_ascii_lowercase()
}

/// Returns the media types of Swagger 2.0, of which there is one at least.
fn media<'a>(operation: &Operation<'a>, document: &'a Value, name: &str) -> Vec<String> {
    let of = |node: &Node<'a>| -> Vec<String> {
        node.list(name).into_iter().filter_map(|media| media.value.as_str()).map(plain).collect()
    };
    let stated = [of(&operation.node), of(&Node::root(document))].into_iter().find(|all| !all.is_empty());
    stated.unwrap_or_else(|| vec!["application/json".to_owned()])
}
