//! Published sites, as their readers see them.
//!
//! A [`PublishedSite`] is the part of a site that is the same for all readers, cached until something in its
//! organization changes. A [`SiteView`] is a site as one audience sees it, and the only way to its content: content hidden
//! by a condition is not in it. [`crate::visitors`] assigns readers to audiences; HTML and HTTP are not here.

mod addresses;
pub(crate) mod caches;
pub mod content_urls;
mod files;
mod finding;
pub mod published_urls;
mod reading;
mod visible_pages;
pub mod visitor_sessions;
pub mod visitor_tokens;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{ChangeRequestId, RevisionId, SiteSpaceId, SpaceId};
use quire_model::language::Language;
use quire_model::redirects::Rules;
use quire_model::site_structure::{Item, Section, SiteSpace, Structure};
use quire_model::sites::SiteVisibility;
use quire_store::orgs::{self, Organization};
use quire_store::revisions::Revision;
use quire_store::sites::{self, Site};
use quire_store::spaces::Space;
use quire_store::{Read, change_requests, revisions};

pub use addresses::{encoded, path_of};
pub use finding::{Found, MovedPage, SitePage};
pub use quire_convert::Tag;
pub use reading::ListingKey;
pub use visible_pages::VisiblePages;

use crate::App;
use crate::access;
use crate::callers::Caller;
use crate::content::former_ids::FormerSpaces;
use crate::content::heads::{Head, head};
use crate::content::{Version, View, shows_private_specifications};
use crate::core::caches::Stamped;
use crate::core::errors::Error;
use crate::openapi_specs::latest::LatestVersions;
use crate::sites::site_customizations::{self, Customizations};
use crate::sites::{site_hostnames, site_redirects};
use crate::visitors::{Admitted, Audience, Gate, Preview, Proposal};

/// A name by which a site is requested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Name {
    /// The organization's host label and a basename that the site has or had.
    Titled {
        /// The host label of the organization.
        organization: String,
        /// The present or a former basename of the site.
        basename: String,
    },
    /// A custom host name of the site.
    Host(String),
}

/// A site, as it is for all readers.
#[derive(Clone)]
pub struct PublishedSite {
    /// The organization that owns it.
    pub organization: Organization,
    /// The site with its settings.
    pub site: Site,
    /// The structure of the site, without deleted spaces.
    pub structure: Structure,
    /// The address for readers, without a trailing slash.
    pub address: String,
    /// The rules of admission.
    pub gate: Gate,
    /// The customizations of the site and its spaces.
    pub customizations: Customizations,
    /// The latest versions of the organization's specifications.
    pub specifications: Arc<LatestVersions>,
    /// The redirects for paths without a page.
    pub(crate) redirects: Rules,
    spaces: HashMap<SpaceId, Arc<Stamped<Head>>>,
    former: FormerSpaces,
    facts: Hash,
    whole: Hash,
}

/// A site as one audience sees it.
pub struct SiteView {
    /// The site as it is for all readers.
    pub site: Arc<PublishedSite>,
    admitted: Admitted,
    visible: HashSet<SiteSpaceId>,
    preview: Option<Arc<Preview>>,
}

/// A section or a group as an audience sees it.
pub enum VisibleItem<'a> {
    /// A section outside groups.
    Section(&'a Section),
    /// A group with its visible sections, of which there is at least one.
    Group(&'a quire_model::site_structure::Group, Vec<&'a Section>),
}

impl PublishedSite {
    /// Returns a hash of everything but the content of its spaces.
    pub fn facts(&self) -> Hash {
        self.facts
    }

    /// Returns a hash of everything, including the content of its spaces and the versions of specifications.
    pub fn whole(&self) -> Hash {
        self.whole
    }

    /// Returns a space of the site.
    pub fn space(&self, id: SpaceId) -> Option<&Space> {
        self.spaces.get(&id).map(|head| &head.fact.space)
    }

    /// Returns the language of the content of a space; English if it has none.
    pub fn language_of(&self, id: SpaceId) -> Language {
        self.space(id).and_then(|space| space.language).unwrap_or(Language::En)
    }

    /// Returns the published revision of a space.
    pub fn revision(&self, id: SpaceId) -> Option<&Arc<Revision>> {
        self.spaces.get(&id).map(|head| &head.fact.revision)
    }

