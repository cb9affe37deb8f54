//! Spaces and sites as commands make them.

use anyhow::Context as _;
use quire_app::sites::{NewSite, NewSpaces};
use quire_app::spaces::NewSpace;
use quire_app::{App, Caller};
use quire_model::ids::{OrganizationId, SiteId, SpaceId};
use quire_model::text::{FormerSpaceId, InvalidText, SiteTitle, SpaceTitle};

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
