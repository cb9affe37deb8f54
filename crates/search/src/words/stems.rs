//! Stemming of words by language.
//!
//! A stem includes its language, so that stems of different languages never match.

use foldhash::HashMap;
use frostem::{Algorithm, Stemmer};
use quire_model::language::Language;

/// The stemmer of one language.
#[derive(Clone, Copy)]
pub struct Stems {
    language: &'static str,
    stemmer: Stemmer,
}

impl Stems {
    /// Returns the stemmer of a language, if there is one. Chinese, Japanese, Korean and Thai use that of English, for
    /// the foreign words in their texts.
    pub fn of(language: Language) -> Option<Self> {
        let (language, algorithm) = algorithm(language)?;
        Some(Self { language, stemmer: Stemmer::new(algorithm) })
    }

    /// Returns the language tag that the stems include.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// Returns true if the stem of a word in ASCII letters begins with the same two letters as the word, or is its first
    /// one, and one of at least four letters with the same three; `y` may become `i` in these places. Stemmers of other languages remove prefixes or write letters otherwise.
    pub(crate) fn keeps_beginnings(&self) -> bool {
        matches!(self.language, "en" | "fr" | "es" | "it" | "pt" | "sv" | "no" | "da")
    }

    /// Returns the stem of a folded word, after its language tag and a colon.
    pub fn stem(&self, word: &str) -> String {
        let stem = self.stemmer.stem(word);
        format!("{}:{stem}", self.language)
    }
}

/// The most words whose stems are remembered: one or two megabytes.
const MOST_WORDS: usize = 16_000;

/// Stems of words that were stemmed a short while ago, as texts repeat their words.
#[derive(Default)]
pub(crate) struct StemMemo {
    /// The language of all words in it.
    language: &'static str,
    stems: HashMap<String, String>,
}

impl StemMemo {
    /// Returns the stem of a folded word, as [`Stems::stem`] does.
    pub(crate) fn stem(&mut self, stems: Stems, word: &str) -> &str {
        if self.language != stems.language || self.stems.len() >= MOST_WORDS && !self.stems.contains_key(word) {
            self.language = stems.language;
            self.stems.clear();
        }
        if !self.stems.contains_key(word) {
            self.stems.insert(word.to_owned(), stems.stem(word));
        }
        &self.stems[word]
    }
}

fn algorithm(language: Language) -> Option<(&'static str, Algorithm)> {
    Some(match language {
        Language::En | Language::Ja | Language::Zh | Language::Yue | Language::Ko | Language::Th => {
            ("en", Algorithm::English)
        }
        Language::Fr => ("fr", Algorithm::French),
        Language::De => ("de", Algorithm::German),
        Language::Es => ("es", Algorithm::Spanish),
        Language::It => ("it", Algorithm::Italian),
        Language::Pt | Language::PtBr => ("pt", Algorithm::Portuguese),
        Language::Ru => ("ru", Algorithm::Russian),
        Language::Ar => ("ar", Algorithm::Arabic),
        Language::Hi => ("hi", Algorithm::Hindi),
        Language::Nl => ("nl", Algorithm::Dutch),
        Language::Pl => ("pl", Algorithm::Polish),
        Language::Tr => ("tr", Algorithm::Turkish),
        Language::Sv => ("sv", Algorithm::Swedish),
        Language::No => ("no", Algorithm::Norwegian),
        Language::Da => ("da", Algorithm::Danish),
        Language::Fi => ("fi", Algorithm::Finnish),
        Language::El => ("el", Algorithm::Greek),
        Language::Cs => ("cs", Algorithm::Czech),
        Language::Hu => ("hu", Algorithm::Hungarian),
        Language::Ro => ("ro", Algorithm::Romanian),
        Language::Id | Language::Ms => ("id", Algorithm::Indonesian),
        Language::Lt => ("lt", Algorithm::Lithuanian),
        Language::Et => ("et", Algorithm::Estonian),
        Language::Vi
        | Language::He
        | Language::Uk
        | Language::Sk
        | Language::Bg
        | Language::Hr
        | Language::Lv
        | Language::Sl => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn remembered_stems_are_those_of_the_language() {
        let mut memo = StemMemo::default();
        for _ in 0..2 {
            for language in [Language::En, Language::Fr] {
                let stems = Stems::of(language).unwrap();
                for word in ["nations", "national", "nations"] {
                    assert_eq!(memo.stem(stems, word), stems.stem(word));
                }
            }
        }
        let stems = Stems::of(Language::En).unwrap();
        (0..=MOST_WORDS).for_each(|n| _ = memo.stem(stems, &format!("word{n}")));
        assert!(memo.stems.len() <= MOST_WORDS, "{} words", memo.stems.len());
    }

    proptest! {
        #[test]
        fn beginnings_are_kept(word in "[a-z]{1,9}|(qu|y|dy|sk|ly|i|gh)[a-z]{0,3}(ing|ies|ed|es|e|s|ment)") {
            for language in [Language::En, Language::Fr, Language::Es, Language::It, Language::Pt, Language::Sv, Language::No, Language::Da] {
                let stems = Stems::of(language).unwrap();
                prop_assert!(stems.keeps_beginnings());
                let stem = stems.stem(&word);
                let stem = stem.split_once(':').unwrap().1;
                let same = if stem.len() > 3 { 3 } else { 2 };
                let begins = |text: &str| text.get(..same).map(|it| format!("{}{}", &it[..1], it[1..].replace('y', "i")));
                prop_assert!(begins(stem) == begins(&word) || stem.len() == 1 && word.starts_with(stem), "{}: {}", word, stem);
            }
        }
    }
}
