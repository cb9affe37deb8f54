//! The traits that make a handler an endpoint: arguments describe what they read, the return type what it responds.
//!
//! Extraction of arguments is axum's; these traits only add descriptions to the same types.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use super::json::BodyLimit;
use super::operation::OperationDescription;
use super::schemas::Schemas;
use crate::error::Problem;

/// An extractor that describes the parts of the request that it reads.
pub trait Input {
    /// Adds parameters, body, security and further responses to the operation.
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas);
}

/// A return type that describes the response it makes.
pub trait Output {
    /// Adds the response with its headers and schema to the operation.
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas);
}

/// A handler whose arguments and return type describe it: an `async fn` of up to eight [`Input`]s that returns an
/// [`Output`] or a `Result` of one and a [`Problem`].
#[diagnostic::on_unimplemented(
    message = "this handler does not describe itself",
    note = "all arguments must implement `Input`, the return type `Output` or `Result<Output, Problem>`"
)]
pub trait Endpoint<M, S>: Handler<M, S> {
    /// Adds the descriptions of all arguments and of the return type to the operation.
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas);
}

/// A handler of any type. The machinery of routes is compiled once for it, and not again for every handler.
#[derive(Clone)]
pub(super) struct AnyHandler<S> {
    body_limit: Option<BodyLimit>,
    call: Arc<Call<S>>,
}

type Call<S> = dyn Fn(Request, S) -> Running + Send + Sync;

type Running = Pin<Box<dyn Future<Output = Response> + Send>>;

impl<S: Send + 'static> AnyHandler<S> {
    /// Wraps a handler that reads bodies of at most `body_limit` bytes; the bound for all requests if `None`.
    pub(super) fn new<H: Handler<M, S> + Sync, M: 'static>(handler: H, body_limit: Option<usize>) -> Self {
        let call = move |request: Request, state: S| -> Running { Box::pin(handler.clone().call(request, state)) };
        Self { body_limit: body_limit.map(BodyLimit), call: Arc::new(call) }
    }
}

impl<S: Clone + Send + Sync + 'static> Handler<AnyHandler<S>, S> for AnyHandler<S> {
    type Future = Running;

    fn call(self, mut request: Request, state: S) -> Running {
        if let Some(limit) = self.body_limit {
            request.extensions_mut().insert(limit);
        }
        (self.call)(request, state)
    }
}

impl<F, Fut, R, S> Endpoint<((),), S> for F
where
    F: FnOnce() -> Fut + Handler<((),), S>,
    Fut: Future<Output = R>,
    R: Output,
{
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        R::describe(operation, schemas);
    }
}

macro_rules! endpoint {
    ($($argument:ident),*) => {
        impl<F, Fut, R, S, M, $($argument),*> Endpoint<(M, $($argument,)*), S> for F
        where
            F: FnOnce($($argument),*) -> Fut + Handler<(M, $($argument,)*), S>,
            Fut: Future<Output = R>,
            R: Output,
            $($argument: Input,)*
        {
            fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
                $($argument::describe(operation, schemas);)*
                R::describe(operation, schemas);
            }
        }
    };
}

endpoint!(T1);
endpoint!(T1, T2);
endpoint!(T1, T2, T3);
endpoint!(T1, T2, T3, T4);
endpoint!(T1, T2, T3, T4, T5);
endpoint!(T1, T2, T3, T4, T5, T6);
endpoint!(T1, T2, T3, T4, T5, T6, T7);
endpoint!(T1, T2, T3, T4, T5, T6, T7, T8);

impl<R: Output> Output for Result<R, Problem> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        R::describe(operation, schemas);
    }
}

macro_rules! silent_input {
    ($([$($generic:ident)?] $input:ty;)*) => {$(
        impl$(<$generic>)? Input for $input {
            fn describe(_: &mut OperationDescription, _: &mut Schemas) {}
        }
    )*};
}

silent_input! {
    [T] axum::extract::State<T>;
    [T] axum::Extension<T>;
    [T] axum::extract::ConnectInfo<T>;
    [] axum::extract::MatchedPath;
    [] axum::http::HeaderMap;
    [] axum::http::Method;
    [] axum::http::Uri;
}