    /// Returns the site as it is for those who may read no private specifications.
    fn with_public_specifications(&self) -> Self {
        let hidden = |hash: Hash| Hash::of(format!("public specifications {hash}").as_bytes());
        let specifications = self.specifications.public();
        Self { specifications, facts: hidden(self.facts), whole: hidden(self.whole), ..self.clone() }
    }

    /// Returns true if search engines may index the site.
    pub fn is_indexed(&self) -> bool {
        self.site.visibility == SiteVisibility::Public
    }

    /// Returns true if all readers see the same content.
    pub fn is_same_for_all(&self) -> bool {
        matches!(self.site.visibility, SiteVisibility::Public | SiteVisibility::Unlisted) && !self.site.adaptive
    }
}

impl SiteView {
    /// Returns the audience of the reader.
    pub fn audience(&self) -> &Audience {
        self.admitted.audience()
    }

    /// Returns true if a space of the site is visible.
    pub fn sees(&self, id: SiteSpaceId) -> bool {
        self.visible.contains(&id)
    }

    /// Returns the visible spaces of a section, or of a site without sections, in order.
    pub fn variants<'a>(&'a self, section: Option<&'a Section>) -> impl Iterator<Item = &'a SiteSpace> {
        let list = section.map_or(&self.site.structure.spaces, |section| &section.spaces);
        list.list.iter().filter(|space| self.sees(space.id))
    }

    /// Returns the visible spaces of the site, each with its section, in order.
    pub fn site_spaces(&self) -> impl Iterator<Item = (Option<&Section>, &SiteSpace)> {
        self.site.structure.site_spaces().filter(|(_, space)| self.sees(space.id))
    }

    /// Returns a space of the site with its section, if it is visible.
    pub fn site_space(&self, id: SiteSpaceId) -> Option<(Option<&Section>, &SiteSpace)> {
        self.site.structure.site_space(id).filter(|_| self.sees(id))
    }

    /// Returns the place of a space on the site, if it is visible.
    pub fn space_on_site(&self, id: SpaceId) -> Option<&SiteSpace> {
        self.site_spaces().find(|(_, it)| it.space == id).map(|(_, it)| it)
    }

    /// Returns the place on the site of the space that a link names, if it is visible.
    pub fn space_named(&self, name: &str) -> Option<&SiteSpace> {
        self.space_on_site(self.site.former.find(name)?)
    }

    /// Returns the sections with visible spaces, in their groups.
    pub fn items(&self) -> Vec<VisibleItem<'_>> {
        let has_some = |section: &&Section| self.variants(Some(section)).next().is_some();
        let items = self.site.structure.items.iter().filter_map(|item| match item {
            Item::Section(section) => has_some(&section).then_some(VisibleItem::Section(section)),
            Item::Group(group) => {
                let sections: Vec<_> = group.sections.iter().filter(has_some).collect();
                (!sections.is_empty()).then_some(VisibleItem::Group(group, sections))
            }
        });
        items.collect()
    }

    /// Returns the default space of a section or of the site; the first visible one if the default is not visible.
    pub fn first_of<'a>(&'a self, section: Option<&'a Section>) -> Option<&'a SiteSpace> {
        let list = section.map_or(&self.site.structure.spaces, |section| &section.spaces);
        list.first().filter(|space| self.sees(space.id)).or_else(|| list.list.iter().find(|it| self.sees(it.id)))
    }

    /// Returns the space that the site starts with.
    pub fn first(&self) -> Option<&SiteSpace> {
        let first = self.site.structure.first().filter(|space| self.sees(space.id));
        first.or_else(|| self.site_spaces().next().map(|(_, space)| space))
    }

    /// Returns the preview that is shown in place of published content.
    pub fn preview(&self) -> Option<&Preview> {
        self.preview.as_deref()
    }

    /// Returns the content of a space of the site, with proof that it may be read, if the space is visible.
    pub fn view(&self, space: SpaceId) -> Option<View> {
        self.space_on_site(space)?;
        let head = &self.site.spaces.get(&space)?.fact;
        let preview = self.preview.as_ref().filter(|preview| preview.space == space);
        let revision = preview.map_or(&head.revision, |preview| &preview.revision).clone();
        let space = access::shown_on_site(head.space.clone(), &self.admitted);
        let reads_specifications = preview.is_some_and(|preview| preview.reads_specifications);
        Some(View { space, revision, reads_specifications })
    }

    /// Returns the root of a space's content in this visit.
    pub fn root(&self, space: SpaceId) -> Option<Hash> {
        let preview = self.preview.as_ref().filter(|preview| preview.space == space);
        preview.map(|preview| preview.revision.root).or_else(|| Some(self.site.revision(space)?.root))
    }
}

