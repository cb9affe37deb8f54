//! Text that would be a tag of the format means itself, whatever the source: nothing is hidden, and code is as it was.

use quire_content::document::{self, Unresolved, conditions};
use quire_content::front_matter;
use quire_sources::Source;

use crate::support::{Outcome, bytes, files, zip};

/// Text and code as the pages of all sources have them.
const TEXT: &str = "Before {% if visitor.claims.x %} inside {% endif %} {% hint style=\"info\" %} {{ value }}";
const CODE: &str = "{% if user %}";

/// Checks that all readers get all of each page, and that its text says what the source said.
fn check(what: &str, outcome: &Outcome) {
    let mut texts = String::new();
    for (path, file) in outcome.files.iter().filter(|(path, _)| path.ends_with(".md")) {
        let at = front_matter::parse(file.as_bytes()).body_at;
        let body = &file[at..];
        assert_eq!(conditions::misunderstood(body), [], "{what}: {path}: {file}");
        let reduced = conditions::reduce(body, &mut |_| Some(false));
        assert_eq!(reduced, body, "{what}: {path}");
        texts.push_str(&format!("{:?}", document::parse(body, &Unresolved).document));
    }
    let wanted = TEXT.replace('"', "\\\"");
    assert!(texts.contains(&wanted), "{what}: {texts}");
    assert!(texts.contains(CODE), "{what}: {texts}");
    assert!(!texts.contains('\u{fdd0}'), "{what}");
}

/// Returns Markdown with tags in all places.
fn markdown() -> String {
    format!("# The {{% if %}} tag\n\n{TEXT}\n\n```\n{CODE}\n```\n\nAlso `{CODE}`.\n\n    {CODE} indented\n\nLast.\n")
}

fn html() -> String {
    let text = TEXT.replace('"', "&quot;");
    format!(
        "<h1>The {{% if %}} tag</h1><p>{text}</p><pre>{CODE}</pre><table><tr><th>{CODE}</th></tr><tr><td>{{% else %}}<p>x</p></td></tr></table>"
    )
}

#[test]
fn markdown_of_other_tools() {
    let text = markdown();
    let pages = |path: &'static str| vec![(path, text.as_str())];
    check("github-wiki", &files(Source::GithubWiki, &[("Home.md", &text), ("Other.rst", TEXT)]));
    check("notion", &files(Source::Notion, &pages("Page 0123456789abcdef0123456789abcdef.md")));
    check("outline", &files(Source::Outline, &pages("Docs/Page.md")));
    check("bookstack", &files(Source::Bookstack, &pages("book/page.md")));
    check("docusaurus", &files(Source::Docusaurus, &pages("docs/page.mdx")));
    let summary = "# Summary\n\n- [{% if %}](page.md)\n";
    check("mdbook", &files(Source::Mdbook, &[("src/SUMMARY.md", summary), ("src/page.md", &text)]));
    let config = "site_name: x\nnav:\n  - '{% if %}': page.md\n";
    check("mkdocs", &files(Source::Mkdocs, &[("mkdocs.yml", config), ("docs/page.md", &text)]));
    let data = serde_json::json!({ "page": { "id": 1, "name": "{% if %}", "markdown": text } }).to_string();
    check("bookstack, portable", &files(Source::Bookstack, &[("data.json", &data)]));
}

#[test]
fn constructs_of_other_tools_stay_what_they_are() {
    let text =
        format!("!!! note \"The {{% if %}}\"\n    {TEXT}\n\n        {CODE}\n\n=== \"{{% if %}}\"\n    `{CODE}`\n");
    let outcome = files(Source::Mkdocs, &[("mkdocs.yml", "site_name: x\n"), ("docs/page.md", &text)]);
    check("mkdocs", &outcome);
    let page = outcome.text("page.md");
    assert!(page.contains("{% hint style=\"info\" %}") && page.contains("{% tab title=\"{&#x25; if %}\" %}"), "{page}");
    let text = format!(
        ":::tip[{{% if %}}]\n{TEXT}\n:::\n\n<Tabs>\n<TabItem value=\"{{% if %}}\">\n\n`{CODE}`\n\n</TabItem>\n</Tabs>\n"
    );
    check("docusaurus", &files(Source::Docusaurus, &[("docs/page.mdx", &text)]));
}

#[test]
fn sources_in_html_and_xml() {
    let page = format!("<html><body>{}</body></html>", html());
    for (source, path) in [
        (Source::Html, "page.html"),
        (Source::GoogleDocs, "Page.html"),
        (Source::Notion, "Page 0123456789abcdef0123456789abcdef.html"),
        (Source::Outline, "Docs/Page.html"),
        (Source::Bookstack, "page.html"),
        (Source::Confluence, "Page_1.html"),
    ] {
        check(source.name(), &files(source, &[(path, &page)]));
    }
    let escaped = format!("{TEXT}\n\n<pre>{CODE}</pre>").replace('&', "&amp;").replace('<', "&lt;");
    let dump = format!(
        "<mediawiki><page><title>The {{% if %}} tag</title><ns>0</ns><revision><text>{escaped}</text></revision></page></mediawiki>"
    );
    check("mediawiki", &files(Source::Mediawiki, &[("dump.xml", &dump)]));
    let object = |class: &str, id: &str, rest: &str| {
        format!("<object class=\"{class}\"><id name=\"id\">{id}</id>{rest}</object>")
    };
    let storage = format!(
        "<p>{}</p><ac:structured-macro ac:name=\"code\"><ac:plain-text-body>{CODE}</ac:plain-text-body></ac:structured-macro>",
        TEXT.replace('"', "&quot;")
    );
    let xml = format!(
        "<hibernate-generic>{}{}</hibernate-generic>",
        object("Page", "1", "<property name=\"title\">The {% if %} tag</property>"),
        object(
            "BodyContent",
            "2",
            &format!(
                "<property name=\"body\"><![CDATA[{storage}]]></property><property name=\"content\"><id name=\"id\">1</id></property>"
            )
        )
    );
    check("confluence", &files(Source::Confluence, &[("entities.xml", &xml)]));
    let run = |style: &str, text: &str| {
        let text = text.replace('"', "&quot;");
        format!("<w:p><w:pPr>{style}</w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
    };
    let text = format!("<w:document><w:body>{}{}</w:body></w:document>", run("", TEXT), run("", CODE));
    let types = "<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    check(
        "docx",
        &bytes(
            Source::Docx,
            "x.docx",
            zip(&[("[Content_Types].xml", types.as_bytes()), ("word/document.xml", text.as_bytes())]),
        ),
    );
    let data = serde_json::json!({ "documents": { "a": { "id": "a", "title": "{% if %}", "data": { "type": "doc", "content": [
        { "type": "paragraph", "content": [{ "type": "text", "text": TEXT }] },
        { "type": "code_block", "content": [{ "type": "text", "text": CODE }] },
    ] } } } });
    check("outline, JSON", &files(Source::Outline, &[("c.json", &data.to_string())]));
}
