-- The states of imports by line of content (the main content of a space, or a change request), with which the next import
-- is merged. `root` is the content as the import alone would have left it, which the collector keeps; null if no state is
-- known from here on. `seq` counts the rows of a space, and `revision` is the revision from which on the state holds.
create table import_bases (
    organization blob not null,
    space blob not null,
    line blob not null,
    seq integer not null,
    revision blob not null,
    root blob,
    primary key (organization, space, line, seq)
) strict;
