//! Who may do what: every operation, by callers of every kind.

mod matrix;

use axum::body::Body;
use axum::http::Method;
use quire_model::roles::Role;
use quire_model::scopes::{Scope, Scopes};
use quire_model::text::TokenName;
use quire_testkit::{Files, TestApp, on_each_database};

use matrix::MATRIX;

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

/// Whoever may see its people.
const SEES_PEOPLE: Statuses = [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200];

/// Whoever administrates the organization.
const fn administrates(ok: u16) -> Statuses {
    [401, 401, 404, 403, 403, 403, 403, 403, 403, ok, 403]
}

/// Whoever may take something from the organization. To those who don't see it, it is gone already.
const TAKES: Statuses = [401, 401, 204, 403, 403, 403, 403, 403, 403, 204, 403];

/// Whoever may say who is in a team.
const fn curates(ok: u16) -> Statuses {
    [401, 401, 404, 404, 403, 403, 403, 403, 403, ok, 403]
}

/// Whoever may take a team away, or somebody out of it.
const TAKES_FROM_TEAM: Statuses = [401, 401, 204, 204, 403, 403, 403, 403, 403, 204, 403];

/// Whoever may create content in the organization.
const fn creates(ok: u16) -> Statuses {
    [401, 401, 404, 403, 403, 403, 403, 403, ok, ok, 403]
}

/// Whoever may read the content.
const READS: Statuses = [401, 401, 404, 404, 200, 200, 200, 200, 200, 200, 200];

/// Whoever may read what others may read without a token, but not this.
const READS_WITH_ANY_TOKEN: Statuses = [404, 401, 404, 404, 200, 200, 200, 200, 200, 200, 200];

/// Whoever may discuss it.
const COMMENTS: Statuses = [401, 401, 404, 404, 403, 200, 200, 200, 200, 200, 403];

/// Whoever may propose changes to it.
const fn edits(ok: u16) -> Statuses {
    [401, 401, 404, 404, 403, 403, ok, ok, ok, ok, 403]
}

/// Whoever may merge into it, or review what is to be merged.
const fn merges(ok: u16) -> Statuses {
    [401, 401, 404, 404, 403, 403, 403, ok, ok, ok, 403]
}

/// Whoever may manage it.
const fn manages(ok: u16) -> Statuses {
    [401, 401, 404, 404, 403, 403, 403, 403, ok, ok, 403]
}

/// Whoever may delete it. To those who don't see it, it is gone already.
const DELETES: Statuses = [401, 401, 204, 204, 403, 403, 403, 403, 204, 204, 403];

/// A row of the matrix: the method, the template of the path, the body, and the statuses.
type Row = (&'static str, &'static str, &'static str, Statuses);

/// A document that was printed.
const PRINT: &str = "/v1/spaces/{spaceId}/prints/{hash}/{name}";

/// A comment and a reply, on the main content and on a change request.
const PLACES: [&str; 4] = [
    "/v1/spaces/{spaceId}/comments/{commentId}",
    "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
];

/// Something to say.
const COMMENT: &str = r#"{"body":{"markdown":"x"}}"#;

/// A redirect that a site has.
const REDIRECT: &str = r#"{"source":"/new","destination":{"kind":"url","url":"/x"}}"#;

/// A reaction to what somebody else said.
const REACTION: &str = r#"{"addedReactions":["👍"]}"#;

/// Makes strangers guests.
const JOIN: &str = "/v1/orgs/{organizationId}/invites/{inviteId}";

/// The order of the calls: the admin, who succeeds, is the last.
const ORDER: [usize; 11] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9];

#[test]
fn every_operation_answers_every_caller_as_the_matrix_says() {
    // In parts, as what the operations make is seen by all later ones.
    for part in MATRIX.chunks(30) {
        on_each_database(|test| answer_as_the_matrix_says(test, part));
    }
}

fn answer_as_the_matrix_says(test: &TestApp, part: &[Row]) {
    let tokens = tokens(test);
    for (method, template, body, expected) in part {
        let mut unchanged = None;
        for column in ORDER {
            let expected = expected[column];
            // What one caller deletes, the next one finds. What one could not change, the next one sees as well.
            let things = unchanged.take().unwrap_or_else(|| Things::of(test, template));
            let path = things.fill(template);
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let body = Body::from(things.fill(body));
            let json = [("content-type", "application/json")];
            let answer = test.caller(tokens[column].as_deref()).send(&method, &path, &json, body);
            let name = CALLERS.get(column).unwrap_or(&"admin with a token that reads");
            let text = String::from_utf8_lossy(&answer.body);
            assert_eq!(answer.status.as_u16(), expected, "{method} {template} by {name}: {text}");
            unchanged = (method == Method::GET || expected >= 400).then_some(things);
            if *template == JOIN && name == &"stranger" {
                let stranger = test.caller(tokens[column].as_deref());
                let id = stranger.get("/v1/user").ok()["id"].as_str().unwrap().to_owned();
                stranger.delete(&format!("{}/members/{id}", test.org())).expect(204);
            }
        }
    }
}

