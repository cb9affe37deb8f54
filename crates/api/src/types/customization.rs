//! How sites look, as requests say it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quire_app::site_customizations::Customizations;
use quire_model::customization::{Customization, Settings, is_group, said};
use quire_model::site_structure::Structure;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::endpoint::part;
use crate::error::Problem;

/// A whole customization. What is left out is as it is without a choice; what is not known is kept.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CustomizationInput(Map<String, Value>);

/// Changes of a customization: null takes back what was said.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CustomizationChanges(Map<String, Value>);

impl CustomizationInput {
    /// The settings, if every field is what it may be.
    pub(crate) fn parse(self) -> Result<Settings, Problem> {
        check(&self.0)?;
        Settings::try_from(self.0).map_err(|error| Problem::bad_request(format!("body: {error}")))
    }
}

impl CustomizationChanges {
    /// The changes, if every field is what it may be.
    pub(crate) fn parse(self) -> Result<Map<String, Value>, Problem> {
        check(&self.0)?;
        Ok(self.0)
    }
}

/// How a live site looks, in all of its parts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishedCustomizations {
    /// As a whole.
    site: Settings,
    /// Where each space on it is read, by the identifier of the site space.
    site_spaces: BTreeMap<String, Settings>,
}

impl PublishedCustomizations {
    pub(crate) fn of(found: &Customizations, structure: &Structure) -> Self {
        let spaces = structure.site_spaces().map(|(_, it)| (it.id.to_string(), found.of_space(it.id).clone()));
        Self { site: found.of_site().clone(), site_spaces: spaces.collect() }
    }
}

/// Tells by its name the field that is not what it may be.
fn check(fields: &Map<String, Value>) -> Result<(), Problem> {
    part::<Customization>(Value::Object(said(fields)), "").map(drop)
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

/// Lets every field be null, in groups too.
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
