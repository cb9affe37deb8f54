//! The benchmark of changes of one block, in a page of 2,000 blocks against one of a single block.

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::connection::Connection;
use super::edits::{Space, change_request, timed};
use super::figures::{Aim, Figure, median};
use super::process::TOKEN;
use super::progress;

/// The number of times that a block is changed in each page.
const ROUNDS: usize = 40;
/// The number of blocks of the long page.
const BLOCKS: usize = 2_000;

/// Measures changes of one block in a change request of a space.
pub(super) fn measure(client: &mut Connection, space: &Space) -> anyhow::Result<Vec<Figure>> {
    progress(format_args!("edits: one block of {BLOCKS}"));
    let (made, _) = timed(client, "POST", &format!("{}/change-requests", space.path), &json!({}), 201)?;
    let content = format!("{}/content", change_request(space, &made)?);
    let mut pages = Vec::new();
    for blocks in [1, BLOCKS] {
        let text: String =
            (0..blocks).map(|n| format!("Paragraph {n} of a page, with a handful of words.\n\n")).collect();
        let insert = json!({ "operation": "insert_page", "title": "Blocks", "document": { "markdown": text } });
        let address = format!("{content}?compat=false");
        let (done, _) = timed(client, "POST", &address, &json!({ "changes": [insert] }), 200)?;
        let id = done["insertedPages"][0]["id"].as_str().context("a page has no identifier")?.to_owned();
        let document = client.json(&format!("{content}/page/{id}/document"), TOKEN)?;
        let key = document["nodes"][blocks / 2]["key"].as_str().context("a block has no key")?.to_owned();
        pages.push((id, key, Vec::new()));
    }
    for round in 0..ROUNDS {
        for (id, key, times) in &mut pages {
            let block = json!({ "operation": "replace", "key": key, "markdown": format!("Another text {round}.") });
            let change = json!({ "operation": "update_page", "page": id, "blocks": [block] });
            let (done, time) = timed(client, "POST", &content, &json!({ "changes": [change] }), 200)?;
            let now = done["saved"][0]["blocks"][0][0].as_str();
            ensure!(now.is_some_and(|now| now != key), "a patch did not change its block: {done}");
            *key = now.unwrap_or_default().to_owned();
            times.push(time);
        }
    }
    let [one, many] = [0, 1].map(|n| median(pages[n].2.clone()));
    Ok(vec![Figure {
        name: format!("changing one block of {BLOCKS}"),
        quire: many,
        other: ("one of a single block".to_owned(), one),
        unit: "ms".to_owned(),
        aim: Some(Aim::AtMost(3.0)),
    }])
}