#[test]
fn identifiers_of_another_form_are_answered_as_unknown_ones() {
    on_each_database(|test| {
        let tokens = tokens(test);
        // Nothing is found, so nothing changes: the same things do for all.
        let mut things = Things::make(test);
        things.discuss(test);
        things.show(test);
        things.lead(test);
        things.name(test);
        things.describe(test);
        things.translate(test);
        for (method, template, body, _) in MATRIX {
            let path = template.split('?').next().unwrap();
            let places: Vec<_> = path.split('/').enumerate().filter(|(_, part)| part.ends_with("Id}")).collect();
            // To delete what is not there is the one thing that succeeds.
            let columns: &[usize] = if *method == "DELETE" { &[2, 4, 10, 9] } else { &[4, 9] };
            let path = things.fill(path);
            for ((at, parameter), &column) in places.iter().flat_map(|place| columns.iter().map(move |it| (place, it)))
            {
                let ask = |id: &str| {
                    let mut parts: Vec<_> = path.split('/').collect();
                    parts[*at] = id;
                    let method = Method::from_bytes(method.as_bytes()).unwrap();
                    let (path, body) = (parts.join("/"), Body::from(things.fill(body)));
                    let json = [("content-type", "application/json")];
                    let answer = test.caller(tokens[column].as_deref()).send(&method, &path, &json, body);
                    let told: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
                    (answer.status.as_u16(), told["error"]["message"].clone())
                };
                let unknown = ask("bbbbbbbbbbbbbbbbbbbbbb");
                for other in ["x", "bbbbbbbbbbbbbbbbbbbbbbb"] {
                    assert_eq!(ask(other), unknown, "{method} {template} with {parameter} {other}, column {column}");
                }
                if *method == "DELETE" && column == 9 {
                    assert_eq!(unknown.0, 204, "{template} with an unknown {parameter}");
                }
            }
        }
    });
}

