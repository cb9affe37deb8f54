//! Files beside pages: each is among the files that are written, or named in the report.

use quire_sources::Source;

use crate::support::{Outcome, bytes, files, zip};

const HEX: &str = "1e4c5e6f95bd806ba096f02f232e2c01";

/// Returns all that the report says.
fn said(outcome: &Outcome) -> Vec<String> {
    let parts = outcome.report.iter().flat_map(|page| page.kept.iter().chain(&page.dropped));
    parts.map(|part| format!("{} {}", part.what, part.place)).collect()
}

#[test]
fn attachments_that_no_page_shows_are_files_in_every_export() {
    let confluence = "<html><body><div id='main-content' class='wiki-content'><p>x</p></div><div class='pageSection'>\
        <div class='pageSectionHeader'><h2 id='attachments'>Attachments:</h2></div><div class='greybox'>\
        <a href='attachments/1/12.txt'>notes.txt</a> (text/plain)</div></div></body></html>";
    let bookstack = r#"{"page":{"id":1,"name":"P","html":"<p>x</p>","attachments":[{"id":2,"name":"plan","file":"h.txt"},
        {"id":3,"name":"Site","link":"https://a.b/c"},{"id":4,"name":"Gone","file":"gone.txt"}],
        "tags":[{"name":"owner","value":"ops"}]}}"#;
    let outline = r#"{"documents":{"a":{"id":"a","title":"A","data":{"type":"doc","content":[]}}},
        "attachments":{"x":{"id":"x","key":"uploads/1/secret.txt"}}}"#;
    let notion = format!("Home {HEX}.md");
    type Case<'c> = (Source, &'c [(&'c str, &'c str)], &'c str);
    let cases: [Case<'_>; 8] = [
        (Source::Confluence, &[("S/P_1.html", confluence), ("S/attachments/1/12.txt", "f")], "notes.txt"),
        (Source::Confluence, &[("S/P_1.html", confluence), ("S/attachments/2/77", "f")], "77"),
        (Source::Bookstack, &[("data.json", bookstack), ("files/h.txt", "f")], "plan.txt"),
        (Source::Outline, &[("c.json", outline), ("uploads/1/secret.txt", "f")], "secret.txt"),
        (Source::Outline, &[("C/A.md", "# A\n"), ("C/uploads/1/b.txt", "f")], "b.txt"),
        (Source::Notion, &[(&notion, "# Home\n"), ("Home/b.txt", "f")], "b.txt"),
        (Source::GoogleDocs, &[("D.html", "<p>x</p>"), ("images/image2.png", "f")], "image2.png"),
        (Source::GithubWiki, &[("Home.md", "x\n"), ("images/b.png", "f")], "b.png"),
    ];
    for (source, input, name) in cases {
        let outcome = files(source, input);
        let path = format!(".gitbook/assets/{name}");
        assert_eq!(outcome.files.get(&path).map(String::as_str), Some("f"), "{source:?}: {:?}", outcome.files.keys());
        let expected = format!("a file that no page shows, as the file {path}");
        assert!(outcome.kept().contains(&expected.as_str()), "{source:?}: {:?}", said(&outcome));
    }
    let outcome = files(Source::Bookstack, &[("data.json", bookstack), ("files/h.txt", "f")]);
    for expected in [
        "an attachment that is a link P: Site: https://a.b/c",
        "a file that is not in the export P: Gone",
        "a tag of a page owner ops",
    ] {
        assert!(said(&outcome).iter().any(|said| said == expected), "{expected}: {:?}", said(&outcome));
    }
}

#[test]
fn what_only_makes_looks_is_counted() {
    let page = "<html><body><div id='main-content' class='wiki-content'><p>x</p></div></body></html>";
    let outcome = files(
        Source::Confluence,
        &[("S/P_1.html", page), ("S/styles/site.css", "c"), ("S/images/icons/bullet.gif", "g")],
    );
    assert_eq!(outcome.dropped(), ["2 files that make the looks of the export"]);
    let outcome = files(
        Source::Html,
        &[("a.html", "<h1>A</h1>"), ("theme.css", "c"), ("search.html", "s"), ("photo.jpg", "j"), ("objects.inv", "i")],
    );
    let mut dropped = outcome.dropped();
    dropped.sort_unstable();
    assert_eq!(
        dropped,
        [
            "1 files that a generator makes beside its pages",
            "1 pages that a generator makes beside its documents",
            "1 style sheets, scripts and fonts",
            "a file that no page shows",
        ]
    );
}

