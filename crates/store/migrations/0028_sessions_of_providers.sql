-- Sessions know the provider that they rest on, and accounts whether their owner has come.

-- The provider of single sign-on by which a session began, or in whose session a token was made; null for others, and for
-- those from before this column.
alter table sessions add column provider blob;
alter table tokens add column provider blob;

-- The time at which the provider wants a session to end, whatever its use; null for none.
alter table sessions add column ends_at integer;

-- The network that a session began in, as people read it; empty if it is not known.
alter table sessions add column network text not null default '';

-- 1 for an account that an invitation made and that its owner has not used yet. All accounts from before are in use.
alter table users add column unclaimed integer not null default 0;

-- How often all sessions of a user were ended: what was begun before and not finished is worth nothing after.
alter table users add column sign_outs integer not null default 0;
