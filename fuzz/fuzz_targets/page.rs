#![no_main]

#[path = "../src/page.rs"]
mod page;

libfuzzer_sys::fuzz_target!(|text: &str| page::page(text));
