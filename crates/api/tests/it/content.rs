//! Reading content, and importing it.

use axum::body::Body;
use axum::http::Method;
use quire_app::content::commit::Target;
use quire_app::content::import::Limits;
use quire_testkit::{Files, on_each_database, zip};
use serde_json::{Value, json};

const BOOK: &[(&str, &str)] = &[
    (
        "SUMMARY.md",
        "# Table of contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Steps](guide/steps.md)\n\n## More\n\n* [Elsewhere](https://example.com)\n* [Last](last.md)\n",
    ),
    ("README.md", "# Welcome\n\nHello.\n"),
    ("guide/README.md", "---\ndescription: All of it\n---\n\n# The guide\r\n\r\nText with trailing space \r\n"),
    ("guide/steps.md", "# Steps\n\n{% hint style=\"info\" %}\nkept\n{% endhint %}\n"),
    ("last.md", "no heading, no newline at the end"),
    (".gitbook/assets/dot.gif", "GIF89a\u{1}\0\u{1}\0\0\0\0"),
    (".gitbook/includes/note.md", "# A note\n\nShared.\n"),
    (".gitbook/vars.yaml", "version: '1.2'\nbeta: true\n"),
];

#[test]
fn an_imported_directory_is_read_as_it_was_written() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let report = test.import(&space, &Files::of(BOOK));
        assert_eq!(report.warnings.list, []);
        let content = admin.get(&format!("{space}/content")).ok();
        assert_eq!(content["id"], admin.get(&space).ok()["revision"]);
        assert_eq!(content["type"], "edits");
        assert_eq!(content["variables"], json!({ "version": "1.2", "beta": true }));
        assert_eq!(content["reusableContents"][0]["title"], "A note");
        assert_eq!(content["files"][0]["contentType"], "image/gif");
        assert_eq!(content["files"][0]["dimensions"], json!({ "width": 1, "height": 1 }));
        assert_eq!(
            outline(&content["pages"]),
            "document welcome 'Welcome'\n\
             document the-guide 'The guide'\n\
             \u{20} document the-guide/steps 'Steps'\n\
             group more 'More'\n\
             \u{20} link more/elsewhere 'Elsewhere'\n\
             \u{20} document more/last 'Last'\n"
        );
        assert_eq!(admin.get(&format!("{space}/content/pages")).ok()["pages"], content["pages"]);

        for (path, address) in
            [("README.md", "welcome"), ("guide/steps.md", "the-guide/steps"), ("last.md", "more/last")]
        {
            let written = BOOK.iter().find(|(name, _)| *name == path).unwrap().1;
            let page = admin.get(&format!("{space}/content/path/{address}?format=markdown")).ok();
            assert_eq!(page["markdown"], written);
            assert_eq!(page["git"]["path"], path);
            let id = page["id"].as_str().unwrap();
            assert_eq!(admin.get(&format!("{space}/content/page/{id}?format=markdown")).ok(), page);
            let bare = admin.get(&format!("{space}/content/page/{id}?metadata=false")).ok();
            assert_eq!(bare.get("git"), None);
        }
        let guide = admin.get(&format!("{space}/content/path/the-guide?format=markdown")).ok();
        assert_eq!(guide["description"], "All of it");
        assert_eq!(guide["markdown"], "\n# The guide\r\n\r\nText with trailing space \r\n");
        assert_eq!(guide["pages"][0]["title"], "Steps");
    });
}

