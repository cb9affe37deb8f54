//! Translations of spaces, their runs and segments, and the glossary and translator of an organization.

use axum::extract::State;
use quire_app::translations::NewTranslation;
use quire_app::translations::segments::Decision;
use quire_app::translations::settings::{Term, TermChange, Translator, TranslatorSettings};
use quire_model::ids::{OrganizationId, SpaceId, TranslationId};
use quire_model::language::Language;
use quire_model::translations::SegmentFilter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Prose, ProviderKind, Translation, TranslationProvider, TranslationSegment, translation_location};

const TAG: &str = "Translations";

/// The maximum number of changes of a glossary in a call.
const MOST_OPERATIONS: usize = 2_000;

pub(super) fn endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/translations";
    const ONE: &str = "/v1/orgs/{organizationId}/translations/{translationId}";
    const RUN: &str = "/v1/orgs/{organizationId}/translations/{translationId}/run";
    const SEGMENTS: &str = "/v1/orgs/{organizationId}/translations/{translationId}/segments";
    const SEGMENT: &str = "/v1/orgs/{organizationId}/translations/{translationId}/segments/{segmentId}";
    Endpoints::new()
        .get(ALL, list, op("listTranslations", TAG, "List the translations of an organization."))
        .post(
            ALL,
            create,
            op("createTranslation", TAG, "Translate a space to another language.")
                .details("The result is a space of its own, which follows the source with each run. The first run begins at once."),
        )
        .get(ONE, get, op("getTranslation", TAG, "Get a translation."))
        .put(ONE, update, op("updateTranslation", TAG, "Change the instructions of a translation."))
        .delete(ONE, delete, op("deleteTranslation", TAG, "Delete a translation. Its space stays."))
        .post(
            RUN,
            run,
            op("runTranslation", TAG, "Bring a translation up to date.")
                .details("The run is done in the background; `status` and `lastRun` say how far that is."),
        )
        .get(SEGMENTS, segments, op("listTranslationSegments", TAG, "List what blocks, titles and labels say."))
        .patch(SEGMENT, decide, op("updateTranslationSegment", TAG, "Accept, edit or retranslate a segment."))
        .merge(settings())
}

fn settings() -> Endpoints<Context> {
    const GLOSSARY: &str = "/v1/orgs/{organizationId}/translations-glossary";
    const PROVIDER: &str = "/v1/orgs/{organizationId}/translations-provider";
    Endpoints::new()
        .get(GLOSSARY, glossary, op("getTranslationsGlossary", TAG, "Get the glossary of an organization."))
        .put(
            GLOSSARY,
            update_glossary,
            op("updateTranslationsGlossary", TAG, "Change the glossary of an organization."),
        )
        .get(PROVIDER, provider, op("getTranslationsProvider", TAG, "Get the machine translator of an organization."))
        .put(
            PROVIDER,
            put_provider,
            op("putTranslationsProvider", TAG, "Set the machine translator of an organization."),
        )
        .delete(
            PROVIDER,
            delete_provider,
            op("deleteTranslationsProvider", TAG, "Remove the machine translator of an organization."),
        )
}

/// The translation that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TranslationPath {
    organization_id: Named<OrganizationId>,
    translation_id: Named<TranslationId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Translation>, Problem> {
    let list = format!("translations of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_translations(&caller, organization, &paging)).await?;
    let page = page.map(|shown| Translation::of(&shown, &context));
    Ok(context.listing(&list, page))
}

/// The space to translate.
#[derive(Debug, Deserialize, JsonSchema)]
struct NewSource {
    /// The identifier of the space.
    space: Named<SpaceId>,
    /// The language of the space; needed where the space itself has none.
    language: Option<Language>,
}

/// A translation to create.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateTranslation {
    /// The language to translate to.
    language: Language,
    source: NewSource,
    /// Instructions for translators.
    instructions: Option<Prose>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateTranslation>,
) -> Result<Created<Translation>, Problem> {
    let new = NewTranslation {
        source: body.source.space.0,
        source_language: body.source.language,
        language: body.language,
        instructions: body.instructions.map(Prose::into_markdown).unwrap_or_default(),
    };
    let made = context.run(move |app| app.create_translation(&caller, organization, &new)).await?;
    Ok(Created { location: translation_location(&made, &context), body: Translation::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
) -> Result<Json<Translation>, Problem> {
    let get = move |app: &quire_app::App| app.get_translation(&caller, path.organization_id.0, path.translation_id.0);
    Ok(Json(Translation::of(&context.run(get).await?, &context)))
}

/// Changes to a translation.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateTranslation {
    /// Instructions for translators, which count for what is translated from now on.
    instructions: Option<Prose>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Json(body): Json<UpdateTranslation>,
) -> Result<Json<Translation>, Problem> {
    let instructions = body.instructions.map(Prose::into_markdown);
    let update = move |app: &quire_app::App| {
        app.update_translation(&caller, path.organization_id.0, path.translation_id.0, instructions.as_deref())
    };
    Ok(Json(Translation::of(&context.run(update).await?, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_translation(&caller, path.organization_id.0, path.translation_id.0)).await?;
    Ok(NoContent)
}

async fn run(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.run_translation(&caller, path.organization_id.0, path.translation_id.0)).await?;
    Ok(NoContent)
}

/// The segments to list.
#[derive(Debug, Deserialize, JsonSchema)]
struct SegmentsQuery {
    /// Only segments with this status.
    filter: Option<SegmentFilter>,
}

async fn segments(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Query(SegmentsQuery { filter }): Query<SegmentsQuery>,
    Query(paging): Query<Paging>,
) -> Result<Listing<TranslationSegment>, Problem> {
    let (organization, id) = (path.organization_id.0, path.translation_id.0);
    let list = format!("segments of {id} with {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let find = move |app: &quire_app::App| app.list_translation_segments(&caller, organization, id, filter, &paging);
    let page = context.run_in(WorkKind::Long, find).await?;
    Ok(context.listing(&list, page.map(|segment| TranslationSegment::of(&segment))))
}

/// The segment that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SegmentPath {
    segment_id: String,
}

/// The kinds of decisions about a segment.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SegmentAction {
    /// The text is right as it is.
    Accept,
    /// The text is the one that is given.
    Edit,
    /// The next run translates it again.
    Retranslate,
}

/// A decision about a segment.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateSegment {
    action: SegmentAction,
    /// The text with the placeholders of the source; for `edit` only.
    text: Option<String>,
}

