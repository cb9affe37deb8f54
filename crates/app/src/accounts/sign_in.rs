//! Sign-in with a password, or by a one-time link.
//!
//! Answers do not reveal which addresses have an account: their content and timing are the same. A link's secret is
//! created when the link is issued and only its hash is stored, so stored data can't be used to sign in. Mail transport
//! is elsewhere.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::addresses::EmailAddress;
use quire_model::ids::{JobId, OrganizationId, SignInLinkId, UserId};
use quire_model::jobs::JobKind;
use quire_model::people::Way;
use quire_model::time::Timestamp;
use quire_store::jobs::{self, Job};
use quire_store::sessions::AtProvider;
use quire_store::sign_in_links::{self as links, SignInLink};
use quire_store::users::User;
use quire_store::{passwords as stored_passwords, sessions as stored_sessions, users};

use crate::App;
use crate::accounts::sessions::{self, Session};
use crate::accounts::sign_in_bounds::{LINK_LIFETIME, Origin, Sending, device_cookie};
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;

/// The result of signing in.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The user who signed in.
    pub user: UserId,
    /// The session secret, which the browser sends from now on.
    pub secret: String,
    /// The value of the device cookie, which identifies the browser at later sign-ins; `None` in a session of one
    /// organization, whose provider says who the user is and may not speak for the whole account.
    pub device: Option<String>,
}

/// The outcome of a first factor.
#[derive(Debug, Clone)]
pub enum Passed {
    /// A session has begun.
    SignedIn(SignedIn),
    /// A second factor is asked for; the text is to be sent with its code.
    Challenged(String),
}

/// A session to start.
pub(crate) struct Start {
    /// The method of the sign-in.
    pub(crate) way: Way,
    /// The only organization that the session reaches; `None` for all of the user's.
    pub(crate) organization: Option<OrganizationId>,
    /// True if a second factor was proved, or a provider of single sign-on answers for it.
    pub(crate) factor: bool,
    /// The provider of single sign-on that says who the user is, if one does.
    pub(crate) provider: Option<Uid>,
    /// The time at which the provider wants the session to end.
    pub(crate) ends_at: Option<Timestamp>,
    /// The facts that the provider states about its own session.
    pub(crate) at_provider: Option<AtProvider>,
}

impl Start {
    /// Returns a session of the whole account that a factor of its own proves.
    pub(crate) fn whole(way: Way, factor: bool) -> Self {
        Self { way, organization: None, factor, provider: None, ends_at: None, at_provider: None }
    }
}

/// A mail to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The recipient's e-mail address.
    pub to: String,
    /// The subject line of the mail.
    pub subject: String,
    /// The body, in plain text.
    pub text: String,
    /// The same body in HTML, if there is one.
    pub html: Option<String>,
}

/// The time for which sending a link is attempted.
const WORTH_SENDING: Duration = Duration::from_hours(1);

const WRONG: Error = Error::Unauthenticated("the e-mail address or the password is wrong");
const USED: Error = Error::Unauthenticated("this link was used already, or it has expired: ask for another one");

const DISABLED: Error = Error::Unauthenticated("your account is disabled: ask whoever runs this server");

/// The organization of jobs that belong to none.
pub(crate) const NO_ORGANIZATION: OrganizationId = OrganizationId(Uid([0; 16]));

impl App {
    /// Signs in with a password, or asks for the second factor. Verification is expensive: callers must limit
    /// concurrency.
    pub fn sign_in(&self, email: &str, password: &str, from: &Origin) -> Result<Passed, Error> {
        let email = email.trim().to_lowercase();
        self.inner.sign_in_bounds.password(&self.inner.signer, &email, from, self.now())?;
        let (user, stored) = self.inner.db.read(|tx| {
            let user = users::by_email(tx, &email)?.filter(|user| user.disabled_at.is_none());
            let stored = user.as_ref().map(|user| stored_passwords::of_user(tx, user.id)).transpose()?.flatten();
            Ok::<_, Error>((user, stored.map(|stored| stored.hash)))
        })?;
        let right = self.inner.hasher.verify(password, stored.as_deref())?;
        let user = user.filter(|_| right).ok_or(WRONG)?;
        self.pass_first_factor(&user, Way::Password, from, |change| {
            // The password may have changed while it was verified.
            let now = stored_passwords::of_user(change.tx, user.id)?.map(|stored| stored.hash);
            if now == stored { Ok(()) } else { Err(WRONG) }
        })
    }

