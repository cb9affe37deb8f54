//! Authentication of callers, by the token in the request or else by the session in its cookie.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use quire_app::accounts::sessions;
use quire_app::{Caller, callers};
use quire_model::credentials;

use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::error::Problem;
use crate::layers::caller::{Presented, Proof};

/// Marks the requests of the operator, which are made in this process. Nothing that a client sends becomes an extension.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operator;

/// The caller, authenticated by `Authorization: Bearer …` or by a session cookie.
pub(crate) struct Bearer(pub(crate) Arc<Caller>);

impl FromRequestParts<Context> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        if let Some(Operator) = parts.extensions.get() {
            return Ok(Self(Arc::new(Caller::operator())));
        }
        if parts.headers.contains_key(AUTHORIZATION) {
            return by_token(parts, context).await.map(Self);
        }
        match context.place().secret(&parts.headers) {
            Some(secret) => {
                context.place().own_if_unsafe(&parts.method, &parts.headers)?;
                by_session(secret, parts, context).await.map(Self)
            }
            None => Err(MISSING.into()),
        }
    }
}

const MISSING: quire_app::Error =
    quire_app::Error::Unauthenticated("this needs the header Authorization: Bearer <token>");

async fn by_token(parts: &Parts, context: &Context) -> Result<Arc<Caller>, Problem> {
    let secret = callers::hash(token(&parts.headers).ok_or(MISSING)?);
    let caller = match context.app().recall(secret) {
        Some(known) => known.map_err(Problem::from),
        None => context.run(move |app| app.authenticate(secret)).await,
    };
    settled(parts, caller)
}

/// Returns the caller whose session has this secret, which the request sent.
pub(crate) async fn by_session(secret: &str, parts: &Parts, context: &Context) -> Result<Arc<Caller>, Problem> {
    let secret = sessions::hash(secret);
    let caller = match context.app().recall_session(secret) {
        Some(known) => known.map_err(Problem::from),
        None => context.run(move |app| app.authenticate_session(secret)).await,
    };
    settled(parts, caller)
}

/// Reports to the layers whether the secret is valid.
fn settled(parts: &Parts, caller: Result<Arc<Caller>, Problem>) -> Result<Arc<Caller>, Problem> {
    if let Ok(caller) = &caller {
        quire_workers::change_payer(caller.payer());
    }
    if let Some(presented) = parts.extensions.get::<Presented>() {
        match &caller {
            Ok(_) => presented.settle(Proof::Good),
            Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => presented.settle(Proof::Bad),
            Err(_) => {}
        }
    }
    caller
}

/// Returns the token that a request presents.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    credentials::bearer(headers.get(AUTHORIZATION)?.as_bytes())
}

/// Adds nothing: the bearer scheme is the document's default.
impl Input for Bearer {
    fn describe(_: &mut OperationDescription, _: &mut Schemas) {}
}
