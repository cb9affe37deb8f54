//! Invitations by e-mail address, and joining by an invite link or an e-mail domain.

use std::borrow::Cow;
use std::fmt;

use axum::extract::State;
use quire_app::orgs::invites::{Invitation, Invitee};
use quire_model::addresses::{EmailAddress, EmailDomain};
use quire_model::ids::{LinkInviteId, OrganizationId};
use quire_model::roles::Role;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Endpoints, Json, NoContent, Patch, Path, op};
use crate::error::Problem;
use crate::types::{Member, Organization};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organization invites";
    Endpoints::new()
        .post(
            "/v1/orgs/{organizationId}/invites",
            invite,
            op("inviteUsersToOrganization", TAG, "Add members by their e-mail addresses; no e-mail is sent."),
        )
        .post(
            "/v1/orgs/{organizationId}/invites/{inviteId}",
            join_by_link,
            op("joinOrganizationWithInvite", TAG, "Join an organization by an invite link."),
        )
        .post(
            "/v1/orgs/{organizationId}/join",
            join_by_domain,
            op("joinOrganization", TAG, "Join an organization by the domain of the caller's e-mail address."),
        )
        .get(
            "/v1/email-domains/{emailDomain}/orgs",
            of_domain,
            op(
                "getOrganizationsForEmailDomain",
                TAG,
                "List the organizations of an e-mail domain that the caller belongs to or may join.",
            ),
        )
}

/// Users to invite to an organization.
#[derive(Debug, Deserialize, JsonSchema)]
struct InvitePeople {
    /// The e-mail addresses of 1 to 100 users, each alone or with a role.
    emails: Vec<Person>,
    /// The role of users without one here; null for guests. The default is that of the organization.
    #[serde(default)]
    role: Patch<Role>,
    /// True if new members sign in by single sign-on; the default is false.
    #[serde(default)]
    sso: Change<bool>,
}

/// An e-mail address, alone or with a role.
#[derive(Debug)]
struct Person(Invitee);

#[derive(Debug, Deserialize, JsonSchema)]
struct PersonWithRole {
    email: EmailAddress,
    /// The role of the user; null for a guest. The default is the role of the request.
    #[serde(default)]
    role: Patch<Role>,
}

impl<'de> Deserialize<'de> for Person {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PersonVisitor)
    }
}

struct PersonVisitor;

impl<'de> Visitor<'de> for PersonVisitor {
    type Value = Person;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an e-mail address, or an object with an e-mail address and a role")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Person, E> {
        let email = EmailAddress::try_from(text.to_owned()).map_err(E::custom)?;
        Ok(Person(Invitee { email, role: Patch::Keep }))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Person, A::Error> {
        let person = PersonWithRole::deserialize(MapAccessDeserializer::new(map)).map_err(A::Error::custom)?;
        Ok(Person(Invitee { email: person.email, role: person.role }))
    }
}

impl JsonSchema for Person {
    fn schema_name() -> Cow<'static, str> {
        "Invitee".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (address, with_role) = (EmailAddress::json_schema(generator), PersonWithRole::json_schema(generator));
        schemars::json_schema!({ "anyOf": [address, with_role] })
    }
}

/// The outcome of an invitation.
#[derive(Debug, Serialize, JsonSchema)]
struct Invited {
    /// The identifiers of all users named in the request, each once.
    users: Vec<String>,
    /// The number of these users who became members.
    invited: u64,
}

async fn invite(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<InvitePeople>,
) -> Result<Json<Invited>, Problem> {
    let people = body.emails.into_iter().map(|person| person.0).collect();
    let sso = body.sso.into_option().unwrap_or(false);
    let invitation = Invitation { people, role: body.role, sso };
    let done = context.run(move |app| app.invite_people(&caller, organization, &invitation)).await?;
    Ok(Json(Invited { users: done.users.iter().map(ToString::to_string).collect(), invited: done.count }))
}

/// The organization and the invite link that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvitePath {
    pub(super) organization_id: Named<OrganizationId>,
    pub(super) invite_id: Named<LinkInviteId>,
}

impl InvitePath {
    pub(super) fn parse(self) -> (OrganizationId, LinkInviteId) {
        let link = self.invite_id.0;
        (self.organization_id.0, link)
    }
}

async fn join_by_link(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<InvitePath>,
) -> Result<Json<Member>, Problem> {
    let (organization, link) = path.parse();
    let member = context.run(move |app| app.join_by_link(&caller, organization, link)).await?;
    Ok(Json(Member::of(&member, &context)))
}

async fn join_by_domain(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.join_by_domain(&caller, organization)).await?;
    Ok(NoContent)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DomainPath {
    email_domain: String,
}

/// Organizations that the caller belongs to or may join.
#[derive(Debug, Serialize, JsonSchema)]
struct Joinable {
    organizations: Vec<Organization>,
}

async fn of_domain(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(DomainPath { email_domain }): Path<DomainPath>,
) -> Result<Json<Joinable>, Problem> {
    let found = match EmailDomain::try_from(email_domain) {
        Ok(domain) => context.run(move |app| app.list_orgs_of_domain(&caller, &domain)).await?,
        Err(_) => Vec::new(),
    };
    Ok(Json(Joinable { organizations: found.iter().map(|org| Organization::of(org, &context)).collect() }))
}
