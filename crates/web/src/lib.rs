//! The writers' app as files for browsers: scripts, styles, the font, and the licences of what is in them.
//!
//! `dist` is built from the folder `web` by `npm run build` there and committed, so that the server is built without
//! Node. A test compares a digest of the sources with the one that the build wrote down.

#[rustfmt::skip]
mod assets {
    include!("../dist/assets.rs");
}

/// A digest of all files, which is part of their addresses: a file at such an address never changes.
pub const VERSION: &str = assets::VERSION;

/// The font of the interface, by the name under which the styles refer to it.
const FONT: (&str, &str) = ("inter.woff2", "Inter");

/// Returns a file of the app by its name.
pub fn file(name: &str) -> Option<&'static [u8]> {
    if name == FONT.0 {
        return quire_fonts::faces(FONT.1).next().map(|face| face.bytes);
    }
    assets::FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// Returns the names of the style sheets, of which the first is that of the shell.
pub fn styles() -> impl Iterator<Item = &'static str> {
    let others = names().filter(|name| name.ends_with(".css") && *name != "shell.css");
    std::iter::once("shell.css").chain(others)
}

fn names() -> impl Iterator<Item = &'static str> {
    assets::FILES.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;
    use std::path::{Path, PathBuf};

    use sha2::{Digest as _, Sha256};

    use super::*;

    fn hex(digest: &[u8]) -> String {
        digest.iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").unwrap();
            text
        })
    }

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
    }

    /// The paths of the files below a folder, in no order.
    fn below(dir: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else {
                found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }

    #[test]
    fn the_files_are_built_from_the_sources_that_are_here() {
        let mut paths = ["build.mjs", "package.json", "package-lock.json", "tsconfig.json"].map(str::to_owned).to_vec();
        below(&root().join("src"), &mut paths);
        paths.sort();
        let mut hash = Sha256::new();
        for path in paths {
            let bytes = fs::read(root().join(&path)).unwrap();
            hash.update(format!("{path}\n{}\n", bytes.len()));
            hash.update(&bytes);
        }
        let message = "crates/web/dist is older than web: run `npm ci && npm run build` there";
        assert_eq!(hex(&hash.finalize()), assets::SOURCES, "{message}");
    }

    #[test]
    fn the_version_is_a_digest_of_the_files() {
        let rows = assets::FILES.iter().map(|(name, bytes)| format!("{name} {}\n", hex(&Sha256::digest(bytes))));
        assert_eq!(hex(&Sha256::digest(rows.collect::<String>()))[..16], *VERSION);
    }

    #[test]
    fn every_file_in_the_folder_is_listed_and_the_page_finds_what_it_loads() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        let mut found: Vec<_> = fs::read_dir(dist).unwrap().map(|it| it.unwrap().file_name()).collect();
        found.retain(|name| name != "assets.rs");
        found.sort();
        assert_eq!(found, names().collect::<Vec<_>>());
        for name in styles().chain(["shell.js", "inter.woff2", "licenses.txt"]) {
            assert!(!file(name).unwrap().is_empty(), "{name}");
        }
        assert!(file("../Cargo.toml").is_none());
    }
}