    /// Starts a session after the first factor, or returns the challenge for the second one. `check` is that of
    /// [`start_session`](Self::start_session).
    fn pass_first_factor(
        &self,
        user: &User,
        way: Way,
        from: &Origin,
        check: impl Fn(&mut Change<'_, '_>) -> Result<(), Error>,
    ) -> Result<Passed, Error> {
        if let Some(challenge) = self.inner.db.read(|tx| self.factor_challenge(tx, user, way))? {
            self.write(&Caller::operator(), |change| check(change))?;
            return Ok(Passed::Challenged(challenge));
        }
        let start = Start::whole(way, false);
        let signed_in = self.start_session(user, &start, from, |change| {
            if self.factor_challenge(change.tx, user, way)?.is_some() {
                return Err(Error::Conflict("something changed meanwhile: sign in again".to_owned()));
            }
            check(change)
        })?;
        Ok(Passed::SignedIn(signed_in))
    }

    /// Requests a sign-in link for the user with this address. `next` is a path of this server to redirect to
    /// afterwards. Sends nothing if enough links that are still valid were sent before.
    pub fn request_sign_in_link(&self, email: &EmailAddress, next: &str, from: &Origin) -> Result<(), Error> {
        let now = self.now();
        if self.inner.sign_in_bounds.link(&self.inner.signer, email.as_str(), from, now)? == Sending::Enough {
            return Ok(());
        }
        let link = self.link_of(email.as_str(), next, now.plus(WORTH_SENDING));
        let job = JobId(self.fresh_id());
        self.write(&Caller::operator(), |change| {
            links::delete_expired(change.tx, now)?;
            links::insert(change.tx, &link)?;
            let kind = JobKind::SendSignInLink.as_str();
            Ok(jobs::enqueue(change.tx, job, kind, NO_ORGANIZATION, link.id.0, now)?)
        })
    }

    /// Returns the mail for a job to send; `None` if no active user has the address, or the request is too old. Each
    /// call creates a new secret, which invalidates the one before.
    pub fn sign_in_mail(&self, job: &Job) -> Result<Option<Mail>, Error> {
        let (id, now) = (SignInLinkId(job.subject), self.now());
        let (secret, expires_at) = (self.fresh_secret(), now.plus(LINK_LIFETIME));
        let given = self.write(&Caller::operator(), |change| {
            let Some(link) = links::get(change.tx, id)? else { return Ok(None) };
            let user = users::by_email(change.tx, &link.email)?.filter(|user| user.disabled_at.is_none());
            if user.is_none() || now >= link.requested_at.plus(WORTH_SENDING) {
                links::delete(change.tx, id)?;
                return Ok(None);
            }
            links::give(change.tx, id, hash(&secret), expires_at)?;
            Ok(Some(link))
        })?;
        Ok(given.map(|link| mail(&link, &self.link_address(&secret, &link.next))))
    }

    /// Creates a sign-in link for a user, for the operator of the server.
    pub fn issue_sign_in_link(&self, user: UserId) -> Result<String, Error> {
        let (secret, now) = (self.fresh_secret(), self.now());
        self.write(&Caller::operator(), |change| {
            let user = users::get(change.tx, user)?.ok_or(Error::NotFound("user"))?;
            if user.disabled_at.is_some() {
                return Err(Error::Conflict(format!("{} is disabled: enable them first", user.email)));
            }
            let mut link = self.link_of(&user.email, "", now.plus(LINK_LIFETIME));
            link.hash = Some(hash(&secret));
            Ok(links::insert(change.tx, &link)?)
        })?;
        Ok(self.link_address(&secret, ""))
    }

