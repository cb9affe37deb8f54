//! Any bytes have front matter, or none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = quire_content::front_matter::parse(bytes);
});
