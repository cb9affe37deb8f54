//! Languages of the variants of a section: the one that a reader is led to at first, pages that are missing in one, and
//! what is searched.
//!
//! Variants are those of languages if they do not all have the same one. A reader is led away from the start of the site
//! alone, once, and never by a link on the site; so whoever chooses another language keeps it.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, REFERER};
use quire_app::Error;
use quire_app::published::SitePage;
use quire_model::language::Language;
use quire_model::site_structure::{Section, SiteSpace};

use crate::location::Location;
use crate::reader::{SEARCH_IN, was_here};
use crate::request_context::RequestContext;
use crate::route::{Path, Route, Thing, Version};
use crate::site_request::SiteRequest;

/// The maximum number of languages of a reader that are looked at.
const MOST_LANGUAGES: usize = 20;

/// Returns true if the answer to a request depends on the languages of the reader.
pub(crate) fn depends(context: &RequestContext, route: &Route) -> bool {
    let is_start = matches!(&route.thing, Thing::Page(path) if path.text.is_empty());
    is_start && route.version == Version::Published && has_several(context, section_of_start(context))
}

/// Returns the address of the variant in the reader's language, to which a first visit is led; `None` if the reader stays.
pub(crate) fn first_visit(
    context: &RequestContext,
    site_request: &SiteRequest,
    asked: &HeaderMap,
    query: &str,
) -> Option<Location> {
    if was_here(asked) || comes_from_here(asked, site_request) {
        return None;
    }
    let variants: Vec<&SiteSpace> = context.site_view.variants(section_of_start(context)).collect();
    let first = context.site_view.first()?;
    let liked = liked(asked.get(ACCEPT_LANGUAGE)?.to_str().ok()?);
    let best = liked.iter().find_map(|tag| best(context, tag, first, &variants))?;
    (best.id != first.id).then(|| Location::here(&format!("{}{query}", context.space_href(best))))
}

fn section_of_start(context: &RequestContext) -> Option<&Section> {
    let first = context.site_view.first()?;
    context.site_view.site_space(first.id).and_then(|(section, _)| section)
}

fn comes_from_here(asked: &HeaderMap, site_request: &SiteRequest) -> bool {
    let referrer = asked.get(REFERER).and_then(|it| it.to_str().ok());
    let rest = referrer.and_then(|it| it.strip_prefix(&*site_request.origin)?.strip_prefix(&*site_request.base));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// Returns the languages of a reader, as lower-case tags, the most liked first.
fn liked(accepted: &str) -> Vec<String> {
    let mut all: Vec<(String, f64)> = Vec::new();
    for item in accepted.split(',').take(MOST_LANGUAGES) {
        let mut parts = item.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
        let quality = parts.find_map(|it| it.strip_prefix("q=")).map_or(Some(1.0), |it| it.parse::<f64>().ok());
        if let Some(quality) = quality.filter(|quality| *quality > 0.0 && !tag.is_empty() && tag != "*") {
            all.push((tag, quality));
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|(tag, _)| tag).collect()
}

/// Returns the variant for a language of the reader: in this very language, else in one with the same main language, the
/// start of the site before others.
fn best<'a>(
    context: &RequestContext,
    tag: &str,
    first: &'a SiteSpace,
    variants: &[&'a SiteSpace],
) -> Option<&'a SiteSpace> {
    let language = |space: &SiteSpace| context.site().language_of(space.space).as_str();
    let main = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    let all = || std::iter::once(first).chain(variants.iter().copied());
    all().find(|space| language(space) == tag).or_else(|| all().find(|space| main(language(space)) == main(tag)))
}

/// Returns true if the variants of a section are in several languages.
fn has_several(context: &RequestContext, section: Option<&Section>) -> bool {
    let mut languages = context.site_view.variants(section).map(|space| context.site().language_of(space.space));
    let first = languages.next();
    languages.any(|language| Some(language) != first)
}

/// Returns the page of the default variant for a path of a variant in another language that lacks it, with that language.
pub(crate) fn untranslated(context: &RequestContext, path: &Path) -> Result<Option<(SitePage, Language)>, Error> {
    let segments = path.segments();
    let Some(located) = context.site().structure.locate(&segments) else { return Ok(None) };
    let Some(default) = context.site_view.first_of(located.section) else { return Ok(None) };
    let [language, other] = [located.space, default].map(|space| context.site().language_of(space.space));
    if language == other || !context.site_view.sees(located.space.id) {
        return Ok(None);
    }
    let (default, visible_pages) = context.space(default.id)?;
    let found = visible_pages.find(&segments[located.used..].join("/"));
    let found = found.filter(|page| visible_pages.page(*page).is_some());
    Ok(found.map(|page| (SitePage { site_space: default.id, page }, language)))
}

/// Returns the language in which the search field on a page of a space searches; `None` for all content.
pub(crate) fn searched(context: &RequestContext, space: &SiteSpace) -> Option<Language> {
    let (section, _) = context.site_view.site_space(space.id)?;
    has_several(context, section).then(|| context.site().language_of(space.space))
}

/// Returns the path of a search in a language.
pub(crate) fn search_path(language: Option<Language>) -> String {
    language.map_or_else(|| "/~search".to_owned(), |language| format!("/~search?{SEARCH_IN}={}", language.as_str()))
}

/// Returns true if a search in a language looks at a space: one in this language, or the default variant of a section that
/// does not have it.
pub(crate) fn is_searched(
    context: &RequestContext,
    section: Option<&Section>,
    space: &SiteSpace,
    language: Language,
) -> bool {
    let is_in = |space: &SiteSpace| context.site().language_of(space.space) == language;
    is_in(space)
        || (context.site_view.first_of(section).is_some_and(|first| first.id == space.id)
            && !context.site_view.variants(section).any(is_in))
}

/// Returns the first space in a language.
pub(crate) fn space_in(context: &RequestContext, language: Language) -> Option<&SiteSpace> {
    context.site_view.site_spaces().map(|(_, space)| space).find(|it| context.site().language_of(it.space) == language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_in_the_order_in_which_readers_like_them() {
        assert_eq!(liked("de-CH, fr;q=0.9,en;q=0.95, *;q=0.1, it;q=0, x;q=nan, y;q=z"), ["de-ch", "en", "fr"]);
        assert!(liked("").is_empty() && liked(",;q=1,*").is_empty());
        assert_eq!(liked(&"a,".repeat(1_000)).len(), MOST_LANGUAGES);
    }
}
