//! Many documents in one input: each is read as if it had come alone, into the folder in which it is.

use std::collections::BTreeMap;

use quire_content::path;
use quire_content::slug::slug;
use quire_convert::Archive;

use crate::error::Error;
use crate::formats::{Job, markdown};
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Toc, relative, scratch_file};

/// Writes the pages of all documents of an input, and returns their entries by folders.
pub(super) fn documents(job: &mut Job<'_>) -> Result<Vec<Toc>, Error> {
    let is_document = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let lower = name.to_ascii_lowercase();
        // Names with this beginning are those of locks, which Word leaves behind.
        [".docx", ".docm"].iter().any(|end| lower.ends_with(end)) && !name.starts_with("~$")
    };
    let sources: Vec<String> = job.origin.paths().filter(is_document).map(str::to_owned).collect();
    if sources.is_empty() {
        return Err(super::not_docx(job));
    }
    let mut folders = Folder::default();
    for source in sources {
        let parts: Vec<String> = path::folder(&source).split('/').filter(|part| !part.is_empty()).map(slug).collect();
        let entries = one(job, &source, &parts.join("/"))?;
        folders.at(path::folder(&source)).entries.push(whole(&source, entries));
    }
    Ok(folders.toc())
}

/// Writes the pages of a document. One that can't be read is kept as a file of a page.
fn one(job: &mut Job<'_>, source: &str, folder: &str) -> Result<Vec<Toc>, Error> {
    let most = job.limits.max_file_bytes;
    let file = scratch_file(job.scratch, source, &mut job.origin.open_file(source)?, most)?;
    let reason = match Archive::open(file, job.limits) {
        Ok(archive) => {
            let origin = Origin::of(Box::new(archive), source.to_owned(), false, job.limits, job.stop);
            let whole = std::mem::replace(&mut job.origin, origin);
            let written = super::document(job, folder);
            job.origin = whole;
            match written {
                Ok(Some(entries)) => return Ok(entries),
                Ok(None) => "it is no document of Word".to_owned(),
                Err(error @ (Error::Broken { .. } | Error::Not { .. })) => error.to_string(),
                Err(error) => return Err(error),
            }
        }
        Err(error) => error.to_string(),
    };
    let title = markdown::title_of_name(source);
    let path = job.site.claim(&path::join(folder, &format!("{}.md", slug(&title))));
    let mut report = PageReport::new(source, path.as_str());
    report.keep("a document that can't be read, as a file", reason);
    let file = job.site.file(source, &mut job.origin.open_file(source)?)?;
    let body = format!("\n{{% file src=\"{}\" %}}\n{{% endfile %}}\n", relative(&path, &file, ""));
    job.site.page(&path, &title, &[], &body, report)?;
    Ok(vec![Toc::page(title, path)])
}

/// Returns the entry of a document, whose pages are below its name where it has several.
fn whole(source: &str, mut entries: Vec<Toc>) -> Toc {
    if entries.len() == 1 {
        return entries.remove(0);
    }
    Toc { title: markdown::title_of_name(source), target: None, items: entries }
}

/// The documents in a folder and below it.
#[derive(Default)]
struct Folder {
    entries: Vec<Toc>,
    folders: BTreeMap<String, Folder>,
}

impl Folder {
    fn at(&mut self, path: &str) -> &mut Self {
        path.split('/')
            .filter(|part| !part.is_empty())
            .fold(self, |folder, part| folder.folders.entry(part.to_owned()).or_default())
    }

    fn toc(self) -> Vec<Toc> {
        let mut toc = self.entries;
        for (name, folder) in self.folders {
            toc.push(Toc { title: markdown::title_of_name(&name), target: None, items: folder.toc() });
        }
        toc
    }
}
