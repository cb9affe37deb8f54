use super::*;

fn translator(kind: Kind) -> Translator {
    Translator { kind, url: "https://t.example/".to_owned(), key: Some("secret".to_owned()), model: None }
}

const BATCH: Batch<'_> =
    Batch { from: "en", to: "es", texts: &["a <x id=\"1\"/> & b"], instructions: "be short", terms: &[] };

#[test]
fn each_kind_is_asked_in_its_own_words() {
    let asked = |kind| translator(kind).request(&BATCH);
    assert_eq!(asked(Kind::OpenAi).url, "https://t.example/chat/completions");
    assert!(asked(Kind::OpenAi).body.contains("be short"));
    assert_eq!(asked(Kind::DeepL).headers[1], ("authorization", "DeepL-Auth-Key secret".to_owned()));
    assert!(asked(Kind::LibreTranslate).body.contains("\"api_key\":\"secret\""));
    assert_eq!(asked(Kind::Google).url, "https://t.example:translateText");
    let apertium = asked(Kind::Apertium);
    assert_eq!(apertium.body, "langpair=eng%7Cspa&q=a+%3Cx+id%3D%221%22%2F%3E+%26+b&format=html&markUnknown=no");
    for kind in [Kind::OpenAi, Kind::DeepL, Kind::LibreTranslate, Kind::Apertium, Kind::Google] {
        assert!(!asked(kind).url.contains("secret"));
    }
}

#[test]
fn responses_are_read_in_their_own_form_only() {
    let chat = |content: &str| json!({ "choices": [{ "message": { "content": content } }] }).to_string();
    let good = [
        (Kind::OpenAi, chat("[\"uno\"]")),
        (Kind::OpenAi, chat("Here you are:\n```json\n[\"uno\"]\n```")),
        (Kind::DeepL, r#"{"translations":[{"text":"uno"}]}"#.to_owned()),
        (Kind::Google, r#"{"translations":[{"translatedText":"uno"}]}"#.to_owned()),
        (Kind::LibreTranslate, r#"{"translatedText":["uno"]}"#.to_owned()),
        (Kind::Apertium, r#"{"responseData":{"translatedText":"uno"},"responseStatus":200}"#.to_owned()),
    ];
    for (kind, body) in good {
        assert_eq!(translator(kind).response(body.as_bytes(), 1), Ok(vec!["uno".to_owned()]), "{body}");
        assert!(translator(kind).response(body.as_bytes(), 2).is_err());
        for bad in ["", "null", "[]", "{}", "<html>", "{\"translations\":7}", "{\"choices\":[]}"] {
            assert!(translator(kind).response(bad.as_bytes(), 1).is_err(), "{bad}");
        }
    }
    assert!(translator(Kind::OpenAi).response(chat("I can't do that.").as_bytes(), 1).is_err());
}
