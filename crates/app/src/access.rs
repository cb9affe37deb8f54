//! Authorization: entities with proof of the caller's permission.
//!
//! The only way to a space or an organization is a function of this module, which loads it and evaluates the policy in
//! one step. The result proves that the caller may do what its type parameter names; nothing else can create it.

use std::marker::PhantomData;
use std::ops::Deref;

use quire_content::id::Uid;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, TranslationId, UserId};
use quire_model::policy::{Action, Decision, Grants, Standing, decide};
use quire_model::rights::{Step, role_on};
use quire_model::roles::{Role, TeamRole};
use quire_model::scopes::Scopes;
use quire_store::Read;
use quire_store::change_requests::{self, ChangeRequest};
use quire_store::collections::{self, Collection};
use quire_store::openapi_specs::{self, OpenApiSpec};
use quire_store::orgs::{self, Organization};
use quire_store::rights::{self, Climbed};
use quire_store::sites::{self, Site};
use quire_store::spaces::{self, Space};
use quire_store::team_members;
use quire_store::teams::{self, Team};
use quire_store::translations::{self, Translation};

use crate::callers::{Caller, Who};
use crate::core::errors::Error;
use crate::visitors::Admitted;

/// A permission, represented as a type.
pub trait Permit {
    /// The action that the policy decides about.
    const ACTION: Action;
    /// The message for callers whose role does not suffice.
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
    /// Permission to see an organization.
    ViewOrganization = ViewOrganization, "you may not see this organization";
    /// Permission to change an organization's settings, members and teams.
    AdministrateOrganization = AdministrateOrganization, "you need the role admin in this organization";
    /// Permission to see an organization's members and teams.
    ListPeople = ListPeople, "you need the role read in this organization";
    /// Permission to see a team and its members.
    ViewTeam = ViewTeam, "you may not see this team";
    /// Permission to change a team's title and members.
    CurateTeam = CurateTeam, "you must own this team or administrate its organization";
    /// Permission to delete a team.
    RemoveTeam = RemoveTeam, "you need the role admin in this organization";
    /// Permission to create spaces and collections in an organization.
    CreateContent = CreateContent, "you need the role create in this organization";
    /// Permission to upload files to an organization.
    UploadFile = UploadFile, "you need the role edit in this organization";
    /// Permission to see an OpenAPI specification.
    ViewSpecification = ViewSpecification, "you may not see this specification";
    /// Permission to change and delete an OpenAPI specification.
    ManageSpecification = ManageSpecification, "you need the role create in this organization";
    /// Permission to see a collection.
    ViewCollection = ViewCollection, "you may not see this collection";
    /// Permission to create spaces and collections in a collection.
    CreateInCollection = CreateInCollection, "you need the role create on this collection";
    /// Permission to change, move and delete a collection, and to change its grants.
    ManageCollection = ManageCollection, "you need the role create on this collection";
    /// Permission to read a space.
    ViewSpace = ViewSpace, "you may not see this space";
    /// Permission to comment on a space.
    CommentSpace = CommentSpace, "you need the role comment on this space";
    /// Permission to propose changes to a space, or to edit it live.
    EditSpace = EditSpace, "you need the role edit on this space";
    /// Permission to change main content by imports and merges.
    MergeSpace = MergeSpace, "you need the role review on this space";
    /// Permission to change a space's settings, move, delete and restore it, and to change its grants.
    ManageSpace = ManageSpace, "you need the role create on this space";
    /// Permission to see a site, its structure and its settings.
    ViewSite = ViewSite, "you may not see this site";
    /// Permission to change, publish and delete a site, and to change its grants.
    ManageSite = ManageSite, "you need the role create on this site";
}

/// An entity with proof that a caller may do `P` with it.
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
    /// Returns the entity and drops the proof.
    pub fn into_inner(self) -> T {
        self.thing
    }

    /// Returns true if the caller may also do this action with the entity.
    pub fn may(&self, action: Action) -> bool {
        decide(self.grants, action) == Decision::Allow
    }

    /// Returns the role and scopes that the caller has for the entity.
    pub fn grants(&self) -> Grants {
        self.grants
    }
}

