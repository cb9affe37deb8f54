-- Calls that were made once, by the key that their caller gave them: `request` is the hash of what was asked, `outcome`
-- what came of it.
create table idempotency (
    organization blob not null,
    space blob not null,
    user_id blob not null,
    name text not null,
    request blob not null,
    outcome text not null,
    created_at integer not null,
    primary key (organization, space, user_id, name)
) strict;

create index idempotency_by_age on idempotency (organization, created_at);

-- Whether a space is offered as the beginning of others.
alter table spaces add column is_template integer not null default 0;
