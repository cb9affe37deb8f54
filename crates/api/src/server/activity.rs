//! Whether something goes on on a connection, as far as the server has to do with it.
//!
//! A request is the server's while its handler runs or its answer waits for bytes that the server makes. While its client
//! is to take bytes, or to send some, only the bytes that move count. So a connection whose client neither asks, sends
//! nor reads is idle, whatever is open on it, and answers to pings don't keep it alive.

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

/// So many bytes are progress.
const PROGRESS: usize = 16 * 1024;

/// What goes on on a connection.
#[derive(Clone)]
pub(super) struct Activity(Arc<State>);

struct State {
    begun: Instant,
    /// Milliseconds from the beginning to the last thing that happened.
    last: AtomicU64,
    /// Requests that are the server's at the moment.
    working: AtomicUsize,
    started: AtomicBool,
}

impl Activity {
    pub(super) fn new() -> Self {
        let (last, working, started) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        Self(Arc::new(State { begun: Instant::now(), last, working, started }))
    }

    /// A request begins.
    pub(super) fn begin(&self) -> Working {
        self.0.started.store(true, Ordering::Relaxed);
        Working::new(self.clone())
    }

    /// Whether a request ever began.
    pub(super) fn has_started(&self) -> bool {
        self.0.started.load(Ordering::Relaxed)
    }

    /// Since when nothing has happened; none while the server has something to do.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let idle = self.0.working.load(Ordering::Acquire) == 0;
        idle.then(|| self.0.begun + Duration::from_millis(self.0.last.load(Ordering::Relaxed)))
    }

    fn touch(&self) {
        let now = u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.last.store(now, Ordering::Relaxed);
    }
}

/// A request that is the server's, until this is dropped.
pub(super) struct Working(Activity);

impl Working {
    fn new(activity: Activity) -> Self {
        activity.0.working.fetch_add(1, Ordering::Relaxed);
        Self(activity)
    }

    /// The answer, which is the client's to take.
    pub(super) fn answered(self, response: Response) -> Response {
        if response.body().size_hint().exact().is_some() {
            // It is in memory: nobody has to make more of it.
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

/// The body of an answer that is made while it is sent.
struct Sent {
    inner: Body,
    activity: Activity,
    /// While the client waits for the server.
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

/// The body of a request: it fails where its sender takes too long.
pub(super) struct Received<F> {
    inner: Incoming,
    activity: Activity,
    /// How long may be waited for the next progress.
    patience: Duration,
    left: Duration,
    bytes: usize,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    /// Called when the sender took too long.
    on_timeout: F,
}

impl<F: Fn() + Unpin> Received<F> {
    pub(super) fn new(inner: Incoming, activity: Activity, patience: Duration, on_timeout: F) -> Self {
        Self { inner, activity, patience, left: patience, bytes: 0, waiting: None, on_timeout }
    }

    /// Counts what came, and the time that it was waited for.
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

/// A stream whose writes are something that happens. Small ones are not: they may answer pings.
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
