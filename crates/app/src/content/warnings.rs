//! Warnings for authors: parts of their texts that readers of published sites do not get as written.
//!
//! [`quire_content::warnings`] finds problems in a text; this module collects them for the pages and reusable contents
//! that a revision changed, so the cost depends on the size of the change. Links that lead nowhere are found in the links
//! of the revision.

use std::collections::BTreeMap;

use quire_content::document::model::Kind;
use quire_content::document::{ApiBlock, api_blocks};
use quire_content::hash::Hash;
use quire_content::links::{self, End, Entity, Link, LinkTarget, Linked, WrittenLink};
use quire_content::map::{Change, Map, Value};
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::path;
use quire_content::record::{EntryKey, FileRecord, GitBlob, PageKind, PageRecord, RecordError, ReusableRecord};
use quire_content::utf8;
use quire_content::warnings;
pub use quire_convert::{Code, Warning, Warnings};
use quire_model::ids::SpaceId;
use quire_store::objects::Stored;

use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::content::changes::{self, Step};
use crate::content::links::of_revision;
use crate::core::errors::Error;

/// The occasion of a check, which decides about what is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// An edit: everything is.
    Edit,
    /// A merge or a rollback: not the links, which are compared with those of both sides.
    Merge,
    /// An import, which checks texts and links itself.
    Import,
}

/// The findings in every text of a revision that differs from the one before it.
#[derive(Default)]
pub(crate) struct Findings {
    /// Warnings about the texts alone.
    pub(crate) texts: Warnings,
    /// Warnings about links that lead to nothing in the content.
    pub(crate) dead_links: Warnings,
    /// The uses of specifications.
    pub(crate) parts: Parts,
}

/// The uses of specifications in the changed texts of a revision.
#[derive(Default)]
pub(crate) struct Parts {
    /// Blocks with parts of specifications, by the path and the line of the text. In an import lines are those of the
    /// file.
    pub(crate) blocks: BTreeMap<(String, u32), Kind>,
    /// Computed pages that the revision before has not, or not with the same source: their paths and their sources.
    pub(crate) computed: Vec<(String, String)>,
}

impl App {
    /// Checks every text of a revision that differs from the one before it.
    pub(crate) fn findings_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: Step,
        occasion: Occasion,
    ) -> Result<Findings, Error> {
        let view = self.view(caller, space, Version::Revision(step.after))?;
        let organization = view.space.organization;
        let before = step.before(&view).map(|id| self.revision(organization, space, id)).transpose()?.flatten();
        let before = before.map(|found| Map::at(found.root));
        self.read_texts(|tx, watch| {
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            Ok::<_, Error>(of_revision(&view.revision, &watched, &|linked| findings(before, linked, occasion))?)
        })
    }
}

/// Reads every text of content that `before` does not have, so that a request comes to a large one before its change lands:
/// the warnings about it are a part of the response.
pub(crate) fn expect_texts(before: &Map, after: &Map, objects: &dyn Objects) -> Result<(), ObjectError> {
    for changed in changed(before, after, objects) {
        let Changed { entry, now, .. } = changed?;
        if let Some(text) = MarkdownText::of(entry, &now) {
            objects.get(&text.source)?;
        }
    }
    Ok(())
}

/// An entry that content has not, or not so, before.
pub(super) struct Changed {
    pub(super) entry: Entity,
    pub(super) before: Option<Value>,
    pub(super) now: Value,
}

/// Returns the pages, files and reusable contents that `after` has and `before` has not, or not so.
pub(super) fn changed<'a>(
    before: &Map,
    after: &Map,
    objects: &'a dyn Objects,
) -> impl Iterator<Item = Result<Changed, ObjectError>> + use<'a> {
    before.diff(after, objects).filter_map(|change| match change {
        Ok(Change { key, before, after }) => {
            let entry = EntryKey::parse(&key).as_ref().and_then(Entity::of)?;
            Some(Ok(Changed { entry, before, now: after? }))
        }
        Err(error) => Some(Err(error)),
    })
}

/// Checks every text of content that `before` does not have.
fn findings(before: Option<Map>, linked: &Linked<'_>, occasion: Occasion) -> Result<Findings, ObjectError> {
    let mut found = Findings::default();
    let mut draft = Draft::new(linked.objects);
    let before = before.unwrap_or_else(|| Map::empty(&mut draft));
    for changed in changed(&before, &linked.content, &draft) {
        let Changed { entry, before, now } = changed?;
        let was = before.as_deref();
        if let Some(yaml) = source_of_computed(entry, &now)
            && was.and_then(|was| source_of_computed(entry, was)).as_ref() != Some(&yaml)
        {
            found.parts.computed.push((place(entry, &now, &linked.content, linked.objects)?, yaml));
        }
        let was = was.and_then(|was| MarkdownText::of(entry, was));
        let changed = |text: &MarkdownText| was.as_ref().map(|was| was.source) != Some(text.source);
        if let Some(text) = MarkdownText::of(entry, &now).filter(changed) {
            found.check(entry, &text, &now, linked, occasion)?;
        }
    }
    Ok(found)
}

