-- What users are notified of. It goes with the space that it is about. `reason` is a word of the API; `mailed` is 1 when a
-- digest has had it, or is not to have it.
create table notifications (
    organization blob not null,
    space blob not null,
    user_id blob not null,
    id blob not null unique,
    reason text not null,
    actor blob,
    change_request blob,
    comment blob,
    reply blob,
    review blob,
    created_at integer not null,
    read_at integer,
    mailed integer not null,
    primary key (organization, space, user_id, id)
) strict;

create index notifications_of_user on notifications (user_id, id);
create index notifications_of_comment on notifications (organization, space, comment);

-- How users want to be told by mail; without a row as by default.
create table notification_settings (
    user_id blob not null primary key,
    mail text not null
) strict;

-- For lists of what one user has to do, in all spaces.
create index requested_reviewers_by_user on requested_reviewers (user_id, created_at);
create index change_requests_by_creator on change_requests (created_by, updated_at);
