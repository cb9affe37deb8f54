//! Single logout (Core, section 3.7; Profiles, section 4.4): the check of their requests, and ours, with the answers to both.
//!
//! A request of theirs ends sessions, so it is believed only with a signature by a pinned certificate, whatever the
//! binding. What we send has none: it names somebody and ends nothing here.

use super::claims::{NameId, NameIdFormat, begins, ends, name_id, session_name, time};
use super::message::{self, Part, check_destination, check_issuer, of_form, one, parts};
use super::names::{ASSERTION, PROTOCOL, SIGNATURE, SUCCESS};
use super::redirect::{self, REQUEST, RESPONSE};
use super::refusal::Refusal;
use super::request::ServiceProvider;
use super::{SKEW, instant};
use crate::Seconds;
use crate::certificate::Certificate;
use crate::xml::{Element, attribute, text};

/// A message as a browser brought it.
#[derive(Debug, Clone, Copy)]
pub enum Brought<'a> {
    /// The query of the address, as it was sent (HTTP-Redirect).
    Query(&'a str),
    /// The value of the form's field for the message, and that of `RelayState` (HTTP-POST).
    Form(&'a str, Option<&'a str>),
}

/// The facts that a request of sign-out must fit.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedLogout<'a> {
    /// The entity ID of the identity provider.
    pub issuer: &'a str,
    /// The pinned certificates of the identity provider.
    pub certificates: &'a [Certificate],
    /// Our entity ID for this provider.
    pub audience: &'a str,
    /// The address to which the request was sent.
    pub slo_url: &'a str,
    pub now: Seconds,
}

/// The word of a provider that somebody signs out there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logout {
    /// The ID of the request, which the answer names; the caller remembers it until [`expires`](Self::expires), and lets the
    /// request count once.
    pub id: String,
    pub name: NameId,
    /// The names of the sessions at the provider; none for all of the person.
    pub sessions: Vec<String>,
    /// A text that goes back with the answer.
    pub relay_state: Option<String>,
    /// The time from which this request is refused as expired, the forgiven difference of clocks included.
    pub expires: Seconds,
}

/// The time after its issue in which a request counts, in seconds, if it does not end sooner itself.
const LIFETIME: Seconds = 300;
/// The maximum number of sessions in a request.
const MAX_SESSIONS: usize = 100;
/// The maximum size in bytes of a text that goes back with the answer. The standard has 80.
const MAX_RELAY_STATE: usize = 1024;

const LOGOUT_REQUEST: &[Part] = &[
    (ASSERTION, "Issuer", 0),
    (SIGNATURE, "Signature", 2),
    (PROTOCOL, "Extensions", 4),
    (ASSERTION, "NameID", 6),
    (PROTOCOL, "SessionIndex", 7),
];

/// Verifies a request by which a provider signs somebody out.
///
/// # Errors
/// The first rule that the message breaks.
pub fn verify_logout(brought: Brought<'_>, expected: &ExpectedLogout<'_>) -> Result<Logout, Refusal> {
    let (request, relay_state) = match brought {
        Brought::Query(query) => {
            let signed = redirect::verify(query, REQUEST, expected.certificates)?;
            let root = message::read(&signed.message, (PROTOCOL, "LogoutRequest"))?;
            // The query is what is signed.
            if message::signatures(&root) != 0 {
                return Err(Refusal::MisplacedSignature);
            }
            (root, signed.relay_state)
        }
        Brought::Form(value, state) => {
            let root = message::read(&of_form(value)?, (PROTOCOL, "LogoutRequest"))?;
            parts(&root, LOGOUT_REQUEST)?;
            (message::verify_whole(&root, expected.certificates)?, state.map(str::to_owned))
        }
    };
    parts(&request, LOGOUT_REQUEST)?;
    check_issuer(one(&request, "Issuer")?, expected.issuer)?;
    check_destination(&request, expected.slo_url)?;
    let id = request.attribute("ID").filter(|it| !it.is_empty() && it.chars().count() <= 1024);
    let id = id.ok_or_else(|| Refusal::Form("a request without ID".to_owned()))?;
    if relay_state.as_ref().is_some_and(|it| it.len() > MAX_RELAY_STATE) {
        return Err(Refusal::Form(format!("a RelayState of more than {MAX_RELAY_STATE} bytes")));
    }
    Ok(Logout {
        id: id.to_owned(),
        name: name_id(one(&request, "NameID")?, expected.issuer, expected.audience)?,
        sessions: sessions(&request)?,
        relay_state,
        expires: until(&request, expected.now)?.saturating_add(SKEW),
    })
}

/// Checks the times of a request, and returns the time at which it ends.
fn until(request: &Element, now: Seconds) -> Result<Seconds, Refusal> {
    let issued = time(request, "IssueInstant")?.ok_or(Refusal::Time("IssueInstant"))?;
    begins(issued, now)?;
    let latest = issued.saturating_add(LIFETIME);
    let until = time(request, "NotOnOrAfter")?.map_or(latest, |it| it.min(latest));
    ends(until, now)?;
    Ok(until)
}

fn sessions(request: &Element) -> Result<Vec<String>, Refusal> {
    let all: Vec<&Element> = request.named(PROTOCOL, "SessionIndex").collect();
    if all.len() > MAX_SESSIONS {
        return Err(Refusal::Form(format!("more than {MAX_SESSIONS} SessionIndex")));
    }
    let wrong = || Refusal::Form("a SessionIndex that is no text".to_owned());
    let name = |it: &&Element| it.text().filter(|it| !it.is_empty()).map(|it| session_name(&it)).ok_or_else(wrong);
    all.iter().map(name).collect()
}

