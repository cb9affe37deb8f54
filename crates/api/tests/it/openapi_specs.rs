//! OpenAPI specifications: sources that are sent and fetched, versions, and who reads them.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use quire_app::openapi_specs::processing::{Document, Documents, SourceKind, Unreachable};
use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database, on_each_database_within_reach};
use serde_json::{Value, json};

const PETS: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {operationId: list, responses: {200: {description: ok}}}
components: {schemas: {Zebra: {type: object}, Ape: {type: string}}}
";

fn text(text: &str) -> Value {
    json!({ "source": { "text": text } })
}

fn path(test: &TestApp, slug: &str) -> String {
    format!("{}/openapi/{slug}", test.org())
}

/// Sets a source, has it read, and returns the specification.
fn read(test: &TestApp, slug: &str, body: &Value) -> Value {
    let path = path(test, slug);
    assert!([200, 201].contains(&test.admin().put(&path, body).status.as_u16()));
    assert_eq!(test.process_openapi_specs(), 1);
    test.admin().get(&path).ok()
}

/// Documents in memory, with entity tags that follow from their texts.
#[derive(Clone, Default)]
struct Web {
    documents: Arc<Mutex<BTreeMap<String, Result<String, Unreachable>>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Web {
    fn put(&self, address: &str, text: &str) {
        self.documents.lock().unwrap().insert(address.to_owned(), Ok(text.to_owned()));
    }

    fn lose(&self, address: &str, failure: Unreachable) {
        self.documents.lock().unwrap().insert(address.to_owned(), Err(failure));
    }

    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// Reads the sources that are due, and returns their number.
    fn process(&self, test: &TestApp) -> usize {
        test.process_openapi_specs_with(self)
    }
}

impl Documents for Web {
    fn get(&self, address: &str, _: u64, known: Option<&str>, _: Duration) -> Result<Option<Document>, Unreachable> {
        self.asked.lock().unwrap().push(address.to_owned());
        let missing = || Err(Unreachable::Failed("the server answered 404".to_owned()));
        let text = self.documents.lock().unwrap().get(address).cloned().unwrap_or_else(missing)?;
        let entity_tag = Some(format!("\"{}\"", text.len()));
        if known.is_some() && known == entity_tag.as_deref() {
            return Ok(None);
        }
        let content_type = text.starts_with("<html>").then(|| "text/html; charset=utf-8".to_owned());
        Ok(Some(Document { address: address.to_owned(), content_type, entity_tag, bytes: text.into_bytes() }))
    }
}

const HERE: &str = "https://api.example.com/openapi.yaml";

fn address() -> Value {
    json!({ "source": { "url": HERE } })
}

#[test]
fn a_text_becomes_a_version() {
    on_each_database(|test| {
        let (admin, path) = (test.admin(), path(test, "pets"));
        let made = admin.put(&path, &text(PETS)).created();
        assert_eq!((&made["object"], &made["slug"]), (&"openapi-spec".into(), &"pets".into()));
        assert_eq!((&made["processingState"], &made["visibility"]), (&"pending".into(), &"private".into()));
        assert_eq!((&made["sourceURL"], &made["lastVersion"]), (&Value::Null, &Value::Null));
        assert_eq!(made["permissions"], json!({ "view": true, "edit": true }));
        assert_eq!(made["urls"]["location"], format!("http://quire.test{path}"));
        assert_eq!(made["urls"]["published"], Value::Null);
        admin.get(&format!("{path}/versions/latest")).refused(404);
        test.process_openapi_specs();
        let done = admin.get(&path).ok();
        assert_eq!((&done["processingState"], &done["lastProcessedErrors"]), (&"complete".into(), &json!([])));
        let version = admin.get(&format!("{path}/versions/latest")).ok();
        assert_eq!((&version["object"], &version["id"]), (&"openapi-spec-version".into(), &done["lastVersion"]));
        assert_eq!((&version["operations"], &version["schemas"]), (&1.into(), &2.into()));
        let id = version["id"].as_str().unwrap();
        assert_eq!(admin.get(&format!("{path}/versions/{id}")).ok(), version);
        let list = admin.get(&format!("{path}/versions")).ok();
        assert_eq!((&list["count"], &list["items"][0]), (&1.into(), &version));
        let content = admin.get(&format!("{path}/versions/latest/content"));
        assert_eq!(content.header("etag"), format!("\"{id}-private\""));
        let raw = String::from_utf8(content.body.clone()).unwrap();
        assert!(raw.find("Zebra").unwrap() < raw.find("Ape").unwrap(), "members keep their order");
        let content = content.ok();
        let file = &content["filesystem"][0];
        assert_eq!(
            (&file["dir"], &file["filename"], &file["isEntrypoint"]),
            (&".".into(), &"openapi.json".into(), &true.into())
        );
        assert_eq!(file["specification"]["paths"]["/pets"]["get"]["operationId"], "list");
        assert_eq!((&content["url"], &content["urls"]["public"]), (&version["url"], &Value::Null));
        assert_eq!(admin.get(&format!("{path}/versions/{id}/content")).ok(), content);
        admin.get(&format!("{path}/document")).expect_bytes(PETS.as_bytes());
    });
}

#[test]
fn specifications_are_listed_added_and_deleted() {
    on_each_database(|test| {
        let (admin, all) = (test.admin(), format!("{}/openapi", test.org()));
        let new = |slug: &str| json!({ "slug": slug, "source": { "text": PETS } });
        let first = admin.post(&all, &new("a")).created();
        test.clock.pass(Duration::from_secs(1));
        admin.post(&all, &new("b-2")).created();
        let told = admin.post(&all, &new("a")).refused(409);
        assert_eq!(told, "slug: a is the slug of another specification of the organization");
        for bad in ["", "A", "a_b", "-a", "a-", "a--b", &"a".repeat(101)] {
            let told = admin.post(&all, &new(bad)).refused(400);
            assert!(told.contains("slug"), "{told}");
            if !bad.is_empty() {
                let told = admin.put(&format!("{all}/{bad}"), &text(PETS)).refused(400);
                assert!(told.starts_with("specSlug: must be "), "{told}");
            }
        }
        let page = admin.get(&format!("{all}?limit=1")).ok();
        assert_eq!((&page["count"], &page["items"][0]), (&2.into(), &first));
        let next = page["next"]["page"].as_str().unwrap();
        let page = admin.get(&format!("{all}?limit=1&page={next}")).ok();
        assert_eq!((&page["items"][0]["slug"], &page["next"]), (&"b-2".into(), &Value::Null));
        for _ in 0..2 {
            admin.delete(&format!("{all}/a")).expect(204);
        }
        admin.get(&format!("{all}/a")).refused(404);
        assert_eq!(admin.get(&all).ok()["count"], 1);
        assert_eq!(test.process_openapi_specs(), 1, "a source that is gone is not read");
    });
}

#[test]
fn sources_are_checked() {
    on_each_database(|test| {
        let path = path(test, "x");
        let cases = [
            (json!({ "url": "pets.yaml" }), "source.url: must be an absolute address"),
            (json!({ "url": "file:///etc/passwd" }), "source.url: must begin with https:// or http://"),
            (json!({ "url": "https://a:b@example.com/x" }), "source.url: must have no user name and no password"),
            (
                json!({ "url": format!("https://example.com/{}", "x".repeat(3000)) }),
                "source.url: must be at most 2048 bytes long",
            ),
            (json!({ "text": " \n" }), "source.text: must not be empty"),
        ];
        for (source, message) in cases {
            assert_eq!(test.admin().put(&path, &json!({ "source": source })).refused(400), message);
        }
        for source in [json!({}), json!(null), json!("x"), json!({ "url": 1 })] {
            test.admin().put(&path, &json!({ "source": source })).refused(400);
        }
        test.admin().put(&path, &json!({})).refused(400);
        test.admin().get(&path).refused(404);
    });
}

#[test]
fn an_uploaded_file_is_a_source() {
    on_each_database(|test| {
        let upload = test.upload("pets.yaml", PETS.as_bytes());
        let done = read(test, "pets", &json!({ "source": { "url": upload } }));
        assert_eq!((&done["sourceURL"], &done["processingState"]), (&Value::Null, &"complete".into()));
        test.admin().get(&format!("{}/document", path(test, "pets"))).expect_bytes(PETS.as_bytes());
        let forged = format!("{upload}x");
        test.admin().put(&path(test, "y"), &json!({ "source": { "url": forged } })).refused(404);
    });
}

#[test]
fn unchanged_sources_make_no_version_and_bad_ones_leave_the_last() {
    on_each_database(|test| {
        let good = read(test, "pets", &text(PETS));
        test.clock.pass(Duration::from_secs(1));
        let again = read(test, "pets", &text(PETS));
        assert_eq!(again["lastVersion"], good["lastVersion"]);
        let bad = read(test, "pets", &text("openapi: 3.1.0\npaths:\n  /a: []\n"));
        assert_eq!((&bad["lastVersion"], &bad["processingState"]), (&good["lastVersion"], &"complete".into()));
        assert_eq!(bad["lastProcessErrorCode"], "PARSE_ERROR");
        let first = &bad["lastProcessedErrors"][0];
        assert_eq!(*first, json!({ "message": "line 3: /paths/~1a: must be an object", "code": "PARSE_ERROR" }));
        assert_eq!(bad["lastProcessedErrorCount"], 3);
        test.admin().get(&format!("{}/document", path(test, "pets"))).expect_bytes(PETS.as_bytes());
        let listed = read(test, "pets", &text(&PETS.replace("operationId: list", "operationId: 1")));
        assert_ne!(listed["lastVersion"], good["lastVersion"]);
        assert_eq!(listed["lastProcessErrorCode"], Value::Null);
        assert_eq!(
            listed["lastProcessedErrors"],
            json!([{ "message": "line 5: /paths/~1pets/get/operationId: must be a text" }])
        );
        let versions = test.admin().get(&format!("{}/versions", path(test, "pets"))).ok();
        assert_eq!((&versions["count"], &versions["items"][1]["id"]), (&2.into(), &good["lastVersion"]));
    });
}

#[test]
fn public_specifications_are_for_everybody() {
    on_each_database(|test| {
        read(test, "pets", &text(PETS));
        let (admin, path) = (test.admin(), path(test, "pets"));
        let (nobody, document) = (test.caller(None), format!("{path}/document"));
        nobody.get(&document).refused(404);
        let shown = admin.patch(&path, &json!({ "visibility": "public" })).ok();
        let published = shown["urls"]["published"].as_str().unwrap().strip_prefix("http://quire.test").unwrap();
        assert_eq!(published, document);
        let answer = nobody.get(published);
        assert_eq!(answer.header("content-type"), "application/yaml");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let etag = answer.header("etag").to_owned();
        assert!(etag.starts_with('"'), "{etag}");
        answer.expect_bytes(PETS.as_bytes());
        assert_eq!(nobody.get_with(published, &[("if-none-match", &etag)]).status, 304);
        let version = admin.get(&format!("{path}/versions/latest")).ok()["url"].as_str().unwrap().to_owned();
        nobody.get(version.strip_prefix("http://quire.test").unwrap()).expect_bytes(PETS.as_bytes());
        let content = admin.get(&format!("{path}/versions/latest/content")).ok();
        assert_eq!(content["urls"], json!({ "source": version, "public": version }));
        nobody.get(&path).refused(401);
        test.caller(Some("wrong")).get(published).refused(401);
        read(test, "pets", &text(&serde_json::to_string(&json!({ "openapi": "3.0.0", "paths": {} })).unwrap()));
        assert_eq!(nobody.get(published).header("content-type"), "application/json");
        admin.patch(&path, &json!({ "visibility": "hidden" })).refused(400);
        admin.patch(&path, &json!({ "visibility": "private" })).ok();
        nobody.get(published).refused(404);
    });
}

#[test]
fn everybody_gets_public_documents_without_what_is_internal() {
    on_each_database(|test| {
        let marked = PETS.replace("Ape: {type: string}", "Ape: {type: string, x-internal: true}");
        read(test, "pets", &text(&marked));
        let (admin, path) = (test.admin(), path(test, "pets"));
        let document = format!("{path}/document");
        admin.patch(&path, &json!({ "visibility": "public" })).ok();
        let (_, token) = test.new_member("guest@example.com", None);
        for other in [test.caller(None), test.caller(Some(&token))] {
            let answer = other.get(&document);
            assert_eq!(answer.header("content-type"), "application/json");
            assert_eq!(answer.header("cache-control"), "public, no-cache");
            assert!(answer.header("content-disposition").ends_with("\"pets.json\""));
            let etag = answer.header("etag").to_owned();
            let shown = answer.ok();
            assert_eq!(shown["components"]["schemas"], json!({ "Zebra": { "type": "object" } }));
            assert_eq!(other.get_with(&document, &[("if-none-match", &etag)]).status, 304);
        }
        let own = admin.get(&document);
        assert_eq!(
            (own.header("content-type"), own.header("cache-control")),
            ("application/yaml", "private, no-cache")
        );
        own.expect_bytes(marked.as_bytes());
        let content = admin.get(&format!("{path}/versions/latest/content")).ok();
        assert!(content.to_string().contains("x-internal"), "members get everything");
        // The blobs are not collected while the version is there.
        test.run_jobs();
        assert_eq!(test.caller(None).get(&document).status, 200);
    });
}

#[test]
fn guests_see_no_specifications() {
    on_each_database(|test| {
        read(test, "pets", &text(PETS));
        let (_, token) = test.new_member("guest@example.com", None);
        let guest = test.caller(Some(&token));
        assert_eq!(guest.get(&format!("{}/openapi", test.org())).ok(), json!({ "items": [], "count": 0 }));
        let (_, token) = test.new_member("reader@example.com", Some(Role::Read));
        let reader = test.caller(Some(&token));
        let seen = reader.get(&path(test, "pets")).ok();
        assert_eq!(seen["permissions"], json!({ "view": true, "edit": false }));
    });
}

#[test]
fn a_source_at_an_address_is_looked_at_again() {
    on_each_database(|test| {
        let (web, admin, path) = (Web::default(), test.admin(), path(test, "pets"));
        web.put(HERE, PETS);
        admin.put(&path, &address()).created();
        assert_eq!(web.process(test), 1);
        let first = admin.get(&path).ok();
        assert_eq!((&first["sourceURL"], &first["processingState"]), (&HERE.into(), &"complete".into()));
        test.clock.pass(Duration::from_hours(5));
        assert_eq!(web.process(test), 0);
        test.clock.pass(Duration::from_hours(1));
        assert_eq!((web.process(test), web.asked().len()), (1, 2));
        let same = admin.get(&path).ok();
        assert_eq!((&same["lastVersion"], &same["updatedAt"]), (&first["lastVersion"], &first["updatedAt"]));
        assert_ne!(same["lastProcessedAt"], first["lastProcessedAt"]);
        web.put(HERE, &PETS.replace("Pets", "Animals"));
        let pending = admin.put(&path, &address()).ok();
        assert_eq!((&pending["processingState"], &pending["lastVersion"]), (&"pending".into(), &first["lastVersion"]));
        web.process(test);
        let changed = admin.get(&path).ok();
        assert_ne!(changed["lastVersion"], first["lastVersion"]);
        for (failure, code) in [
            (Unreachable::TooSlow, "FETCH_TIMEOUT"),
            (Unreachable::Failed("the server answered 410".to_owned()), "FETCH_ERROR"),
        ] {
            let message = failure.to_string();
            web.lose(HERE, failure);
            admin.put(&path, &address()).ok();
            web.process(test);
            let gone = admin.get(&path).ok();
            assert_eq!((&gone["lastProcessErrorCode"], &gone["lastVersion"]), (&code.into(), &changed["lastVersion"]));
            assert_eq!(gone["lastProcessedErrors"], json!([{ "message": message, "code": code }]));
        }
        web.put(HERE, "<html>Sign in</html>");
        admin.put(&path, &address()).ok();
        web.process(test);
        let page = admin.get(&path).ok();
        assert_eq!(page["lastProcessErrorCode"], "PARSE_ERROR");
        assert!(page["lastProcessedErrors"][0]["message"].as_str().unwrap().contains("web page"));
        web.put(HERE, &PETS.replace("Pets", "Animals"));
        test.clock.pass(Duration::from_hours(6));
        web.process(test);
        let back = admin.get(&path).ok();
        assert_eq!((&back["lastProcessErrorCode"], &back["lastVersion"]), (&Value::Null, &changed["lastVersion"]));
    });
}

#[test]
fn other_documents_are_a_part_of_the_specification() {
    on_each_database(|test| {
        let (web, admin, path) = (Web::default(), test.admin(), path(test, "pets"));
        web.put(HERE, "openapi: 3.1.0\npaths: {/a: {get: {responses: {200: {$ref: 'ok.yaml'}}}}}");
        web.put("https://api.example.com/ok.yaml", "description: fine");
        admin.put(&path, &address()).created();
        web.process(test);
        let content = admin.get(&format!("{path}/versions/latest/content")).ok();
        let document = &content["filesystem"][0]["specification"];
        assert_eq!(document["paths"]["/a"]["get"]["responses"]["200"], json!({ "$ref": "#/components/responses/ok" }));
        assert_eq!(document["components"]["responses"]["ok"], json!({ "description": "fine" }));
        let first = admin.get(&path).ok()["lastVersion"].clone();
        // The document itself is unchanged, and still it is fetched: its entity tag says nothing of the other one.
        web.put("https://api.example.com/ok.yaml", "description: finer");
        test.clock.pass(Duration::from_hours(6));
        web.process(test);
        let second = admin.get(&path).ok()["lastVersion"].clone();
        assert_ne!(second, first);
        web.lose("https://api.example.com/ok.yaml", Unreachable::Failed("the server answered 404".to_owned()));
        test.clock.pass(Duration::from_hours(6));
        web.process(test);
        let gone = admin.get(&path).ok();
        assert_eq!((&gone["lastProcessErrorCode"], &gone["lastVersion"]), (&"FETCH_ERROR".into(), &second));
        let message = "/paths/~1a/get/responses/200/$ref: https://api.example.com/ok.yaml: the server answered 404";
        assert_eq!(gone["lastProcessedErrors"][0]["message"], message);
        let relative = read(test, "sent", &text("openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: a.yaml}}}"));
        assert_eq!(relative["lastProcessErrorCode"], "PARSE_ERROR");
        let files =
            read(test, "files", &text("openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: 'file:///etc/passwd'}}}"));
        let told = files["lastProcessedErrors"][0]["message"].as_str().unwrap();
        assert!(told.ends_with("references must lead to https:// or http://"), "{told}");
    });
}

#[test]
fn what_was_found_of_an_older_source_is_dropped() {
    on_each_database(|test| {
        let (admin, path) = (test.admin(), path(test, "pets"));
        /// Sets another source while the first one is fetched.
        struct Meanwhile<'a>(&'a (dyn Fn() + Sync + Send));
        impl Documents for Meanwhile<'_> {
            fn get(
                &self,
                address: &str,
                _: u64,
                _: Option<&str>,
                _: Duration,
            ) -> Result<Option<Document>, Unreachable> {
                (self.0)();
                let (content_type, entity_tag) = (None, None);
                Ok(Some(Document { address: address.to_owned(), content_type, entity_tag, bytes: PETS.into() }))
            }
        }
        admin.put(&path, &address()).created();
        let app = test.app.clone();
        let organization = test.org().rsplit('/').next().unwrap().parse().unwrap();
        let replace = || {
            let slug = quire_model::text::OpenApiSlug::try_from("pets".to_owned()).unwrap();
            let source = quire_app::openapi_specs::Source::Text("openapi: 3.0.0\npaths: {}".to_owned());
            app.put_openapi_spec(&quire_app::Caller::operator(), organization, &slug, &source).unwrap();
        };
        assert!(test.app.process_openapi_spec(SourceKind::Fetched, &Meanwhile(&replace)).unwrap());
        let shown = admin.get(&path).ok();
        assert_eq!((&shown["processingState"], &shown["lastVersion"]), (&"pending".into(), &Value::Null));
        assert_eq!(test.process_openapi_specs(), 1);
        admin.get(&format!("{path}/document")).expect_bytes(b"openapi: 3.0.0\npaths: {}");
    });
}

