//! Groups (RFC 7643, section 4.2), and patches of groups as changes that need not know all members.

use serde_json::{Value, json};

use super::attributes::{GROUP, get};
use super::error::{Error, ErrorKind};
use super::filter::{Comparison, Filter, Path};
use super::parse::Target;
use super::patch::{Operation, Verb, operations};
use super::user::{Meta, bounded};

/// The maximum number of members in one message.
const MAX_MEMBERS: usize = 10_000;

/// A group as an identity provider describes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    pub display_name: String,
    /// The provider's own identifier.
    pub external_id: Option<String>,
    /// The identifiers of users, each once.
    pub members: Vec<String>,
}

/// A change of a group, in the order in which the caller makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupChange {
    Rename(String),
    SetExternalId(Option<String>),
    AddMembers(Vec<String>),
    RemoveMembers(Vec<String>),
    /// These are the members from now on, and no others.
    ReplaceMembers(Vec<String>),
}

impl Group {
    /// Reads a group.
    ///
    /// # Errors
    /// An attribute that is missing, too long or of another kind.
    pub fn from_json(json: &Value) -> Result<Self, Error> {
        let object =
            json.as_object().ok_or_else(|| Error::new(ErrorKind::InvalidSyntax, "a group is a JSON object"))?;
        Ok(Self {
            display_name: bounded(object, "displayName")?.ok_or_else(|| wrong("displayName is missing"))?,
            external_id: bounded(object, "externalId")?,
            members: members(get(object, "members").unwrap_or(&Value::Null))?,
        })
    }

    /// Returns the group as this side answers it. `users` is the address below which users are.
    pub fn to_json(&self, meta: &Meta, users: &str) -> Value {
        let member = |id: &String| json!({"value": id, "type": "User", "$ref": format!("{users}/{id}")});
        let mut json = json!({
            "schemas": [GROUP],
            "id": meta.id,
            "displayName": self.display_name,
            "members": self.members.iter().map(member).collect::<Vec<_>>(),
            "meta": meta.to_json("Group"),
        });
        if let Some(id) = &self.external_id {
            json["externalId"] = json!(id);
        }
        json
    }
}

/// Reads a patch of a group as changes, in their order.
///
/// # Errors
/// The first operation that is none, or that changes something that a group does not have.
pub fn group_changes(patch: &Value) -> Result<Vec<GroupChange>, Error> {
    let mut found = Vec::new();
    let mut count = 0;
    for operation in operations(patch)? {
        let Some(change) = change(&operation)? else { continue };
        if let GroupChange::AddMembers(ids) | GroupChange::RemoveMembers(ids) | GroupChange::ReplaceMembers(ids) =
            &change
        {
            count += ids.len();
        }
        if count > MAX_MEMBERS {
            return Err(too_many());
        }
        found.push(change);
    }
    Ok(found)
}

/// Returns the change of an operation; none for attributes that have no meaning here or that only this side sets.
fn change(operation: &Operation<'_>) -> Result<Option<GroupChange>, Error> {
    let Operation { verb, target: Target { name, filter, part }, value } = operation;
    let is = |known: &str| name.eq_ignore_ascii_case(known) && part.is_none();
    if is("members") {
        return members_changed(*verb, filter.as_ref(), value).map(Some);
    }
    if filter.is_some() {
        return Err(Error::new(ErrorKind::InvalidPath, format!("{name} has no values to choose from")));
    }
    let one = || match value {
        Value::String(_) => bounded(&[(name.clone(), (*value).clone())].into_iter().collect(), name),
        Value::Null => Ok(None),
        _ => Err(wrong(&format!("{name} is no text"))),
    };
    match verb {
        Verb::Remove if is("externalId") => Ok(Some(GroupChange::SetExternalId(None))),
        Verb::Remove if is("displayName") => Err(Error::new(ErrorKind::Mutability, "a group has a displayName")),
        Verb::Remove => Ok(None),
        _ if is("externalId") => Ok(Some(GroupChange::SetExternalId(one()?))),
        _ if is("displayName") => {
            one()?.map(|it| Some(GroupChange::Rename(it))).ok_or_else(|| wrong("displayName is empty"))
        }
        _ => Ok(None),
    }
}

fn members_changed(verb: Verb, filter: Option<&Filter>, value: &Value) -> Result<GroupChange, Error> {
    match (verb, filter) {
        (Verb::Add, None) => Ok(GroupChange::AddMembers(members(value)?)),
        (Verb::Replace, None) => Ok(GroupChange::ReplaceMembers(members(value)?)),
        // Some providers list the members to remove as a value.
        (Verb::Remove, None) if !value.is_null() => Ok(GroupChange::RemoveMembers(members(value)?)),
        (Verb::Remove, None) => Ok(GroupChange::ReplaceMembers(Vec::new())),
        (Verb::Remove, Some(filter)) => {
            let mut ids = Vec::new();
            chosen(filter, &mut ids)?;
            Ok(GroupChange::RemoveMembers(ids))
        }
        (_, Some(_)) => Err(Error::new(ErrorKind::InvalidPath, "members are added and removed, not changed")),
    }
}

/// Collects the identifiers of a filter `value eq "…"`, or several of them joined by `or`.
fn chosen(filter: &Filter, ids: &mut Vec<String>) -> Result<(), Error> {
    match filter {
        Filter::Or(a, b) => {
            chosen(a, ids)?;
            chosen(b, ids)
        }
        Filter::Compare(Path { name, part: None }, Comparison::Equal, Value::String(id))
            if name.eq_ignore_ascii_case("value") =>
        {
            ids.push(id.clone());
            Ok(())
        }
        _ => Err(Error::new(ErrorKind::InvalidFilter, "members are chosen by value eq \"…\"")),
    }
}

/// Reads the identifiers of members: a list or one alone, as objects or texts.
fn members(value: &Value) -> Result<Vec<String>, Error> {
    let all = match value {
        Value::Null => &[],
        Value::Array(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    if all.len() > MAX_MEMBERS {
        return Err(too_many());
    }
    let mut known = std::collections::HashSet::new();
    let mut ids = Vec::new();
    for member in all {
        let id = match member {
            Value::String(id) => Some(id.clone()),
            Value::Object(parts) => {
                if get(parts, "type").and_then(Value::as_str).is_some_and(|it| it.eq_ignore_ascii_case("Group")) {
                    return Err(wrong("groups in groups are not supported"));
                }
                bounded(parts, "value")?
            }
            _ => None,
        };
        let id = id.filter(|it| !it.is_empty()).ok_or_else(|| wrong("a member has no value"))?;
        if known.insert(id.clone()) {
            ids.push(id);
        }
    }
    Ok(ids)
}

fn wrong(detail: &str) -> Error {
    Error::new(ErrorKind::InvalidValue, detail)
}

fn too_many() -> Error {
    Error::new(ErrorKind::TooMany, format!("more than {MAX_MEMBERS} members in one message"))
}
