//! Who is calling, by the token in the request.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use quire_app::{Caller, callers};

use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::error::Problem;

/// The caller, proved by `Authorization: Bearer …`.
pub(crate) struct Bearer(pub(crate) Arc<Caller>);

impl FromRequestParts<Context> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let missing = quire_app::Error::Unauthenticated("this needs the header Authorization: Bearer <token>");
        let secret = token(parts).ok_or(missing)?;
        let secret = callers::hash(secret);
        let caller = match context.app().recall(secret) {
            Some(known) => known?,
            None => context.run(move |app| app.authenticate(secret)).await?,
        };
        Ok(Self(caller))
    }
}

fn token(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim()).filter(|secret| !secret.is_empty())
}

/// Security is the document's default: there is nothing to add.
impl Input for Bearer {
    fn describe(_: &mut OperationDescription, _: &mut Schemas) {}
}
