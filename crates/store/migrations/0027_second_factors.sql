-- Second factors of local accounts, and organizations that want one.

-- The secret that an authenticator app shares with this server. Until a first code of it was entered, it is not asked
-- for. `last_step` is the time step of the last code that was accepted: each code is accepted once.
create table totp_factors (
    user_id blob not null primary key references users (id),
    secret blob not null,
    created_at integer not null,
    confirmed_at integer,
    last_step integer
) strict;

-- Hashes of codes that replace a code of the app once.
create table recovery_codes (
    user_id blob not null references users (id),
    hash blob not null,
    primary key (user_id, hash)
) strict;

-- 1 for a session that a second factor was proved in, or that a provider of single sign-on answers for.
alter table sessions add column factor integer not null default 0;

-- 1 for an organization that is reached with a second factor only.
alter table organizations add column second_factor integer not null default 0;
