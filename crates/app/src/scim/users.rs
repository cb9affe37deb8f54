//! The members whom a provider manages.
//!
//! An account is made at a proven domain only. An account that exists is never taken over: its person becomes a member,
//! or stays one, and the provider of single sign-on may sign them in only once an admin says so.

use quire_model::addresses::EmailAddress;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::text::DisplayName;
use quire_model::time::Timestamp;
use quire_sso::scim::{self, ErrorKind, Filter, Meta, Page, User};
use quire_store::members::Member;
use quire_store::scim_users::{self, ScimUser};
use quire_store::{Read, email_domains, members as stored_members, orgs, sessions, tokens, users as stored_users};
use serde_json::Value;

use super::{Answered, MOST_LISTED, Provisioning, as_forbidden, not_found, refuse};
use crate::App;
use crate::accounts::users;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::members::{self, JoinMethod};

/// The most members among whom a filter is looked for that no index answers.
const MOST_FILTERED: i64 = 20_000;

impl App {
    /// Returns a page of the members, as SCIM writes a list.
    pub fn list_scim_users(
        &self,
        by: Provisioning,
        filter: Option<&Filter>,
        page: Page,
    ) -> Answered<(Vec<Value>, u64)> {
        let organization = by.organization;
        self.inner.db.read(|tx| {
            let Some(filter) = filter else {
                let total = scim_users::count(tx, organization)?;
                let skip = i64::try_from(page.skip).unwrap_or(i64::MAX);
                let count = i64::try_from(page.count.min(MOST_LISTED.into())).unwrap_or(0);
                let rows = scim_users::page(tx, organization, count, skip)?;
                return Ok(Ok((self.show_all(tx, organization, &rows)?, total)));
            };
            let rows = match candidates(tx, organization, filter)? {
                Some(rows) => rows,
                None => scim_users::page(tx, organization, MOST_FILTERED + 1, 0)?,
            };
            if i64::try_from(rows.len()).is_ok_and(|found| found > MOST_FILTERED) {
                return refuse(ErrorKind::TooMany, format!("more than {MOST_FILTERED} users: filter by userName"));
            }
            let mut found = self.show_all(tx, organization, &rows)?;
            found.retain(|user| filter.matches(user));
            let total = found.len() as u64;
            let skip = usize::try_from(page.skip).unwrap_or(usize::MAX);
            let count = usize::try_from(page.count).unwrap_or(usize::MAX);
            Ok(Ok((found.into_iter().skip(skip).take(count).collect(), total)))
        })
    }

    /// Returns one member.
    pub fn get_scim_user(&self, by: Provisioning, id: UserId) -> Answered<Value> {
        self.inner.db.read(|tx| match scim_users::get(tx, by.organization, id)? {
            Some(row) => self.show_one(tx, &row).map(Ok),
            None => not_found("user"),
        })
    }

    /// Makes a member: of a new account, or of the one that the address has.
    pub fn create_scim_user(&self, by: Provisioning, user: &User) -> Answered<Value> {
        let (organization, now) = (by.organization, self.now());
        let address = user.email().map(|address| EmailAddress::try_from(address.to_owned()));
        let Some(Ok(address)) = address else {
            return refuse(ErrorKind::InvalidValue, "emails: there must be an e-mail address, or userName must be one");
        };
        self.write(&Caller::operator(), |change| {
            if scim_users::by_name(change.tx, organization, &key(user))?.is_some() {
                return refuse(ErrorKind::Uniqueness, format!("userName: there is a user {} already", user.user_name));
            }
            let account = stored_users::by_email(change.tx, address.as_str())?;
            let known = match &account {
                Some(account) => stored_members::get(change.tx, organization, account.id)?,
                None => None,
            };
            if let Some(member) = &known
                && scim_users::get(change.tx, organization, member.user_id)?.is_some()
            {
                return refuse(ErrorKind::Uniqueness, format!("{} is the address of a user already", address.as_str()));
            }
            let id = match known {
                Some(member) => member.user_id,
                None if !email_domains::organizations(change.tx, &address.domain())?.contains(&organization) => {
                    let detail = format!(
                        "{}: the organization has not proven the domain of this address in `emailDomains`",
                        address.as_str()
                    );
                    return refuse(ErrorKind::InvalidValue, detail);
                }
                None => self.become_member(change, organization, account, &address, user)?,
            };
            let row = row_of(organization, id, user, now, now);
            scim_users::insert(change.tx, &row)?;
            if let Err(refused) = set_active(change, organization, id, user.active)? {
                return Err(Error::Forbidden(refused.detail));
            }
            self.show_one(change.tx, &row).map(Ok)
        })
    }

    /// Makes a member of an account, which is made if there is none. One that an invitation made and nobody has used yet
    /// is taken as new: the domain is the organization's, and so is the address.
    fn become_member(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        account: Option<stored_users::User>,
        address: &EmailAddress,
        user: &User,
    ) -> Result<UserId, Error> {
        let role = orgs::get(change.tx, organization)?.and_then(|org| org.default_role);
        let name = DisplayName::try_from(user.label()).map_or_else(|_| address.local().to_owned(), String::from);
        let made = match account {
            Some(known) if !stored_users::is_unclaimed(change.tx, known.id)? => {
                members::insert(change, self, organization, known.id, role, JoinMethod::Invited)?;
                return Ok(known.id);
            }
            Some(unclaimed) => {
                let made = stored_users::User { display_name: name, ..unclaimed };
                stored_users::claim(change.tx, made.id)?;
                stored_users::set_profile(change.tx, &made)?;
                change.touch(made.id.0);
                made
            }
            None => {
                let made = self.user_of(address.as_str(), &name);
                users::insert(change, &made)?;
                made
            }
        };
        members::insert(change, self, organization, made.id, role, JoinMethod::Known)?;
        if let Some(before) = stored_members::get(change.tx, organization, made.id)? {
            members::update(change, organization, &before, &Member { sso: true, ..before.clone() })?;
        }
        Ok(made.id)
    }