#[test]
fn a_process_that_ends_while_it_reads_is_taken_over_from() {
    on_each_database(|test| {
        let (admin, path) = (test.admin(), path(test, "pets"));
        struct Dies;
        impl Documents for Dies {
            fn get(&self, _: &str, _: u64, _: Option<&str>, _: Duration) -> Result<Option<Document>, Unreachable> {
                panic!("the process ends");
            }
        }
        admin.put(&path, &address()).created();
        let app = test.app.clone();
        let ended = std::thread::spawn(move || app.process_openapi_spec(SourceKind::Fetched, &Dies)).join();
        assert!(ended.is_err());
        assert_eq!(admin.get(&path).ok()["processingState"], "progress");
        let web = Web::default();
        web.put(HERE, PETS);
        assert_eq!(web.process(test), 0, "it is held");
        test.clock.pass(Duration::from_mins(10));
        let other = test.another_process();
        assert!(other.process_openapi_spec(SourceKind::Fetched, &web).unwrap());
        assert_eq!(admin.get(&path).ok()["processingState"], "complete");
    });
}

/// An attempt to read sources at addresses while another one waits for its server.
fn meanwhile(test: &TestApp, work: &(dyn Fn() + Sync)) {
    struct Waits<'a>(&'a (dyn Fn() + Sync));
    impl Documents for Waits<'_> {
        fn get(&self, _: &str, _: u64, _: Option<&str>, _: Duration) -> Result<Option<Document>, Unreachable> {
            (self.0)();
            Err(Unreachable::TooSlow)
        }
    }
    assert!(test.app.process_openapi_spec(SourceKind::Fetched, &Waits(work)).unwrap());
}

