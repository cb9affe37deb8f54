//! Warnings of imports and exports about parts that were left out or not understood. Their number is bounded;
//! further ones are only counted.

/// A problem that does not stop an import or export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The path of the file.
    pub path: String,
    /// The line, counted from 1, if there is one.
    pub line: Option<u32>,
    /// The description of the problem.
    pub message: String,
}

const MOST: usize = 1_000;

/// The warnings in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    list: Vec<Warning>,
    unlisted: usize,
}

impl Warnings {
    pub(crate) fn add(&mut self, path: &str, line: impl Into<Option<u32>>, message: impl Into<String>) {
        if self.list.len() == MOST {
            self.unlisted += 1;
            return;
        }
        self.list.push(Warning { path: path.to_owned(), line: line.into(), message: message.into() });
    }

    pub(crate) fn into_list(mut self) -> Vec<Warning> {
        if self.unlisted > 0 {
            let message = format!("{} more warnings are not listed", self.unlisted);
            self.list.push(Warning { path: String::new(), line: None, message });
        }
        self.list
    }
}

impl From<&[Warning]> for Warnings {
    fn from(list: &[Warning]) -> Self {
        let mut warnings = Self::default();
        for warning in list {
            warnings.add(&warning.path, warning.line, warning.message.as_str());
        }
        warnings
    }
}
