//! What belongs to spaces, sites and organizations is transferred and deleted with them, whatever table it is in.

use std::collections::{BTreeMap, BTreeSet};

use quire_content::id::Uid;
use quire_db::{Execute, FromRow, Query, Row, Value};
use quire_model::ids::{OrganizationId, SiteId, SpaceId};
use quire_store::ownership::{self, BOUND_TO_SPACE, OF_ORGANIZATION, OF_SITE, OF_SPACE, OTHERS};
use quire_store::{Database, Read};

use crate::on_each_database;

pub(crate) const HERE: Uid = Uid([1; 16]);
const THERE: Uid = Uid([2; 16]);
pub(crate) const SPACE: Uid = Uid([3; 16]);
const SITE: Uid = Uid([4; 16]);

/// A column of a table in the database.
pub(crate) struct Column {
    table: String,
    pub(crate) name: String,
    kind: String,
}

impl FromRow for Column {
    const COLUMNS: &'static [&'static str] = &["table", "name", "kind"];

    fn from_row(row: Row) -> Result<Self, quire_db::Error> {
        let texts = row.into_values().into_iter().map(|value| match value {
            Value::Text(text) => text,
            other => panic!("{other:?} is no text"),
        });
        let [table, name, kind] = texts.collect::<Vec<_>>().try_into().unwrap();
        Ok(Self { table, name, kind })
    }
}

/// A count of rows.
struct Count(i64);

impl FromRow for Count {
    const COLUMNS: &'static [&'static str] = &["count"];

    fn from_row(row: Row) -> Result<Self, quire_db::Error> {
        match row.into_values().into_iter().next() {
            Some(Value::Int(count)) => Ok(Self(count)),
            other => panic!("{other:?} is no count"),
        }
    }
}

static OF_SQLITE: Query<Column> = Query::new(
    "select t.name, c.name, lower(c.type) from sqlite_master t join pragma_table_info(t.name) c
     where t.type = 'table' order by t.name, c.cid",
);
static OF_POSTGRES: Query<Column> = Query::new(
    "select table_name::text, column_name::text, data_type::text from information_schema.columns
     where table_schema = current_schema() order by table_name, ordinal_position",
);

/// Returns the columns of every table, by the name of the table.
pub(crate) fn schema(database: &Database) -> BTreeMap<String, Vec<Column>> {
    let query = if database.commits().is_some() { &OF_SQLITE } else { &OF_POSTGRES };
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for column in database.read(|tx| tx.all(query, &[])).unwrap() {
        tables.entry(column.table.clone()).or_default().push(column);
    }
    tables
}

/// Returns the tables that have a column.
fn with_column(schema: &BTreeMap<String, Vec<Column>>, name: &str) -> BTreeSet<String> {
    let has = |columns: &[Column]| columns.iter().any(|column| column.name == name);
    schema.iter().filter(|(_, columns)| has(columns)).map(|(table, _)| table.clone()).collect()
}

fn set(lists: &[&[&str]]) -> BTreeSet<String> {
    let tables: Vec<_> = lists.iter().flat_map(|list| list.iter().map(ToString::to_string)).collect();
    let set: BTreeSet<_> = tables.iter().cloned().collect();
    assert_eq!(set.len(), tables.len(), "a table is in two lists: {tables:?}");
    set
}

#[test]
fn every_table_with_an_owner_is_in_a_list() {
    on_each_database(|database| {
        let schema = schema(database);
        let others: Vec<_> = OTHERS.iter().map(|(table, _)| *table).collect();
        let all = set(&[OF_SPACE, BOUND_TO_SPACE, OF_SITE, OF_ORGANIZATION, &others]);
        assert_eq!(with_column(&schema, "organization"), all, "tables with an organization");
        assert_eq!(with_column(&schema, "site"), set(&[OF_SITE]), "tables with a site");
        assert_eq!(with_column(&schema, "space"), set(&[OF_SPACE, BOUND_TO_SPACE, &["site_spaces"]]), "with a space");
    });
}

