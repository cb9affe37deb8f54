//! Users and organizations on the command line, and people who sign in meanwhile.

use serde_json::{Value, json};

use crate::binary::{Installation, Server, TOKEN, error, on_each_database, output, output_of};
use crate::http;

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";

/// Makes a user with a password.
fn create(installation: &Installation) {
    let mut command = installation.command("user create");
    output_of(command.args([EMAIL, "--name", "Ada", "--password-stdin"]), &format!("{PASSWORD}\n"));
}

/// Signs in with a password; the status, and the cookie.
fn sign_in(server: &Server, password: &str) -> (u16, String) {
    let form = format!("email={EMAIL}&password={}", password.replace(' ', "+"));
    outcome(&http::submit(server.address, "/sign-in", &form))
}

/// The status and the cookie of an answer's head.
fn outcome(head: &str) -> (u16, String) {
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap_or_default();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), cookie.split(';').next().unwrap().to_owned())
}

fn status(server: &Server, cookie: &str) -> u16 {
    http::get_with_cookie(server.address, "/v1/user", cookie).status
}

/// Asks until the server has heard of it.
fn becomes(status: impl Fn() -> u16, expected: u16) {
    while status() != expected {}
}

#[test]
fn a_session_survives_a_restart_and_ends_for_all_processes() {
    on_each_database(|installation| {
        let server = installation.serve();
        create(installation);
        let (answered, cookie) = sign_in(&server, PASSWORD);
        assert_eq!(answered, 303);
        assert!(server.stop().success());

        let servers = installation.serve_by_all();
        let (one, other) = (&servers[0], servers.last().unwrap());
        assert_eq!((status(one, &cookie), status(other, &cookie)), (200, 200));
        output(installation.command("user disable").arg(EMAIL));
        becomes(|| status(one, &cookie), 401);
        becomes(|| status(other, &cookie), 401);
        assert_eq!(sign_in(one, PASSWORD).0, 422);
        output(installation.command("user enable").arg(EMAIL));
        let (answered, again) = sign_in(one, PASSWORD);
        assert_eq!((answered, status(one, &again), status(other, &again)), (303, 200, 200));
        assert_eq!(status(one, &cookie), 401, "the sessions of before ended for good");

        let (cookie, new) = (again, "another horse battery");
        output_of(installation.command("user reset").args([EMAIL, "--password-stdin"]), new);
        becomes(|| status(one, &cookie), 401);
        assert_eq!(sign_in(one, PASSWORD).0, 422);
        let (answered, cookie) = sign_in(one, new);
        assert_eq!((answered, status(other, &cookie)), (303, 200));
    });
}

#[test]
fn a_printed_link_signs_in_once() {
    on_each_database(|installation| {
        let server = installation.serve();
        create(installation);
        let url = server.url("");
        for name in ["user link", "user reset"] {
            let link = output(installation.command(name).args([EMAIL, "--public-url", &url]));
            let token = link.trim().strip_prefix(&format!("{url}/sign-in/link?token=")).unwrap();
            let redeem = || outcome(&http::submit(server.address, "/sign-in/link", &format!("token={token}")));
            let (answered, cookie) = redeem();
            assert_eq!((answered, status(&server, &cookie)), (303, 200));
            assert_eq!(redeem().0, 422);
        }
        assert_eq!(sign_in(&server, PASSWORD).0, 422);
    });
}

#[test]
fn without_a_mail_server_the_link_is_in_the_log() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    create(&installation);
    let head = http::submit(server.address, "/sign-in", &format!("email={EMAIL}&way=link"));
    assert_eq!(outcome(&head).0, 200);
    server.logged("/sign-in/link?token=quire_");
}

