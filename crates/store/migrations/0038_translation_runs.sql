-- What is known of a run in progress, over all processes that work on it: when it began, the characters that it sent, the texts
-- of the request that is sent and not answered, and the texts of such requests of processes that ended meanwhile.
alter table translations add column began_at integer;
alter table translations add column run_characters integer not null default 0;
alter table translations add column unanswered integer not null default 0;
alter table translations add column sent_again integer not null default 0;

-- Texts of people are kept for each translation, and are found by the name of what their source says. They are used elsewhere
-- only if every member may read both spaces.
alter table translation_memory add column text_name blob;
alter table translation_memory add column source_space blob;
alter table translation_memory add column result_space blob;

create index translation_memory_of_people on translation_memory (organization, text_name) where text_name is not null;

-- Entries of glossaries have a term in each of several languages.
update translation_settings set glossary = '[]';
