//! Roles of an organization's members, computed for a whole organization at once and cached until its rights
//! change. For one entity and one caller, [`crate::access`] queries the database instead.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use quire_content::id::Uid;
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, UserId};
use quire_model::paging::SortKey;
use quire_model::policy::Standing;
use quire_model::rights::{EffectiveRole, Rule, Step, role_on};
use quire_model::roles::{Level, Role};
use quire_search::Scope;
use quire_store::rights::{self, Facts, MemberNode};

use crate::App;
use crate::callers::writing::Change;
use crate::callers::{Caller, Who};
use crate::core::caches::Stamped;
use crate::core::errors::Error;

/// The data for computing roles in an organization, indexed for lookups.
pub struct Rights {
    facts: Facts,
    members: HashMap<UserId, Membership>,
    /// The grants of each user and team.
    grants: HashMap<Uid, Vec<(Uid, Role)>>,
    teams: HashMap<UserId, Vec<Uid>>,
    /// The parent and level of each collection, space and site.
    places: HashMap<Uid, Placement>,
}

/// A membership as far as it affects roles.
#[derive(Debug, Clone, Copy)]
struct Membership {
    role: Option<Role>,
    disabled: bool,
}

#[derive(Debug, Clone, Copy)]
struct Placement {
    parent: Uid,
    level: Level,
    is_space: bool,
}

/// The content of an organization that one user can see, in order.
pub struct VisibleContent {
    version: i64,
    /// The spaces as a search scope, computed on first use.
    scope: OnceLock<Scope>,
    /// The visible collections, in order of position.
    pub collections: Vec<Visible<CollectionId>>,
    /// The visible spaces, in order of position.
    pub spaces: Vec<Visible<SpaceId>>,
    /// The visible sites with the user's role, oldest first.
    pub sites: Vec<(SiteId, Role)>,
}

impl VisibleContent {
    fn new(
        version: i64,
        collections: Vec<Visible<CollectionId>>,
        spaces: Vec<Visible<SpaceId>>,
        sites: Vec<(SiteId, Role)>,
    ) -> Self {
        Self { version, scope: OnceLock::new(), collections, spaces, sites }
    }

    /// Returns the version of the organization's rights that this was computed from.
    pub(crate) fn version(&self) -> i64 {
        self.version
    }

    /// Returns the spaces as a search scope.
    pub fn scope(&self) -> &Scope {
        self.scope.get_or_init(|| self.spaces.iter().map(|seen| seen.id).collect())
    }
}

/// A collection or space that a user can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visible<I> {
    /// The identifier of the entity.
    pub id: I,
    /// The parent: a collection, or the organization.
    pub parent: Uid,
    /// The position among the children of the parent.
    pub position: String,
    /// The user's role on it.
    pub role: Role,
}

impl<I: Copy + Into<Uid>> Visible<I> {
    /// Returns the position in lists.
    pub fn mark(&self) -> SortKey {
        (self.position.as_str(), self.id.into()).into()
    }
}

/// The reason for a member's role on an entity.
#[derive(Debug, Clone)]
pub struct Reason {
    /// The role, and the rule that decided it.
    pub outcome: EffectiveRole,
    /// The entity whose grant or level decided: the content itself or a collection. `None` if the organization decided.
    pub at: Option<Uid>,
    /// The teams with the deciding grant.
    pub teams: Vec<Uid>,
}

impl Rights {
    fn of(facts: Facts) -> Self {
        let members = facts.members.iter();
        let members = members.map(|m| (m.user_id, Membership { role: m.role, disabled: m.disabled })).collect();
        let mut grants: HashMap<_, Vec<_>> = HashMap::new();
        for grant in &facts.grants {
            grants.entry(grant.holder).or_default().push((grant.subject, grant.role));
        }
        let mut teams: HashMap<_, Vec<_>> = HashMap::new();
        for member in &facts.team_members {
            teams.entry(member.user_id).or_default().push(member.team.0);
        }
        let places =
            facts.collections.iter().map(|c| (c.id.0, Placement { parent: c.parent, level: c.level, is_space: false }));
        let spaces =
            facts.spaces.iter().map(|s| (s.id.0, Placement { parent: s.parent, level: s.level, is_space: true }));
        let (top, level) = (facts.organization.0, Level::Inherit);
        let sites = facts.sites.iter().map(|s| (s.id.0, Placement { parent: top, level, is_space: false }));
        let places = places.chain(spaces).chain(sites).collect();
        Self { members, grants, teams, places, facts }
    }

    /// Returns the version of the organization's rights, which each change increments.
    pub(crate) fn version(&self) -> i64 {
        self.facts.version
    }

    /// Returns every member whose access is not disabled, in the order in which they joined.
    pub fn members(&self) -> impl Iterator<Item = &MemberNode> {
        self.facts.members.iter().filter(|member| !member.disabled)
    }

