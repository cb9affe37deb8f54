//! Laws of translated spaces: what people write stays, whatever they and the source do.

use std::sync::Arc;

use proptest::prelude::*;
use quire_content::id::{PageId, Uid};
use quire_content::record::{PageKind, PageRecord};

use super::*;
use crate::compose::Known;
use crate::entries::find;
use crate::memory::key;

type Store = BTreeMap<Hash, Arc<[u8]>>;

/// A memory that has each text in capitals.
struct Loud;

impl Memory for Loud {
    fn key(&self, source: &Content) -> Hash {
        key(&source.marked_up(), ("en", "es"), &[])
    }

    fn find(&mut self, source: &Content, _: Hash) -> Known {
        let text = source.marked_up().to_uppercase().replace("<X ID=", "<x id=").replace("</X>", "</x>");
        match crate::replies::accept(source, &text) {
            Ok(content) => Known::Text(content, Origin::Machine),
            Err(refusal) => Known::Refused(refusal.code().to_owned()),
        }
    }
}

fn page_key() -> Key {
    EntryKey::Page(PageId(Uid([7; 16]))).to_bytes()
}

/// A map with one page.
fn content(store: &mut Store, body: &str) -> Map {
    let base = store.clone();
    let mut draft = Draft::new(&base);
    let source = draft.put(body.as_bytes());
    let record = PageRecord {
        parent: None,
        order: "V".to_owned(),
        kind: PageKind::Document { source, size: body.len() as u32, body_at: 0 },
        title: quire_content::title::title_of(body).unwrap_or_else(|| "Page".to_owned()),
        nav_title: None,
        slug: "page".to_owned(),
        emoji: None,
        icon: None,
        description: None,
        layout: None,
        cover: None,
        variables: BTreeMap::default(),
        hidden: false,
        no_index: false,
        no_robots_index: false,
        condition: None,
        git: None,
        created_at: 1,
        updated_at: 1,
        imported: false,
        imported_at: 0,
        source_written_at: None,
    };
    let map = Map::empty(&mut draft).apply(&mut draft, [(page_key(), Some(record.encode()))].into()).unwrap();
    store.extend(draft.into_new());
    map
}

fn body(store: &Store, map: Map) -> String {
    find(&map, &page_key(), store).unwrap().unwrap().entry.body.unwrap()
}

/// A space and its translation.
struct Pair {
    store: Store,
    source: Map,
    source_before: Map,
    written: Map,
    head: Map,
    states: HashMap<Key, Vec<State>>,
    behind: BTreeMap<Key, String>,
}

impl Pair {
    fn new(source: &str) -> Self {
        let mut store = Store::new();
        let map = content(&mut store, source);
        let (states, behind) = (HashMap::new(), BTreeMap::new());
        let mut pair = Self { store, source: map, source_before: map, written: map, head: map, states, behind };
        pair.run();
        pair
    }

    fn run(&mut self) {
        let keys = BTreeSet::from([page_key()]);
        let inputs = Inputs {
            source: self.source,
            source_before: self.source_before,
            written_before: self.written,
            keys,
            states: self.states.clone(),
            now: 2,
        };
        let base = self.store.clone();
        let mut draft = Draft::new(&base);
        let (head, composed) = compose(&inputs, self.head, &mut Loud, &mut draft).unwrap();
        self.store.extend(draft.into_new());
        (self.head, self.written, self.source_before) = (head, composed.written, self.source);
        (self.states, self.behind) = (composed.states.into_iter().collect(), composed.behind);
    }

    /// Returns the paragraphs of the translation.
    fn shown(&self) -> Vec<String> {
        body(&self.store, self.head).split("\n\n").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
    }
}

/// Replaces, adds or removes a paragraph.
fn edited(paragraphs: &mut Vec<String>, (at, kind, word): &(usize, u8, String), mark: &str, n: usize) {
    let at = if paragraphs.is_empty() { 0 } else { at % paragraphs.len() };
    let text = format!("{word} {mark}{n} text");
    match kind {
        0 if !paragraphs.is_empty() => paragraphs[at] = text,
        1 if !paragraphs.is_empty() && mark == "s" => drop(paragraphs.remove(at)),
        2 if !paragraphs.is_empty() => paragraphs[at] = format!("{} {mark}{n}", paragraphs[at]),
        _ => paragraphs.insert(at, text),
    }
}

