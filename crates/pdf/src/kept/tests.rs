//! Bytes that are no layouts under hashes that say they are.

use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;

use proptest::prelude::*;
use quire_content::budget::Budget;
use quire_content::document::{Unresolved, parse_within};

use super::*;
use crate::book::Entry;
use crate::layouts::Layouts;
use crate::{Nothing, draw};

/// Gives out layouts with changes, whose hashes are right.
struct Forged {
    kept: RefCell<HashMap<Hash, Vec<u8>>>,
    changes: Vec<(usize, u8)>,
}

impl Layouts<Infallible> for Forged {
    fn find(&self, key: Hash) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.kept.borrow().get(&key).cloned())
    }

    fn keep(&self, key: Hash, bytes: &[u8]) {
        let mut bytes = bytes.to_vec();
        for (at, byte) in &self.changes {
            let at = 32 + at % (bytes.len() - 32);
            bytes[at] = *byte;
        }
        let sum = sum(key, &bytes[32..]);
        bytes[..32].copy_from_slice(&sum.0);
        self.kept.borrow_mut().insert(key, bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn no_bytes_make_a_drawing_panic(changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..4)) {
        let text = "## A heading é\n\n* A [link](#a) and `code`\n\n| a | b |\n| - | - |\n| c | d |\n\n[^1]\n\n[^1]: x\n";
        let entry = Entry { id: "a".into(), title: "A".into(), is_page: true, ..Entry::default() };
        let book = Book { title: "A".into(), language: "en".into(), entries: vec![entry], ..Book::default() };
        let forged = Forged { kept: RefCell::default(), changes };
        for _ in 0..2 {
            let mut read = |_| {
                let document = parse_within(text, &Unresolved, &Budget::page()).document;
                Ok(Sheet { document, description: None, around: Box::new(Nothing) })
            };
            // Either of both is fine, as nobody but the server writes there.
            let _ = draw(&book, &Fonts::new(Vec::new()), &forged, &mut read);
        }
    }
}
