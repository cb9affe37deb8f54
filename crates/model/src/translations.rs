//! Translations of spaces: their states.

use crate::words::words;

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