fn edit() -> impl Strategy<Value = (usize, u8, String)> {
    (0..8usize, 0..4u8, "[a-d]{1,3}")
}

proptest! {
    #[test]
    fn no_text_of_a_person_is_lost(
        first in prop::collection::vec("[a-e]{1,3} [a-e]{1,3} [a-e]{1,3}", 1..6),
        rounds in prop::collection::vec((prop::collection::vec(edit(), 0..3), prop::collection::vec(edit(), 0..3)), 1..5),
    ) {
        let mut source = first;
        let mut pair = Pair::new(&source.join("\n\n"));
        let mut n = 0;
        let mut of_people: Vec<String> = Vec::new();
        for (of_source, by_people) in rounds {
            for it in &of_source {
                n += 1;
                edited(&mut source, it, "s", n);
            }
            let mut shown = pair.shown();
            for it in &by_people {
                n += 1;
                edited(&mut shown, it, "h", n);
            }
            // A person may write over what a person wrote.
            of_people = shown.iter().filter(|it| it.contains(" h")).cloned().collect();
            pair.source = content(&mut pair.store, &source.join("\n\n"));
            pair.head = content(&mut pair.store, &shown.join("\n\n"));
            pair.run();
            let now = pair.shown();
            for text in &of_people {
                prop_assert!(now.contains(text), "{:?} is not in {:?}; the source is {:?}", text, now, source);
            }
        }
        // Without a further change, nothing changes.
        let head = pair.head;
        pair.run();
        prop_assert_eq!(pair.head, head);
        prop_assert!(of_people.iter().all(|it| pair.shown().contains(it)));
    }

    #[test]
    fn without_people_a_translation_is_that_of_its_source_alone(
        texts in prop::collection::vec(prop::collection::vec("[a-e]{1,3} [a-e]{1,3}", 0..6), 1..4),
    ) {
        let mut pair = Pair::new("one two");
        for text in texts {
            let source = text.join("\n\n");
            pair.source = content(&mut pair.store, &source);
            pair.run();
            let shown = body(&pair.store, pair.head);
            prop_assert_eq!(shown.trim_end(), source.to_uppercase());
        }
    }
}

/// The forms of blocks, around a text.
const FORMS: [fn(&str) -> String; 7] = [
    |text| text.to_owned(),
    |text| format!("## {text}"),
    |text| format!("* {text}\n* second {text}"),
    |text| format!("> {text}"),
    |text| format!("{{% hint style=\"info\" %}}\n{text}\n{{% endhint %}}"),
    |text| format!("| Head {text} | Other |\n| --- | --- |\n| cell {text} | [link](page.md) |"),
    |text| format!("1. {text} with `code` and **bold {text}**"),
];

/// Changes one of the blocks of a page, or adds or takes away one; none that a person wrote is changed.
fn rewritten(blocks: &mut Vec<String>, (at, kind, form): (usize, u8, usize), text: &str) -> bool {
    let at = at % (blocks.len() + 1);
    let is_free = blocks.get(at).is_some_and(|block| !block.contains("human"));
    match kind {
        0 if is_free => {
            blocks.remove(at);
            return false;
        }
        1 if is_free => blocks[at] = FORMS[form](text),
        _ => blocks.insert(at, FORMS[form](text)),
    }
    true
}

/// Returns the blocks of a page. The body of a hint may have blank lines.
fn blocks(page: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in page.trim().split("\n\n").filter(|part| !part.is_empty()) {
        match all.last_mut().filter(|last| last.contains("{% hint") && !last.contains("{% endhint")) {
            Some(last) => last.extend(["\n\n", part]),
            None => all.push(part.to_owned()),
        }
    }
    all
}

fn rewriting() -> impl Strategy<Value = (usize, u8, usize)> {
    (0..8usize, 0..3u8, 0..FORMS.len())
}

