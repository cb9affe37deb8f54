//! Changes of authorization: what is enough for a request, and the schemes.

use std::collections::{BTreeMap, BTreeSet};

use super::node::Node;
use super::{Comparison, Pair, Rule};

/// The members of a scheme on which requests depend.
const FIELDS: [&str; 8] = ["type", "in", "name", "scheme", "openIdConnectUrl", "flow", "tokenUrl", "authorizationUrl"];
/// The addresses of a flow of OAuth.
const ADDRESSES: [&str; 3] = ["authorizationUrl", "tokenUrl", "refreshUrl"];

/// The schemes that are needed together, with their scopes.
type Group<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

impl<'a> Comparison<'a> {
    /// Compares the authorization that two objects state.
    pub(super) fn security_of(&mut self, before: &Node<'a>, after: &Node<'a>) {
        let (old, new) = (groups(before), groups(after));
        if !self.pay(old.len() * new.len()) {
            return;
        }
        let is_open = |groups: &[Group<'_>]| groups.is_empty() || groups.iter().any(BTreeMap::is_empty);
        match (is_open(&old), is_open(&new)) {
            (true, false) => return self.added(Rule::SecurityRequired, after, ""),
            (false, true) => return self.added(Rule::SecurityDropped, after, ""),
            _ => {}
        }
        let same = |one: &Group<'a>, all: &[Group<'a>]| all.iter().any(|other| one.keys().eq(other.keys()));
        for gone in old.iter().filter(|group| !group.is_empty() && !same(group, &new)) {
            self.added(Rule::SecurityOptionRemoved, after, &named(gone));
        }
        for group in new.iter().filter(|group| !group.is_empty()) {
            match old.iter().find(|other| group.keys().eq(other.keys())) {
                None => self.added(Rule::SecurityOptionAdded, after, &named(group)),
                Some(was) => self.scopes(was, group, after),
            }
        }
    }

    fn scopes(&mut self, before: &Group<'a>, after: &Group<'a>, at: &Node<'a>) {
        for (scheme, scopes) in after {
            let nothing = BTreeSet::new();
            let known = before.get(scheme).unwrap_or(&nothing);
            for scope in scopes.difference(known) {
                self.added(Rule::SecurityScopeAdded, at, &format!("the scope `{scope}` of `{scheme}`"));
            }
            for scope in known.difference(scopes) {
                self.added(Rule::SecurityScopeRemoved, at, &format!("the scope `{scope}` of `{scheme}`"));
            }
        }
    }

    /// Compares the schemes that both documents have; one that is gone shows in what is enough for requests.
    pub(super) fn security_schemes(&mut self, root: &Pair<'a>) {
        let all = |root: &Node<'a>| match root.get("components") {
            Some(components) => components.map("securitySchemes"),
            None => root.map("securityDefinitions"),
        };
        let old: BTreeMap<_, _> = all(&root.before).into_iter().collect();
        for (name, after) in all(&root.after) {
            let Some(before) = old.get(name) else { continue };
            let pair = Pair { before: before.resolved(self.before), after: after.resolved(self.after) };
            self.texts(&pair, &["description", "bearerFormat"]);
            for field in FIELDS {
                let values = (pair.before.value.get(field), pair.after.value.get(field));
                let kept = |value: Option<&serde_json::Value>| value.map(|it| it.to_string().to_ascii_lowercase());
                if kept(values.0) != kept(values.1) {
                    self.tell(Rule::SecuritySchemeChanged, &pair.after, field, values);
                }
            }
            self.flows(&pair);
        }
    }

    /// Compares the flows that both schemes have, and notes those that are gone.
    fn flows(&mut self, pair: &Pair<'a>) {
        let new: BTreeMap<_, _> = pair.after.map("flows").into_iter().collect();
        for (name, was) in pair.before.map("flows").into_iter().filter(|(name, _)| !name.starts_with("x-")) {
            let Some(is) = new.get(name) else {
                self.tell(Rule::SecuritySchemeChanged, &pair.after, &format!("flow {name}"), (Some(was.value), None));
                continue;
            };
            for field in ADDRESSES {
                let values = (was.value.get(field), is.value.get(field));
                if values.0 != values.1 {
                    self.tell(Rule::SecuritySchemeChanged, is, &format!("{field} of {name}"), values);
                }
            }
        }
    }
}

fn groups<'a>(node: &Node<'a>) -> Vec<Group<'a>> {
    let group = |group: Node<'a>| {
        let scopes = |node: &Node<'a>| node.items().filter_map(|scope| scope.value.as_str()).collect();
        group.members().map(|(name, node)| (name, scopes(&node))).collect()
    };
    node.list("security").into_iter().map(group).collect()
}

fn named(group: &Group<'_>) -> String {
    group.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" with ")
}
