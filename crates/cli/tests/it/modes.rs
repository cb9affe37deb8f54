//! Modes of files: nobody but the user of the server reads the data directory, whatever mask the server is started with.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::binary::{Server, TOKEN, output};
use crate::http;
use crate::pages::Edition;

/// Longer than anything should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command of the binary on a data directory, started with a mask.
fn quire(mask: &str, data: &Path, name: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("umask {mask}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_quire"), name]);
    command.arg("--data").arg(data).args(["--log", "text"]);
    command
}

fn serve(mask: &str, data: &Path) -> Server {
    let mut command = quire(mask, data, "serve");
    Server::start(command.args(["--listen", "127.0.0.1:0"]).env("QUIRE_BOOTSTRAP_TOKEN", TOKEN))
}

/// Everything in a directory, and the directory, with its mode.
fn modes(top: &Path) -> Vec<(PathBuf, u32)> {
    let mut open = vec![top.to_owned()];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        // The server may remove what it needed for a moment.
        let Ok(about) = fs::symlink_metadata(&path) else { continue };
        found.push((path.clone(), about.permissions().mode() & 0o7777));
        if about.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().map(|entry| entry.unwrap().path()));
        }
    }
    found
}

#[track_caller]
fn assert_private(data: &Path) {
    let found = modes(data);
    let wrong: Vec<_> =
        found.iter().filter(|(path, mode)| *mode != if path.is_dir() { 0o700 } else { 0o600 }).collect();
    assert!(
        wrong.is_empty(),
        "{}",
        wrong.iter().map(|(path, mode)| format!("{path:?} {mode:o}\n")).collect::<String>()
    );
    for part in ["quire.db", "quire.db-wal", "quire.db-shm", "blobs", "search"] {
        assert!(found.iter().any(|(path, _)| *path == data.join(part)), "there is no {part} in {found:#?}");
    }
}

/// Waits until the search index is there and has what was imported.
#[track_caller]
fn wait_for_search(server: &Server) {
    let began = Instant::now();
    loop {
        let answer = server.get(&format!("{}/search?query=edition", server.org()));
        if answer.status == 200 && answer.json(200)["items"] != json!([]) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "nothing is found");
        thread::yield_now();
    }
}

fn upload(server: &Server, bytes: usize) {
    let file = json!({ "name": "a.bin", "type": "application/octet-stream", "size": bytes });
    let body = json!({ "file": file, "kind": "import_file" });
    let place = server.post(&format!("{}/storage/upload", server.org()), &body).json(201);
    let (_, path) = place["url"].as_str().unwrap().split_once("/v1/").unwrap();
    let answer = http::put(server.address, &format!("/v1/{path}"), &vec![7; bytes]);
    assert_eq!(answer.status, 204);
}

#[test]
fn nobody_else_reads_the_data_directory_whatever_the_mask() {
    for mask in ["000", "022"] {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let server = serve(mask, &data);
        let source = Edition::new("one", 0..3);
        output(quire(mask, &data, "import").args(["--new-space", "Imported"]).arg(source.path()));
        upload(&server, 1000);
        wait_for_search(&server);
        assert_private(&data);
        assert!(server.stop().success());
        let server = serve(mask, &data);
        wait_for_search(&server);
        assert_private(&data);
    }
}

/// A data directory as servers before this rule left it, and its server.
fn widened() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let server = serve("022", &data);
    let source = Edition::new("one", 0..3);
    output(quire("022", &data, "import").args(["--new-space", "Imported"]).arg(source.path()));
    wait_for_search(&server);
    assert!(server.stop().success());
    for (path, mode) in modes(&data) {
        let wide = if path.is_dir() { 0o755 } else { 0o644 };
        assert_ne!(mode, wide);
        fs::set_permissions(&path, Permissions::from_mode(wide)).unwrap();
    }
    (home, data)
}

#[test]
fn an_older_installation_is_mended_at_the_start_and_told_of() {
    let (_home, data) = widened();
    let server = serve("022", &data);
    server.logged("others could read this");
    wait_for_search(&server);
    assert_private(&data);
}

#[test]
fn a_directory_with_files_of_others_is_left_as_it_is_with_a_warning() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("letter.txt"), "mine").unwrap();
    for path in [home.path().to_owned(), home.path().join("letter.txt")] {
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }
    let server = serve("022", home.path());
    server.logged("give --data a directory of its own");
    let found = modes(home.path());
    for (path, mode) in &found {
        let foreign = path == home.path() || path.ends_with("letter.txt");
        assert_eq!(mode & 0o077 != 0, foreign, "{path:?} {mode:o}");
    }
}

#[test]
fn an_export_has_the_modes_that_its_user_wants() {
    let (home, data) = widened();
    let server = serve("022", &data);
    let space = server.get(&format!("{}/spaces", server.org())).json(200)["items"][0]["id"].clone();
    assert!(server.stop().success());
    for (mask, directory, file) in [("022", 0o755, 0o644), ("077", 0o700, 0o600), ("002", 0o775, 0o664)] {
        let out = home.path().join(mask);
        output(quire(mask, &data, "export").args(["--space", space.as_str().unwrap()]).arg(&out));
        let found = modes(&out);
        assert!(found.len() > 3, "{found:?}");
        for (path, mode) in found {
            assert_eq!(mode, if path.is_dir() { directory } else { file }, "{path:?} {mode:o} with the mask {mask}");
        }
    }
    assert!(modes(&data).iter().all(|(_, mode)| mode & 0o077 == 0));
}
