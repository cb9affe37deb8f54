//! Links of content as shown to callers: their destinations, broken ones, and backlinks to a page, a file or a reusable
//! content.
//!
//! Link texts are read from the revision's links; destinations are resolved on each request, so they are never stale. A
//! destination in a space that the caller may not read is shown like one that does not exist: as the address in the
//! text.

mod resolver;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::links::{self, End, Link, Linked};
pub use quire_content::links::{Entity, Relation};
use quire_content::map::Map;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_model::ids::SpaceId;
use quire_model::paging::{Listing, Order, Paging, Sort, SortKey};
use quire_store::linked_spaces::{self, SpaceName};
use quire_store::objects::Stored;
use quire_store::revisions::Revision;
use quire_store::spaces::Space;
pub use resolver::{Destination, LinkTargets, Status};
use resolver::{Found, LinkResolver};

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The filter of a list of links.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// The page whose links are listed; all of the content if `None`.
    pub page: Option<PageId>,
    /// The status that the links must have.
    pub status: Option<Status>,
    /// True if the content is a change request's, whose broken links are compared with those of the main content.
    pub beside_main: bool,
    /// For a change request, restricts broken links to those broken in this content.
    pub broken_in: Option<BrokenIn>,
}

/// The content in which a link of a change request is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenIn {
    /// The change request alone.
    ChangeRequest,
    /// The main content too.
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

/// All links with the same destination, status and relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// The status of the links.
    pub status: Status,
    /// The purpose of the links.
    pub relation: Relation,
    /// The destination of the links.
    pub destination: Destination,
    /// The pages and reusable contents that contain the links, in order of identifier.
    pub sources: Vec<Entity>,
    /// True if one of the links is broken in a change request and not in the main content.
    newly_broken: bool,
}

/// The numbers of destinations of links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of all destinations.
    pub total: usize,
    /// The number of destinations of broken links.
    pub broken: usize,
    /// The number of destinations of links that are broken in a change request and not in the main content.
    pub newly_broken: Option<usize>,
}

/// A page of the list of links, with counts.
pub struct Links {
    /// Links by destination: broken ones first, then those into the application.
    pub page: Listing<Usage>,
    /// The numbers of destinations, whatever the status filter.
    pub counts: Counts,
    /// The destinations outside the content.
    pub others: LinkTargets,
}

/// A page or reusable content that links to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The page or reusable content.
    pub source: Entity,
    /// The space of the source, if it is another one.
    pub space: Option<SpaceId>,
}

/// The list of sources that link to an entity.
pub struct Backlinks {
    /// A page of the list of sources.
    pub page: Listing<Spot>,
    /// The other spaces of the sources.
    pub others: LinkTargets,
}

/// A link in a text and its end, as far as the content itself determines it.
struct Read {
    source: Entity,
    link: Link,
    end: End,
    /// True if the link would be newly broken in a change request.
    is_new: bool,
}

