//! The teams that a provider manages: those that it made. Members of a team whom it does not manage are left alone.

use std::collections::{BTreeMap, BTreeSet};

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::text::TeamTitle;
use quire_sso::scim::{self, ErrorKind, Filter, Group, GroupChange, Meta, Page, Projection};
use quire_store::scim_groups::{self, ScimGroup};
use quire_store::teams::Team;
use quire_store::{Read, scim_users, teams};
use serde_json::{Value, json};

use super::users::seconds;
use super::{Answered, Provisioning, not_found, refuse};
use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::teams as org_teams;

/// The most teams that a provider manages.
const MOST: usize = 2_000;

impl App {
    /// Returns a page of the teams. Members are read only for answers that have them.
    pub fn list_scim_groups(
        &self,
        by: Provisioning,
        filter: Option<&Filter>,
        projection: &Projection,
        page: Page,
    ) -> Answered<(Vec<Value>, u64)> {
        self.inner.db.read(|tx| {
            let mut found = Vec::new();
            // Members of all groups are many: they are read only for a filter that looks at them.
            let filter_reads_members = filter.is_some_and(|filter| filter.reads("members"));
            for row in scim_groups::of_org(tx, by.organization, MOST)? {
                let Some(team) = teams::get(tx, by.organization, row.team)? else { continue };
                let fits = match filter {
                    Some(filter) => filter.matches(&self.show_group(tx, &row, &team, filter_reads_members)?),
                    None => true,
                };
                if fits {
                    found.push((row, team));
                }
            }
            let total = found.len() as u64;
            let skip = usize::try_from(page.skip).unwrap_or(usize::MAX);
            let count = usize::try_from(page.count).unwrap_or(usize::MAX);
            let shown = found.iter().skip(skip).take(count);
            let with_members = projection.has("members");
            let shown = shown.map(|(row, team)| self.show_group(tx, row, team, with_members));
            Ok(Ok((shown.collect::<Result<_, Error>>()?, total)))
        })
    }

    /// Returns one team.
    pub fn get_scim_group(&self, by: Provisioning, id: TeamId) -> Answered<Value> {
        self.inner.db.read(|tx| match find(tx, by.organization, id)? {
            Some((row, team)) => self.show_group(tx, &row, &team, true).map(Ok),
            None => not_found("group"),
        })
    }

