//! Objects: many at once, and again.

use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::objects::{ObjectError, Objects};
use quire_model::ids::OrganizationId;
use quire_store::Error;
use quire_store::objects::{self, Stored};

use crate::on_each_database;

const ORG: OrganizationId = OrganizationId(Uid([1; 16]));
const OTHER: OrganizationId = OrganizationId(Uid([2; 16]));

#[test]
fn objects_are_stored_once_and_belong_to_their_organization() {
    on_each_database(|database| {
        let all: BTreeMap<Hash, Arc<[u8]>> = (0..1234u32)
            .map(|n| {
                let bytes: Arc<[u8]> = n.to_be_bytes().to_vec().into();
                (Hash::of(&bytes), bytes)
            })
            .collect();
        for _ in 0..2 {
            database.write(|tx| objects::insert_all(tx, ORG, all.iter())).unwrap();
        }
        let cache = objects::cache(1 << 20);
        database
            .read(|tx| {
                let stored = Stored::new(tx, ORG, &cache);
                for (hash, bytes) in &all {
                    assert_eq!(&*stored.get(hash).unwrap(), &**bytes);
                }
                Ok::<_, Error>(())
            })
            .unwrap();
        let nothing_cached = objects::cache(1 << 20);
        let first = *all.keys().next().unwrap();
        database
            .read(|tx| {
                let stored = Stored::new(tx, OTHER, &nothing_cached);
                assert!(matches!(stored.get(&first), Err(ObjectError::Missing(hash)) if hash == first));
                Ok::<_, Error>(())
            })
            .unwrap();
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