#[test]
fn all_of_a_space_is_transferred() {
    on_each_database(|database| {
        let schema = schema(database);
        fill(database, &schema);
        let (space, [here, there]) = (SpaceId(SPACE), [HERE, THERE].map(OrganizationId));
        database.write(|tx| ownership::transfer_space(tx, here, space, there)).unwrap();
        let of_space = |organization| database.read(|tx| rows(tx, &schema, "space", organization, SPACE)).unwrap();
        assert_eq!(of_space(HERE), set(&[&["site_spaces"]]));
        assert_eq!(of_space(THERE), set(&[OF_SPACE]));
        database.write(|tx| ownership::delete_space(tx, there, space)).unwrap();
        assert_eq!(of_space(THERE), BTreeSet::new());
    });
}

#[test]
fn all_of_a_space_a_site_and_an_organization_is_deleted() {
    on_each_database(|database| {
        let schema = schema(database);
        fill(database, &schema);
        let here = OrganizationId(HERE);
        let left = |column: &str, id| database.read(|tx| rows(tx, &schema, column, HERE, id)).unwrap();
        database.write(|tx| ownership::delete_space(tx, here, SpaceId(SPACE))).unwrap();
        assert_eq!(left("space", SPACE), set(&[&["site_spaces"]]));
        assert_eq!(left("site", SITE), set(&[OF_SITE]));
        database.write(|tx| ownership::delete_site(tx, here, SiteId(SITE))).unwrap();
        assert_eq!(left("site", SITE), BTreeSet::new());
        assert_eq!(left("space", SPACE), BTreeSet::new());
        database.write(|tx| ownership::delete_organization(tx, here)).unwrap();
        let others: Vec<_> = OTHERS.iter().map(|(table, _)| *table).collect();
        assert_eq!(left("organization", HERE), set(&[&others]));
    });
}

/// Inserts one row into every table: of a space and a site in [`HERE`].
fn fill(database: &Database, schema: &BTreeMap<String, Vec<Column>>) {
    let owners = ["users", "organizations"];
    let others = with_column(schema, "organization");
    for table in owners.into_iter().chain(others.iter().map(String::as_str)) {
        insert_row(database, table, &schema[table], &|name| match name {
            "space" => SPACE,
            "site" => SITE,
            _ => HERE,
        });
    }
}

/// Inserts a row with these identifiers, by the names of their columns.
pub(crate) fn insert_row(database: &Database, table: &str, columns: &[Column], id: &dyn Fn(&str) -> Uid) {
    let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    let numbers: Vec<_> = (1..=names.len()).map(|number| format!("?{number}")).collect();
    let text = format!("insert into {table} ({}) values ({})", names.join(", "), numbers.join(", "));
    let values: Vec<_> = columns.iter().map(|column| value(column, id(&column.name))).collect();
    let statement = Execute::new(text.leak());
    database.write(|tx| tx.execute(&statement, &values)).unwrap();
}

fn value(column: &Column, id: Uid) -> Value {
    match column.kind.as_str() {
        "blob" | "bytea" => Value::Blob(id.0.to_vec()),
        "integer" | "bigint" => Value::Int(1),
        "text" => Value::Text("x".to_owned()),
        other => panic!("{other} is a new type of column"),
    }
}

/// Returns the tables that have a row of this organization with this identifier in a column.
fn rows(
    tx: &mut Read<'_>,
    schema: &BTreeMap<String, Vec<Column>>,
    column: &str,
    organization: Uid,
    id: Uid,
) -> Result<BTreeSet<String>, quire_store::Error> {
    let mut found = BTreeSet::new();
    for table in with_column(schema, column) {
        let text = format!("select count(*) as count from {table} where organization = ?1 and {column} = ?2");
        let query = Query::<Count>::new(text.leak());
        let values = [organization, id].map(|id| Value::Blob(id.0.to_vec()));
        if tx.one(&query, &values)?.unwrap().0 > 0 {
            found.insert(table);
        }
    }
    Ok(found)
}
