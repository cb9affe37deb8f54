//! Generated directories of pages, with the same bytes for the same arguments.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// The parameters of a generated directory of Markdown pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content {
    /// The number of pages, including the first one.
    pub(crate) pages: u32,
    /// The least size of a page in bytes; it may be slightly larger.
    pub(crate) bytes: usize,
    /// The seed of the random words.
    pub(crate) seed: u64,
}

/// The number of pages in a section.
const SECTION: u32 = 100;

const WORDS: &[&str] = &[
    "access", "branch", "change", "content", "document", "edition", "folder", "gather", "header", "index", "journal",
    "keep", "leaf", "merge", "number", "order", "page", "quire", "read", "space", "thread", "under", "volume", "write",
];

impl Content {
    /// Writes the pages and their table of contents.
    pub(crate) fn write(self, dir: &Path) -> anyhow::Result<()> {
        let mut summary = String::from("# Table of contents\n\n* [Start](README.md)\n");
        self.page(dir, "README.md", 0)?;
        for number in 1..self.pages {
            let section = (number - 1) / SECTION;
            let is_first = (number - 1).is_multiple_of(SECTION);
            let path = format!("section-{section}/page-{number}.md");
            if is_first {
                let folder = dir.join(format!("section-{section}"));
                fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
            }
            let indent = if is_first { "" } else { "  " };
            writeln!(summary, "{indent}* [Page {number}]({path})")?;
            self.page(dir, &path, number)?;
        }
        fs::write(dir.join("SUMMARY.md"), summary).context("writing the table of contents")
    }

    fn page(self, dir: &Path, path: &str, number: u32) -> anyhow::Result<()> {
        fs::write(dir.join(path), self.text(number)).with_context(|| format!("writing {path}"))
    }

    fn text(self, number: u32) -> String {
        let mut state = (self.seed << 32 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut text = format!("# Page {number}\n\n");
        let mut words = 0;
        while text.len() < self.bytes {
            // xorshift64 (Marsaglia, 2003)
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let index = usize::try_from(state % WORDS.len() as u64).unwrap_or_default();
            text.push_str(WORDS[index]);
            words += 1;
            text.push_str(match words % 60 {
                0 => ".\n\n",
                30 => ".\n\n## ",
                36 => "\n\n",
                _ => " ",
            });
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_differ_by_number_and_by_seed_only() {
        let content = Content { pages: 1, bytes: 500, seed: 1 };
        assert_eq!(content.text(7), content.text(7));
        assert_ne!(content.text(7), content.text(8));
        assert_ne!(content.text(7), Content { seed: 2, ..content }.text(7));
        assert!(content.text(7).len() < 540);
    }
}
