//! What an import left out or did not understand. The number of warnings is bounded; what is past it is counted.

/// Something that the person who imports should know; the import goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The file that it is about.
    pub path: String,
    /// The line, from 1, where there is one.
    pub line: Option<u32>,
    /// What happened.
    pub message: String,
}

const MOST: usize = 1_000;

/// Warnings in the order they were given.
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
