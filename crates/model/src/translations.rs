//! Translations of spaces: their states.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares words of the API that are stored too.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// Returns the word of the API.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Parses a word; `None` for one written by a newer version of Quire.
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

words! {
    /// The state of a translation.
    TranslationStatus {
        /// A run was asked for and has not begun.
        Pending = "pending",
        /// A run is in progress.
        Running = "running",
        /// No run is asked for or in progress.
        Completed = "completed",
    }

    /// The outcome of a run.
    RunStatus {
        /// Everything that could be translated is.
        Completed = "completed",
        /// It is up to date but for what a person should look at, which the reason names.
        NeedsReview = "needs-review",
        /// Something is not translated, or nothing was done, for a reason that is given.
        Failed = "failed",
    }

    /// The writer of a remembered translation.
    MemoryOrigin {
        /// A machine translator.
        Machine = "machine",
        /// A person, here or in a file that was imported.
        Human = "human",
    }

    /// The segments that a list shows.
    SegmentFilter {
        /// Those that a machine translated.
        Machine = "machine",
        /// Those that people wrote.
        Human = "human",
        /// Those that people wrote for a source that changed since.
        Stale = "stale",
        /// Those whose machine translation was refused.
        NeedsReview = "needs-review",
        /// Those that are not translated.
        Untranslated = "untranslated",
    }
}
