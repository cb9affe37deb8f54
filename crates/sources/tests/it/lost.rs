//! What sources have and pages do not get is named: nothing is left out silently.

use quire_sources::Source;

use crate::support::files;

#[test]
fn a_project_of_docusaurus_is_taken_whole_or_listed() {
    let outcome = files(
        Source::Docusaurus,
        &[
            ("docusaurus.config.js", "x"),
            ("README.md", "# Repository\n"),
            ("docs/intro.mdx", "import Part from './_part.mdx'\n\n# Intro\n\n<Part />\n\n```\n<Part />\n```\n"),
            ("docs/_part.mdx", "---\nx: y\n---\nShared *text*.\n"),
            ("docs/_unused.md", "Nobody shows this.\n"),
            ("docs/draft.md", "---\ndraft: true\n---\n# Draft\n"),
            ("docs/secret.md", "---\nunlisted: true\n---\n# Secret\n"),
            ("versioned_docs/version-1.0/a.md", "# A\n"),
            ("versioned_docs/version-1.0/b.md", "# B\n"),
            ("i18n/fr/docusaurus-plugin-content-docs/current/intro.md", "# Intro\n"),
            ("blog/2021-01-02-old.md", "# Old\n\n[new](./2022-03-04-new/index.md)\n"),
            ("blog/2022-03-04-new/index.md", "---\ntitle: New\n---\nNews.\n"),
        ],
    );
    outcome.check("intro.md", "# Intro\n\nShared *text*.\n\n```\n<Part />\n```");
    assert!(outcome.text("secret.md").starts_with("---\nhidden: true\n---\n"), "{}", outcome.text("secret.md"));
    let summary = outcome.text("SUMMARY.md");
    let blog = summary.split_once("* Blog\n").unwrap().1;
    assert!(blog.find("[New]").unwrap() < blog.find("[Old]").unwrap(), "{summary}");
    assert!(outcome.files.values().any(|text| text.contains("[new](2022-03-04-new.md)")), "{:?}", outcome.files);
    let mut dropped = outcome.dropped();
    dropped.sort_unstable();
    assert_eq!(
        dropped,
        [
            "1 files of the project beside its documents",
            "1 pages in the language fr",
            "2 pages of version 1.0: only the current one is taken",
            "a draft, which is not published",
            "a page outside of the documents",
            "a part of pages that no page shows",
        ]
    );
}

#[test]
fn links_in_parts_lead_where_they_led() {
    let outcome = files(
        Source::Docusaurus,
        &[
            ("docusaurus.config.js", "x"),
            ("docs/page.mdx", "import A from '@site/docs/parts/deep/_a.mdx'\n\n<A />\n"),
            ("docs/parts/deep/_a.mdx", "[o](../other.md#x) ![i](i.png) [e](https://x.y/z)\n"),
            ("docs/parts/other.md", "# Other\n"),
            ("docs/parts/deep/i.png", "p"),
        ],
    );
    assert!(
        outcome.text("page.md").contains("[o](parts/other.md#x) ![i](.gitbook/assets/i.png) [e](https://x.y/z)"),
        "{}",
        outcome.text("page.md")
    );
}

#[test]
fn parts_that_insert_themselves_end() {
    let text = "import A from './_a.mdx'\n\n<A />\n<A />\n";
    let outcome = files(Source::Docusaurus, &[("docs/page.mdx", text), ("docs/_a.mdx", text)]);
    assert!(outcome.text("page.md").len() < 10_000);
}

