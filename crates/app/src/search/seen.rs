//! Search results restricted to the text that a visitor can see.
//!
//! The index contains the text under every condition. Most pages have no conditions, and their results are used
//! directly. For a page that has some, and for every page of a space whose index is out of date, the text visible to
//! the reader is computed and matched again: hidden text affects neither the choice of results nor their excerpts.

use std::sync::Arc;

use quire_content::document::conditions;
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::record::{PageKind, PageRecord};
use quire_search::sections::{self, Section};
use quire_search::{EvaluatedQuery, FoundPage, Page};

use super::indexer::{Note, indexed_in};
use crate::App;
use crate::content::View;
use crate::core::caches::{Weighted, weighted};
use crate::core::errors::{Error, FirstFault};
use crate::published::SiteView;

/// Texts of pages as audiences see them, by the content, the page, and the audience.
pub(crate) struct Texts(Weighted<(Hash, PageId, Hash), Arc<Vec<Section>>>);

impl Texts {
    /// Creates a cache of about `bytes`.
    pub(crate) fn new(bytes: u64) -> Self {
        Self(weighted(bytes, 144, |sections: &Arc<Vec<Section>>| weight(sections)))
    }

    /// Empties the cache, for tests.
    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}

impl App {
    /// Returns a page that was found as a visitor sees it, with at most `most` sections; `None` if the text that the
    /// visitor sees does not match.
    pub fn seen(
        &self,
        site_view: &SiteView,
        view: &View,
        asked: &EvaluatedQuery,
        found: FoundPage,
        most: usize,
    ) -> Result<Option<FoundPage>, Error> {
        let latest = &site_view.site.specifications;
        let outline = self.expanded(self.outline(view)?, view.revision.root, latest, view.space.language)?.outline;
        let Some(record) = outline.page(found.page) else { return Ok(None) };
        let note = asked.mark(view.space.id).map_err(|error| self.index_failed(error))?;
        let language = view.space.language;
        let is_now = |note: &str| Note::parse(note).is_some_and(|it| it.is_of(view.revision.root, language, latest));
        // A description that may contain a condition is not shown to readers.
        let description = record.description.as_deref().unwrap_or_default();
        let shown = if conditions::may_have(description) { "" } else { description };
        if note.as_deref().is_some_and(is_now) && shown == description && !self.may_adapt(view, record)? {
            return Ok(Some(found));
        }
        let sections = self.sections_for(site_view, view, found.page, record)?;
        let page = Page {
            space: found.space,
            page: found.page,
            language: indexed_in(language),
            title: &record.title,
            description: shown,
            sections: &sections,
        };
        Ok(asked.sections(&page, most).map(|sections| FoundPage { sections, ..found }))
    }

    /// Returns false only if all readers see the same text of a page as the index has.
    fn may_adapt(&self, view: &View, page: &PageRecord) -> Result<bool, Error> {
        let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(false) };
        let text = self.text(view, source, body_at)?;
        Ok(may_adapt(&text))
    }

    fn sections_for(
        &self,
        site_view: &SiteView,
        view: &View,
        id: PageId,
        page: &PageRecord,
    ) -> Result<Arc<Vec<Section>>, Error> {
        let latest = &site_view.site.specifications;
        let content = match latest.state() {
            Some(state) => Hash::of(format!("{} {state}", view.revision.root).as_bytes()),
            None => view.revision.root,
        };
        let key = (content, id, site_view.audience().key());
        if let Some(known) = self.inner.caches.texts.0.get(&key) {
            return Ok(known);
        }
        let document = self.published_document(site_view, view, page, &self.page_budget())?;
        let first = FirstFault::default();
        let sections =
            sections::of_described(&document, &mut |kind| first.there(self.described(latest, kind)).flatten());
        first.check()?;
        let sections = Arc::new(sections);
        self.inner.caches.texts.0.insert(key, sections.clone());
        Ok(sections)
    }
}

/// Returns true if a text may contain blocks under conditions, or expressions.
fn may_adapt(text: &str) -> bool {
    text.contains("expression") || conditions::may_have(text)
}

/// Returns the approximate size of sections in memory, in bytes.
fn weight(sections: &[Section]) -> usize {
    let texts =
        |it: &Section| it.heading.len() + it.body.len() + it.code.len() + it.anchor.as_ref().map_or(0, String::len);
    sections.iter().map(|it| texts(it) + size_of::<Section>()).sum()
}

#[cfg(test)]
mod tests {
    use super::may_adapt;

    #[test]
    fn texts_that_adapt_are_told_from_others() {
        for text in [
            "{% IF x %}a",
            "a {% endif %}",
            "{%-if x%}",
            "{% if x %}\na\n{% endif %}",
            "* {%  if x %}",
            "a <code class=\"expression\">b</code>",
        ] {
            assert!(may_adapt(text), "{text}");
        }
        assert!(!may_adapt("{% hint style=\"info\" %}\nif\n{% endhint %}"));
    }
}
