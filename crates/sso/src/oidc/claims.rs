//! The claims of a token that was verified, by the names that common providers use.

use serde_json::{Map, Value};

/// The claims about somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The name of the subject at the provider. With the issuer it is the identity; the e-mail is not.
    pub subject: String,
    /// The address of mail.
    pub email: Option<String>,
    /// Tells if the provider says that the address was verified. It says nothing where this is `None`.
    pub email_verified: Option<bool>,
    /// The name for people.
    pub name: Option<String>,
    /// The address of a picture.
    pub picture: Option<String>,
    pub groups: Vec<String>,
    /// Tells that the token leaves groups out because there are too many (Microsoft Entra does so above 200).
    pub groups_left_out: bool,
    /// The name of the session at the provider (`sid`), if it gives one.
    pub session: Option<String>,
    /// The token itself, by which the provider is told whom to sign out; `None` if it is long.
    pub token: Option<String>,
    /// All claims as the provider sent them, those above too.
    pub all: Map<String, Value>,
}

/// A fault of user information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UserInfoError {
    #[error("the user information is no JSON object of at most 128 KiB")]
    Json,
    #[error("the user information is about somebody else")]
    OtherSubject,
}

impl Claims {
    /// Returns the claims of a verified token, if it has a subject.
    pub(super) fn read(all: Map<String, Value>, groups_claim: Option<&str>) -> Option<Self> {
        let text = |name: &str| all.get(name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned);
        let verified = all.get("email_verified").and_then(|it| match it {
            Value::Bool(verified) => Some(*verified),
            // Some providers write it as a text.
            Value::String(text) => text.parse().ok(),
            _ => None,
        });
        let both = [text("given_name"), text("family_name")].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let groups_claim = groups_claim.unwrap_or("groups");
        Some(Self {
            subject: text("sub").filter(|it| it.len() <= 255 && !it.chars().any(char::is_control))?,
            email: text("email"),
            email_verified: verified,
            name: text("name").or(Some(both).filter(|it| !it.is_empty())).or_else(|| text("preferred_username")),
            picture: text("picture").filter(|it| it.starts_with("https://")),
            groups: groups(&all, groups_claim),
            groups_left_out: all.get("_claim_names").is_some_and(|it| it.get(groups_claim).is_some())
                || all.get("hasgroups").is_some_and(|it| *it == Value::Bool(true) || it == "true"),
            token: None,
            session: text("sid").filter(|it| it.len() <= 255),
            all,
        })
    }

    /// Returns a claim, which is named as a whole or by a path with dots.
    pub fn named(&self, name: &str) -> Option<&Value> {
        named(&self.all, name)
    }

    /// Returns the claims together with those of the endpoint of user information, which some providers give more to.
    /// Claims of the token win.
    ///
    /// # Errors
    /// An answer that is no JSON object, or one about another subject.
    pub fn with_user_info(self, json: &[u8], groups_claim: Option<&str>) -> Result<Self, UserInfoError> {
        if json.len() > 128 << 10 {
            return Err(UserInfoError::Json);
        }
        let mut all: Map<String, Value> = serde_json::from_slice(json).map_err(|_| UserInfoError::Json)?;
        if all.get("sub").and_then(Value::as_str) != Some(&self.subject) {
            return Err(UserInfoError::OtherSubject);
        }
        // An address and the word that it was verified belong together.
        let mut own = self.all;
        if self.email.is_some() {
            all.remove("email_verified");
        } else {
            own.remove("email_verified");
        }
        all.extend(own);
        let token = self.token;
        Self::read(all, groups_claim).map(|claims| Self { token, ..claims }).ok_or(UserInfoError::OtherSubject)
    }
}

/// Returns the texts of a claim, which is named as a whole or by a path with dots.
fn groups(all: &Map<String, Value>, claim: &str) -> Vec<String> {
    match named(all, claim) {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(one)) => vec![one.clone()],
        _ => Vec::new(),
    }
}

/// Returns a claim, which is named as a whole or by a path with dots.
fn named<'a>(all: &'a Map<String, Value>, claim: &str) -> Option<&'a Value> {
    let mut path = claim.split('.');
    let first = path.next().and_then(|it| all.get(it));
    all.get(claim).or_else(|| path.fold(first, |value, name| value.and_then(|it| it.get(name))))
}
