//! Spaces: creation, settings and deletion.
//!
//! The modules below are about their order, the collections that they are in, access to them, and their first content.

pub mod collections;
mod deleted;
pub mod permissions;
pub mod places;
pub mod templates;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{CollectionId, JobId, OrganizationId, RevisionId, SpaceId};
use quire_model::jobs::JobKind;
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::repositories::{GitSync, RepositoryDirectory};
use quire_model::revisions::RevisionType;
use quire_model::roles::Level;
use quire_model::spaces::{DEFAULT_EMOJI, EditMode, FormerSpaceIds, RETENTION, Visibility, restorable};
use quire_model::text::{SpaceEmoji, SpaceTitle};
use quire_model::time::Timestamp;
use quire_store::branches::{self, Branch};
use quire_store::revisions::{self, Parents, Revision};
use quire_store::spaces::{self, Space};
use quire_store::{Write, blobs, jobs, linked_spaces, objects};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSpace, ViewSpace};
use crate::callers::Caller;
use crate::callers::rights::Visible;
use crate::callers::writing::Change;
use crate::content::heads::{WithHead, main_of, with_head};
use crate::content::import_bases;
use crate::content::{Version, View, former_ids};
use crate::core::errors::Error;
use crate::orgs::members;
use crate::spaces::places::Move;
use crate::spaces::templates::InitialContent;

/// A space to create.
#[derive(Debug, Clone, Default)]
pub struct NewSpace {
    /// The parent collection; the top level of the organization if `None`.
    pub parent: Option<CollectionId>,
    /// The title; empty by default.
    pub title: Option<SpaceTitle>,
    /// The emoji shown beside the title.
    pub emoji: Option<SpaceEmoji>,
    /// The language of its content.
    pub language: Option<Language>,
    /// The edit mode of main content; locked by default.
    pub edit_mode: Option<EditMode>,
    /// The identifier of the template; without one, the space is empty.
    pub template: Option<String>,
}

/// Changes to a space; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct SpaceChanges {
    /// The title of the space.
    pub title: Option<SpaceTitle>,
    /// The emoji shown beside the title.
    pub emoji: Option<SpaceEmoji>,
    /// The language of its content.
    pub language: Option<Language>,
    /// The edit mode of main content.
    pub edit_mode: Option<EditMode>,
    /// The level of access for members without a grant of their own.
    pub default_level: Option<Level>,
    /// True to offer the space as a template for others.
    pub is_template: Option<bool>,
    /// The conditions for merging its change requests.
    pub merge_rules: Option<SpaceMergeRules>,
    /// The identifiers that it had on other servers.
    pub former_ids: Option<FormerSpaceIds>,
    /// The repository that has the source of its content.
    pub git_sync: Patch<RepositoryDirectory>,
}

/// A space that is not inserted yet.
pub(crate) struct Draft {
    space: Space,
    parent: Option<CollectionId>,
    first: RevisionId,
    beginning: InitialContent,
}

