//! Exclusive canonical XML 1.0 without comments (`http://www.w3.org/2001/10/xml-exc-c14n#`) of an element.

use super::{Attribute, Element, Node, write};

/// Returns the canonical text of an element below its ancestors, outermost first.
///
/// `inclusive` lists the prefixes that are written wherever they are in scope (`InclusiveNamespaces`); the default
/// namespace is `#default` there. `without` is a child of the element that is left out with all that is in it, as the
/// transform for enveloped signatures does.
pub fn canonical(element: &Element, ancestors: &[&Element], inclusive: &[&str], without: Option<&Element>) -> String {
    let scope = ancestors.iter().flat_map(|it| &it.declared).map(pair).collect();
    let mut writer = Writer { out: String::new(), scope, written: Vec::new(), inclusive, without };
    writer.element(element);
    writer.out
}

/// A prefix, empty for the default, and its namespace.
type Declaration<'a> = (&'a str, &'a str);

fn pair((prefix, namespace): &(String, String)) -> Declaration<'_> {
    (prefix, namespace)
}

struct Writer<'a> {
    out: String,
    /// The namespaces in scope, the innermost last.
    scope: Vec<Declaration<'a>>,
    /// The namespaces that ancestors in the output declare, the innermost last.
    written: Vec<Declaration<'a>>,
    inclusive: &'a [&'a str],
    without: Option<&'a Element>,
}

impl<'a> Writer<'a> {
    fn element(&mut self, element: &'a Element) {
        let (in_scope, before) = (self.scope.len(), self.written.len());
        self.scope.extend(element.declared.iter().map(pair));
        let declarations = self.declarations(element);
        let name = qualified(&element.name.prefix, &element.name.local);
        self.out.push('<');
        self.out.push_str(&name);
        for (prefix, namespace) in &declarations {
            let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
            write::attribute(&mut self.out, &name, namespace);
        }
        for attribute in sorted(&element.attributes) {
            let name = qualified(&attribute.name.prefix, &attribute.name.local);
            write::attribute(&mut self.out, &name, &attribute.value);
        }
        self.out.push('>');
        self.written.extend(declarations);
        for child in &element.children {
            match child {
                Node::Element(child) if self.without.is_some_and(|it| std::ptr::eq(it, child)) => {}
                Node::Element(child) => self.element(child),
                Node::Text(value) => write::text(&mut self.out, value),
                Node::Comment => {}
            }
        }
        self.out.push_str("</");
        self.out.push_str(&name);
        self.out.push('>');
        self.scope.truncate(in_scope);
        self.written.truncate(before);
    }

    /// Returns the declarations that an element needs and the output does not have yet, sorted by prefix.
    fn declarations(&self, element: &'a Element) -> Vec<Declaration<'a>> {
        let attributes = element.attributes.iter().map(|it| it.name.prefix.as_str()).filter(|it| !it.is_empty());
        let listed = self.inclusive.iter().map(|it| if *it == "#default" { "" } else { it });
        let mut prefixes: Vec<&str> = attributes.chain(listed).chain([element.name.prefix.as_str()]).collect();
        prefixes.sort_unstable();
        prefixes.dedup();
        let wanted = prefixes.into_iter().filter(|it| *it != "xml").filter_map(|prefix| self.in_scope(prefix));
        wanted
            .filter(|(prefix, namespace)| innermost(&self.written, prefix).unwrap_or_default() != *namespace)
            .collect()
    }

    /// Returns the declaration of a prefix. The default namespace is always declared, if only as none.
    fn in_scope(&self, prefix: &str) -> Option<Declaration<'a>> {
        let found = self.scope.iter().rev().find(|(it, _)| *it == prefix).copied();
        found.or_else(|| prefix.is_empty().then_some(("", "")))
    }
}

fn innermost<'a>(declarations: &[Declaration<'a>], prefix: &str) -> Option<&'a str> {
    declarations.iter().rev().find(|(it, _)| *it == prefix).map(|(_, namespace)| *namespace)
}

fn qualified(prefix: &str, local: &str) -> String {
    if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") }
}

/// Returns attributes by namespace, then by local name; those without namespace come first.
fn sorted(attributes: &[Attribute]) -> Vec<&Attribute> {
    let mut all: Vec<_> = attributes.iter().collect();
    all.sort_by(|a, b| (&a.name.namespace, &a.name.local).cmp(&(&b.name.namespace, &b.name.local)));
    all
}
