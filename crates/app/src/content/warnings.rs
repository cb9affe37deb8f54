//! Warnings for authors: parts of their texts that readers of published sites do not get as written.
//!
//! [`quire_content::warnings`] finds problems in a text; this module collects them for the pages and reusable contents
//! that a revision changed, so the cost depends on the size of the change. Links that lead nowhere are found in the links
//! of the revision.

use quire_content::hash::Hash;
use quire_content::links::{self, End, Entity, Link, Linked, WrittenLink};
use quire_content::map::Map;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::path;
use quire_content::record::{EntryKey, FileRecord, GitBlob, PageKind, PageRecord, RecordError, ReusableRecord};
use quire_content::warnings;
use quire_model::ids::SpaceId;
use quire_store::objects::Stored;
use quire_store::revisions;

use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::content::changes::{self, Step};
use crate::content::links::of_revision;
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
    /// Returns the warnings about every text of a revision that differs from the one before it.
    pub fn warnings_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: impl Into<Step>,
    ) -> Result<Vec<Warning>, Error> {
        self.of_changed_texts(caller, space, step.into(), &|(entry, text, now), linked, found| {
            about(entry, text, (now, &linked.content), linked.objects, found)
        })
    }

    /// Returns warnings about the links of every text of a revision that differs from the one before it: those that lead
    /// to nothing in the content.
    pub fn dead_links_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: impl Into<Step>,
    ) -> Result<Vec<Warning>, Error> {
        self.of_changed_texts(caller, space, step.into(), &|(entry, text, now), linked, found| {
            for link in text.links(linked.objects)? {
                if linked.end_of(&link.target)? == End::Missing && !link.written.contains("{{") {
                    let message =
                        format!("`{}` leads to nothing in this space; it is kept as it is written", link.written);
                    let path = place(entry, now, &linked.content, linked.objects)?;
                    found.push(Warning { path, line: Some(link.line), message });
                }
            }
            Ok(())
        })
    }

    fn of_changed_texts(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: Step,
        check: &Check<'_>,
    ) -> Result<Vec<Warning>, Error> {
        let view = self.view(caller, space, Version::Revision(step.after))?;
        let organization = view.space.organization;
        self.read_texts(|tx, watch| {
            let before = match step.before(&view) {
                Some(id) => revisions::get(tx, organization, space, id)?.map(|found| Map::at(found.root)),
                None => None,
            };
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let found = of_revision(&view.revision, &watched, &|linked| changed_texts(before, linked, check));
            Ok::<_, Error>(bounded(found?))
        })
    }
}

/// A check of a text, with its entry and record, in content; it adds warnings.
type Check<'a> = dyn Fn((Entity, &MarkdownText, &[u8]), &Linked<'_>, &mut Vec<Warning>) -> Result<(), ObjectError> + 'a;

/// Checks every text of content that `before` does not have.
fn changed_texts(before: Option<Map>, linked: &Linked<'_>, check: &Check<'_>) -> Result<Vec<Warning>, ObjectError> {
    let mut found = Vec::new();
    let mut draft = Draft::new(linked.objects);
    let before = before.unwrap_or_else(|| Map::empty(&mut draft));
    for change in before.diff(&linked.content, &draft) {
        let change = change?;
        let Some((entry, now)) = EntryKey::parse(&change.key).as_ref().and_then(Entity::of).zip(change.after) else {
            continue;
        };
        let [was, text] =
            [change.before.as_deref(), Some(&now[..])].map(|it| it.and_then(|it| MarkdownText::of(entry, it)));
        let source = |text: &Option<MarkdownText>| text.as_ref().map(|text| text.source);
        if source(&was) == source(&text) {
            continue;
        }
        if let Some(text) = text {
            check((entry, &text, &now), linked, &mut found)?;
        }
    }
    Ok(found)
}

/// A Markdown text of content.
struct MarkdownText {
    source: Hash,
    body_at: usize,
    git: Option<GitBlob>,
}

