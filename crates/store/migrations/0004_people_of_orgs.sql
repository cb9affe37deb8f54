-- What the lists of an organization's people are read by, and what its settings lacked.

alter table organizations add column default_site text;

create index members_by_sight on members (organization, last_seen_at, user_id);
create index team_members_by_role on team_members (organization, user_id, role, team);
create index link_invites_in_order on link_invites (organization, created_at, id);
