//! Routes without a time-out.

use std::collections::HashMap;

use axum::http::Method;

/// The routes without a time-out, by path and method.
#[derive(Debug, Clone, Default)]
pub struct Untimed {
    methods: HashMap<String, Vec<Method>>,
}

impl Untimed {
    /// Returns true if a route has no time-out.
    pub(crate) fn contains(&self, method: &Method, path: &str) -> bool {
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