    /// Changes what the provider says of a member; `describe` returns it from what it said before.
    pub fn update_scim_user(
        &self,
        by: Provisioning,
        id: UserId,
        describe: impl Fn(&User) -> Result<User, scim::Error>,
    ) -> Answered<Value> {
        let (organization, now) = (by.organization, self.now());
        self.write(&Caller::operator(), |change| {
            let Some(before) = scim_users::get(change.tx, organization, id)? else { return not_found("user") };
            let member = stored_members::get(change.tx, organization, id)?;
            let said = said(&before, member.is_some_and(|member| !member.disabled))?;
            let user = match describe(&said) {
                Ok(user) => user,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let same_name = scim_users::by_name(change.tx, organization, &key(&user))?;
            if same_name.is_some_and(|other| other.user_id != id) {
                return refuse(ErrorKind::Uniqueness, format!("userName: there is a user {} already", user.user_name));
            }
            if let Err(refusal) = set_active(change, organization, id, user.active)? {
                return Ok(Err(refusal));
            }
            let row = row_of(organization, id, &user, before.created_at, now);
            scim_users::update(change.tx, &row)?;
            self.show_one(change.tx, &row).map(Ok)
        })
    }

    /// Removes a member from the organization; the account stays.
    pub fn delete_scim_user(&self, by: Provisioning, id: UserId) -> Answered<()> {
        self.write(&Caller::operator(), |change| {
            if scim_users::get(change.tx, by.organization, id)?.is_none() {
                return not_found("user");
            }
            match stored_members::get(change.tx, by.organization, id)? {
                Some(member) => as_forbidden(members::leave(change, by.organization, &member)),
                None => Ok(Ok(scim_users::delete(change.tx, by.organization, id)?)),
            }
        })
    }

    fn show_all(
        &self,
        tx: &mut Read<'_>,
        organization: OrganizationId,
        rows: &[ScimUser],
    ) -> Result<Vec<Value>, Error> {
        let disabled = scim_users::disabled(tx, organization)?;
        rows.iter().map(|row| self.show(row, !disabled.contains(&row.user_id))).collect()
    }

    fn show_one(&self, tx: &mut Read<'_>, row: &ScimUser) -> Result<Value, Error> {
        let member = stored_members::get(tx, row.organization, row.user_id)?;
        self.show(row, member.is_some_and(|member| !member.disabled))
    }

    fn show(&self, row: &ScimUser, active: bool) -> Result<Value, Error> {
        Ok(said(row, active)?.to_json(&Meta {
            id: row.user_id.to_string(),
            created: seconds(row.created_at),
            last_modified: seconds(row.modified_at),
            location: format!("{}/Users/{}", self.scim_url(row.organization), row.user_id),
        }))
    }
}

/// Returns the members that a filter can fit, if an index finds them; the filter decides among them.
fn candidates(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    filter: &Filter,
) -> Result<Option<Vec<ScimUser>>, Error> {
    let Some((attribute, text)) = filter.lookup() else { return Ok(None) };
    let found = match attribute.to_lowercase().as_str() {
        // Nobody is called so, and not every database can be asked.
        "username" if text.contains('\0') => None,
        "username" => scim_users::by_name(tx, organization, &text.to_lowercase())?,
        "id" => match text.parse() {
            Ok(id) => scim_users::get(tx, organization, id)?,
            Err(_) => None,
        },
        _ => return Ok(None),
    };
    Ok(Some(found.into_iter().collect()))
}

/// Gives a member access, or takes it away: sessions and tokens that reach this organization alone end, and all others
/// do not reach it any more.
fn set_active(change: &mut Change<'_, '_>, organization: OrganizationId, id: UserId, active: bool) -> Answered<()> {
    let Some(before) = stored_members::get(change.tx, organization, id)? else { return not_found("user") };
    if before.disabled != active {
        return Ok(Ok(()));
    }
    if !active && let Err(refusal) = as_forbidden(members::keep_an_admin(change, organization, &before))? {
        return Ok(Err(refusal));
    }
    members::update(change, organization, &before, &Member { disabled: !active, ..before.clone() })?;
    if !active {
        sessions::delete_of_member(change.tx, id, organization)?;
        tokens::delete_of_member(change.tx, id, organization)?;
    }
    Ok(Ok(()))
}

/// Returns the name by which the provider's account is unique.
fn key(user: &User) -> String {
    user.user_name.to_lowercase()
}

fn row_of(
    organization: OrganizationId,
    user_id: UserId,
    user: &User,
    created_at: Timestamp,
    modified_at: Timestamp,
) -> ScimUser {
    let meta = Meta { id: String::new(), created: 0, last_modified: 0, location: String::new() };
    let (external_id, resource) = (user.external_id.clone(), user.to_json(&meta).to_string());
    ScimUser { organization, user_id, name: key(user), external_id, resource, created_at, modified_at }
}

/// Returns what the provider says of a member.
fn said(row: &ScimUser, active: bool) -> Result<User, Error> {
    let json: Value =
        serde_json::from_str(&row.resource).map_err(|e| Error::internal("reading a member of SCIM", e))?;
    let user = User::from_json(&json).map_err(|e| Error::internal("reading a member of SCIM", e))?;
    Ok(User { active, ..user })
}

pub(super) fn seconds(at: Timestamp) -> i64 {
    at.0.div_euclid(1000)
}
