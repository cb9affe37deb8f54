//! Digests: mails with the unread notifications of a user, at most one in each period that the user chose.
//!
//! A digest is requested with the first notification of a period and sent at its end. It is about what the user may read
//! then. Of organizations that want single sign-on or a second factor it names nothing but the organization.

use std::collections::BTreeMap;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::ids::{JobId, NotificationId, UserId};
use quire_model::jobs::JobKind;
use quire_model::notifications::{MailFrequency, NotificationReason};
use quire_model::time::Timestamp;
use quire_store::jobs::{self, Job};
use quire_store::{members, notifications, orgs, users};

use super::{ShownNotification, show};
use crate::App;
use crate::accounts::notices::Written;
use crate::accounts::sign_in::{Mail, NO_ORGANIZATION};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The maximum number of notifications that a mail describes; it counts the others.
const DESCRIBED: usize = 30;

/// A digest to send.
pub struct Digest {
    /// The mail; none if there is nothing to say.
    pub mail: Option<Mail>,
    /// The newest notification that it has.
    last: Option<NotificationId>,
}

impl Change<'_, '_> {
    /// Requests a digest for a user at the end of the current period, unless there is one, or the user wants none.
    pub(super) fn request_digest(&mut self, user: UserId) -> Result<(), Error> {
        if !self.sends_mail() {
            return Ok(());
        }
        let mail = notifications::mail(self.tx, user)?.unwrap_or(MailFrequency::DEFAULT);
        let Some((period, run_at)) = end_of_period(user, mail, self.now()) else { return Ok(()) };
        let name = Hash::of(format!("digest {user} {} {period}", mail.as_str()).as_bytes());
        let mut id = Uid([0; 16]);
        id.0.copy_from_slice(&name.0[..16]);
        let kind = JobKind::SendDigest.as_str();
        Ok(jobs::enqueue_once(self.tx, JobId(id), kind, NO_ORGANIZATION, user.0, run_at)?)
    }
}

/// Returns the number of the period of a user that a time is in, and its end. The periods of users begin at different times.
fn end_of_period(user: UserId, mail: MailFrequency, now: Timestamp) -> Option<(i64, Timestamp)> {
    let length = mail.period_ms()?;
    let (first, _) = user.0.0.split_first_chunk::<4>()?;
    let offset = i64::from(u32::from_be_bytes(*first)).rem_euclid(length);
    let period = (now.0 + offset).div_euclid(length);
    Some((period, Timestamp((period + 1) * length - offset)))
}

impl App {
    /// Writes the digest for a job to send.
    pub fn digest(&self, job: &Job) -> Result<Digest, Error> {
        const NOTHING: Digest = Digest { mail: None, last: None };
        let user = UserId(job.subject);
        let (found, all, memberships, mail) = self.inner.db.read(|tx| {
            let found = users::get(tx, user)?.filter(|user| user.disabled_at.is_none());
            let all = notifications::unmailed(tx, user)?;
            let mail = notifications::mail(tx, user)?.unwrap_or(MailFrequency::DEFAULT);
            Ok::<_, Error>((found, all, members::of_user(tx, user)?, mail))
        })?;
        let last = all.first().map(|newest| newest.id);
        let Some(found) = found.filter(|_| mail != MailFrequency::Off) else { return Ok(Digest { last, ..NOTHING }) };
        let mut seen = Vec::new();
        for one in all {
            let membership = memberships.iter().find(|it| it.organization == one.organization);
            // Nobody is written to in the name of an organization that they never used.
            let is_known = membership.is_some_and(|membership| membership.first_used_at.is_some());
            if is_known && self.sight(one.organization, user)?.scope().has(one.space) {
                seen.push(one);
            }
        }
        let count = seen.len();
        let discreet = |organization| {
            memberships.iter().any(|it| it.organization == organization && (it.requires_sso || it.requires_factor))
        };
        let lines = self.inner.db.read(|tx| {
            let mut people = People::default();
            let (mut lines, mut counted) = (Vec::new(), BTreeMap::<String, usize>::new());
            for one in &seen {
                if discreet(one.organization) {
                    let title = orgs::get(tx, one.organization)?.map(|org| org.title).unwrap_or_default();
                    *counted.entry(title).or_default() += 1;
                } else if lines.len() < DESCRIBED {
                    lines.extend(show(tx, one.clone(), &mut people)?.map(|shown| line(&shown)));
                }
            }
            lines.extend(counted.into_iter().map(|(title, count)| format!("{count} in {title}.")));
            Ok::<_, Error>(lines)
        })?;
        let mail = (!lines.is_empty()).then(|| self.written_digest(count, lines).to(found.email));
        Ok(Digest { mail, last })
    }

    fn written_digest(&self, count: usize, mut lines: Vec<String>) -> Written {
        let what =
            if count == 1 { "1 unread notification".to_owned() } else { format!("{count} unread notifications") };
        lines.insert(0, format!("There is news for you: {what}."));
        Written {
            subject: format!("{what} on Quire"),
            paragraphs: lines,
            link: ("Open Quire".to_owned(), format!("{}/app", self.inner.options.public_url)),
            end: "You get this mail because of your settings for notifications, where you can turn it off.".to_owned(),
        }
    }

    /// Notes that a digest was sent, or that there was nothing to say, and forgets the oldest notifications of its user.
    pub fn note_digest(&self, job: &Job, digest: &Digest) -> Result<(), Error> {
        let user = UserId(job.subject);
        self.write(&Caller::operator(), |change| {
            if let Some(last) = digest.last {
                notifications::note_mailed(change.tx, user, last)?;
            }
            Ok(notifications::prune(change.tx, user)?)
        })
    }
}

/// Returns the line of a mail about a notification, in which names are without line breaks.
fn line(of: &ShownNotification) -> String {
    let who = of.actor.as_ref().map_or("The operator of the server", |user| user.display_name.as_str());
    let place = match &of.change_request {
        Some(found) if found.subject.is_empty() => format!("change request #{}", found.number),
        Some(found) => format!("change request #{} \"{}\"", found.number, found.subject),
        None => "the main content".to_owned(),
    };
    let did = match of.notification.reason {
        NotificationReason::ReviewRequested => "asks for your review of",
        NotificationReason::Review => "reviewed",
        NotificationReason::Mention => "mentioned you in a comment on",
        NotificationReason::Comment => "commented on",
        NotificationReason::Reply => "replied to a comment on",
        NotificationReason::Merge => "merged",
    };
    let title = if of.space.title.is_empty() { "a space without a title" } else { &of.space.title };
    let text = format!("{who} {did} {place} in {title}.");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_follow_each_other() {
        let user = UserId(Uid([7; 16]));
        assert_eq!(end_of_period(user, MailFrequency::Off, Timestamp(0)), None);
        for mail in [MailFrequency::Hourly, MailFrequency::Daily] {
            let length = mail.period_ms().unwrap();
            let now = Timestamp(1_800_000_000_000);
            let (period, end) = end_of_period(user, mail, now).unwrap();
            assert!(now < end && end.0 - now.0 <= length);
            assert_eq!(end_of_period(user, mail, Timestamp(end.0 - 1)), Some((period, end)));
            assert_eq!(end_of_period(user, mail, end), Some((period + 1, Timestamp(end.0 + length))));
        }
    }
}
