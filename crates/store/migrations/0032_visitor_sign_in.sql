-- Visitors of sites who sign in by an identity provider, and sign-out at providers.

-- The provider of the organization by which visitors sign in, and the names of claims at it, as JSON.
alter table publishing_auth add column provider blob;
alter table publishing_auth add column claim_names text not null default '{}';

-- The site that a visitor wants to read, as JSON; null for the sign-ins of users.
alter table sso_attempts add column visit text;

-- A visitor who signed in to a site. `hash` is that of the cookie, `person` that of the provider's name of them, and
-- `provider_session` that of the provider's name of its session, where it gives one. `claims` is JSON.
create table visitor_sessions (
    organization blob not null,
    site blob not null,
    hash blob not null primary key,
    provider blob not null,
    person blob not null,
    provider_session blob,
    claims text not null,
    created_at integer not null,
    expires_at integer not null
) strict;

create index visitor_sessions_by_site on visitor_sessions (organization, site);
create index visitor_sessions_by_person on visitor_sessions (provider, person);
create index visitor_sessions_by_expiry on visitor_sessions (expires_at);

-- The hash of the provider's name of the session that one of ours began in, and the token by which the provider knows
-- whom to sign out; null where it gives none.
alter table sessions add column provider_session blob;
alter table sessions add column id_token text;

create index sessions_by_provider on sessions (provider, user_id);
