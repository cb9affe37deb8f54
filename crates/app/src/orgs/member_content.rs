//! The spaces that a member of an organization has access to, and the teams they are in.

use std::collections::HashMap;

use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::{Role, TeamRole};
use quire_model::text::SearchText;
use quire_store::{members, spaces, teams};

use crate::App;
use crate::access::{self, ViewSpace};
use crate::callers::Caller;
use crate::callers::rights::Visible;
use crate::content::heads::{WithHead, with_head};
use crate::core::errors::Error;
use crate::orgs::teams::ShownTeam;

/// A space that a member has access to.
pub struct MemberSpace {
    /// The member's role on the space.
    pub role: Role,
    /// The space as the caller sees it.
    pub space: WithHead<ViewSpace>,
}

/// A team that a member is in.
pub struct MemberTeam {
    /// The member's role in the team.
    pub role: TeamRole,
    /// The team as the caller sees it.
    pub team: ShownTeam,
}

impl App {
    /// Lists the spaces that a member has access to and the caller can see.
    pub fn list_spaces_of_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
        order: Order,
        paging: &Paging,
    ) -> Result<Listing<MemberSpace>, Error> {
        self.get_member(caller, organization, user)?;
        let theirs = self.rights(organization)?.spaces_of(user);
        let own = self.sight_of(caller, organization)?;
        let own: HashMap<SpaceId, Role> = own.spaces.iter().map(|seen| (seen.id, seen.role)).collect();
        let mut both: Vec<_> = theirs.into_iter().filter(|seen| own.contains_key(&seen.id)).collect();
        if order == Order::Descending {
            both.reverse();
        }
        let page = Listing::slice(&both, paging, order, Visible::mark);
        self.inner.db.read(|tx| {
            page.clone().try_filter_map(|seen| {
                let found = spaces::get(tx, seen.id)?.filter(|space| space.deleted_at.is_none());
                let (Some(space), Some(role)) = (found, own.get(&seen.id)) else { return Ok(None) };
                let space = with_head(tx, access::listed(space, caller, *role)?)?;
                Ok(Some(MemberSpace { role: seen.role, space }))
            })
        })
    }

    /// Lists the teams of a member.
    pub fn list_teams_of_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
        title: Option<&SearchText>,
        paging: &Paging,
    ) -> Result<Listing<MemberTeam>, Error> {
        let part = title.map_or("", SearchText::as_str);
        let page = self.inner.db.read(|tx| {
            access::organization_of(tx, caller, organization, user)?;
            members::get(tx, organization, user)?.ok_or(Error::NotFound("member"))?;
            teams::of_user(tx, organization, user, None, part, paging)?
                .try_map(|joined| Ok::<_, Error>((joined.role, access::on_team(tx, caller, joined.team())?)))
        })?;
        page.try_map(|(role, team)| Ok(MemberTeam { role, team: self.show_team(team)? }))
    }
}
