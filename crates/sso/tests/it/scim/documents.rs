//! Lists, pages, chosen attributes, errors and the documents about the service.

use quire_sso::scim::{Error, ErrorKind, Page, Projection, list, resource_types, schemas, service_provider_config};
use serde_json::{Value, json};

#[test]
fn pages_begin_at_one() {
    let of = |start, count| Page::read(start, count, 100);
    assert_eq!(of(None, None), Ok(Page { skip: 0, count: 100 }));
    assert_eq!(of(Some("1"), Some("10")), Ok(Page { skip: 0, count: 10 }));
    assert_eq!(of(Some("11"), Some("1000")), Ok(Page { skip: 10, count: 100 }));
    assert_eq!(of(Some("-5"), Some("-1")), Ok(Page { skip: 0, count: 0 }));
    assert_eq!(of(Some("0"), Some("0")), Ok(Page { skip: 0, count: 0 }));
    assert_eq!(of(Some("x"), None).unwrap_err().kind, ErrorKind::InvalidValue);
    let answer = list(&[json!({"id": "u11"})], 42, Page { skip: 10, count: 1 });
    assert_eq!(
        (&answer["totalResults"], &answer["startIndex"], &answer["itemsPerPage"]),
        (&json!(42), &json!(11), &json!(1))
    );
}

#[test]
fn answers_have_the_attributes_that_are_asked_for() {
    let resource = json!({"schemas": ["s"], "id": "u1", "userName": "ada", "name": {"givenName": "A", "familyName": "L"}, "emails": [{"value": "a@b", "type": "work"}], "members": [1]});
    let of = |only, without| Projection::read(only, without).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(of(None, None).apply(resource.clone()), resource);
    let only =
        of(Some("USERNAME, name.givenName,urn:ietf:params:scim:schemas:core:2.0:User:emails.value"), Some("userName"));
    let some = only.apply(resource.clone());
    assert_eq!(keys(&some), ["schemas", "id", "userName", "name", "emails"]);
    assert_eq!((&some["name"], &some["emails"]), (&json!({"givenName": "A"}), &json!([{"value": "a@b"}])));
    let without = of(None, Some("members,id,name.givenName"));
    let rest = without.apply(resource);
    assert_eq!(keys(&rest), ["schemas", "id", "userName", "name", "emails"]);
    assert_eq!(rest["name"], json!({"familyName": "L"}));
    assert!(!without.has("Members") && without.has("name") && !only.has("members") && only.has("emails"));
    assert_eq!(Projection::read(Some("a b"), None).unwrap_err().kind, ErrorKind::InvalidPath);
    assert_eq!(Projection::read(Some("emails[a pr]"), None).unwrap_err().kind, ErrorKind::InvalidPath);
}

#[test]
fn errors_are_written_as_the_standard_says() {
    let error = Error::new(ErrorKind::Uniqueness, "userName is taken");
    let expected = json!({"schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"], "status": "409", "detail": "userName is taken", "scimType": "uniqueness"});
    assert_eq!((error.kind.status(), error.to_json()), (409, expected));
    assert!(Error::new(ErrorKind::NotFound, "x").to_json().get("scimType").is_none());
}

#[test]
fn documents_describe_the_service() {
    let base = "https://docs.example.com/scim/v2/";
    let config = service_provider_config(base, 200);
    assert_eq!(
        (&config["patch"]["supported"], &config["filter"]["maxResults"], &config["bulk"]["supported"]),
        (&json!(true), &json!(200), &json!(false))
    );
    assert_eq!(config["meta"]["location"], "https://docs.example.com/scim/v2/ServiceProviderConfig");
    let types = resource_types(base);
    assert_eq!((&types["totalResults"], &types["Resources"][1]["endpoint"]), (&json!(2), &json!("/Groups")));
    let all = schemas(base);
    let names: Vec<&str> =
        all["Resources"][0]["attributes"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["userName", "externalId", "name", "displayName", "active", "emails"]);
    assert_eq!(all["Resources"][0]["id"], types["Resources"][0]["schema"]);
}
