-- The identifiers that a space had on other servers, as a JSON array of texts: links still name the space by them.
alter table spaces add column former_ids text not null default '[]';

create index spaces_with_former_ids on spaces (organization) where former_ids <> '[]';
