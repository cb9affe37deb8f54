//! Imports of a directory or an archive into a workspace.

use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use quire_app::Caller;
use quire_app::content::commit::Target;
use quire_app::content::import::{Absent, Counts, Limits, Manner, Progress, Report};
use quire_app::content::warnings::{Code, Warning, Warnings};
use quire_convert::{Archive, Disk, Tree, Zip, is_markdown};
use quire_model::repositories::RepositoryDirectory;
use serde_json::{Value, json};

use super::{Remote, STOPPED, Workspace};
use crate::git::WorkTree;
use crate::progress::with_bar;
use crate::signals::stop_by_signal;

/// A directory, a ZIP archive or a single Markdown file that was opened.
pub(crate) struct Source<'p> {
    path: &'p Path,
    tree: Box<dyn Tree>,
    limits: Limits,
    /// The repository that a directory was cloned from, if it is known.
    pub(crate) repository: Option<RepositoryDirectory>,
    /// True for a single page, beside which nothing is gone.
    pub(crate) is_page: bool,
}

impl<'p> Source<'p> {
    /// Opens a source. Of files in a Git work tree, it is known when pages were last committed, and where the work tree
    /// was cloned from.
    pub(crate) fn open(path: &'p Path) -> anyhow::Result<Self> {
        let limits = Limits::default();
        let reading = || format!("reading {}", path.display());
        let is_page = path.is_file() && path.to_str().is_some_and(is_markdown);
        let (disk, directory) = if path.is_dir() {
            (Disk::open(path, &limits).with_context(reading)?, path)
        } else if is_page {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            (Disk::of_file(path, &limits).with_context(reading)?, parent.unwrap_or(Path::new(".")))
        } else {
            let file = File::open(path).with_context(reading)?;
            let tree = Box::new(Archive::open(file, &limits).with_context(reading)?);
            if quire_convert::is_document(&*tree) {
                bail!(
                    "{}: no archive of pages, but a document of an office program: for those of Word, give --source docx",
                    path.display()
                );
            }
            return Ok(Self { path, tree, limits, repository: None, is_page });
        };
        let Some(work_tree) = WorkTree::of(directory) else {
            return Ok(Self { path, tree: Box::new(disk), limits, repository: None, is_page });
        };
        let pages = disk.entries().iter().map(|entry| entry.path.clone()).filter(|path| is_markdown(path)).collect();
        let tree = Box::new(disk.written(work_tree.commits(pages)));
        Ok(Self { path, tree, limits, repository: work_tree.repository(), is_page })
    }

    /// Returns true for an archive, whose bytes are sent as they are.
    fn is_archive(&self) -> bool {
        !self.is_page && !self.path.is_dir()
    }

    /// Returns true if there is nothing to import.
    pub(crate) fn is_empty(&self) -> bool {
        self.tree.entries().is_empty()
    }

    /// Returns the files as an archive.
    pub(super) fn archive(&self) -> anyhow::Result<File> {
        if self.is_archive() {
            return File::open(self.path).with_context(|| format!("reading {}", self.path.display()));
        }
        let mut file = tempfile::tempfile().context("making a temporary file")?;
        let mut zip = Zip::new()?;
        let mut buffer = vec![0; 1 << 16];
        for entry in self.tree.entries() {
            zip.start_written(&entry.path, entry.size, self.tree.written_at(&entry.path))?;
            let mut bytes = self.tree.open(&entry.path).with_context(|| entry.path.clone())?;
            loop {
                let read = bytes.read(&mut buffer).with_context(|| entry.path.clone())?;
                if read == 0 {
                    break;
                }
                zip.write(&buffer[..read])?;
                file.write_all(&zip.take()).context("writing the archive")?;
            }
        }
        file.write_all(&zip.finish()?).context("writing the archive")?;
        file.rewind().context("writing the archive")?;
        Ok(file)
    }
}

