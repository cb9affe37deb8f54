//! The links of content: which page or reusable content refers to what, and the reverse.
//!
//! The links are a map beside the content map, of the same kind, so branches and copies share it as they share
//! content. It is a function of the content alone, independent of the history of edits. It only has what texts
//! say, with relative paths resolved from the place of the text; the item at a path, and its existence, are
//! looked up on demand. So an edit costs the links of the texts that it changes, and moving or deleting a target
//! costs nothing however many links lead to it.
//!
//! Addresses of servers, and the content of other spaces, are handled elsewhere.

mod address;
mod broken;
mod named;
mod row;
mod source;
mod target;
mod update;
mod written;

pub use address::{Address, AddressTarget};
pub use broken::newly_broken;
pub use named::{NamedSpaces, named_spaces};
pub use row::Entity;
pub use target::{Link, LinkTarget};
pub use update::{build, follow, is_current};
pub use written::{WrittenLink, written};

pub use crate::document::Relation;

use std::collections::BTreeSet;

use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use row::EntityKind;

/// A content map with the map of its links.
#[derive(Clone, Copy)]
pub struct Linked<'a> {
    /// The content map that the links belong to.
    pub content: Map,
    /// The map of its links.
    pub links: Map,
    /// The source of the objects of both maps.
    pub objects: &'a dyn Objects,
}

/// The item at the end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// An item of this content.
    Here(Entity),
    /// A page of this content that has no block with the anchor.
    Unnamed(Entity),
    /// No item, though it should be in this content.
    Missing,
    /// An item outside of this content, if it exists at all.
    Elsewhere,
}

impl End {
    /// Returns true if the target should be in this content and is not.
    pub fn is_broken(self) -> bool {
        matches!(self, Self::Unnamed(_) | Self::Missing)
    }
}

impl<'a> Linked<'a> {
    /// Returns the distinct links of one text.
    pub fn of(&self, source: Entity) -> Result<Vec<Link>, ObjectError> {
        let mut links = Vec::new();
        for entry in self.links.scan(self.objects, &row::links_of(source)) {
            links.extend(row::parse_link(&entry?.0).map(|(_, link)| link));
        }
        Ok(links)
    }

