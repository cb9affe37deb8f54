-- Imports of content as runs: what is imported where, how far it is, and what came of it.
--
-- `hold` counts the processes that took it; the last of them holds it until `held_until`, and what an earlier one still
-- writes is not taken. `input` is the blob of the file to import once it is here, `report` the blob with what became of
-- each page, JSON that only the program reads. `options`, `outcome` are such JSON too. `secret` is what proves to the
-- server of the source that it may be read; it is removed when the import ends. `token` is the one by which the import was
-- asked for, null for a session and for the operator.
create table imports (
    organization blob not null,
    id blob not null,
    space blob not null,
    change_request blob,
    source text not null,
    name text not null,
    address text,
    secret text,
    input blob,
    options text not null,
    state text not null,
    stage text not null,
    done integer not null,
    total integer not null,
    pages integer not null,
    files integer not null,
    bytes integer not null,
    hold integer not null,
    held_until integer not null,
    created_by blob,
    session blob,
    token blob,
    scopes integer not null,
    created_at integer not null,
    updated_at integer not null,
    ended_at integer,
    failure text,
    revision blob,
    outcome text,
    report blob,
    reverted_at integer,
    reverted_by blob,
    reverted_to blob,
    primary key (organization, id)
) strict;

create index imports_by_space on imports (organization, space, id);
create index imports_unfinished on imports (held_until) where ended_at is null;

-- What a running import fetched: by the hash of the address, the answer. So an import whose process died goes on where it
-- was. `body` is null for an answer without content, whose reason is `failure`. Removed when the import ends.
create table import_fetches (
    organization blob not null,
    space blob not null,
    import blob not null,
    address blob not null,
    answered text not null,
    content_type text,
    body blob,
    size integer not null,
    failure text,
    primary key (organization, import, address)
) strict;
