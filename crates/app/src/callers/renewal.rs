//! Callers of work that lasts: their credential and memberships are looked at again when they may have changed.
//!
//! A look is no use of the credential: it neither extends a session nor notes that a token was used. So a window that
//! stays open does not keep anybody signed in.

use std::sync::Arc;

use quire_model::credentials::Proved;
use quire_store::{members, sessions, tokens, totp_factors, users};

use super::{Caller, Credential, EVERYBODY, Identity, SIGNED_OUT, UNKNOWN};
use crate::App;
use crate::core::errors::Error;

/// A caller whose work lasts.
pub(crate) struct Lasting {
    caller: Arc<Caller>,
    /// The stamp taken before the caller was looked at; `None` for one that was authenticated at some earlier time.
    stamp: Option<u64>,
}

impl Lasting {
    /// Begins with a caller who was authenticated.
    pub(crate) fn new(caller: Arc<Caller>) -> Self {
        Self { caller, stamp: None }
    }

    /// Returns the caller with the rights that they have now, and whether they are other ones than at the last call.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] if the credential has expired or was withdrawn, or the user was disabled.
    pub(crate) fn now(&mut self, app: &App) -> Result<(Arc<Caller>, bool), Error> {
        let Identity::User { user, .. } = &self.caller.identity else { return Ok((self.caller.clone(), false)) };
        let fresh = |stamp: u64| app.inner.epochs.fresh(user.0, stamp) && app.inner.epochs.fresh(EVERYBODY, stamp);
        if self.stamp.is_some_and(fresh) && self.caller.live(app.now()) {
            return Ok((self.caller.clone(), false));
        }
        let stamp = app.inner.epochs.stamp();
        self.caller = Arc::new(app.look_again(&self.caller)?);
        self.stamp = Some(stamp);
        Ok((self.caller.clone(), true))
    }
}

impl App {
    /// Reads the credential of a caller and the memberships of its user again.
    fn look_again(&self, caller: &Caller) -> Result<Caller, Error> {
        let Identity::User { user, by, .. } = &caller.identity else { return Ok(Caller::operator()) };
        let (user, by) = (*user, *by);
        let refused = if matches!(by, Proved::Session(_)) { SIGNED_OUT } else { UNKNOWN };
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            if users::get(tx, user)?.is_none_or(|user| user.disabled_at.is_some()) {
                return Ok::<_, Error>(None);
            }
            let memberships = members::of_user(tx, user)?;
            let found = match by {
                Proved::Token(id) => match tokens::get(tx, id)? {
                    Some(token) if token.user_id == user => {
                        let wants = memberships.iter().any(|membership| membership.requires_factor);
                        let factor =
                            token.organization.is_some() || (wants && totp_factors::confirmed(tx, user)?.is_some());
                        let credential = Credential { by, only: token.organization, factor };
                        Some((credential, token.scopes, token.expires_at))
                    }
                    _ => None,
                },
                Proved::Session(id) => match sessions::get(tx, id)? {
                    Some(session) if session.user_id == user && !self.rests_on_former_provider(&session) => {
                        Some((Credential::of(&session), caller.scopes(), Some(session.expires_at)))
                    }
                    _ => None,
                },
            };
            Ok(found.map(|(credential, scopes, end)| (credential, scopes, end, memberships)))
        })?;
        let Some((credential, scopes, end, memberships)) = found else { return Err(refused) };
        let first_uses = self.inner.first_uses.clone();
        let caller = Caller::of(user, credential, scopes, end, now, memberships, first_uses);
        if caller.live(now) { Ok(caller) } else { Err(refused) }
    }
}
