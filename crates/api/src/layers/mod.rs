//! What every response has, whatever route answers: request id, JSON errors, rate limits, CORS, entity tags,
//! compression, a log line, the address of the client; and what no request escapes: time-out, bound of its body, a panic that ends only itself.
//!
//! All of it is one middleware (`edge`), so that a request pays for one future and not for ten. Bounds of uploads are
//! not here: their handlers know how much they expect.

pub(crate) mod caller;
mod compression;
mod cors;
mod edge;
mod etag;
mod guard;
mod rates;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Method;

pub use cors::EXPOSED;

use quire_model::credentials::session_cookie;

use crate::clients::TrustedProxies;

/// The seconds of Unix time.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Random numbers, each another.
pub type Entropy = Arc<dyn Fn() -> u128 + Send + Sync>;

/// How the layers behave.
#[derive(Clone)]
pub struct Options {
    /// How long a request may take until its response starts; then 503.
    pub timeout: Duration,
    /// The routes that may take longer.
    pub untimed: Untimed,
    /// The name of the cookie of a session.
    pub session_cookie: &'static str,
    /// How many bytes a JSON body may have, where the endpoint does not say; more is 413.
    pub body_limit: usize,
    /// How many requests one caller has per minute; 0 is no limit.
    pub requests_per_minute: u32,
    /// How many requests in a minute with a token or session that is nobody's one address has before those are refused
    /// unread; 0 is no limit.
    pub bad_tokens_per_minute: u16,
    /// The proxies that say for whom they ask.
    pub trusted_proxies: TrustedProxies,
    /// The time, for the rate limit's headers.
    pub clock: Clock,
    /// Where request ids come from.
    pub entropy: Entropy,
}

impl Options {
    /// The defaults: 30 seconds, 1 MiB, no rate limit, 60 bad tokens a minute, no proxies.
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

/// Routes without a time-out.
#[derive(Debug, Clone, Default)]
pub struct Untimed {
    methods: HashMap<String, Vec<Method>>,
}

impl Untimed {
    fn contains(&self, method: &Method, path: &str) -> bool {
        self.methods.get(path).is_some_and(|methods| methods.contains(method))
    }
}

impl FromIterator<(Method, String)> for Untimed {
    fn from_iter<I: IntoIterator<Item = (Method, String)>>(routes: I) -> Self {
        let mut untimed = Self::default();
        for (method, path) in routes {
            untimed.methods.entry(path).or_default().push(method);
        }
        untimed
    }
}

/// The router with the layers around all that it has so far, its fallback included.
pub fn apply<S: Clone + Send + Sync + 'static>(router: Router<S>, options: Options) -> Router<S> {
    router.layer(edge::EdgeLayer::new(options))
}
