//! Redirects of sites: rules that people set. Paths that pages and sections had before lead on by themselves.

use quire_content::record::PageKind;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, PageId, SiteId, SiteRedirectId, SiteSpaceId};
use quire_model::paging::{Listing, Mark, Order, Paging};
use quire_model::redirects::{Destination, MOST_REDIRECTS, Place, Refused, Rule, Rules, Source, check, normal};
use quire_model::site_structure::Structure;
use quire_store::{Read, site_redirects as stored};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSite, Proof, ViewSite};
use crate::callers::Caller;
use crate::content::Version;
use crate::errors::{Error, FirstFault};
use crate::site_addresses;
use crate::sites::{ShownSite, Site};
use crate::writing::Change;

/// A redirect that is to be.
#[derive(Debug, Clone)]
pub struct NewRedirect {
    /// Which paths it is about.
    pub source: Source,
    /// Where they lead.
    pub destination: Destination,
    /// Whether what the wildcard stands for is added to the destination.
    pub captures: bool,
}

/// What is to change of a redirect; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct RedirectChanges {
    /// Which paths it is about.
    pub source: Option<Source>,
    /// Where they lead.
    pub destination: Option<Destination>,
    /// Whether what the wildcard stands for is added to the destination.
    pub captures: Option<bool>,
}

/// One of many changes.
#[derive(Debug, Clone)]
pub enum Step {
    /// A redirect is as this says: the one that is named, else the one from the same source, else a new one.
    Put(Option<SiteRedirectId>, NewRedirect),
    /// A redirect is not there.
    Remove(SiteRedirectId),
    /// There is no redirect from this source.
    RemoveFrom(Source),
}

/// What came of one of many changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There was none before.
    Created,
    /// It was different before.
    Updated,
    /// It was like this before.
    Unchanged,
    /// It is not there any more.
    Deleted,
}

/// A redirect and where it leads.
pub struct FoundRedirect {
    /// The redirect.
    pub rule: Rule,
    /// The address.
    pub target: String,
}

impl App {
    /// The redirects of a site whose source has this in it, in order of sources.
    pub fn list_site_redirects(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        search: Option<&str>,
        paging: &Paging,
    ) -> Result<Listing<Rule>, Error> {
        let mut found = self.inner.db.read(|tx| {
            access::site::<ViewSite>(tx, caller, organization, site)?;
            Ok::<_, Error>(stored::of_site(tx, organization, site)?)
        })?;
        let key = |rule: &Rule| rule.source.to_string();
        found.retain(|rule| search.is_none_or(|text| key(rule).contains(text)));
        found.sort_by_cached_key(key);
        Ok(Listing::slice(&found, paging, Order::Ascending, |rule| Mark::from((key(rule).as_str(), rule.id.0))))
    }

    /// Adds a redirect.
    pub fn create_site_redirect(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        new: &NewRedirect,
    ) -> Result<Rule, Error> {
        let id = SiteRedirectId(self.fresh_id());
        self.write(caller, |change| {
            let mut all = Editing::begin(self, change, caller, organization, site)?;
            let rule = made(id, new.clone())?;
            all.rules.push(rule.clone());
            all.finish(change, &[], std::slice::from_ref(&rule))?;
            Ok(rule)
        })
    }

    /// Changes a redirect.
    pub fn update_site_redirect(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        id: SiteRedirectId,
        changes: &RedirectChanges,
    ) -> Result<Rule, Error> {
        self.write(caller, |change| {
            let mut all = Editing::begin(self, change, caller, organization, site)?;
            let rule = all.rules.iter_mut().find(|rule| rule.id == id).ok_or(Error::NotFound("redirect"))?;
            let before = rule.clone();
            *rule = made(id, changed(before.clone(), changes))?;
            let after = rule.clone();
            if after != before {
                all.finish(change, &[], std::slice::from_ref(&after))?;
            }
            Ok(after)
        })
    }

