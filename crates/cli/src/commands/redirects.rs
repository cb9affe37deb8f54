//! Files with redirects: on each line a source and a destination, as several hosts of sites have them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use axum::http::Method;
use serde_json::{Value, json};

use crate::workspace::Workspace;

/// The redirects of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redirects(Vec<Value>);

/// The end of a destination that stands for the part of the path that the wildcard matches.
const REST: &str = ":splat";
/// The maximum number of redirects of a request, as the API has it.
const MOST: usize = 1_000;

/// Reads a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Redirects> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    parse(&text).with_context(|| format!("redirects: {}", path.display()))
}

fn parse(text: &str) -> anyhow::Result<Redirects> {
    let lines =
        text.trim_start_matches('\u{feff}').lines().map(without_comment).zip(1..).filter(|(line, _)| !line.is_empty());
    let redirects = lines.map(|(line, number)| redirect(line).with_context(|| format!("line {number}")));
    redirects.collect::<anyhow::Result<_>>().map(Redirects)
}

/// A `#` begins a comment at the start of a line and after a space; elsewhere it may be part of an address.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('#') {
        return "";
    }
    line.find(" #").map_or(line, |at| line[..at].trim_end())
}

/// Reads a line: a source, a destination, and a status that is not used.
fn redirect(line: &str) -> anyhow::Result<Value> {
    let words: Vec<_> = line.split_whitespace().collect();
    let (source, destination) = match words[..] {
        [source, destination] => (source, destination),
        [source, destination, status]
            if status.trim_end_matches('!').parse::<u16>().is_ok_and(|it| (300..400).contains(&it)) =>
        {
            (source, destination)
        }
        _ => bail!("must have a source and a destination, such as \"/old/page /new/page\""),
    };
    // A whole address is of the site that these redirects come from.
    let source = match source.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => source,
    };
    let (destination, captures) = match destination.strip_suffix(REST) {
        Some(rest) if source.ends_with('*') => (rest.trim_end_matches('/'), true),
        Some(_) => bail!("{REST} stands for what a * at the end of the source matches, and there is none"),
        None => (destination, false),
    };
    let destination = if destination.is_empty() { "/" } else { destination };
    let destination = json!({ "kind": "url", "url": destination });
    Ok(json!({ "source": source, "destination": destination, "captureWildcard": captures }))
}

impl Redirects {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Gives a site these redirects, in place of those that it has from the same sources.
    pub(super) fn set(&self, workspace: &Workspace, site: &str) -> anyhow::Result<()> {
        for part in self.0.chunks(MOST) {
            let body = json!({ "redirects": part });
            workspace.call(Method::PUT, &format!("{site}/redirects"), Some(&body)).context("redirects")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_source_and_a_destination() {
        let text =
            "# from the old host\n\n/a /b\nhttps://old.example/c/*   /d/:splat 301 # moved\n/e https://x.example/f#g\n";
        let Redirects(read) = parse(text).unwrap();
        let fields = |it: &Value| {
            let [source, url] = [&it["source"], &it["destination"]["url"]].map(|it| it.as_str().unwrap().to_owned());
            (source, url, it["captureWildcard"].as_bool().unwrap())
        };
        let expected = [("/a", "/b", false), ("/c/*", "/d", true), ("/e", "https://x.example/f#g", false)];
        let expected = expected.map(|(source, url, captures)| (source.to_owned(), url.to_owned(), captures));
        assert_eq!(read.iter().map(fields).collect::<Vec<_>>(), expected);
        for (wrong, said) in
            [("/a", "line 1"), ("\n/a /b 200", "line 2"), ("/a /b/:splat", ":splat"), ("/a /b c d", "/old")]
        {
            let error = format!("{:#}", parse(wrong).unwrap_err());
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }
}