#[test]
fn files_of_projects_are_kept_where_the_documents_are() {
    let outcome = files(
        Source::Mkdocs,
        &[
            ("mkdocs.yml", "site_name: x\n"),
            ("docs/index.md", "# A\n"),
            ("docs/plan.pdf", "p"),
            ("README.md", "# R\n"),
            ("src/main.py", "x"),
        ],
    );
    assert_eq!(outcome.files.get(".gitbook/assets/plan.pdf").map(String::as_str), Some("p"));
    assert_eq!(outcome.dropped(), ["a page outside of the documents", "1 files of the project beside its documents"]);
    let outcome = files(
        Source::Mdbook,
        &[("src/SUMMARY.md", "- [A](a.md)\n- [B](b.md)\n"), ("src/a.md", "# A\n"), ("src/x.pdf", "p")],
    );
    assert_eq!(outcome.files.get(".gitbook/assets/x.pdf").map(String::as_str), Some("p"));
    assert_eq!(outcome.dropped(), ["an entry of the summary whose file is missing"]);
}

#[test]
fn files_of_confluence_without_a_current_version_are_kept_or_counted() {
    let object = |class: &str, id: &str, rest: &str| {
        format!("<object class=\"{class}\"><id name=\"id\">{id}</id>{rest}</object>")
    };
    let xml = format!(
        "<hibernate-generic>{}{}</hibernate-generic>",
        object("Page", "1", "<property name=\"title\">Home</property>"),
        object(
            "Attachment",
            "7",
            "<property name=\"title\">a.txt</property><property name=\"version\">3</property><property \
             name=\"containerContent\"><id name=\"id\">1</id></property>"
        ),
    );
    let outcome = files(
        Source::Confluence,
        &[
            ("entities.xml", &xml),
            ("attachments/1/7/1", "old"),
            ("attachments/1/7/2", "new"),
            ("attachments/1/8/1", "unknown"),
            ("exportDescriptor.properties", "x"),
        ],
    );
    assert_eq!(outcome.files.get(".gitbook/assets/a.txt").map(String::as_str), Some("new"), "{:?}", outcome.files);
    assert!(outcome.files.values().any(|text| text == "unknown"), "{:?}", outcome.files);
    let mut dropped = outcome.dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, ["1 files of old or deleted attachments", "1 settings of the export"]);
}

#[test]
fn rows_that_a_view_of_notion_leaves_out_are_in_the_table() {
    let (view, all) = (format!("T {HEX}.csv"), format!("T {HEX}_all.csv"));
    let only = format!("U {}_all.csv", HEX.replace('1', "2"));
    let outcome = files(
        Source::Notion,
        &[
            (&format!("Home {HEX}.md"), &format!("# Home\n\n[T](T%20{HEX}_all.csv)\n")),
            (&view, "Name\nSeen\n"),
            (&all, "Name,State\nSeen,Open\nFiltered,Closed\n"),
            (&only, "Name\nAlone\n"),
        ],
    );
    outcome.check("t.md", "# T\n\n| Name | State |\n| --- | --- |\n| Seen | Open |\n| Filtered | Closed |");
    outcome.check("u.md", "# U\n\n| Name |\n| --- |\n| Alone |");
    outcome.check("home.md", "# Home\n\n[T](t.md)");
    assert_eq!(outcome.kept().len(), 2, "{:?}", said(&outcome));
    let mut long = String::from("Name\n");
    (0..2_005).for_each(|row| long.push_str(&format!("row {row}\n")));
    let outcome = files(Source::Notion, &[(&format!("Home {HEX}.md"), "# Home\n"), (&view, &long)]);
    assert!(outcome.files.values().any(|text| *text == long), "{:?}", outcome.files.keys());
    assert!(outcome.text("t.md").contains("{% file src=\".gitbook/assets/"), "{:?}", said(&outcome));
}

#[test]
fn what_lies_beside_the_parts_of_an_export_of_notion_is_taken() {
    let part = zip(&[(&format!("Home {HEX}.md"), b"# Home\n")]);
    let outcome = bytes(
        Source::Notion,
        "e.zip",
        zip(&[("Export-1-Part-1.zip", &part), ("notes.txt", b"n"), ("index.html", b"<p>list</p>")]),
    );
    assert!(outcome.files.contains_key(".gitbook/assets/notes.txt"), "{:?}", outcome.files.keys());
}

