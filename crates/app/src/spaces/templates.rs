//! Templates: initial content of spaces. Some ship with the program, others are spaces that are marked as templates.
//!
//! A template is only applied to a space without content, so it never overwrites anything.

use std::io::Read;
use std::path::Path;

use include_dir::{Dir, include_dir};
use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::import::{Absent, Options, import};
use quire_content::links;
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_convert::{Entry, Limits, Tree};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::paging::{Listing, Order, Paging, Sort, SortKey};
use quire_store::revisions::{self, Root};
use quire_store::spaces;

use crate::App;
use crate::access::{self, ViewOrganization, ViewSpace};
use crate::callers::Caller;
use crate::content::commit::{Commit, NewObjects, Target, Way};
use crate::content::import::{blobs_of, incoming};
use crate::core::errors::{Error, FirstFault};

/// The templates that ship with the program: identifier, title, description, emoji.
const SHIPPED: [(&str, &str, &str, &str); 3] = [
    ("product-docs", "Product documentation", "A quickstart, guides, and a reference of options.", "1f4d8"),
    ("api-reference", "API reference", "Authentication, errors, operations, and a changelog.", "1f50c"),
    ("knowledge-base", "Knowledge base", "What a team knows: how things are done, decided, and by whom.", "1f4a1"),
];

/// The directory of sample pages, which is not offered as a template.
const SAMPLE: &str = "sample";

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// A template that ships with the program, or a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The identifier by which it is applied.
    pub id: String,
    /// The title shown in lists.
    pub title: String,
    /// The purpose of the template; empty for spaces.
    pub description: String,
    /// The emoji shown beside the title, as a character or as code points in hexadecimal.
    pub emoji: String,
    /// The space, if the template is one.
    pub space: Option<SpaceId>,
}

/// The initial content of a space.
pub(crate) struct InitialContent {
    pub(crate) root: Hash,
    /// The root of the map of links, if it exists.
    pub(crate) links: Option<Hash>,
    /// The space that has the content, if it is copied from one.
    pub(crate) of: Option<SpaceId>,
    /// Objects of the content that may not be stored yet.
    pub(crate) new: NewObjects,
    /// Files that may not be recorded for the organization yet, with their sizes in bytes.
    pub(crate) blobs: Vec<(Hash, u64)>,
}

impl InitialContent {
    /// Returns content without any entries.
    pub(crate) fn empty() -> Self {
        let nothing = NewObjects::new();
        let mut draft = Draft::new(&nothing);
        let root = Map::empty(&mut draft).root();
        Self { root, links: None, of: None, new: draft.into_new(), blobs: Vec::new() }
    }
}

