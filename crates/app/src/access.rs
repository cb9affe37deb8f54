//! Proofs of permission.
//!
//! The only way to a space or an organization is a function of this module, which loads it and asks the policy in one
//! step. What it returns proves that the caller may do what its type parameter says; nothing else can make one.

use std::marker::PhantomData;
use std::ops::Deref;

use quire_content::id::Uid;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId};
use quire_model::policy::{Action, Decision, Grants, Standing, decide};
use quire_model::rights::{Step, role_on};
use quire_model::roles::{Role, TeamRole};
use quire_model::scopes::Scopes;
use quire_store::Read;
use quire_store::change_requests::{self, ChangeRequest};
use quire_store::collections::{self, Collection};
use quire_store::orgs::{self, Organization};
use quire_store::rights::{self, Climbed};
use quire_store::sites::{self, Site};
use quire_store::spaces::{self, Space};
use quire_store::team_members;
use quire_store::teams::{self, Team};

use crate::callers::{Caller, Who};
use crate::errors::Error;
use crate::published::Visit;

/// A kind of permission as a type.
pub trait Permit {
    /// The action of the policy.
    const ACTION: Action;
    /// What a caller is told who may not do it.
    const REFUSAL: &'static str;
}

macro_rules! permits {
    ($($(#[$doc:meta])* $name:ident = $action:ident, $refusal:literal;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl Permit for $name {
            const ACTION: Action = Action::$action;
            const REFUSAL: &'static str = $refusal;
        }
    )+};
}

permits! {
    /// To see an organization.
    ViewOrganization = ViewOrganization, "you may not see this organization";
    /// To change an organization's settings and people.
    AdministrateOrganization = AdministrateOrganization, "you need the role admin in this organization and a token with the scope admin";
    /// To see an organization's members and teams.
    ListPeople = ListPeople, "you need the role read in this organization";
    /// To see a team and who is in it.
    ViewTeam = ViewTeam, "you need a token with the scope read";
    /// To change a team's title and who is in it.
    CurateTeam = CurateTeam, "you must own this team or administrate its organization, with a token with the scope admin";
    /// To remove a team.
    RemoveTeam = RemoveTeam, "you need the role admin in this organization and a token with the scope admin";
    /// To create spaces and collections in an organization.
    CreateContent = CreateContent, "you need the role create in this organization and a token with the scope write";
    /// To upload files to an organization.
    UploadFile = UploadFile, "you need the role edit in this organization and a token with the scope write";
    /// To see a collection.
    ViewCollection = ViewCollection, "you need a token with the scope read";
    /// To create spaces and collections in a collection.
    CreateInCollection = CreateInCollection, "you need the role create on this collection and a token with the scope write";
    /// To change, move and delete a collection, and to say who may do what with it.
    ManageCollection = ManageCollection, "you need the role create on this collection and a token with the scope write";
    /// To read a space.
    ViewSpace = ViewSpace, "you need a token with the scope read";
    /// To discuss a space.
    CommentSpace = CommentSpace, "you need the role comment on this space and a token with the scope write";
    /// To propose changes to a space, or to edit it live.
    EditSpace = EditSpace, "you need the role edit on this space and a token with the scope write";
    /// To change main content by imports and merges.
    MergeSpace = MergeSpace, "you need the role review on this space and a token with the scope write";
    /// To change a space's settings, move, delete and restore it, and to say who may do what with it.
    ManageSpace = ManageSpace, "you need the role create on this space and a token with the scope write";
    /// To see a site, its structure and its settings.
    ViewSite = ViewSite, "you need a token with the scope read";
    /// To change, publish and delete a site, and to say who may do what with it.
    ManageSite = ManageSite, "you need the role create on this site and a token with the scope write";
}

/// The proof that a caller may do `P` with a `T`, which it holds.
pub struct Proof<T, P> {
    thing: T,
    grants: Grants,
    permit: PhantomData<P>,
}

impl<T, P> Deref for Proof<T, P> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.thing
    }
}

impl<T, P> Proof<T, P> {
    /// The thing, which is only looked at from here on.
    pub fn into_inner(self) -> T {
        self.thing
    }

    /// Whether the caller may also do this with the thing.
    pub fn may(&self, action: Action) -> bool {
        decide(self.grants, action) == Decision::Allow
    }

