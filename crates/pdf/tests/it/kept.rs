//! Kept layouts: a book is the same with and without them, and after an edit only what it concerns is laid out.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use proptest::prelude::*;
use quire_content::document::Document;
use quire_content::document::model::{ContentRef, Kind};
use quire_content::hash::Hash;
use quire_pdf::{
    Book, Drawing, Entry, FileFacts, Fonts, Layouts, Link, Nothing, PictureSource, Sheet, Surroundings, Unkept, draw,
};

use crate::{BLOCKS, entry, fonts, parsed, target};

/// Keeps layouts in memory, and counts those that come.
#[derive(Default)]
struct Memory {
    kept: RefCell<HashMap<Hash, Vec<u8>>>,
    count: Cell<usize>,
}

impl Layouts<Infallible> for Memory {
    fn find(&self, key: Hash) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.kept.borrow().get(&key).cloned())
    }

    fn keep(&self, key: Hash, bytes: &[u8]) {
        self.count.set(self.count.get() + 1);
        self.kept.borrow_mut().insert(key, bytes.to_vec());
    }
}

/// Facts outside of pages, all of which follow from one number.
#[derive(Clone, Copy)]
struct World(u8);

impl Surroundings for World {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        let ContentRef::Url { url } = reference else { return Nothing.link(reference) };
        let target = target(url);
        let title = format!("{url} in its edition {}", self.0 % 3);
        Some(Link { target, title, emoji: None, icon: Some("gear".to_owned()), description: None })
    }

    fn picture(&self, reference: &ContentRef) -> PictureSource {
        match reference {
            ContentRef::Url { url } if url.starts_with("broken") => PictureSource::Bytes(Arc::from(&b"GIF89a"[..])),
            ContentRef::Url { url } if url.starts_with("a.") => {
                let width = 20 + 10 * usize::from(self.0 % 2);
                let svg = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"20\"><rect width=\"9\" height=\"9\"/></svg>"
                );
                PictureSource::Bytes(Arc::from(svg.as_bytes()))
            }
            _ => Nothing.picture(reference),
        }
    }

    fn file(&self, _: &ContentRef) -> Option<FileFacts> {
        Some(FileFacts { name: "file".to_owned(), size: u64::from(self.0) * 1_000, address: None })
    }

    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> {
        Some(Arc::new(parsed(&format!("Included {}: [a](1.md)\n", self.0 / 2))))
    }

    fn of_space(&self, _: &str) -> Option<&dyn Surroundings> {
        Some(self)
    }

    fn described(&self, _: &Kind) -> Option<Document> {
        Some(parsed("## Described"))
    }

    fn tag(&self, name: &str) -> Option<String> {
        self.0.is_multiple_of(2).then(|| name.to_uppercase())
    }

    fn diagram(&self, source: &str) -> Option<Drawing> {
        let drawn = quire_diagram::draw(source).ok()?;
        Some(Drawing { svg: drawn.svg, alt: drawn.words.join(", ") })
    }
}

fn print(texts: &[(String, String)], world: World, layouts: &dyn Layouts<Infallible>) -> Vec<u8> {
    let title = |(at, (title, _)): (usize, &(String, String))| entry(&at.to_string(), title, at % 2, true);
    let entries: Vec<Entry> = texts.iter().enumerate().map(title).collect();
    let book = Book { title: "Kept".to_owned(), language: "en".to_owned(), front: true, entries, ..Book::default() };
    let mut read = |at: usize| {
        let document = parsed(&texts[at].1);
        Ok(Sheet { document, description: None, around: Box::new(world) })
    };
    let fonts: Fonts = fonts();
    draw(&book, &fonts, layouts, &mut read).unwrap().bytes
}

