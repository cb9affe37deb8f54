-- A change request is a branch of a space: the row of `branches` with its identifier points to its content.
-- `merged_ancestor` is the main revision that was last pulled into it. `comments` counts the open ones.

create table change_requests (
    organization blob not null,
    space blob not null,
    id blob not null unique,
    number integer not null,
    status text not null,
    subject text not null,
    description text,
    created_by blob,
    created_at integer not null,
    updated_at integer not null,
    revision_initial blob not null,
    merged_ancestor blob,
    revision_merged blob,
    comments integer not null,
    primary key (organization, space, id)
) strict;

create unique index change_requests_by_number on change_requests (organization, space, number);
create index change_requests_by_status on change_requests (organization, space, status, number);

-- Who changed the content of a change request: how often, and when last.
create table contributors (
    organization blob not null,
    space blob not null,
    change_request blob not null,
    user_id blob not null,
    edits integer not null,
    updated_at integer not null,
    primary key (organization, space, change_request, user_id)
) strict;

-- Counters of what belongs to a space, changed in the transaction that changes the things counted.
alter table spaces add column comments integer not null default 0;
alter table spaces add column change_requests integer not null default 0;
alter table spaces add column change_requests_open integer not null default 0;
alter table spaces add column change_requests_draft integer not null default 0;

-- The change request that a revision is content of, none for main content; and of a merge the one that was merged.
alter table revisions add column change_request blob;
alter table revisions add column merged_from blob;

create index revisions_of_branch on revisions (organization, space, change_request, id);
