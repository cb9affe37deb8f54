//! What changes is printed; everything else keeps its bytes.

use proptest::prelude::*;
use quire_content::document::model::{Kind, Node};
use quire_content::document::{Block, Document, Unresolved, normalize, parse, splice};

use super::generate::{document, paragraph};

/// Pages as people write them, with habits of their own.
const PAGES: [&str; 6] = [
    "# Title\n\nFirst   line\nsecond line\n- a\n- b\n\n\n\nLast *word*[^note].\n\n[^note]: A note.\n",
    "<!-- kept -->\nText\n\n---\n\n1) one\n2) two\n\n   more\n\nEnd",
    "# T\r\n\r\nOne\r\n\r\n* two\r\n* three\r\n",
    "{% hint style='info' %}\nBody\n{% endhint %}\n{% tabs %}\n{% tab title=\"A\" %}\na\n{% endtab %}\n{% endtabs %}\n",
    "[link][ref] text\n\n[ref]: page.md\n\n| a | b |\n|--|--|\n| c | d |\n\n```go\nx\n",
    "* a\n\n- b\n\n+ c\n",
];

fn check(source: &str, change: impl FnOnce(&mut Vec<Block>), expected: &str) {
    let old = parse(source, &Unresolved);
    let mut new = old.document.clone();
    change(&mut new.nodes);
    assert_eq!(splice(source, &old, &new, &Unresolved), expected);
}

#[test]
fn one_block_changes() {
    check("# T\n\nA  b\n\n- c\n", |nodes| nodes[0] = paragraph("New"), "# T\n\nNew\n\n- c\n");
    check("## H\nText\n***\nEnd", |nodes| nodes[1] = paragraph("New"), "## H\nNew\n***\nEnd");
    check("A\n\n\n## H\nText\n", |nodes| nodes[1] = paragraph("New"), "A\n\n\nNew\n\nText\n");
    check("A\r\n\r\nB\r\n", |nodes| nodes[0] = paragraph("x\ny"), "x\\\r\ny\r\n\r\nB\r\n");
}

#[test]
fn blocks_come_and_go() {
    check("A\n\n\nB\n\nC\n", |nodes| drop(nodes.remove(1)), "A\n\nC\n");
    check("A\n\n\nB\n", |nodes| nodes.insert(1, paragraph("New")), "A\n\nNew\n\nB\n");
    check("# T\n\nA\n\n[r]: x\n", |nodes| nodes.push(paragraph("New")), "# T\n\nA\n\nNew\n\n[r]: x\n");
    check("# T\n\nA\n", |nodes| nodes.insert(0, paragraph("New")), "# T\n\nNew\n\nA\n");
    check("# T\n", |nodes| nodes.push(paragraph("New")), "# T\n\nNew\n");
    check("# T\n\nA\n", Vec::clear, "# T\n");
    check("", |nodes| nodes.push(paragraph("New")), "New\n");
    check("A  \n\nB\n", |nodes| nodes.swap(0, 1), "B\n\nA  \n");
}

#[test]
fn what_would_become_one_block_stays_apart() {
    check("* a\n\nText\n\n* b\n", |nodes| drop(nodes.remove(1)), "* a\n\n<!---->\n\n* b\n");
    check("Text\n\n```\ncode", |nodes| nodes.push(paragraph("New")), "Text\n\n```\ncode\n```\n\nNew\n");
}

#[test]
fn html_without_an_end_swallows_nothing_that_is_added() {
    let note = |nodes: &mut Vec<Block>| nodes[0] = parse("A[^n]\n\n[^n]: B\n", &Unresolved).document.nodes.remove(0);
    check("A   b\n\n<!-- a\n", note, "A[^1]\n\n<!-- a\n-->\n\n[^1]: B\n");
    check("A   b\n\n<!-- a", |nodes| nodes.push(paragraph("New")), "A   b\n\nNew\n\n<!-- a");
    check("<!-- a\n", |nodes| nodes.push(paragraph("New")), "<!-- a\n-->\n\nNew\n");
    for (open, end) in [("<script>\nx", "</script>"), ("<?php", "?>"), ("<Textarea>\n\n", "</textarea>")] {
        let text = open.trim_end();
        check(
            &format!("A   b\n\n{open}"),
            |nodes| nodes.push(paragraph("New")),
            &format!("A   b\n\n{text}{end}\n\nNew\n"),
        );
        check(&format!("A   b\n\n{open}"), |nodes| nodes[0] = paragraph("New"), &format!("New\n\n{open}"));
    }
}

