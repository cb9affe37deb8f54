//! Requests that stay open and wait for commits: who waits for which scopes, and how many may.
//!
//! A commit wakes those who wait for what it touched, and nobody asks meanwhile. What they find then is none of this
//! module's business.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use parking_lot::Mutex;
use quire_app::core::commits::CommitListener;
use quire_content::id::Uid;
use quire_model::payer::Payer;
use tokio::sync::Notify;

use crate::error::Problem;

/// The maximum number of requests of one user that wait.
pub(crate) const OF_USER: usize = 24;
/// The maximum number of requests that wait.
const ALL: usize = 2_000;
/// The seconds after which a refused request may be tried again.
const RETRY: u64 = 10;

/// The requests that wait for commits.
#[derive(Default)]
pub(crate) struct Followers(Mutex<State>);

#[derive(Default)]
struct State {
    by_scope: HashMap<Uid, Vec<(u64, Arc<Notify>)>>,
    by_user: HashMap<Payer, usize>,
    count: usize,
    last: u64,
}

/// The place of a request that waits, until it is dropped.
pub(crate) struct Seat {
    followers: Arc<Followers>,
    user: Payer,
    /// The number of the request, and its scopes, once it waits for some.
    waiting: Option<(u64, Vec<Uid>)>,
    notify: Arc<Notify>,
}

impl Followers {
    /// Takes a place for a request of a user.
    ///
    /// # Errors
    /// 429 if the user has too many, 503 if there are too many in all.
    pub(crate) fn seat(self: &Arc<Self>, user: Payer) -> Result<Seat, Problem> {
        let mut state = self.0.lock();
        if state.count >= ALL {
            let message = "too many streams of events are open on this server";
            return Err(Problem::unavailable(message, RETRY).refused_by("streams of events"));
        }
        let own = state.by_user.entry(user).or_default();
        if *own >= OF_USER {
            let message = format!("you have {OF_USER} streams of events open already: close one");
            let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, message);
            return Err(problem
                .header(RETRY_AFTER, HeaderValue::from(RETRY))
                .refused_by("streams of events of a user"));
        }
        *own += 1;
        state.count += 1;
        Ok(Seat { followers: self.clone(), user, waiting: None, notify: Arc::default() })
    }
}

impl Seat {
    /// Has commits that touch one of these scopes wake the request from now on.
    pub(crate) fn wait_for(&mut self, scopes: Vec<Uid>) {
        let mut state = self.followers.0.lock();
        state.last += 1;
        let number = state.last;
        for scope in &scopes {
            state.by_scope.entry(*scope).or_default().push((number, self.notify.clone()));
        }
        drop(state);
        self.waiting = Some((number, scopes));
    }

    /// Waits for the next commit, or returns at once if there was one since the last call.
    pub(crate) async fn woken(&self) {
        self.notify.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.followers.0.lock();
        state.count -= 1;
        if let Some(own) = state.by_user.get_mut(&self.user) {
            *own -= 1;
            if *own == 0 {
                state.by_user.remove(&self.user);
            }
        }
        for (number, scope) in
            self.waiting.iter().flat_map(|(number, scopes)| scopes.iter().map(move |it| (number, it)))
        {
            let Some(waiting) = state.by_scope.get_mut(scope) else { continue };
            waiting.retain(|(other, _)| other != number);
            if waiting.is_empty() {
                state.by_scope.remove(scope);
            }
        }
    }
}

impl CommitListener for Followers {
    fn touched(&self, scopes: &[Uid]) {
        let state = self.0.lock();
        let waiting = scopes.iter().filter_map(|scope| state.by_scope.get(scope)).flatten();
        waiting.for_each(|(_, notify)| notify.notify_one());
    }

    fn touched_all(&self) {
        let state = self.0.lock();
        state.by_scope.values().flatten().for_each(|(_, notify)| notify.notify_one());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn commits_wake_those_who_wait_for_their_scopes() {
        let followers = Arc::new(Followers::default());
        let [one, two] = [1, 2].map(|byte| Uid([byte; 16]));
        let mut seats: Vec<_> = (0..2).map(|_| followers.seat(Payer::of("a")).unwrap()).collect();
        seats[0].wait_for(vec![one, two]);
        seats[1].wait_for(vec![two]);
        let is_woken = async |seat: &Seat| {
            tokio::select! { biased; () = seat.woken() => true, () = std::future::ready(()) => false }
        };
        followers.touched(&[one]);
        assert!(is_woken(&seats[0]).await && !is_woken(&seats[0]).await && !is_woken(&seats[1]).await);
        followers.touched_all();
        assert!(is_woken(&seats[0]).await && is_woken(&seats[1]).await);
        drop(seats);
        let state = followers.0.lock();
        assert!(state.by_scope.is_empty() && state.by_user.is_empty() && state.count == 0);
    }

    #[test]
    fn places_are_bounded() {
        let followers = Arc::new(Followers::default());
        let seat = |user: usize| followers.seat(Payer::of(user));
        let own: Vec<_> = (0..OF_USER).map(|_| seat(0).unwrap()).collect();
        assert_eq!(seat(0).err().map(|problem| problem.status()), Some(StatusCode::TOO_MANY_REQUESTS));
        let others: Vec<_> = (OF_USER..ALL).map(|user| seat(user).unwrap()).collect();
        assert_eq!(seat(ALL).err().map(|problem| problem.status()), Some(StatusCode::SERVICE_UNAVAILABLE));
        drop(own);
        assert!(seat(0).is_ok());
        drop(others);
    }
}
