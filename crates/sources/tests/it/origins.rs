//! Names of pages in their sources, and inputs that are one file.

use quire_content::origin::Origin;
use quire_convert::Limits;
use quire_sources::Source;

use crate::support::{Outcome, bytes, error, files, try_bytes, zip};

fn identifier(outcome: &Outcome, path: &str) -> String {
    match outcome.origins.get(path) {
        Some(Origin::Identifier(identifier)) => identifier.clone(),
        other => panic!("{path}: {other:?} of {:?}", outcome.origins),
    }
}

fn name(outcome: &Outcome, path: &str) -> String {
    match outcome.origins.get(path) {
        Some(Origin::Name(name)) => name.clone(),
        other => panic!("{path}: {other:?} of {:?}", outcome.origins),
    }
}

#[test]
fn pages_have_the_identifiers_of_their_sources() {
    let (one, two) = ("0123456789abcdef0123456789abcd11", "0123456789abcdef0123456789abcd99");
    let (first, second) = (format!("Notes {one}.md"), format!("Notes {two}.md"));
    let notion = files(Source::Notion, &[(&first, "# Notes\n\none\n"), (&second, "# Notes\n\ntwo\n")]);
    assert_eq!(identifier(&notion, "notes-1.md"), format!("notion:{two}"));

    let page =
        |id: u8, priority: u8| format!(r#"{{"id":{id},"name":"Notes","html":"<p>x</p>","priority":{priority}}}"#);
    let data =
        format!(r#"{{"instance":{{"id":"s"}},"book":{{"id":1,"name":"B","pages":[{},{}]}}}}"#, page(1, 1), page(9, 2));
    let bookstack = files(Source::Bookstack, &[("data.json", &data)]);
    assert_eq!(identifier(&bookstack, "notes-1.md"), "bookstack:s:page:9");

    let document = r#"{"id":"x","title":"Notes","data":{"type":"doc","content":[]}}"#;
    let data = format!(r#"{{"collection":{{"name":"C"}},"documents":{{"x":{document}}}}}"#);
    assert_eq!(identifier(&files(Source::Outline, &[("c.json", &data)]), "notes.md"), "outline:x");

    let html = "<html><body><h1 id='title-heading'>Home</h1><div id='main-content' class='wiki-content'><p>x</p></div></body></html>";
    let index = "<html><body><ul><li><a href='Home_12.html'>Home</a></li></ul></body></html>";
    let confluence = files(Source::Confluence, &[("index.html", index), ("Home_12.html", html)]);
    assert!(
        confluence.origins.values().any(|it| *it == Origin::Identifier("confluence:12".to_owned())),
        "{:?}",
        confluence.origins
    );
}

#[test]
fn pages_without_identifiers_have_the_names_of_their_files() {
    let config = ("docusaurus.config.js", "module.exports={}");
    let site = files(Source::Docusaurus, &[config, ("docs/1-notes.md", "# Notes\n"), ("docs/2-notes.md", "# Notes\n")]);
    assert_eq!(name(&site, "notes-1.md"), "docs/2-notes.md");
    let html = files(Source::Html, &[("X.html", "<h1>X</h1><p>a</p>"), ("x.html", "<h1>X</h1><p>b</p>")]);
    assert_eq!(html.origins.len(), 2, "{:?}", html.origins);
}

#[test]
fn a_document_is_one_file() {
    let text = b"<w:document><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body></w:document>";
    let document: &[(&str, &[u8])] = &[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", text)];
    let archive = zip(&[("a.docx", &zip(document))]);
    assert!(bytes(Source::Docx, "a.docx", zip(document)).is_single);
    assert!(!bytes(Source::Docx, "a.zip", archive).is_single);
    let one = "<mediawiki><page><title>A</title><ns>0</ns><id>1</id><revision><id>2</id><text>b</text></revision></page></mediawiki>";
    for (source, name, text) in [
        (Source::Html, "a.html", "<h1>A</h1><p>b</p>"),
        (Source::GoogleDocs, "a.html", "<h1>A</h1><p>b</p>"),
        (Source::Mediawiki, "a.xml", one),
        (Source::GithubWiki, "a.md", "# A\n"),
        (Source::Mkdocs, "a.md", "# A\n"),
        (Source::Docusaurus, "a.md", "# A\n"),
        (Source::Mdbook, "a.md", "# A\n"),
        (Source::Notion, "a.md", "# A\n"),
        (Source::Outline, "a.md", "# A\n"),
        (Source::Bookstack, "a.md", "# A\n"),
        (Source::Confluence, "a.html", "<h1>A</h1><p>b</p>"),
    ] {
        // Some need a folder.
        if let Ok(outcome) = try_bytes(source, name, text.as_bytes().to_vec(), &Limits::default()) {
            assert!(outcome.is_single, "{source:?}");
        }
    }
}

#[test]
fn a_document_is_no_archive_of_pages() {
    let document: &[(&str, &[u8])] = &[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<w:document/>")];
    for (source, name) in Source::ALL {
        if source.is_file() && !matches!(source, Source::Docx) {
            let said = error(source, "a.docx", zip(document));
            assert!(said.contains("office program"), "{name}: {said}");
        }
    }
}
