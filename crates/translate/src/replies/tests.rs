use quire_content::document::model::Kind;
use quire_content::document::{Unresolved, parse};

use super::*;

fn line(markdown: &str) -> Content {
    let document = parse(markdown, &Unresolved).document;
    match &document.nodes[0].kind {
        Kind::Paragraph { nodes, .. } => Content::Line(nodes.clone()),
        other => panic!("{other:?}"),
    }
}

fn markdown(content: &Content) -> String {
    let Content::Line(nodes) = content else { panic!("{content:?}") };
    print(&Document::new(vec![Block::paragraph(nodes.clone())]), &Unresolved).trim_end().to_owned()
}

const SOURCE: &str = "Run `quire serve`, then **open** [the *start* page](start.md#a) & wait :rocket: $$x<y$$.";

#[test]
fn placeholders_stand_for_what_is_not_translated() {
    let sent = line(SOURCE).marked_up();
    assert_eq!(
        sent,
        "Run <x id=\"1\"/>, then <x id=\"2\">open</x> <x id=\"3\">the <x id=\"4\">start</x> page</x> &amp; wait \
         <x id=\"5\"/> <x id=\"6\"/>."
    );
    for secret in ["quire serve", "start.md", "1f680", "x<y", "x&lt;y"] {
        assert!(!sent.contains(secret), "{secret}");
    }
}

#[test]
fn a_reply_may_move_placeholders_and_spell_them_otherwise() {
    let reply = "<X id='3'>la página <x id=“4”>inicial</x></x> &amp; <x id=\"2\" >abra</x>; luego <x id=\"1\"></x> \
                 espere <x id=5 /> <x id=\"6\"/>.";
    let taken = take(&line(SOURCE), reply).unwrap();
    assert_eq!(
        markdown(&taken),
        "[la página _inicial_](start.md#a) & **abra**; luego `quire serve` espere :rocket: $$x<y$$."
    );
}

#[test]
fn mangled_replies_are_refused() {
    let source = line(SOURCE);
    let good = source.marked_up().replace("Run", "Corre").replace("wait", "espera");
    assert!(take(&source, &good).is_ok());
    let cases = [
        ("", Refusal::Empty),
        ("   ", Refusal::Empty),
        (&source.marked_up(), Refusal::Unchanged),
        (&good.replace("<x id=\"1\"/>", ""), Refusal::Lost(1)),
        (&good.replace("<x id=\"1\"/>", "<x id=\"1\"/><x id=\"1\"/>"), Refusal::Doubled(1)),
        (&good.replace("<x id=\"1\"/>", "<x id=\"9\"/>"), Refusal::Unknown(9)),
        (&good.replace("<x id=\"1\"/>", "<x id=\"0\"/>"), Refusal::Unknown(0)),
        (&good.replace("<x id=\"1\"/>", "<x id=\"99999999999\"/>"), Refusal::Markup),
        (&good.replace("<x id=\"2\">open</x>", "<x id=\"2\"></x>"), Refusal::Lost(2)),
        (&good.replace("<x id=\"2\">open</x>", "<x id=\"2\"/>open"), Refusal::Lost(2)),
        (&good.replace("<x id=\"2\">open</x>", "<x id=\"2\">open"), Refusal::Crossed(3)),
        (
            &good.replace("<x id=\"4\">start</x>", "start").replace("Corre", "<x id=\"4\">start</x>"),
            Refusal::Crossed(4),
        ),
        (&good.replace("open", "<b>open</b>"), Refusal::Markup),
        (&good.replace("open", "<script>alert(1)</script>"), Refusal::Markup),
        (&good.replace("open", "open</x>"), Refusal::Markup),
        (&good.replace("open", "o\u{0}pen"), Refusal::Markup),
        (&good.replace("open", "o\u{202e}pen"), Refusal::Markup),
        (&good.replace("open", "1 < 2"), Refusal::Markup),
        (&good.replace("open", &"I am an assistant, ".repeat(60)), Refusal::Length),
    ];
    for (reply, refusal) in cases {
        let refused = take(&source, reply);
        assert!(refused.is_err(), "{reply:?} was taken");
        if !matches!(refusal, Refusal::Crossed(_)) {
            assert_eq!(refused, Err(refusal), "{reply:?}");
        }
    }
}

#[test]
fn what_looks_like_markdown_is_text() {
    let source = line("An easy sentence of words");
    for reply in ["# Uno", "* uno **dos** [tres](http://evil.example)", "{% hint %} uno", "1. uno `dos`", "uno | dos"] {
        let taken = take(&source, reply).unwrap();
        assert_eq!(taken, Content::Line(vec![Node::text(reply)]), "{reply}");
    }
    assert_eq!(take(&source, "uno\n\n  dos").unwrap(), Content::Line(vec![Node::text("uno dos")]));
}

#[test]
fn no_reply_brings_a_condition() {
    let hidden = "Uno {% if visitor.claims.x %} dos {% endif %}";
    assert_eq!(take(&Content::Label("One two three".to_owned()), hidden), Err(Refusal::Shape));
    let same = Content::Label("One {% if a %} two {% endif %}".to_owned());
    assert!(take(&same, "Uno {% if a %} dos {% endif %}").is_ok());
    let taken = take(&line("An easy sentence of words"), hidden);
    assert!(taken.is_err() || !may_have(&markdown(&taken.unwrap())));
}

#[test]
fn labels_are_plain_text() {
    let label = Content::Label("R&D <beta>".to_owned());
    assert_eq!(label.marked_up(), "R&amp;D &lt;beta&gt;");
    assert_eq!(take(&label, "I+D &lt;beta&gt;"), Ok(Content::Label("I+D <beta>".to_owned())));
    assert_eq!(take(&label, "<x id=\"1\"/>"), Err(Refusal::Unknown(1)));
    let header = Content::Label("What it does".to_owned());
    assert_eq!(take(&header, " Qué\u{a0} \n hace "), Ok(Content::Label("Qué hace".to_owned())));
}
