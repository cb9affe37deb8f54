//! The text of MkDocs between its blocks: paragraphs, which are rewritten as a whole, and lines that stay as they are.

use std::collections::{HashMap, HashSet};

use super::code::{Indented, content};
use super::config::Extensions;
use super::inline::inline;
use crate::formats::markdown;
use crate::report::PageReport;

/// The text of a body, line by line.
pub(super) struct Flow<'l> {
    lines: &'l [&'l str],
    on: Extensions,
    indented: Indented,
    /// The lines of the paragraph that is open.
    open: Vec<&'l str>,
    /// The last line that ends each environment of formulas, by its name.
    ends: HashMap<&'l str, usize>,
    /// The signs that end a block of formulas and are not behind.
    missing: HashSet<&'static str>,
}

impl<'l> Flow<'l> {
    pub(super) fn new(lines: &'l [&'l str], on: Extensions) -> Self {
        let end = |line: &'l str| line.trim_end().rsplit_once("\\end{")?.1.strip_suffix('}');
        let ends = lines.iter().enumerate().filter_map(|(at, line)| Some((end(line)?, at))).collect();
        Self { lines, on, indented: Indented::default(), open: Vec::new(), ends, missing: HashSet::new() }
    }

    /// Appends the lines from the given one on that stay as they are: code that is indented, formulas, definitions of links.
    /// Returns where they end, or `None` for a line of text.
    pub(super) fn as_it_is(&mut self, at: usize, report: &mut PageReport, out: &mut Vec<String>) -> Option<usize> {
        let line = self.lines[at];
        let text = line.trim();
        if self.indented.is_code(line) || is_definition(text) {
            self.end(report, out);
            out.push(line.to_owned());
            return Some(at + 1);
        }
        let end = self.formula(at, text)?;
        self.end(report, out);
        out.extend(self.lines[at..end].iter().map(|line| (*line).to_owned()));
        self.indented.after_block();
        if self.on.formulas && !text.starts_with("$$") {
            report.mapped("formula");
            delimit(out, end - at);
        }
        Some(end)
    }

    /// Returns the end of a block of formulas that begins at a line.
    fn formula(&mut self, at: usize, text: &str) -> Option<usize> {
        if let Some(rest) = text.strip_prefix("\\begin{") {
            let (name, _) = rest.split_once('}')?;
            self.ends.get(name).filter(|last| **last >= at)?;
            let close = format!("\\end{{{name}}}");
            let ends = |line: &&str| line.trim_end().ends_with(&close);
            return self.lines[at..].iter().position(ends).map(|end| at + end + 1);
        }
        let close = match () {
            () if text.starts_with("$$") => "$$",
            () if text.starts_with("\\[") => "\\]",
            () => return None,
        };
        if text.len() >= 4 && text.ends_with(close) {
            return Some(at + 1);
        }
        // A formula within a line ends in it.
        if self.missing.contains(close) || text[2..].contains(close) {
            return None;
        }
        let end = self.lines[at + 1..].iter().position(|line| line.trim_end().ends_with(close));
        if end.is_none() {
            self.missing.insert(close);
        }
        end.map(|end| at + end + 2)
    }

    /// Takes a line of text.
    pub(super) fn push(&mut self, line: &'l str, report: &mut PageReport, out: &mut Vec<String>) {
        let text = line.trim();
        let is_alone = text.is_empty() || text.starts_with(['#', '>', '<']) || text.contains('|');
        if is_alone || content(text).is_some() || text.starts_with("{:") {
            self.end(report, out);
        }
        if is_alone {
            out.push(inline_line(line, self.on, report));
        } else if text.starts_with("{:") && text.ends_with('}') {
            // An attribute list on a line of its own belongs to the block before it.
            report.drop("an attribute list", text);
            out.push(String::new());
        } else {
            self.open.push(line);
        }
    }

    /// Ends the paragraph that is open.
    pub(super) fn end(&mut self, report: &mut PageReport, out: &mut Vec<String>) {
        if !self.open.is_empty() {
            let text = std::mem::take(&mut self.open).join("\n");
            out.extend(inline(&text, self.on, report).split('\n').map(str::to_owned));
        }
    }

    /// Ends the paragraph that is open before a block, behind which text begins anew.
    pub(super) fn after_block(&mut self, report: &mut PageReport, out: &mut Vec<String>) {
        self.end(report, out);
        self.indented.after_block();
    }
}

/// Rewrites what stands within a line.
pub(super) fn inline_line(line: &str, on: Extensions, report: &mut PageReport) -> String {
    match markdown::anchored(line) {
        Some(anchored) => {
            report.mapped("anchor");
            inline(&anchored, on, report)
        }
        None => inline(line, on, report),
    }
}

/// Returns true for the definition of the target of links.
fn is_definition(text: &str) -> bool {
    text.starts_with('[')
        && !text.starts_with("[^")
        && text.split_once("]:").is_some_and(|(name, _)| !name.contains(']'))
}

/// Puts the last lines between the signs of a formula, in place of those that they have.
fn delimit(out: &mut Vec<String>, count: usize) {
    let from = out.len() - count;
    let indent = " ".repeat(markdown::indentation(&out[from]));
    let text = out.split_off(from).join("\n");
    let text = text.trim();
    let text = text.strip_prefix("\\[").and_then(|text| text.strip_suffix("\\]")).unwrap_or(text);
    let text = text.trim_matches('\n');
    out.push(format!("{indent}$$"));
    out.extend(
        text.split('\n')
            .filter(|line| !line.trim().is_empty())
            .map(|line| if line.starts_with(' ') { line.to_owned() } else { format!("{indent}{line}") }),
    );
    out.push(format!("{indent}$$"));
}
