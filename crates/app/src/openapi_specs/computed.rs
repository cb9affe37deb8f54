//! Computed pages of kind `builtin:openapi`: what their YAML says, and what the pages of specifications look like in it.

use quire_content::yaml::{self, Mode, Node, Typed};
use quire_openapi::Call;
use quire_openapi::pages::FurtherPages;

/// The type of computed pages that show specifications.
const TYPE: &str = "builtin:openapi";
/// The maximum size of YAML that is read, in bytes.
const MOST_BYTES: usize = 256 << 10;
/// The maximum size of the name of a tag whose description a page begins with, in bytes.
const MOST_TAG: usize = 1 << 10;
/// The property with the number of operations that are left out.
const LEFT_OUT: &str = "leftOut";

/// A computed page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ComputedPage {
    /// A page that shows a specification.
    Specification {
        /// The slug of the specification.
        spec: String,
        /// The part that the page shows.
        shows: Shown,
        /// The number of operations that are on no page, of which this one says so.
        left_out: usize,
    },
    /// A page of a kind that this server does not compute.
    Unknown,
}

/// The part of a specification that a computed page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All of it, on pages of their own.
    Everything {
        /// The pages besides those of operations.
        further: FurtherPages,
    },
    /// The description of the specification.
    Description,
    /// The operations of a tag.
    Operations {
        /// The name of the tag, whose description the page begins with.
        tag: Option<String>,
        /// The operations; all of the tag if `None`.
        calls: Option<Vec<Call>>,
    },
    /// The schemas.
    Schemas {
        /// The number of the page among those with schemas, from 1.
        part: usize,
    },
    /// The changes of each version.
    Changes,
}

impl ComputedPage {
    /// Reads the YAML of a computed page.
    pub(crate) fn read(text: &str) -> Self {
        let node = (text.len() <= MOST_BYTES).then(|| yaml::read(text, Mode::Lenient).ok().flatten()).flatten();
        node.as_ref().and_then(Self::of).unwrap_or(Self::Unknown)
    }

    fn of(node: &Node) -> Option<Self> {
        if text(node, "type")? != TYPE {
            return None;
        }
        let reference = node.get("dependencies")?.get("spec")?;
        let reference = reference.get("ref").unwrap_or(reference);
        let spec = text(reference, "spec")?.to_owned();
        let props = node.get("props");
        let left_out = props.and_then(|props| text(props, LEFT_OUT)).and_then(|count| count.parse().ok()).unwrap_or(0);
        Some(Self::Specification { spec, shows: Shown::of(props), left_out })
    }
}

impl Shown {
    fn of(props: Option<&Node>) -> Self {
        let word = |name| props.and_then(|props| text(props, name));
        match word("doc") {
            Some("info") => Self::Description,
            Some("models") => Self::Schemas { part: word("part").and_then(|part| part.parse().ok()).unwrap_or(1) },
            Some("changes") => Self::Changes,
            Some("operations") => {
                let calls = props.and_then(|props| props.get("operations")).and_then(|calls| match &calls.value {
                    yaml::Value::List(calls) => Some(calls.iter().filter_map(call).collect()),
                    _ => None,
                });
                Self::Operations { tag: word("page").map(str::to_owned), calls }
            }
            _ => {
                let stated = |name| props.and_then(|props| props.get(name)).and_then(Node::typed);
                let schemas = stated("models") != Some(Typed::Bool(false));
                let changes = stated("changes") == Some(Typed::Bool(true));
                Self::Everything { further: FurtherPages { schemas, changes } }
            }
        }
    }

