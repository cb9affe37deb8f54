//! Exports of Confluence.

use quire_sources::Source;

use crate::support::files;

fn object(class: &str, id: &str, rest: &str) -> String {
    format!("<object class=\"{class}\" package=\"x\"><id name=\"id\">{id}</id>{rest}</object>")
}

fn page(id: &str, title: &str, parent: &str, rest: &str) -> String {
    let parent = if parent.is_empty() {
        String::new()
    } else {
        format!("<property name=\"parent\" class=\"Page\"><id name=\"id\">{parent}</id></property>")
    };
    object(
        "Page",
        id,
        &format!(
            "<property name=\"title\"><![CDATA[{title}]]></property>{parent}<property name=\"contentStatus\"><![CDATA[current]]></property>{rest}"
        ),
    )
}

fn body(page: &str, storage: &str) -> String {
    let storage = storage.replace("]]>", "]]]]><![CDATA[>");
    object(
        "BodyContent",
        &format!("b{page}"),
        &format!(
            "<property name=\"body\"><![CDATA[{storage}]]></property><property name=\"content\" class=\"Page\"><id name=\"id\">{page}</id></property>"
        ),
    )
}

#[test]
fn a_space_as_xml() {
    let home = "<h1>First part</h1><p>See <ac:link ac:anchor=\"Deep\"><ri:page ri:content-title=\"Child &amp; co\" /><ac:plain-text-link-body><![CDATA[the <child>]]></ac:plain-text-link-body></ac:link> and <ac:link><ri:page ri:content-title=\"Gone\" /></ac:link>.</p><ac:structured-macro ac:name=\"info\"><ac:parameter ac:name=\"title\">Mind</ac:parameter><ac:rich-text-body><p>this</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name=\"code\"><ac:parameter ac:name=\"language\">java</ac:parameter><ac:plain-text-body><![CDATA[if (a < b && c > d) {\n}]]></ac:plain-text-body></ac:structured-macro><ac:structured-macro ac:name=\"toc\" /><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list><ac:image><ri:attachment ri:filename=\"a b.png\" /></ac:image>";
    let child = "<p>x</p><h2>Deep</h2><ac:structured-macro ac:name=\"expand\"><ac:parameter ac:name=\"title\">More</ac:parameter><ac:rich-text-body><p>in</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name=\"strange\"><ac:rich-text-body><p>kept</p></ac:rich-text-body></ac:structured-macro>";
    let attachment = object(
        "Attachment",
        "7",
        "<property name=\"title\"><![CDATA[a b.png]]></property><property name=\"version\">2</property><property name=\"containerContent\" class=\"Page\"><id name=\"id\">1</id></property>",
    );
    let old =
        page("3", "Home", "", "<property name=\"originalVersion\" class=\"Page\"><id name=\"id\">1</id></property>");
    let xml = format!(
        "<?xml version=\"1.0\"?><hibernate-generic>{}{}{old}{attachment}{}{}</hibernate-generic>",
        page("1", "Home", "", ""),
        page("2", "Child &amp; co".replace("&amp;", "&").as_str(), "1", ""),
        body("1", home),
        body("2", child)
    );
    let outcome = files(
        Source::Confluence,
        &[("entities.xml", &xml), ("exportDescriptor.properties", ""), ("attachments/1/7/2", "png")],
    );
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Home](home.md)\n  * [Child & co](child-co.md)");
    let text = outcome.text("home.md");
    assert!(text.contains("See [the \\<child>](child-co.md#deep) and Gone."), "{text}");
    assert!(text.contains("{% hint style=\"info\" %}\n#### Mind\n\nthis\n{% endhint %}"), "{text}");
    assert!(text.contains("```java\nif (a < b && c > d) {\n}\n```"), "{text}");
    assert!(text.contains("* [x] done") && text.contains(".gitbook/assets/a%20b.png"), "{text}");
    let text = outcome.text("child-co.md");
    assert!(text.contains("<summary>More</summary>") && text.contains("kept"), "{text}");
    assert!(
        outcome.dropped().iter().any(|what| what.contains("`toc`"))
            && outcome.dropped().iter().any(|what| what.contains("1 old version"))
    );
    assert!(
        outcome.kept().iter().any(|what| what.contains("`strange`"))
            && outcome.kept().iter().any(|what| what.contains("not in the export"))
    );
}

#[test]
fn a_space_as_html() {
    let index = "<html><body><div class='pageSection'><h2>Available Pages:</h2><ul><li><a href='Home_1.html'>Home</a><ul><li><a href='2.html'>Child</a></li></ul></li></ul></div></body></html>";
    let home = "<html><body><div id='breadcrumb-section'><ol><li>S</li></ol></div><h1 id='title-heading'><span id='title-text'> Space : Home </span></h1><div id='main-content' class='wiki-content group'><h2 id='Home-A'>A</h2><p><a href='2.html#Child-B'>c</a> <img src='attachments/1/7.png'></p></div><div class='pageSection'><h2>Attachments:</h2></div></body></html>";
    let child = "<html><body><h1 id='title-heading'><span id='title-text'>Space : Child</span></h1><div id='main-content' class='wiki-content group'><h1 id='Child-B'>B</h1><div class='panel'><div class='panelContent'><p>x</p></div></div></div></body></html>";
    let outcome = files(
        Source::Confluence,
        &[("index.html", index), ("Home_1.html", home), ("2.html", child), ("attachments/1/7.png", "p")],
    );
    outcome.check("SUMMARY.md", "# Table of contents\n\n* [Home](home.md)\n  * [Child](child.md)");
    assert!(outcome.text("home.md").contains("[c](child.md#Child-B)"), "{}", outcome.text("home.md"));
    assert!(!outcome.text("home.md").contains("Attachments"));
}

