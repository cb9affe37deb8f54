//! Identifiers that spaces had on other servers, by which links in imported content still name them.
//!
//! A former identifier belongs to one space of an organization, and holds only within that. Links keep the text with
//! which they were written: the identifier is looked up whenever a link is followed.

use std::collections::HashMap;

use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::spaces::FormerSpaceIds;
use quire_store::linked_spaces::SpaceName;
use quire_store::spaces::{self, Formerly, Space};
use quire_store::{Read, Write};

use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::core::errors::Error;

/// The spaces of an organization by the identifiers that they had elsewhere.
#[derive(Debug, Clone, Default)]
pub struct FormerSpaces(HashMap<String, SpaceId>);

impl FormerSpaces {
    /// Reads those of an organization.
    pub(crate) fn of(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Self, Error> {
        let mut known = Self::default();
        for Formerly { id, former_ids } in spaces::with_former_ids(tx, organization)? {
            known.add(id, &former_ids);
        }
        Ok(known)
    }

    /// Adds the former identifiers of a space.
    pub(crate) fn add(&mut self, space: SpaceId, former: &FormerSpaceIds) {
        self.0.extend(former.iter().map(|id| (id.to_owned(), space)));
    }

    /// Returns the space that a link names.
    pub fn find(&self, name: &str) -> Option<SpaceId> {
        name.parse().ok().or_else(|| self.0.get(name).copied())
    }
}

/// Checks that no other space of the organization, deleted or not, has one of the former identifiers of a space.
pub(crate) fn check(tx: &mut Write<'_>, space: &Space) -> Result<(), Error> {
    if space.former_ids.is_empty() {
        return Ok(());
    }
    let others = spaces::with_former_ids(tx, space.organization)?.into_iter().filter(|other| other.id != space.id);
    for other in others {
        if let Some(taken) = space.former_ids.iter().find(|id| other.former_ids.contains(id)) {
            return Err(Error::Conflict(format!(
                "formerIds: {taken:?} is taken: another space of the organization has it"
            )));
        }
    }
    Ok(())
}

impl App {
    /// Returns the spaces of an organization whose main content names a space by identifiers that it did not have until
    /// now, each with the identifier.
    pub(crate) fn naming(&self, space: &Space, former: &FormerSpaceIds) -> Result<Vec<(SpaceId, SpaceName)>, Error> {
        let new: Vec<&str> = former.iter().filter(|id| !space.former_ids.contains(id)).collect();
        let mut naming = Vec::new();
        if new.is_empty() {
            return Ok(naming);
        }
        for id in self.inner.db.read_single(|tx| Ok::<_, Error>(spaces::of_org(tx, space.organization)?))? {
            let view = match self.view(&Caller::operator(), id, Version::Main) {
                Err(Error::NotFound(_)) => continue,
                view => view?,
            };
            for name in &new {
                if !self.with_links(&view, |linked| linked.toward_space(name))?.is_empty() {
                    naming.extend(SpaceName::read(name).map(|name| (id, name)));
                }
            }
        }
        Ok(naming)
    }
}
