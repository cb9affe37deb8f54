//! Any text has a syntax tree: spans nest, and the blocks cover the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let tree = quire_markdown::parse(text);
    let mut at = 0;
    for block in &tree.blocks {
        assert!(text[at..block.span.start].trim().is_empty());
        at = block.span.end;
    }
    assert!(text[at..].trim().is_empty());
});
