//! The reference page: plain HTML that works without JavaScript; a script adds filtering while typing and a form that
//! reads content.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::operation::Operation;
use super::{SCRIPT, STYLE, schema};

/// Renders the page with the operations that match all words of `search`.
pub(super) fn render(document: &Value, search: &str) -> String {
    let wanted = search.to_lowercase();
    let mut operations = Operation::all(document);
    operations.retain(|operation| {
        let text = operation.searched();
        wanted.split_whitespace().all(|word| text.contains(word))
    });
    let title = document["info"]["title"].as_str().unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " reference" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                (header(document, title, search))
                div.columns {
                    (contents(document, &operations))
                    main id="content" {
                        @if search.is_empty() { (introduction(document)) } @else { (found(search, operations.len())) }
                        (sections(document, &operations))
                        (schemas(document))
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn header(document: &Value, title: &str, search: &str) -> Markup {
    html! {
        header {
            p.title { a href="?" { (title) } " " span.kind { (document["info"]["version"].as_str().unwrap_or_default()) } }
            form role="search" action="" method="get" {
                label for="q" { "Search operations" }
                input id="q" name="q" type="search" value=(search) placeholder="space, merge, POST …" autocomplete="off";
                button { "Search" }
            }
            p.downloads { a href="/openapi.json" { "openapi.json" } " " a href="/openapi.yaml" { "openapi.yaml" } }
        }
    }
}

fn introduction(document: &Value) -> Markup {
    html! {
        h1 { (document["info"]["title"].as_str().unwrap_or_default()) }
        @for paragraph in document["info"]["description"].as_str().unwrap_or_default().split("\n\n") { p { (paragraph) } }
        p {
            "Requests carry a token in the header " code { "Authorization: Bearer TOKEN" } ". Bodies are JSON. A failure has the body "
            a href="#schema-Error" { "Error" } ", whose message names what is wrong and where."
        }
        (reader())
    }
}

/// Renders the form that reads content with a token, from organizations to spaces to pages. It is hidden without the
/// script, which it needs.
fn reader() -> Markup {
    html! {
        form id="reader" hidden {
            h2 { "Read content" }
            label { "Token, which stays in this page" input name="token" type="password" autocomplete="off" required; }
            label { "Address" input name="path" value="/v1/orgs" spellcheck="false" required; }
            div { button { "Read" } }
            p id="reader-status" role="status" {}
            ul id="reader-next" {}
            pre id="reader-text" tabindex="0" aria-label="Answer" {}
        }
    }
}

fn found(search: &str, count: usize) -> Markup {
    html! {
        h1 { "Search" }
        p { (count) @if count == 1 { " operation matches " } @else { " operations match " } q { (search) } ". " a href="?" { "Show all" } }
    }
}

/// Returns the tags that have operations, in the document's order, each with its operations.
fn by_tag<'a, 'd>(document: &'d Value, operations: &'a [Operation<'d>]) -> Vec<(&'d str, Vec<&'a Operation<'d>>)> {
    let tags = document["tags"].as_array().into_iter().flatten();
    tags.filter_map(|tag| tag["name"].as_str())
        .map(|tag| (tag, operations.iter().filter(|operation| operation.tag() == tag).collect::<Vec<_>>()))
        .filter(|(_, operations)| !operations.is_empty())
        .collect()
}

fn contents(document: &Value, operations: &[Operation<'_>]) -> Markup {
    html! {
        nav aria-label="Operations" {
            details open {
                summary { "Operations" }
                @for (tag, operations) in by_tag(document, operations) {
                    section {
                        h2 { a href={ "#" (anchor(tag)) } { (tag) } }
                        ul { @for operation in operations { (operation.link()) } }
                    }
                }
                h2 { a href="#schemas" { "Types" } }
            }
        }
    }
}

fn sections(document: &Value, operations: &[Operation<'_>]) -> Markup {
    html! {
        @for (tag, operations) in by_tag(document, operations) {
            section id=(anchor(tag)) aria-label=(tag) {
                h2 { (tag) }
                @for operation in operations { (operation.show()) }
            }
        }
        p id="none" role="status" {}
    }
}

fn schemas(document: &Value) -> Markup {
    let schemas = document["components"]["schemas"].as_object();
    html! {
        section id="schemas" aria-label="Types" {
            h2 { "Types" }
            @for (name, content) in schemas.into_iter().flatten() {
                article.schema id={ "schema-" (name) } {
                    h3 { (name) }
                    @if let Some(says) = content["description"].as_str() { p { (says) } }
                    p.kind { (schema::kind(content)) }
                    (schema::fields(document, content, usize::MAX - 1))
                }
            }
        }
    }
}

fn anchor(tag: &str) -> String {
    format!("tag-{}", tag.to_lowercase().replace(|char: char| !char.is_ascii_alphanumeric(), "-"))
}
