//! Who belongs to an organization, with which role.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{params, record};
use crate::paging::{self, Pages, Sorting};
use crate::users::{self, User};

record! {
    /// One membership of a user.
    Membership {
        /// Where.
        organization: OrganizationId,
        /// As what; `None` for guests.
        role: Option<Role>,
        /// When they first used the organization.
        first_used_at: Option<Timestamp>,
    }
}

record! {
    /// A user as a member of an organization.
    Member {
        /// The user.
        user_id: UserId,
        /// The role; `None` for guests.
        role: Option<Role>,
        /// Whether access is taken away for now.
        disabled: bool,
        /// Whether they sign in by single sign-on.
        sso: bool,
        /// Since when.
        joined_at: Timestamp,
        /// When they were last here, if ever.
        last_seen_at: Option<Timestamp>,
        /// When they first used the organization; before that, others see their address alone.
        first_used_at: Option<Timestamp>,
        /// How many teams they are in.
        teams: i64,
        /// The user's address.
        email: String,
        /// The user's name.
        display_name: String,
        /// Address of the user's picture.
        photo_url: Option<String>,
        /// When the user came to be.
        created_at: Timestamp,
        /// Since when the user can't sign in.
        disabled_at: Option<Timestamp>,
    }
}

impl Member {
    /// The user.
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

    /// The member as others may see them: of one who was invited and has not been here yet, no more than the invitation
    /// said.
    fn discreet(self) -> Self {
        if self.first_used_at.is_some() {
            return self;
        }
        let User { display_name, photo_url, .. } = self.user().by_address_alone();
        Self { display_name, photo_url, ..self }
    }
}

/// Which members a list holds: those of one word, a role or `guest`, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Everybody.
    All,
    /// Those with just this role.
    Role(Role),
    /// Those without a role.
    Guests,
}

/// What a list of members is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// When they joined.
    Joining,
    /// When they were last here; those who never were are left out.
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

    /// Whether it holds members with this role.
    pub fn holds(self, role: Option<Role>) -> bool {
        match self {
            Self::All => true,
            Self::Role(only) => role == Some(only),
            Self::Guests => role.is_none(),
        }
    }
}

statements! {
    OF_USER: Query<Membership> =
        "select m.organization as organization, m.role as role, m.first_used_at as first_used_at from members m
         join organizations o on o.id = m.organization
         where m.user_id = ?1 and m.disabled = 0 and o.deleted_at is null";
    ONE: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id where m.organization = ?1 and m.user_id = ?2";
    ALL_OF_ORG: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id where m.organization = ?1 order by m.joined_at, m.user_id";
    JOINED_AFTER: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and coalesce(m.role, 'guest') like ?2 and (m.joined_at, m.user_id) > (?3, ?4)
         order by m.joined_at, m.user_id limit ?5";
    JOINED_BEFORE: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and coalesce(m.role, 'guest') like ?2 and (m.joined_at, m.user_id) < (?3, ?4)
         order by m.joined_at desc, m.user_id desc limit ?5";
    COUNT: Query<paging::Count> =
        "select count(*) as count from members where organization = ?1 and coalesce(role, 'guest') like ?2";
    SEEN_AFTER: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and coalesce(m.role, 'guest') like ?2 and (m.last_seen_at, m.user_id) > (?3, ?4)
         order by m.last_seen_at, m.user_id limit ?5";
    SEEN_BEFORE: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and coalesce(m.role, 'guest') like ?2 and (m.last_seen_at, m.user_id) < (?3, ?4)
         order by m.last_seen_at desc, m.user_id desc limit ?5";
    COUNT_SEEN: Query<paging::Count> =
        "select count(*) as count from members
         where organization = ?1 and coalesce(role, 'guest') like ?2 and last_seen_at is not null";
    COMMENTERS_AFTER: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and (exists (select 1 from comments c where c.organization = m.organization
         and c.space = ?2 and c.branch = ?3 and c.author = m.user_id) or exists (select 1 from comment_replies r
         where r.organization = m.organization and r.space = ?2 and r.branch = ?3 and r.author = m.user_id))
         and (m.joined_at, m.user_id) > (?4, ?5) order by m.joined_at, m.user_id limit ?6";
    COMMENTERS_BEFORE: Query<Member> =
        "select m.user_id as user_id, m.role as role, m.disabled as disabled, m.sso as sso, m.joined_at as joined_at,
         m.last_seen_at as last_seen_at, m.first_used_at as first_used_at, (select count(*) from team_members t where t.organization = m.organization
         and t.user_id = m.user_id) as teams, u.email as email, u.display_name as display_name,
         u.photo_url as photo_url, u.created_at as created_at, u.disabled_at as disabled_at
         from members m join users u on u.id = m.user_id
         where m.organization = ?1 and (exists (select 1 from comments c where c.organization = m.organization
         and c.space = ?2 and c.branch = ?3 and c.author = m.user_id) or exists (select 1 from comment_replies r
         where r.organization = m.organization and r.space = ?2 and r.branch = ?3 and r.author = m.user_id))
         and (m.joined_at, m.user_id) < (?4, ?5) order by m.joined_at desc, m.user_id desc limit ?6";
    COUNT_COMMENTERS: Query<paging::Count> =
        "select count(*) as count from members m
         where m.organization = ?1 and (exists (select 1 from comments c where c.organization = m.organization
         and c.space = ?2 and c.branch = ?3 and c.author = m.user_id) or exists (select 1 from comment_replies r
         where r.organization = m.organization and r.space = ?2 and r.branch = ?3 and r.author = m.user_id))";
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
    DELETE_OF_ORG: Execute = "delete from members where organization = ?1";
}