impl Workspace {
    /// Imports a source into the main content of a space. On this machine a bar shows the progress, and a signal to stop
    /// is heeded.
    pub(crate) fn import(&self, space: &str, source: &Source<'_>, manner: Manner) -> anyhow::Result<Report> {
        let importing = || format!("importing {}", source.path.display());
        let manner = if source.is_page { Manner { absent: Absent::Keep, ..manner } } else { manner };
        match self {
            Self::Here(local) => {
                let app = local.app().stopped_by(&stop_by_signal()?);
                let (operator, space) = (Caller::operator(), space.parse().context("space")?);
                let Source { tree, limits, .. } = source;
                let import = |at: &mut dyn FnMut(Progress)| {
                    let report = app.import_tree_and(manner, &operator, space, Target::Main, &**tree, limits, at)?;
                    if manner.dry_run {
                        return Ok(report);
                    }
                    app.with_specification_warnings(&operator, space, report)
                };
                with_bar(import).with_context(importing)
            }
            Self::There(remote) => self.import_by_upload(remote, space, source, manner).with_context(importing),
        }
    }

    fn import_by_upload(
        &self,
        remote: &Remote,
        space: &str,
        source: &Source<'_>,
        manner: Manner,
    ) -> anyhow::Result<Report> {
        let organization = self.get(&format!("/v1/spaces/{space}"))?["organization"].as_str().map(str::to_owned);
        let organization = organization.context("the answer has no organization")?;
        let stop = stop_by_signal()?;
        let address = self.upload(remote, &organization, source.archive()?, "import.zip")?;
        if stop.is_requested() {
            bail!(STOPPED);
        }
        let gone = if manner.absent == Absent::Keep { "keep" } else { "delete" };
        let mut import = json!({ "url": address, "source": "zip", "gone": gone, "dryRun": manner.dry_run });
        if !source.is_archive() {
            import["fileTimes"] = json!(true);
        }
        let mut report = report(&self.post(&format!("/v1/spaces/{space}/content/import"), &import)?)?;
        if !source.is_archive() {
            // The archive lacks what was left out of it, so the server can't tell.
            let mut all = source.tree.warnings();
            all.append(report.warnings);
            report.warnings = all;
        }
        Ok(report)
    }
}

impl Workspace {
    /// Uploads a file to a server, and returns the address that names it.
    pub(super) fn upload(&self, remote: &Remote, organization: &str, file: File, name: &str) -> anyhow::Result<String> {
        let size = file.metadata().context("reading the file")?.len();
        let announced = json!({ "name": name, "type": "application/octet-stream", "size": size });
        let upload = json!({ "kind": "import_file", "file": announced });
        let upload = self.post(&format!("/v1/orgs/{organization}/storage/upload"), &upload)?;
        let address = upload["url"].as_str().context("the answer has no address for the upload")?;
        match remote.send(address, file)? {
            200..300 => Ok(address.to_owned()),
            status => bail!("{address} answered {status}"),
        }
    }
}

/// Reads the answer of an import.
pub(super) fn report(answer: &Value) -> anyhow::Result<Report> {
    let changes = &answer["changes"];
    let revision = answer["revision"].as_str().and_then(|id| id.parse().ok());
    Ok(Report {
        revision: revision.context("the answer has no revision: is the server older than this program?")?,
        changed: answer["changed"].as_bool().context("the server is older than this program")?,
        pages: counts(&changes["pages"]),
        files: counts(&changes["files"]),
        reusable: counts(&changes["reusableContents"]),
        total: answer["totalResources"].as_u64().unwrap_or_default(),
        warnings: warnings(answer),
    })
}

fn counts(value: &Value) -> Counts {
    let count = |name: &str| value[name].as_u64().unwrap_or_default();
    Counts {
        created: count("created"),
        updated: count("updated"),
        moved: count("moved"),
        deleted: count("deleted"),
        unchanged: count("unchanged"),
    }
}

fn warnings(answer: &Value) -> Warnings {
    let warning = |value: &Value| Warning {
        path: value["path"].as_str().unwrap_or_default().to_owned(),
        line: value["line"].as_u64().and_then(|line| u32::try_from(line).ok()),
        code: code(value["code"].as_str().unwrap_or_default()),
        message: value["message"].as_str().unwrap_or_default().to_owned(),
    };
    let listed = answer["warnings"].as_array().into_iter().flatten();
    let counted = answer["warningCounts"].as_object().into_iter().flatten();
    Warnings {
        list: listed.map(warning).collect(),
        counts: counted
            .map(|(name, count)| (code(name), usize::try_from(count.as_u64().unwrap_or_default()).unwrap_or_default()))
            .collect(),
    }
}

/// Returns the class of this name; a newer server may have others.
fn code(name: &str) -> Code {
    Code::ALL.into_iter().find(|code| code.name() == name).unwrap_or(Code::Other)
}
