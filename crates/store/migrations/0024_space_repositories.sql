-- The directory in a repository that has the source of a space, as JSON with its address and the time at which it was set.
alter table spaces add column git_sync text;