    /// Removes a redirect. Nothing happens where there is none.
    pub fn delete_site_redirect(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        id: SiteRedirectId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let mut all = match Editing::begin(self, change, caller, organization, site) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let before = all.rules.len();
            all.rules.retain(|rule| rule.id != id);
            if all.rules.len() < before { all.finish(change, &[id], &[]) } else { Ok(()) }
        })
    }

    /// Makes many changes, all or none. What comes back is each redirect as it is, or was, with what came of it.
    pub fn change_site_redirects(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        steps: &[Step],
    ) -> Result<Vec<(Option<Rule>, Outcome)>, Error> {
        let fresh: Vec<_> = steps.iter().map(|_| SiteRedirectId(self.fresh_id())).collect();
        self.write(caller, |change| {
            let mut all = Editing::begin(self, change, caller, organization, site)?;
            let before = all.rules.clone();
            let mut outcomes = Vec::with_capacity(steps.len());
            for (at, (step, fresh)) in steps.iter().zip(&fresh).enumerate() {
                let told = |error| match error {
                    Error::Invalid(message) => Error::Invalid(format!("redirects[{at}].{message}")),
                    Error::Missing(message) => Error::Missing(format!("redirects[{at}].{message}")),
                    other => other,
                };
                outcomes.push(all.step(step, *fresh).map_err(told)?);
            }
            let gone = |rule: &&Rule| !all.rules.iter().any(|other| other.id == rule.id);
            let removed: Vec<_> = before.iter().filter(gone).map(|rule| rule.id).collect();
            let written: Vec<_> = all.rules.iter().filter(|rule| !before.contains(rule)).cloned().collect();
            if !removed.is_empty() || !written.is_empty() {
                all.finish(change, &removed, &written)?;
            }
            Ok(outcomes)
        })
    }

    /// The redirect of a path, and where it leads. `share_key` is the secret that is to be in the address, if it opens
    /// the site.
    pub fn find_site_redirect(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        path: &str,
        share_key: Option<&str>,
    ) -> Result<FoundRedirect, Error> {
        let (shown, rules) = self.inner.db.read(|tx| {
            let site = access::site::<ViewSite>(tx, caller, organization, site)?;
            let rules = redirects(tx, organization, site.id)?;
            let secret = self.secret_among(tx, &site, share_key)?;
            Ok::<_, Error>((self.show_site(tx, site, secret.as_deref())?, rules))
        })?;
        let rule = rules.find(path).ok_or(Error::NotFound("redirect"))?.rule.clone();
        let first = FirstFault::default();
        let mut pages = |space, page| first.there(self.page_path(&shown.structure, space, page)).flatten();
        let place = rules.follow(path, |it| locate(&shown.structure, &shown.base, it, &mut pages), |_| false);
        first.check()?;
        let target = place.map(|place| address(&shown, place)).ok_or(Error::NotFound("destination of the redirect"))?;
        Ok(FoundRedirect { rule, target })
    }

    /// The path of a page on a site; that of the page that its space begins with is the space's.
    fn page_path(&self, structure: &Structure, space: SiteSpaceId, page: PageId) -> Result<Option<String>, Error> {
        let Some((_, on_site)) = structure.site_space(space) else { return Ok(None) };
        let view = self.view(&Caller::operator(), on_site.space, Version::Main)?;
        let outline = self.outline(&view)?;
        let Some(path) = outline.path(page) else { return Ok(None) };
        let start = site_addresses::of_space("", None, structure, space);
        let is_text =
            |id: &PageId| outline.page(*id).is_some_and(|page| matches!(page.kind, PageKind::Document { .. }));
        let is_first = outline.walk().find(is_text) == Some(page);
        Ok(Some(if is_first { start } else { normal(&format!("{start}{path}")) }))
    }
}

/// The redirects of a site, for those who hold the right to know.
pub(crate) fn redirects(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
) -> Result<Rules, quire_store::Error> {
    Ok(Rules::new(stored::of_site(tx, organization, site)?))
}

/// Where a destination is on a site with this base, which has no slash at its end. `page` gives the path of a page.
pub fn locate(
    structure: &Structure,
    base: &str,
    destination: &Destination,
    page: &mut dyn FnMut(SiteSpaceId, PageId) -> Option<String>,
) -> Option<Place> {
    match destination {
        Destination::SiteSection { site_section_id } => {
            let (_, section) = structure.section(*site_section_id)?;
            Some(Place::Here(site_addresses::of_section("", None, structure, section)))
        }
        Destination::SiteSpace { site_space_id } => {
            structure.site_space(*site_space_id)?;
            Some(Place::Here(site_addresses::of_space("", None, structure, *site_space_id)))
        }
        Destination::SitePage { site_space_id, page_id } => page(*site_space_id, *page_id).map(Place::Here),
        Destination::Url { url } => Some(match url.as_str().strip_prefix(base) {
            Some(path) if path.starts_with('/') => Place::Here(path.to_owned()),
            _ => url.place(),
        }),
    }
}

/// The address of a place.
fn address(site: &ShownSite, place: Place) -> String {
    match place {
        Place::Here(path) => {
            let start = site_addresses::of_site(&site.base, site.secret.as_deref());
            format!("{start}{}", path.trim_start_matches('/'))
        }
        Place::Elsewhere(url) => url,
    }
}

/// The redirects of a site that are about to change.
struct Editing {
    site: Proof<Site, ManageSite>,
    base: String,
    rules: Vec<Rule>,
}

