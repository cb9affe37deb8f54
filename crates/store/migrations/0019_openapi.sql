-- OpenAPI specifications of organizations. A source is either an address or a blob with a text that was sent. `requests`
-- counts how often the source was set, so that what was found of an older one is dropped. `next_at` is when the source is
-- looked at next; while that is under way, it is when another process may take over. `errors` is JSON that only the
-- program reads.
create table openapi_specs (
    organization blob not null,
    id blob not null,
    slug text not null,
    created_at integer not null,
    updated_at integer not null,
    visibility text not null,
    source_url text,
    source_blob blob,
    requests integer not null,
    state text not null,
    next_at integer,
    entity_tag text,
    last_version blob,
    processed_at integer,
    error_code text,
    errors text not null,
    error_count integer not null,
    primary key (organization, id)
) strict;

create unique index openapi_specs_by_slug on openapi_specs (organization, slug);
create index openapi_specs_due on openapi_specs (next_at) where next_at is not null;

-- Versions of them: the bytes as they came, and the JSON with all that they refer to, both as blobs.
create table openapi_versions (
    organization blob not null,
    specification blob not null,
    id blob not null,
    created_at integer not null,
    raw blob not null,
    format text not null,
    bundled blob not null,
    operations integer not null,
    schemas integer not null,
    primary key (organization, specification, id)
) strict;
