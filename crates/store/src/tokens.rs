//! API tokens. Only the hash of a token's secret is stored.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, TokenId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a user's token.
    Token in tokens {
        /// The identifier of the token.
        id: TokenId,
        /// The owner of the token.
        user_id: UserId,
        /// The hash of the secret.
        hash: Hash,
        /// The name that its owner chose.
        name: String,
        /// The scopes, which narrow the owner's rights.
        scopes: Scopes,
        /// The time of creation.
        created_at: Timestamp,
        /// The time of expiry; `None` if it never expires.
        expires_at: Option<Timestamp>,
        /// The time of the last use, to about a minute.
        last_used_at: Option<Timestamp>,
        /// The token that was used to create it, if any.
        made_by: Option<TokenId>,
        /// The only organization that the token reaches; `None` for all of its user's.
        organization: Option<OrganizationId>,
        /// The provider of single sign-on in whose session it was made, if it reaches one organization.
        provider: Option<Uid>,
    }
}

statements! {
    /// The tokens of disabled users are not found.
    BY_HASH: Query<Token> = select!(
        Token,
        "where hash = ?1
         and exists (select 1 from users u where u.id = tokens.user_id and u.disabled_at is null)"
    );
    BY_ID: Query<Token> = select!(Token, "where id = ?1");
    OF_USER_AFTER: Query<Token> =
        select!(Token, "where user_id = ?1 and id > ?2 order by id limit ?3");
    OF_USER_BEFORE: Query<Token> =
        select!(Token, "where user_id = ?1 and id < ?2 order by id desc limit ?3");
    COUNT_OF_USER: Query<paging::Count> = "select count(*) as count from tokens where user_id = ?1";
    REACHING_AFTER: Query<Token> =
        select!(Token, "where user_id = ?1 and organization = ?2 and id > ?3 order by id limit ?4");
    REACHING_BEFORE: Query<Token> =
        select!(Token, "where user_id = ?1 and organization = ?2 and id < ?3 order by id desc limit ?4");
    COUNT_REACHING: Query<paging::Count> =
        "select count(*) as count from tokens where user_id = ?1 and organization = ?2";
    DELETE_OF_PROVIDER: Execute =
        "delete from tokens where organization = ?1 and (provider = ?2 or provider is null)";
    DELETE_OF_USER: Execute = "delete from tokens where user_id = ?1";
    DELETE_OF_MEMBER: Execute = "delete from tokens where user_id = ?1 and organization = ?2";
    INSERT: Execute = insert!(Token);
    DELETE: Execute =
        "with recursive gone (id) as (
           select id from tokens where user_id = ?1 and id = ?2
           union
           select t.id from gone join tokens t on t.user_id = ?1 and t.made_by = gone.id
         )
         delete from tokens where user_id = ?1 and id in (select id from gone)";
    TOUCH: Execute = "update tokens set last_used_at = ?2 where id = ?1 and coalesce(last_used_at, 0) < ?2";
}

/// Returns the token whose secret has this hash, if its user is not disabled.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<Token>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Returns the token with this identifier.
pub fn get(tx: &mut Read<'_>, id: TokenId) -> Result<Option<Token>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns a page of the tokens of a user, oldest first.
pub fn of_user(tx: &mut Read<'_>, user: UserId, paging: &Paging) -> Result<Listing<Token>, Error> {
    let pages = Pages { after: &OF_USER_AFTER, before: &OF_USER_BEFORE, count: &COUNT_OF_USER };
    paging::list(tx, &pages, params![user], paging, |token| token.id.0)
}

/// Returns a page of the tokens of a user that reach this organization only, oldest first.
pub fn of_user_in(
    tx: &mut Read<'_>,
    user: UserId,
    organization: OrganizationId,
    paging: &Paging,
) -> Result<Listing<Token>, Error> {
    let pages = Pages { after: &REACHING_AFTER, before: &REACHING_BEFORE, count: &COUNT_REACHING };
    paging::list(tx, &pages, params![user, organization], paging, |token| token.id.0)
}

/// Deletes the tokens of an organization that rest on a provider, or of which nobody knows the provider.
pub fn delete_of_provider(tx: &mut Write<'_>, organization: OrganizationId, provider: Uid) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_PROVIDER, params![organization, provider])
}

/// Inserts a token.
pub fn insert(tx: &mut Write<'_>, token: &Token) -> Result<(), Error> {
    tx.execute(&INSERT, &token.inserted())?;
    Ok(())
}

/// Deletes a token of this user with all tokens created by it, and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, user: UserId, id: TokenId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![user, id])? > 0)
}

/// Records the time at which a token was used.
pub fn touch(tx: &mut Write<'_>, id: TokenId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![id, at])?;
    Ok(())
}

/// Deletes all tokens of a user.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user])?;
    Ok(())
}

/// Deletes the tokens of a user that reach only this organization.
pub fn delete_of_member(tx: &mut Write<'_>, user: UserId, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_MEMBER, params![user, organization])?;
    Ok(())
}
