//! The reading of YAML files: configuration, variables and API descriptions.
//!
//! Nothing that these files have and no reader here understands is a reason to refuse them. Aliases are only expanded
//! by [`json`], within its own bounds.

pub(crate) mod json;

use quire_content::yaml::{Mode, Node, Scalar, Value, YamlError, read};

use crate::error::Error;

/// Parses the first document of a file; an empty file is null.
pub(crate) fn parse(path: &str, bytes: &[u8]) -> Result<Node, Error> {
    let broken = |line, message| Error::Yaml { path: path.to_owned(), line: number(line), message };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        broken(1 + before.iter().filter(|&&byte| byte == b'\n').count(), "not UTF-8".to_owned())
    })?;
    let root = read(text.strip_prefix('\u{feff}').unwrap_or(text), Mode::Lenient);
    let root = root.map_err(|YamlError { line, message }| broken(line, message))?;
    Ok(root.unwrap_or(Node { line: 1, anchor: 0, value: Value::Scalar(Scalar::null()) }))
}

/// Returns the number of a line as errors and warnings have it.
pub(crate) fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_has_the_line() {
        let error = parse("c.yaml", b"a: 1\nb: [1, 2\nc: }\n").unwrap_err();
        assert!(matches!(error, Error::Yaml { line: 3, .. }), "{error}");
        let error = parse("c.yaml", b"a: 1\nb: \xff\n").unwrap_err();
        assert!(matches!(error, Error::Yaml { line: 2, .. }), "{error}");
        let error = parse("c.yaml", "[".repeat(100_000).as_bytes()).unwrap_err();
        assert!(matches!(error, Error::Yaml { .. }), "{error}");
    }

    #[test]
    fn an_empty_file_is_null() {
        assert!(parse("c.yaml", b"\xef\xbb\xbf# nothing\n").unwrap().is_null());
    }
}
