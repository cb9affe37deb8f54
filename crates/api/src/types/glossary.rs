//! The representation of an entry of a glossary.

use std::collections::BTreeMap;

use quire_app::translations::glossary::GlossaryEntry as Entry;
use quire_model::ids::OrganizationId;
use quire_model::language::Language;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::GlossaryEntryObject;
use crate::context::Context;

/// A term in several languages.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GlossaryEntry {
    object: GlossaryEntryObject,
    id: String,
    /// The term in each language, by language tag.
    translations: BTreeMap<Language, String>,
    /// True if only the same case counts.
    case_sensitive: bool,
    /// True if the term never leaves the server and stands in translations as it stands in the source.
    do_not_translate: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
    urls: GlossaryEntryUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct GlossaryEntryUrls {
    /// The address of the entry in this API.
    location: String,
}

impl GlossaryEntry {
    pub(crate) fn of(entry: &Entry, organization: OrganizationId, context: &Context) -> Self {
        let location = format_args!("/v1/orgs/{organization}/translations-glossary/{}", entry.id);
        Self {
            object: GlossaryEntryObject::It,
            id: entry.id.to_string(),
            translations: entry.terms.clone(),
            case_sensitive: entry.is_case_sensitive,
            do_not_translate: entry.is_kept,
            created_at: entry.created_at,
            updated_at: entry.updated_at,
            urls: GlossaryEntryUrls { location: context.url(location) },
        }
    }
}
