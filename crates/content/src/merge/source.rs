//! Merging of whole files: front matter and body are merged separately.

use std::collections::HashMap;
use std::ops::Range;

use super::endings;
use super::text::{Hunk, Side, Syntax, TextMerge, merge_as};
use crate::front_matter::{self, Fields, FrontMatter};

/// The outcome of merging a file.
pub(super) struct File {
    /// The merged file; ranges in conflict have the text of the change request.
    pub(super) bytes: Vec<u8>,
    pub(super) conflicts: Vec<Stretch>,
}

/// A byte range of the file that is in conflict, with its versions.
pub(super) struct Stretch {
    pub(super) range: Range<usize>,
    pub(super) base: Vec<u8>,
    pub(super) main: Vec<u8>,
    pub(super) change: Vec<u8>,
}

/// Merges a file. A file that is not UTF-8 is merged only if at most one side changed it.
pub(super) fn merge(base: &[u8], main: &[u8], change: &[u8]) -> File {
    if main == change || main == base {
        return File { bytes: change.to_vec(), conflicts: Vec::new() };
    }
    if change == base {
        return File { bytes: main.to_vec(), conflicts: Vec::new() };
    }
    let texts = [base, main, change].map(str::from_utf8);
    let unified =
        if let [Ok(base), Ok(main), Ok(change)] = texts { Some(endings::unified([base, main, change])) } else { None };
    if let Some(texts) = &unified {
        let [base, main, change] = [0, 1, 2].map(|side| Parts::of(&texts[side]));
        if let Some(file) = merge_parts(&base, &main, &change) {
            return file;
        }
    }
    let range = 0..change.len();
    let all = Stretch { range, base: base.to_vec(), main: main.to_vec(), change: change.to_vec() };
    File { bytes: change.to_vec(), conflicts: vec![all] }
}

/// The parts of a file.
struct Parts<'a> {
    mark: &'a str,
    /// The lines around the YAML, if there is any.
    fences: Option<(&'a str, &'a str)>,
    yaml: &'a str,
    body: &'a str,
    front: FrontMatter,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Self {
        let front = front_matter::parse(text.as_bytes());
        let (head, body) = text.split_at(front.body_at);
        let mark = &head[..head.len() - head.trim_start_matches('\u{feff}').len()];
        let head = &head[mark.len()..];
        let open = head.find('\n').map(|end| end + 1);
        let close = head.trim_end().rfind('\n').map(|end| end + 1);
        let Some((open, close)) = open.zip(close).filter(|(open, close)| open <= close) else {
            return Self { mark, fences: None, yaml: "", body, front };
        };
        let fences = Some((&head[..open], &head[close..]));
        Self { mark, fences, yaml: &head[open..close], body, front }
    }
}

/// Merges the parts of a file; `None` if the result would be parsed differently than it was merged.
fn merge_parts(base: &Parts<'_>, main: &Parts<'_>, change: &Parts<'_>) -> Option<File> {
    let yaml = merge_yaml(base, main, change);
    let body = merge_as(Syntax::Markdown, base.body, main.body, change.body);
    let mut file = File { bytes: Vec::new(), conflicts: Vec::new() };
    file.push(if main.mark == base.mark { change.mark } else { main.mark });
    let fences = match (main.fences, change.fences) {
        (Some(_), Some(fences)) => Some(fences),
        (one, other) => one
            .or(other)
            .filter(|_| base.fences.is_none() || yaml.conflicts() > 0 || !yaml.with(Side::Change).is_empty()),
    };
    if let Some((open, _)) = fences {
        file.push(open);
    }
    file.merged(&yaml);
    if let Some((_, close)) = fences {
        file.push(close);
        if !close.ends_with('\n') && !body.with(Side::Change).is_empty() {
            file.push("\n");
        }
    }
    let body_at = file.bytes.len();
    file.merged(&body);
    let front = front_matter::parse(&file.bytes);
    let broken = front.problem.is_some() && yaml.conflicts() == 0 && change.front.problem.is_none();
    (front.body_at == body_at && !broken).then_some(file)
}

