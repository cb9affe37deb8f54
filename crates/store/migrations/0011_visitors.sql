-- Links with a secret by which a site is read. The secret follows from the identifiers and is not stored.
create table share_links (
    organization blob not null,
    site blob not null,
    id blob not null,
    name text not null,
    active integer not null,
    created_at integer not null,
    primary key (organization, site, id)
) strict;

-- Where visitors of a site sign in. Its private key follows from its identifier and how often it was made anew. Sites
-- without a row have the first key and no place to sign in.
create table publishing_auth (
    organization blob not null,
    site blob not null,
    generation integer not null,
    integration text,
    fallback text,
    primary key (organization, site)
) strict;