impl App {
    /// Lists the links of content by destination.
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
        let mut resolver = LinkResolver::new(self, caller, view);
        let all = usages(&mut resolver, all)?;
        let broken = || all.iter().filter(|usage| usage.status == Status::Broken);
        let newly_broken = filter.beside_main.then(|| broken().filter(|usage| usage.newly_broken).count());
        let counts = Counts { total: all.len(), broken: broken().count(), newly_broken };
        let mut shown: Vec<_> =
            all.into_iter().filter(|usage| filter.fits(usage)).map(|usage| (mark(&usage), usage)).collect();
        shown.sort_by(|(a, _), (b, _)| a.cmp(b));
        let page = Listing::slice(&shown, paging, Order::Ascending, |(mark, _)| mark.clone());
        let page = page.map(|(_, usage)| usage);
        Ok(Links { page, counts, others: resolver.others })
    }

    /// Lists the pages and reusable contents that link to an entity: those of this content, and of the main contents of
    /// other spaces that the caller may read.
    pub fn list_backlinks(
        &self,
        caller: &Caller,
        view: &View,
        to: Entity,
        paging: &Paging,
    ) -> Result<Backlinks, Error> {
        let own = view.space.id;
        let names = names_of(&view.space);
        let near = self.with_links(view, |linked| {
            if !linked.has(to)? {
                return Ok(None);
            }
            let mut near = linked.toward(to)?;
            for name in &names {
                near.extend(linked.toward_space(name)?);
            }
            let ends = near.into_iter().map(|(source, link)| Ok((source, linked.end(&link)?, link)));
            ends.collect::<Result<Vec<_>, ObjectError>>().map(Some)
        })?;
        let near = near.ok_or(Error::NotFound(noun(to)))?;
        let mut resolver = LinkResolver::new(self, caller, view);
        let mut spots = BTreeSet::new();
        for (source, end, link) in near {
            if resolver.find(&link, end)?.destination.leads_to(to) {
                spots.insert(Spot { source, space: None });
            }
        }
        for space in self.linking(&view.space)?.into_iter().filter(|space| *space != own) {
            let Some(other) = resolver.view(space)? else { continue };
            let is_near = other.space.organization == view.space.organization;
            let names = if is_near { &names[..] } else { &names[..1] };
            let far = self.with_links(other, |linked| {
                let far: Result<Vec<_>, _> = names.iter().map(|name| linked.toward_space(name)).collect();
                Ok(far?.concat())
            })?;
            for (source, link) in far {
                if resolver.find(&link, End::Elsewhere)?.destination.leads_to(to) {
                    spots.insert(Spot { source, space: Some(space) });
                }
            }
        }
        let spots: Vec<_> = spots.into_iter().map(|spot| (spot_mark(&spot), spot)).collect();
        let page = Listing::slice(&spots, paging, Order::Ascending, |(mark, _)| mark.clone());
        Ok(Backlinks { page: page.map(|(_, spot)| spot), others: resolver.others })
    }

    /// Returns the spaces whose main content names a space: by its identifier, or, in its organization, by a former one.
    fn linking(&self, space: &Space) -> Result<BTreeSet<SpaceId>, Error> {
        self.inner.db.read(|tx| {
            let mut linking: BTreeSet<SpaceId> = linked_spaces::toward(tx, space.id)?.into_iter().collect();
            for name in space.former_ids.iter().filter_map(SpaceName::read) {
                linking.extend(linked_spaces::toward_name(tx, space.organization, &name)?);
            }
            Ok(linking)
        })
    }

    /// Returns true if the links stored with content equal those read from its texts again.
    pub fn check_links(&self, view: &View) -> Result<bool, Error> {
        self.objects(view, |map, objects| {
            let read = links::build(&map, &mut Draft::new(objects))?;
            Ok(view.revision.links == Some(read.root()))
        })
    }

    /// Calls `work` with the links of a view's content.
    pub(crate) fn with_links<T>(
        &self,
        view: &View,
        work: impl Fn(&Linked<'_>) -> Result<T, ObjectError>,
    ) -> Result<T, Error> {
        self.read_texts(|tx, watch| {
            let stored = Stored::new(tx, view.space.organization, &self.inner.caches.content.objects);
            Ok(of_revision(&view.revision, &watch.over(&stored), &work)?)
        })
    }
}

/// Returns the names of a space in links: its identifier, then the former ones.
fn names_of(space: &Space) -> Vec<String> {
    std::iter::once(space.id.to_string()).chain(space.former_ids.iter().map(str::to_owned)).collect()
}

/// Calls `work` with the links of a revision; a revision stored without links has them read from the content.
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

/// Returns the links of content, or of one page of it; `before` is the main content beside a change request.
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

/// Groups links by destination.
fn usages(resolver: &mut LinkResolver<'_>, all: Vec<Read>) -> Result<Vec<Usage>, Error> {
    let mut usages: BTreeMap<(Status, Relation, Destination), (BTreeSet<Entity>, bool)> = BTreeMap::new();
    for Read { source, link, end, is_new } in all {
        let Found { status, destination } = resolver.find(&link, end)?;
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

/// Returns the position of a usage in the list.
fn mark(usage: &Usage) -> SortKey {
    let name = Hash::of(format!("{:?} {:?}", usage.destination, usage.relation).as_bytes());
    let rank = match usage.status {
        Status::Broken => 0,
        Status::InApp => 1,
        Status::Ok => 2,
    };
    SortKey { sort: Sort::Number(rank), id: Uid(std::array::from_fn(|at| name.0[at])) }
}

/// Returns the position of a spot in the list: those of the content itself come first.
fn spot_mark(spot: &Spot) -> SortKey {
    let space = spot.space.map(|space| space.to_string()).unwrap_or_default();
    SortKey { sort: Sort::Text(space), id: spot.source.id() }
}

fn noun(entity: Entity) -> &'static str {
    match entity {
        Entity::Page(_) => "page",
        Entity::File(_) => "file",
        Entity::Reusable(_) => "reusable content",
    }
}
