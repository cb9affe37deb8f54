//! The representation of translations, their segments, and what they are set up with.

use quire_app::content::documents;
use quire_app::translations::estimates::Estimate;
use quire_app::translations::exchange::Taken;
use quire_app::translations::segments::{Segment as ShownSegment, Suggestion};
use quire_app::translations::settings::{Kind, Price, TranslatorSettings};
use quire_app::translations::{SegmentKind, ShownTranslation};
use quire_model::language::Language;
use quire_model::policy::Action;
use quire_model::time::Timestamp;
use quire_model::translations::{MemoryOrigin, RunStatus, SegmentFilter, TranslationStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TranslationObject;
use super::diffs::{Words, words};
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
    /// Runs that begin by themselves; absent if none do.
    #[serde(skip_serializing_if = "Option::is_none")]
    automatic: Option<Automatic>,
    /// The outcome of the latest run; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_run: Option<LastRun>,
    permissions: TranslationPermissions,
    urls: TranslationUrls,
}

/// Runs that begin by themselves after a change of the source.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Automatic {
    /// The minutes for which the source must not have changed, up to a week.
    #[schemars(range(min = 1, max = 10_080))]
    pub(crate) quiet_minutes: u32,
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
#[serde(rename_all = "camelCase")]
struct LastRun {
    status: RunStatus,
    /// The reason why something is not translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The time when the run ended.
    at: Timestamp,
    /// The number of texts that were sent again, as the server was killed while it waited for their translations; absent
    /// if there are none. Their translator may charge for them twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    sent_again: Option<i64>,
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
            automatic: of
                .quiet_minutes
                .and_then(|minutes| u32::try_from(minutes).ok())
                .map(|quiet_minutes| Automatic { quiet_minutes }),
            last_run: of.last_status.zip(of.last_at).map(|(status, at)| LastRun {
                status,
                reason: of.last_reason.clone(),
                at,
                sent_again: Some(of.sent_again).filter(|texts| *texts > 0),
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
    /// The text of the translation, in the same form; empty if a person took it out of the page.
    text: String,
    /// For a stale segment, the source that its text was written for.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_before: Option<String>,
    /// The words that changed since, of `sourceBefore` and of `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_words: Option<Vec<Words>>,
    /// The reason why the replies of the translator were refused, `page` for a text that would not be read in its page as
    /// it was written, or `left-out` for one that is not in its page, which is as people left it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Texts that were translated before and are like this one, the likest first; never applied by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<TranslationSuggestion>,
}

/// A text that was translated before in the organization.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationSuggestion {
    /// The source, with placeholders of its own.
    source: String,
    /// The translation.
    text: String,
    /// The writer of the translation.
    origin: MemoryOrigin,
    /// The likeness of both sources in percent of their words.
    likeness: usize,
}

impl TranslationSuggestion {
    fn of(suggestion: &Suggestion) -> Self {
        let Suggestion { source, text, origin, likeness } = suggestion;
        Self { source: source.clone(), text: text.clone(), origin: *origin, likeness: *likeness }
    }
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
            source_before: segment.before.as_ref().map(|it| it.source.clone()),
            source_words: segment.before.as_ref().map(|it| it.words.iter().map(words).collect()),
            reason: segment.reason.clone(),
            suggestions: segment.suggestions.iter().map(TranslationSuggestion::of).collect(),
        }
    }
}

/// The amount that a run would send if it began now.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TranslationEstimate {
    /// The number of pages and reusable contents that the run would look at.
    pages: u64,
    /// The number of texts that it would send.
    segments: u64,
    /// The number of their words.
    words: u64,
    /// The number of their characters.
    characters: u64,
    /// The cost of these characters; absent if the translator has no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<TranslationCost>,
}

/// An amount of money.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationCost {
    amount: f64,
    /// The currency (ISO 4217).
    currency: String,
}

impl TranslationEstimate {
    pub(crate) fn of(estimate: Estimate) -> Self {
        let Estimate { entries, texts, words, characters, cost } = estimate;
        let cost = cost.map(|it| TranslationCost { amount: it.amount, currency: it.currency });
        Self { pages: entries, segments: texts, words, characters, cost }
    }
}

/// The outcome of a file that came in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TranslationImport {
    /// The number of texts that were taken.
    taken: u64,
    /// The number of texts that are there already.
    unchanged: u64,
    /// The number of texts that are empty, or that the file says are not finished.
    unfinished: u64,
    /// The number of texts that were refused.
    refused: u64,
    /// The segments whose texts were refused, of at most 1,000.
    refusals: Vec<TranslationRefusal>,
}

/// A text that was refused.
#[derive(Debug, Serialize, JsonSchema)]
struct TranslationRefusal {
    /// The name of the segment in the file.
    segment: String,
    /// The reason: `source-changed`, `unknown`, `doubled`, `page`, or one of those of replies.
    reason: String,
}

impl TranslationImport {
    pub(crate) fn of(taken: Taken) -> Self {
        let Taken { taken, unchanged, unfinished, refused, refusals } = taken;
        let refusal = |(segment, reason)| TranslationRefusal { segment, reason };
        Self { taken, unchanged, unfinished, refused, refusals: refusals.into_iter().map(refusal).collect() }
    }
}

/// The price of a translator.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TranslationPrice {
    /// The price of a million characters.
    per_million_characters: f64,
    /// The currency (ISO 4217), such as `EUR`.
    currency: String,
}

impl From<TranslationPrice> for Price {
    fn from(price: TranslationPrice) -> Self {
        Self { per_million_characters: price.per_million_characters, currency: price.currency }
    }
}

impl From<Price> for TranslationPrice {
    fn from(price: Price) -> Self {
        Self { per_million_characters: price.per_million_characters, currency: price.currency }
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
    /// The price, for estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<TranslationPrice>,
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
            price: settings.price.clone().map(Into::into),
        }
    }
}
