//! The representation of organizations.

use quire_app::orgs::ShownOrganization;
use quire_model::merge_rules::MergeRules;
use quire_model::organizations::{CommunityType, OrganizationType, UseCase};
use quire_model::policy::Action;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::OrganizationObject;
use crate::context::Context;

/// An organization: an owner of content, with members.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Organization {
    object: OrganizationObject,
    id: String,
    title: String,
    created_at: Timestamp,
    /// The e-mail domains whose users may join without an invite; administrators also see claims that are not proven.
    email_domains: Vec<String>,
    /// The organization's label in the default host name of its sites.
    hostname: String,
    #[serde(rename = "type")]
    kind: OrganizationType,
    use_case: UseCase,
    #[serde(skip_serializing_if = "Option::is_none")]
    community_type: Option<CommunityType>,
    /// The role of users who join; null for guests.
    default_role: Option<Role>,
    /// The content that clients should show first.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_content: Option<DefaultContent>,
    /// True if members are let in by single sign-on only, except for admins.
    sso: bool,
    /// True if members are let in with a second factor only.
    second_factor: bool,
    /// The stored setting for AI features; it has no effect on this server.
    ai: bool,
    /// True if users can join by invite links.
    invite_links: bool,
    plan: Plan,
    trial: Trial,
    /// Always true; present for compatibility with clients.
    #[serde(rename = "internal_isOnNewTrial")]
    on_new_trial: bool,
    /// The conditions for merging change requests, in spaces that inherit them.
    merge_rules: MergeRules,
    urls: Urls,
    permissions: Permissions,
}

/// The content that clients should show first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum DefaultContent {
    /// A site of the organization.
    Site {
        /// The identifier of the site.
        site: String,
    },
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
#[schemars(rename = "OrganizationUrls")]
struct Urls {
    /// The address of the organization in this API.
    location: String,
    /// The address to show to users: that of the organization in the writers' app.
    app: String,
    /// The address of the organization's logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
}

/// The permissions of the caller in the organization.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OrganizationPermissions")]
struct Permissions {
    view: bool,
    admin: bool,
    /// True if the caller owns a team.
    own_team: bool,
    create_content: bool,
    #[serde(rename = "createOpenAPISpec")]
    create_openapi_spec: bool,
    ingest_conversations: bool,
    view_billing: bool,
    list_members: bool,
    list_teams: bool,
    list_integrations: bool,
    list_installations: bool,
    install_integration: bool,
}

impl Organization {
    pub(crate) fn of(org: &ShownOrganization, context: &Context) -> Self {
        let location = context.url(format_args!("/v1/orgs/{}", org.id));
        Self {
            object: OrganizationObject::It,
            id: org.id.to_string(),
            title: org.title.clone(),
            created_at: org.created_at,
            email_domains: org.domains.clone(),
            hostname: org.hostname.clone(),
            kind: org.kind,
            use_case: org.use_case,
            community_type: org.community,
            default_role: org.default_role,
            default_content: org.default_site.clone().map(|site| DefaultContent::Site { site }),
            sso: org.sso,
            second_factor: org.second_factor,
            ai: org.ai,
            invite_links: org.invite_links,
            plan: Plan::Internal,
            trial: Trial { status: TrialStatus::NotApplicable },
            on_new_trial: true,
            merge_rules: org.merge_rules.clone(),
            urls: Urls { app: context.app_url(format_args!("/orgs/{}", org.id)), location, logo: org.logo.clone() },
            permissions: Permissions::of(org),
        }
    }
}

impl Permissions {
    fn of(org: &ShownOrganization) -> Self {
        let administrates = org.may(Action::AdministrateOrganization);
        let lists = org.may(Action::ListPeople);
        Self {
            view: org.may(Action::ViewOrganization),
            admin: administrates,
            own_team: org.owns_team,
            create_content: org.may(Action::CreateContent),
            create_openapi_spec: org.may(Action::CreateContent),
            ingest_conversations: administrates,
            view_billing: administrates,
            list_members: lists,
            list_teams: lists,
            list_integrations: lists,
            list_installations: lists,
            install_integration: administrates,
        }
    }
}
