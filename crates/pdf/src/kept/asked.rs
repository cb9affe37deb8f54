//! The questions that the layout of a page asks of its surroundings, with hashes of the answers.
//!
//! They are noted while a page is laid out. Before a kept layout is used they are asked again, and where one answer is
//! another one, the page is laid out anew. So a layout depends on nothing that is not noted, whatever a document refers to.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_content::document::Document;
use quire_content::document::model::{Block, ContentRef, Kind};
use quire_content::hash::Hash;

use crate::kept::bytes::{Reader, Writer};
use crate::kept::hashing::hash;
use crate::picture::Pictures;
use crate::surroundings::{Drawing, FileFacts, Link, PictureSource, Surroundings};

/// The maximum number of different questions of a page whose layout is kept.
const MOST_QUESTIONS: usize = 10_000;
/// The bytes of pictures that are held while the questions of a page are asked again.
const MOST_HELD: usize = 64 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Link(ContentRef),
    Picture(ContentRef),
    File(ContentRef),
    Reusable(ContentRef),
    /// The surroundings of another space, which further questions are asked of.
    Space(String),
    /// The hash of a block about an API.
    Described(Hash),
    Tag(String),
    Diagram(String),
}

/// A question, the number of the surroundings that it was asked of, and the hash of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) place: usize,
    pub(super) question: Question,
    pub(super) answer: Hash,
}

/// The questions of a page in order, each once.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) all: Vec<Asked>,
    known: HashSet<(usize, Question)>,
    /// The numbers of surroundings of other spaces, by those that they were asked of.
    places: HashMap<(usize, String), usize>,
}

impl Log {
    /// Returns true if all questions are there.
    pub(super) fn is_whole(&self) -> bool {
        self.known.len() <= MOST_QUESTIONS
    }

    fn note(&mut self, place: usize, question: Question, answer: impl FnOnce() -> Hash) {
        if self.is_whole() && self.known.insert((place, question.clone())) {
            self.all.push(Asked { place, question, answer: answer() });
        }
    }

    fn place(&mut self, from: usize, space: &str) -> usize {
        let next = self.places.len() + 1;
        *self.places.entry((from, space.to_owned())).or_insert(next)
    }
}

/// Surroundings that note what they are asked.
pub(super) struct Noting<'a> {
    inner: &'a dyn Surroundings,
    log: &'a RefCell<Log>,
    place: usize,
    /// Those of another space, in a chain.
    next: OnceCell<Box<(String, Noting<'a>)>>,
    others: OnceCell<Box<(String, Noting<'a>)>>,
}

impl<'a> Noting<'a> {
    pub(super) fn new(inner: &'a dyn Surroundings, log: &'a RefCell<Log>) -> Self {
        Self::at(inner, log, 0)
    }

    fn at(inner: &'a dyn Surroundings, log: &'a RefCell<Log>, place: usize) -> Self {
        Self { inner, log, place, next: OnceCell::new(), others: OnceCell::new() }
    }

    fn note(&self, question: Question, answer: impl FnOnce() -> Hash) {
        self.log.borrow_mut().note(self.place, question, answer);
    }
}

impl Surroundings for Noting<'_> {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        let answer = self.inner.link(reference);
        self.note(Question::Link(reference.clone()), || hash(&answer));
        answer
    }

    fn picture(&self, reference: &ContentRef) -> PictureSource {
        let answer = self.inner.picture(reference);
        self.note(Question::Picture(reference.clone()), || of_picture(&answer));
        answer
    }

    fn file(&self, reference: &ContentRef) -> Option<FileFacts> {
        let answer = self.inner.file(reference);
        self.note(Question::File(reference.clone()), || hash(&answer));
        answer
    }

    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>> {
        let answer = self.inner.reusable(reference);
        self.note(Question::Reusable(reference.clone()), || hash(&answer));
        answer
    }

    fn of_space(&self, space: &str) -> Option<&dyn Surroundings> {
        let answer = self.inner.of_space(space);
        self.note(Question::Space(space.to_owned()), || hash(&answer.is_some()));
        let inner = answer?;
        let place = self.log.borrow_mut().place(self.place, space);
        let make = || Box::new((space.to_owned(), Noting::at(inner, self.log, place)));
        let mut link = self.others.get_or_init(make);
        while link.0 != space {
            link = link.1.next.get_or_init(make);
        }
        Some(&link.1)
    }

    fn described(&self, block: &Kind) -> Option<Document> {
        let answer = self.inner.described(block);
        self.note(Question::Described(hash(block)), || hash(&answer));
        answer
    }

    fn tag(&self, name: &str) -> Option<String> {
        let answer = self.inner.tag(name);
        self.note(Question::Tag(name.to_owned()), || hash(&answer));
        answer
    }

    fn diagram(&self, source: &str) -> Option<Drawing> {
        let answer = self.inner.diagram(source);
        self.note(Question::Diagram(source.to_owned()), || hash(&answer));
        answer
    }
}

