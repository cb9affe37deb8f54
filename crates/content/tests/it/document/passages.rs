//! What somebody refers to is found again, or known to be gone.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use quire_content::document::passage::{Passage, Passages};
use quire_content::document::{Document, Unresolved, keys, parse};

use super::generate::document;

fn read(text: &str) -> Document {
    let mut document = parse(text, &Unresolved).document;
    keys::fresh(&mut document);
    document
}

fn passages(text: &str) -> Passages {
    Passages::of(&read(text))
}

/// The passage of the block at the top that begins with this text.
fn take(text: &str, quote: &str) -> Passage {
    let document = read(text);
    let passages = Passages::of(&document);
    let blocks = document.nodes.iter().filter_map(|block| passages.block(block.key.as_str().unwrap()));
    blocks.into_iter().find(|passage| passage.quote.starts_with(quote)).unwrap()
}

#[track_caller]
fn check(before: &str, quote: &str, after: &str, found: Option<&str>) {
    let found_there = passages(after).find(&take(before, quote)).map(|passage| passage.quote);
    assert_eq!(found_there.as_deref(), found);
}

#[test]
fn the_same_text_is_found_wherever_it_stands() {
    check("One\n\nTwo\n\nThree\n", "Two", "Two\n\nOne\n\nThree\n", Some("Two"));
    check("One\n\nTwo\n\nThree\n", "Two", "One\n\nThree\n", None);
    check("One\n", "One", "", None);
}

#[test]
fn equal_texts_are_told_apart_by_what_is_around_them() {
    let before = "First part\n\nExample\n\nof apples\n\nSecond part\n\nExample\n\nof pears\n";
    let document = read(before);
    let key = document.nodes[4].key.as_str().unwrap();
    let second = Passages::of(&document).block(key).unwrap();
    let after = "Third part\n\nExample\n\nof plums\n\nSecond part\n\nExample\n\nof pears\n\nFirst part\n\nExample\n";
    let document = read(after);
    let found = Passages::of(&document).find(&second).unwrap();
    assert_eq!(Some(found.key.as_str()), document.nodes[4].key.as_str());
}

#[test]
fn an_edited_block_is_found_by_its_words() {
    let text = "The server keeps rows in a database and blobs in a directory.";
    let edited = "The server now keeps all rows in PostgreSQL and blobs in buckets.";
    check(&format!("A\n\n{text}\n\nB\n"), "The server", &format!("B\n\nA\n\n{edited}\n"), Some(edited));
    // Another type of block is the same block still, if no better one is there.
    check(&format!("{text}\n"), "The server", &format!("## {edited}\n"), Some(edited));
    check(&format!("{text}\n"), "The server", "The weather in the mountains is fine.\n", None);
}

#[test]
fn a_block_that_was_rewritten_in_its_place_is_found() {
    let around = |middle: &str| format!("What comes before it\n\n{middle}\n\nWhat comes after it\n");
    let before = around("Alpha beta gamma delta epsilon");
    check(&before, "Alpha", &around("Alpha omega psi chi phi"), Some("Alpha omega psi chi phi"));
    check(&before, "Alpha", &around("Nothing in common"), None);
}

#[test]
fn what_says_nothing_is_known_by_its_place() {
    let before = "One\n\n***\n\nTwo\n\n***\n\nThree\n";
    let document = read(before);
    let rule = Passages::of(&document).block(document.nodes[3].key.as_str().unwrap()).unwrap();
    let after = read("Zero\n\n***\n\nOne\n\n***\n\nTwo\n\n***\n\nThree\n");
    let found = Passages::of(&after).find(&rule).unwrap();
    assert_eq!(Some(found.key.as_str()), after.nodes[5].key.as_str());
    assert_eq!(passages("***\n\nOther\n").find(&rule), None);
}

#[test]
fn scripts_without_blanks_have_words_too() {
    check("文档是团队的知识\n", "文档", "文档是我们团队的全部知识\n", Some("文档是我们团队的全部知识"));
}

#[test]
fn cells_are_found_by_row_and_title() {
    let before = read("| Name | Size |\n|---|---|\n| apple | small |\n| melon | large |\n");
    let table = before.nodes[0].key.as_str().unwrap();
    let json = serde_json::to_value(&before).unwrap();
    let records = json["nodes"][0]["data"]["records"].as_object().unwrap();
    let passages_before = Passages::of(&before);
    let melon = records.keys().find_map(|row| {
        passages_before.cell(table, row, "c0001").filter(|it| it.cell.as_ref().unwrap().quote == "large")
    });
    let melon = melon.unwrap();
    let quote = |text: &str| passages(text).find(&melon).map(|found| found.cell.unwrap().quote);
    let found = quote("| Name | Colour | Size |\n|---|---|---|\n| melon | green | huge |\n| apple | red | small |\n");
    assert_eq!(found.as_deref(), Some("huge"));
    let renamed = quote("| Name | Weight |\n|---|---|\n| apple | small |\n| melon | large |\n");
    assert_eq!(renamed.as_deref(), Some("large"));
    assert_eq!(quote("| Name |\n|---|\n| apple |\n| melon |\n"), None, "the column is gone");
    assert_eq!(quote("| Name | Size |\n|---|---|\n| apple | small |\n| grape | tiny |\n"), None, "the row is gone");
    assert_eq!(passages_before.cell(table, "nothing", "c0001"), None);
    assert_eq!(passages_before.cell(table, &melon.cell.as_ref().unwrap().record, "c0002"), None);
}

