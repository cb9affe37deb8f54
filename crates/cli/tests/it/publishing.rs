//! `quire publish` and `quire preview`.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Installation, Server, TOKEN, error, on_each_database, output, quire};

/// A directory with these pages.
fn docs(pages: &[(&str, &str)]) -> TempDir {
    let docs = tempfile::tempdir().unwrap();
    pages.iter().for_each(|(name, text)| fs::write(docs.path().join(name), text).unwrap());
    docs
}

fn publish(installation: &Installation, source: &Path, options: &[&str]) -> Value {
    let mut command = installation.command("publish");
    command.arg("--json").args(["--site", "My docs"]).args(options).arg(source);
    serde_json::from_str(&output(&mut command)).unwrap()
}

/// The path of an address.
fn path(address: &str) -> &str {
    let (_, rest) = address.split_once("://").unwrap();
    &rest[rest.find('/').unwrap()..]
}

#[test]
fn a_directory_is_published_and_published_again() {
    on_each_database(|installation| {
        let home = "# Home\n\nHello you. [On](https://app.gitbook.com/s/FORMER/guide)\n";
        let docs = docs(&[("README.md", home), ("guide.md", "# Guide\n\nFirst steps.\n")]);
        // An empty installation is set up on the way.
        let first = publish(installation, docs.path(), &["--former-id", "FORMER"]);
        assert!(first["firstToken"].is_string());
        assert_eq!((&first["pages"]["created"], &first["kept"]), (&2.into(), &0.into()));
        let server = installation.serve();
        let site = path(first["url"].as_str().unwrap()).to_owned();
        let shows = |page: &str, text: &str| {
            let answer = server.get(&format!("{site}{page}"));
            answer.status == 200 && String::from_utf8_lossy(&answer.body).contains(text)
        };
        assert!(shows("", "Hello you.") && shows("guide", "First steps."));
        assert!(shows("", &format!("href=\"{site}guide\"")));
        let again = publish(installation, docs.path(), &[]);
        assert_eq!((&again["changed"], &again["firstToken"]), (&false.into(), &Value::Null));

        // What is gone stays, unless it is to be deleted; a dry run only says so.
        fs::remove_file(docs.path().join("guide.md")).unwrap();
        fs::write(docs.path().join("new.md"), "# New\n\nNews.\n").unwrap();
        let said = publish(installation, docs.path(), &["--dry-run"]);
        assert_eq!((&said["pages"]["created"], &said["kept"], &said["dryRun"]), (&1.into(), &1.into(), &true.into()));
        let again = publish(installation, docs.path(), &[]);
        assert_eq!((&again["pages"]["created"], &again["kept"]), (&1.into(), &1.into()));
        while !shows("new", "News.") {}
        assert!(shows("guide", "First steps."));
        let last = publish(installation, docs.path(), &["--delete"]);
        assert_eq!((&last["pages"]["deleted"], &last["kept"]), (&1.into(), &0.into()));
        while shows("guide", "First steps.") {}
        assert_eq!(first["space"], last["space"]);
    });
}

#[test]
fn a_dry_run_of_a_new_site_makes_nothing() {
    let installation = Installation::sqlite();
    installation.set_up();
    let docs = docs(&[("README.md", "# Home\n\n[Nowhere](gone.md)\n"), ("a.md", "# A\n"), ("x.png", "")]);
    let redirects = docs.path().join("../redirects-of-a-dry-run");
    fs::write(&redirects, "/old /a\n").unwrap();
    let said = publish(&installation, docs.path(), &["--dry-run", "--redirects", redirects.to_str().unwrap()]);
    assert_eq!((&said["created"], &said["url"], &said["space"]), (&true.into(), &Value::Null, &Value::Null));
    assert_eq!((&said["pages"]["created"], &said["files"]["created"]), (&2.into(), &1.into()));
    assert_eq!(said["warningCounts"]["dead-link"], 1, "{said}");
    fs::write(&redirects, "/old javascript:alert(1)\n").unwrap();
    let mut refused = installation.command("publish");
    let refused = refused.args(["--site", "My docs", "--dry-run", "--redirects", redirects.to_str().unwrap()]);
    assert!(error(refused.arg(docs.path())).contains("redirects"));
    fs::remove_file(&redirects).unwrap();
    let server = installation.serve();
    let org = server.org();
    for list in ["sites", "spaces"] {
        assert_eq!(server.get(&format!("{org}/{list}")).json(200)["items"], Value::Array(Vec::new()), "{list}");
    }
}