/// A request of ours to sign somebody out at the provider.
#[derive(Debug, Clone, Copy)]
pub struct LogoutRequest<'a> {
    pub service: &'a ServiceProvider,
    /// The ID, of [`Request::id_of`](super::Request::id_of).
    pub id: &'a str,
    pub now: Seconds,
    /// The single logout address of the identity provider.
    pub slo_url: &'a str,
    pub name: &'a NameId,
    /// The name of the session at the provider, if it gave one.
    pub session_index: Option<&'a str>,
}

impl LogoutRequest<'_> {
    /// Returns the address that a browser is led to. The request is not signed.
    pub fn redirect(&self) -> String {
        let mut out = opening("LogoutRequest", self.service, (self.id, self.now), self.slo_url, None);
        self.name.write(&mut out);
        if let Some(session) = self.session_index {
            out.push_str("<samlp:SessionIndex>");
            text(&mut out, session);
            out.push_str("</samlp:SessionIndex>");
        }
        out.push_str("</samlp:LogoutRequest>");
        redirect::address(self.slo_url, REQUEST, &out, None)
    }
}

/// Our answer to a request that was followed.
#[derive(Debug, Clone, Copy)]
pub struct LogoutResponse<'a> {
    pub service: &'a ServiceProvider,
    /// The ID, of [`Request::id_of`](super::Request::id_of).
    pub id: &'a str,
    pub now: Seconds,
    /// The address of the identity provider for answers.
    pub destination: &'a str,
    /// The ID of the request.
    pub in_response_to: &'a str,
    /// The text that came with the request.
    pub relay_state: Option<&'a str>,
}

impl LogoutResponse<'_> {
    /// Returns the address that the browser is redirected to. The answer is not signed.
    pub fn redirect(&self) -> String {
        let answered = Some(self.in_response_to);
        let mut out = opening("LogoutResponse", self.service, (self.id, self.now), self.destination, answered);
        out.push_str("<samlp:Status><samlp:StatusCode");
        attribute(&mut out, "Value", SUCCESS);
        out.push_str("/></samlp:Status></samlp:LogoutResponse>");
        redirect::address(self.destination, RESPONSE, &out, self.relay_state)
    }
}

/// Returns the beginning of a message of ours, issuer included.
fn opening(
    element: &str,
    service: &ServiceProvider,
    (id, now): (&str, Seconds),
    destination: &str,
    in_response_to: Option<&str>,
) -> String {
    let mut out = format!("<samlp:{element}");
    attribute(&mut out, "xmlns:samlp", PROTOCOL);
    attribute(&mut out, "xmlns:saml", ASSERTION);
    attribute(&mut out, "ID", id);
    attribute(&mut out, "Version", "2.0");
    attribute(&mut out, "IssueInstant", &instant::write(now));
    attribute(&mut out, "Destination", destination);
    if let Some(request) = in_response_to {
        attribute(&mut out, "InResponseTo", request);
    }
    out.push_str("><saml:Issuer>");
    text(&mut out, &service.entity_id);
    out.push_str("</saml:Issuer>");
    out
}

/// Tells if an answer to a request of ours says that the provider has signed somebody out everywhere. Nothing verifies it:
/// it is good for the words of a page, and for nothing else.
///
/// # Errors
/// [`Refusal`] for a message that is no answer at all.
pub fn claims_success(brought: Brought<'_>) -> Result<bool, Refusal> {
    let bytes = match brought {
        Brought::Query(query) => redirect::message(query, RESPONSE)?,
        Brought::Form(value, _) => of_form(value)?,
    };
    let root = message::read(&bytes, (PROTOCOL, "LogoutResponse"))?;
    let codes = root.named(PROTOCOL, "Status").flat_map(|it| it.named(PROTOCOL, "StatusCode"));
    let codes: Vec<&Element> = codes.collect();
    // A code below says that some parties were not reached.
    let is_whole = |code: &Element| code.attribute("Value") == Some(SUCCESS) && code.elements().next().is_none();
    Ok(matches!(codes[..], [code] if is_whole(code)))
}

impl NameId {
    /// Writes the element.
    fn write(&self, out: &mut String) {
        out.push_str("<saml:NameID");
        attribute(out, "Format", self.format.uri());
        let qualifiers = [("NameQualifier", &self.qualifier), ("SPNameQualifier", &self.sp_qualifier)];
        for (name, value) in qualifiers {
            if let Some(value) = value {
                attribute(out, name, value);
            }
        }
        out.push('>');
        text(out, &self.value);
        out.push_str("</saml:NameID>");
    }

    /// Returns the text by which a session remembers whom to sign out, with the name of the session at the provider.
    pub fn to_hint(&self, session_index: Option<&str>) -> String {
        serde_json::json!({
            "format": self.format.uri(),
            "value": self.value,
            "qualifier": self.qualifier,
            "spQualifier": self.sp_qualifier,
            "session": session_index,
        })
        .to_string()
    }

    /// Returns the name and the session of such a text; `None` for any other.
    pub fn from_hint(hint: &str) -> Option<(Self, Option<String>)> {
        let hint: serde_json::Value = serde_json::from_str(hint).ok()?;
        let part = |name: &str| hint.get(name).and_then(serde_json::Value::as_str).map(str::to_owned);
        let name = Self {
            format: NameIdFormat::from_uri(&part("format")?)?,
            value: part("value")?,
            qualifier: part("qualifier"),
            sp_qualifier: part("spQualifier"),
        };
        Some((name, part("session")))
    }
}
