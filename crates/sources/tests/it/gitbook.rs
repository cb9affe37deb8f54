//! Spaces read by the API of the service or of another server.

use std::collections::HashMap;
use std::io::Read as _;
use std::time::Duration;

use quire_content::front_matter;
use quire_content::stop::Stop;
use quire_convert::Limits;
use quire_sources::Options;
use quire_sources::fetch::{Failure, Fetch, Fetched, Found};
use quire_sources::gitbook::gitbook;
use serde_json::{Value, json};
use url::Url;

struct Api(HashMap<String, Value>);

impl Fetch for Api {
    fn get(&mut self, address: &Url, _: u64) -> Result<Fetched, Failure> {
        Ok(Fetched { address: address.clone(), content_type: None, bytes: b"png".to_vec() })
    }

    fn ask(&mut self, address: &Url, _: u64) -> Result<Fetched, Failure> {
        let path = address.path().trim_start_matches("/v1/spaces/s");
        let answer = self.0.get(path.trim_start_matches('/')).ok_or(Failure::Status(404))?;
        Ok(Fetched { address: address.clone(), content_type: None, bytes: answer.to_string().into_bytes() })
    }

    fn pace(&mut self, _: Duration) {}

    fn tell(&mut self, _: Found) -> Result<(), Failure> {
        Ok(())
    }
}

#[test]
fn settings_of_pages_come_along_and_what_does_not_is_listed() {
    let page = json!({
        "id": "p", "title": "Secret: {% if %}", "path": "secret", "type": "document", "description": "Say \"x\"",
        "condition": "visitor.claims.staff == \"yes\"", "hidden": true, "noIndex": true, "noRobotsIndex": false,
        "emoji": "1f680", "variables": { "a": "b", "n": 1.5, "yes": true },
        "layout": { "width": "wide", "cover": true, "coverSize": "full", "title": false, "outline": true },
        "cover": { "ref": { "kind": "file", "file": "f" }, "yPos": -3 }, "pages": [],
    });
    let mut api = Api(HashMap::from([
        (String::new(), json!({ "formerIds": ["old"] })),
        (
            "content".to_owned(),
            json!({
                "pages": [page], "reusableContents": [{ "id": "r", "title": "Note" }], "variables": {},
            }),
        ),
        (
            "content/files".to_owned(),
            json!({ "items": [{ "id": "f", "name": "a.png", "downloadURL": "https://x.y/f?s=1" }] }),
        ),
        ("content/reusable-contents/r".to_owned(), json!({ "markdown": "Hi.\n" })),
        ("content/page/p".to_owned(), json!({ "markdown": "Text.\n" })),
        ("comments".to_owned(), json!({ "items": [{}], "count": 7 })),
    ]));
    let (scratch, limits) = (tempfile::tempdir().unwrap(), Limits::default());
    let options = Options { limits: &limits, scratch: scratch.path(), split: false, authors: false };
    let address = Url::parse("https://api.test/v1/spaces/s").unwrap();
    let (converted, is_complete) = gitbook(&address, &options, &mut api, &Stop::default()).unwrap();
    assert!(is_complete);
    let mut file = Vec::new();
    converted.tree.open("secret.md").unwrap().read_to_end(&mut file).unwrap();
    let said = front_matter::parse(&file);
    assert_eq!(said.problem, None, "{}", String::from_utf8_lossy(&file));
    let fields = said.fields;
    assert_eq!(fields.if_.as_deref(), Some("visitor.claims.staff == \"yes\""), "who sees a page never grows");
    assert_eq!((fields.hidden, fields.no_index, fields.no_robots_index), (true, true, false));
    assert_eq!((fields.description.as_deref(), fields.emoji.as_deref()), (Some("Say \"x\""), Some("1f680")));
    assert_eq!((fields.cover.as_deref(), fields.cover_y), (Some(".gitbook/assets/a.png"), Some(-3.0)));
    assert_eq!(fields.vars.len(), 3);
    let layout = fields.layout.unwrap();
    assert_eq!(
        (layout.width.as_deref(), layout.cover_size.as_deref(), layout.title),
        (Some("wide"), Some("full"), Some(false))
    );
    let dropped: Vec<&str> = converted.report.iter().flat_map(|it| &it.dropped).map(|it| it.what.as_str()).collect();
    assert_eq!(dropped, ["7 comments"]);
    let kept: Vec<&str> = converted.report.iter().flat_map(|it| &it.kept).map(|it| it.place.as_str()).collect();
    assert!(kept.contains(&"s, old"), "{kept:?}");
}
