//! What was found, as a visit of a site shows it.
//!
//! The index has the text under every condition. Most pages have none, and are told as the index has them. Of every other
//! page, and of every page of a space whose content is not what the index has, the text is made that the reader sees, and
//! the query is asked of that: what is hidden makes no difference, neither to what is found nor to what is told.

use std::sync::Arc;

use quire_content::document::conditions;
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::record::{PageKind, PageRecord};
use quire_search::sections::{self, Section};
use quire_search::{Asked, FoundPage, Page};

use super::follower::Note;
use crate::App;
use crate::content::View;
use crate::errors::Error;
use crate::published::Visit;

/// Which of the kept texts of pages: the content, the page, and the audience.
pub(crate) type TextKey = (Hash, PageId, Hash);

impl App {
    /// A page that was found as a visit shows it, with at most so many sections; nothing where the reader does not see
    /// what was looked for.
    pub fn seen(
        &self,
        visit: &Visit,
        view: &View,
        asked: &Asked,
        found: FoundPage,
        most: usize,
    ) -> Result<Option<FoundPage>, Error> {
        let outline = self.outline(view)?;
        let Some(record) = outline.page(found.page) else { return Ok(None) };
        let note = asked.mark(view.space.id).map_err(|error| self.index_failed(error))?;
        let now = Note::at(view.revision.root, view.space.language);
        // What looks like a condition is no description for readers.
        let description = record.description.as_deref().unwrap_or_default();
        let shown = if conditions::may_have(description) { "" } else { description };
        if note == Some(now.to_string()) && shown == description && !self.may_adapt(view, record)? {
            return Ok(Some(found));
        }
        let sections = self.sections_for(visit, view, found.page, record)?;
        let page = Page {
            space: found.space,
            page: found.page,
            language: now.language,
            title: &record.title,
            description: shown,
            sections: &sections,
        };
        Ok(asked.sections(&page, most).map(|sections| FoundPage { sections, ..found }))
    }

    /// Whether one reader may see another text of a page than the index has. Where it is false, none does.
    fn may_adapt(&self, view: &View, page: &PageRecord) -> Result<bool, Error> {
        let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(false) };
        let text = self.text(view, source, body_at)?;
        Ok(may_adapt(&text))
    }

    fn sections_for(
        &self,
        visit: &Visit,
        view: &View,
        id: PageId,
        page: &PageRecord,
    ) -> Result<Arc<Vec<Section>>, Error> {
        let key = (view.revision.root, id, visit.audience.key());
        if let Some(known) = self.inner.caches.seen.get(&key) {
            return Ok(known);
        }
        let sections = Arc::new(sections::of(&self.published_document(visit, view, page, &self.page_budget())?));
        self.inner.caches.seen.insert(key, sections.clone());
        Ok(sections)
    }
}

/// Whether a text may have blocks under conditions, or expressions.
fn may_adapt(text: &str) -> bool {
    text.contains("expression") || conditions::may_have(text)
}

/// About how many bytes of memory sections take.
pub(crate) fn weight(sections: &[Section]) -> usize {
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
