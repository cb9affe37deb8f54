-- Provisioning by SCIM: people and teams that a provider manages.

-- The token of an organization, of which only the hash of the secret is kept.
create table scim_tokens (
    organization blob not null primary key references organizations (id),
    hash blob not null unique,
    created_at integer not null,
    last_used_at integer
) strict;

-- A member whom the provider manages. `name` is the provider's name of the account in lower case, and `resource` what it
-- says of the person, as JSON; that they are active is said by the membership alone.
create table scim_users (
    organization blob not null,
    user_id blob not null,
    name text not null,
    external_id text,
    resource text not null,
    created_at integer not null,
    modified_at integer not null,
    primary key (organization, user_id)
) strict;

create unique index scim_users_by_name on scim_users (organization, name);
create index scim_users_by_user on scim_users (user_id);

-- A team that the provider manages.
create table scim_groups (
    organization blob not null,
    team blob not null,
    external_id text,
    modified_at integer not null,
    primary key (organization, team)
) strict;
