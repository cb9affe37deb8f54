use std::io::Write as _;
use std::process::Command;

use super::*;

fn unit(id: &str, source: &str, target: Option<&str>, state: UnitState) -> Unit {
    let target = target.map(str::to_owned);
    Unit { id: id.to_owned(), source: source.to_owned(), target, state, source_before: None, note: None }
}

fn sheet() -> Sheet {
    let stale = Unit {
        source_before: Some("Old &amp; <x id=\"1\">gone</x>".to_owned()),
        note: Some("a \"note\" <b>\nof two lines".to_owned()),
        ..unit("page-a.2", "New &amp; old", Some("Nuevo &amp; viejo"), UnitState::Stale)
    };
    let units = vec![
        unit(
            "page-a.0",
            "Open <x id=\"1\">the <x id=\"2\"/> page</x>",
            Some("Abra <x id=\"1\">la <x id=\"2\"/> página</x>"),
            UnitState::Human,
        ),
        unit("page-a.1", "\"1 &lt; 2\" \\ n", None, UnitState::Untranslated),
        stale,
        unit("page-a.3", "two  spaces ", Some(" dos  espacios"), UnitState::Machine),
    ];
    let group = |id: &str, units| Group { id: id.to_owned(), title: "A & <b>".to_owned(), units };
    Sheet {
        from: "en".to_owned(),
        to: "pt-br".to_owned(),
        at: "2026-01-31 09:30+0000".to_owned(),
        groups: vec![group("page-a", units), group("page-b", vec![unit("page-b.0", "x", Some("y"), UnitState::Human)])],
    }
}

const FORMS: [Form; 3] = [Form::Xliff12, Form::Xliff20, Form::Po];

#[test]
fn what_is_written_is_read_again() {
    for form in FORMS {
        let sheet = sheet();
        let read = read(form, &write(form, &sheet)).unwrap();
        let units: Vec<&Unit> = sheet.groups.iter().flat_map(|it| &it.units).collect();
        assert_eq!(read.len(), units.len());
        for (read, unit) in read.iter().zip(units) {
            assert_eq!((&read.id, &read.source), (&unit.id, &unit.source), "{form:?}");
            assert_eq!(read.target, unit.target.clone().unwrap_or_default(), "{form:?}");
            let is_open =
                unit.state == UnitState::Stale || (form == Form::Xliff20 && unit.state == UnitState::Untranslated);
            assert_eq!(read.is_unfinished, is_open, "{form:?} {}", unit.id);
        }
    }
}

#[test]
fn characters_that_xml_cannot_have_do_not_break_a_file() {
    let mut sheet = sheet();
    sheet.groups[0].units[0].source = "a\u{1}b\u{ffff}".to_owned();
    for form in [Form::Xliff12, Form::Xliff20] {
        assert_eq!(read(form, &write(form, &sheet)).unwrap()[0].source, "a\u{fffd}b\u{fffd}");
    }
}

#[test]
fn tools_may_divide_mark_and_add() {
    let text = "<?xml version='1.0'?><!-- c --><xliff version='2.1' xmlns='urn:oasis:names:tc:xliff:document:2.0'>\
        <file id='f'><skeleton>s</skeleton><unit id='page-a.0'><originalData><data id='d'>x</data></originalData>\
        <segment state='final'><source>One. </source><target>Uno. </target></segment>\
        <ignorable><source> </source></ignorable>\
        <segment><source><mrk id='m' type='term'>Two</mrk> <ph id='1' dataRef='d'/></source>\
        <target><![CDATA[Dos & ]]><ph id='1'/>&#8364;</target></segment>\
        </unit></file></xliff>";
    let read = read(Form::Xliff20, text).unwrap();
    assert_eq!(read[0].source, "One.  Two <x id=\"1\"/>");
    assert_eq!(read[0].target, "Uno. Dos &amp; <x id=\"1\"/>€");
}

#[test]
fn foreign_inline_elements_are_no_placeholders() {
    let text = "<xliff version=\"1.2\"><file><body><trans-unit id=\"a\"><source>a</source>\
        <target>a <bpt id=\"1\">{b}</bpt> <g id=\"1; x\">b</g></target></trans-unit></body></file></xliff>";
    let target = &read(Form::Xliff12, text).unwrap()[0].target;
    let source = crate::segments::Content::Label("a".to_owned());
    assert!(crate::replies::accept(&source, target).is_err(), "{target}");
}

