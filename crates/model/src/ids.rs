//! Identifiers, a type for each kind of thing.

pub use quire_content::id::{FileId, InvalidId, PageId, ReusableId, Uid};

quire_content::typed_id! {
    /// A person.
    UserId;
    /// An organization.
    OrganizationId;
    /// A collection of spaces.
    CollectionId;
    /// A team of an organization's members.
    TeamId;
    /// A link by which people join.
    LinkInviteId;
    /// A space.
    SpaceId;
    /// A revision of a space's content.
    RevisionId;
    /// A line of revisions: a space's main content (the space's own bytes) or a change request.
    BranchId;
    /// A proposal to change a space's content. The branch of its content has the same bytes.
    ChangeRequestId;
    /// What somebody said of a change request.
    ReviewId;
    /// What somebody says about content.
    CommentId;
    /// What somebody says to a comment.
    CommentReplyId;
    /// An API token.
    TokenId;
    /// A browser in which somebody signed in.
    SessionId;
    /// A one-time link to sign in by.
    SignInLinkId;
    /// An uploaded file on its way to a use.
    UploadId;
    /// A piece of long work.
    JobId;
    /// A docs site.
    SiteId;
    /// A space on a site.
    SiteSpaceId;
    /// A section of a site.
    SiteSectionId;
    /// A group of sections of a site.
    SiteSectionGroupId;
    /// A link with a secret by which a site is read.
    ShareLinkId;
    /// A redirect of a site.
    SiteRedirectId;
}

impl From<SpaceId> for BranchId {
    /// The branch of the space's main content.
    fn from(space: SpaceId) -> Self {
        Self(space.0)
    }
}

impl From<ChangeRequestId> for BranchId {
    /// The branch of the change request's content.
    fn from(change_request: ChangeRequestId) -> Self {
        Self(change_request.0)
    }
}
