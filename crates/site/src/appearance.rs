//! The appearance of a site: converts its customization to the terms of the design.

use quire_model::customization::fonts::KeptFont;
use quire_model::customization::{
    Announcement as ChosenAnnouncement, AnnouncementStyle, Customization, Font as ChosenFont, FontFace,
    Footer as ChosenFooter, HeaderItem, HeaderItemStyle, Link, LinksOpen, ThemeMode, ThemedColor, ThemedUrl,
};
use quire_model::language::Language;
use quire_model::site_structure::SiteSpace;
use quire_model::sites::{SiteCondition, SiteVisibility};
use quire_model::text::emoji_text;
use quire_render::favicon::favicon;
use quire_render::reference_resolver::FileView;
use quire_render::site::{Announcement, Footer, HeaderLink, LinkLook, Mark, Mode, NavLink, Site, Themed, Tone};
use quire_render::theme::color::Rgb;
use quire_render::theme::{self, OwnFont, Pair, Theme};
use serde::Serialize;

use crate::languages;
use crate::request_context::RequestContext;
use crate::route::SIGN_OUT;

/// Returns the customization of a space, or of the site as a whole.
fn chosen<'a>(context: &'a RequestContext, space: Option<&SiteSpace>) -> &'a Customization {
    let all = &context.site().customizations;
    space.map_or_else(|| all.of_site(), |space| all.of_space(space.id)).customization()
}

/// Returns the name of a site's style sheet, with its text.
pub(crate) fn style(context: &RequestContext, space: Option<&SiteSpace>) -> (String, String) {
    let css = quire_render::theme::css(&theme(context, space));
    (quire_render::theme::name(&css), css)
}

/// Returns the title of the site.
pub(crate) fn title(context: &RequestContext) -> String {
    let title = chosen(context, None).title.clone();
    title.map_or_else(|| context.site().site.title.clone(), |title| title.as_str().to_owned())
}

/// Returns the data that all pages of a site share.
pub(crate) fn site(context: &RequestContext, space: Option<&SiteSpace>) -> Site {
    let it = chosen(context, space);
    let (style, _) = style(context, space);
    let icon = it.favicon.icon.as_ref().map(|icon| icon.light.as_str().to_owned());
    let claims =
        |item: &&HeaderItem| context.site_view.audience().may_see(item.condition.as_ref().map(SiteCondition::as_str));
    let search_in = space.and_then(|space| languages::searched(context, space));
    Site {
        title: title(context),
        home: context.home(),
        mark: mark(it),
        logo: it.header.logo.as_ref().map(picture),
        favicon: icon.unwrap_or_else(|| icon_href(context, space)),
        assets: context.href("/~assets/"),
        stylesheet: context.href_of_all(&format!("/~theme/{style}")),
        search: Some(context.href_of_all(&languages::search_path(search_in))),
        search_in: search_in.map(|language| language.as_str().to_owned()),
        prominent_search: word(&it.styling.search) == "prominent",
        mode: mode(it.themes.standard),
        switchable: it.themes.toggeable,
        new_tab: it.external_links.target == LinksOpen::Blank,
        links: it.header.links.iter().filter(claims).filter_map(|item| header_link(context, item)).collect(),
        announcement: it.announcement.as_ref().and_then(|it| announcement(context, it)),
        footer: footer(context, &it.footer),
        trademark: it.trademark.enabled,
        sign_out: signs_out(context).then(|| context.href(SIGN_OUT)),
        privacy: it.privacy_policy.url.as_ref().map(|url| url.as_str().to_owned()),
    }
}

/// Returns true if all readers have signed in, and can sign out here.
fn signs_out(context: &RequestContext) -> bool {
    let site = context.site();
    site.site.visibility == SiteVisibility::VisitorAuth && site.gate.provider.is_some()
}

/// Returns the language of the interface, if it is set independently of the content.
pub(crate) fn interface_language(context: &RequestContext) -> Option<Language> {
    chosen(context, None).internationalization.locale
}

/// Returns true if pages can be copied and read as Markdown.
pub(crate) fn shows_markdown(context: &RequestContext) -> bool {
    chosen(context, None).page_actions.markdown
}

