//! Mail: by SMTP, or into the log where none is configured.

use std::time::Duration;

use lettre::address::AddressError;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::{SmtpTransport, Transport as _};
use quire_app::sign_in::Mail;

/// Sends mail.
pub trait Mailer: Send + Sync {
    /// Sends one mail. It may be sent twice if the process ends meanwhile.
    fn send(&self, mail: &Mail) -> Result<(), MailError>;
}

/// A mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Another try makes no sense.
    #[error("the mail is refused")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Another try may succeed.
    #[error("the mail server is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The configuration of mail makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The address of the mail server.
    #[error("smtp-url: must be smtps://user:password@host or smtp://user:password@host?tls=required")]
    Server(#[source] lettre::transport::smtp::Error),
    /// The address that mails come from.
    #[error("mail-from: must be an e-mail address such as Quire <quire@example.org>")]
    From(#[source] AddressError),
}

/// How long a mail server may take to do one thing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends mail by SMTP.
pub struct Smtp {
    transport: SmtpTransport,
    from: Mailbox,
}

impl Smtp {
    /// Mail by the server of this address (`smtps://…`, or `smtp://…`, which takes `?tls=required` or
    /// `?tls=opportunistic`), from this mailbox. Nothing is connected yet.
    pub fn new(url: &str, from: &str) -> Result<Self, ConfigError> {
        let transport = SmtpTransport::from_url(url).map_err(ConfigError::Server)?.timeout(Some(PATIENCE)).build();
        Ok(Self { transport, from: from.parse().map_err(ConfigError::From)? })
    }
}

impl Mailer for Smtp {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let to = mail.to.parse::<Mailbox>().map_err(|e| MailError::Refused(e.into()))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.clone())
            .map_err(|e| MailError::Refused(e.into()))?;
        match self.transport.send(&message) {
            Ok(_) => Ok(()),
            Err(e) if e.is_permanent() => Err(MailError::Refused(e.into())),
            Err(e) => Err(MailError::Unavailable(e.into())),
        }
    }
}

/// Writes mails into the log, for whoever runs the server to pass on.
pub struct Log;

impl Mailer for Log {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        tracing::info!(to = mail.to, "no mail server is configured; the mail says: {}", mail.text);
        Ok(())
    }
}
