//! The claims of a signed assertion: conditions, subject and attributes.

use super::attributes::{self, Attribute};
use super::message::{check_issuer, one};
use super::names::{ASSERTION, BEARER};
use super::refusal::{Refusal, shown};
use super::response::{Expected, check_in_response_to};
use super::{SKEW, instant};
use crate::Seconds;
use crate::xml::Element;

/// An identity that a provider has proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The name of the subject at the provider. With the provider it is the identity; the e-mail is not.
    pub name: NameId,
    /// The name of the session at the provider.
    pub session_index: Option<String>,
    /// The end of the session, if the provider sets one.
    pub session_ends: Option<Seconds>,
    /// All attributes whose values are texts.
    pub attributes: Vec<Attribute>,
    /// The address of mail, by the names of attributes that common providers use, or the NameID if it is one.
    pub email: Option<String>,
    /// The name for people, by the names of attributes that common providers use.
    pub display_name: Option<String>,
    /// The groups, by the names of attributes that common providers use.
    pub groups: Vec<String>,
    /// The ID of the assertion, which the caller remembers until [`expires`](Self::expires) and accepts once.
    pub assertion_id: String,
    /// The time from which this assertion is refused as expired, the forgiven difference of clocks included.
    pub expires: Seconds,
}

/// The name of a subject at a provider. Format and value together are the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameId {
    pub value: String,
    pub format: NameIdFormat,
    /// The entity ID of the provider, if the name is qualified by it.
    pub qualifier: Option<String>,
    /// Our entity ID, if the name is qualified by it.
    pub sp_qualifier: Option<String>,
}

/// The meaning of a NameID. Formats that name a subject for one session only are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameIdFormat {
    Unspecified,
    EmailAddress,
    Persistent,
    X509SubjectName,
    WindowsDomainQualifiedName,
    Kerberos,
}

impl NameIdFormat {
    const ALL: [Self; 6] = [
        Self::Unspecified,
        Self::EmailAddress,
        Self::Persistent,
        Self::X509SubjectName,
        Self::WindowsDomainQualifiedName,
        Self::Kerberos,
    ];

    /// Returns the identifier of the format (Core, section 8.3).
    pub fn uri(self) -> &'static str {
        match self {
            Self::Unspecified => "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
            Self::EmailAddress => "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
            Self::Persistent => "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            Self::X509SubjectName => "urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName",
            Self::WindowsDomainQualifiedName => "urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName",
            Self::Kerberos => "urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos",
        }
    }

    /// Returns the format with that identifier.
    pub fn from_uri(uri: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.uri() == uri)
    }
}

/// Reads an assertion that was read again from its canonical bytes.
pub(super) fn read(assertion: &Element, expected: &Expected<'_>) -> Result<Identity, Refusal> {
    let id = assertion.attribute("ID").filter(|it| !it.is_empty() && it.chars().count() <= 1024);
    let id = id.ok_or_else(|| Refusal::Form("an assertion without ID".to_owned()))?;
    check_issuer(one(assertion, "Issuer")?, expected.issuer)?;
    begins(time(assertion, "IssueInstant")?.ok_or(Refusal::Time("IssueInstant"))?, expected.now)?;
    let subject = one(assertion, "Subject")?;
    let name = subject_name(subject, expected)?;
    let confirmed = confirmed_until(subject, expected)?;
    let conditions = conditions_until(one(assertion, "Conditions")?, expected)?;
    let session = session(assertion, expected.now)?;
    let attributes = attributes::read(assertion);
    Ok(Identity {
        email: attributes::email(&attributes, &name.value, name.format),
        display_name: attributes::display_name(&attributes),
        groups: attributes::groups(&attributes),
        name,
        session_index: session.index,
        session_ends: session.ends,
        attributes,
        assertion_id: id.to_owned(),
        expires: conditions.map_or(confirmed, |it| it.min(confirmed)).saturating_add(SKEW),
    })
}

fn subject_name(subject: &Element, expected: &Expected<'_>) -> Result<NameId, Refusal> {
    let known = |it: &Element| ["NameID", "SubjectConfirmation"].iter().any(|name| it.name.is(ASSERTION, name));
    if let Some(unknown) = subject.elements().find(|it| !known(it)) {
        return Err(Refusal::Form(format!("{} in Subject", shown(&unknown.name.local))));
    }
    name_id(one(subject, "NameID").map_err(|_| Refusal::NameId)?, expected.issuer, expected.audience)
}

