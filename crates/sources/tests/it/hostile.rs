//! Input that is meant to do harm, or is not what it says.

use quire_convert::Limits;
use quire_sources::{Error, Source};

use crate::support::{error, files, try_bytes, zip};

#[test]
fn archives_that_expand_or_lead_out_are_refused() {
    let zeros = vec![b' '; 8 << 20];
    assert!(error(Source::Html, "a.zip", zip(&[("a.html", &zeros)])).contains("expands"));
    assert!(error(Source::Html, "a.zip", zip(&[("../a.html", b"x")])).contains("leads upwards"));
    let mut short = zip(&[("a.html", b"<p>x</p>")]);
    short.truncate(short.len() - 30);
    assert!(error(Source::Html, "a.zip", short).contains("archive"));
    let limits = Limits { max_entries: 3, ..Limits::default() };
    let many = zip(&[("a.html", b""), ("b.html", b""), ("c.html", b""), ("d.html", b"")]);
    assert!(try_bytes(Source::Html, "a.zip", many, &limits).is_err());
}

#[test]
fn parts_of_an_export_of_notion_may_be_larger_than_a_file() {
    let limits = Limits { max_file_bytes: 3_000, max_page_bytes: 3_000, ..Limits::default() };
    // Bytes that are no smaller in an archive.
    let mut state = 1_u32;
    let mut noise = |count: usize| -> Vec<u8> {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..count).map(|_| next()).collect()
    };
    let (one, two, large) = (noise(2_500), noise(2_500), noise(3_500));
    let export = |picture: &[u8]| {
        let part = zip(&[("A.md", b"# A\n\n![](one.png) ![](two.png)\n"), ("one.png", &one), ("two.png", picture)]);
        zip(&[("ExportBlock-1-Part-1.zip", &part)])
    };
    let outcome = try_bytes(Source::Notion, "a.zip", export(&two), &limits).unwrap();
    assert!(outcome.files.keys().filter(|path| path.ends_with(".png")).count() == 2);
    let refused = try_bytes(Source::Notion, "a.zip", export(&large), &limits);
    assert!(matches!(refused, Err(Error::Tree(_))), "{:?}", refused.err());
    // What is wrong with a part is wrong with the input, not with the directory that it is written to.
    let mut broken = export(&two);
    let at = broken.len() / 2;
    broken[at] ^= 1;
    assert!(matches!(try_bytes(Source::Notion, "a.zip", broken, &limits), Err(Error::Tree(_))));
}

#[test]
fn what_is_another_kind_of_file_is_named() {
    assert!(error(Source::Html, "a.zip", zip(&[("a.txt", b"x")])).contains("not a page of HTML"));
    assert!(error(Source::Mkdocs, "a.zip", zip(&[("a.md", b"x")])).contains("mkdocs.yml"));
    assert!(error(Source::Mdbook, "a.zip", zip(&[("a.md", b"x")])).contains("SUMMARY.md"));
    assert!(error(Source::Notion, "a.zip", zip(&[("a.txt", b"x")])).contains("Notion"));
    assert!(error(Source::Website, "a", Vec::new()).contains("from a server"));
    assert!(
        error(Source::Confluence, "a.zip", zip(&[("entities.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>")]))
            .contains("document type")
    );
}

#[test]
fn a_page_that_is_too_deep_is_kept_as_a_file() {
    let deep = format!("<h1>T</h1>{}x", "<div>".repeat(50_000));
    let outcome = files(Source::Html, &[("a.html", &deep), ("b.html", "<h1>B</h1>")]);
    assert!(outcome.text("a.md").contains("{% file src=\".gitbook/assets/a.html\" %}"), "{}", outcome.text("a.md"));
    assert_eq!(outcome.kept().len(), 1);
}

#[test]
fn containers_in_containers_end() {
    let page = format!("<h1>T</h1>{}deep{}", "<blockquote><ul><li>".repeat(40), "</li></ul></blockquote>".repeat(40));
    let outcome = files(Source::Html, &[("a.html", &page)]);
    assert!(outcome.text("a.md").contains("deep"));
}

#[test]
fn names_that_clash_stay_apart() {
    let outcome =
        files(Source::Html, &[("A.html", "<h1>One</h1>"), ("a.html", "<h1>Two</h1>"), ("summary.html", "<h1>S</h1>")]);
    let pages: Vec<&String> = outcome.files.keys().filter(|path| path.ends_with(".md")).collect();
    assert_eq!(pages.len(), 4, "{pages:?}");
}
