//! Organizations: creation, settings and deletion. Their people and their claims to names are below.

pub mod claims;
pub mod deletion;
pub mod email_domains;
pub mod invites;
pub mod joining;
pub mod link_invites;
pub mod member_content;
pub mod members;
pub mod team_members;
pub mod teams;

use std::ops::Deref;

use quire_content::slug::slug;
use quire_model::addresses::{EmailDomain, Hostname, WebAddress};
use quire_model::events::EventKind;
use quire_model::ids::{JobId, OrganizationId, UserId};
use quire_model::jobs::JobKind;
use quire_model::merge_rules::MergeRules;
use quire_model::organizations::{CommunityType, OrganizationType, UseCase};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::policy::{Action, Decision, Grants, Standing, decide};
use quire_model::roles::Role;
use quire_model::scopes::Scope;
use quire_model::spaces::RETENTION;
use quire_model::text::OrganizationTitle;
pub use quire_store::orgs::Organization;
use quire_store::{
    Read, email_domains as stored_domains, jobs, orgs, sessions, sso_providers, team_members as stored_team_members,
    totp_factors,
};
use serde_json::json;

use crate::App;
use crate::access::{self, AdministrateOrganization, Proof, ViewOrganization};
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::orgs::members::JoinMethod;

/// An organization to create.
#[derive(Debug, Clone)]
pub struct NewOrganization {
    /// The title of the organization.
    pub title: OrganizationTitle,
    /// The type of organization; a business by default.
    pub kind: Option<OrganizationType>,
    /// The purpose for which it uses Quire.
    pub use_case: Option<UseCase>,
    /// The type of community, for a community.
    pub community: Option<CommunityType>,
}

/// Changes to an organization; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct OrganizationChanges {
    /// The title of the organization.
    pub title: Option<OrganizationTitle>,
    /// The label of its published content's default host name.
    pub hostname: Option<Hostname>,
    /// The e-mail domains at which users may join by themselves, once they are verified.
    pub domains: Option<Vec<EmailDomain>>,
    /// The role of users who join; cleared for guests.
    pub default_role: Patch<Role>,
    /// The default site; cleared for none.
    pub default_site: Patch<String>,
    /// The address of the logo; cleared for none.
    pub logo: Patch<WebAddress>,
    /// True if members must sign in by single sign-on.
    pub sso: Option<bool>,
    /// True to let members in with a second factor only.
    pub second_factor: Option<bool>,
    /// True to enable features that use language models.
    pub ai: Option<bool>,
    /// True if users may join by invite links.
    pub invite_links: Option<bool>,
    /// The type of organization.
    pub kind: Option<OrganizationType>,
    /// The purpose for which it uses Quire.
    pub use_case: Option<UseCase>,
    /// The type of community; cleared for none.
    pub community: Patch<CommunityType>,
    /// The conditions for merging change requests.
    pub merge_rules: Option<MergeRules>,
}

/// An organization as one caller sees it.
pub struct ShownOrganization {
    organization: Organization,
    grants: Grants,
    /// The e-mail domains at which users may join by themselves. Admins also see unverified claims.
    pub domains: Vec<String>,
    /// True if the caller owns one of its teams.
    pub owns_team: bool,
}

impl Deref for ShownOrganization {
    type Target = Organization;

    fn deref(&self) -> &Organization {
        &self.organization
    }
}

impl ShownOrganization {
    /// Returns true if the caller may do this action with it.
    pub fn may(&self, action: Action) -> bool {
        decide(self.grants, action) == Decision::Allow
    }
}

