//! Stemming of words by language.
//!
//! A stem includes its language, so that stems of different languages never match.

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

    /// Returns the stem of a folded word, after its language tag and a colon.
    pub fn stem(&self, word: &str) -> String {
        let stem = self.stemmer.stem(word);
        format!("{}:{stem}", self.language)
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
