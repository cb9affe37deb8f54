//! Invitations by e-mail address, which create memberships at once.

use std::collections::BTreeMap;

use quire_model::addresses::EmailAddress;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::patch::Patch;
use quire_model::roles::Role;
use quire_model::scopes::Scope;
use quire_store::members::Member;
use quire_store::users as stored_users;

use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::accounts::users;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::members;
use crate::orgs::members::JoinMethod;

/// The maximum number of addresses in one call.
const MAX_INVITED: usize = 100;

/// A person to invite.
#[derive(Debug, Clone)]
pub struct Invitee {
    /// The e-mail address that identifies the user.
    pub email: EmailAddress,
    /// The role, cleared for guests; by default that of the call.
    pub role: Patch<Role>,
}

/// An invitation of several people to an organization.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The people to invite.
    pub people: Vec<Invitee>,
    /// The role of people without their own, cleared for guests; by default that of the organization.
    pub role: Patch<Role>,
    /// True if the members are to sign in by single sign-on.
    pub sso: bool,
}

/// The outcome of an invitation.
#[derive(Debug, Clone)]
pub struct Invited {
    /// The users with the given addresses, each once, in the order of the call.
    pub users: Vec<UserId>,
    /// The number of them who became members.
    pub count: u64,
}

impl App {
    /// Makes people members by their addresses. Creates a user for an unknown address; existing members do not change.
    pub fn invite_people(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        invitation: &Invitation,
    ) -> Result<Invited, Error> {
        let people = each_once(&invitation.people)?;
        let invited = self.write(caller, |change| {
            let org = access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let default = invitation.role.after(org.default_role);
            let mut invited = Invited { users: Vec::new(), count: 0 };
            for person in &people {
                let user = self.user_at(change, &person.email)?;
                invited.users.push(user);
                if quire_store::members::get(change.tx, organization, user)?.is_none() {
                    self.admit(change, organization, user, person.role.after(default), invitation.sso)?;
                    self.notify_of_invitation(change, caller, organization, user)?;
                    invited.count += 1;
                }
            }
            Ok(invited)
        })?;
        tracing::info!(%organization, invited = invited.count, "people were invited");
        Ok(invited)
    }

    /// Lists the organizations that the caller was invited to and has not used yet, with their titles.
    pub fn list_own_invitations(&self, caller: &Caller) -> Result<Vec<(OrganizationId, String)>, Error> {
        let user = access::whole_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| {
            let mut found = Vec::new();
            for membership in quire_store::members::of_user(tx, user)? {
                if membership.first_used_at.is_none()
                    && let Some(org) = quire_store::orgs::get(tx, membership.organization)?
                {
                    found.push((org.id, org.title));
                }
            }
            Ok(found)
        })
    }

    /// Accepts an invitation of the caller: others of the organization see their profile from now on, and its provider of
    /// single sign-on may sign them in if they are marked. Does nothing if they use the organization already.
    pub fn accept_invitation(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        let now = self.now();
        self.write(caller, |change| {
            quire_store::members::get(change.tx, organization, user)?.ok_or(Error::NotFound("invitation"))?;
            if quire_store::members::note_use(change.tx, organization, user, now)? {
                change.touch(user.0);
            }
            Ok(())
        })
    }

    /// Declines an invitation of the caller, who leaves the organization. Does nothing if they are no member.
    pub fn decline_invitation(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.write(caller, |change| match quire_store::members::get(change.tx, organization, user)? {
            Some(member) => members::leave(change, organization, &member),
            None => Ok(()),
        })
    }

    /// Returns the user of an address, created if there is none.
    fn user_at(&self, change: &mut Change<'_, '_>, email: &EmailAddress) -> Result<UserId, Error> {
        if let Some(user) = stored_users::by_email(change.tx, email.as_str())? {
            return Ok(user.id);
        }
        let user = self.user_of(email.as_str(), email.local());
        users::insert(change, &user)?;
        stored_users::set_unclaimed(change.tx, user.id)?;
        Ok(user.id)
    }

    fn admit(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        user: UserId,
        role: Option<Role>,
        sso: bool,
    ) -> Result<(), Error> {
        members::insert(change, self, organization, user, role, JoinMethod::Invited)?;
        let Some(before) = quire_store::members::get(change.tx, organization, user)? else { return Ok(()) };
        members::update(change, organization, &before, &Member { sso, ..before.clone() })
    }
}

/// Returns the people without repetitions. One address can't have two roles.
fn each_once(people: &[Invitee]) -> Result<Vec<Invitee>, Error> {
    if people.is_empty() || people.len() > MAX_INVITED {
        return Err(Error::Invalid(format!("emails: must be 1 to {MAX_INVITED}")));
    }
    let mut roles = BTreeMap::new();
    let mut each = Vec::new();
    for (at, person) in people.iter().enumerate() {
        match roles.insert(&person.email, person.role) {
            None => each.push(person.clone()),
            Some(before) if before == person.role => {}
            Some(_) => {
                let message = format!("emails[{at}]: {} is there already with another role", person.email.as_str());
                return Err(Error::Invalid(message));
            }
        }
    }
    Ok(each)
}
