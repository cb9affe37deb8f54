//! The representation of links, their targets and their sources.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use quire_app::content::View;
use quire_app::content::links::{self, Counts, Destination, Entity, LinkTargets, Relation, Spot};
use quire_app::orgs::ShownOrganization;
use quire_app::{Caller, Error};
use quire_content::outline::Outline;
use quire_model::ids::{OrganizationId, SpaceId};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

use super::{
    ChangeRequest, Collection, File, OpenApiSpec, Organization, Page, Pages, ReusableContent, RevisionSummary, Showing,
    Space, User,
};
use crate::context::Context;
use crate::endpoint::Listing;

/// A page of the targets of links, with counts.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LinkList {
    #[serde(flatten)]
    pub(crate) list: Listing<ContentReferenceUsage>,
    pub(crate) stats: Stats,
}

/// The numbers of link targets in the content, independent of filter and page.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Stats {
    /// The number of all targets.
    total: usize,
    broken: BrokenStats,
}

/// The numbers of targets of broken links.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BrokenStats {
    /// The number of all targets of broken links.
    total: usize,
    /// The number of targets of links that are broken in the change request but not in the main content; absent for
    /// main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<usize>,
}

impl From<Counts> for Stats {
    fn from(counts: Counts) -> Self {
        let broken = BrokenStats { total: counts.broken, change_request: counts.newly_broken };
        Self { total: counts.total, broken }
    }
}

/// The status of a link.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LinkStatus {
    /// The target exists, or is outside this server and not checked.
    Ok,
    /// The target does not exist.
    Broken,
    /// The target is in the application: something that is not content, or that the caller may not see.
    InApp,
}

impl From<links::Status> for LinkStatus {
    fn from(status: links::Status) -> Self {
        match status {
            links::Status::Ok => Self::Ok,
            links::Status::Broken => Self::Broken,
            links::Status::InApp => Self::InApp,
        }
    }
}

impl From<LinkStatus> for links::Status {
    fn from(status: LinkStatus) -> Self {
        match status {
            LinkStatus::Ok => Self::Ok,
            LinkStatus::Broken => Self::Broken,
            LinkStatus::InApp => Self::InApp,
        }
    }
}

/// The relation of a text to the target of its link.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum LinkRelation {
    /// The text refers to the target.
    Reference,
    /// The text includes the target.
    DependsOn,
}

/// The links of one relation to one target.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContentReferenceUsage {
    status: LinkStatus,
    relation: LinkRelation,
    /// The target. If it does not exist or the caller may not see it, the address as the texts have it, or the path
    /// from the root of the content.
    target_reference: ContentLocation,
    /// The pages and reusable contents that have these links.
    location_references: Vec<ContentLocation>,
}

/// The target of a link, or a text that has links.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum ContentLocation {
    #[serde(rename_all = "camelCase")]
    File {
        organization: Shared<Organization>,
        space: Shared<Space>,
        #[serde(skip_serializing_if = "Option::is_none")]
        version_context: Option<Shared<VersionContext>>,
        file: Shared<File>,
    },
    Url {
        url: String,
    },
    #[serde(rename_all = "camelCase")]
    Page {
        organization: Shared<Organization>,
        space: Shared<Space>,
        #[serde(skip_serializing_if = "Option::is_none")]
        version_context: Option<Shared<VersionContext>>,
        /// The page without the pages below it.
        page: Shared<Page>,
        #[serde(skip_serializing_if = "Option::is_none")]
        internal_location: Option<InternalLocation>,
    },
    User {
        user: Shared<User>,
    },
    Collection {
        organization: Shared<Organization>,
        collection: Shared<Collection>,
    },
    Openapi {
        organization: Shared<Organization>,
        spec: Shared<OpenApiSpec>,
    },
    Space {
        organization: Shared<Organization>,
        space: Shared<Space>,
    },
    #[serde(rename_all = "camelCase")]
    ReusableContent {
        organization: Shared<Organization>,
        space: Shared<Space>,
        #[serde(skip_serializing_if = "Option::is_none")]
        version_context: Option<Shared<VersionContext>>,
        reusable_content: Shared<ReusableContent>,
    },
}

/// A place within a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum InternalLocation {
    /// A block with an anchor.
    Anchor {
        /// The anchor, without `#`.
        anchor: String,
    },
}

/// The version of content that something belongs to; absent for the main content of a space.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum VersionContext {
    /// A revision that the request named.
    Revision {
        /// The revision without its content.
        revision: Box<RevisionSummary>,
    },
    /// The content of a change request.
    #[serde(rename_all = "camelCase")]
    ChangeRequest {
        /// The change request itself.
        change_request: Box<ChangeRequest>,
    },
}

