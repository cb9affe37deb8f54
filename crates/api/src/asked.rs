//! The things that requests for content ask for: keys of cached responses, and what an address asks for at any time.

use axum::extract::MatchedPath;
use quire_app::App;
use quire_app::content::documents::Reading;
use quire_app::content::{Version, View};
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::record::EntryKey;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::paging::Paging;
use quire_model::time::Timestamp;

/// The key of a response. A revision is immutable, so the response for the same options is too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) space: SpaceId,
    pub(crate) revision: RevisionId,
    pub(crate) what: What,
    /// True if the response includes Git metadata.
    pub(crate) metadata: bool,
    /// True if computed pages have the pages that they stand for.
    pub(crate) computed: bool,
    /// The expiry of the signed addresses in the response, if it has any.
    pub(crate) passes_expire: Option<Timestamp>,
}

/// The part of a revision that a response represents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// The whole revision. The number distinguishes responses whose mutable parts, such as user names, differ.
    Revision(u64),
    Pages,
    Page(PageId, Reading),
    Document(PageId, Reading),
    Files(Paging),
    File(FileId),
    Reusable(ReusableId, Reading),
}

impl What {
    /// Returns true if a response has every page of the revision.
    pub(crate) fn has_all_pages(&self) -> bool {
        matches!(self, Self::Revision(_) | Self::Pages)
    }

    /// Returns true if a response has pages.
    pub(crate) fn has_pages(&self) -> bool {
        self.has_all_pages() || matches!(self, Self::Page(..) | Self::Document(..))
    }

    /// Returns the page or the reusable content that a response represents alone.
    pub(crate) fn entry(&self) -> Option<EntryKey> {
        match self {
            Self::Page(id, _) | Self::Document(id, _) => Some(EntryKey::Page(*id)),
            Self::Reusable(id, _) => Some(EntryKey::Reusable(*id)),
            Self::Revision(_) | Self::Pages | Self::Files(_) | Self::File(_) => None,
        }
    }
}

/// The thing that an address asks for. It follows from the address alone: who asks and which revision is meant is found
/// out each time. An extension of responses to reads.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) space: SpaceId,
    pub(crate) version: Version,
    pub(crate) wanted: Wanted,
    pub(crate) metadata: bool,
    pub(crate) computed: bool,
    /// The route of the address, which the layers add.
    pub(crate) route: Option<MatchedPath>,
}

/// The part of a revision that an address names.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    /// A part by its identifier.
    Part(What),
    /// The page at a path.
    PageAt(String, Reading),
}

impl Asked {
    /// Returns the key of the response in this content; `None` if that takes more than a look into memory.
    pub(crate) fn key(&self, app: &App, view: &View) -> Option<Key> {
        let what = match &self.wanted {
            Wanted::Part(what) => what.clone(),
            Wanted::PageAt(path, reading) => {
                let outline = app.recall_outline(view).filter(|outline| outline.computed().is_empty())?;
                What::Page(outline.find(path)?, *reading)
            }
        };
        let (space, revision) = (view.space.id, view.revision.id);
        Some(Key { space, revision, what, metadata: self.metadata, computed: self.computed, passes_expire: None })
    }
}
