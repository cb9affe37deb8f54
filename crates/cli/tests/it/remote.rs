//! Commands that work on a server: `import`, `publish`, `space`, `site` and `cr`, and the same on the data itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::binary::{Installation, Server, TOKEN, error, on_each_database, output, quire};

/// A command on a server.
fn on(server: &Server, name: &str) -> Command {
    let mut command = quire(name);
    command.env("QUIRE_SERVER", format!("http://{}/", server.address)).env("QUIRE_TOKEN", TOKEN);
    command
}

fn json(command: &mut Command) -> Value {
    serde_json::from_str(&output(command.arg("--json"))).unwrap()
}

fn docs(pages: &[(&str, &str)]) -> tempfile::TempDir {
    let docs = tempfile::tempdir().unwrap();
    for (name, text) in pages {
        let path = docs.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    docs
}

/// The status of a published page and its text.
fn page(server: &Server, address: &str) -> (u16, String) {
    let (_, rest) = address.split_once("://").unwrap();
    let answer = server.get(&rest[rest.find('/').unwrap()..]);
    (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
}

#[test]
fn a_directory_is_published_on_a_server() {
    on_each_database(|installation| {
        let server = installation.serve();
        let docs = docs(&[("README.md", "# Home\n\nHello you.\n"), ("guide/start.md", "# Start\n\nFirst.\n")]);
        let redirects = tempfile::NamedTempFile::new().unwrap();
        fs::write(redirects.path(), "/old/* /guide/:splat 301\nhttps://old.example/gone /\n").unwrap();
        let publish =
            |options: &[&str]| json(on(&server, "publish").args(["--site", "My docs"]).args(options).arg(docs.path()));
        let tried = publish(&["--dry-run"]);
        assert_eq!((&tried["created"], &tried["url"]), (&true.into(), &Value::Null));
        let first = publish(&["--redirects", redirects.path().to_str().unwrap()]);
        assert_eq!(
            (&first["pages"]["created"], &first["changed"], &first["redirects"]),
            (&3.into(), &true.into(), &2.into())
        );
        let site = first["url"].as_str().unwrap();
        assert!(page(&server, site).1.contains("Hello you."));
        assert_eq!(page(&server, &format!("{site}old/start")).0, 308);
        let again = publish(&[]);
        assert_eq!((&again["changed"], &again["space"]), (&false.into(), &first["space"]));

        // What is gone stays, unless it is to be deleted; a dry run only says so.
        fs::remove_file(docs.path().join("guide/start.md")).unwrap();
        let tried = publish(&["--dry-run"]);
        assert_eq!((&tried["kept"], &tried["pages"]["deleted"]), (&2.into(), &2.into()));
        assert_eq!(publish(&[])["kept"], 2);
        while page(&server, &format!("{site}guide/start")).0 != 200 {}
        assert_eq!(publish(&["--delete"])["pages"]["deleted"], 2);
        while page(&server, &format!("{site}guide/start")).0 == 200 {}
    });
}

#[test]
fn an_import_to_a_server_says_what_one_on_the_data_says() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let docs = docs(&[("README.md", "# Home\n\n[Nowhere](missing.md)\n"), ("picture.bin", "\u{0}\u{1}")]);
    let there = json(on(&server, "import").args(["--new-space", "There"]).arg(docs.path()));
    let here = installation.import(docs.path(), ["--new-space", "Here"]);
    for field in ["pages", "files", "reusable", "warnings", "warningCounts", "changed"] {
        assert_eq!(there[field], here[field], "{field}");
    }
    assert_eq!(there["warningCounts"]["dead-link"], 1);
    let space = there["space"].as_str().unwrap();
    let again = json(on(&server, "import").args(["--space", space]).arg(docs.path()));
    assert_eq!(again["changed"], false);
}

#[test]
fn things_are_listed_shown_and_made_on_data_and_on_servers() {
    on_each_database(|installation| {
        installation.set_up();
        things(&|name| installation.command(name));
        let server = installation.serve();
        things(&|name| on(&server, name));
    });
}

/// Makes a space with a site and a change request, and looks at them.
fn things(command: &dyn Fn(&str) -> Command) {
    let line = |name: &str, arguments: &[&str]| output(command(name).args(arguments)).trim().to_owned();
    let space = line("space create", &["Handbook"]);
    assert!(line("space list", &[]).contains(&format!("{space}  Handbook")));
    assert!(line("space show", &[&space]).contains("title: Handbook"));
    let site = line("site create", &["Handbook", "--space", &space]);
    assert!(line("site list", &[]).contains(&format!("{site}  Handbook")));
    assert_eq!(json(command("site show").arg(&site))["id"], *site);
    let number = line("cr create", &["--space", &space, "A better word"]);
    assert_eq!(line("cr list", &["--space", &space, "--status", "open"]), format!("{number}  A better word  open"));
    assert_eq!(line("cr list", &["--space", &space, "--status", "merged"]), "");
    assert!(line("cr show", &["--space", &space, &number]).contains("subject: A better word"));
    let said = error(command("cr show").args(["--space", &space, "99"]));
    assert!(said.contains("change request"), "{said}");

    // A name shows something, and what others wrote stays in its line.
    assert!(error(command("space create").arg(" ")).contains("title"));
    assert!(error(command("cr create").args(["--space", &space, ""])).contains("subject"));
    let odd = line("space create", &["One\nTwo\u{1b}[31m"]);
    assert!(line("space list", &[]).lines().any(|line| line == format!("{odd}  One Two [31m")));
}

#[test]
fn a_server_that_cannot_be_is_named() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let nothing = docs(&[("README.md", "# Home\n")]);
    let said = error(on(&server, "space list").env_remove("QUIRE_TOKEN"));
    assert!(said.contains("QUIRE_TOKEN"), "{said}");
    let said = error(on(&server, "space list").env("QUIRE_TOKEN", "wrong"));
    assert!(said.contains("token"), "{said}");
    let said = error(on(&server, "space list").env("QUIRE_SERVER", "127.0.0.1"));
    assert!(said.contains("https://"), "{said}");
    let said = error(on(&server, "space list").env("QUIRE_SERVER", "http://127.0.0.1:1"));
    assert!(said.contains("http://127.0.0.1:1 can't be reached"), "{said}");
    let said = error(on(&server, "import").args(["--new-space", "x", "/nowhere"]));
    assert!(said.contains("/nowhere"), "{said}");
    let said =
        error(on(&server, "publish").args(["--site", "x"]).arg("--data").arg(Path::new("x")).arg(nothing.path()));
    assert!(said.contains("not both"), "{said}");
    assert_eq!(output(&mut on(&server, "space list")), "");
}

