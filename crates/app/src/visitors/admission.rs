//! Whether a visitor may come in, and as whom.
//!
//! [`Gate::admit`] decides by the visibility of a site and by what a visitor shows, and by nothing else. Who gets in by a
//! preview token gets in whatever the visibility is, and sees only spaces that its maker may read. Secrets and signatures
//! are compared in constant time. Whether the person whom a token names still belongs to the organization is not known
//! here: [`Shown::person`] says of whom [`crate::visitor_tokens`] has to ask.

use std::collections::BTreeSet;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quire_model::adaptive_schema::{AdaptiveSchema, UNSIGNED};
use quire_model::addresses::WebAddress;
use quire_model::ids::{SpaceId, UserId};
use quire_model::locations::local;
use quire_model::sites::SiteVisibility;
use quire_model::time::Timestamp;
use serde_json::{Map, Value, json};

use super::audience::Audience;
use super::tokens::{self, Verified};
use crate::callers::Proved;
use crate::published::Preview;

/// What decides who may read a site.
#[derive(Debug, Clone)]
pub struct Gate {
    /// Who may read it once it is published.
    pub visibility: SiteVisibility,
    /// Whether it is.
    pub published: bool,
    /// Which unsigned claims count. Without it no claims do: adaptive content is off.
    pub adaptive: Option<AdaptiveSchema>,
    /// What tokens are signed with.
    pub(crate) keys: Keys,
    /// Of the share links that are active.
    pub secrets: Vec<Secret>,
    /// Where visitors sign in.
    pub fallback: Option<WebAddress>,
}

/// What tokens are signed with that a site accepts.
#[derive(Clone)]
pub(crate) struct Keys {
    /// The site's private key, as text: its bytes sign.
    pub(crate) site: String,
    /// What signs for members of the organization.
    pub(crate) members: [u8; 32],
    /// What signs previews.
    pub(crate) previews: [u8; 32],
}

/// The secret of a share link.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

/// What a visitor shows. Without anything it is a stranger's.
#[derive(Debug, Clone, Default)]
pub struct Credential<'a> {
    /// The secret in the path.
    pub secret: Option<&'a str>,
    /// The token that counts, of the query or of the cookie.
    pub shown: Option<Shown>,
    /// What the visitor says without a signature, as it came.
    pub unsigned: Map<String, Value>,
}

/// An audience that may come in: only a [`Gate`] makes one, or a preview that its reader was given.
#[derive(Debug, Clone)]
pub struct Admitted(Audience);

impl Admitted {
    /// Whoever looks at a preview comes in by that, whatever the gate says; as a visitor of whom nothing is known.
    pub fn by_preview(_: &Preview) -> Self {
        Self(Audience::default())
    }

    /// Who reads.
    pub fn audience(&self) -> &Audience {
        &self.0
    }

    pub(crate) fn into_audience(self) -> Audience {
        self.0
    }
}

/// What comes of it.
#[derive(Debug, Clone)]
pub enum Admission {
    /// The visitor reads the site as one of these.
    Welcome(Admitted),
    /// There is no such site for this visitor (404).
    Unknown,
    /// The visitor has to sign in, at this address.
    SignIn {
        /// An address that was configured, with the path to come back to.
        location: String,
    },
    /// The visitor has to sign in, and there is no place for it (403).
    Refused,
}

/// Who signed a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signer {
    Site,
    Members,
    Previews,
}

/// The claims of a genuine token.
#[derive(Debug, Clone)]
pub struct Shown {
    signer: Signer,
    claims: Map<String, Value>,
    /// The member whom it is about, or who made it.
    person: Option<UserId>,
    /// The session or the API token that it was asked for with, of that person.
    asked_with: Option<Proved>,
    /// The spaces that a preview shows.
    spaces: BTreeSet<SpaceId>,
}

impl Shown {
    /// The member of the organization without whom the token counts no more: whom it is about, or who made the preview.
    pub fn person(&self) -> Option<UserId> {
        self.person
    }

    /// The member without whom the token counts no more, and the session or the API token of theirs that it was asked
    /// for with and that it ends with.
    pub(crate) fn source(&self) -> Option<(UserId, Proved)> {
        Some((self.person?, self.asked_with?))
    }

    /// Returns whether it is for a preview.
    pub fn is_preview(&self) -> bool {
        self.signer == Signer::Previews
    }

    /// The same token, if it is for a preview, with the spaces that this one shows: none before.
    pub(crate) fn showing(self, spaces: BTreeSet<SpaceId>) -> Self {
        Self { spaces, ..self }
    }
}

/// The claims of a token for a preview: who made it, and what its visitor is to have.
const MAKER: &str = "sub";
const VISITOR: &str = "visitor";
/// The claim, in tokens of this server, with the session or the API token that they were asked for with. Conditions do
/// not see it.
pub(crate) const ASKED_WITH: &str = "quire:asked_with";

