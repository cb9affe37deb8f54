-- The form of an object's bytes: 0 as they are, 1 compressed. Those that are stored already stay as they are.
alter table objects add column form integer not null default 0;
