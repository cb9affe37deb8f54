//! The kinds of background jobs.

/// A kind of background job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Removes a deleted space for good, and content that nothing else uses.
    PurgeSpace,
    /// Removes a deleted organization for good, with everything that it has.
    PurgeOrganization,
    /// Removes content of an organization that nothing uses any more.
    Collect,
    /// Removes superseded revisions of a space whose time is over.
    RemoveSuperseded,
    /// Sends a sign-in link to an e-mail address, if a user has it.
    SendSignInLink,
    /// Sends a mail to a user about their account.
    SendNotice,
    /// Sends a mail to a user with their unread notifications.
    SendDigest,
}

impl JobKind {
    /// Returns the name under which the kind is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PurgeSpace => "purge_space",
            Self::PurgeOrganization => "purge_organization",
            Self::Collect => "collect",
            Self::RemoveSuperseded => "remove_superseded",
            Self::SendSignInLink => "send_sign_in_link",
            Self::SendNotice => "send_notice",
            Self::SendDigest => "send_digest",
        }
    }

    /// Parses a stored name; `None` for one written by a newer version of Quire.
    pub fn parse(word: &str) -> Option<Self> {
        let all = [
            Self::PurgeSpace,
            Self::PurgeOrganization,
            Self::Collect,
            Self::RemoveSuperseded,
            Self::SendSignInLink,
            Self::SendNotice,
            Self::SendDigest,
        ];
        all.into_iter().find(|kind| kind.as_str() == word)
    }
}
