//! The account page: name, password, and sessions in browsers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use quire_app::accounts::Profile;
use quire_app::accounts::factors::ShownFactor;
use quire_app::accounts::passkeys::Passkey;
use quire_app::accounts::sessions::Session;
use quire_app::accounts::users::User;
use quire_app::{App, Caller, Error};
use quire_model::browsers;
use quire_model::ids::{OrganizationId, SessionId};
use quire_model::notifications::MailFrequency;
use quire_model::people::Password;
use quire_model::text::DisplayName;
use quire_model::time::Timestamp;
use quire_workers::Refusal;
use serde::Deserialize;

use super::form::Form;
use super::layout::{Mistake, Page, current_password, wrong};
use super::{Failure, Member, see};
use super::{factors, notifications, passkeys};
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
    /// The organizations that the user was invited to and has not used yet.
    invitations: Vec<(OrganizationId, String)>,
    /// The passkeys of the user; `None` where browsers have none for this server.
    passkeys: Option<Vec<Passkey>>,
    /// How often unread notifications come by mail.
    mail: MailFrequency,
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
            passkeys: match caller.only().is_none() && app.has_passkeys() {
                true => Some(app.list_passkeys(caller)?),
                false => None,
            },
            invitations: if caller.only().is_none() { app.list_own_invitations(caller)? } else { Vec::new() },
            provider: app.server_link(caller)?,
            mail: app.notification_mail(caller)?,
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
        "passkey" => "The passkey can sign you in now.",
        "no-passkey" => "The passkey is removed. Remove it from the device too, where it is kept.",
        "accept" => "You are a member now.",
        "decline" => "You left the organization.",
        "notifications" => "Your choice about mails is kept.",
        "unlink" => "Your account is not linked any more.",
        _ => "",
    };
    let said = html! { @if !word.is_empty() { p.done role="status" { (word) } } };
    Ok(Page::new(TITLE).show(&page(&account, &said, None)))
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
    after(&context, caller, changed, "name", "/account?done=name").await
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
    let (changed, field) = match Password::try_from(new) {
        Ok(new) => {
            let caller = caller.clone();
            let change = move |app: &App| app.change_password(&caller, &current, &new);
            (context.run_in(WorkKind::Password, change).await, "current")
        }
        Err(e) => (Err(Problem::bad_request(format!("The new password {e}."))), "new"),
    };
    after(&context, caller, changed, field, "/account?done=password").await
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

