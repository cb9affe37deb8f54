-- Identifiers are 16 bytes, hashes 32, times milliseconds since 1970. Tables are keyed by organization first, so
-- that they spread over a sharded server.

create table settings (
    name text primary key,
    value blob not null
) strict;

create table users (
    id blob primary key,
    email text not null unique,
    display_name text not null,
    created_at integer not null
) strict;

create table organizations (
    id blob primary key,
    title text not null,
    hostname text not null unique,
    default_role text,
    created_at integer not null
) strict;

create table members (
    organization blob not null references organizations (id),
    user_id blob not null references users (id),
    role text,
    joined_at integer not null,
    primary key (organization, user_id)
) strict;

create index members_by_user on members (user_id, organization);

create table tokens (
    id blob primary key,
    user_id blob not null references users (id),
    hash blob not null unique,
    name text not null,
    scopes integer not null,
    created_at integer not null,
    expires_at integer,
    last_used_at integer
) strict;

create index tokens_by_user on tokens (user_id, id);

create table spaces (
    organization blob not null references organizations (id),
    id blob not null unique,
    title text not null,
    emoji text not null,
    visibility text not null,
    edit_mode text not null,
    language text,
    default_level text,
    created_at integer not null,
    updated_at integer not null,
    deleted_at integer,
    primary key (organization, id)
) strict;

-- A branch points to the revision that is its content now. It moves by compare-and-swap on `revision`.
create table branches (
    organization blob not null,
    space blob not null,
    id blob not null,
    revision blob not null,
    primary key (organization, space, id)
) strict;

-- `parents` is the parents' identifiers one after the other, 16 bytes each.
create table revisions (
    organization blob not null,
    space blob not null,
    id blob not null,
    kind text not null,
    root blob not null,
    parents blob not null,
    author blob,
    created_at integer not null,
    primary key (organization, space, id)
) strict;

-- Immutable bytes named by their hash: map nodes, page bodies. Large files are blobs outside the database.
create table objects (
    organization blob not null,
    hash blob not null,
    bytes blob not null,
    primary key (organization, hash)
) strict;

create table blobs (
    organization blob not null,
    hash blob not null,
    size integer not null,
    primary key (organization, hash)
) strict;

create table uploads (
    organization blob not null,
    id blob not null unique,
    user_id blob,
    name text not null,
    size integer not null,
    content_type text not null,
    created_at integer not null,
    expires_at integer not null,
    hash blob,
    primary key (organization, id)
) strict;

create index uploads_by_expiry on uploads (expires_at);

-- The last sequence number of each event stream. A stream is an organization, or a user for what concerns them alone.
create table streams (
    id blob primary key,
    sequence integer not null
) strict;

create table events (
    stream blob not null,
    sequence integer not null,
    at integer not null,
    actor blob,
    kind text not null,
    subject blob not null,
    detail text not null,
    primary key (stream, sequence)
) strict;

create table jobs (
    id blob primary key,
    kind text not null,
    organization blob not null,
    subject blob not null,
    run_at integer not null,
    attempts integer not null,
    leased_until integer not null,
    failure text
) strict;

create index jobs_by_run on jobs (run_at);