impl App {
    /// Lists the spaces of an organization that the caller can see, in order.
    pub fn list_spaces(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<WithHead<ViewSpace>>, Error> {
        self.get_org(caller, organization)?;
        let sight = self.sight_of(caller, organization)?;
        self.show_spaces(caller, &Listing::slice(&sight.spaces, paging, Order::Ascending, Visible::mark))
    }

    /// Lists the spaces directly in a collection that the caller can see, in order.
    pub fn list_spaces_in_collection(
        &self,
        caller: &Caller,
        collection: CollectionId,
        paging: &Paging,
    ) -> Result<Listing<WithHead<ViewSpace>>, Error> {
        let collection = self.get_collection(caller, collection)?;
        let sight = self.sight_of(caller, collection.organization)?;
        let inside: Vec<_> = sight.spaces.iter().filter(|seen| seen.parent == collection.id.0).cloned().collect();
        self.show_spaces(caller, &Listing::slice(&inside, paging, Order::Ascending, Visible::mark))
    }

    /// Loads the spaces of a page of a list, as the caller sees them.
    fn show_spaces(
        &self,
        caller: &Caller,
        page: &Listing<Visible<SpaceId>>,
    ) -> Result<Listing<WithHead<ViewSpace>>, Error> {
        self.inner.db.read(|tx| {
            page.clone().try_filter_map(|seen| {
                let found = spaces::get(tx, seen.id)?.filter(|space| space.deleted_at.is_none());
                found.map(|space| with_head(tx, access::listed(space, caller, seen.role)?)).transpose()
            })
        })
    }

    /// Returns one space. A deleted one is returned only to callers who may restore it.
    pub fn get_space(&self, caller: &Caller, id: SpaceId) -> Result<WithHead<ViewSpace>, Error> {
        if let Some(Ok(View { space, revision, .. })) = self.recall_view(caller, id, Version::Main) {
            return Ok(WithHead { space, revision: revision.id });
        }
        self.inner.db.read(|tx| {
            let found = match access::space::<ViewSpace>(tx, caller, id) {
                Err(Error::NotFound(_)) => access::space_or_deleted(tx, caller, id)?.viewing()?,
                other => other?,
            };
            with_head(tx, found)
        })
    }

    /// Creates a space with a first revision: empty, or with the content of a template.
    pub fn create_space(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewSpace,
    ) -> Result<WithHead<ViewSpace>, Error> {
        let beginning = match &new.template {
            None => InitialContent::empty(),
            Some(template) => {
                self.inner.db.read_single(|tx| access::folder(tx, caller, organization, new.parent))?;
                self.beginning(caller, organization, template)?
            }
        };
        let draft = self.draft_space(organization, new, beginning);
        self.write(caller, |change| {
            let space = insert(change, caller, &draft)?;
            Ok(WithHead { space: access::on_space(change.tx, caller, space)?, revision: draft.first })
        })
    }

    /// Creates the draft of a space, not inserted yet.
    pub(crate) fn draft_space(&self, organization: OrganizationId, new: &NewSpace, beginning: InitialContent) -> Draft {
        let now = self.now();
        let space = Space {
            organization,
            id: SpaceId(self.fresh_id()),
            parent: organization.0,
            position: String::new(),
            title: new.title.as_ref().map(|t| t.as_str().to_owned()).unwrap_or_default(),
            emoji: new.emoji.as_ref().map_or(DEFAULT_EMOJI, SpaceEmoji::as_str).to_owned(),
            visibility: Visibility::Private,
            edit_mode: new.edit_mode.unwrap_or(EditMode::Locked),
            language: new.language,
            default_level: Level::Inherit,
            created_at: now,
            updated_at: now,
            deleted_at: None,
            is_template: false,
            comments: 0,
            change_requests: 0,
            change_requests_open: 0,
            change_requests_draft: 0,
            merge_rules: SpaceMergeRules::Inherit,
            former_ids: FormerSpaceIds::default(),
            git_sync: None,
        };
        Draft { space, parent: new.parent, first: RevisionId(self.fresh_id()), beginning }
    }

    /// Changes the settings of a space.
    pub fn update_space(
        &self,
        caller: &Caller,
        id: SpaceId,
        changes: &SpaceChanges,
    ) -> Result<WithHead<ViewSpace>, Error> {
        let now = self.now();
        let naming = match &changes.former_ids {
            Some(former) => {
                let space = self.inner.db.read(|tx| access::space::<ManageSpace>(tx, caller, id))?;
                self.naming(&space, former)?
            }
            None => Vec::new(),
        };
        self.write(caller, |change| {
            let before = access::space::<ManageSpace>(change.tx, caller, id)?;
            let mut after = before.clone();
            apply(changes, &mut after, now);
            if after != *before {
                let (was, is) = (before.merge_rules.own(), after.merge_rules.own());
                members::check_merge_rules(change.tx, after.organization, was, is)?;
                former_ids::check(change.tx, &after)?;
                after.updated_at = now;
                spaces::update(change.tx, &after)?;
                for (space, name) in &naming {
                    linked_spaces::add(change.tx, after.organization, *space, std::iter::once(name.clone()))?;
                }
                if after.default_level != before.default_level {
                    change.rights(after.organization)?;
                }
                let detail = json!({ "before": settings(&before), "after": settings(&after) });
                change.record(after.organization.0, EventKind::SpaceUpdated, id.0, &detail)?;
            }
            let shown = access::on_space(change.tx, caller, after)?;
            with_head(change.tx, shown)
        })
    }

    /// Deletes a space; it can be restored for seven days. Does nothing if there is none, or it is deleted already.
    pub fn delete_space(&self, caller: &Caller, id: SpaceId) -> Result<(), Error> {
        let now = self.now();
        let purge = JobId(self.fresh_id());
        self.write(caller, |change| {
            let before = match access::space::<ManageSpace>(change.tx, caller, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            discard(change, &before, now, purge)
        })
    }

    /// Creates a space with the current content of another one, after its siblings. Both share the content, so the cost
    /// does not depend on its size.
    pub fn duplicate_space(&self, caller: &Caller, id: SpaceId) -> Result<WithHead<ViewSpace>, Error> {
        let now = self.now();
        let (copy, first) = (SpaceId(self.fresh_id()), RevisionId(self.fresh_id()));
        self.write(caller, |change| {
            let of = access::space::<ViewSpace>(change.tx, caller, id)?.into_inner();
            let made = Space { id: copy, created_at: now, updated_at: now, ..of };
            let made = insert_copy(change, caller, id, made, first)?;
            Ok(WithHead { space: access::on_space(change.tx, caller, made)?, revision: first })
        })
    }

    /// Moves a space among its siblings or to another parent.
    pub fn move_space(&self, caller: &Caller, id: SpaceId, to: &Move) -> Result<WithHead<ViewSpace>, Error> {
        self.write(caller, |change| {
            let before = access::space::<ManageSpace>(change.tx, caller, id)?;
            let organization = before.organization;
            let mut after = before.clone();
            let parent = to.parent.value();
            if !to.parent.is_keep() && parent.map_or(organization.0, Uid::from) != before.parent {
                after.parent = access::folder(change.tx, caller, organization, parent)?;
            }
            after.position = places::find(change.tx, organization, after.parent, id.0, to.beside)?;
            spaces::update(change.tx, &after)?;
            change.rights(organization)?;
            change.record(organization.0, EventKind::SpaceMoved, id.0, &json!({}))?;
            let shown = access::on_space(change.tx, caller, after)?;
            with_head(change.tx, shown)
        })
    }

    /// Restores a deleted space.
    pub fn restore_space(&self, caller: &Caller, id: SpaceId) -> Result<WithHead<ViewSpace>, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let before = access::space_or_deleted(change.tx, caller, id)?;
            match before.deleted_at {
                None => return Err(Error::Conflict("the space is not deleted".to_owned())),
                Some(deleted) if !restorable(deleted, now) => return Err(Error::NotFound("space")),
                Some(_) => {}
            }
            let after = Space { deleted_at: None, updated_at: now, ..before.clone() };
            spaces::update(change.tx, &after)?;
            change.rights(after.organization)?;
            change.record(after.organization.0, EventKind::SpaceRestored, id.0, &json!({}))?;
            let shown = access::on_space(change.tx, caller, after)?;
            with_head(change.tx, shown)
        })
    }
}

