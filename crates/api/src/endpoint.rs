//! Endpoints: routes and their OpenAPI document, collected from the types of the same handlers.
//!
//! The invariant: a route cannot be added without a description, and the description comes from the handler's
//! arguments and return type. Mistakes that types cannot rule out (a path parameter that nothing reads, an operation
//! id that is used twice) are panics when the document is made, which tests do. The headers that the layers add to every
//! response are not here.

mod bodies;
mod document;
mod handler;
mod json;
mod operation;
mod patch;
mod path;
mod query;
mod reply;
mod schemas;
mod unread;
mod untimed;

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::http::header::ALLOW;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter};

pub(crate) use bodies::{Bodies, Held};
use document::Described;
pub use document::{Description, Info};
use handler::AnyHandler;
pub use handler::{Endpoint, Input, Output};
pub use json::{BodyLimit, Json, Upload};
pub(crate) use json::{lenient, part};
pub use operation::{Op, OperationDescription, op};
pub use patch::{Change, Patch, nullable};
pub use path::Path;
pub use query::Query;
pub use reply::{AnyMedia, Created, Listing, Media, MediaType, Moved, NoContent, Rendered, Warned};
pub use schemas::Schemas;
pub(crate) use unread::Unread;
pub use untimed::Untimed;

use crate::error::Problem;

/// Routes with their descriptions, under construction.
pub struct Endpoints<S> {
    routes: Vec<Route<S>>,
}

struct Route<S> {
    described: Described,
    router: MethodRouter<S>,
}

/// The result of collecting endpoints: the routes and their description.
pub struct Api<S> {
    /// The routes, without layers and state.
    pub router: Router<S>,
    /// The description of all operations.
    pub description: Description,
    /// The routes without a time-out, for [`Options`](crate::layers::Options).
    pub untimed: Untimed,
}

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident $method:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name<H, M>(self, path: &str, handler: H, op: Op) -> Self
        where
            H: Endpoint<M, S>,
            M: 'static,
        {
            self.on(Method::$method, MethodFilter::$method, path, handler, op)
        }
    )*};
}

impl<S: Clone + Send + Sync + 'static> Endpoints<S> {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self { routes: Vec::new() }
    }

    methods! {
        /// Adds a GET endpoint, which answers HEAD too.
        get GET;
        /// Adds a POST endpoint.
        post POST;
        /// Adds a PUT endpoint.
        put PUT;
        /// Adds a PATCH endpoint.
        patch PATCH;
        /// Adds a DELETE endpoint.
        delete DELETE;
    }

    /// Adds all endpoints of `other`.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.routes.extend(other.routes);
        self
    }

    /// Adds all endpoints of `other` under a further prefix. `rename` changes each operation id, so that the same
    /// handlers can be mounted under several prefixes.
    #[must_use]
    pub fn nest(mut self, prefix: &str, other: Self, rename: impl Fn(&str) -> String) -> Self {
        self.routes.extend(other.routes.into_iter().map(|mut route| {
            let Described { path, op, .. } = &mut route.described;
            path.insert_str(0, prefix);
            op.id = rename(&op.id).into();
            route
        }));
        self
    }

    fn on<H, M>(mut self, method: Method, filter: MethodFilter, path: &str, handler: H, op: Op) -> Self
    where
        H: Endpoint<M, S>,
        M: 'static,
    {
        let router = MethodRouter::new().on(filter, AnyHandler::new(handler, op.body_limit));
        let described = Described { path: path.to_owned(), method, op, describe: H::describe };
        self.routes.push(Route { described, router });
        self
    }

    /// Builds the routes, described by `info` as a whole.
    pub fn finish(self, info: Info) -> Api<S> {
        let untimed = self.routes.iter().map(|route| &route.described).filter(|route| route.op.untimed);
        let untimed = untimed.map(|route| (route.method.clone(), route.path.clone())).collect();
        let mut operations = Vec::with_capacity(self.routes.len());
        let mut paths: BTreeMap<String, (Vec<Method>, MethodRouter<S>)> = BTreeMap::new();
        for Route { described, router } in self.routes {
            let (methods, merged) = paths.entry(described.path.clone()).or_default();
            methods.push(described.method.clone());
            *merged = std::mem::take(merged).merge(router);
            operations.push(described);
        }
        let router = paths.into_iter().fold(Router::new(), |router, (path, (methods, handlers))| {
            router.route(&path, handlers.fallback(other_methods(&methods)))
        });
        Api { router, description: Description::new(info, operations), untimed }
    }
}

impl<S: Clone + Send + Sync + 'static> Default for Endpoints<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the handler for the methods that a path does not have: OPTIONS lists the allowed ones, the others get 405.
fn other_methods<S>(methods: &[Method]) -> impl Handler<OtherMethods, S> + use<S>
where
    S: Clone + Send + Sync + 'static,
{
    let mut names: Vec<&str> = methods.iter().map(Method::as_str).chain(["OPTIONS"]).collect();
    if methods.contains(&Method::GET) {
        names.push("HEAD");
    }
    names.sort_unstable();
    let allow = HeaderValue::from_str(&names.join(", ")).expect("names of methods are ASCII");
    OtherMethods(allow)
}

#[derive(Clone)]
struct OtherMethods(HeaderValue);

impl<S> Handler<OtherMethods, S> for OtherMethods {
    type Future = std::future::Ready<Response>;

    fn call(self, request: Request, _: S) -> Self::Future {
        std::future::ready(if request.method() == Method::OPTIONS {
            (StatusCode::NO_CONTENT, [(ALLOW, self.0)]).into_response()
        } else {
            Problem::method_not_allowed(self.0).into_response()
        })
    }
}