impl<P: Permit> Proof<Space, P> {
    /// Converts the proof to that of reading, which every permission on a space includes.
    pub fn viewing(self) -> Result<Proof<Space, ViewSpace>, Error> {
        prove(self.thing, self.grants, "space")
    }
}

/// Loads an organization with proof of permission.
pub fn organization<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    id: OrganizationId,
) -> Result<Proof<Organization, P>, Error> {
    let found = orgs::get(tx, id)?.ok_or(Error::NotFound("organization"))?;
    let grants = grants_in(caller, id);
    used(caller, id, prove(found, grants, "organization"))
}

/// Loads an organization for a question about one of its members: users may ask about themselves, and others need the
/// permission to list members.
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

/// Loads a team of an organization with proof of permission.
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

/// Loads an OpenAPI specification of an organization with proof of permission.
pub fn openapi_spec<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    slug: &str,
) -> Result<Proof<OpenApiSpec, P>, Error> {
    organization::<ViewOrganization>(tx, caller, org)?;
    let found = openapi_specs::by_slug(tx, org, slug)?.ok_or(Error::NotFound("OpenAPI specification"))?;
    on_openapi_spec(caller, found)
}

/// Proves permission on an OpenAPI specification that is loaded already.
pub(crate) fn on_openapi_spec<P: Permit>(caller: &Caller, found: OpenApiSpec) -> Result<Proof<OpenApiSpec, P>, Error> {
    let organization = found.organization;
    used(caller, organization, prove(found, grants_in(caller, organization), "OpenAPI specification"))
}

/// Returns true if the caller may see the OpenAPI specifications of an organization.
pub(crate) fn may_view_specifications(caller: &Caller, organization: OrganizationId) -> bool {
    decide(grants_in(caller, organization), Action::ViewSpecification) == Decision::Allow
}

/// Loads a translation of an organization with proof of permission, which is the same as on the space with its result.
pub fn translation<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    id: TranslationId,
) -> Result<Proof<Translation, P>, Error> {
    organization::<ViewOrganization>(tx, caller, org)?;
    let found = translations::get(tx, org, id)?.ok_or(Error::NotFound("translation"))?;
    on_translation(tx, caller, found)
}

/// Proves permission on a translation that is loaded already.
pub(crate) fn on_translation<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    found: Translation,
) -> Result<Proof<Translation, P>, Error> {
    let organization = found.organization;
    let grants = grants_on(tx, caller, organization, found.result_space.0)?;
    used(caller, organization, prove(found, grants, "translation"))
}

/// Proves permission on a team that is loaded already.
pub(crate) fn on_team<P: Permit>(tx: &mut Read<'_>, caller: &Caller, found: Team) -> Result<Proof<Team, P>, Error> {
    let own = match caller.who() {
        Who::User(user) => team_members::get(tx, found.organization, found.id, user)?,
        Who::Operator => None,
    };
    let role = role_on_team(caller.role_in(found.organization), own);
    let organization = found.organization;
    used(caller, organization, prove(found, Grants { role, scopes: caller.scopes() }, "team"))
}

/// Returns the role on a team: admin for admins of the organization, create for owners of the team, and read for
/// everybody else who can see it.
fn role_on_team(member: Standing, own: Option<TeamRole>) -> Standing {
    match (member, own) {
        (Standing::Stranger, _) => Standing::Stranger,
        (Standing::Role(Role::Admin), _) => Standing::Role(Role::Admin),
        (_, Some(TeamRole::Owner)) => Standing::Role(Role::Create),
        (Standing::Hidden, None) => Standing::Hidden,
        (_, Some(TeamRole::Member)) | (Standing::Role(_), None) => Standing::Role(Role::Read),
    }
}

/// Loads a space with proof of permission, if it is not deleted.
pub fn space<P: Permit>(tx: &mut Read<'_>, caller: &Caller, id: SpaceId) -> Result<Proof<Space, P>, Error> {
    let found = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    on_space(tx, caller, found)
}

/// Proves permission on a space that is loaded already, if it is not deleted.
pub(crate) fn on_space<P: Permit>(tx: &mut Read<'_>, caller: &Caller, space: Space) -> Result<Proof<Space, P>, Error> {
    let role = role(tx, caller, space.organization, space.id.0)?;
    with_role(space, caller, role)
}

