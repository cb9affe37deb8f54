//! The test programs of the crates that have laws, built once, with the path of each law in its program.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use super::sources::Law;

/// A law that can be run: a test of a test program.
#[derive(Debug)]
pub(super) struct Runnable {
    pub(super) package: String,
    /// The directory of the package, in which its tests run.
    pub(super) folder: PathBuf,
    pub(super) program: PathBuf,
    /// The name of the test within its program.
    pub(super) path: String,
    /// The usual number of cases.
    pub(super) cases: u32,
}

/// The parts of a message of cargo that describe a test program.
#[derive(Debug, Deserialize)]
struct Artifact {
    manifest_path: Option<PathBuf>,
    target: Option<CargoTarget>,
    executable: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct CargoTarget {
    src_path: PathBuf,
}

/// Builds the tests of these packages, and returns all tests that are one of the laws.
///
/// # Errors
///
/// Fails if no test program has one of the laws.
pub(super) fn build(packages: &[String], laws: &[Law]) -> anyhow::Result<Vec<Runnable>> {
    let mut missing: Vec<&Law> = laws.iter().collect();
    let mut found = Vec::new();
    for artifact in artifacts(packages)? {
        let (Some(manifest), Some(target), Some(program)) =
            (artifact.manifest_path, artifact.target, artifact.executable)
        else {
            continue;
        };
        let folder = manifest.parent().context("a manifest is in a directory")?;
        let package = folder.file_name().context("a package has a directory")?.to_string_lossy();
        for path in tests(&program, folder)? {
            if let Some(law) = laws.iter().find(|law| law.is(&path, &target.src_path)) {
                missing.retain(|other| *other != law);
                let (package, folder, program) = (package.clone().into_owned(), folder.to_owned(), program.clone());
                found.push(Runnable { package, folder, program, path, cases: law.cases });
            }
        }
    }
    if let Some(Law { file, name, .. }) = missing.first() {
        anyhow::bail!("{}: {name} is in no test program", file.display());
    }
    Ok(found)
}

fn artifacts(packages: &[String]) -> anyhow::Result<Vec<Artifact>> {
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--quiet", "--locked", "--lib", "--tests", "--message-format=json"]);
    for package in packages {
        command.args(["-p", package]);
    }
    let mut cargo = command.stdout(Stdio::piped()).spawn().context("starting cargo")?;
    let output = BufReader::new(cargo.stdout.take().context("the output is piped")?);
    let messages = output.lines().map(|line| serde_json::from_str(&line?).context("reading a message of cargo"));
    let artifacts = messages.collect::<anyhow::Result<_>>()?;
    ensure!(cargo.wait().context("waiting for cargo")?.success(), "cargo test --no-run: failed");
    Ok(artifacts)
}

/// Returns the names of all tests of a program.
fn tests(program: &Path, folder: &Path) -> anyhow::Result<Vec<String>> {
    let output = Command::new(program).args(["--list", "--format", "terse"]).current_dir(folder).output();
    let output = output.with_context(|| format!("starting {}", program.display()))?;
    let text = String::from_utf8(output.stdout).context("reading a list of tests")?;
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

impl Law {
    /// Returns true if a test of the program with this root is the law: it has its name, in the module of its file or
    /// in one inside.
    fn is(&self, test: &str, root: &Path) -> bool {
        let Some(module) = root.parent().and_then(|folder| self.file.strip_prefix(folder).ok()) else { return false };
        let module = module.with_extension("");
        let is_named_by_folder = |name: &str| self.file == root || name == "mod";
        let parts = module.iter().map(|part| part.to_string_lossy()).filter(|part| !is_named_by_folder(part));
        let mut rest = test;
        for part in parts {
            match rest.strip_prefix(part.as_ref()).and_then(|rest| rest.strip_prefix("::")) {
                Some(inside) => rest = inside,
                None => return false,
            }
        }
        rest.rsplit("::").next() == Some(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_is_recognized_by_its_file_and_its_name() {
        let law = |file: &str| Law { file: file.into(), name: "it_ends".to_owned(), cases: 1 };
        let (unit, integration) = (Path::new("/a/src/lib.rs"), Path::new("/a/tests/it/main.rs"));
        assert!(law("/a/src/yaml/emit.rs").is("yaml::emit::tests::it_ends", unit));
        assert!(law("/a/src/yaml/mod.rs").is("yaml::tests::it_ends", unit));
        assert!(law("/a/src/lib.rs").is("tests::it_ends", unit));
        assert!(law("/a/tests/it/merge/laws.rs").is("merge::laws::it_ends", integration));
        assert!(!law("/a/tests/it/merge/laws.rs").is("merge::laws::it_ends", unit));
        assert!(!law("/a/src/yaml/emit.rs").is("yaml::tests::it_ends", unit));
        assert!(!law("/a/src/yaml.rs").is("yaml_more::it_ends", unit));
        assert!(!law("/a/src/yaml.rs").is("yaml::it_never_ends", unit));
    }
}
