//! Changes of a document as a whole, and of its operations: which are gone, new or moved, and what else is said of them.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::node::{Node, shown};
use super::{Comparison, Direction, Pair, Rule, shared_schemas};
use crate::index::Call;
use crate::place::METHODS;

/// The groups of operations, and true for webhooks.
const GROUPS: [(&str, bool); 3] = [("paths", false), ("webhooks", true), ("x-webhooks", true)];

/// An operation with the path item that it is in.
#[derive(Clone)]
pub(super) struct Operation<'a> {
    pub(super) call: Call,
    pub(super) item: Node<'a>,
    pub(super) node: Node<'a>,
}

impl<'a> Comparison<'a> {
    /// Compares the documents.
    pub(super) fn document(&mut self) {
        let root = Pair { before: Node::root(self.before), after: Node::root(self.after) };
        let before = operations(&root.before, self.before);
        let after = operations(&root.after, self.after);
        self.head(&root);
        if is_inherited("servers", &before, &after) {
            self.servers(&root.before, &root.after, &root.after);
        }
        if is_inherited("security", &before, &after) {
            self.security_of(&root.before, &root.after);
        }
        self.security_schemes(&root);
        self.schema_names(&root);
        self.operations(before, after);
    }

    fn head(&mut self, root: &Pair<'a>) {
        let (Some(before), Some(after)) = (root.before.get("info"), root.after.get("info")) else { return };
        let info = Pair { before, after };
        self.texts(&info, &["title", "description", "summary", "termsOfService", "contact", "license"]);
        let version = (info.before.value.get("version"), info.after.value.get("version"));
        if version.0 != version.1 {
            self.tell(Rule::ApiVersionChanged, &info.after, "version", version);
        }
        self.texts(root, &["tags", "externalDocs"]);
    }

    /// Notes the texts of an object that changed.
    pub(super) fn texts(&mut self, pair: &Pair<'a>, names: &[&str]) {
        for name in names {
            let (before, after) = (pair.before.get(name), pair.after.get(name));
            if before.as_ref().map(|it| it.value) != after.as_ref().map(|it| it.value) {
                let at = after.or(before).unwrap_or_else(|| pair.after.clone());
                self.added(Rule::TextChanged, &at, name);
            }
        }
    }

    /// Notes the examples of an object that changed.
    pub(super) fn examples(&mut self, pair: &Pair<'a>) {
        for name in ["example", "examples", "x-example", "x-examples", "x-codeSamples"] {
            let (before, after) = (pair.before.get(name), pair.after.get(name));
            if before.as_ref().map(|it| it.value) != after.as_ref().map(|it| it.value) {
                let at = after.or(before).unwrap_or_else(|| pair.after.clone());
                self.added(Rule::ExampleChanged, &at, name);
            }
        }
    }

    fn schema_names(&mut self, root: &Pair<'a>) {
        let (before, after) = (shared_schemas(&root.before), shared_schemas(&root.after));
        let names = |all: &[(&'a str, Node<'a>)]| all.iter().map(|(name, _)| *name).collect::<HashSet<_>>();
        let (known, new) = (names(&before), names(&after));
        for (name, node) in before.iter().filter(|(name, _)| !new.contains(name)) {
            self.added(Rule::SchemaRemoved, node, name);
        }
        for (name, node) in after.iter().filter(|(name, _)| !known.contains(name)) {
            self.added(Rule::SchemaAdded, node, name);
        }
    }

    /// Notes choices of a server's variables that are gone.
    fn server_variables(&mut self, before: &Node<'a>, after: &Node<'a>) {
        let new = after.list("servers");
        for was in before.list("servers") {
            let Some(is) = new.iter().find(|it| it.text("url") == was.text("url")) else { continue };
            let known: HashMap<_, _> = was.map("variables").into_iter().collect();
            for (name, variable) in is.map("variables") {
                let Some(was) = known.get(name) else { continue };
                let choices = |node: &Node<'a>| node.value.get("enum").and_then(Value::as_array);
                let is_narrower = match (choices(was), choices(&variable)) {
                    (Some(old), Some(new)) => old.iter().any(|choice| !new.contains(choice)),
                    (None, Some(_)) => true,
                    (_, None) => false,
                };
                let defaults = (was.value.get("default"), variable.value.get("default"));
                if defaults.0 != defaults.1 {
                    self.tell(Rule::ServerVariableDefaultChanged, &variable, name, defaults);
                }
                if is_narrower {
                    let values = (was.value.get("enum"), variable.value.get("enum"));
                    self.tell(Rule::ServerVariableNarrowed, &variable, name, values);
                }
            }
        }
    }

