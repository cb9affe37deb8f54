-- Passkeys of users, and mail about accounts that is to be written.

-- A passkey by which a user signs in. `credential` is the identifier that the device gave it, `public_key` is in COSE's
-- form, and `transports` has the ways to the device with blanks between them.
create table passkeys (
    user_id blob not null references users (id),
    id blob not null primary key,
    name text not null,
    credential blob not null unique,
    public_key blob not null,
    sign_count integer not null,
    backup_eligible integer not null,
    backed_up integer not null,
    transports text not null,
    aaguid blob not null,
    created_at integer not null,
    last_used_at integer
) strict;

create index passkeys_by_user on passkeys (user_id, id);

-- A challenge, by its hash, which one answer of a device uses up. `user_id` is the signed-in user who makes a passkey;
-- null where somebody signs in.
create table passkey_challenges (
    challenge blob not null primary key,
    user_id blob,
    expires_at integer not null
) strict;

create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- A mail to a user about their account, which a job writes and sends. `detail` is JSON.
create table notices (
    id blob not null primary key,
    user_id blob not null references users (id),
    kind text not null,
    detail text not null,
    created_at integer not null
) strict;

create index notices_by_user on notices (user_id);
