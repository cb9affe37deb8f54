//! A corpus of attempts to run, load or restyle something, each in every place where its kind can stand.

use proptest::prelude::*;
use quire_content::document::model::{Block, ContentRef, Kind, Swagger};
use quire_content::document::{Document, model::Anchor};
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use serde_json::{Value, json};
use std::sync::Arc;

use crate::dom::Dom;
use crate::world::World;

fn check(text: &str) {
    let drawn = World::new().draw(text);
    Dom::read(&drawn.html).check(&drawn.html);
    for update in drawn.updates {
        Dom::read(&update.html).check(&update.html);
    }
}

/// The lines of a file that say something.
fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.trim().is_empty())
}

const HTML: &str = include_str!("../xss/html.txt");
const SVG: &str = include_str!("../xss/svg.txt");
const URLS: &str = include_str!("../xss/urls.txt");
const TEXTS: &str = include_str!("../xss/texts.txt");
const MARKDOWN: &str = include_str!("../xss/markdown.txt");
const BLOCKS: &str = include_str!("../xss/blocks.txt");

#[test]
fn html_is_harmless_everywhere() {
    for html in lines(HTML).chain(lines(SVG)) {
        check(html);
        for place in [
            "before {} after",
            "**bold {}**",
            "<div>{}</div>",
            "<p>\n{}\n</p>",
            "<table><tr><td>{}</td></tr></table>",
            "* item {}",
            "> quote {}",
            "# {}",
            "| a |\n| - |\n| {} |",
            "<details>\n\n<summary>{}</summary>\n\n{}\n\n</details>",
            "{% hint style=\"info\" %}\n{}\n{% endhint %}",
            "{% unknown %}\n{}\n{% endunknown %}",
            "[{}](https://a.example)",
            "<a href=\"https://a.example\">{}</a>",
            "x[^1]\n\n[^1]: {}",
            "```html\n{}\n```",
        ] {
            check(&place.replace("{}", html));
        }
    }
}

#[test]
fn addresses_are_harmless_everywhere() {
    for url in lines(URLS) {
        for place in [
            "[x]({})",
            "[x](<{}>)",
            "<{}>",
            "![x]({})",
            "<a href=\"{}\">x</a>",
            "<div><a href=\"{}\">x</a></div>",
            "<div><a href='{}'>x</a></div>",
            "<div><a href={}>x</a></div>",
            "<div><img src=\"{}\"></div>",
            "<img src=\"{}\" alt=\"\" data-size=\"line\">",
            "<figure><img src=\"{}\" alt=\"\"><figcaption></figcaption></figure>",
            "<a href=\"{}\" class=\"button primary\">x</a>",
            "[x]({} \"mention\")",
            "{% embed url=\"{}\" %}",
            "{% file src=\"{}\" %}",
            "{% content-ref url=\"{}\" %}\n[x]({})\n{% endcontent-ref %}",
            "{% include \"{}\" %}",
            "{% @x/y url=\"{}\" %}",
            "<table data-view=\"cards\"><thead><tr><th></th><th data-card-target data-type=\"content-ref\"></th>\
             <th data-card-cover data-type=\"image\"></th></tr></thead><tbody><tr><td>x</td><td><a href=\"{}\">x</a></td>\
             <td><a href=\"{}\">x</a></td></tr></tbody></table>",
        ] {
            check(&place.replace("{}", url));
        }
    }
}

#[test]
fn texts_are_harmless_everywhere() {
    for text in lines(TEXTS) {
        let attribute = text.replace('"', "&quot;");
        for place in [
            "{}",
            "# {}",
            "{% code title=\"{}\" %}\n```js\nx\n```\n{% endcode %}",
            "```{}\n{}\n```",
            "{% tabs %}\n{% tab title=\"{}\" %}\nx\n{% endtab %}\n{% endtabs %}",
            "{% updates %}\n{% update date=\"{}\" tags=\"{}\" %}\nx\n{% endupdate %}\n{% endupdates %}",
            "{% prompt description=\"{}\" icon=\"{}\" %}\nx\n{% endprompt %}",
            "{% stepper %}\n{% step icon=\"{}\" %}\nx\n{% endstep %}\n{% endstepper %}",
            "{% @{}/x content=\"{}\" %}",
            "{% @a/x content=\"{}\" %}",
            "![{}](x.png)",
            "<a href=\"https://a.example\" class=\"button primary\" data-icon=\"{}\">{}</a>",
            "| {} |\n| - |\n| {} |",
            "$$ {} $$",
            "$$\n\\text{{}}\n$$",
            "<i class=\"fa-{}\">:x:</i>",
            "## x <a href=\"#{}\" id=\"{}\"></a>",
            "{% openapi src=\"x\" path=\"{}\" method=\"{}\" %}\nx\n{% endopenapi %}",
        ] {
            check(&place.replace("{}", &attribute));
            check(&place.replace("{}", text));
        }
    }
}

