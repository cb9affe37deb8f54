//! The frame around every page of a site: name and style, tabs, and the variants of the section.

use quire_app::Error;
use quire_app::published::{Proposal, VisibleItem, Visit};
use quire_model::language::Language;
use quire_model::site_structure::{Section as SiteSection, SiteSpace};
use quire_render::page::{Frame, Preview as PreviewLine};
use quire_render::site::{Section, Site, Tab, Variant};
use quire_render::theme;
use quire_render::words::Words;

use crate::looks;
use crate::scene::Scene;

/// The parts of a frame, which pages borrow.
pub(crate) struct Surround {
    pub(crate) site: Site,
    pub(crate) language: Language,
    pub(crate) words: &'static Words,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) variants: Vec<Variant>,
    /// The address of the published site, for readers who leave a preview.
    leave: String,
}

impl Surround {
    /// Creates the frame for a page in a space, or for the default space if `None`. `same` returns the path of the page
    /// in each variant that has it.
    pub(crate) fn new(
        scene: &Scene,
        space: Option<&SiteSpace>,
        same: &dyn Fn(&SiteSpace) -> Option<String>,
    ) -> Result<Self, Error> {
        let space = space.or_else(|| scene.visit.first());
        let language = space.map_or(Language::En, |space| language_of(scene, space));
        let section = space.and_then(|space| scene.visit.site_space(space.id)).and_then(|(section, _)| section);
        Ok(Self {
            site: looks::site(scene, space),
            language,
            words: Words::of(looks::interface_language(scene).unwrap_or(language)),
            tabs: tabs(scene, section),
            variants: space.map_or_else(Vec::new, |space| variants(scene, section, space, same)),
            leave: scene.href("/"),
        })
    }

    pub(crate) fn frame<'a>(&'a self, visit: &'a Visit) -> Frame<'a> {
        let preview = visit.preview().map(|preview| match &preview.change_request {
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
            preview,
        }
    }
}

/// Returns the language of the content of a space; English if it has none.
pub(crate) fn language_of(scene: &Scene, space: &SiteSpace) -> Language {
    scene.site().space(space.space).and_then(|space| space.language).unwrap_or(Language::En)
}

/// Returns the name of a site's style sheet, with its text.
pub(crate) fn style(scene: &Scene, space: Option<&SiteSpace>) -> (String, String) {
    let css = theme::css(&looks::theme(scene, space));
    (theme::name(&css), css)
}

fn tabs(scene: &Scene, current: Option<&SiteSection>) -> Vec<Tab> {
    let one = |section: &SiteSection| Section {
        title: section.title.clone(),
        href: scene.visit.first_of(Some(section)).map(|space| scene.space_href(space)).unwrap_or_default(),
        description: section.description.clone().filter(|text| !text.is_empty()),
        icon: section.icon.clone().map(String::from),
        current: current.is_some_and(|current| current.id == section.id),
    };
    let tabs = scene.visit.items().into_iter().map(|item| match item {
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
    scene: &Scene,
    section: Option<&SiteSection>,
    current: &SiteSpace,
    same: &dyn Fn(&SiteSpace) -> Option<String>,
) -> Vec<Variant> {
    let all: Vec<_> = scene.visit.variants(section).collect();
    if all.len() < 2 {
        return Vec::new();
    }
    scene.cross();
    let one = |space: &&SiteSpace| Variant {
        title: scene.site().space(space.space).map(|space| space.title.clone()).unwrap_or_default(),
        href: same(space).map_or_else(|| scene.space_href(space), |path| scene.href_in(space, &path)),
        language: language_of(scene, space),
        current: space.id == current.id,
    };
    all.iter().map(one).collect()
}
