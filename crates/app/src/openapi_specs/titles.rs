//! The titles of pages of specifications that the documents give no title, in the languages of sites.

use quire_model::language::Language;
use quire_openapi::pages::{TITLES, Titles};

/// Returns the titles in a language, or those in a related language, else in English.
pub(super) fn of(language: Option<Language>) -> &'static Titles {
    match language {
        Some(Language::Fr) => &FRENCH,
        Some(Language::De) => &GERMAN,
        Some(Language::Es) => &SPANISH,
        Some(Language::PtBr | Language::Pt) => &PORTUGUESE,
        Some(Language::Zh | Language::Yue) => &CHINESE,
        Some(Language::Ja) => &JAPANESE,
        Some(Language::Ar) => &ARABIC,
        _ => &TITLES,
    }
}

const FRENCH: Titles =
    Titles { operations: "Opérations", webhooks: "Webhooks", schemas: "Modèles", changes: "Modifications" };
const GERMAN: Titles =
    Titles { operations: "Operationen", webhooks: "Webhooks", schemas: "Modelle", changes: "Änderungen" };
const SPANISH: Titles =
    Titles { operations: "Operaciones", webhooks: "Webhooks", schemas: "Modelos", changes: "Cambios" };
const PORTUGUESE: Titles =
    Titles { operations: "Operações", webhooks: "Webhooks", schemas: "Modelos", changes: "Alterações" };
const CHINESE: Titles = Titles { operations: "操作", webhooks: "Webhook", schemas: "模型", changes: "变更" };
const JAPANESE: Titles =
    Titles { operations: "操作", webhooks: "Webhook", schemas: "モデル", changes: "変更履歴" };
const ARABIC: Titles =
    Titles {
        operations: "العمليات", webhooks: "خطافات الويب", schemas: "النماذج", changes: "التغييرات"
    };
