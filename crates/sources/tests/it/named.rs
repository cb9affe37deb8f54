//! Names, labels and texts beside pages: they are in the content, or the report has them.

use quire_sources::Source;

use crate::support::{Outcome, bytes, files, zip};

fn dropped(outcome: &Outcome) -> Vec<(&str, &str)> {
    outcome.report.iter().flat_map(|page| &page.dropped).map(|part| (&*part.what, &*part.place)).collect()
}

#[test]
fn headings_beside_a_title_of_docusaurus_stay() {
    let outcome = files(
        Source::Docusaurus,
        &[
            ("docusaurus.config.js", "x"),
            ("docs/a.md", "---\ntitle: One\n---\n# Other *heading*\n\ntext\n"),
            ("docs/b.md", "---\ntitle: Same\n---\n# Same\n\ntext\n"),
        ],
    );
    outcome.check("a.md", "# One\n\n# Other *heading*\n\ntext");
    outcome.check("b.md", "# Same\n\ntext");
    assert!(outcome.text("SUMMARY.md").contains("[One](a.md)"));
}

#[test]
fn pictures_and_players_of_mdx_are_found() {
    let page = "# A\n\n<Card title=\"x\">\n    <img src=\"/img/a.png\" />\n</Card>\n\n<img src=\"/img/a.png\" />\n![x](/img/b.png)\n\n<video src={require('./v.mp4').default} controls />\n\n<video controls>\n  <source src=\"/img/w.mp4\" />\n</video>\n\n<video src=\"/gone.mp4\" />\n";
    let outcome = files(
        Source::Docusaurus,
        &[
            ("docusaurus.config.js", "x"),
            ("docs/a.md", page),
            ("docs/v.mp4", "v"),
            ("static/img/a.png", "a"),
            ("static/img/b.png", "b"),
            ("static/img/w.mp4", "w"),
        ],
    );
    let text = outcome.text("a.md");
    assert_eq!(text.matches("<img src=\".gitbook/assets/a.png\" />").count(), 2, "{text}");
    assert!(text.contains("![x](.gitbook/assets/b.png)"), "{text}");
    for file in [".gitbook/assets/v.mp4", ".gitbook/assets/w.mp4", "/gone.mp4"] {
        assert!(text.contains(&format!("{{% file src=\"{file}\" %}}\n{{% endfile %}}")), "{file} in {text}");
    }
}

#[test]
fn numbers_of_docusaurus_are_those_that_it_removes() {
    let names = ["01-a", "1", "3.10", "2021-01-02-notes", "12345-b"];
    let paths: Vec<String> = names.iter().map(|name| format!("docs/{name}.md")).collect();
    let mut all: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "text\n")).collect();
    all.push(("docusaurus.config.js", "x"));
    all.push((
        "docs/01-a/_category_.json",
        "{\"label\": \"A\", \"link\": {\"type\": \"generated-index\", \"description\": \"All of it\"}}",
    ));
    all.push(("docs/01-a/x.md", "text\n"));
    let outcome = files(Source::Docusaurus, &all);
    for path in ["a.md", "1.md", "3.10.md", "2021-01-02-notes.md", "b.md"] {
        outcome.text(path);
    }
    assert!(
        dropped(&outcome).contains(&("the description of a category, whose page Docusaurus makes", "All of it")),
        "{:?}",
        dropped(&outcome)
    );
}

#[test]
fn collections_of_outline_have_a_page_for_what_they_say() {
    let paragraph = |text: &str| {
        format!(
            "{{\"type\":\"doc\",\"content\":[{{\"type\":\"paragraph\",\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}]}}"
        )
    };
    let export = |about: &str| {
        format!(
            "{{\"collection\":{{\"id\":\"c\",\"name\":\"Handbook\"{about}}},\"documents\":{{\"d\":{{\"id\":\"d\",\"title\":\"A\",\"data\":{}}}}},\"attachments\":{{}}}}",
            paragraph("t")
        )
    };
    let about = format!(",\"description\":\"About it\",\"data\":{}", paragraph("Overview"));
    let outcome = files(Source::Outline, &[("Handbook.json", &export(&about))]);
    outcome.check("handbook.md", "---\ndescription: \"About it\"\n---\n\n# Handbook\n\nOverview");
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Handbook](handbook.md)\n  * [A](a.md)");
    let outcome = files(Source::Outline, &[("Handbook.json", &export(",\"description\":\"About *it*\""))]);
    outcome.check("handbook.md", "# Handbook\n\nAbout *it*");
    let outcome = files(Source::Outline, &[("Handbook.json", &export(""))]);
    assert_eq!(dropped(&outcome), [("the name of the only collection", "Handbook")]);
    let outcome = files(
        Source::Outline,
        &[("H/A.md", "# A\n\nIt is ==marked== {{ x }} :material-a: a == b == c\n\n    ==code==\n")],
    );
    let text = outcome.files.iter().find(|(path, _)| path.ends_with("a.md")).unwrap().1;
    assert_eq!(
        text.trim(),
        "# A\n\nIt is <mark style=\"background-color:yellow;\">marked</mark> {{ x }} :material-a: a == b == c\n\n    ==code=="
    );
}