#[test]
fn importing_again_changes_only_what_changed() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let made = admin.get(&space).ok()["updatedAt"].clone();
        test.clock.pass(std::time::Duration::from_secs(1));
        let first = test.import(&space, &Files::of(BOOK));
        let updated = admin.get(&space).ok()["updatedAt"].clone();
        assert_ne!(updated, made);
        test.clock.pass(std::time::Duration::from_secs(1));
        let again = test.import(&space, &Files::of(BOOK));
        assert_eq!((again.changed, again.revision), (false, first.revision));
        assert_eq!(admin.get(&space).ok()["updatedAt"], updated);

        let before = admin.get(&format!("{space}/content/path/the-guide/steps")).ok();
        let mut book = BOOK.to_vec();
        book[0].1 =
            "# Table of contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Steps](guide/todo.md)\n";
        book[3].0 = "guide/todo.md";
        book.remove(4);
        let changed = test.import(&space, &Files::of(&book));
        assert!(changed.changed);
        assert_eq!((changed.pages.deleted, changed.pages.created), (3, 0));
        let after = admin.get(&format!("{space}/content/path/the-guide/steps")).ok();
        assert_eq!(after["id"], before["id"], "a renamed file is the same page");
        assert_eq!(after["git"]["path"], "guide/todo.md");
        admin.get(&format!("{space}/content/path/more/last")).refused(404);

        let history = admin.get(&format!("{space}/revisions")).ok();
        let ids: Vec<_> = history["items"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect();
        assert_eq!(ids[..2], [json!(changed.revision.to_string()), json!(first.revision.to_string())]);
        assert_eq!(history["items"][0]["parents"], json!([ids[1]]));
        let old = format!("{space}/revisions/{}", first.revision);
        assert_eq!(admin.get(&format!("{old}/path/more/last")).ok()["title"], "Last");
        assert_eq!(admin.get(&format!("{old}/files")).ok()["count"], 1);
        assert_eq!(admin.get(&old).ok()["variables"]["beta"], true);
        let foreign = test.new_space("Other");
        admin.get(&format!("{foreign}/revisions/{}", first.revision)).refused(404);
    });
}

#[test]
fn reads_are_fresh_after_every_change_and_tagged() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Hot");
        let address = format!("{space}/content/path/a?format=markdown");
        for round in 0..3 {
            let text = format!("# A\n\nround {round}\n");
            test.import(&space, &Files::of(&[("a.md", text.as_str())]));
            for _ in 0..2 {
                let answer = admin.get(&address);
                let tag = answer.header("etag").to_owned();
                assert_eq!(answer.ok()["markdown"], text);
                let known = admin.get_with(&address, &[("if-none-match", &tag)]);
                assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
                let other = admin.get_with(&address, &[("if-none-match", "\"other\"")]);
                assert_eq!(other.status, 200);
            }
        }
    });
}

#[test]
fn options_that_are_none_are_refused_by_name() {
    on_each_database(|test| {
        let space = test.new_space("x");
        test.import(&space, &Files::of(&[("a.md", "# A\n")]));
        for (query, field) in [("format=pdf", "format"), ("evaluated=maybe", "evaluated"), ("metadata=1", "metadata")] {
            let refused = test.admin().get(&format!("{space}/content/path/a?{query}")).refused(400);
            assert!(refused.contains(field), "{refused}");
        }
    });
}

#[test]
fn files_download_whole_and_in_ranges_without_a_token() {
    on_each_database(|test| {
        let space = test.new_space("Files");
        let bytes: Vec<u8> = (0..=255).collect();
        test.import(&space, &Files::of(&[("a.md", &b"# A"[..]), ("data ü.bin", &bytes), ("x.svg", b"<svg/>")]));
        let files = test.admin().get(&format!("{space}/content/files")).ok();
        let url = |name: &str| {
            let items = files["items"].as_array().unwrap();
            let file = items.iter().find(|file| file["name"] == name).unwrap();
            file["downloadURL"].as_str().unwrap().to_owned()
        };
        let nobody = test.caller(None);
        let address = url("data ü.bin");
        let whole = nobody.get(&address);
        assert_eq!(whole.body, bytes);
        assert!(whole.header("content-disposition").starts_with("attachment"));
        assert_eq!(whole.header("x-content-type-options"), "nosniff");

        let part = |range: &str| nobody.get_with(&address, &[("range", range)]);
        let middle = part("bytes=10-19");
        assert_eq!((middle.status.as_u16(), middle.body.as_slice()), (206, &bytes[10..20]));
        assert_eq!(middle.header("content-range"), "bytes 10-19/256");
        assert_eq!(part("bytes=-6").body, bytes[250..]);
        assert_eq!(part("bytes=250-").body, bytes[250..]);
        let beyond = part("bytes=256-");
        assert_eq!(beyond.header("content-range"), "bytes */256");
        beyond.refused(416);
        let stale = nobody.get_with(&address, &[("range", "bytes=0-1"), ("if-range", "\"old\"")]);
        assert_eq!(stale.status, 200);

        let svg = nobody.get(&url("x.svg"));
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.header("content-security-policy").contains("sandbox"));

        nobody.get(&address.replace("type=application%2Foctet%2Dstream", "type=text%2Fhtml")).refused(404);
        nobody.get(&address.replace("signature=", "signature=0")).refused(404);
        // The name is what a reader saves, so it is signed too.
        for name in ["data.bin", "data%20%C3%BC.bin.exe", "invoice.html"] {
            let (before, after) = address.split_once("data").unwrap();
            let (_, query) = after.split_once('?').unwrap();
            nobody.get(&format!("{before}{name}?{query}")).refused(404);
        }
        test.admin().delete(&space).expect(204);
        nobody.get(&address).refused(404);
    });
}

