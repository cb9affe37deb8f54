//! Warnings in responses to requests that write content.

use quire_app::content::warnings::{Code, Warning as Found};
use schemars::JsonSchema;
use serde::Serialize;

/// A warning about written content that published pages do not show as written. The content is stored unchanged; the
/// message says what readers of published sites see instead.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContentWarning")]
pub(crate) struct Warning {
    /// The file of the page or reusable content; if it has none, the path of the page or the title of the reusable
    /// content.
    path: String,
    /// The line, from 1: in the file for imports, otherwise in the Markdown that `format=markdown` returns.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The class of the problem.
    code: WarningCode,
    message: String,
}

/// The class of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WarningCode {
    Condition,
    Limit,
    FrontMatter,
    UnknownBlock,
    ForeignSyntax,
    UnknownIcon,
    DeadLink,
    DeadAnchor,
    MissingFile,
    UnknownSpace,
    UnknownSpecification,
    LeftOut,
    BothChanged,
    Other,
}

impl From<Code> for WarningCode {
    fn from(code: Code) -> Self {
        match code {
            Code::Condition => Self::Condition,
            Code::Limit => Self::Limit,
            Code::FrontMatter => Self::FrontMatter,
            Code::UnknownBlock => Self::UnknownBlock,
            Code::ForeignSyntax => Self::ForeignSyntax,
            Code::UnknownIcon => Self::UnknownIcon,
            Code::DeadLink => Self::DeadLink,
            Code::DeadAnchor => Self::DeadAnchor,
            Code::MissingFile => Self::MissingFile,
            Code::UnknownSpace => Self::UnknownSpace,
            Code::UnknownSpecification => Self::UnknownSpecification,
            Code::LeftOut => Self::LeftOut,
            Code::BothChanged => Self::BothChanged,
            Code::Other => Self::Other,
        }
    }
}

impl Warning {
    /// Returns the representations of warnings.
    pub(crate) fn all(found: Vec<Found>) -> Vec<Self> {
        let warning = |Found { path, line, code, message }| Self { path, line, code: code.into(), message };
        found.into_iter().map(warning).collect()
    }
}

/// A response body with warnings about the content that the request wrote.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}WithWarnings")]
pub(crate) struct Warned<T> {
    #[serde(flatten)]
    pub(crate) body: T,
    /// The warnings about the texts that the request changed; empty if there are none.
    pub(crate) warnings: Vec<Warning>,
}

impl<T> Warned<T> {
    /// Creates a response body with warnings.
    pub(crate) fn new(body: T, found: Vec<Found>) -> Self {
        Self { body, warnings: Warning::all(found) }
    }
}
