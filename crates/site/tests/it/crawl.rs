//! A walk through a whole site: every address that it names is there, and the text of all of it.

use std::collections::{BTreeMap, VecDeque};

use quire_testkit::on_each_database;

use crate::world::{Tree, World, fetch, text};

/// Everything that a reader comes to.
pub(crate) struct Crawl {
    /// Texts by address; those of pictures are empty.
    pub(crate) found: BTreeMap<String, String>,
}

/// What every site has beside its pages.
const FILES: [&str; 5] = ["robots.txt", "sitemap.xml", "sitemap-pages.xml", "llms.txt", "llms-full.txt"];

impl Crawl {
    pub(crate) fn of(world: &World<'_>, headers: &[(&str, &str)]) -> Self {
        Self::from(world, "/", headers)
    }

    /// A walk from a path of the site. Whatever is not there, or is somewhere else, fails the test.
    pub(crate) fn from(world: &World<'_>, start: &str, headers: &[(&str, &str)]) -> Self {
        let start = format!("{}{start}", world.base);
        let mut open: VecDeque<String> = FILES.iter().map(|file| format!("{start}{file}")).collect();
        open.push_back(start);
        let mut found = BTreeMap::new();
        while let Some(address) = open.pop_front() {
            if found.contains_key(&address) {
                continue;
            }
            let answer = fetch(world.test, &address, headers);
            assert_eq!(answer.status, 200, "{address} leads to {:?}", answer.header("location"));
            let kind = answer.header("content-type").to_owned();
            let text = if kind.starts_with("image/") { String::new() } else { text(&answer) };
            open.extend(named(&text, &kind, &world.base));
            found.insert(address, text);
        }
        Self { found }
    }

    /// Whether anything says this.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.found.values().any(|text| text.contains(words))
    }
}

/// The addresses of the site that a text names.
fn named(text: &str, kind: &str, base: &str) -> Vec<String> {
    let marks: &[&str] = match kind.split(';').next().unwrap() {
        "text/html" => &["href=\"", "src=\""],
        "application/xml" => &["<loc>"],
        "text/markdown" => &["]("],
        _ => &[],
    };
    let after = marks.iter().flat_map(|mark| text.split(mark).skip(1));
    let addresses = after.map(|rest| rest.split(['"', '<', ')', '#']).next().unwrap().replace("&amp;", "&"));
    let own = addresses.map(|it| it.strip_prefix(quire_testkit::URL).map_or_else(|| it.clone(), str::to_owned));
    own.filter(|address| address.starts_with(&format!("{base}/"))).collect()
}

const DOCS: Tree<'_> = &[
    (
        "README.md",
        "# Welcome\n\n[One](one/README.md) [Two](one/two.md#part) [Herself](#here)\n\n## Here\n\n![](a.svg)\n",
    ),
    (
        "one/README.md",
        "# One\n\n[Up](../README.md)\n\n{% content-ref url=\"two.md\" %}\n[two.md](two.md)\n{% endcontent-ref %}\n",
    ),
    (
        "one/two.md",
        "# Two & more\n\n## Part\n\n<table data-view=\"cards\"><thead><tr><th></th><th data-card-target data-type=\"content-ref\"></th></tr></thead><tbody><tr><td>x</td><td><a href=\"../README.md\">README.md</a></td></tr></tbody></table>\n",
    ),
    ("é/ü b.md", "# Ümläute und Zeichen?\n\n[hin](../README.md)\n"),
    ("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
];

#[test]
fn everything_that_a_site_names_is_there() {
    on_each_database(|test| {
        let other: Tree<'_> = &[("README.md", "# Bienvenue\n"), ("one/two.md", "# Deux\n")];
        let world = World::of(test, &[("Docs", DOCS), ("Français", other)], "public");
        let crawl = Crawl::of(&world, &[]);
        for words in ["Ümläute", "Deux", "Two &amp; more", "<svg"] {
            assert!(crawl.says(words), "{words}");
        }
        let pages = crawl.found.iter().filter(|(_, text)| text.contains("rel=\"canonical\""));
        for (address, page) in pages {
            let canonical = page.split("rel=\"canonical\" href=\"").nth(1).unwrap().split('"').next().unwrap();
            assert_eq!(canonical, format!("{}{address}", quire_testkit::URL), "a page is where it says that it is");
        }
    });
}
