//! Detection of unknown block tags (`{% name … %}`) for warnings, in one pass. The tags stay in the text.

use std::collections::BTreeMap;

use crate::lines;

/// The known names, apart from those that start with one of [`FAMILIES`].
const KNOWN: [&str; 22] = [
    "api-method",
    "code",
    "column",
    "columns",
    "content-ref",
    "embed",
    "file",
    "hint",
    "if",
    "include",
    "openapi",
    "openapi-operation",
    "openapi-schemas",
    "openapi-webhook",
    "prompt",
    "step",
    "stepper",
    "swagger",
    "tab",
    "tabs",
    "update",
    "updates",
];
/// The prefixes of integration blocks and of older API blocks.
const FAMILIES: [&str; 3] = ["@", "swagger-", "api-method-"];

/// The longest code span, in bytes; the bound keeps the scan of unclosed ones linear.
const SPAN_BYTES: usize = 1_000;

/// Returns the unknown names outside of code, each with its first line.
pub(crate) fn unknown(source: &[u8]) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for (number, line) in lines::outside_code(source) {
        scan(line.trim_ascii(), number, &mut found);
    }
    found
}

fn run(bytes: &[u8], mark: u8) -> usize {
    bytes.iter().take_while(|&&byte| byte == mark).count()
}

fn scan(line: &[u8], number: u32, found: &mut BTreeMap<String, u32>) {
    let mut rest = line;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'`' | b'{')) {
        rest = &rest[at..];
        if rest[0] == b'`' {
            rest = &rest[span(rest)..];
        } else if let Some(inner) = rest.strip_prefix(b"{%") {
            note(inner, number, found);
            rest = inner;
        } else {
            rest = &rest[1..];
        }
    }
}

/// Returns the length of the code span at the beginning, or that of its opening backticks if it is not closed.
fn span(bytes: &[u8]) -> usize {
    let length = run(bytes, b'`');
    let mut at = length;
    let end = bytes.len().min(length.saturating_add(SPAN_BYTES));
    while at < end {
        match run(&bytes[at..end], b'`') {
            0 => at += 1,
            other if other == length => return at + other,
            other => at += other,
        }
    }
    length
}

fn note(inner: &[u8], number: u32, found: &mut BTreeMap<String, u32>) {
    let inner = inner.strip_prefix(b"-").unwrap_or(inner).trim_ascii_start();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'_' | b'-' | b'/' | b'.');
    let length = inner.iter().take(100).take_while(in_name).count();
    let name = String::from_utf8_lossy(&inner[..length]);
    let base = name.strip_prefix("end").filter(|base| is_known(base)).unwrap_or(&name);
    if !name.is_empty() && !is_known(base) {
        found.entry(name.into_owned()).or_insert(number);
    }
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn tags() {
        let text = "{% hint style=\"info\" %}\n{% endhint %}\n{% @acme/thing a=\"b\" %}\n{% api-method-request %}\n\
                    `{% raw %}` ``x`{% raw %}``\n```liquid\n{% raw %}\n```\n{%- raw -%}{% raw %}\n{% youtube %}\n\
                    {% endswagger-response %}\n{% endraw %}\n";
        let found: Vec<_> = unknown(text.as_bytes()).into_iter().collect();
        assert_eq!(found, [("endraw".to_owned(), 12), ("raw".to_owned(), 9), ("youtube".to_owned(), 10)]);
    }
}
