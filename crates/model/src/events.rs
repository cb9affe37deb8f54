//! Kinds of events, as the event log stores them, and those that clients are told of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of an event. A kind is never renamed, since logs are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A user was created.
    UserCreated,
    /// A user's profile changed.
    UserUpdated,
    /// A user was disabled and can no longer sign in.
    UserDisabled,
    /// A disabled user was enabled again.
    UserEnabled,
    /// A user was deleted; what they wrote stays.
    UserDeleted,
    /// A user's password was set, changed or removed.
    PasswordChanged,
    /// A user signed in.
    SessionStarted,
    /// A user signed out, in one or more browsers.
    SessionEnded,
    /// A token was created.
    TokenCreated,
    /// A token was revoked.
    TokenRevoked,
    /// An organization was created.
    OrganizationCreated,
    /// A user became a member of an organization.
    MemberAdded,
    /// A space was created.
    SpaceCreated,
    /// A space's settings changed.
    SpaceUpdated,
    /// A space was deleted; it can be restored for a while.
    SpaceDeleted,
    /// A deleted space was restored.
    SpaceRestored,
    /// A space was removed permanently.
    SpacePurged,
    /// A branch of a space moved to a new revision.
    ContentUpdated,
    /// A change request was created.
    ChangeRequestCreated,
    /// A change request's subject, description or status changed.
    ChangeRequestUpdated,
    /// A change request was merged into the main content.
    ChangeRequestMerged,
    /// Reviews of a change request were requested.
    ReviewRequested,
    /// A request to review a change request was withdrawn.
    ReviewRequestRemoved,
    /// A review of a change request was submitted.
    ReviewSubmitted,
    /// A collection was created.
    CollectionCreated,
    /// A collection's settings changed.
    CollectionUpdated,
    /// A collection was moved.
    CollectionMoved,
    /// A collection was transferred to another organization.
    CollectionTransferred,
    /// A collection was deleted; the spaces in it can be restored for a while.
    CollectionDeleted,
    /// A space was moved.
    SpaceMoved,
    /// A space was transferred to another organization.
    SpaceTransferred,
    /// A user or a team was granted a role on a space, collection or site.
    GrantChanged,
    /// A user's or a team's grant was removed.
    GrantRemoved,
    /// An organization's settings changed.
    OrganizationUpdated,
    /// An organization was deleted.
    OrganizationDeleted,
    /// A member's role or access changed.
    MemberUpdated,
    /// A user is no longer a member.
    MemberRemoved,
    /// A team was created.
    TeamCreated,
    /// A team's title or members changed.
    TeamUpdated,
    /// A team was deleted.
    TeamDeleted,
    /// An invite link was created.
    InviteCreated,
    /// An invite link's settings changed.
    InviteUpdated,
    /// An invite link was deleted.
    InviteDeleted,
    /// An upload was announced; its file may follow.
    UploadCreated,
    /// A comment was posted.
    CommentPosted,
    /// A comment was edited, resolved or reopened, or its reactions changed.
    CommentUpdated,
    /// A comment was deleted with its replies.
    CommentDeleted,
    /// A reply to a comment was posted.
    CommentReplyPosted,
    /// A reply was edited, or its reactions changed.
    CommentReplyUpdated,
    /// A reply was deleted.
    CommentReplyDeleted,
    /// A site was created.
    SiteCreated,
    /// A site's settings changed.
    SiteUpdated,
    /// A site was published.
    SitePublished,
    /// A site was unpublished.
    SiteUnpublished,
    /// A site's sections, groups or spaces changed.
    SiteRestructured,
    /// A site was deleted.
    SiteDeleted,
    /// A share link, by whose secret a site is read, was created.
    ShareLinkCreated,
    /// A share link was renamed, enabled or disabled.
    ShareLinkUpdated,
    /// A share link was revoked.
    ShareLinkDeleted,
    /// The settings of visitor authentication of a site changed.
    PublishingAuthUpdated,
    /// The private key of visitor authentication of a site was regenerated.
    PublishingAuthRegenerated,
    /// A site's adaptive schema changed.
    AdaptiveSchemaUpdated,
    /// A site's customization changed, as a whole or for one of its spaces.
    SiteCustomized,
    /// A site's redirects changed.
    SiteRedirected,
    /// An OpenAPI specification was created.
    OpenApiSpecCreated,
    /// The source or the visibility of an OpenAPI specification was set.
    OpenApiSpecUpdated,
    /// An OpenAPI specification got a new version.
    OpenApiSpecVersioned,
    /// An OpenAPI specification was deleted with its versions.
    OpenApiSpecDeleted,
    /// A translation of a space was created.
    TranslationCreated,
    /// A translation's instructions, glossary or translator changed.
    TranslationUpdated,
    /// A run of a translation was asked for.
    TranslationRequested,
    /// A run of a translation ended.
    TranslationRun,
    /// A translation was deleted; its space stays.
    TranslationDeleted,
    /// A provider of single sign-on was created.
    SsoProviderCreated,
    /// The settings of a provider of single sign-on changed.
    SsoProviderUpdated,
    /// A provider of single sign-on was deleted.
    SsoProviderDeleted,
    /// A user signed in by a provider of single sign-on for the first time.
    IdentityLinked,
    /// A user set up a second factor.
    FactorAdded,
    /// A second factor of a user was removed.
    FactorRemoved,
    /// A user replaced their recovery codes.
    RecoveryCodesReplaced,
    /// A recovery code took the place of a second factor.
    RecoveryCodeUsed,
    /// The token of an organization for SCIM was made.
    ScimTokenCreated,
    /// The token of an organization for SCIM was ended.
    ScimTokenDeleted,
    /// A user removed the name by which a provider of single sign-on knows them.
    IdentityUnlinked,
    /// A sign-in by a provider of single sign-on was refused.
    SignInRefused,
    /// An import of content was asked for.
    ImportCreated,
    /// An import was ended before it changed anything.
    ImportCancelled,
    /// The changes of an import were taken back.
    ImportReverted,
}