    /// Returns an evaluator for a member, even a disabled one; `None` for other users.
    fn eye(&self, user: UserId) -> Option<RoleEvaluator<'_>> {
        let member = self.members.get(&user)?;
        let mut held: HashMap<Uid, (Option<Role>, Option<Role>)> = HashMap::new();
        for (subject, role) in self.grants.get(&user.0).into_iter().flatten() {
            held.entry(*subject).or_default().0 = Some(*role);
        }
        for team in self.teams.get(&user).into_iter().flatten() {
            for (subject, role) in self.grants.get(team).into_iter().flatten() {
                let best = &mut held.entry(*subject).or_default().1;
                *best = (*best).max(Some(*role));
            }
        }
        Some(RoleEvaluator { rights: self, member: member.role, held, known: HashMap::new() })
    }

    /// Returns the role of a member on a space, collection or site; `None` if it is hidden from them.
    pub fn role(&self, user: UserId, subject: Uid) -> Option<Role> {
        self.eye(user)?.role(subject)
    }

    /// Returns the number of spaces that a member has access to, even if the member is disabled.
    pub fn count_spaces(&self, user: UserId) -> u64 {
        let Some(mut eye) = self.eye(user) else { return 0 };
        self.facts.spaces.iter().filter(|space| eye.role(space.id.0).is_some()).count() as u64
    }

    /// Returns the spaces that a member has access to, in order, even if the member is disabled.
    pub(crate) fn spaces_of(&self, user: UserId) -> Vec<Visible<SpaceId>> {
        self.sight(self.eye(user)).spaces
    }

    /// Returns the number of spaces on which a user or a team has a grant.
    pub fn count_granted(&self, holder: Uid) -> u64 {
        let of = self.grants.get(&holder).into_iter().flatten();
        of.filter(|(subject, _)| self.is_space(*subject)).count() as u64
    }

    fn is_space(&self, subject: Uid) -> bool {
        self.places.get(&subject).is_some_and(|place| place.is_space)
    }

    /// Explains the role of a member on a space, collection or site; `None` if the user is not a member.
    pub fn explain(&self, user: UserId, subject: Uid) -> Option<Reason> {
        let eye = self.eye(user)?;
        let way = self.way(subject);
        let outcome = role_on(eye.member, way.iter().map(|at| eye.step(*at)));
        let at = match outcome.rule {
            Rule::Own(step) | Rule::Team(step) | Rule::Level(step) => way.get(step).copied(),
            Rule::Administrator | Rule::Organization => None,
        };
        let teams = match (outcome.rule, at) {
            (Rule::Team(_), Some(at)) => self.granting_teams(user, at, outcome.role),
            _ => Vec::new(),
        };
        Some(Reason { outcome, at, teams })
    }

    fn granting_teams(&self, user: UserId, subject: Uid, role: Option<Role>) -> Vec<Uid> {
        let grants = |team: &Uid| {
            let of = self.grants.get(team).into_iter().flatten();
            of.into_iter().any(|grant| grant.0 == subject && Some(grant.1) == role)
        };
        self.teams.get(&user).into_iter().flatten().copied().filter(grants).collect()
    }

    /// Returns the entity and its ancestor collections.
    fn way(&self, subject: Uid) -> Vec<Uid> {
        let up = |at: &Uid| self.places.get(at).map(|place| place.parent).filter(|next| self.places.contains_key(next));
        std::iter::successors(self.places.contains_key(&subject).then_some(subject), up).collect()
    }

    fn sight(&self, eye: Option<RoleEvaluator<'_>>) -> VisibleContent {
        let Some(mut eye) = eye else {
            return VisibleContent::new(self.version(), Vec::new(), Vec::new(), Vec::new());
        };
        let collections = self.facts.collections.iter().filter_map(|c| {
            let role = eye.role(c.id.0)?;
            Some(Visible { id: c.id, parent: c.parent, position: c.position.clone(), role })
        });
        let collections = collections.collect();
        let spaces = self.facts.spaces.iter().filter_map(|s| {
            let role = eye.role(s.id.0)?;
            Some(Visible { id: s.id, parent: s.parent, position: s.position.clone(), role })
        });
        let spaces = spaces.collect();
        let sites = self.facts.sites.iter().filter_map(|s| Some((s.id, eye.role(s.id.0)?))).collect();
        VisibleContent::new(self.version(), collections, spaces, sites)
    }
}

/// Evaluates the roles of one member on the content of an organization.
struct RoleEvaluator<'a> {
    rights: &'a Rights,
    member: Option<Role>,
    /// The grants by subject: the member's own, and the best of their teams.
    held: HashMap<Uid, (Option<Role>, Option<Role>)>,
    /// The roles computed so far.
    known: HashMap<Uid, Option<Role>>,
}

