//! What happened, in words that the event log keeps.

/// Kinds of events. A kind is never renamed: logs are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A user came to be.
    UserCreated,
    /// A user changed what they show of themselves.
    UserUpdated,
    /// A user can't sign in any more.
    UserDisabled,
    /// A disabled user can sign in again.
    UserEnabled,
    /// A user has another password, or none any more.
    PasswordChanged,
    /// A user signed in.
    SessionStarted,
    /// A user signed out, in one or more browsers.
    SessionEnded,
    /// A token was made.
    TokenCreated,
    /// A token was revoked.
    TokenRevoked,
    /// An organization came to be.
    OrganizationCreated,
    /// A user became a member.
    MemberAdded,
    /// A space was created.
    SpaceCreated,
    /// A space's settings changed.
    SpaceUpdated,
    /// A space was deleted; it can be restored for a while.
    SpaceDeleted,
    /// A deleted space came back.
    SpaceRestored,
    /// A space was removed for good.
    SpacePurged,
    /// A branch of a space points to a new revision.
    ContentUpdated,
    /// A change request was created.
    ChangeRequestCreated,
    /// A change request's subject, description or status changed.
    ChangeRequestUpdated,
    /// A change request became part of the main content.
    ChangeRequestMerged,
    /// People were asked to review a change request.
    ReviewRequested,
    /// Somebody is not asked any more to review a change request.
    ReviewRequestRemoved,
    /// Somebody reviewed a change request.
    ReviewSubmitted,
    /// A collection was created.
    CollectionCreated,
    /// A collection's settings changed.
    CollectionUpdated,
    /// A collection was moved.
    CollectionMoved,
    /// A collection was handed to another organization.
    CollectionTransferred,
    /// A collection was removed; the spaces in it can be restored for a while.
    CollectionDeleted,
    /// A space was moved.
    SpaceMoved,
    /// A space was handed to another organization.
    SpaceTransferred,
    /// Somebody got a role on something.
    GrantChanged,
    /// Somebody's role on something was taken away.
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
    /// A team was removed.
    TeamDeleted,
    /// A link to join was made.
    InviteCreated,
    /// A link to join was changed.
    InviteUpdated,
    /// A link to join was taken back.
    InviteDeleted,
    /// A place for an upload was given out.
    UploadCreated,
    /// Somebody commented on content.
    CommentPosted,
    /// A comment was edited, resolved or opened again, or somebody reacted to it.
    CommentUpdated,
    /// A comment was removed, with its replies.
    CommentDeleted,
    /// Somebody replied to a comment.
    CommentReplyPosted,
    /// A reply was edited, or somebody reacted to it.
    CommentReplyUpdated,
    /// A reply was removed.
    CommentReplyDeleted,
    /// A site was created.
    SiteCreated,
    /// A site's settings changed.
    SiteUpdated,
    /// A site went live.
    SitePublished,
    /// A site is not live any more.
    SiteUnpublished,
    /// A site's sections, groups or spaces changed.
    SiteRestructured,
    /// A site was removed.
    SiteDeleted,
    /// A link with a secret by which a site is read was made.
    ShareLinkCreated,
    /// Such a link was renamed, or switched off or on.
    ShareLinkUpdated,
    /// Such a link was revoked.
    ShareLinkDeleted,
    /// Visitors of a site sign in elsewhere.
    PublishingAuthUpdated,
    /// The private key that signs visitors in was made anew.
    PublishingAuthRegenerated,
    /// What a site knows of its visitors changed.
    AdaptiveSchemaUpdated,
    /// How a site looks changed, as a whole or for a space on it.
    SiteCustomized,
    /// A site's redirects changed.
    SiteRedirected,
}

impl EventKind {
    /// The word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UserCreated => "user_created",
            Self::UserUpdated => "user_updated",
            Self::UserDisabled => "user_disabled",
            Self::UserEnabled => "user_enabled",
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
        }
    }
}
