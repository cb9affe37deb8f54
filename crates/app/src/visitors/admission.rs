//! Admission of visitors to a site, and the audience that they belong to.
//!
//! [`Gate::admit`] decides by the visibility of a site and by the visitor's credential alone. A preview token gives
//! access whatever the visibility is, but only to spaces that its creator may read. Secrets and signatures are compared
//! in constant time. This module does not know if the person named in a token still belongs to the organization:
//! [`Shown::person`] names the user whom [`crate::published::visitor_tokens`] must check.

use std::collections::BTreeSet;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quire_content::id::Uid;
use quire_model::adaptive_schema::{AdaptiveSchema, UNSIGNED};
use quire_model::addresses::WebAddress;
use quire_model::credentials::Proved;
use quire_model::ids::{SpaceId, UserId};
use quire_model::locations::local;
use quire_model::sites::SiteVisibility;
use quire_model::time::Timestamp;
use serde_json::{Map, Value, json};

use super::audience::Audience;
use super::previews::Preview;
use super::tokens::{self, Verified};

/// The rules of admission to a site.
#[derive(Debug, Clone)]
pub struct Gate {
    /// The visibility once the site is published.
    pub visibility: SiteVisibility,
    /// True if the site is published.
    pub published: bool,
    /// The schema of accepted unsigned claims. `None` if adaptive content is off: then no claims are used.
    pub adaptive: Option<AdaptiveSchema>,
    /// The keys that verify tokens.
    pub(crate) keys: Keys,
    /// The secrets of active share links.
    pub secrets: Vec<Secret>,
    /// The address where visitors sign in.
    pub fallback: Option<WebAddress>,
    /// The identity provider by which visitors sign in, which counts before the address.
    pub provider: Option<Uid>,
}

/// The keys of the tokens that a site accepts.
#[derive(Clone)]
pub(crate) struct Keys {
    /// The site's private key as text, whose bytes are the key.
    pub(crate) site: String,
    /// The key for claims of members of the organization.
    pub(crate) members: [u8; 32],
    /// The key for preview tokens.
    pub(crate) previews: [u8; 32],
}

/// The secret of a share link.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

/// The credentials of a visitor; the default is an anonymous visitor.
#[derive(Debug, Clone, Default)]
pub struct Credential<'a> {
    /// The secret in the path.
    pub secret: Option<&'a str>,
    /// The verified token, of the query or of the cookie.
    pub shown: Option<Shown>,
    /// The unsigned claims of the visitor, not checked against the schema.
    pub unsigned: Map<String, Value>,
}

/// An audience that was admitted: created only by a [`Gate`], or for a preview that its reader may see.
#[derive(Debug, Clone)]
pub struct Admitted(Audience);

impl Admitted {
    /// Admits the reader of a preview as an anonymous visitor, whatever the gate decides.
    pub fn by_preview(_: &Preview) -> Self {
        Self(Audience::default())
    }

    /// Returns the admitted audience.
    pub fn audience(&self) -> &Audience {
        &self.0
    }

    /// Returns the audience restricted to these spaces.
    pub(crate) fn among(self, spaces: &BTreeSet<SpaceId>) -> Self {
        Self(self.0.among(spaces))
    }
}

/// The decision about admission.
#[derive(Debug, Clone)]
pub enum Admission {
    /// The visitor reads the site as a member of this audience.
    Welcome(Admitted),
    /// The site does not exist for this visitor (404).
    Unknown,
    /// The visitor must sign in at an address.
    SignIn {
        /// The configured address, with the path to come back to.
        location: String,
    },
    /// The visitor must sign in by the identity provider of the site.
    Provider,
    /// The visitor must sign in, but neither a provider nor an address is configured (403).
    Refused,
}

/// The signer of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signer {
    Site,
    Members,
    Previews,
    /// The identity provider of the site, whose word a session keeps.
    Provider,
}

/// The claims of a genuine token, or of a visitor's session.
#[derive(Debug, Clone)]
pub struct Shown {
    signer: Signer,
    claims: Map<String, Value>,
    /// The member whom the claims are of, or who created the preview.
    person: Option<UserId>,
    /// The session or the API token of that person with which the token was requested.
    asked_with: Option<Proved>,
    /// The spaces that a preview shows.
    spaces: BTreeSet<SpaceId>,
}

impl Shown {
    /// Returns the member without whom the token is invalid: the subject, or the creator of the preview.
    pub fn person(&self) -> Option<UserId> {
        self.person
    }

