//! Texts that were parsed a short while ago, so that work on one text parses it once.
//!
//! A save parses the text before it and the text after it, and so do the links that follow it, the warnings about it and
//! the response to it; the next save begins with the text that the last one left. Within [`Memo::during`] all of these
//! share one parsed text. A text is known again only if it has the same bytes and its paths lead to the same things, so
//! nothing but time depends on a memo.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::keys::{self, Numbers};
use super::parse::Parsed;
use super::parse::again;
use super::parse::seams::Seams;
use super::resolve::Resolve;
use super::retarget::WrittenTarget;

/// The number of texts among which one is looked for that a text is a change of.
const MOST_COMPARED: usize = 8;

/// The maximum number of texts in a memo, however short they are: each lookup compares with all of them.
const MOST_TEXTS: usize = 256;

/// Parsed texts, the one that was used last first.
#[derive(Debug)]
pub struct Memo {
    texts: Mutex<VecDeque<Arc<Known>>>,
    most_nodes: usize,
}

/// A text that was parsed.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) source: Box<str>,
    /// The questions that parsing asked about paths, with their answers.
    pub(super) asked: Vec<Arc<Asked>>,
    /// The number of nodes that parsing charged to its budget.
    pub(super) nodes: usize,
    seams: Seams,
    /// The text without keys; it has one of these two forms at least, and the other one once that was asked for.
    plain: OnceLock<Arc<Parsed>>,
    keyed: OnceLock<Keyed>,
    targets: OnceLock<Vec<WrittenTarget>>,
}

/// A text whose nodes have keys.
#[derive(Debug)]
pub(super) struct Keyed {
    pub(super) parsed: Arc<Parsed>,
    pub(super) numbers: Numbers,
}

thread_local! {
    /// The memo of the work that this thread does.
    static CURRENT: RefCell<Option<Arc<Memo>>> = const { RefCell::new(None) };
}

/// Returns the memo of the work that this thread does.
pub(super) fn current() -> Option<Arc<Memo>> {
    CURRENT.with(|current| current.borrow().clone())
}

/// The memo of the work around some other, which comes back even if that panics.
struct Outer(Option<Arc<Memo>>);

impl Drop for Outer {
    fn drop(&mut self) {
        CURRENT.with(|current| *current.borrow_mut() = self.0.take());
    }
}

impl Memo {
    /// Creates a memo of at most 256 texts that have at most so many nodes together. A text with more than a quarter of
    /// them is not kept.
    pub fn new(most_nodes: usize) -> Self {
        Self { texts: Mutex::default(), most_nodes }
    }

    /// Does work on this thread that parses each of its texts once.
    pub fn during<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let _outer = Outer(CURRENT.with(|current| current.replace(Some(Arc::clone(self)))));
        work()
    }

    /// Forgets all texts.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Returns a text that was parsed with the same answers as `resolve` gives.
    pub(super) fn find(&self, source: &str, resolve: &dyn Resolve) -> Option<Arc<Known>> {
        let same: Vec<_> = self.lock().iter().filter(|known| *known.source == *source).map(Arc::clone).collect();
        let found = same.into_iter().find(|known| known.has_answers_of(resolve))?;
        let mut texts = self.lock();
        if let Some(at) = texts.iter().position(|known| Arc::ptr_eq(known, &found))
            && let Some(known) = texts.remove(at)
        {
            texts.push_front(known);
        }
        Some(found)
    }

    /// Returns a text with much the same bytes that was parsed with the same answers as `resolve` gives.
    pub(super) fn near(&self, source: &str, resolve: &dyn Resolve) -> Option<Arc<Known>> {
        let last: Vec<_> = self.lock().iter().take(MOST_COMPARED).map(Arc::clone).collect();
        let shared = |known: &Arc<Known>| again::shared(&known.source, source);
        let near = last.into_iter().filter(|known| known.source.len() / 2 <= source.len());
        let mut near: Vec<_> = near.map(|known| (shared(&known), known)).collect();
        near.retain(|(shared, _)| *shared >= source.len() / 2);
        near.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        near.into_iter().map(|(_, known)| known).find(|known| known.has_answers_of(resolve))
    }

    /// Keeps a text, unless it is too long, and returns it.
    pub(super) fn keep(&self, known: Known) -> Arc<Known> {
        let known = Arc::new(known);
        if known.cost() > self.most_nodes / 4 {
            return known;
        }
        let mut texts = self.lock();
        texts.push_front(Arc::clone(&known));
        let mut cost = 0;
        let most = texts.iter().take(MOST_TEXTS).take_while(|known| {
            cost += known.cost();
            cost <= self.most_nodes
        });
        let most = most.count();
        texts.truncate(most);
        known
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Known>>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Creates a text that was parsed as a whole, with the answers that `recording` has, and charged so many nodes.
    pub(super) fn new(source: &str, recording: Recording<'_>, nodes: usize, parsed: Parsed, seams: Seams) -> Self {
        let asked = recording.into_asked();
        let (plain, keyed) = (OnceLock::from(Arc::new(parsed)), OnceLock::new());
        Self { source: source.into(), asked, nodes, seams, plain, keyed, targets: OnceLock::new() }
    }

    /// Creates a text with keys.
    pub(super) fn with_keys(
        source: &str,
        (asked, nodes): (Vec<Arc<Asked>>, usize),
        keyed: Keyed,
        seams: Seams,
    ) -> Self {
        let (plain, keyed) = (OnceLock::new(), OnceLock::from(keyed));
        Self { source: source.into(), asked, nodes, seams, plain, keyed, targets: OnceLock::new() }
    }

    /// Creates a text without keys.
    pub(super) fn without_keys(
        source: &str,
        (asked, nodes): (Vec<Arc<Asked>>, usize),
        parsed: Parsed,
        seams: Seams,
    ) -> Self {
        let (plain, keyed) = (OnceLock::from(Arc::new(parsed)), OnceLock::new());
        Self { source: source.into(), asked, nodes, seams, plain, keyed, targets: OnceLock::new() }
    }

    /// Returns the parsed text whose nodes have keys.
    pub(super) fn keyed(&self) -> Arc<Parsed> {
        let keyed = || {
            let mut parsed = Parsed::clone(&self.plain());
            let numbers = Numbers::fresh(&mut parsed.document);
            Keyed { parsed: Arc::new(parsed), numbers }
        };
        Arc::clone(&self.keyed.get_or_init(keyed).parsed)
    }

    /// Returns the parsed text whose nodes have keys, if that was made.
    pub(super) fn keyed_if_made(&self) -> Option<&Keyed> {
        self.keyed.get()
    }

    /// Returns the parsed text whose nodes have no keys.
    pub(super) fn plain(&self) -> Arc<Parsed> {
        let plain = || {
            let mut parsed = self.keyed.get().map(|keyed| Parsed::clone(&keyed.parsed)).unwrap_or_default();
            keys::forget(&mut parsed.document);
            Arc::new(parsed)
        };
        Arc::clone(self.plain.get_or_init(plain))
    }

    /// Returns the parsed text in a form that is there, with keys or without.
    pub(super) fn any(&self) -> Arc<Parsed> {
        self.keyed.get().map_or_else(|| self.plain(), |keyed| Arc::clone(&keyed.parsed))
    }

    /// Returns the targets as they are written in the text, which `find` finds.
    pub(super) fn targets(&self, find: impl FnOnce() -> Vec<WrittenTarget>) -> &[WrittenTarget] {
        self.targets.get_or_init(find)
    }

    /// Returns what is known of the parts of the text.
    pub(super) fn seams(&self) -> &Seams {
        &self.seams
    }

    fn has_answers_of(&self, resolve: &dyn Resolve) -> bool {
        self.asked.iter().all(|asked| asked.question.ask(resolve) == asked.answer)
    }

    /// Returns the cost of keeping the text, in nodes: an answer counts as one, and so do 64 bytes of text.
    fn cost(&self) -> usize {
        let copies = usize::from(self.plain.get().is_some()) + usize::from(self.keyed.get().is_some());
        let targets = self.targets.get().map_or(0, Vec::len);
        copies * self.nodes + self.asked.len() + targets + self.source.len() / 64 + 1
    }
}

