//! Permissions on spaces, collections and sites: grants, effective roles of members, and their explanation.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::rights::Rule;
use quire_model::roles::Role;
pub use quire_store::grants::Holder;
use quire_store::grants::{self, Grant};
use quire_store::users::{self, User};
use quire_store::{Read, collections, members, sites, spaces, teams};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageCollection, ManageSite, ManageSpace, ViewCollection, ViewSite, ViewSpace};
use crate::callers::Caller;
use crate::callers::rights::Reason;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::teams::ShownTeam;

/// The space, collection or site that permissions are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A space by its identifier.
    Space(SpaceId),
    /// A collection by its identifier.
    Collection(CollectionId),
    /// A site of an organization.
    Site(OrganizationId, SiteId),
}

impl Subject {
    /// Returns the identifier alone.
    pub fn id(self) -> Uid {
        match self {
            Self::Space(id) => id.0,
            Self::Collection(id) => id.0,
            Self::Site(_, id) => id.0,
        }
    }
}

/// A user or a team in a request to grant a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The kind of holder.
    pub kind: Holder,
    /// The identifier; for a user alternatively the e-mail address.
    pub name: String,
}

/// A role with its holder.
pub struct Permission<T> {
    /// The granted or effective role.
    pub role: Role,
    /// The user or team that has the role.
    pub holder: T,
}

/// The reason why a member has a role or none, with the titles of the entities that decided.
pub struct Explanation {
    /// The member in question.
    pub user: User,
    /// The effective role; `None` if the content is hidden from them.
    pub role: Option<Role>,
    /// The rule that decided.
    pub rule: Rule,
    /// The entity whose grant or default level decided; `None` if the organization did.
    pub at: Option<TitledSubject>,
    /// The teams with the deciding grant.
    pub teams: Vec<ShownTeam>,
}

/// A space, collection or site with its title.
#[derive(Debug, Clone)]
pub struct TitledSubject {
    /// The kind and the identifier.
    pub subject: Subject,
    /// The title of the entity.
    pub title: String,
}

impl App {
    /// Grants a role to users and teams, all or none.
    pub fn grant(&self, caller: &Caller, subject: Subject, to: &[Named], role: Role) -> Result<(), Error> {
        self.write(caller, |change| {
            let organization = managed(change.tx, caller, subject)?;
            for named in to {
                let holder = resolve(change.tx, organization, named)?;
                put(change, organization, subject, named.kind, &Grant { holder, role })?;
            }
            change.rights(organization)
        })
    }

