//! Reads of content that are answered in front of the router, because all that they need is in memory.
//!
//! Such a read takes four looks into caches: who calls, what the caller may see of the space and which revision that is,
//! and the body. To find out what its address asks for takes the router, the layers and the extractors, which together
//! cost several times as much. So what an address asks for is remembered once a handler has answered it. Nothing else
//! is: the caller, the permission, the revision and the body are looked up as the handler does it, and where one of them
//! is not at hand, the routes answer.
//!
//! Bodies that clients want compressed are kept in that form too.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use axum::Router;
use axum::body::{HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::header::WARNING;
use axum::http::{HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};
use quick_cache::sync::Cache;
use quire_app::callers;
use quire_workers::Passage;
use tower::Service;

use crate::asked::{Asked, Key};
use crate::bearer;
use crate::context::Context;
use crate::error::Problem;
use crate::layers::{EdgeLayer, Facts, compress};
use crate::rendering::{Answer, Answers};

/// The number of addresses that are remembered.
const ADDRESSES: usize = 8192;
/// The maximum length of an address that is remembered, in bytes.
const LONGEST: usize = 512;
/// The beginning of the addresses that may be remembered.
const BEGINNING: &str = "/v1/spaces/";

/// The largest body that is kept in compressed form, in bytes before it is compressed.
const LARGEST_KEPT: usize = 256 << 10;
/// The maximum length of the header with the accepted codings for which a body is kept, in bytes.
const LONGEST_ACCEPTED: usize = 64;

/// The routes, and in front of them the reads that are answered from memory.
#[derive(Clone)]
pub struct Recollection {
    routes: Router,
    shared: Arc<Shared>,
}

struct Shared {
    context: Context,
    layers: EdgeLayer,
    addresses: Cache<Box<str>, Arc<Asked>>,
    /// The bodies in the forms that headers with accepted codings lead to.
    compressed: Answers<(Key, HeaderValue)>,
}

type Answering = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

impl Recollection {
    /// Creates it for routes that are in these layers.
    pub(crate) fn new(routes: Router, context: Context, layers: EdgeLayer) -> Self {
        let compressed = Answers::new(context.app().options().cache_bytes / 32);
        let addresses = Cache::new(ADDRESSES);
        Self { routes, shared: Arc::new(Shared { context, layers, addresses, compressed }) }
    }
}

impl Service<Request> for Recollection {
    type Response = Response;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Answering {
        let Some(address) = address_of(&request) else { return Box::pin(self.routes.call(request)) };
        if let Some(answering) = self.shared.recall(address, &request) {
            return answering;
        }
        let (shared, address) = (self.shared.clone(), Box::from(address));
        let answering = self.routes.call(request);
        Box::pin(async move {
            let Ok(mut response) = answering.await;
            // A warning is about the request and not about the content.
            if let Some(asked) = response.extensions_mut().remove::<Asked>()
                && !response.headers().contains_key(WARNING)
            {
                shared.addresses.insert(address, Arc::new(asked));
            }
            Ok(response)
        })
    }
}

/// Returns the address of a request that may be answered from memory.
fn address_of(request: &Request) -> Option<&str> {
    let address = request.uri().path_and_query()?.as_str();
    let may_be = *request.method() == Method::GET
        && address.starts_with(BEGINNING)
        && address.len() <= LONGEST
        && request.body().is_end_stream()
        // The layers have counted such a request already, and another one is on its way to the database.
        && request.extensions().get::<Passage>().is_none();
    may_be.then_some(address)
}

impl Shared {
    /// Returns the response, if all that it needs is in memory.
    fn recall(self: &Arc<Self>, address: &str, request: &Request) -> Option<Answering> {
        let asked = self.addresses.get(address)?;
        let secret = callers::hash(bearer::token(request.headers())?);
        let app = self.context.app();
        let caller = app.recall(secret)?.ok()?;
        let view = app.recall_view(&caller, asked.space, asked.version)?.ok()?;
        let key = asked.key(app, &view)?;
        let answer = self.context.answers().get(&key)?;
        let mut facts = self.layers.admit(request, secret, asked.route.clone())?;
        let (mut response, accepted) = self.layers.prepare(&mut facts, answer.response());
        let Some(accepted) = accepted else { return Some(ready(self.layers.complete(facts, response))) };
        let form = (key, accepted);
        if let Some(compressed) = self.compressed.get(&form) {
            compressed.put_into(&mut response);
            return Some(ready(self.layers.complete(facts, response)));
        }
        let shared = self.clone();
        Some(Box::pin(async move { Ok(shared.compress(facts, response, form).await) }))
    }

    /// Compresses the body of a response, and keeps it unless it is large.
    async fn compress(&self, facts: Facts, response: Response, form: (Key, HeaderValue)) -> Response {
        let is_kept = response.body().size_hint().exact().is_some_and(|size| size <= LARGEST_KEPT as u64)
            && form.1.len() <= LONGEST_ACCEPTED;
        let mut response = compress(response, form.1.clone()).await;
        if is_kept {
            let (head, body) = response.into_parts();
            response = match to_bytes(body, usize::MAX).await {
                Ok(body) => {
                    if let Some(compressed) = Answer::compressed(&head.headers, &body) {
                        self.compressed.insert(form, compressed);
                    }
                    Response::from_parts(head, body.into())
                }
                Err(error) => Problem::internal(error).into_response(),
            };
        }
        self.layers.complete(facts, response)
    }
}

fn ready(response: Response) -> Answering {
    Box::pin(std::future::ready(Ok(response)))
}
