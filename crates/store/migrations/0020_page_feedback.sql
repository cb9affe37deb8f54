-- What readers of sites say of pages. Nothing here says who they are: no account, no address, no token. `helpful` is 0 or
-- 1, and `comment` may be empty. `site_space` and `page` may be gone.
create table page_feedback (
    organization blob not null,
    site blob not null,
    id blob not null,
    site_space blob not null,
    page blob not null,
    helpful integer not null,
    comment text not null,
    created_at integer not null,
    primary key (organization, site, id)
) strict;
