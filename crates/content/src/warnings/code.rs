//! The classes of warnings.

/// The class of a warning: the same problem always has the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A condition is not understood, and hides what it may be around.
    Condition,
    /// A text is shown in part, as it exceeds a limit.
    Limit,
    /// Front matter can't be read.
    FrontMatter,
    /// A block tag is unknown, and kept as it is written.
    UnknownBlock,
    /// The syntax of another tool, which readers see as text.
    ForeignSyntax,
    /// An icon has a name that draws nothing.
    UnknownIcon,
    /// A link leads to no page.
    DeadLink,
    /// A link leads to a part that its page has not.
    DeadAnchor,
    /// A picture or another file is not there.
    MissingFile,
    /// A link leads to a space that is not known.
    UnknownSpace,
    /// An OpenAPI specification, or what a block shows of it, is not there.
    UnknownSpecification,
    /// A file or a value is not taken over.
    LeftOut,
    /// People and the source of an import changed the same thing differently.
    BothChanged,
    /// Anything else.
    Other,
}

impl Code {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::Condition,
        Self::Limit,
        Self::FrontMatter,
        Self::UnknownBlock,
        Self::ForeignSyntax,
        Self::UnknownIcon,
        Self::DeadLink,
        Self::DeadAnchor,
        Self::MissingFile,
        Self::UnknownSpace,
        Self::UnknownSpecification,
        Self::LeftOut,
        Self::BothChanged,
        Self::Other,
    ];

    /// Returns the name of the class for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Limit => "limit",
            Self::FrontMatter => "front-matter",
            Self::UnknownBlock => "unknown-block",
            Self::ForeignSyntax => "foreign-syntax",
            Self::UnknownIcon => "unknown-icon",
            Self::DeadLink => "dead-link",
            Self::DeadAnchor => "dead-anchor",
            Self::MissingFile => "missing-file",
            Self::UnknownSpace => "unknown-space",
            Self::UnknownSpecification => "unknown-specification",
            Self::LeftOut => "left-out",
            Self::BothChanged => "both-changed",
            Self::Other => "other",
        }
    }
}
