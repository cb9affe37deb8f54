-- A run looks again at the entries with texts that nobody translated, which are few in a large space.

create index translation_entries_untranslated on translation_entries (organization, translation) where untranslated > 0;