    /// Returns the YAML of a computed page that shows this part of a specification, and says that so many operations are
    /// left out.
    pub(crate) fn yaml(&self, spec: &str, left_out: usize) -> String {
        let props = match self {
            Self::Everything { further: FurtherPages { schemas, changes } } => {
                format!("  models: {schemas}\n  changes: {changes}\n")
            }
            Self::Description => "  doc: info\n".to_owned(),
            Self::Schemas { part: 1 } => "  doc: models\n".to_owned(),
            Self::Schemas { part } => format!("  doc: models\n  part: \"{part}\"\n"),
            Self::Changes => "  doc: changes\n".to_owned(),
            Self::Operations { tag, calls } => {
                let tag =
                    tag.iter().filter(|tag| tag.len() <= MOST_TAG).map(|tag| format!("  page: {}\n", quoted(tag)));
                let calls = calls.iter().map(|calls| {
                    let calls: Vec<_> = calls.iter().map(|call| quoted(&named(call))).collect();
                    format!("  operations: [{}]\n", calls.join(", "))
                });
                std::iter::once("  doc: operations\n".to_owned()).chain(tag).chain(calls).collect()
            }
        };
        let spec = quoted(spec);
        let left_out = if left_out > 0 { format!("  {LEFT_OUT}: \"{left_out}\"\n") } else { String::new() };
        format!(
            "type: {TYPE}\nprops:\n{props}{left_out}dependencies:\n  spec:\n    ref:\n      kind: openapi\n      spec: {spec}\n"
        )
    }
}

/// Returns an operation in one text: `get /path`, or `webhook post name`.
fn named(call: &Call) -> String {
    let kind = if call.is_webhook { "webhook " } else { "" };
    format!("{kind}{} {}", call.method, call.path)
}

fn call(node: &Node) -> Option<Call> {
    let Typed::Text(text) = node.typed()? else { return None };
    let (is_webhook, rest) = match text.strip_prefix("webhook ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (method, path) = rest.split_once(' ')?;
    Some(Call::new(is_webhook, path, method))
}

/// Returns a text as a scalar of YAML in double quotes, which are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn text<'n>(node: &'n Node, name: &str) -> Option<&'n str> {
    match node.get(name)?.typed()? {
        Typed::Text(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(yaml: &str) -> ComputedPage {
        ComputedPage::read(yaml)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let calls = vec![Call::new(false, "/a \"b\"\n: #", "GET"), Call::new(true, "new pet", "post")];
        for shows in [
            Shown::Everything { further: FurtherPages::default() },
            Shown::Everything { further: FurtherPages { schemas: true, changes: true } },
            Shown::Description,
            Shown::Schemas { part: 1 },
            Shown::Schemas { part: 12 },
            Shown::Changes,
            Shown::Operations { tag: Some("a: b # \u{e9}\u{2028}".to_owned()), calls: Some(calls) },
            Shown::Operations { tag: None, calls: Some(Vec::new()) },
            Shown::Operations { tag: Some("pets".to_owned()), calls: None },
        ] {
            for left_out in [0, 199] {
                let page = ComputedPage::Specification { spec: "pets".to_owned(), shows: shows.clone(), left_out };
                let yaml = shows.yaml("pets", left_out);
                assert_eq!(shown(&yaml), page, "{yaml}");
            }
        }
    }

    #[test]
    fn the_longest_operations_of_a_page_are_read_back() {
        let path = |n: usize| format!("/{n}{}", "\u{1}".repeat(quire_openapi::pages::MOST_CALL - 8));
        let calls: Vec<Call> = (0..10).map(|n| Call::new(false, &path(n), "get")).collect();
        let shows = Shown::Operations { tag: Some("\u{1}".repeat(MOST_TAG)), calls: Some(calls) };
        let page = ComputedPage::Specification { spec: "pets".to_owned(), shows: shows.clone(), left_out: 1 };
        assert_eq!(shown(&shows.yaml("pets", 1)), page);
    }

    #[test]
    fn other_pages_are_unknown() {
        for yaml in ["", "- a", "type: builtin:openapi", "type: builtin:translation\nprops: {space: x}", "a: [", "x"] {
            assert_eq!(shown(yaml), ComputedPage::Unknown, "{yaml}");
        }
        let plain = "type: builtin:openapi\nprops:\n  models: true\n  downloadLink: true\ndependencies:\n  spec:\n    ref:\n      kind: openapi\n      spec: pets\n";
        let shows = Shown::Everything { further: FurtherPages { schemas: true, changes: false } };
        assert_eq!(shown(plain), ComputedPage::Specification { spec: "pets".to_owned(), shows, left_out: 0 });
    }
}
