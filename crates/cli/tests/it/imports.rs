//! `quire import`: its report, importing again, and input that is refused.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::binary::{Installation, Server, error, on_each_database};
use crate::pages::{Edition, edition_of};

#[test]
fn an_import_reports_what_it_did_and_again_does_nothing() {
    on_each_database(|installation| {
        installation.set_up();
        let editions = [Edition::new("one", 0..10), Edition::new("two", 2..11)];
        let first = installation.import(editions[0].path(), ["--new-space", "Imported"]);
        let space = first["space"].as_str().unwrap();
        assert_eq!(first["changed"], true);
        assert_eq!(first["warnings"], Value::Array(Vec::new()));
        // Folders are pages too, or groups.
        let created = first["pages"]["created"].as_u64().unwrap();
        assert!(created >= editions[0].len() as u64, "{first}");

        let again = installation.import(editions[0].path(), ["--space", space]);
        assert_eq!(again["changed"], false);
        assert_eq!(again["revision"], first["revision"]);
        assert_eq!(again["pages"]["unchanged"], created);

        let second = installation.import(editions[1].path(), ["--space", space]);
        assert_eq!(second["changed"], true);
        assert_ne!(second["revision"], first["revision"]);
        assert_eq!(second["pages"]["created"], 1);
        assert_eq!(second["pages"]["deleted"], 2);
        let server = installation.serve();
        assert_eq!(edition_of(&server, space, &editions), 1);
    });
}

#[test]
fn a_running_server_shows_what_another_process_imports() {
    on_each_database(|installation| {
        let server = installation.serve();
        let editions = [Edition::new("one", 0..5), Edition::new("two", 1..6)];
        let first = installation.import(editions[0].path(), ["--new-space", "Imported"]);
        let space = first["space"].as_str().unwrap();
        assert_eq!(edition_of(&server, space, &editions), 0);
        let second = installation.import(editions[1].path(), ["--space", space]);
        let shown = || server.get(&format!("/v1/spaces/{space}/content")).json(200)["id"].clone();
        while shown() != second["revision"] {}
        assert_eq!(edition_of(&server, space, &editions), 1);
    });
}

#[test]
fn a_new_page_in_a_zip_is_a_page() {
    let installation = Installation::sqlite();
    installation.set_up();
    let archive = zip(installation.data.path(), &[("README.md", b"# Start"), ("a.md", b"# A")]);
    let report = installation.import(&archive, ["--new-space", "Archive"]);
    assert_eq!(report["pages"]["created"], 2);
}

#[test]
fn what_cannot_be_imported_leaves_the_space_as_it_was() {
    on_each_database(|installation| {
        installation.set_up();
        let good = Edition::new("good", 0..5);
        let first = installation.import(good.path(), ["--new-space", "Kept"]);
        let space = first["space"].as_str().unwrap();
        let dir = tempfile::tempdir().unwrap();
        for (source, said) in broken(dir.path()) {
            let message = error(&mut installation.import_command(&source, ["--space", space]));
            assert!(message.contains(said), "{message} should say {said}");
            error(&mut installation.import_command(&source, ["--new-space", "Broken"]));
            let again = installation.import(good.path(), ["--space", space]);
            assert_eq!(again["changed"], false, "after {}", source.display());
            assert_eq!(again["revision"], first["revision"]);
        }
        let server = installation.serve();
        let spaces = server.get(&format!("{}/spaces", server.org())).json(200);
        assert_eq!(spaces["items"].as_array().unwrap().len(), 1, "{spaces}");
    });
}

/// Sources that are refused, each with a word of the message.
fn broken(dir: &Path) -> Vec<(PathBuf, &'static str)> {
    let make = |name: &str| {
        let made = dir.join(name);
        fs::create_dir_all(made.join(".gitbook")).unwrap();
        fs::write(made.join("README.md"), "# Changed\n").unwrap();
        made
    };
    let yaml = make("yaml");
    fs::write(yaml.join(".gitbook.yaml"), "root: [").unwrap();
    let bytes = make("bytes");
    fs::write(bytes.join(".gitbook/vars.yaml"), b"name: \xff\xfe").unwrap();
    let large = make("large");
    File::create(large.join("large.md")).unwrap().set_len(100 << 20).unwrap();
    let text = dir.join("no-archive.zip");
    fs::write(&text, "not an archive").unwrap();
    vec![
        (dir.join("missing"), "missing"),
        (yaml, ".gitbook.yaml"),
        (bytes, "UTF-8"),
        (large, "large.md"),
        (text, "ZIP"),
        (zip(dir, &[("README.md", b"# Changed"), ("../outside.md", b"# Outside")]), "outside.md"),
    ]
}

#[test]
fn a_page_that_is_not_utf_8_is_still_a_page() {
    let installation = Installation::sqlite();
    installation.set_up();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("README.md"), b"# Start\n\n\xff\xfe\n").unwrap();
    let report = installation.import(dir.path(), ["--new-space", "Bytes"]);
    let space = report["space"].as_str().unwrap();
    let server = installation.serve();
    let tree = server.get(&format!("/v1/spaces/{space}/content/pages")).json(200);
    let page = tree["pages"][0]["id"].as_str().unwrap();
    let page = server.get(&format!("/v1/spaces/{space}/content/page/{page}?format=markdown")).json(200);
    assert_eq!(page["title"], "Start");
    assert!(page["markdown"].as_str().unwrap().starts_with("# Start\n\n"));
}

/// An archive of these files in `dir`.
fn zip(dir: &Path, files: &[(&str, &[u8])]) -> PathBuf {
    let path = dir.join("archive.zip");
    let mut archive = ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
    path
}

#[test]
fn an_import_that_is_interrupted_leaves_no_space() {
    on_each_database(|installation| {
        installation.set_up();
        let edition = Edition::new("one", 0..400);
        let spaces = |server: &Server| {
            let org = server.get("/v1/orgs").json(200)["items"][0]["id"].as_str().unwrap().to_owned();
            server.get(&format!("/v1/orgs/{org}/spaces")).json(200)["items"].as_array().unwrap().len()
        };
        let (_sender, never) = channel::<()>();
        let mut made = 0;
        for wait in [0, 20, 60, 120, 250, 500] {
            let mut command = installation.command("import");
            command.arg(edition.path()).args(["--new-space", "Imported"]).stdout(Stdio::null()).stderr(Stdio::null());
            let mut import = command.spawn().unwrap();
            let _ = never.recv_timeout(Duration::from_millis(wait));
            assert!(Command::new("kill").args(["-INT", &import.id().to_string()]).status().unwrap().success());
            made += usize::from(import.wait().unwrap().success());
        }
        let server = installation.serve();
        assert_eq!(spaces(&server), made);
    });
}