/// Proves permission on a space that is loaded already, for a caller with a known role on it.
pub(crate) fn with_role<P: Permit>(space: Space, caller: &Caller, role: Standing) -> Result<Proof<Space, P>, Error> {
    if space.deleted_at.is_some() {
        return Err(Error::NotFound("space"));
    }
    let organization = space.organization;
    used(caller, organization, prove(space, Grants { role, scopes: caller.scopes() }, "space"))
}

/// Creates the proof of reading for a space on a site that an admitted audience is shown.
pub(crate) fn shown_on_site(space: Space, _: &Admitted) -> Proof<Space, ViewSpace> {
    let grants = Grants { role: Standing::Hidden, scopes: Scopes::of(&[]) };
    Proof { thing: space, grants, permit: PhantomData }
}

/// Loads a space that may be deleted, with proof that the caller may manage it.
pub fn space_or_deleted(tx: &mut Read<'_>, caller: &Caller, id: SpaceId) -> Result<Proof<Space, ManageSpace>, Error> {
    let found = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    let grants = grants_on(tx, caller, found.organization, id.0)?;
    if found.deleted_at.is_some() && decide(grants, Action::ManageSpace) != Decision::Allow {
        return Err(Error::NotFound("space"));
    }
    prove(found, grants, "space")
}

/// Loads a change request of a space with proof of permission, which is the same as on the space.
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

/// Loads a collection with proof of permission.
pub fn collection<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    id: CollectionId,
) -> Result<Proof<Collection, P>, Error> {
    let found = collections::get(tx, id)?.ok_or(Error::NotFound("collection"))?;
    on_collection(tx, caller, found)
}

/// Proves permission on a collection that is loaded already.
pub(crate) fn on_collection<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    found: Collection,
) -> Result<Proof<Collection, P>, Error> {
    let organization = found.organization;
    let grants = grants_on(tx, caller, organization, found.id.0)?;
    used(caller, organization, prove(found, grants, "collection"))
}

/// Loads a site of an organization with proof of permission.
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

/// Proves permission on a site that is loaded already.
pub(crate) fn on_site<P: Permit>(tx: &mut Read<'_>, caller: &Caller, found: Site) -> Result<Proof<Site, P>, Error> {
    let organization = found.organization;
    let grants = grants_on(tx, caller, organization, found.id.0)?;
    used(caller, organization, prove(found, grants, "site"))
}

/// Permission to let more visitors read a site's content, or to read all of it oneself. Only [`publishing`] grants it.
pub struct PublishSite;

/// The message for callers without the permission; the same for spaces that they can't even see.
const NOT_ALL_SPACES: &str = "you need the role create on every space that this would show to more readers";

/// Proves permission to choose the readers of a site: the caller manages it and every space on it, as is required to
/// add a space to a site.
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

/// Returns an error unless the caller may let more visitors read these spaces. The error names none of them.
pub(crate) fn publishing_spaces(tx: &mut Read<'_>, caller: &Caller, spaces: &[SpaceId]) -> Result<(), Error> {
    for id in spaces {
        match space_or_deleted(tx, caller, *id) {
            Err(Error::NotFound(_) | Error::Forbidden(_)) => return Err(Error::Forbidden(NOT_ALL_SPACES.to_owned())),
            found => drop(found?),
        }
    }
    Ok(())
}

/// Loads a site with proof of permission to choose its readers.
pub(crate) fn site_to_publish(
    tx: &mut Read<'_>,
    caller: &Caller,
    org: OrganizationId,
    id: SiteId,
) -> Result<Proof<Site, PublishSite>, Error> {
    let managed = site::<ManageSite>(tx, caller, org, id)?;
    publishing(tx, caller, managed)
}

/// Creates the proof for a site in a list, given the caller's role on it.
pub(crate) fn listed_site(found: Site, caller: &Caller, role: Role) -> Result<Proof<Site, ViewSite>, Error> {
    prove(found, Grants { role: Standing::Role(role), scopes: caller.scopes() }, "site")
}

/// Returns the identifier of a collection or of the organization, if the caller may create something in it.
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

/// Creates the proof for a space in a list, given the caller's role on it.
pub(crate) fn listed(space: Space, caller: &Caller, role: Role) -> Result<Proof<Space, ViewSpace>, Error> {
    with_role(space, caller, Standing::Role(role))
}

