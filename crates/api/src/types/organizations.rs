//! Organizations.

use quire_app::access::{Proof, ViewOrganization};
use quire_model::policy::Action;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::OrganizationObject;
use crate::context::Context;

/// An organization: the owner of content, with members.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Organization {
    object: OrganizationObject,
    id: String,
    title: String,
    created_at: Timestamp,
    /// Addresses at these domains may join by themselves.
    email_domains: Vec<String>,
    /// Label of the default host name of what it publishes.
    hostname: String,
    #[serde(rename = "type")]
    kind: OrganizationType,
    use_case: UseCase,
    /// The role of those who join; null for guests.
    default_role: Option<Role>,
    /// Whether single sign-on is enforced.
    sso: bool,
    /// Whether AI features are on.
    ai: bool,
    /// Whether invite links are enabled.
    invite_links: bool,
    plan: Plan,
    trial: Trial,
    urls: Urls,
    permissions: Permissions,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum OrganizationType {
    Business,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum UseCase {
    InternalDocs,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Plan {
    Internal,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Trial {
    status: TrialStatus,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TrialStatus {
    NotApplicable,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// The organization in this API.
    location: String,
    /// Where people find it.
    app: String,
}

/// What the caller may do.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Permissions {
    view: bool,
    admin: bool,
    create_content: bool,
}

impl Organization {
    pub(crate) fn of(org: &Proof<quire_app::orgs::Organization, ViewOrganization>, context: &Context) -> Self {
        let location = context.url(format_args!("/v1/orgs/{}", org.id));
        Self {
            object: OrganizationObject::It,
            id: org.id.to_string(),
            title: org.title.clone(),
            created_at: org.created_at,
            email_domains: Vec::new(),
            hostname: org.hostname.clone(),
            kind: OrganizationType::Business,
            use_case: UseCase::InternalDocs,
            default_role: org.default_role,
            sso: false,
            ai: false,
            invite_links: false,
            plan: Plan::Internal,
            trial: Trial { status: TrialStatus::NotApplicable },
            urls: Urls { app: location.clone(), location },
            permissions: Permissions {
                view: org.may(Action::ViewOrganization),
                admin: org.may(Action::AdministrateOrganization),
                create_content: org.may(Action::CreateContent),
            },
        }
    }
}
