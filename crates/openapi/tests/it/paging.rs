//! Pages of specifications: what there is of each kind, in which order, and that names last.

use quire_openapi::index::Index;
use quire_openapi::pages::{Content, FurtherPages, MOST_PAGES, MOST_SCHEMAS, Page, TITLES, Titles, pages};
use serde_json::{Value, json};

fn of(document: &Value) -> Vec<Page> {
    pages(&indexed(document), &TITLES, FurtherPages { schemas: true, changes: false })
}

fn indexed(document: &Value) -> Index {
    Index::of(&serde_json::to_vec(document).unwrap())
}

/// A document with operations in tags, `(path, tag)`, and these declared tags.
fn document(operations: &[(&str, &str)], tags: &Value) -> Value {
    let item = |(path, tag): &(&str, &str)| {
        let tags: Vec<_> = tag.split(',').filter(|tag| !tag.is_empty()).collect();
        (
            format!("/{path}"),
            json!({ "get": { "operationId": path, "summary": format!("Read {path}\n"), "tags": tags } }),
        )
    };
    let paths: serde_json::Map<_, _> = operations.iter().map(item).collect();
    json!({ "openapi": "3.1.0", "paths": paths, "tags": tags })
}

/// The pages with what they are below and how many operations they show.
fn shown(pages: &[Page]) -> Vec<(&str, &str, usize)> {
    let count = |page: &Page| match &page.content {
        Content::Operations { calls, .. } => calls.len(),
        Content::Schemas { names, .. } => names.len(),
        Content::Changes => 0,
    };
    pages.iter().map(|page| (page.title.as_str(), page.parent.as_deref().unwrap_or_default(), count(page))).collect()
}

#[test]
fn a_tag_has_a_page() {
    let tags = json!([
        { "name": "pets", "description": "All pets.", "x-page-title": "Animals", "x-page-icon": "paw", "x-page-description": "What\nbarks" },
        { "name": "empty" },
    ]);
    let mut document = document(&[("a", "pets"), ("b", "shops,pets"), ("c", ""), ("d", "pets")], &tags);
    document["webhooks"] = json!({ "sold": { "post": {} } });
    document["components"] = json!({ "schemas": { "A": {}, "B": { "x-internal": true } } });
    let all = of(&document);
    let expected =
        [("Animals", "", 2), ("shops", "", 1), ("Operations", "", 1), ("Webhooks", "", 1), ("Models", "", 1)];
    assert_eq!(shown(&all), expected);
    let page = &all[0];
    assert_eq!((page.name.as_str(), page.slug.as_str(), page.icon.as_deref()), ("tag pets", "pets", Some("paw")));
    assert_eq!(page.description.as_deref(), Some("What barks"));
    assert!(matches!(&page.content, Content::Operations { text: Some(text), .. } if text == "All pets."));
    let index = Index::of(&serde_json::to_vec(&document).unwrap());
    assert_eq!(shown(&pages(&index, &TITLES, FurtherPages::default())), expected[..4]);
}

#[test]
fn further_schemas_have_further_pages() {
    let schemas: serde_json::Map<_, _> = (0..=2 * MOST_SCHEMAS).map(|n| (format!("S{n}"), json!({}))).collect();
    let document = json!({ "openapi": "3.1.0", "paths": {}, "components": { "schemas": schemas } });
    let all = pages(&indexed(&document), &TITLES, FurtherPages { schemas: true, changes: true });
    let expected =
        [("Models", "", MOST_SCHEMAS), ("Models 2", "", MOST_SCHEMAS), ("Models 3", "", 1), ("Changes", "", 0)];
    assert_eq!(shown(&all), expected);
    let names: Vec<_> = all.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names, ["models", "models 2", "models 3", "changes"]);
    assert!(matches!(&all[2].content, Content::Schemas { part: 3, names } if names == &["S600"]));
}

