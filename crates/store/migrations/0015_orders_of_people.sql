-- Identifiers of users say nothing of their age any more: lists of people are in order of time.
create index users_by_creation on users (created_at, id);
create index team_members_by_joining on team_members (organization, team, joined_at, user_id);
