//! Data derived from a change of content: its links, the spaces they name, and the former paths of pages.
//!
//! It is computed with the content, before anything is written, and written in the transaction that moves the branch.
//! Data of main content is stored in tables; links are a map of objects that belongs to the revision.

use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::links;
use quire_content::map::{Change, Map};
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::old_paths::left;
use quire_model::ids::{ChangeRequestId, OrganizationId, SpaceId};
use quire_store::linked_spaces::SpaceName;
use quire_store::revisions::Revision;
use quire_store::{Write, linked_spaces, old_paths};

use crate::App;
use crate::core::errors::Error;

/// Data derived from a change of content.
#[derive(Debug, Clone, Default)]
pub(crate) struct Following {
    /// The root of the map of links.
    pub(crate) links: Option<Hash>,
    /// Paths that pages of main content no longer have, each with its page.
    pub(crate) left: Vec<(String, PageId)>,
    /// Spaces that links of the main content name now and did not before.
    pub(crate) named: Vec<SpaceName>,
    /// Spaces that links of the main content named before and do not now.
    pub(crate) unnamed: Vec<SpaceName>,
}

impl App {
    /// Computes the data derived from a change of the content of a line. A revision of the new content, if there is one,
    /// has its links already: they follow from the content alone.
    pub(crate) fn follow(
        &self,
        before: &Revision,
        line: Option<ChangeRequestId>,
        after: &Map,
        same: Option<&Revision>,
        draft: &mut Draft<'_>,
    ) -> Result<Following, ObjectError> {
        let from = Map::at(before.root);
        let changes: Vec<Change> = from.diff(after, &*draft).collect::<Result<_, _>>()?;
        self.carry_over(before, line, after, &changes)?;
        let root = match (known_links(same, after, draft)?, before.links) {
            (Some(links), _) => links,
            (None, Some(links)) => links::follow(&changes, Map::at(links), after, draft)?,
            (None, None) => links::build(after, draft)?,
        };
        let mut following = Following { links: Some(root.root()), ..Following::default() };
        if line.is_some() {
            return Ok(following);
        }
        let objects = &*draft;
        following.left = left(&changes, (&from, after), &mut |map: &Map| self.outline_of(map, objects))?;
        let named = links::named_spaces(before.links.map(Map::at).as_ref(), &root, objects)?;
        following.named = named.come.iter().filter_map(|space| SpaceName::read(space)).collect();
        following.unnamed = named.gone.iter().filter_map(|space| SpaceName::read(space)).collect();
        Ok(following)
    }
}

/// Returns the links of a revision, if they are those of this content.
fn known_links(of: Option<&Revision>, content: &Map, objects: &dyn Objects) -> Result<Option<Map>, ObjectError> {
    let links = of.filter(|it| it.root == content.root()).and_then(|it| it.links).map(Map::at);
    let Some(links) = links else { return Ok(None) };
    Ok(links::is_current(&links, objects)?.then_some(links))
}

impl Following {
    /// Writes the data that is stored in tables.
    pub(crate) fn note(&self, tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
        old_paths::note(tx, organization, space, self.left.iter().map(|(path, page)| (path.as_str(), *page)))?;
        linked_spaces::add(tx, organization, space, self.named.iter().cloned())?;
        for target in &self.unnamed {
            linked_spaces::remove(tx, organization, space, target)?;
        }
        Ok(())
    }
}
