//! Names of translations in a memory: what they depend on, and nothing else.
//!
//! Two segments with the same name are translated alike. A link's target, the bytes of code and the place of a segment are
//! no part of its name, so that a change of them sends nothing to a translator.

use quire_content::hash::Hash;

use crate::glossary::Term;

/// Returns the name of what a segment says under the terms of a glossary that it has, apart from who translates it.
pub fn key(marked_up: &str, languages: (&str, &str), terms: &[&Term]) -> Hash {
    let (from, to) = languages;
    let mut bytes = Vec::new();
    for part in [from, to, marked_up] {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    for term in terms {
        for part in [&*term.source, &*term.target] {
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        if term.is_kept {
            bytes.push(1);
        }
    }
    Hash::of(&bytes)
}

/// Returns the name under which the reply of one translator is remembered.
pub fn reply_key(key: Hash, translator: &str) -> Hash {
    let mut bytes = key.0.to_vec();
    bytes.extend_from_slice(translator.as_bytes());
    Hash::of(&bytes)
}
