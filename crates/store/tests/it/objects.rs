//! Objects: many at once, and again.

use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::objects::{ObjectError, Objects};
use quire_db::{Execute, Value};
use quire_model::ids::OrganizationId;
use quire_store::objects::{self, Stored};
use quire_store::{Database, Error, Read, migrations};

use crate::{on_each_database, open};

const ORG: OrganizationId = OrganizationId(Uid([1; 16]));
const OTHER: OrganizationId = OrganizationId(Uid([2; 16]));

fn numbered(count: u32) -> BTreeMap<Hash, Arc<[u8]>> {
    let bytes = (0..count).map(|n| Arc::<[u8]>::from(n.to_be_bytes().to_vec()));
    bytes.map(|bytes| (Hash::of(&bytes), bytes)).collect()
}

fn insert(database: &Database, organization: OrganizationId, all: &BTreeMap<Hash, Arc<[u8]>>) {
    database.write(|tx| objects::insert_all(tx, organization, all.iter())).unwrap();
}

fn names(database: &Database, organization: OrganizationId) -> Vec<Hash> {
    database.read(|tx| objects::names(tx, organization, Hash([0; 32]), 10_000)).unwrap()
}

/// Reads an object past any cache.
fn stored(database: &Database, organization: OrganizationId, hash: Hash) -> Result<Arc<[u8]>, ObjectError> {
    let nothing_cached = objects::cache(1 << 20);
    database.read(|tx| Ok::<_, Error>(Stored::new(tx, organization, &nothing_cached).get(&hash))).unwrap()
}

#[test]
fn objects_are_stored_once() {
    on_each_database(|database| {
        let all = numbered(1234);
        insert(database, ORG, &all);
        insert(database, ORG, &all);
        assert_eq!(names(database, ORG), all.keys().copied().collect::<Vec<_>>());
        let cache = objects::cache(1 << 20);
        let read = |tx: &mut Read<'_>| {
            let stored = Stored::new(tx, ORG, &cache);
            for (hash, bytes) in &all {
                assert_eq!(&*stored.get(hash).unwrap(), &**bytes);
            }
            Ok::<_, Error>(())
        };
        database.read(read).unwrap();
        database.write(|tx| all.keys().try_for_each(|hash| objects::delete(tx, ORG, *hash))).unwrap();
        assert_eq!(names(database, ORG), []);
        database.read(read).unwrap();
    });
}

#[test]
fn an_object_that_is_inserted_again_keeps_its_bytes() {
    on_each_database(|database| {
        let all = numbered(20);
        insert(database, ORG, &all);
        let others = all.keys().map(|hash| (*hash, Arc::<[u8]>::from(b"other bytes".to_vec()))).collect();
        insert(database, ORG, &others);
        for (hash, bytes) in &all {
            assert_eq!(stored(database, ORG, *hash).unwrap(), *bytes);
        }
    });
}

#[test]
fn objects_belong_to_their_organization() {
    on_each_database(|database| {
        let all = numbered(3);
        let [one, two, three] = all.keys().copied().collect::<Vec<_>>().try_into().unwrap();
        let is_missing = |hash| matches!(stored(database, OTHER, hash), Err(ObjectError::Missing(it)) if it == hash);
        insert(database, ORG, &all);
        assert!(is_missing(one) && is_missing(two) && is_missing(three));
        assert_eq!(names(database, OTHER), []);

        database.write(|tx| objects::copy(tx, ORG, OTHER, [one, two].into_iter())).unwrap();
        assert_eq!(stored(database, OTHER, one).unwrap(), all[&one]);
        assert!(is_missing(three));

        database.write(|tx| objects::delete(tx, OTHER, one)).unwrap();
        assert_eq!(names(database, OTHER), [two]);
        assert_eq!(names(database, ORG), [one, two, three]);
        assert_eq!(stored(database, ORG, one).unwrap(), all[&one]);
    });
}

#[test]
fn names_are_walked_in_order() {
    on_each_database(|database| {
        let bytes: Vec<Arc<[u8]>> = (0..25u8).map(|n| vec![n].into()).collect();
        let all: BTreeMap<Hash, Arc<[u8]>> = bytes.into_iter().map(|bytes| (Hash::of(&bytes), bytes)).collect();
        database.write(|tx| objects::insert_all(tx, ORG, all.iter())).unwrap();
        let mut walked = Vec::new();
        let mut after = Hash([0; 32]);
        loop {
            let names = database.read(|tx| objects::names(tx, ORG, after, 10)).unwrap();
            let Some(last) = names.last() else { break };
            after = *last;
            walked.extend(names);
        }
        assert_eq!(walked, all.keys().copied().collect::<Vec<_>>());
    });
}

static INSERT_PLAIN: Execute = Execute::new("insert into objects (organization, hash, bytes) values (?1, ?2, ?3)");
static KEEP: Execute = Execute::new("update objects set bytes = ?3 where organization = ?1 and hash = ?2 and form = 0");
static REPLACE: Execute =
    Execute::new("update objects set bytes = ?3 where organization = ?1 and hash = ?2 and form = 1");

fn change(database: &Database, statement: &Execute, hash: Hash, bytes: &[u8]) -> usize {
    let values = [ORG.0.0.to_vec(), hash.0.to_vec(), bytes.to_vec()].map(Value::Blob);
    let changed = database.write(|tx| tx.execute(statement, &values)).unwrap();
    usize::try_from(changed).unwrap()
}

fn page(n: u32) -> (Hash, Arc<[u8]>) {
    let bytes: Arc<[u8]> = format!("# Page {n}\n\n{}\n", "A sentence of some words. ".repeat(100)).into_bytes().into();
    (Hash::of(&bytes), bytes)
}

#[test]
fn objects_that_were_stored_before_they_were_compressed_are_read() {
    for held in quire_testdb::databases() {
        let database = open(&held);
        let earlier: Vec<_> = migrations::ALL.iter().take_while(|it| it.name != "forms of objects").copied().collect();
        database.migrate(&earlier, 0).unwrap();
        let ([before, both, after], all) = ([page(1), page(2), page(3)], [page(1), page(2), page(3)]);
        for (hash, bytes) in [&before, &both] {
            change(&database, &INSERT_PLAIN, *hash, bytes);
        }
        database.migrate(migrations::ALL, 0).unwrap();
        insert(&database, ORG, &[both, after].into());
        for (hash, bytes) in all {
            assert_eq!(stored(&database, ORG, hash).unwrap(), bytes);
            database.write(|tx| objects::copy(tx, ORG, OTHER, std::iter::once(hash))).unwrap();
            assert_eq!(stored(&database, OTHER, hash).unwrap(), bytes);
        }
    }
}

#[test]
fn damaged_objects_are_named() {
    on_each_database(|database| {
        let (small, (large, bytes)) = (Arc::<[u8]>::from(*b"small"), page(1));
        let all = BTreeMap::from([(Hash::of(&small), small.clone()), (large, bytes)]);
        insert(database, ORG, &all);
        assert_eq!(change(database, &KEEP, Hash::of(&small), b"small"), 1, "small objects are stored as they are");
        for damaged in [&b""[..], &[0], &[0; 4], &[0xff; 40], &[5, 0, 0, 0, 0x50, b's', b'm', b'a', b'l', b'l']] {
            assert_eq!(change(database, &REPLACE, large, damaged), 1, "large objects are compressed");
            let error = stored(database, ORG, large).unwrap_err();
            assert!(matches!(error, ObjectError::Damaged { hash, .. } if hash == large), "{error}");
            assert!(error.to_string().contains(&large.to_string()), "{error}");
        }
    });
}
