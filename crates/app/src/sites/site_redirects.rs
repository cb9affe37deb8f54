//! Redirects of sites: configured rules. Former paths of pages and sections redirect without them.

use quire_content::record::PageKind;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, PageId, SiteId, SiteRedirectId, SiteSpaceId};
use quire_model::paging::{Listing, Order, Paging, SortKey};
use quire_model::redirects::{
    Destination, MOST_REDIRECTS, RedirectLocation, Refused, Rule, Rules, Source, check, normal,
};
use quire_model::site_structure::Structure;
use quire_store::sites::Site;
use quire_store::{Read, site_redirects as stored};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSite, Proof, ViewSite};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::Version;
use crate::core::errors::{Error, FirstFault};
use crate::sites::shown::ShownSite;
use crate::sites::site_addresses;

/// A redirect to create.
#[derive(Debug, Clone)]
pub struct NewRedirect {
    /// The paths to redirect.
    pub source: Source,
    /// The target of the redirect.
    pub destination: Destination,
    /// True to append the part of the path matched by the wildcard to the destination.
    pub captures: bool,
}

/// Changes to a redirect; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct RedirectChanges {
    /// The paths to redirect.
    pub source: Option<Source>,
    /// The target of the redirect.
    pub destination: Option<Destination>,
    /// True to append the part of the path matched by the wildcard to the destination.
    pub captures: Option<bool>,
}

/// One change in a bulk request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Updates the redirect with this identifier, else the one with the same source, else creates one.
    Put(Option<SiteRedirectId>, NewRedirect),
    /// Deletes the redirect with this identifier.
    Remove(SiteRedirectId),
    /// Deletes the redirect with this source.
    RemoveFrom(Source),
}

/// The outcome of one change in a bulk request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectOutcome {
    /// A redirect was created.
    Created,
    /// An existing redirect was changed.
    Updated,
    /// The redirect was the same already.
    Unchanged,
    /// The redirect does not exist any more.
    Deleted,
}

/// A redirect with the address that it leads to.
pub struct FoundRedirect {
    /// The redirect that matches the path.
    pub rule: Rule,
    /// The address that it leads to.
    pub target: String,
}

impl App {
    /// Lists the redirects of a site whose source contains a text, ordered by source.
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
        Ok(Listing::slice(&found, paging, Order::Ascending, |rule| SortKey::from((key(rule).as_str(), rule.id.0))))
    }

    /// Creates a redirect on a site.
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

    /// Changes a redirect of a site.
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

    /// Deletes a redirect. Does nothing if there is none.
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

    /// Performs many changes, all or none. Returns each redirect as it is now, or was when deleted, with the outcome.
    pub fn change_site_redirects(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        steps: &[Step],
    ) -> Result<Vec<(Option<Rule>, RedirectOutcome)>, Error> {
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

    /// Returns the redirect of a path with its target. `share_key` is the secret to put into the address, if it gives
    /// access to the site.
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

    /// Returns the path of a page on a site; for the first page of a space, that of the space.
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

/// Reads the redirects of a site; callers have checked the right to view them.
pub(crate) fn redirects(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
) -> Result<Rules, quire_store::Error> {
    Ok(Rules::new(stored::of_site(tx, organization, site)?))
}

/// Resolves a destination on a site with this base, which has no trailing slash. `page` returns the path of a page.
pub fn locate(
    structure: &Structure,
    base: &str,
    destination: &Destination,
    page: &mut dyn FnMut(SiteSpaceId, PageId) -> Option<String>,
) -> Option<RedirectLocation> {
    match destination {
        Destination::SiteSection { site_section_id } => {
            let (_, section) = structure.section(*site_section_id)?;
            Some(RedirectLocation::Here(site_addresses::of_section("", None, structure, section)))
        }
        Destination::SiteSpace { site_space_id } => {
            structure.site_space(*site_space_id)?;
            Some(RedirectLocation::Here(site_addresses::of_space("", None, structure, *site_space_id)))
        }
        Destination::SitePage { site_space_id, page_id } => page(*site_space_id, *page_id).map(RedirectLocation::Here),
        Destination::Url { url } => Some(match url.as_str().strip_prefix(base) {
            Some(path) if path.starts_with('/') => RedirectLocation::Here(path.to_owned()),
            _ => url.place(),
        }),
    }
}

/// Returns the address of a place.
fn address(site: &ShownSite, place: RedirectLocation) -> String {
    match place {
        RedirectLocation::Here(path) => {
            let start = site_addresses::of_site(&site.base, site.secret.as_deref());
            format!("{start}{}", path.trim_start_matches('/'))
        }
        RedirectLocation::Elsewhere(url) => url,
    }
}

/// The redirects of a site during a change.
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

    fn step(&mut self, step: &Step, fresh: SiteRedirectId) -> Result<(Option<Rule>, RedirectOutcome), Error> {
        let removed = match step {
            Step::Put(id, new) => return self.put(*id, new, fresh).map(|(rule, outcome)| (Some(rule), outcome)),
            Step::Remove(id) => self.rules.extract_if(.., |rule| rule.id == *id).next(),
            Step::RemoveFrom(source) => self.rules.extract_if(.., |rule| rule.source == *source).next(),
        };
        Ok((removed, RedirectOutcome::Deleted))
    }

    fn put(
        &mut self,
        id: Option<SiteRedirectId>,
        new: &NewRedirect,
        fresh: SiteRedirectId,
    ) -> Result<(Rule, RedirectOutcome), Error> {
        let is_it = |rule: &&mut Rule| id.map_or_else(|| rule.source == new.source, |id| rule.id == id);
        let Some(found) = self.rules.iter_mut().find(is_it) else {
            if let Some(id) = id {
                return Err(Error::Missing(format!("id: there is no redirect {id}")));
            }
            let rule = made(fresh, new.clone())?;
            self.rules.push(rule.clone());
            return Ok((rule, RedirectOutcome::Created));
        };
        let rule = made(found.id, new.clone())?;
        let outcome = if rule == *found { RedirectOutcome::Unchanged } else { RedirectOutcome::Updated };
        found.clone_from(&rule);
        Ok((rule, outcome))
    }

    /// Checks the redirects for conflicts and writes the changes.
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
        // Deletes first, because sources are unique.
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

/// Refuses destinations on other sites. The existence of a page is not checked: only readers of its space may know it.
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

/// Creates a redirect, after checking that its fields fit together.
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
