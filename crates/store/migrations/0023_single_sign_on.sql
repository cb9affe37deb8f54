-- Single sign-on: the identity providers of organizations, and who signed in by them.

-- `certificates` are in PEM, one after the other. What is null is not set yet: the provider is pending.
create table saml_providers (
    organization blob not null references organizations (id),
    id blob not null unique,
    label text not null,
    entity_id text,
    sso_url text,
    certificates text,
    default_team blob,
    default_role text,
    idp_initiated integer not null,
    created_at integer not null,
    primary key (organization, id)
) strict;

-- A person is the name that a provider gives them, never the e-mail address alone. `name` is its hash.
create table sso_identities (
    organization blob not null,
    provider blob not null,
    name blob not null,
    user_id blob not null references users (id),
    created_at integer not null,
    last_used_at integer not null,
    primary key (provider, name)
) strict;

create index sso_identities_by_user on sso_identities (user_id, provider);

-- A sign-in that has begun. `request` is the hash of the identifier that the provider answers with, `browser` that of
-- the cookie. `code` and `identity` are there once the provider has answered.
create table sso_attempts (
    organization blob not null,
    request blob primary key,
    provider blob not null,
    browser blob,
    next text not null,
    code blob unique,
    identity text,
    expires_at integer not null
) strict;

create index sso_attempts_by_expiry on sso_attempts (expires_at);

-- Assertions that were accepted, by hash, until they expire by themselves.
create table sso_assertions (
    organization blob not null,
    provider blob not null,
    assertion blob not null,
    expires_at integer not null,
    primary key (provider, assertion)
) strict;

create index sso_assertions_by_expiry on sso_assertions (expires_at);

-- The only organization that a session or a token reaches; null for all organizations of its user.
alter table sessions add column organization blob;
alter table tokens add column organization blob;
