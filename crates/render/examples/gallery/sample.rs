//! One sample page: what is around a text.

use quire_content::document::{anchors, parse};
use quire_model::language::Language;
use quire_render::body::{Options, body};
use quire_render::page::{
    Actions, Article, Branch, Cover, Crumb, Entry, EntryTree, Feedback, Frame, Layout, Meta, Page, Preview, page,
};
use quire_render::site::{
    Announcement, Footer, HeaderLink, LinkLook, Mark, NavLink, Section, Site, Tab, Tone, Variant,
};
use quire_render::words::Words;

use crate::world::{World, image};

/// How a sample looks.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) theme: &'static str,
    pub(crate) cover: bool,
    pub(crate) full: bool,
    pub(crate) preview: bool,
    pub(crate) contents: bool,
    pub(crate) outline: bool,
    pub(crate) tabs: bool,
    /// The place of the page in a table of four thousand.
    pub(crate) large: Option<&'static [usize]>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            theme: "clean",
            cover: false,
            full: false,
            preview: false,
            contents: true,
            outline: true,
            tabs: true,
            large: None,
        }
    }
}

/// A text and its language.
pub(crate) struct Sample<'a> {
    title: &'a str,
    markdown: &'a str,
    language: Language,
}

impl<'a> Sample<'a> {
    pub(crate) fn new(title: &'a str, markdown: &'a str, language: Language) -> Self {
        Self { title, markdown, language }
    }

    /// The page.
    pub(crate) fn html(&self, look: Look) -> String {
        let mut document = parse(self.markdown, &World).document;
        anchors::derive(&mut document);
        let words = Words::of(self.language);
        let body = body(&document, &World, &Options::page(&words.labels));
        let cover = image("hills.svg");
        let breadcrumbs = [crumb("Basics", None), crumb("Pages", Some("guide.html"))];
        self.framed(look, |frame| {
            let way = contents(look).way(look.large.unwrap_or(&[1, 1, 0]));
            page(&Page {
                frame: *frame,
                meta: Meta { index: true, canonical: Some("https://docs.example.com/blocks"), ..Meta::default() },
                article: Article {
                    notice: None,
                    title: self.title,
                    emoji: None,
                    icon: Some("cubes"),
                    description: Some("What pages are made of, from a line of text to the operations of an interface."),
                    cover: look.cover.then_some(Cover { light: &cover, dark: None, full: look.full, y: -40.0 }),
                    layout: Layout { contents: look.contents, outline: look.outline, ..Layout::default() },
                    breadcrumbs: &breadcrumbs,
                    body: &body,
                    children: &[],
                    previous: Some(crumb("Guide", Some("guide.html"))),
                    next: Some(crumb("What comes after it, with a longer title", Some("guide.html"))),
                    updated_at: Some(1_795_000_000_000),
                    actions: Actions {
                        markdown: Some("blocks.md"),
                        assistants: Some("https://docs.example.com/blocks.md"),
                    },
                    pdf: Some("blocks.pdf"),
                    edit: None,
                    feedback: Some(Feedback { action: "guide.html", page: "guide" }),
                },
                way: &way,
            })
        })
    }

