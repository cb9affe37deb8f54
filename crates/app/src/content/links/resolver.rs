//! Resolution of links, in the content and beyond it, within the rights of one caller.

use std::collections::HashMap;

use quire_content::links::{Address, AddressTarget, End, Entity, Link, LinkTarget};
use quire_model::ids::{CollectionId, SpaceId, UserId};
use quire_model::openapi_specs::slug_of;
use quire_store::collections::Collection;
use quire_store::members;
use quire_store::openapi_specs::OpenApiSpec;
use quire_store::users::User;

use crate::App;
use crate::access::{self, Proof, ViewCollection, ViewSpecification, may_view_specifications};
use crate::callers::Caller;
use crate::content::former_ids::FormerSpaces;
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The status of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The destination exists, or is outside this server.
    Ok,
    /// The destination does not exist.
    Broken,
    /// The link leads into the application, to something that is no content or that the caller may not see.
    InApp,
}

/// The destination of a link.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Destination {
    /// An entity of content.
    Thing {
        /// The space of the entity, if it is another one.
        space: Option<SpaceId>,
        /// The page, file or reusable content.
        entity: Entity,
        /// The identifier of a block in the entity.
        anchor: Option<String>,
    },
    /// A space, by its address in the application.
    Space(SpaceId),
    /// A collection that the caller may read.
    Collection(CollectionId),
    /// A member of the organization.
    User(UserId),
    /// An OpenAPI specification of the organization, by its slug.
    Specification(String),
    /// An address, or a path from the content's root.
    Url(String),
}

impl Destination {
    /// Returns true if the destination is this entity of the content itself.
    pub(super) fn leads_to(&self, thing: Entity) -> bool {
        matches!(self, Self::Thing { space: None, entity, .. } if *entity == thing)
    }
}

/// The status and destination of a resolved link.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) status: Status,
    pub(super) destination: Destination,
}

/// The destinations of links outside the content, loaded with the caller's rights.
#[derive(Default)]
pub struct LinkTargets {
    /// The main contents of other spaces; `None` for those that the caller may not read.
    views: HashMap<SpaceId, Option<View>>,
    /// The collections by identifier.
    pub collections: HashMap<CollectionId, Proof<Collection, ViewCollection>>,
    /// The users by identifier.
    pub users: HashMap<UserId, User>,
    /// The OpenAPI specifications by slug.
    pub specifications: HashMap<String, Proof<OpenApiSpec, ViewSpecification>>,
}

impl LinkTargets {
    /// Returns the main content of another space that links lead to.
    pub fn view(&self, space: SpaceId) -> Option<&View> {
        self.views.get(&space).and_then(Option::as_ref)
    }
}

/// Resolves the links of one content for one caller; remembers resolved links.
pub(super) struct LinkResolver<'a> {
    app: &'a App,
    caller: &'a Caller,
    own: &'a View,
    known: HashMap<Link, Found>,
    former: Option<FormerSpaces>,
    pub(super) others: LinkTargets,
}

impl<'a> LinkResolver<'a> {
    pub(super) fn new(app: &'a App, caller: &'a Caller, own: &'a View) -> Self {
        Self { app, caller, own, known: HashMap::new(), former: None, others: LinkTargets::default() }
    }

    /// Resolves a link, given its end within the content.
    pub(super) fn find(&mut self, link: &Link, end: End) -> Result<Found, Error> {
        let thing = |entity| Destination::Thing { space: None, entity, anchor: link.anchor.clone() };
        Ok(match end {
            End::Here(entity) => Found { status: Status::Ok, destination: thing(entity) },
            End::Unnamed(entity) => Found { status: Status::Broken, destination: thing(entity) },
            End::Missing => self.written(Status::Broken, link),
            End::Elsewhere => match self.known.get(link) {
                Some(found) => found.clone(),
                None => {
                    let found = self.elsewhere(link)?;
                    self.known.insert(link.clone(), found.clone());
                    found
                }
            },
        })
    }