/// Every membership of a user whose access is not taken away.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Membership>, Error> {
    tx.all(&OF_USER, params![user])
}

/// One member.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<Member>, Error> {
    Ok(tx.one(&ONE, params![organization, user])?.map(Member::discreet))
}

/// A user as the people of an organization may see them. Of one who is not a member, the address alone.
pub fn person(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<User>, Error> {
    match get(tx, organization, user)? {
        Some(member) => Ok(Some(member.user())),
        None => Ok(users::get(tx, user)?.map(User::by_address_alone)),
    }
}

/// Every member, the first who joined first.
pub fn all(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Member>, Error> {
    Ok(tx.all(&ALL_OF_ORG, params![organization])?.into_iter().map(Member::discreet).collect())
}

/// A page of an organization's members.
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

/// Those who commented on a branch, or replied to comments on it, and still are members; the first who joined
/// the organization first.
pub fn commenters(tx: &mut Read<'_>, branch: Branch, paging: &Paging) -> Result<Listing<Member>, Error> {
    let pages = Pages { after: &COMMENTERS_AFTER, before: &COMMENTERS_BEFORE, count: &COUNT_COMMENTERS };
    let of = params![branch.organization, branch.space, branch.id];
    let sorted = (Sorting::Number, Order::Ascending);
    Ok(paging::ordered(tx, &pages, of, paging, sorted, |member| By::Joining.mark(member))?.map(Member::discreet))
}

impl By {
    /// A member's place in the list.
    pub fn mark(self, member: &Member) -> (i64, quire_content::id::Uid) {
        let at = match self {
            Self::Joining => member.joined_at,
            Self::Sight => member.last_seen_at.unwrap_or(Timestamp(i64::MIN)),
        };
        (at.0, member.user_id.0)
    }
}

/// How many others administrate the organization and are not disabled.
pub fn count_other_admins(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<u64, Error> {
    let counted = tx.one(&COUNT_OTHER_ADMINS, params![organization, user])?;
    Ok(counted.map_or(0, |counted| counted.count.unsigned_abs()))
}

/// Makes a user a member. Without `first_used_at`, others see their address alone until they use the organization.
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

/// Writes a member's role, and whether they are disabled and sign in by single sign-on, over what was.
pub fn update(tx: &mut Write<'_>, organization: OrganizationId, member: &Member) -> Result<(), Error> {
    let values = params![organization, member.user_id, member.role, member.disabled, member.sso];
    tx.execute(&UPDATE, values)?;
    Ok(())
}

/// Notes that a member uses the organization, if they never did; whether that was so.
pub fn note_use(tx: &mut Write<'_>, organization: OrganizationId, user: UserId, at: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&USE, params![organization, user, at])? > 0)
}

/// Notes that a member is here.
pub fn see(tx: &mut Write<'_>, organization: OrganizationId, user: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SEE, params![organization, user, at])?;
    Ok(())
}

/// Ends a membership.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, user])?;
    Ok(())
}

/// Ends every membership.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
