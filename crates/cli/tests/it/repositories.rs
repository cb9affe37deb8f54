//! Directories in Git work trees: where they were cloned from, and when their pages were committed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Installation, Server, TOKEN, on_each_database, output, quire};
use crate::http::request;
use crate::node;

fn is_here() -> bool {
    let runs = Command::new("git").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    node::are_here(&[("git", runs)], "QUIRE_REQUIRE_SHELL")
}

/// A time for what has none.
const START: i64 = 1_500_000_000;

/// Runs `git` in a work tree, at a time in seconds since 1970.
fn git(at: &Path, time: i64, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(at).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
    let time = format!("{time} +0000");
    command.env("GIT_AUTHOR_DATE", &time).env("GIT_COMMITTER_DATE", &time).env("GIT_CONFIG_GLOBAL", "/dev/null");
    output(&mut command);
}

fn commit(at: &Path, time: i64, path: &str, text: &str) {
    let file = at.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
    git(at, time, &["add", "--all"]);
    git(at, time, &["commit", "--quiet", "--message", "x"]);
}

/// A work tree with two pages in `docs`: one of 2020-01-01, one of 2021-01-01; and one that is not committed.
fn work_tree(remote: &str) -> TempDir {
    let tree = tempfile::tempdir().unwrap();
    let at = tree.path();
    git(at, START, &["init", "--quiet", "--initial-branch", "main"]);
    git(at, START, &["remote", "add", "origin", remote]);
    commit(at, START, "docs/b.md", "# Second\n\nBefore.\n");
    commit(at, 1_577_836_800, "docs/README.md", "# Welcome\n");
    commit(at, 1_609_459_200, "docs/b.md", "# Second\n\nText.\n");
    fs::write(at.join("docs/new.md"), "# New\n").unwrap();
    tree
}

fn patch(server: &Server, path: &str, body: &Value) {
    request(server.address, "PATCH", path, Some(TOKEN), Some(body)).json(200);
}

/// `quire publish` on a server.
fn remote(server: &Server) -> Command {
    let mut command = quire("publish");
    command.env("QUIRE_SERVER", format!("http://{}", server.address)).env("QUIRE_TOKEN", TOKEN);
    command
}

/// Publishes with links to the source; the report, and the pages of the site.
fn published(server: &Server, command: &mut Command, tree: &Path) -> (Value, [String; 3]) {
    let json: Value =
        serde_json::from_str(&output(command.args(["--json", "--site", "My docs"]).arg(tree.join("docs")))).unwrap();
    let org = server.org();
    let site = server.get(&format!("{org}/sites")).json(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let shown = json!({ "git": { "showEditLink": true } });
    patch(server, &format!("{org}/sites/{site}/customization"), &shown);
    let (_, address) = json["url"].as_str().unwrap().split_once("://").unwrap();
    let address = &address[address.find('/').unwrap()..];
    let pages = ["", "second", "new"].map(|page| {
        let answer = server.get(&format!("{address}{page}"));
        String::from_utf8(answer.body).unwrap()
    });
    (json, pages)
}

#[test]
fn a_work_tree_tells_where_it_is_from_and_when_its_pages_were_written() {
    if !is_here() {
        return;
    }
    on_each_database(|installation| {
        let server = installation.serve();
        let tree = work_tree("https://ada:secret@github.com/o/r.git");
        let source = "https://github.com/o/r/tree/main/docs";
        for (mut command, known) in [(remote(&server), json!(source)), (installation.command("publish"), Value::Null)] {
            let (json, [welcome, second, new]) = published(&server, &mut command, tree.path());
            assert_eq!(json["repository"], known);
            assert!(welcome.contains("https://github.com/o/r/edit/main/docs/README.md\""), "{welcome}");
            assert!(welcome.contains("datetime=\"2020-01-01\""), "{welcome}");
            assert!(second.contains("datetime=\"2021-01-01\"") && !second.contains("secret"), "{second}");
            assert!(!new.contains("Last updated"), "{new}");
        }
    });
}

#[test]
fn another_repository_that_was_set_stays_and_another_branch_follows() {
    if !is_here() {
        return;
    }
    let installation = Installation::sqlite();
    let server = installation.serve();
    let tree = work_tree("git@gitlab.com:g/sub/r.git");
    let docs = tree.path().join("docs");
    let first = installation.import(&docs, ["--new-space", "Docs"]);
    let space = first["space"].as_str().unwrap();
    assert_eq!(first["repository"], "https://gitlab.com/g/sub/r/-/tree/main/docs");
    git(tree.path(), START, &["checkout", "--quiet", "-b", "v2"]);
    let again = installation.import(&docs, ["--space", space]);
    assert_eq!(again["repository"], "https://gitlab.com/g/sub/r/-/tree/v2/docs");
    let set = json!({ "gitSync": { "url": "https://github.com/o/mirror/tree/main" } });
    patch(&server, &format!("/v1/spaces/{space}"), &set);
    assert_eq!(installation.import(&docs, ["--space", space])["repository"], Value::Null);
    let url = || server.get(&format!("/v1/spaces/{space}")).json(200)["gitSync"]["url"].clone();
    assert_eq!(url(), "https://github.com/o/mirror/tree/main");
}

#[test]
fn a_part_of_a_history_and_other_hosts_tell_nothing() {
    if !is_here() {
        return;
    }
    let installation = Installation::sqlite();
    let server = installation.serve();
    let tree = work_tree("https://git.example.org/o/r.git");
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", tree.path().display());
    git(clone.path(), START, &["clone", "--quiet", "--depth", "1", &from, "shallow"]);
    let at = clone.path().join("shallow");
    let (json, [welcome, second, _]) = published(&server, &mut remote(&server), &at);
    assert_eq!(json["repository"], Value::Null);
    for page in [welcome, second] {
        assert!(!page.contains("Last updated") && !page.contains("/edit/"), "{page}");
    }
}
