//! Spaces and sites as commands make them.

use anyhow::Context as _;
use quire_app::sites::{NewSite, NewSpaces};
use quire_app::spaces::{NewSpace, SpaceChanges};
use quire_app::{App, Caller};
use quire_model::ids::{OrganizationId, SiteId, SpaceId};
use quire_model::spaces::FormerSpaceIds;
use quire_model::text::{FormerSpaceId, InvalidText, SiteTitle, SpaceTitle};

/// Returns the organization that a command names, or else the first one.
pub(super) fn organization(app: &App, named: Option<OrganizationId>) -> anyhow::Result<OrganizationId> {
    let first = || app.first_org()?.context("there is no organization yet: start `quire serve` once");
    named.map_or_else(first, Ok)
}

/// Makes a space and fills it; where that fails, the space is deleted.
pub(super) fn in_new_space<T>(
    app: &App,
    organization: OrganizationId,
    title: Option<SpaceTitle>,
    fill: impl FnOnce(SpaceId) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let operator = Caller::operator();
    let new = NewSpace { title, ..NewSpace::default() };
    let space = app.create_space(&operator, organization, &new)?.space.id;
    let filled = fill(space);
    if filled.is_err() {
        app.delete_space(&operator, space).context("removing the new space")?;
    }
    filled
}

/// Gives a space the identifiers that it had on another server, beside those that it has already.
pub(super) fn add_former_ids(app: &App, space: SpaceId, former: &[FormerSpaceId]) -> anyhow::Result<()> {
    if former.is_empty() {
        return Ok(());
    }
    let operator = Caller::operator();
    let known = app.get_space(&operator, space)?.space.former_ids.clone();
    let all = known.into_iter().chain(former.iter().cloned()).collect::<Vec<_>>();
    let former_ids = FormerSpaceIds::try_from(all).map_err(anyhow::Error::msg).context("former-id")?;
    app.update_space(&operator, space, &SpaceChanges { former_ids: Some(former_ids), ..SpaceChanges::default() })?;
    Ok(())
}

/// Reads the option `--former-id`.
pub(super) fn former_id(id: &str) -> Result<FormerSpaceId, InvalidText> {
    FormerSpaceId::try_from(id.to_owned())
}

/// Makes a site of a space.
pub(super) fn new_site(
    app: &App,
    organization: OrganizationId,
    title: Option<SiteTitle>,
    space: SpaceId,
) -> anyhow::Result<SiteId> {
    let site = NewSite { title, spaces: NewSpaces::These(vec![space]), ..NewSite::default() };
    Ok(app.create_site(&Caller::operator(), organization, &site)?.site.id)
}
