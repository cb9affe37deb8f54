//! Teams: groups of members that get roles together.

use quire_db::{Error, Read, Write, statements};
use quire_model::folding::fold;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::TeamRole;
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// A team.
    Team {
        /// The organization.
        organization: OrganizationId,
        /// The team.
        id: TeamId,
        /// Shown to people.
        title: String,
        /// When it came to be.
        created_at: Timestamp,
        /// How many are in it.
        members: i64,
    }
}

record! {
    /// A team with what somebody is in it.
    Joined {
        /// The organization.
        organization: OrganizationId,
        /// The team.
        id: TeamId,
        /// Shown to people.
        title: String,
        /// When it came to be.
        created_at: Timestamp,
        /// How many are in it.
        members: i64,
        /// What they are in it.
        role: TeamRole,
    }
}

impl Joined {
    /// The team by itself.
    pub fn team(&self) -> Team {
        Team {
            organization: self.organization,
            id: self.id,
            title: self.title.clone(),
            created_at: self.created_at,
            members: self.members,
        }
    }
}

statements! {
    BY_ID: Query<Team> =
        "select t.organization as organization, t.id as id, t.title as title, t.created_at as created_at,
         (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members
         from teams t where t.organization = ?1 and t.id = ?2";
    AFTER: Query<Team> =
        "select t.organization as organization, t.id as id, t.title as title, t.created_at as created_at,
         (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members
         from teams t where t.organization = ?1 and t.folded like ?2 escape '!' and t.id > ?3 order by t.id limit ?4";
    BEFORE: Query<Team> =
        "select t.organization as organization, t.id as id, t.title as title, t.created_at as created_at,
         (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members
         from teams t where t.organization = ?1 and t.folded like ?2 escape '!' and t.id < ?3
         order by t.id desc limit ?4";
    COUNT: Query<paging::Count> =
        "select count(*) as count from teams t where t.organization = ?1 and t.folded like ?2 escape '!'";
    JOINED_AFTER: Query<Joined> =
        "select t.organization as organization, t.id as id, t.title as title, t.created_at as created_at,
         (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members,
         m.role as role from team_members m join teams t on t.organization = m.organization and t.id = m.team
         where m.organization = ?1 and m.user_id = ?2 and m.role like ?3 and t.folded like ?4 escape '!' and t.id > ?5
         order by t.id limit ?6";
    JOINED_BEFORE: Query<Joined> =
        "select t.organization as organization, t.id as id, t.title as title, t.created_at as created_at,
         (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members,
         m.role as role from team_members m join teams t on t.organization = m.organization and t.id = m.team
         where m.organization = ?1 and m.user_id = ?2 and m.role like ?3 and t.folded like ?4 escape '!' and t.id < ?5
         order by t.id desc limit ?6";
    COUNT_JOINED: Query<paging::Count> =
        "select count(*) as count from team_members m join teams t on t.organization = m.organization and t.id = m.team
         where m.organization = ?1 and m.user_id = ?2 and m.role like ?3 and t.folded like ?4 escape '!'";
    INSERT: Execute = "insert into teams (organization, id, title, folded, created_at) values (?1, ?2, ?3, ?4, ?5)";
    RENAME: Execute = "update teams set title = ?3, folded = ?4 where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from teams where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from teams where organization = ?1";
}

/// The team of this identifier in an organization.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: TeamId) -> Result<Option<Team>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// The teams of an organization whose titles have a part, in order of identifier.
pub fn of_org(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    part: &str,
    paging: &Paging,
) -> Result<Listing<Team>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization, pattern(part)], paging, |team| team.id.0)
}

/// The teams that a user is in, as just this if it is given, and whose titles have a part; in order of identifier.
pub fn of_user(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    user: UserId,
    role: Option<TeamRole>,
    part: &str,
    paging: &Paging,
) -> Result<Listing<Joined>, Error> {
    let pages = Pages { after: &JOINED_AFTER, before: &JOINED_BEFORE, count: &COUNT_JOINED };
    let role = role.map_or("%", TeamRole::as_str).to_owned();
    paging::list(tx, &pages, params![organization, user, role, pattern(part)], paging, |team| team.id.0)
}

/// What `like` finds a folded text with this part by.
fn pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for c in fold(part).chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// Adds a team, without members.
pub fn insert(tx: &mut Write<'_>, team: &Team) -> Result<(), Error> {
    let values = params![team.organization, team.id, team.title, fold(&team.title), team.created_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Gives a team another title.
pub fn rename(tx: &mut Write<'_>, organization: OrganizationId, id: TeamId, title: &str) -> Result<(), Error> {
    tx.execute(&RENAME, params![organization, id, title.to_owned(), fold(title)])?;
    Ok(())
}

/// Removes a team's row.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: TeamId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}

/// Removes every team's row.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