    /// Notes servers of `before` that `after` has not, and the reverse.
    fn servers(&mut self, before: &Node<'a>, after: &Node<'a>, at: &Node<'a>) {
        self.server_variables(before, after);
        let (before, after) = (servers(before), servers(after));
        if !self.pay(before.len() * after.len()) {
            return;
        }
        for gone in before.iter().filter(|server| !after.contains(server)) {
            self.added(Rule::ServerRemoved, at, gone);
        }
        for new in after.iter().filter(|server| !before.contains(server)) {
            self.added(Rule::ServerAdded, at, new);
        }
    }

    /// Pairs operations: by path and method, then by path without the names of its parameters, then by identifier.
    fn operations(&mut self, before: Vec<Operation<'a>>, after: Vec<Operation<'a>>) {
        let mut old: Vec<Option<Operation<'a>>> = before.into_iter().map(Some).collect();
        let mut new: Vec<(Operation<'a>, Option<Operation<'a>>)> = after.into_iter().map(|it| (it, None)).collect();
        let keys: [fn(&Operation<'_>) -> Option<String>; 3] = [
            |it| Some(format!("{} {} {}", it.call.is_webhook, it.call.method, it.call.path)),
            |it| Some(format!("{} {} {}", it.call.is_webhook, it.call.method, shape_of(&it.call.path))),
            |it| it.node.text("operationId").map(|id| format!("{} {id}", it.call.is_webhook)),
        ];
        for key in keys {
            let mut places: HashMap<String, usize> = HashMap::new();
            for (at, operation) in old.iter().enumerate() {
                if let Some(key) = operation.as_ref().and_then(key) {
                    places.entry(key).or_insert(at);
                }
            }
            for (operation, was) in new.iter_mut().filter(|(_, was)| was.is_none()) {
                *was = key(operation).and_then(|key| places.get(&key)).and_then(|at| old[*at].take());
            }
        }
        for gone in old.into_iter().flatten() {
            self.call = Some(gone.call.clone());
            self.added(Rule::OperationRemoved, &gone.node, "");
        }
        for (operation, was) in new {
            if !self.pay(1) {
                return;
            }
            self.call = Some(operation.call.clone());
            match was {
                Some(was) => self.operation(&was, &operation),
                None => self.added(Rule::OperationAdded, &operation.node, ""),
            }
        }
        self.call = None;
    }

    fn operation(&mut self, before: &Operation<'a>, after: &Operation<'a>) {
        let pair = Pair { before: before.node.clone(), after: after.node.clone() };
        if before.call != after.call {
            // The parameters of the address of a callback are what the server reads in the request.
            let is_same_path = !after.call.is_webhook
                && before.call.method == after.call.method
                && shape_of(&before.call.path) == shape_of(&after.call.path);
            let rule = if is_same_path { Rule::PathParameterRenamed } else { Rule::OperationMoved };
            self.added(rule, &after.node, &before.call.shown());
        }
        self.about(&pair);
        if before.overrides("servers") || after.overrides("servers") {
            let (old, new) = (Node::root(self.before), Node::root(self.after));
            self.servers(&own(before, "servers", &old), &own(after, "servers", &new), &after.node);
        }
        if before.overrides("security") || after.overrides("security") {
            let (old, new) = (Node::root(self.before), Node::root(self.after));
            self.security_of(&own(before, "security", &old), &own(after, "security", &new));
        }
        let (sent, received) = match after.call.is_webhook {
            false => (Direction::Sent, Direction::Received),
            true => (Direction::Received, Direction::Sent),
        };
        self.parameters(before, after, sent);
        self.bodies(before, after, sent);
        self.responses(before, after, received);
        self.callbacks(&pair);
    }

    /// Compares what is said of an operation.
    fn about(&mut self, pair: &Pair<'a>) {
        self.texts(pair, &["summary", "description", "externalDocs"]);
        self.examples(pair);
        let values = |name: &str| (pair.before.value.get(name), pair.after.value.get(name));
        let id = values("operationId");
        if id.0 != id.1 {
            self.tell(Rule::OperationIdChanged, &pair.after, "", id);
        }
        let tags = values("tags");
        if tags.0 != tags.1 {
            self.tell(Rule::TagsChanged, &pair.after, "", tags);
        }
        let stability = values("x-stability");
        if stability.0 != stability.1 {
            self.tell(Rule::StabilityChanged, &pair.after, "", stability);
        }
        match (pair.before.flag("deprecated"), pair.after.flag("deprecated")) {
            (false, true) => self.added(Rule::OperationDeprecated, &pair.after, ""),
            (true, false) => self.added(Rule::OperationUndeprecated, &pair.after, ""),
            _ => {}
        }
        let sunset = |node: &Node<'a>| node.text("x-deprecated-sunset").or_else(|| node.text("x-sunset"));
        let (before, after) = (sunset(&pair.before), sunset(&pair.after));
        let rule = match (before, after) {
            (None, Some(_)) => Rule::SunsetSet,
            (Some(_), None) => Rule::SunsetRemoved,
            // Days in the form of RFC 3339 are in the order of their texts.
            (Some(before), Some(after)) if after < before => Rule::SunsetEarlier,
            (Some(before), Some(after)) if after > before => Rule::SunsetLater,
            _ => return,
        };
        let owned = |day: Option<&str>| day.map(|day| shown(&Value::from(day)));
        self.tell_texts(rule, &pair.after, "", (owned(before), owned(after)));
    }

    /// Compares the requests that a server sends in the course of an operation.
    fn callbacks(&mut self, pair: &Pair<'a>) {
        let of = |node: &Node<'a>, document: &'a Value| {
            let callbacks = node.map("callbacks").into_iter().flat_map(|(name, callback)| {
                let items = callback.resolved(document).members().collect::<Vec<_>>();
                items
                    .into_iter()
                    .flat_map(move |(address, item)| in_item(&item, document, true, &format!("{name} {address}")))
            });
            callbacks.collect::<Vec<_>>()
        };
        let (before, after) = (of(&pair.before, self.before), of(&pair.after, self.after));
        if before.is_empty() && after.is_empty() {
            return;
        }
        let call = self.call.clone();
        self.operations(before, after);
        self.call = call;
    }
}

impl Operation<'_> {
    /// Returns true if the operation or its path item states a member itself.
    fn overrides(&self, name: &str) -> bool {
        self.node.get(name).is_some() || self.item.get(name).is_some()
    }
}

