//! Texts that were parsed a short while ago, so that work on one text parses it once.
//!
//! A save parses the text before it and the text after it, and so do the links that follow it, the warnings about it and
//! the response to it; the next save begins with the text that the last one left. Within [`Memo::during`] all of these
//! share one parsed text. A text is known again only if it has the same bytes and its paths lead to the same things, so
//! nothing but time depends on a memo.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::keys;
use super::parse::Parsed;
use super::resolve::Resolve;

/// Parsed texts, the one that was used last first.
#[derive(Debug)]
pub struct Memo {
    texts: Mutex<VecDeque<Arc<Known>>>,
    most_nodes: usize,
}

/// A text that was parsed.
#[derive(Debug)]
pub(super) struct Known {
    source: Box<str>,
    /// The questions that parsing asked about paths, with their answers.
    asked: Vec<(Question, Option<String>)>,
    /// The number of nodes that parsing charged to its budget.
    pub(super) nodes: usize,
    pub(super) parsed: Arc<Parsed>,
    /// The same with keys, once they were asked for.
    keyed: OnceLock<Arc<Parsed>>,
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
    /// Creates a memo of texts that have at most so many nodes together. A text with more than a quarter of them is not
    /// kept.
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
        let found = same.into_iter().find(|known| known.asked.iter().all(|(it, answer)| it.ask(resolve) == *answer))?;
        let mut texts = self.lock();
        if let Some(at) = texts.iter().position(|known| Arc::ptr_eq(known, &found))
            && let Some(known) = texts.remove(at)
        {
            texts.push_front(known);
        }
        Some(found)
    }

    /// Keeps a text that was parsed with the answers that `recording` has, and charged so many nodes. Returns it also if
    /// it is too long to be kept.
    pub(super) fn keep(&self, source: &str, recording: Recording<'_>, nodes: usize, parsed: Parsed) -> Arc<Known> {
        let asked = recording.asked.into_inner();
        let known = Known { source: source.into(), asked, nodes, parsed: Arc::new(parsed), keyed: OnceLock::new() };
        let known = Arc::new(known);
        if known.cost() > self.most_nodes / 4 {
            return known;
        }
        let mut texts = self.lock();
        texts.push_front(Arc::clone(&known));
        let mut cost = 0;
        let most = texts.iter().take_while(|known| {
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
    /// Returns the parsed text whose nodes have keys.
    pub(super) fn keyed(&self) -> Arc<Parsed> {
        let keyed = || {
            let mut parsed = Parsed::clone(&self.parsed);
            keys::fresh(&mut parsed.document);
            Arc::new(parsed)
        };
        self.keyed.get_or_init(keyed).clone()
    }

    /// Returns the cost of keeping the text, in nodes: an answer counts as one, and so do 64 bytes of text.
    fn cost(&self) -> usize {
        let copies = 1 + usize::from(self.keyed.get().is_some());
        copies * self.nodes + self.asked.len() + self.source.len() / 64 + 1
    }
}

/// A question about the paths of a space.
#[derive(Debug)]
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
    asked: RefCell<Vec<(Question, Option<String>)>>,
}

impl<'a> Recording<'a> {
    pub(super) fn new(resolve: &'a dyn Resolve) -> Self {
        Self { resolve, asked: RefCell::default() }
    }

    fn ask(&self, question: Question) -> Option<String> {
        let answer = question.ask(self.resolve);
        self.asked.borrow_mut().push((question, answer.clone()));
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
