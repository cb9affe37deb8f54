//! Link targets in the Markdown that a call writes: those that name pages and files as other services do become addresses
//! by identifier.
//!
//! A target that already leads somewhere by the path of a file stays as it is written, and so does one that leads
//! nowhere. Others are looked for in the page tree as it is after the call.

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use quire_content::document::{Resolve, WrittenTarget, retarget, targets_of};
use quire_content::front_matter;
use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_content::path;
use quire_content::record::PageKind;

use super::names::Names;
use super::words::{BlockChange, Edit, NewPage, Text};
use crate::content::paths::AddressKind;
use crate::content::targets::LinkContext;

/// The inputs of the resolution of link targets in one text.
pub(super) struct Linking<'a> {
    pub(super) names: &'a Names,
    /// The view of paths from the place of the text.
    pub(super) seen: &'a LinkContext<'a>,
    /// The page tree after the call; `None` while it is not known.
    pub(super) after: Option<&'a Outline>,
    /// The page that has the text, if a page has it.
    pub(super) page: Option<PageId>,
}

impl Edit {
    /// Returns the pieces of Markdown that the change writes.
    pub(super) fn markdown(&self) -> Vec<&str> {
        let text = match self {
            Self::InsertPage(page) => match &page.kind {
                NewPage::Document(text) => text.as_ref(),
                NewPage::Group | NewPage::Link { .. } => None,
            },
            Self::UpdatePage(change) => change.text.as_ref(),
            Self::InsertReusable(content) => content.text.as_ref(),
            Self::UpdateReusable(change) => change.text.as_ref(),
            _ => None,
        };
        match text {
            Some(Text::Markdown(text)) => vec![text],
            Some(Text::Blocks(changes)) => changes.iter().filter_map(BlockChange::markdown).collect(),
            Some(Text::Document(_)) | None => Vec::new(),
        }
    }
}

impl Linking<'_> {
    /// Returns true if a target of a text can only be resolved in the page tree after the call.
    pub(super) fn needs_tree(&self, text: &str) -> bool {
        let body = &text[front_matter::parse(text.as_bytes()).body_at..];
        targets_of(body).iter().any(|written| {
            let (path, _) = path::split_suffix(&written.target);
            !written.is_inclusion
                && may_name_page(path)
                && self.names.address(path).is_none()
                && !self.leads(&written.target)
        })
    }

    /// Returns a text with addresses in place of targets that are resolved.
    pub(super) fn linked(&self, text: &str) -> String {
        if self.after.is_none() && self.names.is_empty() {
            return text.to_owned();
        }
        let (head, body) = text.split_at(front_matter::parse(text.as_bytes()).body_at);
        let written = targets_of(body);
        let inclusions: HashSet<&str> =
            written.iter().filter(|it| it.is_inclusion).map(|it| it.target.as_str()).collect();
        let address = |WrittenTarget { target, .. }: &WrittenTarget| {
            let address = self.address(target, inclusions.contains(target.as_str()))?;
            Some((target.clone(), address))
        };
        let addresses: HashMap<String, String> = written.iter().filter_map(address).collect();
        if addresses.is_empty() {
            return text.to_owned();
        }
        let body = retarget(body, &|target| addresses.get(target).cloned());
        body.map_or_else(|| text.to_owned(), |body| [head, &body].concat())
    }

    /// Returns the address by identifier for a target, with its query and anchor.
    fn address(&self, target: &str, is_inclusion: bool) -> Option<String> {
        let (path, suffix) = path::split_suffix(target);
        if !is_path(path) {
            return None;
        }
        let address = match self.names.address(path) {
            Some(address) => address,
            None if is_inclusion || !may_name_page(path) => return None,
            None => {
                let after = self.after?;
                if self.leads(target) {
                    return None;
                }
                AddressKind::Page.address(self.page_at(after, path)?)
            }
        };
        Some(address + suffix)
    }

    /// Returns true if a target leads to something as it is written.
    fn leads(&self, target: &str) -> bool {
        let path = target.split('#').next().unwrap_or_default();
        if let Some(id) = AddressKind::Page.find::<PageId>(path) {
            // A slug may look like an identifier.
            return self.after.is_none_or(|after| after.page(id).is_some());
        }
        self.seen.page(path).is_some() || self.seen.file(path).is_some()
    }

    /// Returns the page that a path names: `/pages/` and its path; or its path from the place of this page, or from below
    /// it, which is where this page's children are.
    fn page_at(&self, after: &Outline, path: &str) -> Option<PageId> {
        let path = percent_decode_str(path).decode_utf8().ok()?;
        if let Some(path) = path.strip_prefix("/pages/") {
            return page_named(after, path);
        }
        let own = self.page.and_then(|page| after.path(page)).unwrap_or_default();
        let beside = page_named(after, &path::join(path::folder(&own), &path));
        beside.or_else(|| page_named(after, &path::join(&own, &path)))
    }
}

/// Returns true if a target may be a path in the content.
fn is_path(path: &str) -> bool {
    !(path.is_empty() || path.starts_with("//") || path.contains("{{") || path::has_scheme(path))
}

/// Returns true if a path is in a form that names pages.
fn may_name_page(path: &str) -> bool {
    let is_relative = path.ends_with(".md") || path.starts_with("./") || path.starts_with("../");
    is_path(path) && (is_relative || path.starts_with("/pages/"))
}

/// Returns the page at a path of slugs, with or without `.md`; `README.md` is the page of its folder, or the first one.
fn page_named(outline: &Outline, path: &str) -> Option<PageId> {
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".md").unwrap_or(path);
    outline.find(path).or_else(|| match path.strip_suffix("README")? {
        "" => outline.walk().find(|id| is_text(outline, *id)),
        folder => outline.find(folder.strip_suffix('/')?),
    })
}

fn is_text(outline: &Outline, id: PageId) -> bool {
    outline.page(id).is_some_and(|page| matches!(page.kind, PageKind::Document { .. }))
}
