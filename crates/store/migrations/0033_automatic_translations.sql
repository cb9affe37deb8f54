-- Translations that run by themselves once their source did not change for a number of minutes; null for those that do not.
alter table translations add column quiet_minutes integer;

create index translations_automatic on translations (organization, id) where quiet_minutes is not null;

-- The translation that a text was remembered of first: whoever may not read its spaces gets no suggestion of the text.
alter table translation_memory add column translation blob;
