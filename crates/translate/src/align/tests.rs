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

#[test]
fn moved_segments_are_followed() {
    let follow = |old: &[&str], new: &[&str]| follow(old, new, |text| (*text).to_owned());
    assert_eq!(follow(&["a", "b", "c"], &["c", "b", "a"]), [Some(2), Some(1), Some(0)]);
    assert_eq!(follow(&["a", "x", "b", "y"], &["x", "a", "y", "b"]), [Some(1), Some(0), Some(3), Some(2)]);
    assert_eq!(follow(&["a", "b", "c"], &["b", "d", "c"]), [None, Some(0), Some(2)]);
    let edited = ["second one", "third one", "the first of three words"];
    assert_eq!(follow(&["the first of all words", "second one", "third one"], &edited), [Some(2), Some(0), Some(1)]);
}

proptest! {
    #[test]
    fn each_segment_is_followed_to_a_place_of_its_own(
        old in prop::collection::vec("[ab]{1,2}", 0..12), new in prop::collection::vec("[ab]{1,2}", 0..12),
    ) {
        let found: Vec<usize> = follow(&old, &new, Clone::clone).into_iter().flatten().collect();
        let places: HashSet<usize> = found.iter().copied().collect();
        prop_assert_eq!(places.len(), found.len());
        prop_assert!(found.iter().all(|at| *at < new.len()));
        let mut sorted = (old.clone(), new.clone());
        sorted.0.sort();
        sorted.1.sort();
        if sorted.0 == sorted.1 {
            prop_assert!(follow(&old, &new, Clone::clone).iter().zip(&old).all(|(to, text)| new[to.unwrap()] == *text));
        }
    }

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
