-- What a version of an OpenAPI specification changed against `base`, the one that was the latest before it: the class, the
-- numbers of changes of each class, and the list as a blob with JSON that only the program reads. All are null or zero
-- for the first version, and for those from before this was found out.
alter table openapi_versions add column base blob;
alter table openapi_versions add column change text;
alter table openapi_versions add column breaking integer not null default 0;
alter table openapi_versions add column compatible integer not null default 0;
alter table openapi_versions add column documentation integer not null default 0;
alter table openapi_versions add column changes blob;

-- The newest version up to which somebody has acknowledged breaking changes.
alter table openapi_specs add column acknowledged blob;
