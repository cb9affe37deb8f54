//! Merging texts: what is merged, what stays in conflict, and what always holds.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quire_content::merge::text::{Hunk, Side, TextMerge, merge};

/// Clean text as it is, conflicts between marks.
fn shown(merged: &TextMerge) -> String {
    let hunk = |hunk: &Hunk| match hunk {
        Hunk::Clean(text) => text.clone(),
        Hunk::Conflict { base, main, change } => format!("<{main}|{base}|{change}>"),
    };
    merged.hunks.iter().map(hunk).collect()
}

fn check(base: &str, main: &str, change: &str, expected: &str) {
    assert_eq!(shown(&merge(base, main, change)), expected);
}

#[test]
fn lines_apart() {
    check("a\nb\nc\n", "x\nb\nc\n", "a\nb\ny\n", "x\nb\ny\n");
    check("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n");
    check("", "a\n", "a\n", "a\n");
    check("a", "a\n", "a", "a\n");
    check("a\r\nb\r\nc\r\n", "x\r\nb\r\nc\r\n", "a\r\nb\r\ny\r\n", "x\r\nb\r\ny\r\n");
}

#[test]
fn a_side_of_a_conflict_without_a_final_newline() {
    check("|a| b\n* a\n", "* a\n* b\n", "{", "<* a\n||a| b\n* a\n|{\n>* b\n");
}

#[test]
fn neighbouring_blocks() {
    check("A one\n\nB two\n", "A uno\n\nB two\n", "A one\n\nB dos\n", "A uno\n\nB dos\n");
    check("* a\n* b\n", "* a2\n* b\n", "* a\n* b2\n", "* a2\n* b2\n");
    check("* a\n* b\n* c\n", "* b\n* c\n", "* a\n* c\n", "* c\n");
    check("## A\n\nText\n", "## B\n\nText\n", "## A\n\nOther\n", "## B\n\nOther\n");
    check("Old\n", "Old, edited\n", "Old\n\nNew\n", "Old, edited\n\nNew\n");
}

#[test]
fn a_block_that_one_deleted_and_the_other_edited() {
    check("A\n\nB b\n\nC\n", "A\n\nC\n", "A\n\nB b2\n\nC\n", "A\n\n<|B b\n\n|B b2\n\n>C\n");
    check("* a\n* b\n* c\n", "* a\n* c\n", "* a\n* b2\n* c\n", "* a\n<|* b\n|* b2\n>* c\n");
}

#[test]
fn blocks_that_move_up_are_not_taken_for_those_that_stood_there() {
    let base = "one two three four\n\nfive six seven eight\n\nnine ten eleven twelve\n";
    let main = "one two three four\n\nnine ten eleven twelve\n";
    let change = "cinq six seven eight\n\nneuf ten eleven twelve\n";
    let merged = merge(base, main, change);
    assert_eq!(merged.conflicts(), 1);
    assert_eq!(merged.with(Side::Main), "neuf ten eleven twelve\n");
    assert_eq!(merged.with(Side::Change), change);
}

#[test]
fn both_add_at_one_place() {
    check("A\n\nZ\n", "A\n\nMain\n\nZ\n", "A\n\nChange\n\nZ\n", "A\n\nMain\n\nChange\n\nZ\n");
    check("A\n", "A\n\nMain\n", "A\n\nChange\n", "A\n\nMain\n\nChange\n");
    check("A", "A\n\nMain", "A\n\nChange", "A\n\nMain\n\nChange");
    check("* a\n", "* a\n* m\n", "* a\n* c\n", "* a\n* m\n* c\n");
    check("* a\n", "* a\n* m\n* x\n", "* a\n* c\n* x\n", "* a\n* m\n* c\n* x\n");
    check(
        "| a | b |\n|---|---|\n",
        "| a | b |\n|---|---|\n| m | 1 |\n",
        "| a | b |\n|---|---|\n| c | 2 |\n",
        "| a | b |\n|---|---|\n| m | 1 |\n| c | 2 |\n",
    );
    check("", "Main\n", "Change\n", "Main\n\nChange\n");
}