/// Inserts a space with the current content of another one after its siblings, if the caller may create it there; `made`
/// has its settings.
pub(crate) fn insert_copy(
    change: &mut Change<'_, '_>,
    caller: &Caller,
    of: SpaceId,
    made: Space,
    first: RevisionId,
) -> Result<Space, Error> {
    let organization = made.organization;
    let parent = (made.parent != organization.0).then_some(CollectionId(made.parent));
    access::folder(change.tx, caller, organization, parent)?;
    let roots = revisions::root_of_main(change.tx, organization, of)?.ok_or(Error::NotFound("space"))?;
    let position = places::last(change.tx, organization, made.parent)?;
    let made = Space { position, is_template: false, former_ids: FormerSpaceIds::default(), ..made };
    spaces::insert(change.tx, &made)?;
    let made = Space { comments: 0, change_requests: 0, change_requests_open: 0, change_requests_draft: 0, ..made };
    start(change.tx, &made, first, (roots.root, roots.links), caller)?;
    linked_spaces::copy(change.tx, organization, of, made.id)?;
    import_bases::inherit(change.tx, Branch { id: of.into(), space: of, organization }, main_of(&made), first)?;
    change.rights(organization)?;
    change.record(organization.0, EventKind::SpaceCreated, made.id.0, &json!({ "copyOf": of.to_string() }))?;
    Ok(made)
}

