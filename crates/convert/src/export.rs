//! Content as the directory format: the inverse of [`read`](crate::read).
//!
//! What came from an import and was not touched is written as it was, byte for byte and under the same path. `SUMMARY.md`
//! and `.gitbook/vars.yaml` are written anew only where what they say is not so any more: this crate's own reader
//! decides. What has no path yet gets one. Paths differ, none leads out of the directory or to a place where a version
//! control system keeps its own files, and none is a folder of another.
//!
//! Links lead to where things stand in the export; a text whose links are right keeps every byte.
//!
//! An export is a list; no page and no file is read to make it. Where bytes are and where they go is not known here.

mod claims;
mod contents;
mod folder;
mod navigation;
mod pages;
mod places;
mod variables;
mod zip;

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::links::Entity;
use quire_content::objects::{ObjectError, Objects};
use quire_content::path;
use quire_content::whole::Whole;

use crate::config::{self, Config};
use crate::error::Error;
use crate::warning::{Warning, Warnings};
use claims::Claims;

pub use folder::{Existing, Folder, FolderError};
pub use places::Placed;
use places::Places;
pub use zip::Zip;

/// A directory that can be written.
#[derive(Debug)]
pub struct Export {
    /// The files, sorted by path, each path once.
    pub files: Vec<Outgoing>,
    /// What the files are.
    pub counts: Counts,
    /// What could not be written as it should be.
    pub warnings: Vec<Warning>,
}

/// One file of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// From the directory's top, with `/`.
    pub path: String,
    /// Its bytes.
    pub source: Source,
}

/// Where bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Here.
    Text(Arc<[u8]>),
    /// In the object of this name.
    Object(Hash),
    /// In the blob of this name.
    Blob(Hash),
    /// In the object of this name, but for links that have to be other ones.
    Page(Hash, Placed),
}

impl Source {
    /// The hash of the bytes.
    fn hash(&self) -> Hash {
        match self {
            Self::Text(bytes) => Hash::of(bytes),
            Self::Object(hash) | Self::Blob(hash) | Self::Page(hash, _) => *hash,
        }
    }
}

/// How much is exported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pages with a file; pages that share one are counted apart.
    pub pages: usize,
    /// Images and other files.
    pub files: usize,
    /// Reusable contents.
    pub reusable: usize,
    /// Files that describe the space, and files beside the content.
    pub others: usize,
}

/// Why content cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// An object cannot be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
    /// A file that describes the space and was imported cannot be understood any more.
    #[error("a file that describes the space cannot be understood")]
    Described(#[source] Error),
}

/// Lists the files of content. Of the objects only those that describe the space are read.
///
/// # Errors
/// An object is missing or damaged.
pub fn export(whole: &Whole, objects: &dyn Objects) -> Result<Export, ExportError> {
    let config = configuration(whole, objects)?;
    let mut exporter = Exporter::new(whole, objects, &config);
    exporter.describing()?;
    exporter.asides();
    let places = exporter.pages();
    exporter.reusable();
    exporter.files();
    exporter.relink();
    exporter.navigation(&places)?;
    Ok(exporter.finish())
}

/// The configuration file's name and what it says.
struct Configured {
    name: Option<&'static str>,
    config: Config,
}

fn configuration(whole: &Whole, objects: &dyn Objects) -> Result<Configured, ExportError> {
    let Some(name) = config::NAMES.into_iter().find(|name| whole.meta.contains_key(*name)) else {
        return Ok(Configured { name: None, config: Config::default() });
    };
    let bytes = objects.get(&whole.meta[name].source)?;
    let config = config::parse(name, &bytes).map_err(ExportError::Described)?;
    Ok(Configured { name: Some(name), config })
}

struct Exporter<'e> {
    whole: &'e Whole,
    objects: &'e dyn Objects,
    configured: &'e Configured,
    /// The content's folder with a slash at its end, or nothing.
    prefix: String,
    /// Path of the table of contents from the content's root.
    summary: String,
    claims: Claims,
    files: Vec<Outgoing>,
    counts: Counts,
    warnings: Warnings,
    /// Where everything that links lead to stands.
    places: Places,
    /// The folders that the links of texts are seen from, by the path of their file.
    folders: HashMap<String, String>,
}

impl<'e> Exporter<'e> {
    fn new(whole: &'e Whole, objects: &'e dyn Objects, configured: &'e Configured) -> Self {
        let root = &configured.config.root;
        let prefix = if root.is_empty() { String::new() } else { format!("{root}/") };
        let summary = navigation::place(whole, &configured.config);
        let claims = Claims::new(navigation::reserved(whole, &summary, format!("{prefix}{summary}")));
        let (files, counts, warnings) = (Vec::new(), Counts::default(), Warnings::default());
        let (places, folders) = (Places::default(), HashMap::new());
        Self { whole, objects, configured, prefix, summary, claims, files, counts, warnings, places, folders }
    }

    /// The path from the directory's top of what lies below the content's root.
    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Writes a file under a path from the directory's top, if the path is free or has the same bytes already.
    fn claim(&mut self, path: String, source: Source) -> bool {
        let outcome = self.claims.claim(&path, source.hash());
        if outcome == claims::Outcome::New {
            self.files.push(Outgoing { path, source });
        }
        outcome != claims::Outcome::Refused
    }

    /// The files that describe the space, but the table of contents: whether that one is right is not known yet.
    fn describing(&mut self) -> Result<(), ExportError> {
        for (path, meta) in &self.whole.meta {
            if *path != self.summary && path != variables::PATH {
                let place = if Some(path.as_str()) == self.configured.name { path.clone() } else { self.at(path) };
                self.other(&place, Source::Object(meta.source));
            }
        }
        if let Some(source) = variables::write(self.whole, self.objects)? {
            self.other(&self.at(variables::PATH), source);
        }
        Ok(())
    }

    /// What lies beside the content.
    fn asides(&mut self) {
        for (path, aside) in &self.whole.asides {
            self.other(path, Source::Blob(aside.blob));
        }
    }

    fn other(&mut self, path: &str, source: Source) {
        if self.claim(path.to_owned(), source) {
            self.counts.others += 1;
        } else {
            self.warnings.add(path, None, "left out: the path cannot be used");
        }
    }

    /// Notes where something stands whose file was at `before`, if it had one; a text's links were seen from there.
    fn stands(&mut self, entity: Entity, before: Option<&str>, path: &str) {
        self.places.put(entity, before, &path[self.prefix.len()..]);
        if !matches!(entity, Entity::File(_)) {
            let folder = before.map_or("", path::folder).to_owned();
            self.folders.entry(path.to_owned()).or_insert(folder);
        }
    }

    /// Has the links of texts lead where everything stands now.
    fn relink(&mut self) {
        let places = Arc::new(std::mem::take(&mut self.places));
        for file in &mut self.files {
            if let (Some(from), Source::Object(hash)) = (self.folders.remove(&file.path), &file.source) {
                let to = path::folder(&file.path[self.prefix.len()..]).to_owned();
                file.source = Source::Page(*hash, Placed { from, to, places: places.clone() });
            }
        }
    }

    fn finish(mut self) -> Export {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        Export { files: self.files, counts: self.counts, warnings: self.warnings.into_list() }
    }
}
