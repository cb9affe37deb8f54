//! How much one import may hold. Every bound that an operator might want to move is here.

/// Bounds of one import. Crossing one is an error that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Files and folders in the tree, and entries of the outline. Default 50,000.
    pub max_entries: usize,
    /// Bytes of one page, reusable content or file that describes the space. Default 8 MiB.
    pub max_page_bytes: u64,
    /// Bytes of all pages and reusable contents together, a page that the outline names twice counted twice: they
    /// are held in memory. Default 512 MiB.
    pub max_text_bytes: u64,
    /// Bytes of any one file. Default 256 MiB.
    pub max_file_bytes: u64,
    /// Bytes of all files that are taken. Default 4 GiB.
    pub max_total_bytes: u64,
    /// Nesting of list items in `SUMMARY.md`, or of folders without one. Default 100.
    pub max_depth: usize,
    /// How many times larger an archive's entry may be than its compressed form, past the first MiB. Default 500:
    /// text seldom passes 20, and deflate cannot pass 1,032.
    pub max_ratio: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_entries: 50_000,
            max_page_bytes: 8 << 20,
            max_text_bytes: 512 << 20,
            max_file_bytes: 256 << 20,
            max_total_bytes: 4 << 30,
            max_depth: 100,
            max_ratio: 500,
        }
    }
}
