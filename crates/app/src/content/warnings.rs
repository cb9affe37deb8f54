//! Warnings for authors: parts of their texts that readers of published sites do not get as written.
//!
//! [`quire_content::warnings`] finds problems in a text; this module collects them for the pages and reusable contents
//! that a revision changed, so the cost depends on the size of the change.

use quire_content::map::Map;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::record::{EntryKey, PageKind, PageRecord, ReusableRecord};
use quire_content::warnings;
use quire_model::ids::{RevisionId, SpaceId};
use quire_store::objects::Stored;
use quire_store::revisions;

use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::content::changes::path;
use crate::core::errors::Error;

/// The maximum number of warnings in an answer; one more tells the number of the others.
const MOST: usize = 1_000;

/// A problem in a text that its author should know. The text is kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The path of the file of the page or reusable content, or the page's path if it has no file.
    pub path: String,
    /// The line, from 1, if there is one: of the file in an import, otherwise of the Markdown without front matter.
    pub line: Option<u32>,
    /// The problem and its consequence.
    pub message: String,
}

impl App {
    /// Returns the warnings about every text of a revision that differs from its first parent.
    pub fn warnings_of_revision(&self, caller: &Caller, space: SpaceId, id: RevisionId) -> Result<Vec<Warning>, Error> {
        let view = self.view(caller, space, Version::Revision(id))?;
        let organization = view.space.organization;
        self.read_texts(|tx, watch| {
            let before = match view.revision.parents.0.first() {
                Some(id) => revisions::get(tx, organization, space, *id)?.map(|found| Map::at(found.root)),
                None => None,
            };
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut draft = Draft::new(&watched);
            let before = before.unwrap_or_else(|| Map::empty(&mut draft));
            let after = Map::at(view.revision.root);
            let mut found = Vec::new();
            for change in before.diff(&after, &draft) {
                let change = change?;
                let (Some(key), Some(now)) = (EntryKey::parse(&change.key), change.after) else { continue };
                about(&key, change.before.as_deref(), &now, &after, &draft, &mut found)?;
            }
            Ok::<_, Error>(bounded(found))
        })
    }
}

fn about(
    key: &EntryKey,
    before: Option<&[u8]>,
    now: &[u8],
    map: &Map,
    objects: &dyn Objects,
    found: &mut Vec<Warning>,
) -> Result<(), ObjectError> {
    match key {
        EntryKey::Page(_) => {
            let Ok(page) = PageRecord::decode(now) else { return Ok(()) };
            let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(()) };
            let was = before.and_then(|bytes| PageRecord::decode(bytes).ok()).map(|page| page.kind);
            if matches!(was, Some(PageKind::Document { source: was, .. }) if was == source) {
                return Ok(());
            }
            let file = objects.get(&source)?;
            let of_page = warnings::of_front_matter(&file).into_iter().map(|it| (None, it.message));
            let body = String::from_utf8_lossy(file.get(body_at as usize..).unwrap_or_default());
            let of_body = warnings::of_body(&body).into_iter().map(|it| (Some(it.line), it.message));
            let all: Vec<_> = of_page.chain(of_body).collect();
            if !all.is_empty() {
                let path = match &page.git {
                    Some(git) => git.path.clone(),
                    None => path(&page, map, objects)?,
                };
                found.extend(all.into_iter().map(|(line, message)| Warning { path: path.clone(), line, message }));
            }
        }
        EntryKey::Reusable(_) => {
            let Ok(content) = ReusableRecord::decode(now) else { return Ok(()) };
            let was = before.and_then(|bytes| ReusableRecord::decode(bytes).ok());
            if was.is_some_and(|was| was.source == content.source) {
                return Ok(());
            }
            let file = objects.get(&content.source)?;
            let body = String::from_utf8_lossy(file.get(content.body_at as usize..).unwrap_or_default());
            let path = content.git.as_ref().map_or(&content.title, |git| &git.path);
            found.extend(warnings::of_body(&body).into_iter().map(|it| Warning {
                path: path.clone(),
                line: Some(it.line),
                message: it.message,
            }));
        }
        _ => {}
    }
    Ok(())
}

fn bounded(mut found: Vec<Warning>) -> Vec<Warning> {
    let more = found.len().saturating_sub(MOST);
    if more > 0 {
        found.truncate(MOST);
        let message = format!("{more} more warnings are not listed");
        found.push(Warning { path: String::new(), line: None, message });
    }
    found
}
