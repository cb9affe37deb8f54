//! Layouts of single pages, kept by callers from one drawing to the next.

use quire_content::hash::Hash;

/// Keeps the layouts of pages. They may be lost at any time.
pub trait Layouts<E> {
    /// Returns what was kept under a key. It is called at least once for each page, so an error ends the drawing between two
    /// pages.
    ///
    /// # Errors
    /// The drawing is not wanted any more.
    fn find(&self, key: Hash) -> Result<Option<Vec<u8>>, E>;

    /// Keeps a layout, in place of another one under the same key.
    fn keep(&self, key: Hash, bytes: &[u8]);

    /// True if anything is kept at all.
    fn is_keeping(&self) -> bool {
        true
    }
}

/// Layouts of which none is kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unkept;

impl<E> Layouts<E> for Unkept {
    fn find(&self, _: Hash) -> Result<Option<Vec<u8>>, E> {
        Ok(None)
    }

    fn keep(&self, _: Hash, _: &[u8]) {}

    fn is_keeping(&self) -> bool {
        false
    }
}