impl App {
    /// Lists the organizations that the caller is a member of.
    pub fn list_orgs(&self, caller: &Caller, paging: &Paging) -> Result<Listing<ShownOrganization>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| {
            if let Some(only) = caller.only() {
                // Not even their number says anything of the others.
                let reached = orgs::get(tx, only)?.filter(|org| caller.role_in(org.id) != Standing::Stranger);
                let page = Listing::slice(reached.as_slice(), paging, Order::Ascending, |org| org.id.0);
                return page.try_map(|org| show(tx, caller, access::listed_organization(org, caller)?));
            }
            orgs::of_member(tx, user, paging)?.try_filter_map(|org| match caller.role_in(org.id) {
                Standing::Stranger => Ok(None),
                _ => show(tx, caller, access::listed_organization(org, caller)?).map(Some),
            })
        })
    }

    /// Returns one organization that the caller can see.
    pub fn get_org(&self, caller: &Caller, id: OrganizationId) -> Result<Proof<Organization, ViewOrganization>, Error> {
        self.inner.db.read_single(|tx| access::organization(tx, caller, id))
    }

    /// Returns one organization with its domains.
    pub fn show_org(&self, caller: &Caller, id: OrganizationId) -> Result<ShownOrganization, Error> {
        self.inner.db.read(|tx| {
            let org = access::organization(tx, caller, id)?;
            show(tx, caller, org)
        })
    }

    /// Returns the first organization of the installation, for the operator's commands.
    pub fn first_org(&self) -> Result<Option<OrganizationId>, Error> {
        self.inner.db.read_single(|tx| Ok(orgs::oldest(tx)?.map(|org| org.id)))
    }

    /// Creates an organization without members, for the operator of the server.
    pub fn create_org(&self, title: &str, hostname: &str) -> Result<Organization, Error> {
        let org = self.org_of(title, hostname);
        self.write(&Caller::operator(), |change| insert(change, &org))?;
        Ok(org)
    }

    /// Creates an organization with the caller as admin.
    pub fn found_org(&self, caller: &Caller, new: &NewOrganization) -> Result<ShownOrganization, Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        let mut org = self.org_of(new.title.as_str(), "");
        org.kind = new.kind.unwrap_or(org.kind);
        org.use_case = new.use_case.unwrap_or(org.use_case);
        org.community = new.community;
        self.write(caller, |change| {
            let label = Hostname::near(&slug(&org.title), |label| orgs::is_taken(change.tx, label))?;
            org.hostname = label.into();
            insert(change, &org)?;
            members::insert(change, self, org.id, user, Some(Role::Admin), JoinMethod::Known)
        })?;
        // The caller's cached memberships do not contain it yet.
        let grants = Grants { role: Standing::Role(Role::Admin), scopes: caller.scopes() };
        Ok(ShownOrganization { organization: org, grants, domains: Vec::new(), owns_team: false })
    }

    /// Changes the settings of an organization.
    pub fn update_org(
        &self,
        caller: &Caller,
        id: OrganizationId,
        changes: &OrganizationChanges,
    ) -> Result<ShownOrganization, Error> {
        self.write(caller, |change| {
            let before = access::organization::<AdministrateOrganization>(change.tx, caller, id)?;
            let mut after = before.clone();
            apply(changes, &mut after);
            members::check_merge_rules(change.tx, id, before.merge_rules.rules(), after.merge_rules.rules())?;
            if let Some(hostname) = changes.hostname.as_ref().filter(|hostname| hostname.as_str() != before.hostname)
                && orgs::is_taken(change.tx, hostname)?
            {
                return Err(Error::Conflict(format!("hostname: {} is taken", hostname.as_str())));
            }
            if after.sso && !before.sso && !sso_providers::can_be_used(change.tx, id)? {
                return Err(Error::Conflict(
                    "sso: members could not sign in: set up a SAML or an OpenID Connect provider first, until it is active"
                        .to_owned(),
                ));
            }
            if after.second_factor && !before.second_factor && !has_factor(change.tx, caller)? {
                return Err(Error::Conflict(
                    "secondFactor: set up a second factor of your own first, on the page of your account".to_owned(),
                ));
            }
            if (after.sso, after.second_factor) != (before.sso, before.second_factor) {
                // Callers are cached with the organizations that their credentials reach.
                change.touch(callers::EVERYBODY);
            }
            orgs::update(change.tx, &after)?;
            let known = domains_of(change.tx, id)?;
            if let Some(domains) = &changes.domains {
                email_domains::replace(change, self, id, domains)?;
            }
            let domains = domains_of(change.tx, id)?;
            if after != *before || domains != known {
                let detail = json!({ "before": settings(&before, &known), "after": settings(&after, &domains) });
                change.record(id.0, EventKind::OrganizationUpdated, id.0, &detail)?;
            }
            let org = access::organization(change.tx, caller, id)?;
            show(change.tx, caller, org)
        })
    }

    /// Deletes an organization: members lose access at once, and its data is removed after seven days. Does nothing if
    /// there is no such organization.
    pub fn delete_org(&self, caller: &Caller, id: OrganizationId) -> Result<(), Error> {
        let now = self.now();
        let purge = JobId(self.fresh_id());
        self.write(caller, |change| {
            let org = match access::organization::<AdministrateOrganization>(change.tx, caller, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            orgs::hide(change.tx, id, now)?;
            let kind = JobKind::PurgeOrganization.as_str();
            jobs::enqueue(change.tx, purge, kind, id, id.0, now.plus(RETENTION))?;
            change.rights(id)?;
            change.record(id.0, EventKind::OrganizationDeleted, id.0, &json!({ "title": org.title }))
        })
    }

    pub(crate) fn org_of(&self, title: &str, hostname: &str) -> Organization {
        Organization {
            id: OrganizationId(self.fresh_id()),
            title: title.to_owned(),
            hostname: hostname.to_owned(),
            default_role: Some(Role::Read),
            created_at: self.now(),
            kind: OrganizationType::Business,
            use_case: UseCase::Other,
            community: None,
            sso: false,
            second_factor: false,
            ai: false,
            invite_links: true,
            logo: None,
            default_site: None,
            merge_rules: MergeRules::None,
        }
    }
}