impl Editing {
    fn begin(
        app: &App,
        change: &mut Change<'_, '_>,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
    ) -> Result<Self, Error> {
        let site = access::site(change.tx, caller, organization, id)?;
        let seen = access::site(change.tx, caller, organization, id)?;
        let base = app.show_site(change.tx, seen, None)?.base;
        let rules = stored::of_site(change.tx, organization, id)?;
        Ok(Self { site, base, rules })
    }

    fn step(&mut self, step: &Step, fresh: SiteRedirectId) -> Result<(Option<Rule>, Outcome), Error> {
        let removed = match step {
            Step::Put(id, new) => return self.put(*id, new, fresh).map(|(rule, outcome)| (Some(rule), outcome)),
            Step::Remove(id) => self.rules.extract_if(.., |rule| rule.id == *id).next(),
            Step::RemoveFrom(source) => self.rules.extract_if(.., |rule| rule.source == *source).next(),
        };
        Ok((removed, Outcome::Deleted))
    }

    fn put(
        &mut self,
        id: Option<SiteRedirectId>,
        new: &NewRedirect,
        fresh: SiteRedirectId,
    ) -> Result<(Rule, Outcome), Error> {
        let is_it = |rule: &&mut Rule| id.map_or_else(|| rule.source == new.source, |id| rule.id == id);
        let Some(found) = self.rules.iter_mut().find(is_it) else {
            if let Some(id) = id {
                return Err(Error::Missing(format!("id: there is no redirect {id}")));
            }
            let rule = made(fresh, new.clone())?;
            self.rules.push(rule.clone());
            return Ok((rule, Outcome::Created));
        };
        let rule = made(found.id, new.clone())?;
        let outcome = if rule == *found { Outcome::Unchanged } else { Outcome::Updated };
        found.clone_from(&rule);
        Ok((rule, outcome))
    }

    /// Checks that the redirects may be together, and writes what changed.
    fn finish(&self, change: &mut Change<'_, '_>, removed: &[SiteRedirectId], written: &[Rule]) -> Result<(), Error> {
        if self.rules.len() > MOST_REDIRECTS {
            return Err(Error::Conflict(format!("redirects: a site may have at most {MOST_REDIRECTS}")));
        }
        for rule in written {
            exists(&self.site.structure, &rule.destination)?;
        }
        check(&self.rules, |it| locate(&self.site.structure, &self.base, it, &mut |_, _| None))
            .map_err(|e| refused(&e))?;
        let (organization, site) = (self.site.organization, self.site.id);
        // What goes first makes its source free for what comes.
        for id in removed.iter().chain(written.iter().map(|rule| &rule.id)) {
            stored::delete(change.tx, organization, site, *id)?;
        }
        for rule in written {
            stored::put(change.tx, organization, site, rule)?;
        }
        let sources: Vec<_> = written.iter().take(20).map(|rule| rule.source.to_string()).collect();
        let detail = json!({ "sources": sources, "written": written.len(), "removed": removed.len() });
        change.record(organization.0, EventKind::SiteRedirected, site.0, &detail)
    }
}

/// Refuses destinations on other sites. Whether a page is there is known only to who reads its space.
fn exists(structure: &Structure, destination: &Destination) -> Result<(), Error> {
    let (field, found) = match destination {
        Destination::SiteSection { site_section_id: id } => ("siteSectionId", structure.section(*id).is_some()),
        Destination::SiteSpace { site_space_id: id } | Destination::SitePage { site_space_id: id, .. } => {
            ("siteSpaceId", structure.site_space(*id).is_some())
        }
        Destination::Url { .. } => return Ok(()),
    };
    let missing = || Error::Missing(format!("destination.{field}: there is nothing like this on the site"));
    if found { Ok(()) } else { Err(missing()) }
}

fn changed(before: Rule, changes: &RedirectChanges) -> NewRedirect {
    NewRedirect {
        source: changes.source.clone().unwrap_or(before.source),
        destination: changes.destination.clone().unwrap_or(before.destination),
        captures: changes.captures.unwrap_or(before.captures),
    }
}

/// A redirect whose fields fit together.
fn made(id: SiteRedirectId, new: NewRedirect) -> Result<Rule, Error> {
    let NewRedirect { source, destination, captures } = new;
    if captures && !source.is_open() {
        return Err(Error::Invalid("captureWildcard: needs a source that ends in *".to_owned()));
    }
    if captures && !destination.can_be_extended() {
        let message = "destination.url: must have no query and no anchor where captureWildcard is true";
        return Err(Error::Invalid(message.to_owned()));
    }
    Ok(Rule { id, source, destination, captures })
}

fn refused(refusal: &Refused) -> Error {
    Error::Conflict(format!("source: {refusal}"))
}
