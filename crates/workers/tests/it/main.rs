//! Callers that give up while their work waits or runs.
#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use quire_content::stop::Stop;
use quire_model::payer::Payer;
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

fn pool(running: usize, waiting: usize) -> Arc<Pool> {
    Arc::new(Pool::new("test", running, waiting))
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
    let pool = pool(1, 1);
    assert_eq!(pool.run(|_| 7).await, Ok(7));
    let panicked = pool.run::<()>(|_| panic!("no")).await;
    assert_eq!(panicked, Err(Error::Panicked("no".to_owned())));
    assert_eq!(pool.run(|_| 8).await, Ok(8));
    assert_eq!(pool.load(), IDLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_that_give_up_leave_their_permit_with_the_work() {
    let pool = pool(2, 100);
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

#[tokio::test(flavor = "multi_thread")]
async fn running_work_is_told_that_nobody_waits() {
    let pool = pool(1, 1);
    let (began, runs) = mpsc::channel();
    let caller = until_stopped(&pool, &Counter::default(), began);
    tokio::task::block_in_place(|| runs.recv().unwrap());
    caller.abort();
    // It ends only if its stop is requested.
    settled(&pool, IDLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn work_of_callers_that_left_is_not_started() {
    let pool = pool(1, 100);
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

#[tokio::test(flavor = "multi_thread")]
async fn so_many_wait_and_the_others_are_refused_at_once() {
    let pool = pool(1, 1);
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

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_used_again_until_their_work_ends_them() {
    let id = |_: &Stop| std::thread::current().id();
    let pool = Pool::new("test", 1, 100);
    let first = pool.run(id).await.unwrap();
    assert_eq!(pool.run(id).await, Ok(first));
    let ended = pool.run(move |stop| {
        quire_workers::end_thread();
        id(stop)
    });
    assert_eq!(ended.await, Ok(first));
    let second = pool.run(id).await.unwrap();
    assert_ne!(second, first);
    assert_eq!(pool.run(id).await, Ok(second));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_callers_share_few_threads() {
    let pool = pool(3, 1_000);
    let counter = Counter::default();
    let callers: Vec<_> = (0..1_000)
        .map(|n| {
            let (pool, counter) = (pool.clone(), counter.clone());
            let work = move |_: &Stop| {
                if n % 7 == 0 {
                    quire_workers::end_thread();
                }
                counter.count(|| n)
            };
            tokio::spawn(async move { pool.run(work).await.unwrap() })
        })
        .collect();
    for (n, caller) in callers.into_iter().enumerate() {
        assert_eq!(caller.await.unwrap(), n);
    }
    assert!(counter.most() <= 3);
}

/// Starts work of a pool in which two compute and six run, that says by the first channel that it runs, and waits for the
/// second one as `waits` has it.
fn until_told(pool: &Arc<Pool>, counter: &Counter, waits: fn(&mpsc::Receiver<()>)) -> [mpsc::Sender<()>; 6] {
    std::array::from_fn(|_| {
        let (tell, told) = mpsc::channel();
        let (pool, counter) = (pool.clone(), counter.clone());
        tokio::spawn(async move { pool.run(move |_| counter.count(|| waits(&told))).await.unwrap() });
        tell
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn few_compute_of_those_that_may_run() {
    let pool = Arc::new(Pool::computing("test", 2, 6, 100));
    let counter = Counter::default();
    let tells = until_told(&pool, &counter, |told| told.recv().unwrap());
    settled(&pool, Load { running: 6, waiting: 0 }).await;
    while counter.most() < 2 {
        tokio::task::yield_now().await;
    }
    tells.iter().for_each(|tell| tell.send(()).unwrap());
    settled(&pool, IDLE).await;
    assert_eq!(counter.most(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_waits_lets_others_begin() {
    let pool = Arc::new(Pool::computing("test", 2, 6, 100));
    let counter = Counter::default();
    let tells = until_told(&pool, &counter, |told| quire_model::waiting::wait(|| told.recv().unwrap()));
    while counter.most() < 6 {
        tokio::task::yield_now().await;
    }
    tells.iter().for_each(|tell| tell.send(()).unwrap());
    settled(&pool, IDLE).await;
    // Places that were left and taken again are as many as before.
    let counter = Counter::default();
    let tells = until_told(&pool, &counter, |told| told.recv().unwrap());
    settled(&pool, Load { running: 6, waiting: 0 }).await;
    while counter.most() < 2 {
        tokio::task::yield_now().await;
    }
    tells.iter().for_each(|tell| tell.send(()).unwrap());
    settled(&pool, IDLE).await;
    assert_eq!(counter.most(), 2);
}

#[tokio::test]
async fn work_is_done_on_behalf_of_the_payer_of_its_future() {
    let (one, other) = (Payer::of("one"), Payer::of("other"));
    assert_eq!(quire_workers::payer(), Payer::default());
    let work = async {
        assert_eq!(quire_workers::payer(), one);
        tokio::task::yield_now().await;
        quire_workers::change_payer(other);
        quire_workers::payer()
    };
    assert_eq!(quire_workers::on_behalf_of(one, work).await, other);
    quire_workers::change_payer(one);
    assert_eq!(quire_workers::payer(), Payer::default());
}