#[test]
fn the_matrix_has_every_operation() {
    let document = quire_api::document("");
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let known =
                MATRIX.iter().any(|row| row.0.eq_ignore_ascii_case(method) && row.1.split('?').next() == Some(path));
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
        let new = quire_app::accounts::tokens::NewToken { name: name.clone(), scopes, expires_at: None };
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

/// A member about whom others may ask.
fn new_member(test: &TestApp) -> String {
    let user = test.app.create_user(&format!("{}@example.com", test.app.fresh_secret()), "x").unwrap();
    test.app.add_member(test.first.organization, user.id, None).unwrap();
    user.id.to_string()
}

/// A translator that nobody hears of.
struct Silent;

impl quire_app::translations::Translators for Silent {
    fn ask(&self, _: &quire_app::translations::Request, _: u64) -> Result<Vec<u8>, quire_app::translations::NoReply> {
        Err(quire_app::translations::NoReply::Failed("silence".to_owned()))
    }
}

/// What the parameters of a template stand for.
struct Things(Vec<(&'static str, String)>);

impl Things {
    /// What the parameters of this template stand for.
    fn of(test: &TestApp, template: &str) -> Self {
        let mut things = Self::make(test);
        if template.contains("/comments/") {
            things.discuss(test);
        }
        if template.contains("{siteId}") {
            things.show(test);
            things.lead(test);
        }
        if template.ends_with("/email-domains/{emailDomain}") {
            let claimed = serde_json::json!({ "emailDomains": ["example.com"] });
            test.admin().patch(&test.org(), &claimed).ok();
        }
        if template.contains("{importId}") {
            things.bring(test);
        }
        if template.contains("/openapi") {
            things.describe(test);
        }
        if template.contains("/translations") {
            things.translate(test);
        }
        if template.contains("{samlProviderId}") {
            let new = serde_json::json!({ "label": "Acme" });
            let provider = test.admin().post(&format!("{}/saml", test.org()), &new).created();
            things.0.push(("{samlProviderId}", provider["id"].as_str().unwrap().to_owned()));
        }
        if template.contains("/prints/") {
            let printed = test.admin().get(&things.fill("/v1/spaces/{spaceId}/pdf")).ok();
            things.0.insert(0, (PRINT, printed["url"].as_str().unwrap().to_owned()));
        }
        if template.contains("{oidcProviderId}") {
            let new = serde_json::json!({ "label": "Acme" });
            let provider = test.admin().post(&format!("{}/oidc", test.org()), &new).created();
            things.0.push(("{oidcProviderId}", provider["id"].as_str().unwrap().to_owned()));
        }
        if template.contains("{hostname}") {
            things.name(test);
        }
        things
    }

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
        let proposal = admin.post(&format!("{space}/change-requests"), &serde_json::json!({})).created();
        let (reviewer, token) =
            test.new_member(&format!("{}@example.com", test.app.fresh_secret()), Some(Role::Review));
        let reviews = format!("{space}/change-requests/1/reviews");
        let approved = serde_json::json!({ "status": "approved" });
        let review = test.caller(Some(&token)).post(&reviews, &approved).created();
        let user = new_member(test);
        let team = admin.put(&format!("{}/teams", test.org()), &serde_json::json!({ "title": "Matrix" })).created();
        let link = admin.post(&format!("{}/link-invites", test.org()), &serde_json::json!({ "role": null })).created();
        for thing in [space.clone(), format!("/v1/collections/{}", id(&collection))] {
            let body = serde_json::json!({ "users": [user], "teams": [id(&team)], "role": "read" });
            admin.post(&format!("{thing}/permissions"), &body).expect(204);
        }
        Self(vec![
            ("{userId}", user),
            ("{teamId}", id(&team)),
            ("{inviteId}", id(&link)),
            ("{emailDomain}", "example.com".to_owned()),
            ("{uploadUrl}", upload.clone()),
            ("/v1/spaces/{spaceId}/files/{hash}/{name}", download.to_owned()),
            ("/v1/uploads/{uploadId}", upload),
            ("{spaceId}", space.trim_start_matches("/v1/spaces/").to_owned()),
            // None is like this: whoever may decide conflicts gets as far as looking for it.
            ("{conflictId}", id(&content)),
            ("{notificationId}", id(&content)),
            ("{changeRequestId}", id(&proposal)),
            ("{reviewId}", id(&review)),
            ("{reviewerId}", reviewer.to_string()),
            ("{collectionId}", id(&collection)),
            ("{organizationId}", test.first.organization.to_string()),
            ("{subdomain}", admin.get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned()),
            ("{sessionId}", test.first.organization.to_string()),
            ("{tokenId}", test.first.organization.to_string()),
            ("{revisionId}", id(&content)),
            ("{pageId}", id(&content["pages"][0])),
            ("{pagePath}", "home".to_owned()),
            ("{fileId}", id(&content["files"][0])),
            ("{reusableContentId}", id(&content["reusableContents"][0])),
        ])
    }

    /// Comments of the admin on the main content and on the change request.
    fn discuss(&mut self, test: &TestApp) {
        let said = serde_json::json!({ "body": { "markdown": "x" } });
        for [comment, reply] in PLACES.as_chunks::<2>().0 {
            let place = comment.trim_end_matches("/{commentId}");
            let post = |path: &str| test.admin().post(path, &said).ok()["id"].as_str().unwrap().to_owned();
            let comments = self.fill(place);
            let said_there = format!("{comments}/{}", post(&comments));
            let replied_there = format!("{said_there}/replies/{}", post(&format!("{said_there}/replies")));
            // The longer path first: it begins with the shorter one.
            self.0.splice(0..0, [(*reply, replied_there), (*comment, said_there)]);
        }
    }

    /// A live site with a section in a group, and a space that is not on it.
    fn show(&mut self, test: &TestApp) {
        let admin = test.admin();
        let id = |value: &serde_json::Value| value["id"].as_str().unwrap().to_owned();
        let site = id(&admin.post(&format!("{}/sites", test.org()), &serde_json::json!({})).created());
        let path = format!("{}/sites/{site}", test.org());
        admin.post(&format!("{path}/publish"), &serde_json::json!({})).ok();
        admin.patch(&path, &serde_json::json!({ "visibility": "public" })).ok();
        admin.put(&format!("{path}/customization"), &serde_json::json!({ "pdf": { "enabled": true } })).ok();
        let space = serde_json::json!({ "spaceId": self.fill("{spaceId}") });
        let section = admin.post(&format!("{path}/sections"), &space).created();
        let sections = serde_json::json!({ "title": "Matrix", "sections": [id(&section)] });
        let group = admin.post(&format!("{path}/section-groups"), &sections).created();
        let links = format!("{path}/share-links");
        let link = id(&admin.post(&links, &serde_json::json!({ "name": "x" })).created());
        let other = test.new_space("Other").trim_start_matches("/v1/spaces/").to_owned();
        self.0.extend([
            ("{siteId}", site),
            ("{shareLinkId}", link),
            ("{siteSectionId}", id(&section)),
            ("{siteSpaceId}", id(&section["siteSpaces"][0])),
            ("{siteSectionGroupId}", id(&group)),
            ("{otherSpaceId}", other),
        ]);
    }

    /// A redirect of the site, and what the user and the team are on it.
    fn lead(&mut self, test: &TestApp) {
        let site = self.fill("/v1/orgs/{organizationId}/sites/{siteId}");
        let redirect = serde_json::json!({ "source": "/old", "destination": { "kind": "url", "url": "/x" } });
        let redirect = test.admin().post(&format!("{site}/redirects"), &redirect).created();
        let grant = self.fill(r#"{"users":["{userId}"],"teams":["{teamId}"],"role":"read"}"#);
        let grant = serde_json::from_str(&grant).unwrap();
        test.admin().post(&format!("{site}/permissions"), &grant).expect(204);
        self.0.push(("{siteRedirectId}", redirect["id"].as_str().unwrap().to_owned()));
    }

    /// A host name of a site of its own.
    fn name(&mut self, test: &TestApp) {
        let site = test.admin().post(&format!("{}/sites", test.org()), &serde_json::json!({})).created();
        let id = site["id"].as_str().unwrap();
        let hostname = format!("{}.docs.example.com", id.to_lowercase());
        let body = serde_json::json!({ "hostname": hostname });
        test.admin().patch(&format!("{}/sites/{id}", test.org()), &body).ok();
        self.0.push(("{hostname}", hostname));
    }

    /// An import of a page.
    fn bring(&mut self, test: &TestApp) {
        let body = serde_json::json!({ "url": test.upload("more.md", b"# More\n"), "source": "markdown" });
        let done = test.admin().post(&self.fill("/v1/spaces/{spaceId}/content/import"), &body).ok();
        self.0.push(("{importId}", done["import"].as_str().unwrap().to_owned()));
    }

    /// An OpenAPI specification with a version.
    fn describe(&mut self, test: &TestApp) {
        let slug = self.fill("{spaceId}").to_lowercase();
        let path = format!("{}/openapi/{slug}", test.org());
        let source = serde_json::json!({ "source": { "text": "openapi: 3.1.0\npaths: {}\n" } });
        test.admin().put(&path, &source).created();
        test.process_openapi_specs();
        let version = test.admin().get(&path).ok()["lastVersion"].as_str().unwrap().to_owned();
        let note = serde_json::json!({ "target": { "kind": "schema", "schema": "A" }, "markdown": "x" });
        let note = test.admin().put(&format!("{path}/notes"), &note).created()["id"].as_str().unwrap().to_owned();
        self.0.extend([
            ("{newSlug}", format!("{slug}-new")),
            ("{specSlug}", slug),
            ("{versionId}", version),
            ("{noteId}", note),
        ]);
    }

    /// A translation that was run, and a translator.
    fn translate(&mut self, test: &TestApp) {
        let org = test.org();
        let provider = serde_json::json!({ "kind": "deepl", "url": "https://example.com" });
        test.admin().put(&format!("{org}/translations-provider"), &provider).ok();
        let term = serde_json::json!({ "type": "insert", "translations": { "en": "space", "es": "espacio" } });
        let glossary = format!("{org}/translations-glossary");
        test.admin().put(&glossary, &serde_json::json!({ "operations": [term] })).expect(204);
        let entry = test.admin().get(&glossary).ok()["items"][0]["id"].as_str().unwrap().to_owned();
        self.0.push(("{glossaryEntryId}", entry));
        let source = serde_json::json!({ "space": self.fill("{spaceId}"), "language": "en" });
        let new = serde_json::json!({ "language": "es", "source": source });
        let made = test.admin().post(&format!("{org}/translations"), &new).created();
        test.run_translations(&Silent);
        let segment = self.fill("page-{pageId}.0");
        self.0.extend([("{translationId}", made["id"].as_str().unwrap().to_owned()), ("{segmentId}", segment)]);
    }

    fn fill(&self, template: &str) -> String {
        self.0.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    }
}
