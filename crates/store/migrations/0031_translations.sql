-- Translations of spaces. `source_root` is the content of the source that was translated last, and `written_root` what was
-- written of it, before changes of people: content that the collector keeps. `state` is `running` until `held_until`, when
-- another process may take over. `is_planned` is 0 while all entries have to be looked at, not only those that changed.
create table translations (
    organization blob not null,
    id blob not null,
    source_space blob not null,
    source_language text not null,
    language text not null,
    result_space blob not null,
    instructions text not null,
    created_at integer not null,
    updated_at integer not null,
    state text not null,
    requested_at integer,
    held_until integer,
    source_root blob not null,
    written_root blob not null,
    is_planned integer not null,
    runs integer not null,
    total_words integer not null,
    total_pages integer not null,
    total_duration integer not null,
    latest_words integer not null,
    latest_pages integer not null,
    latest_duration integer not null,
    last_status text,
    last_reason text,
    last_at integer,
    primary key (organization, id)
) strict;

create unique index translations_by_source on translations (organization, source_space, language);
create unique index translations_by_result on translations (organization, result_space);
create index translations_due on translations (requested_at) where requested_at is not null;

-- What is known of the segments of a translated page or reusable content, as JSON that only the program reads, and how many
-- there are of each kind. `entry` is the key of the entry in the content.
create table translation_entries (
    organization blob not null,
    translation blob not null,
    entry blob not null,
    states text not null,
    machine integer not null,
    human integer not null,
    stale integer not null,
    needs_review integer not null,
    untranslated integer not null,
    primary key (organization, translation, entry)
) strict;

-- Texts that were translated before, by a name that has everything they depend on. A refused reply has no text.
create table translation_memory (
    organization blob not null,
    name blob not null,
    language text not null,
    source text not null,
    text text,
    origin text not null,
    refusal text,
    translator text not null,
    created_at integer not null,
    primary key (organization, name)
) strict;

create index translation_memory_by_language on translation_memory (organization, language, created_at);

-- The glossary and the translator of an organization, as JSON that only the program reads, and what was sent in a month.
create table translation_settings (
    organization blob not null,
    glossary text not null,
    translator text,
    month text not null,
    characters integer not null,
    primary key (organization)
) strict;
