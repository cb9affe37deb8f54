//! The settings of a project of MkDocs: its file, those that it inherits from, and the extensions that they turn on.

use std::collections::HashSet;

use quire_content::path;
use quire_content::yaml::{self, Mode, Node, Value};

use crate::error::Error;
use crate::formats::markdown::scalar;
use crate::origin::Origin;

/// The most files that a project inherits from, one after the other.
const MOST_INHERITED: usize = 10;

/// The settings of a project, its own before those that it inherits.
pub(super) struct Config {
    roots: Vec<Node>,
}

impl Config {
    /// Reads a file and those that it inherits from.
    pub(super) fn read(origin: &Origin, file: &str) -> Result<Self, Error> {
        let mut roots = Vec::new();
        let mut next = Some(file.to_owned());
        while let Some(file) = next.take().filter(|_| roots.len() <= MOST_INHERITED) {
            // Tags of Python, such as `!!python/name:…`, are no values of YAML.
            let text = origin.page_text(&file)?.replace("!!python/", "!python/").replace("!ENV", "");
            let root = yaml::read(&text, Mode::Lenient).map_err(|error| Error::broken(&file, error))?;
            let Some(root) = root else { break };
            next = root
                .get("INHERIT")
                .and_then(scalar)
                .map(|above| path::join(path::folder(&file), &above))
                .filter(|above| origin.has(above));
            roots.push(root);
        }
        Ok(Self { roots })
    }

    /// Returns a setting: the project's own, or the one that it inherits.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.roots.iter().find_map(|root| root.get(name))
    }

    /// Returns the extensions within lines that the project turns on.
    pub(super) fn extensions(&self) -> Extensions {
        let mut on = Extensions::default();
        let mut known = HashSet::new();
        for root in &self.roots {
            match root.get("markdown_extensions").map(|list| &list.value) {
                // A list takes the place of what is inherited; maps are merged.
                Some(Value::List(items)) => {
                    for item in items {
                        match &item.value {
                            Value::Map(pairs) => pairs.iter().for_each(|(name, node)| on.turn_on(name, Some(node))),
                            _ => scalar(item).iter().for_each(|name| on.turn_on(name, None)),
                        }
                    }
                    break;
                }
                Some(Value::Map(pairs)) => {
                    for (name, node) in pairs.iter().filter(|(name, _)| known.insert(name.clone())) {
                        on.turn_on(name, Some(node));
                    }
                }
                _ => {}
            }
        }
        on
    }
}

/// The extensions within lines: what is not on is text, as it is in MkDocs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Extensions {
    /// Superscript, as `^raised^`
    pub(super) raised: bool,
    /// Inserted text, as `^^inserted^^`
    pub(super) inserted: bool,
    /// Subscript, as `~lowered~`
    pub(super) lowered: bool,
    /// Marked text, as `==marked==`
    pub(super) marked: bool,
    /// Marks of revisions, such as `{++added++}`
    pub(super) critic: bool,
    /// Keys, as `++ctrl+c++`
    pub(super) keys: bool,
    /// Nothing but marks: no attribute lists, icons and expressions of MkDocs
    pub(super) only_marks: bool,
    /// Formulas between `$`, `\(` and `\[`
    pub(super) formulas: bool,
}

impl Extensions {
    fn turn_on(&mut self, name: &str, options: Option<&Node>) {
        let has = |option: &str| {
            options.and_then(|options| options.get(option)).and_then(scalar).is_none_or(|value| value != "false")
        };
        match name {
            "pymdownx.caret" => (self.raised, self.inserted) = (has("superscript"), has("insert")),
            "pymdownx.tilde" => self.lowered = has("subscript"),
            "pymdownx.mark" => self.marked = true,
            "pymdownx.critic" => self.critic = true,
            "pymdownx.keys" => self.keys = true,
            "pymdownx.arithmatex" | "mdx_math" | "markdown_katex" => self.formulas = true,
            _ => {}
        }
    }

    #[cfg(test)]
    pub(super) const ALL: Self = Self {
        raised: true,
        inserted: true,
        lowered: true,
        marked: true,
        critic: true,
        keys: true,
        only_marks: false,
        formulas: true,
    };
}
