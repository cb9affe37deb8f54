//! The representation of translations, their segments, and what they are set up with.

use quire_app::content::documents;
use quire_app::translations::ShownTranslation;
use quire_app::translations::segments::{Segment as ShownSegment, SegmentKind};
use quire_app::translations::settings::{Kind, TranslatorSettings};
use quire_model::language::Language;
use quire_model::policy::Action;
use quire_model::time::Timestamp;
use quire_model::translations::{RunStatus, SegmentFilter, TranslationStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TranslationObject;
use super::documents::RichText;
use crate::context::Context;

/// A translation of a space to another language.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Translation {
    object: TranslationObject,
    id: String,
    status: TranslationStatus,
    source: TranslationSource,
    language: Language,
    /// The instructions for translators.
    instructions: RichText,
    result: TranslationResult,
    created_at: Timestamp,
    updated_at: Timestamp,
    stats: TranslationStats,
    /// The outcome of the latest run; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_run: Option<LastRun>,
    permissions: TranslationPermissions,
    urls: TranslationUrls,
}

/// The space that is translated.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationSource {
    /// The identifier of the space.
    space: String,
    language: Language,
}

/// The space with the translation.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationResult {
    /// The identifier of the space.
    space: String,
    /// The revision that its main content is at; absent if the space is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
}

/// Counts of all runs and of the latest one. Durations are in milliseconds; words are those that were sent to a translator.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TranslationStats {
    runs: i64,
    total_words: i64,
    total_pages: i64,
    total_duration: i64,
    latest_run_duration: i64,
    latest_pages: i64,
    latest_words: i64,
}

/// The outcome of a run.
#[derive(Debug, Serialize, JsonSchema)]
struct LastRun {
    status: RunStatus,
    /// The reason why something is not translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The time when the run ended.
    at: Timestamp,
}

/// The permissions of the caller on a translation, which are those on its space.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationPermissions {
    view: bool,
    edit: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TranslationUrls {
    /// The address of the translation in this API.
    location: String,
}

/// Returns the address of a translation in this API.
pub(crate) fn location(shown: &ShownTranslation, context: &Context) -> String {
    let of = &shown.translation;
    context.url(format_args!("/v1/orgs/{}/translations/{}", of.organization, of.id))
}

impl Translation {
    pub(crate) fn of(shown: &ShownTranslation, context: &Context) -> Self {
        let of = &shown.translation;
        Self {
            object: TranslationObject::It,
            id: of.id.to_string(),
            status: of.state,
            source: TranslationSource { space: of.source_space.to_string(), language: of.source_language },
            language: of.language,
            instructions: RichText(documents::plain(&of.instructions)),
            result: TranslationResult {
                space: of.result_space.to_string(),
                revision: shown.revision.map(|id| id.to_string()),
            },
            created_at: of.created_at,
            updated_at: of.updated_at,
            stats: TranslationStats {
                runs: of.runs,
                total_words: of.total_words,
                total_pages: of.total_pages,
                total_duration: of.total_duration,
                latest_run_duration: of.latest_duration,
                latest_pages: of.latest_pages,
                latest_words: of.latest_words,
            },
            last_run: of.last_status.zip(of.last_at).map(|(status, at)| LastRun {
                status,
                reason: of.last_reason.clone(),
                at,
            }),
            permissions: TranslationPermissions { view: of.may(Action::ViewSpace), edit: of.may(Action::ManageSpace) },
            urls: TranslationUrls { location: location(shown, context) },
        }
    }
}

/// A segment of a translation: what one block, title or label says.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TranslationSegment {
    /// The name of the segment; it stays while the entry has as many segments before it.
    id: String,
    /// The page that it is in; absent for reusable content.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    /// The reusable content that it is in; absent for pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    reusable_content: Option<String>,
    /// The writer of the text, or what is missing.
    status: SegmentFilter,
    /// The text of the source with placeholders: `<x id="1"/>` for what is not translated, `<x id="2">…</x>`
    /// around text.
    source: String,
    /// The text of the translation, in the same form.
    text: String,
    /// The reason why the replies of the translator were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl TranslationSegment {
    pub(crate) fn of(segment: &ShownSegment) -> Self {
        let (page, reusable_content) = match &segment.kind {
            SegmentKind::Page(id) => (Some(id.to_string()), None),
            SegmentKind::Reusable(id) => (None, Some(id.to_string())),
        };
        Self {
            id: segment.id.clone(),
            page,
            reusable_content,
            status: segment.status,
            source: segment.source.clone(),
            text: segment.text.clone(),
            reason: segment.reason.clone(),
        }
    }
}

/// The kinds of translators.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProviderKind {
    /// A language model that speaks as OpenAI's chat completions do.
    OpenAi,
    /// DeepL.
    DeepL,
    /// LibreTranslate.
    LibreTranslate,
    /// Apertium's APY.
    Apertium,
    /// Google Cloud Translation, version 3.
    Google,
}

/// The translator of an organization.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TranslationProvider {
    kind: ProviderKind,
    /// The address of the translator.
    url: String,
    /// The model, for translators that have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// True if there is a key, which is never shown.
    has_key: bool,
    /// The maximum number of characters that are sent in a calendar month (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    monthly_characters: Option<u64>,
    /// The maximum number of characters that one run sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    run_characters: Option<u64>,
}

impl From<ProviderKind> for Kind {
    fn from(kind: ProviderKind) -> Self {
        match kind {
            ProviderKind::OpenAi => Self::OpenAi,
            ProviderKind::DeepL => Self::DeepL,
            ProviderKind::LibreTranslate => Self::LibreTranslate,
            ProviderKind::Apertium => Self::Apertium,
            ProviderKind::Google => Self::Google,
        }
    }
}

impl TranslationProvider {
    pub(crate) fn of(settings: &TranslatorSettings) -> Self {
        let translator = &settings.translator;
        Self {
            kind: match translator.kind {
                Kind::OpenAi => ProviderKind::OpenAi,
                Kind::DeepL => ProviderKind::DeepL,
                Kind::LibreTranslate => ProviderKind::LibreTranslate,
                Kind::Apertium => ProviderKind::Apertium,
                Kind::Google => ProviderKind::Google,
            },
            url: translator.url.clone(),
            model: translator.model.clone(),
            has_key: translator.key.is_some(),
            monthly_characters: settings.monthly_characters,
            run_characters: settings.run_characters,
        }
    }
}
