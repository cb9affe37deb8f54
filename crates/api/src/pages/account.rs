//! The account page: name, password, and sessions in browsers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use quire_app::accounts::Profile;
use quire_app::accounts::factors::ShownFactor;
use quire_app::accounts::sessions::Session;
use quire_app::accounts::users::User;
use quire_app::{App, Caller, Error};
use quire_model::ids::SessionId;
use quire_model::people::Password;
use quire_model::text::DisplayName;
use quire_model::time::Timestamp;
use serde::Deserialize;

use super::factors;
use super::form::Form;
use super::layout::{Page, alert, current_password};
use super::{Failure, Member, see};
use crate::context::{Context, WorkKind};
use crate::endpoint::{Patch, Query};
use crate::error::Problem;

/// The data of the account page.
struct Account {
    user: User,
    needs_current: bool,
    sessions: Vec<Session>,
    own: Option<SessionId>,
    factor: Option<ShownFactor>,
    /// False for a session of one organization, which has no part in the account's factors.
    is_whole: bool,
    /// The label of the provider of the server, and true if it can sign the user in.
    provider: Option<(String, bool)>,
}

impl Account {
    fn load(app: &App, caller: &Caller) -> Result<Self, Error> {
        Ok(Self {
            user: app.current_user(caller)?,
            needs_current: app.needs_current_password(caller)?,
            sessions: app.list_sessions(caller)?,
            own: caller.session(),
            factor: if caller.only().is_none() { app.get_factor(caller)? } else { None },
            is_whole: caller.only().is_none(),
            provider: app.server_link(caller)?,
        })
    }
}

/// The query that names the change just made, for its confirmation.
#[derive(Deserialize)]
pub(super) struct Done {
    #[serde(default)]
    done: String,
}

/// Handles `GET /account`: shows the page.
pub(super) async fn show(
    State(context): State<Context>,
    Member(caller): Member,
    Query(Done { done }): Query<Done>,
) -> Result<Response, Failure> {
    let account = context.run(move |app| Account::load(app, &caller)).await?;
    let word = match done.as_str() {
        "name" => "Your name is changed.",
        "password" => "Your password is changed. Other browsers are signed out.",
        "sessions" => "Signed out there.",
        "link" => "Your account is linked.",
        "factor" => "Your second factor is removed.",
        "unlink" => "Your account is not linked any more.",
        _ => "",
    };
    let said = html! { @if !word.is_empty() { p.done role="status" { (word) } } };
    Ok(Page::new(TITLE).show(&page(&account, &said)))
}

const TITLE: &str = "Your account";

#[derive(Deserialize)]
pub(super) struct NewName {
    #[serde(default)]
    name: String,
}

/// Handles `POST /account/name`: changes the display name.
pub(super) async fn rename(
    State(context): State<Context>,
    Member(caller): Member,
    Form(NewName { name }): Form<NewName>,
) -> Result<Response, Failure> {
    let changed = match DisplayName::try_from(name.trim().to_owned()) {
        Ok(name) => {
            let caller = caller.clone();
            let profile = Profile { display_name: Some(name), photo_url: Patch::Keep };
            let change = move |app: &App| match caller.user() {
                Some(user) => app.update_user(&caller, user, &profile).map(drop),
                None => Ok(()),
            };
            context.run(change).await
        }
        Err(e) => Err(Problem::bad_request(format!("Your name {e}."))),
    };
    after(&context, caller, changed, "/account?done=name").await
}

#[derive(Deserialize)]
pub(super) struct NewPassword {
    #[serde(default)]
    current: String,
    #[serde(default)]
    new: String,
}

/// Handles `POST /account/password`: sets or changes the password.
pub(super) async fn change_password(
    State(context): State<Context>,
    Member(caller): Member,
    Form(NewPassword { current, new }): Form<NewPassword>,
) -> Result<Response, Failure> {
    let changed = match Password::try_from(new) {
        Ok(new) => {
            let caller = caller.clone();
            context.run_in(WorkKind::Password, move |app| app.change_password(&caller, &current, &new)).await
        }
        Err(e) => Err(Problem::bad_request(format!("The new password {e}."))),
    };
    after(&context, caller, changed, "/account?done=password").await
}

#[derive(Deserialize)]
pub(super) struct EndSessions {
    /// The session to end; all sessions except the current one if absent.
    session: Option<String>,
}

/// Handles `POST /account/sessions`: signs other browsers out.
pub(super) async fn end_sessions(
    State(context): State<Context>,
    Member(caller): Member,
    Form(EndSessions { session }): Form<EndSessions>,
) -> Result<Response, Failure> {
    let session = session.map(|id| id.parse::<SessionId>()).transpose();
    let session = session.map_err(|_| Problem::not_found("there is no such session"))?;
    let end = move |app: &App| match session {
        Some(id) => app.end_session(&caller, id),
        None => app.end_other_sessions(&caller),
    };
    context.run(end).await?;
    Ok(see("/account?done=sessions"))
}

