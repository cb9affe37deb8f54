//! The scripts in `packaging`, with the binary of the tests: what is in a Debian package and in an image.
//!
//! That they install, start and go without a trace is tried by hand, in a system of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::output;
use crate::node;

const BINARY: &str = env!("CARGO_BIN_EXE_quire");
/// A moment of which the archives tell, in UTC.
const EPOCH: &str = "1700000000";
const DATE: &str = "2023-11-14 22:13";

fn packaging(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging")).join(path)
}

fn are_here(programs: &[&'static str]) -> bool {
    let runs = |name: &str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|it| it.success())
    };
    let mut needs: Vec<_> = programs.iter().map(|name| (*name, runs(name))).collect();
    needs.push(("Linux", cfg!(target_os = "linux")));
    node::are_here(&needs, "QUIRE_REQUIRE_PACKAGES")
}

/// Runs a script in a directory of its own; the directory, and the file that it made.
fn build(script: &str, arguments: &[&str]) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let mut command = Command::new(packaging(script));
    // Compression takes longer than everything else, and is not what is tested.
    command.arg(BINARY).args(arguments).env("SOURCE_DATE_EPOCH", EPOCH).env("DPKG_DEB_COMPRESSOR_TYPE", "none");
    let name = output(command.current_dir(dir.path()));
    let made = dir.path().join(name.trim());
    assert!(made.is_file(), "{name}");
    (dir, made)
}

/// What an archive lists: paths with their mode and owner, such as `-rw-r--r-- root/root`. All have the one date.
fn listed(command: &mut Command) -> BTreeMap<String, String> {
    let list = output(command.env("TZ", "UTC"));
    let entries = list.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[3..5].join(" "), DATE, "{line}");
        let path = words[5].trim_start_matches("./").trim_end_matches('/').to_owned();
        (path, format!("{} {}", words[0], words[1]))
    });
    entries.collect()
}

#[test]
fn a_debian_package_has_what_an_operator_expects() {
    if !are_here(&["dpkg-deb", "gzip"]) {
        return;
    }
    let (dir, package) = build("debian/build", &["1.2.3-4"]);
    let files = listed(Command::new("dpkg-deb").arg("--contents").arg(&package));
    for (path, entry) in [
        ("usr/bin/quire", "-rwxr-xr-x root/root"),
        ("etc/quire.toml", "-rw-r--r-- root/root"),
        ("etc/default/quire", "-rw-r----- root/root"),
        ("usr/lib/systemd/system/quire.service", "-rw-r--r-- root/root"),
        ("usr/share/man/man1/quire.1.gz", "-rw-r--r-- root/root"),
        ("usr/share/man/man1/quire-user-create.1.gz", "-rw-r--r-- root/root"),
        ("usr/share/bash-completion/completions/quire", "-rw-r--r-- root/root"),
        ("usr/share/zsh/vendor-completions/_quire", "-rw-r--r-- root/root"),
        ("usr/share/fish/vendor_completions.d/quire.fish", "-rw-r--r-- root/root"),
        ("usr/share/doc/quire/copyright", "-rw-r--r-- root/root"),
        ("usr/share/doc/quire/changelog.gz", "-rw-r--r-- root/root"),
        ("usr/share/doc/quire/changelog.Debian.gz", "-rw-r--r-- root/root"),
        ("usr/share/doc/quire/examples/nginx.conf", "-rw-r--r-- root/root"),
    ] {
        assert_eq!(files.get(path).map(String::as_str), Some(entry), "{path}");
    }
    for (path, entry) in &files {
        assert!(entry.ends_with(" root/root"), "{path}: {entry}");
        assert!(!entry.starts_with('d') || entry.starts_with("drwxr-xr-x"), "{path}: {entry}");
    }

    let field = |name: &str| output(Command::new("dpkg-deb").arg("--field").arg(&package).arg(name)).trim().to_owned();
    assert_eq!((field("Package"), field("Version")), ("quire".to_owned(), "1.2.3-4".to_owned()));
    assert!(field("Depends").contains("libc6 (>= 2."), "{}", field("Depends"));

    let control = dir.path().join("control");
    output(Command::new("dpkg-deb").arg("--control").arg(&package).arg(&control));
    assert_eq!(fs::read_to_string(control.join("conffiles")).unwrap(), "/etc/default/quire\n/etc/quire.toml\n");
    let sums = fs::read_to_string(control.join("md5sums")).unwrap();
    let not_etc = files.iter().filter(|(path, entry)| entry.starts_with('-') && !path.starts_with("etc/"));
    assert_eq!(sums.lines().count(), not_etc.count());
    for script in ["postinst", "prerm", "postrm"] {
        output(Command::new("sh").arg("-n").arg(control.join(script)));
    }

    let (_again, second) = build("debian/build", &["1.2.3-4"]);
    assert_eq!(output(Command::new("cmp").arg(package).arg(second)), "");
}

