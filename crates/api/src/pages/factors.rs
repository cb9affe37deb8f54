//! The pages of the second factor: at sign-in, and on the user's own account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use quire_app::accounts::factors::{NewFactor, ShownFactor};
use quire_workers::Refusal;
use serde::Deserialize;

use super::account::again;
use super::form::{Current, Form};
use super::layout::{Mistake, Page, alert, current_password, wrong};
use super::sign_in::{Asker, welcome};
use super::{Failure, Member, destination, qr, see};
use crate::context::{Context, WorkKind};
use crate::error::Problem;

/// The fields by which a sign-in goes on after its first factor.
#[derive(Deserialize)]
pub(super) struct Second {
    #[serde(default)]
    challenge: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
}

/// Returns the page that asks for the second factor.
pub(super) fn ask(challenge: &str, next: &str, problem: Option<&str>) -> Markup {
    html! {
        h1 { "One more step" }
        @if let Some(words) = problem { (alert(words)) }
        form method="post" action="/sign-in/factor" {
            input type="hidden" name="challenge" value=(challenge);
            input type="hidden" name="next" value=(destination(next));
            label for="code" { "Code of your authenticator app, or a recovery code" }
            input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
                maxlength="40" autofocus;
            button.main { "Sign in" }
        }
        p { a href="/sign-in" { "Back to the sign-in page" } }
    }
}

/// Handles `POST /sign-in/factor`: signs in with the second factor.
pub(super) async fn answer(
    State(context): State<Context>,
    Asker(from): Asker,
    Form(Second { challenge, code, next }): Form<Second>,
) -> Result<Response, Failure> {
    let asked = challenge.clone();
    match context.run(move |app| app.sign_in_with_factor(&asked, &code, &from)).await {
        Ok(signed_in) => Ok(welcome(&context, &signed_in, &next)),
        Err(problem) => refused(&problem, "One more step", &ask(&challenge, &next, Some(problem.message()))),
    }
}

/// Returns the page of a refused code, or the failure.
fn refused(problem: &Problem, title: &'static str, content: &Markup) -> Result<Response, Failure> {
    match problem.status() {
        StatusCode::UNAUTHORIZED | StatusCode::BAD_REQUEST | StatusCode::CONFLICT => {
            Ok(Page::new(title).status(StatusCode::UNPROCESSABLE_ENTITY).show(content))
        }
        StatusCode::TOO_MANY_REQUESTS => {
            let mut page = Page::new(title).status(StatusCode::TOO_MANY_REQUESTS).show(content);
            page.extensions_mut().insert(Refusal("tries of second factors"));
            Ok(page)
        }
        _ => Err(Failure(problem.clone())),
    }
}

/// Returns the section of the account page about the second factor.
pub(super) fn section(factor: Option<ShownFactor>, needs_current: bool, mistake: Option<&Mistake>) -> Markup {
    html! {
        section aria-labelledby="factor" {
            h2 id="factor" { "Second factor" }
            @if let Some(ShownFactor { codes, .. }) = factor {
                p { "A code of your authenticator app is asked for when you sign in. " (codes) " recovery codes are left." }
                form method="post" action="/account/factor/change" {
                    label for="code" { "Code of the app, or a recovery code" }
                    (code_field(Mistake::of(mistake, "code")))
                    button name="change" value="codes" { "New recovery codes" }
                    button name="change" value="remove" { "Remove the second factor" }
                }
            } @else {
                p { "Besides your password or a link, ask for a code of an authenticator app when you sign in." }
                form method="post" action="/account/factor" {
                    @if needs_current { (current_password("factor-current", mistake)) }
                    button { "Set up an authenticator app" }
                }
            }
        }
    }
}

fn code_field(words: Option<&str>) -> Markup {
    html! {
        input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
            maxlength="40" autofocus[words.is_some()] aria-invalid=[words.map(|_| "true")]
            aria-describedby=[words.map(|_| "code-wrong")];
        (wrong("code", words))
    }
}

