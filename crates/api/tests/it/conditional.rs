//! Entity tags and compression, and what they have to do with each other.

use crate::sample::{Caller, Reply};

async fn get(caller: &Caller, path: &str, headers: &[(&str, &str)]) -> Reply {
    caller.send("GET", path, headers, "").await
}

#[tokio::test]
async fn known_content_is_not_sent_again() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    let tag = caller.get(&path).await.header("etag").to_owned();
    assert!(tag.starts_with('"'));
    for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".into()] {
        let reply = get(&caller, &path, &[("if-none-match", &known)]).await;
        assert_eq!((reply.status, reply.body.len(), reply.header("etag")), (304, 0, tag.as_str()));
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert!(reply.header("content-type").is_empty());
    }
    caller.json("PATCH", &path, r#"{"title":"b"}"#).await;
    assert_eq!(get(&caller, &path, &[("if-none-match", &tag)]).await.json()["title"], "b");
}

#[tokio::test]
async fn only_reads_that_succeed_are_conditional() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    let any = [("if-none-match", "*"), ("content-type", "application/json")];
    assert_eq!(caller.send("PATCH", &path, &any, "{}").await.status, 200);
    assert_eq!(get(&caller, "/v1/spaces/none", &any).await.status, 404);
}

#[tokio::test]
async fn long_text_is_compressed_as_the_caller_likes() {
    let caller = Caller::new();
    let whole = caller.get("/v1/export").await;
    assert_eq!((whole.header("content-encoding"), whole.header("vary")), ("", "accept-encoding"));
    for coding in ["gzip", "br"] {
        let reply = get(&caller, "/v1/export", &[("accept-encoding", coding)]).await;
        assert_eq!((reply.header("content-encoding"), reply.header("vary")), (coding, "accept-encoding"));
        assert!(reply.body.len() < whole.body.len() / 4);
        assert!(reply.header("content-length").is_empty());
    }
    let refused = get(&caller, "/v1/export", &[("accept-encoding", "gzip;q=0, identity")]).await;
    assert_eq!(refused.body, whole.body);
}

#[tokio::test]
async fn short_text_and_pictures_are_not_compressed() {
    let caller = Caller::new();
    for path in ["/v1/spaces", "/v1/picture"] {
        let reply = get(&caller, path, &[("accept-encoding", "gzip, br, zstd")]).await;
        assert_eq!((reply.header("content-encoding"), reply.header("vary")), ("", ""), "{path}");
    }
}

#[tokio::test]
async fn a_compressed_form_has_its_own_tag_for_the_same_content() {
    let caller = Caller::new();
    let plain = caller.get("/openapi.json").await;
    let gzip = get(&caller, "/openapi.json", &[("accept-encoding", "gzip")]).await;
    let (plain, gzip) = (plain.header("etag"), gzip.header("etag"));
    assert_eq!(gzip, format!("{}-gzip\"", plain.trim_end_matches('"')));
    for known in [plain, gzip] {
        let reply = get(&caller, "/openapi.json", &[("if-none-match", known)]).await;
        assert_eq!((reply.status, reply.header("vary")), (304, "accept-encoding"));
    }
}