#[test]
fn items_stay_below_their_item() {
    check("* a\n* z\n", "* a\n* m\n* z\n", "* a\n  * c\n* z\n", "* a\n  * c\n* m\n* z\n");
    check("* a\n* z\n", "* a\n  * m\n* z\n", "* a\n* c\n* z\n", "* a\n  * m\n* c\n* z\n");
    check("* y\n* a\n* z\n", "* y\n* z\n", "* y\n* a\n  * c\n* z\n", "* y\n<|* a\n|* a\n  * c\n>* z\n");
}

#[test]
fn tables_and_tags_are_not_mixed_up() {
    let table = |cell: &str| format!("A\n\n| {cell} |\n|---|\n| x{cell} |\n");
    check("A\n", &table("m"), &table("c"), "A\n\n| m |\n|---|\n| xm |\n\n| c |\n|---|\n| xc |\n");
    let hint = |text: &str| format!("A\n\n{{% hint %}}\n{text}\n{{% endhint %}}\n");
    check("A\n", &hint("m"), &hint("c"), "A\n\n{% hint %}\nm\n{% endhint %}\n{% hint %}\nc\n{% endhint %}\n");
}

#[test]
fn no_lines_are_put_together_inside_of_a_block() {
    check("one\ntwo\n", "one\nmain\ntwo\n", "one\nchange\ntwo\n", "one\n<main\n||change\n>two\n");
    let code = |line: &str| format!("```\na\n{line}b\n```\n");
    let conflict = |base: &str, main: &str, change: &str| {
        let sides = [code(base), code(main), code(change)];
        check(&sides[0], &sides[1], &sides[2], &format!("<{}|{}|{}>", sides[1], sides[0], sides[2]));
    };
    conflict("", "main\n", "change\n");
    conflict("f(x)\n", "g(x)\n", "f(y)\n");
}

#[test]
fn versions_of_one_text_are_in_conflict() {
    let text = |word: &str| {
        format!("A\n\nThe format of a message is {word} between the one who sends it and all who read it later.\n")
    };
    let conflict = |word: &str| text(word)[2..].to_owned();
    let expected = format!("A\n<{}||{}>", conflict("agreed"), conflict("fixed"));
    check("A\n", &text("agreed"), &text("fixed"), &expected);
}

#[test]
fn wrapped_paragraphs() {
    let base = "The quick brown fox jumps\nover the lazy dog.\n";
    let wrapped = "The quick brown fox\njumps over the lazy dog.\n";
    check(
        base,
        wrapped,
        "The quick brown fox jumps\nover the sleepy dog.\n",
        "The quick brown fox\njumps over the sleepy dog.\n",
    );
}

#[test]
fn text_without_spaces() {
    check("東京は今日晴れです。\n", "東京は今日雨です。\n", "大阪は今日晴れです。\n", "大阪は今日雨です。\n");
    check(
        "東京は晴れです。\n",
        "東京は雨です。\n",
        "大阪は晴れです。\n",
        "<東京は雨です。\n|東京は晴れです。\n|大阪は晴れです。\n>",
    );
    check(
        "東京は晴れです。\n",
        "東京は雨です。\n",
        "東京は雪です。\n",
        "<東京は雨です。\n|東京は晴れです。\n|東京は雪です。\n>",
    );
}

#[test]
fn hostile_texts_end() {
    let lines = |n: usize| (0..3_000).map(|line| format!("{}\n\n", line * n % 97)).collect::<String>();
    merge(&lines(1), &lines(5), &lines(11));
    let marks = |mark: &str| mark.repeat(30_000) + "\n";
    for mark in ["`", "`a", "<a", "](", "{%", "{{", "| ", "- ", "\n", "a b "] {
        merge(&marks(mark), &(marks(mark) + "x\n"), &("y\n".to_owned() + &marks(mark)));
        merge(&marks(mark), &("x ".to_owned() + &marks(mark)), &("y ".to_owned() + &marks(mark)));
    }
}

/// Inserts a sentence at a part of a text.
fn inserted(text: &str, part: usize) -> String {
    let (head, tail) = text.split_at(text.len() / part);
    format!("{head} A new sentence. {tail}")
}

