//! Mail: by SMTP, or into the log if no server is configured.

use std::time::Duration;

use lettre::address::AddressError;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message, MultiPart};
use lettre::{SmtpTransport, Transport as _};
use quire_app::accounts::sign_in::Mail;

/// A sender of mail.
pub trait Mailer: Send + Sync {
    /// Sends one mail. It may be sent twice if the process ends meanwhile.
    fn send(&self, mail: &Mail) -> Result<(), MailError>;
}

/// An error of sending a mail.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The mail can never be sent; a retry is useless.
    #[error("the mail is refused")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A retry may succeed.
    #[error("the mail server is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// An error in the configuration of mail.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The address of the mail server is invalid.
    #[error("smtp-url: must be smtps://user:password@host or smtp://user:password@host?tls=required")]
    Server(#[source] lettre::transport::smtp::Error),
    /// The sender's address is invalid.
    #[error("mail-from: must be an e-mail address such as Quire <quire@example.org>")]
    From(#[source] AddressError),
}

/// The time limit of each operation with a mail server.
const PATIENCE: Duration = Duration::from_secs(10);

/// A sender of mail by SMTP.
pub struct Smtp {
    transport: SmtpTransport,
    from: Mailbox,
}

impl Smtp {
    /// Returns a sender by the server at this address (`smtps://…`, or `smtp://…`, which accepts `?tls=required` or
    /// `?tls=opportunistic`), from this mailbox. It does not connect yet.
    pub fn new(url: &str, from: &str) -> Result<Self, ConfigError> {
        let transport = SmtpTransport::from_url(url).map_err(ConfigError::Server)?.timeout(Some(PATIENCE)).build();
        Ok(Self { transport, from: from.parse().map_err(ConfigError::From)? })
    }
}

impl Mailer for Smtp {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let to = mail.to.parse::<Mailbox>().map_err(|e| MailError::Refused(e.into()))?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(&mail.subject);
        let message = match &mail.html {
            Some(html) => message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), html.clone())),
            None => message.header(ContentType::TEXT_PLAIN).body(mail.text.clone()),
        };
        let message = message.map_err(|e| MailError::Refused(e.into()))?;
        match self.transport.send(&message) {
            Ok(_) => Ok(()),
            Err(e) if e.is_permanent() => Err(MailError::Refused(e.into())),
            Err(e) => Err(MailError::Unavailable(e.into())),
        }
    }
}

/// A sender that writes mails into the log, for the operator of the server to pass on.
pub struct Log;

impl Mailer for Log {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        tracing::info!(to = mail.to, "no mail server is configured; the mail says: {}", mail.text);
        Ok(())
    }
}
