//! Listeners to commits: whoever waits for changes is called when some are there, and asks nobody meanwhile.
//!
//! A listener is called after the commit, when cached facts about what it touched count as stale already. It is told
//! which scopes were touched, never what changed: that is read from the event log.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use quire_content::id::Uid;

/// A listener to commits. Its methods are called on the thread of the commit, so they must not block.
pub trait CommitListener: Send + Sync {
    /// Called after a commit of this process that touched these scopes: organizations and users among others.
    fn touched(&self, scopes: &[Uid]);

    /// Called after commits of other processes, and where some may have been missed: anything may have changed.
    fn touched_all(&self);
}

/// The listeners of this process.
#[derive(Default)]
pub(crate) struct Commits(Mutex<Vec<Weak<dyn CommitListener>>>);

impl Commits {
    /// Adds a listener, for as long as it exists.
    pub(crate) fn listen(&self, listener: Weak<dyn CommitListener>) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|known| known.strong_count() > 0);
        listeners.push(listener);
    }

    /// Tells the listeners of a commit that touched these scopes.
    pub(crate) fn tell(&self, scopes: &[Uid]) {
        if !scopes.is_empty() {
            self.living().iter().for_each(|listener| listener.touched(scopes));
        }
    }

    /// Tells the listeners that anything may have changed.
    pub(crate) fn tell_all(&self) {
        self.living().iter().for_each(|listener| listener.touched_all());
    }

    fn living(&self) -> Vec<Arc<dyn CommitListener>> {
        let listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().filter_map(Weak::upgrade).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<Option<Vec<Uid>>>>);

    impl CommitListener for Heard {
        fn touched(&self, scopes: &[Uid]) {
            self.0.lock().unwrap().push(Some(scopes.to_vec()));
        }

        fn touched_all(&self) {
            self.0.lock().unwrap().push(None);
        }
    }

    #[test]
    fn listeners_hear_for_as_long_as_they_exist() {
        let commits = Commits::default();
        let (stays, goes): (Arc<Heard>, Arc<Heard>) = Default::default();
        let as_weak = |heard: &Arc<Heard>| -> Weak<dyn CommitListener> {
            Arc::downgrade(&(heard.clone() as Arc<dyn CommitListener>))
        };
        commits.listen(as_weak(&stays));
        commits.listen(as_weak(&goes));
        commits.tell(&[Uid([1; 16])]);
        commits.tell(&[]);
        drop(goes);
        commits.tell_all();
        assert_eq!(*stays.0.lock().unwrap(), [Some(vec![Uid([1; 16])]), None]);
        assert_eq!(commits.living().len(), 1);
    }
}
