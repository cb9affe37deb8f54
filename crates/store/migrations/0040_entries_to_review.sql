-- A run says how many texts a person should look at, in time that follows from their number and not from that of pages.

create index translation_entries_to_review on translation_entries (organization, translation) where needs_review > 0;
