//! Mails to users about their accounts: invitations, sign-ins in new browsers, and changes of passwords and factors.
//!
//! A mail is requested in the transaction of its change, so that none is lost and none is sent about what did not happen.
//! A job writes and sends it. It says nothing that its receiver does not know or may not know, and has no secrets.

use std::time::Duration;

use quire_model::ids::{JobId, OrganizationId, UserId};
use quire_model::jobs::JobKind;
use quire_store::jobs::{self, Job};
use quire_store::notices::{self, Notice};
use quire_store::{Read, members, orgs, users};
use serde_json::{Value, json};

use crate::App;
use crate::accounts::sign_in::{Mail, NO_ORGANIZATION};
use crate::accounts::sign_in_bounds::{Origin, is_known_device};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The subject of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoticeKind {
    /// Somebody invited the user to an organization.
    Invitation,
    /// The user signed in with a browser that is not known.
    SignedIn,
    /// The password of the user was set, changed or removed.
    PasswordChanged,
    /// A code of an app is asked for from now on.
    FactorAdded,
    /// No code is asked for any more.
    FactorRemoved,
    /// A recovery code took the place of a code.
    RecoveryCodeUsed,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// The operator of the server removed the second factor.
    FactorReset,
    /// An identity provider can sign the user in from now on.
    IdentityLinked,
    /// The identity provider of the server can't sign the user in any more.
    IdentityUnlinked,
}

impl NoticeKind {
    const ALL: [Self; 11] = [
        Self::Invitation,
        Self::SignedIn,
        Self::PasswordChanged,
        Self::FactorAdded,
        Self::FactorRemoved,
        Self::RecoveryCodeUsed,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::FactorReset,
        Self::IdentityLinked,
        Self::IdentityUnlinked,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::SignedIn => "signed_in",
            Self::PasswordChanged => "password_changed",
            Self::FactorAdded => "factor_added",
            Self::FactorRemoved => "factor_removed",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::FactorReset => "factor_reset",
            Self::IdentityLinked => "identity_linked",
            Self::IdentityUnlinked => "identity_unlinked",
        }
    }

    /// Returns the time for which sending is attempted.
    fn patience(self) -> Duration {
        match self {
            Self::Invitation => Duration::from_hours(7 * 24),
            _ => Duration::from_hours(24),
        }
    }
}

/// The invitation mails of an organization in an hour, and those to one address in a day.
pub(crate) const INVITATIONS: (u16, u16) = (200, 5);

impl App {
    /// Requests a mail to a user, in the transaction of the change that it is about.
    pub(crate) fn notify(
        &self,
        change: &mut Change<'_, '_>,
        user_id: UserId,
        kind: NoticeKind,
        detail: &Value,
    ) -> Result<(), Error> {
        let (id, now) = (self.fresh_id(), self.now());
        let notice =
            Notice { id, user_id, kind: kind.as_str().to_owned(), detail: detail.to_string(), created_at: now };
        notices::insert(change.tx, &notice)?;
        let (job, kind) = (JobId(self.fresh_id()), JobKind::SendNotice.as_str());
        Ok(jobs::enqueue(change.tx, job, kind, NO_ORGANIZATION, id, now)?)
    }

    /// Requests a mail about a sign-in to a whole account, unless the browser is known.
    pub(crate) fn notify_of_sign_in(
        &self,
        change: &mut Change<'_, '_>,
        user: &users::User,
        from: &Origin,
    ) -> Result<(), Error> {
        if is_known_device(&self.inner.signer, &user.email, from, self.now()) {
            return Ok(());
        }
        let network = from.client.map(|client| client.network().to_string());
        let agent: String = from.agent.chars().filter(|c| !c.is_control()).take(200).collect();
        self.notify(change, user.id, NoticeKind::SignedIn, &json!({ "network": network, "agent": agent }))
    }

    /// Requests a mail about an invitation, unless the organization, or the address, has had many lately.
    pub(crate) fn notify_of_invitation(
        &self,
        change: &mut Change<'_, '_>,
        caller: &Caller,
        organization: OrganizationId,
        user: UserId,
    ) -> Result<(), Error> {
        let now = self.now();
        let (by_organization, by_receiver) = &self.inner.invitation_mails;
        if by_receiver.count(&[&user.0.0], now).is_err() || by_organization.count(&[&organization.0.0], now).is_err() {
            tracing::warn!(%organization, "an invitation is not mailed: there were many lately");
            return Ok(());
        }
        let detail = json!({ "organization": organization.to_string(), "by": caller.user().map(|by| by.to_string()) });
        self.notify(change, user, NoticeKind::Invitation, &detail)
    }

    /// Returns the mail for a job to send; `None` if it is not worth sending any more.
    pub fn notice_mail(&self, job: &Job) -> Result<Option<Mail>, Error> {
        let now = self.now();
        self.inner.db.read(|tx| {
            let Some(notice) = notices::get(tx, job.subject)? else { return Ok(None) };
            let kind = NoticeKind::ALL.into_iter().find(|kind| kind.as_str() == notice.kind);
            let Some(kind) = kind.filter(|kind| now < notice.created_at.plus(kind.patience())) else {
                return Ok(None);
            };
            let user = users::get(tx, notice.user_id)?.filter(|user| user.disabled_at.is_none());
            let Some(user) = user else { return Ok(None) };
            let detail = serde_json::from_str(&notice.detail).unwrap_or_default();
            Ok(self.written_notice(tx, kind, &user, &detail, &notice)?.map(|written| written.to(user.email)))
        })
    }

