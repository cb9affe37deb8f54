//! Joining an organization by oneself: with an invite link, or by the domain of one's e-mail address.
//!
//! Joining never lowers a role.

use quire_content::id::Uid;
use quire_model::addresses::{EmailAddress, EmailDomain};
use quire_model::events::EventKind;
use quire_model::ids::{LinkInviteId, OrganizationId, UserId};
use quire_model::policy::Standing;
use quire_model::roles::Role;
use quire_model::scopes::Scope;
use quire_store::grants::{Grant, Holder};
use quire_store::link_invites::LinkInvite;
use quire_store::members::Member;
use quire_store::{Read, collections, email_domains, grants, link_invites, orgs, scim_tokens, spaces, users};
use serde_json::json;

use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::link_invites::InviteTarget;
use crate::orgs::members;
use crate::orgs::members::{JoinMethod, ShownMember};
use crate::orgs::{ShownOrganization, show_open};
use crate::{App, access};

impl App {
    /// Makes the caller a member by an invite link, or a guest with a role on its target.
    pub fn join_by_link(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: LinkInviteId,
    ) -> Result<ShownMember, Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        let now = self.now();
        let member = self.write(caller, |change| {
            let org = orgs::get(change.tx, organization)?.filter(|org| org.invite_links);
            let link = link_invites::get(change.tx, organization, id)?;
            let link = link.filter(|link| link.expires_at.is_none_or(|end| now < end) && org.is_some());
            let link = link.ok_or(Error::NotFound("invite"))?;
            let target = InviteTarget::of(&link).ok_or(Error::NotFound("invite"))?;
            if !is_there(change.tx, organization, target)? {
                return Err(Error::NotFound("invite"));
            }
            match target {
                InviteTarget::Organization => self.raise(change, organization, user, link.role)?,
                InviteTarget::Collection(_) | InviteTarget::Space(_) => {
                    self.raise(change, organization, user, None)?;
                    raise_on(change, caller, user, &link)?;
                }
            }
            quire_store::members::get(change.tx, organization, user)?.ok_or(Error::NotFound("member"))
        })?;
        self.show_member(organization, member)
    }

    /// Makes the caller a member by the domain of their address, unless a directory adds people to the organization. Does
    /// nothing if they are one.
    pub fn join_by_domain(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            let org = orgs::get(change.tx, organization)?.ok_or(Error::NotFound("organization"))?;
            if quire_store::members::get(change.tx, organization, user)?.is_some_and(|member| !member.disabled) {
                return Ok(());
            }
            let open = match domain_of(change.tx, user)? {
                Some(domain) => email_domains::organizations(change.tx, &domain)?.contains(&organization),
                None => false,
            };
            if !open {
                return Err(Error::NotFound("organization"));
            }
            if scim_tokens::get(change.tx, organization)?.is_some() {
                // Whom the directory took out would let themselves in again, and it would not know of them.
                return Err(Error::Forbidden("people are added to this organization by its directory".to_owned()));
            }
            self.raise(change, organization, user, org.default_role)
        })
    }

    /// Lists the organizations with a verified domain, if the caller belongs to them or could join them by it.
    pub fn list_orgs_of_domain(&self, caller: &Caller, domain: &EmailDomain) -> Result<Vec<ShownOrganization>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| {
            let own = domain_of(tx, user)?.as_ref() == Some(domain);
            let mut shown = Vec::new();
            for id in email_domains::organizations(tx, domain)? {
                if !own && caller.role_in(id) == Standing::Stranger {
                    continue;
                }
                if let Some(org) = orgs::get(tx, id)? {
                    shown.push(show_open(tx, caller, org)?);
                }
            }
            Ok(shown)
        })
    }

    /// Makes a user a member with at least this role. A disabled member gets an error.
    fn raise(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        user: UserId,
        role: Option<Role>,
    ) -> Result<(), Error> {
        let Some(before) = quire_store::members::get(change.tx, organization, user)? else {
            return members::insert(change, self, organization, user, role, JoinMethod::Known);
        };
        if before.disabled {
            return Err(Error::Forbidden("your access to this organization was taken away by its admins".to_owned()));
        }
        if quire_store::members::note_use(change.tx, organization, user, self.now())? {
            change.touch(user.0);
        }
        let after = Member { role: before.role.max(role), ..before.clone() };
        members::update(change, organization, &before, &after)
    }
}

/// Returns true if a link's target exists in the organization.
fn is_there(tx: &mut Read<'_>, organization: OrganizationId, target: InviteTarget) -> Result<bool, Error> {
    Ok(match target {
        InviteTarget::Organization => true,
        InviteTarget::Collection(id) => {
            collections::get(tx, id)?.is_some_and(|found| found.organization == organization)
        }
        InviteTarget::Space(id) => {
            spaces::get(tx, id)?.is_some_and(|found| found.organization == organization && found.deleted_at.is_none())
        }
    })
}

/// Grants the caller a link's role on its target, unless they have as high a role there already.
fn raise_on(change: &mut Change<'_, '_>, caller: &Caller, user: UserId, link: &LinkInvite) -> Result<(), Error> {
    let own = access::role(change.tx, caller, link.organization, link.target)?.role();
    let Some(role) = link.role.filter(|role| own < Some(*role)) else { return Ok(()) };
    let grant = Grant { holder: user.0, role };
    grants::put(change.tx, link.organization, link.target, Holder::User, &grant)?;
    change.rights(link.organization)?;
    let detail = json!({ "holder": Uid::to_string(&user.0), "role": role.as_str() });
    change.record(link.organization.0, EventKind::GrantChanged, link.target, &detail)
}

/// Returns the domain of a user's address, unless it is a public mail provider.
fn domain_of(tx: &mut Read<'_>, user: UserId) -> Result<Option<EmailDomain>, Error> {
    let email = users::get(tx, user)?.and_then(|user| EmailAddress::try_from(user.email).ok());
    Ok(email.map(|email| email.domain()).filter(|domain| !domain.is_public()))
}
