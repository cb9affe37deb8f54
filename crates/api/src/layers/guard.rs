//! Isolation of handlers: a panic or a time-out affects only the one response.

use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use tokio::time::{Sleep, sleep};

use crate::error::Problem;

/// The seconds after which a caller may retry a request that timed out.
const RETRY_AFTER: u64 = 5;

#[derive(Debug, thiserror::Error)]
#[error("the handler panicked: {0}")]
struct Panicked(String);

/// Returns the handler's response, or a 500 if it panics, or a 503 if it takes longer than `limit`. The timer starts
/// only if the handler has to wait: it costs more than most responses from memory.
pub(super) async fn run<F>(handler: F, limit: impl Fn() -> Option<Duration>) -> Response
where
    F: Future<Output = Result<Response, Infallible>>,
{
    let mut handler = pin!(handler);
    let mut timer = None;
    std::future::poll_fn(|cx| {
        let step = poll(handler.as_mut(), cx);
        if step.is_ready() {
            return step;
        }
        let timer = timer.get_or_insert_with(|| limit().map(|limit| Box::pin(sleep(limit))));
        if expired(timer.as_mut(), cx) { Poll::Ready(timed_out(limit())) } else { Poll::Pending }
    })
    .await
}

/// Polls the handler once and turns a panic into a response; it must not be polled again after that.
fn poll<F>(handler: Pin<&mut F>, cx: &mut Context<'_>) -> Poll<Response>
where
    F: Future<Output = Result<Response, Infallible>>,
{
    match catch_unwind(AssertUnwindSafe(|| handler.poll(cx))) {
        Ok(step) => step.map(|Ok(response)| response),
        Err(payload) => Poll::Ready(Problem::internal(Panicked(message(&*payload))).into_response()),
    }
}

fn expired(timer: Option<&mut Pin<Box<Sleep>>>, cx: &mut Context<'_>) -> bool {
    timer.is_some_and(|timer| timer.as_mut().poll(cx).is_ready())
}

fn timed_out(limit: Option<Duration>) -> Response {
    let seconds = limit.unwrap_or_default().as_secs_f32();
    let message = format!("the request took longer than {seconds} seconds: try again");
    Problem::unavailable(message, RETRY_AFTER).refused_by("time of a request").into_response()
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}