#[test]
fn pictures_of_mdx_are_pictures() {
    let page = "---\nslug: /guides/start\ntags: [a, b]\n---\nimport img from './x.png'\nimport useBaseUrl from '@docusaurus/useBaseUrl';\n\n# Page\n\n\
        <img src={img} alt=\"one\" />\n\n<img src={require('./y.png').default} />\n\n<img src={useBaseUrl('/img/z.png')} width={20} />\n\n\
        <img src={require('@site/static/img/w.png')} />\n\n```\n<img src={img} />\n```\n";
    let outcome = files(
        Source::Docusaurus,
        &[
            ("docusaurus.config.js", "x"),
            ("docs/a/page.mdx", page),
            ("docs/other.md", "[p](/docs/guides/start)\n"),
            ("docs/root.md", "---\nslug: /\n---\nRoot\n"),
            ("docs/a/x.png", "1"),
            ("docs/a/y.png", "2"),
            ("static/img/z.png", "3"),
            ("static/img/w.png", "4"),
            ("static/img/unshown.png", "5"),
        ],
    );
    let text = outcome.text("a/start.md");
    for name in ["x", "y", "z", "w"] {
        assert!(text.contains(&format!("../.gitbook/assets/{name}.png\"")), "{name}: {text}");
    }
    assert!(text.contains("```\n<img src={img} />\n```"), "{text}");
    assert!(outcome.files.contains_key(".gitbook/assets/unshown.png"));
    assert!(outcome.text("other.md").contains("[p](a/start.md)"), "{}", outcome.text("other.md"));
    assert!(outcome.files.contains_key("README.md"), "{:?}", outcome.files.keys());
    let all = said(&outcome);
    for expected in ["an address of its own", "the field `tags`"] {
        assert!(all.iter().any(|said| said.contains(expected)), "{expected}: {all:?}");
    }
}

#[test]
fn what_mkdocs_would_do_is_done_or_named() {
    let config = "markdown_extensions: [pymdownx.mark, pymdownx.tilde]\nnav:\n  - Home: index.md\n  - Missing: none.md\n  - Again: index.md\n  - https://x.y\n";
    let index = "---\ntags: [x]\n---\n# Home\n\n==mark== H~2~O {{ ver }} {% x %} :material-home:\n\nTerm\n:   Def one\n\n    more\n\nOther\n:   Def two\n\nAfter\n\n*[HTML]: Hyper\n";
    let outcome =
        files(Source::Mkdocs, &[("mkdocs.yml", config), ("docs/index.md", index), ("docs/hidden.md", "# Hidden\n")]);
    outcome.check(
        "README.md",
        "# Home\n\n<mark style=\"background-color:yellow;\">mark</mark> H<sub>2</sub>O {{ ver }} {\\% x %} :material-home:\n\n\
         * **Term**\n\n  Def one\n\n  more\n\n* **Other**\n\n  Def two\n\n\nAfter\n\n*[HTML]: Hyper",
    );
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Home](README.md)\n* [https://x.y](https://x.y)\n* [Hidden](hidden.md)",
    );
    let all = said(&outcome);
    for expected in [
        "leads to no page of the documents Missing: none.md",
        "has its place already Again: index.md",
        "does not name, after the others hidden.md: Hidden",
        "an expression of a macro, as text {{ ver }}",
        "a tag of a macro, as text {% x %}",
        "an icon, as its name :material-home:",
        "an abbreviation, as text *[HTML]: Hyper",
        "the field `tags` of the front matter x",
    ] {
        assert!(all.iter().any(|said| said.contains(expected)), "{expected}: {all:?}");
    }
}

#[test]
fn sidebars_of_docusaurus_are_followed_or_named() {
    let sidebars = "module.exports = {docs: ['a', 'none', {type: 'link', label: 'L', href: '/blog'}, {type: 'html', value: 'x'}]};";
    let page = "# A\n\n```js title=\"a.js\" {1} showLineNumbers\ncode\n```\n\n* x\n\n  ```\n  y\n  ```\n";
    let outcome = files(
        Source::Docusaurus,
        &[("docusaurus.config.js", "x"), ("sidebars.js", sidebars), ("docs/a.md", page), ("docs/b.md", "# B\n")],
    );
    outcome.check(
        "a.md",
        "# A\n\n{% code title=\"a.js\" lineNumbers=\"true\" %}\n```js\ncode\n```\n{% endcode %}\n\n* x\n\n  ```\n  y\n  ```",
    );
    let all = said(&outcome);
    for expected in
        ["leads to no page none", "of another server L", "not known html", "no sidebar names, after the others b.md"]
    {
        assert!(all.iter().any(|said| said.contains(expected)), "{expected}: {all:?}");
    }
}
