//! Answers that are remembered while a state of the index lasts, as queries repeat words and beginnings of words.

use std::borrow::Borrow;
use std::hash::Hash;

use foldhash::HashMap;
use parking_lot::Mutex;

/// Answers by question. All are forgotten when there are too many.
pub(crate) struct Remembered<K, V> {
    answers: Mutex<HashMap<K, V>>,
    most: usize,
}

impl<K: Hash + Eq, V: Clone> Remembered<K, V> {
    /// Creates a memory of at most so many answers.
    pub(crate) fn new(most: usize) -> Self {
        Self { answers: Mutex::default(), most }
    }

    /// Returns the answer to a question, which `find` finds the first time. Failures are not remembered.
    pub(crate) fn get<Q, E>(&self, question: &Q, find: impl FnOnce(&Q) -> Result<V, E>) -> Result<V, E>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(known) = self.answers.lock().get(question) {
            return Ok(known.clone());
        }
        let found = find(question)?;
        let mut answers = self.answers.lock();
        if answers.len() >= self.most {
            answers.clear();
        }
        answers.insert(question.to_owned(), found.clone());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn an_answer_is_found_once_while_there_is_room() {
        let remembered = Remembered::new(2);
        let mut found = 0;
        let mut ask = |question: u8| {
            let Ok(answer) = remembered.get(&question, |it| {
                found += 1;
                Ok::<_, Infallible>(it + 1)
            });
            assert_eq!(answer, question + 1);
            found
        };
        assert_eq!([1, 1, 2, 1].map(&mut ask), [1, 1, 2, 2]);
        assert_eq!([3, 3, 1].map(ask), [3, 3, 4], "all are forgotten for the third");
        assert_eq!(remembered.get(&9, |_| Err("no")), Err("no"));
        assert_eq!(remembered.get(&9, |_| Ok::<_, &str>(10)), Ok(10));
    }
}
