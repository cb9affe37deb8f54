//! Order keys of siblings: fractional indices, so that a move changes one record.
//!
//! A key is a fraction between 0 and 1, written in base 62 without the leading `0.`: digits in the order of ASCII, the
//! last one never the lowest. Keys compare as bytes. Keys that are appended (or prepended) one after another grow
//! with the logarithm of their number; a key that is always inserted between the same neighbours grows by one character
//! in six.

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE: u8 = 62;

/// Returns true if a text is a valid key.
pub fn is_key(text: &str) -> bool {
    !text.is_empty() && !text.ends_with('0') && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns a key after `after` and before `before`; an absent bound is the end of the list.
///
/// An invalid bound counts as absent, and so does `before` if it is not after `after`.
pub fn between(after: Option<&str>, before: Option<&str>) -> String {
    let (after, before) = bounds(after, before);
    let digits = match (after, before) {
        (Some(after), None) => increment(&after),
        (None, Some(before)) => decrement(&before),
        (after, before) => middle(&after.unwrap_or_default(), before.as_deref()),
    };
    text(digits)
}

/// Returns `n` keys in order, evenly spread and short.
pub fn spread(n: usize) -> Vec<String> {
    spread_between(None, None, n)
}

/// Returns `n` keys in order after `after` and before `before`, which are treated as in [`between`].
pub fn spread_between(after: Option<&str>, before: Option<&str>, n: usize) -> Vec<String> {
    let (after, before) = bounds(after, before);
    let mut keys = vec![Vec::new(); n];
    match (after, before) {
        (Some(after), None) => {
            let mut last = after;
            for key in &mut keys {
                *key = increment(&last);
                last.clone_from(key);
            }
        }
        (None, Some(before)) => {
            let mut first = before;
            for key in keys.iter_mut().rev() {
                *key = decrement(&first);
                first.clone_from(key);
            }
        }
        (after, before) => halve(&mut keys, &after.unwrap_or_default(), before.as_deref()),
    }
    keys.into_iter().map(text).collect()
}

/// Fills in the middle, then both halves: the recursion depth is logarithmic.
fn halve(keys: &mut [Vec<u8>], after: &[u8], before: Option<&[u8]>) {
    let at = keys.len() / 2;
    let (left, rest) = keys.split_at_mut(at);
    let Some((key, right)) = rest.split_first_mut() else { return };
    *key = middle(after, before);
    halve(left, after, Some(key));
    halve(right, key, before);
}

type Bounds = (Option<Vec<u8>>, Option<Vec<u8>>);

/// Returns the digit values of both bounds, if they are usable.
fn bounds(after: Option<&str>, before: Option<&str>) -> Bounds {
    let after = after.filter(|key| is_key(key));
    let before = before.filter(|key| is_key(key) && after.is_none_or(|after| after < *key));
    (after.map(digits), before.map(digits))
}

fn digits(key: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        _ => byte - b'a' + 36,
    };
    key.bytes().map(value).collect()
}

