//! Pages out of Markdown, and queries that read like sentences.

use quire_content::document::{Unresolved, parse};
use quire_content::id::Uid;
use quire_model::ids::{PageId, SpaceId};
use quire_model::language::Language;
use quire_search::sections::{self, Section};
use quire_search::{Found, Index, Page, Query, Scope, Window, Writer};
use tempfile::TempDir;

/// An index of its own, with pages that are called by their titles.
pub(crate) struct Library {
    pub(crate) dir: TempDir,
    pub(crate) index: Index,
    pub(crate) writer: Writer,
    titles: Vec<(SpaceId, PageId, String)>,
}

pub(crate) fn space(n: u8) -> SpaceId {
    SpaceId(Uid([n; 16]))
}

pub(crate) fn page_id(n: usize) -> PageId {
    let mut bytes = [7; 16];
    bytes[8..].copy_from_slice(&(n as u64).to_be_bytes());
    PageId(Uid(bytes))
}

pub(crate) fn scope(spaces: &[u8]) -> Scope {
    spaces.iter().map(|n| space(*n)).collect()
}

/// Everything at once.
pub(crate) const ALL: Window = Window { offset: 0, limit: 100, sections: 10 };

pub(crate) fn sections_of(markdown: &str) -> Vec<Section> {
    sections::of(&parse(markdown, &Unresolved).document)
}

impl Library {
    pub(crate) fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let (index, writer) = quire_search::open(dir.path()).unwrap();
        Self { dir, index, writer, titles: Vec::new() }
    }

    /// Pages of one space in one language.
    pub(crate) fn of(language: Language, pages: &[(&str, &str)]) -> Self {
        let mut library = Self::new();
        for (title, markdown) in pages {
            library.add(1, language, title, markdown);
        }
        library.commit();
        library
    }

    pub(crate) fn add(&mut self, n: u8, language: Language, title: &str, markdown: &str) -> PageId {
        let id = page_id(self.titles.len());
        self.titles.push((space(n), id, title.to_owned()));
        self.put(n, id, language, title, markdown);
        id
    }

    pub(crate) fn put(&mut self, n: u8, page: PageId, language: Language, title: &str, markdown: &str) {
        let sections = sections_of(markdown);
        let page = Page { space: space(n), page, language, title, description: "", sections: &sections };
        self.writer.put(&page).unwrap();
    }

    /// Opens the index again, without what was not committed.
    pub(crate) fn reopen(&mut self) {
        let (_, other) = quire_search::open(TempDir::new().unwrap().path()).unwrap();
        drop(std::mem::replace(&mut self.writer, other));
        (self.index, self.writer) = quire_search::open(self.dir.path()).unwrap();
    }

    pub(crate) fn commit(&mut self) {
        self.writer.commit("here").unwrap();
    }

    pub(crate) fn publish(&mut self) {
        self.writer.publish("there").unwrap();
    }

    pub(crate) fn search(&self, spaces: &[u8], query: &str) -> Found {
        self.index.search(&Query::parse(query), &scope(spaces), ALL).unwrap()
    }

    /// What a query finds in the first space: `Title#anchor` of each page's best section, best first.
    pub(crate) fn find(&self, query: &str) -> Vec<String> {
        let pages = self.search(&[1], query).pages.into_iter().map(|page| {
            let known = self.titles.iter().find(|(space, id, _)| (*space, *id) == (page.space, page.page));
            let anchor = page.sections[0].anchor.as_ref().map(|anchor| format!("#{anchor}"));
            format!("{}{}", known.map_or("?", |(_, _, title)| title), anchor.unwrap_or_default())
        });
        pages.collect()
    }

    /// The first thing that a query finds.
    pub(crate) fn first(&self, query: &str) -> String {
        self.find(query).into_iter().next().unwrap_or_default()
    }

    /// The snippet of the first section of the first page, with what is marked in brackets.
    pub(crate) fn snippet(&self, query: &str) -> String {
        let found = self.search(&[1], query);
        let snippet = &found.pages[0].sections[0].snippet;
        let mut out = String::new();
        let mut at = 0;
        for mark in &snippet.marks {
            out += &format!("{}[{}]", &snippet.text[at..mark.start], &snippet.text[mark.clone()]);
            at = mark.end;
        }
        out + &snippet.text[at..]
    }
}