    /// Makes a team.
    pub fn create_scim_group(&self, by: Provisioning, group: &Group) -> Answered<Value> {
        let (organization, id, now) = (by.organization, TeamId(self.fresh_id()), self.now());
        let title = match title(&group.display_name) {
            Ok(title) => title,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.write(&Caller::operator(), |change| {
            if scim_groups::of_org(change.tx, organization, MOST)?.len() >= MOST {
                return refuse(ErrorKind::TooMany, format!("at most {MOST} groups are managed"));
            }
            let members = match people(change.tx, organization, &group.members)? {
                Ok(members) => members,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let title = title.as_str().to_owned();
            let team = Team { organization, id, title, created_at: now, members: 0 };
            teams::insert(change.tx, &team)?;
            change.record(
                organization.0,
                EventKind::TeamCreated,
                id.0,
                &json!({ "title": team.title, "by": "scim" }),
            )?;
            let external_id = group.external_id.clone();
            scim_groups::insert(change.tx, &ScimGroup { organization, team: id, external_id, modified_at: now })?;
            self.settle_members(change, organization, id, &members, &BTreeSet::new())?;
            self.shown_after(change, organization, id)
        })
    }

    /// Changes a team.
    pub fn update_scim_group(&self, by: Provisioning, id: TeamId, changes: &[GroupChange]) -> Answered<Value> {
        let (organization, now) = (by.organization, self.now());
        self.write(&Caller::operator(), |change| {
            let Some((mut row, team)) = find(change.tx, organization, id)? else { return not_found("group") };
            let before: BTreeSet<UserId> = scim_users::of_team(change.tx, organization, id)?.into_iter().collect();
            let (mut members, mut name) = (before.clone(), None);
            for step in changes {
                match step {
                    GroupChange::Rename(to) => match title(to) {
                        Ok(title) => name = Some(title),
                        Err(refusal) => return Ok(Err(refusal)),
                    },
                    GroupChange::SetExternalId(id) => row.external_id.clone_from(id),
                    GroupChange::AddMembers(ids) => match people(change.tx, organization, ids)? {
                        Ok(added) => members.extend(added),
                        Err(refusal) => return Ok(Err(refusal)),
                    },
                    GroupChange::ReplaceMembers(ids) => match people(change.tx, organization, ids)? {
                        Ok(all) => members = all,
                        Err(refusal) => return Ok(Err(refusal)),
                    },
                    // Who is not there is removed already.
                    GroupChange::RemoveMembers(ids) => {
                        for id in ids.iter().filter_map(|id| id.parse::<UserId>().ok()) {
                            members.remove(&id);
                        }
                    }
                }
            }
            if let Some(name) = name.filter(|name| name.as_str() != team.title) {
                teams::rename(change.tx, organization, id, name.as_str())?;
                let detail = json!({ "before": { "title": team.title }, "after": { "title": name.as_str() } });
                change.record(organization.0, EventKind::TeamUpdated, id.0, &detail)?;
            }
            let added = members.difference(&before).copied().collect();
            let gone = before.difference(&members).copied().collect();
            self.settle_members(change, organization, id, &added, &gone)?;
            scim_groups::update(change.tx, &ScimGroup { modified_at: now, ..row })?;
            self.shown_after(change, organization, id)
        })
    }

    /// Deletes a team with its grants.
    pub fn delete_scim_group(&self, by: Provisioning, id: TeamId) -> Answered<()> {
        self.write(&Caller::operator(), |change| match find(change.tx, by.organization, id)? {
            Some((_, team)) => org_teams::delete(change, &team).map(Ok),
            None => not_found("group"),
        })
    }

    fn settle_members(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        id: TeamId,
        added: &BTreeSet<UserId>,
        gone: &BTreeSet<UserId>,
    ) -> Result<(), Error> {
        let added: BTreeMap<_, _> = added.iter().map(|user| (*user, None)).collect();
        self.settle_team(change, organization, id, &added, gone)
    }

    fn shown_after(&self, change: &mut Change<'_, '_>, organization: OrganizationId, id: TeamId) -> Answered<Value> {
        match find(change.tx, organization, id)? {
            Some((row, team)) => self.show_group(change.tx, &row, &team, true).map(Ok),
            None => not_found("group"),
        }
    }

    fn show_group(&self, tx: &mut Read<'_>, row: &ScimGroup, team: &Team, with_members: bool) -> Result<Value, Error> {
        let members = match with_members {
            true => scim_users::of_team(tx, row.organization, row.team)?,
            false => Vec::new(),
        };
        let base = self.scim_url(row.organization);
        let group = Group {
            display_name: team.title.clone(),
            external_id: row.external_id.clone(),
            members: members.iter().map(ToString::to_string).collect(),
        };
        let meta = Meta {
            id: row.team.to_string(),
            created: seconds(team.created_at),
            last_modified: seconds(row.modified_at),
            location: format!("{base}/Groups/{}", row.team),
        };
        Ok(group.to_json(&meta, &format!("{base}/Users")))
    }
}

/// Returns a team that the provider manages.
fn find(tx: &mut Read<'_>, organization: OrganizationId, id: TeamId) -> Result<Option<(ScimGroup, Team)>, Error> {
    let Some(row) = scim_groups::get(tx, organization, id)? else { return Ok(None) };
    Ok(teams::get(tx, organization, id)?.map(|team| (row, team)))
}

fn title(text: &str) -> Result<TeamTitle, scim::Error> {
    let found = TeamTitle::try_from(text.to_owned());
    found.map_err(|error| scim::Error::new(ErrorKind::InvalidValue, format!("displayName: {error}")))
}

/// Returns the members whom the provider manages with these identifiers.
fn people(tx: &mut Read<'_>, organization: OrganizationId, ids: &[String]) -> Answered<BTreeSet<UserId>> {
    let mut found = BTreeSet::new();
    for id in ids {
        let known = match id.parse() {
            Ok(user) => scim_users::get(tx, organization, user)?,
            Err(_) => None,
        };
        match known {
            Some(row) => found.insert(row.user_id),
            None => return refuse(ErrorKind::InvalidValue, format!("members: there is no user {id:?}")),
        };
    }
    Ok(Ok(found))
}
