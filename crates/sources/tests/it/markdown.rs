//! Sources that are Markdown with a syntax of their own.

use quire_sources::Source;

use crate::support::files;

#[test]
fn a_wiki_of_github() {
    let home = "# Welcome\n\nSee [[The Page]], [[so|Other-Page#part]] and [p](The-Page). `[[no]]`\n";
    let outcome = files(
        Source::GithubWiki,
        &[
            ("Home.md", home),
            ("The-Page.md", "Text [[Gone]]\n"),
            ("Other-Page.md", "# Other Page\n\nx\n"),
            ("_Sidebar.md", "* [[Home]]\n## Part\n* [[The Page]]\n  * [o](Other-Page)\n"),
            ("_Footer.md", "foot"),
        ],
    );
    outcome.check(
        "README.md",
        "# Welcome\n\nSee [The Page](The-Page.md), [so](Other-Page.md#part) and [p](The-Page.md). `[[no]]`",
    );
    outcome.check("The-Page.md", "# The Page\n\nText [[Gone]]");
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Welcome](README.md)\n* Part\n  * [The Page](The-Page.md)\n    * [o](Other-Page.md)",
    );
    assert_eq!(outcome.dropped(), ["_Footer.md, which is on each page"]);
}

#[test]
fn a_project_of_mkdocs() {
    let config = "site_name: x\nplugins:\n  - search\nmarkdown_extensions:\n  - emoji: {f: !!python/name:a.b }\nnav:\n  - Home: index.md\n  - Guide:\n      - guide/index.md\n      - Setup: guide/setup.md\n  - Code: https://x.y\n";
    let index = "---\ntitle: Start\ndescription: About\n---\n# Old\n\n[s](guide/setup.md#a)\n![i](img/i.png){ width=\"300\" }\n\n!!! tip\n    Do\n";
    let outcome = files(
        Source::Mkdocs,
        &[
            ("mkdocs.yml", config),
            ("docs/index.md", index),
            ("docs/guide/index.md", "# Guide\n"),
            ("docs/guide/setup.md", "Setup\n=====\n\n=== \"A\"\n    a\n"),
            ("docs/img/i.png", "p"),
            ("docs/left.md", "# Left\n"),
        ],
    );
    outcome.check("README.md", "---\ndescription: \"About\"\n---\n\n# Start\n\n# Old\n\n[s](guide/setup.md#a)\n![i](.gitbook/assets/i.png)\n\n{% hint style=\"success\" %}\nDo\n{% endhint %}");
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/setup.md)\n* [Code](https://x.y)\n* [Left](left.md)");
    assert!(outcome.text("guide/setup.md").contains("{% tab title=\"A\" %}"));
}

#[test]
fn a_project_of_docusaurus() {
    let intro = "---\nid: start\ntitle: Intro\nsidebar_position: 1\n---\nimport X from '@site/x';\n\n[d](./02-deep/deep.mdx) [r](/docs/deep/own) ![l](/img/l.png)\n\n:::caution\nx\n:::\n";
    let sidebars = "module.exports = { docs: ['start', { type: 'category', label: 'More', items: ['deep/own'] }, {type: 'link', label: 'L', href: 'https://x.y'}] };";
    let all = [
        ("docusaurus.config.js", "x"),
        ("docs/01-intro.md", intro),
        ("docs/02-deep/deep.mdx", "---\nid: own\n---\n# Deep\n\n<Thing/>\n"),
        ("static/img/l.png", "p"),
    ];
    let mut with: Vec<(&str, &str)> = all.to_vec();
    with.push(("sidebars.js", sidebars));
    let outcome = files(Source::Docusaurus, &with);
    outcome.check("intro.md", "# Intro\n\n[d](deep/deep.md) [r](deep/deep.md) ![l](.gitbook/assets/l.png)\n\n{% hint style=\"warning\" %}\nx\n{% endhint %}");
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Intro](intro.md)\n* More\n  * [Deep](deep/deep.md)\n* [L](https://x.y)",
    );
    let mut with: Vec<(&str, &str)> = all.to_vec();
    with.push(("docs/02-deep/_category_.json", "{\"label\": \"The deep\"}"));
    files(Source::Docusaurus, &with)
        .check("SUMMARY.md", "# Table of contents\n\n* [Intro](intro.md)\n* [The deep](deep/deep.md)");
}

#[test]
fn a_book_of_mdbook() {
    let summary = "# Summary\n\n[Intro](intro.md)\n\n# Part one\n\n- [A](a.md)\n  - [B](b/index.md)\n- [Draft]()\n";
    let a = "# A {#a-id}\n\n{{#title x}}\n```rust,ignore\n# hidden\n{{#include ../code/x.rs:part}}\n```\n[b](b/index.md) {{#include ../../out.rs}}\n";
    let outcome = files(
        Source::Mdbook,
        &[
            ("book.toml", "[book]\nsrc = \"src\"\n"),
            ("src/SUMMARY.md", summary),
            ("src/intro.md", "# Intro\n"),
            ("src/a.md", a),
            ("src/b/index.md", "# B\n"),
            ("code/x.rs", "a\n// ANCHOR: part\nb\n// ANCHOR_END: part\n"),
        ],
    );
    outcome.check("a.md", "# A\n\n```rust\nb\n```\n[b](b/README.md) {{#include ../../out.rs}}");
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Intro](intro.md)\n* Part one\n  * [A](a.md)\n    * [B](b/README.md)",
    );
    assert_eq!(outcome.kept().len(), 1);
}

#[test]
fn notion_as_markdown() {
    let id = "0123456789abcdef0123456789abcdef";
    let (top, child, table) = (format!("Top {id}.md"), format!("Top/Child {id}.md"), format!("Top/Data {id}.csv"));
    let text = format!(
        "# Top\n\n[Child](Top/Child%20{id}.md)\n\n[Data](Top/Data%20{id}.csv)\n\n<aside>\n💡 Mind\n\n</aside>\n\n![i](Top/i.png)\n"
    );
    let outcome = files(
        Source::Notion,
        &[(&top, &text), (&child, "# Child\n\nx\n"), (&table, "Name,Note\nA,\"b, | c\"\n"), ("Top/i.png", "p")],
    );
    outcome.check("top.md", "# Top\n\n[Child](top/child.md)\n\n[Data](top/data.md)\n\n{% hint style=\"info\" %}\n💡 Mind\n\n{% endhint %}\n\n\n![i](.gitbook/assets/i.png)");
    outcome.check("top/data.md", "# Data\n\n| Name | Note |\n| --- | --- |\n| A | b, \\| c |");
    outcome.check(
        "SUMMARY.md",
        "# Table of contents\n\n* [Top](top.md)\n  * [Child](top/child.md)\n  * [Data](top/data.md)",
    );
}
