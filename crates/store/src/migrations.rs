//! The migrations of the schema, oldest first.

use quire_db::Migration;

/// Every migration. Migrations only go forward: a released one is never edited.
pub const ALL: &[Migration] = &[
    Migration { version: 1, name: "foundation", sql: include_str!("../migrations/0001_foundation.sql") },
    Migration { version: 2, name: "rights", sql: include_str!("../migrations/0002_rights.sql") },
    Migration { version: 3, name: "people", sql: include_str!("../migrations/0003_people.sql") },
    Migration {
        version: 4,
        name: "people of organizations",
        sql: include_str!("../migrations/0004_people_of_orgs.sql"),
    },
    Migration { version: 5, name: "change requests", sql: include_str!("../migrations/0005_change_requests.sql") },
    Migration { version: 6, name: "idempotency", sql: include_str!("../migrations/0006_idempotency.sql") },
    Migration { version: 7, name: "comments", sql: include_str!("../migrations/0007_comments.sql") },
    Migration { version: 8, name: "reviews", sql: include_str!("../migrations/0008_reviews.sql") },
    Migration { version: 9, name: "links", sql: include_str!("../migrations/0009_links.sql") },
    Migration { version: 10, name: "sites", sql: include_str!("../migrations/0010_sites.sql") },
    Migration { version: 11, name: "visitors", sql: include_str!("../migrations/0011_visitors.sql") },
    Migration {
        version: 12,
        name: "customization of sites",
        sql: include_str!("../migrations/0012_site_customization.sql"),
    },
    Migration { version: 13, name: "made tokens", sql: include_str!("../migrations/0013_made_tokens.sql") },
    Migration { version: 14, name: "claims", sql: include_str!("../migrations/0014_claims.sql") },
    Migration { version: 15, name: "orders of people", sql: include_str!("../migrations/0015_orders_of_people.sql") },
    Migration {
        version: 16,
        name: "superseded revisions",
        sql: include_str!("../migrations/0016_superseded_revisions.sql"),
    },
    Migration { version: 17, name: "former space ids", sql: include_str!("../migrations/0017_former_space_ids.sql") },
    Migration { version: 18, name: "public sites", sql: include_str!("../migrations/0018_public_sites.sql") },
    Migration { version: 19, name: "OpenAPI specifications", sql: include_str!("../migrations/0019_openapi.sql") },
    Migration { version: 20, name: "page feedback", sql: include_str!("../migrations/0020_page_feedback.sql") },
    Migration {
        version: 21,
        name: "changes of OpenAPI specifications",
        sql: include_str!("../migrations/0021_openapi_changes.sql"),
    },
    Migration {
        version: 22,
        name: "notes on OpenAPI specifications",
        sql: include_str!("../migrations/0022_openapi_notes.sql"),
    },
    Migration { version: 23, name: "single sign-on", sql: include_str!("../migrations/0023_single_sign_on.sql") },
    Migration {
        version: 24,
        name: "repositories of spaces",
        sql: include_str!("../migrations/0024_space_repositories.sql"),
    },
    Migration { version: 25, name: "OpenID Connect", sql: include_str!("../migrations/0025_openid_connect.sql") },
    Migration { version: 26, name: "SCIM", sql: include_str!("../migrations/0026_scim.sql") },
    Migration { version: 27, name: "second factors", sql: include_str!("../migrations/0027_second_factors.sql") },
    Migration {
        version: 28,
        name: "sessions of providers",
        sql: include_str!("../migrations/0028_sessions_of_providers.sql"),
    },
    Migration { version: 29, name: "passkeys and notices", sql: include_str!("../migrations/0029_passkeys.sql") },
    Migration { version: 30, name: "imports", sql: include_str!("../migrations/0030_imports.sql") },
    Migration { version: 31, name: "translations", sql: include_str!("../migrations/0031_translations.sql") },
    Migration { version: 32, name: "sign-in of visitors", sql: include_str!("../migrations/0032_visitor_sign_in.sql") },
    Migration {
        version: 33,
        name: "automatic translations",
        sql: include_str!("../migrations/0033_automatic_translations.sql"),
    },
    Migration { version: 34, name: "bases of imports", sql: include_str!("../migrations/0034_import_bases.sql") },
    Migration {
        version: 35,
        name: "readers of OpenAPI specifications",
        sql: include_str!("../migrations/0035_openapi_readers.sql"),
    },
    Migration { version: 36, name: "notifications", sql: include_str!("../migrations/0036_notifications.sql") },
    Migration {
        version: 37,
        name: "untranslated entries",
        sql: include_str!("../migrations/0037_untranslated_entries.sql"),
    },
    Migration {
        version: 38,
        name: "runs of translations",
        sql: include_str!("../migrations/0038_translation_runs.sql"),
    },
    Migration { version: 39, name: "single logout", sql: include_str!("../migrations/0039_single_logout.sql") },
    Migration { version: 40, name: "entries to review", sql: include_str!("../migrations/0040_entries_to_review.sql") },
    Migration { version: 41, name: "forms of objects", sql: include_str!("../migrations/0041_forms_of_objects.sql") },
];
