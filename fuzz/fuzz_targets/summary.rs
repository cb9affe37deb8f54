//! Any table of contents is read.
#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use quire_convert::{Entry, Error, Limits, Tree, Warning};

struct Summary<'a> {
    text: &'a [u8],
    entries: Vec<Entry>,
}

impl Tree for Summary<'_> {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> &[Warning] {
        &[]
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        Ok(Box::new(if path == "SUMMARY.md" { self.text } else { b"# A page\n" }))
    }
}

fuzz_target!(|text: &[u8]| {
    let entry = |(path, size): (&str, usize)| Entry { path: path.to_owned(), size: size as u64 };
    let files = [("SUMMARY.md", text.len()), ("a.md", 9), ("b/c.md", 9)];
    let tree = Summary { text, entries: files.map(entry).into() };
    let _ = quire_convert::read(&tree, &Limits::default(), &mut |_| {});
});