    /// What the caller holds on the thing.
    pub fn grants(&self) -> Grants {
        self.grants
    }
}

impl<P: Permit> Proof<Space, P> {
    /// Whoever may do anything with a space may read it.
    pub fn viewing(self) -> Result<Proof<Space, ViewSpace>, Error> {
        prove(self.thing, self.grants, "space")
    }
}

/// The proof for an organization that a caller names.
pub fn organization<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    id: OrganizationId,
) -> Result<Proof<Organization, P>, Error> {
    let found = orgs::get(tx, id)?.ok_or(Error::NotFound("organization"))?;
    let grants = grants_in(caller, id);
    used(caller, id, prove(found, grants, "organization"))
}

/// The proof for an organization whose member somebody asks about: everybody about themselves, others only if they
/// may list its people.
pub fn organization_of(
    tx: &mut Read<'_>,
    caller: &Caller,
    id: OrganizationId,
    member: UserId,
) -> Result<Proof<Organization, ViewOrganization>, Error> {
    if caller.user() != Some(member) {
        organization::<ListPeople>(tx, caller, id)?;
    }
    organization(tx, caller, id)
}

/// The proof for a team that a caller names, of an organization that they name.
pub fn team<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    id: TeamId,
) -> Result<Proof<Team, P>, Error> {
    organization::<ViewOrganization>(tx, caller, org)?;
    let found = teams::get(tx, org, id)?.ok_or(Error::NotFound("team"))?;
    on_team(tx, caller, found)
}

/// The proof for a team that is at hand.
pub(crate) fn on_team<P: Permit>(tx: &mut Read<'_>, caller: &Caller, found: Team) -> Result<Proof<Team, P>, Error> {
    let own = match caller.who() {
        Who::User(user) => team_members::get(tx, found.organization, found.id, user)?,
        Who::Operator => None,
    };
    let role = role_on_team(caller.role_in(found.organization), own);
    let organization = found.organization;
    used(caller, organization, prove(found, Grants { role, scopes: caller.scopes() }, "team"))
}

/// On a team, those who administrate the organization are admins, its owners create, and all others who may see it
/// read.
fn role_on_team(member: Standing, own: Option<TeamRole>) -> Standing {
    match (member, own) {
        (Standing::Stranger, _) => Standing::Stranger,
        (Standing::Role(Role::Admin), _) => Standing::Role(Role::Admin),
        (_, Some(TeamRole::Owner)) => Standing::Role(Role::Create),
        (Standing::Hidden, None) => Standing::Hidden,
        (_, Some(TeamRole::Member)) | (Standing::Role(_), None) => Standing::Role(Role::Read),
    }
}

/// The proof for a space that a caller names and that is not deleted.
pub fn space<P: Permit>(tx: &mut Read<'_>, caller: &Caller, id: SpaceId) -> Result<Proof<Space, P>, Error> {
    let found = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    on_space(tx, caller, found)
}

/// The proof for a space that is at hand, if it is not deleted.
pub(crate) fn on_space<P: Permit>(tx: &mut Read<'_>, caller: &Caller, space: Space) -> Result<Proof<Space, P>, Error> {
    let role = role(tx, caller, space.organization, space.id.0)?;
    with_role(space, caller, role)
}

/// The proof for a space that is at hand, for a caller who has this role on it.
pub(crate) fn with_role<P: Permit>(space: Space, caller: &Caller, role: Standing) -> Result<Proof<Space, P>, Error> {
    if space.deleted_at.is_some() {
        return Err(Error::NotFound("space"));
    }
    let organization = space.organization;
    used(caller, organization, prove(space, Grants { role, scopes: caller.scopes() }, "space"))
}

/// The proof for a space that a site shows, for a visitor to whom it is shown.
pub(crate) fn shown_on_site(space: Space, _: &Visit) -> Proof<Space, ViewSpace> {
    let grants = Grants { role: Standing::Hidden, scopes: Scopes::of(&[]) };
    Proof { thing: space, grants, permit: PhantomData }
}

/// The proof for a space that may be deleted: only for those who may manage it.
pub fn space_or_deleted(tx: &mut Read<'_>, caller: &Caller, id: SpaceId) -> Result<Proof<Space, ManageSpace>, Error> {
    let found = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    let grants = grants_on(tx, caller, found.organization, id.0)?;
    if found.deleted_at.is_some() && decide(grants, Action::ManageSpace) != Decision::Allow {
        return Err(Error::NotFound("space"));
    }
    prove(found, grants, "space")
}

