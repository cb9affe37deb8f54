//! The frame around every page of a site: name and style, tabs, and the variants of the section.

use quire_app::Error;
use quire_app::published::{SiteView, VisibleItem};
use quire_app::visitors::Proposal;
use quire_model::language::Language;
use quire_model::site_structure::{Section as SiteSection, SiteSpace};
use quire_render::page::{Frame, Preview as PreviewLine, Tree};
use quire_render::site::{Section, Site, Tab, Variant};
use quire_render::words::Words;

use crate::appearance;
use crate::contents::Contents;
use crate::request_context::RequestContext;

/// The parts of a frame, which pages borrow.
pub(crate) struct Surround<'a> {
    pub(crate) site: Site,
    pub(crate) language: Language,
    pub(crate) words: &'static Words,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) variants: Vec<Variant>,
    contents: Option<Contents<'a>>,
    /// The address of the published site, for readers who leave a preview.
    leave: String,
}

impl<'a> Surround<'a> {
    /// Creates the frame for a page in a space, or for the default space if `None`. `same` returns the path of the page
    /// in each variant that has it.
    pub(crate) fn new(
        context: &'a RequestContext,
        space: Option<&SiteSpace>,
        same: &dyn Fn(&SiteSpace) -> Option<String>,
    ) -> Result<Self, Error> {
        let space = space.or_else(|| context.site_view.first());
        let language = space.map_or(Language::En, |space| context.site().language_of(space.space));
        let contents = space.map(|space| Contents::new(context, space)).transpose()?;
        let section = space.and_then(|space| context.site_view.site_space(space.id)).and_then(|(section, _)| section);
        Ok(Self {
            site: appearance::site(context, space),
            language,
            words: Words::of(appearance::interface_language(context).unwrap_or(language)),
            tabs: tabs(context, section),
            contents,
            variants: space.map_or_else(Vec::new, |space| variants(context, section, space, same)),
            leave: context.href("/"),
        })
    }

    pub(crate) fn frame<'b>(&'b self, site_view: &'b SiteView) -> Frame<'b> {
        let preview = site_view.preview().map(|preview| match &preview.change_request {
            Some(Proposal { number, subject, .. }) => {
                PreviewLine::Change { number: *number, subject, leave: &self.leave }
            }
            None => PreviewLine::Revision { leave: &self.leave },
        });
        Frame {
            site: &self.site,
            words: self.words,
            language: self.language,
            tabs: &self.tabs,
            variants: &self.variants,
            contents: self.contents.as_ref().map(|contents| contents as &dyn Tree),
            preview,
        }
    }
}

fn tabs(context: &RequestContext, current: Option<&SiteSection>) -> Vec<Tab> {
    let one = |section: &SiteSection| Section {
        title: section.title.clone(),
        href: context.site_view.first_of(Some(section)).map(|space| context.space_href(space)).unwrap_or_default(),
        description: section.description.clone().filter(|text| !text.is_empty()),
        icon: section.icon.clone().map(String::from),
        current: current.is_some_and(|current| current.id == section.id),
    };
    let tabs = context.site_view.items().into_iter().map(|item| match item {
        VisibleItem::Section(section) => Tab::Section(one(section)),
        VisibleItem::Group(group, sections) => Tab::Group {
            title: group.title.clone(),
            icon: group.icon.clone().map(String::from),
            sections: sections.into_iter().map(one).collect(),
        },
    });
    tabs.collect()
}

fn variants(
    context: &RequestContext,
    section: Option<&SiteSection>,
    current: &SiteSpace,
    same: &dyn Fn(&SiteSpace) -> Option<String>,
) -> Vec<Variant> {
    let all: Vec<_> = context.site_view.variants(section).collect();
    if all.len() < 2 {
        return Vec::new();
    }
    context.cross();
    let one = |space: &&SiteSpace| Variant {
        title: context.site().space(space.space).map(|space| space.title.clone()).unwrap_or_default(),
        href: same(space).map_or_else(|| context.space_href(space), |path| context.href_in(space, &path)),
        language: context.site().language_of(space.space),
        current: space.id == current.id,
    };
    all.iter().map(one).collect()
}