fn text(digits: Vec<u8>) -> String {
    digits.into_iter().map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Returns a fraction near the middle that is as short as possible. An empty slice is 0 and `None` is 1.
fn middle(after: &[u8], before: Option<&[u8]>) -> Vec<u8> {
    let mut result = Vec::new();
    let mut before = before;
    for at in 0.. {
        let low = after.get(at).copied().unwrap_or(0);
        let high = before.map_or(BASE, |before| before.get(at).copied().unwrap_or(0));
        if high > low + 1 {
            result.push(low + (high - low) / 2);
            break;
        }
        if high > low {
            // One digit apart. The upper bound cut off here lies between, if there was more of it.
            if before.is_some_and(|before| before.len() > at + 1) {
                result.push(high);
                break;
            }
            before = None;
        }
        result.push(low);
    }
    result
}

/// Returns the number of digits that count when a key with some leading extreme digits is stepped: two more for each,
/// so that the number of keys of a length grows with its power.
fn precision(key: &[u8], extreme: u8) -> usize {
    2 * key.iter().take_while(|&&digit| digit == extreme).count() + 2
}

/// Returns the next key of a list that grows at its end.
fn increment(key: &[u8]) -> Vec<u8> {
    let mut next = key.to_vec();
    next.resize(precision(key, BASE - 1), 0);
    // One of the digits is below the highest, so the carry ends.
    for digit in next.iter_mut().rev() {
        *digit = (*digit + 1) % BASE;
        if *digit != 0 {
            break;
        }
    }
    trim(next)
}

/// Returns the next key of a list that grows at its start.
fn decrement(key: &[u8]) -> Vec<u8> {
    let precision = precision(key, 0);
    let mut next = key.to_vec();
    next.resize(precision, 0);
    if key.len() <= precision {
        // One of the digits is above the lowest, so the borrow ends.
        for digit in next.iter_mut().rev() {
            *digit = digit.checked_sub(1).unwrap_or(BASE - 1);
            if *digit != BASE - 1 {
                break;
            }
        }
    }
    trim(next)
}

fn trim(mut digits: Vec<u8>) -> Vec<u8> {
    while digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> impl Strategy<Value = String> {
        "[0-9A-Za-z]{0,6}[1-9A-Za-z]|0{0,5}1|z{1,6}"
    }

    fn strictly_inside(keys: &[String], after: Option<&str>, before: Option<&str>) -> bool {
        keys.is_sorted_by(|a, b| a < b)
            && keys.iter().all(|key| is_key(key))
            && after.zip(keys.first()).is_none_or(|(after, first)| after < first.as_str())
            && before.zip(keys.last()).is_none_or(|(before, last)| last.as_str() < before)
    }

    proptest! {
        #[test]
        fn between_is_between(a in prop::option::of(key()), b in prop::option::of(key())) {
            let (a, b) = match (a, b) {
                (Some(a), Some(b)) if a == b => (Some(a), None),
                (Some(a), Some(b)) if a > b => (Some(b), Some(a)),
                other => other,
            };
            let (a, b) = (a.as_deref(), b.as_deref());
            prop_assert!(strictly_inside(&[between(a, b)], a, b));
            for n in [0, 1, 2, 7, 100] {
                let keys = spread_between(a, b, n);
                prop_assert_eq!(keys.len(), n);
                prop_assert!(strictly_inside(&keys, a, b), "{:?}", keys);
            }
        }

        #[test]
        fn any_texts_give_a_key(a: Option<String>, b: Option<String>) {
            prop_assert!(is_key(&between(a.as_deref(), b.as_deref())));
        }

        #[test]
        fn a_list_edited_anywhere_stays_in_order(places in prop::collection::vec(any::<prop::sample::Index>(), 1..200)) {
            let mut list: Vec<String> = Vec::new();
            for place in places {
                let at = place.index(list.len() + 1);
                let after = at.checked_sub(1).map(|at| list[at].clone());
                let before = list.get(at).cloned();
                list.insert(at, between(after.as_deref(), before.as_deref()));
            }
            prop_assert!(strictly_inside(&list, None, None), "{:?}", list);
        }
    }

    #[test]
    fn appended_and_prepended_keys_stay_short() {
        let (mut last, mut first) = (between(None, None), between(None, None));
        let mut longest = 0;
        for _ in 0..100_000 {
            let (next, previous) = (between(Some(&last), None), between(None, Some(&first)));
            assert!(next > last && previous < first);
            longest = longest.max(next.len()).max(previous.len());
            (last, first) = (next, previous);
        }
        assert!(longest <= 4, "{longest}");
    }

    #[test]
    fn a_crowded_place_grows_slowly() {
        let (after, mut before) = ("V".to_owned(), "W".to_owned());
        for _ in 0..600 {
            before = between(Some(&after), Some(&before));
        }
        assert!(before.len() <= 130, "{}", before.len());
    }

    #[test]
    fn spread_keys_are_short() {
        assert_eq!(spread(1), ["V"]);
        assert_eq!(spread(3), ["F", "V", "k"]);
        assert!(spread(30).iter().all(|key| key.len() == 1));
        assert!(spread(10_000).iter().all(|key| key.len() <= 3));
    }
}