impl MarkdownText {
    /// Returns the text of a page or a reusable content; `None` for an entry without text.
    fn of(entry: Entity, record: &[u8]) -> Option<Self> {
        match entry {
            Entity::Page(_) => {
                let page = PageRecord::decode(record).ok()?;
                let PageKind::Document { source, body_at, .. } = page.kind else { return None };
                Some(Self { source, body_at: body_at as usize, git: page.git })
            }
            Entity::Reusable(_) => {
                let content = ReusableRecord::decode(record).ok()?;
                Some(Self { source: content.source, body_at: content.body_at as usize, git: content.git })
            }
            Entity::File(_) => None,
        }
    }

    /// Returns the links of the text.
    fn links(&self, objects: &dyn Objects) -> Result<Vec<WrittenLink>, ObjectError> {
        let file = objects.get(&self.source)?;
        let body = String::from_utf8_lossy(file.get(self.body_at..).unwrap_or_default());
        let folder = self.git.as_ref().map_or("", |git| path::folder(&git.path));
        Ok(links::written(&body, folder))
    }
}

fn about(
    entry: Entity,
    text: &MarkdownText,
    (now, map): (&[u8], &Map),
    objects: &dyn Objects,
    found: &mut Vec<Warning>,
) -> Result<(), ObjectError> {
    let file = objects.get(&text.source)?;
    let of_page = match entry {
        Entity::Page(_) => warnings::of_front_matter(&file),
        Entity::File(_) | Entity::Reusable(_) => Vec::new(),
    };
    let body = String::from_utf8_lossy(file.get(text.body_at..).unwrap_or_default());
    let of_page = of_page.into_iter().map(|it| (None, it.message));
    let of_body = warnings::of_body(&body).into_iter().map(|it| (Some(it.line), it.message));
    let all: Vec<_> = of_page.chain(of_body).collect();
    if !all.is_empty() {
        let path = place(entry, now, map, objects)?;
        found.extend(all.into_iter().map(|(line, message)| Warning { path: path.clone(), line, message }));
    }
    Ok(())
}

/// Returns the path of the file of an entry; without one, the path of a page or the title of a reusable content.
fn place(entry: Entity, record: &[u8], map: &Map, objects: &dyn Objects) -> Result<String, ObjectError> {
    let damaged = |error: RecordError| error.in_map(map.root(), &entry.key());
    Ok(match entry {
        Entity::Page(_) => {
            let page = PageRecord::decode(record).map_err(damaged)?;
            match page.git {
                Some(git) => git.path,
                None => changes::path(&page, map, objects)?,
            }
        }
        Entity::Reusable(_) => {
            let content = ReusableRecord::decode(record).map_err(damaged)?;
            content.git.map_or(content.title, |git| git.path)
        }
        Entity::File(_) => FileRecord::decode(record).map_err(damaged)?.name,
    })
}

/// Returns warnings about links of content, each with its message, at the lines where they are written.
pub(crate) fn of_links(
    linked: &Linked<'_>,
    about: impl IntoIterator<Item = (Entity, Link, String)>,
) -> Result<Vec<Warning>, ObjectError> {
    let mut found = Vec::new();
    let mut known: Option<(Entity, String, Vec<WrittenLink>)> = None;
    for (source, link, message) in about {
        if known.as_ref().is_none_or(|(entry, ..)| *entry != source) {
            let Some(record) = linked.content.get(linked.objects, &source.key().to_bytes())? else { continue };
            let text = MarkdownText::of(source, &record);
            let written = text.map(|text| text.links(linked.objects)).transpose()?.unwrap_or_default();
            known = Some((source, place(source, &record, &linked.content, linked.objects)?, written));
        }
        let Some((_, path, written)) = &known else { continue };
        let is_here = |it: &&WrittenLink| (&it.target, &it.anchor) == (&link.target, &link.anchor);
        let line = written.iter().find(is_here).map(|it| it.line);
        found.push(Warning { path: path.clone(), line, message });
    }
    found.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
    Ok(bounded(found))
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