impl App {
    /// Returns the site of a name if it is cached.
    pub fn recall_site(&self, name: &Name) -> Option<Arc<PublishedSite>> {
        let known = self.inner.caches.published.sites.get(name)?;
        let organization = known.fact.organization.id;
        self.inner.epochs.fresh(organization.0, known.stamp).then(|| known.fact.clone())
    }

    /// Returns true if it is cached that no site has a host name.
    pub fn is_unused_host(&self, host: &str) -> bool {
        let stamp = self.inner.caches.published.unused_hosts.get(host);
        stamp.is_some_and(|stamp| self.inner.epochs.fresh(site_hostnames::SCOPE, stamp))
    }

    /// Returns the site of a name, from the cache if possible; `None` if there is none.
    pub fn published_site(&self, name: &Name) -> Result<Option<Arc<PublishedSite>>, Error> {
        if let Some(site) = self.recall_site(name) {
            return Ok(Some(site));
        }
        let stamp = self.inner.epochs.stamp();
        let read = self.inner.db.read(|tx| {
            let Some((organization, site)) = named(tx, name)? else { return Ok(None) };
            self.load_site(tx, stamp, organization, site).map(Some)
        })?;
        let Some(site) = read.map(Arc::new) else {
            if let Name::Host(host) = name {
                self.inner.caches.published.unused_hosts.insert(host.clone(), stamp);
            }
            return Ok(None);
        };
        self.inner.caches.published.sites.insert(name.clone(), Arc::new(Stamped { stamp, fact: site.clone() }));
        Ok(Some(site))
    }

    fn load_site(
        &self,
        tx: &mut Read<'_>,
        stamp: u64,
        organization: Organization,
        site: Site,
    ) -> Result<PublishedSite, Error> {
        let live: HashSet<_> = sites::live_spaces(tx, organization.id, site.id)?.into_iter().collect();
        let structure = site.structure.keeping(|space| live.contains(&space.space));
        let (mut spaces, mut former) = (HashMap::new(), FormerSpaces::default());
        for (_, space) in structure.site_spaces() {
            let known = self.inner.caches.content.heads.get(&space.space);
            let fresh = known.filter(|head| self.inner.epochs.fresh(organization.id.0, head.stamp));
            let head = match fresh {
                Some(head) => head,
                None => {
                    let head = Arc::new(Stamped { stamp, fact: head(tx, space.space)? });
                    self.inner.caches.content.heads.insert(space.space, head.clone());
                    head
                }
            };
            former.add(space.space, &head.fact.space.former_ids);
            spaces.insert(space.space, head);
        }
        let address = self.locate_site(tx, &site)?.base;
        let gate = self.gate_of(tx, &site)?;
        let customizations = site_customizations::customizations(tx, organization.id, site.id)?;
        let redirects = site_redirects::redirects(tx, organization.id, site.id)?;
        let specifications = Arc::new(LatestVersions::read(tx, organization.id)?);
        let (facts, whole) = names(&site, &address, &gate, &customizations, &spaces, specifications.state());
        Ok(PublishedSite {
            organization,
            site,
            structure,
            address,
            gate,
            customizations,
            specifications,
            redirects,
            spaces,
            former,
            facts,
            whole,
        })
    }

    /// Returns a site as an admitted audience may see it. With a preview, the previewed space is visible, and of the
    /// others those that are visible to the audience and that the previewing member may read. What is not merged shows
    /// private specifications to those alone who may read them.
    pub fn site_view(&self, site: Arc<PublishedSite>, admitted: Admitted, preview: Option<Arc<Preview>>) -> SiteView {
        let site = match &preview {
            Some(preview) if !shows_private_specifications(preview.reads_specifications, &preview.revision) => {
                Arc::new(site.with_public_specifications())
            }
            _ => site,
        };
        let admitted = match &preview {
            Some(preview) => admitted.among(&preview.spaces),
            None => admitted,
        };
        let audience = admitted.audience();
        let sees = |section: Option<&Section>, space: &SiteSpace| {
            let section = section.and_then(|section| section.condition.as_deref());
            let shown = audience.may_see(section) && audience.may_see(space.condition.as_deref());
            preview.as_ref().is_some_and(|preview| preview.space == space.space)
                || shown && audience.may_read(space.space)
        };
        let spaces = site.structure.site_spaces().filter(|(section, space)| sees(*section, space));
        let visible = spaces.map(|(_, space)| space.id).collect();
        SiteView { site, admitted, visible, preview }
    }

