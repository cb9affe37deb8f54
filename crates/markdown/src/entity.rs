//! Decoding of character references: `&amp;`, `&#38;`, `&#x26;`.

use std::sync::LazyLock;

/// The named references of the HTML standard: a line for each, the name and its code points
/// in hexadecimal, sorted by name.
const NAMES: &str = include_str!("entities.txt");
/// The length of the longest name, in bytes.
const LONGEST: usize = 31;

static TABLE: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| NAMES.lines().filter_map(|line| line.split_once(' ')).collect());

/// Decodes the character reference that a text begins with, and returns its meaning and its length.
pub(crate) fn at_start(text: &str) -> Option<(String, usize)> {
    let body = text.strip_prefix('&')?;
    let (meaning, length) = match body.strip_prefix('#') {
        Some(number) => numeric(number).map(|(meaning, length)| (meaning, length + 1)),
        None => named(body),
    }?;
    Some((meaning, length + 2))
}

/// Decodes a decimal or hexadecimal number, and returns the character and the number's length without the `;`.
fn numeric(text: &str) -> Option<(String, usize)> {
    let (radix, prefix, most) = if text.starts_with(['x', 'X']) { (16, 1, 6) } else { (10, 0, 7) };
    let digits =
        text.as_bytes()[prefix..].iter().take(most + 1).take_while(|it| char::from(**it).is_digit(radix)).count();
    let end = prefix + digits;
    if digits == 0 || digits > most || text.as_bytes().get(end) != Some(&b';') {
        return None;
    }
    let code = u32::from_str_radix(&text[prefix..end], radix).ok()?;
    let character = char::from_u32(code).filter(|it| *it != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((character.to_string(), end))
}

/// Decodes a name, and returns its characters and the name's length without the `;`.
fn named(text: &str) -> Option<(String, usize)> {
    let length = text.bytes().take(LONGEST + 1).take_while(u8::is_ascii_alphanumeric).count();
    if text.as_bytes().get(length) != Some(&b';') {
        return None;
    }
    let found = TABLE.binary_search_by_key(&&text[..length], |(name, _)| name).ok()?;
    let codes = TABLE[found].1.split(' ').filter_map(|code| u32::from_str_radix(code, 16).ok());
    Some((codes.filter_map(char::from_u32).collect(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order_and_none_is_longer_than_said() {
        assert!(TABLE.is_sorted_by(|one, other| one.0 < other.0));
        assert_eq!(TABLE.iter().map(|(name, _)| name.len()).max(), Some(LONGEST));
        assert_eq!(TABLE.len(), NAMES.lines().count());
    }

    #[test]
    fn every_name_has_its_characters() {
        for (name, _) in TABLE.iter() {
            let text = format!("&{name};");
            let (meaning, length) = at_start(&text).unwrap();
            assert!((1..=2).contains(&meaning.chars().count()), "{name}");
            assert_eq!(length, text.len());
        }
    }
}
