//! The pages of passkeys: at sign-in, and on the user's own account. They are the only ones with a script, whose hash is
//! in their policy.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use quire_app::accounts::passkeys::Passkey;
use quire_model::ids::PasskeyId;
use quire_model::text::PasskeyName;
use serde::Deserialize;

use super::account::{again, time};
use super::form::Form;
use super::layout::{Mistake, Page, alert, current_password, wrong};
use super::sign_in::{Asker, Wish, welcome};
use super::{Failure, Member, destination, see};
use crate::context::{Context, WorkKind};
use crate::endpoint::Query;
use crate::error::Problem;

const SCRIPT: &str = include_str!("passkeys.js");

const SIGN_IN: &str = "Sign in with a passkey";
const ADD: &str = "Add a passkey";

/// Handles `GET /sign-in/passkey`: shows the button that asks the browser for a passkey.
pub(super) async fn ask(
    State(context): State<Context>,
    Query(Wish { next }): Query<Wish>,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let options = context.run(move |app| app.begin_passkey_sign_in(&from)).await?;
    Ok(Page::new(SIGN_IN).script(SCRIPT).show(&asking(&options, destination(&next), None)))
}

fn asking(options: &str, next: &str, problem: Option<&str>) -> Markup {
    html! {
        h1 { (SIGN_IN) }
        @if let Some(words) = problem { (alert(words)) }
        form method="post" action="/sign-in/passkey" data-passkey=(options) {
            input type="hidden" name="answer";
            input type="hidden" name="next" value=(next);
            button.main autofocus { "Use a passkey" }
        }
        (messages())
        p { a href="/sign-in" { "Sign in another way" } }
    }
}

/// Returns the sentences that the script shows.
fn messages() -> Markup {
    html! {
        noscript { p { "Passkeys need JavaScript, which is switched off in this browser." } }
        p.alert id="passkey-said" role="alert" hidden
            data-missing="This browser has no passkeys."
            data-failed="The browser did not give a passkey. Try again, or use another way." {}
    }
}

/// The answer of a browser, and the page to show afterwards.
#[derive(Deserialize)]
pub(super) struct Answer {
    #[serde(default)]
    answer: String,
    #[serde(default)]
    next: String,
}

/// Handles `POST /sign-in/passkey`: signs in, or asks again.
pub(super) async fn sign_in(
    State(context): State<Context>,
    Asker(from): Asker,
    Form(Answer { answer, next }): Form<Answer>,
) -> Result<Response, Failure> {
    let asker = from.clone();
    let problem = match context.run(move |app| app.sign_in_with_passkey(&answer, &asker)).await {
        Ok(signed_in) => return Ok(welcome(&context, &signed_in, &next)),
        Err(problem) => problem,
    };
    if !matches!(problem.status(), StatusCode::UNAUTHORIZED | StatusCode::BAD_REQUEST) {
        return Err(Failure(problem));
    }
    let options = context.run(move |app| app.begin_passkey_sign_in(&from)).await?;
    let page = Page::new(SIGN_IN).script(SCRIPT).status(StatusCode::UNPROCESSABLE_ENTITY);
    Ok(page.show(&asking(&options, destination(&next), Some(problem.message()))))
}

/// Returns the section of the account page about passkeys.
pub(super) fn section(passkeys: &[Passkey], needs_current: bool, mistake: Option<&Mistake>) -> Markup {
    html! {
        section aria-labelledby="passkeys" {
            h2 id="passkeys" { "Passkeys" }
            p { "A passkey signs you in by the fingerprint, the face or the PIN of a device, without a password or a code." }
            @if !passkeys.is_empty() {
                ul { @for passkey in passkeys { (item(passkey)) } }
            }
            form method="post" action="/account/passkeys" {
                label for="passkey-name" { "Name of the new passkey" }
                input id="passkey-name" name="name" required maxlength="100" placeholder="Laptop";
                (wrong("passkey-name", Mistake::of(mistake, "passkey-name")))
                @if needs_current { (current_password("passkey-current", mistake)) }
                button { "Add a passkey" }
            }
        }
    }
}

fn item(passkey: &Passkey) -> Markup {
    html! {
        li {
            div {
                strong { (passkey.name) }
                p.hint { "Added " (time(passkey.created_at)) }
                @if let Some(used) = passkey.last_used_at { p.hint { "Last used " (time(used)) } }
            }
            form method="post" action="/account/passkeys/remove" {
                input type="hidden" name="passkey" value=(passkey.id);
                button aria-label={ "Remove the passkey " (passkey.name) } { "Remove" }
            }
        }
    }
}

/// The name of a new passkey, and the current password of those who must give it.
#[derive(Deserialize)]
pub(super) struct NewPasskey {
    #[serde(default)]
    name: String,
    #[serde(default)]
    current: String,
}

/// Handles `POST /account/passkeys`: shows the button that has the browser make a passkey.
pub(super) async fn begin(
    State(context): State<Context>,
    Member(caller): Member,
    Form(NewPasskey { name, current }): Form<NewPasskey>,
) -> Result<Response, Failure> {
    let name = match PasskeyName::try_from(name.trim().to_owned()) {
        Ok(name) => name,
        Err(e) => {
            let problem = Problem::bad_request(format!("The name {e}."));
            return again(&context, caller, problem, "passkey-name").await;
        }
    };
    let asking = caller.clone();
    match context.run_in(WorkKind::Password, move |app| app.begin_passkey(&asking, &current)).await {
        Ok(options) => Ok(Page::new(ADD).script(SCRIPT).show(&making(&options, name.as_str()))),
        Err(problem) => again(&context, caller, problem, "passkey-current").await,
    }
}

fn making(options: &str, name: &str) -> Markup {
    html! {
        h1 { (ADD) }
        p { "Your browser asks where to keep the passkey " strong { (name) } "." }
        form method="post" action="/account/passkeys/add" data-passkey=(options) {
            input type="hidden" name="answer";
            input type="hidden" name="name" value=(name);
            button.main autofocus { "Go on" }
        }
        (messages())
        p { a href="/account" { "Back to your account" } }
    }
}

/// The name of a passkey, and what the browser says of it.
#[derive(Deserialize)]
pub(super) struct Made {
    #[serde(default)]
    name: String,
    #[serde(default)]
    answer: String,
}

/// Handles `POST /account/passkeys/add`: adds the passkey that the browser made.
pub(super) async fn add(
    State(context): State<Context>,
    Member(caller): Member,
    Form(Made { name, answer }): Form<Made>,
) -> Result<Response, Failure> {
    let name = PasskeyName::try_from(name).map_err(|e| Problem::bad_request(format!("The name {e}.")))?;
    let adding = caller.clone();
    match context.run(move |app| app.add_passkey(&adding, &name, &answer)).await {
        Ok(()) => Ok(see("/account?done=passkey")),
        Err(problem) if problem.status().is_server_error() => Err(Failure(problem)),
        Err(problem) => {
            let problem = Problem::bad_request(problem.message().to_owned());
            again(&context, caller, problem, "passkey-name").await
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Removed {
    #[serde(default)]
    passkey: String,
}

/// Handles `POST /account/passkeys/remove`: removes a passkey.
pub(super) async fn remove(
    State(context): State<Context>,
    Member(caller): Member,
    Form(Removed { passkey }): Form<Removed>,
) -> Result<Response, Failure> {
    let id: PasskeyId = passkey.parse().map_err(|_| Problem::not_found("there is no such passkey"))?;
    context.run(move |app| app.remove_passkey(&caller, id)).await?;
    Ok(see("/account?done=no-passkey"))
}
