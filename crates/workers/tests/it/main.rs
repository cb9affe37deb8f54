//! Callers that give up while their work waits or runs.
#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use quire_content::stop::Stop;
use quire_workers::{Error, Load, Pool};
use tokio::task::JoinHandle;

/// Work that runs until it is let go, and counts how many run at the same time.
#[derive(Clone, Default)]
struct Counter(Arc<(AtomicUsize, AtomicUsize)>);

impl Counter {
    fn count<T>(&self, work: impl FnOnce() -> T) -> T {
        let (running, most) = &*self.0;
        most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let done = work();
        running.fetch_sub(1, Ordering::SeqCst);
        done
    }

    fn most(&self) -> usize {
        self.0.1.load(Ordering::SeqCst)
    }
}

fn pools(running: usize, waiting: usize) -> [Arc<Pool>; 3] {
    let new = Pool::on_new_threads("test", running, waiting);
    [Pool::new(running, waiting), Pool::on_own_threads("test", running, waiting), new].map(Arc::new)
}

/// Starts work that says that it runs and ends when its stop is requested.
fn until_stopped(pool: &Arc<Pool>, counter: &Counter, began: mpsc::Sender<()>) -> JoinHandle<()> {
    let (pool, counter) = (pool.clone(), counter.clone());
    tokio::spawn(async move {
        let work = move |stop: &Stop| {
            counter.count(|| {
                began.send(()).unwrap();
                while !stop.is_requested() {
                    std::thread::yield_now();
                }
            });
        };
        pool.run(work).await.unwrap();
    })
}

async fn settled(pool: &Pool, load: Load) {
    while pool.load() != load {
        tokio::task::yield_now().await;
    }
}

const IDLE: Load = Load { running: 0, waiting: 0 };

#[tokio::test(flavor = "multi_thread")]
async fn results_and_panics_reach_the_caller() {
    for pool in pools(1, 1) {
        assert_eq!(pool.run(|_| 7).await, Ok(7));
        let panicked = pool.run::<()>(|_| panic!("no")).await;
        assert_eq!(panicked, Err(Error::Panicked("no".to_owned())));
        assert_eq!(pool.run(|_| 8).await, Ok(8));
        assert_eq!(pool.load(), IDLE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_that_give_up_leave_their_permit_with_the_work() {
    for pool in pools(2, 100) {
        let counter = Counter::default();
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(gate));
        let mut callers = Vec::new();
        for _ in 0..2 {
            let (began, runs) = mpsc::channel();
            let (pool, counter, gate) = (pool.clone(), counter.clone(), gate.clone());
            callers.push(tokio::spawn(async move {
                // This work looks at no stop.
                let work = move |_: &Stop| {
                    counter.count(|| {
                        began.send(()).unwrap();
                        gate.lock().unwrap().recv().unwrap();
                    });
                };
                pool.run(work).await
            }));
            tokio::task::block_in_place(|| runs.recv().unwrap());
        }
        callers.iter().for_each(JoinHandle::abort);
        for caller in callers {
            assert!(caller.await.unwrap_err().is_cancelled());
        }
        assert_eq!(pool.load(), Load { running: 2, waiting: 0 }, "the work goes on, and so does its turn");
        let others: Vec<_> = (0..20)
            .map(|_| {
                let (pool, counter) = (pool.clone(), counter.clone());
                tokio::spawn(async move { pool.run(move |_| counter.count(|| ())).await })
            })
            .collect();
        settled(&pool, Load { running: 2, waiting: 20 }).await;
        (0..2).for_each(|_| release.send(()).unwrap());
        for other in others {
            other.await.unwrap().unwrap();
        }
        assert_eq!(counter.most(), 2);
        settled(&pool, IDLE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn running_work_is_told_that_nobody_waits() {
    for pool in pools(1, 1) {
        let (began, runs) = mpsc::channel();
        let caller = until_stopped(&pool, &Counter::default(), began);
        tokio::task::block_in_place(|| runs.recv().unwrap());
        caller.abort();
        // It ends only if its stop is requested.
        settled(&pool, IDLE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_of_callers_that_left_is_not_started() {
    for pool in pools(1, 100) {
        let counter = Counter::default();
        let (began, runs) = mpsc::channel();
        let first = until_stopped(&pool, &Counter::default(), began);
        tokio::task::block_in_place(|| runs.recv().unwrap());
        let waiting: Vec<_> = (0..50)
            .map(|_| {
                let (pool, counter) = (pool.clone(), counter.clone());
                tokio::spawn(async move { pool.run(move |_| counter.count(|| ())).await })
            })
            .collect();
        settled(&pool, Load { running: 1, waiting: 50 }).await;
        for caller in waiting {
            caller.abort();
            assert!(caller.await.unwrap_err().is_cancelled());
        }
        assert_eq!(pool.load(), Load { running: 1, waiting: 0 });
        first.abort();
        settled(&pool, IDLE).await;
        assert_eq!(counter.most(), 0, "nothing was started for those who left");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_wait_and_the_others_are_refused_at_once() {
    for pool in pools(1, 1) {
        let (began, runs) = mpsc::channel();
        let first = until_stopped(&pool, &Counter::default(), began);
        tokio::task::block_in_place(|| runs.recv().unwrap());
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|_| 2).await }
        });
        settled(&pool, Load { running: 1, waiting: 1 }).await;
        assert_eq!(pool.run(|_| 3).await, Err(Error::Busy));
        first.abort();
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(pool.run(|_| 4).await, Ok(4));
    }
}
