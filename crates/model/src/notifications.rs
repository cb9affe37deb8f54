//! Values of notifications.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason for which a user is notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "NotificationReason")]
pub enum Reason {
    /// Somebody asks the user for a review.
    ReviewRequested,
    /// Somebody reviewed a change request of the user, or one for which the user asked them.
    Review,
    /// Somebody mentioned the user in a comment or a reply.
    Mention,
    /// Somebody commented on a change request of the user.
    Comment,
    /// Somebody replied where the user takes part.
    Reply,
    /// Somebody merged a change request of the user.
    Merge,
}

/// The frequency of mails with the unread notifications of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "NotificationMail")]
pub enum MailFrequency {
    /// Never.
    Off,
    /// Once an hour at most.
    Hourly,
    /// Once a day at most.
    Daily,
}

macro_rules! words {
    ($name:ident: $($value:ident = $word:literal),+) => {
        impl $name {
            /// Returns the word of the API.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// Parses the word of the API.
            pub fn parse(word: &str) -> Option<Self> {
                [$(Self::$value),+].into_iter().find(|value| value.as_str() == word)
            }
        }
    };
}

words!(Reason:
    ReviewRequested = "review-requested",
    Review = "review",
    Mention = "mention",
    Comment = "comment",
    Reply = "reply",
    Merge = "merge"
);

words!(MailFrequency: Off = "off", Hourly = "hourly", Daily = "daily");

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_words_are_those_of_the_api() {
        for reason in [Reason::ReviewRequested, Reason::Review, Reason::Mention, Reason::Comment, Reason::Reply] {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
            assert_eq!(Reason::parse(reason.as_str()), Some(reason));
        }
        for mail in [MailFrequency::Off, MailFrequency::Hourly, MailFrequency::Daily] {
            assert_eq!(serde_json::to_value(mail).unwrap(), mail.as_str());
            assert_eq!(MailFrequency::parse(mail.as_str()), Some(mail));
        }
    }
}
