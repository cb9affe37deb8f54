//! Provisioning by SCIM 2.0: a provider makes, changes and disables the members and teams of one organization.
//!
//! The provider proves itself by the token of the organization ([`Provisioning`]), which is as mighty there as an admin
//! and nothing elsewhere. It manages the members and teams that it made or asked for, and sees no others. What it says
//! of a person is kept beside the account and never changes it: name, address, password and other organizations are the
//! person's own. Reading and writing messages is in [`quire_sso::scim`].

pub mod groups;
pub mod tokens;
pub mod users;

use quire_model::ids::OrganizationId;
use quire_sso::scim::{Error as Refusal, ErrorKind};

use crate::core::errors::Error;

/// The proof that a provider has the token of an organization.
#[derive(Debug, Clone, Copy)]
pub struct Provisioning {
    organization: OrganizationId,
}

/// An answer to a provider, or a refusal that it can read.
pub type Answered<T> = Result<Result<T, Refusal>, Error>;

/// The most resources in a page.
pub const MOST_LISTED: u32 = 200;

fn refuse<T>(kind: ErrorKind, detail: impl Into<String>) -> Answered<T> {
    Ok(Err(Refusal::new(kind, detail)))
}

fn not_found<T>(what: &str) -> Answered<T> {
    refuse(ErrorKind::NotFound, format!("there is no such {what}"))
}

/// Returns the refusal of a change that would leave an organization without an admin; it is no conflict between
/// resources, which SCIM has another meaning for.
fn as_forbidden<T>(done: Result<T, Error>) -> Answered<T> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Error::Conflict(message)) => refuse(ErrorKind::Forbidden, message),
        Err(error) => Err(error),
    }
}