/// Texts with which the merge would take minutes if it searched all of them again for each line, tag or piece. What both
/// sides inserted is in the outcome or in a conflict.
#[test]
fn repeated_constructs_are_merged() {
    let units =
        ["```\n", "# a\n", "{% if x ", "<b><td>", "<p><a ", "abc\n", "a\n\n", "- a\n", "</details>](<", "| a |\n"];
    for (head, unit) in units.into_iter().flat_map(|unit| [("", unit), ("a\n```\n", unit)]) {
        let text = format!("{head}{}", unit.repeat(60_000 / unit.len()));
        let merged = merge(&text, &inserted(&text, 3), &inserted(&text, 2));
        let [main, change] = [Side::Main, Side::Change].map(|side| merged.with(side).matches("A new sentence").count());
        assert!(
            (1..=2).contains(&main) && (1..=2).contains(&change) && main + change >= 2,
            "{unit:?}: {main}, {change}"
        );
        // Many changes of both sides.
        let tenth = |to: &str| {
            let line = |(n, line): (usize, &str)| if n % 10 == 0 { line.replace('a', to) } else { line.to_owned() };
            text.split_inclusive('\n').enumerate().map(line).collect::<String>()
        };
        let (main, change) = (tenth("Q"), tenth("Z"));
        let merged = merge(&text, &main, &change);
        for (side, sent, word) in [(Side::Main, main, 'Q'), (Side::Change, change, 'Z')] {
            let count = |text: &str| text.matches(word).count();
            assert_eq!(count(&merged.with(side)), count(&sent), "{unit:?}: {word}");
        }
    }
}

/// A text of some paragraphs and lists, as words.
fn base_text() -> Vec<Vec<String>> {
    let word = |at: usize, word: usize| format!("b{at}x{word}");
    (0..6).map(|at| (0..5).map(|n| word(at, n)).collect()).collect()
}