impl EventKind {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UserCreated => "user_created",
            Self::UserUpdated => "user_updated",
            Self::UserDisabled => "user_disabled",
            Self::UserEnabled => "user_enabled",
            Self::UserDeleted => "user_deleted",
            Self::PasswordChanged => "password_changed",
            Self::SessionStarted => "session_started",
            Self::SessionEnded => "session_ended",
            Self::TokenCreated => "token_created",
            Self::TokenRevoked => "token_revoked",
            Self::OrganizationCreated => "organization_created",
            Self::MemberAdded => "member_added",
            Self::SpaceCreated => "space_created",
            Self::SpaceUpdated => "space_updated",
            Self::SpaceDeleted => "space_deleted",
            Self::SpaceRestored => "space_restored",
            Self::SpacePurged => "space_purged",
            Self::ContentUpdated => "content_updated",
            Self::ChangeRequestCreated => "change_request_created",
            Self::ChangeRequestUpdated => "change_request_updated",
            Self::ChangeRequestMerged => "change_request_merged",
            Self::ReviewRequested => "review_requested",
            Self::ReviewRequestRemoved => "review_request_removed",
            Self::ReviewSubmitted => "review_submitted",
            Self::CollectionCreated => "collection_created",
            Self::CollectionUpdated => "collection_updated",
            Self::CollectionMoved => "collection_moved",
            Self::CollectionTransferred => "collection_transferred",
            Self::CollectionDeleted => "collection_deleted",
            Self::SpaceMoved => "space_moved",
            Self::SpaceTransferred => "space_transferred",
            Self::GrantChanged => "grant_changed",
            Self::GrantRemoved => "grant_removed",
            Self::OrganizationUpdated => "organization_updated",
            Self::OrganizationDeleted => "organization_deleted",
            Self::MemberUpdated => "member_updated",
            Self::MemberRemoved => "member_removed",
            Self::TeamCreated => "team_created",
            Self::TeamUpdated => "team_updated",
            Self::TeamDeleted => "team_deleted",
            Self::InviteCreated => "invite_created",
            Self::InviteUpdated => "invite_updated",
            Self::InviteDeleted => "invite_deleted",
            Self::UploadCreated => "upload_created",
            Self::CommentPosted => "comment_posted",
            Self::CommentUpdated => "comment_updated",
            Self::CommentDeleted => "comment_deleted",
            Self::CommentReplyPosted => "comment_reply_posted",
            Self::CommentReplyUpdated => "comment_reply_updated",
            Self::CommentReplyDeleted => "comment_reply_deleted",
            Self::SiteCreated => "site_created",
            Self::SiteUpdated => "site_updated",
            Self::SitePublished => "site_published",
            Self::SiteUnpublished => "site_unpublished",
            Self::SiteRestructured => "site_restructured",
            Self::SiteDeleted => "site_deleted",
            Self::ShareLinkCreated => "share_link_created",
            Self::ShareLinkUpdated => "share_link_updated",
            Self::ShareLinkDeleted => "share_link_deleted",
            Self::PublishingAuthUpdated => "publishing_auth_updated",
            Self::PublishingAuthRegenerated => "publishing_auth_regenerated",
            Self::AdaptiveSchemaUpdated => "adaptive_schema_updated",
            Self::SiteCustomized => "site_customized",
            Self::SiteRedirected => "site_redirected",
            Self::OpenApiSpecCreated => "openapi_spec_created",
            Self::OpenApiSpecUpdated => "openapi_spec_updated",
            Self::OpenApiSpecVersioned => "openapi_spec_versioned",
            Self::OpenApiSpecDeleted => "openapi_spec_deleted",
            Self::TranslationCreated => "translation_created",
            Self::TranslationUpdated => "translation_updated",
            Self::TranslationRequested => "translation_requested",
            Self::TranslationRun => "translation_run",
            Self::TranslationDeleted => "translation_deleted",
            Self::SsoProviderCreated => "sso_provider_created",
            Self::SsoProviderUpdated => "sso_provider_updated",
            Self::SsoProviderDeleted => "sso_provider_deleted",
            Self::IdentityLinked => "identity_linked",
            Self::FactorAdded => "factor_added",
            Self::FactorRemoved => "factor_removed",
            Self::RecoveryCodesReplaced => "recovery_codes_replaced",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::ScimTokenCreated => "scim_token_created",
            Self::ScimTokenDeleted => "scim_token_deleted",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::SignInRefused => "sign_in_refused",
            Self::ImportCreated => "import_created",
            Self::ImportCancelled => "import_cancelled",
            Self::ImportReverted => "import_reverted",
        }
    }
}