#[test]
fn footnotes_follow_what_has_them() {
    let source = "A word[^n].\n\nB\n\n[^n]: The note.\n";
    check(source, |nodes| nodes[1] = paragraph("C"), "A word[^n].\n\nC\n\n[^n]: The note.\n");
    check(source, |nodes| nodes[0] = paragraph("C"), "C\n\nB\n");
    check(source, |nodes| append(&mut nodes[0], " More"), "A word[^n]. More\n\nB\n\n[^n]: The note.\n");
}

/// Changes the first line of text that says `from`, wherever it is.
fn reword(blocks: &mut [Block], from: &str, to: &str) {
    for block in blocks {
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } if *nodes == [Node::text(from)] => *nodes = vec![Node::text(to)],
            Kind::Expandable { body, .. } => reword(body, from, to),
            _ => reword(block.children_mut(), from, to),
        }
    }
}

#[test]
fn containers_keep_their_own_lines() {
    let sources = [
        "{% tabs %}\n{% tab title='One' %}\n\nold\n\n{% endtab %}\n\n<!-- c -->\n{% tab title='2' %}x{% endtab %}\n{% endtabs %}\n",
        "{% stepper %}\n{% step %}\n### A\n- a\n- old\n{% endstep %}\n{% step %}\nB   b\n{% endstep %}\n{% endstepper %}\n",
        "{% columns %}\n{% column width='50%' %}old{% endcolumn %}\n{% column %}\n+ b\n{% endcolumn %}\n{% endcolumns %}",
        "{% hint style='danger' %}\n> + a\n> + old\n>\n>   b\n> + c\nlazy\n{% endhint %}\n",
        "<details  open>\n<summary>S</summary>\n- [X]  a\n  1) old\n  1) two\n- [ ]   b\n\n</details>\n",
        "1. a\r\n1. b\r\n\r\n   old\r\n1. c\r\n\r\n   | a |\r\n   |--|\r\n",
        "  -   a\n\n      > old\n  -   b\n",
        "-\told\n- b\n",
        "{% if  visitor.x %}\nA   a\n\n* old\n{% endif %}\n",
        "{% updates format='full' %}\n{% update date='2026-01-02' %}\n__a__\n\nold\n{% endupdate %}\n{% endupdates %}\n",
    ];
    for source in sources {
        check(source, |nodes| reword(nodes, "old", "a new text"), &source.replace("old", "a new text"));
    }
}

/// The blocks in a block.
fn inside(block: &mut Block) -> &mut Vec<Block> {
    match &mut block.kind {
        Kind::List { items: nodes, .. }
        | Kind::ListItem { nodes, .. }
        | Kind::Quote { nodes }
        | Kind::Hint { nodes, .. }
        | Kind::Tabs { tabs: nodes, .. }
        | Kind::Tab { nodes, .. }
        | Kind::Step { nodes, .. }
        | Kind::Column { nodes, .. }
        | Kind::Update { nodes, .. } => nodes,
        other => panic!("{other:?} has no blocks"),
    }
}

fn item(text: &str) -> Block {
    Block::new(Kind::ListItem { checked: None, nodes: vec![paragraph(text)] })
}

#[test]
fn parts_come_and_go() {
    check("+ a\n+ __b__\n", |n| inside(&mut n[0]).push(item("c")), "+ a\n+ __b__\n+ c\n");
    check("+ a\n+ __b__\n", |n| inside(&mut n[0]).insert(0, item("c")), "+ c\n+ a\n+ __b__\n");
    check("  - a\n\n  - __b__\n", |n| inside(&mut n[0]).insert(1, item("c")), "  - a\n\n  - c\n\n  - __b__\n");
    check(
        "> 3) a\n> 4) __b__\n",
        |n| inside(&mut inside(&mut n[0])[0]).push(item("c")),
        "> 3) a\n> 4) __b__\n> 5) c\n",
    );
    check("- a\n- b\n-  __c__\n", |n| drop(inside(&mut n[0]).remove(1)), "- a\n-  __c__\n");
    check("> a\n>\n> __b__\n", |n| inside(&mut n[0]).insert(1, paragraph("c")), "> a\n>\n> c\n>\n> __b__\n");
    check("> __a__\n>\n> b\n", |n| drop(inside(&mut n[0]).pop()), "> __a__\n");
    let tabs = "{% tabs %}\n{% tab title='A' %}\n__a__\n{% endtab %}\n{% endtabs %}\n";
    let tab = || Block::new(Kind::Tab { title: Some("B".into()), icon: None, nodes: vec![paragraph("b")] });
    let more = tabs.replace("{% endtabs %}", "\n{% tab title=\"B\" %}\nb\n{% endtab %}\n{% endtabs %}");
    check(tabs, |n| inside(&mut n[0]).push(tab()), &more);
}

