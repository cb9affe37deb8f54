//! The bounds of one import that an operator may want to change.

/// The bounds of one import. Exceeding one is an error that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The number of files and folders in the tree, and of entries of the outline. Default 50,000.
    pub max_entries: usize,
    /// The size of a page, a reusable content or a file with settings of the space, in bytes. Default 4 MiB.
    pub max_page_bytes: u64,
    /// The total size of pages and reusable contents, which are held in memory, in bytes; a page that the outline names
    /// twice counts twice. Default 512 MiB.
    pub max_text_bytes: u64,
    /// The size of any file, in bytes. Default 256 MiB.
    pub max_file_bytes: u64,
    /// The total size of the accepted files, in bytes. Default 4 GiB.
    pub max_total_bytes: u64,
    /// The nesting depth of list items in `SUMMARY.md`, or of folders if there is none. Default 100.
    pub max_depth: usize,
    /// The compression ratio of an archive's entry beyond the first MiB. Default 500: text seldom exceeds 20,
    /// and deflate cannot exceed 1,032.
    pub max_ratio: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_entries: 50_000,
            max_page_bytes: 4 << 20,
            max_text_bytes: 512 << 20,
            max_file_bytes: 256 << 20,
            max_total_bytes: 4 << 30,
            max_depth: 100,
            max_ratio: 500,
        }
    }
}