const TITLE: &str = "Second factor";

/// Handles `POST /account/factor`: shows the key for a new authenticator app.
pub(super) async fn begin(
    State(context): State<Context>,
    Member(caller): Member,
    Form(Current { current }): Form<Current>,
) -> Result<Response, Failure> {
    let asking = caller.clone();
    match context.run_in(WorkKind::Password, move |app| app.begin_factor(&asking, &current)).await {
        Ok(new) => Ok(Page::new(TITLE).show(&setup(&new, None))),
        Err(problem) if problem.status() == StatusCode::CONFLICT => again(&context, caller, problem, "code").await,
        Err(problem) => again(&context, caller, problem, "factor-current").await,
    }
}

fn setup(new: &NewFactor, problem: Option<&str>) -> Markup {
    html! {
        h1 { "Set up an authenticator app" }
        @if let Some(words) = problem { (alert(words)) }
        p { "Scan this picture with the app, or add an account with the key below it (time-based, 6 digits), or open the app on this device." }
        @if !new.uri.is_empty() { (qr::picture(&new.uri, "QR code for the authenticator app")) }
        p { code { (new.key) } }
        p { a.button href=(new.uri) { "Open the app" } }
        form method="post" action="/account/factor/confirm" {
            input type="hidden" name="key" value=(new.key);
            input type="hidden" name="uri" value=(new.uri);
            label for="code" { "Code that the app shows now" }
            (code_field(None))
            button.main { "Turn on" }
        }
        p { a href="/account" { "Back to your account" } }
    }
}

/// A code of a new app. The key comes back for the page of a wrong code alone; the stored one counts.
#[derive(Deserialize)]
pub(super) struct Confirm {
    #[serde(default)]
    code: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    uri: String,
}

/// Handles `POST /account/factor/confirm`: turns the second factor on and shows the recovery codes.
pub(super) async fn confirm(
    State(context): State<Context>,
    Member(caller): Member,
    Form(Confirm { code, key, uri }): Form<Confirm>,
) -> Result<Response, Failure> {
    match context.run(move |app| app.confirm_factor(&caller, &code)).await {
        Ok(codes) => Ok(Page::new(TITLE).show(&recovery(&codes))),
        Err(problem) => {
            let uri = if uri.starts_with("otpauth://totp/") { uri } else { String::new() };
            refused(&problem, TITLE, &setup(&NewFactor { key, uri }, Some(problem.message())))
        }
    }
}

#[derive(Deserialize)]
pub(super) struct ChangeFactor {
    #[serde(default)]
    code: String,
    #[serde(default)]
    change: Wanted,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    #[default]
    Codes,
    Remove,
}

/// Handles `POST /account/factor/change`: replaces the recovery codes, or removes the second factor.
pub(super) async fn change(
    State(context): State<Context>,
    Member(caller): Member,
    Form(ChangeFactor { code, change }): Form<ChangeFactor>,
) -> Result<Response, Failure> {
    let asking = caller.clone();
    let done = match change {
        Wanted::Codes => context.run(move |app| app.renew_recovery_codes(&asking, &code)).await.map(Some),
        Wanted::Remove => context.run(move |app| app.remove_factor(&asking, &code)).await.map(|()| None),
    };
    match done {
        Ok(Some(codes)) => Ok(Page::new(TITLE).show(&recovery(&codes))),
        Ok(None) => Ok(see("/account?done=factor")),
        Err(problem) => again(&context, caller, problem, "code").await,
    }
}

fn recovery(codes: &[String]) -> Markup {
    html! {
        h1 { "Recovery codes" }
        p { "Keep these codes where you keep passwords. Each replaces a code of the app once. They are not shown again." }
        ul.codes { @for code in codes { li { code { (code) } } } }
        p { a.button.main href="/account" { "I have kept them" } }
    }
}