/// Inserts a block in one of the places where blocks are; counts the places down.
fn insert(blocks: &mut Vec<Block>, places: &mut usize, block: &Block) -> bool {
    for at in 0..=blocks.len() {
        if *places == 0 {
            blocks.insert(at, block.clone());
            return true;
        }
        *places -= 1;
        let Some(into) = blocks.get_mut(at) else { break };
        let is_done = match &mut into.kind {
            Kind::ListItem { nodes, .. }
            | Kind::Quote { nodes }
            | Kind::Hint { nodes, .. }
            | Kind::If { nodes, .. }
            | Kind::Expandable { body: nodes, .. }
            | Kind::Tab { nodes, .. }
            | Kind::Step { nodes, .. }
            | Kind::Column { nodes, .. }
            | Kind::Update { nodes, .. }
            | Kind::Prompt { nodes, .. } => insert(nodes, places, block),
            _ => into.children_mut().iter_mut().any(|part| match &mut part.kind {
                Kind::Image(_) => false,
                _ => insert(inside(part), places, block),
            }),
        };
        if is_done {
            return true;
        }
    }
    false
}

fn append(block: &mut Block, text: &str) {
    if let Kind::Paragraph { nodes, .. } = &mut block.kind {
        nodes.push(Node::text(text));
    }
}

/// Lines of one text that the other doesn't have in the same order, counted from both ends.
fn outside(old: &str, new: &str) -> (usize, usize) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    (head, tail)
}

#[test]
fn every_block_of_a_page_changes_alone() {
    for source in PAGES {
        let old = parse(source, &Unresolved);
        for at in 0..old.document.nodes.len() {
            let mut new = old.document.clone();
            new.nodes[at] = paragraph("Changed");
            let text = splice(source, &old, &new, &Unresolved);
            assert_eq!(parse(&text, &Unresolved).document, new, "{text:?}");
            let segment = old.segments.iter().find(|segment| segment.blocks.contains(&at)).unwrap();
            let line = source[..segment.span.start].matches('\n').count();
            assert!(outside(source, &text).0 >= line, "{text:?}");
        }
    }
}

fn normal(mut document: Document) -> Document {
    normalize(&mut document, &Unresolved);
    document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nothing_changes_nothing(document in document(), page in 0..PAGES.len(), blanks in "[\n]{0,3}") {
        let printed = quire_content::document::print(&document, &Unresolved);
        for source in [blanks.clone() + PAGES[page] + &blanks, printed] {
            let old = parse(&source, &Unresolved);
            prop_assert_eq!(&splice(&source, &old, &old.document, &Unresolved), &source);
        }
    }

    #[test]
    fn a_paragraph_changes_alone_wherever_it_is(mut document in document(), place in 0..60_usize) {
        let mut places = place;
        while !insert(&mut document.nodes, &mut places, &paragraph("quokka")) {}
        let source = quire_content::document::print(&document, &Unresolved);
        let old = parse(&source, &Unresolved);
        let mut new = old.document.clone();
        reword(&mut new.nodes, "quokka", "wombat");
        prop_assert_eq!(splice(&source, &old, &new, &Unresolved), source.replace("quokka", "wombat"));
    }

    #[test]
    fn the_text_says_the_new_document(from in document(), to in document(), page in 0..=PAGES.len(), cut in any::<prop::sample::Index>()) {
        let printed = quire_content::document::print(&from, &Unresolved);
        let source = PAGES.get(page).map_or(printed.as_str(), |page| page);
        let old = parse(source, &Unresolved);
        // Some blocks of the old document, others between them.
        let mut nodes = old.document.nodes.clone();
        let at = cut.index(nodes.len() + 1);
        nodes.truncate(at.max(nodes.len() / 2));
        nodes.splice(at.min(nodes.len())..at.min(nodes.len()), to.nodes);
        let new = normal(Document::new(nodes));
        let text = splice(source, &old, &new, &Unresolved);
        prop_assert_eq!(&parse(&text, &Unresolved).document, &new, "{}", text);
    }
}
