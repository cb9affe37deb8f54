//! Translations of spaces, their runs and segments, and the translator of an organization.

mod glossary;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use quire_app::translations::deciding::Decision;
use quire_app::translations::exchange::Form;
use quire_app::translations::segments::SegmentChoice;
use quire_app::translations::settings::{Translator, TranslatorSettings};
use quire_app::translations::{NewTranslation, TranslationChanges};
use quire_model::ids::{OrganizationId, SpaceId, TranslationId};
use quire_model::language::Language;
use quire_model::translations::SegmentFilter;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{AnyMedia, Created, Endpoints, Json, Listing, Media, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{
    Automatic, Prose, ProviderKind, Translation, TranslationEstimate, TranslationImport, TranslationPrice,
    TranslationProvider, TranslationSegment, translation_location,
};

const TAG: &str = "Translations";

/// The maximum size of a body with a file, in bytes: the text may have escapes.
const MOST_BODY: usize = 20 << 20;

pub(super) fn endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/translations";
    const ONE: &str = "/v1/orgs/{organizationId}/translations/{translationId}";
    const RUN: &str = "/v1/orgs/{organizationId}/translations/{translationId}/run";
    const SEGMENTS: &str = "/v1/orgs/{organizationId}/translations/{translationId}/segments";
    const SEGMENT: &str = "/v1/orgs/{organizationId}/translations/{translationId}/segments/{segmentId}";
    const ESTIMATE: &str = "/v1/orgs/{organizationId}/translations/{translationId}/estimate";
    const EXCHANGE: &str = "/v1/orgs/{organizationId}/translations/{translationId}/exchange";
    Endpoints::new()
        .get(ALL, list, op("listTranslations", TAG, "List the translations of an organization."))
        .post(
            ALL,
            create,
            op("createTranslation", TAG, "Translate a space to another language.")
                .details("The result is a space of its own, which follows the source with each run. The first run begins at once."),
        )
        .get(ONE, get, op("getTranslation", TAG, "Get a translation."))
        .put(ONE, update, op("updateTranslation", TAG, "Change the settings of a translation."))
        .delete(ONE, delete, op("deleteTranslation", TAG, "Delete a translation. Its space stays."))
        .post(
            RUN,
            run,
            op("runTranslation", TAG, "Bring a translation up to date.")
                .details("The run is done in the background; `status` and `lastRun` say how far that is."),
        )
        .get(ESTIMATE, estimate, op("estimateTranslation", TAG, "Estimate what a run would send."))
        .get(
            EXCHANGE,
            export,
            op("exportTranslation", TAG, "Get a translation as a file for translators.")
                .details("XLIFF 1.2, XLIFF 2.0 or PO."),
        )
        .post(
            EXCHANGE,
            import,
            op("importTranslation", TAG, "Take the texts of a file of translators.")
                .details("A text is taken only for the source that it was written for, if it has its placeholders.")
                .body_limit(MOST_BODY),
        )
        .get(SEGMENTS, segments, op("listTranslationSegments", TAG, "List what blocks, titles and labels say."))
        .patch(SEGMENT, decide, op("updateTranslationSegment", TAG, "Accept, edit or retranslate a segment."))
        .merge(settings())
        .merge(glossary::endpoints())
}

