//! The users whom identity providers speak of.

use quire_content::hash::Hash;
use quire_model::addresses::EmailAddress;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::roles::TeamRole;
use quire_model::sso::GroupTeams;
use quire_model::text::DisplayName;
use quire_model::time::Timestamp;
use quire_sso::{oidc, saml};
use quire_store::members::Member;
use quire_store::sessions::AtProvider;
use quire_store::sso_attempts::SsoAttempt;
use quire_store::sso_identities::{self, Identity};
use quire_store::sso_providers::{self, Provider};
use quire_store::team_members::{self, TeamMember};
use quire_store::users::User;
use quire_store::{Read, email_domains, members as stored_members, orgs, teams, users as stored_users};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::visit::Visit;
use super::{WHOLE_SERVER, groups};
use crate::App;
use crate::accounts::notices::NoticeKind;
use crate::accounts::users;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::members::{self, JoinMethod};

/// A person as a provider identified them, kept between the response and the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identified {
    /// The name that the provider gives the person, which is unique and lasting.
    name: String,
    /// The address, if what the provider says of it counts.
    email: Option<String>,
    display_name: Option<String>,
    /// True if the provider gives an address that does not count, because nobody verified it.
    #[serde(default)]
    has_unverified_email: bool,
    /// The groups that the settings of the provider name; `None` if the provider left groups out.
    #[serde(default)]
    groups: Option<Vec<String>>,
    /// The time at which the provider wants the session to end, in seconds.
    #[serde(default)]
    session_ends: Option<i64>,
    /// The provider's name of its own session.
    #[serde(default)]
    provider_session: Option<String>,
    /// The text by which the provider is told whom to sign out.
    #[serde(default)]
    sign_out_hint: Option<String>,
    /// The claims that the site has declared which the person wants to read as a visitor.
    #[serde(default)]
    claims: Map<String, Value>,
}

/// The reason why a sign-in is refused, for the log and for the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The stable name of the reason.
    pub code: &'static str,
    /// The reason for the log.
    pub log: String,
    /// A sentence that says what an admin, or the person, can do.
    pub advice: String,
    /// The address of the page that a visitor of a site wants to read.
    pub back: Option<String>,
}

impl From<saml::Refusal> for Refused {
    fn from(refusal: saml::Refusal) -> Self {
        Self { code: refusal.code(), log: refusal.to_string(), advice: refusal.advice().to_owned(), back: None }
    }
}

impl Refused {
    /// Returns a reason with its stable name, the text for the log and the sentence for the page.
    pub fn new(code: &'static str, log: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { code, log: log.into(), advice: advice.into(), back: None }
    }

    /// Returns the reason for the visitor of a site, if it is for one.
    pub(super) fn of_visit(self, visit: Option<&Visit>) -> Self {
        Self { back: visit.map(Visit::address).or(self.back), ..self }
    }

    pub(super) fn no_attempt() -> Self {
        Self::new(
            "no-attempt",
            "the response answers no sign-in that is waited for",
            "Begin again on the sign-in page. A response is accepted once, within 15 minutes.",
        )
    }

    pub(super) fn replayed() -> Self {
        Self::new(
            "replayed",
            "the assertion was accepted before",
            "Begin again on the sign-in page. If nobody sent the page twice, the message was copied: look at where it \
             came from.",
        )
    }
}

impl Identified {
    pub(super) fn of_saml(identity: &saml::Identity) -> Self {
        Self {
            name: name_of(&identity.name),
            email: identity.email.clone(),
            display_name: identity.display_name.clone(),
            has_unverified_email: false,
            groups: Some(identity.groups.clone()),
            session_ends: identity.session_ends,
            provider_session: identity.session_index.clone(),
            sign_out_hint: Some(identity.name.to_hint(identity.session_index.as_deref())),
            claims: Map::new(),
        }
    }

    /// Returns the person of verified claims. An address counts if the provider says that it verified it, or says
    /// nothing of that and is trusted: at a provider that is open to everybody, anybody can claim any address.
    pub(super) fn of_oidc(claims: &oidc::Claims, trusts_email: bool) -> Self {
        let counts = claims.email_verified.unwrap_or(trusts_email);
        Self {
            name: claims.subject.clone(),
            email: claims.email.clone().filter(|_| counts),
            display_name: claims.name.clone(),
            has_unverified_email: claims.email.is_some() && !counts,
            groups: (!claims.groups_left_out).then(|| claims.groups.clone()),
            session_ends: None,
            provider_session: claims.session.clone(),
            sign_out_hint: claims.token.clone(),
            claims: Map::new(),
        }
    }

