-- What must hold before change requests are merged, as JSON that only the program reads.
alter table organizations add column merge_rules text not null default '{"type":"none"}';
alter table spaces add column merge_rules text not null default '{"type":"inherit"}';

-- What people said of a change request at a revision of it. `superseded` where the same person was asked again or said
-- something newer: then, or where the change request has moved from the revision, it does not count any more.
create table reviews (
    organization blob not null,
    space blob not null,
    change_request blob not null,
    id blob not null unique,
    revision blob not null,
    reviewer blob not null,
    requested_by blob,
    status text not null,
    superseded integer not null,
    created_at integer not null,
    updated_at integer not null,
    primary key (organization, space, change_request, id)
) strict;

create index reviews_by_reviewer on reviews (organization, space, change_request, superseded, reviewer);

-- Who is asked for a review and has not answered yet.
create table requested_reviewers (
    organization blob not null,
    space blob not null,
    change_request blob not null,
    user_id blob not null,
    requested_by blob not null,
    revision blob not null,
    created_at integer not null,
    primary key (organization, space, change_request, user_id)
) strict;

create index requested_reviewers_in_order
    on requested_reviewers (organization, space, change_request, created_at, user_id);