fn edits() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, prop::sample::Index)>> {
    prop::collection::vec((0u8..5, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6)
}

fn edited(side: &str, edits: &[(u8, prop::sample::Index, prop::sample::Index)]) -> Vec<Vec<String>> {
    let mut text = base_text();
    for (n, (what, at, word)) in edits.iter().enumerate() {
        let new = format!("{side}{n}");
        if text.is_empty() || *what == 0 {
            text.insert(at.index(text.len() + 1), vec![new.clone(), new]);
            continue;
        }
        let at = at.index(text.len());
        let word = word.index(text[at].len());
        match what {
            1 => text[at][word] = new,
            2 => text[at].insert(word, new),
            3 => text[at] = vec![new],
            _ => drop(text.remove(at)),
        }
    }
    text
}

fn written(text: &[Vec<String>], list: bool) -> String {
    let (mark, end) = if list { ("* ", "\n") } else { ("", "\n\n") };
    text.iter().map(|words| [mark, &words.join(" "), end].concat()).collect()
}

/// An insertion, a deletion or a move of a unit of text.
fn shuffles() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, prop::sample::Index)>> {
    prop::collection::vec((0u8..3, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4)
}

fn shuffled(side: &str, shuffles: &[(u8, prop::sample::Index, prop::sample::Index)]) -> Vec<String> {
    let mut units: Vec<String> = base_text().iter().map(|words| words.join(" ")).collect();
    for (n, (what, at, to)) in shuffles.iter().enumerate() {
        if units.is_empty() || *what == 0 {
            units.insert(at.index(units.len() + 1), (0..5).map(|word| format!("{side}{n}x{word} ")).collect());
            continue;
        }
        let unit = units.remove(at.index(units.len()));
        if *what == 1 {
            units.insert(to.index(units.len() + 1), unit);
        }
    }
    units.iter().map(|unit| unit.trim().to_owned()).collect()
}

/// Units as paragraphs, items, sentences, lines of code or rows of a table.
fn formed(units: &[String], form: u8) -> String {
    let each = |before: &str, after: &str| units.iter().flat_map(|unit| [before, unit, after]).collect::<String>();
    match form {
        0 => each("", "\n\n"),
        1 => each("* ", "\n"),
        2 => each("", ". ") + "\n",
        3 => ["```\n", &each("", "\n"), "```\n"].concat(),
        _ => ["| a |\n|---|\n", &each("| ", " |\n")].concat(),
    }
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().collect()
}

proptest! {
    #[test]
    fn every_word_is_merged_or_in_conflict(main in edits(), change in edits(), list: bool) {
        let (main, change) = (written(&edited("m", &main), list), written(&edited("c", &change), list));
        let base = written(&base_text(), list);
        let merged = merge(&base, &main, &change);
        let (mut clean, mut disputed) = (String::new(), String::new());
        for hunk in &merged.hunks {
            match hunk {
                Hunk::Clean(text) => clean.extend([text, "\n"]),
                Hunk::Conflict { base, main, change } => {
                    prop_assert!(main != change && main != base && change != base);
                    disputed.extend([base, "\n", main, "\n", change, "\n"]);
                }
            }
        }
        let (clean, disputed, base) = (words(&clean), words(&disputed), words(&base));
        for side in [words(&main), words(&change)] {
            for word in side.difference(&base) {
                prop_assert!(clean.contains(word) || disputed.contains(word), "{} was written", word);
            }
            for word in base.difference(&side) {
                prop_assert!(!clean.contains(word) || disputed.contains(word), "{} was deleted in {:?}", word, merged);
            }
        }
    }

    #[test]
    fn what_was_moved_is_there_once_and_what_was_deleted_is_not(main in shuffles(), change in shuffles(), form in 0u8..5) {
        let units = [shuffled("b", &[]), shuffled("m", &main), shuffled("c", &change)];
        let [base, main, change] = units.each_ref().map(|units| formed(units, form));
        let merged = merge(&base, &main, &change);
        for side in [Side::Main, Side::Change] {
            let outcome = merged.with(side);
            for unit in &units[0] {
                let count = outcome.matches(unit.as_str()).count();
                prop_assert!(count <= 1, "{} is there {} times in\n{}", unit, count, outcome);
                let is_kept = [&main, &change].iter().all(|text| text.contains(unit.as_str()));
                prop_assert!(count == 1 || !is_kept, "{} is on both sides, but not in\n{}", unit, outcome);
            }
        }
        let clean: String = merged.hunks.iter().filter_map(|hunk| match hunk {
            Hunk::Clean(text) => Some([text, "\n"].concat()),
            Hunk::Conflict { .. } => None,
        }).collect();
        for unit in &units[0] {
            let is_kept = [&main, &change].iter().all(|side| side.contains(unit.as_str()));
            prop_assert!(is_kept || !clean.contains(unit.as_str()), "{} was deleted, but not in\n{}", unit, clean);
        }
    }

    #[test]
    fn any_texts_are_merged(texts in prop::array::uniform3("([ab|*`{%<>\\[\\](){}#~-]{0,3}[ \\n]{0,2}){0,12}|(( ){0,3}(\\*|-|[ab] [ab]|```|\\|[ab]\\||\\{% a %\\})( [abc]){0,2}\n{1,2}){0,8}")) {
        let [base, main, change] = &texts;
        prop_assert_eq!(merge(base, main, base).with(Side::Change), main.clone());
        prop_assert_eq!(merge(base, base, change).with(Side::Main), change.clone());
        prop_assert_eq!(merge(base, main, main).with(Side::Main), main.clone());
        let merged = merge(base, main, change);
        for hunk in &merged.hunks {
            match hunk {
                Hunk::Clean(text) => prop_assert!(!text.is_empty()),
                Hunk::Conflict { main, change, .. } => prop_assert_ne!(main, change),
            }
        }
        prop_assert_eq!(merged.with(Side::Main) == merged.with(Side::Change), merged.conflicts() == 0);
        for (side, own) in [(Side::Main, main), (Side::Change, change)] {
            let found = merged.with(side);
            for letter in found.chars().chain(own.chars()).filter(|letter| !letter.is_whitespace()) {
                let count = |text: &str| text.chars().filter(|other| *other == letter).count();
                prop_assert!(count(&found) + count(base) >= count(own), "{:?} was lost: {:?}", letter, merged);
                prop_assert!(count(&found) <= count(main) + count(change), "{:?} was invented: {:?}", letter, merged);
            }
        }
    }
}
