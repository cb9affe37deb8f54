-- A name that is claimed has no effect until the claim is proven. What was given before claims had to be proven counts as
-- proven. `checks` counts how often a proof was looked for by itself; without `next_check_at` it is not looked for again.
create table site_hostname_claims (
    organization blob not null,
    site blob not null,
    hostname text not null,
    created_at integer not null,
    proven_at integer,
    checked_at integer,
    checks integer not null,
    next_check_at integer,
    primary key (organization, site)
) strict;

insert into site_hostname_claims (organization, site, hostname, created_at, proven_at, checks)
    select organization, site, hostname, created_at, created_at, 0 from site_hostnames;

drop table site_hostnames;

-- Many may claim a name, one has it.
create unique index site_hostname_claims_proven on site_hostname_claims (hostname) where proven_at is not null;
create index site_hostname_claims_by_name on site_hostname_claims (hostname, created_at);
create index site_hostname_claims_due on site_hostname_claims (next_check_at) where next_check_at is not null;

alter table email_domains add column proven_at integer;
alter table email_domains add column checked_at integer;
alter table email_domains add column checks integer not null default 0;
alter table email_domains add column next_check_at integer;

update email_domains set proven_at = 0;

create index email_domains_due on email_domains (next_check_at) where next_check_at is not null;

-- Without it nothing of a member is shown but the address: they were invited and have not been here yet.
alter table members add column first_used_at integer;

update members set first_used_at = joined_at;