    /// Returns the member without whom the token is invalid, and their session or API token with which it was
    /// requested and with which it ends.
    pub(crate) fn source(&self) -> Option<(UserId, Proved)> {
        Some((self.person?, self.asked_with?))
    }

    /// Returns the claims of a visitor whom the identity provider of a site has identified. They are used as far as the
    /// present schema declares them.
    pub(crate) fn by_provider(claims: Map<String, Value>) -> Self {
        let (person, asked_with, spaces) = (None, None, BTreeSet::new());
        Self { signer: Signer::Provider, claims, person, asked_with, spaces }
    }

    /// Returns true if the token is for a preview.
    pub fn is_preview(&self) -> bool {
        self.signer == Signer::Previews
    }

    /// Returns the token with the spaces that a preview shows: none before.
    pub(crate) fn showing(self, spaces: BTreeSet<SpaceId>) -> Self {
        Self { spaces, ..self }
    }
}

/// The claims of a token for a preview: its creator, and the claims of the visitor.
const MAKER: &str = "sub";
const VISITOR: &str = "visitor";
/// The claim, in tokens of this server, that names the session or the API token with which they were requested.
/// Conditions do not see it.
pub(crate) const ASKED_WITH: &str = "quire:asked_with";

/// Returns the claims of a preview token that expires at `end`.
pub(crate) fn preview_claims(maker: UserId, asked_with: Proved, visitor: &Map<String, Value>, end: Timestamp) -> Value {
    json!({
        MAKER: maker.to_string(),
        ASKED_WITH: asked_with.to_string(),
        VISITOR: visitor,
        "exp": end.seconds(),
    })
}

/// Returns true if a text is one of these secrets.
pub(crate) fn is_among(secrets: &[Secret], given: &str) -> bool {
    // All are compared, by hashes in constant time, so that timing reveals nothing.
    let given = blake3::hash(given.as_bytes());
    secrets.iter().fold(false, |found, secret| found | (blake3::hash(secret.0.as_bytes()) == given))
}

impl Gate {
    /// Decides about the admission of a visitor. `path` is the path within the site to come back to after signing in.
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
                let signed = shown.map(|shown| self.claims_of(shown)).unwrap_or_default();
                self.welcome(signed, &credential.unsigned)
            }
        }
    }

    /// Returns the claims that count: the owner of the site signs what it likes, but a provider knows more of a person
    /// than a site has declared.
    fn claims_of(&self, shown: &Shown) -> Map<String, Value> {
        match (shown.signer, &self.adaptive) {
            (Signer::Provider, Some(schema)) => schema.accept_signed(&shown.claims),
            (Signer::Provider, None) => Map::new(),
            _ => shown.claims.clone(),
        }
    }

    /// Returns true if this is the secret of an active share link.
    pub fn knows(&self, secret: &str) -> bool {
        is_among(&self.secrets, secret)
    }

    /// Returns the contents of a token if it is genuine and not expired. The token is valid only while
    /// [`Shown::person`] belongs to the organization, and the credential with which it was requested has not ended.
    pub fn read(&self, token: &str, now: Timestamp) -> Option<Shown> {
        let keys: [(_, &[u8]); 3] = [
            (Signer::Site, self.keys.site.as_bytes()),
            (Signer::Members, &self.keys.members),
            (Signer::Previews, &self.keys.previews),
        ];
        let Verified { key: signer, mut claims } = tokens::verify(token, &keys, now).ok()?;
        let subject = || claims.get(MAKER)?.as_str()?.parse().ok();
        let person = match signer {
            Signer::Site | Signer::Provider => None,
            // Guests of an organization see only content they were granted, which no site is.
            Signer::Members => Some(subject().filter(|_| claims.get("role").is_some_and(Value::is_string))?),
            Signer::Previews => Some(subject()?),
        };
        let asked_with = match signer {
            Signer::Site | Signer::Provider => None,
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
        // The nesting of tokens and schemas is bounded.
        let audience = Audience::new(signed, schema.accept(unsigned));
        audience.map_or(Admission::Refused, |audience| Admission::Welcome(Admitted(audience)))
    }

    fn sign_in(&self, path: &str) -> Admission {
        if self.provider.is_some() {
            return Admission::Provider;
        }
        match &self.fallback {
            Some(fallback) => Admission::SignIn { location: with_location(fallback.as_str(), path) },
            None => Admission::Refused,
        }
    }
}

/// The characters to encode in a query.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Returns the address with `location=<path>` in its query. The value is always a path: with one leading slash, no
/// client takes it for another host.
pub(crate) fn with_location(address: &str, path: &str) -> String {
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