/// Returns true if pages can be opened in assistants, which read what everybody may read.
pub(crate) fn opens_in_assistants(context: &RequestContext) -> bool {
    context.is_public() && !context.secret && chosen(context, None).page_actions.external_ai
}

/// Returns true if pages of a space can be printed or saved as PDF.
pub(crate) fn offers_pdf(context: &RequestContext, space: &SiteSpace) -> bool {
    chosen(context, Some(space)).pdf.enabled
}

/// Returns true if pages of a space can be saved as PDF here, without the print function of a browser.
pub(crate) fn prints_pdf(context: &RequestContext, space: &SiteSpace) -> bool {
    offers_pdf(context, space) && context.app.prints_documents()
}

/// Returns true if pages of a space ask their readers if they were helpful.
pub(crate) fn asks_for_feedback(context: &RequestContext, space: &SiteSpace) -> bool {
    chosen(context, Some(space)).feedback.enabled && context.version.is_empty()
}

/// Returns true if pages of a space have forms that send requests to the APIs that they describe.
pub(crate) fn tries_requests(context: &RequestContext, space: &SiteSpace) -> bool {
    chosen(context, Some(space)).try_it.enabled
}

/// Returns true if pages of a space link to where they are edited.
pub(crate) fn links_to_source(context: &RequestContext, space: &SiteSpace) -> bool {
    chosen(context, Some(space)).git.show_edit_link
}

/// Returns true if pages link to the previous and the next page.
pub(crate) fn shows_pagination(context: &RequestContext) -> bool {
    chosen(context, None).pagination.enabled
}

/// Returns the configured social preview image for all pages, if there is one.
pub(crate) fn picture_of_all(context: &RequestContext) -> Option<String> {
    chosen(context, None).social_preview.url.as_ref().map(|url| url.as_str().to_owned())
}

/// Returns the favicon as SVG.
pub(crate) fn icon(context: &RequestContext, space: Option<&SiteSpace>) -> String {
    favicon(&mark(chosen(context, space)), &title(context), &theme(context, space))
}

/// Returns the address of the favicon, shared by all spaces with the same icon.
fn icon_href(context: &RequestContext, space: Option<&SiteSpace>) -> String {
    match space.filter(|space| icon(context, Some(space)) != icon(context, None)) {
        Some(space) => context.href_of_all(&format!("/~icon/{}", space.id)),
        None => context.href_of_all("/~icon"),
    }
}

/// Returns the colours and shapes.
pub(crate) fn theme(context: &RequestContext, space: Option<&SiteSpace>) -> Theme {
    let styling = &chosen(context, space).styling;
    Theme {
        preset: theme::Preset::of(&word(&styling.theme)),
        primary: pair(&styling.primary_color),
        tint: styling.tint.as_ref().map(|tint| pair(&tint.color)),
        info: pair(&styling.info_color),
        success: pair(&styling.success_color),
        warning: pair(&styling.warning_color),
        danger: pair(&styling.danger_color),
        corners: theme::Corners::of(&word(&styling.corners)),
        depth: theme::Depth::of(&word(&styling.depth)),
        links: theme::Links::of(&word(&styling.links)),
        sidebar: theme::Sidebar::of(&word(&styling.sidebar.background)),
        list: theme::List::of(&word(&styling.sidebar.list)),
        font: match &styling.font {
            ChosenFont::BuiltIn(font) => theme::Font::of(&word(font)),
            ChosenFont::Custom(_) => theme::Font::default(),
        },
        mono: match &styling.monospace_font {
            ChosenFont::BuiltIn(font) => theme::Mono::of(&word(font)),
            ChosenFont::Custom(_) => theme::Mono::default(),
        },
        own_font: own_font(&styling.font),
        own_mono: own_font(&styling.monospace_font),
    }
}

/// Returns a font that the site brings, with the files that the server has.
fn own_font<B>(font: &ChosenFont<B>) -> Option<OwnFont> {
    let ChosenFont::Custom(font) = font else { return None };
    let face = |face: &FontFace| {
        let kept = face.sources.iter().filter_map(|source| KeptFont::of_address(source.url.as_str()));
        (u16::from(face.weight), kept.map(|font| (font.name(), font.form.css())).collect())
    };
    Some(OwnFont { family: font.font_family.as_str().to_owned(), faces: font.font_faces.iter().map(face).collect() })
}