impl Findings {
    fn check(
        &mut self,
        entry: Entity,
        text: &MarkdownText,
        now: &[u8],
        linked: &Linked<'_>,
        occasion: Occasion,
    ) -> Result<(), ObjectError> {
        let file = linked.objects.get(&text.source)?;
        let body = utf8::lossy(file.get(text.body_at..).unwrap_or_default());
        let path = || place(entry, now, &linked.content, linked.objects);
        if occasion != Occasion::Import {
            let of_front_matter = match entry {
                Entity::Page(_) => warnings::of_front_matter(&file),
                Entity::File(_) | Entity::Reusable(_) => Vec::new(),
            };
            let of_front_matter = of_front_matter.into_iter().map(|it| (None, it));
            for (line, it) in of_front_matter.chain(warnings::of_body(&body).into_iter().map(|it| (Some(it.line), it)))
            {
                self.texts.push(Warning { path: path()?, line, code: it.code, message: it.message });
            }
        }
        // The text is searched for the places of links only if there is something to say of them.
        if occasion == Occasion::Edit && linked.has_missing(entry)? {
            for link in links::written(&body, text.folder()) {
                let may_lead = !link.written.starts_with('#') && !link.written.contains("{{");
                if may_lead && linked.end_of(&link.target)? == End::Missing {
                    let message =
                        format!("`{}` leads to nothing in this space; it is kept as it is written", link.written);
                    self.dead_links.push(Warning {
                        path: path()?,
                        line: Some(link.line),
                        code: Code::DeadLink,
                        message,
                    });
                }
            }
        }
        for ApiBlock { span, kind } in api_blocks(&body) {
            let before = if occasion == Occasion::Import { text.lines_before(linked.objects)? } else { 0 };
            let line = u32::try_from(body[..span.start].matches('\n').count()).unwrap_or(u32::MAX);
            self.parts.blocks.insert((path()?, line.saturating_add(before + 1)), kind);
        }
        Ok(())
    }
}

/// Returns the source of a computed page.
pub(super) fn source_of_computed(entry: Entity, record: &[u8]) -> Option<String> {
    let Entity::Page(_) = entry else { return None };
    match PageRecord::decode(record).ok()?.kind {
        PageKind::Computed { yaml } => Some(yaml),
        _ => None,
    }
}

/// A Markdown text of content.
pub(super) struct MarkdownText {
    source: Hash,
    body_at: usize,
    git: Option<GitBlob>,
}

impl MarkdownText {
    /// Returns the text of a page or a reusable content; `None` for an entry without text.
    pub(super) fn of(entry: Entity, record: &[u8]) -> Option<Self> {
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

    /// Returns the number of lines before the text in its file: those of its front matter.
    fn lines_before(&self, objects: &dyn Objects) -> Result<u32, ObjectError> {
        let file = objects.get(&self.source)?;
        let front = file.get(..self.body_at).unwrap_or_default();
        Ok(u32::try_from(front.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX))
    }

    /// Returns true if another text has the same bytes.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.source == other.source
    }

    /// Returns the Markdown without front matter.
    pub(super) fn body(&self, objects: &dyn Objects) -> Result<String, ObjectError> {
        let file = objects.get(&self.source)?;
        Ok(utf8::lossy(file.get(self.body_at..).unwrap_or_default()).into_owned())
    }

    /// Returns the links of the text.
    fn links(&self, objects: &dyn Objects) -> Result<Vec<WrittenLink>, ObjectError> {
        Ok(links::written(&self.body(objects)?, self.folder()))
    }

    /// Returns the folder of the text's file, which its links are relative to.
    fn folder(&self) -> &str {
        self.git.as_ref().map_or("", |git| path::folder(&git.path))
    }
}

/// Returns the path of the file of an entry; without one, the path of a page or the title of a reusable content.
pub(super) fn place(entry: Entity, record: &[u8], map: &Map, objects: &dyn Objects) -> Result<String, ObjectError> {
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

/// The lines that warnings count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Those of the file.
    OfFile,
    /// Those of the Markdown without front matter.
    OfBody,
}

/// A problem with a link of content.
pub(crate) struct LinkProblem {
    /// The text with the link.
    pub(crate) source: Entity,
    /// The link.
    pub(crate) link: Link,
    /// The class of the problem.
    pub(crate) code: Code,
    /// A description of the problem.
    pub(crate) message: String,
    /// True if the target as it is written goes before the description.
    pub(crate) shows_target: bool,
}

/// Returns warnings about links of content at the lines where they are written, in order of paths and lines.
pub(crate) fn of_links(
    linked: &Linked<'_>,
    problems: impl IntoIterator<Item = LinkProblem>,
    lines: Lines,
) -> Result<Warnings, ObjectError> {
    let mut found = Vec::new();
    let mut known: Option<(Entity, String, Vec<WrittenLink>)> = None;
    for LinkProblem { source, link, code, message, shows_target } in problems {
        if known.as_ref().is_none_or(|(entry, ..)| *entry != source) {
            let Some(record) = linked.content.get(linked.objects, &source.key().to_bytes())? else { continue };
            let text = MarkdownText::of(source, &record);
            let written = text.as_ref().map(|text| text.links(linked.objects)).transpose()?;
            let mut written = written.unwrap_or_default();
            if let (Lines::OfFile, Some(text)) = (lines, &text) {
                let before = text.lines_before(linked.objects)?;
                written.iter_mut().for_each(|link| link.line += before);
            }
            known = Some((source, place(source, &record, &linked.content, linked.objects)?, written));
        }
        let Some((_, path, written)) = &known else { continue };
        // A text names its own anchors without a page.
        let is_own = |it: &WrittenLink| it.written.starts_with('#') && names(&link, source) && it.anchor == link.anchor;
        let is_here = |it: &&WrittenLink| (&it.target, &it.anchor) == (&link.target, &link.anchor) || is_own(it);
        let written = written.iter().find(is_here);
        let line = written.map(|it| it.line);
        let message = match written.filter(|_| shows_target) {
            Some(link) => format!("`{}`: {message}", link.written),
            None => message,
        };
        found.push(Warning { path: path.clone(), line, code, message });
    }
    found.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
    Ok(found.into_iter().collect())
}

/// Returns true if a link names this page by its identifier.
fn names(link: &Link, source: Entity) -> bool {
    matches!((&link.target, source), (LinkTarget::Page { page, space: None }, Entity::Page(own)) if *page == own.to_string())
}
