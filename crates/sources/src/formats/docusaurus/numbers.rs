//! Numbers that order the files of Docusaurus, at the beginning of their names.

/// Returns the number and the rest of a name such as `01-intro`; `None` for names that begin with a date or a version, and
/// for those that are nothing but a number.
pub(super) fn numbered(name: &str) -> Option<(f64, &str)> {
    let (number, rest) = digits(name)?;
    let suffix = rest.trim_start().trim_start_matches(['-', '_', '.']).trim_start();
    let has_sign = rest.trim_start().starts_with(['-', '_', '.']);
    // The ending is no part of the name.
    let stem = match suffix.rsplit_once('.') {
        Some((stem, "md" | "mdx")) => stem,
        _ if matches!(suffix, "md" | "mdx") => "",
        _ => suffix,
    };
    let is_name = stem.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '_' | '.'));
    (has_sign && is_name && !is_date_or_version(name)).then_some(())?;
    Some((number.parse().ok()?, suffix))
}

/// Returns true for what begins with a date, such as `2021-01-02`, or with a version, such as `3.10`.
fn is_date_or_version(name: &str) -> bool {
    digits(name).and_then(|(_, rest)| digits(rest.strip_prefix(['-', '_', '.'])?)).is_some()
}

/// Splits a text behind the digits that it begins with.
fn digits(text: &str) -> Option<(&str, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    (count > 0).then(|| text.split_at(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_dates_and_versions() {
        for (name, expected) in [
            ("01-intro.md", Some((1.0, "intro.md"))),
            ("2 - b", Some((2.0, "b"))),
            ("3._c.mdx", Some((3.0, "c.mdx"))),
            ("12345_d", Some((12345.0, "d"))),
            ("1.md", None),
            ("1-.md", None),
            ("3.10.md", None),
            ("2021-01-02-notes.md", None),
            ("21_01", None),
            ("1 a.md", None),
            ("a-1.md", None),
        ] {
            assert_eq!(numbered(name), expected, "{name}");
        }
    }
}
