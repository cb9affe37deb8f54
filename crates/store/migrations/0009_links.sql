-- Root of the map of links that belongs to a revision's content. Those from before there were any are made when they are
-- asked for.
alter table revisions add column links blob;

-- Paths of pages of main content that are not theirs any more, by hash, since a path can be longer than an index
-- takes. Of several pages that had one the last is kept.
create table old_paths (
    organization blob not null,
    space blob not null,
    path blob not null,
    page blob not null,
    primary key (organization, space, path)
) strict;

-- The spaces that the main content of a space has links to: identifiers as texts name them, whether such a space is
-- there or not.
create table linked_spaces (
    organization blob not null,
    space blob not null,
    target blob not null,
    primary key (organization, space, target)
) strict;

create index linked_spaces_by_target on linked_spaces (target, organization, space);

-- The review that a comment was said with, if it was.
alter table comments add column review blob;
