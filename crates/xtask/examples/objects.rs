//! What a one-page edit of 10,000 pages writes, beside what it should write at most.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use quire_content::edit::{Attributes, Body, EditEnvironment, Operation, Patch, Target, UpdatePage, apply};
use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::record::{EntryKey, PageKind, PageRecord};
use serde_json::json;

const PAGES: u128 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let nothing = BTreeMap::<Hash, Arc<[u8]>>::new();
    let mut draft = Draft::new(&nothing);
    let empty = Map::empty(&mut draft);
    let mut edits = BTreeMap::new();
    for n in 0..PAGES {
        let text = format!("# Page {n}\n\n{}\n", "A sentence of some words. ".repeat(100));
        let source = draft.put(text.clone().into_bytes());
        let kind = PageKind::Document { source, size: u32::try_from(text.len())?, body_at: 0 };
        let record = PageRecord::new(kind, &format!("Page {n}"), 0);
        let order = format!("{n:05}1");
        let slug = format!("page-{n}");
        edits.insert(EntryKey::Page(page(n)).to_bytes(), Some(PageRecord { order, slug, ..record }.encode()));
    }
    let map = empty.apply(&mut draft, edits)?;
    let stored = draft.into_new();
    let mut draft = Draft::new(&stored);
    let text = format!("# Page 5000\n\nAnother beginning. {}\n", "A sentence of some words. ".repeat(100));
    let body = Some(Body::Markdown(text));
    let update = UpdatePage {
        page: Target::Page(page(5_000)),
        attributes: Attributes::default(),
        body,
        href: None,
        into: Patch::Keep,
        at: None,
    };
    let surroundings = EditEnvironment {
        now: 1,
        ids: &mut || page(0).0,
        outline: &mut |map, objects| Ok(Arc::new(quire_content::outline::Outline::load(map, objects)?)),
    };
    apply(map, &mut draft, &[Operation::UpdatePage(Box::new(update))], surroundings)?;
    let new = draft.into_new();
    let bytes: usize = new.values().map(|object| object.len()).sum();
    figure("objects that an edit of one of 10,000 pages writes", new.len(), 20, "objects");
    figure("their size", bytes, 100_000, "bytes");
    Ok(())
}

fn page(n: u128) -> PageId {
    PageId(Uid::from_slice(&n.to_be_bytes()).expect("sixteen bytes"))
}

fn figure(name: &str, found: usize, bound: usize, unit: &str) {
    println!("{}", json!({ "name": name, "quire": found, "other": ["the bound", bound], "unit": unit, "atMost": 1.0 }));
}
