//! From the path within a site to the requested entity: a page in some form, or one of the files that every site has.
//!
//! Segments that begin with `~` are reserved: no page has such a slug. This module does not know which pages exist.

use percent_encoding::percent_decode_str;
use quire_app::published::PublishedSite;
use quire_app::visitors::Preview;
use quire_model::change_requests::ChangeRequestName;
use quire_model::customization::fonts::KeptFont;
use quire_model::ids::{PageId, RevisionId, SiteSpaceId};

/// A parsed path within a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    /// The secret of a share link.
    pub(crate) secret: Option<String>,
    /// The version of the content.
    pub(crate) version: Version,
    /// The entity that the rest of the path asks for.
    pub(crate) thing: Thing,
    /// The number of bytes of the path that the secret and the version take.
    pub(crate) prefix: usize,
}

impl Route {
    /// Returns the path prefixes for the secret and for the version.
    pub(crate) fn prefixes(&self) -> (String, String) {
        let secret = self.secret.as_ref().map(|secret| format!("/~s/{secret}"));
        (secret.unwrap_or_default(), self.version.prefix())
    }

    /// Returns the path prefix of a preview for addresses that belong to no single space. There, the number of a change
    /// request would name one of the first space, so the identifier is used for other spaces.
    pub(crate) fn prefix_of_all(&self, site: &PublishedSite, preview: &Preview) -> String {
        let first = site.structure.locate(&[]).map(|located| located.space.space);
        match &preview.change_request {
            Some(proposal) if first != Some(preview.space) => {
                Version::ChangeRequest(ChangeRequestName::Id(proposal.id)).prefix()
            }
            _ => self.version.prefix(),
        }
    }
}

/// The version of the content of a space on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Version {
    /// The published content of every space.
    Published,
    /// A change request of the space that is read.
    ChangeRequest(ChangeRequestName),
    /// A revision of the space that is read.
    Revision(RevisionId),
}

impl Version {
    fn prefix(self) -> String {
        match self {
            Self::Published => String::new(),
            Self::ChangeRequest(ChangeRequestName::Number(number)) => format!("/~/changes/{number}"),
            Self::ChangeRequest(ChangeRequestName::Id(id)) => format!("/~/changes/{id}"),
            Self::Revision(id) => format!("/~/revisions/{id}"),
        }
    }
}

/// The entity that a path asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thing {
    /// A page; for a section or a variant its first page.
    Page(Path),
    /// A page as Markdown.
    Markdown(Path),
    /// The updates on a page, as a feed.
    Feed(Path),
    /// The preview image of a page.
    Card(Path),
    /// Pages of a space for printing.
    Print(Path, Part),
    /// Pages of a space as PDF.
    Pdf(Path, Part),
    /// A file of the design, by its name.
    Asset(String),
    /// The style sheet of the site, by its name.
    Theme(String),
    /// A file of a font that the site brings.
    Font(KeptFont),
    /// A file of the content.
    File { key: String, name: String },
    /// A picture of the content in a width in pixels.
    Picture { key: String, name: String, width: u32 },
    /// The search results for a query.
    Search,
    /// The feedback of readers on a page.
    Feedback,
    /// The sign-in of visitors by an identity provider.
    SignIn,
    /// The sign-out of visitors.
    SignOut,
    /// The icon of the site, or of a space on it.
    Icon(Option<SiteSpaceId>),
    /// `robots.txt`, the rules for robots.
    Robots,
    /// `sitemap.xml`, the index of site maps.
    Sitemap,
    /// The site map with the addresses of pages.
    SitemapPages,
    /// `llms.txt`, the list of pages for language models.
    Llms,
    /// `llms-full.txt`, all pages for language models.
    LlmsFull,
    /// A reserved path without a meaning.
    Nothing,
}

/// The part of a space to print: all pages by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The page to print, with the pages below it.
    pub(crate) page: Option<String>,
    /// True to leave out the pages below.
    pub(crate) only: bool,
    /// The page to start with, after a document that reached its limit.
    pub(crate) from: Option<String>,
}

impl Part {
    /// Parses the parameters of a query.
    pub(crate) fn of(value: impl Fn(&str) -> Option<String>) -> Self {
        let only = value("only").is_some_and(|only| matches!(only.as_str(), "yes" | "true"));
        Self { page: value("page"), only, from: value("from") }
    }

