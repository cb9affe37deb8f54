//! Merging of record fields, one by one.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Field, FileRecord, PageRecord, ReusableRecord};

/// A record with a time of change.
pub(super) trait Dated: PartialEq {
    fn updated_at(&self) -> i64;
    fn set_updated_at(&mut self, at: i64);
}

macro_rules! dated {
    ($($record:ty),*) => {$(
        impl Dated for $record {
            fn updated_at(&self) -> i64 {
                self.updated_at
            }

            fn set_updated_at(&mut self, at: i64) {
                self.updated_at = at;
            }
        }
    )*};
}

dated!(FileRecord, PageRecord, ReusableRecord);

/// A record on all sides, with the fields that are in conflict so far.
pub(super) struct Fields<'r, R> {
    pub(super) base: Option<&'r R>,
    pub(super) main: &'r R,
    pub(super) change: &'r R,
    pub(super) conflicts: Vec<Field>,
}

impl<'r, R> Fields<'r, R> {
    pub(super) fn new(base: Option<&'r R>, main: &'r R, change: &'r R) -> Self {
        Self { base, main, change, conflicts: Vec::new() }
    }

    /// Merges a field; in conflict it has the value of the change request.
    pub(super) fn merge<T: PartialEq>(&mut self, field: Field, of: impl Fn(&R) -> T) -> T {
        let (value, conflict) = decide(self.base.map(&of).as_ref(), of(self.main), of(self.change));
        if conflict {
            self.conflicts.push(field);
        }
        value
    }

    /// Merges a field without reporting a conflict.
    pub(super) fn quietly<T: PartialEq>(&self, of: impl Fn(&R) -> T) -> T {
        decide(self.base.map(&of).as_ref(), of(self.main), of(self.change)).0
    }

    /// Merges values by name, each as a field of its own.
    pub(super) fn by_name<T: PartialEq + Clone>(
        &mut self,
        field: impl Fn(String) -> Field,
        of: impl Fn(&R) -> &BTreeMap<String, T>,
    ) -> BTreeMap<String, T> {
        let names: BTreeSet<&String> = of(self.main).keys().chain(of(self.change).keys()).collect();
        let merged = names.into_iter().filter_map(|name| {
            let value = self.merge(field(name.clone()), |record| of(record).get(name).cloned());
            // A value that one side removed and the other changed is kept as changed.
            let value = value.or_else(|| {
                let conflict = self.conflicts.last() == Some(&field(name.clone()));
                of(self.main).get(name).cloned().filter(|_| conflict)
            });
            Some((name.clone(), value?))
        });
        merged.collect()
    }
}

impl<R: Dated> Fields<'_, R> {
    /// Sets the time of change of the merged record: that of the side which it equals otherwise, or else `now`. Returns
    /// true if it equals a side.
    pub(super) fn date(&self, merged: &mut R, now: i64) -> bool {
        for side in [self.change, self.main] {
            merged.set_updated_at(side.updated_at());
            if merged == side {
                return true;
            }
        }
        merged.set_updated_at(now);
        false
    }
}

/// Returns the merged value, and true if it is in conflict.
fn decide<T: PartialEq>(base: Option<&T>, main: T, change: T) -> (T, bool) {
    if main == change || base == Some(&main) {
        return (change, false);
    }
    if base == Some(&change) {
        return (main, false);
    }
    (change, true)
}