#[test]
fn addresses_do_not_depend_on_the_language() {
    let mut document = document(&[("a", "")], &json!([]));
    document["components"] = json!({ "schemas": { "A": {} } });
    let german = Titles { operations: "Operationen", webhooks: "Webhooks", schemas: "Modelle", changes: "Änderungen" };
    let all = pages(&indexed(&document), &german, FurtherPages { schemas: true, changes: true });
    let both: Vec<_> = all.iter().map(|page| (page.title.as_str(), page.slug.as_str())).collect();
    assert_eq!(both, [("Operationen", "Operations"), ("Modelle", "Models"), ("Änderungen", "Changes")]);
}

#[test]
fn operations_of_a_tag_with_many_have_pages() {
    let names: Vec<_> = (0..11).map(|n| format!("op{n}")).collect();
    let operations: Vec<_> = names.iter().map(|name| (name.as_str(), "many")).collect();
    let pages = of(&document(&operations, &json!([])));
    assert_eq!(pages.len(), 12);
    assert_eq!(shown(&pages)[..2], [("many", "", 0), ("Read op0", "tag many", 1)]);
    assert_eq!((pages[1].name.as_str(), pages[1].slug.as_str()), ("operation op0", "op0"));
    assert_eq!(of(&document(&operations[..10], &json!([]))).len(), 1);
}

#[test]
fn names_last() {
    let names: Vec<_> = (0..11).map(|n| format!("op{n}")).collect();
    let operations: Vec<_> = names.iter().map(|name| (name.as_str(), "many")).collect();
    let mut document = document(&operations, &json!([]));
    let names = |document: &Value| of(document).into_iter().map(|page| page.name).collect::<Vec<_>>();
    let before = names(&document);
    document["paths"]["/op3"]["get"]["summary"] = json!("Another summary");
    document["paths"]["/new"] = json!({ "post": { "tags": ["many"] } });
    let after = names(&document);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.last().unwrap(), "call post /new");
    document["paths"]["/new"]["post"]["operationId"] = json!("op3");
    let twice = names(&document);
    assert!(twice.contains(&"call get /op3".to_owned()) && twice.contains(&"call post /new".to_owned()));
}

#[test]
fn tags_are_below_others() {
    let tags = json!([
        { "name": "c", "x-parent": "b" }, { "name": "b", "parent": "a" }, { "name": "a" },
        { "name": "x", "x-parent": "y" }, { "name": "y", "x-parent": "x" }, { "name": "z", "x-parent": "z" },
        { "name": "lost", "x-parent": "nowhere" },
    ]);
    let pages = of(&document(&[("1", "c"), ("2", "x"), ("3", "y"), ("4", "z"), ("5", "lost")], &tags));
    let expected =
        [("a", "", 0), ("x", "", 1), ("y", "", 1), ("z", "", 1), ("lost", "", 1), ("b", "tag a", 0), ("c", "tag b", 1)];
    assert_eq!(shown(&pages), expected);
}

#[test]
fn what_is_internal_has_no_page() {
    let tags = json!([{ "name": "secret", "x-internal": true }]);
    let mut document = document(&[("a", "secret"), ("b", "open")], &tags);
    document["paths"]["/b"]["post"] = json!({ "x-internal": true, "tags": ["open"] });
    assert_eq!(shown(&of(&document)), [("open", "", 1)]);
}

#[test]
fn pages_are_bounded() {
    let names: Vec<_> = (0..6_000).map(|n| format!("op{n}")).collect();
    let of_one: Vec<_> = names.iter().map(|name| (name.as_str(), "many")).collect();
    let of_each: Vec<_> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    for operations in [of_one, of_each] {
        let mut document = document(&operations, &json!([]));
        document["components"] = json!({ "schemas": { "A": {} } });
        document["paths"]["/op1"]["get"]["x-page-title"] = json!("long ".repeat(100));
        let pages = of(&document);
        assert_eq!((pages.len(), pages.last().unwrap().title.as_str()), (MOST_PAGES, "Models"));
        assert!(pages.iter().all(|page| page.title.chars().count() <= 161));
    }
}
