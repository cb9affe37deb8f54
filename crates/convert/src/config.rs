//! The configuration file `.gitbook.yaml`: the content's root folder, the paths of the two special files,
//! and redirects from old addresses. The file's bytes are kept unchanged; redirects are parsed from them
//! when an address is looked up.

use quire_content::yaml::{Node, Typed};

use crate::error::Error;
use crate::path;
use crate::yaml;

/// The names of the file at the tree's top, in order of precedence.
pub(crate) const NAMES: [&str; 2] = [".gitbook.yaml", ".gitbook.yml"];

/// The settings that an import needs.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The path of the content's folder, without a trailing slash; empty for the tree's top.
    pub(crate) root: String,
    /// The path of the front page, if it is set.
    pub(crate) readme: Option<String>,
    /// The path of the table of contents, if it is set.
    pub(crate) summary: Option<String>,
}

/// Parses the file. Values that are absent or null have their defaults.
pub(crate) fn parse(file: &str, bytes: &[u8]) -> Result<Config, Error> {
    let top = yaml::parse(file, bytes)?;
    if top.map().is_none() && !top.is_null() {
        return Err(broken(file, top.line, "expected keys and values"));
    }
    let root = match text(file, &top, "root")? {
        Some((root, _)) => path::join("", root.trim_start_matches('/')).ok_or_else(|| Error::Root {
            path: file.to_owned(),
            root: root.to_owned(),
            reason: "leads outside",
        })?,
        None => String::new(),
    };
    let (mut readme, mut summary) = (None, None);
    if let Some(structure) = top.get("structure") {
        readme = inside(file, structure, "readme")?;
        summary = inside(file, structure, "summary")?;
    }
    Ok(Config { root, readme, summary })
}

/// Returns the path of the content's folder that a configuration file names, without a trailing slash; empty for the
/// tree's top, and for a file that is invalid.
pub fn root(bytes: &[u8]) -> String {
    parse(NAMES[0], bytes).map(|config| config.root).unwrap_or_default()
}

/// Returns the redirects of a configuration file: from paths of addresses to paths of pages within the root.
/// Invalid redirects are left out.
pub fn redirects(bytes: &[u8]) -> Vec<(String, String)> {
    let Ok(top) = yaml::parse(NAMES[0], bytes) else { return Vec::new() };
    let pairs = top.get("redirects").and_then(Node::map).unwrap_or_default();
    let texts = pairs.iter().filter_map(|(from, to)| match to.typed() {
        Some(Typed::Text(to)) => Some((from.trim_matches('/'), path::join("", to.trim_start_matches('/'))?)),
        _ => None,
    });
    texts.map(|(from, to)| (from.trim_start_matches("./").to_owned(), to)).collect()
}

fn inside(file: &str, map: &Node, key: &str) -> Result<Option<String>, Error> {
    let Some((value, line)) = text(file, map, key)? else {
        return Ok(None);
    };
    let path = path::join("", value).ok_or_else(|| broken(file, line, &format!("`{key}` leads outside the root")))?;
    Ok(Some(path))
}

fn text<'n>(file: &str, map: &'n Node, key: &str) -> Result<Option<(&'n str, usize)>, Error> {
    let Some(node) = map.get(key) else { return Ok(None) };
    match node.typed() {
        Some(Typed::Null) => Ok(None),
        Some(Typed::Text(text)) => Ok(Some((text, node.line))),
        _ => Err(broken(file, node.line, &format!("`{key}` is not a text"))),
    }
}

fn broken(file: &str, line: usize, message: &str) -> Error {
    Error::Yaml { path: file.to_owned(), line: yaml::number(line), message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_lead_from_addresses_to_pages() {
        let file = b"root: ./docs\nredirects:\n  help: support.md\n  /a/b/: ./c/d.md\n  out: ../../x.md\n  list: [1]\n";
        let expected = [("help", "support.md"), ("a/b", "c/d.md")].map(|(from, to)| (from.to_owned(), to.to_owned()));
        assert_eq!(redirects(file), expected);
        assert_eq!(root(file), "docs");
        assert_eq!([root(b"root: /a/b/"), root(b"root: ../x"), root(b"\xff")], ["a/b", "", ""]);
        assert_eq!(redirects(b"redirects: 3"), []);
        assert_eq!(redirects(b"\xff"), []);
    }
}