    /// Returns the person with those groups alone that a mapping names.
    pub(super) fn within(mut self, mapping: &GroupTeams) -> Self {
        if let Some(groups) = &mut self.groups {
            groups.retain(|group| mapping.iter().any(|(named, _)| named == group));
            groups.sort_unstable();
            groups.dedup();
        }
        self
    }

    /// Returns the person with the claims of a visitor.
    pub(super) fn claiming(self, claims: Map<String, Value>) -> Self {
        Self { claims, ..self }
    }

    /// Returns the claims of a visitor.
    pub(super) fn claims(&self) -> &Map<String, Value> {
        &self.claims
    }

    /// Returns the hash of the provider's name of its own session, if it gives one.
    pub(super) fn provider_session(&self) -> Option<Hash> {
        self.provider_session.as_deref().map(session_hash)
    }

    /// Tells if this is the person with that name, if one is given, in one of those sessions at the provider, if some are.
    pub(super) fn is_in(&self, person: Option<Hash>, sessions: &[Hash]) -> bool {
        let session = self.provider_session();
        person.is_none_or(|person| person == self.hash())
            && (sessions.is_empty() || session.is_some_and(|session| sessions.contains(&session)))
    }

    /// Returns the facts that the provider states about its own session.
    pub(super) fn at_provider(&self) -> AtProvider {
        AtProvider { provider_session: self.provider_session(), sign_out_hint: self.sign_out_hint.clone() }
    }

    /// Returns the text by which a provider with SAML is told whom to sign out.
    pub(super) fn saml_hint(&self) -> Option<&str> {
        self.sign_out_hint.as_deref().filter(|hint| saml::NameId::from_hint(hint).is_some())
    }

    /// Returns the time at which the provider wants the session to end.
    pub(super) fn session_ends(&self) -> Option<Timestamp> {
        self.session_ends.map(|seconds| Timestamp(seconds.saturating_mul(1000)))
    }

    /// Returns the name for people that the provider gives, if it can be one here.
    fn label(&self) -> Option<DisplayName> {
        self.display_name.clone().and_then(|name| DisplayName::try_from(name).ok())
    }

    /// Returns a name of the person for people.
    pub(super) fn person(&self) -> String {
        let name = || self.name.rsplit_once('\0').map_or(&*self.name, |(_, name)| name).to_owned();
        self.email.clone().or_else(|| self.display_name.clone()).unwrap_or_else(name)
    }

    /// Returns the hash of the name that the provider gives the person.
    pub(super) fn hash(&self) -> Hash {
        person_hash(&self.name)
    }
}

/// Returns the name of a person at a provider with SAML: the format is a part of it.
pub(super) fn name_of(name: &saml::NameId) -> String {
    format!("{}\0{}", name.format.uri(), name.value)
}

/// Returns the hash of the name that a provider gives a person.
pub(super) fn person_hash(name: &str) -> Hash {
    super::hashes::hash("name", name)
}

/// Returns the hash of the name that a provider gives its own session.
pub(super) fn session_hash(name: &str) -> Hash {
    super::hashes::hash("provider session", name)
}

/// The user who an identified person is, and the way in which they are known.
pub(super) enum Plan {
    /// The user has signed in by this provider before.
    Known(User),
    /// The user is a member who was marked to sign in by single sign-on, and whom the provider has no name for yet.
    Marked(User),
    /// The address belongs to the organization, and an invitation made its account, which its owner has not used yet.
    Unclaimed(User),
    /// The address belongs to the organization, and has no user yet.
    New(User),
}

impl Plan {
    pub(super) fn user(&self) -> &User {
        match self {
            Self::Known(user) | Self::Marked(user) | Self::Unclaimed(user) | Self::New(user) => user,
        }
    }
}

impl App {
    /// Returns the user who an identified person is, with the provider of the attempt.
    pub(super) fn recognize(
        &self,
        attempt: &SsoAttempt,
        identified: &Identified,
    ) -> Result<Result<(Provider, Plan), Refused>, Error> {
        self.inner.db.read(|tx| {
            let Some(provider) = self.provider_of(tx, attempt)? else { return Ok(Err(Refused::no_attempt())) };
            if let Some(known) = sso_identities::get(tx, attempt.provider, identified.hash())? {
                let Some(user) = stored_users::get(tx, known.user_id)? else { return Ok(Err(no_access(""))) };
                if !may_speak_for(tx, attempt.organization, &user)? {
                    return Ok(Err(no_consent(&user.email)));
                }
                return Ok(Ok((provider, Plan::Known(user))));
            }
            let plan = self.recognize_by_address(tx, attempt, identified)?;
            Ok(plan.map(|plan| (provider, plan)))
        })
    }