    /// Signs in by a link, or asks for the second factor. This invalidates all links of the user.
    pub fn redeem_sign_in_link(&self, secret: &str, from: &Origin) -> Result<Passed, Error> {
        let now = self.now();
        let user = self.inner.db.read(|tx| {
            let Some(link) = links::by_hash(tx, hash(secret))? else { return Ok(None) };
            Ok::<_, Error>(users::by_email(tx, &link.email)?.filter(|_| now < link.expires_at))
        })?;
        let user = user.ok_or(USED)?;
        let passed = self.pass_first_factor(&user, Way::Link, from, |change| {
            // If a link is used twice at the same time, only one transaction finds it.
            let link = links::by_hash(change.tx, hash(secret))?.filter(|link| now < link.expires_at).ok_or(USED)?;
            Ok(links::delete_of(change.tx, &link.email)?)
        })?;
        self.inner.sign_in_bounds.redeemed(&user.email);
        Ok(passed)
    }

    /// Starts a session, which reaches one organization or all of the user's, if the user is not disabled and `check`
    /// succeeds in the same transaction.
    pub(crate) fn start_session(
        &self,
        user: &User,
        Start { way, organization, factor, provider, ends_at, at_provider }: &Start,
        from: &Origin,
        check: impl Fn(&mut Change<'_, '_>) -> Result<(), Error>,
    ) -> Result<SignedIn, Error> {
        let (way, organization, factor, provider, ends_at) = (*way, *organization, *factor, *provider, *ends_at);
        let secret = self.fresh_secret();
        let session = Session {
            organization,
            factor,
            provider,
            ends_at,
            expires_at: callers::end_of(self.now(), ends_at),
            network: from.client.map(|client| client.network().to_string()).unwrap_or_default(),
            ..self.session_of(user.id, way, &from.agent, &secret)
        };
        self.write(&Caller::of_session(&session), |change| {
            check(change)?;
            if users::get(change.tx, user.id)?.is_none_or(|user| user.disabled_at.is_some()) {
                return Err(match way {
                    Way::Link => USED,
                    Way::Password => WRONG,
                    Way::Saml | Way::Oidc | Way::Passkey => DISABLED,
                });
            }
            if organization.is_none() {
                users::claim(change.tx, user.id)?;
                // A link came to the same mailbox, so its owner knows.
                if way != Way::Link {
                    self.notify_of_sign_in(change, user, from)?;
                }
            }
            sessions::insert(change, &session, self.now())?;
            at_provider.iter().try_for_each(|at| Ok(stored_sessions::note_provider(change.tx, session.id, at)?))
        })?;
        let device = || device_cookie(&self.inner.signer, &user.email, self.inner.ambient.random(), self.now());
        let device = organization.is_none().then(device);
        Ok(SignedIn { user: user.id, secret, device })
    }

    fn link_of(&self, email: &str, next: &str, expires_at: Timestamp) -> SignInLink {
        SignInLink {
            id: SignInLinkId(self.fresh_id()),
            email: email.to_owned(),
            next: next.to_owned(),
            hash: None,
            requested_at: self.now(),
            expires_at,
        }
    }

    fn link_address(&self, secret: &str, next: &str) -> String {
        let next = if next.is_empty() { String::new() } else { format!("&next={}", escaped(next)) };
        format!("{}/sign-in/link?token={secret}{next}", self.inner.options.public_url)
    }
}

/// Returns the hash under which a link's secret is stored; a token or session with the same secret has another.
fn hash(secret: &str) -> Hash {
    Hash::of(format!("link\0{secret}").as_bytes())
}

fn mail(link: &SignInLink, address: &str) -> Mail {
    let minutes = LINK_LIFETIME.as_secs() / 60;
    let text = format!(
        "Open this address to sign in to Quire:\n\n{address}\n\nIt works once, within {minutes} minutes. If you did not \
         ask for it, leave it alone: nobody is signed in by this mail.\n"
    );
    Mail { to: link.email.clone(), subject: "Sign in to Quire".to_owned(), text, html: None }
}

/// Percent-encodes a path as a value in a query (RFC 3986, 3.4).
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
