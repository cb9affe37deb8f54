//! The layers around all routes: request ids, JSON errors, rate limits, CORS, entity tags, compression, access log,
//! client addresses, time-outs, size limits of bodies, and isolation of panics.
//!
//! All of it is one middleware (`edge`), so that a request costs one future and not ten. Size limits of uploads are
//! not here: their handlers know the expected size.

pub(crate) mod caller;
mod compression;
mod cors;
mod edge;
mod etag;
mod guard;
mod rates;
#[cfg(test)]
mod tests;
mod unsent;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;

pub(crate) use compression::compress;
pub use cors::EXPOSED;
pub(crate) use edge::{EdgeLayer, Facts};

use quire_model::credentials::session_cookie;

use crate::clients::TrustedProxies;
use crate::endpoint::Untimed;

/// A source of the current time, in seconds since the Unix epoch.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// A source of random numbers.
pub type Entropy = Arc<dyn Fn() -> u128 + Send + Sync>;

/// The options of the layers.
#[derive(Clone)]
pub struct Options {
    /// The time until the response to a request has to start; after it the response is 503.
    pub timeout: Duration,
    /// The routes without a time-out.
    pub untimed: Untimed,
    /// The name of the session cookie.
    pub session_cookie: &'static str,
    /// The maximum size of a JSON body in bytes, unless the endpoint has its own; larger ones get 413.
    pub body_limit: usize,
    /// The maximum number of requests of one caller per minute; 0 is no limit.
    pub requests_per_minute: u32,
    /// The maximum number of requests per minute and address with invalid tokens or sessions, after which unknown ones
    /// are refused without being verified; 0 is no limit.
    pub bad_tokens_per_minute: u16,
    /// The proxies whose forwarding headers are trusted.
    pub trusted_proxies: TrustedProxies,
    /// The source of the current time, for rate limits and log lines about refusals.
    pub clock: Clock,
    /// The source of request ids.
    pub entropy: Entropy,
}

impl Options {
    /// Returns the defaults: 30 seconds, 1 MiB, no rate limit, 60 bad tokens a minute, no proxies.
    pub fn new(clock: Clock, entropy: Entropy) -> Self {
        Self {
            timeout: Duration::from_secs(30),
            untimed: Untimed::default(),
            session_cookie: session_cookie(""),
            body_limit: 1 << 20,
            requests_per_minute: 0,
            bad_tokens_per_minute: 60,
            trusted_proxies: TrustedProxies::default(),
            clock,
            entropy,
        }
    }
}

/// Wraps all routes of the router, including its fallback, in the layers.
pub fn apply<S: Clone + Send + Sync + 'static>(router: Router<S>, options: Options) -> Router<S> {
    router.layer(EdgeLayer::new(options))
}
