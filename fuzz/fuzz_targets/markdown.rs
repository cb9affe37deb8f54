//! Any text has a syntax tree: spans nest, and the blocks cover the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Other space, such as a form feed, is text.
fn is_blank(text: &str) -> bool {
    text.chars().all(|it| " \t\r\n".contains(it))
}

fuzz_target!(|text: &str| {
    let tree = quire_markdown::parse(text);
    let mut at = 0;
    for block in &tree.blocks {
        assert!(is_blank(&text[at..block.span.start]));
        at = block.span.end;
    }
    assert!(is_blank(&text[at..]));
});