/// Reads the name of a subject, which may be qualified by its issuer and by us.
pub(super) fn name_id(element: &Element, issuer: &str, audience: &str) -> Result<NameId, Refusal> {
    let uri = element.attribute("Format").unwrap_or(NameIdFormat::Unspecified.uri());
    let format = NameIdFormat::from_uri(uri).ok_or_else(|| Refusal::NameIdFormat(shown(uri)))?;
    let qualifier = |attribute: &str, own: &str| match element.attribute(attribute) {
        Some(other) if !other.is_empty() && other != own => Err(Refusal::Qualifier(shown(other))),
        found => Ok(found.filter(|it| !it.is_empty()).map(str::to_owned)),
    };
    let (qualifier, sp_qualifier) = (qualifier("NameQualifier", issuer)?, qualifier("SPNameQualifier", audience)?);
    let fits = |it: &String| (1..=1024).contains(&it.chars().count()) && !it.chars().any(char::is_control);
    let value = element.text().filter(fits).ok_or(Refusal::NameId)?;
    Ok(NameId { value, format, qualifier, sp_qualifier })
}

/// Returns the end of the confirmation that proves that the bearer is the subject.
fn confirmed_until(subject: &Element, expected: &Expected<'_>) -> Result<Seconds, Refusal> {
    let all = subject.named(ASSERTION, "SubjectConfirmation");
    let mut first = Err(Refusal::NoBearer);
    for (at, bearer) in all.filter(|it| it.attribute("Method") == Some(BEARER)).enumerate() {
        match bearer_until(bearer, expected) {
            Ok(until) => return Ok(until),
            Err(refusal) if at == 0 => first = Err(refusal),
            Err(_) => {}
        }
    }
    first
}

fn bearer_until(confirmation: &Element, expected: &Expected<'_>) -> Result<Seconds, Refusal> {
    let data = one(confirmation, "SubjectConfirmationData").map_err(|_| Refusal::NoBearer)?;
    let recipient = data.attribute("Recipient").unwrap_or_default();
    if recipient != expected.acs_url {
        return Err(Refusal::Recipient { expected: expected.acs_url.to_owned(), found: shown(recipient) });
    }
    let until = time(data, "NotOnOrAfter")?.ok_or(Refusal::Time("NotOnOrAfter"))?;
    ends(until, expected.now)?;
    time(data, "NotBefore")?.map_or(Ok(()), |from| begins(from, expected.now))?;
    check_in_response_to(data.attribute("InResponseTo"), expected.in_response_to)?;
    Ok(until)
}

/// Returns the end of the conditions, if they have one.
fn conditions_until(conditions: &Element, expected: &Expected<'_>) -> Result<Option<Seconds>, Refusal> {
    time(conditions, "NotBefore")?.map_or(Ok(()), |from| begins(from, expected.now))?;
    let until = time(conditions, "NotOnOrAfter")?;
    until.map_or(Ok(()), |until| ends(until, expected.now))?;
    let known = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"];
    let unknown = conditions.elements().find(|it| !known.iter().any(|name| it.name.is(ASSERTION, name)));
    if let Some(unknown) = unknown {
        return Err(Refusal::Condition(shown(&unknown.name.local)));
    }
    let audiences = |it: &Element| it.named(ASSERTION, "Audience").filter_map(Element::text).collect::<Vec<_>>();
    let restrictions: Vec<Vec<String>> = conditions.named(ASSERTION, "AudienceRestriction").map(audiences).collect();
    let missed = restrictions.iter().find(|it| !it.iter().any(|audience| audience == expected.audience));
    match (missed, restrictions.is_empty()) {
        (None, false) => Ok(until),
        (missed, _) => {
            let found = shown(&missed.map(|it| it.join(" ")).unwrap_or_default());
            Err(Refusal::Audience { expected: expected.audience.to_owned(), found })
        }
    }
}

struct Session {
    index: Option<String>,
    ends: Option<Seconds>,
}

fn session(assertion: &Element, now: Seconds) -> Result<Session, Refusal> {
    let statements: Vec<&Element> = assertion.named(ASSERTION, "AuthnStatement").collect();
    let Some(first) = statements.first() else {
        return Err(Refusal::Form("no AuthnStatement in Assertion".to_owned()));
    };
    let mut until = None;
    for statement in &statements {
        if let Some(end) = time(statement, "SessionNotOnOrAfter")? {
            ends(end, now)?;
            until = Some(until.map_or(end, |it: Seconds| it.min(end)));
        }
    }
    Ok(Session { index: first.attribute("SessionIndex").map(session_name), ends: until })
}

/// Returns the name of a session at a provider as it is kept: long ones are cut.
pub(super) fn session_name(text: &str) -> String {
    shown(text)
}

/// Returns the time in an attribute, if there is one.
pub(super) fn time(element: &Element, name: &'static str) -> Result<Option<Seconds>, Refusal> {
    let read = |text| instant::read(text).ok_or(Refusal::Time(name));
    element.attribute(name).map(read).transpose()
}

pub(super) fn begins(from: Seconds, now: Seconds) -> Result<(), Refusal> {
    if from > now.saturating_add(SKEW) { Err(Refusal::NotYet(from.saturating_sub(now))) } else { Ok(()) }
}

pub(super) fn ends(until: Seconds, now: Seconds) -> Result<(), Refusal> {
    if until.saturating_add(SKEW) <= now { Err(Refusal::Expired(now.saturating_sub(until))) } else { Ok(()) }
}