/// So many attempts at the same time, each of which waits for its server.
fn nested(test: &TestApp, attempts: usize, work: &(dyn Fn() + Sync)) {
    match attempts {
        0 => work(),
        _ => meanwhile(test, &|| nested(test, attempts - 1, work)),
    }
}

#[test]
fn a_server_that_takes_its_time_delays_nobody_else() {
    on_each_database(|test| {
        let admin = test.admin();
        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        let other = format!("/v1/orgs/{}/openapi/theirs", other["id"].as_str().unwrap());
        for n in 1..=5 {
            admin.put(&path(test, &format!("slow-{n}")), &address()).created();
        }
        // Four sources of an organization are read at a time.
        nested(test, 4, &|| {
            let fetched = || test.app.process_openapi_spec(SourceKind::Fetched, &Web::default()).unwrap();
            assert!(!fetched(), "of an organization four at a time");
            admin.put(&path(test, "sent"), &text(PETS)).created();
            assert!(test.app.process_openapi_spec(SourceKind::Sent, &Web::default()).unwrap());
            assert_eq!(admin.get(&path(test, "sent")).ok()["processingState"], "complete");
            admin.put(&other, &address()).created();
            assert!(fetched(), "of another organization");
            assert_eq!(admin.get(&other).ok()["processingState"], "complete");
        });
        let web = Web::default();
        web.put(HERE, PETS);
        assert_eq!(web.process(test), 1, "the other source is read afterwards");
    });
}

