//! The glossary of an organization, as clients of the API's field know it.

use std::collections::BTreeMap;

use axum::extract::State;
use quire_app::translations::glossary::{EntryFields, GlossaryChange};
use quire_model::ids::{GlossaryEntryId, OrganizationId};
use quire_model::language::Language;
use schemars::JsonSchema;
use serde::Deserialize;

use super::TAG;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::routes::Named;
use crate::routes::orgs::OrganizationPath;
use crate::types::GlossaryEntry;

/// The maximum number of changes of a glossary in a call.
const MOST_OPERATIONS: usize = 2_000;

pub(super) fn endpoints() -> Endpoints<Context> {
    const GLOSSARY: &str = "/v1/orgs/{organizationId}/translations-glossary";
    const ENTRY: &str = "/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}";
    Endpoints::new()
        .get(GLOSSARY, list, op("listGlossaryEntries", TAG, "List the entries of the glossary of an organization."))
        .put(GLOSSARY, update, op("updateGlossaryEntries", TAG, "Change the glossary of an organization."))
        .get(ENTRY, get, op("getGlossaryEntry", TAG, "Get an entry of the glossary of an organization."))
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<GlossaryEntry>, Problem> {
    let list = format!("glossary of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_glossary_entries(&caller, organization, &paging)).await?;
    let page = page.map(|entry| GlossaryEntry::of(&entry, organization, &context));
    Ok(context.listing(&list, page))
}

/// The entry that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EntryPath {
    organization_id: Named<OrganizationId>,
    glossary_entry_id: Named<GlossaryEntryId>,
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<EntryPath>,
) -> Result<Json<GlossaryEntry>, Problem> {
    let (organization, id) = (path.organization_id.0, path.glossary_entry_id.0);
    let entry = context.run(move |app| app.get_glossary_entry(&caller, organization, id)).await?;
    Ok(Json(GlossaryEntry::of(&entry, organization, &context)))
}

/// The parts of an entry of a glossary.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Fields {
    /// The term in each language, by language tag, of at most 100 characters each.
    translations: BTreeMap<Language, String>,
    /// True if only the same case counts. Left out, it stays as it is, and is false for a new entry.
    case_sensitive: Option<bool>,
    /// True if the term never leaves the server and stands in translations as it stands in the source. Left out, it stays as
    /// it is, and is false for a new entry.
    do_not_translate: Option<bool>,
}

impl Fields {
    fn into_fields(self) -> EntryFields {
        EntryFields { terms: self.translations, is_case_sensitive: self.case_sensitive, is_kept: self.do_not_translate }
    }
}

/// A change of a glossary.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Operation {
    /// Adds an entry, or changes the one with the same terms.
    Insert(Fields),
    /// Replaces the terms of an entry.
    Update {
        /// The identifier of the entry.
        id: Named<GlossaryEntryId>,
        #[serde(flatten)]
        fields: Fields,
    },
    /// Removes an entry.
    Delete {
        /// The identifier of the entry.
        id: Named<GlossaryEntryId>,
    },
}

/// Changes of a glossary, all or nothing.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateGlossary {
    #[schemars(length(max = 2_000))]
    operations: Vec<Operation>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<UpdateGlossary>,
) -> Result<NoContent, Problem> {
    if body.operations.len() > MOST_OPERATIONS {
        return Err(Problem::bad_request(format!("operations: must be at most {MOST_OPERATIONS}")));
    }
    let change = |operation| match operation {
        Operation::Insert(fields) => GlossaryChange::Insert(fields.into_fields()),
        Operation::Update { id, fields } => GlossaryChange::Update(id.0, fields.into_fields()),
        Operation::Delete { id } => GlossaryChange::Delete(id.0),
    };
    let changes: Vec<GlossaryChange> = body.operations.into_iter().map(change).collect();
    context.run(move |app| app.update_glossary(&caller, organization, &changes)).await?;
    Ok(NoContent)
}
