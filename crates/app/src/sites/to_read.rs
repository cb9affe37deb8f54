//! The published sites that somebody may read, for the start page of the server.

use quire_model::paging::Paging;
use quire_store::sites;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::{SiteFilter, site_addresses};

/// The maximum number of sites, and of organizations whose sites are listed.
const MOST: usize = 50;

/// A published site in a list for readers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SiteToRead {
    /// The title of the site.
    pub title: String,
    /// The address of its start.
    pub address: String,
}

impl App {
    /// Lists published sites by title: those for everybody that search engines may list, and for a member those of
    /// their organizations. At most 50 of each.
    pub fn sites_to_read(&self, caller: Option<&Caller>) -> Result<Vec<SiteToRead>, Error> {
        let mut found = caller.map(|caller| self.sites_of_member(caller)).transpose()?.unwrap_or_default();
        self.inner.db.read(|tx| {
            for site in sites::public(tx, MOST)? {
                let address = site_addresses::of_site(&self.locate_site(tx, &site)?.base, None);
                found.push(SiteToRead { title: site.title, address });
            }
            Ok::<_, Error>(())
        })?;
        found.sort();
        found.dedup();
        Ok(found)
    }

    fn sites_of_member(&self, caller: &Caller) -> Result<Vec<SiteToRead>, Error> {
        let (mut found, all) = (Vec::new(), Paging { from: None, limit: MOST });
        let filter = SiteFilter { published: Some(true), ..SiteFilter::default() };
        for org in self.list_orgs(caller, &all)?.items {
            for site in self.list_sites(caller, org.id, &filter, &all)?.items {
                let title = site.site.title.clone();
                found.extend(site.published().map(|address| SiteToRead { title, address }));
            }
            if found.len() >= MOST {
                break;
            }
        }
        found.truncate(MOST);
        Ok(found)
    }
}