#[test]
fn what_was_just_set_is_read_before_what_is_read_again() {
    on_each_database(|test| {
        let (admin, web) = (test.admin(), Web::default());
        let at = |name: &str| format!("https://api.example.com/{name}.yaml");
        let put = |name: &str| {
            web.put(&at(name), PETS);
            assert!(admin.put(&path(test, name), &json!({ "source": { "url": at(name) } })).status.is_success());
        };
        put("old");
        web.process(test);
        test.clock.pass(Duration::from_hours(7));
        put("silent");
        web.lose(&at("silent"), Unreachable::TooSlow);
        put("new");
        web.asked();
        assert_eq!(web.process(test), 3);
        assert_eq!(web.asked(), [at("silent"), at("new"), at("old")]);
        // One whose server took too long waits for the others.
        test.clock.pass(Duration::from_secs(1));
        put("silent");
        test.clock.pass(Duration::from_secs(1));
        put("new");
        web.asked();
        assert_eq!(web.process(test), 2);
        assert_eq!(web.asked(), [at("new"), at("silent")]);
    });
}

#[test]
fn what_was_read_when_the_only_process_died_is_read_at_once() {
    on_each_database(|test| {
        struct Dies;
        impl Documents for Dies {
            fn get(&self, _: &str, _: u64, _: Option<&str>, _: Duration) -> Result<Option<Document>, Unreachable> {
                panic!("the process ends");
            }
        }
        let die = || {
            let app = test.app.clone();
            let ended = std::thread::spawn(move || app.process_openapi_spec(SourceKind::Fetched, &Dies)).join();
            assert!(ended.is_err());
        };
        let (admin, path, web) = (test.admin(), path(test, "pets"), Web::default());
        web.put(HERE, PETS);
        admin.put(&path, &address()).created();
        assert_eq!(test.app.release_openapi_specs().unwrap(), 0);
        die();
        assert_eq!(web.process(test), 0, "it is held");
        assert_eq!(test.app.release_openapi_specs().unwrap(), 1);
        die();
        // It may be the reason why the process died.
        assert_eq!((test.app.release_openapi_specs().unwrap(), web.process(test)), (0, 0));
        test.clock.pass(Duration::from_mins(9));
        assert_eq!(web.process(test), 0);
        test.clock.pass(Duration::from_mins(1));
        assert_eq!(web.process(test), 1);
        assert_eq!(admin.get(&path).ok()["processingState"], "complete");
    });
}

