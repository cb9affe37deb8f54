//! Detection of idle connections.
//!
//! The server is working on a request while its handler runs or its response waits for bytes that the server produces.
//! While the server waits for the client to read or send bytes, only transferred bytes count as activity. So a
//! connection whose client neither requests, sends nor reads is idle, and responses to pings do not keep it open.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// The number of bytes that count as progress.
const PROGRESS: usize = 16 * 1024;

/// The activity of a connection. Clones share it.
#[derive(Clone)]
pub(super) struct Activity(Arc<State>);

struct State {
    begun: Instant,
    /// The time of the last activity, in milliseconds since `begun`.
    last: AtomicU64,
    /// The number of requests that the server is working on.
    working: AtomicUsize,
    started: AtomicBool,
}

impl Activity {
    pub(super) fn new() -> Self {
        let (last, working, started) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        Self(Arc::new(State { begun: Instant::now(), last, working, started }))
    }

    /// Records the start of a request.
    pub(super) fn begin(&self) -> Working {
        self.0.started.store(true, Ordering::Relaxed);
        Working::new(self.clone())
    }

    /// Returns true if a request was ever started.
    pub(super) fn has_started(&self) -> bool {
        self.0.started.load(Ordering::Relaxed)
    }

    /// Returns the time of the last activity; none while the server is working on a request.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let idle = self.0.working.load(Ordering::Acquire) == 0;
        idle.then(|| self.0.begun + Duration::from_millis(self.0.last.load(Ordering::Relaxed)))
    }

    fn touch(&self) {
        let now = u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.last.store(now, Ordering::Relaxed);
    }
}

/// A guard for a request that the server is working on, until it is dropped.
pub(super) struct Working(Activity);

impl Working {
    fn new(activity: Activity) -> Self {
        activity.0.working.fetch_add(1, Ordering::Relaxed);
        Self(activity)
    }

    /// Returns the response, whose body tracks the activity of the connection while it is sent.
    pub(super) fn answered(self, response: Response) -> Response {
        if response.body().size_hint().exact().is_some() {
            // The body is in memory: the server has nothing more to produce.
            return response;
        }
        let activity = self.0.clone();
        response.map(|inner| Body::new(Sent { inner, activity, working: None }))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.touch();
        self.0.0.working.fetch_sub(1, Ordering::Release);
    }
}

/// The body of a response that is produced while it is sent.
struct Sent {
    inner: Body,
    activity: Activity,
    /// The guard while the client waits for the server to produce bytes.
    working: Option<Working>,
}

impl HttpBody for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.inner).poll_frame(cx);
        if frame.is_ready() {
            self.working = None;
            self.activity.touch();
        } else if self.working.is_none() {
            self.working = Some(Working::new(self.activity.clone()));
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// The body of a request, which fails if its sender takes too long.
pub(super) struct Received<F> {
    inner: Incoming,
    activity: Activity,
    /// The maximum waiting time for each [`PROGRESS`] bytes.
    patience: Duration,
    left: Duration,
    bytes: usize,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    /// The callback for a sender that takes too long.
    on_timeout: F,
}

impl<F: Fn() + Unpin> Received<F> {
    pub(super) fn new(inner: Incoming, activity: Activity, patience: Duration, on_timeout: F) -> Self {
        Self { inner, activity, patience, left: patience, bytes: 0, waiting: None, on_timeout }
    }

    /// Counts received bytes, and the time spent waiting for them.
    fn came(&mut self, bytes: usize) {
        self.activity.touch();
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        self.bytes += bytes;
        if self.bytes >= PROGRESS {
            (self.bytes, self.left) = (0, self.patience);
        }
    }
}

impl<F: Fn() + Unpin> HttpBody for Received<F> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(cx) {
            let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref().map(Bytes::len));
            self.came(bytes.unwrap_or_default());
            return Poll::Ready(frame.map(|frame| frame.map_err(io::Error::other)));
        }
        let left = self.left;
        let (_, timer) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(timer.as_mut().poll(cx));
        (self.on_timeout)();
        Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::TimedOut, "the body is sent too slowly"))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// A stream whose writes count as activity, once they add up to [`PROGRESS`] bytes: small ones may respond to pings.
pub(super) struct Watched<S> {
    inner: S,
    activity: Activity,
    written: usize,
}

impl<S> Watched<S> {
    pub(super) fn new(inner: S, activity: Activity) -> Self {
        Self { inner, activity, written: 0 }
    }

    fn wrote(&mut self, outcome: &Poll<io::Result<usize>>) {
        if let Poll::Ready(Ok(bytes)) = outcome {
            self.written += bytes;
            if self.written >= PROGRESS {
                self.written = 0;
                self.activity.touch();
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.wrote(&outcome);
        outcome
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.inner).poll_write_vectored(cx, pieces);
        self.wrote(&outcome);
        outcome
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}