    /// Changes the role in an existing grant of one holder.
    pub fn regrant(
        &self,
        caller: &Caller,
        subject: Subject,
        kind: Holder,
        holder: Uid,
        role: Role,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let organization = managed(change.tx, caller, subject)?;
            grants::get(change.tx, organization, subject.id(), kind, holder)?.ok_or(Error::NotFound("permission"))?;
            put(change, organization, subject, kind, &Grant { holder, role })?;
            change.rights(organization)
        })
    }

    /// Removes the grant of one holder. Does nothing if there is none.
    pub fn revoke(&self, caller: &Caller, subject: Subject, kind: Holder, holder: Uid) -> Result<(), Error> {
        self.write(caller, |change| {
            let organization = match managed(change.tx, caller, subject) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            if grants::delete(change.tx, organization, subject.id(), kind, holder)? {
                change.rights(organization)?;
                let detail = json!({ "holder": holder.to_string() });
                change.record(organization.0, EventKind::GrantRemoved, subject.id(), &detail)?;
            }
            Ok(())
        })
    }

    /// Returns an error unless the caller may change the permissions on this entity.
    pub fn check_grants(&self, caller: &Caller, subject: Subject) -> Result<(), Error> {
        self.inner.db.read(|tx| managed(tx, caller, subject).map(drop))
    }

    /// Lists the users with grants of their own.
    pub fn list_user_permissions(
        &self,
        caller: &Caller,
        subject: Subject,
        paging: &Paging,
    ) -> Result<Listing<Permission<User>>, Error> {
        self.inner.db.read(|tx| {
            let organization = managed(tx, caller, subject)?;
            let page = grants::of_users(tx, organization, subject.id(), paging)?;
            page.try_filter_map(|grant| {
                let found = members::person(tx, organization, UserId(grant.holder))?;
                Ok(found.map(|holder| Permission { role: grant.role, holder }))
            })
        })
    }

    /// Lists the teams with grants.
    pub fn list_team_permissions(
        &self,
        caller: &Caller,
        subject: Subject,
        paging: &Paging,
    ) -> Result<Listing<Permission<ShownTeam>>, Error> {
        let (organization, page) = self.inner.db.read(|tx| {
            let organization = managed(tx, caller, subject)?;
            let page = grants::of_teams(tx, organization, subject.id(), paging)?;
            Ok::<_, Error>((organization, page))
        })?;
        page.try_filter_map(|grant| {
            let found = self.team_of(caller, organization, grant.holder)?;
            Ok(found.map(|holder| Permission { role: grant.role, holder }))
        })
    }

    /// Returns the grant of one user.
    pub fn get_user_permission(
        &self,
        caller: &Caller,
        subject: Subject,
        user: UserId,
    ) -> Result<Permission<User>, Error> {
        self.inner.db.read(|tx| {
            let (organization, grant) = held(tx, caller, subject, Holder::User, user.0)?;
            let holder = members::person(tx, organization, user)?.ok_or(Error::NotFound("permission"))?;
            Ok(Permission { role: grant.role, holder })
        })
    }

    /// Returns the grant of one team.
    pub fn get_team_permission(
        &self,
        caller: &Caller,
        subject: Subject,
        team: Uid,
    ) -> Result<Permission<ShownTeam>, Error> {
        let (organization, grant) = self.inner.db.read(|tx| held(tx, caller, subject, Holder::Team, team))?;
        let found = self.team_of(caller, organization, team)?;
        Ok(Permission { role: grant.role, holder: found.ok_or(Error::NotFound("permission"))? })
    }

    /// Lists every member who has access, with their effective role, in the order in which they joined the
    /// organization.
    pub fn list_effective_permissions(
        &self,
        caller: &Caller,
        subject: Subject,
        role: Option<Role>,
        paging: &Paging,
    ) -> Result<Listing<Permission<User>>, Error> {
        let organization = self.inner.db.read(|tx| managed(tx, caller, subject))?;
        let rights = self.rights(organization)?;
        let marks = rights.members().map(|member| (member.joined_at.0, member.user_id.0));
        let mut all: Vec<_> =
            marks.filter_map(|mark| Some((mark, rights.role(UserId(mark.1), subject.id())?))).collect();
        all.retain(|(_, found)| role.is_none_or(|wanted| wanted == *found));
        let page = Listing::slice(&all, paging, Order::Ascending, |(mark, _)| *mark);
        self.inner.db.read(|tx| {
            page.clone().try_filter_map(|((_, user), role)| {
                let holder = members::person(tx, organization, UserId(user))?;
                Ok::<_, Error>(holder.map(|holder| Permission { role, holder }))
            })
        })
    }

    /// Explains the role of a member. Callers may ask about themselves; about others only if they manage the entity.
    pub fn explain_permission(&self, caller: &Caller, subject: Subject, user: UserId) -> Result<Explanation, Error> {
        let organization = self.inner.db.read(|tx| {
            if caller.user() == Some(user) { viewed(tx, caller, subject) } else { managed(tx, caller, subject) }
        })?;
        let reason = self.rights(organization)?.explain(user, subject.id()).ok_or(Error::NotFound("member"))?;
        self.tell(caller, organization, user, &reason)
    }

    /// Returns the team with this identifier, if the caller can see it.
    fn team_of(&self, caller: &Caller, organization: OrganizationId, id: Uid) -> Result<Option<ShownTeam>, Error> {
        match self.inner.db.read(|tx| access::team(tx, caller, organization, TeamId(id))) {
            Ok(team) => self.show_team(team).map(Some),
            Err(Error::NotFound(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn tell(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
        reason: &Reason,
    ) -> Result<Explanation, Error> {
        let (user, at) = self.inner.db.read(|tx| {
            let user = members::person(tx, organization, user)?.ok_or(Error::NotFound("member"))?;
            Ok::<_, Error>((user, reason.at.map(|at| place(tx, organization, at)).transpose()?.flatten()))
        })?;
        let teams = reason.teams.iter().filter_map(|team| self.team_of(caller, organization, *team).transpose());
        let teams = teams.collect::<Result<_, _>>()?;
        Ok(Explanation { user, role: reason.outcome.role, rule: reason.outcome.rule, at, teams })
    }
}

/// Returns the organization of an entity whose permissions the caller may manage.
fn managed(tx: &mut Read<'_>, caller: &Caller, subject: Subject) -> Result<OrganizationId, Error> {
    Ok(match subject {
        Subject::Space(id) => access::space::<ManageSpace>(tx, caller, id)?.organization,
        Subject::Collection(id) => access::collection::<ManageCollection>(tx, caller, id)?.organization,
        Subject::Site(organization, id) => access::site::<ManageSite>(tx, caller, organization, id)?.organization,
    })
}

/// Returns the organization of an entity that the caller can see.
fn viewed(tx: &mut Read<'_>, caller: &Caller, subject: Subject) -> Result<OrganizationId, Error> {
    Ok(match subject {
        Subject::Space(id) => access::space::<ViewSpace>(tx, caller, id)?.organization,
        Subject::Collection(id) => access::collection::<ViewCollection>(tx, caller, id)?.organization,
        Subject::Site(organization, id) => access::site::<ViewSite>(tx, caller, organization, id)?.organization,
    })
}

fn held(
    tx: &mut Read<'_>,
    caller: &Caller,
    subject: Subject,
    kind: Holder,
    holder: Uid,
) -> Result<(OrganizationId, Grant), Error> {
    let organization = managed(tx, caller, subject)?;
    let grant = grants::get(tx, organization, subject.id(), kind, holder)?;
    Ok((organization, grant.ok_or(Error::NotFound("permission"))?))
}

/// Returns the identifier of a named member or team of the organization; for others, an error that contains the name.
fn resolve(tx: &mut Read<'_>, organization: OrganizationId, named: &Named) -> Result<Uid, Error> {
    let id: Option<Uid> = named.name.parse().ok();
    let found = match named.kind {
        Holder::User => {
            let user = match id {
                Some(id) => Some(UserId(id)),
                None => users::by_email(tx, &named.name)?.map(|user| user.id),
            };
            let member = user.map(|user| members::get(tx, organization, user)).transpose()?.flatten();
            user.filter(|_| member.is_some()).map(Uid::from)
        }
        Holder::Team => id.map(|id| exists(tx, organization, id)).transpose()?.flatten(),
    };
    let (field, noun) = match named.kind {
        Holder::User => ("users", "member"),
        Holder::Team => ("teams", "team"),
    };
    found.ok_or_else(|| Error::Invalid(format!("{field}: {} is no {noun} of the organization", named.name)))
}

fn exists(tx: &mut Read<'_>, organization: OrganizationId, id: Uid) -> Result<Option<Uid>, Error> {
    Ok(teams::get(tx, organization, TeamId(id))?.map(|team| team.id.0))
}

fn put(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    subject: Subject,
    kind: Holder,
    grant: &Grant,
) -> Result<(), Error> {
    grants::put(change.tx, organization, subject.id(), kind, grant)?;
    let detail = json!({ "holder": grant.holder.to_string(), "role": grant.role.as_str() });
    change.record(organization.0, EventKind::GrantChanged, subject.id(), &detail)
}

fn place(tx: &mut Read<'_>, organization: OrganizationId, id: Uid) -> Result<Option<TitledSubject>, Error> {
    if let Some(space) = spaces::get(tx, SpaceId(id))? {
        return Ok(Some(TitledSubject { subject: Subject::Space(space.id), title: space.title }));
    }
    if let Some(found) = collections::get(tx, CollectionId(id))? {
        return Ok(Some(TitledSubject { subject: Subject::Collection(found.id), title: found.title }));
    }
    let found = sites::get(tx, organization, SiteId(id))?;
    Ok(found.map(|site| TitledSubject { subject: Subject::Site(organization, site.id), title: site.title }))
}