#[test]
fn pictures_links_and_redirects_of_mediawiki() {
    let page = |title: &str, text: &str| {
        format!("<page><title>{title}</title><ns>0</ns><revision><text>{text}</text></revision></page>")
    };
    let main = "[[Media:Doc.pdf|the file]] [[Media:Gone.pdf|lost]] [[Old]] [[Alt]]\n\n[[File:P.png|link=https://x.y/z|alt=said|thumb|cap [https://a.b label]]]\n\n[[File:P.png|link=New|alt=other]] end\n\n[[File:P.png|hidden [[New]]]]";
    let dump = format!(
        "<mediawiki>{}{}{}{}</mediawiki>",
        page("Main", main),
        page("New", "text"),
        page("Old", "#WEITERLEITUNG [[New]]\n\n{{T}}"),
        page("Alt", "#転送[[New]]")
    );
    let outcome = files(Source::Mediawiki, &[("d.xml", &dump), ("Doc.pdf", "d"), ("P.png", "p")]);
    let text = outcome.text("main.md");
    assert!(text.contains("[the file](.gitbook/assets/Doc.pdf) lost [Old](new.md) [Alt](new.md)"), "{text}");
    for part in ["said", "https://x.y/z", "[label](https://a.b)", "cap ", "other", "end"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(
        !outcome.files.contains_key("old.md") && !outcome.files.contains_key("alt.md"),
        "{:?}",
        outcome.files.keys()
    );
    assert!(outcome.kept().contains(&"a link to a page that is not in the dump, as its text"));
    assert!(dropped(&outcome).iter().any(|(what, _)| *what == "the caption of a picture that shows none"));
}

#[test]
fn sidebars_of_wikis_have_links_labels_and_texts() {
    let sidebar = "### Part\n* [[Home]]\n* [Out](https://x.y/z)\n* [Own label](Home)\n* [Another](Two) with text\n* [gone](Nowhere)\n\nA paragraph\n";
    let outcome = files(Source::GithubWiki, &[("Home.md", "text\n"), ("Two.md", "two\n"), ("_Sidebar.md", sidebar)]);
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Home](README.md)\n* Part\n  * [Out](https://x.y/z)\n  * [Another](Two.md)",
    );
    assert_eq!(
        dropped(&outcome),
        [
            ("a label of _Sidebar.md for a page that has its place already", "Own label: Home"),
            ("text of _Sidebar.md beside its links", "with text"),
            ("an entry of _Sidebar.md that leads to no page", "gone: Nowhere"),
            ("text of _Sidebar.md", "A paragraph"),
        ]
    );
}

#[test]
fn drafts_of_mdbook_are_named() {
    let summary = "# Summary\n\n- [A](a.md)\n- [Draft]()\n- [Group]()\n  - [B](b.md)\n\n# Empty part\n";
    let outcome = files(Source::Mdbook, &[("src/SUMMARY.md", summary), ("src/a.md", "# A\n"), ("src/b.md", "# B\n")]);
    assert_eq!(
        dropped(&outcome),
        [("a draft, which has no text", "Draft"), ("a part of the summary without chapters", "Empty part")]
    );
    assert!(outcome.text("SUMMARY.md").contains("* Group\n  * [B](b.md)"));
}

#[test]
fn cells_of_notion_beyond_the_names_of_columns_stay() {
    let id = "0123456789abcdef0123456789abcdef";
    let table = format!("Data {id}.csv");
    let home = (format!("Home {id}.md"), "# Home\n");
    let outcome = files(Source::Notion, &[(&home.0, home.1), (&table, "Name,Note\nA,b,more\n")]);
    assert!(outcome.text("data.md").contains("| A | b | more |"), "{}", outcome.text("data.md"));
    let many = format!("Name\n{}", "a\n".repeat(2_100));
    let outcome = files(Source::Notion, &[(&home.0, home.1), (&table, &many)]);
    assert_eq!(outcome.kept(), ["100 rows of a database beyond the first 2000, in its file"]);
    assert!(outcome.text("data.md").contains("{% file src=\".gitbook/assets/"), "{}", &outcome.text("data.md")[..200]);
}

