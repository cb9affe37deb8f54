-- What people say about content. `branch` is the space itself for main content, or the change request. `passage` says
-- which block of the page it is about, as JSON; `revision` is the one that had it then.

create table comments (
    organization blob not null,
    space blob not null,
    id blob not null unique,
    branch blob not null,
    author blob not null references users (id),
    body text not null,
    page blob,
    passage text,
    revision blob not null,
    status text not null,
    resolved_at integer,
    resolved_by blob,
    posted_at integer not null,
    edited_at integer,
    replies integer not null,
    primary key (organization, space, id)
) strict;

create index comments_in_order on comments (organization, space, branch, id);
create index comments_of_page on comments (organization, space, branch, page, id);
create index comments_by_author on comments (organization, space, branch, author, id);

create table comment_replies (
    organization blob not null,
    space blob not null,
    id blob not null unique,
    branch blob not null,
    comment blob not null,
    author blob not null references users (id),
    body text not null,
    posted_at integer not null,
    edited_at integer,
    primary key (organization, space, comment, id)
) strict;

create index comment_replies_by_author on comment_replies (organization, space, branch, author);

-- `subject` is a comment or a reply, `comment` the comment that it belongs to.
create table reactions (
    organization blob not null,
    space blob not null,
    comment blob not null,
    subject blob not null,
    user_id blob not null references users (id),
    emoji text not null,
    reacted_at integer not null,
    primary key (organization, space, subject, user_id, emoji)
) strict;

create index reactions_of_comment on reactions (organization, space, comment);
