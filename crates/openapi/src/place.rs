//! The places of a document where objects of the specification stand, and what may stand below each.
//!
//! Everything that has no place here is data, such as examples, defaults and extensions: no reference in it is one.

use crate::Version;

/// A kind of object of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Root,
    Components,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    Response,
    Header,
    MediaType,
    Encoding,
    Schema,
    Example,
    Link,
    Callback,
    SecurityScheme,
}

/// The number of objects at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    One,
    List,
    Map,
}

/// A place of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) kind: Kind,
    pub(crate) form: Form,
}

/// The methods that have a member of their own in a path item.
pub(crate) const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

impl Kind {
    /// The kinds of objects that may be shared.
    pub(crate) const SHARED: [Self; 11] = [
        Self::PathItem,
        Self::Parameter,
        Self::RequestBody,
        Self::Response,
        Self::Header,
        Self::MediaType,
        Self::Schema,
        Self::Example,
        Self::Link,
        Self::Callback,
        Self::SecurityScheme,
    ];

    pub(crate) fn one(self) -> Place {
        Place { kind: self, form: Form::One }
    }

    fn list(self) -> Place {
        Place { kind: self, form: Form::List }
    }

    pub(crate) fn map(self) -> Place {
        Place { kind: self, form: Form::Map }
    }

    /// Returns true if a reference may stand in the place of such an object.
    pub(crate) fn is_referable(self) -> bool {
        Self::SHARED.contains(&self)
    }

    /// Returns the members that lead from the root to the shared objects of this kind.
    pub(crate) fn container(self, version: Version) -> &'static [&'static str] {
        match (version, self) {
            (Version::Swagger2, Self::Schema) => &["definitions"],
            (Version::Swagger2, Self::Parameter) => &["parameters"],
            (Version::Swagger2, Self::Response) => &["responses"],
            (Version::Swagger2, Self::Header) => &["x-bundled-headers"],
            (Version::Swagger2 | Version::V3_0, Self::PathItem) => &["x-bundled-path-items"],
            (Version::Swagger2, _) => &["x-bundled"],
            (_, Self::Schema) => &["components", "schemas"],
            (_, Self::Parameter) => &["components", "parameters"],
            (_, Self::Response) => &["components", "responses"],
            (_, Self::RequestBody) => &["components", "requestBodies"],
            (_, Self::Header) => &["components", "headers"],
            (_, Self::Example) => &["components", "examples"],
            (_, Self::Link) => &["components", "links"],
            (_, Self::Callback) => &["components", "callbacks"],
            (_, Self::SecurityScheme) => &["components", "securitySchemes"],
            (_, Self::PathItem) => &["components", "pathItems"],
            (Version::V3_2, Self::MediaType) => &["components", "mediaTypes"],
            _ => &["x-bundled"],
        }
    }

    /// Returns the place of a member; `None` if the member is data.
    fn member(self, name: &str) -> Option<Place> {
        match self {
            Self::Root => root(name),
            Self::Components => component(name),
            Self::PathItem => path_item(name),
            Self::Operation => operation(name),
            Self::Callback => (name != "$ref" && !name.starts_with("x-")).then(|| Self::PathItem.one()),
            Self::Schema => schema(name),
            Self::Parameter | Self::RequestBody | Self::Response | Self::Header | Self::MediaType | Self::Encoding => {
                payload(name)
            }
            Self::Example | Self::Link | Self::SecurityScheme => None,
        }
    }
}

impl Place {
    /// Returns the place that a pointer leads to from the root; `None` if data is there.
    pub(crate) fn at(pointer: &str) -> Option<Self> {
        let mut parts = pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~"));
        parts.try_fold(Kind::Root.one(), |place, part| place.below(&part))
    }

    /// Returns the place of the items of a list. Where one object is expected, an older schema may have a list of them.
    pub(crate) fn item(self) -> Self {
        Self { form: Form::One, ..self }
    }

    /// Returns the place of a member or an item.
    pub(crate) fn below(self, name: &str) -> Option<Self> {
        match self.form {
            Form::One => self.kind.member(name),
            Form::List => Some(self.kind.one()),
            // Extensions may stand among paths and responses.
            Form::Map if name.starts_with("x-") && matches!(self.kind, Kind::PathItem | Kind::Response) => None,
            Form::Map => Some(self.kind.one()),
        }
    }
}

fn root(name: &str) -> Option<Place> {
    Some(match name {
        "paths" | "webhooks" | "x-webhooks" | "x-bundled-path-items" => Kind::PathItem.map(),
        "components" => Kind::Components.one(),
        "definitions" => Kind::Schema.map(),
        "parameters" => Kind::Parameter.map(),
        "responses" => Kind::Response.map(),
        "x-bundled-headers" => Kind::Header.map(),
        _ => return None,
    })
}

fn component(name: &str) -> Option<Place> {
    Some(match name {
        "schemas" => Kind::Schema.map(),
        "responses" => Kind::Response.map(),
        "parameters" => Kind::Parameter.map(),
        "examples" => Kind::Example.map(),
        "requestBodies" => Kind::RequestBody.map(),
        "headers" => Kind::Header.map(),
        "links" => Kind::Link.map(),
        "callbacks" => Kind::Callback.map(),
        "pathItems" => Kind::PathItem.map(),
        "securitySchemes" => Kind::SecurityScheme.map(),
        "mediaTypes" => Kind::MediaType.map(),
        _ => return None,
    })
}

fn path_item(name: &str) -> Option<Place> {
    match name {
        "parameters" => Some(Kind::Parameter.list()),
        "additionalOperations" => Some(Kind::Operation.map()),
        method => METHODS.contains(&method).then(|| Kind::Operation.one()),
    }
}

fn operation(name: &str) -> Option<Place> {
    Some(match name {
        "parameters" => Kind::Parameter.list(),
        "requestBody" => Kind::RequestBody.one(),
        "responses" => Kind::Response.map(),
        "callbacks" => Kind::Callback.map(),
        _ => return None,
    })
}

/// Returns the place of a member of what carries values: parameters, headers, bodies, responses and media types. No two
/// of them use a name in different ways.
fn payload(name: &str) -> Option<Place> {
    Some(match name {
        "schema" | "itemSchema" | "items" => Kind::Schema.one(),
        "content" => Kind::MediaType.map(),
        "headers" => Kind::Header.map(),
        "examples" => Kind::Example.map(),
        "links" => Kind::Link.map(),
        "encoding" => Kind::Encoding.map(),
        "itemEncoding" => Kind::Encoding.one(),
        "prefixEncoding" => Kind::Encoding.list(),
        _ => return None,
    })
}

fn schema(name: &str) -> Option<Place> {
    Some(match name {
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => Kind::Schema.map(),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Kind::Schema.list(),
        "items"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema"
        | "additionalItems" => Kind::Schema.one(),
        _ => return None,
    })
}