/// The proof for a change request that a caller names, of a space that they name: what they may do with the space,
/// they may do with it.
pub fn change_request<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    space: SpaceId,
    name: ChangeRequestName,
) -> Result<Proof<ChangeRequest, P>, Error> {
    let space = self::space::<P>(tx, caller, space)?;
    let found = change_requests::get(tx, space.organization, space.id, name)?;
    let found = found.ok_or(Error::NotFound("change request"))?;
    prove(found, space.grants, "change request")
}

/// The proof for a collection that a caller names.
pub fn collection<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    id: CollectionId,
) -> Result<Proof<Collection, P>, Error> {
    let found = collections::get(tx, id)?.ok_or(Error::NotFound("collection"))?;
    on_collection(tx, caller, found)
}

/// The proof for a collection that is at hand.
pub(crate) fn on_collection<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    found: Collection,
) -> Result<Proof<Collection, P>, Error> {
    let organization = found.organization;
    let grants = grants_on(tx, caller, organization, found.id.0)?;
    used(caller, organization, prove(found, grants, "collection"))
}

/// The proof for a site that a caller names, of an organization that they name.
pub fn site<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    id: SiteId,
) -> Result<Proof<Site, P>, Error> {
    organization::<ViewOrganization>(tx, caller, org)?;
    let found = sites::get(tx, org, id)?.ok_or(Error::NotFound("site"))?;
    on_site(tx, caller, found)
}

/// The proof for a site that is at hand.
pub(crate) fn on_site<P: Permit>(tx: &mut Read<'_>, caller: &Caller, found: Site) -> Result<Proof<Site, P>, Error> {
    let organization = found.organization;
    let grants = grants_on(tx, caller, organization, found.id.0)?;
    used(caller, organization, prove(found, grants, "site"))
}

/// The permission to let more visitors read what a site shows, or to read all of it oneself. Only [`publishing`] grants it.
pub struct PublishSite;

/// The refusal of a caller who may not, the same whichever space it is that they may not even see.
const NOT_ALL_SPACES: &str = "you need the role create on every space that this would show to more readers";

/// The proof for a site whose readers the caller chooses: they manage it, and every space that it shows, as whoever puts
/// a space on a site has to.
pub(crate) fn publishing(
    tx: &mut Read<'_>,
    caller: &Caller,
    site: Proof<Site, ManageSite>,
) -> Result<Proof<Site, PublishSite>, Error> {
    let Proof { thing, grants, .. } = site;
    let shown = sites::live_spaces(tx, thing.organization, thing.id)?;
    publishing_spaces(tx, caller, &shown)?;
    Ok(Proof { thing, grants, permit: PhantomData })
}

/// Returns whether the caller may let more visitors read these spaces. The refusal names none of them.
pub(crate) fn publishing_spaces(tx: &mut Read<'_>, caller: &Caller, spaces: &[SpaceId]) -> Result<(), Error> {
    for id in spaces {
        match space_or_deleted(tx, caller, *id) {
            Err(Error::NotFound(_) | Error::Forbidden(_)) => return Err(Error::Forbidden(NOT_ALL_SPACES.to_owned())),
            found => drop(found?),
        }
    }
    Ok(())
}

/// The proof for a site that a caller names, whose readers they choose.
pub(crate) fn site_to_publish(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    id: SiteId,
) -> Result<Proof<Site, PublishSite>, Error> {
    let managed = site::<ManageSite>(tx, caller, org, id)?;
    publishing(tx, caller, managed)
}

/// The proof for a site out of a list of those that its reader sees with this role.
pub(crate) fn listed_site(found: Site, caller: &Caller, role: Role) -> Result<Proof<Site, ViewSite>, Error> {
    prove(found, Grants { role: Standing::Role(role), scopes: caller.scopes() }, "site")
}

/// The place for something new: a collection of the organization, or the top of it. What comes back is the parent.
pub(crate) fn folder(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    parent: Option<CollectionId>,
) -> Result<Uid, Error> {
    let Some(parent) = parent else {
        organization::<CreateContent>(tx, caller, org)?;
        return Ok(org.0);
    };
    organization::<ViewOrganization>(tx, caller, org)?;
    let found = collection::<CreateInCollection>(tx, caller, parent)?;
    if found.organization == org { Ok(parent.0) } else { Err(Error::NotFound("collection")) }
}

