//! The tags of updates that a space declares in `.gitbook/tags.yaml`. The file's bytes are kept unchanged; tags are parsed
//! from them when a page is drawn.

use quire_content::yaml::{Node, Typed, Value};

use crate::yaml;

/// The path of the file.
pub(crate) const FILE: &str = ".gitbook/tags.yaml";
/// The maximum number of tags of a space.
const MOST: usize = 1_000;

/// A tag as a space declares it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag {
    /// The name that updates use.
    pub name: String,
    /// The text to show.
    pub label: Option<String>,
    /// The name of an icon.
    pub icon: Option<String>,
    /// The name of a color.
    pub color: Option<String>,
}

/// Returns the tags that a file declares. What is not one is left out.
pub fn tags(bytes: &[u8]) -> Vec<Tag> {
    declared(bytes).unwrap_or_default()
}

/// Returns the tags that a file declares; `None` if it is not a list.
pub(crate) fn declared(bytes: &[u8]) -> Option<Vec<Tag>> {
    let top = yaml::parse(FILE, bytes).ok()?;
    match &top.value {
        Value::List(items) => Some(items.iter().filter_map(tag).take(MOST).collect()),
        _ => top.is_null().then(Vec::new),
    }
}

fn tag(node: &Node) -> Option<Tag> {
    let text = |field: &str| match node.get(field)?.typed() {
        Some(Typed::Text(text)) if !text.is_empty() => Some(text.to_owned()),
        _ => None,
    };
    Some(Tag { name: text("tag")?, label: text("label"), icon: text("icon"), color: text("color") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_names_and_may_have_more() {
        let file = b"- tag: new\n  label: Brand new\n  icon: rocket\n  color: green\n- tag: old\n- label: none\n- 7\n";
        let [new, old] = &tags(file)[..] else { panic!("{:?}", tags(file)) };
        let expected = ("new", Some("Brand new"), Some("rocket"), Some("green"));
        let found = (&*new.name, new.label.as_deref(), new.icon.as_deref(), new.color.as_deref());
        assert_eq!(found, expected);
        assert_eq!(*old, Tag { name: "old".to_owned(), ..Tag::default() });
        for nothing in ["", "a: b", "- [", "[[[["] {
            assert_eq!(tags(nothing.as_bytes()), [], "{nothing}");
        }
        assert!(declared(b"").is_some() && declared(b"a: b").is_none() && declared(b"- [").is_none());
    }
}
