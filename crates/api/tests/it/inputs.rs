//! Requests that are wrong name what is wrong; requests that are unusual work.

use serde_json::json;

use crate::sample::Caller;

#[tokio::test]
async fn query_parameters() {
    let caller = Caller::new();
    let error = async |query: &str| caller.get(&format!("/v1/spaces?{query}")).await.error();
    let limit = (400, "query parameter \"limit\": must be an integer from 0 to 1000".to_owned());
    for wrong in ["limit=1001", "limit=-1", "limit=ten", "limit=", "limit=1.5"] {
        assert_eq!(error(wrong).await, limit, "{wrong}");
    }
    let reverse = (400, "query parameter \"reverse\": must be true or false".to_owned());
    assert_eq!(error("reverse=1").await, reverse);
    assert_eq!(caller.get("/v1/spaces?limit=0&unknown=1&other[]=2").await.status, 200);
}

#[tokio::test]
async fn lists_in_queries_have_two_forms() {
    let caller = Caller::new();
    for title in ["a", "b", "c d"] {
        caller.space(title).await;
    }
    for query in ["titles=a&titles=c+d", "titles[]=a&titles[]=c%20d", "titles%5B%5D=a&titles=c+d"] {
        assert_eq!(caller.get(&format!("/v1/spaces?{query}")).await.json()["count"], 2, "{query}");
    }
}

#[tokio::test]
async fn bodies_of_the_wrong_kind() {
    let caller = Caller::new();
    let body = r#"{"title":"a"}"#;
    for headers in [&[][..], &[("content-type", "text/plain")], &[("content-type", "application/xml")]] {
        let reply = caller.send("POST", "/v1/spaces", headers, body).await;
        assert_eq!(reply.error(), (415, "body must be sent with the header content-type: application/json".into()));
    }
    for kind in ["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"] {
        assert_eq!(caller.send("POST", "/v1/spaces", &[("content-type", kind)], body).await.status, 201);
    }
}

#[tokio::test]
async fn bodies_that_are_too_large() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    let body = json!({ "title": "x".repeat(2000) }).to_string();
    let reply = caller.json("PATCH", &path, &body).await;
    assert_eq!(reply.error(), (413, "body must be at most 1000 bytes".into()));
    let announced = [("content-type", "application/json"), ("content-length", "5000")];
    assert_eq!(caller.send("PATCH", &path, &announced, "").await.error().0, 413);
    let reply = caller.json("POST", "/v1/spaces", &body).await;
    assert_eq!(reply.error(), (400, "body field \"title\": must be at most 50 characters".into()));
    assert_eq!(caller.send("PUT", "/v1/upload", &[], &body).await.json(), body.len());
}

#[tokio::test]
async fn bodies_that_are_no_json() {
    let caller = Caller::new();
    let error = async |body: &str| caller.json("POST", "/v1/spaces", body).await.error();
    assert_eq!(error("{\n\"title\" 1}").await, (400, "body is not JSON: expected `:` at line 2 column 9".into()));
    assert_eq!(error("[]").await, (400, "body must be a JSON object".into()));
    let wrong = error(r#"{"title":"a","icon":{"name":true}}"#).await;
    assert_eq!(wrong, (400, "body field \"icon.name\": must be a string, not boolean true".into()));
    assert_eq!(error("").await, (400, "body field \"title\": is required".into()));
}

#[tokio::test]
async fn a_patch_tells_absent_from_null() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    let patch = async |body: &str| caller.json("PATCH", &path, body).await;
    assert_eq!(patch(r#"{"parent":"p","unknown":1}"#).await.json()["parent"], "p");
    assert_eq!(patch("null").await.error(), (400, "body must be a JSON object".into()));
    for body in ["", "{}", r#"{"title":"b"}"#] {
        assert_eq!(patch(body).await.json()["parent"], "p", "{body}");
    }
    let cleared = patch(r#"{"parent":null}"#).await.json();
    assert_eq!((cleared.get("parent"), &cleared["title"]), (None, &json!("b")));
    let refused = patch(r#"{"title":null}"#).await.error();
    assert_eq!(refused, (400, "body field \"title\": must not be null: leave it out to keep it".into()));
}

#[tokio::test]
async fn an_absent_body_needs_no_content_type() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    assert_eq!(caller.send("PATCH", &path, &[], "").await.status, 200);
}

#[tokio::test]
async fn path_parameters_pass_as_text() {
    let caller = Caller::new();
    assert_eq!(caller.get("/v1/spaces/%20%2F").await.error(), (404, "there is no space  /".into()));
    assert_eq!(caller.get("/v1/spaces/%ff").await.error().0, 400);
    assert_eq!(caller.get("/v1/main/content/path/a/b%20c").await.json()["path"], "a/b c");
    assert_eq!(caller.get("/v1/draft/content/path/a").await.json()["path"], "a");
}

#[tokio::test]
async fn creating_and_deleting() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    assert_eq!(caller.get(&path).await.json()["title"], "a");
    for _ in 0..2 {
        let reply = caller.send("DELETE", &path, &[], "").await;
        assert_eq!((reply.status, reply.body.len()), (204, 0));
    }
    assert_eq!(caller.get(&path).await.status, 404);
}
