//! Teams: groups of members that can be granted roles together.

use quire_db::{Error, Read, Write, statements};
use quire_model::folding::fold;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::TeamRole;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::record;
use crate::sql::sql;

record! {
    /// The row of a team, with the number of its members.
    Team {
        /// The organization that the team belongs to.
        organization: OrganizationId,
        /// The identifier of the team.
        id: TeamId,
        /// The title that users see.
        title: String,
        /// The time of creation.
        created_at: Timestamp,
        /// The number of members.
        members: i64,
    }
}

record! {
    /// A team with the role of one of its members.
    Joined {
        /// The organization that the team belongs to.
        organization: OrganizationId,
        /// The identifier of the team.
        id: TeamId,
        /// The title that users see.
        title: String,
        /// The time of creation.
        created_at: Timestamp,
        /// The number of members.
        members: i64,
        /// The role of the member.
        role: TeamRole,
    }
}

impl Joined {
    /// Returns the team without the role.
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

/// The columns of a team.
const TEAM: &str = "t.organization, t.id, t.title, t.created_at,
    (select count(*) from team_members x where x.organization = t.organization and x.team = t.id) as members";

/// Restricts a list to the teams of an organization whose titles match.
const OF_ORG: &str = " from teams t where t.organization = ?1 and t.folded like ?2 escape '!' ";

/// Restricts a list to the teams of a user in a role whose titles match.
const OF_USER: &str = " from team_members m join teams t on t.organization = m.organization and t.id = m.team
    where m.organization = ?1 and m.user_id = ?2 and m.role like ?3 and t.folded like ?4 escape '!' ";

statements! {
    BY_ID: Query<Team> = sql!("select ", TEAM, " from teams t where t.organization = ?1 and t.id = ?2");
    AFTER: Query<Team> = sql!("select ", TEAM, OF_ORG, "and t.id > ?3 order by t.id limit ?4");
    BEFORE: Query<Team> = sql!("select ", TEAM, OF_ORG, "and t.id < ?3 order by t.id desc limit ?4");
    COUNT: Query<paging::Count> = sql!("select count(*) as count", OF_ORG);
    JOINED_AFTER: Query<Joined> =
        sql!("select ", TEAM, ", m.role", OF_USER, "and t.id > ?5 order by t.id limit ?6");
    JOINED_BEFORE: Query<Joined> =
        sql!("select ", TEAM, ", m.role", OF_USER, "and t.id < ?5 order by t.id desc limit ?6");
    COUNT_JOINED: Query<paging::Count> = sql!("select count(*) as count", OF_USER);
    INSERT: Execute = "insert into teams (organization, id, title, folded, created_at) values (?1, ?2, ?3, ?4, ?5)";
    RENAME: Execute = "update teams set title = ?3, folded = ?4 where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from teams where organization = ?1 and id = ?2";
}

/// Returns a team of an organization by its identifier.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: TeamId) -> Result<Option<Team>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns a page of the teams of an organization whose titles contain `part`, in order of identifier.
pub fn of_org(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    part: &str,
    paging: &Paging,
) -> Result<Listing<Team>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization, pattern(part)], paging, |team| team.id.0)
}

/// Returns a page of the teams of a user, in the given role if any, whose titles contain `part`, by identifier.
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

/// Returns the `like` pattern, with `!` as escape character, for folded texts that contain `part`.
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

/// Inserts a team without members.
pub fn insert(tx: &mut Write<'_>, team: &Team) -> Result<(), Error> {
    let values = params![team.organization, team.id, team.title, fold(&team.title), team.created_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Changes the title of a team.
pub fn rename(tx: &mut Write<'_>, organization: OrganizationId, id: TeamId, title: &str) -> Result<(), Error> {
    tx.execute(&RENAME, params![organization, id, title.to_owned(), fold(title)])?;
    Ok(())
}

/// Deletes a team's row.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: TeamId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}
