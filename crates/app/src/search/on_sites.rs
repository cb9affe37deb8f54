//! Search in the spaces of a site, for members who can see the site.
//!
//! In spaces that the caller may read, a search finds the same pages as a search in the space, regardless of the site's
//! conditions. In others, it finds what the site shows to everybody: nothing while the site is not live or admits only
//! visitors with a credential, and no part of the structure, page or text with a condition that an anonymous visitor
//! does not meet.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId, SpaceId};
use quire_model::language::Language;
use quire_model::paging::{Listing, Paging};
use quire_model::site_structure::{SiteSpace, SiteSpaces, Structure};
use quire_search::{EvaluatedQuery as Question, FoundPage, FoundSpace, Query, Scope, Visible, Window};
use quire_store::spaces;

use super::contents::FoundPages;
use super::{PAGES, PageFound, RankRange, SECTIONS, SpaceFound, told};
use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;
use crate::published::{Name, SiteView, VisiblePages};
use crate::sites::shown::ShownSite;
use crate::sites::site_addresses;
use crate::visitors::{Admission, Credential};

/// The spaces of a site to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Among {
    /// The default space of each section, or of a site without sections, and those given here.
    Defaults {
        /// The space being read. Sections with a space in its language use that one as their default.
        current: Option<SiteSpaceId>,
        /// Further spaces to search.
        included: Vec<SiteSpaceId>,
    },
    /// Only the spaces listed here.
    These(Vec<SiteSpaceId>),
    /// All spaces of the site.
    All,
}

/// The access of the caller to a space of a site.
enum ReadScope {
    /// Full access to the space's main content.
    Whole(View, Arc<Outline>),
    /// Access only to the pages that the site shows to everybody.
    Shown(View, Arc<VisiblePages>),
}

impl App {
    /// Lists the spaces of a site with matching pages, each with its best pages.
    pub fn search_site(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        query: &str,
        among: &Among,
        paging: &Paging,
    ) -> Result<Listing<SpaceFound>, Error> {
        let site = self.get_site(caller, organization, id)?;
        let site_view = self.visit_of_everybody(caller, &site)?;
        let mut reaches = self.reaches(caller, &site, among, site_view.as_ref())?;
        let scope: Scope = reaches.keys().copied().collect();
        let (query, asked) = (Query::parse(query), RankRange::of(paging));
        let visible = |space, page| reaches.get(&space).is_some_and(|reach| reach.finds(page));
        // Hidden matches must not be counted, so all spaces are examined if some may have them.
        let looks = reaches.values().any(|reach| matches!(reach, ReadScope::Shown(..)));
        let all = Window { offset: 0, limit: reaches.len(), sections: SECTIONS };
        let window = if looks { all } else { asked.window() };
        let found =
            self.ask_index(|index| index.search_spaces(&query, &scope, window, PAGES, Visible::new(&visible)))?;
        let Some(question) = found.asked else { return Ok(asked.listing(Vec::new(), 0)) };
        let mut told = Vec::new();
        for space in found.spaces {
            if let Some(reach) = reaches.remove(&space.space) {
                told.extend(self.tell_on_site(&site, site_view.as_ref(), reach, &question, space)?);
            }
        }
        if looks {
            let total = told.len();
            let page = told.into_iter().skip(asked.from).take(asked.limit).collect();
            return Ok(asked.listing(page, total));
        }
        Ok(asked.listing(told, found.total))
    }

    /// Returns the access to each of the chosen spaces; inaccessible ones are left out.
    fn reaches(
        &self,
        caller: &Caller,
        site: &ShownSite,
        among: &Among,
        site_view: Option<&SiteView>,
    ) -> Result<HashMap<SpaceId, ReadScope>, Error> {
        let mut reaches = HashMap::new();
        for it in self.chosen(&site.structure, among)? {
            if let Some(reach) = self.reach_on_site(caller, it, site_view)? {
                reaches.insert(it.space, reach);
            }
        }
        Ok(reaches)
    }

    /// Returns the site as an anonymous visitor sees it, or `None` if it does not admit such visitors.
    pub(crate) fn visit_of_everybody(&self, caller: &Caller, site: &ShownSite) -> Result<Option<SiteView>, Error> {
        let organization = self.get_org(caller, site.site.organization)?.hostname.clone();
        let name = Name::Titled { organization, basename: site.site.basename.clone() };
        let Some(published) = self.published_site(&name)? else { return Ok(None) };
        Ok(match published.gate.admit(&Credential::default(), "") {
            Admission::Welcome(audience) => Some(self.site_view(published, audience, None)),
            Admission::Unknown | Admission::SignIn { .. } | Admission::Provider | Admission::Refused => None,
        })
    }

