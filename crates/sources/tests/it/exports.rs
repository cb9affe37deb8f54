//! Dumps and exports of wikis.

use quire_sources::Source;

use crate::support::files;

#[test]
fn a_dump_of_mediawiki() {
    let page = |title: &str, ns: u8, rest: &str| format!("<page><title>{title}</title><ns>{ns}</ns>{rest}</page>");
    let text = |text: &str| {
        format!("<revision><text>old</text></revision><revision><text xml:space=\"preserve\">{text}</text></revision>")
    };
    let main = text(
        "== Part ==\n'''b''' [[other page#A b|o]] [[Moved]] [[Gone]]{{T}}&lt;ref&gt;n&lt;/ref&gt;\n* x\n** y\n[[Category:C]] &lt;math&gt;x^2&lt;/math&gt;\n[[File:A b.png|thumb|Said]]",
    );
    let dump = format!(
        "<mediawiki>{}{}{}{}</mediawiki>",
        page("Main Page", 0, &main),
        page("Other page", 0, &text("z")),
        page("Moved", 0, "<redirect title=\"Other page\"/>"),
        page("Template:T", 10, &text("t"))
    );
    let outcome = files(Source::Mediawiki, &[("dump.xml", &dump), ("images/A_b.png", "p")]);
    let text = outcome.text("main-page.md");
    assert!(text.starts_with("# Main Page\n\n## Part\n"), "{text}");
    assert!(text.contains("**b** [o](other-page.md#a-b) [Moved](other-page.md) Gone"), "{text}");
    assert!(
        text.contains("* x\n  * y") && text.contains(".gitbook/assets/A_b.png") && text.contains("[^1]: n"),
        "{text}"
    );
    assert!(text.contains("$$x^2$$"), "{text}");
    assert!(outcome.kept().contains(&"a template, as its text") && outcome.dropped().contains(&"a category"));
    assert!(outcome.dropped().contains(&"1 templates"));
}

#[test]
fn notes_of_mediawiki_are_found_by_their_names() {
    let text = "a&lt;ref name=x /&gt; b&lt;ref&gt;own&lt;/ref&gt; c&lt;ref name=x&gt;named {{T}}&lt;/ref&gt;";
    let dump = format!(
        "<mediawiki><page><title>A</title><ns>0</ns><revision><text>{text}</text></revision></page></mediawiki>"
    );
    let outcome = files(Source::Mediawiki, &[("dump.xml", &dump)]);
    let text = outcome.text("a.md");
    assert!(text.contains("a[^1] b[^2] c[^1]"), "{text}");
    assert!(text.contains("[^1]: named {{T}}") && text.contains("[^2]: own"), "{text}");
}

#[test]
fn many_signs_of_tags_in_mediawiki_end() {
    for sign in ["<", "<ref", "<b", "<ref name=a>x</ref>", "<!--", "{{", "[[", "[http://", "http", "{|\n|\n", ":"] {
        let text = sign.replace('<', "&lt;").replace('>', "&gt;").repeat(100_000);
        let dump = format!(
            "<mediawiki><page><title>A</title><ns>0</ns><revision><text>{text}</text></revision></page></mediawiki>"
        );
        files(Source::Mediawiki, &[("dump.xml", &dump)]);
    }
}

#[test]
fn exports_of_outline() {
    let outcome = files(
        Source::Outline,
        &[
            ("Docs/Start.md", "# Start\n\n:::warning\nx\n:::\n\n[c](./Start/Child.md)\n"),
            ("Docs/Start/Child.md", "# Child\n\n+++ More\n\nin\n\n+++\n"),
        ],
    );
    assert!(outcome.files.values().any(|text| text.contains("{% hint style=\"warning\" %}\nx\n{% endhint %}")));
    assert!(outcome.files.values().any(|text| text.contains("<summary>More</summary>")));
    let data = r#"{"collection":{"name":"C"},"documents":{"a":{"id":"a","urlId":"u1","title":"A","data":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"*b*","marks":[{"type":"strong"}]},{"type":"text","text":"l","marks":[{"type":"link","attrs":{"href":"/doc/b-u2"}}]}]}]}},"b":{"id":"b","urlId":"u2","title":"B","parentDocumentId":"a","data":{"type":"doc","content":[]}}}}"#;
    let outcome = files(Source::Outline, &[("c.json", data), ("metadata.json", "{}")]);
    outcome.check("a.md", "# A\n\n**\\*b\\***[l](b.md)");
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [A](a.md)\n  * [B](b.md)");
}

#[test]
fn an_export_of_bookstack() {
    let data = r#"{"book":{"id":1,"name":"Book","description_html":"<p>About</p>","chapters":[{"id":2,"name":"Ch","priority":2,"pages":[{"id":5,"name":"Two","html":"<p class=\"callout info\">x</p><img src=\"[[bsexport:image:9]]\">","images":[{"id":9,"name":"i.png","file":"h.png"}]}]}],"pages":[{"id":4,"name":"One","priority":1,"markdown":"[t]([[bsexport:page:5]])\n"}]}}"#;
    let outcome = files(Source::Bookstack, &[("data.json", data), ("files/h.png", "p")]);
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Book](book.md)\n* [One](one.md)\n* Ch\n  * [Two](two.md)");
    outcome.check("one.md", "# One\n\n[t](two.md)");
    let text = outcome.text("two.md");
    assert!(
        text.contains("{% hint style=\"info\" %}\nx\n{% endhint %}") && text.contains(".gitbook/assets/i.png"),
        "{text}"
    );
}