#[test]
fn hostile_files_are_refused_with_a_reason() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><xliff version=\"1.2\">&a;</xliff>";
    assert_eq!(read(Form::Xliff12, bomb), Err(ExchangeError::DocType));
    let entity = "<xliff version=\"1.2\">&a;</xliff>";
    assert_eq!(read(Form::Xliff12, entity), Err(ExchangeError::Entity("a".to_owned())));
    let deep = format!("<xliff version=\"1.2\">{}", "<g>".repeat(1_000));
    assert_eq!(read(Form::Xliff12, &deep), Err(ExchangeError::TooDeep(64)));
    for form in [Form::Xliff12, Form::Xliff20] {
        for broken in ["", "<", "<xliff version=\"1.2\"><a></xliff>", "<html/>", "text"] {
            assert!(read(form, broken).is_err(), "{broken}");
        }
        let sheet = write(form, &sheet());
        for at in (0..sheet.len()).filter(|at| sheet.is_char_boundary(*at)) {
            // A file that is cut off is refused; it must not panic.
            assert!(read(form, &sheet[..at]).is_err() || sheet[at..].trim().is_empty(), "{at}");
        }
    }
    assert_eq!(read(Form::Xliff20, &write(Form::Xliff12, &sheet())), Err(ExchangeError::OtherForm("XLIFF 2.0")));
    let many =
        format!("<xliff version=\"1.2\">{}</xliff>", "<trans-unit id=\"a\"></trans-unit>".repeat(MOST_UNITS + 1));
    assert_eq!(read(Form::Xliff12, &many), Err(ExchangeError::TooMany));
    assert_eq!(read(Form::Po, &" ".repeat(MOST_BYTES + 1)), Err(ExchangeError::TooLarge));
    for broken in ["msgid", "msgid \"a", "\"a\"", "msgid \"a\\q\"", "other \"a\"", "msgid \"a\" \"b\""] {
        assert!(matches!(read(Form::Po, broken), Err(ExchangeError::Malformed(_))), "{broken}");
    }
    let long = format!("msgctxt \"a\"\nmsgid \"{}\"\nmsgstr \"\"", "x".repeat(MOST_TEXT + 1));
    assert_eq!(read(Form::Po, &long), Err(ExchangeError::TooLong("a".to_owned())));
}

#[test]
fn messages_of_other_tools_are_read() {
    let text = "\u{feff}# a translator's comment\nmsgid \"\"\nmsgstr \"Language: es\\n\"\n\n#: a.c:1\n#, fuzzy, c-format\n\
        #| msgid \"x\"\nmsgctxt \"page-a.0\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"\"\n\"uno \"\n\"dos\"\n\
        msgctxt \"page-a.1\"\nmsgid \"three\"\nmsgstr \"tres\\t\\\"3\\\"\"\n\n\
        msgctxt \"p\"\nmsgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"b\"\nmsgstr[1] \"bs\"\n\n\
        #~ msgctxt \"page-a.9\"\n#~ msgid \"gone\"\n#~ msgstr \"ido\"\n\n\
        msgid \"no context\"\nmsgstr \"sin contexto\"\n";
    let found = read(Form::Po, text).unwrap();
    assert_eq!(found.len(), 4);
    assert_eq!((&*found[0].source, &*found[0].target, found[0].is_unfinished), ("one two", "uno dos", true));
    assert_eq!((&*found[1].target, found[1].is_unfinished), ("tres\t\"3\"", false));
    // Without a name they can't be taken, but they are not lost without a word.
    assert_eq!((&*found[2].id, &*found[3].id, &*found[3].source), ("", "", "no context"));
}

#[test]
fn gettext_takes_a_file_and_what_it_makes_of_it_is_read() {
    let has = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if !(has("msgfmt") && has("msgmerge")) {
        assert!(!is_required(), "not here: gettext");
        // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
        writeln!(std::io::stderr(), "skipped, since this is not here: gettext").unwrap();
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (file, merged) = (folder.path().join("es.po"), folder.path().join("merged.po"));
    let written = write(Form::Po, &sheet());
    std::fs::write(&file, &written).unwrap();
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(Command::new("msgfmt").arg("--check").arg("--output-file").arg(folder.path().join("es.mo")).arg(&file));
    for width in ["20", "79"] {
        let merge = |command: &mut Command| run(command.args(["--width", width]).arg(&file).arg(&file));
        merge(Command::new("msgmerge").arg("--quiet").arg("--output-file").arg(&merged));
        let text = std::fs::read_to_string(&merged).unwrap();
        assert_eq!(read(Form::Po, &text).unwrap(), read(Form::Po, &written).unwrap());
    }
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required() -> bool {
    std::env::var_os("QUIRE_REQUIRE_GETTEXT").is_some_and(|value| value == "1")
}
