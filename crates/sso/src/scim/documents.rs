//! The documents by which a server says what it can do (RFC 7643, sections 5 to 7).

use serde_json::{Value, json};

use super::attributes::{GROUP, USER};
use super::list::{Page, list};

/// Returns the answer of `/ServiceProviderConfig`. `base` is the address of the SCIM service, `most` the maximum number of
/// resources in a page.
pub fn service_provider_config(base: &str, most: u32) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": {"supported": true},
        "bulk": {"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
        "filter": {"supported": true, "maxResults": most},
        "changePassword": {"supported": false},
        "sort": {"supported": false},
        "etag": {"supported": false},
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "Bearer token",
            "description": "A token of this organization in the header Authorization",
            "primary": true,
        }],
        "meta": meta("ServiceProviderConfig", base, "ServiceProviderConfig"),
    })
}

/// Returns the answer of `/ResourceTypes`, whose members are also below it by their `id`.
pub fn resource_types(base: &str) -> Value {
    let resource_type = |name: &str, endpoint: &str, schema: &str| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name,
            "name": name,
            "endpoint": endpoint,
            "schema": schema,
            "meta": meta("ResourceType", base, &format!("ResourceTypes/{name}")),
        })
    };
    whole(&[resource_type("User", "/Users", USER), resource_type("Group", "/Groups", GROUP)])
}

/// Returns the answer of `/Schemas`, whose members are also below it by their `id`.
pub fn schemas(base: &str) -> Value {
    let schema = |id: &str, name: &str, attributes: Vec<Value>| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": id,
            "name": name,
            "attributes": attributes,
            "meta": meta("Schema", base, &format!("Schemas/{id}")),
        })
    };
    whole(&[schema(USER, "User", user()), schema(GROUP, "Group", group())])
}

fn whole(resources: &[Value]) -> Value {
    let total = resources.len() as u64;
    list(resources, total, Page { skip: 0, count: total })
}

fn meta(resource_type: &str, base: &str, path: &str) -> Value {
    json!({"resourceType": resource_type, "location": format!("{}/{path}", base.trim_end_matches('/'))})
}

fn user() -> Vec<Value> {
    let name = ["formatted", "givenName", "familyName"].map(|it| attribute(it, "string"));
    let emails = [attribute("value", "string"), attribute("type", "string"), attribute("primary", "boolean")];
    vec![
        with(attribute("userName", "string"), &[("required", json!(true)), ("uniqueness", json!("server"))]),
        with(attribute("externalId", "string"), &[("caseExact", json!(true))]),
        with(attribute("name", "complex"), &[("subAttributes", json!(name))]),
        attribute("displayName", "string"),
        attribute("active", "boolean"),
        with(attribute("emails", "complex"), &[("multiValued", json!(true)), ("subAttributes", json!(emails))]),
    ]
}

fn group() -> Vec<Value> {
    let fixed = [("mutability", json!("immutable")), ("caseExact", json!(true))];
    let reference = [("mutability", json!("immutable")), ("referenceTypes", json!(["User"]))];
    let members = [
        with(attribute("value", "string"), &fixed),
        with(attribute("$ref", "reference"), &reference),
        with(attribute("type", "string"), &[("mutability", json!("immutable")), ("canonicalValues", json!(["User"]))]),
    ];
    vec![
        with(attribute("displayName", "string"), &[("required", json!(true))]),
        with(attribute("externalId", "string"), &[("caseExact", json!(true))]),
        with(attribute("members", "complex"), &[("multiValued", json!(true)), ("subAttributes", json!(members))]),
    ]
}

/// Returns the description of an attribute with the usual characteristics.
fn attribute(name: &str, kind: &str) -> Value {
    json!({
        "name": name,
        "type": kind,
        "multiValued": false,
        "required": false,
        "caseExact": false,
        "mutability": "readWrite",
        "returned": "default",
        "uniqueness": "none",
    })
}

fn with(mut attribute: Value, characteristics: &[(&str, Value)]) -> Value {
    for (name, value) in characteristics {
        attribute[*name] = value.clone();
    }
    attribute
}
