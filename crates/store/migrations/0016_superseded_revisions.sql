-- `run_began_at` is of saves whose successors may take their place in the history: when the first save of the run was.
-- A revision whose place another one took is superseded. It is not in the history any more, and is deleted later.
alter table revisions add column run_began_at integer;
alter table revisions add column superseded_at integer;

drop index revisions_of_branch;
create index revisions_in_history on revisions (organization, space, change_request, id) where superseded_at is null;
create index revisions_superseded on revisions (organization, space, superseded_at) where superseded_at is not null;

-- What refers to a revision is looked for before another one takes its place.
create index revisions_by_parent on revisions (organization, space, substr(parents, 1, 16));
create index revisions_by_merged_parent on revisions (organization, space, substr(parents, 17, 16))
    where length(parents) > 16;
create index branches_by_revision on branches (organization, space, revision);
create index change_requests_by_initial on change_requests (organization, space, revision_initial);
create index change_requests_by_ancestor on change_requests (organization, space, merged_ancestor);
create index change_requests_by_outcome on change_requests (organization, space, revision_merged);
create index comments_by_revision on comments (organization, space, revision);
create index requested_reviewers_by_revision on requested_reviewers (organization, space, revision);
create index reviews_by_revision on reviews (organization, space, revision);
