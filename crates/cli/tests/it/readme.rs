//! The commands of the README, pasted in order into a shell, with the binary of the tests in place of the built one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::binary::{Server, output, quire};
use crate::node;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The shell commands of a document between fences, block by block.
fn blocks(markdown: &str) -> Vec<String> {
    let block = |part: &str| part.split_once("\n```").map(|(commands, _)| format!("{commands}\n"));
    markdown.split("```sh\n").skip(1).filter_map(block).collect()
}

fn are_here() -> bool {
    let runs = |name: &str, argument: &str| {
        let mut command = Command::new(name);
        command.arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|it| it.success())
    };
    let needs = [("bash", "--version"), ("curl", "--version"), ("jq", "--version"), ("zip", "-v")];
    node::are_here(&needs.map(|(name, argument)| (name, runs(name, argument))), "QUIRE_REQUIRE_SHELL")
}

/// Runs commands in a directory as a user pastes them; what they print.
fn paste(commands: &str, at: &Path) -> String {
    let commands = format!("export PATH=\"$PWD/target/release:$PATH\"\n{commands}");
    output(Command::new("bash").args(["-euo", "pipefail", "-c", &commands]).current_dir(at))
}

#[test]
fn the_commands_of_the_readme_work_in_order() {
    if !are_here() {
        return;
    }
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let blocks = blocks(&readme);
    let [demo, install, publish, upload, look, postgres] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    assert!(demo.contains("demo") && postgres.contains("createdb"), "the README has other blocks");

    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("target/release")).unwrap();
    symlink(env!("CARGO_BIN_EXE_quire"), home.path().join("target/release/quire")).unwrap();
    // A copy: the archive of the README lies beside it.
    output(Command::new("cp").arg("-r").arg(Path::new(ROOT).join("docs")).arg(home.path()));

    let serve = install.lines().last().unwrap().strip_prefix("quire serve ").expect("the block starts a server");
    let mut command = quire("serve");
    command.args(serve.split(' ')).args(["--listen", "127.0.0.1:0", "--log", "text"]).current_dir(home.path());
    let server = Server::start(&mut command);
    let here = |commands: &str| commands.replace("127.0.0.1:8080", &server.address.to_string());

    let published = paste(&here(publish), home.path());
    assert!(published.contains("published at http://"), "{published}");
    let imported = paste(&here(upload), home.path());
    assert!(imported.contains("\"importedResources\":"), "{imported}");
    // What the demo prints stands in place of the dots.
    let known = "TOKEN=$(quire token --data ./quire-data)\n\
                 ORG=$(curl -s -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/orgs | jq -r '.items[0].id')\n\
                 SPACE=$(curl -s -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/orgs/$ORG/spaces | jq -r '.items[0].id')\n";
    let look = look.replace("curl ", "curl -sS --fail ").replace("TOKEN=quire_…\n", known).replace("SPACE=…\n", "");
    let seen = paste(&here(&look), home.path());
    for part in ["\"displayName\"", "\"pages\":", "# ", "\"items\":", "\"downloadURL\""] {
        assert!(seen.contains(part), "{part} is not in {seen}");
    }
    assert!(server.stop().success());
}
