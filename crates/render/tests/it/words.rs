//! The words of the interface: all of them in every language.

use quire_model::language::Language;
use quire_render::words::{Direction, LANGUAGES, Words, fill};

fn english() -> &'static Words {
    Words::of(Language::En)
}

#[test]
fn every_language_says_everything() {
    for language in LANGUAGES {
        let words = Words::of(language);
        assert_eq!(words.tag.to_lowercase(), language.as_str());
        assert_eq!(words.direction, Direction::of(language));
        for ((name, text), (_, english)) in words.all().zip(english().all()) {
            assert!(!text.trim().is_empty(), "{} lacks {name}", words.tag);
            assert_eq!(text.matches("{}").count(), english.matches("{}").count(), "{name} in {}", words.tag);
        }
        assert!(words.labels.dates.months.iter().all(|month| !month.is_empty()));
        assert!(["{day}", "{month}", "{year}"].iter().all(|part| words.labels.dates.format.contains(part)));
    }
}

#[test]
fn languages_say_it_in_their_own_words() {
    for language in LANGUAGES.into_iter().skip(1) {
        let pairs = Words::of(language).all().zip(english().all());
        let same = pairs.filter(|((_, text), (_, english))| text == english).count();
        assert!(same < 6, "{} texts are English in {}", same, language.as_str());
    }
}

#[test]
fn other_languages_have_those_of_the_nearest() {
    assert_eq!(Words::of(Language::Pt).tag, "pt-BR");
    assert_eq!(Words::of(Language::Yue).tag, "zh");
    assert_eq!(Words::of(Language::Fi).tag, "en");
    assert_eq!(Direction::of(Language::He).as_str(), "rtl");
}

#[test]
fn days_are_written_as_people_do() {
    let day = |language| Words::of(language).labels.dates.day(2026, 11, 21);
    assert_eq!(day(Language::En), "21 November 2026");
    assert_eq!(day(Language::De), "21. November 2026");
    assert_eq!(day(Language::Ja), "2026年11月21日");
    assert_eq!(fill("{} of {}", "{}"), "{} of {}");
}