    /// Returns the preview of a version of a space, for a member of the organization who may read it.
    pub fn preview(
        &self,
        caller: &Caller,
        site: &PublishedSite,
        space: SpaceId,
        version: Version,
    ) -> Result<Preview, Error> {
        if site.space(space).is_none() {
            return Err(Error::NotFound("space"));
        }
        let view = self.view(caller, space, version)?;
        let change_request = match version {
            Version::ChangeRequest(name) => Some(self.proposal(caller, space, name)?),
            Version::Main | Version::Revision(_) => None,
        };
        let spaces = self.spaces_on_site(caller, site)?;
        let reads_specifications = view.reads_specifications;
        Ok(Preview { space, revision: view.revision, change_request, spaces, reads_specifications })
    }

    fn proposal(&self, caller: &Caller, space: SpaceId, name: ChangeRequestName) -> Result<Proposal, Error> {
        let found = self.get_change_request(caller, space, name)?.change_request;
        Ok(Proposal { id: found.id, number: found.number, subject: found.subject })
    }

    /// Returns the space of a site that has this revision.
    pub fn space_of_revision(&self, site: &PublishedSite, id: RevisionId) -> Result<Option<SpaceId>, Error> {
        self.space_with(site, |tx, space| Ok(revisions::get(tx, site.organization.id, space, id)?.is_some()))
    }

    /// Returns the space of a site that has the change request with this identifier.
    pub fn space_of_change_request(&self, site: &PublishedSite, id: ChangeRequestId) -> Result<Option<SpaceId>, Error> {
        let name = ChangeRequestName::Id(id);
        self.space_with(site, |tx, space| Ok(change_requests::get(tx, site.organization.id, space, name)?.is_some()))
    }

    fn space_with(
        &self,
        site: &PublishedSite,
        holds: impl Fn(&mut Read<'_>, SpaceId) -> Result<bool, Error>,
    ) -> Result<Option<SpaceId>, Error> {
        self.inner.db.read(|tx| {
            for space in site.spaces.keys() {
                if holds(tx, *space)? {
                    return Ok(Some(*space));
                }
            }
            Ok(None)
        })
    }
}

/// Returns the site of a name with its organization, even if it is not live.
fn named(tx: &mut Read<'_>, name: &Name) -> Result<Option<(Organization, Site)>, Error> {
    let (organization, basename) = match name {
        Name::Titled { organization, basename } => (organization, basename),
        Name::Host(host) => return site_hostnames::site_of(tx, host),
    };
    let Some(organization) = orgs::by_hostname(tx, organization)? else { return Ok(None) };
    let mut found = sites::by_basename(tx, organization.id, basename)?;
    if found.is_none()
        && let Some(id) = sites::by_old_basename(tx, organization.id, basename)?
    {
        found = sites::get(tx, organization.id, id)?;
    }
    Ok(found.map(|site| (organization, site)))
}

/// Returns hashes of a site: without and with the content of its spaces and the versions of specifications.
fn names(
    site: &Site,
    address: &str,
    gate: &Gate,
    customizations: &Customizations,
    spaces: &HashMap<SpaceId, Arc<Stamped<Head>>>,
    specifications: Option<Hash>,
) -> (Hash, Hash) {
    let mut sorted: Vec<_> = spaces.values().collect();
    sorted.sort_by_key(|head| head.fact.space.id);
    let about = |head: &Head| {
        let Space { id, title, emoji, language, former_ids, git_sync, .. } = &head.space;
        let source = git_sync.as_ref().map(|it| &it.url);
        format!("{id} {title:?} {emoji:?} {language:?} {former_ids:?} {source:?}")
    };
    let titles: Vec<_> = sorted.iter().map(|head| about(&head.fact)).collect();
    let roots: Vec<_> = sorted.iter().map(|head| head.fact.revision.root.to_string()).collect();
    let of_spaces = site.structure.site_spaces().map(|(_, space)| customizations.of_space(space.id).to_stored());
    let looks: Vec<_> = std::iter::once(customizations.of_site().to_stored()).chain(of_spaces).collect();
    let provider = gate.provider;
    let facts = Hash::of(format!("{address} {site:?} {provider:?} {titles:?} {looks:?}").as_bytes());
    (facts, Hash::of(format!("{facts} {roots:?} {specifications:?}").as_bytes()))
}