#[test]
fn another_process_takes_over_after_a_minute() {
    on_each_database(|test| {
        let web = Web::default();
        web.put(HERE, PETS);
        test.admin().put(&path(test, "pets"), &address()).created();
        meanwhile(test, &|| {
            test.clock.pass(Duration::from_secs(59));
            assert_eq!(web.process(test), 0);
            test.clock.pass(Duration::from_secs(1));
            assert_eq!(web.process(test), 1);
        });
        let shown = test.admin().get(&path(test, "pets")).ok();
        assert_eq!((&shown["processingState"], &shown["lastProcessErrorCode"]), (&"complete".into(), &Value::Null));
    });
}

#[test]
fn all_documents_of_a_source_have_a_minute_together() {
    on_each_database(|test| {
        struct Slow<'a>(&'a TestApp, std::sync::Mutex<Vec<Duration>>);
        impl Documents for Slow<'_> {
            fn get(
                &self,
                address: &str,
                _: u64,
                _: Option<&str>,
                within: Duration,
            ) -> Result<Option<Document>, Unreachable> {
                self.1.lock().unwrap().push(within);
                self.0.clock.pass(Duration::from_secs(25));
                let text = "openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: a.yaml}, B: {$ref: b.yaml}, C: {$ref: c.yaml}, D: {$ref: d.yaml}}}";
                let bytes = if address == HERE { text.into() } else { "type: string".into() };
                Ok(Some(Document { address: address.to_owned(), content_type: None, entity_tag: None, bytes }))
            }
        }
        test.admin().put(&path(test, "slow"), &address()).created();
        let slow = Slow(test, Default::default());
        assert!(test.app.process_openapi_spec(SourceKind::Fetched, &slow).unwrap());
        let given: Vec<u64> = slow.1.lock().unwrap().iter().map(Duration::as_secs).collect();
        assert_eq!(given, [60, 35, 10]);
        assert_eq!(test.admin().get(&path(test, "slow")).ok()["lastProcessErrorCode"], "FETCH_TIMEOUT");
    });
}