#[test]
fn what_macros_became_in_html() {
    let page = |title: &str, main: &str, below: &str| {
        format!(
            "<html><head><title>S : {title}</title></head><body><div id=\"page\"><h1 id=\"title-heading\"><span id=\"title-text\"> S \
             : {title} </span></h1><div id=\"content\"><div id=\"main-content\" class=\"wiki-content \
             group\">{main}</div>{below}</div></div></body></html>"
        )
    };
    let main = "<div class=\"toc-macro rbtoc1\"><ul><li><a href=\"#A-B\">B</a></li></ul></div><h1 id=\"A-B\">B</h1><p><a \
                href=\"https://a.atlassian.net/wiki/spaces/S/pages/2/Other\">o</a> <img class=\"emoticon emoticon-tick\" \
                data-emoji-fallback=\":tick:\" src=\"images/icons/emoticons/check.png\" alt=\"(tick)\"/></p><div \
                class=\"expand-container\"><div class=\"expand-control\"><span class=\"expand-control-icon\"></span><span \
                class=\"expand-control-text\">More</span></div><div class=\"expand-content\"><p>in</p></div></div><div \
                class=\"panel\"><div class=\"panelHeader\"><b>Head</b></div><div class=\"panelContent\"><p>text</p></div></div>";
    let below = "<div class=\"pageSection group\"><div class=\"pageSectionHeader\"><h2 id=\"comments\" \
                 class=\"pageSectionTitle\">Comments:</h2></div><p>Said</p></div>";
    let index = "<html><body><ul><li><a href=\"A_1.html\">A</a></li><li><a href=\"Other_2.html\">Other</a></li></ul></body></html>";
    let outcome = files(
        Source::Confluence,
        &[
            ("index.html", index),
            ("A_1.html", &page("A", main, below)),
            ("Other_2.html", &page("Other", "<p>x</p>", "")),
        ],
    );
    let text = outcome.text("a.md");
    assert!(text.contains("id=\"A-B\"></a>\n\n[o](other.md) ✅\n"), "{text}");
    assert!(text.contains("<summary>More</summary>\n\nin\n\n</details>"), "{text}");
    assert!(text.contains("{% hint style=\"info\" %}\n#### Head\n\ntext\n{% endhint %}"), "{text}");
    assert!(!text.contains("(#A-B)"), "{text}");
    assert!(outcome.dropped().contains(&"the comments of a page"));
}

#[test]
fn code_ends_where_its_section_ends() {
    let export = |storage: &str, added: &[(&str, &str)]| {
        let storage = added.iter().fold(storage.to_owned(), |storage, (from, to)| storage.replace(from, to));
        let body = object(
            "BodyContent",
            "b1",
            &format!(
                "<property name=\"body\"><![CDATA[{storage}]]></property><property name=\"content\" class=\"Page\"><id name=\"id\">1</id></property>"
            ),
        );
        let xml = format!(
            "<?xml version=\"1.0\"?><hibernate-generic>{}{body}</hibernate-generic>",
            page("1", "Home", "", "")
        );
        files(Source::Confluence, &[("entities.xml", &xml), ("exportDescriptor.properties", "")])
            .text("home.md")
            .to_owned()
    };
    let code = |text: &str| {
        format!(
            "<p>one</p><ac:structured-macro ac:name=\"code\"><ac:plain-text-body><![CDATA[{text}]]></ac:plain-text-body></ac:structured-macro><p>two <ac:link><ri:page ri:content-title=\"Gone\"/><ac:plain-text-link-body><![CDATA[three]]></ac:plain-text-link-body></ac:link> <b>four</b></p>"
        )
    };
    // An export adds a space after each `]]`, or only in the end of a section; others divide the section.
    let spellings: [&[(&str, &str)]; 3] = [&[("]]", "]] ")], &[("]]>", "]] >")], &[("]]>", "]]]]><![CDATA[>")]];
    for spelling in spellings {
        for (text, expected) in [
            ("a < b;", "a < b;"),
            ("a[b[1]];", "a[b[1]];"),
            ("a[b[1]]]]><![CDATA[> 2", "a[b[1]]> 2"),
            ("a[b[1]]]]><![CDATA[>2; c[d[1]]", "a[b[1]]>2; c[d[1]]"),
        ] {
            let text = export(&code(text), spelling);
            assert_eq!(
                text.trim(),
                format!("# Home\n\none\n\n```\n{expected}\n```\n\ntwo three **four**"),
                "{spelling:?}"
            );
        }
    }
    assert_eq!(export("<p>see [[1]] there</p>", &[]).trim(), "# Home\n\nsee \\[\\[1\\]\\] there");
}
