//! Every kind that is drawn, and what is told of it.

use quire_diagram::NotDrawn;

use crate::reading::{SAMPLES, checked};

#[test]
fn every_sample_is_drawn_with_its_words() {
    for (name, source) in SAMPLES {
        let drawing = checked(source).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(drawing.words.len() > 2, "{name}: {:?}", drawing.words);
        assert!(drawing.svg.len() < 20_000, "{name}: {}", drawing.svg.len());
        assert_eq!(checked(source).as_ref(), Ok(&drawing), "{name}: the same source is the same drawing");
    }
}

#[test]
fn words_come_in_the_order_of_the_source() {
    let drawing = checked("flowchart LR\n a[Leaf] -->|folds| b[Quire] --> c[\"Book<br>of leaves\"]").unwrap();
    assert_eq!(drawing.words, ["Leaf", "Quire", "Book", "of leaves", "folds"]);
    assert_eq!(drawing.title, None);
    assert!(drawing.width > drawing.height, "{drawing:?}");
}

#[test]
fn what_authors_say_for_readers_who_do_not_see_is_told() {
    let title = |source: &str| checked(source).unwrap().title;
    let said = title("flowchart LR\n accTitle: Leaves\n accDescr: Leaves become a book\n a --> b");
    assert_eq!(said.as_deref(), Some("Leaves. Leaves become a book"));
    assert_eq!(title("---\ntitle: Only a title\n---\npie\n \"a\": 1").as_deref(), Some("Only a title"));
}

#[test]
fn themes_and_settings_of_authors_change_nothing() {
    let plain = checked("flowchart LR\n a --> b").unwrap();
    for settings in [
        "%%{init: {\"theme\": \"dark\", \"securityLevel\": \"loose\", \"htmlLabels\": true}}%%\n",
        "%%{init: {\"themeCSS\": \"* { background: url(http://a.example/x) }\"}}%%\n",
        "%%{init: {\"fontFamily\": \"x; y\", \"themeVariables\": {\"primaryColor\": \"url(http://a.example)\"}}}%%\n",
        "---\nconfig:\n  theme: forest\n---\n",
    ] {
        assert_eq!(checked(&format!("{settings}flowchart LR\n a --> b")).as_ref(), Ok(&plain), "{settings}");
    }
}

#[test]
fn groups_hold_what_is_in_them() {
    let drawing = checked("flowchart TD\n subgraph g [Group]\n a --> b\n end\n b --> c\n g --> d").unwrap();
    assert!(drawing.words.contains(&"Group".to_owned()), "{:?}", drawing.words);
    let within = checked("flowchart TD\n subgraph g\n a --> g\n end");
    assert!(matches!(within, Ok(_) | Err(NotDrawn::Tangled)), "{within:?}");
}

#[test]
fn participants_make_room_for_messages() {
    let width = |text: &str| checked(&format!("sequenceDiagram\n a->>b: {text}\n b->>c: x")).unwrap().width;
    let (short, long) = (width("x"), width("a message that is much longer than the names of both"));
    assert!(long > short + 100, "{short} {long}");
    let words = checked("sequenceDiagram\n a->>b: a message that is longer than names").unwrap().words;
    assert_eq!(words, ["a", "b", "a message that is longer than names"]);
}

#[test]
fn large_diagrams_of_other_kinds_are_drawn() {
    let relations = (0..60).map(|n| format!(" E{n} ||--o{{ E{} : has\n", n / 2));
    assert!(checked(&format!("erDiagram\n{}", relations.collect::<String>())).is_ok());
    let messages = (0..100).map(|n| format!(" a{}->>a{}: m{n}\n", n % 6, (n + 1) % 6));
    assert!(checked(&format!("sequenceDiagram\n{}", messages.collect::<String>())).is_ok());
}

#[test]
fn what_is_no_diagram_is_not_drawn() {
    for source in ["", " \n", "text", "flowchart TD\n a[open", "sequenceDiagram\n nonsense here", "%%{init"] {
        assert!(matches!(checked(source), Err(NotDrawn::Syntax(_))), "{source:?}: {:?}", checked(source));
    }
    for source in ["flowchart TD", "pie", "stateDiagram-v2\n [*] --> [*]"] {
        assert!(
            matches!(checked(source), Err(NotDrawn::Empty | NotDrawn::Syntax(_))),
            "{source}: {:?}",
            checked(source)
        );
    }
    for source in ["packet-beta\n0-15: \"a\"", "sankey-beta\na,b,1", "kanban\n a\n  b"] {
        assert_eq!(checked(source), Err(NotDrawn::Kind), "{source}");
    }
}
