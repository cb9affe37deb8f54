-- How people sign in. Secrets are kept as hashes only.

alter table users add column photo_url text;
alter table users add column disabled_at integer;

-- `hash` is a PHC string: it names its own algorithm and costs.
create table passwords (
    user_id blob primary key references users (id),
    hash text not null,
    changed_at integer not null
) strict;

create table sessions (
    id blob primary key,
    user_id blob not null references users (id),
    hash blob not null unique,
    way text not null,
    agent text not null,
    created_at integer not null,
    last_used_at integer not null,
    expires_at integer not null
) strict;

create index sessions_by_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

-- A row without a hash waits for its mail: the secret is made when the mail goes out. The address need not be a
-- user's: whether it is one is looked at then.
create table sign_in_links (
    id blob primary key,
    email text not null,
    next text not null,
    hash blob unique,
    requested_at integer not null,
    expires_at integer not null
) strict;

create index sign_in_links_by_email on sign_in_links (email);
create index sign_in_links_by_expiry on sign_in_links (expires_at);
