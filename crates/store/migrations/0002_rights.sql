-- Collections, teams and grants: what the roles of people on content are computed from.

-- What stands at the top of an organization has the organization itself as its parent. `position` orders what has the
-- same parent, spaces and collections together; among equal ones the identifier decides.
create table collections (
    organization blob not null references organizations (id),
    id blob not null unique,
    parent blob not null,
    position text not null,
    title text not null,
    description text,
    default_level text,
    created_at integer not null,
    primary key (organization, id)
) strict;

create index collections_of_parent on collections (organization, parent, position, id);
create index collections_in_order on collections (organization, position, id);

alter table spaces add column parent blob;
alter table spaces add column position text;
update spaces set parent = organization, position = 'V';

create index spaces_of_parent on spaces (organization, parent, position, id);
create index spaces_in_order on spaces (organization, position, id);

-- `folded` is the title for searching without regard to case.
create table teams (
    organization blob not null references organizations (id),
    id blob not null unique,
    title text not null,
    folded text not null,
    created_at integer not null,
    primary key (organization, id)
) strict;

create table team_members (
    organization blob not null,
    team blob not null,
    user_id blob not null,
    role text not null,
    joined_at integer not null,
    primary key (organization, team, user_id)
) strict;

create index team_members_by_user on team_members (organization, user_id, team);

-- A role that a user or a team has on a space, a collection or a site. `by_team` is 1 where the holder is a team.
create table grants (
    organization blob not null,
    subject blob not null,
    holder blob not null,
    by_team integer not null,
    role text not null,
    primary key (organization, subject, holder)
) strict;

create index grants_by_holder on grants (organization, holder, subject);

alter table members add column disabled integer not null default 0;
alter table members add column sso integer not null default 0;
alter table members add column last_seen_at integer;

create index members_by_joining on members (organization, joined_at, user_id);

-- `rights` counts the changes of what roles are computed from. A deleted organization is hidden until it is purged.
alter table organizations add column rights integer not null default 0;
alter table organizations add column deleted_at integer;
alter table organizations add column kind text not null default 'business';
alter table organizations add column use_case text not null default 'other';
alter table organizations add column community text;
alter table organizations add column sso integer not null default 0;
alter table organizations add column ai integer not null default 0;
alter table organizations add column invite_links integer not null default 1;
alter table organizations add column logo text;

-- Addresses at these domains may join by themselves.
create table email_domains (
    domain text not null,
    organization blob not null,
    primary key (domain, organization)
) strict;

create index email_domains_by_org on email_domains (organization, domain);

-- Whoever knows the identifier of a link may join. `target` is the organization, a collection or a space.
create table link_invites (
    organization blob not null,
    id blob not null unique,
    target blob not null,
    kind text not null,
    role text,
    created_by blob,
    created_at integer not null,
    expires_at integer,
    primary key (organization, id)
) strict;
