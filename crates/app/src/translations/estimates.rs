//! Estimates: what a run of a translation would send, computed as the run does it and without an effect.

use quire_content::map::Map;
use quire_model::ids::{OrganizationId, TranslationId};
use quire_translate::glossary::protect;
use quire_translate::segments::count_words;

use super::check_source;
use super::settings::Price;
use crate::App;
use crate::access::{self, ManageSpace};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The amount that a run would send if it began now.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The number of pages and reusable contents that it would look at.
    pub entries: u64,
    /// The number of texts that it would send; of those that would be sent if there is no translator.
    pub texts: u64,
    /// The number of their words.
    pub words: u64,
    /// The number of their characters.
    pub characters: u64,
    /// The cost of these characters, if the price of the translator is known.
    pub cost: Option<Cost>,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// The amount.
    pub amount: f64,
    /// The currency, as three capital letters (ISO 4217).
    pub currency: String,
}

impl App {
    /// Returns what a run of a translation would send if it began now.
    ///
    /// # Errors
    /// [`Error::Conflict`] if a space of the translation is deleted.
    pub fn estimate_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
    ) -> Result<Estimate, Error> {
        let of = self.inner.db.read(|tx| access::translation::<ManageSpace>(tx, caller, organization, id))?;
        let of = of.into_inner();
        let (source, result) = self.both_heads(&of)?.map_err(Error::Conflict)?;
        self.inner.db.read(|tx| check_source(tx, caller, &of))?;
        let setup = self.translation_setup(&of)?;
        let inputs = self.inputs(&of, &source, &result)?;
        let at = Map::at(result.revision.root);
        let known = self.known(&of, &setup, &inputs, at)?;
        let unknown = self.unknown(&of, &setup, &inputs, at, &known)?;
        let texts: Vec<String> =
            unknown.values().map(|text| protect(&text.marked_up(), &setup.glossary).text).collect();
        let characters = texts.iter().map(|text| text.chars().count() as u64).sum();
        let price = setup.translator.and_then(|it| it.price);
        Ok(Estimate {
            entries: inputs.keys.len() as u64,
            texts: texts.len() as u64,
            words: texts.iter().map(|text| count_words(text)).sum(),
            characters,
            cost: price.map(|price| cost(price, characters)),
        })
    }
}

/// Returns the cost of a number of characters, to a millionth of the currency.
fn cost(price: Price, characters: u64) -> Cost {
    let millionths = (price.per_million_characters * characters as f64).round();
    Cost { amount: millionths / 1e6, currency: price.currency }
}