#[test]
fn downloads_expire_and_answers_give_new_addresses() {
    on_each_database(|test| {
        let space = test.new_space("Files");
        test.import(&space, &Files::of(&[("a.png", "x")]));
        let address = || test.admin().get(&format!("{space}/content/files")).ok()["items"][0]["downloadURL"].clone();
        let first = address();
        assert_eq!(address(), first);
        test.clock.pass(std::time::Duration::from_hours(48));
        test.caller(None).get(first.as_str().unwrap()).refused(404);
        assert_eq!(test.caller(None).get(address().as_str().unwrap()).body, b"x");
    });
}

#[test]
fn an_uploaded_archive_and_page_are_imported() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Uploads");
        let import = |url: &str, source: &str| {
            admin.post(&format!("{space}/content/import"), &json!({ "url": url, "source": source }))
        };
        let archive = test.upload("book.zip", &zip(BOOK));
        let done = import(&archive, "zip").ok();
        assert_eq!((&done["importedResources"], &done["totalResources"]), (&json!(8), &json!(8)));
        assert_eq!(done["revision"], admin.get(&space).ok()["revision"]);
        assert_eq!(import(&archive, "zip").ok()["revision"], done["revision"]);
        assert!(done["changes"]["pages"]["created"].as_u64() > Some(0) && done["changed"] == true);

        // A part of the archive deletes the rest, unless that is to be kept; a trial deletes nothing.
        let part = test.upload("part.zip", &zip(&BOOK[1..2]));
        let tried = |gone: &str, dry_run: bool| {
            let body = json!({ "url": part, "source": "zip", "gone": gone, "dryRun": dry_run });
            admin.post(&format!("{space}/content/import"), &body).ok()
        };
        let deleted = |answer: &Value| answer["changes"]["pages"]["deleted"].as_u64().unwrap();
        let trial = tried("delete", true);
        assert!(deleted(&trial) > 0 && trial["changed"] == true, "{trial}");
        assert_eq!(trial["revision"], done["revision"]);
        assert_eq!(admin.get(&space).ok()["revision"], done["revision"]);
        assert_eq!(deleted(&tried("keep", false)), 0);
        admin.get(&format!("{space}/content/path/welcome")).ok();
        let refused = json!({ "url": part, "source": "zip", "gone": "away" });
        assert!(admin.post(&format!("{space}/content/import"), &refused).refused(400).contains("gone"));

        let page = test.upload("extra.md", b"# Extra\n");
        import(&page, "markdown").ok();
        assert_eq!(admin.get(&format!("{space}/content/path/extra?format=markdown")).ok()["markdown"], "# Extra\n");
        admin.get(&format!("{space}/content/path/welcome")).ok();

        // A file of another source says as little of other pages, and is no export that must be an archive.
        import(&page, "notion").ok();
        admin.get(&format!("{space}/content/path/welcome")).ok();
        import(&page, "confluence").refused(400);
        assert!(import(&page, "fax").refused(400).contains("source"));
        assert!(import("https://example.com/x.zip", "zip").refused(400).contains("url"));
        import(&page.replace("signature=", "signature=0"), "markdown").refused(404);
    });
}

#[test]
fn an_upload_has_the_size_that_was_announced() {
    on_each_database(|test| {
        let place = |size: u64| {
            let file = json!({ "name": "x.zip", "type": "application/zip", "size": size });
            test.admin()
                .post(&format!("{}/storage/upload", test.org()), &json!({ "file": file, "kind": "import_file" }))
        };
        let url = place(4).created()["url"].as_str().unwrap().to_owned();
        let nobody = test.caller(None);
        assert!(nobody.put_bytes(&url, b"123".to_vec()).refused(400).contains('4'));
        assert!(nobody.put_bytes(&url, b"12345".to_vec()).refused(413).contains('4'));
        nobody.put_bytes(&url, b"1234".to_vec()).expect(204);
        nobody.put_bytes(&url.replace("expires=1", "expires=2"), b"1234".to_vec()).refused(404);
        assert!(place(1 << 40).refused(400).contains("file.size"));
        test.clock.pass(std::time::Duration::from_hours(24));
        nobody.put_bytes(&url, b"1234".to_vec()).refused(404);
    });
}

