//! The folder of texts: each beside the outline of its tree.

use std::fs;
use std::path::Path;

use crate::outline::outline;

#[test]
fn every_text_has_the_outline_beside_it() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    let texts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<_> = texts.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    assert!(texts.len() > 5, "the texts are not in {}", folder.display());
    let problems: Vec<_> = texts.iter().filter_map(|path| problem(path)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn problem(path: &Path) -> Option<String> {
    let found = outline(&fs::read_to_string(path).unwrap());
    let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
    let (name, at) = (path.display(), found.lines().zip(expected.lines()).take_while(|it| it.0 == it.1).count());
    (found != expected).then(|| format!("{name} differs from line {} on:\n{found}", at + 1))
}