    fn elsewhere(&mut self, link: &Link) -> Result<Found, Error> {
        let (place, anchor) = match &link.target {
            LinkTarget::Url(url) => match Address::parse(url).filter(|address| self.is_own(address)) {
                Some(address) => (address.place, address.anchor),
                None => return Ok(self.written(Status::Ok, link)),
            },
            LinkTarget::Page { page, space: Some(space) } => {
                (AddressTarget::Page(space.clone(), page.clone()), link.anchor.clone())
            }
            LinkTarget::Reusable { content, space: Some(space) } => {
                (AddressTarget::Reusable(space.clone(), content.clone()), None)
            }
            LinkTarget::Space(space) => (AddressTarget::Space(space.clone()), None),
            LinkTarget::Collection(collection) => (AddressTarget::Collection(collection.clone()), None),
            LinkTarget::User(user) => (AddressTarget::User(user.clone()), None),
            LinkTarget::Openapi(reference) => return self.specification(link, slug_of(reference)),
            _ => return Ok(self.written(Status::Broken, link)),
        };
        let space = match &place {
            AddressTarget::Collection(id) => return self.collection(link, id),
            AddressTarget::User(id) => return self.user(link, id),
            AddressTarget::Other => return Ok(self.written(Status::InApp, link)),
            AddressTarget::Space(space)
            | AddressTarget::Page(space, _)
            | AddressTarget::Path(space, _)
            | AddressTarget::File(space, _)
            | AddressTarget::Reusable(space, _) => self.space_named(space)?,
        };
        let own = self.own.space.id;
        let Some(space) = space else { return Ok(self.written(Status::InApp, link)) };
        if space != own && self.view(space)?.is_none() {
            return Ok(self.written(Status::InApp, link));
        }
        if let AddressTarget::Space(_) = place {
            return Ok(Found { status: Status::Ok, destination: Destination::Space(space) });
        }
        let Some((entity, is_named)) = self.within(space, &place, anchor.as_deref(), link)? else {
            return Ok(self.written(Status::Broken, link));
        };
        let status = if is_named { Status::Ok } else { Status::Broken };
        let space = Some(space).filter(|space| *space != own);
        Ok(Found { status, destination: Destination::Thing { space, entity, anchor } })
    }

    /// Returns the space that a link names.
    fn space_named(&mut self, name: &str) -> Result<Option<SpaceId>, Error> {
        let former = match self.former.take() {
            Some(former) => former,
            None => self.app.inner.db.read_single(|tx| FormerSpaces::of(tx, self.own.space.organization))?,
        };
        Ok(self.former.insert(former).find(name))
    }

    /// Returns true if an address is relative to the application or has this server's public URL.
    fn is_own(&self, address: &Address) -> bool {
        address.base.as_ref().is_none_or(|base| *base == self.app.options().public_url)
    }

    /// Returns the entity at a place in a space, and true if it has the block that the anchor names, if there is one.
    fn within(
        &mut self,
        space: SpaceId,
        place: &AddressTarget,
        anchor: Option<&str>,
        link: &Link,
    ) -> Result<Option<(Entity, bool)>, Error> {
        let app = self.app;
        let Some(view) = self.view(space)? else { return Ok(None) };
        let target = match place {
            AddressTarget::Path(_, path) => {
                let Some(page) = app.page_at(view, path)? else { return Ok(None) };
                LinkTarget::Page { page: page.to_string(), space: None }
            }
            AddressTarget::Page(_, page) => LinkTarget::Page { page: page.clone(), space: None },
            AddressTarget::File(_, file) => LinkTarget::File(file.clone()),
            AddressTarget::Reusable(_, content) => LinkTarget::Reusable { content: content.clone(), space: None },
            AddressTarget::Space(_) | AddressTarget::Collection(_) | AddressTarget::User(_) | AddressTarget::Other => {
                return Ok(None);
            }
        };
        let there = Link { target, anchor: anchor.map(str::to_owned), relation: link.relation };
        Ok(match app.with_links(view, |linked| linked.end(&there))? {
            End::Here(entity) => Some((entity, true)),
            End::Unnamed(entity) => Some((entity, false)),
            End::Missing | End::Elsewhere => None,
        })
    }

