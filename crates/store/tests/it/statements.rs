//! Every statement can be prepared, and gives the columns that its record has.

use std::path::Path;

use crate::on_each_database;

#[test]
fn every_statement_fits_the_schema() {
    on_each_database(|database| {
        for statement in quire_store::statements() {
            database.check(statement).unwrap();
        }
    });
}

#[test]
fn every_module_with_statements_is_registered() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut texts = 0;
    for entry in std::fs::read_dir(sources).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let Some((_, block)) = source.split_once("\nstatements! {") else { continue };
        let block = block.split_once("\n}").unwrap().0;
        texts +=
            [": Query<", ": Execute =", ": InsertMany ="].map(|kind| block.matches(kind).count()).iter().sum::<usize>();
    }
    texts += quire_store::ownership::statements().count();
    assert_eq!(quire_store::statements().count(), texts);
}
