//! Revisions that something refers to are neither superseded nor deleted, whatever column names them.

use std::collections::BTreeSet;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::Execute;
use quire_model::ids::{BranchId, OrganizationId, RevisionId, SpaceId};
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;
use quire_store::branches::{self, Branch};
use quire_store::revisions::{self, Parents, Revision};
use quire_store::superseded::{self, REFERENCES};
use quire_store::{Database, Write};

use crate::on_each_database;
use crate::ownership::{HERE, SPACE, insert_row, schema};

const ORG: OrganizationId = OrganizationId(HERE);
const OF: SpaceId = SpaceId(SPACE);
const MAIN: Branch = Branch { organization: ORG, space: OF, id: BranchId(SPACE) };
const NAMED: RevisionId = RevisionId(Uid([6; 16]));

static ADVANCE: Execute = Execute::new("update branches set revision = ?1");
static UNREFER: Execute = Execute::new("delete from branches where id = ?1");

fn revision(id: RevisionId, parents: &[RevisionId]) -> Revision {
    Revision {
        organization: ORG,
        space: OF,
        id,
        kind: RevisionType::Edits,
        root: Hash([0; 32]),
        links: None,
        parents: Parents(parents.to_vec()),
        author: None,
        created_at: Timestamp(0),
        change_request: None,
        merged_from: None,
        run_began_at: None,
    }
}

/// Begins with a space whose main content is at a superseded revision.
fn begin(database: &Database) {
    let write = |tx: &mut Write<'_>| {
        revisions::insert(tx, &revision(NAMED, &[]))?;
        branches::insert(tx, MAIN, NAMED)?;
        superseded::mark(tx, ORG, OF, NAMED, Timestamp(10))
    };
    database.write(write).unwrap();
}

/// Moves the main content on.
fn leave(database: &Database) {
    let other = quire_db::Value::Blob(vec![9; 16]);
    database.write(|tx| tx.execute(&ADVANCE, std::slice::from_ref(&other))).unwrap();
}

fn is_free(database: &Database) -> bool {
    database.read(|tx| superseded::is_free(tx, MAIN, NAMED)).unwrap()
}

fn delete(database: &Database, before: i64) -> usize {
    database.write(|tx| superseded::delete(tx, ORG, OF, Timestamp(before), 10)).unwrap()
}

#[test]
fn every_column_with_a_revision_is_looked_at() {
    on_each_database(|database| {
        let mut named = BTreeSet::new();
        for (table, columns) in schema(database) {
            let names = columns.iter().map(|column| column.name.clone());
            let of_revisions =
                names.filter(|name| name.contains("revision") || name.contains("ancestor") || name == "reverted_to");
            named.extend(of_revisions.map(|name| (table.clone(), name)));
        }
        let known = REFERENCES.iter().chain(&[("branches", "revision")]);
        let known: BTreeSet<_> = known.map(|(table, column)| ((*table).to_owned(), (*column).to_owned())).collect();
        assert_eq!(named, known);
    });
}

#[test]
fn a_revision_is_deleted_when_its_time_is_over() {
    on_each_database(|database| {
        begin(database);
        assert!(is_free(database));
        assert_eq!(delete(database, 10), 0, "it is the head");
        leave(database);
        assert_eq!(delete(database, 9), 0, "it is too young");
        assert_eq!(delete(database, 10), 1);
        assert_eq!(database.read(|tx| revisions::get(tx, ORG, OF, NAMED)).unwrap(), None);
        assert_eq!(delete(database, 10), 0);
    });
}

#[test]
fn whatever_refers_to_a_revision_keeps_it() {
    for (table, column) in REFERENCES {
        on_each_database(|database| {
            let schema = schema(database);
            let id = |name: &str| match name {
                "organization" => HERE,
                "space" => SPACE,
                name if name == *column => NAMED.0,
                _ => Uid([5; 16]),
            };
            insert_row(database, "users", &schema["users"], &id);
            begin(database);
            assert!(is_free(database));
            insert_row(database, table, &schema[*table], &id);
            assert!(!is_free(database), "{table}.{column}");
            leave(database);
            assert_eq!(delete(database, 10), 0, "{table}.{column}");
        });
    }
}

#[test]
fn children_and_other_branches_keep_a_revision() {
    let other = RevisionId(Uid([8; 16]));
    for parents in [vec![NAMED], vec![other, NAMED], vec![NAMED, other]] {
        on_each_database(|database| {
            begin(database);
            database.write(|tx| revisions::insert(tx, &revision(RevisionId(Uid([9; 16])), &parents))).unwrap();
            assert!(!is_free(database), "{parents:?}");
            leave(database);
            assert_eq!(delete(database, 10), 0, "{parents:?}");
        });
    }
    on_each_database(|database| {
        begin(database);
        leave(database);
        let branch = Branch { id: BranchId(Uid([7; 16])), ..MAIN };
        database.write(|tx| branches::insert(tx, branch, NAMED)).unwrap();
        assert!(!is_free(database));
        assert_eq!(delete(database, 10), 0);
        let id = quire_db::Value::Blob(vec![7; 16]);
        database.write(|tx| tx.execute(&UNREFER, std::slice::from_ref(&id))).unwrap();
        assert!(is_free(database));
        assert_eq!(delete(database, 10), 1);
    });
}