    /// Returns the part as a query with a leading `?`; empty for all pages.
    pub(crate) fn query(&self) -> String {
        let pairs =
            [("page", self.page.as_deref()), ("only", self.only.then_some("yes")), ("from", self.from.as_deref())];
        let said: Vec<_> = pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let query = serde_urlencoded::to_string(&said).unwrap_or_default();
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

/// The path of the sign-in of visitors within a site.
pub(crate) const SIGN_IN: &str = "/~sign-in";
/// The path of the sign-out of visitors within a site.
pub(crate) const SIGN_OUT: &str = "/~sign-out";

/// The path of feedback within a site.
pub(crate) const FEEDBACK: &str = "/~feedback";

/// Returns the name of a page in forms.
pub(crate) fn page_name(space: SiteSpaceId, page: PageId) -> String {
    format!("{space}-{page}")
}

/// Parses the name of a page.
pub(crate) fn read_page_name(name: &str) -> Option<(SiteSpaceId, PageId)> {
    let (space, page) = name.split_once('-')?;
    Some((space.parse().ok()?, page.parse().ok()?))
}

impl Thing {
    /// Returns the path to the page or the space of the entity.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Page(path)
            | Self::Markdown(path)
            | Self::Feed(path)
            | Self::Card(path)
            | Self::Print(path, _)
            | Self::Pdf(path, _) => Some(path),
            _ => None,
        }
    }
}

/// A path to a page, decoded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    /// The segments joined with `/`; empty for the first page.
    pub(crate) text: String,
    /// True if the path was written in canonical form.
    pub(crate) canonical: bool,
}

impl Path {
    /// Returns the segments without empty ones.
    pub(crate) fn segments(&self) -> Vec<&str> {
        self.text.split('/').filter(|segment| !segment.is_empty()).collect()
    }
}

impl Route {
    /// Parses the path below the base of a site: empty, or with a leading slash.
    pub(crate) fn read(rest: &str) -> Self {
        let (secret, after) = secret(rest);
        let (version, path) = version(after);
        let prefix = rest.len() - path.len();
        Self { secret, version, thing: thing(path), prefix }
    }

    /// Sets the part to print, if the path asks for printing.
    pub(crate) fn printing(mut self, route: &Part) -> Self {
        if let Thing::Print(_, part) | Thing::Pdf(_, part) = &mut self.thing {
            *part = route.clone();
        }
        self
    }
}

fn secret(rest: &str) -> (Option<String>, &str) {
    match rest.strip_prefix("/~s/").map(head) {
        Some((secret, after)) if !secret.is_empty() => (Some(secret.to_owned()), after),
        _ => (None, rest),
    }
}

fn version(rest: &str) -> (Version, &str) {
    let named = |prefix: &str| rest.strip_prefix(prefix).map(head);
    if let Some((name, after)) = named("/~/changes/")
        && let Ok(name) = name.parse()
    {
        return (Version::ChangeRequest(name), after);
    }
    if let Some((id, after)) = named("/~/revisions/")
        && let Ok(id) = id.parse()
    {
        return (Version::Revision(id), after);
    }
    (Version::Published, rest)
}

/// Returns the first segment, and the rest of the path.
fn head(path: &str) -> (&str, &str) {
    path.find('/').map_or((path, ""), |at| path.split_at(at))
}

fn thing(path: &str) -> Thing {
    let bare = path.strip_prefix('/').unwrap_or(path);
    match bare {
        "robots.txt" => return Thing::Robots,
        "sitemap.xml" => return Thing::Sitemap,
        "sitemap-pages.xml" => return Thing::SitemapPages,
        "llms.txt" => return Thing::Llms,
        "llms-full.txt" => return Thing::LlmsFull,
        "~search" => return Thing::Search,
        "~feedback" => return Thing::Feedback,
        "~sign-in" => return Thing::SignIn,
        "~sign-out" => return Thing::SignOut,
        "~icon" | "favicon.ico" => return Thing::Icon(None),
        "~print" | "~print/" | "~pdf" | "~pdf/" => return page(path),
        _ => {}
    }
    if bare.starts_with('~') { ours(bare) } else { page(path) }
}

fn ours(bare: &str) -> Thing {
    let segments: Vec<&str> = bare.split('/').collect();
    match segments.as_slice() {
        ["~assets", name] => Thing::Asset((*name).to_owned()),
        ["~icon", space] => space.parse().map_or(Thing::Nothing, |space| Thing::Icon(Some(space))),
        ["~fonts", name] => KeptFont::of_name(name).map_or(Thing::Nothing, Thing::Font),
        ["~theme", name] => Thing::Theme((*name).to_owned()),
        ["~files", key, name] => {
            let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
            Thing::File { key: (*key).to_owned(), name }
        }
        ["~files", key, width, name] => match width.parse() {
            Ok(width) => {
                let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
                Thing::Picture { key: (*key).to_owned(), name, width }
            }
            Err(_) => Thing::Nothing,
        },
        ["~card", ..] => match bare["~card".len()..].strip_suffix(".png").map(page) {
            Some(Thing::Page(path)) => Thing::Card(path),
            _ => Thing::Nothing,
        },
        _ => Thing::Nothing,
    }
}

