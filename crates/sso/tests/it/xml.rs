//! The reader of XML and its canonical form. The canonical texts are those of libxml2.

use quire_sso::xml::{Element, Error, Limits, canonical, read};

fn tree(text: &str) -> Element {
    read(text.as_bytes(), &Limits::MESSAGE).unwrap()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let written = canonical(&tree(text), &[], &[], None);
    assert_eq!(written, expected);
    assert_eq!(canonical(&tree(&written), &[], &[], None), written, "read again");
}

#[test]
fn canonical_texts_are_those_of_the_standard() {
    check("<a/>", "<a></a>");
    check(
        "<?xml version='1.0' encoding='utf-8'?>\n<!-- x -->\n<a b='1'  a = \"2\"\n/>\n<!--y-->",
        "<a a=\"2\" b=\"1\"></a>",
    );
    check("<a>x<!-- y -->z<![CDATA[<&]]>&gt;&#13;&#x9;</a>", "<a>xz&lt;&amp;&gt;&#xD;\t</a>");
    check("<a>\r\nx\ry</a>", "<a>\nx\ny</a>");
    check("<a b='&lt;&gt;&quot;&apos;&#9;&#10;&#13;\n\t'/>", "<a b=\"&lt;>&quot;'&#x9;&#xA;&#xD;  \"></a>");
    // Namespaces: declared where they are first used, not where they were.
    check(
        "<a xmlns='urn:a' xmlns:b='urn:b' xmlns:c='urn:c'><b:b c:x='1' x='2'/><d xmlns=''/></a>",
        "<a xmlns=\"urn:a\"><b:b xmlns:b=\"urn:b\" xmlns:c=\"urn:c\" x=\"2\" c:x=\"1\"></b:b><d xmlns=\"\"></d></a>",
    );
    check(
        "<p:a xmlns:p='urn:1'><p:a xmlns:p='urn:1'/><p:a xmlns:p='urn:2'/></p:a>",
        "<p:a xmlns:p=\"urn:1\"><p:a></p:a><p:a xmlns:p=\"urn:2\"></p:a></p:a>",
    );
    // Attributes by namespace, then by name; the prefix has no meaning.
    check(
        "<a xmlns:b='urn:2' xmlns:c='urn:1' b:x='1' c:y='2' c:x='3' z='4' xml:lang='en'/>",
        "<a xmlns:b=\"urn:2\" xmlns:c=\"urn:1\" z=\"4\" xml:lang=\"en\" c:x=\"3\" c:y=\"2\" b:x=\"1\"></a>",
    );
}

#[test]
fn parts_of_documents_take_their_namespaces_along() {
    let root = tree("<r xmlns='urn:d' xmlns:x='urn:x' xmlns:y='urn:y'><x:a><b/></x:a></r>");
    let part = root.elements().next().unwrap();
    assert_eq!(canonical(part, &[&root], &[], None), "<x:a xmlns:x=\"urn:x\"><b xmlns=\"urn:d\"></b></x:a>");
    assert_eq!(
        canonical(part, &[&root], &["y", "#default", "none"], None),
        "<x:a xmlns=\"urn:d\" xmlns:x=\"urn:x\" xmlns:y=\"urn:y\"><b></b></x:a>"
    );
    let inner = part.elements().next();
    assert_eq!(canonical(part, &[&root], &[], inner), "<x:a xmlns:x=\"urn:x\"></x:a>");
}

#[test]
fn documents_that_are_not_well_formed_are_refused() {
    for text in [
        "",
        " ",
        "x",
        "<",
        "<a",
        "<a>",
        "<a></b>",
        "<a/><a/>",
        "<a/>x",
        "x<a/>",
        "<a>&</a>",
        "<a>&amp</a>",
        "<a>&#0;</a>",
        "<a>&#xD800;</a>",
        "<a>&#+65;</a>",
        "<a>&#;</a>",
        "<a>]]></a>",
        "<a b/>",
        "<a b=c/>",
        "<a b='<'/>",
        "<a b='1'c='2'/>",
        "<a b='1' b='1'/>",
        "<1/>",
        "<:a/>",
        "<a:/>",
        "<a:b/>",
        "<a b:c=''/>",
        "<a:b:c xmlns:a='urn:a'/>",
        "<a xmlns:b=''/>",
        "<a xmlns:xmlns='urn:x'/>",
        "<a xmlns:xml='urn:x'/>",
        "<a xmlns:b='http://www.w3.org/XML/1998/namespace'/>",
        "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
        "<a xmlns='relative'/>",
        "<a xmlns='urn:a&amp;b'/>",
        "<a xmlns='urn:a b'/>",
        "<a xmlns:b='urn:&#10;'/>",
        "<a xmlns:b='urn:1' xmlns:c='urn:1' b:x='' c:x=''/>",
        "<a><!-- -- --></a>",
        "<a><!--></a>",
        "<a><![CDATA[</a>",
        "< a/>",
        "<a / >",
        "<a>\u{1}</a>",
        "<a>\u{FFFE}</a>",
        " <?xml version='1.0'?><a/>",
        "<?xml encoding='utf-8'?><a/>",
        "<?xml version='2.0'?><a/>",
        "<?xml version='1.0\" '?><a/>",
        "<a></a x>",
        "<a><!ELEMENT x></a>",
    ] {
        let found = read(text.as_bytes(), &Limits::MESSAGE).map(|_| ());
        assert!(matches!(found, Err(Error::Syntax { .. } | Error::Instruction)), "{text}: {found:?}");
    }
    for (text, error) in [
        ("<!DOCTYPE a><a/>", Error::Doctype),
        ("<?x?><a/>", Error::Instruction),
        ("<a><?x?></a>", Error::Instruction),
        ("<a>&x;</a>", Error::Entity),
        ("<a b='&x;'/>", Error::Entity),
        ("<?xml version='1.0' encoding='utf-16'?><a/>", Error::Encoding),
        ("<?xml version='1.0' encoding='iso-8859-1'?><a/>", Error::Encoding),
    ] {
        assert_eq!(read(text.as_bytes(), &Limits::MESSAGE).map(|_| ()), Err(error), "{text}");
    }
    assert_eq!(read(b"<a>\xFF</a>", &Limits::MESSAGE).map(|_| ()), Err(Error::Encoding));
    assert!(read("\u{FEFF}<a/>".as_bytes(), &Limits::MESSAGE).is_ok());
}
