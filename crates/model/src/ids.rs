//! Identifiers, one type for each kind of entity.

pub use quire_content::id::{FileId, InvalidId, PageId, ReusableId, Uid};

quire_content::typed_id! {
    /// The identifier of a user.
    UserId;
    /// The identifier of an organization.
    OrganizationId;
    /// The identifier of a collection of spaces.
    CollectionId;
    /// The identifier of a team.
    TeamId;
    /// The identifier of an invite link.
    LinkInviteId;
    /// The identifier of a space.
    SpaceId;
    /// The identifier of a revision of a space's content.
    RevisionId;
    /// The identifier of a branch: a space's main content (the space's own bytes) or a change request's.
    BranchId;
    /// The identifier of a change request. The branch of its content has the same bytes.
    ChangeRequestId;
    /// The identifier of a review of a change request.
    ReviewId;
    /// The identifier of a comment.
    CommentId;
    /// The identifier of a reply to a comment.
    CommentReplyId;
    /// The identifier of an API token.
    TokenId;
    /// The identifier of a session, that is of one browser in which a user signed in.
    SessionId;
    /// The identifier of a passkey.
    PasskeyId;
    /// The identifier of a one-time sign-in link.
    SignInLinkId;
    /// The identifier of an upload.
    UploadId;
    /// The identifier of a background job.
    JobId;
    /// The identifier of a site.
    SiteId;
    /// The identifier of a space's place on a site.
    SiteSpaceId;
    /// The identifier of a section of a site.
    SiteSectionId;
    /// The identifier of a group of sections.
    SiteSectionGroupId;
    /// The identifier of a share link.
    ShareLinkId;
    /// The identifier of a redirect.
    SiteRedirectId;
    /// The identifier of a reader's feedback on a page.
    PageFeedbackId;
    /// The identifier of an OpenAPI specification.
    OpenApiSpecId;
    /// The identifier of a version of an OpenAPI specification.
    OpenApiVersionId;
    /// The identifier of a provider of single sign-on by SAML.
    SamlProviderId;
    /// The identifier of a provider of single sign-on by OpenID Connect.
    OidcProviderId;
    /// The identifier of a writer's note on an OpenAPI specification.
    OpenApiNoteId;
    /// The identifier of an import.
    ImportId;
    /// The identifier of a translation of a space.
    TranslationId;
    /// The identifier of an entry of a glossary for translations.
    GlossaryEntryId;
    /// The identifier of a notification.
    NotificationId;
}

impl From<SpaceId> for BranchId {
    /// Returns the branch of the space's main content.
    fn from(space: SpaceId) -> Self {
        Self(space.0)
    }
}

impl From<ChangeRequestId> for BranchId {
    /// Returns the branch of the change request's content.
    fn from(change_request: ChangeRequestId) -> Self {
        Self(change_request.0)
    }
}
