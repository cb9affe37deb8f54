-- How sites look. `subject` is the site itself, or a space on it that looks different. `settings` is JSON that only the
-- program reads.
create table site_customizations (
    organization blob not null,
    site blob not null,
    subject blob not null,
    settings text not null,
    primary key (organization, site, subject)
) strict;

-- From which paths a site's visitors are led to where. `destination` is JSON. A source has one spelling and one redirect.
create table site_redirects (
    organization blob not null,
    site blob not null,
    id blob not null,
    source text not null,
    destination text not null,
    captures integer not null,
    primary key (organization, site, id)
) strict;

create unique index site_redirects_by_source on site_redirects (organization, site, source);

-- Host names of sites' own. One belongs to one site of the whole installation, and a site has one.
create table site_hostnames (
    hostname text primary key,
    organization blob not null,
    site blob not null,
    created_at integer not null
) strict;

create unique index site_hostnames_by_site on site_hostnames (organization, site);