/// Returns a redirect to the next page after a change, or the account page with the error.
async fn after(
    context: &Context,
    caller: Arc<Caller>,
    changed: Result<(), Problem>,
    next: &str,
) -> Result<Response, Failure> {
    let Err(problem) = changed else { return Ok(see(next)) };
    let status = match problem.status() {
        StatusCode::BAD_REQUEST => StatusCode::UNPROCESSABLE_ENTITY,
        StatusCode::TOO_MANY_REQUESTS => StatusCode::TOO_MANY_REQUESTS,
        _ => return Err(Failure(problem)),
    };
    let account = context.run(move |app| Account::load(app, &caller)).await?;
    Ok(Page::new(TITLE).status(status).show(&page(&account, &alert(problem.message()))))
}

fn page(account: &Account, said: &Markup) -> Markup {
    let Account { user, needs_current, .. } = account;
    html! {
        h1 { (TITLE) }
        (said)
        section aria-labelledby="you" {
            h2 id="you" { "You" }
            dl { dt { "E-mail address" } dd { (user.email) } }
            form method="post" action="/account/name" {
                label for="name" { "Name, which others see" }
                input id="name" name="name" value=(user.display_name) autocomplete="name" required maxlength="100";
                button { "Save" }
            }
        }
        section aria-labelledby="password" {
            h2 id="password" { "Password" }
            form method="post" action="/account/password" {
                // Password managers read the user name from this field.
                input name="username" value=(user.email) autocomplete="username" readonly hidden;
                @if *needs_current { (current_password("current")) }
                label for="new" { "New password" }
                input id="new" name="new" type="password" autocomplete="new-password" required minlength="12"
                    maxlength="1024" aria-describedby="rule";
                p.hint id="rule" { "At least 12 characters. You will be signed out in all other browsers." }
                button { "Change the password" }
            }
        }
        @if account.is_whole { (factors::section(account.factor, *needs_current)) }
        @if let Some((label, is_linked)) = &account.provider { (provider(label, *is_linked, *needs_current)) }
        section aria-labelledby="sessions" {
            h2 id="sessions" { "Where you are signed in" }
            ul { @for session in &account.sessions { (item(session, account.own)) } }
            @if account.sessions.len() > 1 {
                form method="post" action="/account/sessions" { button { "Sign out everywhere else" } }
            }
        }
        form.leave method="post" action="/sign-out" { button.main { "Sign out" } }
    }
}

/// Returns the section about the provider of the server.
fn provider(label: &str, is_linked: bool, needs_current: bool) -> Markup {
    html! {
        section aria-labelledby="provider" {
            h2 id="provider" { (label) }
            @if is_linked {
                p { (label) " can sign you in." }
                form method="post" action="/account/unlink" { button { "Unlink" } }
            } @else {
                p { "Link your account to sign in by " (label) "." }
                form method="post" action="/account/link" {
                    @if needs_current { (current_password("link-current")) }
                    button { "Link" }
                }
            }
        }
    }
}

fn item(session: &Session, own: Option<SessionId>) -> Markup {
    let name = browser(&session.agent);
    html! {
        li {
            div {
                strong { (name) }
                @if own == Some(session.id) { " " span.own { "this browser" } }
                p.hint { "Signed in " (time(session.created_at)) }
                p.hint { "Last used " (time(session.last_used_at)) }
            }
            @if own != Some(session.id) {
                form method="post" action="/account/sessions" {
                    input type="hidden" name="session" value=(session.id);
                    button aria-label={ "Sign out " (name) } { "Sign out" }
                }
            }
        }
    }
}

fn time(at: Timestamp) -> Markup {
    let text = at.to_string();
    let shown = text.get(..16).unwrap_or(&text).replace('T', " ");
    html! { time datetime=(text) { (shown) " UTC" } }
}

/// Returns a short name of the browser and operating system from the `User-Agent` header. Many browsers name others
/// too, so the order of the lists decides.
fn browser(agent: &str) -> String {
    const BROWSERS: [(&str, &str); 6] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |known: &[(&str, &'static str)]| known.iter().find(|(sign, _)| agent.contains(sign)).map(|it| it.1);
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "Unknown browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_in_few_words() {
        let chrome =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
        assert_eq!(browser(chrome), "Chrome on Linux");
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0";
        assert_eq!(browser(edge), "Edge on Windows");
        assert_eq!(browser("curl/8.5.0"), "curl");
        assert_eq!(browser(""), "Unknown browser");
    }
}
