//! Customizations of sites in requests and responses.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quire_app::sites::site_customizations::Customizations;
use quire_model::customization::{Customization, Settings, is_group, said};
use quire_model::site_structure::Structure;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::customization_notes::{self, SettingWarning, Strictness};
use crate::endpoint::{Warned, lenient};
use crate::error::Problem;

/// The field of answers that is no setting, and ignored where an answer is sent back.
const WARNINGS: &str = "warnings";

/// A complete customization. Absent fields get their defaults; unknown fields are stored unchanged.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CustomizationInput(Map<String, Value>);

/// Changes to a customization; null removes an override.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CustomizationChanges(Map<String, Value>);

impl CustomizationInput {
    /// Returns the fields as they were sent.
    pub(crate) fn fields(&mut self) -> &mut Map<String, Value> {
        &mut self.0
    }

    /// Returns the settings with notes on them, or a 400 that names the first invalid field.
    pub(crate) fn parse(mut self, strictness: &Strictness) -> Result<(Settings, Vec<SettingWarning>), Problem> {
        self.0.shift_remove(WARNINGS);
        check(&self.0)?;
        let notes = strictness.accept(customization_notes::of_site(&self.0))?;
        let settings = Settings::try_from(self.0).map_err(|error| Problem::bad_request(format!("body: {error}")))?;
        Ok((settings, notes))
    }
}

impl CustomizationChanges {
    /// Returns the fields as they were sent.
    pub(crate) fn fields(&mut self) -> &mut Map<String, Value> {
        &mut self.0
    }

    /// Returns the changes with notes on them, or a 400 that names the first invalid field.
    fn parse(
        mut self,
        strictness: &Strictness,
        notes: impl FnOnce(&Map<String, Value>) -> Vec<SettingWarning>,
    ) -> Result<(Map<String, Value>, Vec<SettingWarning>), Problem> {
        self.0.shift_remove(WARNINGS);
        check(&self.0)?;
        let notes = strictness.accept(notes(&self.0))?;
        Ok((self.0, notes))
    }

    /// Does the same as [`parse`](Self::parse), for the settings of a site.
    pub(crate) fn of_site(self, strictness: &Strictness) -> Result<(Map<String, Value>, Vec<SettingWarning>), Problem> {
        self.parse(strictness, customization_notes::of_site)
    }

    /// Does the same as [`parse`](Self::parse), for the overrides of a space.
    pub(crate) fn of_space(
        self,
        strictness: &Strictness,
    ) -> Result<(Map<String, Value>, Vec<SettingWarning>), Problem> {
        self.parse(strictness, customization_notes::of_space)
    }
}

/// The settings after a change, with notes on the request.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SiteCustomizationResult")]
pub(crate) struct Customized {
    #[serde(flatten)]
    settings: Settings,
    /// Fields of the request that are not known, or have no effect yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<SettingWarning>,
}

impl Customized {
    /// Returns the answer to a request with these notes.
    pub(crate) fn answer(settings: Settings, warnings: Vec<SettingWarning>) -> Warned<Self> {
        Warned { warning: customization_notes::header(&warnings), body: Self { settings, warnings } }
    }
}

/// The customizations of a published site and of the spaces on it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishedCustomizations {
    /// The customization of the site.
    site: Settings,
    /// The effective customization of each site space, by its identifier.
    site_spaces: BTreeMap<String, Settings>,
}

impl PublishedCustomizations {
    pub(crate) fn of(found: &Customizations, structure: &Structure) -> Self {
        let spaces = structure.site_spaces().map(|(_, it)| (it.id.to_string(), found.of_space(it.id).clone()));
        Self { site: found.of_site().clone(), site_spaces: spaces.collect() }
    }
}

/// Checks that all known fields are valid; the error names the first one that is not. Others are told of in notes.
fn check(fields: &Map<String, Value>) -> Result<(), Problem> {
    lenient::<Customization>(Value::Object(said(fields))).map(drop)
}

impl JsonSchema for CustomizationInput {
    fn schema_name() -> Cow<'static, str> {
        Customization::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Customization::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Customization::json_schema(generator)
    }
}

impl JsonSchema for CustomizationChanges {
    fn schema_name() -> Cow<'static, str> {
        "SiteCustomizationChanges".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let settings =
            SchemaSettings::draft2020_12().for_deserialize().with(|settings| settings.inline_subschemas = true);
        let mut schema = Customization::json_schema(&mut settings.into_generator()).to_value();
        make_nullable(&mut schema, "");
        schema["description"] = "What is said differently; null takes it back.".into();
        Schema::try_from(schema).unwrap_or_default()
    }
}

/// Makes every field of a schema nullable, including the fields of groups.
fn make_nullable(schema: &mut Value, within: &str) {
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for (name, field) in fields {
        let path = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
        if is_group(&path) {
            make_nullable(field, &path);
        }
        *field = json!({ "anyOf": [field.take(), { "type": "null" }] });
    }
}