proptest! {
    #[test]
    fn no_text_of_a_person_is_lost_in_blocks_of_any_kind(
        rounds in prop::collection::vec(
            (prop::collection::vec(rewriting(), 0..3), prop::collection::vec(rewriting(), 0..3)), 1..5),
    ) {
        let mut source = vec!["first words".to_owned(), "last words".to_owned()];
        let mut pair = Pair::new(&source.join("\n\n"));
        let mut n = 0;
        let mut of_people: Vec<String> = Vec::new();
        for (of_source, by_people) in rounds {
            for it in of_source {
                n += 1;
                rewritten(&mut source, it, &format!("source words {n}"));
            }
            let mut shown = blocks(&body(&pair.store, pair.head));
            for it in by_people {
                n += 1;
                let text = format!("human words {n}z");
                of_people.extend(rewritten(&mut shown, it, &text).then_some(text));
            }
            pair.source = content(&mut pair.store, &source.join("\n\n"));
            pair.head = content(&mut pair.store, &shown.join("\n\n"));
            pair.run();
            let now = body(&pair.store, pair.head);
            for text in &of_people {
                prop_assert!(now.contains(text), "{:?} is not in {}\nthe source is {:?}", text, now, source);
            }
        }
        let head = pair.head;
        pair.run();
        prop_assert_eq!(pair.head, head);
    }
}

/// The status of the segment whose source is this one.
fn state<'a>(pair: &'a Pair, source: &str) -> &'a State {
    let texts = crate::entries::texts(&pair.source, &page_key(), &pair.store).unwrap();
    let at = texts.iter().position(|it| it.marked_up() == source).unwrap();
    &pair.states[&page_key()][at]
}

#[test]
fn a_paragraph_that_a_person_splits_is_theirs() {
    let mut pair = Pair::new("first one\n\nalpha beta gamma delta epsilon zeta eta theta\n\nlast one");
    for split in [
        "ALPHA BETA.\n\nGAMMA DELTA.\n\nEPSILON ZETA.\n\nETA THETA.",
        "ALPHA BETA GAMMA DELTA.\n\nEPSILON ZETA ETA THETA.",
    ] {
        let text = format!("FIRST ONE\n\n{split}\n\nLAST ONE");
        pair.head = content(&mut pair.store, &text);
        pair.run();
        assert_eq!(body(&pair.store, pair.head).trim_end(), text);
        let split = state(&pair, "alpha beta gamma delta epsilon zeta eta theta");
        assert!(split.is_of_person() && !split.is_stale(), "{split:?}");
    }
    pair.source =
        content(&mut pair.store, "first one\n\nalpha beta gamma delta epsilon zeta eta iota\n\nnew one\n\nlast one");
    pair.run();
    let shown = body(&pair.store, pair.head);
    assert!(shown.contains("EPSILON ZETA ETA THETA.") && shown.contains("NEW ONE"), "{shown}");
    assert!(state(&pair, "alpha beta gamma delta epsilon zeta eta iota").is_stale());
}

#[test]
fn what_a_person_takes_out_stays_out_until_they_put_it_back() {
    let mut pair = Pair::new("first one\n\nsecond thing\n\nlast one");
    pair.head = content(&mut pair.store, "FIRST ONE\n\nLAST ONE");
    pair.run();
    assert_eq!(state(&pair, "second thing").origin, Origin::Removed);
    pair.source = content(&mut pair.store, "first one\n\nsecond thing here\n\nlast one");
    pair.run();
    assert_eq!(pair.shown(), ["FIRST ONE", "LAST ONE"]);
    let stale = state(&pair, "second thing here");
    assert!(stale.is_stale());
    assert_eq!(stale.seen_source.as_deref(), Some("second thing"));
    pair.head = content(&mut pair.store, "FIRST ONE\n\nSECOND THING\n\nLAST ONE");
    pair.run();
    assert_eq!(pair.shown(), ["FIRST ONE", "SECOND THING HERE", "LAST ONE"]);
    assert_eq!(state(&pair, "second thing here").origin, Origin::Machine);
}

#[test]
fn new_paragraphs_come_into_a_page_that_people_changed_in_the_same_place() {
    let mut pair = Pair::new("alpha beta gamma delta");
    pair.head = content(&mut pair.store, "ALPHA BETA\n\nGAMMA DELTA\n\nAN OWN PARAGRAPH OF SOMEBODY");
    pair.source = content(&mut pair.store, "alpha beta gamma delta\n\nnew words of the source");
    pair.run();
    let shown = pair.shown();
    for text in ["ALPHA BETA", "GAMMA DELTA", "AN OWN PARAGRAPH OF SOMEBODY", "NEW WORDS OF THE SOURCE"] {
        assert!(shown.iter().any(|it| it == text), "{text} is not in {shown:?}");
    }
    assert_eq!(state(&pair, "new words of the source").origin, Origin::Machine);
}

mod moving;
