//! Any three texts are merged; a side without changes leaves the other one, and nothing but blank lines is made up.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use quire_content::merge::text::{Hunk, Side, merge};

fn words(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !c.is_whitespace())
}

fuzz_target!(|texts: (&str, &str, &str)| {
    let (base, main, change) = texts;
    assert_eq!(merge(base, main, base).with(Side::Change), main);
    assert_eq!(merge(base, base, change).with(Side::Main), change);
    assert_eq!(merge(base, main, main).with(Side::Main), main);
    let known: HashSet<char> = [base, main, change].into_iter().flat_map(words).collect();
    for hunk in merge(base, main, change).hunks {
        match hunk {
            Hunk::Clean(text) => assert!(!text.is_empty() && words(&text).all(|c| known.contains(&c))),
            Hunk::Conflict { base, main, change } => assert!(main != change && main != base && change != base),
        }
    }
});
