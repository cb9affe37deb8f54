//! Which references texts have.

use quire_content::links::{LinkTarget, Relation};

use super::{Space, linked, page, reusable, uid};

/// The targets of a page at `a/b.md`, each with its relation and anchor.
fn targets(text: &str) -> Vec<(LinkTarget, Relation, Option<String>)> {
    let mut space = Space::new();
    space.put(page(1), Some("a/b.md"), Some(text));
    let links = space.links();
    let mut found: Vec<_> = linked(&space, links).of(page(1)).unwrap();
    found.sort();
    found.into_iter().map(|link| (link.target, link.relation, link.anchor)).collect()
}

#[test]
fn every_kind_of_reference_is_found() {
    let path = |path: &str| LinkTarget::Path(path.to_owned());
    let url = |url: &str| LinkTarget::Url(url.to_owned());
    let points = Relation::Reference;
    for (text, expected) in [
        ("[x](c.md)", path("a/c.md")),
        ("[x][y]\n\n[y]: ../c.md", path("c.md")),
        ("![x](../.gitbook/assets/c.png)", path(".gitbook/assets/c.png")),
        ("text <img src=\"c.png\" alt=\"\">", path("a/c.png")),
        ("<figure><img src=\"/c.png\" alt=\"\"></figure>", path("c.png")),
        ("{% file src=\"c.pdf\" %}", path("a/c.pdf")),
        ("{% content-ref url=\"c.md\" %}\n[c.md](c.md)\n{% endcontent-ref %}", path("a/c.md")),
        ("[c.md](c.md \"mention\")", path("a/c.md")),
        ("text[^1]\n\n[^1]: a [x](c.md)", path("a/c.md")),
        ("<a href=\"c.md\" class=\"button primary\">x</a>", path("a/c.md")),
        ("| a |\n| - |\n| [x](c.md) |\n", path("a/c.md")),
        ("* > [x](c.md)", path("a/c.md")),
        ("---\ncover: c.png\n---\ntext", path("a/c.png")),
        ("[x](https://x.test/a)", url("https://x.test/a")),
        ("{% embed url=\"https://x.test/a\" %}", url("https://x.test/a")),
        ("[x](mailto:a@b.c)", url("mailto:a@b.c")),
        ("[x](quire:user/u1)", LinkTarget::User("u1".to_owned())),
        ("[x](https://app.gitbook.com/s/s1/)", LinkTarget::Space("s1".to_owned())),
        ("[x](quire:space/s1/page/p1)", LinkTarget::Page { page: "p1".to_owned(), space: Some("s1".to_owned()) }),
    ] {
        assert_eq!(targets(text), [(expected, points, None)], "{text}");
    }
    let id = uid(7).to_string();
    assert_eq!(targets(&format!("[x](/files/{id})")), [(LinkTarget::File(id.clone()), points, None)]);
    let there = LinkTarget::Page { page: id.clone(), space: None };
    assert_eq!(targets(&format!("[x](/pages/{id}#y)")), [(there, points, Some("y".to_owned()))]);
    let own = LinkTarget::Page { page: uid(1).to_string(), space: None };
    assert_eq!(targets("[x](#y)"), [(own, points, Some("y".to_owned()))]);
}

#[test]
fn what_a_page_is_made_with_is_told_apart() {
    let needs = |target| [(target, Relation::DependsOn, None)];
    assert_eq!(targets("{% include \"../i.md\" %}"), needs(LinkTarget::Include("i.md".to_owned())));
    let operation = "{% openapi-operation spec=\"pets\" path=\"/a\" method=\"get\" %}\n{% endopenapi-operation %}";
    assert_eq!(targets(operation), needs(LinkTarget::Openapi("pets".to_owned())));
    let other = "{% include \"https://app.gitbook.com/s/s1/~/reusable/r1/\" %}";
    let there = LinkTarget::Reusable { content: "r1".to_owned(), space: Some("s1".to_owned()) };
    assert_eq!(targets(other), needs(there));
}

#[test]
fn what_leads_nowhere_is_no_link() {
    let long = format!("[x]({})", "y".repeat(3000));
    for text in ["text", "`[x](y.md)`", "```\n[x](y.md)\n```", "![x](data:image/png;base64,AAAA)", &long] {
        assert_eq!(targets(text), [], "{text}");
    }
}

#[test]
fn names_of_blocks_are_known_as_far_as_they_can_be() {
    for (target, text, broken) in [
        ("b.md#a", "## A", false),
        ("b.md#b", "## A", true),
        ("b.md#b", "## A\n<a id=\"b\"></a>\n\ntext", false),
        ("b.md#b", "## A <a class='x' name='b'></a>", false),
        ("b.md#b", "| x |\n| - |\n| <a id=\"b\"></a>text |", false),
        ("b.md#b", "[<span id=\"b\">x</span>](c.md)", false),
        ("b.md#c", "## A\n<a id=\"b\"></a>\n\ntext", true),
        ("b.md#b", "<a data-id=\"b\"></a> `<a id=\"b\">`", true),
        ("b.md#b", "{% include \"/i.md\" %}", false),
        ("b.md#c", "{% include \"/i.md\" %}", true),
        ("b.md#c", "{% @x/y %}", false),
        ("b.md#%C3%A4", "## Ä", false),
        ("#own", "", false),
        ("#other", "", true),
    ] {
        let mut space = Space::new();
        space.put(page(1), Some("a.md"), Some(&format!("[x]({target})\n\n## Own")));
        space.put(page(2), Some("b.md"), Some(text));
        space.put(reusable(3), Some("i.md"), Some("## B"));
        let links = space.links();
        let linked = linked(&space, links);
        let link = linked.of(page(1)).unwrap().remove(0);
        assert_eq!(linked.end(&link).unwrap().is_broken(), broken, "{target} to {text}");
    }
}
