//! Warnings about parts of content that were left out or not understood, or that readers do not get as written. Their
//! number is bounded; further ones are only counted.

use std::collections::BTreeMap;

pub use quire_content::warnings::Code;

/// The message about a file or folder whose name begins with a dot.
pub(crate) const HIDDEN: &str = "left out: hidden, as its name begins with a dot";

/// A problem that stops nothing, and that the author of a text should know. The text is kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The path of the file of the page or reusable content; if it has none, the path of the page or the title of the
    /// reusable content. Empty if there is no place.
    pub path: String,
    /// The line, from 1, if there is one: of the file in an import, otherwise of the Markdown without front matter.
    pub line: Option<u32>,
    /// The class of the problem.
    pub code: Code,
    /// The description of the problem.
    pub message: String,
}

/// The maximum number of warnings in a list.
const MOST: usize = 1_000;

/// The warnings in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Warnings {
    /// The first warnings, at most 1,000.
    pub list: Vec<Warning>,
    /// The number of all warnings of each class, listed or not.
    pub counts: BTreeMap<Code, usize>,
}

impl Warnings {
    /// Adds a warning.
    pub fn push(&mut self, warning: Warning) {
        *self.counts.entry(warning.code).or_default() += 1;
        if self.list.len() < MOST {
            self.list.push(warning);
        }
    }

    /// Adds warnings of which only the first are listed, and all are counted.
    pub fn append(&mut self, others: Self) {
        for (code, count) in others.counts {
            *self.counts.entry(code).or_default() += count;
        }
        let free = MOST.saturating_sub(self.list.len());
        self.list.extend(others.list.into_iter().take(free));
    }

    /// Returns the listed warnings; a last one tells the number of others, if there are any.
    pub fn into_list(mut self) -> Vec<Warning> {
        let unlisted = self.counts.values().sum::<usize>().saturating_sub(self.list.len());
        if unlisted > 0 {
            let message = format!("{unlisted} more warnings are not listed");
            self.list.push(Warning { path: String::new(), line: None, code: Code::Other, message });
        }
        self.list
    }

    pub(crate) fn add(&mut self, path: &str, line: impl Into<Option<u32>>, code: Code, message: impl Into<String>) {
        self.push(Warning { path: path.to_owned(), line: line.into(), code, message: message.into() });
    }
}

impl Extend<Warning> for Warnings {
    fn extend<I: IntoIterator<Item = Warning>>(&mut self, warnings: I) {
        warnings.into_iter().for_each(|warning| self.push(warning));
    }
}

impl FromIterator<Warning> for Warnings {
    fn from_iter<I: IntoIterator<Item = Warning>>(warnings: I) -> Self {
        let mut all = Self::default();
        all.extend(warnings);
        all
    }
}
