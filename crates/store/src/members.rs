//! Members of organizations, with their roles.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::record;
use crate::sql::sql;
use crate::users::{self, User};

record! {
    /// A membership of a user.
    Membership {
        /// The organization that the user belongs to.
        organization: OrganizationId,
        /// The role; `None` for guests.
        role: Option<Role>,
        /// The time at which the user first used the organization, if ever.
        first_used_at: Option<Timestamp>,
        /// True if the organization is reached by single sign-on only, except by admins.
        requires_sso: bool,
        /// True if the organization is reached with a second factor only.
        requires_factor: bool,
    }
}

record! {
    /// A user as a member of an organization.
    Member {
        /// The identifier of the user.
        user_id: UserId,
        /// The role; `None` for guests.
        role: Option<Role>,
        /// True if the membership is disabled.
        disabled: bool,
        /// True if the member signs in by single sign-on.
        sso: bool,
        /// The time at which the user joined.
        joined_at: Timestamp,
        /// The time at which the member was last seen, if ever.
        last_seen_at: Option<Timestamp>,
        /// The time of the member's first use of the organization; before it, others see the e-mail address alone.
        first_used_at: Option<Timestamp>,
        /// The number of teams that the member belongs to.
        teams: i64,
        /// The user's e-mail address, in lower case.
        email: String,
        /// The user's display name.
        display_name: String,
        /// The address of the user's picture.
        photo_url: Option<String>,
        /// The time at which the user was created.
        created_at: Timestamp,
        /// The time at which the user was disabled for the whole installation, if they are.
        disabled_at: Option<Timestamp>,
    }
}

impl Member {
    /// Returns the member's user.
    pub fn user(&self) -> User {
        User {
            id: self.user_id,
            email: self.email.clone(),
            display_name: self.display_name.clone(),
            photo_url: self.photo_url.clone(),
            created_at: self.created_at,
            disabled_at: self.disabled_at,
        }
    }

    /// Returns the member as others may see them: for one who was invited and has not used the organization yet, name
    /// and picture are replaced by what the e-mail address tells.
    fn discreet(self) -> Self {
        if self.first_used_at.is_some() {
            return self;
        }
        let User { display_name, photo_url, .. } = self.user().by_address_alone();
        Self { display_name, photo_url, ..self }
    }
}

/// A filter of members by role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Every member, guests included.
    All,
    /// Members with exactly this role.
    Role(Role),
    /// Guests, who have no role.
    Guests,
}

/// The sort key of a list of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The time of joining.
    Joining,
    /// The time at which they were last seen; members never seen are left out.
    Sight,
}

impl Only {
    fn word(self) -> String {
        match self {
            Self::All => "%",
            Self::Role(role) => role.as_str(),
            Self::Guests => "guest",
        }
        .to_owned()
    }

    /// Returns true if members with this role match the filter.
    pub fn holds(self, role: Option<Role>) -> bool {
        match self {
            Self::All => true,
            Self::Role(only) => role == Some(only),
            Self::Guests => role.is_none(),
        }
    }
}

/// Selects members with their users and the numbers of their teams.
const SELECT: &str = "select m.user_id, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at, m.first_used_at,
    (select count(*) from team_members t where t.organization = m.organization and t.user_id = m.user_id) as teams,
    u.email, u.display_name, u.photo_url, u.created_at, u.disabled_at
    from members m join users u on u.id = m.user_id where ";

/// Restricts a list to an organization and to a role.
const OF_ROLE: &str = "m.organization = ?1 and coalesce(m.role, 'guest') like ?2 ";

/// Restricts a list to those who commented or replied on a branch.
const COMMENTED: &str = "m.organization = ?1 and (exists (select 1 from comments c
    where c.organization = m.organization and c.space = ?2 and c.branch = ?3 and c.author = m.user_id)
    or exists (select 1 from comment_replies r
    where r.organization = m.organization and r.space = ?2 and r.branch = ?3 and r.author = m.user_id)) ";

