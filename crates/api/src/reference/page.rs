//! The pages of the reference: plain HTML that works without JavaScript; a script adds filtering while typing, and forms
//! that send requests.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::groups::{Group, groups};
use super::operation::Operation;
use super::{SCRIPT, STYLE, schema};

/// Renders the first page: the introduction, and a list of all operations, or of those that match all words of `search`.
pub(super) fn index(document: &Value, search: &str) -> String {
    let wanted = search.to_lowercase();
    let mut operations = Operation::all(document);
    operations.retain(|operation| {
        let text = operation.searched();
        wanted.split_whitespace().all(|word| text.contains(word))
    });
    let groups = groups(document, &operations);
    let body = html! {
        @if search.is_empty() { (introduction(document)) } @else { (found(search, operations.len())) }
        @for group in &groups {
            section aria-label=(group.title) {
                h2 { a href=(group.address()) { (group.title) } }
                ul.operations { @for operation in &group.operations { (operation.entry(&group.address())) } }
            }
        }
        p id="none" role="status" {}
        @if search.is_empty() { (types(document)) }
    };
    layout(document, None, search, &body)
}

/// Renders the page of a group of operations; `None` if there is no group with this name.
pub(super) fn group(document: &Value, slug: &str) -> Option<String> {
    let operations = Operation::all(document);
    let groups = groups(document, &operations);
    let group = groups.iter().find(|group| group.slug == slug)?;
    let body = html! {
        h1 { (group.title) }
        (key())
        ul.operations { @for operation in &group.operations { (operation.entry("")) } }
        @for operation in &group.operations { (operation.show()) }
    };
    Some(layout(document, Some(group.title), "", &body))
}

/// Renders the page of a type; `None` if there is no type with this name.
pub(super) fn one_type(document: &Value, name: &str) -> Option<String> {
    let content = document["components"]["schemas"].get(name)?;
    let body = html! {
        article.schema {
            h1 { (name) }
            @if let Some(says) = content["description"].as_str() { p { (says) } }
            p.kind { (schema::kind(content)) }
            (schema::fields(document, content, 0))
        }
    };
    Some(layout(document, Some(name), "", &body))
}

/// Returns the address of the page of a type.
pub(super) fn type_address(name: &str) -> String {
    format!("/docs/api/types/{name}")
}

fn layout(document: &Value, title: Option<&str>, search: &str, body: &Markup) -> String {
    let of = document["info"]["title"].as_str().unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { @if let Some(title) = title { (title) " - " } (of) " reference" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                (header(document, of, search))
                div.columns {
                    (contents(document, title))
                    main id="content" { (body) }
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
            p.title { a href="/docs/api" { (title) } " " span.kind { (document["info"]["version"].as_str().unwrap_or_default()) } }
            form role="search" action="/docs/api" method="get" {
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
            a href=(type_address("Error")) { "Error" } ", whose message names what is wrong and where."
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
            label { "Token, which stays in this page; without one, your session is used" input name="token" type="password" autocomplete="off"; }
            label { "Address" input name="path" value="/v1/orgs" spellcheck="false" required; }
            div { button { "Read" } }
            p id="reader-status" role="status" {}
            ul id="reader-next" {}
            pre id="reader-text" tabindex="0" aria-label="Answer" {}
        }
    }
}

/// Renders the field for the token of the requests that a page of operations sends.
fn key() -> Markup {
    html! {
        form id="key" hidden {
            label { "Token, which stays in this page; without one, your session is used" input name="token" type="password" autocomplete="off"; }
        }
    }
}

fn found(search: &str, count: usize) -> Markup {
    html! {
        h1 { "Search" }
        p { (count) @if count == 1 { " operation matches " } @else { " operations match " } q { (search) } ". " a href="/docs/api" { "Show all" } }
    }
}

fn contents(document: &Value, current: Option<&str>) -> Markup {
    let operations = Operation::all(document);
    html! {
        nav aria-label="Groups of operations" {
            details open {
                summary { "Groups" }
                ul {
                    @for Group { title, slug, .. } in groups(document, &operations) {
                        li { a href={ "/docs/api/" (slug) } aria-current=[(current == Some(title)).then_some("page")] { (title) } }
                    }
                }
                p { a href="/docs/api#types" { "Types" } }
            }
        }
    }
}

fn types(document: &Value) -> Markup {
    let schemas = document["components"]["schemas"].as_object();
    html! {
        section id="types" aria-label="Types" {
            h2 { "Types" }
            ul.types { @for (name, _) in schemas.into_iter().flatten() { li { a href=(type_address(name)) { (name) } } } }
        }
    }
}
