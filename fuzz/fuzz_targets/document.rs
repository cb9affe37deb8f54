//! A text's document, printed and read again, is the same document; untouched, the text stays as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quire_content::document::{Unresolved, normalize, parse, print, splice};

fuzz_target!(|text: &str| {
    let parsed = parse(text, &Unresolved);
    assert_eq!(splice(text, &parsed, &parsed.document, &Unresolved), text);
    let printed = print(&parsed.document, &Unresolved);
    let mut read = parsed.document;
    normalize(&mut read, &Unresolved);
    assert_eq!(parse(&printed, &Unresolved).document, read, "printed as {printed:?}");
});