/// The type of an event that clients are told of. The words are those of the event log; kinds that are not here, such as
/// those about grants, tokens and sign-ins, stay in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum EventType {
    /// The organization's settings changed.
    OrganizationUpdated,
    /// A collection was created.
    CollectionCreated,
    /// A collection's settings changed.
    CollectionUpdated,
    /// A collection was moved.
    CollectionMoved,
    /// A collection was deleted.
    CollectionDeleted,
    /// A space was created.
    SpaceCreated,
    /// A space's settings changed.
    SpaceUpdated,
    /// A space was moved.
    SpaceMoved,
    /// A space was deleted.
    SpaceDeleted,
    /// A deleted space was restored.
    SpaceRestored,
    /// A space came from another organization.
    SpaceTransferred,
    /// The main content of a space or the content of a change request has a new revision.
    ContentUpdated,
    /// A change request was created.
    ChangeRequestCreated,
    /// A change request's subject, description or status changed.
    ChangeRequestUpdated,
    /// A change request was merged into the main content.
    ChangeRequestMerged,
    /// Reviews of a change request were requested.
    ReviewRequested,
    /// A request to review a change request was withdrawn.
    ReviewRequestRemoved,
    /// A review of a change request was submitted.
    ReviewSubmitted,
    /// A comment was posted.
    CommentPosted,
    /// A comment was edited, resolved or reopened, or its reactions changed.
    CommentUpdated,
    /// A comment was deleted with its replies.
    CommentDeleted,
    /// A reply to a comment was posted.
    CommentReplyPosted,
    /// A reply was edited, or its reactions changed.
    CommentReplyUpdated,
    /// A reply was deleted.
    CommentReplyDeleted,
}

