//! Following of what happens, by one caller with the rights that they have at each moment.

use std::sync::Arc;

use quire_content::id::Uid;
use quire_model::events::EventType;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::policy::{Action, Decision, Grants, Standing, decide};
use quire_model::roles::Role;

use super::tails::Tail;
use super::{Concerned, Event};
use crate::App;
use crate::access::{self, ViewOrganization, ViewSpace};
use crate::callers::renewal::Lasting;
use crate::callers::rights::VisibleContent;
use crate::callers::{Caller, EVERYBODY};
use crate::core::errors::Error;
use crate::presence::{self, Present};

/// A place whose events are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// An organization, with all spaces in it that the caller can see.
    Organization(OrganizationId),
    /// A space.
    Space(SpaceId),
}

/// A follower of the events of a place.
pub struct Follower {
    caller: Lasting,
    user: Option<Uid>,
    place: Place,
    organization: OrganizationId,
    tail: Arc<Tail>,
    position: i64,
    sight: Option<Arc<VisibleContent>>,
    presence: Option<Vec<Present>>,
}

/// The events since the last step.
#[derive(Debug, Default)]
pub struct Step {
    /// True if events were left out, so that everything has to be read again.
    pub reset: bool,
    /// The events that the caller may see, in order.
    pub events: Vec<Arc<Event>>,
    /// True if there is more at once.
    pub further: bool,
    /// The people who are present now, if they have changed.
    pub presence: Option<Vec<Present>>,
}

impl App {
    /// Begins to follow the events of a place: those after a position of its organization's log, or those from now on.
    pub fn follow_events(
        &self,
        caller: Arc<Caller>,
        place: Place,
        after: impl FnOnce(OrganizationId) -> Option<i64>,
    ) -> Result<Follower, Error> {
        let organization = self.inner.db.read(|tx| match place {
            Place::Organization(id) => access::organization::<ViewOrganization>(tx, &caller, id).map(|found| found.id),
            Place::Space(id) => access::space::<ViewSpace>(tx, &caller, id).map(|found| found.organization),
        })?;
        let tail = self.inner.tails.of(organization);
        let position = match after(organization) {
            Some(position) => position,
            None => tail.end(self)?,
        };
        let user = caller.user().map(Uid::from);
        let caller = Lasting::new(caller);
        Ok(Follower { caller, user, place, organization, tail, position, sight: None, presence: None })
    }
}

impl Follower {
    /// Returns the organization whose log is followed.
    pub fn organization(&self) -> OrganizationId {
        self.organization
    }

    /// Returns the position in the log up to which everything was handed out.
    pub fn position(&self) -> i64 {
        self.position
    }

    /// Returns the scopes of commits after which there may be something new.
    pub fn scopes(&self) -> Vec<Uid> {
        let presence = presence::scope(self.organization);
        [Some(self.organization.0), self.user, Some(EVERYBODY), Some(presence)].into_iter().flatten().collect()
    }

    /// Returns what happened since the last step, by the rights that the caller has now.
    ///
    /// # Errors
    /// If the caller is not signed in any more or may not see the place any more, which ends the following.
    pub fn step(&mut self, app: &App) -> Result<Step, Error> {
        let (caller, sight) = self.look(app)?;
        let mut step = Step::default();
        match self.tail.after(app, self.position)? {
            Some(part) => {
                for event in part.events {
                    if self.shows(app, &caller, &sight, &event)? {
                        step.events.push(event);
                    }
                }
                (self.position, step.further) = (part.position, part.further);
            }
            None => (self.position, step.reset) = (self.tail.end(app)?, true),
        }
        let now = app.now();
        let present = app.inner.presence.list(self.organization, now, &|space| match self.place {
            Place::Organization(_) => sight.scope().has(space),
            Place::Space(id) => space == id,
        });
        if self.presence.as_ref() != Some(&present) {
            step.presence = Some(present.clone());
            self.presence = Some(present);
        }
        Ok(step)
    }

    /// Returns the caller and what they can see now.
    fn look(&mut self, app: &App) -> Result<(Arc<Caller>, Arc<VisibleContent>), Error> {
        let (caller, is_other) = self.caller.now(app)?;
        let known = self.sight.clone().filter(|_| !is_other);
        let version = app.rights(self.organization)?.version();
        let sight = match known.filter(|sight| sight.version() == version) {
            Some(sight) => sight,
            None => app.sight_of(&caller, self.organization)?,
        };
        self.sight = Some(sight.clone());
        let action = match self.place {
            Place::Organization(_) => Action::ViewOrganization,
            Place::Space(_) => Action::ViewSpace,
        };
        let role = match self.place {
            Place::Organization(id) => caller.role_in(id),
            Place::Space(id) => role_in(&sight, id),
        };
        match decide(Grants { role, scopes: caller.scopes() }, action) {
            Decision::Allow => Ok((caller, sight)),
            Decision::Deny | Decision::Hide => Err(Error::NotFound("place of these events")),
        }
    }

    /// Returns true if the caller may see an event.
    fn shows(&self, app: &App, caller: &Caller, sight: &VisibleContent, event: &Event) -> Result<bool, Error> {
        let is_admin = || caller.role_in(self.organization) == Standing::Role(Role::Admin);
        Ok(match (self.place, event.concerns) {
            (Place::Space(own), Concerned::Space(space)) => own == space && sight.scope().has(space),
            (Place::Space(_), _) => false,
            (Place::Organization(_), Concerned::Organization) => true,
            (Place::Organization(_), Concerned::Space(space)) => {
                let is_deletion = event.kind == EventType::SpaceDeleted;
                sight.scope().has(space) || (is_deletion && self.was_seen(app, caller, space)?)
            }
            (Place::Organization(_), Concerned::Collection(collection)) => {
                is_admin() || sight.collections.iter().any(|seen| seen.id == collection)
            }
        })
    }

    /// Returns true if a space that is not in sight is a deleted one, which the caller would see otherwise.
    fn was_seen(&self, app: &App, caller: &Caller, space: SpaceId) -> Result<bool, Error> {
        app.inner.db.read(|tx| {
            let Some(found) = quire_store::spaces::get(tx, space)? else { return Ok(false) };
            if found.deleted_at.is_none() || found.organization != self.organization {
                return Ok(false);
            }
            let role = access::role(tx, caller, self.organization, space.0)?;
            Ok(decide(Grants { role, scopes: caller.scopes() }, Action::ViewSpace) == Decision::Allow)
        })
    }
}

/// Returns the standing of a caller on a space that they may see or not.
fn role_in(sight: &VisibleContent, space: SpaceId) -> Standing {
    let seen = sight.scope().has(space).then(|| sight.spaces.iter().find(|seen| seen.id == space)).flatten();
    seen.map_or(Standing::Stranger, |seen| Standing::Role(seen.role))
}