#[test]
fn inclusions_of_mdbook() {
    let page = "# A\n\nRun {{#playground code/x.rs}}\n\n```rust\n{{#playground code/x.rs}}\n```\n\n{{#include part.md}}\n\n\\{{#include part.md}}\n";
    let outcome = files(
        Source::Mdbook,
        &[
            ("src/SUMMARY.md", "# Summary\n\n- [A](a.md)\n"),
            ("src/a.md", page),
            ("src/part.md", "Included, with {{#include deeper.md}}\n"),
            ("src/deeper.md", "more\n"),
            ("src/code/x.rs", "fn main() {}\n"),
            ("src/forgotten.md", "# Forgotten\n"),
        ],
    );
    outcome.check(
        "a.md",
        "# A\n\nRun \n```rust\nfn main() {}\n```\n\n```rust\nfn main() {}\n```\n\nIncluded, with more\n\n{{#include part.md}}",
    );
    assert_eq!(outcome.dropped(), ["a page that the summary does not name"]);
    let circle = "{{#include a.md}}\n{{#include a.md}}\n";
    let outcome = files(Source::Mdbook, &[("src/SUMMARY.md", "- [A](a.md)\n"), ("src/a.md", circle)]);
    assert!(outcome.text("a.md").len() < 50_000, "{}", outcome.text("a.md").len());
}

#[test]
fn pages_of_wikis_in_other_markups_are_pages() {
    let outcome = files(
        Source::GithubWiki,
        &[
            ("Home.md", "[[Old Page]]\n"),
            ("Old-Page.textile", "h1. Old\n\n```\n\n* x\n"),
            ("Notes.asciidoc", "= Notes\n"),
        ],
    );
    outcome.check("Old-Page.md", "# Old Page\n\n````textile\nh1. Old\n\n```\n\n* x\n````");
    outcome.check("Notes.md", "# Notes\n\n```asciidoc\n= Notes\n```");
    assert!(outcome.text("README.md").contains("[Old Page](Old-Page.md)"));
    assert_eq!(outcome.kept(), ["a page in another markup than Markdown, as the text of its file"; 2]);
}

#[test]
fn attachments_of_confluence_that_no_text_shows_are_files() {
    let object = |class: &str, id: &str, rest: &str| {
        format!("<object class=\"{class}\"><id name=\"id\">{id}</id>{rest}</object>")
    };
    let attachment = |id: &str, name: &str, page: &str| {
        let rest = format!(
            "<property name=\"title\">{name}</property><property name=\"containerContent\"><id name=\"id\">{page}</id></property>"
        );
        object("Attachment", id, &rest)
    };
    let body = "<property name=\"body\"><![CDATA[<p>x</p><ac:structured-macro ac:name=\"code\"><ac:parameter ac:name=\"title\">Run</ac:parameter><ac:plain-text-body>y</ac:plain-text-body></ac:structured-macro>]]></property><property name=\"content\"><id name=\"id\">1</id></property>";
    let xml = format!(
        "<hibernate-generic>{}{}{}{}{}{}{}</hibernate-generic>",
        object("Page", "1", "<property name=\"title\">Home</property>"),
        object("BodyContent", "2", body),
        attachment("7", "plan.pdf", "1"),
        attachment("8", "gone.pdf", "1"),
        attachment("9", "else.pdf", "5"),
        object("Comment", "10", ""),
        object("Comment", "11", ""),
    );
    let outcome = files(
        Source::Confluence,
        &[("entities.xml", &xml), ("attachments/1/7/1", "pdf"), ("attachments/5/9/1", "pdf")],
    );
    assert_eq!(outcome.files.get(".gitbook/assets/plan.pdf").map(String::as_str), Some("pdf"));
    assert_eq!(outcome.kept(), ["an attachment that no text shows, as the file .gitbook/assets/plan.pdf"]);
    let mut dropped = outcome.dropped();
    dropped.sort_unstable();
    assert_eq!(
        dropped,
        [
            "1 files of old or deleted attachments",
            "2 comments",
            "an attachment of a page that is not taken",
            "an attachment that is not in the export"
        ]
    );
    assert_eq!(outcome.text("home.md").matches("Run").count(), 1, "{}", outcome.text("home.md"));
}