    fn recognize_by_address(
        &self,
        tx: &mut Read<'_>,
        attempt: &SsoAttempt,
        identified: &Identified,
    ) -> Result<Result<Plan, Refused>, Error> {
        let (organization, provider) = (attempt.organization, attempt.provider);
        if identified.has_unverified_email {
            return Ok(Err(Refused::new(
                "unverified-address",
                "the provider does not say that it verified the e-mail address",
                "Let the identity provider verify e-mail addresses and say so in the claim `email_verified`; or, if only \
                 the company can have accounts there, let an admin set `trustsEmail`.",
            )));
        }
        let address = identified.email.clone().and_then(|email| EmailAddress::try_from(email).ok());
        let Some(address) = address else {
            return Ok(Err(Refused::new(
                "no-address",
                "the response has no e-mail address",
                "Let the identity provider send the e-mail address of people: as the attribute or the claim `email`, or \
                 as their NameID.",
            )));
        };
        let is_ours = owns_address(tx, organization, address.as_str())?;
        let Some(user) = stored_users::by_email(tx, address.as_str())? else {
            if !is_ours {
                return Ok(Err(foreign_domain(address.as_str())));
            }
            let name = identified.label().map_or_else(|| address.local().to_owned(), |name| name.as_str().to_owned());
            return Ok(Ok(Plan::New(self.user_of(address.as_str(), &name))));
        };
        let is_unclaimed = is_ours && stored_users::is_unclaimed(tx, user.id)?;
        if organization == WHOLE_SERVER {
            return Ok(if is_unclaimed { Ok(Plan::Unclaimed(user)) } else { Err(unlinked(address.as_str())) });
        }
        let member = stored_members::get(tx, organization, user.id)?;
        // A name at any provider of the organization is the person: the address alone is not.
        match sso_identities::of_member(tx, organization, user.id)? {
            Some(known) if known.provider == provider => return Ok(Err(another_person(address.as_str()))),
            Some(_) => return Ok(Err(another_provider(address.as_str()))),
            None => {}
        }
        Ok(match member {
            _ if is_unclaimed => Ok(Plan::Unclaimed(user)),
            Some(member) if member.sso && may_speak_for(tx, organization, &user)? => Ok(Plan::Marked(user)),
            Some(member) if member.sso => Err(no_consent(address.as_str())),
            _ if is_ours => Err(existing(address.as_str())),
            // Whether a foreign address has an account is not told.
            _ => Err(foreign_domain(address.as_str())),
        })
    }

