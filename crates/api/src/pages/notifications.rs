//! The part of the account page about notifications: how often the unread ones come by mail.

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use quire_model::notifications::MailFrequency;
use serde::Deserialize;

use super::form::Form;
use super::{Failure, Member, see};
use crate::context::Context;

#[derive(Deserialize)]
pub(super) struct NewFrequency {
    mail: MailFrequency,
}

/// Handles `POST /account/notifications`: sets the frequency of mails.
pub(super) async fn set_mail(
    State(context): State<Context>,
    Member(caller): Member,
    Form(NewFrequency { mail }): Form<NewFrequency>,
) -> Result<Response, Failure> {
    context.run(move |app| app.set_notification_mail(&caller, mail)).await?;
    Ok(see("/account?done=notifications"))
}

/// Returns the section with the setting.
pub(super) fn section(mail: MailFrequency) -> Markup {
    let choices = [
        (MailFrequency::Hourly, "hourly", "At most once an hour"),
        (MailFrequency::Daily, "daily", "At most once a day"),
        (MailFrequency::Off, "off", "Never"),
    ];
    html! {
        section aria-labelledby="notifications" {
            h2 id="notifications" { "Notifications" }
            form method="post" action="/account/notifications" {
                label for="mail" { "Mail about what is unread" }
                select id="mail" name="mail" {
                    @for (choice, value, words) in choices {
                        option value=(value) selected[choice == mail] { (words) }
                    }
                }
                button { "Save" }
            }
        }
    }
}
