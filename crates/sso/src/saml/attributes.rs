//! Attributes of a subject, and those whose names common identity providers share.

use super::claims::NameIdFormat;
use super::names::ASSERTION;
use crate::xml::Element;

/// An attribute of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    /// The values that are texts and not empty, in their order.
    pub values: Vec<String>,
}

/// The names of attributes by which Entra, AD FS, Okta, Google, Keycloak, and directories with `eduPerson` or X.500 give
/// an address of mail. Names are compared without case.
const EMAIL: &[&str] = &[
    "email",
    "mail",
    "emailaddress",
    "email_address",
    "e-mail",
    "user.email",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:oid:1.2.840.113549.1.9.1",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "http://schemas.xmlsoap.org/claims/emailaddress",
];
const DISPLAY_NAME: &[&str] = &[
    "displayname",
    "display_name",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "http://schemas.xmlsoap.org/claims/commonname",
];
const GIVEN_NAME: &[&str] = &[
    "givenname",
    "given_name",
    "firstname",
    "first_name",
    "user.firstname",
    "urn:oid:2.5.4.42",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const SURNAME: &[&str] = &[
    "surname",
    "sn",
    "lastname",
    "last_name",
    "family_name",
    "user.lastname",
    "urn:oid:2.5.4.4",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];
/// Names that some providers use for a name of people, and some for the name of an account.
const NAME: &[&str] = &[
    "cn",
    "urn:oid:2.5.4.3",
    "name",
    "fullname",
    "full_name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
];
const GROUPS: &[&str] = &[
    "groups",
    "group",
    "memberof",
    "ismemberof",
    "urn:oid:1.3.6.1.4.1.5923.1.5.1.1",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
    "http://schemas.xmlsoap.org/claims/group",
];

/// Returns the attributes of an assertion; those of one name are one.
pub(super) fn read(assertion: &Element) -> Vec<Attribute> {
    let statements = assertion.named(ASSERTION, "AttributeStatement");
    let elements = statements.flat_map(|it| it.named(ASSERTION, "Attribute"));
    let mut found: Vec<Attribute> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (element, name) in elements.filter_map(|it| Some((it, it.attribute("Name")?))) {
        let values = element.named(ASSERTION, "AttributeValue").filter_map(Element::text).filter(|it| !it.is_empty());
        let at = *places.entry(name).or_insert(found.len());
        match found.get_mut(at) {
            Some(known) => known.values.extend(values),
            None => found.push(Attribute { name: name.to_owned(), values: values.collect() }),
        }
    }
    found
}

/// Returns the values of attributes that have one of these names, in the order of the names.
fn values<'a>(attributes: &'a [Attribute], names: &'a [&str]) -> impl Iterator<Item = &'a String> {
    let of = |name: &'a str| attributes.iter().filter(move |it| it.name.eq_ignore_ascii_case(name));
    names.iter().copied().flat_map(of).flat_map(|it| &it.values)
}

/// Returns the address of mail.
pub(super) fn email(attributes: &[Attribute], name_id: &str, format: NameIdFormat) -> Option<String> {
    let may_be = matches!(format, NameIdFormat::EmailAddress | NameIdFormat::Unspecified);
    let of_name = Some(name_id).filter(|_| may_be);
    let mut all = values(attributes, EMAIL).map(String::as_str).chain(of_name);
    all.find(|it| is_address(it)).map(str::to_owned)
}

/// Tells if a text has the form of an address of mail.
fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    let fits =
        |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@');
    text.len() <= 254 && parts.is_some_and(|(local, domain)| fits(local) && fits(domain))
}

/// Returns the name for people: the one that is meant so, else the given name and the surname, else a name of any kind.
pub(super) fn display_name(attributes: &[Attribute]) -> Option<String> {
    let first = |names| values(attributes, names).next().cloned();
    let both: Vec<String> = [first(GIVEN_NAME), first(SURNAME)].into_iter().flatten().collect();
    first(DISPLAY_NAME).or((!both.is_empty()).then(|| both.join(" "))).or_else(|| first(NAME))
}

/// Returns the groups, each once.
pub(super) fn groups(attributes: &[Attribute]) -> Vec<String> {
    let mut known = std::collections::HashSet::new();
    values(attributes, GROUPS).filter(|it| known.insert(it.as_str())).cloned().collect()
}
