//! Imports as runs: their states and stages.

use crate::words::words;

words! {
    /// The state of an import.
    ImportState {
        /// The import waits for a process to carry it out.
        Queued = "queued",
        /// A process carries it out.
        Running = "running",
        /// The content is imported; of a dry run, the report is made.
        Done = "done",
        /// The import ended with an error, and changed nothing.
        Failed = "failed",
        /// Somebody ended the import before it changed anything.
        Cancelled = "cancelled",
    }

    /// The stage that an import is in, or was in when it ended.
    ImportStage {
        /// Nothing was begun yet.
        Waiting = "waiting",
        /// Files are fetched from other servers.
        Fetching = "fetching",
        /// The source is converted into Markdown.
        Converting = "converting",
        /// Pages are read and parsed.
        Reading = "reading",
        /// The bytes of files are stored.
        Storing = "storing",
        /// The import is compared with the content and written.
        Writing = "writing",
        /// The links of the new content are checked.
        Checking = "checking",
    }
}

impl ImportState {
    /// Returns true if nothing more happens with the import.
    pub fn is_ended(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}