#[derive(Deserialize)]
pub(super) struct Invited {
    #[serde(default)]
    organization: String,
    #[serde(default)]
    answer: InvitationAnswer,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum InvitationAnswer {
    #[default]
    Accept,
    Decline,
}

/// Handles `POST /account/invitations`: accepts or declines an invitation.
pub(super) async fn answer_invitation(
    State(context): State<Context>,
    Member(caller): Member,
    Form(Invited { organization, answer }): Form<Invited>,
) -> Result<Response, Failure> {
    let id: OrganizationId = organization.parse().map_err(|_| Problem::not_found("there is no such invitation"))?;
    let (work, done) = match answer {
        InvitationAnswer::Accept => {
            (context.run(move |app| app.accept_invitation(&caller, id)).await, "/account?done=accept")
        }
        InvitationAnswer::Decline => {
            (context.run(move |app| app.decline_invitation(&caller, id)).await, "/account?done=decline")
        }
    };
    work?;
    Ok(see(done))
}

/// Returns a redirect to the next page after a change, or the account page with the error beside its field.
async fn after(
    context: &Context,
    caller: Arc<Caller>,
    changed: Result<(), Problem>,
    field: &'static str,
    next: &str,
) -> Result<Response, Failure> {
    match changed {
        Ok(()) => Ok(see(next)),
        Err(problem) => again(context, caller, problem, field).await,
    }
}

/// Returns the account page with an error beside the field of this identifier.
pub(super) async fn again(
    context: &Context,
    caller: Arc<Caller>,
    problem: Problem,
    field: &'static str,
) -> Result<Response, Failure> {
    let status = match problem.status() {
        StatusCode::BAD_REQUEST | StatusCode::CONFLICT => StatusCode::UNPROCESSABLE_ENTITY,
        StatusCode::TOO_MANY_REQUESTS => StatusCode::TOO_MANY_REQUESTS,
        _ => return Err(Failure(problem)),
    };
    let account = context.run(move |app| Account::load(app, &caller)).await?;
    let mistake = Mistake { field, words: problem.message().to_owned() };
    let mut page = Page::new(TITLE).status(status).show(&page(&account, &html! {}, Some(&mistake)));
    if status == StatusCode::TOO_MANY_REQUESTS {
        page.extensions_mut().insert(Refusal("tries on the account page"));
    }
    Ok(page)
}

fn page(account: &Account, said: &Markup, mistake: Option<&Mistake>) -> Markup {
    let Account { user, needs_current, .. } = account;
    html! {
        h1 { (TITLE) }
        (said)
        section aria-labelledby="you" {
            h2 id="you" { "You" }
            dl { dt { "E-mail address" } dd { (user.email) } }
            @if account.is_whole {
                form method="post" action="/account/name" {
                    label for="name" { "Name, which others see" }
                    input id="name" name="name" value=(user.display_name) autocomplete="name" required maxlength="100";
                    (wrong("name", Mistake::of(mistake, "name")))
                    button { "Save" }
                }
            } @else {
                dl { dt { "Name" } dd { (user.display_name) } }
                p.hint { "Your organization signs you in. To change your account, sign in by a link or with a password." }
            }
        }
        @if !account.invitations.is_empty() { (invitations(&account.invitations)) }
        @if account.is_whole {
            section aria-labelledby="password" {
                h2 id="password" { "Password" }
                form method="post" action="/account/password" {
                    // Password managers read the user name from this field.
                    input name="username" value=(user.email) autocomplete="username" readonly hidden;
                    @if *needs_current { (current_password("current", mistake)) }
                    label for="new" { "New password" }
                    input id="new" name="new" type="password" autocomplete="new-password" required minlength="12"
                        maxlength="1024" aria-describedby="rule";
                    (wrong("new", Mistake::of(mistake, "new")))
                    p.hint id="rule" { "At least 12 characters. You will be signed out in all other browsers." }
                    button { "Change the password" }
                }
            }
            (factors::section(account.factor, *needs_current, mistake))
            @if let Some(passkeys) = &account.passkeys { (passkeys::section(passkeys, *needs_current, mistake)) }
        }
        @if let Some((label, is_linked)) = &account.provider { (provider(label, *is_linked, *needs_current, mistake)) }
        (notifications::section(account.mail))
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

/// Returns the section with the organizations that the user was invited to.
fn invitations(all: &[(OrganizationId, String)]) -> Markup {
    html! {
        section aria-labelledby="invitations" {
            h2 id="invitations" { "Invitations" }
            p.hint { "Once you accept, the organization sees your name and picture, and its single sign-on can sign you in." }
            ul {
                @for (id, title) in all {
                    li {
                        strong { (title) }
                        form method="post" action="/account/invitations" {
                            input type="hidden" name="organization" value=(id);
                            button name="answer" value="accept" aria-label={ "Accept the invitation to " (title) } { "Accept" }
                            button name="answer" value="decline" aria-label={ "Decline the invitation to " (title) } { "Decline" }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the section about the provider of the server.
fn provider(label: &str, is_linked: bool, needs_current: bool, mistake: Option<&Mistake>) -> Markup {
    html! {
        section aria-labelledby="provider" {
            h2 id="provider" { (label) }
            @if is_linked {
                p { (label) " can sign you in." }
                form method="post" action="/account/unlink" { button { "Unlink" } }
            } @else {
                p { "Link your account to sign in by " (label) "." }
                form method="post" action="/account/link" {
                    @if needs_current { (current_password("link-current", mistake)) }
                    button { "Link" }
                }
            }
        }
    }
}

fn item(session: &Session, own: Option<SessionId>) -> Markup {
    let name = browsers::name(&session.agent);
    html! {
        li {
            div {
                strong { (name) }
                @if own == Some(session.id) { " " span.own { "this browser" } }
                p.hint { "Signed in " (time(session.created_at)) @if !session.network.is_empty() { " from " (session.network) } }
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

pub(super) fn time(at: Timestamp) -> Markup {
    let text = at.to_string();
    let shown = text.get(..16).unwrap_or(&text).replace('T', " ");
    html! { time datetime=(text) { (shown) " UTC" } }
}
