//! The laws that the sources of the crates declare: the tests in `proptest!` blocks, and those that start a `TestRunner`.
//!
//! They are found by the lines that begin and end them, as `cargo fmt` writes them. Macros that expand to laws are not
//! expanded.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// A law as its source declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Law {
    pub(super) file: PathBuf,
    pub(super) name: String,
    /// The usual number of cases.
    pub(super) cases: u32,
}

/// The number of cases of a law whose configuration says nothing, as proptest documents it.
const DEFAULT: u32 = 256;

/// Returns the laws of a crate, by file and line.
pub(super) fn of_crate(folder: &Path) -> anyhow::Result<Vec<Law>> {
    let mut files = Vec::new();
    for part in ["src", "tests"].map(|part| folder.join(part)).iter().filter(|part| part.is_dir()) {
        collect(part, &mut files)?;
    }
    files.sort();
    let mut laws = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let found = declared(&text).into_iter();
        laws.extend(found.map(|(name, cases)| Law { file: file.clone(), name: name.to_owned(), cases }));
    }
    Ok(laws)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the names of the laws in a source, with their usual numbers of cases.
fn declared(source: &str) -> Vec<(&str, u32)> {
    let mut laws = Vec::new();
    let (mut end_of_block, mut cases, mut is_test, mut last) = (None, DEFAULT, false, None);
    for line in source.lines() {
        let text = line.trim_start();
        let indent = &line[..line.len() - text.len()];
        if text == "proptest! {" {
            (end_of_block, cases) = (Some(indent), DEFAULT);
        } else if text == "}" && end_of_block == Some(indent) {
            end_of_block = None;
        } else if text.starts_with("#![proptest_config(") || text.starts_with("let config = Config {") {
            cases = configured(text).unwrap_or(DEFAULT);
        } else if text == "#[test]" {
            is_test = true;
        } else if let Some(name) = text.strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next()) {
            last = is_test.then_some(name);
            laws.extend(last.filter(|_| end_of_block.is_some()).map(|name| (name, cases)));
            is_test = false;
        } else if text.contains("TestRunner::new(") {
            laws.extend(last.take().map(|name| (name, cases)));
        }
    }
    laws
}

/// Returns the number of cases in a line that configures laws, if it has one.
fn configured(line: &str) -> Option<u32> {
    let number = ["with_cases(", "cases: "].iter().find_map(|word| line.split_once(word)).map(|(_, rest)| rest);
    let digits = number.and_then(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next());
    digits?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_tests_in_blocks_and_tests_with_a_runner() {
        let source = "#[test]\nfn example() {}\n\nproptest! {\n    #![proptest_config(ProptestConfig::with_cases(4))]\n\n\
                      \x20   #[test]\n    fn law(text in \"a\") {\n        prop_assert!(true);\n    }\n}\n\n\
                      fn helper() {\n    TestRunner::new(config);\n}\n\n\
                      #[test]\nfn runs() {\n    let config = Config { cases: 300, ..default };\n    \
                      let it = TestRunner::new(config);\n}\n\n\
                      proptest! {\n    #[test]\n    fn other(text: String) {\n    }\n}\n";
        assert_eq!(declared(source), [("law", 4), ("runs", 300), ("other", DEFAULT)]);
    }

    #[test]
    fn the_laws_of_this_repository_are_found_with_their_cases() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut files = Vec::new();
        collect(crates, &mut files).unwrap();
        let mut blocks = 0;
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            let begun = source.lines().filter(|line| line.trim() == "proptest! {").count();
            assert!(declared(&source).len() >= begun, "{}: a law was not recognized", file.display());
            for line in source.lines().filter(|line| line.trim_start().starts_with("#![proptest_config(")) {
                assert!(configured(line).is_some(), "{}: {line} has no number of cases", file.display());
            }
            blocks += begun;
        }
        assert!(blocks > 50, "only {blocks} blocks");
    }
}