/// A question about the paths of a space, with its answer.
#[derive(Debug, PartialEq)]
pub(super) struct Asked {
    question: Question,
    answer: Option<String>,
}

/// A question about the paths of a space.
#[derive(Debug, PartialEq)]
enum Question {
    Page(Box<str>),
    File(Box<str>),
    Reusable(Box<str>),
    PagePath(Box<str>, Option<Box<str>>),
    FilePath(Box<str>),
    ReusablePath(Box<str>),
}

impl Question {
    fn ask(&self, resolve: &dyn Resolve) -> Option<String> {
        match self {
            Self::Page(path) => resolve.page(path),
            Self::File(path) => resolve.file(path),
            Self::Reusable(path) => resolve.reusable(path),
            Self::PagePath(page, space) => resolve.page_path(page, space.as_deref()),
            Self::FilePath(file) => resolve.file_path(file),
            Self::ReusablePath(content) => resolve.reusable_path(content),
        }
    }
}

/// Resolves paths as another does, and records the questions with their answers.
pub(super) struct Recording<'a> {
    resolve: &'a dyn Resolve,
    asked: RefCell<Vec<Arc<Asked>>>,
}

impl<'a> Recording<'a> {
    pub(super) fn new(resolve: &'a dyn Resolve) -> Self {
        Self { resolve, asked: RefCell::default() }
    }

    /// Returns the number of questions that were asked so far.
    pub(super) fn count(&self) -> usize {
        self.asked.borrow().len()
    }

    /// Returns the questions in the order in which they were asked.
    pub(super) fn into_asked(self) -> Vec<Arc<Asked>> {
        self.asked.into_inner()
    }

    fn ask(&self, question: Question) -> Option<String> {
        let answer = question.ask(self.resolve);
        self.asked.borrow_mut().push(Arc::new(Asked { question, answer: answer.clone() }));
        answer
    }
}

impl Resolve for Recording<'_> {
    fn page(&self, path: &str) -> Option<String> {
        self.ask(Question::Page(path.into()))
    }

    fn file(&self, path: &str) -> Option<String> {
        self.ask(Question::File(path.into()))
    }

    fn reusable(&self, path: &str) -> Option<String> {
        self.ask(Question::Reusable(path.into()))
    }

    fn page_path(&self, page: &str, space: Option<&str>) -> Option<String> {
        self.ask(Question::PagePath(page.into(), space.map(Box::from)))
    }

    fn file_path(&self, file: &str) -> Option<String> {
        self.ask(Question::FilePath(file.into()))
    }

    fn reusable_path(&self, content: &str) -> Option<String> {
        self.ask(Question::ReusablePath(content.into()))
    }
}