/// Returns true if the site or one of its spaces has a font with this file.
pub(crate) fn has_font(context: &RequestContext, font: KeptFont) -> bool {
    let spaces = context.site_view.site_spaces().map(|(_, space)| Some(space));
    let mut all = std::iter::once(None).chain(spaces).map(|space| &chosen(context, space).styling);
    all.any(|styling| is_of(&styling.font, font) || is_of(&styling.monospace_font, font))
}

fn is_of<B>(chosen: &ChosenFont<B>, font: KeptFont) -> bool {
    let ChosenFont::Custom(own) = chosen else { return false };
    let mut sources = own.font_faces.iter().flat_map(|face| face.sources.iter());
    sources.any(|source| KeptFont::of_address(source.url.as_str()) == Some(font))
}

/// Returns the name of a value in the API.
fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn pair(color: &ThemedColor) -> Pair {
    Pair { light: Rgb(color.light.rgb()), dark: Rgb(color.dark.rgb()) }
}

fn mode(mode: ThemeMode) -> Mode {
    match mode {
        ThemeMode::System => Mode::System,
        ThemeMode::Light => Mode::Light,
        ThemeMode::Dark => Mode::Dark,
    }
}

fn mark(it: &Customization) -> Mark {
    match (&it.favicon.icon, &it.favicon.emoji) {
        (Some(icon), _) => Mark::Picture(Box::new(picture(icon))),
        (None, Some(emoji)) => Mark::Emoji(emoji_text(emoji.as_str())),
        (None, None) => Mark::Initial,
    }
}

fn picture(urls: &ThemedUrl) -> Themed {
    let file = |url: &str| FileView { url: url.to_owned(), ..FileView::default() };
    let (light, dark) = (urls.light.as_str(), urls.dark.as_str());
    Themed { light: file(light), dark: (dark != light).then(|| file(dark)) }
}

fn link(context: &RequestContext, link: &Link) -> Option<NavLink> {
    let (href, external) = context.target(link.to.reference())?;
    Some(NavLink { title: link.title.as_str().to_owned(), href, external })
}

fn header_link(context: &RequestContext, item: &HeaderItem) -> Option<HeaderLink> {
    let target = item.to.as_ref().and_then(|to| context.target(to.reference()));
    let links: Vec<_> = item.links.iter().filter_map(|it| link(context, it)).collect();
    if target.is_none() && links.is_empty() {
        return None;
    }
    let (href, external) = target.map_or((None, false), |(href, external)| (Some(href), external));
    let style = match item.style {
        HeaderItemStyle::Link => LinkLook::Plain,
        HeaderItemStyle::ButtonPrimary => LinkLook::Primary,
        HeaderItemStyle::ButtonSecondary => LinkLook::Secondary,
    };
    Some(HeaderLink { title: item.title.as_str().to_owned(), href, external, style, links })
}

fn announcement(context: &RequestContext, it: &ChosenAnnouncement) -> Option<Announcement> {
    let style = match it.style {
        AnnouncementStyle::Info => Tone::Info,
        AnnouncementStyle::Warning => Tone::Warning,
        AnnouncementStyle::Danger => Tone::Danger,
        AnnouncementStyle::Success => Tone::Success,
    };
    let to = it.link.as_ref().and_then(|it| link(context, it));
    it.enabled.then(|| Announcement { message: it.message.as_str().to_owned(), link: to, style })
}

fn footer(context: &RequestContext, it: &ChosenFooter) -> Footer {
    let groups = it.groups.iter().map(|group| {
        let links = group.links.iter().filter_map(|it| link(context, it)).collect();
        (group.title.as_str().to_owned(), links)
    });
    Footer {
        logo: it.logo.as_ref().map(picture),
        groups: groups.collect(),
        copyright: it.copyright.as_ref().map(|text| text.as_str().to_owned()),
    }
}
