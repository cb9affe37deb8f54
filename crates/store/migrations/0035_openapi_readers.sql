-- The addresses that pages of a specification have and had, as a blob with JSON that only the program reads: an address
-- never passes to another operation. Null until there is a version from after this was kept.
alter table openapi_specs add column addresses blob;

-- The document of a version without what it marks as internal, as a blob; the source itself if nothing is marked. Null for
-- versions from before this was kept, until somebody asks for it.
alter table openapi_versions add column public blob;
