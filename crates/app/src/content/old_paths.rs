//! Lookup of pages by current and former paths.

use quire_content::id::PageId;
use quire_store::old_paths;

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

impl App {
    /// Returns the page at a path of the page tree, or else the last existing one that had it in the main content.
    pub fn page_at(&self, view: &View, path: &str) -> Result<Option<PageId>, Error> {
        match self.outline(view)?.find(path) {
            None => self.page_once_at(view, path),
            page => Ok(page),
        }
    }

    /// Returns the last page that had a path before, in the main content, if it exists; ignores a page there now.
    pub fn page_once_at(&self, view: &View, path: &str) -> Result<Option<PageId>, Error> {
        let (organization, space) = (view.space.organization, view.space.id);
        let had = self.inner.db.read_single(|tx| Ok::<_, Error>(old_paths::find(tx, organization, space, path)?))?;
        let Some(page) = had else { return Ok(None) };
        Ok(self.outline(view)?.page(page).map(|_| page))
    }
}
