//! Documents of Word: the text with its structure, as styles, numbering and fields say it.
//!
//! Tracked changes are accepted, comments are listed as dropped. The document is one page, or one for each heading of
//! level 1 if it is to be split. An archive, or a folder, may have many documents.

mod archive;
mod body;
mod lists;
mod math;
mod numbering;
mod parts;
mod runs;
mod styles;
mod tables;

use std::collections::HashMap;

use quire_content::document::model::{Block, Kind};
use quire_content::path;
use quire_content::slug::slug;

use self::body::Body;
use self::parts::Package;
use super::rest::attached;
use super::{Job, Outcome};
use crate::error::Error;
use crate::html::{print, text_of};
use crate::links::retarget;
use crate::names::{Names, Place};
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Toc, relative};

/// Returns true if the input is one document, and no archive of some.
pub(crate) fn is_document(origin: &Origin) -> Result<bool, Error> {
    parts::is_package(origin)
}

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    if job.origin.is_single {
        return Err(not_docx(&job));
    }
    if let Some(toc) = document(&mut job, "")? {
        return job.site.finish(&toc);
    }
    let toc = archive::documents(&mut job)?;
    job.finish(&toc, &attached)
}

/// Writes the pages of the document that the input of a job is into a folder, and returns their entries; `None` if it is none.
fn document(job: &mut Job<'_>, folder: &str) -> Result<Option<Vec<Toc>>, Error> {
    let Some(package) = Package::open(&job.origin)? else { return Ok(None) };
    let mut report = PageReport::new(job.origin.name.as_str(), "");
    let mut body = Body::new(&package, &mut job.site, &job.origin, &mut report, folder);
    let blocks = body.read()?;
    let names = std::mem::take(&mut body.names);
    let said = body.title.take();
    let stem = job.origin.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).to_owned();
    for (kind, what) in [("header", "a header of printed pages"), ("footer", "a footer of printed pages")] {
        for text in package.margins(kind)? {
            report.drop(what, text);
        }
    }
    let core = package.core();
    let pages = pages(blocks, said.or(core.title.clone()), &stem, job.split);
    let front: Vec<(&str, String)> = if job.authors {
        vec![("author", core.author.unwrap_or_default()), ("date", core.modified.unwrap_or_default())]
    } else {
        Vec::new()
    };
    drop(package);
    write(job, folder, pages, names, &front, report).map(Some)
}

fn not_docx(job: &Job<'_>) -> Error {
    Error::Not { path: job.origin.name.clone(), expected: "a document of Word (.docx), or an archive of some" }
}

/// A page of the document.
struct Page {
    title: String,
    /// True if the title is a heading that was counted among the names.
    titled: bool,
    blocks: Vec<Block>,
}

/// Splits blocks into pages, and finds the titles.
fn pages(pieces: Vec<Block>, said: Option<String>, stem: &str, split: bool) -> Vec<Page> {
    let top = |piece: &Block| matches!(&piece.kind, Kind::Heading { level: 1, .. });
    let tops = pieces.iter().filter(|piece| top(piece)).count();
    let begins = pieces.first().is_some_and(top);
    let mut pages: Vec<Page> = Vec::new();
    let title = said.filter(|title| !title.trim().is_empty());
    for piece in pieces {
        let is_first = pages.is_empty();
        let starts = top(&piece) && (split || is_first && begins && tops == 1 && title.is_none());
        if starts {
            if let Kind::Heading { nodes, .. } = &piece.kind {
                pages.push(Page { title: text_of(nodes), titled: true, blocks: Vec::new() });
            }
            continue;
        }
        if is_first {
            let title = title.clone().unwrap_or_else(|| stem.to_owned());
            pages.push(Page { title, titled: false, blocks: Vec::new() });
        }
        if let Some(last) = pages.last_mut() {
            last.blocks.push(piece);
        }
    }
    if pages.is_empty() {
        pages.push(Page { title: title.unwrap_or_else(|| stem.to_owned()), titled: false, blocks: Vec::new() });
    }
    // Where the title was the only heading of its level, those below it move up.
    for page in &mut pages {
        if page.titled {
            page.blocks.iter_mut().for_each(raise);
        }
    }
    pages
}

fn raise(block: &mut Block) {
    if let Kind::Heading { level, .. } = &mut block.kind {
        *level = level.saturating_sub(1).max(1);
    }
}

fn write(
    job: &mut Job<'_>,
    folder: &str,
    pages: Vec<Page>,
    names: Names,
    front: &[(&str, String)],
    report: PageReport,
) -> Result<Vec<Toc>, Error> {
    let titles: Vec<String> = pages.iter().map(|page| page.title.clone()).collect();
    let (documents, places) = names.finish(pages.into_iter().map(|page| (page.titled, page.blocks)).collect());
    let paths: Vec<String> =
        titles.iter().map(|title| job.site.claim(&path::join(folder, &format!("{}.md", slug(title))))).collect();
    let places: HashMap<String, Place> = places.into_iter().map(|place| (place.name.clone(), place)).collect();
    let mut toc = Vec::new();
    let mut report = Some(report);
    for (at, mut document) in documents.into_iter().enumerate() {
        let to = |target: &str| {
            let name = target.strip_prefix('#')?;
            let place = places.get(name)?;
            Some(relative(&paths[at], &paths[place.page], &place.anchor))
        };
        retarget(&mut document, &to);
        let report = report.take().unwrap_or_else(|| PageReport::new(job.origin.name.as_str(), ""));
        job.site.page(&paths[at], &titles[at], if at == 0 { front } else { &[] }, &print(&document), report)?;
        let entry = Toc::page(titles[at].clone(), paths[at].clone());
        toc.push(entry);
        job.done(titles.len(), &paths[at])?;
    }
    Ok(toc)
}
