//! The translator of an organization, and all that its runs are set up with.
//!
//! The translator's secret is written and never read by callers: what they see says only that there is one.

use quire_model::events::EventKind;
use quire_model::ids::OrganizationId;
use quire_store::translations::Translation;
use quire_store::{Read, translation_settings as settings};
use quire_translate::glossary::Term;
pub use quire_translate::providers::{Kind, Translator};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::glossary;
use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The maximum length of the other texts of a translator's settings, in bytes.
const MOST_BYTES: usize = 2_048;

/// A translator, and what may be sent to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TranslatorSettings {
    /// The translator, and how it is reached.
    #[serde(flatten)]
    pub translator: Translator,
    /// The maximum number of characters that are sent in a calendar month (UTC); no bound if `None`.
    #[serde(default)]
    pub monthly_characters: Option<u64>,
    /// The maximum number of characters that one run sends; no bound if `None`.
    #[serde(default)]
    pub run_characters: Option<u64>,
    /// The price of what is sent; unknown if `None`.
    #[serde(default)]
    pub price: Option<Price>,
}

/// The price of a translator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// The price of a million characters.
    pub per_million_characters: f64,
    /// The currency, as three capital letters (ISO 4217).
    pub currency: String,
}

/// The settings of an organization, read for a run of a translation.
pub(super) struct Setup {
    /// The terms of the glossary in its languages.
    pub(super) glossary: Vec<Term>,
    pub(super) translator: Option<TranslatorSettings>,
}

/// Returns what an organization has set up for a translation.
pub(super) fn setup(tx: &mut Read<'_>, of: &Translation) -> Result<Setup, Error> {
    let entries = glossary::entries(tx, of.organization)?;
    let glossary = glossary::terms(&entries, of.source_language, of.language);
    Ok(Setup { glossary, translator: translator(tx, of.organization)? })
}

/// Returns the translator of an organization; `None` if it has none.
pub(super) fn translator(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Option<TranslatorSettings>, Error> {
    let found = settings::get(tx, organization)?.translator;
    let read = found.as_deref().map(serde_json::from_str).transpose();
    read.map_err(|error| Error::internal("reading the translator of an organization", error))
}

impl App {
    /// Returns the translator of an organization.
    pub fn get_translator(&self, caller: &Caller, organization: OrganizationId) -> Result<TranslatorSettings, Error> {
        self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            let mut found = translator(tx, organization)?.ok_or(Error::NotFound("translator"))?;
            found.translator.url = without_user(&found.translator.url);
            Ok(found)
        })
    }

    /// Sets the translator of an organization. One without a key keeps that of before if it is at the same address.
    pub fn put_translator(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &TranslatorSettings,
    ) -> Result<TranslatorSettings, Error> {
        check(&new.translator)?;
        new.price.as_ref().map_or(Ok(()), check_price)?;
        self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let mut after = new.clone();
            if let Some(before) = translator(change.tx, organization)?
                && after.translator.key.is_none()
                && (after.translator.kind, &after.translator.url) == (before.translator.kind, &before.translator.url)
            {
                after.translator.key = before.translator.key;
            }
            store(change, organization, Some(&after))?;
            Ok(after)
        })
    }

    /// Removes the translator of an organization. Does nothing if there is none.
    pub fn delete_translator(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        self.write(caller, |change| {
            match access::organization::<AdministrateOrganization>(change.tx, caller, organization) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => drop(found?),
            }
            store(change, organization, None)
        })
    }
}

fn store(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    new: Option<&TranslatorSettings>,
) -> Result<(), Error> {
    let text = new.map(serde_json::to_string).transpose();
    let translator = text.map_err(|e| Error::internal("writing the settings of translations", e))?;
    let before = settings::get(change.tx, organization)?;
    settings::put(change.tx, &settings::TranslationSettings { translator, ..before })?;
    let detail = json!({ "translator": new.map(|it| it.translator.name()) });
    change.record(organization.0, EventKind::TranslationUpdated, organization.0, &detail)
}

/// Returns an address without a user and a password, which earlier versions took.
fn without_user(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(mut url) if !url.username().is_empty() || url.password().is_some() => {
            // Neither fails for an address with a host.
            let _ = url.set_username("").and_then(|()| url.set_password(None));
            url.into()
        }
        _ => address.to_owned(),
    }
}

fn check(translator: &Translator) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::Invalid(message.to_owned()));
    let plain = |url: &url::Url| url.query().is_none() && url.fragment().is_none();
    let url = url::Url::parse(&translator.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(url) = url.filter(|url| url.has_host() && plain(url)) else {
        return invalid("url: must be an address with `https://` or `http://`, without a query and a fragment");
    };
    if !url.username().is_empty() || url.password().is_some() {
        return invalid("url: must not have a user or a password: secrets go into `key`");
    }
    let long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.is_empty() || text.len() > MOST_BYTES);
    if translator.url.len() > MOST_BYTES || long(&translator.key) || long(&translator.model) {
        return invalid("url, key, model: must have 1 to 2048 bytes");
    }
    if translator.key.as_ref().is_some_and(|key| key.chars().any(|c| c.is_control() || !c.is_ascii())) {
        return invalid("key: must have printable ASCII characters only");
    }
    Ok(())
}

fn check_price(price: &Price) -> Result<(), Error> {
    if !(0.0..=1e9).contains(&price.per_million_characters) {
        return Err(Error::Invalid("price.perMillionCharacters: must be 0 to 1000000000".to_owned()));
    }
    if price.currency.len() != 3 || !price.currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(Error::Invalid("price.currency: must be three capital letters, such as `EUR`".to_owned()));
    }
    Ok(())
}
