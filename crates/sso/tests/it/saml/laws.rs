//! Laws over changed messages: none yields another identity, and none makes the check panic.

use std::sync::LazyLock;

use proptest::prelude::*;
use quire_sso::saml::verify_response;

use super::messages::{Draft, base64, expected};
use super::verify;

static MESSAGES: LazyLock<[String; 3]> = LazyLock::new(|| {
    let both = Draft { signs_response: true, ..Draft::default() };
    [Draft::default(), Draft::signed_response(), both].map(|it| it.xml())
});

/// A change of a message's bytes.
#[derive(Debug, Clone)]
enum Change {
    Replace(prop::sample::Index, u8),
    Delete(prop::sample::Index),
    Insert(prop::sample::Index, String),
    /// Copies one range to another place.
    Copy(prop::sample::Index, usize, prop::sample::Index),
    /// Moves one range to another place.
    Move(prop::sample::Index, usize, prop::sample::Index),
    /// Copies one element to the begin of another.
    Graft(prop::sample::Index, prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let pieces = prop::sample::select(vec![
        "<!---->",
        "<!-- x -->",
        "<?x?>",
        "<![CDATA[",
        "]]>",
        "&amp;",
        "&#x61;",
        " ",
        "\n",
        "<a>",
        "</a>",
        "<a/>",
        "\"",
        "'",
        " ID=\"_assertion-1\"",
        " xmlns=\"\"",
        " xmlns:saml=\"urn:x\"",
        "<saml:Assertion>",
        "\u{0}",
        "é",
        "root@example.com",
    ]);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at(), 0x20..0x7Fu8).prop_map(|(at, byte)| Change::Replace(at, byte)),
        at().prop_map(Change::Delete),
        (at(), pieces).prop_map(|(at, piece)| Change::Insert(at, piece.to_owned())),
        (at(), 1..2000usize, at()).prop_map(|(from, length, to)| Change::Copy(from, length, to)),
        (at(), 1..2000usize, at()).prop_map(|(from, length, to)| Change::Move(from, length, to)),
        (at(), at()).prop_map(|(from, to)| Change::Graft(from, to)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    match change {
        Change::Replace(at, byte) => *at.get_mut(bytes) = *byte,
        Change::Delete(at) => drop(bytes.remove(at.index(bytes.len()))),
        Change::Insert(at, text) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, text.bytes());
        }
        Change::Copy(from, length, to) | Change::Move(from, length, to) => {
            let from = from.index(bytes.len());
            let range = from..(from + length).min(bytes.len());
            let part = bytes[range.clone()].to_vec();
            if matches!(change, Change::Move(..)) {
                bytes.drain(range);
            }
            let to = to.index(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        Change::Graft(from, to) => graft(bytes, from, to),
    }
}

/// Copies an element of a well-formed text behind the begin of another element.
fn graft(bytes: &mut Vec<u8>, from: &prop::sample::Index, to: &prop::sample::Index) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let starts: Vec<usize> =
        text.match_indices('<').map(|(at, _)| at).filter(|at| !text[at + 1..].starts_with(['/', '!', '?'])).collect();
    if starts.is_empty() {
        return;
    }
    let start = *from.get(&starts);
    let name: String = text[start + 1..].chars().take_while(|c| c.is_alphanumeric() || *c == ':').collect();
    let close = format!("</{name}>");
    let Some(end) = text[start..].find(&close).map(|it| start + it + close.len()) else { return };
    let Some(place) = text[*to.get(&starts)..].find('>').map(|it| to.get(&starts) + it + 1) else { return };
    *bytes = [&text[..place], &text[start..end], &text[place..]].concat().into_bytes();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn changed_messages_yield_no_other_identity(which in 0..3usize, changes in prop::collection::vec(change(), 1..4)) {
        let original = verify(&MESSAGES[which]).unwrap();
        let mut bytes = MESSAGES[which].clone().into_bytes();
        for change in &changes {
            apply(&mut bytes, change);
        }
        if let Ok(identity) = verify_response(&base64(&bytes), &expected()) {
            prop_assert_eq!(identity, original);
        }
    }

    #[test]
    fn any_text_is_refused(text in ".{0,200}") {
        prop_assert!(verify_response(&text, &expected()).is_err());
        prop_assert!(verify_response(&base64(text.as_bytes()), &expected()).is_err());
    }
}

#[test]
fn no_byte_of_a_message_can_be_changed_into_another_identity() {
    let original = verify(&MESSAGES[0]).unwrap();
    let message = MESSAGES[0].as_bytes();
    for at in 0..message.len() {
        for byte in [b'x', b'<', b'"', b' ', message[at] ^ 1] {
            let mut changed = message.to_vec();
            changed[at] = byte;
            if let Ok(identity) = verify_response(&base64(&changed), &expected()) {
                assert_eq!(identity, original, "byte {at} as {byte}");
            }
        }
    }
}

#[test]
fn the_seeds_of_fuzzing_are_accepted_messages() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/saml");
    for (name, message) in ["assertion", "response", "both"].iter().zip(MESSAGES.iter()) {
        assert_eq!(&std::fs::read_to_string(format!("{folder}/{name}.xml")).unwrap(), message, "{name}");
    }
}
