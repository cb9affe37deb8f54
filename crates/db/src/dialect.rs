//! Translation of SQL text between the two databases.
//!
//! Parameters are written `?1`, which SQLite accepts and PostgreSQL gets as `$1`. Migrations are written in the dialect
//! of SQLite's strict tables, in lower case: for PostgreSQL the types `integer`, `blob` and `real` are replaced, and
//! `strict` and `without rowid` after a table's columns are removed. Texts, quoted names and comments are unchanged.

/// Returns the text with `$1` for `?1`.
pub(crate) fn number(sql: &str) -> String {
    rewrite(sql, |word, out| match word.strip_prefix('?') {
        Some(number) if !number.is_empty() => {
            out.push('$');
            out.push_str(number);
        }
        _ => out.push_str(word),
    })
}

/// Translates a migration for PostgreSQL.
pub(crate) fn migration(sql: &str) -> String {
    let mut after_option = false;
    rewrite(sql, |word, out| {
        let is_option = matches!(word, "strict" | "without" | "rowid");
        if is_option && (after_option || out.trim_end().ends_with(')')) {
            // The separator before this option is removed as well.
            out.truncate(out.trim_end_matches([',', ' ', '\n']).len());
            after_option = true;
            return;
        }
        after_option = false;
        out.push_str(match word {
            "integer" => "bigint",
            "blob" => "bytea",
            "real" => "double precision",
            word => word,
        });
    })
}

/// Rewrites each word outside of strings, quoted names and comments. A word consists of letters, digits and `_`, and
/// may begin with `?`.
fn rewrite(sql: &str, mut word: impl FnMut(&str, &mut String)) -> String {
    let mut out = String::with_capacity(sql.len() + 16);
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => quoted(rest, first),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            c if is_word(c) || c == '?' => {
                let tail = &rest[first.len_utf8()..];
                let length = first.len_utf8() + tail.find(|c| !is_word(c)).unwrap_or(tail.len());
                word(&rest[..length], &mut out);
                rest = &rest[length..];
                continue;
            }
            c => c.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of a quoted text with its quotes. A doubled quote counts as the end of one text and the start of
/// the next, with the same effect.
fn quoted(text: &str, quote: char) -> usize {
    text[1..].find(quote).map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_outside_of_texts_are_numbered() {
        assert_eq!(
            number("select ?1, '?1', \"?2\" -- ?3\n where /* ?5 */ a = ?12 and b='it''s ?4'"),
            "select $1, '?1', \"?2\" -- ?3\n where /* ?5 */ a = $12 and b='it''s ?4'"
        );
    }

    #[test]
    fn migrations_change_whole_words_only() {
        let sql = "create table blobs (id blob, n integer, 'blob' text, integer_x real) strict;";
        assert_eq!(migration(sql), "create table blobs (id bytea, n bigint, 'blob' text, integer_x double precision);");
    }

    #[test]
    fn options_of_tables_are_left_out() {
        for options in ["strict", "without rowid", "strict, without rowid", "without rowid, strict"] {
            let sql = format!("create table t (a integer check (a > 0), strict text) {options};\n-- strict\nselect 1");
            let expected = "create table t (a bigint check (a > 0), strict text);\n-- strict\nselect 1";
            assert_eq!(migration(&sql), expected, "{options}");
        }
    }
}