#[test]
fn many_set_a_source_at_once() {
    on_each_database(|test| {
        let path = path(test, "pets");
        let created = std::thread::scope(|scope| {
            let put = |n: usize| {
                let slug = quire_model::text::OpenApiSlug::try_from("pets".to_owned()).unwrap();
                let source = quire_app::openapi_specs::Source::Text(PETS.replace("Pets", &format!("Pets {n}")));
                let organization = test.org().rsplit('/').next().unwrap().parse().unwrap();
                let caller = quire_app::Caller::operator();
                scope.spawn({
                    let app = test.app.clone();
                    move || app.put_openapi_spec(&caller, organization, &slug, &source).unwrap().1
                })
            };
            let all: Vec<_> = (0..8).map(put).collect();
            all.into_iter().map(|it| it.join().unwrap()).filter(|created| *created).count()
        });
        assert_eq!(created, 1);
        assert_eq!(test.process_openapi_specs(), 1, "the last source is read, once");
        assert_eq!(test.admin().get(&format!("{path}/versions")).ok()["count"], 1);
    });
}

/// The address of a server that answers one connection after the other with these.
fn server(answers: Vec<Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = [0; 4096];
            let _ = stream.read(&mut asked).unwrap();
            let _ = stream.write_all(&answer);
        }
    });
    format!("http://{address}/v1/openapi.yaml")
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {head}content-length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

