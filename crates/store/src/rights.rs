//! The facts that roles on content are computed from: for one user and one resource, or for a whole organization at
//! once.
//!
//! Only the path upwards is computed here; the rule is in [`quire_model::rights`].

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId};
use quire_model::roles::{Level, Role};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;

record! {
    /// One step of the path from a resource up to the organization, once for each grant on it that concerns the user.
    Climbed {
        /// The number of levels up; 0 for the resource itself.
        depth: i64,
        /// The level of this step for members without a grant.
        level: Level,
        /// The user's role in the organization.
        member: Option<Role>,
        /// True if the grant is a team's; `None` if there is no grant.
        by_team: Option<bool>,
        /// The role of the grant, if there is one.
        role: Option<Role>,
    }
}

record! {
    /// One step of the path from a resource up to the organization.
    Ascent {
        /// The number of levels up; 0 for the resource itself.
        depth: i64,
        /// The level of this step for members without a grant.
        level: Level,
    }
}

record! {
    /// The facts of a collection.
    CollectionNode {
        /// The identifier of the collection.
        id: CollectionId,
        /// The parent: a collection, or the organization.
        parent: Uid,
        /// The level for members without a grant.
        level: Level,
        /// The sort key among its siblings.
        position: String,
    }
}

record! {
    /// The facts of a space.
    SpaceNode {
        /// The identifier of the space.
        id: SpaceId,
        /// The parent: a collection, or the organization.
        parent: Uid,
        /// The level for members without a grant.
        level: Level,
        /// The sort key among its siblings.
        position: String,
    }
}

record! {
    /// The facts of a site, which is at the top of its organization and inherits its level.
    SiteNode {
        /// The identifier of the site.
        id: SiteId,
    }
}

record! {
    /// A grant of a role on a resource.
    GrantNode {
        /// The space, collection or site.
        subject: Uid,
        /// The user or team that holds it.
        holder: Uid,
        /// The role that is granted.
        role: Role,
    }
}

record! {
    /// A membership in a team.
    TeamMemberNode {
        /// The identifier of the team.
        team: TeamId,
        /// The identifier of the user.
        user_id: UserId,
    }
}

record! {
    /// The facts of a member.
    MemberNode {
        /// The identifier of the user.
        user_id: UserId,
        /// The role in the organization; `None` for guests.
        role: Option<Role>,
        /// True if the membership is disabled.
        disabled: bool,
        /// When they joined.
        joined_at: Timestamp,
    }
}

record! {
    /// The version of an organization's rights.
    Version {
        /// The number of changes, counted from 0.
        rights: i64,
    }
}

statements! {
    CLIMB: Query<Climbed> =
        "with recursive way (depth, subject, parent, level) as (
           select 0, id, parent, default_level from spaces where organization = ?1 and id = ?2
           union all
           select 0, id, parent, default_level from collections where organization = ?1 and id = ?2
           union all
           select 0, id, organization, 'inherit' from sites where organization = ?1 and id = ?2
           union all
           select way.depth + 1, c.id, c.parent, c.default_level
           from way join collections c on c.organization = ?1 and c.id = way.parent
         )
         select way.depth as depth, way.level as level, m.role as member, g.by_team as by_team, g.role as role
         from way join members m on m.organization = ?1 and m.user_id = ?3 and m.disabled = 0
         join organizations o on o.id = ?1 and o.deleted_at is null
         left join grants g on g.organization = ?1 and g.subject = way.subject
           and (g.holder = ?3 or g.holder in (select team from team_members where organization = ?1 and user_id = ?3))
         order by way.depth";
    ASCEND: Query<Ascent> =
        "with recursive way (depth, parent, level) as (
           select 0, parent, default_level from spaces where organization = ?1 and id = ?2 and deleted_at is null
           union all
           select way.depth + 1, c.parent, c.default_level
           from way join collections c on c.organization = ?1 and c.id = way.parent
         )
         select way.depth as depth, way.level as level from way order by way.depth";
    VERSION: Query<Version> = "select rights from organizations where id = ?1";
    BUMP: Execute = "update organizations set rights = rights + 1 where id = ?1";
    COLLECTIONS: Query<CollectionNode> =
        "select id, parent, default_level as level, position from collections
         where organization = ?1 order by position, id";
    SPACES: Query<SpaceNode> =
        "select id, parent, default_level as level, position from spaces
         where organization = ?1 and deleted_at is null order by position, id";
    SITES: Query<SiteNode> = "select id from sites where organization = ?1 order by id";
    GRANTS: Query<GrantNode> = "select subject, holder, role from grants where organization = ?1";
    TEAM_MEMBERS: Query<TeamMemberNode> = "select team, user_id from team_members where organization = ?1";
    MEMBERS: Query<MemberNode> = "select user_id, role, disabled, joined_at from members
         where organization = ?1 order by joined_at, user_id";
}

/// Returns the path up from a space, a collection or a site for a member who is not disabled; empty for all others.
pub fn climb(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    subject: Uid,
    user: UserId,
) -> Result<Vec<Climbed>, Error> {
    tx.all(&CLIMB, params![organization, subject, user])
}

/// All facts that an organization's rights are computed from.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The identifier of the organization.
    pub organization: OrganizationId,
    /// The version of the rights: the number of changes.
    pub version: i64,
    /// Every collection, in order of positions.
    pub collections: Vec<CollectionNode>,
    /// Every space that is not deleted, in order of positions.
    pub spaces: Vec<SpaceNode>,
    /// Every site, oldest first.
    pub sites: Vec<SiteNode>,
    /// Every grant in the organization.
    pub grants: Vec<GrantNode>,
    /// Every membership in a team.
    pub team_members: Vec<TeamMemberNode>,
    /// Every member, disabled ones included.
    pub members: Vec<MemberNode>,
}

/// Returns the steps from a space that is not deleted up to its organization, without grants; none if there is no such
/// space.
pub fn ascend(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Vec<Ascent>, Error> {
    tx.all(&ASCEND, params![organization, space])
}

/// Returns the version of the organization's rights, if the organization exists.
pub fn version(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Option<i64>, Error> {
    Ok(tx.one(&VERSION, params![organization])?.map(|found| found.rights))
}

/// Returns all facts, as the transaction sees them.
pub fn facts(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Facts, Error> {
    let of = params![organization];
    Ok(Facts {
        organization,
        version: tx.one(&VERSION, of)?.map_or(0, |found| found.rights),
        collections: tx.all(&COLLECTIONS, of)?,
        spaces: tx.all(&SPACES, of)?,
        sites: tx.all(&SITES, of)?,
        grants: tx.all(&GRANTS, of)?,
        team_members: tx.all(&TEAM_MEMBERS, of)?,
        members: tx.all(&MEMBERS, of)?,
    })
}

/// Increments the version of the organization's rights, for a change in this transaction.
pub fn bump(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&BUMP, params![organization])?;
    Ok(())
}