async fn decide(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Path(SegmentPath { segment_id }): Path<SegmentPath>,
    Json(body): Json<UpdateSegment>,
) -> Result<NoContent, Problem> {
    let decision = match (body.action, body.text) {
        (SegmentAction::Accept, None) => Decision::Accept,
        (SegmentAction::Retranslate, None) => Decision::Retranslate,
        (SegmentAction::Edit, Some(text)) => Decision::Edit(text),
        (SegmentAction::Edit, None) => return Err(Problem::bad_request("text: is needed for `edit`")),
        (_, Some(_)) => return Err(Problem::bad_request("text: is for `edit` only")),
    };
    let decide = move |app: &quire_app::App| {
        let (organization, id) = (path.organization_id.0, path.translation_id.0);
        app.decide_translation_segment(&caller, organization, id, &segment_id, &decision)
    };
    context.run(decide).await?;
    Ok(NoContent)
}

/// A term of a glossary.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GlossaryTerm {
    /// The term in the source language.
    term: String,
    /// Its translation; the term itself if it is not translated.
    translation: String,
    /// True if only the same case counts.
    #[serde(default)]
    case_sensitive: bool,
}

/// The glossary of an organization.
#[derive(Debug, Serialize, JsonSchema)]
struct Glossary {
    /// The terms, in their order.
    terms: Vec<GlossaryTerm>,
}

async fn glossary(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<Glossary>, Problem> {
    let terms = context.run(move |app| app.get_translation_glossary(&caller, organization)).await?;
    let term =
        |it: Term| GlossaryTerm { term: it.source, translation: it.target, case_sensitive: it.is_case_sensitive };
    Ok(Json(Glossary { terms: terms.into_iter().map(term).collect() }))
}

/// A change of a glossary.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "operation", rename_all = "lowercase")]
enum GlossaryOperation {
    /// Adds a term, or replaces the one that is the same in the source language.
    Insert(GlossaryTerm),
    /// Replaces a term, or adds it.
    Update(GlossaryTerm),
    /// Removes a term.
    Delete {
        /// The term in the source language.
        term: String,
    },
}

/// Changes of a glossary, all or nothing.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateGlossary {
    #[schemars(length(max = 2_000))]
    operations: Vec<GlossaryOperation>,
}

async fn update_glossary(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<UpdateGlossary>,
) -> Result<NoContent, Problem> {
    if body.operations.len() > MOST_OPERATIONS {
        return Err(Problem::bad_request(format!("operations: must be at most {MOST_OPERATIONS}")));
    }
    let change = |operation| match operation {
        GlossaryOperation::Insert(it) | GlossaryOperation::Update(it) => {
            TermChange::Put(Term { source: it.term, target: it.translation, is_case_sensitive: it.case_sensitive })
        }
        GlossaryOperation::Delete { term } => TermChange::Delete(term),
    };
    let changes: Vec<TermChange> = body.operations.into_iter().map(change).collect();
    context.run(move |app| app.update_translation_glossary(&caller, organization, &changes)).await?;
    Ok(NoContent)
}

async fn provider(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<TranslationProvider>, Problem> {
    let found = context.run(move |app| app.get_translator(&caller, organization)).await?;
    Ok(Json(TranslationProvider::of(&found)))
}

/// The translator to set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PutProvider {
    kind: ProviderKind,
    /// Its address: for OpenAI up to `/v1`, for Google the parent (`…/v3/projects/P/locations/L`), else the root.
    #[schemars(length(min = 1, max = 2_048))]
    url: String,
    /// Its secret, which is never shown. Without one, the key of a translator of this kind at this address stays.
    #[schemars(length(min = 1, max = 2_048))]
    key: Option<String>,
    /// The model, for translators that have several.
    #[schemars(length(min = 1, max = 2_048))]
    model: Option<String>,
    /// The maximum number of characters that are sent in a calendar month (UTC).
    monthly_characters: Option<u64>,
    /// The maximum number of characters that one run sends.
    run_characters: Option<u64>,
}

async fn put_provider(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<PutProvider>,
) -> Result<Json<TranslationProvider>, Problem> {
    let new = TranslatorSettings {
        translator: Translator { kind: body.kind.into(), url: body.url, key: body.key, model: body.model },
        monthly_characters: body.monthly_characters,
        run_characters: body.run_characters,
    };
    let set = context.run(move |app| app.put_translator(&caller, organization, &new)).await?;
    Ok(Json(TranslationProvider::of(&set)))
}

async fn delete_provider(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_translator(&caller, organization)).await?;
    Ok(NoContent)
}
