//! The inputs that fuzzing found worth keeping, held against the properties that it looks at.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

#[path = "../../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "what is fuzzed calls them")]
mod properties;

/// A property of bytes, and one of text: what is valid at the beginning of the input.
#[derive(Clone, Copy)]
enum Property {
    Bytes(fn(&[u8])),
    Text(fn(&str)),
}

impl Property {
    fn holds(self, input: &[u8]) -> bool {
        match self {
            Self::Bytes(property) => catch_unwind(|| property(input)).is_ok(),
            Self::Text(property) => {
                let text = input.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                catch_unwind(|| property(text)).is_ok()
            }
        }
    }
}

fn check(target: &str, property: Property) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus")).join(target);
    let mut inputs: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    assert!(inputs.len() > 50, "the inputs are not in {}", folder.display());
    let breaks = |path: &&std::path::PathBuf| !property.holds(&fs::read(path).unwrap());
    let problems: Vec<_> = inputs.iter().filter(breaks).collect();
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn kept_texts_have_a_syntax_tree() {
    check("markdown", Property::Text(properties::markdown));
}

#[test]
fn kept_texts_are_printed_as_they_are_read() {
    check("document", Property::Text(properties::document));
}

#[test]
fn kept_expressions_end() {
    check("expression", Property::Text(properties::expression));
}

#[test]
fn kept_front_matter_is_read() {
    check("front_matter", Property::Bytes(properties::front_matter));
}

#[test]
fn kept_tables_of_contents_are_read() {
    check("summary", Property::Bytes(properties::summary));
}
