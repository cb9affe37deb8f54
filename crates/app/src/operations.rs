//! Work across subjects: the first start, background jobs, transfers between organizations, and removal for good.

pub mod bootstrap;
pub mod installation;
pub mod jobs;
pub mod purge;
mod purge_orgs;
mod superseded;
pub mod transfers;