#[test]
fn the_network_is_asked_with_the_entity_tag() {
    on_each_database_within_reach(|test| {
        let moved = b"HTTP/1.1 302 Found\r\nlocation: /v2/moved.yaml\r\ncontent-length: 0\r\n\r\n".to_vec();
        let root = "openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: a.yaml}}}";
        let url = server(vec![
            moved,
            answer("200 OK\r\netag: \"1\"\r\n", root.as_bytes()),
            answer("200 OK\r\n", b"type: string"),
            answer("200 OK\r\netag: \"2\"\r\n", PETS.as_bytes()),
            answer("304 Not Modified\r\n", b""),
            answer("404 Not Found\r\n", b""),
            format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 65 << 20).into_bytes(),
        ]);
        let source = json!({ "source": { "url": url } });
        let bundled = read(test, "pets", &source);
        assert_eq!(bundled["lastProcessErrorCode"], Value::Null, "{bundled}");
        let alone = read(test, "pets", &source);
        assert_ne!(alone["lastVersion"], bundled["lastVersion"]);
        let same = read(test, "pets", &source);
        assert_eq!((&same["lastVersion"], &same["lastProcessErrorCode"]), (&alone["lastVersion"], &Value::Null));
        let gone = read(test, "pets", &source);
        assert_eq!(gone["lastProcessedErrors"][0]["message"], "the server answered 404");
        let large = read(test, "pets", &source);
        assert_eq!(large["lastProcessedErrors"][0]["message"], "the file is larger than 67108864 bytes");
        assert_eq!(
            (&large["lastVersion"], &large["lastProcessErrorCode"]),
            (&alone["lastVersion"], &"FETCH_ERROR".into())
        );
    });
}