#[test]
fn the_title_of_code_in_pages_of_confluence_is_there_once() {
    let code = "<div class=\"code panel pdl\"><div class=\"codeHeader panelHeader pdl\"><b>Run it</b></div><div class=\"codeContent panelContent pdl\"><pre class=\"syntaxhighlighter-pre\" data-syntaxhighlighter-params=\"brush: java; gutter: false\">int a;</pre></div></div>";
    let page =
        format!("<html><body><div id=\"main-content\" class=\"wiki-content\"><p>x</p>{code}</div></body></html>");
    let outcome = files(Source::Confluence, &[("Page_1.html", &page)]);
    let text = outcome.files.iter().find(|(path, _)| path.as_str() != "SUMMARY.md").unwrap().1;
    assert_eq!(text.matches("Run it").count(), 1, "{text}");
    assert!(text.contains("int a;"), "{text}");
}

#[test]
fn numbers_of_notes_are_there_once() {
    let page = "<html><body><p>One<sup><a href='#ftnt1' id='ftnt_ref1'>[1]</a></sup> and two <sup><a href='#ftnt2' id='ftnt_ref2'>[2]</a></sup> both<sup><a href='#ftnt1'>[1]</a></sup><sup><a href='#ftnt2'>[2]</a></sup> <a href='https://x.y'>link</a><sup><a href='#ftnt2'>[2]</a></sup></p><hr><div><p><a href='#ftnt_ref1' id='ftnt1'>[1]</a> First note</p></div><div><p><a href='#ftnt_ref2' id='ftnt2'>[2]</a> Second note</p></div></body></html>";
    let outcome = files(Source::GoogleDocs, &[("Doc.html", page)]);
    let text = outcome.files.iter().find(|(path, _)| path.as_str() != "SUMMARY.md").unwrap().1;
    assert!(!text.contains("<sup>"), "{text}");
    assert!(text.contains("First note") && text.contains("Second note"), "{text}");
    assert!(text.contains("One[^1] and two[^2] both[^3] [link](https://x.y)\u{2060}[^2]"), "{text}");
}

#[test]
fn text_of_forms_and_drawings_is_kept_or_listed() {
    let page = "<html><body><main><h1>T</h1><p>Press <button>Send it</button> <button>Copy</button></p>\
        <textarea>typed text</textarea><select><option>Red</option><option>Blue</option></select>\
        <svg><title>icon</title><path d='M0 0'/></svg><svg><text>Server</text><text>Client</text></svg>\
        <dialog open><p>Open window</p></dialog><dialog><p>Closed window</p></dialog><canvas>No canvas</canvas>\
        <p>End</p></main></body></html>";
    let outcome = files(Source::Html, &[("page.html", page)]);
    let text = outcome.files.iter().find(|(path, _)| path.as_str() != "SUMMARY.md").unwrap().1;
    assert!(text.contains("typed text") && text.contains("Open window") && !text.contains("Closed window"), "{text}");
    let listed: Vec<(&str, &str)> = outcome
        .report
        .iter()
        .flat_map(|page| &page.dropped)
        .map(|part| (part.what.as_str(), part.place.as_str()))
        .collect();
    for expected in [
        ("a button", "Send it"),
        ("a list of choices of a form", "Red, Blue"),
        ("a drawing within the page", "Server Client"),
        ("a window that a script opens", "Closed window"),
        ("a drawing by a script", "No canvas"),
    ] {
        assert!(listed.contains(&expected), "{expected:?} in {listed:?}");
    }
    assert_eq!(listed.len(), 5, "{listed:?}");
}

#[test]
fn formulas_without_tex_are_formulas() {
    let math = "<math display='block'><mfrac><mn>1</mn><mrow><mn>2</mn><mi>a</mi></mrow></mfrac><mo>=</mo><msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>sin</mi></math>";
    let outcome = files(
        Source::Html,
        &[("page.html", &format!("<html><body><main><h1>T</h1><p>a</p>{math}</main></body></html>"))],
    );
    let text = outcome.files.iter().find(|(path, _)| path.as_str() != "SUMMARY.md").unwrap().1;
    assert!(text.contains(r"\frac{1}{2a}=\sqrt{{x}^{2}}\sum_{i}^{n} \operatorname{sin}"), "{text}");
}
