//! Previews: unpublished content that a member shows on a site.

use std::collections::BTreeSet;
use std::sync::Arc;

use quire_model::ids::{ChangeRequestId, SpaceId};
use quire_store::revisions::Revision;

/// Unpublished content of a space, shown in place of the published content. Only [`crate::App::preview`] creates one.
#[non_exhaustive]
pub struct Preview {
    /// The space that is previewed.
    pub space: SpaceId,
    /// The revision to show.
    pub revision: Arc<Revision>,
    /// The change request, if the content is one's.
    pub change_request: Option<Proposal>,
    /// The spaces of the site that the previewing member may read.
    pub spaces: BTreeSet<SpaceId>,
    /// True if the previewing member may read the private specifications of the organization themselves.
    pub(crate) reads_specifications: bool,
}

/// A change request shown in a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The identifier of the change request.
    pub id: ChangeRequestId,
    /// The number of the change request in its space.
    pub number: i64,
    /// The subject of the change request.
    pub subject: String,
}