#[test]
fn a_bad_import_leaves_the_space_as_it_was() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Safe");
        let before = test.import(&space, &Files::of(BOOK)).revision;
        let limits = Limits { max_page_bytes: 1000, ..Limits::default() };
        let long = "x".repeat(1001);
        let bad: &[&[(&str, &str)]] =
            &[&[(".gitbook.yaml", "root: [")], &[(".gitbook.yaml", "root: ../up")], &[("a.md", &long)]];
        for files in bad {
            let refused = test.try_import(&space, &Files::of(files), &limits).unwrap_err();
            assert!(matches!(refused, quire_app::Error::Invalid(_)), "{refused}");
        }
        let import = |bytes: &[u8]| {
            let url = test.upload("bad.zip", bytes);
            admin.post(&format!("{space}/content/import"), &json!({ "url": url, "source": "zip" })).refused(400)
        };
        import(b"not an archive");
        assert!(import(&zip(&[("../up.md", "x")])).contains("../up.md"));
        assert_eq!(admin.get(&space).ok()["revision"], before.to_string());
    });
}

#[test]
fn what_is_not_understood_is_kept_and_listed() {
    on_each_database(|test| {
        let space = test.new_space("Odd");
        let latin1 = b"# Caf\xe9\n";
        let summary = b"* [A](a.md)\n* [Gone](gone.md)\n";
        let report = test.import(&space, &Files::of(&[("SUMMARY.md", &summary[..]), ("a.md", latin1)]));
        let warnings: Vec<_> = report.warnings.list.iter().map(|w| (w.path.as_str(), w.message.as_str())).collect();
        assert!(warnings.iter().any(|(path, text)| *path == "a.md" && text.contains("UTF-8")), "{warnings:?}");
        assert!(warnings.iter().any(|(_, text)| text.contains("gone.md")), "{warnings:?}");
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        assert_eq!(pages["pages"][0]["title"], "Caf\u{fffd}");
    });
}

#[test]
fn imports_at_the_same_time_all_land_or_say_why() {
    on_each_database(|test| {
        let space = test.new_space("Busy");
        let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let app = test.app.clone();
                scope.spawn(move || {
                    let name = format!("page-{worker}.md");
                    let text = format!("# Page {worker}\n");
                    let files = Files::of(&[(name.as_str(), text.as_str())]);
                    let operator = quire_app::Caller::operator();
                    app.import_tree(&operator, id, Target::Main, &files, &Limits::default(), &mut |_| {}).unwrap()
                });
            }
        });
        // Each import makes the space what its directory holds: one of them was the last.
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        assert_eq!(pages["pages"].as_array().unwrap().len(), 1);
        assert_eq!(test.admin().get(&format!("{space}/revisions")).ok()["count"], 5);
    });
}

#[test]
fn options_and_head_answer_without_a_body() {
    on_each_database(|test| {
        let space = test.new_space("x");
        let allowed = test.caller(None).send(&Method::OPTIONS, &space, &[], Body::empty());
        assert_eq!(allowed.status, 204);
        assert!(allowed.header("allow").contains("PATCH"));
        let head = test.admin().send(&Method::HEAD, &space, &[], Body::empty());
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
        test.admin().get("/v1/nowhere").refused(404);
        assert_eq!(test.caller(None).get("/v1/").ok(), test.caller(None).get("/v1").ok());
        let wrong = test.admin().send(&Method::PUT, &space, &[], Body::empty());
        assert!(wrong.header("allow").contains("GET"));
        wrong.refused(405);
    });
}

/// A line for each page: its type, path and title.
fn outline(pages: &Value) -> String {
    fn add(out: &mut String, pages: &Value, depth: usize) {
        for page in pages.as_array().unwrap() {
            let text = |field: &str| page[field].as_str().unwrap();
            let indent = "  ".repeat(depth);
            out.push_str(&format!("{indent}{} {} '{}'\n", text("type"), text("path"), text("title")));
            add(out, &page["pages"], depth + 1);
        }
    }
    let mut out = String::new();
    add(&mut out, pages, 0);
    out
}