/// The proof for a space out of a list of those that its reader sees with this role.
pub(crate) fn listed(space: Space, caller: &Caller, role: Role) -> Result<Proof<Space, ViewSpace>, Error> {
    with_role(space, caller, Standing::Role(role))
}

/// The proof for a collection out of a list of those that its reader sees with this role.
pub(crate) fn listed_collection(
    found: Collection,
    caller: &Caller,
    role: Role,
) -> Result<Proof<Collection, ViewCollection>, Error> {
    prove(found, Grants { role: Standing::Role(role), scopes: caller.scopes() }, "collection")
}

/// The proof for an organization out of a list of the caller's own.
pub(crate) fn listed_organization(
    found: Organization,
    caller: &Caller,
) -> Result<Proof<Organization, ViewOrganization>, Error> {
    let grants = grants_in(caller, found.id);
    prove(found, grants, "organization")
}

fn grants_in(caller: &Caller, organization: OrganizationId) -> Grants {
    Grants { role: caller.role_in(organization), scopes: caller.scopes() }
}

fn grants_on(tx: &mut Read<'_>, caller: &Caller, organization: OrganizationId, subject: Uid) -> Result<Grants, Error> {
    Ok(Grants { role: role(tx, caller, organization, subject)?, scopes: caller.scopes() })
}

/// What a caller is on a space, a collection or a site, by one query.
pub(crate) fn role(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    subject: Uid,
) -> Result<Standing, Error> {
    match caller.who() {
        Who::User(user) => role_of(tx, user, organization, subject),
        Who::Operator => Ok(Standing::Role(Role::Admin)),
    }
}

/// What a user is on a space, a collection or a site, by one query.
pub(crate) fn role_of(
    tx: &mut Read<'_>,
    user: UserId,
    organization: OrganizationId,
    subject: Uid,
) -> Result<Standing, Error> {
    let climbed = rights::climb(tx, organization, subject, user)?;
    let member = climbed.first().map(|row| row.member);
    Ok(member.map_or(Standing::Stranger, |member| role_on(member, steps(&climbed)).role.into()))
}

/// The steps of a way that was climbed, each out of its rows.
fn steps(climbed: &[Climbed]) -> impl Iterator<Item = Step> {
    climbed.chunk_by(|a, b| a.depth == b.depth).map(|rows| {
        let best = |by_team| rows.iter().filter(|row| row.by_team == Some(by_team)).filter_map(|row| row.role).max();
        Step { level: rows[0].level, own: best(false), team: best(true) }
    })
}

/// Whoever may do something in an organization, and does, is not only invited any more.
fn used<T>(caller: &Caller, organization: OrganizationId, proof: Result<T, Error>) -> Result<T, Error> {
    if proof.is_ok() {
        caller.uses(organization);
    }
    proof
}

fn prove<T, P: Permit>(thing: T, grants: Grants, noun: &'static str) -> Result<Proof<T, P>, Error> {
    match decide(grants, P::ACTION) {
        Decision::Allow => Ok(Proof { thing, grants, permit: PhantomData }),
        Decision::Deny => Err(Error::Forbidden(P::REFUSAL.to_owned())),
        Decision::Hide => Err(Error::NotFound(noun)),
    }
}

/// A caller's own account needs no role, only a token that is good for it.
pub(crate) fn own_account(
    caller: &Caller,
    scope: quire_model::scopes::Scope,
) -> Result<quire_model::ids::UserId, Error> {
    let user = caller.user().ok_or_else(|| Error::Forbidden("the operator has no account".to_owned()))?;
    if !caller.scopes().has(scope) {
        let message = format!("you need a token with the scope {}", scope.as_str());
        return Err(Error::Forbidden(message));
    }
    Ok(user)
}

/// Scopes may be given away, never widened.
pub(crate) fn within(caller: &Caller, wanted: Scopes) -> Result<(), Error> {
    match wanted.list().into_iter().find(|scope| !caller.scopes().has(*scope)) {
        None => Ok(()),
        Some(scope) => {
            let message = format!("scopes: your own token lacks the scope {}", scope.as_str());
            Err(Error::Forbidden(message))
        }
    }
}
