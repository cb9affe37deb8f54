//! Grammars in memory: those of the languages that were used last, until no code is coloured for a while.
//!
//! A grammar compiles each of its regular expressions when it first needs it, and these are most of the memory: up to
//! 35 MB for a language that embeds others, and more with every language, as long as all share one set. So each
//! language has a set of its own, of which nothing is compiled at first, and few sets are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use syntect::parsing::{SyntaxReference, SyntaxSet};

/// The number of languages whose grammars are kept.
const MOST: usize = 4;

/// The time without use after which all grammars are dropped.
const KEPT: Duration = Duration::from_secs(5);

/// All grammars, and the compiled ones that were used last.
pub(crate) struct Grammars {
    /// The grammars of all languages, of which nothing is ever compiled.
    all: SyntaxSet,
    compiled: Arc<Compiled>,
}

/// A grammar that is used.
pub(crate) struct Grammar {
    /// All grammars, of which those that this language needs are compiled.
    pub(crate) set: Arc<SyntaxSet>,
    /// The place of the language in the set.
    place: usize,
}

struct Compiled {
    most: usize,
    kept: Duration,
    recent: Mutex<Recent>,
    never: Condvar,
}

#[derive(Default)]
struct Recent {
    /// The places of languages with their sets, the last used one first.
    sets: VecDeque<(usize, Arc<SyntaxSet>)>,
    /// The number of uses since the process started.
    uses: u64,
    /// True while a thread waits to drop the sets.
    is_watched: bool,
}

impl Grammars {
    pub(crate) fn new() -> Self {
        Self::within(MOST, KEPT)
    }

    fn within(most: usize, kept: Duration) -> Self {
        let (recent, never) = (Mutex::default(), Condvar::new());
        let compiled = Arc::new(Compiled { most, kept, recent, never });
        Self { all: two_face::syntax::extra_newlines(), compiled }
    }

    /// Returns the grammar with this token, or `None` if there is none.
    pub(crate) fn get(&self, token: &str) -> Option<Grammar> {
        let found = self.all.find_syntax_by_token(token)?;
        let place = self.all.syntaxes().iter().position(|syntax| std::ptr::eq(syntax, found))?;
        let mut recent = self.compiled.recent();
        recent.uses += 1;
        let known = recent.sets.iter().position(|(known, _)| *known == place);
        let known = known.and_then(|at| recent.sets.remove(at));
        let set = known.map_or_else(|| Arc::new(self.all.clone()), |(_, set)| set);
        recent.sets.push_front((place, set.clone()));
        let evicted = if recent.sets.len() > self.compiled.most { recent.sets.pop_back() } else { None };
        self.compiled.watch(&mut recent);
        drop(recent);
        // It may be large, so it is dropped after the lock.
        drop(evicted);
        Some(Grammar { set, place })
    }
}

impl Grammar {
    /// Returns the beginning of the language in its set.
    pub(crate) fn syntax(&self) -> Option<&SyntaxReference> {
        self.set.syntaxes().get(self.place)
    }
}

impl Compiled {
    fn recent(&self) -> MutexGuard<'_, Recent> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread that drops the sets when they were not used for a while, unless there is one.
    fn watch(self: &Arc<Self>, recent: &mut Recent) {
        if !recent.is_watched {
            let compiled = self.clone();
            let thread = std::thread::Builder::new().name("grammars".to_owned());
            recent.is_watched = thread.spawn(move || compiled.drop_unused()).is_ok();
        }
    }

    fn drop_unused(&self) {
        let mut recent = self.recent();
        loop {
            let before = recent.uses;
            let waited = self.never.wait_timeout_while(recent, self.kept, |_| true);
            recent = waited.unwrap_or_else(PoisonError::into_inner).0;
            if recent.uses == before {
                let sets = std::mem::take(&mut recent.sets);
                recent.is_watched = false;
                drop(recent);
                drop(sets);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(grammars: &Grammars) -> Vec<String> {
        let recent = grammars.compiled.recent();
        recent.sets.iter().map(|(place, _)| grammars.all.syntaxes()[*place].name.clone()).collect()
    }

    #[test]
    fn the_languages_that_were_used_last_are_kept() {
        let grammars = Grammars::within(2, Duration::from_secs(3_600));
        let go = grammars.get("go").expect("a grammar").set;
        grammars.get("rs").expect("a grammar");
        assert!(Arc::ptr_eq(&go, &grammars.get("go").expect("a grammar").set));
        grammars.get("py").expect("a grammar");
        assert_eq!(names(&grammars), ["Python", "Go"]);
        assert!(Arc::ptr_eq(&go, &grammars.get("go").expect("a grammar").set));
        grammars.get("rs").expect("a grammar");
        grammars.get("py").expect("a grammar");
        assert!(!Arc::ptr_eq(&go, &grammars.get("go").expect("a grammar").set));
        assert!(grammars.get("no such language").is_none());
    }

    #[test]
    fn grammars_that_are_not_used_are_dropped() {
        let grammars = Grammars::within(2, Duration::from_millis(1));
        for _ in 0..2 {
            let set = Arc::downgrade(&grammars.get("go").expect("a grammar").set);
            while set.upgrade().is_some() {
                std::thread::yield_now();
            }
            assert!(names(&grammars).is_empty());
        }
    }
}
