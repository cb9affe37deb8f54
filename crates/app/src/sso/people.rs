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
use quire_store::sso_attempts::SsoAttempt;
use quire_store::sso_identities::{self, Identity};
use quire_store::sso_providers::Provider;
use quire_store::team_members::{self, TeamMember};
use quire_store::users::User;
use quire_store::{Read, email_domains, members as stored_members, orgs, teams, users as stored_users};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{WHOLE_SERVER, groups};
use crate::App;
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
}

impl From<saml::Refusal> for Refused {
    fn from(refusal: saml::Refusal) -> Self {
        Self { code: refusal.code(), log: refusal.to_string(), advice: refusal.advice().to_owned() }
    }
}

impl Refused {
    /// Returns a reason with its stable name, the text for the log and the sentence for the page.
    pub fn new(code: &'static str, log: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { code, log: log.into(), advice: advice.into() }
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
            name: format!("{}\0{}", identity.name_id_format.uri(), identity.name_id),
            email: identity.email.clone(),
            display_name: identity.display_name.clone(),
            has_unverified_email: false,
            groups: Some(identity.groups.clone()),
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

    /// Returns a name of the person for people.
    pub(super) fn person(&self) -> String {
        let name = || self.name.rsplit_once('\0').map_or(&*self.name, |(_, name)| name).to_owned();
        self.email.clone().or_else(|| self.display_name.clone()).unwrap_or_else(name)
    }

    fn hash(&self) -> Hash {
        super::hashes::hash("name", &self.name)
    }
}

/// The user who an identified person is, and the way in which they are known.
pub(super) enum Plan {
    /// The user has signed in by this provider before.
    Known(User),
    /// The user is a member who was marked to sign in by single sign-on, and whom the provider has no name for yet.
    Marked(User),
    /// The address belongs to the organization, and has no user yet.
    New(User),
}

impl Plan {
    pub(super) fn user(&self) -> &User {
        match self {
            Self::Known(user) | Self::Marked(user) | Self::New(user) => user,
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
                let user = stored_users::get(tx, known.user_id)?;
                return Ok(user.map(|user| (provider, Plan::Known(user))).ok_or_else(|| no_access("")));
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
        let user = stored_users::by_email(tx, address.as_str())?;
        if user.is_some() && organization == WHOLE_SERVER {
            return Ok(Err(unlinked(address.as_str())));
        }
        if let Some(user) = user {
            let member = stored_members::get(tx, organization, user.id)?;
            let known = sso_identities::of_user(tx, provider, user.id)?;
            return Ok(match member {
                Some(member) if member.sso && known.is_none() => Ok(Plan::Marked(user)),
                Some(member) if member.sso => Err(another_person(address.as_str())),
                _ => Err(existing(address.as_str())),
            });
        }
        let is_ours = organization == WHOLE_SERVER
            || email_domains::organizations(tx, &address.domain())?.contains(&organization);
        if !is_ours {
            return Ok(Err(Refused::new(
                "foreign-domain",
                format!("the address {} is at a domain that the organization has not proven", address.as_str()),
                "Prove the domain of the address in the settings of the organization, or invite the person with \
                 `sso: true`.",
            )));
        }
        let name = identified.display_name.clone().and_then(|name| DisplayName::try_from(name).ok());
        let name = name.map_or_else(|| address.local().to_owned(), |name| name.as_str().to_owned());
        Ok(Ok(Plan::New(self.user_of(address.as_str(), &name))))
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
                sso_identities::touch(change.tx, attempt.provider, identified.hash(), now)?;
            }
            Plan::Marked(user) => {
                let member = stored_members::get(change.tx, organization, user.id)?;
                member.filter(|member| member.sso && known.is_none()).ok_or_else(changed)?;
                if sso_identities::of_user(change.tx, attempt.provider, user.id)?.is_some() {
                    return Err(changed());
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
            Some(member) if !member.disabled => {}
            Some(_) => return Err(Error::Forbidden(TAKEN_AWAY.to_owned())),
            None => return Err(Error::Forbidden(LEFT.to_owned())),
        }
        match &identified.groups {
            Some(names) => groups::follow(change, (organization, user.id), &provider.group_teams, names, now),
            None => Ok(()),
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
            None => note(change, attempt, identified, user, self.now()).map(Ok),
        }
    }
}

const TAKEN_AWAY: &str = "your access to this organization was taken away by its admins";
const LEFT: &str = "you are not a member of this organization any more: ask its admins for an invitation";

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
