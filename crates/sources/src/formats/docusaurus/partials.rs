//! Parts of pages: texts that pages import and insert as components.

use std::collections::{HashMap, HashSet};

use quire_content::document::retarget;
use quire_content::path;

use super::{is_partial, is_text};
use crate::error::Error;
use crate::formats::Job;
use crate::formats::markdown::{self, Fences};
use crate::report::PageReport;
use crate::site::{decoded, relative};

/// The most parts that one project inserts into its pages.
const MOST_PARTIALS: usize = 10_000;
/// The deepest part in a part.
const DEEPEST_PARTIAL: usize = 5;

/// Texts that pages import and insert as components.
#[derive(Default)]
pub(super) struct Partials {
    /// The texts that were inserted.
    pub(super) used: HashSet<String>,
    /// The number of insertions.
    count: usize,
}

impl Partials {
    /// Replaces components on lines of their own that are texts of the project by these texts.
    pub(super) fn inlined(
        &mut self,
        job: &Job<'_>,
        source: &str,
        text: &str,
        report: &mut PageReport,
        depth: usize,
    ) -> Result<String, Error> {
        let imports: HashMap<&str, String> =
            text.lines().filter_map(|line| imported(job, source, line)).filter(|(_, path)| is_partial(path)).collect();
        if imports.is_empty() || depth > DEEPEST_PARTIAL {
            return Ok(text.to_owned());
        }
        let mut out = String::with_capacity(text.len());
        let mut fences = Fences::default();
        for line in text.split_inclusive('\n') {
            let is_code = fences.is_code(line);
            let name = line.trim().strip_prefix('<').and_then(|rest| rest.strip_suffix("/>")).unwrap_or_default();
            let name = name.split_whitespace().next().unwrap_or_default();
            let Some(path) = imports.get(name).filter(|_| !is_code && self.count < MOST_PARTIALS) else {
                let is_import =
                    !is_code && imported(job, source, line).is_some_and(|(name, _)| imports.contains_key(name));
                out.push_str(if is_import { "\n" } else { line });
                continue;
            };
            self.count += 1;
            self.used.insert(path.clone());
            let partial = job.origin.page_text(path)?.replace("\r\n", "\n");
            let (_, body) = markdown::front(&partial);
            let body = super::jsx::rewritten(&crate::literal::marked(body), report);
            let body = self.inlined(job, path, &body, report, depth + 1)?;
            let body = retarget(&body, &|target| moved(target, path, source)).unwrap_or(body);
            report.mapped("part of pages");
            out.push_str(body.trim_end_matches('\n'));
            out.push('\n');
        }
        Ok(out)
    }
}

/// Returns the target of a text as it is written in another one; `None` if it is the same.
fn moved(target: &str, from: &str, to: &str) -> Option<String> {
    let (bare, _) = path::split_suffix(target);
    if bare.is_empty()
        || bare.starts_with(['/', '@'])
        || path::has_scheme(bare)
        || path::folder(from) == path::folder(to)
    {
        return None;
    }
    let anchor = target.split_once('#').map_or("", |(_, anchor)| anchor);
    Some(relative(to, &path::join(path::folder(from), &decoded(bare)), anchor))
}

/// Returns the name and the path of a text of the project that a line imports.
fn imported<'l>(job: &Job<'_>, source: &str, line: &'l str) -> Option<(&'l str, String)> {
    let (name, rest) = line.trim().strip_prefix("import ")?.split_once(" from ")?;
    let target = rest.trim().trim_end_matches(';').trim_matches(['"', '\'']);
    let path = match target.strip_prefix("@site/") {
        Some(target) => job.origin.paths().find(|path| path.ends_with(target)).map(str::to_owned),
        None => job.origin.resolve(source, target),
    };
    path.filter(|path| is_text(path)).map(|path| (name.trim(), path))
}
