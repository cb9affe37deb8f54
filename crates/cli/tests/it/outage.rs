//! The database server goes away and comes back.

use postgres::{Client, NoTls};
use quire_testdb::PostgresServer;
use serde_json::json;

use crate::binary::{Installation, Server};

#[test]
fn the_server_outlives_its_database_server() {
    // Where PostgreSQL is not found, the other tests say so, or fail where it is required.
    let Some(postgres) = PostgresServer::start() else { return };
    let url = database(&postgres);
    let installation = Installation::at(&url);
    let server = installation.serve();
    server.get("/readyz").json(200);
    let spaces = format!("{}/spaces", server.org());
    let space = json!({ "title": "Before" });
    server.post(&spaces, &space).json(201);

    postgres.stop();
    for _ in 0..20 {
        let said = server.get("/readyz").json(503);
        assert_eq!(said["error"]["code"], 503);
        server.post(&spaces, &space).json(503);
    }
    server.get("/healthz").json(200);

    postgres.start_again();
    is_back(&server);
    server.post(&spaces, &json!({ "title": "After" })).json(201);
    let titles = server.get(&spaces).json(200);
    let titles: Vec<_> = titles["items"].as_array().unwrap().iter().map(|space| &space["title"]).collect();
    assert_eq!(titles, ["Before", "After"]);
    assert!(server.stop().success());
}

/// A database of the server; its address.
pub(crate) fn database(postgres: &PostgresServer) -> String {
    let url = postgres.url();
    let mut client = Client::connect(&format!("{url}/postgres"), NoTls).unwrap();
    let create = "create database quire template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";
    client.batch_execute(create).unwrap();
    format!("{url}/quire")
}

/// Asks until the server is ready; every answer before that says that it isn't.
pub(crate) fn is_back(server: &Server) {
    loop {
        let answer = server.get("/readyz");
        if answer.status == 200 {
            return;
        }
        answer.json(503);
    }
}
