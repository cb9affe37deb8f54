//! Values of notifications.

use crate::words::words;

words! {
    /// The reason for which a user is notified.
    NotificationReason {
        /// Somebody asks the user for a review.
        ReviewRequested = "review-requested",
        /// Somebody reviewed a change request of the user, or one for which the user asked them.
        Review = "review",
        /// Somebody mentioned the user in a comment or a reply.
        Mention = "mention",
        /// Somebody commented on a change request of the user.
        Comment = "comment",
        /// Somebody replied where the user takes part.
        Reply = "reply",
        /// Somebody merged a change request of the user.
        Merge = "merge",
    }

    /// The frequency of mails with the unread notifications of a user.
    MailFrequency {
        /// Never.
        Off = "off",
        /// Once an hour at most.
        Hourly = "hourly",
        /// Once a day at most.
        Daily = "daily",
    }
}

impl MailFrequency {
    /// The frequency for users who have not said anything.
    pub const DEFAULT: Self = Self::Hourly;

    /// Returns the time between two digests in milliseconds; none if there are no digests.
    pub fn period_ms(self) -> Option<i64> {
        const HOUR: i64 = 3_600_000;
        match self {
            Self::Off => None,
            Self::Hourly => Some(HOUR),
            Self::Daily => Some(24 * HOUR),
        }
    }
}
