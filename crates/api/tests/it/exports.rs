//! Exports: what was imported comes out as it went in.

use std::collections::BTreeMap;

use quire_testkit::{Files, on_each_database, unzip};
use serde_json::json;

/// A directory with what is easily lost.
const ODD: &[(&str, &[u8])] = &[
    (".gitbook.yaml", b"root: ./docs/ # here\n"),
    ("LICENSE", b"free\n"),
    ("docs/.gitbook.yaml", b"another"),
    (
        "docs/SUMMARY.md",
        "\u{feff}# T\r\n* [Über](%C3%BCber%20uns.md)\r\n* [Again](über uns.md)\r\n* [Out](https://a.b)".as_bytes(),
    ),
    ("docs/über uns.md", b"\xef\xbb\xbf---\r\nhidden: true\r\n---\r\n\r\n# \xc3\x9cber"),
    ("docs/draft.md", b"\xff\xfe"),
    ("docs/.gitbook/vars.yaml", b"a:   1 # one\n"),
    ("docs/.gitbook/includes/note.md", b"# Note"),
    ("docs/.gitbook/assets/dot.gif", b"GIF89a\x01\0\x01\0\0\0\0"),
    ("src/main.rs", b"fn main() {}\n"),
];

fn contents(files: &[(&str, &[u8])]) -> BTreeMap<String, Vec<u8>> {
    files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect()
}

#[test]
fn an_untouched_import_comes_out_byte_for_byte() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Über \"uns\"");
        let first = test.import(&space, &Files::of(ODD));
        assert!(!test.import(&space, &Files::of(ODD)).changed);
        let answer = admin.get(&format!("{space}/content/export"));
        assert_eq!(answer.header("content-type"), "application/zip");
        assert_eq!(
            answer.header("content-disposition"),
            "attachment; filename=\"ber-uns.zip\"; filename*=UTF-8''%C3%BCber%2Duns.zip"
        );
        assert_eq!(unzip(&answer.body), contents(ODD));

        // A later revision does not change what an earlier one exports.
        let second: &[(&str, &[u8])] = &[("README.md", b"# Other")];
        test.import(&space, &Files::of(second));
        assert_eq!(unzip(&admin.get(&format!("{space}/content/export")).body), contents(second));
        let earlier = admin.get(&format!("{space}/revisions/{}/export", first.revision));
        assert_eq!(earlier.body, answer.body);
        assert_eq!(earlier.header("etag"), answer.header("etag"));
        let empty = test.new_space("Empty");
        assert_eq!(unzip(&admin.get(&format!("{empty}/content/export")).body), contents(&[]));
    });
}

#[test]
fn an_export_is_sent_once() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let export = format!("{space}/content/export");
        test.import(&space, &Files::of(ODD));
        let tag = admin.get(&export).header("etag").to_owned();
        assert_eq!(admin.get_with(&export, &[("if-none-match", &tag)]).expect(304), json!(null));
        test.import(&space, &Files::of(&ODD[..4]));
        let changed = admin.get_with(&export, &[("if-none-match", &tag)]);
        assert_eq!(changed.status, 200);
        assert_ne!(changed.header("etag"), tag);
        assert_eq!(changed.header("content-encoding"), "");
    });
}

#[test]
fn an_exported_archive_is_imported_as_it_is() {
    on_each_database(|test| {
        let admin = test.admin();
        let (from, to) = (test.new_space("From"), test.new_space("To"));
        // More than one piece, of bytes that do and do not pack well.
        let long = vec![b'a'; 900_000];
        let longer: Vec<u8> = (0..3_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let files: &[(&str, &[u8])] =
            &[("guide/a.md", b"# A"), ("guide/long.txt", &long), ("guide/longer.png", &longer)];
        test.import(&from, &Files::of(files));
        let archive = admin.get(&format!("{from}/content/export")).body;
        assert_eq!(unzip(&archive), contents(files));
        let url = test.upload("export.zip", &archive);
        admin.post(&format!("{to}/content/import"), &json!({ "url": url, "source": "zip" })).ok();
        assert_eq!(admin.get(&format!("{to}/content/export")).body, archive);
    });
}

#[test]
fn what_is_added_is_exported_too() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let files: &[(&str, &[u8])] = &[("SUMMARY.md", b"* [A](a.md)"), ("a.md", b"# A")];
        test.import(&space, &Files::of(files));
        let url = test.upload("b c.md", b"# B");
        admin.post(&format!("{space}/content/import"), &json!({ "url": url, "source": "markdown" })).ok();
        let summary = b"# Table of contents\n\n* [A](a.md)\n* [B c](b%20c.md)\n";
        let expected: &[(&str, &[u8])] = &[("SUMMARY.md", summary), ("a.md", b"# A"), ("b c.md", b"# B")];
        assert_eq!(unzip(&admin.get(&format!("{space}/content/export")).body), contents(expected));
    });
}

#[test]
fn what_lies_beside_the_content_is_kept_but_not_shown() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let other = test.new_space("Other");
        test.import(&space, &Files::of(ODD));
        test.import(&other, &Files::of(&[("beside.txt", "gone")]));
        let shown = admin.get(&format!("{space}/content/files")).ok();
        let names = shown["items"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        assert_eq!(names, ["dot.gif", "draft.md"]);
        test.clock.pass(std::time::Duration::from_hours(48));
        test.app.collect(test.first.organization).unwrap();
        assert_eq!(unzip(&admin.get(&format!("{space}/content/export")).body), contents(ODD));
    });
}

/// A blob that is lost ends the archive early: whoever reads it sees that it is not whole.
#[test]
fn an_export_that_fails_is_not_taken_for_whole() {
    on_each_database(|test| {
        let space = test.new_space("Book");
        test.import(&space, &Files::of(ODD));
        let app = &test.app;
        let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        let view = app.view(&quire_app::Caller::operator(), id, quire_app::content::Version::Main).unwrap();
        let export = app.export(&view).unwrap();
        let mut packing = quire_app::content::export::Packing::new(export, view).unwrap();
        test.lose_blobs();
        let outcome = std::iter::from_fn(|| packing.next(app).transpose()).collect::<Result<Vec<_>, _>>();
        assert!(outcome.is_err());
        assert!(packing.next(app).unwrap().is_none());
    });
}