impl EventType {
    /// Every type.
    pub const ALL: &[Self] = &[
        Self::OrganizationUpdated,
        Self::CollectionCreated,
        Self::CollectionUpdated,
        Self::CollectionMoved,
        Self::CollectionDeleted,
        Self::SpaceCreated,
        Self::SpaceUpdated,
        Self::SpaceMoved,
        Self::SpaceDeleted,
        Self::SpaceRestored,
        Self::SpaceTransferred,
        Self::ContentUpdated,
        Self::ChangeRequestCreated,
        Self::ChangeRequestUpdated,
        Self::ChangeRequestMerged,
        Self::ReviewRequested,
        Self::ReviewRequestRemoved,
        Self::ReviewSubmitted,
        Self::CommentPosted,
        Self::CommentUpdated,
        Self::CommentDeleted,
        Self::CommentReplyPosted,
        Self::CommentReplyUpdated,
        Self::CommentReplyDeleted,
    ];

    /// Returns the kind of the event in the log.
    pub fn kind(self) -> EventKind {
        match self {
            Self::OrganizationUpdated => EventKind::OrganizationUpdated,
            Self::CollectionCreated => EventKind::CollectionCreated,
            Self::CollectionUpdated => EventKind::CollectionUpdated,
            Self::CollectionMoved => EventKind::CollectionMoved,
            Self::CollectionDeleted => EventKind::CollectionDeleted,
            Self::SpaceCreated => EventKind::SpaceCreated,
            Self::SpaceUpdated => EventKind::SpaceUpdated,
            Self::SpaceMoved => EventKind::SpaceMoved,
            Self::SpaceDeleted => EventKind::SpaceDeleted,
            Self::SpaceRestored => EventKind::SpaceRestored,
            Self::SpaceTransferred => EventKind::SpaceTransferred,
            Self::ContentUpdated => EventKind::ContentUpdated,
            Self::ChangeRequestCreated => EventKind::ChangeRequestCreated,
            Self::ChangeRequestUpdated => EventKind::ChangeRequestUpdated,
            Self::ChangeRequestMerged => EventKind::ChangeRequestMerged,
            Self::ReviewRequested => EventKind::ReviewRequested,
            Self::ReviewRequestRemoved => EventKind::ReviewRequestRemoved,
            Self::ReviewSubmitted => EventKind::ReviewSubmitted,
            Self::CommentPosted => EventKind::CommentPosted,
            Self::CommentUpdated => EventKind::CommentUpdated,
            Self::CommentDeleted => EventKind::CommentDeleted,
            Self::CommentReplyPosted => EventKind::CommentReplyPosted,
            Self::CommentReplyUpdated => EventKind::CommentReplyUpdated,
            Self::CommentReplyDeleted => EventKind::CommentReplyDeleted,
        }
    }

    /// Parses the word of the event log; `None` for kinds that clients are not told of.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.kind().as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_words_of_the_log() {
        for kind in EventType::ALL {
            let word = serde_json::to_value(kind).unwrap();
            assert_eq!(word, kind.kind().as_str());
            assert_eq!(EventType::parse(word.as_str().unwrap()), Some(*kind));
        }
        for secret in [EventKind::GrantChanged, EventKind::TokenCreated, EventKind::SessionStarted] {
            assert_eq!(EventType::parse(secret.as_str()), None);
        }
    }
}