/// A representation that many locations share.
#[derive(Debug)]
pub(crate) struct Shared<T>(Arc<T>);

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T> Shared<T> {
    fn new(part: T) -> Self {
        Self(Arc::new(part))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: JsonSchema> JsonSchema for Shared<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Converts targets and sources of links to their representations, and caches shared parts.
pub(crate) struct Locator<'a> {
    context: &'a Context,
    caller: &'a Caller,
    own: &'a View,
    version: Option<Shared<VersionContext>>,
    organizations: HashMap<OrganizationId, Shared<Organization>>,
    spaces: HashMap<SpaceId, Shared<Space>>,
    outlines: HashMap<SpaceId, Arc<Outline>>,
    things: HashMap<(SpaceId, Entity), ContentLocation>,
}

impl<'a> Locator<'a> {
    /// Creates a locator for links of the content `own`; `version` names it unless it is main content.
    pub(crate) fn new(
        context: &'a Context,
        caller: &'a Caller,
        own: &'a View,
        version: Option<VersionContext>,
    ) -> Self {
        Self {
            context,
            caller,
            own,
            version: version.map(Shared::new),
            organizations: HashMap::new(),
            spaces: HashMap::new(),
            outlines: HashMap::new(),
            things: HashMap::new(),
        }
    }

    pub(crate) fn usage(&mut self, usage: links::Usage, others: &LinkTargets) -> Result<ContentReferenceUsage, Error> {
        let links::Usage { status, relation, destination, sources, .. } = usage;
        let target_reference = self.destination(destination, others)?;
        let sources = sources.into_iter().map(|source| self.spot(Spot { source, space: None }, others));
        Ok(ContentReferenceUsage {
            status: status.into(),
            relation: match relation {
                Relation::Reference => LinkRelation::Reference,
                Relation::DependsOn => LinkRelation::DependsOn,
            },
            target_reference,
            location_references: sources.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the location of a text that has a link.
    pub(crate) fn spot(&mut self, spot: Spot, others: &LinkTargets) -> Result<ContentLocation, Error> {
        self.thing(spot.space, spot.source, others)
    }

    fn destination(&mut self, destination: Destination, others: &LinkTargets) -> Result<ContentLocation, Error> {
        match destination {
            Destination::Url(url) => Ok(ContentLocation::Url { url }),
            Destination::User(id) => {
                let user = others.users.get(&id).cloned().ok_or(Error::NotFound("user"))?;
                Ok(ContentLocation::User { user: Shared::new(User::of(user, self.context)) })
            }
            Destination::Collection(id) => {
                let collection = others.collections.get(&id).ok_or(Error::NotFound("collection"))?;
                let organization = self.organization(collection.organization)?;
                let collection = Shared::new(Collection::of(collection, self.context));
                Ok(ContentLocation::Collection { organization, collection })
            }
            Destination::Specification(slug) => {
                let spec = others.specifications.get(&slug).ok_or(Error::NotFound("OpenAPI specification"))?;
                let organization = self.organization(spec.organization)?;
                Ok(ContentLocation::Openapi { organization, spec: Shared::new(OpenApiSpec::of(spec, self.context)) })
            }
            Destination::Space(id) => {
                let view = self.view(Some(id), others)?;
                let organization = self.organization(view.space.organization)?;
                Ok(ContentLocation::Space { organization, space: self.space(view)? })
            }
            Destination::Thing { space, entity, anchor } => {
                let mut thing = self.thing(space, entity, others)?;
                if let (ContentLocation::Page { internal_location, .. }, Some(anchor)) = (&mut thing, anchor) {
                    *internal_location = Some(InternalLocation::Anchor { anchor });
                }
                Ok(thing)
            }
        }
    }

    fn view<'v>(&self, space: Option<SpaceId>, others: &'v LinkTargets) -> Result<&'v View, Error>
    where
        'a: 'v,
    {
        match space.filter(|space| *space != self.own.space.id) {
            None => Ok(self.own),
            Some(space) => others.view(space).ok_or(Error::NotFound("space")),
        }
    }

    fn thing(
        &mut self,
        space: Option<SpaceId>,
        entity: Entity,
        others: &LinkTargets,
    ) -> Result<ContentLocation, Error> {
        let key = (space.unwrap_or(self.own.space.id), entity);
        if let Some(known) = self.things.get(&key) {
            return Ok(known.clone());
        }
        let view = self.view(space, others)?;
        let organization = self.organization(view.space.organization)?;
        let version_context = self.version.clone().filter(|_| space.is_none());
        let space = self.space(view)?;
        let app = self.context.app();
        let showing = Showing { metadata: true, computed: false, passes_expire: app.passes_expire() };
        let thing = match entity {
            Entity::Page(id) => {
                let outline = self.outline(view)?;
                let record = outline.page(id).ok_or(Error::NotFound("page"))?;
                let paths = record.cover.is_some().then(|| app.paths(view)).transpose()?;
                let pages =
                    Pages { outline: &outline, view, context: self.context, metadata: true, paths: paths.as_deref() };
                let page = Shared::new(pages.alone(id, record));
                ContentLocation::Page { organization, space, version_context, page, internal_location: None }
            }
            Entity::File(id) => {
                let file = Shared::new(File::of(id, &app.file(view, id)?, view, app, showing));
                ContentLocation::File { organization, space, version_context, file }
            }
            Entity::Reusable(id) => {
                let reusable_content = Shared::new(ReusableContent::of(id, &app.reusable(view, id)?, true));
                ContentLocation::ReusableContent { organization, space, version_context, reusable_content }
            }
        };
        self.things.insert(key, thing.clone());
        Ok(thing)
    }

    fn organization(&mut self, id: OrganizationId) -> Result<Shared<Organization>, Error> {
        if let Some(known) = self.organizations.get(&id) {
            return Ok(known.clone());
        }
        let shown: ShownOrganization = self.context.app().show_org(self.caller, id)?;
        let organization = Shared::new(Organization::of(&shown, self.context));
        self.organizations.insert(id, organization.clone());
        Ok(organization)
    }

    fn space(&mut self, view: &View) -> Result<Shared<Space>, Error> {
        let id = view.space.id;
        if let Some(known) = self.spaces.get(&id) {
            return Ok(known.clone());
        }
        let found = self.context.app().get_space(self.caller, id)?;
        let space = Shared::new(Space::of(&found, self.context));
        self.spaces.insert(id, space.clone());
        Ok(space)
    }

    fn outline(&mut self, view: &View) -> Result<Arc<Outline>, Error> {
        let id = view.space.id;
        if let Some(known) = self.outlines.get(&id) {
            return Ok(known.clone());
        }
        let outline = self.context.app().outline(view)?;
        self.outlines.insert(id, outline.clone());
        Ok(outline)
    }
}
