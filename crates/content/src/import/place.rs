//! Order keys for imported siblings: as few new ones as possible.

use crate::order::{is_key, spread_between};

/// Returns the new order key of each sibling that needs one, so that they are in the order of the list.
///
/// `current` has their present keys, `others` those of siblings that do not move. The longest run that is already in
/// order keeps its keys. Any other is placed right after the one before it in the list, or right before the
/// first that kept its key; if none did, after all others.
pub(crate) fn place(current: &[Option<&str>], others: &[&str]) -> Vec<Option<String>> {
    let kept = longest_run(current);
    let mut fixed: Vec<&str> = others.iter().copied().filter(|key| is_key(key)).collect();
    fixed.extend(kept.iter().filter_map(|&at| current[at]));
    fixed.sort_unstable();
    let mut places = vec![None; current.len()];
    let mut start = 0;
    let mut last: Option<&str> = None;
    for end in kept.iter().copied().chain([current.len()]) {
        let next = current.get(end).copied().flatten();
        let (after, before) = match (last, next) {
            (Some(last), _) => (Some(last), fixed.iter().find(|key| **key > last).copied()),
            (None, Some(next)) => (fixed.iter().rfind(|key| **key < next).copied(), Some(next)),
            (None, None) => (fixed.last().copied(), None),
        };
        let keys = spread_between(after, before, end - start);
        for (place, key) in places[start..end].iter_mut().zip(keys) {
            *place = Some(key);
        }
        (start, last) = (end + 1, next);
    }
    places
}

/// Returns the indices of the longest strictly increasing subsequence of keys (patience sorting).
fn longest_run(keys: &[Option<&str>]) -> Vec<usize> {
    let key = |at: usize| keys[at].unwrap_or_default();
    // For each length, the index at which the run of that length with the smallest end so far ends.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; keys.len()];
    for at in (0..keys.len()).filter(|&at| keys[at].is_some_and(is_key)) {
        let length = ends.partition_point(|&end| key(end) < key(at));
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut run: Vec<usize> = std::iter::successors(ends.last().copied(), |&at| before[at]).collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(current: &[&str], others: &[&str], changed: &[usize]) -> Vec<String> {
        let current: Vec<_> = current.iter().map(|key| (!key.is_empty()).then_some(*key)).collect();
        let places = place(&current, others);
        let moved: Vec<_> = (0..current.len()).filter(|&at| places[at].is_some()).collect();
        assert_eq!(moved, changed);
        let kept = |(place, key): (Option<String>, Option<&str>)| place.or(key.map(str::to_owned)).unwrap();
        let keys: Vec<_> = places.into_iter().zip(current).map(kept).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        keys
    }

    #[test]
    fn what_is_in_order_stays() {
        check(&["1", "2", "3"], &[], &[]);
        check(&["1", "3", "2", "4"], &[], &[1]);
        check(&["3", "1", "2"], &[], &[0]);
        check(&["1", "1", "2"], &[], &[0]);
        check(&["", "", ""], &[], &[0, 1, 2]);
        check(&["1", "", "2", ""], &[], &[1, 3]);
    }

    #[test]
    fn newcomers_come_right_after_the_one_before() {
        let keys = check(&["1", "", "5"], &["3", "9"], &[1]);
        assert!(keys[1].as_str() < "3");
        let keys = check(&["", "5"], &["3", "9"], &[0]);
        assert!(keys[0].as_str() > "3");
        let keys = check(&["1", ""], &["3"], &[1]);
        assert!(keys[1].as_str() < "3");
        let keys = check(&[""], &["3", "9"], &[0]);
        assert!(keys[0].as_str() > "9");
    }

    proptest! {
        #[test]
        fn always_in_order(
            current in prop::collection::vec("[1-9]{0,2}|x!", 0..20),
            others in prop::collection::vec("[1-9]{1,2}|0", 0..5),
        ) {
            let current: Vec<_> = current.iter().map(|key| (!key.is_empty()).then_some(key.as_str())).collect();
            let others: Vec<_> = others.iter().map(String::as_str).collect();
            let places = place(&current, &others);
            let keys: Vec<_> = places.iter().zip(&current).map(|(new, old)| new.as_deref().or(*old).unwrap()).collect();
            prop_assert!(keys.is_sorted_by(|a, b| a < b), "{:?}", keys);
            prop_assert!(place(&keys.iter().map(|key| Some(*key)).collect::<Vec<_>>(), &others).iter().all(Option::is_none));
        }
    }
}