impl File {
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn merged(&mut self, text: &TextMerge) {
        for hunk in &text.hunks {
            let start = self.bytes.len();
            self.push(hunk.with(Side::Change));
            if let Hunk::Conflict { base, main, change } = hunk {
                let [base, main, change] = [base, main, change].map(|text| text.clone().into_bytes());
                self.conflicts.push(Stretch { range: start..self.bytes.len(), base, main, change });
            }
        }
    }
}

/// Merges the YAML of all sides. Merging by lines and words ignores its structure: if the result does not have the
/// merged fields, all of it is in conflict. So it is where one side changed for whom the page is, and the other one wrote
/// in it for those for whom it was.
fn merge_yaml(base: &Parts<'_>, main: &Parts<'_>, change: &Parts<'_>) -> TextMerge {
    let merged = merge_as(Syntax::Yaml, base.yaml, main.yaml, change.yaml);
    let condition = |parts: &Parts<'_>| parts.front.fields.if_.clone();
    let is_exposed = |by: &Parts<'_>, other: &Parts<'_>| {
        by.body != base.body && condition(other) != condition(base) && condition(other) != condition(by)
    };
    if merged.conflicts() == 0 && (is_exposed(main, change) || is_exposed(change, main)) {
        let [base, main, change] = [base, main, change].map(|parts| parts.yaml.to_owned());
        return TextMerge { hunks: vec![Hunk::Conflict { base, main, change }] };
    }
    if merged.conflicts() > 0 || merged.with(Side::Change) == change.yaml || merged.with(Side::Main) == main.yaml {
        return merged;
    }
    let file = ["---\n", &merged.with(Side::Change), "---\n"].concat();
    let front = front_matter::parse(file.as_bytes());
    let means = means(&base.front.fields, &main.front.fields, &change.front.fields, &front.fields);
    if means && front.problem.is_none() && !has_new_key_twice(&merged, main.yaml, change.yaml) {
        return merged;
    }
    let [base, main, change] = [base, main, change].map(|parts| parts.yaml.to_owned());
    TextMerge { hunks: vec![Hunk::Conflict { base, main, change }] }
}

/// Returns true if a key is more often in the merged YAML than in that of each side.
fn has_new_key_twice(merged: &TextMerge, main: &str, change: &str) -> bool {
    let merged = merged.with(Side::Change);
    let [merged, main, change] = [&merged, main, change].map(keys);
    let most = |key: &&str| [&main, &change].map(|keys| keys.get(*key).copied().unwrap_or_default()).into_iter().max();
    merged.iter().any(|(key, count)| *count > 1 && Some(*count) > most(key))
}

/// Returns the top-level keys of YAML with their number.
fn keys(yaml: &str) -> HashMap<&str, usize> {
    let mut keys = HashMap::new();
    for line in yaml.lines().filter(|line| !line.starts_with([' ', '\t', '#', '-'])) {
        if let Some((key, _)) = line.split_once(':') {
            *keys.entry(key.trim_end().trim_matches(['"', '\''])).or_default() += 1;
        }
    }
    keys
}

/// Returns true if every field equals the result of a merge of the fields alone.
fn means(base: &Fields, main: &Fields, change: &Fields, merged: &Fields) -> bool {
    macro_rules! right {
        ($of:expr) => {{
            let of = $of;
            right([of(base), of(main), of(change), of(merged)])
        }};
    }
    let names = [main, change, merged].into_iter().flat_map(|fields| fields.vars.keys());
    right!(|it: &Fields| it.title.clone())
        && right!(|it: &Fields| it.description.clone())
        && right!(|it: &Fields| it.icon.clone())
        && right!(|it: &Fields| it.emoji.clone())
        && right!(|it: &Fields| (it.cover.clone(), it.cover_y))
        && right!(|it: &Fields| it.layout.clone())
        && right!(|it: &Fields| it.hidden)
        && right!(|it: &Fields| it.no_index)
        && right!(|it: &Fields| it.no_robots_index)
        && right!(|it: &Fields| it.if_.clone())
        && names.into_iter().all(|name| right!(|it: &Fields| it.vars.get(name).cloned()))
}

fn right<T: PartialEq>(values: [T; 4]) -> bool {
    let [base, main, change, merged] = values;
    if main == base || main == change { merged == change } else { change == base && merged == main }
}
