//! Differences between two versions of a page.

use crate::changes::{Both, Change, body};
use crate::id::PageId;
use crate::objects::{ObjectError, Objects};
use crate::record::{PageKind, PageRecord};
use crate::title;

/// An attribute of a page, including its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageAttribute {
    /// The title of the page.
    Title,
    /// The title in the navigation, if it differs.
    NavTitle,
    /// The slug of the page.
    Slug,
    /// The emoji of the page.
    Emoji,
    /// The icon of the page.
    Icon,
    /// The description of the page.
    Description,
    /// The text, without title and front matter.
    Document,
    /// The address of a link.
    Target,
    /// The kind of page, or the source of a computed page.
    Kind,
    /// The options for which parts are shown.
    Layout,
    /// The cover image on top.
    Cover,
    /// The page's own variables.
    Variables,
    /// The flag `hidden`, which leaves it out of the navigation.
    Hidden,
    /// The flag `noIndex`, which leaves it out of the site's search.
    NoIndex,
    /// The flag `noRobotsIndex`, which asks search engines not to index it.
    NoRobotsIndex,
    /// The condition that decides who sees the page.
    Condition,
}

/// The place of a page in the page tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreePosition {
    /// The parent page; `None` at the root.
    pub parent: Option<PageId>,
    /// The order key among its siblings: see [`crate::order`].
    pub order: String,
}

impl TreePosition {
    fn of(page: &PageRecord) -> Self {
        Self { parent: page.parent, order: page.order.clone() }
    }
}

/// Returns the changes of one page: none, one, or two if it was edited and moved.
pub(super) fn changes(id: PageId, both: Both<PageRecord>, objects: &dyn Objects) -> Result<Vec<Change>, ObjectError> {
    let (before, after) = match both {
        (Some(before), Some(after)) => (Box::new(before), Box::new(after)),
        (None, Some(page)) => return Ok(vec![Change::PageCreated { id, page: Box::new(page) }]),
        (Some(page), None) => return Ok(vec![Change::PageDeleted { id, page: Box::new(page) }]),
        (None, None) => return Ok(Vec::new()),
    };
    let attributes = attributes(&before, &after, objects)?;
    let (from, to) = (TreePosition::of(&before), TreePosition::of(&after));
    let moved = (from != to).then(|| Change::PageMoved { id, page: after.clone(), from, to });
    let edited = (!attributes.is_empty()).then_some(Change::PageEdited { id, before, after, attributes });
    Ok(edited.into_iter().chain(moved).collect())
}

fn attributes(
    before: &PageRecord,
    after: &PageRecord,
    objects: &dyn Objects,
) -> Result<Vec<PageAttribute>, ObjectError> {
    let same = [
        (PageAttribute::Title, before.title == after.title),
        (PageAttribute::NavTitle, before.nav_title == after.nav_title),
        (PageAttribute::Slug, before.slug == after.slug),
        (PageAttribute::Emoji, before.emoji == after.emoji),
        (PageAttribute::Icon, before.icon == after.icon),
        (PageAttribute::Description, before.description == after.description),
        (PageAttribute::Layout, before.layout == after.layout),
        (PageAttribute::Cover, before.cover == after.cover),
        (PageAttribute::Variables, before.variables == after.variables),
        (PageAttribute::Hidden, before.hidden == after.hidden),
        (PageAttribute::NoIndex, before.no_index == after.no_index),
        (PageAttribute::NoRobotsIndex, before.no_robots_index == after.no_robots_index),
        (PageAttribute::Condition, before.condition == after.condition),
    ];
    let mut differ: Vec<_> = same.into_iter().filter(|(_, same)| !same).map(|(attribute, _)| attribute).collect();
    differ.extend(kind(before, after, objects)?);
    differ.sort_unstable();
    Ok(differ)
}

/// Returns the attribute for a difference in kind or content, if there is one.
fn kind(before: &PageRecord, after: &PageRecord, objects: &dyn Objects) -> Result<Option<PageAttribute>, ObjectError> {
    Ok(match (&before.kind, &after.kind) {
        (a, b) if a == b => None,
        (PageKind::Link { .. }, PageKind::Link { .. }) => Some(PageAttribute::Target),
        (
            PageKind::Document { source: old, body_at: old_at, .. },
            PageKind::Document { source: new, body_at: new_at, .. },
        ) => {
            let (old, new) = (body(objects, *old, *old_at)?, body(objects, *new, *new_at)?);
            (old != new && !is_retitled(&old, &new)).then_some(PageAttribute::Document)
        }
        _ => Some(PageAttribute::Kind),
    })
}

/// Returns true if only the title in the heading differs.
fn is_retitled(old: &[u8], new: &[u8]) -> bool {
    let under_one_title = |body| str::from_utf8(body).ok().and_then(|body| title::rewrite(body, "Title"));
    let old = under_one_title(old);
    old.is_some() && old == under_one_title(new)
}
