//! The layouts of pages that a drawing uses and leaves for the next ones, each for one reader of one space.

use quire_content::hash::Hash;
use quire_pdf::Layouts;

use crate::App;
use crate::core::errors::Error;
use crate::prints::around::Shared;

/// The layouts that the pages of a document may have been given before.
pub(super) struct KeptLayouts<'a> {
    app: &'a App,
    /// A hash of the space and the reader, whose pages would take the places of each other's.
    scope: Hash,
    /// Fails once the document is not wanted any more.
    go_on: &'a (dyn Fn() -> Result<(), Error> + Sync),
}

impl<'a> KeptLayouts<'a> {
    pub(super) fn new(shared: &Shared<'a>, go_on: &'a (dyn Fn() -> Result<(), Error> + Sync)) -> Self {
        let scope = format!("{} {}", shared.view.space.id, shared.reader.key());
        Self { app: shared.app, scope: Hash::of(scope.as_bytes()), go_on }
    }

    fn key(&self, key: Hash) -> Hash {
        Hash::of(&[self.scope.0, key.0].concat())
    }
}

impl Layouts<Error> for KeptLayouts<'_> {
    fn find(&self, key: Hash) -> Result<Option<Vec<u8>>, Error> {
        (self.go_on)()?;
        Ok(self.app.inner.print_layouts.find(self.key(key), self.app.now()))
    }

    fn keep(&self, key: Hash, bytes: &[u8]) {
        if let Err(e) = self.app.inner.print_layouts.put(self.key(key), bytes, self.app.now()) {
            tracing::warn!(error = &e as &dyn std::error::Error, "the layout of a page is not kept");
        }
    }
}
