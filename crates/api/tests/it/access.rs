//! Who may do what: every operation, by callers of every kind.

use axum::body::Body;
use axum::http::Method;
use quire_model::roles::Role;
use quire_model::scopes::{Scope, Scopes};
use quire_model::text::TokenName;
use quire_testkit::{Files, TestApp, on_each_database};

/// The callers, in the order of the matrix's columns.
const CALLERS: [&str; 10] =
    ["nobody", "wrong token", "stranger", "guest", "read", "comment", "edit", "review", "create", "admin"];

/// What the callers get, and at last an admin whose token only reads.
type Statuses = [u16; 11];

/// Of what is everybody's own: with a token, and with one that only reads.
const fn account(ok: u16, read_only: u16) -> Statuses {
    [401, 401, ok, ok, ok, ok, ok, ok, ok, ok, read_only]
}

/// Whoever belongs to the organization.
const SEES_ORGANIZATION: Statuses = [401, 401, 404, 200, 200, 200, 200, 200, 200, 200, 200];

/// Whoever may create content in the organization.
const fn creates(ok: u16) -> Statuses {
    [401, 401, 404, 403, 403, 403, 403, 403, ok, ok, 403]
}

/// Whoever may read the content.
const READS: Statuses = [401, 401, 404, 404, 200, 200, 200, 200, 200, 200, 200];

/// Whoever may merge into it.
const MERGES: Statuses = [401, 401, 404, 404, 403, 403, 403, 200, 200, 200, 403];

/// Whoever may manage it.
const fn manages(ok: u16) -> Statuses {
    [401, 401, 404, 404, 403, 403, 403, 403, ok, ok, 403]
}

/// Whoever may delete it. To those who don't see it, it is gone already.
const DELETES: Statuses = [401, 401, 204, 204, 403, 403, 403, 403, 204, 204, 403];