    /// Writes what a plan needs in the transaction that starts the session: the user, the membership, the identity. It
    /// fails if anything that the plan relied on has changed.
    pub(super) fn admit_identified(
        &self,
        change: &mut Change<'_, '_>,
        attempt: &SsoAttempt,
        identified: &Identified,
        plan: &Plan,
    ) -> Result<(), Error> {
        let changed = || Error::Conflict("something changed meanwhile: sign in again".to_owned());
        let (organization, user, now) = (attempt.organization, plan.user(), self.now());
        let is_whole = organization == WHOLE_SERVER;
        if !is_whole && orgs::get(change.tx, organization)?.is_none() {
            return Err(changed());
        }
        let provider = self.provider_of(change.tx, attempt)?.ok_or_else(changed)?;
        let known = sso_identities::get(change.tx, attempt.provider, identified.hash())?;
        match plan {
            Plan::Known(user) => {
                known.filter(|known| known.user_id == user.id).ok_or_else(changed)?;
                if !may_speak_for(change.tx, organization, user)? {
                    return Err(changed());
                }
                sso_identities::touch(change.tx, attempt.provider, identified.hash(), now)?;
            }
            Plan::Marked(user) => {
                let member = stored_members::get(change.tx, organization, user.id)?;
                member.filter(|member| member.sso && known.is_none()).ok_or_else(changed)?;
                let is_known = sso_identities::of_member(change.tx, organization, user.id)?.is_some();
                if is_known || !may_speak_for(change.tx, organization, user)? {
                    return Err(changed());
                }
                note(change, attempt, identified, user.id, now)?;
                self.notify_of_link(change, attempt, user.id)?;
            }
            Plan::Unclaimed(user) => {
                let is_known = sso_identities::of_member(change.tx, organization, user.id)?.is_some();
                let is_free = stored_users::is_unclaimed(change.tx, user.id)?
                    && owns_address(change.tx, organization, &user.email)?;
                if known.is_some() || is_known || !is_free {
                    return Err(changed());
                }
                self.take_over(change, identified, user)?;
                if !is_whole {
                    self.mark_for_sso(change, organization, user, &provider)?;
                }
                note(change, attempt, identified, user.id, now)?;
            }
            Plan::New(user) => {
                if known.is_some() || stored_users::by_email(change.tx, &user.email)?.is_some() {
                    return Err(changed());
                }
                users::insert(change, user)?;
                if !is_whole {
                    self.join(change, organization, user, &provider)?;
                }
                note(change, attempt, identified, user.id, now)?;
            }
        }
        if is_whole {
            return Ok(());
        }
        match stored_members::get(change.tx, organization, user.id)? {
            Some(member) if !member.disabled => {
                // The others of an organization see the profile of an address that is its own.
                let is_ours = owns_address(change.tx, organization, &user.email)?;
                if is_ours && stored_members::note_use(change.tx, organization, user.id, now)? {
                    change.touch(user.id.0);
                }
            }
            Some(_) => return Err(Error::Forbidden(TAKEN_AWAY.to_owned())),
            None => return Err(Error::Forbidden(LEFT.to_owned())),
        }
        match &identified.groups {
            Some(names) => groups::follow(change, (organization, user.id), &provider.group_teams, names, now),
            None => Ok(()),
        }
    }

    /// Takes an account that nobody has used yet for the person whose address it has.
    fn take_over(&self, change: &mut Change<'_, '_>, identified: &Identified, user: &User) -> Result<(), Error> {
        stored_users::claim(change.tx, user.id)?;
        if let Some(name) = identified.label() {
            stored_users::set_profile(change.tx, &User { display_name: name.as_str().to_owned(), ..user.clone() })?;
        }
        change.touch(user.id.0);
        Ok(())
    }

    /// Has a member sign in by single sign-on, or makes a user a member who does.
    fn mark_for_sso(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        user: &User,
        provider: &Provider,
    ) -> Result<(), Error> {
        match stored_members::get(change.tx, organization, user.id)? {
            Some(before) => members::update(change, organization, &before, &Member { sso: true, ..before.clone() }),
            None => self.join(change, organization, user, provider),
        }
    }

    /// Makes a new user a member with the default role and team of a provider.
    fn join(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        user: &User,
        provider: &Provider,
    ) -> Result<(), Error> {
        members::insert(change, self, organization, user.id, provider.default_role, JoinMethod::Known)?;
        if let Some(before) = stored_members::get(change.tx, organization, user.id)? {
            members::update(change, organization, &before, &Member { sso: true, ..before.clone() })?;
        }
        if let Some(team) = provider.default_team
            && teams::get(change.tx, organization, team)?.is_some()
        {
            let member = TeamMember { user_id: user.id, role: TeamRole::Member, joined_at: self.now() };
            team_members::put(change.tx, organization, team, &member)?;
            change.rights(organization)?;
        }
        Ok(())
    }

    /// Requests a mail to the owner of an account that a provider can sign in to from now on.
    fn notify_of_link(&self, change: &mut Change<'_, '_>, attempt: &SsoAttempt, user: UserId) -> Result<(), Error> {
        let (label, reach) = if attempt.organization == WHOLE_SERVER {
            let label = self.inner.options.oidc.as_ref().map(|set| set.label.clone());
            (label.unwrap_or_default(), "to your whole account".to_owned())
        } else {
            let title = orgs::get(change.tx, attempt.organization)?.map(|org| org.title).unwrap_or_default();
            let label = sso_providers::label(change.tx, attempt.provider)?.unwrap_or_default();
            (label, format!("to \"{title}\" alone"))
        };
        self.notify(change, user, NoticeKind::IdentityLinked, &json!({ "provider": label, "reach": reach }))
    }