#[test]
fn an_export_of_notion_as_html() {
    let id = |last: u8| format!("1e4c5e6f95bd806ba096f02f232e2c{last:02}");
    let block = |html: &str| format!("<div style=\"display:contents\" dir=\"auto\">{html}</div>");
    let page = |title: &str, head: &str, blocks: &[&str]| {
        let body: String = blocks.iter().map(|html| block(html)).collect();
        format!(
            "<html><head><title>{title}</title></head><body><article id=\"x\" class=\"page sans\"><header>{head}<h1 \
             class=\"page-title\" dir=\"auto\">{title}</h1></header><div class=\"page-body\">{body}</div></article></body></html>"
        )
    };
    let (home, child) = (format!("Home {}", id(1)), format!("Child {}", id(2)));
    let link = format!("{home}/{child}.html").replace(' ', "%20");
    let text = page(
        "Home",
        "<div class=\"page-header-icon undefined\"><span class=\"icon\" data-emoji=\"🌇\"></span></div>",
        &[
            "<p class=\"\">one\ntwo <mark class=\"highlight-red\">red</mark></p>",
            "<ul class=\"bulleted-list\"><li style=\"list-style-type:disc\">a</li></ul>",
            &format!(
                "<ul class=\"bulleted-list\"><li>b{}</li></ul>",
                block("<ol type=\"1\" class=\"numbered-list\" start=\"1\"><li>c</li></ol>")
            ),
            "<figure class=\"block-color-red_background callout\" style=\"white-space:pre-wrap;display:flex\"><div><span \
             class=\"icon\">💡</span></div><div style=\"width:100%\">Said</div></figure>",
            "<figure class=\"block-color-red_background callout\"><div><img class=\"icon\" src=\"https://e.x/i.svg\"/></div><div>\
             Mind</div></figure>",
            "<figure><a href=\"https://e.x/\" class=\"bookmark source\"><div class=\"bookmark-info\"><div class=\"bookmark-text\">\
             <div class=\"bookmark-title\">Title</div><div class=\"bookmark-description\">More</div></div><div \
             class=\"bookmark-href\"><img src=\"https://e.x/f.ico\" class=\"icon bookmark-icon\"/>https://e.x/</div></div><img \
             src=\"https://e.x/i.png\" class=\"bookmark-image\"/></a></figure>",
            &format!(
                "<figure class=\"link-to-page\"><a href=\"{link}\"><span class=\"icon\">📄</span>Child</a></figure>"
            ),
            &format!("<p><a href=\"https://www.notion.so/Child-{}?pvs=21\">by address</a></p>", id(2)),
            "<table class=\"collection-content\"><thead><tr><th>Name</th><th>Done</th></tr></thead><tbody><tr><td>x</td><td><div \
             class=\"checkbox checkbox-on\"></div></td></tr></tbody></table>",
        ],
    );
    let outcome = files(
        Source::Notion,
        &[
            ("index.html", "<html><body><ul><li><a href=\"Home.html\">Home</a></li></ul></body></html>"),
            (&format!("{home}.html"), &text),
            (&format!("{home}/{child}.html"), &page("Child", "", &["<p>c</p>"])),
        ],
    );
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Home](home.md)\n  * [Child](home/child.md)");
    let expected = "# Home\n\none\\\ntwo <mark style=\"color:red;\">red</mark>\n\n* a\n* b\n  1. c\n\n{% hint style=\"info\" \
        %}\nSaid\n{% endhint %}\n\n{% hint style=\"danger\" %}\nMind\n{% endhint %}\n\n[Title](https://e.x/)\\\nMore\n\n[📄 \
        Child](home/child.md)\n\n[by address](home/child.md)\n\n| Name | Done |\n| --- | --- |\n| x | ☑ |";
    outcome.check("home.md", expected);
    assert!(outcome.dropped().contains(&"the icon of a page"));
}

#[test]
fn rows_of_databases_of_notion_lead_to_their_pages() {
    let id = |last: u8| format!("1e4c5e6f95bd806ba096f02f232e2c{last:02}");
    let outcome = files(
        Source::Notion,
        &[
            (&format!("Home {}.md", id(1)), &format!("# Home\n\n[Row](https://www.notion.so/Row-{}?pvs=21)\n", id(3))),
            (&format!("Home/T {}.csv", id(2)), "\u{feff}Name,State\nRow,Open\nTwice,\nNo page,\n"),
            (&format!("Home/T {}/Row {}.md", id(2), id(3)), "# Row\n\nx\n"),
            (&format!("Home/T {}/Twice {}.md", id(2), id(4)), "# Twice\n\nx\n"),
            (&format!("Home/T {}/Twice {}.md", id(2), id(5)), "# Twice\n\nx\n"),
        ],
    );
    outcome.check("home.md", "# Home\n\n[Row](home/t/row.md)");
    let table = "| Name | State |\n| --- | --- |\n| [Row](t/row.md) | Open |\n| Twice |  |\n| No page |  |";
    outcome.check("home/t.md", &format!("# T\n\n{table}"));
}

#[test]
fn notes_of_google_docs_take_the_rule_before_them_away() {
    let page = "<html><head><style>.c2{font-weight:700}</style></head><body class=\"doc-content\"><p class=\"title\">T</p><p><span>a</span><sup><a \
                href=\"#ftnt1\" id=\"ftnt_ref1\">[1]</a></sup></p><hr><p>b</p><hr class=\"c4\"><div><p><a href=\"#ftnt_ref1\" \
                id=\"ftnt1\">[1]</a><span>&nbsp;Note</span></p></div></body></html>";
    let outcome = files(Source::GoogleDocs, &[("T.html", page)]);
    outcome.check("t.md", "# T\n\na[^1]\n\n***\n\nb\n\n[^1]: Note");
}