proptest! {
    /// Every block of a document that did not change is found, and is itself but for equal ones.
    #[test]
    fn every_passage_of_a_document_is_in_it(mut document in document()) {
        keys::fresh(&mut document);
        let passages = Passages::of(&document);
        each_key(&document, &mut |key| {
            let passage = passages.block(key).unwrap();
            let found = passages.find(&passage).unwrap();
            prop_assert_eq!(found.quote, passage.quote);
            Ok(())
        })?;
    }
}

fn each_key(
    document: &Document,
    visit: &mut dyn FnMut(&str) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut waiting: Vec<_> = document.nodes.iter().collect();
    while let Some(block) = waiting.pop() {
        visit(block.key.as_str().unwrap())?;
        waiting.extend(block.children());
    }
    Ok(())
}

/// A block of words, as it is written.
#[derive(Debug, Clone)]
struct Piece {
    form: u8,
    words: Vec<String>,
}

impl Piece {
    fn text(&self) -> String {
        self.words.join(" ")
    }

    fn markdown(&self) -> String {
        let text = self.text();
        match self.form {
            0..=4 => text,
            5 => format!("### {text}"),
            6 => format!("* {text}"),
            7 => format!("> {text}"),
            _ => format!("{{% hint style=\"info\" %}}\n{text}\n{{% endhint %}}"),
        }
    }
}

fn written(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::markdown).collect::<Vec<_>>().join("\n\n")
}

/// Words as texts have them: a few of them everywhere, many of them now and then.
fn word() -> impl Strategy<Value = String> {
    let common = vec!["the", "of", "to", "a", "and", "is", "in", "it", "you", "that"];
    prop_oneof![
        1 => prop::sample::select(common).prop_map(str::to_owned),
        2 => (0u32..600).prop_map(|n| format!("w{n}")),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    (0u8..9, prop::collection::vec(word(), 4..30)).prop_map(|(form, words)| Piece { form, words })
}

/// What happens to a piece: half of its words are others, some more come in, it goes, it moves, one comes before it.
type Edit = (bool, Vec<(bool, Option<String>)>, u8, usize, Option<Piece>);

fn edit() -> impl Strategy<Value = Edit> {
    let changes = prop::collection::vec((any::<bool>(), prop::option::weighted(0.8, word())), 30);
    (prop::bool::weighted(0.4), changes, 0u8..100, 0usize..40, prop::option::weighted(0.2, piece()))
}

/// The piece with half of its words.
fn halved(piece: &Piece, changes: &[(bool, Option<String>)]) -> Piece {
    let mut may_go = piece.words.len() / 2;
    let mut words = Vec::new();
    for (word, (stays, other)) in piece.words.iter().zip(changes) {
        if *stays || may_go == 0 {
            words.push(word.clone());
            continue;
        }
        may_go -= 1;
        words.extend(other.clone());
    }
    Piece { form: piece.form, words }
}

/// The pieces after the edits, and the one that `target` became.
fn edited(pieces: &[Piece], edits: &[Edit], target: usize) -> (Vec<Piece>, String) {
    let mut after = Vec::new();
    let mut became = String::new();
    for (at, (piece, (rewrite, changes, fate, place, before))) in pieces.iter().zip(edits).enumerate() {
        after.extend(before.clone());
        let piece = if *rewrite || at == target { halved(piece, changes) } else { piece.clone() };
        if at == target {
            became = piece.text();
        } else if *fate < 10 {
            continue;
        }
        let place = if *fate > 85 { place % (after.len() + 1) } else { after.len() };
        after.insert(place, piece);
    }
    (after, became)
}

#[test]
fn blocks_that_kept_half_of_their_words_are_found() {
    const CASES: usize = 1000;
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let case = (prop::collection::vec(piece(), 1..30), prop::collection::vec(edit(), 30), any::<prop::sample::Index>());
    let (mut found, mut others) = (0, 0);
    for _ in 0..CASES {
        let (pieces, edits, index) = case.new_tree(&mut runner).unwrap().current();
        let target = index.index(pieces.len());
        let (after, became) = edited(&pieces, &edits, target);
        let (was, is) = (read(&written(&pieces)), passages(&written(&after)));
        // Lists side by side are one list; the text is in one of its items.
        let Some(passage) = block_of(&was, &pieces[target].text()) else { continue };
        match is.find(&passage) {
            Some(it) if it.quote == became => found += 1,
            Some(_) => others += 1,
            None => {}
        }
    }
    assert!(found * 100 >= CASES * 95, "{found} of {CASES} were found, {others} others were taken for them");
}

/// The innermost block that says this.
fn block_of(document: &Document, text: &str) -> Option<Passage> {
    let passages = Passages::of(document);
    let mut found = None;
    each_key(document, &mut |key| {
        found = found.take().or_else(|| passages.block(key).filter(|it| it.quote == text));
        Ok(())
    })
    .unwrap();
    found
}