/// Creates the proof for a collection in a list, given the caller's role on it.
pub(crate) fn listed_collection(
    found: Collection,
    caller: &Caller,
    role: Role,
) -> Result<Proof<Collection, ViewCollection>, Error> {
    prove(found, Grants { role: Standing::Role(role), scopes: caller.scopes() }, "collection")
}

/// Creates the proof for an organization in a list of the caller's own.
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

/// Returns the standing of a caller on a space, a collection or a site, by one query.
pub(crate) fn role(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    subject: Uid,
) -> Result<Standing, Error> {
    match caller.who() {
        Who::User(_) if caller.role_in(organization) == Standing::Stranger => Ok(Standing::Stranger),
        Who::User(user) => role_of(tx, user, organization, subject),
        Who::Operator => Ok(Standing::Role(Role::Admin)),
    }
}

/// Returns the standing of a user on a space, a collection or a site, by one query.
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

/// Returns true if every member of an organization with the role read may read a space, without a grant of their own.
pub(crate) fn is_open(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<bool, Error> {
    let way = rights::ascend(tx, organization, space)?;
    let steps = way.iter().map(|step| Step { level: step.level, own: None, team: None });
    Ok(!way.is_empty() && role_on(Some(Role::Read), steps).role.is_some())
}

/// Returns the steps from a subject to its organization, each combined from its rows.
fn steps(climbed: &[Climbed]) -> impl Iterator<Item = Step> {
    climbed.chunk_by(|a, b| a.depth == b.depth).map(|rows| {
        let best = |by_team| rows.iter().filter(|row| row.by_team == Some(by_team)).filter_map(|row| row.role).max();
        Step { level: rows[0].level, own: best(false), team: best(true) }
    })
}

/// Notes the first use of an organization if a permission was proved.
fn used<T>(caller: &Caller, organization: OrganizationId, proof: Result<T, Error>) -> Result<T, Error> {
    if proof.is_ok() {
        caller.uses(organization);
    }
    proof
}

fn prove<T, P: Permit>(thing: T, grants: Grants, noun: &'static str) -> Result<Proof<T, P>, Error> {
    match decide(grants, P::ACTION) {
        Decision::Allow => Ok(Proof { thing, grants, permit: PhantomData }),
        Decision::Deny => Err(Error::Forbidden(refusal::<P>(grants))),
        Decision::Hide => Err(Error::NotFound(noun)),
    }
}

/// Returns the message for a caller without a permission: the role or the scope that is missing, or both.
fn refusal<P: Permit>(grants: Grants) -> String {
    let (role, scope) = P::ACTION.needs();
    let has_role = grants.role >= Standing::from(role);
    let role = match grants.role {
        _ if has_role => None,
        Standing::Role(own) => Some(format!("{}, where you have the role {}", P::REFUSAL, own.as_str())),
        _ => Some(P::REFUSAL.to_owned()),
    };
    let scope = (!grants.scopes.has(scope)).then(|| format!("your token lacks the scope {}", scope.as_str()));
    role.into_iter().chain(scope).collect::<Vec<_>>().join("; ")
}

/// Returns the caller's user for an operation on their own account, which needs a scope and no role.
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

/// Returns the caller's user for an operation that concerns more than one organization, which a credential that reaches
/// only one must not do: what an organization's identity provider says of a user counts in that organization alone.
pub(crate) fn whole_account(caller: &Caller, scope: quire_model::scopes::Scope) -> Result<UserId, Error> {
    match caller.only() {
        None => own_account(caller, scope),
        Some(_) => Err(Error::Forbidden(
            "you signed in by an organization's single sign-on, which reaches that organization alone: sign in by a \
             link or with a password"
                .to_owned(),
        )),
    }
}

/// Returns an error if scopes for something new exceed those of the caller.
pub(crate) fn within(caller: &Caller, wanted: Scopes) -> Result<(), Error> {
    match wanted.list().into_iter().find(|scope| !caller.scopes().has(*scope)) {
        None => Ok(()),
        Some(scope) => {
            let message = format!("scopes: your own token lacks the scope {}", scope.as_str());
            Err(Error::Forbidden(message))
        }
    }
}