statements! {
    OF_USER: Query<Membership> =
        "select m.organization as organization, m.role as role, m.first_used_at as first_used_at,
         o.sso as requires_sso, o.second_factor as requires_factor from members m
         join organizations o on o.id = m.organization
         where m.user_id = ?1 and m.disabled = 0 and o.deleted_at is null";
    ONE: Query<Member> = sql!(SELECT, "m.organization = ?1 and m.user_id = ?2");
    ALL_OF_ORG: Query<Member> = sql!(SELECT, "m.organization = ?1 order by m.joined_at, m.user_id");
    JOINED_AFTER: Query<Member> =
        sql!(SELECT, OF_ROLE, "and (m.joined_at, m.user_id) > (?3, ?4) order by m.joined_at, m.user_id limit ?5");
    JOINED_BEFORE: Query<Member> = sql!(
        SELECT,
        OF_ROLE,
        "and (m.joined_at, m.user_id) < (?3, ?4) order by m.joined_at desc, m.user_id desc limit ?5"
    );
    COUNT: Query<paging::Count> = sql!("select count(*) as count from members m where ", OF_ROLE);
    SEEN_AFTER: Query<Member> = sql!(
        SELECT,
        OF_ROLE,
        "and (m.last_seen_at, m.user_id) > (?3, ?4) order by m.last_seen_at, m.user_id limit ?5"
    );
    SEEN_BEFORE: Query<Member> = sql!(
        SELECT,
        OF_ROLE,
        "and (m.last_seen_at, m.user_id) < (?3, ?4) order by m.last_seen_at desc, m.user_id desc limit ?5"
    );
    COUNT_SEEN: Query<paging::Count> =
        sql!("select count(*) as count from members m where ", OF_ROLE, "and m.last_seen_at is not null");
    COMMENTERS_AFTER: Query<Member> =
        sql!(SELECT, COMMENTED, "and (m.joined_at, m.user_id) > (?4, ?5) order by m.joined_at, m.user_id limit ?6");
    COMMENTERS_BEFORE: Query<Member> = sql!(
        SELECT,
        COMMENTED,
        "and (m.joined_at, m.user_id) < (?4, ?5) order by m.joined_at desc, m.user_id desc limit ?6"
    );
    COUNT_COMMENTERS: Query<paging::Count> = sql!("select count(*) as count from members m where ", COMMENTED);
    COUNT_OTHER_ADMINS: Query<paging::Count> =
        "select count(*) as count from members
         where organization = ?1 and user_id <> ?2 and role = 'admin' and disabled = 0";
    INSERT: Execute =
        "insert into members (organization, user_id, role, joined_at, first_used_at) values (?1, ?2, ?3, ?4, ?5)";
    UPDATE: Execute =
        "update members set role = ?3, disabled = ?4, sso = ?5 where organization = ?1 and user_id = ?2";
    USE: Execute =
        "update members set first_used_at = ?3 where organization = ?1 and user_id = ?2 and first_used_at is null";
    SEE: Execute = "update members set last_seen_at = ?3 where organization = ?1 and user_id = ?2";
    DELETE: Execute = "delete from members where organization = ?1 and user_id = ?2";
}

/// Returns the memberships of a user that are not disabled, in organizations that are not deleted.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Membership>, Error> {
    tx.all(&OF_USER, params![user])
}

/// Returns a member as others may see them.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<Member>, Error> {
    Ok(tx.one(&ONE, params![organization, user])?.map(Member::discreet))
}

/// Returns a user as the members of an organization may see them. A user who is not a member is shown by address alone.
pub fn person(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<User>, Error> {
    match get(tx, organization, user)? {
        Some(member) => Ok(Some(member.user())),
        None => Ok(users::get(tx, user)?.map(User::by_address_alone)),
    }
}

/// Returns every member, in the order of joining.
pub fn all(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Member>, Error> {
    Ok(tx.all(&ALL_OF_ORG, params![organization])?.into_iter().map(Member::discreet).collect())
}

/// Returns a page of an organization's members.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    only: Only,
    (by, order): (By, Order),
    paging: &Paging,
) -> Result<Listing<Member>, Error> {
    let pages = match by {
        By::Joining => Pages { after: &JOINED_AFTER, before: &JOINED_BEFORE, count: &COUNT },
        By::Sight => Pages { after: &SEEN_AFTER, before: &SEEN_BEFORE, count: &COUNT_SEEN },
    };
    let of = params![organization, only.word()];
    let page = paging::ordered(tx, &pages, of, paging, (Sorting::Number, order), |member| by.mark(member))?;
    Ok(page.map(Member::discreet))
}

/// Returns a page of the members who commented or replied on a branch, in order of identifier.
pub fn commenters(tx: &mut Read<'_>, branch: Branch, paging: &Paging) -> Result<Listing<Member>, Error> {
    let pages = Pages { after: &COMMENTERS_AFTER, before: &COMMENTERS_BEFORE, count: &COUNT_COMMENTERS };
    let of = params![branch.organization, branch.space, branch.id];
    let sorted = (Sorting::Number, Order::Ascending);
    Ok(paging::ordered(tx, &pages, of, paging, sorted, |member| By::Joining.mark(member))?.map(Member::discreet))
}

impl By {
    /// Returns a member's sort key.
    pub fn mark(self, member: &Member) -> (i64, quire_content::id::Uid) {
        let at = match self {
            Self::Joining => member.joined_at,
            Self::Sight => member.last_seen_at.unwrap_or(Timestamp(i64::MIN)),
        };
        (at.0, member.user_id.0)
    }
}

/// Returns the number of other administrators of the organization who are not disabled.
pub fn count_other_admins(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<u64, Error> {
    let counted = tx.one(&COUNT_OTHER_ADMINS, params![organization, user])?;
    Ok(counted.map_or(0, |counted| counted.count.unsigned_abs()))
}

/// Inserts a membership. Without `first_used_at`, others see the address alone until the first use.
pub fn insert(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    user: UserId,
    role: Option<Role>,
    joined_at: Timestamp,
    first_used_at: Option<Timestamp>,
) -> Result<(), Error> {
    tx.execute(&INSERT, params![organization, user, role, joined_at, first_used_at])?;
    Ok(())
}

/// Updates a member's role and the flags for disabled members and single sign-on.
pub fn update(tx: &mut Write<'_>, organization: OrganizationId, member: &Member) -> Result<(), Error> {
    let values = params![organization, member.user_id, member.role, member.disabled, member.sso];
    tx.execute(&UPDATE, values)?;
    Ok(())
}

/// Records the first use of the organization by a member; returns false if one was recorded before.
pub fn note_use(tx: &mut Write<'_>, organization: OrganizationId, user: UserId, at: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&USE, params![organization, user, at])? > 0)
}

/// Records the time at which a member was last seen.
pub fn see(tx: &mut Write<'_>, organization: OrganizationId, user: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SEE, params![organization, user, at])?;
    Ok(())
}

/// Deletes a membership.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, user])?;
    Ok(())
}
