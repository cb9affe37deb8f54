//! The published manual, and content that means harm, in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary::{Installation, Server};
use crate::node;

#[test]
fn published_sites_are_read_in_a_browser() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser"));
    let needs = [
        ("node", node::is_installed()),
        ("chromium", chromium().exists()),
        ("the browser's packages (npm ci in tests/browser)", tests.join("node_modules").exists()),
    ];
    if !node::are_here(&needs, "QUIRE_REQUIRE_BROWSER") {
        return;
    }
    let installation = Installation::sqlite();
    let mut demo = installation.command("demo");
    let mut server = Server::start(demo.args(["--listen", "127.0.0.1:0", "--requests-per-minute", "0"]));
    let site = printed_after(&mut server, "read it here:");
    let token = printed_after(&mut server, "your token:");
    let mut node = Command::new("node");
    node.args([
        "--test",
        "site.test.mjs",
        "reading.test.mjs",
        "trial.test.mjs",
        "hostile.test.mjs",
        "lighthouse.test.mjs",
    ])
    .current_dir(tests);
    node.env("QUIRE_URL", server.url("")).env("QUIRE_TOKEN", token).env("QUIRE_SITE", site);
    node::passes(&mut node);
}

/// The browser that the tests start, as they look for it.
#[expect(clippy::disallowed_methods, reason = "where tests run, it says which browser is meant")]
pub(crate) fn chromium() -> PathBuf {
    std::env::var_os("QUIRE_CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from)
}

/// What a demo prints after these words, within its first lines.
#[track_caller]
fn printed_after(server: &mut Server, words: &str) -> String {
    let mut lines = (0..12).map(|_| server.line());
    let found = lines.find_map(|line| Some(line.split_once(words)?.1.trim().to_owned()));
    found.unwrap_or_else(|| panic!("the demo does not say {words:?}"))
}
