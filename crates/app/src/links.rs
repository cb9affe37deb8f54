//! Links of content as people see them: where they lead, whether they are broken, and what leads to a page or a file.
//!
//! What texts say is read from the revision's links; where that leads is looked up now, so no answer is ever stale.
//! What is in a space that the caller may not read is shown like what is nowhere: as the address in the text.

mod guide;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub use guide::{Destination, Others, Status};
use guide::{Found, Guide};
use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::links::{self, End, Link, Linked};
pub use quire_content::links::{Entity, Relation};
use quire_content::map::Map;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_model::ids::SpaceId;
use quire_model::paging::{Listing, Mark, Order, Paging, Sort};
use quire_store::linked_spaces;
use quire_store::objects::Stored;
use quire_store::revisions::Revision;

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::errors::Error;

/// Which links are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Those of this page; without one those of the whole content.
    pub page: Option<PageId>,
    /// Those of this status.
    pub status: Option<Status>,
    /// Whether the content is a change request's, whose broken links are compared with those of the main content.
    pub beside_main: bool,
    /// Of the broken ones of a change request, those that are broken here.
    pub broken_in: Option<BrokenIn>,
}

/// Where broken links of a change request are broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenIn {
    /// In the change request alone.
    ChangeRequest,
    /// In the main content too.
    Space,
}

impl Filter {
    fn fits(&self, usage: &Usage) -> bool {
        let here = match self.broken_in {
            Some(BrokenIn::ChangeRequest) => usage.newly_broken,
            Some(BrokenIn::Space) => !usage.newly_broken,
            None => true,
        };
        self.status.is_none_or(|status| usage.status == status) && (here || usage.status != Status::Broken)
    }
}

/// Everything that leads to one destination in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// Whether something is there.
    pub status: Status,
    /// What the links are for.
    pub relation: Relation,
    /// Where they lead.
    pub destination: Destination,
    /// The pages and reusable contents that have them, in order of identifier.
    pub sources: Vec<Entity>,
    /// Whether one of the links is broken in a change request and not in the main content.
    newly_broken: bool,
}

/// How many destinations links have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub total: usize,
    /// Those of broken links.
    pub broken: usize,
    /// Of a change request, those of links that are broken in it and not in the main content.
    pub newly_broken: Option<usize>,
}

/// Links of content.
pub struct Links {
    /// A page of them, the broken ones first, then those into the application.
    pub page: Listing<Usage>,
    /// How many there are, whatever their status.
    pub counts: Counts,
    /// What they lead to beside the content.
    pub others: Others,
}

/// A text that leads to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The page or reusable content.
    pub source: Entity,
    /// The space that it is in, if that is another one.
    pub space: Option<SpaceId>,
}

/// What leads to something.
pub struct Backlinks {
    /// A page of the texts.
    pub page: Listing<Spot>,
    /// The other spaces that they are in.
    pub others: Others,
}

/// A link in a text and where it leads, as far as the content itself can tell.
struct Read {
    source: Entity,
    link: Link,
    end: End,
    /// Whether, if it is broken, that is new in a change request.
    is_new: bool,
}

impl App {
    /// Where the links of content lead.
    pub fn list_links(&self, caller: &Caller, view: &View, filter: Filter, paging: &Paging) -> Result<Links, Error> {
        if let Some(page) = filter.page {
            let is_there = self.with_links(view, |linked| linked.has(Entity::Page(page)))?;
            is_there.then_some(()).ok_or(Error::NotFound("page"))?;
        }
        let main = filter.beside_main.then(|| self.view(caller, view.space.id, Version::Main)).transpose()?;
        let all = self.with_links(view, |linked| {
            let read = |before: Option<&Linked<'_>>| read(linked, before, filter.page);
            match &main {
                Some(main) => of_revision(&main.revision, linked.objects, &|before| read(Some(before))),
                None => read(None),
            }
        })?;
        let mut guide = Guide::new(self, caller, view);
        let all = usages(&mut guide, all)?;
        let broken = || all.iter().filter(|usage| usage.status == Status::Broken);
        let newly_broken = filter.beside_main.then(|| broken().filter(|usage| usage.newly_broken).count());
        let counts = Counts { total: all.len(), broken: broken().count(), newly_broken };
        let mut shown: Vec<_> =
            all.into_iter().filter(|usage| filter.fits(usage)).map(|usage| (mark(&usage), usage)).collect();
        shown.sort_by(|(a, _), (b, _)| a.cmp(b));
        let page = Listing::slice(&shown, paging, Order::Ascending, |(mark, _)| mark.clone());
        let page = page.map(|(_, usage)| usage);
        Ok(Links { page, counts, others: guide.others })
    }