    /// What is around all pages.
    pub(crate) fn framed<T>(&self, look: Look, then: impl FnOnce(&Frame<'_>) -> T) -> T {
        let site = site(look);
        let variant = |title: &str, language, current| Variant {
            title: title.into(),
            href: "blocks.html".into(),
            language,
            current,
        };
        let variants = [
            variant("English", Language::En, self.language == Language::En),
            variant("العربية", Language::Ar, self.language != Language::En),
        ];
        let tabs = if look.tabs { tabs() } else { Vec::new() };
        let contents = contents(look);
        let preview = Preview::Change { number: 7, subject: "Say what a quire is", leave: "blocks.html" };
        then(&Frame {
            site: &site,
            words: Words::of(self.language),
            language: self.language,
            tabs: &tabs,
            variants: &variants,
            contents: Some(&contents),
            preview: look.preview.then_some(preview),
        })
    }
}

fn site(look: Look) -> Site {
    let nav = |title: &str, external| NavLink { title: title.into(), href: "guide.html".into(), external };
    let link = |title: &str, style| HeaderLink {
        title: title.into(),
        href: Some("guide.html".into()),
        style,
        ..HeaderLink::default()
    };
    Site {
        title: "Acme Handbook".into(),
        home: "blocks.html".into(),
        mark: Mark::Initial,
        favicon: "favicon.svg".into(),
        stylesheet: format!("theme-{}.css", look.theme),
        search: Some("search.html".into()),
        search_in: None,
        prominent_search: look.theme == "bold",
        switchable: true,
        new_tab: true,
        links: vec![
            link("Pricing", LinkLook::Plain),
            HeaderLink {
                title: "Community".into(),
                links: vec![nav("Forum", true), nav("Events", false)],
                ..HeaderLink::default()
            },
            link("Sign up", LinkLook::Primary),
        ],
        announcement: (look.theme == "gradient").then(|| Announcement {
            message: "Version 2 is here.".into(),
            link: Some(nav("Read what is new", false)),
            style: Tone::Success,
        }),
        footer: Footer {
            logo: None,
            groups: vec![
                ("Product".into(), vec![nav("Pricing", false), nav("Status", true)]),
                ("Company".into(), vec![nav("About", false)]),
            ],
            copyright: Some("© 2026 Acme".into()),
        },
        trademark: true,
        privacy: Some("guide.html".into()),
        ..Site::default()
    }
}

fn tabs() -> Vec<Tab> {
    let section = |title: &str, icon: &str, current| Section {
        title: title.into(),
        href: "guide.html".into(),
        description: Some("What is in it, in a line.".into()),
        icon: Some(icon.into()),
        current,
    };
    let group = Tab::Group {
        title: "More".into(),
        icon: None,
        sections: vec![section("Blog", "pen-nib", false), section("Changes", "clock", false)],
    };
    vec![Tab::Section(section("Handbook", "book", true)), Tab::Section(section("API", "code", false)), group]
}

fn crumb(title: &str, href: Option<&str>) -> Crumb {
    Crumb { title: title.into(), href: href.map(str::to_owned) }
}

fn entry(title: &str) -> Entry {
    Entry { title: title.into(), href: Some("guide.html".into()), ..Entry::default() }
}

fn branch(title: &str, children: Vec<Branch>) -> Branch {
    Branch { entry: entry(title), children }
}

fn leaf(entry: Entry) -> Branch {
    Branch { entry, children: Vec::new() }
}

fn contents(look: Look) -> EntryTree {
    EntryTree::new(if look.large.is_some() { large() } else { small() })
}

fn small() -> Vec<Branch> {
    let group = |title: &str, children| Branch { entry: Entry { href: None, ..entry(title) }, children };
    vec![
        leaf(Entry { emoji: Some("🚀".into()), ..entry("Quick start") }),
        group(
            "Basics",
            vec![
                branch("Spaces and collections", vec![]),
                branch(
                    "Pages",
                    vec![
                        leaf(Entry { icon: Some("cubes".into()), ..entry("Every block") }),
                        branch("Layouts", vec![]),
                        branch("Variables with a longer name than others", vec![]),
                    ],
                ),
                branch(
                    "Change requests",
                    vec![branch("Reviews", vec![]), branch("Merging", vec![branch("Conflicts", vec![])])],
                ),
            ],
        ),
        group("Reference", vec![branch("Orders", vec![]), leaf(Entry { external: true, ..entry("Status page") })]),
    ]
}

/// Four thousand pages, of which the first has a page of its own.
fn large() -> Vec<Branch> {
    let many = |title: &str, children: &dyn Fn() -> Vec<Branch>| -> Vec<Branch> {
        (0..16).map(|at| branch(&format!("{title} {}", at + 1), children())).collect()
    };
    let mut parts = many("Part", &|| many("Chapter", &|| many("Page", &Vec::new)));
    parts[0].entry.href = Some("first.html".into());
    parts
}