fn settings() -> Endpoints<Context> {
    const PROVIDER: &str = "/v1/orgs/{organizationId}/translations-provider";
    Endpoints::new()
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
    /// Runs that begin by themselves; none if it is left out.
    automatic: Option<Automatic>,
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
        quiet_minutes: body.automatic.map(|it| it.quiet_minutes),
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
    /// Runs that begin by themselves; null for none.
    #[serde(default)]
    automatic: Patch<Automatic>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Json(body): Json<UpdateTranslation>,
) -> Result<Json<Translation>, Problem> {
    let instructions = body.instructions.map(Prose::into_markdown);
    let changes = TranslationChanges { instructions, quiet_minutes: body.automatic.map(|it| it.quiet_minutes) };
    let update = move |app: &quire_app::App| {
        app.update_translation(&caller, path.organization_id.0, path.translation_id.0, &changes)
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

async fn estimate(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
) -> Result<Json<TranslationEstimate>, Problem> {
    let (organization, id) = (path.organization_id.0, path.translation_id.0);
    let estimate = move |app: &quire_app::App| app.estimate_translation(&caller, organization, id);
    Ok(Json(TranslationEstimate::of(context.run_in(WorkKind::Long, estimate).await?)))
}

/// The forms of files of translators.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum ExchangeFormat {
    /// XLIFF 1.2.
    #[serde(rename = "xliff-1.2")]
    Xliff12,
    /// XLIFF 2.0.
    #[serde(rename = "xliff-2.0")]
    Xliff20,
    /// A portable object file of gettext.
    #[serde(rename = "po")]
    Po,
}

impl ExchangeFormat {
    fn form(self) -> Form {
        match self {
            Self::Xliff12 => Form::Xliff12,
            Self::Xliff20 => Form::Xliff20,
            Self::Po => Form::Po,
        }
    }

    /// Returns the media type and the ending of the name of a file.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Xliff12 | Self::Xliff20 => ("application/xliff+xml", "xlf"),
            Self::Po => ("text/x-gettext-translation; charset=utf-8", "po"),
        }
    }
}

/// The file to get.
#[derive(Debug, Deserialize, JsonSchema)]
struct ExportQuery {
    format: ExchangeFormat,
    /// Only segments with this status.
    filter: Option<SegmentFilter>,
}

async fn export(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Query(ExportQuery { format, filter }): Query<ExportQuery>,
) -> Result<Media<AnyMedia>, Problem> {
    let (organization, id) = (path.organization_id.0, path.translation_id.0);
    let export = move |app: &quire_app::App| app.export_translation(&caller, organization, id, format.form(), filter);
    let text = context.run_in(WorkKind::Long, export).await?;
    let (media_type, ending) = format.named();
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"translation-{id}.{ending}\""));
    Ok(Media::new(text)
        .header(CONTENT_TYPE, HeaderValue::from_static(media_type))
        .header(CONTENT_DISPOSITION, disposition.map_err(Problem::internal)?))
}

/// A file of translators.
#[derive(Debug, Deserialize, JsonSchema)]
struct ImportTranslation {
    format: ExchangeFormat,
    /// The file, of at most 16 MiB.
    text: String,
}

async fn import(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Json(ImportTranslation { format, text }): Json<ImportTranslation>,
) -> Result<Json<TranslationImport>, Problem> {
    let (organization, id) = (path.organization_id.0, path.translation_id.0);
    let import = move |app: &quire_app::App| app.import_translation(&caller, organization, id, format.form(), &text);
    Ok(Json(TranslationImport::of(context.run_in(WorkKind::Long, import).await?)))
}

/// The segments to list.
#[derive(Debug, Deserialize, JsonSchema)]
struct SegmentsQuery {
    /// Only segments with this status.
    filter: Option<SegmentFilter>,
    /// True to get suggestions for segments that need a text.
    #[serde(default)]
    suggestions: bool,
}

async fn segments(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TranslationPath>,
    Query(SegmentsQuery { filter, suggestions }): Query<SegmentsQuery>,
    Query(paging): Query<Paging>,
) -> Result<Listing<TranslationSegment>, Problem> {
    let (organization, id) = (path.organization_id.0, path.translation_id.0);
    let list = format!("segments of {id} with {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let choice = SegmentChoice { filter, suggestions };
    let find = move |app: &quire_app::App| app.list_translation_segments(&caller, organization, id, choice, &paging);
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
    /// The price, for estimates.
    price: Option<TranslationPrice>,
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
        price: body.price.map(Into::into),
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
