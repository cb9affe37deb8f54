//! What the roles of people on content are computed from: read for one person and one thing, or for a whole
//! organization at once.
//!
//! Nothing is computed here but the way up; the rule is [`quire_model::rights`].

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId};
use quire_model::roles::{Level, Role};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// One step of a person's way up from a thing, once for each grant on it that concerns them.
    Climbed {
        /// How far up: 0 for the thing itself.
        depth: i64,
        /// What the step gives to members without a grant.
        level: Level,
        /// The person's role in the organization.
        member: Option<Role>,
        /// Whether the grant is a team's.
        by_team: Option<bool>,
        /// The role of the grant, if there is one.
        role: Option<Role>,
    }
}

record! {
    /// A collection, as far as rights go.
    CollectionNode {
        /// The collection.
        id: CollectionId,
        /// What it is in: a collection, or the organization.
        parent: Uid,
        /// What it gives to members without a grant.
        level: Level,
        /// Its place among what has the same parent.
        position: String,
    }
}

record! {
    /// A space, as far as rights go.
    SpaceNode {
        /// The space.
        id: SpaceId,
        /// What it is in: a collection, or the organization.
        parent: Uid,
        /// What it gives to members without a grant.
        level: Level,
        /// Its place among what has the same parent.
        position: String,
    }
}

record! {
    /// A site, as far as rights go: it stands at the top of its organization and gives what that gives.
    SiteNode {
        /// The site.
        id: SiteId,
    }
}

record! {
    /// A role of somebody on something.
    GrantNode {
        /// The thing.
        subject: Uid,
        /// The user or team.
        holder: Uid,
        /// The role.
        role: Role,
    }
}

record! {
    /// Somebody in a team.
    TeamMemberNode {
        /// The team.
        team: TeamId,
        /// The user.
        user_id: UserId,
    }
}

record! {
    /// A member, as far as rights go.
    MemberNode {
        /// The user.
        user_id: UserId,
        /// The role in the organization; `None` for guests.
        role: Option<Role>,
        /// Whether access is taken away for now.
        disabled: bool,
        /// When they joined.
        joined_at: Timestamp,
    }
}

record! {
    /// How often the organization's rights changed.
    Version {
        /// Counted from 0.
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

/// The way up from a space, a collection or a site for a member whose access is not taken away. Nothing for anybody else.
pub fn climb(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    subject: Uid,
    user: UserId,
) -> Result<Vec<Climbed>, Error> {
    tx.all(&CLIMB, params![organization, subject, user])
}

/// Everything that an organization's rights are computed from.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The organization.
    pub organization: OrganizationId,
    /// How often they changed.
    pub version: i64,
    /// Every collection, in order.
    pub collections: Vec<CollectionNode>,
    /// Every space that is not deleted, in order.
    pub spaces: Vec<SpaceNode>,
    /// Every site, the oldest first.
    pub sites: Vec<SiteNode>,
    /// Every grant.
    pub grants: Vec<GrantNode>,
    /// Who is in which team.
    pub team_members: Vec<TeamMemberNode>,
    /// Every member, the first who joined first.
    pub members: Vec<MemberNode>,
}

/// How often the organization's rights changed, if there is such an organization.
pub fn version(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Option<i64>, Error> {
    Ok(tx.one(&VERSION, params![organization])?.map(|found| found.rights))
}

/// Everything, as of one moment.
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

/// Notes that the organization's rights change with this transaction.
pub fn bump(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&BUMP, params![organization])?;
    Ok(())
}
