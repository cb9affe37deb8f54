//! The types of request and response bodies: the resources of the specification, one file each.

mod change_requests;
mod changes;
mod claims;
mod collections;
mod comments;
mod conflicts;
mod customization;
mod customization_notes;
mod diffs;
mod documents;
mod edits;
mod events;
mod files;
mod glossary;
mod imports;
mod invites;
mod links;
mod members;
mod notifications;
mod oidc_providers;
mod openapi_changes;
mod openapi_notes;
mod openapi_specs;
mod organizations;
mod pages;
mod permissions;
mod presence;
mod reviews;
mod revisions;
mod saml_providers;
mod search;
mod sessions;
mod site_redirects;
mod site_structure;
mod sites;
mod spaces;
mod teams;
mod templates;
mod texts;
mod tokens;
mod translations;
mod users;
mod visitors;
mod warnings;

pub(crate) use change_requests::{ChangeRequest, Contributor, location};
pub(crate) use changes::{SemanticChange, SemanticChanges, Teller};
pub(crate) use claims::{ClaimProof, ClaimStatus, OrganizationEmailDomain};
pub(crate) use collections::Collection;
pub(crate) use comments::{Comment, CommentReply};
pub(crate) use conflicts::{Conflict, Telling};
pub(crate) use customization::{CustomizationChanges, CustomizationInput, Customized, PublishedCustomizations};
pub(crate) use customization_notes::Strictness;
pub(crate) use diffs::PageDiff;
pub(crate) use documents::{Prose, RichText, Said};
pub(crate) use edits::{
    BlockChange, BlockOperation, CoverInput, CoverSize, Edit, ImageTarget, InsertFile, InsertPage, LayoutInput,
    LinkTarget, NewPageType, OnConflict, PageAttributes, UpdateFile, UpdatePage, VariableInput, Width,
};
pub(crate) use events::Event;
pub(crate) use files::{File, GitBlob, Showing};
pub(crate) use glossary::GlossaryEntry;
pub(crate) use imports::{Import, ImportResult, ImportedPage, location as import_location};
pub(crate) use invites::Invite;
pub(crate) use links::{ContentLocation, LinkList, LinkStatus, Locator, VersionContext};
pub(crate) use members::{Member, MemberSpace};
pub(crate) use notifications::{Notification, NotificationSettings};
pub(crate) use oidc_providers::OidcProvider;
pub(crate) use openapi_changes::OpenApiChanges;
pub(crate) use openapi_notes::OpenApiNote;
pub(crate) use openapi_specs::{OpenApiContent, OpenApiSpec, OpenApiVersion, location as openapi_spec_location};
pub(crate) use organizations::{DefaultContent, Organization};
pub(crate) use pages::{Page, PageTree, Pages, ReusableContent, VariableValue};
pub(crate) use permissions::{Explanation, TeamPermission, UserPermission};
pub(crate) use presence::{Presence, PresenceList};
pub(crate) use reviews::{RequestedReviewer, Review};
pub(crate) use revisions::{Revision, RevisionSummary};
pub(crate) use saml_providers::{SamlProvider, SignInWays};
pub(crate) use search::{SearchPageResult, SearchSpaceResult};
pub(crate) use sessions::Session;
pub(crate) use site_redirects::{
    ChangedRedirect, ChangedRedirects, CustomHostname, FoundRedirect, SiteRedirect, Subdomain,
};
pub(crate) use site_structure::{PublishedSite, SitePart, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure};
pub(crate) use sites::{AdaptiveContent, Site, location as site_location};
pub(crate) use spaces::Space;
pub(crate) use teams::{JoinedTeam, Team, TeamMember, TeamMembership};
pub(crate) use templates::Template;
pub(crate) use texts::Text;
pub(crate) use tokens::{NewToken, Token};
pub(crate) use translations::{
    Automatic, ProviderKind, Translation, TranslationEstimate, TranslationImport, TranslationPrice,
    TranslationProvider, TranslationSegment, location as translation_location,
};
pub(crate) use users::{Person, User};
pub(crate) use visitors::{
    AuthBackend, PublishedContent, PublishingAuth, ShareLink, SiteAdaptiveSchema, SiteAdaptiveTemplateCondition,
};
pub(crate) use warnings::{Warned, Warning};

use quire_content::id::Uid;
use quire_model::ids::OrganizationId;
use schemars::JsonSchema;
use serde::Serialize;

/// Returns the identifier of the parent collection, or none if the parent is the organization itself.
fn parent_of(organization: OrganizationId, parent: Uid) -> Option<String> {
    (parent != organization.0).then(|| parent.to_string())
}

/// Declares the types of `object` fields, each with one value: the name of the kind of object.
macro_rules! objects {
    ($($name:ident = $word:literal;)+) => {$(
        #[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
        pub(crate) enum $name {
            #[serde(rename = $word)]
            It,
        }
    )+};
}

objects! {
    ChangeRequestObject = "change-request";
    CollectionObject = "collection";
    CommentObject = "comment";
    CommentReplyObject = "comment-reply";
    ConflictObject = "conflict";
    CustomHostnameObject = "custom-hostname";
    EmailDomainObject = "email-domain";
    EventObject = "event";
    GlossaryEntryObject = "glossary-entry";
    ImportObject = "import";
    InviteObject = "invite";
    MemberObject = "member";
    NotificationObject = "notification";
    OidcProviderObject = "oidc-provider";
    OpenApiNoteObject = "openapi-note";
    OpenApiSpecObject = "openapi-spec";
    OpenApiVersionObject = "openapi-spec-version";
    OrganizationObject = "organization";
    PresenceObject = "presence";
    PublishingAuthObject = "publishing-auth";
    RequestedReviewerObject = "change-request-requested-reviewer";
    ReviewObject = "change-request-review";
    RevisionObject = "revision";
    SessionObject = "session";
    ShareLinkObject = "share-link";
    SiteAdaptiveSchemaObject = "site-adaptive-schema";
    SamlProviderObject = "saml-provider";
    PublishedSiteObject = "published-content-site";
    SiteObject = "site";
    SiteRedirectObject = "site-redirect";
    SiteSectionGroupObject = "site-section-group";
    SiteSectionObject = "site-section";
    SiteSpaceObject = "site-space";
    SpaceObject = "space";
    StorageSignedUrlObject = "storage-signed-url";
    SubdomainObject = "subdomain";
    TeamObject = "team";
    TemplateObject = "template";
    TokenObject = "token";
    TranslationObject = "translation";
    UserObject = "user";
}
