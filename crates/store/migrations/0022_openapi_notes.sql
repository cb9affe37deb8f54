-- The notes of writers on a specification, as a blob with JSON that only the program reads: notes are few, and pages need
-- them as a whole.
alter table openapi_specs add column notes blob;