    /// Forgets a mail that was sent, or is not to be sent.
    pub fn forget_notice(&self, job: &Job) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| Ok(notices::delete(change.tx, job.subject)?))
    }

    fn written_notice(
        &self,
        tx: &mut Read<'_>,
        kind: NoticeKind,
        user: &users::User,
        detail: &Value,
        notice: &Notice,
    ) -> Result<Option<Written>, Error> {
        let account = format!("{}/account", self.inner.options.public_url);
        let word = |name: &str| detail[name].as_str().unwrap_or_default().to_owned();
        let at = notice.created_at.to_string();
        let at = format!("{} UTC", at.get(..16).unwrap_or(&at).replace('T', " "));
        let alert = |subject: &str, what: String| Written {
            subject: subject.to_owned(),
            paragraphs: vec![
                what,
                format!("This was at {at}. If it was you, there is nothing to do."),
                "If it was not you, sign in, set a new password, and sign out everywhere else:".to_owned(),
            ],
            link: ("Your account".to_owned(), account.clone()),
            end: "Whoever runs this server can help if you can't sign in.".to_owned(),
        };
        Ok(Some(match kind {
            NoticeKind::Invitation => return self.invitation(tx, user, &word("organization"), &word("by")),
            NoticeKind::SignedIn => {
                let network = match &*word("network") {
                    "" => String::new(),
                    known => format!(" from {known}"),
                };
                let browser = quire_model::browsers::name(&word("agent"));
                alert("New sign-in to Quire", format!("Somebody signed in to your account with {browser}{network}."))
            }
            NoticeKind::PasswordChanged => {
                alert("Your password was changed", "The password of your account was changed.".to_owned())
            }
            NoticeKind::FactorAdded => alert(
                "A second factor was set up",
                "From now on, signing in to your account asks for a code of an authenticator app.".to_owned(),
            ),
            NoticeKind::FactorRemoved => alert(
                "Your second factor was removed",
                "Signing in to your account does not ask for a code any more.".to_owned(),
            ),
            NoticeKind::RecoveryCodeUsed => alert(
                "A recovery code was used",
                "A recovery code took the place of a code of your authenticator app.".to_owned(),
            ),
            NoticeKind::PasskeyAdded => alert(
                "A passkey was added",
                format!("The passkey \"{}\" was added to your account, and can sign in to it.", word("name")),
            ),
            NoticeKind::PasskeyRemoved => alert(
                "A passkey was removed",
                format!("The passkey \"{}\" was removed from your account.", word("name")),
            ),
            NoticeKind::FactorReset => alert(
                "Your second factor was reset",
                "Whoever runs this server removed the second factor of your account and signed you out everywhere. \
                 Signing in does not ask for a code any more: set up a new app on the page of your account."
                    .to_owned(),
            ),
            NoticeKind::IdentityLinked => alert(
                "Your account was linked",
                format!("\"{}\" can sign you in from now on: {}.", word("provider"), word("reach")),
            ),
            NoticeKind::IdentityUnlinked => alert(
                "Your account is not linked any more",
                format!("\"{}\" can't sign you in any more.", word("provider")),
            ),
        }))
    }

    /// Writes an invitation, if it still stands and the user has not come yet.
    fn invitation(
        &self,
        tx: &mut Read<'_>,
        user: &users::User,
        organization: &str,
        by: &str,
    ) -> Result<Option<Written>, Error> {
        let Ok(id) = organization.parse::<OrganizationId>() else { return Ok(None) };
        let member = members::get(tx, id, user.id)?.filter(|it| it.first_used_at.is_none() && !it.disabled);
        let (Some(_), Some(org)) = (member, orgs::get(tx, id)?) else { return Ok(None) };
        let by = match by.parse::<UserId>() {
            Ok(by) => members::get(tx, id, by)?.map(|member| format!("{} ({})", member.display_name, member.email)),
            Err(_) => None,
        };
        let by = by.unwrap_or_else(|| "The operator of the server".to_owned());
        Ok(Some(Written {
            subject: format!("Invitation to {}", org.title),
            paragraphs: vec![
                format!("{by} invites you to \"{}\" on Quire.", org.title),
                format!(
                    "Sign in as {} to accept or to decline. If you have no password here, ask for a link on the sign-in \
                     page.",
                    user.email
                ),
            ],
            link: ("Sign in".to_owned(), format!("{}/sign-in?next=/account", self.inner.options.public_url)),
            end: "If you do not know why you got this mail, leave it alone: nobody learns anything about you."
                .to_owned(),
        }))
    }
}

/// A mail without its receiver.
pub(crate) struct Written {
    pub(crate) subject: String,
    pub(crate) paragraphs: Vec<String>,
    /// The label and the address of the one link.
    pub(crate) link: (String, String),
    pub(crate) end: String,
}

impl Written {
    /// Returns the mail as plain text and as HTML that says the same.
    pub(crate) fn to(self, to: String) -> Mail {
        let Self { subject, paragraphs, link: (label, address), end } = self;
        let text = format!("{}\n\n{address}\n\n{end}\n", paragraphs.join("\n\n"));
        let body: String = paragraphs.iter().map(|paragraph| format!("<p>{}</p>\n", escaped(paragraph))).collect();
        let html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n<body>\n\
             {body}<p><a href=\"{}\">{}</a></p>\n<p>{}</p>\n</body>\n</html>\n",
            escaped(&subject),
            escaped(&address),
            escaped(&label),
            escaped(&end)
        );
        Mail { to, subject, text, html: Some(html) }
    }
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// Deletes the mails to a user who is deleted.
pub(crate) fn forget(change: &mut Change<'_, '_>, user: UserId) -> Result<(), Error> {
    Ok(notices::delete_of_user(change.tx, user)?)
}
