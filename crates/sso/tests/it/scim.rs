mod documents;
mod filters;
mod groups;
mod users;
