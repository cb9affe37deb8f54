//! Membership in organizations.

use quire_model::events::EventKind;
use quire_model::folding::fold;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::merge_rules::MergeRule;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::roles::{Role, TeamRole};
use quire_model::scopes::Scope;
use quire_model::text::SearchText;
pub use quire_store::members::{By, Member, Only};
use quire_store::{Read, grants, members, scim_users, sessions, sso_identities, team_members, teams, tokens, users};
use serde_json::json;

use crate::App;
use crate::access::{self, AdministrateOrganization, ListPeople, ViewOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::visitors::member_claims;

/// The maximum number of teams named in a member's claims.
const MAX_CLAIMED_TEAMS: usize = 1000;

/// The filter and order of a list of members.
#[derive(Debug, Clone)]
pub struct MemberFilter {
    /// The roles to include.
    pub only: Only,
    /// The text that a member's name or address must contain, ignoring case.
    pub search: Option<SearchText>,
    /// The property to sort by.
    pub by: By,
    /// The direction of the order.
    pub order: Order,
}

/// Changes to a member; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemberChanges {
    /// The role; cleared for guests.
    pub role: Patch<Role>,
    /// True to suspend the member's access.
    pub disabled: Option<bool>,
    /// True if the member signs in by single sign-on.
    pub sso: Option<bool>,
}

/// The way in which a user becomes a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JoinMethod {
    /// By themselves, or by the operator of the server: other members see the user's profile.
    Known,
    /// By an invitation: other members see only the invited address, until the user uses the organization.
    Invited,
}

/// A member as other members see them.
#[derive(Debug, Clone)]
pub struct ShownMember {
    /// The membership with the user's profile.
    pub member: Member,
    /// The number of spaces they have access to.
    pub spaces: u64,
}

impl App {
    /// Makes a user a member, or a guest if `role` is `None`, for the operator of the server.
    pub fn add_member(&self, organization: OrganizationId, user: UserId, role: Option<Role>) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| insert(change, self, organization, user, role, JoinMethod::Known))
    }

    /// Lists the members of an organization.
    pub fn list_members(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        filter: &MemberFilter,
        paging: &Paging,
    ) -> Result<Listing<ShownMember>, Error> {
        let sorted = (filter.by, filter.order);
        let page = self.inner.db.read(|tx| {
            access::organization::<ListPeople>(tx, caller, organization)?;
            match &filter.search {
                None => Ok::<_, Error>(members::list(tx, organization, filter.only, sorted, paging)?),
                Some(part) => Ok(search(members::all(tx, organization)?, filter, part, paging)),
            }
        })?;
        page.try_map(|member| self.show_member(organization, member))
    }

    /// Returns one member of an organization.
    pub fn get_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
    ) -> Result<ShownMember, Error> {
        let found = self.inner.db.read(|tx| {
            access::organization_of(tx, caller, organization, user)?;
            members::get(tx, organization, user)?.ok_or(Error::NotFound("member"))
        })?;
        self.show_member(organization, found)
    }

    pub(crate) fn show_member(&self, organization: OrganizationId, member: Member) -> Result<ShownMember, Error> {
        let spaces = self.rights(organization)?.count_spaces(member.user_id);
        Ok(ShownMember { member, spaces })
    }

    /// Changes a member's role, access or sign-in method.
    pub fn update_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
        changes: &MemberChanges,
    ) -> Result<ShownMember, Error> {
        let after = self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let before = members::get(change.tx, organization, user)?.ok_or(Error::NotFound("member"))?;
            let after = Member {
                role: changes.role.after(before.role),
                disabled: changes.disabled.unwrap_or(before.disabled),
                sso: changes.sso.unwrap_or(before.sso),
                ..before.clone()
            };
            if !administrates(&after) {
                keep_an_admin(change, organization, &before)?;
            }
            if changes.sso == Some(true) {
                // The next sign-in says by which name the provider knows the person.
                sso_identities::delete_of_member(change.tx, organization, user)?;
            }
            update(change, organization, &before, &after)?;
            Ok(after)
        })?;
        self.show_member(organization, after)
    }

    /// Removes a member, with their team memberships and grants in the organization; members may remove themselves.
    /// Does nothing if there is no such member.
    pub fn remove_member(&self, caller: &Caller, organization: OrganizationId, user: UserId) -> Result<(), Error> {
        self.write(caller, |change| {
            match access::organization::<ViewOrganization>(change.tx, caller, organization) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            if caller.user() == Some(user) {
                access::own_account(caller, Scope::Admin)?;
            } else {
                access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            }
            let Some(member) = members::get(change.tx, organization, user)? else { return Ok(()) };
            leave(change, organization, &member)
        })
    }

    /// Records the caller's visit, and returns a token of claims about them.
    pub fn ping_org(&self, caller: &Caller, organization: OrganizationId) -> Result<String, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let asked_with = caller.proved().ok_or(Error::NotFound("member"))?;
        let now = self.now();
        let (member, titles) = self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let member = members::get(tx, organization, user)?.ok_or(Error::NotFound("member"))?;
            let all = Paging { from: None, limit: MAX_CLAIMED_TEAMS };
            let joined = teams::of_user(tx, organization, user, None::<TeamRole>, "", &all)?;
            let titles: Vec<_> = joined.items.into_iter().map(|team| team.title).collect();
            let account = users::get(tx, user)?.ok_or(Error::NotFound("member"))?;
            // The profile that is hidden from others is still the member's own to show.
            let member = Member { display_name: account.display_name, photo_url: account.photo_url, ..member };
            Ok::<_, Error>((member, titles))
        })?;
        self.inner.db.write(|tx| members::see(tx, organization, user, now))?;
        let end = caller.bound(now.plus(member_claims::LIFETIME));
        Ok(member_claims::issue(&self.member_claims_key(organization), &member, asked_with, &titles, now, end))
    }

    /// Writes the pending first uses. Costs nothing if there are none.
    pub fn write_first_uses(&self) -> Result<(), Error> {
        let uses = self.inner.first_uses.take();
        if uses.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            for (organization, user) in &uses {
                if members::note_use(change.tx, *organization, *user, now)? {
                    // The cached caller still lacks the first use.
                    change.touch(user.0);
                }
            }
            Ok(())
        })
    }
}