#[test]
fn the_options_of_the_package_are_options_of_the_server() {
    // Each key that is only mentioned there, too.
    let text = fs::read_to_string(packaging("debian/quire.toml")).unwrap();
    let is_key = |line: &&str| line.contains(" = ") && !line.starts_with("# ");
    let mentioned: Vec<&str> = text.lines().map(|line| line.trim_start_matches('#')).filter(is_key).collect();
    let help = output(crate::binary::quire("serve").arg("--help"));
    for line in &mentioned {
        let key = line.split(" = ").next().unwrap();
        assert!(help.contains(&format!("--{key} ")), "{line}");
    }
    assert!(mentioned.contains(&"data = \"/var/lib/quire\""), "{mentioned:?}");
}

#[test]
fn an_image_has_the_binary_and_what_it_needs_and_another_user() {
    if !are_here(&["python3", "tar", "ldd"]) {
        return;
    }
    let (dir, image) = build("image/build", &[]);
    output(Command::new("tar").arg("-xf").arg(&image).arg("-C").arg(dir.path()));
    let read = |path: &str| -> Value { serde_json::from_slice(&fs::read(dir.path().join(path)).unwrap()).unwrap() };
    let docker = read("manifest.json");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(docker[0]["RepoTags"][0], format!("quire:{version}"));
    let layers = docker[0]["Layers"].as_array().unwrap();
    assert_eq!(layers.len(), 1);

    // The other way in leads to the same blobs.
    let blob = |descriptor: &Value| format!("blobs/{}", descriptor["digest"].as_str().unwrap().replace(':', "/"));
    assert_eq!(read("oci-layout")["imageLayoutVersion"], "1.0.0");
    let manifest = read(&blob(&read("index.json")["manifests"][0]));
    assert_eq!(docker[0]["Config"], blob(&manifest["config"]));
    assert_eq!(layers[0], blob(&manifest["layers"][0]));

    let about = read(docker[0]["Config"].as_str().unwrap());
    assert_eq!(about["rootfs"]["diff_ids"][0], manifest["layers"][0]["digest"]);
    let config = &about["config"];
    assert_eq!(config["User"], "65532:65532");
    assert_eq!((&config["Entrypoint"][0], &config["Cmd"][0]), (&"/usr/bin/quire".into(), &"serve".into()));
    assert!(config["Volumes"]["/data"].is_object() && config["ExposedPorts"]["8080/tcp"].is_object(), "{config}");

    let layer = dir.path().join(layers[0].as_str().unwrap());
    let files = listed(Command::new("tar").args(["--numeric-owner", "-tvf"]).arg(&layer));
    for (path, entry) in [
        ("usr/bin/quire", "-rwxr-xr-x 0/0"),
        ("etc/passwd", "-rw-r--r-- 0/0"),
        ("data", "drwx------ 65532/65532"),
        ("tmp", "drwxrwxrwt 0/0"),
    ] {
        assert_eq!(files.get(path).map(String::as_str), Some(entry), "{path}");
    }
    let needs = output(Command::new("ldd").arg(BINARY));
    for library in needs.split_whitespace().filter(|word| word.starts_with('/')) {
        assert!(files.contains_key(library.trim_start_matches('/')), "{library} is not in the image");
    }
    let others = files.iter().filter(|(path, entry)| *path != "data" && !entry.ends_with(" 0/0"));
    assert_eq!(others.count(), 0, "{files:?}");

    let (_again, second) = build("image/build", &[]);
    assert_eq!(output(Command::new("cmp").arg(image).arg(second)), "");
}
