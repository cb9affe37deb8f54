//! Pages of a list and their cursors.

use crate::sample::Caller;

#[tokio::test]
async fn a_list_is_walked_by_its_cursors() {
    let caller = Caller::new();
    for number in 0..5 {
        caller.space(&format!("t{number}")).await;
    }
    let mut seen = Vec::new();
    let mut path = "/v1/spaces?limit=2".to_owned();
    loop {
        let page = caller.get(&path).await.json();
        assert_eq!(page["count"], 5);
        assert_eq!(page.get("previous").is_some(), !seen.is_empty());
        seen.extend(page["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap().to_owned()));
        let Some(next) = page.get("next") else { break };
        path = format!("/v1/spaces?limit=2&page={}", next["page"].as_str().unwrap());
    }
    assert_eq!(seen, ["t0", "t1", "t2", "t3", "t4"]);
}

#[tokio::test]
async fn cursors_of_others_are_refused() {
    let caller = Caller::new();
    for title in ["a", "b"] {
        caller.space(title).await;
    }
    let page = caller.get("/v1/spaces?limit=1").await.json();
    let cursor = page["next"]["page"].as_str().unwrap();
    for query in [format!("page={cursor}&reverse=true"), format!("page={cursor}A"), "page=2".into(), "page=".into()] {
        let (status, message) = caller.get(&format!("/v1/spaces?{query}")).await.error();
        assert_eq!(status, 400);
        assert!(message.starts_with("query parameter \"page\": must be a cursor"), "{message}");
    }
}