/// Inserts an organization with the event.
pub(crate) fn insert(change: &mut Change<'_, '_>, org: &Organization) -> Result<(), Error> {
    orgs::insert(change.tx, org)?;
    change.record(org.id.0, EventKind::OrganizationCreated, org.id.0, &json!({ "title": org.title }))
}

/// Completes an organization for a caller with proof of permission.
fn show(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: Proof<Organization, ViewOrganization>,
) -> Result<ShownOrganization, Error> {
    let grants = org.grants();
    shown(tx, caller.user(), org.into_inner(), grants)
}

/// Completes an organization for a caller who could join it and may have no role in it yet.
pub(crate) fn show_open(tx: &mut Read<'_>, caller: &Caller, org: Organization) -> Result<ShownOrganization, Error> {
    let grants = Grants { role: caller.role_in(org.id), scopes: caller.scopes() };
    shown(tx, caller.user(), org, grants)
}

fn shown(
    tx: &mut Read<'_>,
    user: Option<UserId>,
    organization: Organization,
    grants: Grants,
) -> Result<ShownOrganization, Error> {
    let administrates = decide(grants, Action::AdministrateOrganization) == Decision::Allow;
    let domains = stored_domains::of_org(tx, organization.id)?.into_iter();
    let domains =
        domains.filter(|claim| administrates || claim.proven_at.is_some()).map(|claim| claim.domain).collect();
    let owns_team = match user {
        Some(user) => stored_team_members::owns_any(tx, organization.id, user)?,
        None => false,
    };
    Ok(ShownOrganization { organization, grants, domains, owns_team })
}

/// Returns the domains that an organization claims.
fn domains_of(tx: &mut Read<'_>, id: OrganizationId) -> Result<Vec<String>, Error> {
    Ok(stored_domains::of_org(tx, id)?.into_iter().map(|claim| claim.domain).collect())
}

/// Returns true if the caller has a second factor, or is the operator.
/// Returns true if a caller has a second factor, or a provider of single sign-on answers for it: then they reach an
/// organization that wants one.
fn has_factor(tx: &mut Read<'_>, caller: &Caller) -> Result<bool, Error> {
    let Some(user) = caller.user() else { return Ok(true) };
    let session = caller.session().map(|id| sessions::get(tx, id)).transpose()?.flatten();
    Ok(caller.only().is_some()
        || session.is_some_and(|session| session.factor)
        || totp_factors::confirmed(tx, user)?.is_some())
}

fn apply(changes: &OrganizationChanges, org: &mut Organization) {
    if let Some(title) = &changes.title {
        title.as_str().clone_into(&mut org.title);
    }
    if let Some(hostname) = &changes.hostname {
        hostname.as_str().clone_into(&mut org.hostname);
    }
    org.logo = changes.logo.as_ref().map(|logo| logo.as_str().to_owned()).after(org.logo.take());
    org.default_site = changes.default_site.clone().after(org.default_site.take());
    org.default_role = changes.default_role.after(org.default_role);
    org.sso = changes.sso.unwrap_or(org.sso);
    org.second_factor = changes.second_factor.unwrap_or(org.second_factor);
    org.ai = changes.ai.unwrap_or(org.ai);
    org.invite_links = changes.invite_links.unwrap_or(org.invite_links);
    org.kind = changes.kind.unwrap_or(org.kind);
    org.use_case = changes.use_case.unwrap_or(org.use_case);
    org.community = changes.community.after(org.community);
    if let Some(rules) = &changes.merge_rules {
        org.merge_rules.clone_from(rules);
    }
}

fn settings(org: &Organization, domains: &[String]) -> serde_json::Value {
    json!({
        "title": org.title,
        "hostname": org.hostname,
        "emailDomains": domains,
        "defaultRole": org.default_role.map(Role::as_str),
        "defaultSite": org.default_site,
        "logo": org.logo,
        "sso": org.sso,
        "secondFactor": org.second_factor,
        "ai": org.ai,
        "inviteLinks": org.invite_links,
        "type": org.kind.as_str(),
        "useCase": org.use_case.as_str(),
        "communityType": org.community.map(CommunityType::as_str),
        "mergeRules": org.merge_rules,
    })
}
