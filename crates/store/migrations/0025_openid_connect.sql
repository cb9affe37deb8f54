-- Single sign-on by OpenID Connect, and teams by the groups of identity providers.

-- What is null is not set yet: the provider is pending. A client without a secret is a public one.
create table oidc_providers (
    organization blob not null references organizations (id),
    id blob not null unique,
    label text not null,
    issuer text,
    client_id text,
    client_secret text,
    scopes text not null,
    groups_claim text,
    trusts_email integer not null,
    default_team blob,
    default_role text,
    group_teams text not null,
    created_at integer not null,
    primary key (organization, id)
) strict;

alter table saml_providers add column group_teams text not null default '{}';

-- The signed-in user who wants to be known by the name that the provider answers with; null for a sign-in.
alter table sso_attempts add column linking blob;
