use proptest::prelude::*;

use super::*;

fn aligned(old: &[&str], new: &[&str]) -> Vec<Option<usize>> {
    align(old, new, |text| (*text).to_owned())
}

#[test]
fn edits_insertions_and_deletions_are_told_apart() {
    assert_eq!(aligned(&["a", "b", "c"], &["a", "x", "c"]), [Some(0), Some(1), Some(2)]);
    assert_eq!(aligned(&["a", "b", "c"], &["a", "c"]), [Some(0), None, Some(1)]);
    assert_eq!(aligned(&["a", "c"], &["a", "new one", "c"]), [Some(0), Some(2)]);
    let new = ["added text here", "the long sentence was edited", "end"];
    assert_eq!(aligned(&["the long sentence", "end"], &new), [Some(1), Some(2)]);
}

proptest! {
    #[test]
    fn an_alignment_increases_and_keeps_equal_lists(
        old in prop::collection::vec("[ab]{1,2}", 0..12), new in prop::collection::vec("[ab]{1,2}", 0..12),
    ) {
        let found: Vec<usize> = align(&old, &new, Clone::clone).into_iter().flatten().collect();
        prop_assert!(found.is_sorted_by(|a, b| a < b));
        prop_assert!(found.iter().all(|at| *at < new.len()));
        let same = align(&old, &old, Clone::clone);
        prop_assert_eq!(same, (0..old.len()).map(Some).collect::<Vec<_>>());
    }
}