    /// Iterates over all links, each with its text.
    pub fn all(&self) -> impl Iterator<Item = Result<(Entity, Link), ObjectError>> + use<'a> {
        let rows = self.links.scan(self.objects, row::LINKS);
        rows.filter_map(|entry| entry.map(|(key, _)| row::parse_link(&key)).transpose())
    }

    /// Returns the links that may lead to an item; the caller has to resolve them to be sure.
    pub fn toward(&self, entity: Entity) -> Result<Vec<(Entity, Link)>, ObjectError> {
        self.found_by(&self.clues(entity)?)
    }

    /// Returns the links that name a space, or an item together with its space.
    pub fn toward_space(&self, space: &str) -> Result<Vec<(Entity, Link)>, ObjectError> {
        self.found_by(&[target::clue_in(space)])
    }

    /// Returns the references to OpenAPI specifications that texts and computed pages show, by looking at every link: a slug,
    /// or one with a version behind `@`.
    pub fn specifications(&self) -> Result<BTreeSet<String>, ObjectError> {
        let mut slugs = BTreeSet::new();
        for link in self.all() {
            if let (_, Link { target: LinkTarget::Openapi(slug), relation: Relation::DependsOn, .. }) = link? {
                slugs.insert(slug);
            }
        }
        Ok(slugs)
    }

    /// Returns true if a text has a link.
    pub fn says(&self, source: Entity, link: &Link) -> Result<bool, ObjectError> {
        Ok(self.links.get(self.objects, &row::link(source, link))?.is_some())
    }

    /// Returns the clues by which links to an item are found.
    fn clues(&self, entity: Entity) -> Result<Vec<String>, ObjectError> {
        let mut clues = vec![target::clue_of(entity)];
        if let Some(record) = self.content.get(self.objects, &entity.key().to_bytes())? {
            let path = entity.path(&record).map_err(|error| error.in_map(self.content.root(), &entity.key()))?;
            clues.extend(path.map(|path| target::clue_at(&path)));
        }
        Ok(clues)
    }

    fn found_by(&self, clues: &[String]) -> Result<Vec<(Entity, Link)>, ObjectError> {
        let mut sources = BTreeSet::new();
        for clue in clues {
            for entry in self.links.scan(self.objects, &row::all_toward(clue)) {
                sources.extend(row::parse_toward(&entry?.0).filter(|(found, _)| found == clue).map(|(_, it)| it));
            }
        }
        let mut found = Vec::new();
        for source in sources {
            let fits = |link: &Link| link.target.clues().iter().any(|clue| clues.contains(clue));
            found.extend(self.of(source)?.into_iter().filter(fits).map(|link| (source, link)));
        }
        Ok(found)
    }

    /// Resolves a link to the item that it leads to.
    pub fn end(&self, link: &Link) -> Result<End, ObjectError> {
        let end = self.end_of(&link.target)?;
        Ok(match (&link.anchor, end) {
            (Some(anchor), End::Here(page @ Entity::Page(_))) if !self.may_have_name(page, anchor)? => {
                End::Unnamed(page)
            }
            _ => end,
        })
    }

    /// Resolves the target of a link without its anchor.
    pub fn end_of(&self, target: &LinkTarget) -> Result<End, ObjectError> {
        let found = match target {
            LinkTarget::Path(path) => self.at_path(path)?,
            LinkTarget::Include(path) => self.standing(EntityKind::Reusable, target::spellings(path))?,
            LinkTarget::Page { page, space: None } => self.existing(page.parse().map(Entity::Page).ok())?,
            LinkTarget::File(file) => self.existing(file.parse().map(Entity::File).ok())?,
            LinkTarget::Reusable { content, space: None } => {
                self.existing(content.parse().map(Entity::Reusable).ok())?
            }
            _ => return Ok(End::Elsewhere),
        };
        Ok(found.map_or(End::Missing, End::Here))
    }

    /// Returns true if a link of a text leads to nothing.
    pub fn has_missing(&self, source: Entity) -> Result<bool, ObjectError> {
        for link in self.of(source)? {
            if self.end_of(&link.target)? == End::Missing {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true if the content has an item.
    pub fn has(&self, entity: Entity) -> Result<bool, ObjectError> {
        Ok(self.content.get(self.objects, &entity.key().to_bytes())?.is_some())
    }

    fn existing(&self, entity: Option<Entity>) -> Result<Option<Entity>, ObjectError> {
        let Some(entity) = entity else { return Ok(None) };
        Ok(self.has(entity)?.then_some(entity))
    }

    /// Returns the page or else the file at a path as it was written.
    fn at_path(&self, path: &str) -> Result<Option<Entity>, ObjectError> {
        let pages = target::spellings(path).map(std::borrow::Cow::into_owned);
        let pages = pages.chain(target::spellings(path).map(|path| target::readme(&path)));
        match self.standing(EntityKind::Page, pages)? {
            None => self.standing(EntityKind::File, target::spellings(path)),
            page => Ok(page),
        }
    }

    /// Returns the first item of a kind at one of these paths.
    fn standing(
        &self,
        kind: EntityKind,
        paths: impl Iterator<Item = impl AsRef<str>>,
    ) -> Result<Option<Entity>, ObjectError> {
        for path in paths {
            if let Some((key, _)) = self.links.first(self.objects, &row::places(path.as_ref(), kind))? {
                return Ok(row::parse_place(&key));
            }
        }
        Ok(None)
    }

    /// Returns true if a page may have a block with this anchor, itself or in included content; unknown cases are true.
    fn may_have_name(&self, page: Entity, anchor: &str) -> Result<bool, ObjectError> {
        let decoded: Vec<_> = target::spellings(anchor).map(|name| source::hash_of_name(&name)).collect();
        let mut open = vec![page];
        let mut seen = BTreeSet::new();
        while let Some(text) = open.pop().filter(|text| seen.insert(*text)) {
            let Some(names) = self.links.get(self.objects, &row::names(text))? else { return Ok(true) };
            if names.chunks(4).any(|name| decoded.iter().any(|wanted| wanted == name)) {
                return Ok(true);
            }
            for link in self.of(text)?.iter().filter(|link| link.relation == Relation::DependsOn) {
                match self.end_of(&link.target)? {
                    End::Here(included) | End::Unnamed(included) => open.push(included),
                    End::Elsewhere => return Ok(true),
                    End::Missing => {}
                }
            }
        }
        Ok(false)
    }
}