#[test]
fn files_and_pictures_of_sites_are_named() {
    let page = "<html><body><main><h1>T</h1><p><img srcset=\"s.png 1x, l.png 2x\" alt=\"sized\"> <img alt=\"nothing\"></p></main></body></html>";
    let outcome = files(
        Source::Html,
        &[
            ("a.html", page),
            ("s.png", "s"),
            ("l.png", "l"),
            ("notes.txt", "n"),
            ("robots.txt", "r"),
            ("data.json", "{}"),
        ],
    );
    assert!(
        outcome.text("a.md").contains("<img src=\".gitbook/assets/l.png\" alt=\"sized\">"),
        "{}",
        outcome.text("a.md")
    );
    let dropped = dropped(&outcome);
    for part in [
        ("an image without an address", "nothing"),
        ("a file that no page shows", "notes.txt"),
        ("a file that no page shows", "data.json"),
        ("1 files that a generator makes beside its pages", ""),
    ] {
        assert!(dropped.contains(&part), "{part:?} in {dropped:?}");
    }
}

#[test]
fn headers_and_footers_of_word_are_named() {
    let main = "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body></w:document>";
    let part =
        |name: &str, text: &str| format!("<w:{name} xmlns:w=\"w\"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:{name}>");
    let relations = "<Relationships><Relationship Id=\"r1\" Type=\"x/header\" Target=\"header1.xml\"/><Relationship Id=\"r2\" Type=\"x/footer\" Target=\"footer1.xml\"/><Relationship Id=\"r3\" Type=\"x/header\" Target=\"header2.xml\"/></Relationships>";
    let (header, footer) = (part("hdr", "Secret plan"), part("ftr", "Page 1"));
    let types = "<Types><Override PartName=\"/word/document.xml\" ContentType=\"x.wordprocessingml.document.main+xml\"/></Types>";
    let archive = zip(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("word/document.xml", main.as_bytes()),
        ("word/_rels/document.xml.rels", relations.as_bytes()),
        ("word/header1.xml", header.as_bytes()),
        ("word/header2.xml", header.as_bytes()),
        ("word/footer1.xml", footer.as_bytes()),
    ]);
    let outcome = bytes(Source::Docx, "a.docx", archive);
    assert_eq!(
        dropped(&outcome),
        [("a header of printed pages", "Secret plan"), ("a footer of printed pages", "Page 1")]
    );
}

#[test]
fn links_of_confluence_to_places_without_a_heading_lead_to_the_page() {
    let page = |id: &str, title: &str, body: &str| {
        format!(
            "<object class=\"Page\"><id name=\"id\">{id}</id><property name=\"title\">{title}</property></object><object class=\"BodyContent\"><id name=\"id\">{id}0</id><property name=\"body\"><![CDATA[{body}]]></property><property name=\"content\"><id name=\"id\">{id}</id></property></object>"
        )
    };
    let link = |name: &str| {
        format!(
            "<ac:link ac:anchor=\"{name}\"><ri:page ri:content-title=\"Child\"/><ac:link-body>{name}</ac:link-body></ac:link> "
        )
    };
    let anchor = |name: &str| {
        format!(
            "<ac:structured-macro ac:name=\"anchor\"><ac:parameter ac:name=\"\">{name}</ac:parameter></ac:structured-macro>"
        )
    };
    let child = format!("<p>{}text</p><h2>{}Part</h2><p>more</p>", anchor("top"), anchor("part"));
    let xml = format!(
        "<hibernate-generic>{}{}</hibernate-generic>",
        page("1", "Home", &format!("<p>{}{}{}</p>", link("top"), link("part"), link("none"))),
        page("2", "Child", &child),
    );
    let outcome = files(Source::Confluence, &[("entities.xml", &xml)]);
    let text = outcome.text("home.md");
    assert!(text.contains("[top](child.md) [part](child.md#part) [none](child.md"), "{text}");
    assert!(outcome.kept().contains(&"a link to a place within a page, as one to the page"), "{:?}", outcome.kept());
}