    fn chosen<'a>(&self, structure: &'a Structure, among: &Among) -> Result<Vec<&'a SiteSpace>, Error> {
        let named = |id: &SiteSpaceId| Ok(structure.site_space(*id).ok_or(Error::NotFound("site space"))?.1);
        match among {
            Among::All => Ok(structure.site_spaces().map(|(_, it)| it).collect()),
            Among::These(ids) => ids.iter().map(named).collect(),
            Among::Defaults { current, included } => {
                let current = current.as_ref().map(named).transpose()?;
                let mut chosen = included.iter().map(named).collect::<Result<Vec<_>, Error>>()?;
                let languages = if current.is_some() { self.languages(structure)? } else { HashMap::new() };
                chosen.extend(defaults(structure, current, &languages));
                Ok(chosen)
            }
        }
    }

    /// Returns the languages of the spaces on a site, of those that have one.
    fn languages(&self, structure: &Structure) -> Result<HashMap<SpaceId, Language>, Error> {
        let ids: HashSet<SpaceId> = structure.site_spaces().map(|(_, it)| it.space).collect();
        self.inner.db.read(|tx| {
            let mut languages = HashMap::new();
            for id in &ids {
                let language = spaces::get(tx, *id)?.and_then(|space| space.language);
                languages.extend(language.map(|language| (*id, language)));
            }
            Ok(languages)
        })
    }

    fn reach_on_site(
        &self,
        caller: &Caller,
        it: &SiteSpace,
        site_view: Option<&SiteView>,
    ) -> Result<Option<ReadScope>, Error> {
        match self.view(caller, it.space, Version::Main) {
            Ok(view) => {
                let outline = self.expanded_outline(&view)?.outline;
                return Ok(Some(ReadScope::Whole(view, outline)));
            }
            Err(Error::NotFound(_) | Error::Forbidden(_)) => {}
            Err(other) => return Err(other),
        }
        let Some((site_view, view)) = site_view.and_then(|site_view| Some((site_view, site_view.view(it.space)?)))
        else {
            return Ok(None);
        };
        Ok(Some(ReadScope::Shown(view, self.visible_pages(site_view, it)?)))
    }

    fn tell_on_site(
        &self,
        site: &ShownSite,
        site_view: Option<&SiteView>,
        reach: ReadScope,
        question: &Question,
        found: FoundSpace,
    ) -> Result<Option<SpaceFound>, Error> {
        let (view, pages, address) = match (reach, site_view) {
            (ReadScope::Whole(view, outline), _) => {
                let searchable = FoundPages::of(&outline);
                let pages: Vec<_> = found.pages.into_iter().filter_map(|page| told(&searchable, page)).collect();
                (view, pages, None)
            }
            (ReadScope::Shown(view, visible_pages), Some(site_view)) => {
                let mut pages = Vec::new();
                for page in found.pages {
                    let seen = self.seen(site_view, &view, question, page, SECTIONS)?;
                    pages.extend(seen.and_then(|page| shown(&visible_pages, page)));
                }
                let it = site_view.space_on_site(found.space).map(|it| it.id);
                let address = it.map(|id| site_addresses::of_space(&site.base, None, &site.structure, id));
                (view, pages, address)
            }
            (ReadScope::Shown(..), None) => return Ok(None),
        };
        Ok((!pages.is_empty()).then_some(SpaceFound { view, pages, address }))
    }
}

impl ReadScope {
    fn finds(&self, page: PageId) -> bool {
        match self {
            Self::Whole(_, outline) => FoundPages::of(outline).get(page).is_some(),
            Self::Shown(_, visible_pages) => visible_pages.finds(page),
        }
    }
}

/// Returns the space being read, and of each list the default; if that is not in the language of the space being read,
/// then one of the list that is, if there is any.
fn defaults<'a>(
    structure: &'a Structure,
    current: Option<&'a SiteSpace>,
    languages: &HashMap<SpaceId, Language>,
) -> Vec<&'a SiteSpace> {
    let wanted = current.and_then(|it| languages.get(&it.space));
    let fits = |it: &&SiteSpace| wanted.is_some_and(|wanted| languages.get(&it.space) == Some(wanted));
    let of_list = |list: &'a SiteSpaces| {
        let usual = list.first();
        let is_read = |it: &&SiteSpace| current.is_some_and(|current| current.id == it.id);
        let read = list.list.iter().find(is_read).filter(fits);
        usual.filter(fits).or(read).or_else(|| list.list.iter().find(fits)).or(usual)
    };
    let of_sections = structure.sections().filter_map(|(_, section)| of_list(&section.spaces));
    of_list(&structure.spaces).into_iter().chain(of_sections).chain(current).collect()
}

/// Returns a page that was found with its title and path on the site.
fn shown(visible_pages: &VisiblePages, found: FoundPage) -> Option<PageFound> {
    let title = visible_pages.page(found.page)?.title.clone();
    Some(PageFound { id: found.page, title, path: visible_pages.full_path(found.page)?, sections: found.sections })
}
