//! Decisions while main goes on: what main gains after a conflict was listed is in the outcome, or is listed again.

use quire_content::merge::{Decided, take_back};

use super::*;

/// A change request beside a main content that goes on.
struct Going {
    store: Store,
    main: Map,
    model: Model,
    /// The content of main that the change request contains.
    pulled: Map,
    change: Outcome,
    /// The words that main gained after conflicts were listed.
    gained: BTreeSet<String>,
}

fn resolutions() -> impl Strategy<Value = Vec<Resolution>> {
    let how = prop_oneof![
        Just(Resolution::Ours),
        Just(Resolution::Theirs),
        Just(Resolution::Both),
        Just(Resolution::Body("own words\n".to_owned())),
        Just(Resolution::Body(String::new())),
    ];
    prop::collection::vec(how, 1..5)
}

/// One page or two: conflicts are many.
fn few() -> impl Strategy<Value = Vec<Option<Index>>> {
    prop::collection::vec(prop::option::of(any::<Index>()), 1..3)
}

impl Going {
    fn new(parents: &[Option<Index>], main: &[Step], change: &[Step]) -> Self {
        let ([_, model, _], change, _) = Case::new(parents, main, change).merged();
        let mut store = change.store.clone();
        let main = model.build(&mut store);
        let change = Outcome { store: store.clone(), main, map: change.map };
        Self { store, main, model, pulled: main, change, gained: BTreeSet::new() }
    }

    /// Edits the main content, and records the words that it gains.
    fn gain(&mut self, edits: &[Step], side: &str, ids: u128) {
        let after = self.model.edited(edits, side, ids);
        let known = self.model.words();
        self.gained.extend(after.words().difference(&known).map(|word| (*word).to_owned()));
        self.model = after;
        self.store.extend(std::mem::take(&mut self.change.store));
        self.main = self.model.build(&mut self.store);
        self.change.store = self.store.clone();
    }

    /// Pulls main into the change request.
    fn update(&mut self) {
        let (base, main, change) = (self.pulled, self.main, self.change.map);
        let merged = commit(&mut self.change.store, |draft| merge(base, main, change, draft, 9)).unwrap();
        (self.change.map, self.change.main, self.pulled) = (merged.map, main, main);
    }

    /// Decides conflicts of a list, those that still are as they were listed, and returns the decisions.
    fn decide(&mut self, listed: &[(ConflictId, Conflict)], how: &[Resolution]) -> Vec<(ConflictId, Decided)> {
        let mut decisions = Vec::new();
        for ((id, _), how) in listed.iter().zip(how.iter().cycle()) {
            let (before, main) = (self.change.map, self.pulled);
            if self.change.try_resolve(*id, how).is_ok() {
                let decided = Decided { before, after: self.change.map, main_then: main, main_now: main };
                decisions.push((*id, decided));
            }
        }
        decisions
    }

    fn take_back(&mut self, id: ConflictId, decided: Decided) -> bool {
        let (current, decided) = (self.change.map, Decided { main_now: self.pulled, ..decided });
        let map = commit(&mut self.change.store, |draft| take_back(current, &decided, id, draft, 9)).unwrap();
        self.change.map = map.unwrap_or(current);
        map.is_some()
    }

    /// Checks that all that main gained and still has is in the content, or listed.
    fn check(&self) -> Result<(), TestCaseError> {
        let (there, listed) = (self.change.words(), self.change.words_in_conflict());
        let current = self.model.words();
        for word in self.gained.iter().filter(|word| current.contains(word.as_str())) {
            prop_assert!(there.contains(word) || listed.contains(word), "main gained {}, which is gone", word);
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn what_main_gains_after_a_list_is_not_decided_away(
        parents in few(),
        sides in (edits(8), edits(8)),
        gains in (edits(5), edits(5)),
        how in resolutions(),
        early in 0..4_usize,
    ) {
        let mut going = Going::new(&parents, &sides.0, &sides.1);
        let listed = going.change.conflicts();
        going.decide(&listed[..early.min(listed.len())], &how);
        going.gain(&gains.0, "g", 300);
        going.update();
        going.check()?;
        going.decide(&listed, &how);
        going.check()?;
        going.gain(&gains.1, "h", 400);
        going.update();
        going.check()?;
        going.change.check_tree();
    }

    #[test]
    fn a_decision_that_is_taken_back_is_as_if_never_made(
        parents in few(),
        sides in (edits(8), edits(8)),
        how in resolutions(),
    ) {
        let mut going = Going::new(&parents, &sides.0, &sides.1);
        let (start, listed) = (going.change.map, going.change.conflicts());
        // The last decision first: each is taken back from the content that it made.
        for (id, decided) in going.decide(&listed, &how).into_iter().rev() {
            prop_assert!(going.take_back(id, decided));
        }
        prop_assert_eq!(going.change.map, start);
    }

    #[test]
    fn decisions_that_are_taken_back_after_main_went_on_lose_nothing(
        parents in few(),
        sides in (edits(8), edits(8)),
        gains in (edits(5), edits(5)),
        how in (resolutions(), resolutions()),
        back in any::<[bool; 8]>(),
    ) {
        let mut going = Going::new(&parents, &sides.0, &sides.1);
        let listed = going.change.conflicts();
        let decisions = going.decide(&listed, &how.0);
        going.gain(&gains.0, "g", 300);
        going.update();
        for ((id, decided), _) in decisions.into_iter().zip(back.iter().cycle()).filter(|(_, back)| **back) {
            let main = going.change.words();
            let is_back = going.take_back(id, decided);
            prop_assert!(is_back || going.change.words() == main);
            going.change.check_tree();
        }
        going.check()?;
        going.decide(&listed, &how.1);
        going.check()?;
        going.gain(&gains.1, "h", 400);
        going.update();
        going.check()?;
    }
}
