//! Lists of resources: pages of them (RFC 7644, section 3.4.2.4) and the attributes that are asked for (section 3.9).

use serde_json::{Map, Value, json};

use super::error::{Error, ErrorKind};
use super::filter::Path;
use super::parse::{Parser, Target};

/// The maximum number of attributes that a request names.
const MAX_NAMES: usize = 100;

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The number of resources before the page.
    pub skip: u64,
    /// The maximum number of resources of the page.
    pub count: u64,
}

impl Page {
    /// Reads `startIndex`, which begins at 1, and `count`. Without `count`, and above `most`, a page has `most` resources.
    ///
    /// # Errors
    /// Texts that are no numbers.
    pub fn read(start_index: Option<&str>, count: Option<&str>, most: u32) -> Result<Self, Error> {
        let number = |name: &str, text: Option<&str>| match text.map(str::parse::<i64>) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(u64::try_from(number).unwrap_or(0))),
            Some(Err(_)) => Err(Error::new(ErrorKind::InvalidValue, format!("{name} is no number"))),
        };
        let skip = number("startIndex", start_index)?.unwrap_or(1).saturating_sub(1);
        Ok(Self { skip, count: number("count", count)?.unwrap_or(u64::MAX).min(most.into()) })
    }
}

/// Returns the answer with a page of `total` resources.
pub fn list(resources: &[Value], total: u64, page: Page) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": total,
        "startIndex": page.skip.saturating_add(1),
        "itemsPerPage": resources.len(),
        "Resources": resources,
    })
}

/// The attributes that an answer has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Projection {
    All,
    Only(Vec<Path>),
    Without(Vec<Path>),
}

impl Projection {
    /// Reads `attributes` and `excludedAttributes`, lists with commas; the first wins.
    ///
    /// # Errors
    /// An error of the kind `invalidPath` for a text that is no name of an attribute.
    pub fn read(attributes: Option<&str>, excluded: Option<&str>) -> Result<Self, Error> {
        let names = |text: &str| {
            let all = text.split(',').map(str::trim).filter(|it| !it.is_empty()).take(MAX_NAMES);
            all.map(|it| Parser::new(it)?.whole_target().and_then(plain)).collect::<Result<Vec<Path>, Error>>()
        };
        match (attributes.filter(|it| !it.trim().is_empty()), excluded) {
            (Some(only), _) => Ok(Self::Only(names(only)?)),
            (None, Some(without)) => Ok(Self::Without(names(without)?)),
            (None, None) => Ok(Self::All),
        }
    }

    /// Tells if an answer has that attribute, so that the caller need not read, say, `members`.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(paths) => paths.iter().any(|it| it.name.eq_ignore_ascii_case(name)),
            Self::Without(paths) => !paths.iter().any(|it| it.part.is_none() && it.name.eq_ignore_ascii_case(name)),
        }
    }

    /// Returns a resource with the attributes that are asked for; `id` and `schemas` are always there.
    pub fn apply(&self, resource: Value) -> Value {
        let Value::Object(all) = resource else { return resource };
        let kept = all.into_iter().filter_map(|(name, value)| {
            let always = ["id", "schemas"].contains(&name.as_str());
            let value = if always { Some(value) } else { self.value(&name, value) };
            value.map(|value| (name, value))
        });
        Value::Object(kept.collect())
    }

    fn value(&self, name: &str, value: Value) -> Option<Value> {
        if !self.has(name) {
            return None;
        }
        let of = |paths: &[Path]| -> Vec<String> {
            let own = paths.iter().filter(|it| it.name.eq_ignore_ascii_case(name));
            own.filter_map(|it| it.part.clone()).collect()
        };
        match self {
            Self::All => Some(value),
            Self::Only(paths) if paths.iter().any(|it| it.part.is_none() && it.name.eq_ignore_ascii_case(name)) => {
                Some(value)
            }
            Self::Only(paths) => Some(parts(value, |part| of(paths).iter().any(|it| it.eq_ignore_ascii_case(part)))),
            Self::Without(paths) => {
                Some(parts(value, |part| !of(paths).iter().any(|it| it.eq_ignore_ascii_case(part))))
            }
        }
    }
}

/// Returns the path of a target without filter.
fn plain(target: Target) -> Result<Path, Error> {
    match target {
        Target { name, filter: None, part } => Ok(Path { name, part }),
        _ => Err(Error::new(ErrorKind::InvalidPath, "a name of an attribute has no filter")),
    }
}

/// Returns a value with some of its parts.
fn parts(value: Value, keep: impl Fn(&str) -> bool + Copy) -> Value {
    let some = |object: Map<String, Value>| object.into_iter().filter(|(name, _)| keep(name)).collect();
    match value {
        Value::Object(object) => Value::Object(some(object)),
        Value::Array(all) => all.into_iter().map(|it| parts(it, keep)).collect(),
        other => other,
    }
}
