-- What must hold before change requests are merged, as JSON that only the program reads.
alter table organizations add column merge_rules text not null default '{"type":"none"}';
alter table spaces add column merge_rules text not null default '{"type":"inherit"}';