#[test]
fn private_addresses_are_not_asked() {
    on_each_database(|test| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        for url in [
            format!("http://127.0.0.1:{port}/x"),
            format!("http://localhost:{port}/x"),
            format!("http://[::1]:{port}/"),
        ] {
            let refused = read(test, "pets", &json!({ "source": { "url": url } }));
            assert_eq!(refused["lastProcessErrorCode"], "FETCH_ERROR");
            let told = refused["lastProcessedErrors"][0]["message"].as_str().unwrap();
            assert!(told.ends_with("can't be reached from here, or is at no public address"), "{told}");
            let inner = format!("openapi: 3.1.0\ncomponents: {{schemas: {{A: {{$ref: '{url}'}}}}}}");
            assert_eq!(read(test, "pets", &text(&inner))["lastProcessErrorCode"], "FETCH_ERROR");
        }
        assert!(listener.accept().is_err(), "nothing connected");
    });
}

#[test]
fn blobs_live_as_long_as_what_refers_to_them() {
    on_each_database(|test| {
        read(test, "pets", &text(PETS));
        let versions = test.count_blob_files();
        assert!(versions >= 2);
        test.clock.pass(Duration::from_hours(48));
        let organization = test.org().rsplit('/').next().unwrap().parse().unwrap();
        test.app.collect(organization).unwrap();
        assert_eq!(test.count_blob_files(), versions);
        test.admin().get(&format!("{}/document", path(test, "pets"))).expect_bytes(PETS.as_bytes());
        test.admin().delete(&path(test, "pets")).expect(204);
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        // The source, the document and the addresses of its pages.
        assert_eq!(test.count_blob_files(), versions - 3);
    });
}

#[test]
fn large_texts_are_taken_and_too_large_ones_refused() {
    on_each_database(|test| {
        let operations = |count: usize| -> Value {
            let paths = (0..count)
                .map(|n| (format!("/p{n}"), json!({ "get": { "operationId": format!("o{n}"), "responses": {} } })));
            json!({ "openapi": "3.0.0", "info": { "title": "x", "version": "1" }, "paths": Value::Object(paths.collect()) })
        };
        let large = serde_json::to_string(&operations(20_000)).unwrap();
        let done = read(test, "large", &text(&large));
        assert_eq!(done["lastProcessErrorCode"], Value::Null);
        let version = test.admin().get(&format!("{}/versions/latest", path(test, "large"))).ok();
        assert_eq!(version["operations"], 20_000);
        let body = serde_json::to_vec(&text(&" ".repeat(25 << 20))).unwrap();
        let json = [("content-type", "application/json")];
        let answer = test.admin().send(&Method::PUT, &path(test, "huge"), &json, Body::from(body));
        assert_eq!(answer.status, 413);
    });
}