fn page(path: &str) -> Thing {
    let Ok(decoded) = percent_decode_str(path).decode_utf8() else { return Thing::Nothing };
    if decoded.contains('\0') {
        return Thing::Nothing;
    }
    let joined: Vec<&str> = decoded.split('/').filter(|segment| !segment.is_empty()).collect();
    let text = joined.join("/");
    let canonical = *decoded == format!("/{text}");
    if let Some(page) = text.strip_suffix("/rss.xml").or((text == "rss.xml").then_some("")) {
        return Thing::Feed(Path { text: page.to_owned(), canonical });
    }
    if let Some(space) = text.strip_suffix("/~print").or((text == "~print").then_some("")) {
        return Thing::Print(Path { text: space.to_owned(), canonical }, Part::default());
    }
    if let Some(space) = text.strip_suffix("/~pdf").or((text == "~pdf").then_some("")) {
        return Thing::Pdf(Path { text: space.to_owned(), canonical }, Part::default());
    }
    if let Some(page) = text.strip_suffix(".md") {
        return Thing::Markdown(Path { text: page.to_owned(), canonical });
    }
    match text.strip_suffix(".html") {
        Some(page) => {
            let page = page.strip_suffix("/index").or((page == "index").then_some("")).unwrap_or(page);
            Thing::Page(Path { text: page.to_owned(), canonical: false })
        }
        None => Thing::Page(Path { text, canonical }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str, canonical: bool) -> Path {
        Path { text: text.to_owned(), canonical }
    }

    fn thing_of(rest: &str) -> Thing {
        Route::read(rest).thing
    }

    #[test]
    fn pages_have_one_spelling() {
        for (rest, text, canonical) in [
            ("", "", false),
            ("/", "", true),
            ("/a/b", "a/b", true),
            ("/a/b/", "a/b", false),
            ("//a", "a", false),
            ("/a//b", "a/b", false),
            ("/a.html", "a", false),
            ("/a/index.html", "a", false),
            ("/index.html", "", false),
            ("/%C3%A9", "é", true),
        ] {
            assert_eq!(thing_of(rest), Thing::Page(path(text, canonical)), "{rest}");
        }
        assert_eq!(thing_of("/a/b.md"), Thing::Markdown(path("a/b", true)));
        assert_eq!(thing_of("/a/rss.xml"), Thing::Feed(path("a", true)));
        assert_eq!(thing_of("/rss.xml"), Thing::Feed(path("", true)));
        assert_eq!(thing_of("/%FF"), Thing::Nothing);
    }

    #[test]
    fn spaces_are_printed() {
        let part = Part { page: Some("p".to_owned()), only: true, from: None };
        for (rest, text) in [("/~print", ""), ("/a/b/~print", "a/b")] {
            assert_eq!(thing_of(rest), Thing::Print(path(text, true), Part::default()));
            assert_eq!(Route::read(rest).printing(&part).thing, Thing::Print(path(text, true), part.clone()));
        }
        assert_eq!(Route::read("/a").printing(&part).thing, Thing::Page(path("a", true)));
        assert_eq!((part.query().as_str(), Part::default().query().as_str()), ("?page=p&only=yes", ""));
    }

    #[test]
    fn secrets_and_versions_come_first() {
        let read = Route::read("/~s/s3cret/a");
        assert_eq!((read.secret.as_deref(), read.prefix), (Some("s3cret"), "/~s/s3cret".len()));
        assert_eq!(read.thing, Thing::Page(path("a", true)));
        let read = Route::read("/~s/x/~/changes/7/a.md");
        assert_eq!(read.thing, Thing::Markdown(path("a", true)));
        assert!(matches!(read.version, Version::ChangeRequest(_)));
        for nothing in ["/~s", "/~s/", "/~/changes", "/~/changes//a", "/~/revisions/none", "/~unknown", "/~assets/a/b"]
        {
            assert_eq!(thing_of(nothing), Thing::Nothing, "{nothing}");
        }
    }

    #[test]
    fn files_of_the_site_have_names() {
        assert_eq!(thing_of("/robots.txt"), Thing::Robots);
        assert_eq!(thing_of("/~assets/site-abc.css"), Thing::Asset("site-abc.css".to_owned()));
        let file = Thing::File { key: "k".to_owned(), name: "a b.png".to_owned() };
        assert_eq!(thing_of("/~files/k/a%20b.png"), file);
        let picture = Thing::Picture { key: "k".to_owned(), name: "a b.png".to_owned(), width: 480 };
        assert_eq!(thing_of("/~files/k/480/a%20b.png"), picture);
        assert_eq!(thing_of("/~files/k/wide/a.png"), Thing::Nothing);
        assert_eq!(thing_of("/~card/a/b.png"), Thing::Card(path("a/b", true)));
        assert_eq!(thing_of("/~card.png"), Thing::Nothing);
    }
}