/// Parts of texts that use what is outside of a page, with many kinds of blocks.
const PARTS: [&str; 9] = [
    "A paragraph with [a link](1.md#two), **bold** text, `code` and $$x^2$$.[^1]\n\n[^1]: A note.\n",
    "## Two\n\n1. One\n2. Two\n   * Three\n\n> A quote.\n",
    "![A picture](a.svg) and ![another](broken.gif) and ![one elsewhere](https://example.com/a.png)\n",
    "{% include \"x\" %}\n",
    "| A | B |\n| --- | --- |\n| 1 | [b](2.md) |\n",
    "```rust\nfn main() {}\n```\n",
    "```mermaid\nflowchart LR\n  A --> B\n```\n",
    "{% hint style=\"warning\" %}\nMind \u{4e2d}\u{6587} and \u{1F600}.\n{% endhint %}\n",
    "{% content-ref url=\"3.md\" %}\n[3.md](3.md)\n{% endcontent-ref %}\n",
];

#[derive(Debug, Clone)]
enum Edit {
    Text {
        page: usize,
        part: usize,
    },
    Title {
        page: usize,
        title: u8,
    },
    Swap {
        page: usize,
    },
    World(u8),
    /// All layouts get lost.
    Lost,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        4 => (0_usize..4, 0..PARTS.len()).prop_map(|(page, part)| Edit::Text { page, part }),
        1 => (0_usize..4, any::<u8>()).prop_map(|(page, title)| Edit::Title { page, title }),
        1 => (0_usize..3).prop_map(|page| Edit::Swap { page }),
        2 => (0_u8..8).prop_map(Edit::World),
        1 => Just(Edit::Lost),
    ];
    prop::collection::vec(edit, 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// After any edits a book with kept layouts equals one without them.
    #[test]
    fn a_book_is_the_same_with_kept_layouts(edits in edits()) {
        let mut texts: Vec<(String, String)> =
            (0..4).map(|at| (format!("Page {at}"), PARTS[at..at + 3].join("\n"))).collect();
        let (memory, mut world) = (Memory::default(), World(0));
        print(&texts, world, &memory);
        for edit in edits {
            match edit {
                Edit::Text { page, part } => texts[page].1.push_str(&format!("\n{}", PARTS[part])),
                Edit::Title { page, title } => texts[page].0 = format!("Title {title}"),
                Edit::Swap { page } => texts.swap(page, page + 1),
                Edit::World(number) => world = World(number),
                Edit::Lost => memory.kept.borrow_mut().clear(),
            }
            prop_assert!(print(&texts, world, &memory) == print(&texts, world, &Unkept));
        }
    }
}

#[test]
fn after_an_edit_only_its_page_is_laid_out() {
    let mut texts: Vec<(String, String)> =
        (0..6).map(|at| (format!("Page {at}"), format!("{BLOCKS}\n\nText {at}.\n"))).collect();
    let memory = Memory::default();
    let first = print(&texts, World(0), &memory);
    assert_eq!(memory.count.get(), 6);
    assert!(first == print(&texts, World(0), &memory));
    assert_eq!(memory.count.get(), 6);
    texts[2].1.push_str("\n\nMore.\n");
    assert!(print(&texts, World(0), &memory) == print(&texts, World(0), &Unkept));
    assert_eq!(memory.count.get(), 7);
}

#[test]
fn damaged_layouts_are_made_again() {
    let texts = vec![("One".to_owned(), PARTS.join("\n")), ("Two".to_owned(), PARTS[0].to_owned())];
    let memory = Memory::default();
    let right = print(&texts, World(0), &memory);
    let good = memory.kept.borrow().clone();
    let keys: Vec<Hash> = good.keys().copied().collect();
    let damages: [&dyn Fn(Vec<u8>) -> Vec<u8>; 5] = [
        &|_| Vec::new(),
        &|bytes| bytes[..bytes.len() / 2].to_vec(),
        &|mut bytes| {
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            bytes
        },
        &|mut bytes| {
            bytes[40] = bytes[40].wrapping_add(1);
            bytes
        },
        // The layout of the other page.
        &|bytes| good.values().find(|other| **other != bytes).unwrap().clone(),
    ];
    for damage in damages {
        let damaged = good.iter().map(|(key, bytes)| (*key, damage(bytes.clone())));
        *memory.kept.borrow_mut() = damaged.collect();
        memory.count.set(0);
        assert!(print(&texts, World(0), &memory) == right);
        assert_eq!(memory.count.get(), keys.len());
        assert!(*memory.kept.borrow() == good);
    }
}