impl RoleEvaluator<'_> {
    fn step(&self, at: Uid) -> Step {
        let level = self.rights.places.get(&at).map_or(Level::Inherit, |place| place.level);
        let (own, team) = self.held.get(&at).copied().unwrap_or_default();
        Step { level, own, team }
    }

    /// Returns the role on an entity. The role that a collection passes on is computed once.
    fn role(&mut self, subject: Uid) -> Option<Role> {
        let mut above = Vec::new();
        let mut at = subject;
        let mut end = None;
        while let Some(place) = self.rights.places.get(&at) {
            if let Some(known) = self.known.get(&at) {
                end = Some(*known);
                break;
            }
            above.push(at);
            at = place.parent;
        }
        // Goes from the top down, each step based on the role on the one above it.
        let mut role = end.unwrap_or(self.member);
        for at in above.into_iter().rev() {
            let inherited = Step { level: role.map_or(Level::Hidden, Level::Role), own: None, team: None };
            role = role_on(self.member, [self.step(at), inherited]).role;
            self.known.insert(at, role);
        }
        role
    }
}

/// Returns the cache scope that is touched when an organization's rights change.
pub(crate) fn scope(organization: OrganizationId) -> Uid {
    let mut bytes = organization.0.0;
    for byte in &mut bytes {
        *byte ^= 0xa5;
    }
    Uid(bytes)
}

impl Change<'_, '_> {
    /// Marks the rights of an organization as changed.
    pub(crate) fn rights(&mut self, organization: OrganizationId) -> Result<(), Error> {
        rights::bump(self.tx, organization)?;
        self.touch(scope(organization));
        Ok(())
    }
}

/// The spaces that one caller can see, of organizations as they are asked for.
pub(crate) struct Sights<'a> {
    app: &'a App,
    caller: &'a Caller,
    known: HashMap<OrganizationId, Arc<VisibleContent>>,
}

impl<'a> Sights<'a> {
    /// Begins without knowing anything.
    pub(crate) fn of(app: &'a App, caller: &'a Caller) -> Self {
        Self { app, caller, known: HashMap::new() }
    }

    /// Returns true if the caller can see a space of an organization. It must not be called within a transaction.
    pub(crate) fn sees(&mut self, organization: OrganizationId, space: SpaceId) -> Result<bool, Error> {
        if let Some(sight) = self.known.get(&organization) {
            return Ok(sight.scope().has(space));
        }
        let sight = self.app.sight_of(self.caller, organization)?;
        let sees = sight.scope().has(space);
        self.known.insert(organization, sight);
        Ok(sees)
    }
}

impl App {
    /// Returns the data for computing roles in an organization. Callers have checked permission.
    pub(crate) fn rights(&self, organization: OrganizationId) -> Result<Arc<Rights>, Error> {
        let stamp = self.inner.epochs.stamp();
        let known = self.inner.caches.callers.rights.get(&organization);
        if let Some(known) = &known {
            if self.inner.epochs.fresh(scope(organization), known.stamp) {
                return Ok(known.fact.clone());
            }
            let version = self.inner.db.read_single(|tx| Ok::<_, Error>(rights::version(tx, organization)?))?;
            if version == Some(known.fact.version()) {
                return Ok(self.remember_rights(organization, stamp, known.fact.clone()));
            }
        }
        let facts = self.inner.db.read(|tx| Ok::<_, Error>(rights::facts(tx, organization)?))?;
        Ok(self.remember_rights(organization, stamp, Arc::new(Rights::of(facts))))
    }

    fn remember_rights(&self, organization: OrganizationId, stamp: u64, fact: Arc<Rights>) -> Arc<Rights> {
        self.inner.caches.callers.rights.insert(organization, Arc::new(Stamped { stamp, fact: fact.clone() }));
        fact
    }

    /// Returns the content of an organization that a user can see: none if they are not a member, or are disabled.
    pub(crate) fn sight(&self, organization: OrganizationId, user: UserId) -> Result<Arc<VisibleContent>, Error> {
        let rights = self.rights(organization)?;
        let key = (organization, user);
        if let Some(known) =
            self.inner.caches.callers.sights.get(&key).filter(|known| known.version == rights.version())
        {
            return Ok(known);
        }
        let disabled = rights.members.get(&user).is_none_or(|member| member.disabled);
        let sight = Arc::new(rights.sight(rights.eye(user).filter(|_| !disabled)));
        self.inner.caches.callers.sights.insert(key, sight.clone());
        Ok(sight)
    }

    /// Returns the content of an organization that a caller can see; the operator sees everything.
    pub(crate) fn sight_of(&self, caller: &Caller, organization: OrganizationId) -> Result<Arc<VisibleContent>, Error> {
        match caller.who() {
            Who::User(_) if caller.role_in(organization) == Standing::Stranger => {
                Ok(Arc::new(self.rights(organization)?.sight(None)))
            }
            Who::User(user) => self.sight(organization, user),
            Who::Operator => {
                let rights = self.rights(organization)?;
                let eye = RoleEvaluator {
                    rights: &rights,
                    member: Some(Role::Admin),
                    held: HashMap::new(),
                    known: HashMap::new(),
                };
                Ok(Arc::new(rights.sight(Some(eye))))
            }
        }
    }
}
