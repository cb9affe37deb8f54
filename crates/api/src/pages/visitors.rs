//! The way of visitors of sites to an identity provider: they come with a ticket of the site, and leave with the cookie
//! of the sign-in.

use axum::extract::State;
use axum::response::Response;
use maud::html;
use quire_app::App;
use quire_app::accounts::sign_in_bounds::Origin;
use quire_app::sso::oidc::OidcName;
use quire_app::sso::sign_in::{Begun, Goal};
use quire_app::sso::visit::Visit;
use quire_app::sso::visits::VisitorProvider;
use serde::Deserialize;

use super::Failure;
use super::company::send_off;
use super::layout::{Page, alert};
use super::oidc::description;
use super::sign_in::Asker;
use crate::context::Context;
use crate::endpoint::Query;
use crate::error::Problem;

/// The query with which a site sends a visitor here.
#[derive(Deserialize)]
pub(super) struct Arrival {
    #[serde(default)]
    ticket: String,
}

/// Handles `GET /sign-in/visitor`: sends a visitor of a site to the provider.
pub(super) async fn start(
    State(context): State<Context>,
    Query(Arrival { ticket }): Query<Arrival>,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let (visit, provider) = context.run(move |app| app.visit_to_begin(&ticket)).await?;
    let address = visit.address();
    match begin(&context, visit, provider, from).await {
        Ok(begun) => Ok(send_off(&context, &begun)?),
        Err(problem) if problem.status().is_client_error() => Ok(failure(&problem, &address)),
        Err(problem) => Err(Failure(problem)),
    }
}

async fn begin(context: &Context, visit: Visit, provider: VisitorProvider, from: Origin) -> Result<Begun, Problem> {
    match provider {
        VisitorProvider::Saml(id) => context.run(move |app| app.begin_saml(id, Goal::Visit(&visit), &from)).await,
        VisitorProvider::Oidc(id) => {
            let active = context.run(move |app| app.oidc_to_begin(OidcName::Provider(id), &from)).await?;
            let discovery = description(context, &active).await?;
            context.run(move |app: &App| app.begin_oidc(&active, &discovery, Goal::Visit(&visit), None)).await
        }
    }
}

/// Returns the page of a sign-in that could not begin, which leads back to the site.
fn failure(problem: &Problem, address: &str) -> Response {
    Page::new("This did not work").status(problem.status()).show(&html! {
        h1 { "This did not work" }
        (alert(problem.message()))
        p { a href=(address) { "Back to the site" } }
    })
}
