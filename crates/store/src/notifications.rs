//! Notifications of users, and how they want to be told by mail.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{
    ChangeRequestId, CommentId, CommentReplyId, NotificationId, OrganizationId, ReviewId, SpaceId, UserId,
};
use quire_model::notifications::{MailFrequency, NotificationReason};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a notification.
    Notification in notifications {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space that it is about.
        space: SpaceId,
        /// The user who is notified.
        user_id: UserId,
        /// The identifier of the notification.
        id: NotificationId,
        /// The reason for which the user is notified.
        reason: NotificationReason,
        /// The user who caused it; none for the operator of the server.
        actor: Option<UserId>,
        /// The change request that it is about.
        change_request: Option<ChangeRequestId>,
        /// The comment that it is about.
        comment: Option<CommentId>,
        /// The reply that it is about.
        reply: Option<CommentReplyId>,
        /// The review that it is about.
        review: Option<ReviewId>,
        /// The time of what it is about.
        created_at: Timestamp,
        /// The time at which the user marked it as read; none for an unread one.
        read_at: Option<Timestamp>,
        /// True if a digest has had it, or is not to have it.
        mailed: bool,
    }
}

record! {
    /// The setting of a user.
    MailSetting {
        /// The frequency of digests.
        mail: MailFrequency,
    }
}

/// The maximum number of notifications of a user that are kept; the oldest go first.
pub const KEPT: i64 = 1_000;

statements! {
    OF_USER: Query<Notification> = select!(Notification, "where user_id = ?1 order by id desc limit ?2");
    UNMAILED: Query<Notification> = select!(
        Notification,
        "where user_id = ?1 and mailed = 0 and read_at is null order by id desc limit ?2"
    );
    ONE: Query<Notification> = select!(Notification, "where user_id = ?1 and id = ?2");
    INSERT: Execute = insert!(Notification);
    MARK: Execute = "update notifications set read_at = ?3 where user_id = ?1 and id = ?2";
    MAILED: Execute = "update notifications set mailed = 1 where user_id = ?1 and id <= ?2 and mailed = 0";
    PRUNE: Execute =
        "delete from notifications where user_id = ?1 and id <= (select n.id from notifications n
         where n.user_id = ?1 order by n.id desc limit 1 offset ?2)";
    DELETE_OF_USER: Execute = "delete from notifications where user_id = ?1";
    DELETE_OF_COMMENT: Execute = "delete from notifications where organization = ?1 and space = ?2 and comment = ?3";
    DELETE_OF_REPLY: Execute =
        "delete from notifications where organization = ?1 and space = ?2 and comment = ?3 and reply = ?4";
    MAIL: Query<MailSetting> = "select mail from notification_settings where user_id = ?1";
    SET_MAIL: Execute =
        "insert into notification_settings (user_id, mail) values (?1, ?2)
         on conflict (user_id) do update set mail = ?2";
    DELETE_SETTINGS: Execute = "delete from notification_settings where user_id = ?1";
}

/// Returns the notifications of a user, newest first: as many as are kept.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Notification>, Error> {
    tx.all(&OF_USER, params![user, KEPT])
}

/// Returns the unread notifications of a user that no digest has had, newest first.
pub fn unmailed(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Notification>, Error> {
    tx.all(&UNMAILED, params![user, KEPT])
}

/// Returns a notification of a user.
pub fn get(tx: &mut Read<'_>, user: UserId, id: NotificationId) -> Result<Option<Notification>, Error> {
    tx.one(&ONE, params![user, id])
}

/// Inserts a notification.
pub fn insert(tx: &mut Write<'_>, new: &Notification) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Marks a notification as read at a time, or as unread.
pub fn mark(tx: &mut Write<'_>, user: UserId, id: NotificationId, read_at: Option<Timestamp>) -> Result<(), Error> {
    tx.execute(&MARK, params![user, id, read_at])?;
    Ok(())
}

/// Notes that a digest has had the notifications of a user up to one of them.
pub fn note_mailed(tx: &mut Write<'_>, user: UserId, last: NotificationId) -> Result<(), Error> {
    tx.execute(&MAILED, params![user, last])?;
    Ok(())
}

/// Deletes the oldest notifications of a user, beyond those that are kept.
pub fn prune(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&PRUNE, params![user, KEPT])?;
    Ok(())
}

/// Deletes everything of a user.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user])?;
    tx.execute(&DELETE_SETTINGS, params![user])?;
    Ok(())
}

/// Deletes the notifications of a comment and its replies, or of one reply alone.
pub fn delete_of_comment(
    tx: &mut Write<'_>,
    on: Branch,
    comment: CommentId,
    reply: Option<CommentReplyId>,
) -> Result<(), Error> {
    match reply {
        None => tx.execute(&DELETE_OF_COMMENT, params![on.organization, on.space, comment])?,
        Some(reply) => tx.execute(&DELETE_OF_REPLY, params![on.organization, on.space, comment, reply])?,
    };
    Ok(())
}

/// Returns how often a user wants a digest, if they have said so.
pub fn mail(tx: &mut Read<'_>, user: UserId) -> Result<Option<MailFrequency>, Error> {
    Ok(tx.one(&MAIL, params![user])?.map(|setting| setting.mail))
}

/// Sets how often a user wants a digest.
pub fn set_mail(tx: &mut Write<'_>, user: UserId, mail: MailFrequency) -> Result<(), Error> {
    tx.execute(&SET_MAIL, params![user, mail])?;
    Ok(())
}