    /// Lets the account of a signed-in user be known by the name of a provider.
    pub(super) fn link(
        &self,
        change: &mut Change<'_, '_>,
        attempt: &SsoAttempt,
        identified: &Identified,
        user: UserId,
    ) -> Result<Result<(), Refused>, Error> {
        match sso_identities::get(change.tx, attempt.provider, identified.hash())? {
            Some(known) if known.user_id == user => Ok(Ok(())),
            Some(_) => Ok(Err(Refused::new(
                "known-person",
                "the person at the provider has another account here already",
                "Sign in by the provider to see which account it is. Whoever runs this server can delete one of the two.",
            ))),
            None => {
                note(change, attempt, identified, user, self.now())?;
                self.notify_of_link(change, attempt, user).map(Ok)
            }
        }
    }
}

const TAKEN_AWAY: &str = "your access to this organization was taken away by its admins";
const LEFT: &str = "you are not a member of this organization any more: ask its admins for an invitation";

/// Returns true if an organization has proven the domain of an address; the whole server counts as such.
fn owns_address(tx: &mut Read<'_>, organization: OrganizationId, address: &str) -> Result<bool, Error> {
    if organization == WHOLE_SERVER {
        return Ok(true);
    }
    let Ok(address) = EmailAddress::try_from(address.to_owned()) else { return Ok(false) };
    Ok(email_domains::organizations(tx, &address.domain())?.contains(&organization))
}

/// Returns true if a provider of an organization may say that somebody is the owner of an account: the address is the
/// organization's own, or the owner has used the organization by a sign-in of their own. Otherwise everybody who makes an
/// organization could invite an address and sign in as its owner.
fn may_speak_for(tx: &mut Read<'_>, organization: OrganizationId, user: &User) -> Result<bool, Error> {
    if owns_address(tx, organization, &user.email)? {
        return Ok(true);
    }
    let member = stored_members::get(tx, organization, user.id)?;
    Ok(member.is_none_or(|member| member.first_used_at.is_some()))
}

fn no_access(log: &str) -> Refused {
    Refused::new("no-access", log, LEFT)
}

fn existing(address: &str) -> Refused {
    Refused::new(
        "existing-account",
        format!("there is an account of {address} that may not be signed in to by single sign-on"),
        "An account with this address exists already. An admin can invite it to the organization and mark the member as \
         signing in by single sign-on; then this provider may sign it in, to this organization alone.",
    )
}

fn foreign_domain(address: &str) -> Refused {
    Refused::new(
        "foreign-domain",
        format!("the address {address} is at a domain that the organization has not proven"),
        "Prove the domain of the address in the settings of the organization, or invite the person with `sso: true`.",
    )
}

/// Returns the refusal of a member whose address is foreign and who has not used the organization yet.
fn no_consent(address: &str) -> Refused {
    Refused::new(
        "no-consent",
        format!("{address} is at a domain that the organization has not proven, and its owner has not accepted yet"),
        "Sign in once by a link or with a password, and accept the invitation on the page of your account; then this \
         provider can sign you in, to this organization alone. Where the organization proves the domain of the address, \
         nobody has to.",
    )
}

fn another_provider(address: &str) -> Refused {
    Refused::new(
        "another-provider",
        format!("{address} is the address of a member who signs in by another provider of the organization"),
        "This member signs in by another provider of the organization. To move them to this one, an admin can mark the \
         member as signing in by single sign-on again; then the next sign-in counts.",
    )
}

/// Returns the refusal of an address with an account that its owner has not linked to the provider of the server.
fn unlinked(address: &str) -> Refused {
    Refused::new(
        "existing-account",
        format!("there is an account of {address} that is not linked to the provider"),
        "An account with this address exists already. Sign in as before and link it on the page of your account; then \
         this provider can sign you in.",
    )
}

fn another_person(address: &str) -> Refused {
    Refused::new(
        "another-person",
        format!("{address} is the address of a member whom the provider knows by another name"),
        "The provider has given this address to another person, or the same person another name. If it is the same \
         person, an admin can mark the member as signing in by single sign-on again; then the next sign-in counts.",
    )
}

/// Inserts the identity with its event.
fn note(
    change: &mut Change<'_, '_>,
    attempt: &SsoAttempt,
    identified: &Identified,
    user: UserId,
    now: Timestamp,
) -> Result<(), Error> {
    let identity = Identity {
        organization: attempt.organization,
        provider: attempt.provider,
        name: identified.hash(),
        user_id: user,
        created_at: now,
        last_used_at: now,
    };
    sso_identities::insert(change.tx, &identity)?;
    let detail = json!({ "provider": attempt.provider.to_string(), "name": identified.person() });
    let stream = if attempt.organization == WHOLE_SERVER { user.0 } else { attempt.organization.0 };
    change.record(stream, EventKind::IdentityLinked, user.0, &detail)
}