#[test]
fn markdown_and_blocks_are_harmless() {
    lines(MARKDOWN).for_each(check);
    BLOCKS.split("%%%\n").for_each(check);
}

/// A description that says a text wherever it can say one.
fn description(text: &str) -> Value {
    let schema = json!({
        "type": "object", "title": text, "description": text, "required": [text],
        "properties": { text: { "type": text, "format": text, "description": text, "default": text, "enum": [text], "pattern": text, "example": text } },
        "oneOf": [{ "title": text, "type": "string" }],
    });
    json!({
        "openapi": "3.1.0",
        "servers": [{ "url": text }],
        "paths": { "/x": { "get": {
            "summary": text, "description": text, "security": [{ text: [text] }],
            "parameters": [{ "name": text, "in": "query", "required": true, "description": text, "schema": schema }],
            "requestBody": { "description": text, "content": { text: { "schema": schema, "example": text } } },
            "responses": { text: { "description": text, "headers": { text: { "schema": schema } }, "content": { "application/json": { "schema": schema } } } },
        } } },
        "components": { "securitySchemes": { text: { "type": text, "scheme": text, "name": text, "in": text, "description": text } } },
    })
}

#[test]
fn descriptions_of_interfaces_are_harmless() {
    for text in lines(TEXTS).chain(lines(HTML)).chain(lines(SVG)).chain(lines(MARKDOWN)) {
        let mut world = World::new();
        world.specifications.insert("evil".to_owned(), Arc::new(description(text)));
        let swagger = Swagger {
            source: ContentRef::url("evil"),
            path: "/x".to_owned(),
            method: "get".to_owned(),
            expanded: None,
            full_width: false,
        };
        let drawn =
            body(&Document::new(vec![Block::new(Kind::Swagger(Box::new(swagger)))]), &world, &Options::page(&ENGLISH));
        assert!(drawn.html.contains("q-api-part"), "{}", drawn.html);
        Dom::read(&drawn.html).check(&drawn.html);
    }
}

#[test]
fn names_of_blocks_stay_apart_whatever_they_are() {
    for id in ["a\" onclick=\"x", "a b", "<x>", "", "note-1", "note-1-text"] {
        let mut heading = Block::new(Kind::Heading {
            level: 1,
            align: None,
            nodes: vec![quire_content::document::model::Node::text("x")],
        });
        heading.anchor = Anchor::Given(id.into());
        let mut document = crate::world::document("a[^1]\n\n[^1]: b\n");
        document.nodes.insert(0, heading.clone());
        document.nodes.push(heading);
        let drawn = body(&document, &World::new(), &Options::page(&ENGLISH));
        Dom::read(&drawn.html).check(&drawn.html);
    }
}

/// Pieces of HTML and Markdown that mean something beside each other.
const PIECES: [&str; 56] = [
    "<b>",
    "</b>",
    "<i title='",
    "'>",
    "<a href=x>",
    "</a>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<tbody>",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<details>",
    "<summary>",
    "</summary>",
    "</details>",
    "<h2>",
    "</h2>",
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "</svg>",
    "<!--",
    "-->",
    "<br>",
    "<img src=x>",
    "<hr/>",
    "&",
    "&lt;",
    "\"",
    "'",
    "<",
    ">",
    " text ",
    "\n\n",
    "\n",
    "**",
    "`",
    "{% hint %}",
    "{% endhint %}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_soup_of_tags_is_harmless(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 1..40)) {
        check(&pieces.concat());
        check(&format!("<div>{}", pieces.concat()));
    }
}