/// Marks a space as deleted, and schedules its permanent removal as the job `purge`.
pub(crate) fn discard(change: &mut Change<'_, '_>, space: &Space, now: Timestamp, purge: JobId) -> Result<(), Error> {
    let after = Space { deleted_at: Some(now), ..space.clone() };
    spaces::update(change.tx, &after)?;
    let (organization, id, kind) = (after.organization, after.id, JobKind::PurgeSpace.as_str());
    jobs::enqueue(change.tx, purge, kind, organization, id.0, now.plus(RETENTION))?;
    change.rights(organization)?;
    change.record(organization.0, EventKind::SpaceDeleted, id.0, &json!({}))
}

/// Inserts a drafted space after its siblings, if the caller may create it there.
pub(crate) fn insert(change: &mut Change<'_, '_>, caller: &Caller, draft: &Draft) -> Result<Space, Error> {
    let organization = draft.space.organization;
    let parent = access::folder(change.tx, caller, organization, draft.parent)?;
    let position = places::last(change.tx, organization, parent)?;
    let space = Space { parent, position, ..draft.space.clone() };
    spaces::insert(change.tx, &space)?;
    begin(change.tx, &space, draft.first, &draft.beginning, caller)?;
    change.rights(organization)?;
    change.record(organization.0, EventKind::SpaceCreated, space.id.0, &json!({ "title": space.title }))?;
    Ok(space)
}

/// Creates the first revision of a new space from its initial content.
fn begin(
    tx: &mut Write<'_>,
    space: &Space,
    first: RevisionId,
    beginning: &InitialContent,
    caller: &Caller,
) -> Result<(), Error> {
    objects::insert_all(tx, space.organization, beginning.new.iter())?;
    for (blob, size) in &beginning.blobs {
        blobs::insert(tx, space.organization, *blob, *size)?;
    }
    if let Some(of) = beginning.of {
        linked_spaces::copy(tx, space.organization, of, space.id)?;
    }
    start(tx, space, first, (beginning.root, beginning.links), caller)
}

/// Creates the first revision of a new space, with these roots of content and links, and its main branch.
fn start(
    tx: &mut Write<'_>,
    space: &Space,
    first: RevisionId,
    (root, links): (Hash, Option<Hash>),
    caller: &Caller,
) -> Result<(), Error> {
    let revision = Revision {
        organization: space.organization,
        space: space.id,
        id: first,
        kind: RevisionType::Edits,
        root,
        links,
        parents: Parents::default(),
        author: caller.user(),
        created_at: space.created_at,
        change_request: None,
        merged_from: None,
        run_began_at: None,
    };
    revisions::insert(tx, &revision)?;
    branches::insert(tx, main_of(space), first)?;
    Ok(())
}

fn apply(changes: &SpaceChanges, space: &mut Space, now: Timestamp) {
    if let Some(title) = &changes.title {
        title.as_str().clone_into(&mut space.title);
    }
    if let Some(emoji) = &changes.emoji {
        emoji.as_str().clone_into(&mut space.emoji);
    }
    space.language = changes.language.or(space.language);
    space.edit_mode = changes.edit_mode.unwrap_or(space.edit_mode);
    space.is_template = changes.is_template.unwrap_or(space.is_template);
    space.default_level = changes.default_level.unwrap_or(space.default_level);
    if let Some(rules) = &changes.merge_rules {
        space.merge_rules.clone_from(rules);
    }
    if let Some(former) = &changes.former_ids {
        space.former_ids.clone_from(former);
    }
    let before = space.git_sync.take();
    space.git_sync = match &changes.git_sync {
        Patch::Set(url) if before.as_ref().is_none_or(|before| before.url != *url) => {
            Some(GitSync { url: url.clone(), updated_at: now })
        }
        Patch::Keep | Patch::Set(_) => before,
        Patch::Clear => None,
    };
}

fn settings(space: &Space) -> serde_json::Value {
    json!({
        "title": space.title,
        "emoji": space.emoji,
        "language": space.language.map(Language::as_str),
        "editMode": space.edit_mode.as_str(),
        "isTemplate": space.is_template,
        "defaultLevel": space.default_level.as_word(),
        "mergeRules": space.merge_rules,
        "formerIds": space.former_ids,
        "gitSync": space.git_sync,
    })
}
