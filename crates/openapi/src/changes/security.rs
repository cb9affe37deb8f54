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
        let (mut gone, mut more): (Vec<_>, Vec<_>) = (old.iter().collect(), new.iter().collect());
        let same: [fn(&Group<'a>, &Group<'a>) -> bool; 2] =
            [|one, other| one == other, |one, other| one.keys().eq(other.keys())];
        for same in same {
            gone.retain(|was| match more.iter().position(|is| same(was, is)) {
                Some(at) => {
                    let is = more.remove(at);
                    self.scopes(was, is, after);
                    false
                }
                None => true,
            });
        }
        // What was enough still is where less is enough.
        let is_covered = |group: &Group<'_>| new.iter().any(|other| is_within(other, group));
        for group in gone.into_iter().filter(|group| !group.is_empty() && !is_covered(group)) {
            self.added(Rule::SecurityOptionRemoved, after, &named(group));
        }
        for group in more.into_iter().filter(|group| !group.is_empty()) {
            self.added(Rule::SecurityOptionAdded, after, &named(group));
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
            self.scopes_of_flow(name, &was, is);
            for field in ADDRESSES {
                let values = (was.value.get(field), is.value.get(field));
                if values.0 != values.1 {
                    self.tell(Rule::SecuritySchemeChanged, is, &format!("{field} of {name}"), values);
                }
            }
        }
        let old: BTreeMap<_, _> = pair.before.map("flows").into_iter().collect();
        for (name, is) in new.iter().filter(|(name, _)| !name.starts_with("x-") && !old.contains_key(*name)) {
            self.added(Rule::SecuritySchemeExtended, is, &format!("the flow {name}"));
        }
        // Swagger 2.0 has the scopes of the one flow in the scheme itself.
        self.scopes_of_flow("the scheme", &pair.before, &pair.after);
    }

    /// Compares the scopes that programs can ask for.
    fn scopes_of_flow(&mut self, flow: &str, before: &Node<'a>, after: &Node<'a>) {
        let (old, new) = (before.map("scopes"), after.map("scopes"));
        if !self.pay(old.len() * new.len()) {
            return;
        }
        let has = |all: &[(&str, Node<'a>)], name: &str| all.iter().any(|(other, _)| *other == name);
        for (name, was) in old.iter().filter(|(name, _)| !name.starts_with("x-") && !has(&new, name)) {
            self.tell(
                Rule::SecuritySchemeChanged,
                was,
                &format!("the scope {name} of {flow}"),
                (Some(was.value), None),
            );
        }
        for (name, is) in new.iter().filter(|(name, _)| !name.starts_with("x-")) {
            match old.iter().find(|(other, _)| other == name) {
                None => self.added(Rule::SecuritySchemeExtended, is, &format!("the scope {name} of {flow}")),
                Some((_, was)) if was.value != is.value => self.added(Rule::TextChanged, is, &format!("scope {name}")),
                Some(_) => {}
            }
        }
    }
}

/// Returns true if whatever satisfies the second group satisfies the first one too.
fn is_within(one: &Group<'_>, other: &Group<'_>) -> bool {
    one.iter().all(|(scheme, scopes)| other.get(scheme).is_some_and(|all| scopes.is_subset(all)))
}

fn groups<'a>(node: &Node<'a>) -> Vec<Group<'a>> {
    let group = |group: Node<'a>| {
        let scopes = |node: &Node<'a>| node.items().filter_map(|scope| scope.value.as_str()).collect();
        group.members().map(|(name, node)| (name, scopes(&node))).collect()
    };
    node.list("security").into_iter().map(group).collect()
}

fn named(group: &Group<'_>) -> String {
    let scheme = |(name, scopes): (&&str, &BTreeSet<&str>)| match scopes.len() {
        0 => format!("`{name}`"),
        _ => format!("`{name}` ({})", scopes.iter().copied().collect::<Vec<_>>().join(", ")),
    };
    group.iter().map(scheme).collect::<Vec<_>>().join(" with ")
}