fn of_picture(answer: &PictureSource) -> Hash {
    match answer {
        PictureSource::Bytes(bytes) => Hash::of(bytes),
        PictureSource::Elsewhere(url) => hash(&("elsewhere", url)),
        PictureSource::Missing => hash(&"missing"),
    }
}

/// Asks questions again, and returns the bytes of pictures among the answers that were not read in this drawing yet.
/// `None` if an answer is another one, or a question can't be asked.
pub(super) fn again(
    asked: &[Asked],
    document: &Document,
    around: &dyn Surroundings,
    pictures: &Pictures,
) -> Option<HashMap<Hash, Arc<[u8]>>> {
    let mut places: Vec<&dyn Surroundings> = vec![around];
    let mut known: HashSet<(usize, &str)> = HashSet::new();
    let (mut held, mut size) = (HashMap::new(), 0);
    let mut described: Option<HashMap<Hash, &Kind>> = None;
    for Asked { place, question, answer } in asked {
        let at = *places.get(*place)?;
        let mut hold = |bytes: Arc<[u8]>| {
            let key = Hash::of(&bytes);
            if !pictures.has_read(key) && !held.contains_key(&key) {
                size += bytes.len();
                held.insert(key, bytes);
            }
            (size <= MOST_HELD).then_some(())
        };
        let now = match question {
            Question::Link(reference) => hash(&at.link(reference)),
            Question::Picture(reference) => {
                let found = at.picture(reference);
                let now = of_picture(&found);
                if let PictureSource::Bytes(bytes) = found {
                    hold(bytes)?;
                }
                now
            }
            Question::File(reference) => hash(&at.file(reference)),
            Question::Reusable(reference) => hash(&at.reusable(reference)),
            Question::Space(space) => {
                let found = at.of_space(space);
                if let Some(found) = found
                    && known.insert((*place, space))
                {
                    places.push(found);
                }
                hash(&found.is_some())
            }
            Question::Described(block) => {
                let blocks = described.get_or_insert_with(|| about_apis(document));
                hash(&at.described(blocks.get(block)?))
            }
            Question::Tag(name) => hash(&at.tag(name)),
            Question::Diagram(source) => {
                let found = at.diagram(source);
                if let Some(drawing) = &found {
                    hold(Arc::from(drawing.svg.as_bytes()))?;
                }
                hash(&found)
            }
        };
        if now != *answer {
            return None;
        }
    }
    Some(held)
}

/// Returns the blocks of a document that are about an API, by their hash.
fn about_apis(document: &Document) -> HashMap<Hash, &Kind> {
    let mut found = HashMap::new();
    let mut left: Vec<&Block> = document.nodes.iter().collect();
    while let Some(block) = left.pop() {
        if matches!(block.kind, Kind::Swagger(_) | Kind::Operation { .. } | Kind::Schemas { .. } | Kind::Webhook { .. })
        {
            found.insert(hash(&block.kind), &block.kind);
        }
        left.extend(block.children());
        if let Kind::Expandable { body, .. } = &block.kind {
            left.extend(body);
        }
    }
    found
}

/// Writes questions with the hashes of their answers.
pub(super) fn write(all: &[Asked], out: &mut Writer) {
    out.count(all.len());
    for Asked { place, question, answer } in all {
        out.count(*place);
        let mut reference = |sort: u8, reference: &ContentRef| {
            out.0.push(sort);
            out.bytes(&serde_json::to_vec(reference).unwrap_or_default());
        };
        match question {
            Question::Link(of) => reference(0, of),
            Question::Picture(of) => reference(1, of),
            Question::File(of) => reference(2, of),
            Question::Reusable(of) => reference(3, of),
            Question::Space(space) => text(out, 4, space),
            Question::Tag(name) => text(out, 5, name),
            Question::Diagram(source) => text(out, 6, source),
            Question::Described(block) => {
                out.0.push(7);
                out.0.extend(block.0);
            }
        }
        out.0.extend(answer.0);
    }
}

fn text(out: &mut Writer, sort: u8, text: &str) {
    out.0.push(sort);
    out.text(text);
}

/// Reads questions with the hashes of their answers.
pub(super) fn read(from: &mut Reader<'_>) -> Option<Vec<Asked>> {
    let hash = |from: &mut Reader<'_>| Hash::from_slice(from.take(32)?).ok();
    from.list(|from| {
        let place = usize::try_from(from.number()?).ok()?;
        let question = match from.byte()? {
            sort @ 0..=3 => {
                let reference: ContentRef = serde_json::from_slice(from.bytes()?).ok()?;
                match sort {
                    0 => Question::Link(reference),
                    1 => Question::Picture(reference),
                    2 => Question::File(reference),
                    _ => Question::Reusable(reference),
                }
            }
            4 => Question::Space(from.text()?.to_owned()),
            5 => Question::Tag(from.text()?.to_owned()),
            6 => Question::Diagram(from.text()?.to_owned()),
            7 => Question::Described(hash(from)?),
            _ => return None,
        };
        Some(Asked { place, question, answer: hash(from)? })
    })
}