    /// The pages and reusable contents that lead to something: of this content, and of the main contents of other spaces
    /// that the caller may read.
    pub fn list_backlinks(
        &self,
        caller: &Caller,
        view: &View,
        to: Entity,
        paging: &Paging,
    ) -> Result<Backlinks, Error> {
        let own = view.space.id;
        let near = self.with_links(view, |linked| {
            if !linked.has(to)? {
                return Ok(None);
            }
            let mut near = linked.toward(to)?;
            near.extend(linked.toward_space(&own.to_string())?);
            let ends = near.into_iter().map(|(source, link)| Ok((source, linked.end(&link)?, link)));
            ends.collect::<Result<Vec<_>, ObjectError>>().map(Some)
        })?;
        let near = near.ok_or(Error::NotFound(noun(to)))?;
        let mut guide = Guide::new(self, caller, view);
        let mut spots = BTreeSet::new();
        for (source, end, link) in near {
            if guide.find(&link, end)?.destination.leads_to(to) {
                spots.insert(Spot { source, space: None });
            }
        }
        let linking = self.inner.db.glance(|tx| Ok::<_, Error>(linked_spaces::toward(tx, own)?))?;
        for space in linking.into_iter().filter(|space| *space != own) {
            let Some(other) = guide.view(space)? else { continue };
            let far = self.with_links(other, |linked| linked.toward_space(&own.to_string()))?;
            for (source, link) in far {
                if guide.find(&link, End::Elsewhere)?.destination.leads_to(to) {
                    spots.insert(Spot { source, space: Some(space) });
                }
            }
        }
        let spots: Vec<_> = spots.into_iter().map(|spot| (spot_mark(&spot), spot)).collect();
        let page = Listing::slice(&spots, paging, Order::Ascending, |(mark, _)| mark.clone());
        Ok(Backlinks { page: page.map(|(_, spot)| spot), others: guide.others })
    }

    /// Whether the links that are kept with content are those that its texts have, read anew.
    pub fn check_links(&self, view: &View) -> Result<bool, Error> {
        self.objects(view, |map, objects| {
            let read = links::build(&map, &mut Draft::new(objects))?;
            Ok(view.revision.links == Some(read.root()))
        })
    }

    /// Works with the links of a view's content.
    pub(crate) fn with_links<T>(
        &self,
        view: &View,
        work: impl Fn(&Linked<'_>) -> Result<T, ObjectError>,
    ) -> Result<T, Error> {
        self.inner.db.read(|tx| {
            let stored = Stored::new(tx, view.space.organization, &self.inner.caches.objects);
            Ok(of_revision(&view.revision, &stored, &work)?)
        })
    }
}

/// Works with the links of a revision. Those from before there were any are read from the content.
pub(crate) fn of_revision<T>(
    revision: &Revision,
    objects: &dyn Objects,
    work: &dyn Fn(&Linked<'_>) -> Result<T, ObjectError>,
) -> Result<T, ObjectError> {
    let content = Map::at(revision.root);
    let mut draft = Draft::new(objects);
    let links = match revision.links {
        Some(links) => Map::at(links),
        None => links::build(&content, &mut draft)?,
    };
    work(&Linked { content, links, objects: &draft })
}

/// The links of content, or of one page of it; `before` is the main content of a change request.
fn read(linked: &Linked<'_>, before: Option<&Linked<'_>>, page: Option<PageId>) -> Result<Vec<Read>, ObjectError> {
    let found = match page.map(Entity::Page) {
        Some(page) => linked.of(page)?.into_iter().map(|link| (page, link)).collect(),
        None => linked.all().collect::<Result<Vec<_>, _>>()?,
    };
    let breaks = match before {
        Some(before) => links::newly_broken(before, linked)?,
        None => BTreeSet::new(),
    };
    let mut known: HashMap<Link, End> = HashMap::new();
    let mut all = Vec::with_capacity(found.len());
    for (source, link) in found {
        let end = match known.get(&link) {
            Some(end) => *end,
            None => linked.end(&link)?,
        };
        known.insert(link.clone(), end);
        let is_new = match (end, before) {
            (End::Elsewhere, Some(before)) => !before.says(source, &link)?,
            _ => breaks.contains(&(source, link.clone())),
        };
        all.push(Read { source, link, end, is_new });
    }
    Ok(all)
}

/// Links by where they lead.
fn usages(guide: &mut Guide<'_>, all: Vec<Read>) -> Result<Vec<Usage>, Error> {
    let mut usages: BTreeMap<(Status, Relation, Destination), (BTreeSet<Entity>, bool)> = BTreeMap::new();
    for Read { source, link, end, is_new } in all {
        let Found { status, destination } = guide.find(&link, end)?;
        let (sources, newly_broken) = usages.entry((status, link.relation, destination)).or_default();
        sources.insert(source);
        *newly_broken |= is_new;
    }
    let usage = |((status, relation, destination), (sources, newly_broken))| Usage {
        status,
        relation,
        destination,
        sources: BTreeSet::into_iter(sources).collect(),
        newly_broken,
    };
    Ok(usages.into_iter().map(usage).collect())
}

/// The place of a usage in the list.
fn mark(usage: &Usage) -> Mark {
    let name = Hash::of(format!("{:?} {:?}", usage.destination, usage.relation).as_bytes());
    let rank = match usage.status {
        Status::Broken => 0,
        Status::InApp => 1,
        Status::Ok => 2,
    };
    Mark { sort: Sort::Number(rank), id: Uid(std::array::from_fn(|at| name.0[at])) }
}

/// The place of a spot in the list: those of the content itself first.
fn spot_mark(spot: &Spot) -> Mark {
    let space = spot.space.map(|space| space.to_string()).unwrap_or_default();
    Mark { sort: Sort::Text(space), id: spot.source.id() }
}

fn noun(entity: Entity) -> &'static str {
    match entity {
        Entity::Page(_) => "page",
        Entity::File(_) => "file",
        Entity::Reusable(_) => "reusable content",
    }
}