/// Returns a page of the members whose name or address contains a text, ignoring case in any script.
fn search(all: Vec<Member>, filter: &MemberFilter, part: &SearchText, paging: &Paging) -> Listing<Member> {
    let part = fold(part.as_str());
    let found = |member: &Member| {
        let seen = filter.by == By::Joining || member.last_seen_at.is_some();
        let named = || fold(&member.display_name).contains(&part) || fold(&member.email).contains(&part);
        seen && filter.only.holds(member.role) && named()
    };
    let mut found: Vec<_> = all.into_iter().filter(found).collect();
    found.sort_by_key(|member| filter.by.mark(member));
    if filter.order == Order::Descending {
        found.reverse();
    }
    Listing::slice(&found, paging, filter.order, |member| filter.by.mark(member))
}

fn administrates(member: &Member) -> bool {
    member.role == Some(Role::Admin) && !member.disabled
}

/// Removes a member, with their team memberships and grants in the organization.
pub(crate) fn leave(change: &mut Change<'_, '_>, organization: OrganizationId, member: &Member) -> Result<(), Error> {
    keep_an_admin(change, organization, member)?;
    let user = member.user().id;
    team_members::delete_of_user(change.tx, organization, user)?;
    grants::delete_of_holder(change.tx, organization, user.0)?;
    members::delete(change.tx, organization, user)?;
    sso_identities::delete_of_member(change.tx, organization, user)?;
    scim_users::delete(change.tx, organization, user)?;
    sessions::delete_of_member(change.tx, user, organization)?;
    tokens::delete_of_member(change.tx, user, organization)?;
    change.touch(user.0);
    change.rights(organization)?;
    let detail = json!({ "role": member.role.map(Role::as_str) });
    change.record(organization.0, EventKind::MemberRemoved, user.0, &detail)
}

/// Returns an error if the member is the last admin of the organization.
pub(crate) fn keep_an_admin(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    member: &Member,
) -> Result<(), Error> {
    if administrates(member) && members::count_other_admins(change.tx, organization, member.user_id)? == 0 {
        return Err(Error::Conflict("the last admin of an organization must stay one".to_owned()));
    }
    Ok(())
}

/// Inserts a membership with the event.
pub(crate) fn insert(
    change: &mut Change<'_, '_>,
    app: &App,
    organization: OrganizationId,
    user: UserId,
    role: Option<Role>,
    arrival: JoinMethod,
) -> Result<(), Error> {
    let now = app.now();
    let first_used_at = (arrival == JoinMethod::Known).then_some(now);
    members::insert(change.tx, organization, user, role, now, first_used_at)?;
    // Cached callers contain their memberships.
    change.touch(user.0);
    change.rights(organization)?;
    let detail = json!({ "role": role.map(Role::as_str) });
    change.record(organization.0, EventKind::MemberAdded, user.0, &detail)
}

/// Updates a membership with the event; does nothing if it is unchanged.
pub(crate) fn update(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    before: &Member,
    after: &Member,
) -> Result<(), Error> {
    if after == before {
        return Ok(());
    }
    members::update(change.tx, organization, after)?;
    change.touch(after.user_id.0);
    change.rights(organization)?;
    let detail = json!({ "before": settings(before), "after": settings(after) });
    change.record(organization.0, EventKind::MemberUpdated, after.user_id.0, &detail)
}

fn settings(member: &Member) -> serde_json::Value {
    json!({ "role": member.role.map(Role::as_str), "disabled": member.disabled, "sso": member.sso })
}

/// Refuses merge rules that name a user who is not a member of the organization, unless the rules before named them: a
/// member who leaves must not prevent later changes of the rules.
pub(crate) fn check_merge_rules(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    before: &[MergeRule],
    after: &[MergeRule],
) -> Result<(), Error> {
    let known: Vec<UserId> = before.iter().flat_map(MergeRule::users).copied().collect();
    for (rule, position) in after.iter().zip(0..) {
        for (user, at) in rule.users().iter().zip(0..) {
            if !known.contains(user) && members::get(tx, organization, *user)?.is_none() {
                let message = format!("mergeRules.rules[{position}].users[{at}]: is not a member of the organization");
                return Err(Error::Invalid(message));
            }
        }
    }
    Ok(())
}