/// Each operation with a body and what comes of it.
const MATRIX: &[(&str, &str, &str, Statuses)] = &[
    ("GET", "/v1", "", [200; 11]),
    ("GET", "/healthz", "", [200; 11]),
    ("GET", "/readyz", "", [200; 11]),
    ("GET", "/v1/user", "", account(200, 200)),
    ("GET", "/v1/user/tokens", "", account(200, 200)),
    ("POST", "/v1/user/tokens", r#"{"name":"x"}"#, account(201, 403)),
    ("DELETE", "/v1/user/tokens/{tokenId}", "", account(204, 403)),
    ("GET", "/v1/orgs", "", account(200, 200)),
    ("GET", "/v1/orgs/{organizationId}", "", SEES_ORGANIZATION),
    ("GET", "/v1/orgs/{organizationId}/spaces", "", SEES_ORGANIZATION),
    ("POST", "/v1/orgs/{organizationId}/spaces", "{}", creates(201)),
    (
        "POST",
        "/v1/orgs/{organizationId}/storage/upload",
        r#"{"file":{"name":"x","type":"text/plain","size":1},"kind":"import_file"}"#,
        [401, 401, 404, 403, 403, 403, 201, 201, 201, 201, 403],
    ),
    ("GET", "/v1/orgs/{organizationId}/collections", "", SEES_ORGANIZATION),
    ("POST", "/v1/orgs/{organizationId}/collections", "{}", creates(201)),
    ("GET", "/v1/collections/{collectionId}", "", READS),
    ("PATCH", "/v1/collections/{collectionId}", "{}", manages(200)),
    ("GET", "/v1/collections/{collectionId}/spaces", "", READS),
    ("POST", "/v1/collections/{collectionId}/move", r#"{"parent":null}"#, manages(200)),
    ("POST", "/v1/collections/{collectionId}/transfer", r#"{"organization":"{organizationId}"}"#, manages(200)),
    ("DELETE", "/v1/collections/{collectionId}", "", DELETES),
    ("GET", "/v1/spaces/{spaceId}", "", READS),
    ("PATCH", "/v1/spaces/{spaceId}", "{}", manages(200)),
    ("POST", "/v1/spaces/{spaceId}/restore", "{}", manages(409)),
    ("POST", "/v1/spaces/{spaceId}/move", r#"{"parent":null}"#, manages(200)),
    ("POST", "/v1/spaces/{spaceId}/transfer", r#"{"organization":"{organizationId}"}"#, manages(200)),
    ("GET", "/v1/spaces/{spaceId}/content", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/export", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/pages", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/files", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/files/{fileId}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/page/{pageId}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/path/{pagePath}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}", "", READS),
    ("POST", "/v1/spaces/{spaceId}/content/import", r#"{"url":"{uploadUrl}","source":"markdown"}"#, MERGES),
    ("GET", "/v1/spaces/{spaceId}/revisions", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/export", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/pages", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/files", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}", "", READS),
    ("GET", "/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}", "", READS),
    // Signed addresses: the signature is the permission.
    ("GET", "/v1/spaces/{spaceId}/files/{hash}/{name}", "", [200; 11]),
    ("PUT", "/v1/uploads/{uploadId}", "x", [204; 11]),
    // Last, since it takes the space away from the columns that follow it.
    ("DELETE", "/v1/spaces/{spaceId}", "", DELETES),
];

#[test]
fn every_operation_answers_every_caller_as_the_matrix_says() {
    on_each_database(|test| {
        let tokens = tokens(test);
        for (method, template, body, expected) in MATRIX {
            for (column, expected) in expected.iter().enumerate() {
                // Each call gets things of its own: what one caller deletes, the next one finds.
                let things = Things::make(test);
                let path = things.fill(template);
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let body = Body::from(things.fill(body));
                let json = [("content-type", "application/json")];
                let answer = test.caller(tokens[column].as_deref()).send(&method, &path, &json, body);
                let name = CALLERS.get(column).unwrap_or(&"admin with a token that reads");
                let text = String::from_utf8_lossy(&answer.body);
                assert_eq!(answer.status.as_u16(), *expected, "{method} {template} by {name}: {text}");
            }
        }
    });
}

#[test]
fn the_matrix_has_every_operation() {
    let document = quire_api::document("");
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let known = MATRIX.iter().any(|row| row.0.eq_ignore_ascii_case(method) && row.1 == path);
            assert!(known, "the matrix lacks {method} {path}");
        }
    }
}

#[test]
fn what_a_caller_may_do_is_what_the_permissions_say() {
    on_each_database(|test| {
        let space = test.new_space("x");
        for (column, token) in tokens(test).iter().enumerate().skip(4) {
            let caller = test.caller(token.as_deref());
            let permissions = caller.get(&space).ok()["permissions"].clone();
            let may_manage = caller.patch(&space, &serde_json::json!({})).status == 200;
            assert_eq!(permissions["admin"], may_manage, "column {column}");
        }
    });
}

/// One token for each column.
fn tokens(test: &TestApp) -> Vec<Option<String>> {
    let name = TokenName::try_from("matrix".to_owned()).unwrap();
    let token = |user, scopes| {
        let new = quire_app::tokens::NewToken { name: name.clone(), scopes, expires_at: None };
        Some(test.app.issue_token(user, &new).unwrap().secret)
    };
    let user = |name: &str| test.app.create_user(&format!("{name}@example.com"), name).unwrap().id;
    let mut tokens = vec![None, Some("wrong".to_owned()), token(user("stranger"), Scopes::ALL)];
    for role in [None].into_iter().chain(Role::ALL.map(Some)) {
        let member = user(role.map_or("guest", Role::as_str));
        test.app.add_member(test.first.organization, member, role).unwrap();
        tokens.push(token(member, Scopes::ALL));
    }
    tokens.push(token(test.first.user, Scopes::of(&[Scope::Read])));
    tokens
}

/// What the parameters of a template stand for.
struct Things(Vec<(&'static str, String)>);

impl Things {
    fn make(test: &TestApp) -> Self {
        let admin = test.admin();
        let space = test.new_space("Matrix");
        test.import(
            &space,
            &Files::of(&[("home.md", "# Home\n"), ("a.txt", "text"), (".gitbook/includes/note.md", "# Note\n")]),
        );
        let content = admin.get(&format!("{space}/content")).ok();
        let id = |value: &serde_json::Value| value["id"].as_str().unwrap().to_owned();
        let download = content["files"][0]["downloadURL"].as_str().unwrap();
        let upload = test.upload("page.md", b"x");
        let collection = admin.post(&format!("{}/collections", test.org()), &serde_json::json!({})).created();
        Self(vec![
            ("{uploadUrl}", upload.clone()),
            ("/v1/spaces/{spaceId}/files/{hash}/{name}", download.to_owned()),
            ("/v1/uploads/{uploadId}", upload),
            ("{spaceId}", space.trim_start_matches("/v1/spaces/").to_owned()),
            ("{collectionId}", id(&collection)),
            ("{organizationId}", test.first.organization.to_string()),
            ("{tokenId}", test.first.organization.to_string()),
            ("{revisionId}", id(&content)),
            ("{pageId}", id(&content["pages"][0])),
            ("{pagePath}", "home".to_owned()),
            ("{fileId}", id(&content["files"][0])),
            ("{reusableContentId}", id(&content["reusableContents"][0])),
        ])
    }

    fn fill(&self, template: &str) -> String {
        self.0.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    }
}