/// Returns what a token for a preview is to say until `end`, at the latest until what it was asked for with ends.
pub(crate) fn preview_claims(maker: UserId, asked_with: Proved, visitor: &Map<String, Value>, end: Timestamp) -> Value {
    json!({
        MAKER: maker.to_string(),
        ASKED_WITH: asked_with.to_string(),
        VISITOR: visitor,
        "exp": end.seconds(),
    })
}

/// Whether a text is one of these secrets.
pub(crate) fn is_among(secrets: &[Secret], given: &str) -> bool {
    // All are looked at, and hashes are compared in constant time: how long it takes tells nothing.
    let given = blake3::hash(given.as_bytes());
    secrets.iter().fold(false, |found, secret| found | (blake3::hash(secret.0.as_bytes()) == given))
}

impl Gate {
    /// Returns whether a visitor may come in. `path` is what they want of the site: where they come back to after
    /// signing in.
    pub fn admit(&self, credential: &Credential<'_>, path: &str) -> Admission {
        let shown = credential.shown.as_ref();
        if let Some(shown) = shown.filter(|shown| shown.is_preview()) {
            return self.preview(shown);
        }
        if !self.published {
            return Admission::Unknown;
        }
        let shared = credential.secret.map(|secret| self.knows(secret));
        match (self.visibility, shared) {
            (_, Some(false)) | (SiteVisibility::ShareLink, None) => Admission::Unknown,
            (SiteVisibility::VisitorAuth, _) if shown.is_none() => self.sign_in(path),
            _ => {
                let signed = shown.map(|shown| shown.claims.clone()).unwrap_or_default();
                self.welcome(signed, &credential.unsigned)
            }
        }
    }

    /// Whether this is the secret of an active share link.
    pub fn knows(&self, secret: &str) -> bool {
        is_among(&self.secrets, secret)
    }

    /// Returns what a token says, if it is genuine and good now. It counts only as long as [`Shown::person`] belongs to
    /// the organization, and what they asked for it with has not ended.
    pub fn read(&self, token: &str, now: Timestamp) -> Option<Shown> {
        let keys: [(_, &[u8]); 3] = [
            (Signer::Site, self.keys.site.as_bytes()),
            (Signer::Members, &self.keys.members),
            (Signer::Previews, &self.keys.previews),
        ];
        let Verified { key: signer, mut claims } = tokens::verify(token, &keys, now).ok()?;
        let subject = || claims.get(MAKER)?.as_str()?.parse().ok();
        let person = match signer {
            Signer::Site => None,
            // Guests of an organization see only what they were given, and no site is.
            Signer::Members => Some(subject().filter(|_| claims.get("role").is_some_and(Value::is_string))?),
            Signer::Previews => Some(subject()?),
        };
        let asked_with = match signer {
            Signer::Site => None,
            Signer::Members | Signer::Previews => Some(claims.remove(ASKED_WITH)?.as_str()?.parse().ok()?),
        };
        if signer == Signer::Previews {
            let Some(Value::Object(visitor)) = claims.remove(VISITOR) else { return None };
            claims = visitor;
        }
        Some(Shown { signer, claims, person, asked_with, spaces: BTreeSet::new() })
    }

    fn preview(&self, shown: &Shown) -> Admission {
        let mut claims = shown.claims.clone();
        let unsigned = match claims.remove(UNSIGNED) {
            Some(Value::Object(unsigned)) => unsigned,
            _ => Map::new(),
        };
        match self.welcome(claims, &unsigned) {
            Admission::Welcome(Admitted(audience)) => {
                Admission::Welcome(Admitted(audience.previewing().among(&shown.spaces)))
            }
            other => other,
        }
    }

    fn welcome(&self, signed: Map<String, Value>, unsigned: &Map<String, Value>) -> Admission {
        let Some(schema) = &self.adaptive else { return Admission::Welcome(Admitted(Audience::default())) };
        // Tokens are not so deep, and schemas are not.
        let audience = Audience::new(signed, schema.accept(unsigned));
        audience.map_or(Admission::Refused, |audience| Admission::Welcome(Admitted(audience)))
    }

    fn sign_in(&self, path: &str) -> Admission {
        match &self.fallback {
            Some(fallback) => Admission::SignIn { location: with_location(fallback.as_str(), path) },
            None => Admission::Refused,
        }
    }
}

/// What stands in a query as it is.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// The address with `location=<path>` in its query. What is put in is always a path: with one slash at its beginning, no
/// program takes it for another host.
fn with_location(address: &str, path: &str) -> String {
    let (address, fragment) = address.find('#').map_or((address, ""), |at| address.split_at(at));
    let separator = match address.split_once('?') {
        None => "?",
        Some((_, "")) => "",
        Some(_) => "&",
    };
    let path = local(path);
    format!("{address}{separator}location={}{fragment}", utf8_percent_encode(&path, QUERY))
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests;