impl App {
    /// Lists the templates that the caller may use in an organization: those that ship with the program, then spaces.
    pub fn list_templates(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<Template>, Error> {
        let mut all: Vec<_> = SHIPPED.iter().enumerate().map(|(n, it)| (shipped_id(n), shipped(it))).collect();
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            all.truncate(SHIPPED.len());
            let first = FirstFault::default();
            for id in spaces::templates(tx, organization)? {
                if let Some(space) = first.there(access::space::<ViewSpace>(tx, caller, id)) {
                    let (title, emoji) = (space.title.clone(), space.emoji.clone());
                    let description = String::new();
                    all.push((id.0, Template { id: id.to_string(), title, description, emoji, space: Some(id) }));
                }
            }
            first.check()
        })?;
        let mark = |(id, _): &(Uid, Template)| SortKey { sort: Sort::Id, id: *id };
        Ok(Listing::slice(&all, paging, Order::Ascending, mark).map(|(_, template)| template))
    }

    /// Fills a space without content from a template.
    pub fn apply_template(&self, caller: &Caller, space: SpaceId, template: &str) -> Result<(), Error> {
        let commit = Commit::new(caller, space, Target::Main, Way::Import);
        let line = self.may_write(&commit)?;
        let beginning = self.beginning(caller, line.organization, template)?;
        let commit = Commit { blobs: &beginning.blobs, ..commit };
        self.commit(&commit, line, |map, draft| {
            if map.root() != Map::empty(draft).root() && map.root() != beginning.root {
                let message = "the space has content already: a template is for a space without any";
                return Err(Error::Conflict(message.to_owned()));
            }
            for bytes in beginning.new.values() {
                draft.put(bytes.clone());
            }
            Ok((Map::at(beginning.root), ()))
        })?;
        Ok(())
    }

    /// Returns the content of a template.
    pub(crate) fn beginning(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        template: &str,
    ) -> Result<InitialContent, Error> {
        if let Some(dir) = SHIPPED.iter().find(|it| it.0 == template).and_then(|it| FILES.get_dir(it.0)) {
            return self.unpack(&Embedded::new(dir));
        }
        let id: SpaceId = template.parse().map_err(|_| Error::NotFound("template"))?;
        self.inner.db.read(|tx| {
            let space = match access::space::<ViewSpace>(tx, caller, id) {
                Err(Error::NotFound(_)) => return Err(Error::NotFound("template")),
                found => found?,
            };
            if space.organization != organization || !space.is_template {
                return Err(Error::NotFound("template"));
            }
            let Root { root, links } =
                revisions::root_of_main(tx, organization, id)?.ok_or(Error::NotFound("template"))?;
            Ok(InitialContent { root, links, of: Some(id), new: NewObjects::new(), blobs: Vec::new() })
        })
    }

    /// Returns the sample pages for a new site.
    pub(crate) fn sample(&self) -> Result<InitialContent, Error> {
        let dir = FILES.get_dir(SAMPLE).ok_or_else(|| Error::internal("reading the sample", "it is not there"))?;
        self.unpack(&Embedded::new(dir))
    }

    /// Imports a directory as content.
    fn unpack(&self, tree: &Embedded) -> Result<InitialContent, Error> {
        let directory = quire_convert::read(tree, &Limits::default(), &mut |_| {})
            .map_err(|e| Error::internal("reading a template", e))?;
        let now = self.now();
        let (files, asides) = self.store_files(tree, &directory, now, &mut |_| {})?;
        let incoming = incoming(directory, files, asides);
        let blobs = blobs_of(&incoming);
        let nothing = NewObjects::new();
        let mut draft = Draft::new(&nothing);
        let empty = Map::empty(&mut draft);
        let options = Options { absent: Absent::Keep, now: now.0 };
        let imported = import(empty, &mut draft, &incoming, options, &mut || self.fresh_id())?;
        let links = Some(links::build(&imported.map, &mut draft)?.root());
        Ok(InitialContent { root: imported.map.root(), links, of: None, new: draft.into_new(), blobs })
    }
}

fn shipped((id, title, description, emoji): &(&str, &str, &str, &str)) -> Template {
    let text = |text: &&str| (*text).to_owned();
    Template { id: text(id), title: text(title), description: text(description), emoji: text(emoji), space: None }
}

/// Returns the position of a shipped template in the list: before every space.
fn shipped_id(n: usize) -> Uid {
    Uid((n as u128).to_be_bytes())
}

/// A directory inside the binary.
pub struct Embedded {
    dir: &'static Dir<'static>,
    entries: Vec<Entry>,
}

impl Embedded {
    /// Lists the files of a directory.
    pub fn new(dir: &'static Dir<'static>) -> Self {
        let mut entries = Vec::new();
        let mut open = vec![dir];
        while let Some(inner) = open.pop() {
            open.extend(inner.dirs());
            entries.extend(inner.files().map(|file| Entry {
                path: file.path().strip_prefix(dir.path()).unwrap_or(file.path()).to_string_lossy().into_owned(),
                size: file.contents().len() as u64,
            }));
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Self { dir, entries }
    }
}

impl Tree for Embedded {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> quire_convert::Warnings {
        quire_convert::Warnings::default()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        let missing = || quire_convert::Error::Missing { path: path.to_owned() };
        let file = self.dir.get_file(self.dir.path().join(Path::new(path))).ok_or_else(missing)?;
        Ok(Box::new(file.contents()))
    }
}
