#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quire_fuzz::markdown(text));
