//! Detection of icons that draw nothing.

use std::collections::BTreeMap;

use quire_content::front_matter;

use crate::lines;

/// The texts before names of icons in tags and HTML.
const BEFORE: [&str; 2] = ["icon=\"", "class=\"fa-"];

/// Returns the names of icons that draw nothing, each with its first line, from 1.
pub(crate) fn unknown(source: &[u8]) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    if let Some(name) = front_matter::parse(source).fields.icon {
        note(&name, 1, &mut found);
    }
    for (number, line) in lines::outside_code(source) {
        let line = String::from_utf8_lossy(line);
        for name in BEFORE.iter().flat_map(|before| line.split(before).skip(1)) {
            let end = name.find(|end: char| !(end.is_ascii_alphanumeric() || end == '-')).unwrap_or(name.len());
            note(&name[..end], number, &mut found);
        }
    }
    found
}

fn note(name: &str, line: u32, found: &mut BTreeMap<String, u32>) {
    if !name.is_empty() && quire_icons::shape(name).is_none() {
        found.entry(name.to_owned()).or_insert(line);
    }
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn icons_that_draw_nothing_are_found() {
        let text = "---\nicon: no-such\n---\n{% hint icon=\"rocket\" %}\n<i class=\"fa-nothing\">:x:</i>\n\
                    <a class=\"button\" data-icon=\"cog\">\n```\nicon=\"in-code\"\n```\n{% tab icon=\"nope\" %}\n\
                    icon=\"\" `icon=\"`\n";
        let found: Vec<_> = unknown(text.as_bytes()).into_iter().collect();
        assert_eq!(found, [("no-such".to_owned(), 1), ("nope".to_owned(), 10), ("nothing".to_owned(), 5)]);
    }
}
