-- Docs sites. `structure` is JSON that only the program reads: sections, groups, spaces, their order, defaults and paths.
-- `icon` and `adaptive_schema` are JSON too.
create table sites (
    organization blob not null references organizations (id),
    id blob not null unique,
    kind text not null,
    title text not null,
    visibility text not null,
    basename text not null,
    published integer not null,
    icon text,
    proxy text,
    agents_context text not null,
    adaptive integer not null,
    adaptive_schema text,
    adaptive_updated_at integer,
    structure text not null,
    created_at integer not null,
    updated_at integer not null,
    primary key (organization, id)
) strict;

create unique index sites_by_basename on sites (organization, basename);

-- Which spaces the structures have, for lookups by space.
create table site_spaces (
    organization blob not null,
    site blob not null,
    space blob not null,
    site_space blob not null,
    primary key (organization, site, space)
) strict;

create index site_spaces_by_space on site_spaces (organization, space, site);

-- Basenames that sites had before, which lead to them until a site takes them.
create table site_old_basenames (
    organization blob not null,
    basename text not null,
    site blob not null,
    primary key (organization, basename)
) strict;

create index site_old_basenames_by_site on site_old_basenames (organization, site);
