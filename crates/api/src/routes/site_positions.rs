//! Positions of spaces, sections and groups beside other parts of a site.

use quire_app::sites::sections::Pointer;
use quire_model::ids::{SiteSectionGroupId, SiteSectionId, SiteSpaceId};
use quire_model::places::Beside;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Reference;
use crate::error::Problem;

/// A position beside another part of the site; last without either field. At most one of them may be set.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "{T}Position")]
pub(super) struct Position<T> {
    /// The part to place it right before.
    before: Option<T>,
    /// The part to place it right after.
    after: Option<T>,
}

/// A move of a part of a site.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "{T}Move")]
pub(super) struct MovePart<T> {
    /// The new position; last by default.
    position: Option<Position<T>>,
}

/// A reference to a part of a site.
pub(super) trait PartReference {
    /// The identifier of the part.
    type Id: Copy;

    /// Returns the identifier, or none if the text is not a valid one.
    fn id(self) -> Option<Self::Id>;
}

/// A reference to a space on the site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub(super) enum SpacePointer {
    /// A space on the site, by its identifier there.
    #[serde(rename = "site-space", rename_all = "camelCase")]
    Space { site_space: Reference<SiteSpaceId> },
}

/// A reference to a section of the site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub(super) enum SectionPointer {
    /// A section, by its identifier.
    #[serde(rename = "site-section", rename_all = "camelCase")]
    Section { site_section: Reference<SiteSectionId> },
}

/// A reference to a section in no group, or to a group of sections.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub(super) enum GroupPointer {
    /// A section in no group, by its identifier.
    #[serde(rename = "site-section")]
    Section { id: Reference<SiteSectionId> },
    /// A group of sections, by its identifier.
    #[serde(rename = "site-section-group")]
    Group { id: Reference<SiteSectionGroupId> },
}

/// A reference to a space, a section or a group of sections on the site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub(super) enum PartPointer {
    /// A space on the site, by its identifier there.
    #[serde(rename = "site-space")]
    Space { id: Reference<SiteSpaceId> },
    /// A section, by its identifier.
    #[serde(rename = "site-section")]
    Section { id: Reference<SiteSectionId> },
    /// A group of sections, by its identifier.
    #[serde(rename = "site-section-group")]
    Group { id: Reference<SiteSectionGroupId> },
}

/// Any part of a site, by its identifier.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// A space on the site.
    Space(SiteSpaceId),
    /// A section or a group of sections.
    Item(Pointer),
}

impl PartReference for SpacePointer {
    type Id = SiteSpaceId;

    fn id(self) -> Option<SiteSpaceId> {
        let Self::Space { site_space } = self;
        site_space.0
    }
}

impl PartReference for SectionPointer {
    type Id = Pointer;

    fn id(self) -> Option<Pointer> {
        let Self::Section { site_section } = self;
        site_section.0.map(Pointer::Section)
    }
}

impl PartReference for GroupPointer {
    type Id = Pointer;

    fn id(self) -> Option<Pointer> {
        match self {
            Self::Section { id } => id.0.map(Pointer::Section),
            Self::Group { id } => id.0.map(Pointer::Group),
        }
    }
}

impl PartReference for PartPointer {
    type Id = Part;

    fn id(self) -> Option<Part> {
        match self {
            Self::Space { id } => id.0.map(Part::Space),
            Self::Section { id } => id.0.map(|id| Part::Item(Pointer::Section(id))),
            Self::Group { id } => id.0.map(|id| Part::Item(Pointer::Group(id))),
        }
    }
}

impl<T: PartReference> Position<T> {
    pub(super) fn resolve(self) -> Result<Option<Beside<T::Id>>, Problem> {
        match (self.before, self.after) {
            (None, None) => Ok(None),
            (Some(target), None) => Ok(Some(Beside::Before(known(target, "before")?))),
            (None, Some(target)) => Ok(Some(Beside::After(known(target, "after")?))),
            (Some(_), Some(_)) => Err(Problem::bad_request("field \"position\": has either before or after")),
        }
    }
}

impl<T: PartReference> MovePart<T> {
    pub(super) fn resolve(self) -> Result<Option<Beside<T::Id>>, Problem> {
        self.position.map_or(Ok(None), Position::resolve)
    }
}

/// Returns the identifier of `target`, or an error for the field `position.{side}` if it is not a valid one.
fn known<T: PartReference>(target: T, side: &str) -> Result<T::Id, Problem> {
    let message = || format!("field \"position.{side}\": must be another part of the site");
    target.id().ok_or_else(|| Problem::bad_request(message()))
}
