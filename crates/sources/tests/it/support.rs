//! Inputs made of a few files, and the outcome as texts.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use quire_content::origin::Origin;
use quire_content::stop::Stop;
use quire_convert::Limits;
use quire_sources::{Error, Input, Options, PageReport, Source, convert};
use zip::write::SimpleFileOptions;

/// The files of a directory by their paths, and the report.
pub(crate) struct Outcome {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) report: Vec<PageReport>,
    /// The names of the pages in the source.
    pub(crate) origins: BTreeMap<String, Origin>,
    pub(crate) is_single: bool,
}

impl Outcome {
    pub(crate) fn text(&self, path: &str) -> &str {
        self.files
            .get(path)
            .unwrap_or_else(|| panic!("{path} is not among {:?}", self.files.keys().collect::<Vec<_>>()))
    }

    /// Checks that a page is exactly this, apart from blank space at its ends.
    pub(crate) fn check(&self, path: &str, text: &str) {
        assert_eq!(self.text(path).trim(), text.trim(), "{path}");
    }

    pub(crate) fn dropped(&self) -> Vec<&str> {
        self.report.iter().flat_map(|page| &page.dropped).map(|part| part.what.as_str()).collect()
    }

    pub(crate) fn kept(&self) -> Vec<&str> {
        self.report.iter().flat_map(|page| &page.kept).map(|part| part.what.as_str()).collect()
    }
}

/// Makes an archive.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn try_bytes(source: Source, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Outcome, Error> {
    let scratch = tempfile::tempdir().unwrap();
    let input = Input::File { name: name.to_owned(), reader: Box::new(Cursor::new(bytes)) };
    let options = Options { limits, scratch: scratch.path(), split: false, authors: false };
    let converted = convert(source, input, &options, &mut |_| {}, &Stop::default())?;
    let mut files = BTreeMap::new();
    for entry in converted.tree.entries() {
        let mut bytes = Vec::new();
        converted.tree.open(&entry.path).unwrap().read_to_end(&mut bytes).unwrap();
        files.insert(entry.path.clone(), String::from_utf8_lossy(&bytes).into_owned());
    }
    // Whatever is written is what an import reads without a question.
    let directory = quire_convert::read(&*converted.tree, limits, &mut |_| {}).unwrap();
    assert!(!directory.outline.is_empty());
    Ok(Outcome { files, report: converted.report, origins: directory.origins, is_single: converted.is_single })
}

pub(crate) fn bytes(source: Source, name: &str, bytes: Vec<u8>) -> Outcome {
    try_bytes(source, name, bytes, &Limits::default()).unwrap()
}

pub(crate) fn files(source: Source, files: &[(&str, &str)]) -> Outcome {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    bytes(source, "input.zip", zip(&files))
}

pub(crate) fn error(source: Source, name: &str, bytes: Vec<u8>) -> String {
    match try_bytes(source, name, bytes, &Limits::default()) {
        Err(error) => error.to_string(),
        Ok(outcome) => panic!("accepted: {:?}", outcome.files.keys()),
    }
}