#[test]
fn users_and_organizations_are_created_and_listed() {
    on_each_database(|installation| {
        installation.set_up();
        let title = "Ada & Co.";
        let org = output(installation.command("org create").args([title, "--admin", "admin@quire.localhost"]));
        let org = org.trim();
        let mut command = installation.command("user create");
        let made = output(command.args([EMAIL, "--org", org, "--role", "edit", "--json"]));
        let made: Value = serde_json::from_str(&made).unwrap();
        assert_eq!(made["displayName"], "ada");

        let lines = |name: &str| -> Vec<Value> {
            let listed = output(installation.command(name).arg("--json"));
            listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let users = lines("user list");
        assert_eq!((users.len(), &users[1]["email"], &users[1]["disabled"]), (2, &EMAIL.into(), &false.into()));
        let orgs = lines("org list");
        assert_eq!((&orgs[1]["title"], &orgs[1]["hostname"]), (&title.into(), &"ada-co".into()));
        assert!(output(&mut installation.command("org list")).contains("ada-co  Ada & Co."));
        output(installation.command("user disable").arg(EMAIL));
        assert!(output(&mut installation.command("user list")).contains("(disabled)"));

        let server = installation.serve();
        let shown = server.get_as(TOKEN, &format!("/v1/orgs/{org}")).json(200);
        assert_eq!(shown["title"], title);
    });
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_made() {
    let installation = Installation::sqlite();
    installation.set_up();
    let refused = |name: &str, arguments: &[&str]| error(installation.command(name).args(arguments));
    assert!(refused("user create", &["nonsense"]).contains("e-mail address"));
    assert!(refused("user create", &["a@b.c", "--name", ""]).contains("1 to 100"));
    assert!(refused("user create", &["a@b.c", "--password-stdin"]).contains("12 to 1024"));
    assert!(refused("user create", &["Admin@quire.localhost"]).contains("already"));
    let users = output(&mut installation.command("user list"));
    let no_org = users.split(' ').next().unwrap();
    assert!(refused("user create", &["a@b.c", "--org", no_org, "--role", "edit"]).contains("no organization"));
    assert!(refused("user disable", &["nobody@example.org"]).contains("nobody@example.org"));
    assert!(refused("org create", &["x"]).contains("2 to 255"));
    assert!(refused("org create", &["Docs", "--hostname", "docs"]).contains("taken"));
    assert!(refused("org create", &["Docs", "--hostname", "docs-"]).contains("3 to 32"));
    assert!(refused("org create", &["Docs", "--admin", "nobody@example.org"]).contains("nobody@example.org"));
    assert_eq!(output(&mut installation.command("user list")).lines().count(), 1);
    assert_eq!(output(&mut installation.command("org list")).lines().count(), 1);
    assert!(refused("serve", &["--listen", "127.0.0.1:0", "--smtp-url", "smtp://127.0.0.1"]).contains("mail-from"));
    assert!(
        refused("serve", &["--listen", "127.0.0.1:0", "--smtp-url", "nonsense", "--mail-from", "a@b.c"])
            .contains("smtp-url")
    );
}

#[test]
fn a_deleted_user_leaves_what_they_wrote() {
    on_each_database(|installation| {
        let server = installation.serve();
        let org = server.org().trim_start_matches("/v1/orgs/").to_owned();
        output(installation.command("user create").args([EMAIL, "--org", &org, "--role", "edit"]));
        let token = output(installation.command("token").args(["--user", EMAIL, "--scopes", "read,write,admin"]));
        let token = token.trim();
        let space = server.post(&format!("{}/spaces", server.org()), &json!({ "title": "Docs" })).json(201);
        let path = format!("/v1/spaces/{}", space["id"].as_str().unwrap());
        let new = json!({ "subject": "Mine" });
        let made = server.post_as(token, &format!("{path}/change-requests"), &new).json(201);
        assert_eq!(made["createdBy"]["displayName"], "ada");

        let refused = error(installation.command("user delete").arg("admin@quire.localhost"));
        assert!(refused.contains(&org) && refused.contains("last admin"), "{refused}");
        output(installation.command("user delete").arg(EMAIL));
        let gone = || server.get_as(token, "/v1/user").status;
        while gone() != 401 {}
        let shown = server.get(&format!("{path}/change-requests/{}", made["number"])).json(200);
        assert_eq!((&shown["subject"], &shown["createdBy"]["displayName"]), (&json!("Mine"), &json!("Deleted user")));
        assert!(!shown.to_string().contains("ada"), "{shown}");
        let members = server.get(&format!("{}/members", server.org())).json(200);
        assert_eq!(members["items"].as_array().unwrap().len(), 1);
        assert!(error(installation.command("user delete").arg(EMAIL)).contains("no user"));
        // The address is free again, for another person.
        output(installation.command("user create").arg(EMAIL));
    });
}
