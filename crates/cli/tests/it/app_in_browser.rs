//! The writers' app in a real browser: from signing in to merging, and the way back.
//!
//! These tests take longest, and are the first by name, so that others run beside them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary::{Installation, TOKEN, output, output_of};
use crate::{browser, node};

const PASSWORD: &str = "correct horse battery";

/// The tests of the app, by file.
const ALL: &[&str] =
    &["writing", "opening", "comparing", "library", "keeping", "live", "finding", "arranging", "tasks"];

/// Those in which several people change the same content and are told of it: there the database makes a difference to
/// the app. What else it asks of the API is tested on each database without a browser.
const TOGETHER: &[&str] = &["comparing", "keeping", "live"];

/// Returns the folder of a suite of tests for the browser, unless something that it needs is missing.
fn suite(folder: &str) -> Option<PathBuf> {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests")).join(folder);
    let packages = format!("the packages of the browser's tests (npm ci in tests/{folder})");
    let needs = [
        ("node", node::is_installed()),
        ("chromium", browser::chromium().exists()),
        (packages.as_str(), tests.join("node_modules").exists()),
    ];
    node::are_here(&needs, "QUIRE_REQUIRE_BROWSER").then_some(tests)
}

#[test]
fn pages_are_edited_in_a_browser_and_nothing_typed_is_lost() {
    let Some(tests) = suite("browser") else { return };
    let installation = Installation::sqlite();
    let server = installation.serve();
    let mut node = Command::new("node");
    node.args(["--test", "editor.test.mjs", "drafts.test.mjs"]).current_dir(tests);
    node.env("QUIRE_URL", server.url("")).env("QUIRE_TOKEN", TOKEN);
    node::passes(&mut node);
}

#[test]
fn writers_use_the_app_on_sqlite() {
    use_app(&Installation::sqlite(), ALL);
}

#[test]
fn writers_work_together_in_the_app_on_postgresql() {
    if let Some(database) = quire_testdb::postgres() {
        use_app(&Installation::on(database), TOGETHER);
    }
}

fn use_app(installation: &Installation, files: &[&str]) {
    let Some(tests) = suite("app") else { return };
    let server = installation.serve();
    let org = server.org();
    let url = server.url("");
    let links = [("ada", "admin"), ("bob", "review")].map(|(name, role)| {
        let email = format!("{name}@example.org");
        let mut create = installation.command("user create");
        create.args([&email, "--password-stdin", "--org", org.trim_start_matches("/v1/orgs/"), "--role", role]);
        output_of(&mut create, &format!("{PASSWORD}\n"));
        link(installation, &email, &url)
    });
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1"]).current_dir(&tests);
    node.args(files.iter().map(|name| format!("{name}.test.mjs")));
    node.env("QUIRE_URL", &url).env("QUIRE_TOKEN", TOKEN).env("QUIRE_LINKS", links.join("\n"));
    node::passes(&mut node);
}

/// Returns a link that signs a user in once.
fn link(installation: &Installation, email: &str, url: &str) -> String {
    output(installation.command("user link").args([email, "--public-url", url])).trim().to_owned()
}