#[test]
fn a_new_space_goes_again_if_the_server_refuses_the_import() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let broken = docs(&[("README.md", "# Home\n"), (".gitbook.yaml", "root: [\n")]);
    let said = error(on(&server, "import").args(["--new-space", "x"]).arg(broken.path()));
    assert!(said.contains(".gitbook.yaml"), "{said}");
    assert_eq!(output(&mut on(&server, "space list")), "");
}

#[test]
fn what_fails_leaves_nothing_and_says_what_was_left_out() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let docs = docs(&[("README.md", "# Home\n")]);
    let redirects = docs.path().join("redirects");
    fs::write(&redirects, "/x javascript:alert(1)\n").unwrap();
    let publish = |site: &str| {
        let mut command = on(&server, "publish");
        command.args(["--site", site]).arg(docs.path());
        command
    };
    let said = error(publish("My docs").arg("--redirects").arg(&redirects));
    assert!(said.contains("redirects"), "{said}");
    assert_eq!((output(&mut on(&server, "site list")), output(&mut on(&server, "space list"))), Default::default());
    fs::remove_file(&redirects).unwrap();

    std::os::unix::fs::symlink("/etc/hostname", docs.path().join("outside.md")).unwrap();
    let long = "A title that is far longer than the title of a space may be, which is short";
    let done = json(publish(long).arg("--delete"));
    assert_eq!(done["warningCounts"]["left-out"], 1, "{done}");
    let empty = tempfile::tempdir().unwrap();
    let said = error(on(&server, "publish").args(["--site", long, "--delete"]).arg(empty.path()));
    assert!(said.contains("no files"), "{said}");
}

#[test]
fn a_server_that_ends_connections_is_not_called_out_of_reach() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let command = |address: &str| {
        let mut command = quire("import");
        command.env("QUIRE_SERVER", format!("http://{address}/")).env("QUIRE_TOKEN", TOKEN);
        let page = docs(&[("a.html", "<h1>A</h1>")]);
        error(command.args(["--source", "html", "--new-space", "A"]).arg(page.path()))
    };
    // What only reads is asked three times.
    let server = std::thread::spawn(move || {
        for _ in 0..3 {
            let (mut client, _) = listener.accept().unwrap();
            // The question is read, so that nothing but the end of the connection follows.
            let mut piece = [0; 1024];
            let _ = std::io::Read::read(&mut client, &mut piece);
        }
    });
    let told = command(&address.to_string());
    server.join().unwrap();
    assert!(told.contains("ended the connection before it answered (GET /v1/orgs)"), "{told}");
    // Nobody listens there any more.
    let told = command(&address.to_string());
    assert!(told.contains("can't be reached"), "{told}");
}
