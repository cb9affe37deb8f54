//! Export of content in the directory format: the inverse of [`read`](crate::read).
//!
//! Imported files that were not edited are written unchanged, byte for byte and under the same path. `SUMMARY.md` and
//! `.gitbook/vars.yaml` are rewritten only if they are out of date: this crate's own reader decides. Content without a
//! path gets one. Paths are distinct, none leads out of the directory or to internal files of a version control system,
//! and none is a folder of another.
//!
//! Links are adapted to the paths in the export; a text whose links are right keeps every byte.
//!
//! An export is a list of files; no page and no file is read to compute it. The origin and the destination of the
//! bytes are not known here.

mod contents;
mod folder;
mod navigation;
mod pages;
mod places;
mod reservations;
mod variables;
mod zip;

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::links::Entity;
use quire_content::objects::{ObjectError, Objects};
use quire_content::path;
use quire_content::snapshot::ContentSnapshot;

use crate::config::{self, Config};
use crate::error::Error;
use crate::warning::{Code, Warning, Warnings};
use reservations::PathReservations;

pub use folder::{Existing, Folder, FolderError};
pub use places::Placed;
use places::Places;
pub use zip::Zip;

/// A list of files to be written as a directory.
#[derive(Debug)]
pub struct Export {
    /// The files, sorted by path, each path once.
    pub files: Vec<Outgoing>,
    /// The numbers of things that the files contain.
    pub counts: Counts,
    /// Things that could not be written as they should be.
    pub warnings: Vec<Warning>,
}

/// One file of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The path from the directory's top, with `/` as separator.
    pub path: String,
    /// The source of the bytes.
    pub source: Source,
}

/// The source of a file's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The bytes themselves.
    Text(Arc<[u8]>),
    /// The object with this hash.
    Object(Hash),
    /// The blob with this hash.
    Blob(Hash),
    /// The object with this hash, with links to be adapted.
    Page(Hash, Placed),
}

impl Source {
    /// Returns the hash of the bytes; for a page, before links are adapted.
    fn hash(&self) -> Hash {
        match self {
            Self::Text(bytes) => Hash::of(bytes),
            Self::Object(hash) | Self::Blob(hash) | Self::Page(hash, _) => *hash,
        }
    }
}

/// The numbers of exported things.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of pages with a file; pages that share a file are counted separately.
    pub pages: usize,
    /// The number of images and other files.
    pub files: usize,
    /// The number of reusable contents.
    pub reusable: usize,
    /// The number of files with settings of the space and of files beside the content.
    pub others: usize,
}

/// A failure of an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// An object cannot be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
    /// An imported file with settings of the space is invalid.
    #[error("a file that describes the space cannot be understood")]
    Described(#[source] Error),
}

/// Lists the files of content. Only objects with settings of the space are read, and pages if there is no table of contents.
///
/// # Errors
/// An object is missing or damaged, or the configuration file is invalid.
pub fn export(whole: &ContentSnapshot, objects: &dyn Objects) -> Result<Export, ExportError> {
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

/// The configuration with the name of its file.
struct Configured {
    name: Option<&'static str>,
    config: Config,
}

fn configuration(whole: &ContentSnapshot, objects: &dyn Objects) -> Result<Configured, ExportError> {
    let Some(name) = config::NAMES.into_iter().find(|name| whole.meta.contains_key(*name)) else {
        return Ok(Configured { name: None, config: Config::default() });
    };
    let bytes = objects.get(&whole.meta[name].source)?;
    let config = config::parse(name, &bytes).map_err(ExportError::Described)?;
    Ok(Configured { name: Some(name), config })
}

struct Exporter<'e> {
    whole: &'e ContentSnapshot,
    objects: &'e dyn Objects,
    configured: &'e Configured,
    /// The path of the content's folder with a trailing slash, or an empty text.
    prefix: String,
    /// The path of the table of contents from the content's root.
    summary: String,
    claims: PathReservations,
    files: Vec<Outgoing>,
    counts: Counts,
    warnings: Warnings,
    /// The paths of everything that links can refer to.
    places: Places,
    /// The folders that the links of texts are relative to, by the path of their file in the export.
    folders: HashMap<String, String>,
}

impl<'e> Exporter<'e> {
    fn new(whole: &'e ContentSnapshot, objects: &'e dyn Objects, configured: &'e Configured) -> Self {
        let root = &configured.config.root;
        let prefix = if root.is_empty() { String::new() } else { format!("{root}/") };
        let summary = navigation::place(whole, &configured.config);
        let claims = PathReservations::new(navigation::reserved(whole, &summary, format!("{prefix}{summary}")));
        let (files, counts, warnings) = (Vec::new(), Counts::default(), Warnings::default());
        let (places, folders) = (Places::default(), HashMap::new());
        Self { whole, objects, configured, prefix, summary, claims, files, counts, warnings, places, folders }
    }

    /// Returns the path from the directory's top for a path from the content's root.
    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Adds a file under a path from the directory's top, if the path is free. Returns true if it is, or if it is
    /// taken by the same bytes.
    fn claim(&mut self, path: String, source: Source) -> bool {
        let outcome = self.claims.claim(&path, source.hash());
        if outcome == reservations::ReservationOutcome::New {
            self.files.push(Outgoing { path, source });
        }
        outcome != reservations::ReservationOutcome::Refused
    }

    /// Adds the files with settings of the space, except the table of contents, which is checked last.
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

    /// Adds the files beside the content.
    fn asides(&mut self) {
        for (path, aside) in &self.whole.asides {
            self.other(path, Source::Blob(aside.blob));
        }
    }

    fn other(&mut self, path: &str, source: Source) {
        if self.claim(path.to_owned(), source) {
            self.counts.others += 1;
        } else {
            self.warnings.add(path, None, Code::LeftOut, "left out: the path cannot be used");
        }
    }

    /// Records the path of a thing and its former path, which the links of its text are relative to.
    fn stands(&mut self, entity: Entity, before: Option<&str>, path: &str) {
        self.places.put(entity, before, &path[self.prefix.len()..]);
        if !matches!(entity, Entity::File(_)) {
            let folder = before.map_or("", path::folder).to_owned();
            self.folders.entry(path.to_owned()).or_insert(folder);
        }
    }

    /// Marks the texts whose links have to be adapted.
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
