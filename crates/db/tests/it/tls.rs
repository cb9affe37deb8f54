//! `sslmode` in the address, against a server whose certificate nobody vouches for.

use quire_db::{Config, Database, Error, Query, Value};
use quire_testdb::PostgresServer;

use crate::Thing;

static IS_SECRET: Query<Thing> = Query::new("select ssl from pg_stat_ssl where pid = pg_backend_pid()");

#[test]
fn modes_mean_what_they_say() {
    let (certificate, key) = (include_str!("localhost.crt"), include_str!("localhost.key"));
    let Some(server) = PostgresServer::start_tls(certificate, key) else { return };
    let held = server.database();
    let open = |mode: &str| Database::open(Config::Postgres { url: format!("{}{mode}", held.url()), connections: 1 });
    let is_secret = |mode: &str| {
        let row = open(mode).unwrap().read_single(|tx| tx.one(&IS_SECRET, &[])).unwrap();
        row.unwrap().0[0] == Value::Int(1)
    };
    assert!(is_secret(""));
    assert!(is_secret("?sslmode=prefer"));
    assert!(!is_secret("?sslmode=disable"));
    assert!(matches!(open("?sslmode=require").err(), Some(Error::Unavailable { .. })));
}