#[test]
fn a_source_or_a_site_that_cannot_be_is_refused() {
    let installation = Installation::sqlite();
    installation.set_up();
    let said = error(installation.command("publish").args(["--site", "My docs", "/nowhere"]));
    assert!(said.contains("/nowhere"), "{said}");
    let docs = docs(&[("README.md", "# Home\n")]);
    let said = error(installation.command("publish").args(["--site", ""]).arg(docs.path()));
    assert!(said.contains("site"), "{said}");
    let said = error(quire("demo").env("QUIRE_DATABASE", "postgres://nobody@127.0.0.1:1/none"));
    assert!(said.contains("--data"), "{said}");
}

#[test]
fn a_site_that_is_published_by_two_at_once_is_one() {
    on_each_database(|installation| {
        let server = installation.serve();
        let docs = docs(&[("README.md", "# Home\n")]);
        let publish = |_| {
            let mut command = quire("publish");
            command.env("QUIRE_SERVER", format!("http://{}", server.address)).env("QUIRE_TOKEN", TOKEN);
            command.args(["--site", "My docs"]).arg(docs.path()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        let running: Vec<_> = (0..4).map(publish).collect();
        let ended = running.into_iter().map(|mut command| command.wait().unwrap().success());
        assert!(ended.filter(|success| *success).count() > 0);
        let org = server.org();
        let count = |list: &str| server.get(&format!("{org}/{list}")).json(200)["items"].as_array().unwrap().len();
        assert_eq!((count("sites"), count("spaces")), (1, 1));
    });
}

#[test]
fn a_token_that_may_not_write_is_refused_before_anything_is_made() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let made = server.post("/v1/user/tokens", &json!({ "name": "reader", "scopes": ["read"] }));
    let token = made.json(201)["secret"].as_str().unwrap().to_owned();
    let docs = docs(&[("README.md", "# Home\n")]);
    let mut command = quire("publish");
    command.env("QUIRE_SERVER", format!("http://{}", server.address)).env("QUIRE_TOKEN", token);
    let said = error(command.args(["--site", "My docs", "--dry-run"]).arg(docs.path()));
    assert!(said.contains("scopes"), "{said}");
}

#[test]
fn a_single_page_is_published_and_updated() {
    let installation = Installation::sqlite();
    let docs = docs(&[("README.md", "# Home\n"), ("more.md", "# More\n")]);
    let first = publish(&installation, &docs.path().join("README.md"), &[]);
    assert_eq!((&first["pages"]["created"], &first["kept"]), (&1.into(), &0.into()));
    // Another page comes beside it, and deletes nothing.
    let second = publish(&installation, &docs.path().join("more.md"), &[]);
    assert_eq!(
        (&second["pages"]["created"], &second["pages"]["deleted"], &second["kept"]),
        (&1.into(), &0.into(), &0.into())
    );
    let mut refused = installation.command("publish");
    let refused = refused.args(["--site", "My docs", "--delete"]).arg(docs.path().join("more.md"));
    assert!(error(refused).contains("single file"));
}

#[test]
fn a_preview_follows_the_files() {
    let docs = docs(&[("README.md", "# Home\n\nHello you.\n")]);
    let mut command = quire("preview");
    command.args(["--listen", "127.0.0.1:0", "--log", "text"]).arg(docs.path());
    let mut server = Server::start(&mut command);
    let address = loop {
        let line = server.line();
        if let Some((_, address)) = line.split_once("read it here:") {
            break path(address.trim()).to_owned();
        }
    };
    let text = |target: &str| String::from_utf8(server.get(target).body).unwrap();
    let page = text(&address);
    assert!(page.contains("Hello you."));
    let script = page.split("src=\"").find(|rest| rest.starts_with("/~preview/")).unwrap().split('"').next().unwrap();
    assert!(text(script).contains("location.reload()"));
    let version = text("/~preview/version");
    fs::write(docs.path().join("README.md"), "# Home\n\nHello again.\n").unwrap();
    // The answer comes when the page is another one.
    assert_ne!(text(&format!("/~preview/version?known={version}")), version);
    assert!(text(&address).contains("Hello again."));
    assert!(server.stop().success());
}
