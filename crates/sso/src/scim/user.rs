//! Users (RFC 7643, section 4.1): the attributes that have a meaning here. Others are accepted and not kept.

use serde_json::{Map, Value, json};

use super::attributes::{USER, get, text, truth};
use super::error::{Error, ErrorKind};
use crate::Seconds;

const MAX_TEXT: usize = 512;
const MAX_EMAILS: usize = 20;

/// A user as an identity provider describes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct User {
    /// The name of the account at the provider, unique without case; often an address of mail.
    pub user_name: String,
    /// The provider's own identifier.
    pub external_id: Option<String>,
    /// The whole name.
    pub formatted_name: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub display_name: Option<String>,
    pub emails: Vec<Email>,
    /// False for a user whose sessions and tokens end.
    pub active: bool,
}

/// An address of mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub value: String,
    /// The kind, such as `work`.
    pub kind: Option<String>,
    pub primary: bool,
}

/// The facts of a resource that this side adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meta {
    pub id: String,
    pub created: Seconds,
    pub last_modified: Seconds,
    /// The address of the resource.
    pub location: String,
}

impl User {
    /// Reads a user.
    ///
    /// # Errors
    /// An attribute that is missing, too long or of another kind.
    pub fn from_json(json: &Value) -> Result<Self, Error> {
        let object = json.as_object().ok_or_else(|| Error::new(ErrorKind::InvalidSyntax, "a user is a JSON object"))?;
        let empty = Map::new();
        let name = get(object, "name").and_then(Value::as_object).unwrap_or(&empty);
        let user = Self {
            user_name: bounded(object, "userName")?.ok_or_else(|| wrong("userName is missing"))?,
            external_id: bounded(object, "externalId")?,
            formatted_name: bounded(name, "formatted")?,
            given_name: bounded(name, "givenName")?,
            family_name: bounded(name, "familyName")?,
            display_name: bounded(object, "displayName")?,
            emails: emails(object)?,
            active: match get(object, "active") {
                None => true,
                Some(value) => truth(value).ok_or_else(|| wrong("active is neither true nor false"))?,
            },
        };
        Ok(user)
    }

    /// Reads a user that takes the place of another. One that does not say if it is active stays what it was: leaving it
    /// out must let nobody in again.
    ///
    /// # Errors
    /// An attribute that is missing, too long or of another kind.
    pub fn in_place_of(before: &Self, json: &Value) -> Result<Self, Error> {
        let user = Self::from_json(json)?;
        let says = json.as_object().is_some_and(|object| get(object, "active").is_some());
        Ok(Self { active: if says { user.active } else { before.active }, ..user })
    }

    /// Returns the user as this side answers it.
    pub fn to_json(&self, meta: &Meta) -> Value {
        let mut json = Value::Object(self.attributes());
        json["schemas"] = json!([USER]);
        json["id"] = json!(meta.id);
        json["meta"] = meta.to_json("User");
        json
    }

    /// Returns the attributes that a patch can change.
    pub(super) fn attributes(&self) -> Map<String, Value> {
        let mut all = Map::new();
        all.insert("userName".to_owned(), json!(self.user_name));
        all.insert("active".to_owned(), json!(self.active));
        let mut name = Map::new();
        put(&mut name, "formatted", self.formatted_name.as_ref());
        put(&mut name, "givenName", self.given_name.as_ref());
        put(&mut name, "familyName", self.family_name.as_ref());
        put(&mut all, "externalId", self.external_id.as_ref());
        put(&mut all, "displayName", self.display_name.as_ref());
        if !name.is_empty() {
            all.insert("name".to_owned(), Value::Object(name));
        }
        if !self.emails.is_empty() {
            all.insert("emails".to_owned(), self.emails.iter().map(Email::to_json).collect());
        }
        all
    }

    /// Returns the address of mail: the primary one, else the first, else a name of the account that is one.
    pub fn email(&self) -> Option<&str> {
        let listed = self.emails.iter().find(|it| it.primary).or(self.emails.first()).map(|it| it.value.as_str());
        listed.or_else(|| Some(self.user_name.as_str()).filter(|it| it.contains('@')))
    }

    /// Returns the name for people.
    pub fn label(&self) -> String {
        let both = [&self.given_name, &self.family_name].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let whole = self.display_name.clone().or_else(|| self.formatted_name.clone());
        whole.or(Some(both).filter(|it| !it.is_empty())).unwrap_or_else(|| self.user_name.clone())
    }
}

impl Email {
    fn to_json(&self) -> Value {
        let mut json = json!({"value": self.value, "primary": self.primary});
        if let Some(kind) = &self.kind {
            json["type"] = json!(kind);
        }
        json
    }
}

impl Meta {
    /// Returns the attribute `meta` of a resource of that type.
    pub(super) fn to_json(&self, resource_type: &str) -> Value {
        let time = |at| jiff::Timestamp::from_second(at).unwrap_or_default().to_string();
        json!({
            "resourceType": resource_type,
            "created": time(self.created),
            "lastModified": time(self.last_modified),
            "location": self.location,
        })
    }
}

fn wrong(detail: &str) -> Error {
    Error::new(ErrorKind::InvalidValue, detail)
}

fn put(object: &mut Map<String, Value>, name: &str, value: Option<&String>) {
    if let Some(value) = value {
        object.insert(name.to_owned(), json!(value));
    }
}

/// Returns a text of at most 512 characters without control characters.
pub(super) fn bounded(object: &Map<String, Value>, name: &str) -> Result<Option<String>, Error> {
    match text(object, name) {
        Some(text) if text.chars().count() > MAX_TEXT => Err(wrong(&format!("{name} is longer than {MAX_TEXT}"))),
        Some(text) if text.chars().any(char::is_control) => Err(wrong(&format!("{name} has control characters"))),
        found => Ok(found),
    }
}

fn emails(object: &Map<String, Value>) -> Result<Vec<Email>, Error> {
    let all = match get(object, "emails") {
        Some(Value::Array(all)) => all.as_slice(),
        Some(Value::Null) | None => return Ok(Vec::new()),
        Some(_) => return Err(wrong("emails is no list")),
    };
    if all.len() > MAX_EMAILS {
        return Err(wrong(&format!("more than {MAX_EMAILS} emails")));
    }
    let email = |value: &Value| {
        let alone = |text: &str| [("value".to_owned(), json!(text))].into_iter().collect();
        let parts = match value {
            Value::String(text) => alone(text),
            Value::Object(parts) => parts.clone(),
            _ => return Some(Err(wrong("an email is neither an object nor a text"))),
        };
        let primary = get(&parts, "primary").and_then(truth).unwrap_or_default();
        let value = bounded(&parts, "value").transpose()?;
        Some(value.and_then(|value| Ok(Email { value, kind: bounded(&parts, "type")?, primary })))
    };
    // Providers write an address that is gone as an element without value.
    all.iter().filter_map(email).collect()
}
