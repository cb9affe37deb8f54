-- The start page of a server lists the sites that are for everybody.
create index sites_public on sites (title, id) where published = 1 and visibility = 'public';