/// Returns true if what a document states applies to an operation, in both documents, or if there are no operations in
/// both: what moved between a document and its operations is found there.
fn is_inherited(name: &str, before: &[Operation<'_>], after: &[Operation<'_>]) -> bool {
    let (old, mut both): (HashMap<_, _>, _) = (before.iter().map(|it| (&it.call, it)).collect(), 0);
    let mut is_used = |it: &Operation<'_>| match old.get(&it.call) {
        None => false,
        Some(was) => {
            both += 1;
            !was.overrides(name) && !it.overrides(name)
        }
    };
    let is_used = after.iter().any(&mut is_used);
    is_used || both == 0
}

/// Returns the object that states a member for an operation: itself, its path item, or the document.
fn own<'a>(operation: &Operation<'a>, name: &str, root: &Node<'a>) -> Node<'a> {
    let stated = [&operation.node, &operation.item].into_iter().find(|it| it.get(name).is_some());
    stated.unwrap_or(root).clone()
}

/// Returns the operations of a document.
fn operations<'a>(root: &Node<'a>, document: &'a Value) -> Vec<Operation<'a>> {
    let all = GROUPS.into_iter().flat_map(|(group, is_webhook)| {
        let items = root.map(group).into_iter().filter(|(path, _)| !path.starts_with("x-"));
        items.flat_map(move |(path, item)| in_item(&item, document, is_webhook, path))
    });
    all.collect()
}

fn in_item<'a>(item: &Node<'a>, document: &'a Value, is_webhook: bool, path: &str) -> Vec<Operation<'a>> {
    let item = item.resolved(document);
    let own = item.members().filter(|(method, _)| METHODS.contains(method));
    let all = own.chain(item.map("additionalOperations")).filter(|(_, node)| node.value.is_object());
    all.map(|(method, node)| Operation { call: Call::new(is_webhook, path, method), item: item.clone(), node })
        .collect()
}

/// Returns the addresses of the servers that an object states.
fn servers(node: &Node<'_>) -> Vec<String> {
    let plain = |url: &str| url.trim_end_matches('/').to_owned();
    let mut all: Vec<_> = node.list("servers").iter().filter_map(|server| server.text("url")).map(plain).collect();
    if node.value.get("swagger").is_some() {
        all.extend(servers_of_swagger(node, &plain(node.text("basePath").unwrap_or_default())));
    }
    all
}

/// Returns the addresses that Swagger 2.0 composes; without a host, that of the document is meant.
fn servers_of_swagger(root: &Node<'_>, base: &str) -> Vec<String> {
    let schemes = root.list("schemes").into_iter().filter_map(|scheme| scheme.value.as_str());
    let schemes: Vec<_> = schemes.collect();
    match (root.text("host"), &*schemes) {
        (Some(host), []) => vec![format!("https://{host}{base}")],
        (Some(host), schemes) => schemes.iter().map(|scheme| format!("{scheme}://{host}{base}")).collect(),
        (None, []) => vec![format!("{base}/")],
        (None, schemes) => schemes.iter().map(|scheme| format!("{scheme}:{base}/")).collect(),
    }
}

/// Returns a path without the names of its parameters.
pub(super) fn shape_of(path: &str) -> String {
    let mut shape = String::with_capacity(path.len());
    let mut is_inside = false;
    for character in path.chars() {
        is_inside &= character != '}';
        if !is_inside {
            shape.push(character);
        }
        is_inside |= character == '{';
    }
    shape
}

/// Returns the names of the parameters of a path, in order.
pub(super) fn names_in(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}
