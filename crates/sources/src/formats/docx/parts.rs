//! The parts of a package: which file is the document, and which belong to it.

use std::collections::HashMap;

use crate::error::Error;
use crate::origin::Origin;
use crate::xml::{self, Element};

use super::numbering::Numbering;
use super::styles::Styles;

/// The largest part that is read as a whole, in bytes; the body of the document is read piece by piece.
const MOST_PART: u64 = 64 << 20;

/// A target of a relation.
#[derive(Debug, Clone)]
pub(super) struct Relation {
    pub(super) target: String,
    pub(super) is_external: bool,
    pub(super) kind: String,
}

pub(super) struct Package<'p> {
    pub(super) origin: &'p Origin,
    /// The path of the main document.
    pub(super) document: String,
    /// The relations of each part that has notes or text, by its path and the identifier.
    relations: HashMap<String, HashMap<String, Relation>>,
    pub(super) styles: Styles,
    pub(super) numbering: Numbering,
}

/// The properties that the package says of itself.
#[derive(Default)]
pub(super) struct Core {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) modified: Option<String>,
}

/// Returns true if the files are those of a document.
pub(super) fn is_package(origin: &Origin) -> Result<bool, Error> {
    Ok(main_document(origin)?.is_some())
}

impl<'p> Package<'p> {
    /// Finds the parts of a document; `None` if the archive is none.
    pub(super) fn open(origin: &'p Origin) -> Result<Option<Self>, Error> {
        let Some(document) = main_document(origin)? else { return Ok(None) };
        let mut package = Self {
            origin,
            document,
            relations: HashMap::new(),
            styles: Styles::default(),
            numbering: Numbering::default(),
        };
        let document = package.document.clone();
        package.relate(&document)?;
        for kind in ["footnotes", "endnotes"] {
            if let Some(path) = package.part(kind) {
                package.relate(&path)?;
            }
        }
        if let Some(path) = package.part("styles") {
            package.styles = Styles::read(&package.tree(&path)?);
        }
        if let Some(path) = package.part("numbering") {
            package.numbering = Numbering::read(&package.tree(&path)?);
        }
        Ok(Some(package))
    }

    /// Returns the path of the part with a kind that belongs to the document.
    pub(super) fn part(&self, kind: &str) -> Option<String> {
        let relations = self.relations.get(&self.document)?;
        let found = relations.values().find(|relation| !relation.is_external && relation.kind == kind);
        let path = found.map(|relation| self.path(&self.document, &relation.target));
        let folder = quire_content::path::folder(&self.document);
        path.or_else(|| Some(quire_content::path::join(folder, &format!("{kind}.xml"))))
            .filter(|path| self.origin.has(path))
    }

    /// Returns the texts of the headers or footers of the document, each once.
    pub(super) fn margins(&self, kind: &str) -> Result<Vec<String>, Error> {
        let Some(relations) = self.relations.get(&self.document) else { return Ok(Vec::new()) };
        let of_kind = relations.values().filter(|relation| !relation.is_external && relation.kind == kind);
        let mut paths: Vec<String> = of_kind.map(|relation| self.path(&self.document, &relation.target)).collect();
        paths.sort_unstable();
        let mut texts = Vec::new();
        for path in paths.iter().filter(|path| self.origin.has(path)) {
            let text = quire_content::title::one_line(&self.tree(path)?.text());
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        Ok(texts)
    }

    pub(super) fn relation(&self, part: &str, id: &str) -> Option<&Relation> {
        self.relations.get(part)?.get(id)
    }

    /// Returns the path of a target that is written in a part.
    pub(super) fn path(&self, part: &str, target: &str) -> String {
        quire_content::path::join(quire_content::path::folder(part), target)
    }

    pub(super) fn tree(&self, path: &str) -> Result<Element, Error> {
        let bytes = self.origin.bytes(path, MOST_PART)?;
        xml::tree(bytes.as_slice()).map_err(|error| Error::broken(path, error))
    }

    fn relate(&mut self, part: &str) -> Result<(), Error> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let path = quire_content::path::join(folder, &format!("_rels/{name}.rels"));
        if !self.origin.has(&path) {
            return Ok(());
        }
        let root = self.tree(&path)?;
        let mut relations = HashMap::new();
        for relation in root.elements() {
            let (Some(id), Some(target)) = (relation.attr("Id"), relation.attr("Target")) else { continue };
            let kind = relation.attr("Type").unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
            let is_external = relation.attr("TargetMode") == Some("External");
            relations.insert(id.to_owned(), Relation { target: target.to_owned(), is_external, kind });
        }
        self.relations.insert(part.to_owned(), relations);
        Ok(())
    }

    pub(super) fn core(&self) -> Core {
        let path = "docProps/core.xml";
        if !self.origin.has(path) {
            return Core::default();
        }
        let Ok(root) = self.tree(path) else { return Core::default() };
        let text = |name: &str| {
            root.child(name)
                .map(|element| quire_content::title::one_line(&element.text()))
                .filter(|text| !text.is_empty())
        };
        // Templates have titles that nobody chose.
        let title = text("dc:title").filter(|title| {
            !["word document", "document", "untitled", "title"].contains(&title.to_lowercase().as_str())
        });
        Core { title, author: text("dc:creator"), modified: text("dcterms:modified") }
    }
}

/// Returns the path of the main document, which its content type tells.
fn main_document(origin: &Origin) -> Result<Option<String>, Error> {
    let types = "[Content_Types].xml";
    if origin.has(types) {
        let bytes = origin.bytes(types, MOST_PART)?;
        let root = xml::tree(bytes.as_slice()).map_err(|error| Error::broken(types, error))?;
        let main = |element: &&Element| {
            element.attr("ContentType").is_some_and(|kind| {
                kind.contains("wordprocessingml") && kind.contains("main+xml")
                    || kind.contains("ms-word") && kind.contains("main+xml")
            })
        };
        let found = root.elements().find(main).and_then(|element| element.attr("PartName"));
        let path = found.map(|path| path.trim_start_matches('/').to_owned()).filter(|path| origin.has(path));
        if path.is_some() {
            return Ok(path);
        }
    }
    Ok(Some("word/document.xml".to_owned()).filter(|path| origin.has(path)))
}
