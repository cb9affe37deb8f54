//! Responses that end with the server, and not by themselves.

use axum::body::Body;
use axum::response::Response;
use futures_util::StreamExt as _;
use tokio::sync::watch;

/// Marks a response that goes on for as long as its client likes. The server ends it when it stops; otherwise it would wait
/// for it as for any other response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Endless;

/// Returns the response, which ends at the signal if it is an endless one.
pub(super) fn end_at(mut response: Response, stop: &watch::Receiver<()>) -> Response {
    if response.extensions_mut().remove::<Endless>().is_none() {
        return response;
    }
    let mut stop = stop.clone();
    let stopped = async move {
        // The end of the sender is a stop too.
        let _ = stop.changed().await;
    };
    response.map(|body| Body::from_stream(body.into_data_stream().take_until(Box::pin(stopped))))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::{StreamExt as _, stream};

    use super::*;

    fn response() -> Response {
        let first = stream::iter([Ok::<_, std::io::Error>(Bytes::from("first"))]);
        Response::new(Body::from_stream(first.chain(stream::pending())))
    }

    #[tokio::test]
    async fn an_endless_response_ends_at_the_signal() {
        let (stop, stopped) = watch::channel(());
        let mut marked = response();
        marked.extensions_mut().insert(Endless);
        let mut body = end_at(marked, &stopped).into_body().into_data_stream();
        assert_eq!(body.next().await.unwrap().unwrap(), "first");
        stop.send_replace(());
        assert!(body.next().await.is_none());
        let mut unmarked = end_at(response(), &stopped).into_body().into_data_stream();
        assert_eq!(unmarked.next().await.unwrap().unwrap(), "first");
        let goes_on = tokio::select! { biased; _ = unmarked.next() => false, () = std::future::ready(()) => true };
        assert!(goes_on);
    }
}