    fn collection(&mut self, link: &Link, id: &str) -> Result<Found, Error> {
        let Ok(id) = id.parse::<CollectionId>() else { return Ok(self.written(Status::InApp, link)) };
        match self.app.get_collection(self.caller, id) {
            Ok(collection) => {
                self.others.collections.insert(id, collection);
                Ok(Found { status: Status::Ok, destination: Destination::Collection(id) })
            }
            Err(Error::NotFound(_) | Error::Forbidden(_)) => Ok(self.written(Status::InApp, link)),
            Err(error) => Err(error),
        }
    }

    /// Resolves a link to a user, only if they are a member of the organization.
    fn user(&mut self, link: &Link, id: &str) -> Result<Found, Error> {
        let Ok(id) = id.parse::<UserId>() else { return Ok(self.written(Status::InApp, link)) };
        let organization = self.own.space.organization;
        let found = self.app.inner.db.read(|tx| Ok::<_, Error>(members::get(tx, organization, id)?))?;
        let found = found.map(|member| member.user());
        let Some(user) = found else { return Ok(self.written(Status::InApp, link)) };
        self.others.users.insert(id, user);
        Ok(Found { status: Status::Ok, destination: Destination::User(id) })
    }

    /// Resolves a link to a specification of the organization, only if the caller may view specifications.
    fn specification(&mut self, link: &Link, slug: &str) -> Result<Found, Error> {
        let organization = self.own.space.organization;
        if !may_view_specifications(self.caller, organization) {
            return Ok(self.written(Status::InApp, link));
        }
        let caller = self.caller;
        match self.app.inner.db.read(|tx| access::openapi_spec(tx, caller, organization, slug)) {
            Ok(spec) => {
                self.others.specifications.insert(slug.to_owned(), spec);
                Ok(Found { status: Status::Ok, destination: Destination::Specification(slug.to_owned()) })
            }
            Err(Error::NotFound(_) | Error::Forbidden(_)) => Ok(self.written(Status::Broken, link)),
            Err(error) => Err(error),
        }
    }

    /// Returns the main content of a space, or the content itself, if the caller may read it.
    pub(super) fn view(&mut self, space: SpaceId) -> Result<Option<&View>, Error> {
        if space == self.own.space.id {
            return Ok(Some(self.own));
        }
        if !self.others.views.contains_key(&space) {
            let view = match self.app.view(self.caller, space, Version::Main) {
                Ok(view) => Some(view),
                Err(Error::NotFound(_) | Error::Forbidden(_)) => None,
                Err(error) => return Err(error),
            };
            self.others.views.insert(space, view);
        }
        Ok(self.others.view(space))
    }

    /// Returns a link with the address that its text contains.
    fn written(&self, status: Status, link: &Link) -> Found {
        let base = &self.app.options().public_url;
        let address = match &link.target {
            LinkTarget::Url(url) => url.clone(),
            LinkTarget::Path(path) | LinkTarget::Include(path) => format!("/{path}"),
            LinkTarget::Page { page, space: None } => format!("/pages/{page}"),
            LinkTarget::Page { page, space: Some(space) } => format!("{base}/v1/spaces/{space}/content/page/{page}"),
            LinkTarget::File(file) => format!("/files/{file}"),
            LinkTarget::Reusable { content, space: None } => format!("/reusable-contents/{content}"),
            LinkTarget::Reusable { content, space: Some(space) } => {
                format!("{base}/v1/spaces/{space}/content/reusable-contents/{content}")
            }
            LinkTarget::Space(space) => format!("{base}/v1/spaces/{space}"),
            LinkTarget::User(user) => format!("{base}/v1/users/{user}"),
            LinkTarget::Collection(collection) => format!("{base}/v1/collections/{collection}"),
            LinkTarget::Openapi(reference) => {
                format!("{base}/v1/orgs/{}/openapi/{}", self.own.space.organization, slug_of(reference))
            }
        };
        let anchor = link.anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
        Found { status, destination: Destination::Url(address + &anchor) }
    }
}
