//! Kinds of events, as the event log stores them, and those that clients are told of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// The kind of an event. A kind is never renamed, since logs are kept.
    EventKind {
        /// A user was created.
        UserCreated = "user_created",
        /// A user's profile changed.
        UserUpdated = "user_updated",
        /// A user was disabled and can no longer sign in.
        UserDisabled = "user_disabled",
        /// A disabled user was enabled again.
        UserEnabled = "user_enabled",
        /// A user was deleted; what they wrote stays.
        UserDeleted = "user_deleted",
        /// A user's password was set, changed or removed.
        PasswordChanged = "password_changed",
        /// A user signed in.
        SessionStarted = "session_started",
        /// A user signed out, in one or more browsers.
        SessionEnded = "session_ended",
        /// A token was created.
        TokenCreated = "token_created",
        /// A token was revoked.
        TokenRevoked = "token_revoked",
        /// An organization was created.
        OrganizationCreated = "organization_created",
        /// A user became a member of an organization.
        MemberAdded = "member_added",
        /// A space was created.
        SpaceCreated = "space_created",
        /// A space's settings changed.
        SpaceUpdated = "space_updated",
        /// A space was deleted; it can be restored for a while.
        SpaceDeleted = "space_deleted",
        /// A deleted space was restored.
        SpaceRestored = "space_restored",
        /// A space was removed permanently.
        SpacePurged = "space_purged",
        /// A branch of a space moved to a new revision.
        ContentUpdated = "content_updated",
        /// A change request was created.
        ChangeRequestCreated = "change_request_created",
        /// A change request's subject, description or status changed.
        ChangeRequestUpdated = "change_request_updated",
        /// A change request was merged into the main content.
        ChangeRequestMerged = "change_request_merged",
        /// Reviews of a change request were requested.
        ReviewRequested = "review_requested",
        /// A request to review a change request was withdrawn.
        ReviewRequestRemoved = "review_request_removed",
        /// A review of a change request was submitted.
        ReviewSubmitted = "review_submitted",
        /// A collection was created.
        CollectionCreated = "collection_created",
        /// A collection's settings changed.
        CollectionUpdated = "collection_updated",
        /// A collection was moved.
        CollectionMoved = "collection_moved",
        /// A collection was transferred to another organization.
        CollectionTransferred = "collection_transferred",
        /// A collection was deleted; the spaces in it can be restored for a while.
        CollectionDeleted = "collection_deleted",
        /// A space was moved.
        SpaceMoved = "space_moved",
        /// A space was transferred to another organization.
        SpaceTransferred = "space_transferred",
        /// A user or a team was granted a role on a space, collection or site.
        GrantChanged = "grant_changed",
        /// A user's or a team's grant was removed.
        GrantRemoved = "grant_removed",
        /// An organization's settings changed.
        OrganizationUpdated = "organization_updated",
        /// An organization was deleted.
        OrganizationDeleted = "organization_deleted",
        /// A member's role or access changed.
        MemberUpdated = "member_updated",
        /// A user is no longer a member.
        MemberRemoved = "member_removed",
        /// A team was created.
        TeamCreated = "team_created",
        /// A team's title or members changed.
        TeamUpdated = "team_updated",
        /// A team was deleted.
        TeamDeleted = "team_deleted",
        /// An invite link was created.
        InviteCreated = "invite_created",
        /// An invite link's settings changed.
        InviteUpdated = "invite_updated",
        /// An invite link was deleted.
        InviteDeleted = "invite_deleted",
        /// An upload was announced; its file may follow.
        UploadCreated = "upload_created",
        /// A comment was posted.
        CommentPosted = "comment_posted",
        /// A comment was edited, resolved or reopened, or its reactions changed.
        CommentUpdated = "comment_updated",
        /// A comment was deleted with its replies.
        CommentDeleted = "comment_deleted",
        /// A reply to a comment was posted.
        CommentReplyPosted = "comment_reply_posted",
        /// A reply was edited, or its reactions changed.
        CommentReplyUpdated = "comment_reply_updated",
        /// A reply was deleted.
        CommentReplyDeleted = "comment_reply_deleted",
        /// A site was created.
        SiteCreated = "site_created",
        /// A site's settings changed.
        SiteUpdated = "site_updated",
        /// A site was published.
        SitePublished = "site_published",
        /// A site was unpublished.
        SiteUnpublished = "site_unpublished",
        /// A site's sections, groups or spaces changed.
        SiteRestructured = "site_restructured",
        /// A site was deleted.
        SiteDeleted = "site_deleted",
        /// A share link, by whose secret a site is read, was created.
        ShareLinkCreated = "share_link_created",
        /// A share link was renamed, enabled or disabled.
        ShareLinkUpdated = "share_link_updated",
        /// A share link was revoked.
        ShareLinkDeleted = "share_link_deleted",
        /// The settings of visitor authentication of a site changed.
        PublishingAuthUpdated = "publishing_auth_updated",
        /// The private key of visitor authentication of a site was regenerated.
        PublishingAuthRegenerated = "publishing_auth_regenerated",
        /// A site's adaptive schema changed.
        AdaptiveSchemaUpdated = "adaptive_schema_updated",
        /// A site's customization changed, as a whole or for one of its spaces.
        SiteCustomized = "site_customized",
        /// A site's redirects changed.
        SiteRedirected = "site_redirected",
        /// An OpenAPI specification was created.
        OpenApiSpecCreated = "openapi_spec_created",
        /// The source or the visibility of an OpenAPI specification was set.
        OpenApiSpecUpdated = "openapi_spec_updated",
        /// An OpenAPI specification got a new version.
        OpenApiSpecVersioned = "openapi_spec_versioned",
        /// An OpenAPI specification was deleted with its versions.
        OpenApiSpecDeleted = "openapi_spec_deleted",
        /// A translation of a space was created.
        TranslationCreated = "translation_created",
        /// A translation's instructions, glossary or translator changed.
        TranslationUpdated = "translation_updated",
        /// A run of a translation was asked for.
        TranslationRequested = "translation_requested",
        /// A run of a translation ended.
        TranslationRun = "translation_run",
        /// A translation was deleted; its space stays.
        TranslationDeleted = "translation_deleted",
        /// A provider of single sign-on was created.
        SsoProviderCreated = "sso_provider_created",
        /// The settings of a provider of single sign-on changed.
        SsoProviderUpdated = "sso_provider_updated",
        /// A provider of single sign-on was deleted.
        SsoProviderDeleted = "sso_provider_deleted",
        /// A user signed in by a provider of single sign-on for the first time.
        IdentityLinked = "identity_linked",
        /// A user set up a second factor.
        FactorAdded = "factor_added",
        /// A second factor of a user was removed.
        FactorRemoved = "factor_removed",
        /// A user replaced their recovery codes.
        RecoveryCodesReplaced = "recovery_codes_replaced",
        /// A recovery code took the place of a second factor.
        RecoveryCodeUsed = "recovery_code_used",
        /// The token of an organization for SCIM was made.
        ScimTokenCreated = "scim_token_created",
        /// The token of an organization for SCIM was ended.
        ScimTokenDeleted = "scim_token_deleted",
        /// A user removed the name by which a provider of single sign-on knows them.
        IdentityUnlinked = "identity_unlinked",
        /// A sign-in by a provider of single sign-on was refused.
        SignInRefused = "sign_in_refused",
        /// An import of content was asked for.
        ImportCreated = "import_created",
        /// An import was ended before it changed anything.
        ImportCancelled = "import_cancelled",
        /// The changes of an import were taken back.
        ImportReverted = "import_reverted",
    }
}

/// Declares the types of events that clients are told of, each with the name of its kind.
macro_rules! told {
    ($(#[$attribute:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident,)+ }) => {
        $(#[$attribute])*
        pub enum $name {$(
            $(#[$value_doc])*
            $value,
        )+}

        impl $name {
            /// Every type.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// Returns the kind of the event in the log.
            pub fn kind(self) -> EventKind {
                match self { $(Self::$value => EventKind::$value,)+ }
            }
        }
    };
}

told! {
    /// The type of an event that clients are told of. The words are those of the event log; kinds that are not here, such as
    /// those about grants, tokens and sign-ins, stay in it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[schemars(inline)]
    EventType {
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
}

impl EventType {
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
