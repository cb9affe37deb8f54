//! The document for programs and the page for people.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use quire_api::reference::to_yaml;
use saphyr::{LoadableYamlNode as _, Scalar, Yaml};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;

use crate::sample::{self, Caller};

/// What a YAML reader makes of a text, as JSON.
fn parse(text: &str) -> Value {
    fn json_of(yaml: &Yaml<'_>) -> Value {
        match yaml {
            Yaml::Value(Scalar::Null) => Value::Null,
            Yaml::Value(Scalar::Boolean(value)) => json!(value),
            Yaml::Value(Scalar::Integer(value)) => json!(value),
            Yaml::Value(Scalar::FloatingPoint(value)) => json!(value.into_inner()),
            Yaml::Value(Scalar::String(value)) => json!(value),
            Yaml::Sequence(items) => items.iter().map(json_of).collect(),
            Yaml::Mapping(fields) => {
                fields.iter().map(|(name, field)| (name.as_str().unwrap().to_owned(), json_of(field))).collect()
            }
            other => panic!("not JSON: {other:?}"),
        }
    }
    json_of(&Yaml::load_from_str(text).unwrap()[0])
}

fn json_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[-a-z0-9:#, .~'\"\\\\{}\\[\\]|>&*!%@`?\n\t]{0,8}",
        prop::sample::select(vec![
            "yes", "No", "null", "~", "true", "1", "1e3", "0x1", "", " a", "a ", "a: b", "- a", "/v1/{a}"
        ])
        .prop_map(str::to_owned),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..4).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn yaml_says_the_same_as_json(value in json_value()) {
        let text = to_yaml(&value);
        prop_assert_eq!(parse(&text), value, "{}", text);
    }
}

#[tokio::test]
async fn the_document_comes_in_two_forms() {
    let caller = Caller::new();
    let (json, yaml) = (caller.get("/openapi.json").await, caller.get("/openapi.yaml").await);
    assert_eq!(json.header("content-type"), "application/json");
    assert_eq!(yaml.header("content-type"), "application/yaml");
    assert_eq!(json.json(), sample::api().description.document());
    assert_eq!(parse(std::str::from_utf8(&yaml.body).unwrap()), json.json());
    assert_eq!(caller.send("GET", "/openapi.yaml", &[("if-none-match", yaml.header("etag"))], "").await.status, 304);
}

async fn page(below: &str) -> String {
    let reply = Caller::new().get(&format!("/docs/api{below}")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"), "{below}");
    String::from_utf8(reply.body.to_vec()).unwrap()
}

#[tokio::test]
async fn the_pages_show_every_operation_and_type() {
    let index = page("").await;
    let document = sample::api().description.document();
    for operation in document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    {
        let id = operation["operationId"].as_str().unwrap();
        let (group, _) = index.split_once(&format!("#{id}\"")).unwrap();
        let group = group.rsplit_once("/docs/api").unwrap().1;
        assert!(page(group).await.contains(&format!("<article id=\"{id}\"")), "{id}");
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(index.contains(&format!("href=\"/docs/api/types/{name}\"")), "{name}");
        assert!(page(&format!("/types/{name}")).await.contains(&format!("<h1>{name}</h1>")), "{name}");
    }
    assert!(index.contains("Spaces &lt;and&gt;"));
    let (group, _) = index.split_once("#createSpace\"").unwrap();
    let spaces = page(group.rsplit_once("/docs/api").unwrap().1).await;
    assert!(spaces.contains("curl -X POST &quot;https://example.com/v1/spaces&quot;"));
    assert!(spaces.contains("-d '{&quot;title&quot;:&quot;text&quot;}'"));
    for nowhere in ["/nothing", "/types/Nothing", "/types/%3Cb%3E"] {
        assert_eq!(Caller::new().get(&format!("/docs/api{nowhere}")).await.status, 404, "{nowhere}");
    }
}

#[tokio::test]
async fn what_was_asked_for_before_has_one_address() {
    let caller = Caller::new();
    for address in ["/openapi.json", "/openapi.yaml", "/docs/api/types/Error", "/docs/api"] {
        assert_eq!(caller.get(address).await.status, 200, "{address}");
        for below in ["", "types/"] {
            let name = format!("/docs/api/{below}{}", address.replace('/', "%2F"));
            assert_eq!(caller.get(&name).await.status, 404, "{name}");
        }
    }
}

#[test]
fn pages_of_this_api_are_small() {
    let router = quire_api::reference::routes::<()>(|| quire_api::document("https://docs.example.com"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let get = |address: &str| {
        let request = axum::http::Request::get(address).body(axum::body::Body::empty()).unwrap();
        let answer = runtime.block_on(router.clone().oneshot(request)).unwrap();
        let bytes = runtime.block_on(axum::body::to_bytes(answer.into_body(), usize::MAX)).unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let index = get("/docs/api");
    let addresses = index.split("href=\"/docs/api/").skip(1).map(|rest| rest.split(['"', '#']).next().unwrap());
    let addresses: std::collections::BTreeSet<_> = addresses.collect();
    assert!(addresses.len() > 200, "{}", addresses.len());
    let sizes = addresses.iter().map(|it| (get(&format!("/docs/api/{it}")).len(), *it)).chain([(index.len(), "")]);
    let large: Vec<_> = sizes.filter(|(size, _)| *size > 300_000).collect();
    assert!(large.is_empty(), "{large:?}");
}

#[tokio::test]
async fn the_page_filters_without_javascript() {
    let page = page("?q=POST+space").await;
    assert!(page.contains("#createSpace\""));
    assert!(!page.contains("#listSpaces\""));
    assert!(page.contains("1 operation matches"));
}

#[tokio::test]
async fn a_search_is_shown_escaped() {
    let page = page("?q=%3Cscript%3Ealert(1)%3C/script%3E%22").await;
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("&lt;script&gt;alert(1)"));
}

#[tokio::test]
async fn the_policy_allows_the_pages_own_script_and_style_only() {
    let caller = Caller::new();
    let reply = caller.get("/docs/api").await;
    let policy = reply.header("content-security-policy");
    let page = String::from_utf8(reply.body.to_vec()).unwrap();
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
        let text = page.split_once(&format!("<{element}>")).unwrap().1.split_once(&format!("</{element}>")).unwrap().0;
        let hash = STANDARD.encode(Sha256::digest(text));
        assert!(policy.contains(&format!("{directive} 'sha256-{hash}'")));
        assert_eq!(page.matches(&format!("<{element}")).count(), 1);
    }
    assert!(policy.starts_with("default-src 'none'"));
    assert!(policy.contains("connect-src 'self'"));
    assert!(!page.contains("innerHTML"));
    assert!(page.contains("<form id=\"reader\" hidden>"));
    assert!(!page.contains(" style=") && !page.contains(" onclick="));
    assert!(!page.contains("src="));
}
